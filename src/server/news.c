/* news.c - what the people at a table are told: everything is made from what each may know. */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/hex.h"
#include "in.h"

void srv_put_hex(struct bl_text *out, const char *name, const uint8_t *bytes, size_t size)
{
    bl_json_putf(out, "%s:", name);
    bl_put_char(out, '"');
    bl_put_hex(out, bytes, size);
    bl_put_char(out, '"');
}

const struct bl_text *srv_ask(struct srv_core *core, uint32_t seats,
                              const struct bl_catalogue *catalogue, const char *request)
{
    struct bl_asker asker = {PLANTED(SRV_LEAKS) ? UINT32_MAX : seats, catalogue};
    return bl_service_ask_as(core->service, &asker, request, strlen(request));
}

const char *srv_value(const struct bl_text *answer, size_t *size)
{
    static const char before[] = "{\"answer\":";
    const size_t skip = sizeof before - 1;
    if (strncmp(answer->s, before, skip) != 0)
        return NULL;
    *size = answer->len - skip - 1;
    return answer->s + skip;
}

/* ---- the table ---------------------------------------------------------------------- */

void srv_put_set(struct bl_text *out, const char *name, uint32_t set)
{
    bl_json_putf(out, "%s:[", name);
    for (int seat = 0; seat < BL_MAX_SEATS; seat++)
        if (set >> seat & 1)
            bl_json_put_int(out, seat);
    bl_json_close(out, ']');
}

static void put_seats(const struct table *t, struct bl_text *out)
{
    bl_json_putf(out, "'seats':[");
    for (int seat = 0; seat < t->players; seat++) {
        const struct seat *s = &t->seats[seat];
        bl_json_putf(out, "{'name':%s,'bot':%s,'here':%t,'away':%t,'number':%t", s->name,
                     s->bot ? s->bot->name : NULL, s->name && !s->alone, s->away, s->numbered);
        bl_json_putf(out, s->heir ? "'quit':%d}" : "'quit':null}", (int)s->quit);
    }
    bl_json_close(out, ']');
}

/* "left": how long who is to move may still think, in milliseconds; null: as long as they like. */
static void put_left(const struct srv_core *core, const struct table *t, struct bl_text *out)
{
    uint64_t now = core->now.steady;
    bl_json_putf(out, "'left':");
    if (t->deadline && t->clock_s)
        bl_json_put_int(out, t->deadline > now ? (int64_t)(t->deadline - now) : 0);
    else
        bl_json_put_null(out);
}

/* All but what is told to one alone. */
static void put_table(struct srv_core *core, struct table *t, struct bl_text *out)
{
    bl_json_putf(out, "'table':%s,'v':%d,'stage':%s", t->name.s, (int)t->decided, srv_stages[srv_stage(t)]);
    bl_json_put_raw(out, t->setup);
    bl_json_putf(out, "'open':%t,'clock':%d,'away':%s", t->open, (int)t->clock_s,
                 t->stand_in ? t->stand_in->name : NULL);
    bl_json_putf(out, t->stand_in ? "'patience':%d" : "'patience':null",
                 (int)(t->clock_s ? t->clock_s : core->set.limits.away_ms / 1000));
    srv_put_hex(out, "hash", t->deal.hash, KEY);
    put_seats(t, out);
    bl_json_putf(out, "'guests':%d", (int)t->guest_count);
    put_left(core, t, out);
    bl_json_putf(out, t->undo.seat < 0 ? "'undo':null" : "'undo':{'seat':%d", t->undo.seat);
    if (t->undo.seat >= 0) {
        srv_put_set(out, "agreed", t->undo.agreed);
        bl_json_close(out, '}');
    }
    bl_json_putf(out, "'again':%s", t->again.s[0] ? t->again.s : NULL);
}

void srv_put_look(struct srv_core *core, struct table *t, struct bl_text *out)
{
    srv_look_round(core, t);
    bl_json_open(out, '{');
    put_table(core, t, out);
    bl_json_putf(out, "'to_move':%p}", srv_stage(t) == SRV_RUNNING ? t->to_move : -1);
}

void srv_tell_table(struct srv_core *core, struct table *t, struct guest *only)
{
    BL_LOCAL struct bl_text common = bl_text_heap(), news = bl_text_heap();
    srv_look_round(core, t);
    bl_json_putf(&common, "{'news':'table'");
    put_table(core, t, &common);
    for (uint32_t i = 0; i < t->guest_count; i++) {
        struct guest *g = &t->guests[i];
        if (only && g != only)
            continue;
        bl_text_clear(&news);
        bl_put_bytes(&news, common.s, common.len);
        srv_put_set(&news, "mine", srv_seats_of(t, g));
        bl_json_close(&news, '}');
        srv_post(core, t, g->conn->link.key, -1, news.s, news.len);
    }
}

static void put_said(struct bl_text *out, const struct table *t, uint32_t n)
{
    const struct said *s = &t->said[n % WORDS];
    bl_json_putf(out, "'n':%d,'seat':%d,'words':%s,'counts':%t", (int)n, s->seat, s->words, s->counts);
}

void srv_tell_said(struct srv_core *core, struct table *t)
{
    BL_LOCAL struct bl_text news = bl_text_heap();
    bl_json_putf(&news, "{'news':'said','table':%s,'v':%d", t->name.s, (int)t->decided);
    put_said(&news, t, t->said_count - 1);
    bl_json_close(&news, '}');
    for (uint32_t i = 0; i < t->guest_count; i++)
        srv_post(core, t, t->guests[i].conn->link.key, -1, news.s, news.len);
}

void srv_tell_words(struct srv_core *core, struct table *t, struct guest *only)
{
    BL_LOCAL struct bl_text news = bl_text_heap();
    if (t->said_count == 0)
        return;
    bl_json_putf(&news, "{'news':'words','table':%s,'said':[", t->name.s);
    for (uint32_t n = t->said_count > WORDS ? t->said_count - WORDS : 0; n < t->said_count; n++) {
        bl_json_open(&news, '{');
        put_said(&news, t, n);
        bl_json_close(&news, '}');
    }
    bl_put(&news, "]}");
    srv_post(core, t, only->conn->link.key, -1, news.s, news.len);
}

/* ---- the game ------------------------------------------------------------------------- */

/* The value of an answer, as a member. */
static void put_asked(struct srv_core *core, struct guest *g, uint32_t seats,
                      struct bl_text *out, const char *name, const struct bl_text *request)
{
    size_t size;
    const char *value = srv_value(srv_ask(core, seats, g->conn->catalogue, request->s), &size);
    bl_json_key(out, name);
    if (value)
        bl_put_bytes(out, value, size);
    else
        bl_json_put_null(out);
}

/* [… what happened from one move to another, as a reader may know it: the list is not closed. */
static void add_events(struct srv_core *core, const struct table *t, struct guest *g, int reader,
                       uint32_t from, uint32_t to, struct bl_text *events)
{
    BL_LOCAL struct bl_text request = bl_text_heap();
    size_t size;
    bl_json_putf(&request, "{'ask':'events','table':%d,'seat':%d,'from':%d,'to':%d}", t->match, reader,
                 (int)from, (int)to);
    const char *list = srv_value(srv_ask(core, srv_seats_of(t, g), g->conn->catalogue, request.s), &size);
    bool any = list && size > 2;
    bl_put(events, events->len == 0 ? "[" : any && events->len > 1 ? "," : "");
    if (any)
        bl_put_bytes(events, list + 1, size - 2);
}

/* {"news":"moves",…,"events":[…],"view":{…}} as a reader may know it. */
static void put_moves(struct srv_core *core, struct table *t, struct guest *g, int reader,
                      uint32_t from, const struct bl_text *events, struct bl_text *out)
{
    BL_LOCAL struct bl_text request = bl_text_heap();
    bl_text_clear(out);
    bl_json_putf(out, "{'news':'moves','table':%s,'v':%d,'seat':%d,'from':%d,'count':%d", t->name.s,
                 (int)t->decided, reader, (int)from, (int)bl_match_count(srv_match(core, t)));
    put_left(core, t, out);
    bl_json_key(out, "events");
    bl_put_bytes(out, events->s, events->len);
    bl_put_char(out, ']');
    bl_json_putf(&request, "{'ask':'view','table':%d,'seat':%d}", t->match,
                 PLANTED(SRV_LEAKS) && reader >= 0 ? (reader + 1) % t->players : reader);
    put_asked(core, g, srv_seats_of(t, g), out, "view", &request);
    bl_json_close(out, '}');
}

static void put_all_moves(struct srv_core *core, struct table *t, struct guest *g, int reader,
                          uint32_t from, struct bl_text *out)
{
    BL_LOCAL struct bl_text events = bl_text_heap();
    add_events(core, t, g, reader, from, bl_match_count(srv_match(core, t)), &events);
    put_moves(core, t, g, reader, from, &events, out);
}

/* ---- many moves, in pieces ------------------------------------------------------------ */

enum { PIECE = 64 };    /* moves that are told at once */

/* The seat after another of a set, or who has none; BL_MAX_SEATS: there is none. */
static int next_reader(uint32_t seats, int after)
{
    while (++after < BL_MAX_SEATS && !(seats >> after & 1))
        continue;
    return after;
}

static void tell_later(struct srv_core *core, struct table *t, struct guest *g, uint32_t from)
{
    g->late.on = true;
    g->late.from = g->late.next = from;
    g->late.seats = srv_seats_of(t, g);
    g->late.reader = g->late.seats ? next_reader(g->late.seats, -1) : BL_SPECTATOR;
    bl_text_clear(&g->late.events);
    srv_look_at(core, t);
}

struct guest *srv_told_late(const struct table *t)
{
    for (uint32_t i = 0; t->state == HERE && t->match && i < t->guest_count; i++)
        if (t->guests[i].late.on)
            return &t->guests[i];
    return NULL;
}

bool srv_tell_more(struct srv_core *core, struct table *t)
{
    struct guest *g = srv_told_late(t);
    if (!g)
        return false;
    if (g->late.seats != srv_seats_of(t, g))   /* another reader, from the beginning */
        tell_later(core, t, g, g->late.from);
    uint32_t count = bl_match_count(srv_match(core, t)), next = g->late.next;
    uint32_t to = count - next > PIECE ? next + PIECE : count;
    add_events(core, t, g, g->late.reader, next, to, &g->late.events);
    g->late.next = to;
    if (to < count)
        return true;
    BL_LOCAL struct bl_text news = bl_text_heap();
    put_moves(core, t, g, g->late.reader, g->late.from, &g->late.events, &news);
    srv_charge(core, g->conn, news.len);
    srv_post(core, t, g->conn->link.key, -1, news.s, news.len);
    bl_text_free(&g->late.events);
    g->late.events = bl_text_heap();
    g->late.next = g->late.from;
    g->late.reader = g->late.seats ? next_reader(g->late.seats, g->late.reader) : BL_MAX_SEATS;
    g->late.on = g->late.reader < BL_MAX_SEATS;
    return true;
}

void srv_tell_moves(struct srv_core *core, struct table *t, struct guest *only, uint32_t from)
{
    if (!t->match)
        return;
    BL_LOCAL struct bl_text news = bl_text_heap(), watched = bl_text_heap();
    const struct bl_catalogue *spoken = NULL;
    uint32_t count = bl_match_count(srv_match(core, t));
    for (uint32_t i = 0; i < t->guest_count; i++) {
        struct guest *g = &t->guests[i];
        uint32_t seats = srv_seats_of(t, g);
        if (only && g != only)
            continue;
        if (only || from < g->late.from)
            g->late.from = from;
        if (g->late.on && (only || from < g->late.next || seats != g->late.seats))
            tell_later(core, t, g, g->late.from);
        else if (!g->late.on && count - from > PIECE)
            tell_later(core, t, g, from);
        int end = g->late.on ? g->late.reader : t->players;   /* who comes then is told with all the rest */
        for (int seat = 0; seat < end; seat++)
            if (seats >> seat & 1) {
                put_all_moves(core, t, g, seat, from, &news);
                srv_post(core, t, g->conn->link.key, -1, news.s, news.len);
            }
        if (seats || g->late.on)
            continue;
        if (watched.len == 0 || spoken != g->conn->catalogue)   /* all who watch are told the same */
            put_all_moves(core, t, g, BL_SPECTATOR, from, &watched);
        spoken = g->conn->catalogue;
        srv_post(core, t, g->conn->link.key, -1, watched.s, watched.len);
    }
}

void srv_put_transcript(struct srv_core *core, struct table *t, struct bl_text *out)
{
    bl_put_pledged(out, bl_match_transcript(srv_match(core, t))->s, &t->deal);
}

/* ---- the lobby -------------------------------------------------------------------------- */

/* Those that wait for people, then those to watch, the newest first. */
static bool comes_before(const struct entry *a, const struct entry *b)
{
    return a->stage != b->stage ? a->stage < b->stage
         : a->shown != b->shown ? a->shown > b->shown : a->link.key < b->link.key;
}

/* The first of all: most of the others are not looked at twice. */
static size_t choose(const struct srv_core *core, const struct entry *list[], size_t most)
{
    size_t n = 0;
    for EVERY_LINK (&core->entries, e, const struct entry) {
        if (!e->lobby || (n == most && !comes_before(e, list[n - 1])))
            continue;
        size_t at = n < most ? n++ : n - 1;
        for (; at > 0 && comes_before(e, list[at - 1]); at--)
            list[at] = list[at - 1];
        list[at] = e;
    }
    return n;
}

const struct bl_text *srv_lobby(struct srv_core *core)
{
    enum { MOST = 100 };
    const struct entry *list[MOST];
    if (!core->lobby_stale)
        return &core->lobby;
    core->lobby_stale = false;
    struct bl_text text = bl_text_heap();
    size_t n = choose(core, list, MOST);
    bl_json_open(&text, '[');
    for (size_t i = 0; i < n; i++)
        bl_json_put_raw(&text, list[i]->lobby);
    bl_json_close(&text, ']');
    core->lobby_untold |= strcmp(text.s, core->lobby.s) != 0;
    bl_text_free(&core->lobby);
    core->lobby = text;
    return &core->lobby;
}
