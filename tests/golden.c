/* golden.c - whole games of a game, byte for byte, with moves that are refused on the way. No bot has
 * a say in them: each is taken up from its transcript, and must give it again.
 *
 * tests/games/NAME/golden*.jsonl are the transcripts. Beside each, a file that ends in .refused has
 * lines `NUMBER SEAT CLAUSE MOVE`: before move NUMBER of that game, MOVE by SEAT is refused by
 * CLAUSE. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "bylaw/match.h"
#include "files.h"

static const struct bl_game *game;
static struct file golden;   /* the transcript at hand */

static struct bl_match *take_up(const char *text, size_t size)
{
    char why[512] = "";
    struct bl_text fault = BL_TEXT_FIXED(why);
    struct bl_match *m = bl_match_resume(NULL, text, size, &fault);
    if (!m)
        fail_msg("%s: %s: %s", golden.path, game->id, why);
    return m;
}

/* The first line in which two texts differ, from 1. */
static int differ(const char *a, const char *b)
{
    int line = 1;
    for (; *a && *a == *b; a++, b++)
        line += *a == '\n';
    return line;
}

static void game_is_as_it_was(void)
{
    struct bl_match *m = take_up(golden.text, strlen(golden.text));
    const char *now = bl_match_transcript(m)->s;
    if (strcmp(bl_match_game(m)->id, game->id) != 0)
        fail_msg("%s: a game of %s", golden.path, bl_match_game(m)->id);
    if (strcmp(now, golden.text) != 0)
        fail_msg("%s:%d: %s: the game is not as it was:\n%s", golden.path, differ(now, golden.text),
                 game->id, now);
    if (bl_match_to_move(m) != -1)
        fail_msg("%s: %s: the game is not over", golden.path, game->id);
    bl_match_free(m);
}

/* Up to the line of move `number`, and the chance before it, which has not happened yet. */
static size_t before_move(int number)
{
    const char *at = golden.text, *end = golden.text;
    for (int made = 0; *at; at = strchr(at, '\n') + 1) {
        bool move = strncmp(at, "{\"t\":\"move\"", 11) == 0;
        if (move && ++made == number)
            return (size_t)(end - golden.text);
        if (strncmp(at, "{\"t\":\"chance\"", 13) != 0)
            end = strchr(at, '\n') + 1;
    }
    fail_msg("%s: there is no move %d", golden.path, number);
    return 0;
}

static void check_refusal(const char *path, int line_number, char *line)
{
    struct bl_reply reply;
    int number = atoi(strtok(line, " ")), seat = atoi(strtok(NULL, " "));
    const char *clause = strtok(NULL, " "), *move = strtok(NULL, "");
    struct bl_match *m = take_up(golden.text, before_move(number));
    char *before = strdup(bl_match_transcript(m)->s);
    bl_match_submit(m, seat, move, &reply);
    const char *by = reply.answer == BL_FORBIDDEN ? game->clauses[reply.clause].id : "nothing";
    if (strcmp(by, clause) != 0)
        fail_msg("%s:%d: %s: before move %d, '%s' by seat %d is refused by %s, must be by %s", path,
                 line_number, game->id, number, move, seat, by, clause);
    assert_string_equal(bl_match_transcript(m)->s, before);
    free(before);
    bl_match_free(m);
}

static int moves_are_refused_on_the_way(const char *name)
{
    struct file refused = read_game_file(game->id, name);
    int count = 0;
    for (char *line = refused.text, *end; line && (end = strchr(line, '\n')); line = end + 1) {
        *end = '\0';
        check_refusal(refused.path, ++count, line);
    }
    free(refused.text);
    return count;
}

static void test_golden_games(void **state)
{
    (void)state;
    char folder[400];
    snprintf(folder, sizeof folder, "%s/%s", GAME_TESTS, game->id);
    DIR *dir = opendir(folder);
    int games = 0, refused = 0;
    for (struct dirent *e; dir && (e = readdir(dir));) {
        char *end = strstr(e->d_name, ".jsonl");
        if (strncmp(e->d_name, "golden", 6) != 0 || !end || end[6])
            continue;
        golden = read_game_file(game->id, e->d_name);
        game_is_as_it_was();
        strcpy(end, ".refused");
        refused += moves_are_refused_on_the_way(e->d_name);
        games++;
        free(golden.text);
    }
    if (dir)
        closedir(dir);
    if (games == 0)
        fail_msg("%s: %s has no golden.jsonl: no whole game", folder, game->id);
    if (refused < 5)
        fail_msg("%s: %s has %d moves in golden.refused, must have five", folder, game->id, refused);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_golden_games),
    };
    game = bl_find_game(argc > 1 ? argv[1] : "");
    if (!game) {
        print_error("usage: golden GAME\n");
        return 2;
    }
    return cmocka_run_group_tests_name(game->id, tests, NULL, NULL);
}
