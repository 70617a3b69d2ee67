/* load.c - `bylaw load`: many people at the tables of a server, and how long its moves take. */
#include <string.h>

#include "cli.h"

#ifdef HAVE_SERVER

#include <sodium.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/number.h"
#include "bylaw/fact.h"
#include "load_own.h"
#include "server/client.h"

enum {
    AT_ONCE = 32,     /* connections that are made and not greeted yet; tables likewise */
    MOST_LATE = 20,   /* seconds that a measurement goes on for, while there is nothing to tell */
};

struct person;

/* A table: people sit at its first seats, and at the last one a bot, if there are any. */
struct place {
    struct person *people;  /* one after another, by their seats */
    char name[17];
    double sent;            /* when the move under way was sent; 0: none is */
    uint32_t count;         /* moves after it */
    uint32_t waits;         /* the seats that do not have it yet */
    char move[256];         /* what is to be sent next; "": nothing */
    int mover, mover_next;  /* who made the one under way; who will make the next */
    uint32_t known, told;   /* moves before that one; moves that were told of */
    bool begun, waiting;    /* waiting: in the line of those that have a move to send */
    struct place *next;     /* in that line */
};

struct person {
    struct load *load;
    struct srv_client *client;
    struct place *place;    /* NULL: only holds a connection */
    int seat;
    int64_t id;
    bool greeted, gone;
};

struct load {
    const char *game, *bot;   /* bot: NULL: there are none */
    struct srv_address at;
    struct person *people;
    struct place *places;
    unsigned count, tables, players, open, greeted, lost, made, begun;
    struct place *ready, **ready_end;
    bool measuring;
    uint64_t moves, all_moves, games, refused;   /* moves of people; and of bots, too */
    float *took;
    uint32_t took_count, took_room;
    uint64_t chance;
    struct bl_text heard;   /* the message at hand, with an end */
    int poll;
};

/* ---- messages ------------------------------------------------------------------ */

static void say(struct person *p, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void say(struct person *p, const char *format, ...)
{
    char text[1024];
    va_list args;
    int n = snprintf(text, sizeof text, "{\"id\":%lld,\"do\":", (long long)p->id++);
    va_start(args, format);
    n += vsnprintf(text + n, sizeof text - (size_t)n, format, args);
    va_end(args);
    srv_client_say(p->client, text, (size_t)n);
}

static void make(struct load *l, struct place *t)
{
    char once[65];
    BL_LOCAL struct bl_text bots = bl_text_heap();
    for (unsigned seat = 0; l->bot && seat < l->players; seat++)
        bl_put(&bots, "null,");
    if (l->bot)
        bl_json_put_string(&bots, l->bot);
    say(t->people, "\"make\",\"game\":\"%s\",\"players\":%u,\"bots\":[%s],\"open\":false,\"clock\":null,\"away\":null,"
        "\"once\":\"%s\"}", l->game, l->players + (l->bot ? 1 : 0), bots.len ? bots.s : "", srv_by_chance(once, 16));
}

static void sit(struct person *p)
{
    char secret[65], number[65], once[65], other[65];
    say(p, "\"sit\",\"table\":\"%s\",\"seat\":%d,\"name\":\"p%d\",\"secret\":\"%s\",\"once\":\"%s\"}", p->place->name,
        p->seat, p->seat, srv_by_chance(secret, 16), srv_by_chance(once, 8));
    say(p, "\"number\",\"table\":\"%s\",\"seat\":%d,\"number\":\"%s\",\"once\":\"%s\"}", p->place->name, p->seat,
        srv_by_chance(number, 32), srv_by_chance(other, 8));
}

static void send_move(struct place *t)
{
    char once[65];
    struct person *p = &t->people[t->mover = t->mover_next];
    say(p, "\"move\",\"table\":\"%s\",\"seat\":%d,\"count\":%u,\"move\":\"%s\",\"once\":\"%s\"}", t->name, t->mover,
        (unsigned)t->known, t->move, srv_by_chance(once, 8));
    t->move[0] = '\0';
    t->count = t->known + 1;
    t->waits = (UINT32_C(1) << p->load->players) - 1 - (UINT32_C(1) << t->mover);
    t->sent = bl_now();
    srv_client_go(p->client);   /* an end shows when the socket is looked at next */
}

/* ---- what comes: it is looked through, not read, since the server is to be measured ------------- */

static const char *after(const char *text, const char *what)
{
    const char *at = strstr(text, what);
    return at ? at + strlen(what) : NULL;
}

/* One of the legal moves, by chance; false: there is none. */
static bool choose(struct load *l, const char *view, char out[256])
{
    const char *legal = after(view, "\"legal\":["), *end = legal ? strstr(legal, "\"due\":[") : NULL, *at = legal;
    unsigned n = 0;
    out[0] = '\0';
    while (end && (at = strstr(at, "{\"text\":\"")) != NULL && at < end) {
        at += 9;
        size_t size = strcspn(at, "\"");
        if (strncmp(at + size, "\",\"form\":false", 14) != 0 || size >= 256)
            continue;
        l->chance = l->chance * 6364136223846793005u + 1442695040888963407u;
        if ((l->chance >> 33) % ++n == 0) {
            memcpy(out, at, size);
            out[size] = '\0';
        }
    }
    return n > 0;
}

static void took(struct load *l, double seconds)
{
    l->moves++;
    l->took = bl_grow(l->took, l->took_count + 1, &l->took_room, sizeof *l->took);
    l->took[l->took_count++] = (float)seconds;
}

/* The table has begun, or somebody at it has heard of `n` moves. */
static void follow(struct load *l, struct place *t, uint64_t n, int seat)
{
    if (!t->begun) {
        t->begun = true;
        l->begun++;
    }
    if (n > t->told) {
        l->all_moves += l->measuring ? n - t->told : 0;
        t->told = (uint32_t)n;
    }
    if (t->sent > 0 && n >= t->count && (t->waits &= ~(UINT32_C(1) << seat)) == 0) {   /* all others have it */
        if (l->measuring)
            took(l, bl_now() - t->sent);
        t->sent = 0;
    }
}

/* A move is sent when all have the one before, so that each is measured. */
static void line_up(struct load *l, struct place *t)
{
    if (!t->move[0] || t->sent > 0 || t->waiting)
        return;
    t->waiting = true;
    t->next = NULL;
    *l->ready_end = t;
    l->ready_end = &t->next;
}

static void see_moves(struct person *p, const char *text)
{
    struct load *l = p->load;
    struct place *t = p->place;
    const char *count = after(text, "\"count\":"), *view = after(text, "\"view\":{"), *to_move;
    uint64_t n;
    if (!count || !view || !bl_take_number(&count, UINT32_MAX, &n) || !(to_move = after(view, "\"to_move\":")))
        return;
    follow(l, t, n, p->seat);
    if (*to_move == 'n') {   /* it is over */
        const char *name = after(text, "\"table\":\"");
        say(p, "\"bye\",\"table\":\"%.16s\"}", name ? name : "");
        if (p->seat == 0) {
            l->games += l->measuring;
            t->sent = 0;
            make(l, t);
        }
    } else if (*to_move - '0' == p->seat && t->known <= n && choose(l, view, t->move)) {
        t->mover_next = p->seat;
        t->known = (uint32_t)n;
    }
    line_up(l, t);
}

static void hear(void *with, const char *message, size_t size)
{
    struct person *p = with;
    struct load *l = p->load;
    const char *name, *text;
    bl_text_clear(&l->heard);
    bl_put_bytes(&l->heard, message, size);
    text = l->heard.s;
    if (strncmp(text, "{\"news\":\"moves\"", 15) == 0) {
        see_moves(p, text);
    } else if ((name = after(text, "\"answer\":{\"table\":\"")) != NULL) {
        memcpy(p->place->name, name, 16);
        p->place->known = p->place->told = 0;
        for (unsigned seat = 0; seat < l->players; seat++)
            sit(&p->place->people[seat]);
        for (unsigned seat = 1; seat < l->players; seat++)   /* an end shows later, as above */
            srv_client_go(p->place->people[seat].client);
    } else if (!p->greeted && strstr(text, "\"languages\":")) {
        p->greeted = true;
        l->greeted++;
    } else if (strncmp(text, "{\"id\":", 6) == 0 && strstr(text, "\"error\":")) {
        if (l->refused++ == 0)
            cli_complain("load: the server says: %s", text);
    }
}

/* ---- the loop -------------------------------------------------------------------- */

static void watch(struct load *l, struct person *p, int how)
{
    struct epoll_event e = {.events = EPOLLIN | (srv_client_writes(p->client) ? EPOLLOUT : 0), .data.ptr = p};
    epoll_ctl(l->poll, how, srv_client_socket(p->client), &e);
}

static void open_one(struct load *l)
{
    struct person *p = &l->people[l->open++];
    p->client = srv_client_new(&l->at, hear, p);
    if (srv_client_socket(p->client) < 0)
        cli_wrong("load: %s, port %s: %s", l->at.host, l->at.port, srv_client_why(p->client));
    say(p, "\"hello\",\"v\":1}");
    watch(l, p, EPOLL_CTL_ADD);
}

static void step(struct load *l, int ms)
{
    struct epoll_event events[256];
    int n = epoll_wait(l->poll, events, 256, ms);
    for (int i = 0; i < n; i++) {
        struct person *p = events[i].data.ptr;
        if (p->gone)
            continue;
        if (!srv_client_go(p->client)) {
            if (l->greeted == 0)
                cli_wrong("load: %s, port %s: %s", l->at.host, l->at.port, srv_client_why(p->client));
            if (l->lost++ == 0)
                cli_complain("load: a connection ended: %s", srv_client_why(p->client));
            p->gone = true;
            epoll_ctl(l->poll, EPOLL_CTL_DEL, srv_client_socket(p->client), NULL);
        } else {
            watch(l, p, EPOLL_CTL_MOD);
        }
    }
}

static void open_all(struct load *l)
{
    while (l->greeted + l->lost < l->count) {
        while (l->open < l->count && l->open - l->greeted - l->lost < AT_ONCE)
            open_one(l);
        step(l, 100);
    }
}

static void seat_all(struct load *l)
{
    while (l->begun < l->tables && l->lost == 0 && l->refused == 0) {
        while (l->made < l->tables && l->made - l->begun < AT_ONCE) {
            struct place *t = &l->places[l->made++];
            make(l, t);
            srv_client_go(t->people->client);
        }
        step(l, 100);
    }
}

/* So many moves a second, as far as the others are ready; 0: as many as there are. */
/* On a machine this slow no move of a kind has come through yet. */
static bool tells_nothing(const struct load *l)
{
    return l->measuring && (l->took_count == 0 || (l->bot && l->all_moves <= l->moves));
}

static void play(struct load *l, double seconds, uint64_t rate)
{
    double begin = bl_now(), now = begin;
    uint64_t sent = 0;
    for (; now < begin + seconds || (now < begin + seconds + MOST_LATE && tells_nothing(l)); now = bl_now()) {
        while (l->ready && (rate == 0 || (double)sent < (now - begin) * (double)rate)) {
            struct place *t = l->ready;
            l->ready = t->next;
            if (!l->ready)
                l->ready_end = &l->ready;
            t->waiting = false;
            send_move(t);
            sent++;
        }
        step(l, l->ready ? 1 : 10);
    }
}

/* ---- the whole ------------------------------------------------------------------------ */

static int by_size(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

static double at_share(const struct load *l, double share)
{
    return l->took_count ? (double)l->took[(uint32_t)((l->took_count - 1) * share)] * 1000 : 0;
}

static void begin(struct load *l)
{
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    if (files.rlim_cur < l->count + 64)
        cli_wrong("--connections: the system allows %llu open files; ulimit -n", (unsigned long long)files.rlim_cur);
    l->poll = epoll_create1(EPOLL_CLOEXEC);
    l->people = bl_new(l->count, sizeof *l->people);
    l->places = bl_new(l->tables + 1, sizeof *l->places);
    l->ready_end = &l->ready;
    for (unsigned i = 0; i < l->count; i++) {
        unsigned table = i / l->players;
        l->people[i] = (struct person){.load = l, .seat = (int)(i % l->players),
                                       .place = table < l->tables ? &l->places[table] : NULL};
    }
    for (unsigned i = 0; i < l->tables; i++)
        l->places[i].people = &l->people[i * l->players];
}

/* What was measured, of the server and of this program. */
struct measured {
    double seconds, mine;
    struct own_work work;
    double empty, connected, seated, end;   /* kilobytes */
};

static void measure(struct load *l, const struct own_server *own, double seconds, uint64_t rate, struct measured *m)
{
    m->empty = own_kilobytes(own);
    open_all(l);
    m->connected = own_kilobytes(own);
    seat_all(l);
    m->seated = own_kilobytes(own);
    play(l, seconds / 5 < 2 ? seconds / 5 : 2, rate);   /* to warm up */
    struct own_work before = own_work(own);
    double from = bl_now(), mine = bl_seconds(CLOCK_PROCESS_CPUTIME_ID);
    l->measuring = true;
    play(l, seconds, rate);
    struct own_work after = own_work(own);
    m->seconds = bl_now() - from;
    m->mine = bl_seconds(CLOCK_PROCESS_CPUTIME_ID) - mine;
    m->work = (struct own_work){after.loop - before.loop, after.store - before.store, after.bots - before.bots};
    m->end = own_kilobytes(own);
}

static void tell(struct load *l, bool own, const struct measured *m)
{
    double s = m->seconds, server = m->work.loop + m->work.store;
    uint64_t bots = l->bot && l->all_moves > l->moves ? l->all_moves - l->moves : 0, all = l->moves + bots;
    if (l->took_count)
        qsort(l->took, l->took_count, sizeof *l->took, by_size);
    printf("connections   %u held, %u lost; %u tables of %u people%s%s\n", l->count - l->lost, l->lost, l->tables, l->players,
           l->bot ? " and a bot, " : "", l->bot ? l->bot : "");
    printf("moves         %llu durable in %.1f s: %.0f a second; %llu games ended, %llu messages refused\n",
           (unsigned long long)l->moves, s, (double)l->moves / s, (unsigned long long)l->games, (unsigned long long)l->refused);
    printf("latency       p50 %.1f ms, p99 %.1f ms, p99.9 %.1f ms, from sending to the other seat%s having it\n",
           at_share(l, .5), at_share(l, .99), at_share(l, .999), l->players > 2 ? "s" : "");
    if (l->bot)
        printf("bots          %.0f decisions a second, durable too", (double)bots / s);
    if (l->bot && own)
        printf("; %.2f cores for thinking, %.2f ms each", m->work.bots / s, bots ? m->work.bots * 1000 / (double)bots : 0);
    if (l->bot)
        putchar('\n');
    if (!own)
        return;
    printf("server        %.2f cores: %.2f its loop, %.2f its store; %.0f durable moves for a second of one, %.0f µs each\n",
           server / s, m->work.loop / s, m->work.store / s, server > 0 ? (double)all / server : 0,
           all ? server * 1e6 / (double)all : 0);
    printf("this program  %.2f cores\n", m->mine / s);
    double connection = (m->connected - m->empty) / l->count, table = (m->seated - m->connected) / l->tables;
    printf("memory        %.1f MB empty; %.1f KB a connection, %.1f KB a table: %.1f KB a table with its %u connections\n",
           m->empty / 1024, connection, table, table + connection * l->players, l->players);
    printf("              %.1f MB when all sat, %.1f MB at the end\n", m->seated / 1024, m->end / 1024);
}

int cmd_load(const struct cli_args *args)
{
    struct load l = {.game = cli_value(args, "game") ? cli_value(args, "game") : bl_games()[0]->id,
                     .bot = cli_value(args, "bot"), .chance = 1, .heard = bl_text_heap()};
    struct own_server own = {0};
    struct measured m;
    const struct bl_game *game = cli_game(l.game);
    if (sodium_init() < 0)
        cli_wrong("load: the system has no chance to give");
    if (l.bot)
        cli_bot("--bot", l.bot);
    unsigned most = game->max_players < 10 ? game->max_players : 10;   /* seats are read as one digit */
    l.players = (unsigned)cli_number(args, "players", 2, most - (l.bot ? 1 : 0), 2);
    l.count = (unsigned)cli_number(args, "connections", l.players, 100000, 200);
    l.tables = (unsigned)cli_number(args, "tables", 1, l.count / l.players, l.count / l.players);
    uint64_t rate = cli_number(args, "moves-per-second", 0, 1000000, 0);
    double seconds = (double)cli_number(args, "seconds", 1, 86400, 10);
    if (args->word_count == 0)
        own_start(&own);
    const char *server = args->word_count ? args->words[0] : own.address, *wrong = srv_read_address(server, &l.at);
    if (wrong)
        cli_wrong("load: %s: %s", server, wrong);
    l.at.waits = true;
    begin(&l);
    measure(&l, &own, seconds, rate, &m);
    tell(&l, own.pid != 0, &m);
    for (unsigned i = 0; i < l.open; i++)
        srv_client_free(l.people[i].client);
    own_stop(&own);
    close(l.poll);
    bl_text_free(&l.heard);
    BL_FREE(l.people, l.places, l.took);
    return l.lost ? CLI_NO : CLI_DONE;
}

#else

int cmd_load(const struct cli_args *args)
{
    (void)args;
    cli_wrong("load: this program was built without the libraries that a server needs");
}

#endif
