/* core.c - a core: its connections, its orders, and what comes in from the edges. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/seal.h"
#include "event.h"
#include "in.h"

const struct srv_limits srv_usual_limits = {
#define X(name, usual, text) .name = usual,
    SRV_LIMITS(X)
#undef X
};

/* ---- a core --------------------------------------------------------------------- */

struct srv_core *srv_core_new(const struct srv_settings *settings)
{
    struct srv_core *core = bl_new(1, sizeof *core);
    core->set = *settings;
    core->now = settings->now;
    core->makers = bl_new(PARTIES, sizeof *core->makers);
    core->service = bl_service_new();
    core->lobby = bl_text_heap();
    bl_put(&core->lobby, "[]");
    settings->chance(settings->with, core->name_key, sizeof core->name_key);
    return core;
}

static void free_order(struct srv_order *o)
{
    BL_FREE((char *)o->text, (char *)o->standing.lobby);
    if (o->task)
        srv_task_free(o->task);
    *o = (struct srv_order){0};
}

void srv_core_free(struct srv_core *core)
{
    if (!core)
        return;
    for EVERY_LINK (&core->tables, t, struct table)
        srv_table_free(core, t);
    for EVERY_LINK (&core->conns, c, struct conn)
        free(c);
    for EVERY_LINK (&core->entries, e, struct entry)
        BL_FREE(e->lobby, e);
    for EVERY_LINK (&core->asks, a, struct ask)
        free(a);
    core->given.task = NULL;
    free_order(&core->given);
    for (uint32_t i = core->order_first; i < core->order_count; i++)
        free_order(&core->orders[i]);
    bl_service_free(core->service);
    bl_text_free(&core->lobby);
    BL_FREE(core->orders, core->conns.slots, core->tables.slots, core->entries.slots, core->asks.slots,
            core->looks.list, core->dues.list, core->makers, core);
}

uint64_t srv_key(const struct srv_core *core, const char *text, size_t size)
{
    return bl_siphash(core->name_key, text, size);
}

/* ---- orders ---------------------------------------------------------------------- */

void srv_order(struct srv_core *core, struct srv_order order)
{
    if (core->order_first == core->order_count)
        core->order_first = core->order_count = 0;
    if (order.text)
        order.text = bl_copy_of(order.text, order.size + 1);
    if (order.standing.lobby)
        order.standing.lobby = bl_copy_of(order.standing.lobby, strlen(order.standing.lobby) + 1);
    core->orders = bl_grow(core->orders, core->order_count + 1, &core->order_room,
                           sizeof *core->orders);
    core->orders[core->order_count++] = order;
}

bool srv_next(struct srv_core *core, struct srv_order *out)
{
    core->given.task = NULL;   /* it is the edge's */
    free_order(&core->given);
    if (core->order_first == core->order_count)
        return false;
    *out = core->given = core->orders[core->order_first++];
    return true;
}

void srv_send(struct srv_core *core, uint64_t connection, const char *text, size_t size)
{
    if (!srv_conn(core, connection))
        return;
    core->told += connection == core->talker ? size : 0;
    core->figures.sent++;
    srv_order(core, (struct srv_order){.kind = SRV_SEND, .connection = connection, .text = text,
                                       .size = size});
}

void srv_log(struct srv_core *core, const char *event, const struct table *t, const char *why)
{
    BL_LOCAL struct bl_text line = bl_text_heap();
    const struct bl_match *m = t ? srv_match(core, t) : NULL;
    srv_put_event(&line, event, "why", why);
    if (t)
        bl_json_putf(&line, "'records':%d", (int)t->decided);
    if (m)
        bl_json_putf(&line, "'game':%s,'moves':%d", bl_match_game(m)->id, (int)bl_match_count(m));
    bl_json_close(&line, '}');
    srv_order(core, (struct srv_order){.kind = SRV_LOG, .text = line.s, .size = line.len});
}

/* ---- connections ----------------------------------------------------------------- */

struct conn *srv_conn(const struct srv_core *core, uint64_t connection)
{
    return (struct conn *)map_find(&core->conns, connection);
}

/* A number for an address: enough to count by, and too little to say whose it is. */
static uint32_t party_of(const char *from)
{
    uint8_t hash[KEY];
    bl_pledge_hash((const uint8_t *)from, strlen(from), hash);
    return ((uint32_t)hash[0] << 16 | (uint32_t)hash[1] << 8 | hash[2]) % (PARTIES - 1) + 1;
}

void srv_connect(struct srv_core *core, uint64_t connection, const char *from)
{
    struct conn *c = bl_new(1, sizeof *c);
    c->link.key = connection;
    c->party = party_of(from);
    c->allowance = core->set.limits.messages_burst * (uint64_t)FULL;
    c->credit = (int64_t)c->allowance;
    c->filled = core->now.steady;
    if (core->set.language_count > 0)
        c->catalogue = core->set.languages[0].catalogue;
    map_add(&core->conns, &c->link);
}

void srv_disconnect(struct srv_core *core, uint64_t connection)
{
    struct conn *c = srv_conn(core, connection);
    if (!c)
        return;
    for (int i = 0; i < PLACES; i++)
        if (c->at[i])
            srv_part(core, c->at[i], c);
    map_remove(&core->conns, &c->link);
    free(c);
}

void srv_drop(struct srv_core *core, uint64_t connection, const char *why)
{
    core->figures.dropped++;
    srv_log(core, "dropped", NULL, why);
    srv_order(core, (struct srv_order){.kind = SRV_DROP, .connection = connection, .text = why,
                                       .size = strlen(why)});
    srv_disconnect(core, connection);
}

/* A bucket that fills by the minute: a message takes FULL of it. */
static bool may_send(const struct srv_core *core, struct conn *c)
{
    const struct srv_limits *limits = &core->set.limits;
    uint64_t most = limits->messages_burst * (uint64_t)FULL;
    uint64_t more = (core->now.steady - c->filled) * limits->messages_per_minute;
    c->filled = core->now.steady;
    c->allowance = c->allowance + more < most ? c->allowance + more : most;
    c->credit = c->credit + (int64_t)more < (int64_t)most ? c->credit + (int64_t)more : (int64_t)most;
    if (c->allowance < FULL)
        return false;
    c->allowance -= FULL;
    srv_charge(core, c, PAGE);
    return true;
}

void srv_message(struct srv_core *core, uint64_t connection, const char *text, size_t size)
{
    struct conn *c = srv_conn(core, connection);
    if (!c)
        return;
    if (size > core->set.limits.message_bytes)
        srv_drop(core, connection, "that message is too long");
    else if (!may_send(core, c))
        srv_drop(core, connection, "too many messages at once");
    else
        srv_handle(core, c, text, size);
}

/* A debt is paid off in the time that a burst takes to come back, however much it was. */
void srv_charge(const struct srv_core *core, struct conn *c, uint64_t bytes)
{
    int64_t least = -(int64_t)(core->set.limits.messages_burst * (uint64_t)FULL);
    int64_t left = c->credit - (int64_t)(bytes / PAGE * FULL);
    c->credit = left > least ? left : least;
}

/* ---- tables that go on ------------------------------------------------------------- */

static void forget_entry(struct srv_core *core, struct entry *e)
{
    core->makers[e->party] -= e->party > 0;
    alarm_clear(&core->dues, &e->alarm);
    map_remove(&core->entries, &e->link);
    BL_FREE(e->lobby, e);
}

/* NULL: there are too many. */
static struct entry *new_entry(struct srv_core *core, struct srv_name name, uint64_t key)
{
    if (core->entries.count >= core->set.limits.tables_known)
        return NULL;
    struct entry *e = bl_new(1, sizeof *e);
    e->link.key = key;
    e->name = name;
    map_add(&core->entries, &e->link);
    return e;
}

/* What the lobby shows, what is to be loaded when, and who has made how many; party 0: it is not
 * known whose it is. */
static void note_standing(struct srv_core *core, struct srv_name name,
                          const struct srv_standing *standing, uint32_t party)
{
    uint64_t key = srv_key(core, name.s, SRV_NAME);
    struct entry *e = (struct entry *)map_find(&core->entries, key);
    bool goes_on = standing->stage == SRV_WAITING || standing->stage == SRV_RUNNING;
    const char *lobby = standing->open ? standing->lobby : NULL;
    bool same = goes_on && e && e->stage == standing->stage && (!e->lobby) == !lobby &&
                (!lobby || strcmp(e->lobby, lobby) == 0);
    core->lobby_stale |= !same && (lobby || (e && e->lobby));
    if (!goes_on || (!standing->open && !standing->due)) {
        if (e)
            forget_entry(core, e);
        return;
    }
    if (!e && !(e = new_entry(core, name, key)))
        return;
    if (party && !e->party) {
        e->party = party;
        core->makers[party]++;
    }
    alarm_set(&core->dues, &e->alarm, e->broken || !standing->due ? UINT64_MAX : standing->due);
    if (same)
        return;
    free(e->lobby);
    e->stage = standing->stage;
    e->shown = standing->changed;
    e->lobby = lobby ? bl_copy_of(lobby, strlen(lobby) + 1) : NULL;
}

void srv_note(struct srv_core *core, const struct table *t)
{
    BL_LOCAL struct bl_text lobby = bl_text_heap();
    struct srv_standing standing;
    srv_stand(core, t, &standing, &lobby);
    standing.open &= t->stored > 0;
    note_standing(core, t->name, &standing, t->party);
}

/* ---- the store's answers ----------------------------------------------------------- */

/* What was put off is handled now, in the order in which it came. */
static void handle_letters(struct srv_core *core, struct table *t)
{
    struct letter *letters = t->letters;
    uint32_t count = t->letter_count;
    t->letters = NULL;
    t->letter_count = t->letter_room = 0;
    for (uint32_t i = 0; i < count; i++) {
        const struct letter *l = &letters[i];
        struct conn *c = srv_conn(core, l->connection);
        if (c && l->undone)
            srv_put_off(core, l->connection, l->text, l->size, srv_not_kept, NULL, true);
        else if (c)
            srv_handle(core, c, l->text, l->size);
        free(l->text);
    }
    free(letters);
}

/* Those who wait are told why it comes to nothing, and the table leaves the memory. */
static void give_up_loading(struct srv_core *core, struct table *t, const char *why,
                            const char *elsewhere)
{
    for (uint32_t i = 0; i < t->letter_count; i++) {
        const struct letter *l = &t->letters[i];
        bool again = l->undone && !elsewhere;
        srv_put_off(core, l->connection, l->text, l->size, again ? srv_not_kept : why, elsewhere, again);
    }
    BL_LOCAL struct bl_text news = bl_text_heap();
    bl_json_putf(&news, "{'news':'gone','table':%s,'why':%s", t->name.s, why);
    if (elsewhere)
        bl_json_putf(&news, "'elsewhere':%s", elsewhere);
    bl_json_close(&news, '}');
    for (uint32_t i = 0; i < t->guest_count; i++)
        srv_send(core, t->guests[i].conn->link.key, news.s, news.len);
    srv_table_free(core, t);
}

/* The log is here: the table is what it says, and everybody is told that. */
static void arrive(struct srv_core *core, struct table *t, uint64_t fence,
                   const struct srv_record *records, uint32_t count)
{
    bool good = count > 0;
    t->fence = fence;
    for (uint32_t i = 0; i < count && good; i++)
        good = srv_fold(core, t, records[i].text, records[i].size);
    t->stored = t->decided;
    if (!good) {
        struct entry *e = (struct entry *)map_find(&core->entries, t->link.key);
        if (e) {   /* what is due of it will not happen */
            e->broken = true;
            alarm_clear(&core->dues, &e->alarm);
        }
        srv_log(core, "broken", t, NULL);
        srv_order(core, (struct srv_order){.kind = SRV_RELEASE, .table = t->name, .fence = fence});
        give_up_loading(core, t, "this table cannot be read", NULL);
        return;
    }
    t->state = HERE;
    t->used = core->now.steady;
    srv_note(core, t);
    for (uint32_t i = 0; i < t->guest_count; i++) {
        srv_tell_table(core, t, &t->guests[i]);
        srv_tell_moves(core, t, &t->guests[i], 0);
        srv_tell_words(core, t, &t->guests[i]);
    }
    srv_settle(core, t);
    handle_letters(core, t);
}

void srv_loaded(struct srv_core *core, struct srv_name name, enum srv_fate fate, uint64_t fence,
                const struct srv_record *records, uint32_t count, const char *where)
{
    struct table *t = srv_table(core, name.s);
    if (!t || t->state != LOADING || t->retry)
        return;
    struct entry *e = (struct entry *)map_find(&core->entries, t->link.key);
    if (fate == SRV_DONE) {
        arrive(core, t, fence, records, count);
    } else if (fate == SRV_LOST) {
        t->retry = core->now.steady + 1000;
        srv_look_at(core, t);
    } else if (fate == SRV_ELSEWHERE) {
        if (e && e->alarm.place)
            alarm_set(&core->dues, &e->alarm, core->now.wall + 2000);
        give_up_loading(core, t, "this table is at another server", where);
    } else {
        if (e)
            forget_entry(core, e);
        give_up_loading(core, t, "there is no such table", NULL);
    }
}

/* Sends what waited for the records that are stored now. */
static void flush(struct srv_core *core, struct table *t)
{
    uint32_t n = 0;
    for (; n < t->post_count && t->posts[n].after <= t->stored; n++) {
        srv_send(core, t->posts[n].connection, t->posts[n].text, t->posts[n].size);
        free(t->posts[n].text);
    }
    if (n > 0)
        memmove(t->posts, t->posts + n, (t->post_count - n) * sizeof *t->posts);
    t->post_count -= n;
}

void srv_stored(struct srv_core *core, struct srv_name name, uint32_t number, enum srv_fate fate,
                uint64_t fence)
{
    struct table *t = srv_table(core, name.s);
    if (!t || t->state == LOADING || number != t->stored || number >= t->decided)
        return;   /* of a table that was forgotten since */
    if (fate == SRV_FENCED && PLANTED(SRV_NOT_FENCED))
        fate = SRV_DONE;
    if (fate != SRV_DONE) {
        srv_log(core, fate == SRV_LOST ? "lost" : "fenced", t, NULL);
        for (uint32_t i = 0; i < t->letter_count; i++)   /* they wait for the table that was to be made */
            t->letters[i].undone = true;
        srv_table_forget(core, t, fate == SRV_FENCED);
        srv_table_load(core, t);
        return;
    }
    if (number == 0)
        t->fence = fence;
    t->stored = number + 1;
    srv_note(core, t);
    flush(core, t);
    if (t->state == MAKING) {
        t->state = HERE;
        srv_settle(core, t);
        handle_letters(core, t);
    }
}

void srv_stands(struct srv_core *core, struct srv_name name, const struct srv_standing *standing)
{
    note_standing(core, name, standing, 0);
}

void srv_taken(struct srv_core *core, struct srv_name name)
{
    struct table *t = srv_table(core, name.s);
    if (!t || t->state != HERE || PLANTED(SRV_ASLEEP))
        return;
    srv_log(core, "taken", t, NULL);
    srv_table_forget(core, t, true);
    if (t->guest_count > 0 || t->letter_count > 0)
        srv_table_load(core, t);
    else
        srv_table_free(core, t);
}

bool srv_wanted(struct srv_core *core, struct srv_name table, uint32_t number)
{
    const struct table *t = srv_table(core, table.s);
    return number == SRV_ASKED || (t && t->state == HERE && (t->thinking == number || PLANTED(SRV_STALE)));
}

void srv_thought(struct srv_core *core, struct srv_name name, uint32_t number, int seat,
                 const char *move)
{
    struct table *t = srv_table(core, name.s);
    if (number == SRV_ASKED)
        srv_answer(core, name, seat, move);
    if (!srv_wanted(core, name, number) || number == SRV_ASKED)
        return;
    t->thinking = SRV_ASKED;
    const struct bl_match *m = srv_match(core, t);
    if (m && *move && bl_match_count(m) == t->thinks_at && bl_match_to_move(m) == seat && srv_bot_of(t, seat))
        srv_bot_move(core, t, seat, move);
    else
        srv_settle(core, t);
}

/* ---- time -------------------------------------------------------------------------- */

/* Nobody is at it, and nothing of it is under way. */
static bool is_idle(const struct srv_core *core, const struct table *t)
{
    return t->state == HERE && t->guest_count == 0 && t->stored == t->decided &&
           t->thinking == SRV_ASKED && core->now.steady >= t->used + core->set.limits.table_idle_ms &&
           (!t->deadline || t->deadline > core->now.steady + core->set.limits.table_idle_ms);
}

/* The table leaves the memory, and another server may have it. */
static void release(struct srv_core *core, struct table *t)
{
    srv_order(core, (struct srv_order){.kind = SRV_RELEASE, .table = t->name, .fence = t->fence});
    srv_table_free(core, t);
}

static void tick_table(struct srv_core *core, struct table *t)
{
    uint64_t now = core->now.steady;
    if (t->state == LOADING && t->retry && now >= t->retry)
        srv_table_load(core, t);
    if (t->state == HERE && t->deadline && now >= t->deadline)
        srv_expire(core, t);
    if (core->pieces > 0 && srv_tell_more(core, t))
        core->pieces--;
    if (is_idle(core, t) || (core->draining && t->state == HERE && t->stored == t->decided)) {
        release(core, t);
        return;
    }
    srv_look_at(core, t);
}

/* Every table is looked at once a minute, and when something is to happen. What need not happen at
 * once waits for others, so that they are looked at together. */
void srv_look_at(struct srv_core *core, struct table *t)
{
    enum { OFTEN_MS = 60000, TOGETHER_MS = 1000 };
    uint64_t now = core->now.steady, idle = t->used + core->set.limits.table_idle_ms;
    uint64_t at = now + OFTEN_MS;
    if (t->guest_count == 0 && idle < at)
        at = idle > now ? idle : now + 1;
    at = (at + TOGETHER_MS - 1) / TOGETHER_MS * TOGETHER_MS;
    if (t->deadline && t->deadline < at)
        at = t->deadline;
    if (t->retry && t->retry < at)
        at = t->retry;
    if (srv_told_late(t))
        at = now;
    alarm_set(&core->looks, &t->alarm, at > now ? at : now + 1);
}

/* Tables that are due and in nobody's memory, as far as there is room. */
static void load_due(struct srv_core *core)
{
    enum { LATER_MS = 2000 };
    struct alarm *next;
    while (!core->draining && core->tables.count < core->set.limits.tables &&
           (next = alarm_next(&core->dues, core->now.wall))) {
        struct entry *e = BELONGS_TO(next, struct entry);
        alarm_set(&core->dues, next, core->now.wall + LATER_MS);
        if (!srv_table(core, e->name.s))
            srv_table_load(core, srv_table_new(core, e->name.s, LOADING));
    }
}

/* Those who look at it hear of what is new there, once a second at most. */
static void tell_lobby(struct srv_core *core)
{
    enum { PAUSE_MS = 1000 };
    BL_LOCAL struct bl_text news = bl_text_heap();
    const struct bl_text *lobby = srv_lobby(core);
    if (!core->lobby_untold || core->now.steady < core->lobby_at)
        return;
    core->lobby_untold = false;
    core->lobby_at = core->now.steady + PAUSE_MS;
    bl_json_putf(&news, "{'news':'lobby','tables':");
    bl_put_bytes(&news, lobby->s, lobby->len);
    bl_json_close(&news, '}');
    for EVERY_LINK (&core->conns, c, struct conn)
        if (c->lobby)
            srv_send(core, c->link.key, news.s, news.len);
}

void srv_now(struct srv_core *core, struct srv_time now)
{
    core->now.wall = now.wall;
    if (now.steady > core->now.steady)
        core->now.steady = now.steady;
}

void srv_tick(struct srv_core *core, struct srv_time now)
{
    enum { PIECES = 2 };
    srv_now(core, now);
    core->pieces = PIECES;
    for (struct alarm *next; (next = alarm_next(&core->looks, core->now.steady));)
        tick_table(core, BELONGS_TO(next, struct table));
    if (core->draining)
        for EVERY_LINK (&core->tables, t, struct table)
            tick_table(core, t);
    load_due(core);
    tell_lobby(core);
}

uint64_t srv_wake(const struct srv_core *core)
{
    return core->looks.count ? core->looks.list[0]->at : UINT64_MAX;
}

/* ---- the end ------------------------------------------------------------------------- */

void srv_drain(struct srv_core *core)
{
    static const char news[] = "{\"news\":\"drain\"}";
    core->draining = true;
    for EVERY_LINK (&core->conns, c, struct conn)
        srv_send(core, c->link.key, news, sizeof news - 1);
}

bool srv_drained(const struct srv_core *core)
{
    for EVERY_LINK (&core->tables, t, const struct table)
        if (t->state != LOADING && t->stored < t->decided)
            return false;
    return core->draining;
}

void srv_figures(const struct srv_core *core, struct srv_figures *out)
{
    *out = core->figures;
    out->tables = core->tables.count;
    out->waiting = out->running = 0;
    out->known = core->entries.count;
    for EVERY_LINK (&core->tables, t, const struct table) {
        out->waiting += t->state == HERE && srv_stage(t) == SRV_WAITING;
        out->running += t->state == HERE && srv_stage(t) == SRV_RUNNING;
    }
}
