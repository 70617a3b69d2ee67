/* verify.c - checking transcripts: that all that stands in their lines is so. */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/hex.h"
#include "bylaw/position.h"
#include "core/json_diff.h"
#include "replay.h"

/* Whether the lines of a game carry something: all of them do, or none. */
enum carried { UNKNOWN, ABSENT, PRESENT };

struct check {
    struct replay r;
    void *state, *scratch;
    bl_move *moves;
    enum carried legal, states, cites;
    struct bl_step step;
    struct bl_chance chance;   /* of a game whose deal is told: what comes of its seed */
};

/* A fault in the line at hand. */
#define FAILS(...) bl_line_fails(&c->r.in, c->r.in.number, __VA_ARGS__)

static void forget_game(struct check *c)
{
    BL_FREE(c->state, c->moves);
    bl_scratch_free(c->r.in.game, c->scratch);
    c->state = c->moves = c->scratch = NULL;
}

static void begin_game(struct check *c)
{
    const struct bl_game *game = c->r.in.game;
    c->state = bl_new(1, game->state_size);
    c->moves = bl_new((size_t)game->max_moves + 1, sizeof *c->moves);
    c->scratch = bl_scratch_new(game);
    c->legal = c->states = c->cites = UNKNOWN;
    replay_header(&c->r);
}

/* ---- states ---------------------------------------------------------------- */

/* Compares the line's state with the one that the replay has come to. */
static bool state_is_right(struct check *c)
{
    BL_LOCAL struct bl_text ours = bl_text_heap();
    struct bl_json_doc doc;
    char room[400] = "";
    struct bl_text why = BL_TEXT_FIXED(room);
    bl_put_state(c->r.in.game, c->state, &ours);
    enum bl_diff diff = BL_SHAPE;
    if (bl_json_parse(&doc, ours.s, ours.len)) {
        struct bl_json right = bl_json_root(&doc);
        diff = bl_json_diff(&c->r.line.state, &right, &why);
    }
    bl_json_free(&doc);
    if (diff == BL_SHAPE)
        return bl_line_unreadable(&c->r.in, room);
    return diff == BL_SAME || FAILS("%s", room);
}

/* Of a game whose deal is told: the seed deals just this. Chance goes on from there. */
static bool start_is_dealt(struct check *c)
{
    const struct bl_game *game = c->r.in.game;
    struct bl_context cx;
    if (!c->r.dealt)
        return true;
    void *dealt = bl_new(1, game->state_size);
    bl_context_init(&cx, game, c->r.now.seed);
    cx.scratch = c->scratch;
    game->rules->deal(dealt, &c->r.in.setup, &cx);
    c->chance = cx.chance;
    bool same = bl_same(game, dealt, c->state);
    free(dealt);
    c->r.in.verdict->dealt++;
    return same || FAILS("state: the seed deals other cards");
}

/* ---- moves ----------------------------------------------------------------- */

/* All lines of a game carry a member, or none does. */
static bool carries(struct check *c, enum carried *kept, bool present, const char *name)
{
    enum carried now = present ? PRESENT : ABSENT;
    if (*kept == UNKNOWN)
        *kept = now;
    return *kept == now || FAILS(present ? "%s: given here, but not with a move before"
                                         : "%s: given with a move before, but not here", name);
}

static bool is_canonical(struct check *c, const struct bl_play *play)
{
    BL_LOCAL struct bl_text ours = bl_text_heap();
    c->r.in.game->notation->put_move(c->state, play, &ours);
    return strcmp(ours.s, c->r.line.move) == 0 ||
           FAILS("move: '%s' must be written '%s'", c->r.line.move, ours.s);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The `n` texts of a buffer, each with its NUL, in order. */
static const char **sorted(const struct bl_text *texts, size_t n)
{
    const char **list = bl_new(n + 1, sizeof *list), *at = texts->s;
    for (size_t i = 0; i < n; i++, at += strlen(at) + 1)
        list[i] = at;
    qsort(list, n, sizeof *list, by_text);
    return list;
}

static bool same_sets(struct check *c, const char **given, size_t n, const char **ours, size_t m)
{
    for (size_t i = 0, k = 0; i < n || k < m; i++, k++) {
        int order = i == n ? 1 : k == m ? -1 : strcmp(given[i], ours[k]);
        if (order < 0 && i > 0 && strcmp(given[i], given[i - 1]) == 0)
            return FAILS("legal: '%s' is listed twice", given[i]);
        if (order < 0)
            return FAILS("legal: '%s' is listed, but is not legal", given[i]);
        if (order > 0)
            return FAILS("legal: '%s' is legal, but not listed", ours[k]);
    }
    return true;
}

static bool legal_is_right(struct check *c)
{
    const struct bl_game *game = c->r.in.game;
    struct bl_json *legal = &c->r.line.legal;
    BL_LOCAL struct bl_text theirs = bl_text_heap(), own = bl_text_heap();
    size_t n = bl_json_count(legal, SIZE_MAX / 2), m = game->rules->moves(c->state, c->moves);
    for (size_t i = 0; i < n; i++) {
        struct bl_json item = bl_json_item(legal, i);
        const char *text = bl_json_to_string(&item);
        bl_put_bytes(&theirs, text, strlen(text) + 1);
    }
    for (size_t i = 0; i < m; i++) {
        struct bl_play play = {c->moves[i], bl_head(c->state)->to_move, 0, NULL};
        game->notation->put_move(c->state, &play, &own);
        bl_put_bytes(&own, "", 1);
    }
    const char **given = sorted(&theirs, n), **ours = sorted(&own, m);
    bool good = legal->doc->failed ? bl_line_unreadable(&c->r.in, legal->doc->why)
                                   : same_sets(c, given, n, ours, m);
    BL_FREE(given, ours);
    return good;
}

static bool cites_are_right(struct check *c)
{
    const struct bl_clause *clauses = c->r.in.game->clauses;
    struct bl_json *cites = &c->r.line.cites;
    bl_cite ours[BL_TRACE_MAX];
    uint32_t m = bl_cites(&c->step.trace, ours, BL_TRACE_MAX);
    size_t n = bl_json_count(cites, BL_TRACE_MAX);
    if (m > 0 && !carries(c, &c->cites, n > 0, "cites"))
        return false;
    for (size_t i = 0; i < n; i++) {
        struct bl_json item = bl_json_item(cites, i);
        const char *id = bl_json_to_string(&item);
        if (cites->doc->failed)
            return bl_line_unreadable(&c->r.in, cites->doc->why);
        const char *right = i < m ? clauses[ours[i]].id : "nothing";
        if (i >= m || strcmp(id, right) != 0)
            return FAILS("cites[%d]: %s, but %s is right", (int)i, id, right);
    }
    return n == 0 || n >= m || FAILS("cites: %s is missing at the end", clauses[ours[n]].id);
}

static bool move_is_right(struct check *c)
{
    const struct bl_line *line = &c->r.line;
    struct bl_chance_log script = {c->r.waiting, BL_STEP_CHANCES, c->r.chance};
    struct bl_chance scripted = {.script = &script};
    struct bl_play play;
    if (!replay_may_move(&c->r, c->state) ||
        !carries(c, &c->legal, line->has_legal, "legal") ||
        !carries(c, &c->states, line->has_state, "state") ||
        !replay_read(&c->r, c->state, &play) || !is_canonical(c, &play) ||
        (line->has_legal && !legal_is_right(c)))
        return false;
    bl_step(c->r.in.game, c->state, &play, c->r.dealt ? &c->chance : &scripted, c->scratch, &c->step);
    if (!replay_agrees(&c->r, &c->step) || !cites_are_right(c) ||
        (line->has_state && !state_is_right(c)))
        return false;
    c->r.in.verdict->moves++;
    return true;
}

/* ---- the end --------------------------------------------------------------- */

static bool end_is_right(struct check *c)
{
    const struct bl_result *given = &c->r.line.result;
    struct bl_result right = {.winner = -1};
    c->r.in.game->rules->result(c->state, &right);
    if (right.why == 0)
        right = (struct bl_result){.winner = -1};
    if (right.why == 0 && strcmp(c->r.line.why, "cap") != 0)
        return FAILS("why: the game is not over, so only \"cap\" can end it");
    const char *why = right.why == 0 ? "cap" : c->r.in.game->clauses[right.why].id;
    if (strcmp(c->r.line.why, why) != 0)
        return FAILS("why: '%s', but '%s' is right", c->r.line.why, why);
    if (given->winner != right.winner)
        return FAILS(right.winner < 0 ? "winner: nobody has won" : "winner: seat %d has won",
                     right.winner);
    if (given->ranked != right.ranked)
        return FAILS("ranking: %d seats, but %d are right", given->ranked, right.ranked);
    for (int i = 0; i < right.ranked; i++)
        if (given->ranking[i] != right.ranking[i])
            return FAILS("ranking[%d]: seat %d, but seat %d is right", i, given->ranking[i],
                         right.ranking[i]);
    c->r.in.verdict->games++;
    return true;
}

/* The very same game twice, to its end, is two games in one file: nothing in it was taken back. */
static bool is_copy(const struct check *c)
{
    const struct replay *r = &c->r;
    return bl_head(c->state)->to_move < 0 && r->same > 0 && r->same == r->before.count &&
           r->same == r->now.count;
}

/* ---- lines ----------------------------------------------------------------- */

static bool line_is_right(struct check *c)
{
    switch (c->r.line.kind) {
    case BL_LINE_HEADER:
        begin_game(c);
        return true;
    case BL_LINE_DEALT:
        bl_put_hex(&(struct bl_text)BL_TEXT_FIXED(c->r.in.verdict->pledged), c->r.line.pledge.hash,
                   BL_PLEDGE);
        return replay_dealt(&c->r);
    case BL_LINE_START:
        return replay_start(&c->r, c->state) && state_is_right(c) &&
               replay_may_start(&c->r, c->state) && start_is_dealt(c);
    case BL_LINE_CHANCE:
        return replay_chance(&c->r);
    case BL_LINE_MOVE:
        return move_is_right(c);
    default:
        if (!replay_end(&c->r) || !end_is_right(c))
            return false;
        c->r.again = c->r.again && !is_copy(c);
        replay_close(&c->r);
        forget_game(c);
        return true;
    }
}

void bl_verify(struct bl_lines *lines, struct bl_verdict *verdict)
{
    struct check *c = bl_new(1, sizeof *c);
    struct bl_line_reader *in = &c->r.in;
    bool good = true;
    *verdict = (struct bl_verdict){.ok = true};
    in->verdict = verdict;
    while (good && bl_read_line(in, lines, &c->r.line)) {
        good = line_is_right(c);
        bl_free_line(&c->r.line);
    }
    bl_free_line(&c->r.line);
    in->number++;
    if (in->due != BL_DUE_HEADER)
        bl_line_unreadable(in, "the transcript stops in the middle of a game: no end line");
    else if (verdict->games == 0)
        bl_line_unreadable(in, "an empty transcript: no header");
    forget_game(c);
    replay_free(&c->r);
    free(c);
}
