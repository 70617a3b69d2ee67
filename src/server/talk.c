/* talk.c - a message: what it is, whom it is about, who may send it; and its answer. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/utf8.h"
#include "talk.h"

bool talk_failed(const struct talk *k)
{
    return k->in.doc->failed;
}

void talk_refuse(struct talk *k, const char *why)
{
    bl_json_fault(&k->in, "%s", why);
}

/* ---- members ------------------------------------------------------------------------ */

/* Text for people: not too long, and nothing that a screen would act on. */
const char *talk_words(struct talk *k, const char *name, uint32_t most)
{
    struct bl_json value = bl_json_member(&k->in, name);
    const char *words = bl_json_to_string(&value);
    bool good = *words != '\0' || talk_failed(k);
    if (bl_utf8_count(words, strlen(words)) > most)
        bl_json_fault(&value, "has at most %d characters", (int)most);
    for (const char *at = words; *at && good; at++)
        good = !(bl_utf8_begins(*at) && (bl_utf8_control(at) > 0 || bl_utf8_unseen(at)));
    if (!good)
        bl_json_fault(&value, "must be letters and signs on one line");
    return words;
}

/* The hash of a secret, of SECRET bytes in hexadecimal digits. */
bool talk_key(struct talk *k, uint8_t key[KEY])
{
    uint8_t secret[SECRET] = {0};
    srv_read_hex(&k->in, "secret", secret, SECRET);
    bl_pledge_hash(secret, SECRET, key);
    sodium_memzero(secret, sizeof secret);
    return !talk_failed(k);
}

void talk_show(struct talk *k, const uint8_t key[KEY])
{
    struct guest *g = k->guest;
    for (uint32_t i = 0; i < g->key_count; i++)
        if (sodium_memcmp(g->keys[i], key, KEY) == 0)
            return;
    if (g->key_count >= BL_MAX_SEATS) {
        talk_refuse(k, "too many secrets");
        return;
    }
    g->keys = bl_grow(g->keys, g->key_count + 1, &g->key_room, KEY);
    memcpy(g->keys[g->key_count++], key, KEY);
    k->mine = srv_seats_of(k->t, g);
}

bool talk_attend(struct talk *k)
{
    bool here = k->guest != NULL;
    k->guest = srv_attend(k->core, k->t, k->conn);
    if (!k->guest) {
        talk_refuse(k, "this connection is at too many tables");
    } else if (!here && k->tell_moves < 0) {   /* who comes is told everything */
        k->tell_table = k->tell_me = true;
        k->tell_moves = 0;
    }
    return k->guest;
}

void talk_record(struct talk *k, struct bl_text *record, const char *kind, int seat)
{
    srv_record(k->core, record, kind, k->once);
    bl_json_putf(record, "'seat':%d", seat);
    if (k->once && k->seat != seat)
        bl_json_putf(record, "'by':%d", k->seat);
}

/* A record that says nothing but the seat. */
void talk_decide(struct talk *k, const char *kind, int seat)
{
    BL_LOCAL struct bl_text record = bl_text_heap();
    talk_record(k, &record, kind, seat);
    srv_decide(k->core, k->t, &record);
    k->tell_table = true;
}

static bool may_change(const struct talk *k, int seat)
{
    return k->t->seats[seat].changes < k->core->set.limits.seat_changes;
}

void talk_check_changes(struct talk *k)
{
    if (!may_change(k, k->seat))
        talk_refuse(k, "this was done too often at this seat");
}

/* Refuses for now what may be long, where somebody was told too much already. */
void talk_check_credit(struct talk *k)
{
    if (k->conn->credit >= 0 || talk_failed(k))
        return;
    k->again = true;
    talk_refuse(k, "so much cannot be told at once");
}

/* Who was away and does something is back. */
void talk_come_back(struct talk *k, uint32_t seats)
{
    const char *once = k->once;
    k->once = NULL;
    for (int seat = 0; seat < k->t->players; seat++)
        if ((seats >> seat & 1) && k->t->seats[seat].away && may_change(k, seat))
            talk_decide(k, "back", seat);
    k->once = once;
}

void talk_put_member(struct talk *k, struct bl_text *out, const char *name)
{
    if (bl_json_has(&k->in, name)) {
        struct bl_json value = bl_json_member(&k->in, name);
        bl_json_key(out, name);
        bl_json_put_value(out, &value);
    }
}

/* ---- anywhere -------------------------------------------------------------------------- */

void talk_hello(struct talk *k)
{
    const struct srv_settings *set = &k->core->set;
    if (bl_json_int(&k->in, "v", 0, INT32_MAX) != 1)
        talk_refuse(k, "v: this server speaks version 1");
    const char *language = bl_json_has(&k->in, "language") ? bl_json_string(&k->in, "language") : "";
    for (unsigned i = 0; i < set->language_count; i++)
        if (strcmp(set->languages[i].name, language) == 0)
            k->conn->catalogue = set->languages[i].catalogue;
    if (talk_failed(k))
        return;
    k->conn->greeted = true;
    bl_json_putf(&k->out, "{'v':1,'version':%s,'languages':[", BYLAW_VERSION);
    for (unsigned i = 0; i < set->language_count; i++)
        bl_json_put_string(&k->out, set->languages[i].name);
    bl_json_putf(&k->out, "],'engines':[");
    for (const char *const *name = set->engines; name && *name; name++)
        bl_json_put_string(&k->out, *name);
    bl_json_putf(&k->out, "],'silence':%d}", (int)set->silence_ms);
}

void talk_lobby(struct talk *k)
{
    talk_check_credit(k);
    if (talk_failed(k))
        return;
    k->conn->lobby = bl_json_bool(&k->in, "on");
    bl_put(&k->out, srv_lobby(k->core)->s);
}

/* ---- every message -------------------------------------------------------------- */

static const struct kind kinds[] = {
#define MESSAGE(name, members, place, decides, shape, function) \
    {name, members, place, decides, shape, talk_##function},
#include "messages.def"
#undef MESSAGE
};

/* What a decision is answered by, now and whenever it is sent again. */
static void put_result(struct talk *k)
{
    struct bl_text *out = &k->out;
    switch (k->kind->shape) {
    case NOTHING:
        bl_json_put_bool(out, true);
        break;
    case COUNT:
        bl_json_putf(out, k->result ? "{'answer':'accepted','count':%d}" : "{'answer':'chatter'}",
                     (int)k->result);
        break;
    case SEATED:
        bl_json_putf(out, "{'seat':%d}", (int)k->result);
        break;
    case MADE:
        bl_json_putf(out, "{'table':%s", k->t->name.s);
        srv_put_hex(out, "hash", k->t->deal.hash, KEY);
        bl_json_close(out, '}');
        break;
    case NEXT:
        bl_json_putf(out, "{'table':%s}", k->t->again.s);
        break;
    }
}

/* The table and the seat of a message. False: there is nothing to answer now. */
static bool find_place(struct talk *k)
{
    struct bl_json name = bl_json_member(&k->in, "table");
    const char *text = bl_json_to_string(&name);
    if (!talk_failed(k) && !srv_is_name(text))
        bl_json_fault(&name, "this is not the name of a table");
    if (talk_failed(k))
        return true;
    k->t = srv_table(k->core, text);
    if (!k->t && (k->core->draining || k->core->tables.count >= k->core->set.limits.tables)) {
        talk_refuse(k, "this server takes no more tables");
        k->again = true;
        return true;
    }
    if (!k->t)
        srv_table_load(k->core, k->t = srv_table_new(k->core, text, LOADING));
    if (k->t->state != HERE) {
        srv_letter(k->core, k->t, k->conn->link.key, k->text, k->size, false);
        return false;
    }
    k->t->used = k->core->now.steady;
    k->guest = srv_guest(k->t, k->conn);
    k->mine = k->guest ? srv_seats_of(k->t, k->guest) : 0;
    if (bl_json_has(&k->in, "seat"))
        k->seat = (int)bl_json_int(&k->in, "seat", k->kind->place == GUEST ? -1 : 0, k->t->players - 1);
    return true;
}

/* What was decided before is answered as before, also to who has given the seat up by it; what is new
 * is for those who may decide it. */
static void check_place(struct talk *k)
{
    if (k->kind->place >= GUEST && !k->guest)
        talk_refuse(k, "come to the table first: watch or take");
    else if (k->kind->place >= GUEST && k->seat >= 0 && !(k->mine >> k->seat & 1))
        talk_refuse(k, "that seat is not yours");
}

static void read_once(struct talk *k)
{
    struct bl_json once = bl_json_member(&k->in, "once");
    k->once = bl_json_to_string(&once);
    size_t n = strspn(k->once, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
    if (!talk_failed(k) && (n == 0 || n > ONCE || k->once[n]))
        bl_json_fault(&once, "must be 1 to %d letters and digits", ONCE);
}

static void answer(struct talk *k)
{
    if (k->kind->decides)
        read_once(k);
    if (talk_failed(k))
        return;
    bool counts = k->kind->decides && k->t;
    uint64_t key = counts ? srv_once_key(k->core, k->seat, k->once) : 0;
    const struct repeat *before = counts ? srv_repeat(k->t, k->seat, key) : NULL;
    if (before) {
        k->result = before->result;
        bl_put(&k->out, before->answer ? before->answer : "");
        if (k->kind->answer == talk_sit)
            talk_sit_again(k);
        return;
    }
    check_place(k);
    if (!talk_failed(k))
        k->kind->answer(k);
    /* What came to nothing that is stored is known again for as long as the table is in memory. */
    if (counts && !talk_failed(k) && !k->put_off && k->out.len == 0 && !srv_repeat(k->t, k->seat, key))
        srv_remember(k->t, k->seat, key, k->result, NULL);
}

/* The answer goes out first, then the news. */
static void conclude(struct talk *k)
{
    BL_LOCAL struct bl_text text = bl_text_heap();
    bl_json_putf(&text, k->id < 0 ? "{'id':null" : "{'id':%d", (int)k->id);
    if (talk_failed(k)) {
        bl_json_putf(&text, "'error':%s", k->in.doc->why);
        if (k->again)
            bl_json_putf(&text, "'again':true");
    } else {
        if (k->out.len == 0)
            put_result(k);
        bl_json_key(&text, "answer");
        bl_put(&text, k->out.s);
    }
    bl_json_close(&text, '}');
    if (k->t && (k->t->state != LOADING))
        srv_post(k->core, k->t, k->conn->link.key, k->id, text.s, text.len);
    else
        srv_send(k->core, k->conn->link.key, text.s, text.len);
    if (!k->t || k->t->state != HERE)
        return;
    /* To who came, all of it; to the others, that they came. */
    k->guest = srv_guest(k->t, k->conn);
    if (k->tell_table)
        srv_tell_table(k->core, k->t, NULL);
    if (k->tell_moves >= 0 && !talk_failed(k))
        srv_tell_moves(k->core, k->t, k->tell_me ? k->guest : NULL, (uint32_t)k->tell_moves);
    if (k->tell_me && k->guest)
        srv_tell_words(k->core, k->t, k->guest);
    srv_settle(k->core, k->t);
}

void srv_handle(struct srv_core *core, struct conn *c, const char *text, size_t size)
{
    struct bl_json_doc doc;
    struct talk k = {.core = core, .conn = c, .id = -1, .seat = -1, .text = text, .size = size,
                     .out = bl_text_heap(), .tell_moves = -1};
    bool now = true;
    core->talker = c->link.key;
    core->told = 0;
    bool parsed = bl_json_parse(&doc, text, size);
    k.in = bl_json_root(&doc);
    if (parsed) {
        k.id = bl_json_int(&k.in, "id", 0, INT32_MAX);
        const char *name = bl_json_string(&k.in, "do");
        for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
            if (strcmp(kinds[i].name, name) == 0)
                k.kind = &kinds[i];
        if (!k.kind)
            bl_json_fault(&k.in, "do: there is no message '%s'", name);
        else if (!c->greeted && k.kind->answer != talk_hello)
            bl_json_fault(&k.in, "say hello first");
    }
    if (!doc.failed) {
        BL_LOCAL struct bl_text members = bl_text_heap();
        bl_putf(&members, "id do %s", k.kind->members);
        bl_json_members(&k.in, members.s);
        if (!doc.failed && k.kind->place != NOWHERE)
            now = find_place(&k);
    }
    if (now && !doc.failed)
        answer(&k);
    if (now && !k.put_off)
        conclude(&k);
    srv_charge(core, c, core->told);
    core->talker = 0;
    bl_text_free(&k.out);
    bl_json_free(&doc);
}

/* ---- what cannot be answered now ------------------------------------------------------------------- */

void srv_put_off(struct srv_core *core, uint64_t connection, const char *text, size_t size,
                 const char *why, const char *elsewhere, bool again)
{
    struct bl_json_doc doc;
    BL_LOCAL struct bl_text out = bl_text_heap();
    if (bl_json_parse(&doc, text, size)) {
        struct bl_json in = bl_json_root(&doc);
        bl_json_putf(&out, "{'id':%d,'error':%s", (int)bl_json_int(&in, "id", 0, INT32_MAX), why);
        if (elsewhere)
            bl_json_putf(&out, "'elsewhere':%s", elsewhere);
        if (again)
            bl_json_putf(&out, "'again':true");
        bl_json_close(&out, '}');
        srv_send(core, connection, out.s, out.len);
    }
    bl_json_free(&doc);
}

const char srv_not_kept[] = "this could not be kept: send it again";

void srv_letter(struct srv_core *core, struct table *t, uint64_t connection, const char *text,
                size_t size, bool undone)
{
    if (t->letter_count >= WAITING) {
        srv_put_off(core, connection, text, size, "too many wait for this table", NULL, true);
        return;
    }
    t->letters = bl_grow(t->letters, t->letter_count + 1, &t->letter_room, sizeof *t->letters);
    char *copy = bl_new(size + 1, 1);
    memcpy(copy, text, size);
    t->letters[t->letter_count++] = (struct letter){connection, undone, copy, size};
}
