/* lab_more.c - beside the work of `bylaw lab`: the search, and what the rules cite. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bylaw/position.h"
#include "citations.h"
#include "lab.h"

#define DEFAULT_STATES 200000
#define DEFAULT_MEMORY 1024
#define BAR_PACE 0.1

/* ---- the search -------------------------------------------------------------------- */

/* Plays at random from the deal for at most `moves` moves; gives how many there were. */
static uint64_t play_on(const struct lab_plan *plan, void *state, uint64_t moves)
{
    struct course c;
    course_init(&c, plan->game);
    for (int seat = 0; seat < BL_MAX_SEATS; seat++)
        c.bots[seat] = bl_find_bot("random");
    c.cap = moves;
    course_deal(&c, &plan->settings[0].setup, plan->seed);
    course_go_on(&c);
    bl_copy(plan->game, state, c.state);
    course_free(&c);
    return c.made;
}

static void read_start(const struct lab_plan *plan, const char *path, bool small, void *state)
{
    FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
    struct bl_json_doc doc;
    if (!file)
        cli_wrong("--position: %s: %s", path, strerror(errno));
    BL_LOCAL struct bl_text text = cli_slurp(file, path, CLI_MAX_INPUT);
    const char *wrong =
        small ? bl_read_small_position(plan->game, text.s, text.len, state, &doc)
              : bl_read_position(plan->game, text.s, text.len, state, &doc);
    if (wrong)
        cli_wrong("--position: %s: %s", path, wrong);
    if (file != stdin)
        fclose(file);
}

static void find_start(const struct cli_args *args, const struct lab_plan *plan, void *state,
                       struct lab_explore_plan *search, struct bl_text *words)
{
    const char *path = cli_value(args, "position");
    if (path) {
        bool small = cli_has(args, "small-pack");
        read_start(plan, path, small, state);
        snprintf(search->from, sizeof search->from, "the position given%s",
                 small ? ", with the cards in it and no others" : "");
        lab_say(words, " --position %s%s", path, small ? " --small-pack" : "");
        return;
    }
    uint64_t back = cli_number(args, "tail", 0, 1000000, 0);
    if (back == 0) {
        play_on(plan, state, 0);
        snprintf(search->from, sizeof search->from, "the deal of seed %ju", plan->seed);
        return;
    }
    uint64_t all = play_on(plan, state, plan->cap);
    play_on(plan, state, all > back ? all - back : 0);
    snprintf(search->from, sizeof search->from,
             "%ju moves before the end of the random game of seed %ju",
             all > back ? back : all, plan->seed);
    lab_say(words, " --tail %ju", back);
}

static void show_search(void *user, uint64_t states)
{
    double *shown = user;
    if (bl_now() - *shown < BAR_PACE)
        return;
    *shown = bl_now();
    fprintf(stderr, "\rsearching: %ju positions\033[K", states);
}

bool lab_read_search(const struct cli_args *args, const struct lab_plan *plan,
                     struct lab_explore_plan *search, struct bl_text *words)
{
    if (!cli_has(args, "explore")) {
        static const char *const needing[] = {"position", "tail", "small-pack", "asides", "states",
                                              "memory"};
        for (size_t i = 0; i < sizeof needing / sizeof needing[0]; i++)
            if (cli_has(args, needing[i]))
                cli_wrong("--%s: says how --explore searches; it needs --explore", needing[i]);
        return false;
    }
    if (cli_has(args, "tail") && cli_has(args, "position"))
        cli_wrong("--tail: a search begins there or at --position, not at both");
    if (cli_has(args, "small-pack") && !cli_has(args, "position"))
        cli_wrong("--small-pack: is about the cards of a position; it needs --position");
    *search = (struct lab_explore_plan){.game = plan->game, .asides = cli_has(args, "asides")};
    search->max_states = cli_number(args, "states", 1, UINT32_MAX / 2, DEFAULT_STATES);
    uint64_t memory = cli_number(args, "memory", 1, 1 << 24, DEFAULT_MEMORY);
    search->max_bytes = memory << 20;
    bl_put(words, search->asides ? " --explore --asides" : " --explore");
    void *state = cli_new_state(plan->game);
    search->start = state;
    find_start(args, plan, state, search, words);
    lab_say(words, " --states %ju --memory %ju", search->max_states, memory);
    return true;
}

void lab_search(struct lab_explore_plan *search, struct lab_explored *out)
{
    double shown = bl_now();
    if (isatty(STDERR_FILENO)) {
        search->progress = show_search;
        search->user = &shown;
    }
    lab_explore(search, out);
    if (search->progress)
        fputs("\r\033[K", stderr);
}

/* ---- citations ---------------------------------------------------------------------- */

const bool *lab_citations(const struct bl_game *game)
{
    bool *cited = bl_new(game->clause_count, sizeof *cited);
    for (const struct citation *c = citations; c->game; c++)
        if (strcmp(c->game, game->id) == 0)
            cited[bl_find_clause(game, c->clause)] = true;
    return cited;
}
