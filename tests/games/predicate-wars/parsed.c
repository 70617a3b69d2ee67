/* parsed.c - what is written is parsed once on its way through a match, by who reads it: the
 * rules, the table and the transcript go by what was read. The parser is wrapped by the linker. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "bylaw/match.h"
#include "games/predicate-wars/predicate-wars.h"
#include "matches.h"

static unsigned parsed;

bool __real_bl_statement_scan(struct bl_logic *l, const char *text, size_t size, size_t start,
                              enum bl_want want, struct bl_statement *out, size_t *end,
                              struct bl_fault *fault);
bool __wrap_bl_statement_scan(struct bl_logic *l, const char *text, size_t size, size_t start,
                              enum bl_want want, struct bl_statement *out, size_t *end,
                              struct bl_fault *fault);
bool __real_bl_statement_parse(struct bl_logic *l, const char *text, size_t size, size_t start,
                               enum bl_want want, struct bl_statement *out, struct bl_fault *fault);
bool __wrap_bl_statement_parse(struct bl_logic *l, const char *text, size_t size, size_t start,
                               enum bl_want want, struct bl_statement *out, struct bl_fault *fault);

bool __wrap_bl_statement_scan(struct bl_logic *l, const char *text, size_t size, size_t start,
                              enum bl_want want, struct bl_statement *out, size_t *end,
                              struct bl_fault *fault)
{
    parsed++;
    return __real_bl_statement_scan(l, text, size, start, want, out, end, fault);
}

bool __wrap_bl_statement_parse(struct bl_logic *l, const char *text, size_t size, size_t start,
                               enum bl_want want, struct bl_statement *out, struct bl_fault *fault)
{
    parsed++;
    return __real_bl_statement_parse(l, text, size, start, want, out, fault);
}

static struct bl_match *m;

static unsigned phase(void)
{
    return ((const struct pw *)bl_match_view(m, BL_SPECTATOR))->phase;
}

/* Whoever is to move says this, and it is parsed so often. */
static void say(const char *text, unsigned times)
{
    parsed = 0;
    must_submit(m, bl_match_to_move(m), text);
    bl_match_transcript(m);
    assert_int_equal(parsed, times);
}

static void all_say(const char *text, unsigned in)
{
    while (phase() == in)
        say(text, 0);
}

static void every_statement_is_parsed_once(void **state)
{
    (void)state;
    m = deal_table("predicate-wars", 2, UINT32_MAX, "", 1);
    say("edit #0 rock 0 tT", 1);
    say("edit #1 paper 0 [ATK]([chosenPlayer](1),20)", 1);
    say("done", 0);
    say("edit #2 rock 0 tT", 1);
    say("edit #3 paper 0 [ATK]([chosenPlayer](1),20)", 1);
    say("done", 0);
    all_say("pass", PHASE_CREATION);
    all_say("pass", PHASE_EDITING);
    all_say("pass", PHASE_CLAIMING);
    say(bl_match_to_move(m) == 0 ? "play #0 #1" : "play #2 #3", 0);
    say("prove players=0 : tT by truth; (tT∧tT) by conjunction 7 7 => 2", 2);
    say("accept", 0);
    all_say("leave", PHASE_PLAYING);
    say("buy-proof z: axiom P; tT by truth", 2);
    say("pass", 0);
    say("buy-rule (¬tF)", 1);
    say("accept", 0);
    say("buy-rule (1>2) 9", 1);
    say("refute : tF by comparison 6 => 7", 1);
    bl_match_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_statement_is_parsed_once)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
