/* simulator.c - several cores, a model of their store and of the pages of people, driven by one seed:
 * connections break, and what was sent over one arrives after what was sent over the next; answers of the
 * store come late or never; servers crash between any two steps, end in good order, sleep beyond their
 * lease while others take their tables; clocks jump. All games, with and without bots, open tables and
 * such that have only a link; a store that servers share, or a file that one takes from another. After
 * every schedule the faults end, everything settles, and then:
 *
 *     what was acknowledged is in the log, once; nothing is in it twice;
 *     nobody was told of a record before it was stored;
 *     everybody sees what the log says, as their seat may know it;
 *     the transcript, with the deal and every shuffle, is that of the log, and verifies;
 *     bots played for those whose time was up, when it was, and for no others;
 *     no bot played what it had thought of a position that was taken back.
 *
 *     simulator [COUNT [FIRST [BUG]]]    BUG: one of those that can be planted; then it must be found
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/alloc.h"
#include "../registry.h"
#include "sim.h"

enum srv_bug srv_plant;
struct world w;

enum { STEPS = 3000, LOOK = 1000, PATIENCE = 2000 };

uint32_t below(uint32_t n)
{
    return (uint32_t)bl_below(&w.rng, n);
}

bool chance(uint32_t percent)
{
    return below(100) < percent;
}

void wrong(const char *format, ...)
{
    va_list args;
    if (w.wrong[0])
        return;
    va_start(args, format);
    vsnprintf(w.wrong, sizeof w.wrong, format, args);
    va_end(args);
}

/* ---- wires ------------------------------------------------------------------------------ */

void push(struct queue *q, const char *text)
{
    q->items = bl_grow(q->items, q->count + 1, &q->room, sizeof *q->items);
    q->items[q->count++] = bl_copy_of(text, strlen(text) + 1);
}

static bool any(const struct queue *q)
{
    return q->first < q->count;
}

/* The caller frees it. */
static char *shift(struct queue *q)
{
    return q->items[q->first++];
}

static void clear_queue(struct queue *q)
{
    while (any(q))
        free(shift(q));
    free(q->items);
    *q = (struct queue){0};
}

void end_wire(struct wire *wire)
{
    const struct server *s = &w.servers[wire->server];
    if (s->core)
        srv_disconnect(s->core, wire->id);
    clear_queue(&wire->up);
    clear_queue(&wire->down);
    if (wire->client) {
        wire->client->wire = NULL;
        wire->client->sent = wire->client->mine = false;
    }
    *wire = (struct wire){0};
}

static struct wire *find_wire(uint64_t id)
{
    for (int i = 0; i < WIRES; i++)
        if (w.wires[i].id == id)
            return &w.wires[i];
    return NULL;
}

/* One message arrives somewhere. False: none is under way. */
static bool deliver(struct wire *wire)
{
    struct server *s = &w.servers[wire->server];
    if (!wire->id)
        return false;
    if (any(&wire->up) && (!any(&wire->down) || chance(50)) && w.now >= s->asleep) {
        char *text = shift(&wire->up);
        srv_message(s->core, wire->id, text, strlen(text));
        free(text);
    } else if (any(&wire->down)) {
        char *text = shift(&wire->down);
        if (wire->client)
            hear(wire->client, text);
        free(text);
    } else if (!wire->client && w.now >= s->asleep) {
        end_wire(wire);   /* now the server notices */
    } else {
        return false;
    }
    return true;
}

static bool deliver_one(void)
{
    uint32_t first = below(WIRES);
    for (uint32_t i = 0; i < WIRES; i++)
        if (deliver(&w.wires[(first + i) % WIRES]))
            return true;
    return false;
}

/* ---- the store ---------------------------------------------------------------------------- */

static enum model_fault fault(void)
{
    return !w.faults || !chance(4) ? MODEL_WELL : chance(50) ? MODEL_FAILS : MODEL_FAILS_LATE;
}

static struct srv_time time_of(const struct server *s)
{
    return (struct srv_time){w.now, (uint64_t)((int64_t)w.now + 1700000000000 + s->skew)};
}

/* What a store's thread does in one turn: looks around if it is time, then carries out what has come.
 * False: nothing has, and there was nothing to see. */
static bool store(struct server *s)
{
    struct srv_jobs now;
    bool looks = w.now >= s->looked + LOOK, ordered = s->orders.first;
    if (!looks && !ordered)
        return false;
    w.db.now = w.now;
    if (looks) {
        s->looked = w.now;
        model_set_wall(s->desk.keeper, time_of(s).wall);
        srv_desk_look(&s->desk, &s->answers);
    }
    srv_jobs_clear(&now);
    while (s->orders.first && (!now.first || chance(70)))
        srv_jobs_add(&now, srv_jobs_take(&s->orders));
    srv_desk_keep(&s->desk, &now, &s->answers);
    srv_desk_load(&s->desk, &now, &s->answers);
    return ordered || s->answers.first;
}

static bool answer_core(struct server *s)
{
    struct srv_job *job = srv_jobs_take(&s->answers);
    if (!job)
        return false;
    const struct srv_answer *a = &job->answer;
    switch (a->kind) {
    case SRV_STORED:
        srv_stored(s->core, a->table, a->number, a->fate, a->fence);
        break;
    case SRV_LOADED:
        srv_loaded(s->core, a->table, a->fate, a->fence, a->records, a->count, a->where);
        break;
    case SRV_STANDS:
        srv_stands(s->core, a->table, &a->standing);
        break;
    case SRV_TAKEN:
        w.taken++;
        srv_taken(s->core, a->table);
        break;
    case SRV_NOTED:
        break;
    }
    srv_job_free(job);
    return true;
}

/* ---- servers -------------------------------------------------------------------------------- */

static void draw_bytes(void *with, void *bytes, size_t size)
{
    (void)with;
    for (size_t i = 0; i < size; i++)
        ((uint8_t *)bytes)[i] = (uint8_t)below(256);
}

static void start(struct server *s)
{
    struct srv_settings settings = {.limits = srv_usual_limits, .chance = draw_bytes,
                                    .now = time_of(s)};
    char address[8];
    snprintf(address, sizeof address, "%d", (int)(s - w.servers));
    settings.limits.messages_burst = settings.limits.messages_per_minute = 1000000;
    settings.limits.table_idle_ms = 20000;
    w.db.now = w.now;
    s->core = srv_core_new(&settings);
    s->desk = (struct srv_desk){.keeper = model_open(&w.db, address), .figures.up = true};
    srv_jobs_clear(&s->orders);
    srv_jobs_clear(&s->answers);
    s->looked = s->asleep = 0;
    s->draining = false;
}

static void stop(struct server *s)
{
    srv_desk_close(&s->desk);
    srv_jobs_free(&s->orders);
    srv_jobs_free(&s->answers);
    for (int i = 0; i < THOUGHTS; i++)
        if (s->thoughts[i].task)
            srv_task_free(s->thoughts[i].task);
    memset(s->thoughts, 0, sizeof s->thoughts);
    srv_core_free(s->core);
    s->core = NULL;
    for (int i = 0; i < WIRES; i++)
        if (w.wires[i].id && &w.servers[w.wires[i].server] == s)
            end_wire(&w.wires[i]);
}

/* What was ordered may still reach the store, or not; answers reach nobody. */
static void crash(struct server *s)
{
    while (s->orders.first && chance(50))
        store(s);
    model_kill(s->desk.keeper);
    s->desk.keeper = NULL;
    stop(s);
}

static void keep_thought(struct server *s, const struct srv_order *o)
{
    int i = 0;
    while (i < THOUGHTS - 1 && s->thoughts[i].task)
        i++;
    if (s->thoughts[i].task)
        srv_task_free(s->thoughts[i].task);
    s->thoughts[i] = *o;
    s->stale[i] = false;
}

/* What bots think about at this table is no longer so. */
static void note_undone(struct server *s, const struct srv_order *o)
{
    for (int i = 0; i < THOUGHTS && strstr(o->text, "{\"t\":\"undone\""); i++)
        s->stale[i] |= strcmp(s->thoughts[i].table.s, o->table.s) == 0;
}

/* Moves made at a table, as a server has it. */
static uint32_t moves_at(const struct server *s, const char *name)
{
    const struct table *t = srv_table(s->core, name);
    const struct bl_match *m = t ? srv_match(s->core, t) : NULL;
    return m ? bl_match_count(m) : 0;
}

static bool carry_out(struct server *s)
{
    struct srv_order o;
    if (!srv_next(s->core, &o))
        return false;
    struct wire *wire = o.connection ? find_wire(o.connection) : NULL;
    switch (o.kind) {
    case SRV_SEND:
        check_sent(o.text);
        if (wire && wire->client)
            push(&wire->down, o.text);
        break;
    case SRV_DROP:
        if (wire)
            end_wire(wire);
        break;
    case SRV_STORE:
        note_undone(s, &o);
        srv_job_order(&s->orders, &o);
        break;
    case SRV_LOAD:
    case SRV_RELEASE:
        srv_job_order(&s->orders, &o);
        break;
    case SRV_THINK:
        keep_thought(s, &o);
        break;
    case SRV_LOG:
        if (strstr(o.text, "broken"))
            wrong("a log cannot be read: %s", o.text);
        break;
    }
    return true;
}

static bool think(struct server *s)
{
    BL_LOCAL struct bl_text move = bl_text_heap();
    int i = 0;
    while (i < THOUGHTS && !s->thoughts[i].task)
        i++;
    if (i == THOUGHTS || w.thoughts_left == 0 || (w.slow_bots && w.faults && !chance(2)))
        return false;
    w.thoughts_left--;
    struct srv_order o = s->thoughts[i];
    s->thoughts[i] = (struct srv_order){0};
    srv_task_think(o.task, NULL, &move);
    srv_task_free(o.task);
    uint32_t count = moves_at(s, o.table.s);
    srv_thought(s->core, o.table, o.number, o.seat, move.s);
    if (s->stale[i] && moves_at(s, o.table.s) > count)
        wrong("what was thought of a position that was taken back is played: %.100s", move.s);
    return true;
}

/* One thing that a server can do. False: it has nothing to do. */
static bool serve(struct server *s)
{
    static bool (*const kinds[])(struct server *) = {store, answer_core, think, carry_out};
    if (!s->core || w.now < s->asleep)
        return false;
    if (chance(15))
        srv_tick(s->core, time_of(s));
    uint32_t what = below(4);
    for (uint32_t i = 0; i < 4; i++)
        if (kinds[(what + i) % 4](s))
            return true;
    if (s->draining && srv_drained(s->core))
        stop(s);
    return false;
}

static bool serve_one(void)
{
    uint32_t first = below(SERVERS);
    for (uint32_t i = 0; i < SERVERS; i++)
        if (serve(&w.servers[(first + i) % SERVERS]))
            return true;
    return false;
}

/* ---- schedules ----------------------------------------------------------------------------------------- */

static void hurt(void)
{
    struct server *s = &w.servers[below(SERVERS)];
    struct client *c = &w.clients[below(CLIENTS)];
    for (int i = 0; i < SERVERS; i++)
        if (!w.servers[i].core && chance(20))
            start(&w.servers[i]);
    switch (below(8)) {
    case 0:
        if (s->core && chance(40))
            crash(s);
        break;
    case 1:
        if (s->core && chance(40))
            s->asleep = w.now + below(15000);
        break;
    case 2:
        give_up(c);
        break;
    case 3:
        if (w.jumps)
            s->skew += (int64_t)below(200000) - 100000;
        break;
    case 4:
        w.now += below(4000);
        break;
    case 5:
        if (chance(30))
            w.now += below(120000);
        break;
    case 6:
        if (s->core && !s->draining && chance(20)) {
            srv_drain(s->core);
            s->draining = true;
        }
        break;
    default:
        c->server = (int)below(SERVERS);
    }
}

static void do_something(struct client *c)
{
    if (!c->wire)
        greet(c);
    else if (c->deed == NO_DEED)
        act(c);
    else if (c->sent && w.now > c->since + PATIENCE) {   /* somewhere else, perhaps */
        give_up(c);
        c->server = (int)below(SERVERS);
    } else if (!c->sent || chance(10))
        send_deed(c);
}

static void step(void)
{
    w.now += below(40);
    if (below(200) < 3)
        hurt();
    switch (below(4)) {
    case 0:
        do_something(&w.clients[below(CLIENTS)]);
        break;
    case 1:
        deliver_one();
        break;
    default:
        serve_one();
    }
}

/* A server falls asleep beyond its lease; some of its people go elsewhere, and the others wait. */
static void nap(void)
{
    const struct wire *wire = w.clients[below(CLIENTS)].wire;
    int server = wire ? wire->server : 0;
    w.servers[server].asleep = w.now + 12000;
    for (int i = 0; i < CLIENTS; i++)
        if (w.clients[i].wire && w.clients[i].wire->server == server && chance(50)) {
            give_up(&w.clients[i]);
            w.clients[i].server = (server + 1) % SERVERS;
        }
    for (int i = 0; i < 600 && !w.wrong[0]; i++)
        step();
}

/* Until nothing happens any more: whoever wants something gets it, and everybody hears of everything. */
static void calm_down(void)
{
    int quiet = 0;
    for (int k = 0; quiet < 100 && k < 60000 && !w.wrong[0]; k++) {
        bool busy = false;
        struct client *c = &w.clients[below(CLIENTS)];
        w.now += below(20);
        for (int i = 0; i < SERVERS; i++)
            if (!w.servers[i].core)
                start(&w.servers[i]);
        if (!c->wire)
            greet(c);
        else if (c->deed != NO_DEED && !c->sent)
            send_deed(c);
        else if (c->deed == NO_DEED && wants_in(c))
            act(c);
        busy = deliver_one() || serve_one() || c->deed != NO_DEED || wants_in(c) || c->ask_id;
        quiet = busy ? 0 : quiet + 1;
    }
    if (quiet < 100)
        wrong("it does not settle");
}

static void settle(void)
{
    w.faults = false;
    w.thoughts_left = 200;   /* bots may play on, but then it must settle */
    for (int i = 0; i < SERVERS; i++)
        w.servers[i].asleep = 0;
    calm_down();
    for (int i = chance(40) ? 4 : 0; i > 0; i--) {   /* where there is a clock, bots play it out */
        w.now += 40000;
        calm_down();
    }
    struct client *c = &w.clients[0];
    if (!w.wrong[0] && c->over && c->wire) {
        ask_transcript(c);
        calm_down();
    }
}

static void run(uint64_t seed, bool blind)
{
    memset(&w, 0, sizeof w);
    w.rng = bl_stream(seed, 0, BL_FOR_TEST, 5);
    w.now = 100000;
    w.faults = true;
    w.jumps = chance(50);
    w.slow_bots = chance(30);
    w.thoughts_left = UINT32_MAX;
    w.db = (struct model){.file = chance(25), .blind = blind, .fault = fault};
    w.game = ids[below((uint32_t)(chance(10) ? all_games : card_games))];
    w.people = 2 + (int)below(2);
    w.players = w.people + (int)(chance(30) ? 1 + below(2) : 0);
    for (int i = 0; i < SERVERS; i++)
        start(&w.servers[i]);
    bool second = chance(40);
    for (int i = 0; i < CLIENTS; i++) {
        w.clients[i].seat = i < w.people ? i : i == w.people && second ? 0 : -1;
        w.clients[i].server = (int)below(SERVERS);
        snprintf(w.clients[i].secret, sizeof w.clients[i].secret, "%032x", i + 1);
    }
}

static void end(void)
{
    for (int i = 0; i < SERVERS; i++)
        if (w.servers[i].core)
            crash(&w.servers[i]);
    for (int i = 0; i < CLIENTS; i++)
        json_decref(w.clients[i].view);
    model_free(&w.db);
    free(w.transcript);
}

/* Of a core, so far: whoever else wants the machine does not count. */
static double seconds(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

int main(int argc, char **argv)
{
    /* The last is one of the store; the others are the core's. */
    static const char *const bugs[] = {"none", "acks-early", "not-fenced", "counts-twice", "leaks",
                                       "asleep", "hasty", "patient", "stale", "keeps-seat", "blind-store"};
    enum { BUGS = sizeof bugs / sizeof *bugs };
    int count = argc > 1 ? atoi(argv[1]) : 200, bug = 0;
    uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    uint64_t records = 0, acks = 0, over = 0, taken = 0;
    read_registry(NULL);
    while (argc > 3 && bug < BUGS && strcmp(argv[3], bugs[bug]) != 0)
        bug++;
    if (bug == BUGS) {
        fprintf(stderr, "simulator: there is no bug '%s'\n", argv[3]);
        return 2;
    }
    srv_plant = bug < BUGS - 1 ? (enum srv_bug)bug : SRV_NO_BUG;
    for (uint64_t seed = first; seed < first + (uint64_t)count; seed++) {
        run(seed, bug == BUGS - 1);
        for (int i = 0; i < STEPS && !w.wrong[0]; i++)
            step();
        if (!w.wrong[0] && chance(40))
            nap();
        if (!w.wrong[0])
            settle();
        if (!w.wrong[0])
            check_end();
        for (uint32_t i = 0; i < w.db.log_count; i++) {
            records += w.db.logs[i].count;
            over += w.db.logs[i].standing.stage == SRV_OVER;
        }
        acks += (uint64_t)w.ack_count;
        taken += w.taken;
        if (w.wrong[0])
            printf("seed %d (%s%s): %s\nfound by %d of these schedules, in %.1f s of one core\n", (int)seed, w.game,
                   w.db.file ? ", a file" : "", w.wrong, (int)(seed - first + 1), seconds());
        bool found = w.wrong[0];
        end();
        if (found)
            return bug == 0;
    }
    printf("%d schedules, %d records, %d acknowledged, %d games over, %d tables taken: nothing wrong\n"
           "%.1f s of one core, %.0f schedules a minute\n", count, (int)records, (int)acks, (int)over, (int)taken,
           seconds(), count * 60 / seconds());
    return bug != 0;
}
