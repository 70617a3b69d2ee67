/* table.c - a table in memory: who is there, how it stands, what is decided (a record, which is folded into
 * the table and stored) and what happens by itself; loading one folds the same records again. */
#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
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
        BL_FREE(t->seats[seat].name, t->seats[seat].held);
    for (int i = 0; i <= BL_MAX_SEATS; i++) {
        for (uint32_t k = 0; k < t->repeats[i].count && k < REPEATS; k++)
            free(t->repeats[i].list[k].answer);
        free(t->repeats[i].list);
    }
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
        for (uint32_t k = 0; t->seats[seat].name && (!t->seats[seat].heir || PLANTED(SRV_KEEPS_SEAT)) && k < g->key_count; k++)
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
    return s->bot ? s->bot : s->heir ? s->heir : s->away || t->late == seat ? t->stand_in : NULL;
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

/* Whether persons play there, away or not. */
static bool is_played(const struct table *t)
{
    int seat = 0;
    while (seat < t->players && (t->seats[seat].bot || t->seats[seat].heir))
        seat++;
    return seat < t->players;
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

void srv_remember(struct table *t, int seat, uint64_t key, uint32_t result, const char *answer)
{
    struct repeats *r = &t->repeats[seat + 1];
    bool full = r->count >= REPEATS;
    uint32_t place = r->count++ % REPEATS;
    if (place >= r->room)
        r->list = bl_grow(r->list, place + 1, &r->room, sizeof *r->list);
    if (full)
        free(r->list[place].answer);
    r->list[place] = (struct repeat){key, result, answer ? bl_copy_of(answer, strlen(answer) + 1) : NULL};
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

/* ---- what is decided ---------------------------------------------------------------------- */

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
    int64_t due = from + (PLANTED(SRV_HASTY) ? wait / 2 : PLANTED(SRV_PATIENT) ? wait * 8 : wait);
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
    struct bl_past *past = bl_recalls(bot, game) ? bl_past_copy(bl_match_past(m, bl_match_count(m), seat)) : NULL;
    const void *view = bl_match_view(m, seat);
    *task = (struct srv_task){.game = game, .bot = bot, .seat = seat, .past = past,
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
    if (srv_stage(t) <= SRV_RUNNING && (t->decided >= core->set.limits.table_records || !is_played(t)))
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
