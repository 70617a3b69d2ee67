/* parsed.c - how often a statement is parsed that somebody writes on a card. Linked with
 * --wrap=bl_statement_parse: what the program calls so is counted here. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "bylaw/logic.h"
#include "bylaw/match.h"

/* Reading, checking and carrying out each parse it once more. It should be once in all. */
enum { TIMES = 3 };

static int parsed;

bool __real_bl_statement_parse(struct bl_logic *, const char *, size_t, size_t, enum bl_want,
                               struct bl_statement *, struct bl_fault *);
bool __wrap_bl_statement_parse(struct bl_logic *, const char *, size_t, size_t, enum bl_want,
                               struct bl_statement *, struct bl_fault *);

bool __wrap_bl_statement_parse(struct bl_logic *l, const char *text, size_t size, size_t start,
                               enum bl_want want, struct bl_statement *out, struct bl_fault *fault)
{
    parsed++;
    return __real_bl_statement_parse(l, text, size, start, want, out, fault);
}

static void an_edit_is_parsed_so_often(void **state)
{
    (void)state;
    const struct bl_game *game = bl_find_game("predicate-wars");
    struct bl_setup setup;
    struct bl_reply reply;
    bl_setup_init(&setup, game);
    assert_null(bl_resolve(game, &setup));
    struct bl_match *m = bl_match_new(NULL, game, &setup, 1, NULL);
    for (int i = 0; i < 2; i++) {
        parsed = 0;
        bl_match_submit(m, 0, i == 0 ? "edit #0 rock 3 [ATK]([chosenPlayer](1),5)" : "edit #1 rock 0 tT",
                        &reply);
        assert_int_equal(reply.answer, BL_ACCEPTED);
        assert_in_range(parsed, 1, TIMES);
    }
    bl_match_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(an_edit_is_parsed_so_often)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
