/* resume.c - a match taken up again from its transcript.
 *
 * Chance is taken from the transcript's own lines and counted, so that what comes
 * after the last line is drawn from where the first sitting would have drawn it. */
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "bylaw/position.h"
#include "play/match_in.h"

enum { MAX_CHANCES_A_MOVE = 32 };

struct replay {
    struct bl_match *m;
    struct bl_setup setup;
    struct bl_chance_log log;   /* chance lines since the last move */
    bool started, ended;
    char why[512];              /* of the line at hand; "": nothing is wrong */
};

static void fault(struct replay *r, const char *format, ...)
{
    struct bl_text why = BL_TEXT_FIXED(r->why);
    va_list args;
    va_start(args, format);
    bl_putfv(&why, format, args);
    va_end(args);
}

static void read_header(struct replay *r, struct bl_json *line)
{
    bl_json_int(line, "bylaw", 1, 1);
    struct bl_json id = bl_json_member(line, "game");
    const struct bl_game *game = bl_find_game(bl_json_to_string(&id));
    if (!game) {
        bl_json_fault(&id, "no such game");
        return;
    }
    bl_read_setup(line, game, &r->setup);
    struct bl_json seed = bl_json_member(line, "seed");
    uint64_t value = 0;
    if (!bl_read_number(bl_json_to_string(&seed), &value))
        bl_json_fault(&seed, "must be a decimal or 0x number of 64 bits");
    bl_json_done(line);
    if (!line->doc->failed)
        r->m = match_bare(game, value);
}

static void read_start(struct replay *r, struct bl_json *line)
{
    struct bl_json state = bl_json_member(line, "state");
    bl_json_done(line);
    if (line->doc->failed)
        return;
    bl_read_state(r->m->game, &state, &r->setup, r->m->state);
    if (line->doc->failed)
        return;
    if (!r->m->game->rules->is_start(r->m->state)) {
        fault(r, "no game starts like this");
        return;
    }
    r->started = true;
    match_begin(r->m);
}

static uint16_t read_item(const struct bl_game *game, enum bl_items items, struct bl_json *value,
                          int players)
{
    if (items == BL_ITEMS_SEATS || items == BL_ITEMS_SEAT)
        return (uint16_t)bl_json_to_int(value, 0, players - 1);
    if (items == BL_ITEMS_IDS)
        return (uint16_t)bl_json_to_int(value, 0, UINT16_MAX);
    const char *card = bl_json_to_string(value);
    int item = value->doc->failed ? -1 : game->notation->read_card(card);
    if (item < 0)
        bl_json_fault(value, "no such card: %s", card);
    return (uint16_t)(item < 0 ? 0 : item);
}

static void read_chance(struct replay *r, struct bl_json *line)
{
    const struct bl_game *game = r->m->game;
    struct bl_json what = bl_json_member(line, "what");
    const char *name = bl_json_to_string(&what);
    int kind = 0;
    while (kind < game->chance_count && strcmp(game->chances[kind].what, name) != 0)
        kind++;
    if (kind == game->chance_count || r->log.count == r->log.room) {
        bl_json_fault(&what, "no such chance here: %s", name);
        return;
    }
    struct bl_chance_event *e = &r->log.events[r->log.count++];
    struct bl_json items = bl_json_member(line, game->chances[kind].member);
    bool single = game->chances[kind].items == BL_ITEMS_SEAT;
    e->kind = (uint16_t)kind;
    e->count = single ? 1 : (uint16_t)bl_json_count(&items, BL_MAX_DRAWN);
    for (uint16_t i = 0; i < e->count && !line->doc->failed; i++) {
        struct bl_json item = single ? items : bl_json_item(&items, i);
        e->items[i] = read_item(game, game->chances[kind].items, &item, r->setup.players);
    }
    bl_json_done(line);
}

/* Carries the move out with the chance that stands before it. */
static void replay_move(struct replay *r, const struct bl_play *play)
{
    struct bl_match *m = r->m;
    struct bl_chance own = m->chance;
    m->chance.script = &r->log;
    m->chance.script_at = 0;
    match_carry_out(m, play);
    if (m->chance.misfit || m->chance.script_at != r->log.count)
        fault(r, "the chance lines before this move are not what it needs");
    m->chance = own;
    for (uint32_t i = 0; i < r->log.count; i++)
        m->chance.index[r->log.events[i].kind]++;
    r->log.count = 0;
}

static void read_move(struct replay *r, struct bl_json *line)
{
    static const char *const extras[] = {"legal", "cites", "state"};
    struct bl_match *m = r->m;
    int seat = (int)bl_json_int(line, "seat", 0, r->setup.players - 1);
    const char *text = bl_json_string(line, "move");
    for (size_t i = 0; i < sizeof extras / sizeof extras[0]; i++)
        if (bl_json_has(line, extras[i]))
            bl_json_member(line, extras[i]);
    bl_json_done(line);
    if (line->doc->failed)
        return;
    struct bl_play play;
    const char *wrong = bl_match_read(m, seat, text, &play);
    if (wrong) {
        fault(r, "move: %s", wrong);
        return;
    }
    struct bl_context cx = {.chance = m->chance, .trace = &m->trace, .scratch = m->work};
    bl_cite refused = m->game->rules->check(m->state, &play, &cx);
    if (refused != 0)
        fault(r, "seat %d may not make the move %s (%s)", seat, text,
              m->game->clauses[refused].id);
    else
        replay_move(r, &play);
}

/* What the end line says is not looked at: the state knows whether the game is over, and a
 * game that was capped goes on. */
static void read_end(struct replay *r)
{
    r->ended = true;
}

static void read_event(struct replay *r, struct bl_json *line)
{
    struct bl_json kind = bl_json_member(line, "t");
    const char *t = bl_json_to_string(&kind);
    if (line->doc->failed)
        return;
    bool start = strcmp(t, "start") == 0;
    if (!r->started && !start)
        fault(r, "the start must come before anything else");
    else if (r->ended || (r->started && start))
        fault(r, "nothing can follow here");
    else if (start)
        read_start(r, line);
    else if (strcmp(t, "chance") == 0)
        read_chance(r, line);
    else if (strcmp(t, "move") == 0)
        read_move(r, line);
    else if (strcmp(t, "end") == 0)
        read_end(r);
    else
        bl_json_fault(&kind, "no such event: %s", t);
}

static void read_line(struct replay *r, const char *text, size_t size)
{
    struct bl_json_doc doc;
    if (bl_json_parse(&doc, text, size)) {
        struct bl_json line = bl_json_root(&doc);
        if (!r->m)
            read_header(r, &line);
        else if (bl_json_has(&line, "bylaw"))
            fault(r, "a second game begins; only one can be taken up");
        else
            read_event(r, &line);
    }
    if (doc.failed && !r->why[0])
        fault(r, "%s", doc.why);
    bl_json_free(&doc);
}

struct bl_match *bl_match_resume(const char *text, size_t size, struct bl_text *why)
{
    struct replay r = {.log = {.room = MAX_CHANCES_A_MOVE}};
    r.log.events = bl_new(r.log.room, sizeof *r.log.events);
    int number = 0;
    for (size_t at = 0; at < size && !r.why[0];) {
        const char *end = memchr(text + at, '\n', size - at);
        size_t length = end ? (size_t)(end - text) - at : size - at;
        number++;
        read_line(&r, text + at, length);
        at += length + 1;
    }
    if (!r.why[0] && !r.started)
        fault(&r, "this is not the transcript of a game: there is no start in it");
    if (!r.why[0] && r.log.count > 0)
        fault(&r, "the chance line at the end has no move after it");
    free(r.log.events);
    if (!r.why[0])
        return r.m;
    /* A line is a JSON text of its own, whose faults are in its line 1. */
    bool inside = strncmp(r.why, "line 1, ", 8) == 0;
    bl_putf(why, inside ? "line %d, %s" : "line %d: %s", number, r.why + (inside ? 8 : 0));
    bl_match_free(r.m);
    return NULL;
}
