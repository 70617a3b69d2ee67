/* verify.c - replaying transcripts: the order of their lines, the header, the start, the end. */
#include "verify.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/number.h"
#include "bylaw/position.h"
#include "json_diff.h"

bool bl_verify_fails(struct replay *r, uint64_t line, const char *format, ...)
{
    struct bl_verdict *v = r->verdict;
    if (!v->ok)
        return false;
    struct bl_text why = BL_TEXT_FIXED(v->why);
    va_list args;
    va_start(args, format);
    bl_putfv(&why, format, args);
    va_end(args);
    v->ok = false;
    v->line = line;
    return false;
}

bool bl_verify_unreadable(struct replay *r, const char *why)
{
    if (r->verdict->ok)
        r->verdict->unreadable = true;
    return bl_verify_fails(r, r->line, "%s", why);
}

bool bl_verify_state(struct replay *r, const struct bl_json *given, const void *state)
{
    struct bl_text ours = bl_text_heap();
    struct bl_json_doc doc;
    char room[400] = "";
    struct bl_text why = BL_TEXT_FIXED(room);
    bl_put_state(r->game, state, &ours);
    enum bl_diff diff = BL_SHAPE;
    if (bl_json_parse(&doc, ours.s, ours.len)) {
        struct bl_json right = bl_json_root(&doc);
        diff = bl_json_diff(given, &right, &why);
    }
    bl_json_free(&doc);
    bl_text_free(&ours);
    if (diff == BL_SHAPE)
        return bl_verify_unreadable(r, room);
    return diff == BL_SAME || bl_verify_fails(r, r->line, "%s", room);
}

/* ---- header and start ------------------------------------------------------ */

static void forget_game(struct replay *r)
{
    free(r->state);
    free(r->moves);
    r->state = NULL;
    r->moves = NULL;
}

static void begin_game(struct replay *r)
{
    forget_game(r);
    r->state = bl_new(1, r->game->state_size);
    r->moves = bl_new((size_t)r->game->max_moves + 1, sizeof *r->moves);
    r->legal = r->states = r->cites = UNKNOWN;
    r->chance.count = 0;
}

static bool read_header(struct replay *r, struct bl_json *root)
{
    bl_json_int(root, "bylaw", 1, 1);
    struct bl_json id = bl_json_member(root, "game");
    const char *name = bl_json_to_string(&id);
    r->game = root->doc->failed ? NULL : bl_find_game(name);
    if (!r->game)
        bl_json_fault(&id, "there is no game '%s'", name);
    else
        bl_read_setup(root, r->game, &r->setup);
    struct bl_json seed = bl_json_member(root, "seed");
    const char *digits = bl_json_to_string(&seed);
    uint64_t number;
    if (!root->doc->failed && !bl_read_number(digits, &number))
        bl_json_fault(&seed, "'%s' is not a decimal or 0x number of 64 bits", digits);
    bl_json_done(root);
    if (root->doc->failed)
        return bl_verify_unreadable(r, root->doc->why);
    begin_game(r);
    r->due = DUE_START;
    return true;
}

static bool read_start(struct replay *r, struct bl_json *event)
{
    struct bl_json state = bl_json_member(event, "state");
    struct bl_json inner = state;
    bl_json_done(event);
    if (!event->doc->failed)
        bl_read_state(r->game, &inner, &r->setup, r->state);
    if (event->doc->failed)
        return bl_verify_unreadable(r, event->doc->why);
    if (!bl_verify_state(r, &state, r->state))
        return false;
    if (!r->game->rules->is_start(r->state))
        return bl_verify_fails(r, r->line, "state: no deal of this game gives this start");
    r->due = DUE_PLAY;
    return true;
}

/* ---- the end --------------------------------------------------------------- */

static bool right_end(struct replay *r, int winner, struct bl_json *ranking, const char *why)
{
    struct bl_result result = {.winner = -1};
    r->game->rules->result(r->state, &result);
    bool capped = strcmp(why, "cap") == 0;
    if (result.why == 0 && !capped)
        return bl_verify_fails(r, r->line, "why: the game is not over, so only \"cap\" can end it");
    const char *right = result.why == 0 ? "cap" : r->game->clauses[result.why].id;
    if (strcmp(why, right) != 0)
        return bl_verify_fails(r, r->line, "why: '%s', but '%s' is right", why, right);
    int winner_right = result.why == 0 ? -1 : result.winner;
    if (winner != winner_right)
        return bl_verify_fails(r, r->line, winner_right < 0 ? "winner: nobody has won"
                                                            : "winner: seat %d has won",
                               winner_right);
    size_t ranked = result.why == 0 ? 0 : result.ranked;
    size_t count = bl_json_count(ranking, BL_MAX_SEATS);
    if (count != ranked)
        return bl_verify_fails(r, r->line, "ranking: %d seats, but %d are right", (int)count,
                               (int)ranked);
    for (size_t i = 0; i < count; i++) {
        struct bl_json item = bl_json_item(ranking, i);
        int64_t seat = bl_json_to_int(&item, 0, r->setup.players - 1);
        if (!item.doc->failed && seat != result.ranking[i])
            return bl_verify_fails(r, r->line, "ranking[%d]: seat %d, but seat %d is right", (int)i,
                                   (int)seat, (int)result.ranking[i]);
    }
    return true;
}

static bool read_end(struct replay *r, struct bl_json *event)
{
    int winner = bl_json_seat(event, "winner", r->setup.players);
    struct bl_json ranking = bl_json_member(event, "ranking");
    bl_json_count(&ranking, BL_MAX_SEATS);
    const char *why = bl_json_string(event, "why");
    bl_json_done(event);
    if (event->doc->failed)
        return bl_verify_unreadable(r, event->doc->why);
    if (r->chance.count > 0)
        return bl_verify_fails(r, r->chance_line[0], "no move follows this chance line");
    if (!right_end(r, winner, &ranking, why))
        return false;
    if (event->doc->failed)
        return bl_verify_unreadable(r, event->doc->why);
    r->verdict->games++;
    r->due = DUE_HEADER;
    return true;
}

/* ---- lines ----------------------------------------------------------------- */

static bool read_event(struct replay *r, struct bl_json *event)
{
    static const char *const types[] = {"start", "chance", "move", "end"};
    struct bl_json type = bl_json_member(event, "t");
    const char *given = bl_json_to_string(&type);
    int t = 0;
    while (!event->doc->failed && t < 4 && strcmp(types[t], given) != 0)
        t++;
    if (t == 4)
        bl_json_fault(&type, "'%s' is not start, chance, move or end", given);
    if (event->doc->failed)
        return bl_verify_unreadable(r, event->doc->why);
    if (r->due == DUE_START && t != 0)
        return bl_verify_fails(r, r->line, "the start must come first, not a '%s' line", given);
    if (r->due == DUE_PLAY && t == 0)
        return bl_verify_fails(r, r->line, "a second start in the same game");
    switch (t) {
    case 0: return read_start(r, event);
    case 1: return bl_verify_chance(r, event);
    case 2: return bl_verify_move(r, event);
    default: return read_end(r, event);
    }
}

static bool read_value(struct replay *r, struct bl_json *root)
{
    bool header = bl_json_has(root, "bylaw");
    if (r->due != DUE_HEADER && header)
        return bl_verify_fails(r, r->line, "a header, but the game before it has not ended");
    if (r->due == DUE_HEADER && !header && bl_json_has(root, "t"))
        return bl_verify_fails(r, r->line, r->verdict->games > 0
                               ? "after the end only the header of another game may follow"
                               : "the header must come first");
    return r->due == DUE_HEADER ? read_header(r, root) : read_event(r, root);
}

static bool read_line(struct replay *r, const char *line, size_t size)
{
    if (size == 0)
        return bl_verify_unreadable(r, "a blank line");
    if (memchr(line, '\0', size))
        return bl_verify_unreadable(r, "a NUL byte");
    struct bl_json_doc doc;
    bool good = bl_json_parse(&doc, line, size);
    if (good) {
        struct bl_json root = bl_json_root(&doc);
        good = read_value(r, &root);
    } else {
        bl_verify_unreadable(r, doc.why);
    }
    bl_json_free(&doc);
    return good;
}

void bl_verify(struct bl_lines *lines, struct bl_verdict *verdict)
{
    struct replay r = {.verdict = verdict};
    *verdict = (struct bl_verdict){.ok = true};
    r.chance.room = MAX_EVENTS;
    r.chance.events = bl_new(MAX_EVENTS, sizeof *r.chance.events);
    const char *line;
    size_t size;
    bool good = true;
    while (good && lines->next(lines, &line, &size)) {
        r.line++;
        good = read_line(&r, line, size);
    }
    r.line++;
    if (good && r.due != DUE_HEADER)
        bl_verify_unreadable(&r, "the transcript stops in the middle of a game: no end line");
    else if (good && verdict->games == 0)
        bl_verify_unreadable(&r, "an empty transcript: no header");
    forget_game(&r);
    free(r.chance.events);
}
