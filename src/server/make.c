/* make.c - messages that make a table. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/hex.h"
#include "talk.h"

/* Deals it once to see whether it can be, and takes it away again. */
static void try_setup(struct talk *k, const char *setup)
{
    BL_LOCAL struct bl_text request = bl_text_heap(), why = bl_text_heap();
    bl_json_putf(&request, "{'ask':'deal'");
    bl_json_put_raw(&request, setup);
    talk_put_member(k, &request, "bots");
    bl_json_putf(&request, "'seed':'1'}");
    int match = srv_deal(k->core, k->conn->catalogue, &request, &why);
    if (match)
        srv_close_match(k->core, match);
    else
        talk_refuse(k, why.s);
}

static void check_room(struct talk *k)
{
    const struct srv_limits *limits = &k->core->set.limits;
    if (k->core->draining)
        talk_refuse(k, "this server is about to stop");
    else if (k->core->tables.count >= limits->tables || k->core->entries.count >= limits->tables_known)
        talk_refuse(k, "this server has too many tables");
    else if (k->conn->party && k->core->makers[k->conn->party] >= limits->tables_of_one)
        talk_refuse(k, "you have made too many tables");
}

enum { SETUP_BYTES = 4096 };   /* of a set-up: the lobby shows a hundred */

/* Bots that see every card are none for strangers. */
static void check_bots(struct talk *k)
{
    struct bl_json bots = bl_json_member(&k->in, "bots");
    size_t n = bl_json_count(&bots, BL_MAX_SEATS);
    for (size_t i = 0; i < n; i++)
        srv_read_bot(bl_json_item(&bots, i));
}

/* Whether persons are to play. */
static bool has_person(struct talk *k)
{
    struct bl_json bots = bl_json_member(&k->in, "bots");
    size_t players = (size_t)bl_json_int(&k->in, "players", 1, BL_MAX_SEATS);
    size_t n = bl_json_count(&bots, players);
    bool person = n < players;
    for (size_t i = 0; i < n; i++) {
        struct bl_json bot = bl_json_item(&bots, i);
        person |= bl_json_is_null(&bot);
    }
    return person;
}

/* The first record of a table: from here on it is being made. NULL: it cannot be. */
static struct table *begin_table(struct talk *k, struct srv_name name, struct bl_text *rest)
{
    uint8_t drawn[2][KEY];
    BL_LOCAL struct bl_text record = bl_text_heap();
    struct table *t = srv_table_new(k->core, name.s, MAKING);
    k->core->set.chance(k->core->set.with, drawn, sizeof drawn);
    srv_record(k->core, &record, "made", NULL);
    bl_json_putf(&record, "'party':%d", (int)k->conn->party);
    srv_put_hex(&record, "secret", drawn[0], KEY);
    srv_put_hex(&record, "next", drawn[1], KEY);
    sodium_memzero(drawn, sizeof drawn);
    bl_json_put_raw(&record, rest->s);
    srv_decide(k->core, t, &record);
    if (t->decided > 0) {
        srv_note(k->core, t);
        return t;
    }
    srv_table_free(k->core, t);
    talk_refuse(k, "this table cannot be made");
    return NULL;
}

void talk_make(struct talk *k)
{
    BL_LOCAL struct bl_text setup = bl_text_heap(), rest = bl_text_heap();
    static const char *const members[] = {"game", "players", "options", "rulings", "casual"};
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        talk_put_member(k, &setup, members[i]);
    struct bl_json clock = bl_json_member(&k->in, "clock"), away = bl_json_member(&k->in, "away");
    bool timed = !bl_json_is_null(&clock), open = bl_json_bool(&k->in, "open");
    int seconds = timed ? (int)bl_json_int(&clock, "move", 5, 2592000) : 0;
    srv_read_bot(away);
    if (strlen(k->once) < SECRET)
        talk_refuse(k, "once: a table takes 16 letters and digits at least, by chance");
    if (timed && bl_json_is_null(&away))
        talk_refuse(k, "away: by the clock somebody must play on");
    if (setup.len > SETUP_BYTES)
        talk_refuse(k, "the set-up is too long");
    check_bots(k);
    if (!talk_failed(k))
        try_setup(k, setup.s);
    if (!has_person(k))
        talk_refuse(k, "bots: somebody must play");
    struct srv_name name = srv_name_of("bylaw table", k->once, strlen(k->once));
    k->t = srv_table(k->core, name.s);
    if (talk_failed(k))
        return;
    if (k->t) {
        k->again = k->t->state != HERE;
        if (k->again)
            talk_refuse(k, "this table is on its way");
        return;
    }
    check_room(k);
    if (talk_failed(k))
        return;
    bl_json_putf(&rest, "'once':%s,'setup':{", k->once);
    bl_json_put_raw(&rest, setup.s);
    bl_put_char(&rest, '}');
    talk_put_member(k, &rest, "bots");
    bl_json_putf(&rest, "'open':%t,'clock':%d", open, seconds);
    talk_put_member(k, &rest, "away");
    k->t = begin_table(k, name, &rest);
}

/* Who sat here is to find the same seat there. */
static void put_held(const struct table *t, struct bl_text *out)
{
    bl_json_putf(out, "'held':[");
    for (int seat = 0; seat < t->players; seat++) {
        const struct seat *s = &t->seats[seat];
        BL_LOCAL struct bl_text key = bl_text_heap();
        bl_put_hex(&key, s->key, KEY);
        bl_json_put_string(out, s->name && !s->heir ? key.s : NULL);
    }
    bl_json_close(out, ']');
}

/* A new table like this one. Its name follows from what this one keeps for it, so that there is one of
 * them, whoever asks for it and however often; this table says so when the other is stored. */
void talk_again(struct talk *k)
{
    struct table *t = k->t;
    if (!t->over)
        talk_refuse(k, "the game is not over");
    if (talk_failed(k) || t->again.s[0])
        return;
    struct srv_name name = srv_name_of("bylaw again", t->next, KEY);
    struct table *next = srv_table(k->core, name.s);
    BL_LOCAL struct bl_text text = bl_text_heap();
    if (next && next->state == HERE) {
        srv_record(k->core, &text, "again", k->once);
        bl_json_putf(&text, "'next':%s", name.s);
        srv_decide(k->core, t, &text);
        k->tell_table = true;
        return;
    }
    if (!next) {
        check_room(k);
        if (talk_failed(k))
            return;
        bl_json_putf(&text, "'once':'again','setup':{");
        bl_json_put_raw(&text, t->setup);
        bl_json_putf(&text, "},'bots':[");
        for (int seat = 0; seat < t->players; seat++)
            bl_json_put_string(&text, t->seats[seat].bot ? t->seats[seat].bot->name : NULL);
        bl_json_putf(&text, "],'open':%t,'clock':%d,'away':%s", t->open, (int)t->clock_s,
                     t->stand_in ? t->stand_in->name : NULL);
        put_held(t, &text);
        next = begin_table(k, name, &text);
        if (!next)
            return;
    }
    k->put_off = true;
    srv_letter(k->core, next, k->conn->link.key, k->text, k->size, false);
}
