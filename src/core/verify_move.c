/* verify_move.c - replaying transcripts: chance and moves. */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "bylaw/position.h"
#include "verify.h"

/* ---- chance ---------------------------------------------------------------- */

static uint16_t read_item(struct replay *r, enum bl_items items, struct bl_json *value)
{
    if (items == BL_ITEMS_SEAT || items == BL_ITEMS_SEATS)
        return (uint16_t)bl_json_to_int(value, 0, r->setup.players - 1);
    if (items == BL_ITEMS_IDS)
        return (uint16_t)bl_json_to_int(value, 0, UINT16_MAX);
    const char *text = bl_json_to_string(value);
    int card = value->doc->failed ? 0 : r->game->notation->read_card(text);
    if (card < 0)
        bl_json_fault(value, "no such card: %s", text);
    return (uint16_t)card;
}

static void read_items(struct replay *r, const struct bl_chance_kind *kind, struct bl_json *value,
                       struct bl_chance_event *out)
{
    out->count = 1;
    if (kind->items == BL_ITEMS_SEAT) {
        out->items[0] = read_item(r, kind->items, value);
        return;
    }
    out->count = (uint16_t)bl_json_count(value, BL_MAX_DRAWN);
    for (uint16_t i = 0; i < out->count; i++) {
        struct bl_json item = bl_json_item(value, i);
        out->items[i] = read_item(r, kind->items, &item);
    }
}

bool bl_verify_chance(struct replay *r, struct bl_json *event)
{
    const struct bl_game *game = r->game;
    if (r->chance.count == MAX_EVENTS)
        return bl_verify_fails(r, r->line, "more chance lines than any move can cause");
    struct bl_json what = bl_json_member(event, "what");
    const char *name = bl_json_to_string(&what);
    uint16_t kind = 0;
    while (kind < game->chance_count && strcmp(game->chances[kind].what, name) != 0)
        kind++;
    if (kind == game->chance_count) {
        bl_json_fault(&what, "%s has no chance '%s'", game->id, name);
    } else {
        struct bl_chance_event *e = &r->chance.events[r->chance.count];
        struct bl_json value = bl_json_member(event, game->chances[kind].member);
        e->kind = kind;
        read_items(r, &game->chances[kind], &value, e);
        bl_json_done(event);
    }
    if (event->doc->failed)
        return bl_verify_unreadable(r, event->doc->why);
    r->chance_line[r->chance.count++] = r->line;
    return true;
}

static bool same_event(const struct bl_chance_event *a, const struct bl_chance_event *b)
{
    return a->kind == b->kind && a->count == b->count &&
           memcmp(a->items, b->items, a->count * sizeof a->items[0]) == 0;
}

/* `log` is what happened: where the script fitted, it is the script. */
static bool chance_fits(struct replay *r, const struct bl_chance_log *log)
{
    const struct bl_game *game = r->game;
    for (uint32_t i = 0; i < log->count; i++) {
        const char *what = game->chances[log->events[i].kind].what;
        if (i >= r->chance.count)
            return bl_verify_fails(r, r->line, "this move causes a %s, but no chance line of it "
                                   "stands before the move", what);
        if (!same_event(&log->events[i], &r->chance.events[i]))
            return bl_verify_fails(r, r->chance_line[i], "this is not an order of what the next "
                                   "move shuffles: a %s of %d", what, (int)log->events[i].count);
    }
    if (log->count < r->chance.count)
        return bl_verify_fails(r, r->chance_line[log->count],
                               "the next move causes no such chance");
    return true;
}

/* ---- what a move line may carry --------------------------------------------- */

/* All lines of a game carry a member, or none does. */
static bool carries(struct replay *r, enum carried *kept, bool present, const char *name)
{
    enum carried now = present ? PRESENT : ABSENT;
    if (*kept == UNKNOWN)
        *kept = now;
    if (*kept == now)
        return true;
    return bl_verify_fails(r, r->line, present ? "%s: given here, but not with a move before"
                                               : "%s: given with a move before, but not here",
                           name);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The legal moves as we list them: NUL-terminated texts in `room`, sorted. */
static const char **list_moves(struct replay *r, struct bl_text *room, uint32_t *count)
{
    *count = r->game->rules->moves(r->state, r->moves);
    const char **texts = bl_new((size_t)*count + 1, sizeof *texts);
    size_t *starts = bl_new((size_t)*count + 1, sizeof *starts);
    for (uint32_t i = 0; i < *count; i++) {
        struct bl_play play = {r->moves[i], bl_head(r->state)->to_move, 0, NULL};
        starts[i] = room->len;
        r->game->notation->put_move(r->state, &play, room);
        bl_put_bytes(room, "", 1);
    }
    for (uint32_t i = 0; i < *count; i++)
        texts[i] = room->s + starts[i];
    qsort(texts, *count, sizeof *texts, by_text);
    free(starts);
    return texts;
}

static bool same_sets(struct replay *r, const char **given, size_t n, const char **ours, size_t m)
{
    for (size_t i = 0, k = 0; i < n || k < m; i++, k++) {
        int order = i == n ? 1 : k == m ? -1 : strcmp(given[i], ours[k]);
        if (order < 0 && i > 0 && strcmp(given[i], given[i - 1]) == 0)
            return bl_verify_fails(r, r->line, "legal: '%s' is listed twice", given[i]);
        if (order < 0)
            return bl_verify_fails(r, r->line, "legal: '%s' is listed, but is not legal", given[i]);
        if (order > 0)
            return bl_verify_fails(r, r->line, "legal: '%s' is legal, but not listed", ours[k]);
    }
    return true;
}

static bool legal_is_right(struct replay *r, struct bl_json *legal)
{
    size_t n = bl_json_count(legal, SIZE_MAX / 2);
    const char **given = bl_new(n + 1, sizeof *given);
    for (size_t i = 0; i < n; i++) {
        struct bl_json item = bl_json_item(legal, i);
        given[i] = bl_json_to_string(&item);
    }
    bool good = !legal->doc->failed;
    if (good) {
        struct bl_text room = bl_text_heap();
        uint32_t m;
        const char **ours = list_moves(r, &room, &m);
        qsort(given, n, sizeof *given, by_text);
        good = same_sets(r, given, n, ours, m);
        free(ours);
        bl_text_free(&room);
    } else {
        bl_verify_unreadable(r, legal->doc->why);
    }
    free(given);
    return good;
}

static bool cites_are_right(struct replay *r, struct bl_json *cites, const struct bl_trace *trace)
{
    bl_cite ours[BL_TRACE_MAX];
    uint32_t m = bl_cites(trace, ours, BL_TRACE_MAX);
    size_t n = bl_json_count(cites, BL_TRACE_MAX);
    if (m > 0 && !carries(r, &r->cites, n > 0, "cites"))
        return false;
    for (size_t i = 0; i < n; i++) {
        struct bl_json item = bl_json_item(cites, i);
        const char *id = bl_json_to_string(&item);
        if (cites->doc->failed)
            return bl_verify_unreadable(r, cites->doc->why);
        const char *right = i < m ? r->game->clauses[ours[i]].id : "nothing";
        if (i >= m || strcmp(id, right) != 0)
            return bl_verify_fails(r, r->line, "cites[%d]: %s, but %s is right", (int)i, id, right);
    }
    if (n > 0 && n < m)
        return bl_verify_fails(r, r->line, "cites: %s is missing at the end",
                               r->game->clauses[ours[n]].id);
    return true;
}

/* ---- moves ----------------------------------------------------------------- */

static bool is_canonical(struct replay *r, const struct bl_play *play, const char *text)
{
    struct bl_text ours = bl_text_heap();
    r->game->notation->put_move(r->state, play, &ours);
    bool same = strcmp(ours.s, text) == 0;
    if (!same)
        bl_verify_fails(r, r->line, "move: '%s' must be written '%s'", text, ours.s);
    bl_text_free(&ours);
    return same;
}

static bool refused(struct replay *r, const struct bl_play *play, const char *text, bl_cite clause,
                    const struct bl_trace *trace)
{
    const struct bl_clause *c = &r->game->clauses[clause];
    char fact[400] = "";
    for (uint32_t i = 0; i < trace->count; i++)
        if (trace->entries[i].clause == clause && *trace->entries[i].format) {
            struct bl_fact met = bl_trace_fact(trace, &trace->entries[i]);
            bl_put_fact(&(struct bl_text)BL_TEXT_FIXED(fact), &met, NULL);
        }
    return bl_verify_fails(r, r->line, *fact ? "move: '%s' of seat %d is refused by %s: %s (%s)"
                                             : "move: '%s' of seat %d is refused by %s: %s",
                           text, play->seat, c->id, c->text, fact);
}

struct move_line {
    const char *text;
    struct bl_json legal, cites, state;
    bool has_legal, has_state;
};

/* Carries the move out and compares what happened with what the line says. */
static bool replay_move(struct replay *r, const struct bl_play *play, struct move_line *line)
{
    const struct bl_rules *traced = r->game->traced;
    struct bl_chance_event events[MAX_EVENTS];
    struct bl_chance_log log = {0, MAX_EVENTS, events};
    struct bl_trace trace = {0};
    struct bl_context cx;
    bl_trace_clear(&trace);
    bl_context_init(&cx, r->game, 0);
    cx.trace = &trace;
    bl_cite clause = traced->check(r->state, play, &cx);
    if (clause != 0)
        return refused(r, play, line->text, clause, &trace);
    cx.chance.script = &r->chance;
    cx.chance.log = &log;
    traced->apply(r->state, play, &cx);
    return chance_fits(r, &log) && cites_are_right(r, &line->cites, &trace) &&
           (!line->has_state || bl_verify_state(r, &line->state, r->state));
}

bool bl_verify_move(struct replay *r, struct bl_json *event)
{
    struct move_line line = {.has_legal = bl_json_has(event, "legal"),
                             .has_state = bl_json_has(event, "state")};
    int64_t seat = bl_json_int(event, "seat", 0, r->setup.players - 1);
    line.text = bl_json_string(event, "move");
    line.cites = bl_json_member(event, "cites");
    bl_json_count(&line.cites, BL_TRACE_MAX);
    if (line.has_legal)
        line.legal = bl_json_member(event, "legal");
    if (line.has_state)
        line.state = bl_json_member(event, "state");
    bl_json_done(event);
    if (event->doc->failed)
        return bl_verify_unreadable(r, event->doc->why);
    if (bl_head(r->state)->to_move < 0)
        return bl_verify_fails(r, r->line, "a move, but the game is over: its end line is due");
    if (!carries(r, &r->legal, line.has_legal, "legal") ||
        !carries(r, &r->states, line.has_state, "state"))
        return false;

    struct bl_play play = {0};
    char room[256];
    struct bl_text said = BL_TEXT_FIXED(room);
    const char *why = r->game->notation->read_move(r->state, (int)seat, line.text, &play, &said);
    if (why)
        return bl_verify_fails(r, r->line, "move: '%s': %s", line.text, why);
    play.seat = (int8_t)seat;
    if (!is_canonical(r, &play, line.text) ||
        (line.has_legal && !legal_is_right(r, &line.legal)) || !replay_move(r, &play, &line))
        return false;
    r->chance.count = 0;
    r->verdict->moves++;
    return true;
}
