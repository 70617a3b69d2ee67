/* table.c - a table as its records have it: what is decided becomes a record, which is folded into
 * the table and stored; loading one folds the same records again. */
#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/hex.h"
#include "in.h"

enum { FORGOTTEN_DAYS = 14 };
static const uint64_t forgotten_ms = FORGOTTEN_DAYS * UINT64_C(86400000);
/* When a bot is to move, another server may take the table up if nothing has come of it by then. */
static const uint64_t bot_ms = 3000;

/* ---- names ------------------------------------------------------------------------ */

struct srv_name srv_name_of(const char *what, const void *bytes, size_t size)
{
    static const char letters[] = SRV_LETTERS;
    uint8_t hash[KEY];
    crypto_generichash_state state;
    crypto_generichash_init(&state, NULL, 0, sizeof hash);
    crypto_generichash_update(&state, (const uint8_t *)what, strlen(what));
    crypto_generichash_update(&state, bytes, size);
    crypto_generichash_final(&state, hash, sizeof hash);
    struct srv_name name = {""};
    for (int i = 0; i < SRV_NAME; i++) {
        int bit = 5 * i;
        unsigned two = (unsigned)hash[bit / 8] << 8 | hash[bit / 8 + 1];
        name.s[i] = letters[two >> (11 - bit % 8) & 31];
    }
    return name;
}

bool srv_is_name(const char *text)
{
    return strlen(text) == SRV_NAME && strspn(text, SRV_LETTERS) == SRV_NAME;
}

/* ---- tables in memory -------------------------------------------------------------- */

struct table *srv_table(const struct srv_core *core, const char *name)
{
    struct table *t = (struct table *)map_find(&core->tables, srv_key(core, name, SRV_NAME));
    return t && strcmp(t->name.s, name) == 0 ? t : NULL;
}

/* What a table is before its first record. */
static void clear(struct table *t)
{
    t->thinking = SRV_ASKED;
    t->undo.seat = t->to_move = t->late = -1;
}

struct table *srv_table_new(struct srv_core *core, const char *name, enum state state)
{
    struct table *t = bl_new(1, sizeof *t);
    t->link.key = srv_key(core, name, SRV_NAME);
    memcpy(t->name.s, name, SRV_NAME);
    t->state = state;
    t->used = core->now.steady;
    clear(t);
    map_add(&core->tables, &t->link);
    srv_look_at(core, t);
    return t;
}

void srv_table_load(struct srv_core *core, struct table *t)
{
    t->state = LOADING;
    t->retry = 0;
    core->figures.loads++;
    srv_order(core, (struct srv_order){.kind = SRV_LOAD, .table = t->name});
}

void srv_close_match(struct srv_core *core, int match)
{
    BL_LOCAL struct bl_text request = bl_text_heap();
    bl_json_putf(&request, "{'ask':'close','table':%d}", match);
    bl_service_ask(core->service, request.s, request.len);
}

void srv_table_forget(struct srv_core *core, struct table *t, bool taken)
{
    for (uint32_t i = 0; i < t->post_count; i++) {
        struct post *p = &t->posts[i];
        BL_LOCAL struct bl_text text = bl_text_heap();
        bl_json_putf(&text, "{'id':%d}", (int)p->id);
        if (p->id >= 0 && taken)
            srv_letter(core, t, p->connection, text.s, text.len, true);
        else if (p->id >= 0)
            srv_put_off(core, p->connection, text.s, text.len, srv_not_kept, NULL, true);
        free(p->text);
    }
    if (t->match)
        srv_close_match(core, t->match);
    for (uint32_t i = 0; i < t->guest_count; i++)
        t->guests[i].late.on = false;
    for (int seat = 0; seat < BL_MAX_SEATS; seat++)
        free(t->seats[seat].name);
    for (int i = 0; i <= BL_MAX_SEATS; i++)
        free(t->repeats[i].list);
    for (int i = 0; i < WORDS; i++)
        free(t->said[i].words);
    BL_FREE(t->setup, t->posts);
    sodium_memzero(&t->deal, sizeof t->deal);
    struct table kept = {
        .link = t->link, .alarm = t->alarm, .name = t->name, .state = t->state, .used = t->used, .guests = t->guests,
        .guest_count = t->guest_count, .guest_room = t->guest_room, .letters = t->letters,
        .letter_count = t->letter_count, .letter_room = t->letter_room,
    };
    *t = kept;
    clear(t);
}

static void free_guest(struct table *t, uint32_t i)
{
    struct conn *c = t->guests[i].conn;
    for (int k = 0; k < PLACES; k++)
        if (c->at[k] == t)
            c->at[k] = NULL;
    free(t->guests[i].keys);
    bl_text_free(&t->guests[i].late.events);
    t->guests[i] = t->guests[--t->guest_count];
}

void srv_table_free(struct srv_core *core, struct table *t)
{
    srv_table_forget(core, t, false);
    while (t->guest_count > 0)
        free_guest(t, t->guest_count - 1);
    for (uint32_t i = 0; i < t->letter_count; i++)
        free(t->letters[i].text);
    alarm_clear(&core->looks, &t->alarm);
    map_remove(&core->tables, &t->link);
    BL_FREE(t->guests, t->letters, t);
}

/* ---- who is there ------------------------------------------------------------------- */

uint32_t srv_seats_of(const struct table *t, const struct guest *g)
{
    uint32_t set = 0;
    for (int seat = 0; seat < t->players; seat++)
        for (uint32_t k = 0; t->seats[seat].name && k < g->key_count; k++)
            if (sodium_memcmp(t->seats[seat].key, g->keys[k], KEY) == 0)
                set |= UINT32_C(1) << seat;
    return set;
}

struct guest *srv_guest(const struct table *t, const struct conn *c)
{
    for (uint32_t i = 0; i < t->guest_count; i++)
        if (t->guests[i].conn == c)
            return &t->guests[i];
    return NULL;
}

struct guest *srv_attend(struct srv_core *core, struct table *t, struct conn *c)
{
    struct guest *g = srv_guest(t, c);
    for (int i = 0; i < PLACES && !g; i++)
        if (!c->at[i]) {
            c->at[i] = t;
            t->guests = bl_grow(t->guests, t->guest_count + 1, &t->guest_room, sizeof *t->guests);
            g = &t->guests[t->guest_count++];
            *g = (struct guest){.conn = c, .late.events = bl_text_heap()};
        }
    t->used = core->now.steady;
    return g;
}

void srv_look_round(struct srv_core *core, struct table *t)
{
    uint32_t here = 0;
    for (uint32_t i = 0; i < t->guest_count; i++)
        here |= srv_seats_of(t, &t->guests[i]);
    for (int seat = 0; seat < t->players; seat++) {
        uint64_t *alone = &t->seats[seat].alone;
        *alone = here >> seat & 1 ? 0 : *alone ? *alone : core->now.steady + !core->now.steady;
    }
}

void srv_part(struct srv_core *core, struct table *t, struct conn *c)
{
    for (uint32_t i = 0; i < t->guest_count; i++)
        if (t->guests[i].conn == c) {
            free_guest(t, i);
            t->used = core->now.steady;
            if (t->state == HERE) {
                srv_settle(core, t);
                srv_tell_table(core, t, NULL);
            }
            return;
        }
}

/* ---- how it stands -------------------------------------------------------------------- */

struct bl_match *srv_match(const struct srv_core *core, const struct table *t)
{
    return t->match ? bl_service_match(core->service, t->match) : NULL;
}

const char *const srv_stages[] = {"waiting", "running", "over", "given-up"};

enum srv_stage srv_stage(const struct table *t)
{
    return t->given_up ? SRV_GIVEN_UP : t->over ? SRV_OVER : t->match ? SRV_RUNNING : SRV_WAITING;
}

const struct bl_bot *srv_bot_of(const struct table *t, int seat)
{
    const struct seat *s = &t->seats[seat];
    return s->bot ? s->bot : s->away || t->late == seat ? t->stand_in : NULL;
}

/* Somebody sits everywhere; and everybody's number is there. */
static bool is_full(const struct table *t, bool numbered)
{
    for (int seat = 0; seat < t->players; seat++) {
        const struct seat *s = &t->seats[seat];
        if (!s->bot && (!s->name || (numbered && !s->numbered)))
            return false;
    }
    return t->players > 0;
}

/* How long the table waits until something happens by itself; 0: for nothing. It waits from the
 * beginning of the turn on, but for a bot from the last record, and `unseen` only while nobody of the
 * seat is here. */
static uint64_t patience(const struct srv_core *core, const struct table *t, bool *unseen)
{
    const struct srv_limits *limits = &core->set.limits;
    enum srv_stage stage = srv_stage(t);
    *unseen = false;
    if (stage == SRV_WAITING)
        return is_full(t, false) ? limits->number_ms : forgotten_ms;
    if (stage != SRV_RUNNING)
        return 0;
    if (srv_bot_of(t, t->to_move))
        return bot_ms;
    if (!t->stand_in)
        return forgotten_ms;
    *unseen = t->clock_s == 0;
    return t->clock_s ? t->clock_s * UINT64_C(1000) : limits->away_ms;
}

void srv_stand(struct srv_core *core, const struct table *t, struct srv_standing *out,
               struct bl_text *lobby)
{
    bool unseen;
    uint64_t wait = patience(core, t, &unseen);
    bool bots = t->to_move >= 0 && srv_bot_of(t, t->to_move);
    *out = (struct srv_standing){.stage = srv_stage(t), .open = t->open,
                                 .due = wait ? (bots ? t->changed : t->turn_at) + wait : 0, .changed = t->changed};
    bl_text_clear(lobby);
    bl_json_putf(lobby, "{'table':%s", t->name.s);
    bl_json_put_raw(lobby, t->setup);
    bl_json_putf(lobby, "'stage':%s,'clock':%d,'seats':[", srv_stages[out->stage], (int)t->clock_s);
    for (int seat = 0; seat < t->players; seat++)
        bl_json_putf(lobby, "{'name':%s,'bot':%s}", t->seats[seat].name,
                     t->seats[seat].bot ? t->seats[seat].bot->name : NULL);
    bl_put(lobby, "]}");
    out->lobby = lobby->s;
}

/* ---- what was said before --------------------------------------------------------------- */

uint64_t srv_once_key(const struct srv_core *core, int seat, const char *once)
{
    char text[ONCE + 2] = {(char)('a' + seat)};
    memcpy(text + 1, once, strlen(once) + 1);
    return srv_key(core, text, strlen(text));
}

const struct repeat *srv_repeat(const struct table *t, int seat, uint64_t key)
{
    const struct repeats *r = &t->repeats[seat + 1];
    uint32_t n = r->count < REPEATS ? r->count : REPEATS;
    for (uint32_t i = 0; i < n && !PLANTED(SRV_COUNTS_TWICE); i++)
        if (r->list[i].key == key)
            return &r->list[i];
    return NULL;
}

void srv_remember(struct table *t, int seat, uint64_t key, uint32_t result)
{
    struct repeats *r = &t->repeats[seat + 1];
    uint32_t place = r->count++ % REPEATS;
    if (place >= r->room)
        r->list = bl_grow(r->list, place + 1, &r->room, sizeof *r->list);
    r->list[place] = (struct repeat){key, result};
}

void srv_note_words(struct table *t, int seat, const char *words, bool counts)
{
    struct said *s = &t->said[t->said_count++ % WORDS];
    free(s->words);
    *s = (struct said){seat, counts, bl_copy_of(words, strlen(words) + 1)};
}

/* ---- what is told ------------------------------------------------------------------------ */

void srv_post(struct srv_core *core, struct table *t, uint64_t connection, int64_t id,
              const char *text, size_t size)
{
    if ((t->stored == t->decided && t->state == HERE) || PLANTED(SRV_ACKS_EARLY)) {
        srv_send(core, connection, text, size);
        return;
    }
    core->told += connection == core->talker ? size : 0;
    t->posts = bl_grow(t->posts, t->post_count + 1, &t->post_room, sizeof *t->posts);
    t->posts[t->post_count++] = (struct post){t->decided, connection, id,
                                              bl_copy_of(text, size + 1), size};
}

/* ---- records ------------------------------------------------------------------------------ */

/* A record on its way into the table. */
struct folding {
    struct srv_core *core;
    struct table *t;
    struct bl_json in;
    uint64_t at;
    int seat;           /* that it is about; -1: none */
    uint32_t result;    /* for who sends the same again */
};

static struct seat *read_seat(struct folding *f)
{
    f->seat = (int)bl_json_int(&f->in, "seat", 0, f->t->players - 1);
    return &f->t->seats[f->seat];
}

void srv_read_hex(struct bl_json *in, const char *name, void *out, size_t size)
{
    struct bl_json value = bl_json_member(in, name);
    if (!bl_read_hex(bl_json_to_string(&value), out, size))
        bl_json_fault(&value, "must be %d hexadecimal digits", (int)size * 2);
}

const struct bl_bot *srv_read_bot(struct bl_json value)
{
    enum { LETTERS = 32 };   /* of its name: every name that was asked for is kept */
    if (bl_json_is_null(&value))
        return NULL;
    const char *name = bl_json_to_string(&value);
    const struct bl_bot *bot = strlen(name) > LETTERS ? NULL : bl_find_bot(name);
    if (!bot || bot->cheats)
        bl_json_fault(&value, "there is no such bot for this");
    return bot;
}

void srv_put_deal(const struct table *t, struct bl_text *out)
{
    bl_json_putf(out, "{'ask':'deal'");
    bl_json_put_raw(out, t->setup);
    bl_json_putf(out, "'seed':'%u','bots':[", bl_pledge_seed(&t->deal));
    for (int seat = 0; seat < t->players; seat++)
        bl_json_put_string(out, t->seats[seat].bot ? t->seats[seat].bot->name : NULL);
    bl_json_putf(out, "],'names':[");
    for (int seat = 0; seat < t->players; seat++)
        bl_json_put_string(out, t->seats[seat].name);
    bl_json_close(out, ']');
}

int srv_deal(struct srv_core *core, const struct bl_text *request, struct bl_text *why)
{
    const struct bl_text *answer = bl_service_ask(core->service, request->s, request->len);
    struct bl_json_doc doc;
    int table = 0;
    if (bl_json_parse(&doc, answer->s, answer->len)) {
        struct bl_json root = bl_json_root(&doc);
        if (bl_json_has(&root, "error")) {
            bl_put(why, bl_json_string(&root, "error"));
        } else {
            struct bl_json dealt = bl_json_member(&root, "answer");
            table = (int)bl_json_int(&dealt, "table", 1, INT32_MAX);
        }
    }
    bl_json_free(&doc);
    return table;
}

static void fold_made(struct folding *f)
{
    struct table *t = f->t;
    struct bl_json setup = bl_json_member(&f->in, "setup"), bots = bl_json_member(&f->in, "bots");
    BL_LOCAL struct bl_text text = bl_text_heap();
    struct bl_text once = BL_TEXT_FIXED(t->made_once);
    bl_put(&once, bl_json_string(&f->in, "once"));
    if (bl_json_has(&f->in, "party"))
        t->party = (uint32_t)bl_json_int(&f->in, "party", 0, PARTIES - 1);
    t->players = t->deal.players = (int)bl_json_int(&setup, "players", 1, BL_MAX_SEATS);
    memcpy(t->deal.table, t->name.s, sizeof t->name.s);
    srv_read_hex(&f->in, "secret", t->deal.secret, KEY);
    bl_pledge_hash(t->deal.secret, KEY, t->deal.hash);
    srv_read_hex(&f->in, "next", t->next, KEY);
    bl_json_put_value(&text, &setup);
    t->setup = text.len < 2 ? bl_new(1, 1) : bl_copy_of(text.s + 1, text.len - 1);
    if (text.len >= 2)
        t->setup[text.len - 2] = '\0';
    size_t n = bl_json_count(&bots, (size_t)t->players);
    for (size_t i = 0; i < n; i++)
        t->seats[i].bot = srv_read_bot(bl_json_item(&bots, i));
    t->open = bl_json_bool(&f->in, "open");
    t->clock_s = (uint32_t)bl_json_int(&f->in, "clock", 0, INT32_MAX);
    t->stand_in = srv_read_bot(bl_json_member(&f->in, "away"));
}

static void fold_sat(struct folding *f)
{
    struct seat *s = read_seat(f);
    const char *name = bl_json_string(&f->in, "name");
    free(s->name);
    s->name = bl_copy_of(name, strlen(name) + 1);
    srv_read_hex(&f->in, "key", s->key, KEY);
    s->numbered = false;
    f->result = (uint32_t)(s - f->t->seats);
}

static void fold_left(struct folding *f)
{
    struct seat *s = read_seat(f);
    free(s->name);
    s->name = NULL;
    s->numbered = false;
}

static void fold_number(struct folding *f)
{
    struct seat *s = read_seat(f);
    srv_read_hex(&f->in, "number", f->t->deal.numbers[s - f->t->seats], KEY);
    s->numbered = true;
}

/* The cards are dealt by everybody's numbers. */
static void fold_began(struct folding *f)
{
    struct table *t = f->t;
    BL_LOCAL struct bl_text request = bl_text_heap(), why = bl_text_heap();
    for (int seat = 0; seat < t->players; seat++)
        if (!t->seats[seat].numbered) {
            bl_pledge_number(&t->deal, seat, t->deal.numbers[seat]);
            t->deal.bots |= UINT32_C(1) << seat;
        }
    srv_put_deal(t, &request);
    bl_json_close(&request, '}');
    t->match = srv_deal(f->core, &request, &why);
    if (!t->match)
        bl_json_fault(&f->in, "it cannot be dealt");
}

/* What was just submitted is on the table already; what is loaded is not. */
static void fold_move(struct folding *f, bool heard)
{
    struct bl_match *m = srv_match(f->core, f->t);
    int seat = (int)(read_seat(f) - f->t->seats);
    uint32_t count = (uint32_t)bl_json_int(&f->in, "count", 0, INT32_MAX);
    const char *text = bl_json_string(&f->in, heard ? "words" : "move");
    if (!m || f->in.doc->failed) {
        bl_json_fault(&f->in, "there is no game");
        return;
    }
    if (bl_match_count(m) == count) {
        struct bl_reply reply;
        (heard ? bl_match_hear : bl_match_submit)(m, seat, text, &reply);
        if (reply.answer != BL_ACCEPTED)
            bl_json_fault(&f->in, "this move is refused");
    }
    f->t->over = bl_match_to_move(m) < 0;
    f->t->undo.seat = -1;
    f->result = count + 1;
    if (heard)
        srv_note_words(f->t, seat, text, true);
}

static void fold_moved(struct folding *f)
{
    fold_move(f, false);
}

static void fold_heard(struct folding *f)
{
    fold_move(f, true);
}

static void fold_said(struct folding *f)
{
    int seat = (int)bl_json_int(&f->in, "seat", -1, f->t->players - 1);
    const char *words = bl_json_string(&f->in, "words");
    if (f->in.doc->failed)
        return;
    srv_note_words(f->t, seat, words, false);
    f->t->spoken[seat + 1]++;
}

static void fold_undone(struct folding *f)
{
    struct bl_match *m = srv_match(f->core, f->t);
    int seat = (int)(read_seat(f) - f->t->seats);
    uint32_t count = (uint32_t)bl_json_int(&f->in, "count", 0, INT32_MAX);
    BL_LOCAL struct bl_text why = bl_text_heap();
    if (!m || (bl_match_count(m) == count && !bl_match_undo(m, seat, NULL, &why)))
        bl_json_fault(&f->in, "nothing can be taken back");
    f->t->over = m && bl_match_to_move(m) < 0;
    f->t->undone = f->t->decided + 1;
    f->t->thinking = SRV_ASKED;   /* of what is no longer so */
    f->t->undo.seat = -1;
}

/* Of itself somebody has time to come back in; by the clock they have none left for this turn. */
static void fold_away(struct folding *f)
{
    read_seat(f)->away = true;
    if (f->t->clock_s && !bl_json_has(&f->in, "once"))
        f->t->late = f->seat;
}

static void fold_back(struct folding *f)
{
    read_seat(f)->away = false;
}

static void fold_handed(struct folding *f)
{
    srv_read_hex(&f->in, "key", read_seat(f)->key, KEY);
}

static void fold_again(struct folding *f)
{
    struct bl_text name = BL_TEXT_FIXED(f->t->again.s);
    bl_put(&name, bl_json_string(&f->in, "next"));
}

static void fold_given_up(struct folding *f)
{
    f->t->given_up = true;
}

/* When the clock begins anew: whatever a record is, where it is another's turn after it; otherwise
 * so. Who goes, comes or speaks has and gives no more time than there was. */
enum turn { NEVER, ALWAYS, BY_MOVER };

static const struct record_kind {
    const char *name;
    void (*fold)(struct folding *f);
    enum turn turn;
    bool change;    /* without which the game would go on as well */
} kinds[] = {
    {"made", fold_made, ALWAYS, false}, {"sat", fold_sat, ALWAYS, false},
    {"left", fold_left, ALWAYS, true}, {"number", fold_number, NEVER, false},
    {"began", fold_began, ALWAYS, false}, {"moved", fold_moved, BY_MOVER, false},
    {"heard", fold_heard, NEVER, true}, {"said", fold_said, NEVER, false},
    {"undone", fold_undone, ALWAYS, true},
    {"away", fold_away, NEVER, true}, {"back", fold_back, NEVER, true},
    {"handed", fold_handed, NEVER, true}, {"again", fold_again, NEVER, false},
    {"given-up", fold_given_up, NEVER, false},
};

static void set_turn(struct folding *f, enum turn turn)
{
    struct table *t = f->t;
    const struct srv_time *now = &f->core->now;
    const struct bl_match *m = srv_match(f->core, t);
    int to_move = m ? bl_match_to_move(m) : -1;
    t->changed = f->at;
    if (turn == ALWAYS || to_move != t->to_move || (turn == BY_MOVER && f->seat == t->to_move)) {
        /* A clock that jumped back, or was off while nobody looked, makes no turn longer. */
        uint64_t since = now->wall > f->at ? now->wall - f->at : 0;
        t->turn = (int64_t)now->steady - (int64_t)since;
        t->turn_at = f->at;
        t->late = -1;
    }
    t->to_move = to_move;
}

bool srv_fold(struct srv_core *core, struct table *t, const char *record, size_t size)
{
    struct bl_json_doc doc;
    if (!bl_json_parse(&doc, record, size)) {
        bl_json_free(&doc);
        return false;
    }
    struct folding f = {.core = core, .t = t, .in = bl_json_root(&doc), .seat = -1};
    const char *kind = bl_json_string(&f.in, "t");
    f.at = (uint64_t)bl_json_int(&f.in, "at", 0, INT64_MAX);
    size_t k = 0;
    while (k < sizeof kinds / sizeof *kinds && strcmp(kinds[k].name, kind) != 0)
        k++;
    if (k == sizeof kinds / sizeof *kinds || (t->decided == 0) != (k == 0))
        bl_json_fault(&f.in, "there is no record '%s' here", kind);
    else
        kinds[k].fold(&f);
    if (!doc.failed) {
        set_turn(&f, kinds[k].turn);
        if (kinds[k].change && f.seat >= 0)
            t->seats[f.seat].changes++;
        if (bl_json_has(&f.in, "once")) {
            const char *by = bl_json_has(&f.in, "by") ? "by" : "seat";
            int seat = bl_json_has(&f.in, by) ? (int)bl_json_int(&f.in, by, -1, BL_MAX_SEATS - 1) : -1;
            srv_remember(t, seat, srv_once_key(core, seat, bl_json_string(&f.in, "once")), f.result);
        }
        t->decided++;
    }
    bool good = !doc.failed;
    bl_json_free(&doc);
    return good;
}

void srv_record(const struct srv_core *core, struct bl_text *out, const char *kind, const char *once)
{
    bl_json_putf(out, "{'t':%s,'at':%u", kind, core->now.wall);
    if (once)
        bl_json_putf(out, "'once':%s", once);
}

static void find_deadline(struct srv_core *core, struct table *t)
{
    bool unseen;
    int64_t wait = (int64_t)patience(core, t, &unseen), from = t->turn;
    int seat = t->to_move;
    t->deadline = 0;
    if (wait == 0 || (seat >= 0 && srv_bot_of(t, seat)))
        return;
    if (unseen) {
        int64_t alone = (int64_t)t->seats[seat].alone;
        if (alone == 0)
            return;
        from = alone > from ? alone : from;
    }
    int64_t due = from + wait;
    t->deadline = due > 0 ? (uint64_t)due : 1;
}

static void set_deadline(struct srv_core *core, struct table *t)
{
    find_deadline(core, t);
    srv_look_at(core, t);
}

void srv_decide(struct srv_core *core, struct table *t, struct bl_text *record)
{
    BL_LOCAL struct bl_text lobby = bl_text_heap();
    struct srv_standing standing;
    bl_json_close(record, '}');
    uint32_t number = t->decided;
    enum srv_stage stage = srv_stage(t);
    bool good = srv_fold(core, t, record->s, record->len);
    assert(good);
    if (!good) {   /* a bug of ours is not stored: the log stays as it can be read */
        srv_log(core, "broken", t, NULL);
        srv_table_forget(core, t, false);
        if (number > 0)
            srv_table_load(core, t);
        return;
    }
    if (srv_stage(t) != stage || number == 0)
        srv_log(core, srv_stages[srv_stage(t)], t, NULL);
    srv_look_round(core, t);
    set_deadline(core, t);
    srv_stand(core, t, &standing, &lobby);
    srv_order(core, (struct srv_order){.kind = SRV_STORE, .table = t->name, .number = number,
                                       .fence = t->fence, .text = record->s, .size = record->len,
                                       .standing = standing});
}

/* ---- what happens by itself ----------------------------------------------------------------- */

static void begin(struct srv_core *core, struct table *t)
{
    BL_LOCAL struct bl_text record = bl_text_heap();
    srv_record(core, &record, "began", NULL);
    srv_decide(core, t, &record);
    srv_tell_table(core, t, NULL);
    srv_tell_moves(core, t, NULL, 0);
}

static void ask_bot(struct srv_core *core, struct table *t)
{
    struct bl_match *m = srv_match(core, t);
    int seat = m ? bl_match_to_move(m) : -1;
    const struct bl_bot *bot = seat < 0 ? NULL : srv_bot_of(t, seat);
    bool asked = m && t->thinking != SRV_ASKED && t->thinks_at == bl_match_count(m);
    if (!bot || asked || core->draining || t->given_up)
        return;
    const struct bl_game *game = bl_match_game(m);
    struct srv_task *task = bl_new(1, sizeof *task);
    const void *view = bl_match_view(m, seat);
    *task = (struct srv_task){.game = game, .bot = bot, .seat = seat,
                              .view = bl_new(1, game->state_size),
                              .rng = bl_bot_stream(game, bl_match_seed(m), seat, bl_match_count(m))};
    bl_copy(game, task->view, view);
    t->thinks_at = bl_match_count(m);
    t->thinking = core->thought_count++ % SRV_ASKED;
    srv_order(core, (struct srv_order){.kind = SRV_THINK, .table = t->name, .number = t->thinking,
                                       .seat = seat, .task = task, .party = t->party});
}

void srv_settle(struct srv_core *core, struct table *t)
{
    srv_look_round(core, t);
    if (srv_stage(t) <= SRV_RUNNING && t->decided >= core->set.limits.table_records)
        srv_give_up(core, t);
    if (srv_stage(t) == SRV_WAITING && is_full(t, true))
        begin(core, t);
    ask_bot(core, t);
    set_deadline(core, t);
}

void srv_give_up(struct srv_core *core, struct table *t)
{
    BL_LOCAL struct bl_text record = bl_text_heap();
    srv_record(core, &record, "given-up", NULL);
    srv_decide(core, t, &record);
    srv_tell_table(core, t, NULL);
}

void srv_expire(struct srv_core *core, struct table *t)
{
    BL_LOCAL struct bl_text record = bl_text_heap();
    if (srv_stage(t) == SRV_WAITING && is_full(t, false)) {
        begin(core, t);
    } else if (srv_stage(t) == SRV_RUNNING && t->stand_in) {
        srv_record(core, &record, "away", NULL);
        bl_json_putf(&record, "'seat':%d", bl_match_to_move(srv_match(core, t)));
        srv_decide(core, t, &record);
        srv_tell_table(core, t, NULL);
    } else if (t->guest_count == 0) {
        srv_give_up(core, t);
    } else {
        t->turn = (int64_t)core->now.steady;
    }
    srv_settle(core, t);
}
