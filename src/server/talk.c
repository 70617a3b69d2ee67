/* talk.c - what people's messages come to: one row a message, and the function that answers it. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/utf8.h"
#include "in.h"

/* A message while it is answered. */
struct talk {
    struct srv_core *core;
    struct conn *conn;
    const struct kind *kind;
    struct bl_json in;
    int64_t id;
    struct table *t;
    struct guest *guest;    /* NULL: not at the table */
    uint32_t mine;          /* seats, as a set */
    int seat;
    const char *once;
    const char *text;       /* the message itself */
    size_t size;
    struct bl_text out;     /* the value of the answer; empty: by the kind, of `result` */
    uint32_t result;
    bool again;             /* it failed for now */
    bool put_off;           /* it will be answered later */
    bool tell_table;        /* what the others are to hear of it … */
    int64_t tell_moves;     /* … from this move on; -1: nothing */
    bool tell_me;           /* only to who asked */
};

enum place { NOWHERE, TABLE, GUEST, SEAT };
enum shape { NOTHING, COUNT, SEATED, MADE, NEXT };

struct kind {
    const char *name, *members;
    enum place place;
    bool decides;
    enum shape shape;
    void (*answer)(struct talk *k);
};

static bool failed(const struct talk *k)
{
    return k->in.doc->failed;
}

static void refuse(struct talk *k, const char *why)
{
    bl_json_fault(&k->in, "%s", why);
}

/* ---- members ------------------------------------------------------------------------ */

/* Text for people: not too long, and nothing that a screen would act on. */
static const char *read_words(struct talk *k, const char *name, uint32_t most)
{
    struct bl_json value = bl_json_member(&k->in, name);
    const char *words = bl_json_to_string(&value);
    bool good = *words != '\0' || failed(k);
    if (bl_utf8_count(words, strlen(words)) > most)
        bl_json_fault(&value, "has at most %d characters", (int)most);
    for (const char *at = words; *at && good; at++)
        good = !(bl_utf8_begins(*at) && bl_utf8_control(at) > 0);
    if (!good)
        bl_json_fault(&value, "must be letters and signs on one line");
    return words;
}

/* The hash of a secret, of SECRET bytes in hexadecimal digits. */
static bool read_key(struct talk *k, uint8_t key[KEY])
{
    struct bl_json value = bl_json_member(&k->in, "secret");
    const char *hex = bl_json_to_string(&value);
    uint8_t secret[SECRET];
    size_t length = 0;
    if (sodium_hex2bin(secret, SECRET, hex, strlen(hex), NULL, &length, NULL) != 0 ||
        length != SECRET || strlen(hex) != 2 * SECRET)
        bl_json_fault(&value, "must be %d hexadecimal digits", 2 * SECRET);
    crypto_generichash(key, KEY, secret, SECRET, NULL, 0);
    return !failed(k);
}

static void show_key(struct talk *k, const uint8_t key[KEY])
{
    struct guest *g = k->guest;
    for (uint32_t i = 0; i < g->key_count; i++)
        if (sodium_memcmp(g->keys[i], key, KEY) == 0)
            return;
    if (g->key_count >= BL_MAX_SEATS) {
        refuse(k, "too many secrets");
        return;
    }
    g->keys = bl_grow(g->keys, g->key_count + 1, &g->key_room, KEY);
    memcpy(g->keys[g->key_count++], key, KEY);
    k->mine = srv_seats_of(k->t, g);
}

static bool attend(struct talk *k)
{
    k->guest = srv_attend(k->core, k->t, k->conn);
    if (!k->guest)
        refuse(k, "this connection is at too many tables");
    return k->guest;
}

static void put_seat_record(struct talk *k, struct bl_text *record, const char *kind, int seat)
{
    srv_record(k->core, record, kind, k->once);
    bl_json_putf(record, "'seat':%d", seat);
    if (k->once && k->seat != seat)
        bl_json_putf(record, "'by':%d", k->seat);
}

/* A record that says nothing but the seat. */
static void decide_seat(struct talk *k, const char *kind, int seat)
{
    BL_LOCAL struct bl_text record = bl_text_heap();
    put_seat_record(k, &record, kind, seat);
    srv_decide(k->core, k->t, &record);
    k->tell_table = true;
}

/* Who was away and does something is back. */
static void come_back(struct talk *k, uint32_t seats)
{
    const char *once = k->once;
    k->once = NULL;
    for (int seat = 0; seat < k->t->players; seat++)
        if ((seats >> seat & 1) && k->t->seats[seat].away)
            decide_seat(k, "back", seat);
    k->once = once;
}

/* ---- anywhere -------------------------------------------------------------------------- */

static void hello(struct talk *k)
{
    const struct srv_settings *set = &k->core->set;
    if (bl_json_int(&k->in, "v", 0, INT32_MAX) != 1)
        refuse(k, "v: this server speaks version 1");
    const char *language = bl_json_has(&k->in, "language") ? bl_json_string(&k->in, "language") : "";
    for (unsigned i = 0; i < set->language_count; i++)
        if (strcmp(set->languages[i].name, language) == 0)
            k->conn->catalogue = set->languages[i].catalogue;
    if (failed(k))
        return;
    k->conn->greeted = true;
    bl_json_putf(&k->out, "{'v':1,'version':%s,'languages':[", BYLAW_VERSION);
    for (unsigned i = 0; i < set->language_count; i++)
        bl_json_put_string(&k->out, set->languages[i].name);
    bl_put(&k->out, "]}");
}

static void lobby(struct talk *k)
{
    k->conn->lobby = bl_json_bool(&k->in, "on");
    srv_put_lobby(k->core, &k->out);
}

/* ---- making a table ---------------------------------------------------------------------- */

static void put_member(struct talk *k, struct bl_text *out, const char *name)
{
    if (bl_json_has(&k->in, name)) {
        struct bl_json value = bl_json_member(&k->in, name);
        bl_json_key(out, name);
        bl_json_put_value(out, &value);
    }
}

/* Deals it once to see whether it can be, and takes it away again. */
static void try_setup(struct talk *k, const char *setup)
{
    struct bl_service *service = k->core->service;
    BL_LOCAL struct bl_text request = bl_text_heap();
    bl_json_putf(&request, "{'ask':'deal'");
    bl_json_put_raw(&request, setup);
    put_member(k, &request, "bots");
    bl_json_putf(&request, "'seed':'1'}");
    const struct bl_text *answer = bl_service_ask(service, request.s, request.len);
    struct bl_json_doc doc;
    if (!bl_json_parse(&doc, answer->s, answer->len))
        return;
    struct bl_json root = bl_json_root(&doc);
    if (bl_json_has(&root, "error")) {
        refuse(k, bl_json_string(&root, "error"));
    } else {
        struct bl_json dealt = bl_json_member(&root, "answer");
        bl_text_clear(&request);
        bl_json_putf(&request, "{'ask':'close','table':%d}",
                     (int)bl_json_int(&dealt, "table", 1, INT32_MAX));
        bl_service_ask(service, request.s, request.len);
    }
    bl_json_free(&doc);
}

/* How many a person at this address has made that still go on. */
static uint32_t made_from(const struct talk *k)
{
    uint32_t count = 0;
    for EVERY_LINK (&k->core->tables, t, const struct table)
        count += t->from && strcmp(t->from, k->conn->from) == 0 && srv_stage(t) <= SRV_RUNNING;
    return count;
}

static void check_room(struct talk *k)
{
    const struct srv_limits *limits = &k->core->set.limits;
    if (k->core->draining)
        refuse(k, "this server is about to stop");
    else if (k->core->tables.count >= limits->tables)
        refuse(k, "this server has too many tables");
    else if (made_from(k) >= limits->tables_of_one)
        refuse(k, "you have made too many tables");
}

/* A bot that plays in the place of persons sees what they see. */
static void check_bot(struct talk *k, struct bl_json bot)
{
    const struct bl_bot *found = bl_json_is_null(&bot) ? NULL : bl_find_bot(bl_json_to_string(&bot));
    if (!bl_json_is_null(&bot) && (!found || found->cheats))
        bl_json_fault(&bot, "there is no such bot for this");
    (void)k;
}

/* Whether persons are to play; bots that see every card are none for strangers. */
static bool has_person(struct talk *k)
{
    struct bl_json bots = bl_json_member(&k->in, "bots");
    size_t n = bl_json_count(&bots, BL_MAX_SEATS);
    bool person = n < (size_t)bl_json_int(&k->in, "players", 1, BL_MAX_SEATS);
    for (size_t i = 0; i < n; i++) {
        struct bl_json bot = bl_json_item(&bots, i);
        check_bot(k, bot);
        person |= bl_json_is_null(&bot);
    }
    return person;
}

/* The first record of a table: from here on it is being made. */
static struct table *begin_table(struct talk *k, struct srv_name name, struct bl_text *rest)
{
    uint8_t secret[KEY];
    BL_LOCAL struct bl_text record = bl_text_heap();
    struct table *t = srv_table_new(k->core, name.s, MAKING);
    t->from = bl_copy_of(k->conn->from, strlen(k->conn->from) + 1);
    k->core->set.chance(k->core->set.with, secret, sizeof secret);
    srv_record(k->core, &record, "made", NULL);
    srv_put_hex(&record, "secret", secret, sizeof secret);
    sodium_memzero(secret, sizeof secret);
    bl_json_put_raw(&record, rest->s);
    srv_decide(k->core, t, &record);
    return t;
}

static void make(struct talk *k)
{
    BL_LOCAL struct bl_text setup = bl_text_heap(), rest = bl_text_heap();
    static const char *const members[] = {"game", "players", "options", "rulings", "casual"};
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        put_member(k, &setup, members[i]);
    struct bl_json clock = bl_json_member(&k->in, "clock"), away = bl_json_member(&k->in, "away");
    bool timed = !bl_json_is_null(&clock), open = bl_json_bool(&k->in, "open");
    int seconds = timed ? (int)bl_json_int(&clock, "move", 5, 2592000) : 0;
    check_bot(k, away);
    if (strlen(k->once) < SECRET)
        refuse(k, "once: a table takes 16 letters and digits at least, by chance");
    if (timed && bl_json_is_null(&away))
        refuse(k, "away: by the clock somebody must play on");
    if (!has_person(k))
        refuse(k, "bots: somebody must play");
    if (!failed(k))
        try_setup(k, setup.s);
    struct srv_name name = srv_name_of("bylaw table", k->once, strlen(k->once));
    k->t = srv_table(k->core, name.s);
    if (failed(k))
        return;
    if (k->t) {
        k->again = k->t->state != HERE;
        if (k->again)
            refuse(k, "this table is on its way");
        return;
    }
    check_room(k);
    if (failed(k))
        return;
    bl_json_putf(&rest, "'once':%s,'setup':{", k->once);
    bl_json_put_raw(&rest, setup.s);
    bl_put_char(&rest, '}');
    put_member(k, &rest, "bots");
    bl_json_putf(&rest, "'open':%t,'clock':%d", open, seconds);
    put_member(k, &rest, "away");
    k->t = begin_table(k, name, &rest);
}

/* A new table like this one. Its name follows from this one's secret, so that there is one of them,
 * whoever asks for it and however often; this table says so when the other is stored. */
static void again(struct talk *k)
{
    struct table *t = k->t;
    if (!t->over)
        refuse(k, "the game is not over");
    if (failed(k) || t->again.s[0])
        return;
    struct srv_name name = srv_name_of("bylaw again", t->deal.secret, KEY);
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
        if (failed(k))
            return;
        bl_json_putf(&text, "'once':'again','setup':{");
        bl_json_put_raw(&text, t->setup);
        bl_json_putf(&text, "},'bots':[");
        for (int seat = 0; seat < t->players; seat++)
            bl_json_put_string(&text, t->seats[seat].bot ? t->seats[seat].bot->name : NULL);
        bl_json_putf(&text, "],'open':%t,'clock':%d,'away':%s", t->open, (int)t->clock_s,
                     t->stand_in ? t->stand_in->name : NULL);
        next = begin_table(k, name, &text);
    }
    k->put_off = true;
    srv_letter(k->core, next, k->conn->link.key, k->text, k->size);
}

/* ---- coming and going ---------------------------------------------------------------------- */

/* Where to go on telling from: what somebody has seen is still so if nothing was taken back since. */
static int64_t seen_before(struct talk *k)
{
    const struct bl_match *m = srv_match(k->core, k->t);
    uint32_t from = 0, v = 0;
    if (bl_json_has(&k->in, "from"))
        from = (uint32_t)bl_json_int(&k->in, "from", 0, INT32_MAX);
    if (bl_json_has(&k->in, "v"))
        v = (uint32_t)bl_json_int(&k->in, "v", 0, INT32_MAX);
    if (!m)
        return -1;
    return v >= k->t->undone && v <= k->t->decided && from <= bl_match_count(m) ? from : 0;
}

static void watch(struct talk *k)
{
    k->tell_moves = seen_before(k);
    if (!failed(k) && attend(k))
        k->tell_table = k->tell_me = true;
}

static void put_seats(struct talk *k)
{
    bl_json_putf(&k->out, "{'seats':[");
    for (int seat = 0; seat < k->t->players; seat++)
        if (k->mine >> seat & 1)
            bl_json_put_int(&k->out, seat);
    bl_put(&k->out, "]}");
}

static void take(struct talk *k)
{
    uint8_t key[KEY];
    struct guest shown = {.keys = &key, .key_count = 1};
    if (!read_key(k, key))
        return;
    if (srv_seats_of(k->t, &shown) == 0)
        refuse(k, "no seat at this table has that secret");
    k->tell_moves = seen_before(k);
    if (failed(k) || !attend(k))
        return;
    show_key(k, key);
    if (failed(k))
        return;
    put_seats(k);
    come_back(k, k->mine);
    k->tell_table = k->tell_me = true;
}

static void bye(struct talk *k)
{
    if (k->guest)
        srv_part(k->core, k->t, k->conn);
    k->guest = NULL;
}

static void sit(struct talk *k)
{
    struct table *t = k->t;
    uint8_t key[KEY];
    const char *name = read_words(k, "name", k->core->set.limits.name_letters);
    int seat = (int)bl_json_int(&k->in, "seat", 0, t->players - 1);
    if (!read_key(k, key))
        return;
    struct seat *s = &t->seats[seat];
    bool theirs = s->name && sodium_memcmp(s->key, key, KEY) == 0;
    k->result = (uint32_t)seat;
    if (srv_stage(t) != SRV_WAITING && !theirs)
        refuse(k, "the game has begun");
    else if (s->bot || (s->name && !theirs))
        refuse(k, "this seat is taken");
    else if (k->core->draining)
        refuse(k, "this server is about to stop");
    for (int other = 0; other < t->players && !failed(k); other++)
        if (other != seat && t->seats[other].name && strcmp(t->seats[other].name, name) == 0)
            refuse(k, "name: somebody here is called so");
    if (failed(k) || !attend(k))
        return;
    show_key(k, key);
    if (failed(k) || theirs)
        return;
    BL_LOCAL struct bl_text record = bl_text_heap();
    srv_record(k->core, &record, "sat", k->once);
    bl_json_putf(&record, "'seat':%d,'name':%s", seat, name);
    srv_put_hex(&record, "key", key, KEY);
    srv_decide(k->core, t, &record);
    k->tell_table = true;
}

static void hand_over(struct talk *k)
{
    uint8_t key[KEY];
    if (!read_key(k, key))
        return;
    show_key(k, key);
    if (failed(k))
        return;
    BL_LOCAL struct bl_text record = bl_text_heap();
    put_seat_record(k, &record, "handed", k->seat);
    srv_put_hex(&record, "key", key, KEY);
    srv_decide(k->core, k->t, &record);
    const struct bl_match *m = srv_match(k->core, k->t);
    k->tell_table = true;
    k->tell_moves = m ? (int64_t)bl_match_count(m) : -1;   /* who had the old one sees less now */
}

static void number(struct talk *k)
{
    struct bl_json value = bl_json_member(&k->in, "number");
    const char *hex = bl_json_to_string(&value);
    uint8_t bytes[KEY];
    size_t length = 0;
    if (sodium_hex2bin(bytes, KEY, hex, strlen(hex), NULL, &length, NULL) != 0 || length != KEY)
        bl_json_fault(&value, "must be %d hexadecimal digits", 2 * KEY);
    else if (srv_stage(k->t) != SRV_WAITING)
        refuse(k, "the game has begun");
    else if (k->t->seats[k->seat].numbered)
        refuse(k, "this seat has sent its number");
    if (failed(k))
        return;
    BL_LOCAL struct bl_text record = bl_text_heap();
    put_seat_record(k, &record, "number", k->seat);
    srv_put_hex(&record, "number", bytes, KEY);
    srv_decide(k->core, k->t, &record);
    k->tell_table = true;
}

static void leave(struct talk *k)
{
    enum srv_stage stage = srv_stage(k->t);
    if (stage == SRV_WAITING)
        decide_seat(k, "left", k->seat);
    else if (stage == SRV_RUNNING && k->t->stand_in && !k->t->seats[k->seat].away)
        decide_seat(k, "away", k->seat);
    else if (stage == SRV_RUNNING && !k->t->stand_in)
        refuse(k, "nobody plays on for who leaves this table");
}

static void back(struct talk *k)
{
    if (k->t->seats[k->seat].away)
        decide_seat(k, "back", k->seat);
}

/* ---- playing --------------------------------------------------------------------------------- */

static struct bl_match *game_on(struct talk *k)
{
    struct bl_match *m = srv_match(k->core, k->t);
    if (!m || k->t->given_up)
        refuse(k, "the game has not begun");
    return failed(k) ? NULL : m;
}

/* The value of an answer of the service. */
static void put_answer(struct bl_text *out, const struct bl_text *answer)
{
    const size_t before = strlen("{\"answer\":");
    bl_put_bytes(out, answer->s + before, answer->len - before - 1);
}

/* A move or words, given to the game: true if it was made. */
static bool submit(struct talk *k, struct bl_match *m, const char *ask, const char *member)
{
    BL_LOCAL struct bl_text request = bl_text_heap();
    uint32_t count = bl_match_count(m);
    bl_json_putf(&request, "{'ask':%s,'table':%d,'seat':%d,%s:%s}", ask, k->t->match, k->seat, member,
                 bl_json_string(&k->in, member));
    const struct bl_text *answer = srv_ask(k->core, k->t, k->mine, k->conn->catalogue, request.s);
    if (bl_match_count(m) == count) {
        put_answer(&k->out, answer);
        k->core->figures.refused++;
        return false;
    }
    BL_LOCAL struct bl_text record = bl_text_heap();
    put_seat_record(k, &record, *ask == 's' && ask[1] == 'a' ? "heard" : "moved", k->seat);
    bl_json_putf(&record, "'count':%d,%s:%s", (int)count, member, bl_json_string(&k->in, member));
    srv_decide(k->core, k->t, &record);
    k->core->figures.moves++;
    k->result = count + 1;
    k->tell_moves = count;
    k->tell_table = k->t->over;
    return true;
}

static void move(struct talk *k)
{
    struct bl_match *m = game_on(k);
    int64_t count = bl_json_int(&k->in, "count", 0, INT32_MAX);
    bl_json_string(&k->in, "move");
    if (failed(k))
        return;
    if (count != bl_match_count(m)) {
        bl_json_putf(&k->out, "{'answer':'late','count':%d}", (int)bl_match_count(m));
        return;
    }
    come_back(k, UINT32_C(1) << k->seat);
    submit(k, m, "submit", "move");
}

/* Everybody hears it, in the order in which it came; the game too, from who plays it. */
static void say(struct talk *k)
{
    const char *words = read_words(k, "words", k->core->set.limits.words_letters);
    struct bl_match *m = srv_match(k->core, k->t);
    if (failed(k))
        return;
    bool counts = false;
    if (k->seat >= 0 && m && !k->t->given_up) {
        counts = submit(k, m, "say", "words");
    } else {
        bl_json_putf(&k->out, "{'answer':'chatter'}");
    }
    if (!counts)
        srv_remember(k->t, srv_once_key(k->core, k->seat, k->once), 0);
    k->core->figures.said++;
    BL_LOCAL struct bl_text news = bl_text_heap();
    bl_json_putf(&news, "{'news':'said','table':%s,'seat':%d,'words':%s,'counts':%t}", k->t->name.s,
                 k->seat, words, counts);
    srv_tell_all(k->core, k->t, &news);
}

/* ---- taking back -------------------------------------------------------------------------------- */

/* The seats whose consent it takes: persons who are not away. */
static uint32_t consenting(const struct table *t)
{
    uint32_t set = 0;
    for (int seat = 0; seat < t->players; seat++)
        if (t->seats[seat].name && !t->seats[seat].away)
            set |= UINT32_C(1) << seat;
    return set;
}

static void agree_on(struct talk *k, struct bl_match *m)
{
    struct table *t = k->t;
    t->undo.agreed |= UINT32_C(1) << k->seat;
    k->tell_table = true;
    if (consenting(t) & ~t->undo.agreed)
        return;
    BL_LOCAL struct bl_text why = bl_text_heap(), record = bl_text_heap();
    int seat = t->undo.seat;
    if (!bl_match_undo(m, seat, NULL, &why)) {
        t->undo.seat = -1;
        refuse(k, why.s);
        return;
    }
    put_seat_record(k, &record, "undone", seat);
    bl_json_putf(&record, "'count':%d", (int)t->undo.count);
    srv_decide(k->core, t, &record);
    k->tell_moves = bl_match_count(m);
}

static void undo(struct talk *k)
{
    struct bl_match *m = game_on(k);
    BL_LOCAL struct bl_text why = bl_text_heap();
    if (!m)
        return;
    const struct bl_voice voice = {.catalogue = k->conn->catalogue};
    if (!bl_match_may_undo(m, k->seat, &voice, &why)) {
        refuse(k, why.s);
        return;
    }
    k->t->undo.seat = k->seat;
    k->t->undo.count = bl_match_count(m);
    k->t->undo.agreed = 0;
    agree_on(k, m);
}

static void agree(struct talk *k)
{
    struct bl_match *m = game_on(k);
    bool yes = bl_json_bool(&k->in, "yes");
    if (!m || k->t->undo.seat < 0 || k->t->undo.count != bl_match_count(m)) {
        refuse(k, "nothing is to be taken back");
    } else if (yes) {
        agree_on(k, m);
    } else {
        k->t->undo.seat = -1;
        k->tell_table = true;
    }
}

/* ---- asking --------------------------------------------------------------------------------------- */

/* What only reads, and takes no time to speak of. */
static const char *const readable[] = {
    "view", "events", "explain", "hint", "parse", "write", "templates", "draft", "conclusions",
    "transcript", NULL,
};

static void ask(struct talk *k)
{
    struct bl_json request = bl_json_member(&k->in, "request");
    const char *what = bl_json_string(&request, "ask");
    size_t i = 0;
    while (readable[i] && strcmp(readable[i], what) != 0)
        i++;
    if (!readable[i])
        bl_json_fault(&request, "'%s' cannot be asked here", what);
    if (!failed(k) && strcmp(what, "hint") == 0 && strcmp(bl_json_string(&request, "bot"), "greedy") != 0)
        bl_json_fault(&request, "hints are those of greedy");
    if (!game_on(k))
        return;
    if (strcmp(what, "transcript") == 0 && k->t->over) {
        BL_LOCAL struct bl_text transcript = bl_text_heap();
        srv_put_transcript(k->core, k->t, &transcript);
        bl_json_put_string(&k->out, transcript.s);
        return;
    }
    BL_LOCAL struct bl_text text = bl_text_heap(), whole = bl_text_heap();
    bl_json_put_value(&text, &request);
    bl_json_putf(&whole, "{'table':%d", k->t->match);
    bl_json_put_raw(&whole, text.s + 1);
    const struct bl_text *answer = srv_ask(k->core, k->t, k->mine, k->conn->catalogue, whole.s);
    if (strncmp(answer->s, "{\"answer\":", 10) == 0)
        put_answer(&k->out, answer);
    else
        refuse(k, "this cannot be answered");
}

/* ---- every message ---------------------------------------------------------------------------------- */

static const struct kind kinds[] = {
    {"hello", "v language?", NOWHERE, false, NOTHING, hello},
    {"lobby", "on", NOWHERE, false, NOTHING, lobby},
    {"make", "game players options? rulings? casual? bots open clock away once", NOWHERE, true, MADE, make},
    {"watch", "table from? v?", TABLE, false, NOTHING, watch},
    {"take", "table secret from? v?", TABLE, false, NOTHING, take},
    {"sit", "table seat name secret once", TABLE, true, SEATED, sit},
    {"bye", "table", TABLE, false, NOTHING, bye},
    {"hand-over", "table seat secret once", SEAT, true, NOTHING, hand_over},
    {"number", "table seat number once", SEAT, true, NOTHING, number},
    {"leave", "table seat once", SEAT, true, NOTHING, leave},
    {"back", "table seat once", SEAT, true, NOTHING, back},
    {"move", "table seat count move once", SEAT, true, COUNT, move},
    {"say", "table seat words once", GUEST, true, COUNT, say},
    {"undo", "table seat once", SEAT, true, NOTHING, undo},
    {"agree", "table seat yes once", SEAT, true, NOTHING, agree},
    {"ask", "table request", TABLE, false, NOTHING, ask},
    {"again", "table once", GUEST, true, NEXT, again},
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
        bl_json_putf(out, "{'answer':'accepted','count':%d}", (int)k->result);
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
    if (!failed(k) && !srv_is_name(text))
        bl_json_fault(&name, "this is not the name of a table");
    if (failed(k))
        return true;
    k->t = srv_table(k->core, text);
    if (!k->t && (k->core->draining || k->core->tables.count >= k->core->set.limits.tables)) {
        refuse(k, "this server takes no more tables");
        k->again = true;
        return true;
    }
    if (!k->t)
        srv_table_load(k->core, k->t = srv_table_new(k->core, text, LOADING));
    if (k->t->state != HERE) {
        srv_letter(k->core, k->t, k->conn->link.key, k->text, k->size);
        return false;
    }
    k->t->used = k->core->now.steady;
    k->guest = srv_guest(k->t, k->conn);
    k->mine = k->guest ? srv_seats_of(k->t, k->guest) : 0;
    if (k->kind->place >= GUEST && !k->guest)
        refuse(k, "come to the table first: watch or take");
    bool seated = k->kind->place == SEAT || (k->kind->place == GUEST && bl_json_has(&k->in, "seat"));
    if (seated)
        k->seat = (int)bl_json_int(&k->in, "seat", k->kind->place == SEAT ? 0 : -1, k->t->players - 1);
    if (seated && !failed(k) && k->seat >= 0 && !(k->mine >> k->seat & 1))
        refuse(k, "that seat is not yours");
    return true;
}

static void read_once(struct talk *k)
{
    struct bl_json once = bl_json_member(&k->in, "once");
    k->once = bl_json_to_string(&once);
    size_t n = strspn(k->once, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
    if (!failed(k) && (n == 0 || n > ONCE || k->once[n]))
        bl_json_fault(&once, "must be 1 to %d letters and digits", ONCE);
}

static void answer(struct talk *k)
{
    if (k->kind->decides)
        read_once(k);
    if (failed(k))
        return;
    int who = strcmp(k->kind->name, "sit") == 0
                  ? (int)bl_json_int(&k->in, "seat", 0, k->t->players - 1) : k->seat;
    const struct repeat *before = NULL;
    if (k->kind->decides && k->t && !failed(k))
        before = srv_repeat(k->t, srv_once_key(k->core, who, k->once));
    if (before && k->kind->answer != sit)
        k->result = before->result;
    else if (!failed(k))
        k->kind->answer(k);
}

/* The answer goes out first, then the news. */
static void conclude(struct talk *k)
{
    BL_LOCAL struct bl_text text = bl_text_heap();
    bl_json_putf(&text, k->id < 0 ? "{'id':null" : "{'id':%d", (int)k->id);
    if (failed(k)) {
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
    if (k->tell_moves >= 0)
        srv_tell_moves(k->core, k->t, k->tell_me ? k->guest : NULL, (uint32_t)k->tell_moves);
    srv_settle(k->core, k->t);
}

void srv_handle(struct srv_core *core, struct conn *c, const char *text, size_t size)
{
    struct bl_json_doc doc;
    struct talk k = {.core = core, .conn = c, .id = -1, .seat = -1, .text = text, .size = size,
                     .out = bl_text_heap(), .tell_moves = -1};
    bool now = true;
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
        else if (!c->greeted && k.kind->answer != hello)
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
    bl_text_free(&k.out);
    bl_json_free(&doc);
}

/* ---- what cannot be answered now ------------------------------------------------------------------- */

void srv_put_off(struct srv_core *core, uint64_t connection, const char *text, size_t size,
                 const char *why, const char *member, const char *value)
{
    struct bl_json_doc doc;
    BL_LOCAL struct bl_text out = bl_text_heap();
    if (bl_json_parse(&doc, text, size)) {
        struct bl_json in = bl_json_root(&doc);
        bl_json_putf(&out, "{'id':%d,'error':%s", (int)bl_json_int(&in, "id", 0, INT32_MAX), why);
        if (member)
            bl_json_putf(&out, "%s:%s", member, value);
        bl_json_close(&out, '}');
        srv_send(core, connection, out.s, out.len);
    }
    bl_json_free(&doc);
}

void srv_letter(struct srv_core *core, struct table *t, uint64_t connection, const char *text,
                size_t size)
{
    if (t->letter_count >= WAITING) {
        srv_put_off(core, connection, text, size, "too many wait for this table", "again", "yes");
        return;
    }
    t->letters = bl_grow(t->letters, t->letter_count + 1, &t->letter_room, sizeof *t->letters);
    char *copy = bl_new(size + 1, 1);
    memcpy(copy, text, size);
    t->letters[t->letter_count++] = (struct letter){connection, copy, size};
}

/* ---- bots -------------------------------------------------------------------------------------------- */

/* What a bot is made to play whose own move was refused: the first closed move of the list. */
static void make_any(struct bl_match *m, int seat, struct bl_text *move, struct bl_reply *reply)
{
    const bl_move *moves;
    uint32_t n = bl_match_moves(m, &moves), i = 0;
    while (i < n && (moves[i] & BL_OPEN))
        i++;
    if (i == n)
        return;
    struct bl_play play = {.move = moves[i], .seat = (int8_t)seat};
    bl_text_clear(move);
    bl_match_put_move(m, seat, &play, move);
    bl_match_submit(m, seat, move->s, reply);
}

void srv_bot_move(struct srv_core *core, struct table *t, int seat, const char *move)
{
    struct bl_match *m = srv_match(core, t);
    uint32_t count = bl_match_count(m);
    BL_LOCAL struct bl_text text = bl_text_heap(), record = bl_text_heap();
    struct bl_reply reply;
    bl_put(&text, move);
    bl_match_submit(m, seat, move, &reply);
    if (reply.answer != BL_ACCEPTED)
        make_any(m, seat, &text, &reply);
    if (reply.answer != BL_ACCEPTED)
        return;
    srv_record(core, &record, "moved", NULL);
    bl_json_putf(&record, "'seat':%d,'count':%d,'move':%s,'bot':true", seat, (int)count, text.s);
    srv_decide(core, t, &record);
    core->figures.moves++;
    srv_tell_moves(core, t, NULL, count);
    if (t->over)
        srv_tell_table(core, t, NULL);
    srv_settle(core, t);
}
