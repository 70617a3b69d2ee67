/* match-golden.c - whole games of Predicate Wars, byte for byte, with moves that are refused on the
 * way. No bot has a say in them: each is taken up from its transcript, and must give it again.
 *
 * tests/golden/NAME.refused has lines `NUMBER SEAT CLAUSE MOVE`: before move NUMBER of that game,
 * MOVE by SEAT is refused by CLAUSE. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bylaw/match.h"

static const struct {
    const char *name, *logic;
} games[] = {
    {"predicate-wars", "sound"},
    {"predicate-wars-letter", "as-written"},
    {"predicate-wars-rounds-3", "sound"},
    {"predicate-wars-rounds-2", "as-written"},
};
enum { GAMES = sizeof games / sizeof *games };

/* NULL: there is no such file. */
static char *read_file(const char *name, const char *ending)
{
    char path[1000];
    snprintf(path, sizeof path, "%s/%s%s", GOLDEN, name, ending);
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    char *text = calloc(1, 1 << 20);
    assert_non_null(text);
    size_t size = fread(text, 1, (1 << 20) - 1, file);
    assert_true(size > 0 && size < (1 << 20) - 1);
    fclose(file);
    return text;
}

static struct bl_match *take_up(const char *text, size_t size)
{
    char why[512] = "";
    struct bl_text fault = BL_TEXT_FIXED(why);
    struct bl_match *m = bl_match_resume(text, size, &fault);
    if (!m)
        fail_msg("%s", why);
    return m;
}

static void games_are_as_they_were(void **state)
{
    (void)state;
    for (size_t i = 0; i < GAMES; i++) {
        char *text = read_file(games[i].name, ".jsonl");
        assert_non_null(text);
        assert_non_null(strstr(text, games[i].logic));
        struct bl_match *m = take_up(text, strlen(text));
        assert_int_equal(bl_match_to_move(m), -1);
        assert_string_equal(bl_match_transcript(m)->s, text);
        bl_match_free(m);
        free(text);
    }
}

/* Up to the line of move `number`, and the chance before it, which has not happened yet. */
static size_t before_move(const char *text, int number)
{
    const char *at = text, *end = text;
    for (int made = 0; *at; at = strchr(at, '\n') + 1) {
        bool move = strncmp(at, "{\"t\":\"move\"", 11) == 0;
        if (move && ++made == number)
            return (size_t)(end - text);
        if (strncmp(at, "{\"t\":\"chance\"", 13) != 0)
            end = strchr(at, '\n') + 1;
    }
    fail_msg("there is no move %d", number);
    return 0;
}

static void check_refusal(const char *text, char *line)
{
    struct bl_reply reply;
    int number = atoi(strtok(line, " ")), seat = atoi(strtok(NULL, " "));
    const char *clause = strtok(NULL, " "), *move = strtok(NULL, "");
    struct bl_match *m = take_up(text, before_move(text, number));
    char *before = strdup(bl_match_transcript(m)->s);
    bl_match_submit(m, seat, move, &reply);
    if (reply.answer != BL_FORBIDDEN)
        fail_msg("before move %d, %s is not refused: %s", number, move, reply.fact);
    assert_string_equal(bl_match_game(m)->clauses[reply.clause].id, clause);
    assert_string_equal(bl_match_transcript(m)->s, before);
    free(before);
    bl_match_free(m);
}

static void moves_are_refused_on_the_way(void **state)
{
    (void)state;
    int count = 0;
    for (size_t i = 0; i < GAMES; i++) {
        char *text = read_file(games[i].name, ".jsonl");
        char *refused = read_file(games[i].name, ".refused");
        for (char *line = refused, *end; line && (end = strchr(line, '\n')); line = end + 1) {
            *end = '\0';
            check_refusal(text, line);
            count++;
        }
        free(text);
        free(refused);
    }
    assert_true(count > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_are_as_they_were),
        cmocka_unit_test(moves_are_refused_on_the_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
