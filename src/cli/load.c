/* load.c - `bylaw load`: many people at the tables of a server, and how long its moves take. */
#include <string.h>

#include "cli.h"

#ifdef HAVE_SERVER

#include <fcntl.h>
#include <signal.h>
#include <sodium.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/number.h"
#include "bylaw/fact.h"
#include "server/client.h"

enum { AT_ONCE = 32 };   /* connections that are made and not greeted yet */

struct person;

/* A table of two; its people sit at seats 0 and 1. */
struct place {
    struct person *people[2];
    char name[17];
    double sent;            /* when the move under way was sent; 0: none is */
    uint32_t count;         /* moves after it */
    char move[256];         /* what is to be sent next; "": nothing */
    int mover;
    uint32_t known;
    struct place *next;     /* that has a move to send */
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
    const char *game;
    struct srv_address at;
    struct person *people;
    struct place *places;
    unsigned count, tables, open, greeted, lost;
    struct place *ready, **ready_end;
    bool measuring;
    uint64_t moves, games, refused;
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

static const char *by_chance(char out[65], size_t bytes)
{
    uint8_t chance[32];
    randombytes_buf(chance, bytes);
    sodium_bin2hex(out, 2 * bytes + 1, chance, bytes);
    return out;
}

static void make(struct person *p)
{
    char once[65];
    say(p, "\"make\",\"game\":\"%s\",\"players\":2,\"bots\":[],\"open\":false,\"clock\":null,\"away\":null,"
        "\"once\":\"%s\"}", p->load->game, by_chance(once, 16));
}

static void sit(struct person *p)
{
    char secret[65], number[65], once[65], other[65];
    say(p, "\"sit\",\"table\":\"%s\",\"seat\":%d,\"name\":\"p%d\",\"secret\":\"%s\",\"once\":\"%s\"}", p->place->name,
        p->seat, p->seat, by_chance(secret, 16), by_chance(once, 8));
    say(p, "\"number\",\"table\":\"%s\",\"seat\":%d,\"number\":\"%s\",\"once\":\"%s\"}", p->place->name, p->seat,
        by_chance(number, 32), by_chance(other, 8));
}

static void send_move(struct place *t)
{
    char once[65];
    struct person *p = t->people[t->mover];
    say(p, "\"move\",\"table\":\"%s\",\"seat\":%d,\"count\":%u,\"move\":\"%s\",\"once\":\"%s\"}", t->name, t->mover,
        (unsigned)t->known, t->move, by_chance(once, 8));
    t->move[0] = '\0';
    t->count = t->known + 1;
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

static void see_moves(struct person *p, const char *text)
{
    struct load *l = p->load;
    struct place *t = p->place;
    const char *count = after(text, "\"count\":"), *view = after(text, "\"view\":{"), *to_move;
    uint64_t n;
    if (!count || !view || !bl_take_number(&count, UINT32_MAX, &n) || !(to_move = after(view, "\"to_move\":")))
        return;
    if (t->sent > 0 && n >= t->count && p->seat != t->mover) {   /* the other seat has it */
        if (l->measuring)
            took(l, bl_now() - t->sent);
        t->sent = 0;
    }
    if (*to_move == 'n') {   /* it is over */
        const char *name = after(text, "\"table\":\"");
        say(p, "\"bye\",\"table\":\"%.16s\"}", name ? name : "");
        if (p->seat == 0) {
            l->games += l->measuring;
            t->sent = 0;
            make(p);
        }
    } else if (*to_move - '0' == p->seat && t->known <= n && choose(l, view, t->move)) {
        t->mover = p->seat;
        t->known = (uint32_t)n;
        t->next = NULL;
        *l->ready_end = t;
        l->ready_end = &t->next;
    }
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
        p->place->known = 0;
        for (int seat = 0; seat < 2; seat++)
            sit(p->place->people[seat]);
        srv_client_go(p->place->people[1]->client);
    } else if (!p->greeted && strstr(text, "\"languages\":")) {
        p->greeted = true;
        l->greeted++;
        if (p->place && p->seat == 1)
            make(p->place->people[0]);
        if (p->place && p->seat == 1)
            srv_client_go(p->place->people[0]->client);
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

/* So many moves a second, as far as the others are ready; 0: as many as there are. */
static void play(struct load *l, double seconds, uint64_t rate)
{
    double begin = bl_now(), now = begin;
    uint64_t sent = 0;
    for (; now < begin + seconds; now = bl_now()) {
        while (l->ready && (rate == 0 || (double)sent < (now - begin) * (double)rate)) {
            struct place *t = l->ready;
            l->ready = t->next;
            if (!l->ready)
                l->ready_end = &l->ready;
            send_move(t);
            sent++;
        }
        step(l, l->ready ? 1 : 10);
    }
}

/* ---- a server of our own ------------------------------------------------------------ */

struct served {
    pid_t pid;
    char folder[64], address[128];
};

static void start_server(struct served *s)
{
    static const char *const limits[] = {"connections=100000", "connections_of_one=100000", "asks_burst=100000000",
        "asks_per_minute=100000000", "tables=100000", "tables_of_one=100000", "messages_burst=1000000",
        "messages_per_minute=1000000"};
    enum { LIMITS = sizeof limits / sizeof *limits };
    char data[96];
    const char *call[16 + 2 * LIMITS] = {"bylaw", "serve", "--site", "none", "--listen", "127.0.0.1:0", "--data", data};
    int out[2], n = 8;
    strcpy(s->folder, "/tmp/bylaw-load-XXXXXX");
    if (!mkdtemp(s->folder) || pipe(out) != 0)
        cli_wrong("load: there is no room for a server");
    snprintf(data, sizeof data, "%s/tables.db", s->folder);
    for (int i = 0; i < LIMITS; i++) {
        call[n++] = "--limit";
        call[n++] = limits[i];
    }
    s->pid = fork();
    if (s->pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGTERM);   /* it does not outlive us */
        int none = open("/dev/null", O_WRONLY);
        dup2(out[1], STDOUT_FILENO);
        dup2(none, STDERR_FILENO);
        close(out[0]);
        execv("/proc/self/exe", (char *const *)(uintptr_t)call);
        _exit(127);
    }
    close(out[1]);
    FILE *from = fdopen(out[0], "r");
    char line[256] = "";
    const char *at = from && fgets(line, sizeof line, from) ? strstr(line, "http://") : NULL;
    if (!at || sscanf(at, "http://%100[^/]", s->address) != 1)
        cli_wrong("load: the server did not start: %s", line);
    fclose(from);
}

static void stop_server(struct served *s)
{
    static const char *const files[] = {"", "-wal", "-shm"};
    char path[128];
    kill(s->pid, SIGTERM);
    waitpid(s->pid, NULL, 0);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        snprintf(path, sizeof path, "%s/tables.db%s", s->folder, files[i]);
        unlink(path);
    }
    rmdir(s->folder);
}

/* Kilobytes that a process takes; and seconds that it has worked. 0: nobody knows. */
static double memory_of(pid_t pid)
{
    char path[64], line[256];
    double kilobytes = 0;
    snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
    FILE *f = pid ? fopen(path, "r") : NULL;
    while (f && fgets(line, sizeof line, f))
        if (strncmp(line, "VmRSS:", 6) == 0)
            kilobytes = atof(line + 6);
    if (f)
        fclose(f);
    return kilobytes;
}

static double work_of(pid_t pid)
{
    char path[64];
    unsigned long user = 0, system = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    FILE *f = pid ? fopen(path, "r") : NULL;
    if (f && fscanf(f, "%*d (%*[^)]) %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &system) != 2)
        user = system = 0;
    if (f)
        fclose(f);
    return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
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
        struct person *p = &l->people[i];
        *p = (struct person){.load = l, .seat = (int)(i & 1), .place = i / 2 < l->tables ? &l->places[i / 2] : NULL};
        if (p->place)
            p->place->people[p->seat] = p;
    }
}

int cmd_load(const struct cli_args *args)
{
    struct load l = {.game = cli_value(args, "game") ? cli_value(args, "game") : bl_games()[0]->id, .chance = 1,
                     .heard = bl_text_heap()};
    struct served own = {0};
    cli_game(l.game);
    if (sodium_init() < 0)
        cli_wrong("load: the system has no chance to give");
    l.count = (unsigned)cli_number(args, "connections", 2, 100000, 200);
    l.tables = (unsigned)cli_number(args, "tables", 1, l.count / 2, l.count / 2);
    uint64_t rate = cli_number(args, "moves-per-second", 0, 1000000, 0);
    double seconds = (double)cli_number(args, "seconds", 1, 86400, 10);
    if (args->word_count == 0)
        start_server(&own);
    const char *server = args->word_count ? args->words[0] : own.address, *wrong = srv_read_address(server, &l.at);
    if (wrong)
        cli_wrong("load: %s: %s", server, wrong);
    begin(&l);
    double empty = memory_of(own.pid);
    open_all(&l);
    double full = memory_of(own.pid);
    play(&l, seconds / 5 < 2 ? seconds / 5 : 2, rate);   /* to warm up */
    double worked = work_of(own.pid), from = bl_now(), mine = bl_seconds(CLOCK_PROCESS_CPUTIME_ID);
    l.measuring = true;
    play(&l, seconds, rate);
    double took = bl_now() - from;
    worked = work_of(own.pid) - worked;
    mine = bl_seconds(CLOCK_PROCESS_CPUTIME_ID) - mine;
    double busy = memory_of(own.pid);
    qsort(l.took, l.took_count, sizeof *l.took, by_size);
    printf("connections   %u held, %u lost\n", l.count - l.lost, l.lost);
    printf("moves         %llu durable in %.1f s: %.0f a second; %llu games ended, %llu messages refused\n",
           (unsigned long long)l.moves, took, (double)l.moves / took, (unsigned long long)l.games, (unsigned long long)l.refused);
    printf("latency       p50 %.1f ms, p99 %.1f ms, p99.9 %.1f ms, from sending to the other seat having it\n",
           at_share(&l, .5), at_share(&l, .99), at_share(&l, .999));
    if (own.pid) {
        printf("server        %.2f cores, %.0f moves for a second of one; this program %.2f cores\n", worked / took,
               worked > 0 ? (double)l.moves / worked : 0, mine / took);
        printf("memory        %.0f KB empty; %.1f KB a connection and its half of a table when all were there, %.1f KB at the end\n",
               empty, (full - empty) / l.count, (busy - empty) / l.count);
    }
    for (unsigned i = 0; i < l.open; i++)
        srv_client_free(l.people[i].client);
    if (own.pid)
        stop_server(&own);
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
