/* service.c - a service: its tables, and how a request comes to the function that answers it. */
#include "service.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/number.h"
#include "draft/draft.h"

static void list_requests(struct request *r);

static const struct request_kind own[] = {
    {"requests", NO_TABLE, "", list_requests},
    {0},
};

static const struct request_kind *const groups[] = {
    own, service_about, service_open, service_table, service_draft, service_learn, service_review, service_simulate, NULL,
};

struct bl_service *bl_service_new(void)
{
    struct bl_service *s = bl_new(1, sizeof *s);
    s->answer = bl_text_heap();
    s->room = bl_room_open();
    return s;
}

static void free_table(struct table *t)
{
    bl_match_free(t->m);
    for (int seat = 0; seat < BL_MAX_SEATS; seat++)
        free(t->names[seat]);
}

void bl_service_free(struct bl_service *s)
{
    if (!s)
        return;
    for (size_t i = 0; i < s->table_count; i++)
        free_table(&s->tables[i]);
    bl_room_close(s->room);
    free(s->tables);
    bl_text_free(&s->answer);
    free(s->catalogue_bytes);
    free(s);
}

bool bl_service_speak(struct bl_service *s, const void *catalogue, size_t size)
{
    struct bl_catalogue opened;
    void *bytes = size > 0 ? bl_copy_of(catalogue, size) : NULL;
    if (bytes && !bl_catalogue_open(&opened, bytes, size)) {
        free(bytes);
        return false;
    }
    free(s->catalogue_bytes);
    s->catalogue_bytes = bytes;
    if (bytes)
        s->catalogue = opened;
    s->voice.catalogue = bytes ? &s->catalogue : NULL;
    return true;
}

bool bl_service_learn(const void *weights, size_t size)
{
    char room[256];
    struct bl_text why = BL_TEXT_FIXED(room);
    return bl_give_weights(weights, size, &why);
}

/* ---- tables --------------------------------------------------------------- */

struct table *service_add_table(struct bl_service *s, struct bl_match *m, bool open)
{
    s->tables = bl_grow(s->tables, s->table_count + 1, &s->table_room, sizeof *s->tables);
    struct table *t = &s->tables[s->table_count++];
    *t = (struct table){.id = ++s->last_id, .m = m, .open = open, .given_up = -1};
    for (int seat = 0; seat < bl_match_setup(m)->players; seat++)
        t->ours |= (uint32_t)!bl_match_bot(m, seat) << seat;
    return t;
}

void service_remove_table(struct bl_service *s, struct table *t)
{
    free_table(t);
    const struct table *end = s->tables + s->table_count--;
    memmove(t, t + 1, (size_t)(end - t - 1) * sizeof *t);
}

void service_use_table(struct request *r, struct table *t)
{
    const struct bl_bot *bots[BL_MAX_SEATS];
    unsigned players = bl_match_setup(t->m)->players;
    for (unsigned seat = 0; seat < players; seat++)
        bots[seat] = bl_match_bot(t->m, (int)seat);
    bl_name_seats(bots, players, (const char *const *)t->names, r->names);
    r->table = t;
    r->voice.names = r->names;
}

static int by_id(const void *id, const void *table)
{
    int a = *(const int *)id, b = ((const struct table *)table)->id;
    return (a > b) - (a < b);
}

static struct table *find_table(const struct bl_service *s, int id)
{
    return s->table_count == 0 ? NULL
                               : bsearch(&id, s->tables, s->table_count, sizeof *s->tables, by_id);
}

struct bl_match *bl_service_match(const struct bl_service *s, int table)
{
    const struct table *t = find_table(s, table);
    return t ? t->m : NULL;
}

/* ---- the answer ----------------------------------------------------------- */

void service_fail(struct request *r, const char *why)
{
    bl_text_clear(r->out);
    bl_json_putf(r->out, "{'error':%s", why);
    r->failed = true;
}

bool service_failed(const struct request *r)
{
    return r->failed || r->in.doc->failed;
}

/* ---- members that several requests have ----------------------------------- */

const struct bl_game *service_game(struct request *r)
{
    struct bl_json id = bl_json_member(&r->in, "game");
    const char *name = bl_json_to_string(&id);
    const struct bl_game *game = bl_find_game(name);
    if (!game)
        bl_json_fault(&id, "there is no game '%s'", name);
    return game;
}

uint64_t service_seed(struct request *r)
{
    struct bl_json digits = bl_json_member(&r->in, "seed");
    uint64_t seed = 0;
    if (!bl_read_number(bl_json_to_string(&digits), &seed))
        bl_json_fault(&digits, "must be a decimal or 0x number of 64 bits");
    return seed;
}

const struct bl_bot *service_bot(struct bl_json value)
{
    const char *name = bl_json_to_string(&value);
    const struct bl_bot *bot = bl_find_bot(name);
    if (!bot)
        bl_json_fault(&value, "there is no bot '%s'", name);
    return bot;
}

/* ---- what is asked -------------------------------------------------------- */

static const struct request_kind *find_kind(struct request *r)
{
    struct bl_json ask = bl_json_member(&r->in, "ask");
    const char *name = bl_json_to_string(&ask);
    for (const struct request_kind *const *g = groups; *g; g++)
        for (const struct request_kind *k = *g; k->name; k++)
            if (strcmp(k->name, name) == 0)
                return k;
    bl_json_fault(&ask, "there is no request '%s'", name);
    return NULL;
}

/* The table and the seat of a request, if the asker may make it. */
static void find_place(struct request *r, enum about about)
{
    const struct bl_service *s = r->service;
    if (about == NO_TABLE || service_failed(r))
        return;
    struct bl_json table = bl_json_member(&r->in, "table");
    int id = (int)bl_json_to_int(&table, 1, INT32_MAX);
    struct table *found = find_table(s, id);
    if (found)
        service_use_table(r, found);
    else
        bl_json_fault(&table, "there is no table %d", id);
    if (about == TABLE || service_failed(r))
        return;
    const struct table *t = r->table;
    int players = bl_match_setup(t->m)->players;
    if (about == WHOLE) {
        if (!service_may_read(r, BL_REFEREE))
            bl_json_fault(&r->in, "nobody may ask this before the game is over");
    } else {
        r->voice.you = r->seat = (int)bl_json_int(&r->in, "seat", about == READER ? BL_REFEREE : 0, players - 1);
        if (!service_failed(r) && !(about == SEAT ? t->open || service_owns(r, r->seat)
                                                  : service_may_read(r, r->seat)))
            bl_json_fault(&r->in, "nobody but that seat may ask this");
        if (about == SEAT && t->given_up >= 0)
            bl_json_fault(&r->in, "the game was given up");
    }
    if (bl_json_has(&r->in, "you"))
        r->voice.you = (int)bl_json_int(&r->in, "you", BL_SPECTATOR, players - 1);
}

const struct bl_text *bl_service_ask(struct bl_service *s, const char *request, size_t size)
{
    return bl_service_ask_as(s, NULL, request, size);
}

const struct bl_text *bl_service_ask_as(struct bl_service *s, const struct bl_asker *asker,
                                        const char *request, size_t size)
{
    struct bl_json_doc doc;
    struct request r = {.service = s, .asker = asker, .out = &s->answer, .voice = s->voice};
    if (asker)
        r.voice.catalogue = asker->catalogue;
    r.voice.you = BL_SPECTATOR;
    bl_text_clear(r.out);
    bl_json_putf(r.out, "{'answer':");
    if (bl_json_parse(&doc, request, size)) {
        doc.catalogue = r.voice.catalogue;
        r.in = bl_json_root(&doc);
        const struct request_kind *kind = find_kind(&r);
        if (kind)
            bl_json_members(&r.in, kind->members);
        if (kind)
            find_place(&r, kind->about);
        if (!doc.failed)
            kind->answer(&r);
    }
    if (doc.failed)
        service_fail(&r, doc.why);
    bl_json_close(r.out, '}');
    bl_json_free(&doc);
    if (r.draft)
        bl_draft_free(r.draft);
    return &s->answer;
}

/* [{"name","members"}]: members as in the tables, "table seat number?". */
static void list_requests(struct request *r)
{
    bl_json_open(r->out, '[');
    for (const struct request_kind *const *g = groups; *g; g++)
        for (const struct request_kind *k = *g; k->name; k++)
            bl_json_putf(r->out, "{'name':%s,'members':%s}", k->name, k->members);
    bl_json_close(r->out, ']');
}
