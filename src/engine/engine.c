/* engine.c - programs of others as bots: their settings, their processes, what is asked of them, and
 * what comes of it when they fail. */
#include "engine/engine.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/number.h"
#include "base/utf8.h"
#include "bots/bots.h"
#include "engine/child.h"

#define SLICE 0.01          /* seconds between two looks at whether somebody has lost patience */
#define LINES_MOST 10000    /* that may come before an answer */
#define TOLD_MOST 20        /* faults that are told one by one, */
#define TOLD_IN 60          /* in so many seconds */
#define NAME_MOST 60
#define STARTS_MOST 3       /* failures to start, one after another, until it is left alone */
#define STARTS_REST 60      /* for so many seconds */

/* What can be set in the name; the others are options of the engine itself. */
struct terms {
    uint32_t ms, iterations;   /* for a thought; 0 iterations: as many as it likes */
    uint32_t grace;            /* ms beyond that, */
    uint32_t start;            /* and until it says hello */
    uint32_t faults;           /* in a game, by which that is forfeited */
};
static const struct terms usual = {.ms = 1000, .grace = 1000, .start = 10000, .faults = 3};
static const struct term {
    const char *name;
    size_t at;
    uint32_t least;
} term_list[] = {
    {"ms", offsetof(struct terms, ms), 1},
    {"iterations", offsetof(struct terms, iterations), 1},
    {"grace", offsetof(struct terms, grace), 1},
    {"start", offsetof(struct terms, start), 1},
    {"faults", offsetof(struct terms, faults), 1},
};

/* A process that has said hello, and where it is in the game it plays. */
struct player {
    struct player *next;       /* that has nothing to do */
    struct child *child;
    struct bl_text line, room; /* to work in */
    uint64_t asked;            /* questions so far */
};

struct engine {
    struct bl_bot bot;         /* `settings` is this */
    struct engine *next;
    struct terms terms;
    char *name, *command;
    struct bl_text options;    /* of its own, as set: members of an object */
    /* As it said of itself. */
    char *called;
    struct bl_text games;      /* ids, each after a space; empty: all */
    bool views;
    pthread_mutex_t lock;      /* of what follows */
    struct player *idle;
    unsigned failed_starts;
    double rests;              /* until then it is not started */
    unsigned told;             /* faults, since */
    double told_since;
};

/* A seat in a game. */
struct sitting {
    struct engine *of;
    const struct bl_game *game;
    struct player *player;     /* who plays there; NULL: nobody yet */
    uint32_t told;             /* moves that it was told of */
    bool begun;                /* it knows of the game */
    uint32_t faults;
    bool forfeits;
    void *scratch;             /* of the rules */
};

static void tell_on_stderr(const char *line)
{
    fprintf(stderr, "bylaw: %s\n", line);
}

void (*engine_tells)(const char *line) = tell_on_stderr;

static _Atomic uint64_t fault_count;

uint64_t engine_faults(void)
{
    return atomic_load(&fault_count);
}

/* ---- processes -------------------------------------------------------------------- */

static void end_player(struct player *p)
{
    if (!p)
        return;
    child_end(p->child);
    bl_text_free(&p->line);
    bl_text_free(&p->room);
    free(p);
}

/* Why it says nothing that is of use. */
static void put_silence(struct bl_text *why, struct player *p, enum child_news news, uint32_t ms)
{
    BL_LOCAL struct bl_text words = bl_text_heap();
    if (news == CHILD_LATE)
        bl_putf(why, "it has not answered within %d ms", (int)ms);
    else
        bl_put(why, news == CHILD_LONG ? "it said a line of more than a megabyte" : "it has ended");
    child_put_last_words(p->child, &words);
    if (words.len > 0)
        bl_putf(why, " (\"%s\")", words.s);
}

/* Takes in what it says of itself; the first to do so is remembered. */
static void read_hello(struct engine *e, struct bl_json *in)
{
    bl_json_int(in, "bylaw", ENGINE_PROTOCOL, ENGINE_PROTOCOL);
    const char *name = bl_json_string(in, "name");
    if (in->doc->failed || e->called)
        return;
    if (bl_json_has(in, "views")) {
        struct bl_json views = bl_json_member(in, "views");
        e->views = bl_json_to_bool(&views);
    }
    if (bl_json_has(in, "games")) {
        struct bl_json games = bl_json_member(in, "games");
        size_t n = bl_json_count(&games, 1000);
        bl_put(&e->games, " ");
        for (size_t i = 0; i < n; i++) {
            struct bl_json game = bl_json_item(&games, i);
            bl_putf(&e->games, "%s ", bl_json_to_string(&game));
        }
    }
    if (strlen(name) == 0 || strlen(name) > NAME_MOST)
        bl_json_fault(in, "'name' must have 1 to %d bytes", NAME_MOST);
    if (in->doc->failed)
        return;
    e->called = bl_copy_of(name, strlen(name) + 1);
    bl_utf8_plain(e->called, "");   /* people are shown it */
}

/* What it was told to set and does not know. */
static void check_options(const struct engine *e, struct bl_json *in)
{
    struct bl_json_doc doc;
    BL_LOCAL struct bl_text set = bl_text_heap();
    bl_putf(&set, "{%s}", e->options.s);
    if (bl_json_parse(&doc, set.s, set.len)) {
        struct bl_json wanted = bl_json_root(&doc), none = *in, known = none;
        const char *name;
        if (bl_json_has(in, "options"))
            known = bl_json_member(in, "options");
        for (size_t i = 0; (name = bl_json_name(&wanted, i)) != NULL; i++)
            if (!bl_json_has(in, "options") || !bl_json_has(&known, name))
                bl_json_fault(in, "it has no option '%s'", name);
    }
    bl_json_free(&doc);
}

static bool greet(struct engine *e, struct player *p, struct bl_text *why)
{
    double until = bl_now() + e->terms.start * 1e-3;
    char *line;
    size_t size;
    bl_text_clear(&p->line);
    bl_putf(&p->line, "{\"t\":\"hello\",\"bylaw\":%d,\"options\":{%s}}\n", ENGINE_PROTOCOL, e->options.s);
    child_send(p->child, p->line.s, p->line.len, until);
    enum child_news news = child_hear(p->child, until, &line, &size);
    if (news != CHILD_SAID) {
        put_silence(why, p, news, e->terms.start);
        bl_put(why, ", and no hello");
        return false;
    }
    struct bl_json_doc doc;
    if (bl_json_parse(&doc, line, size)) {
        struct bl_json in = bl_json_root(&doc);
        if (strcmp(bl_json_string(&in, "t"), "hello") != 0)
            bl_json_fault(&in, "it must say hello first");
        read_hello(e, &in);
        check_options(e, &in);
    }
    if (doc.failed)
        bl_putf(why, "its hello: %s", doc.why);
    bl_json_free(&doc);
    return !doc.failed;
}

static struct player *start_player(struct engine *e, struct bl_text *why)
{
    struct child *child = child_start(e->command);
    if (!child) {
        bl_putf(why, "it cannot be started: %s", strerror(errno));
        return NULL;
    }
    struct player *p = bl_new(1, sizeof *p);
    *p = (struct player){.child = child, .line = bl_text_heap(), .room = bl_text_heap()};
    if (greet(e, p, why))
        return p;
    end_player(p);
    return NULL;
}

/* One that has nothing to do, or a new one. NULL: `why` says why there is none. */
static struct player *take_player(struct engine *e, struct bl_text *why)
{
    pthread_mutex_lock(&e->lock);
    struct player *p = e->idle;
    bool rests = !p && bl_now() < e->rests;
    if (p)
        e->idle = p->next;
    pthread_mutex_unlock(&e->lock);
    if (p)
        return p;
    if (rests) {
        bl_putf(why, "it failed to start %d times, and is left alone for a minute", STARTS_MOST);
        return NULL;
    }
    p = start_player(e, why);
    pthread_mutex_lock(&e->lock);
    e->failed_starts = p ? 0 : e->failed_starts + 1;
    if (e->failed_starts >= STARTS_MOST)
        e->rests = bl_now() + STARTS_REST;
    pthread_mutex_unlock(&e->lock);
    return p;
}

static void give_player(struct engine *e, struct player *p)
{
    if (!p)
        return;
    pthread_mutex_lock(&e->lock);
    p->next = e->idle;
    e->idle = p;
    pthread_mutex_unlock(&e->lock);
}

/* ---- one question ------------------------------------------------------------------ */

static void put_question(struct sitting *s, const struct bl_decision *d, bool opinions)
{
    const struct terms *terms = &s->of->terms;
    struct player *p = s->player;
    struct bl_text *out = &p->line;
    bl_text_clear(out);
    if (!s->begun) {
        engine_put_newgame(out, d, s->of->views);
        s->told = 0;
    }
    engine_put_position(out, d, s->told, s->of->views, &p->room);
    s->begun = true;
    s->told = d->past ? d->past->count : 0;
    bl_json_putf(out, "{'t':'go','id':%u,'ms':%u", ++p->asked, (uint64_t)terms->ms);
    if (terms->iterations > 0)
        bl_json_putf(out, "'iterations':%u", (uint64_t)terms->iterations);
    bl_json_putf(out, "'opinions':%t,'seed':'%u'}", opinions, d->rng->key);
    bl_put_char(out, '\n');
}

/* Waits for a line, and says stop when the time is up or somebody has lost patience. It is late however
 * much it says, unless it says it in time. */
static enum child_news hear(const struct sitting *s, const struct bl_decision *d, double *budget,
                            double *until, char **line, size_t *size)
{
    struct child *child = s->player->child;
    for (;;) {
        double now = bl_now(), end = *budget > 0 ? *budget : *until;
        if (d->patience && end > now + SLICE)
            end = now + SLICE;
        enum child_news news = child_hear(child, end, line, size);
        bool over = d->patience && d->patience->over(d->patience->of);
        now = bl_now();
        if (news != CHILD_LATE && news != CHILD_SAID)
            return news;
        if (*budget <= 0 && now >= *until)
            return CHILD_LATE;
        if (*budget > 0 && (over || now >= *budget)) {
            static const char stop[] = "{\"t\":\"stop\"}\n";
            *budget = 0;
            *until = now + s->of->terms.grace * 1e-3;
            child_send(child, stop, sizeof stop - 1, *until);
        }
        if (news == CHILD_SAID)
            return news;
    }
}

/* Whether what was read may be played, as far as the seat can know. */
static bool is_legal(struct sitting *s, const struct bl_decision *d, const struct bl_play *play)
{
    if (!(play->move & BL_OPEN))
        return bl_is_listed(d->moves, d->count, play->move);
    struct bl_context cx;
    bl_context_init(&cx, d->game, 0);
    if (!s->scratch)
        s->scratch = bl_scratch_new(d->game);
    cx.scratch = s->scratch;
    return bl_check(d->game, d->game->rules, d->view, play, &cx) == 0;
}

/* A move by its text, or by its action number; what it says is put on to the end of `words`. */
static void read_move(struct sitting *s, const struct bl_decision *d, struct bl_json *in,
                      struct bl_text *words, struct bl_play *out)
{
    *out = (struct bl_play){.seat = (int8_t)d->seat, .move = BL_NO_MOVE};
    if (bl_json_has(in, "move")) {
        struct bl_json move = bl_json_member(in, "move");
        const char *text = bl_json_to_string(&move);
        const char *fault = in->doc->failed ? NULL : d->game->notation->read_move(d->view, d->seat, text, out, words);
        if (fault)
            bl_json_fault(&move, "'%s': %s", text, fault);
        out->seat = (int8_t)d->seat;
    } else {
        const struct bl_setup *setup = &bl_head(d->view)->setup;
        out->move = bl_action_move(d->game, setup, (uint32_t)bl_json_int(in, "action", 0, INT32_MAX));
    }
    if (!in->doc->failed && !is_legal(s, d, out))
        bl_json_fault(in, "the move is not legal");
}

struct answer {
    struct bl_text *words;     /* what open moves say */
    struct bl_play play;
    struct bl_opinion *list;   /* opinions on other moves too; NULL: they are not wanted */
    uint32_t count, most;
};

/* Data that lies in a text which may grow is told by its place, until all is read. */
static void keep_place(const struct bl_text *words, const void **data)
{
    *data = *data ? (const void *)((uintptr_t)*data - (uintptr_t)words->s + 1) : NULL;
}

static void find_place(const struct bl_text *words, const void **data)
{
    *data = *data ? words->s + ((uintptr_t)*data - 1) : NULL;
}

static void read_opinions(struct sitting *s, const struct bl_decision *d, struct bl_json *in,
                          struct answer *a)
{
    struct bl_json list = bl_json_member(in, "opinions");
    size_t n = bl_json_count(&list, a->most - 1);
    for (size_t i = 0; i < n && !in->doc->failed; i++) {
        struct bl_json item = bl_json_item(&list, i);
        struct bl_opinion *o = &a->list[a->count + 1];   /* the first is what it plays */
        struct bl_play play;
        read_move(s, d, &item, a->words, &play);
        struct bl_json value = bl_json_member(&item, "value");
        *o = (struct bl_opinion){play.move, play.size, play.data, 1, bl_json_to_real(&value, 0, 1)};
        if (bl_json_has(&item, "visits"))
            o->visits = (uint64_t)bl_json_int(&item, "visits", 0, INT64_MAX);
        keep_place(a->words, &o->words);
        a->count++;
    }
}

/* False: it answers something else, and so will its next. */
static bool read_answer(struct sitting *s, const struct bl_decision *d, struct bl_json *in,
                        struct answer *a)
{
    if ((uint64_t)bl_json_int(in, "id", 0, INT64_MAX) != s->player->asked) {
        bl_json_fault(in, "this answers no question that was asked");
        return false;
    }
    read_move(s, d, in, a->words, &a->play);
    keep_place(a->words, &a->play.data);
    if (a->list && bl_json_has(in, "opinions"))
        read_opinions(s, d, in, a);
    find_place(a->words, &a->play.data);
    for (uint32_t i = 1; a->list && i <= a->count; i++)
        find_place(a->words, &a->list[i].words);
    return true;
}

/* One line: 1 the answer, 0 not yet, -1 a fault, of which `why` tells. */
static int take_line(struct sitting *s, const struct bl_decision *d, const char *line, size_t size,
                     struct answer *a, struct bl_text *why, bool *lost)
{
    struct bl_json_doc doc;
    int taken = 0;
    *lost = true;
    if (bl_json_parse(&doc, line, size)) {
        struct bl_json in = bl_json_root(&doc);
        const char *kind = bl_json_string(&in, "t");
        if (strcmp(kind, "bestmove") == 0) {
            *lost = !read_answer(s, d, &in, a);
            taken = 1;
        } else if (strcmp(kind, "error") == 0) {
            bl_json_fault(&in, "it says: %s", bl_json_string(&in, "text"));
        } else if (strcmp(kind, "info") != 0) {
            bl_json_fault(&in, "it says '%s', which was not asked", kind);
        }
    }
    if (doc.failed)
        bl_put(why, doc.why);
    bl_json_free(&doc);
    return doc.failed ? -1 : taken;
}

/* Asks for a move. False: `why` says what went wrong; `lost`: the process is of no more use. */
static bool ask(struct sitting *s, const struct bl_decision *d, struct answer *a, struct bl_text *why,
                bool *lost)
{
    *lost = true;
    if (!s->player) {
        s->player = take_player(s->of, why);
        s->begun = false;
    }
    if (!s->player)
        return false;
    put_question(s, d, a->list != NULL);
    const struct terms *terms = &s->of->terms;
    double budget = bl_now() + terms->ms * 1e-3, until = budget + terms->grace * 1e-3;
    /* Where it does not listen, it will say nothing either. */
    child_send(s->player->child, s->player->line.s, s->player->line.len, until);
    for (int lines = 0; lines < LINES_MOST; lines++) {
        char *line;
        size_t size;
        enum child_news news = hear(s, d, &budget, &until, &line, &size);
        if (news != CHILD_SAID) {
            put_silence(why, s->player, news, terms->ms + terms->grace);
            return false;
        }
        int taken = take_line(s, d, line, size, a, why, lost);
        if (taken != 0)
            return taken > 0;
    }
    bl_putf(why, "it said %d lines and gave no answer", LINES_MOST);
    return false;
}

/* ---- when it fails --------------------------------------------------------------- */

static void count_fault(struct sitting *s, const struct bl_decision *d, const char *why, bool lost)
{
    struct engine *e = s->of;
    BL_LOCAL struct bl_text text = bl_text_heap();
    s->faults++;
    s->forfeits = s->faults >= e->terms.faults;
    if (lost) {
        end_player(s->player);
        s->player = NULL;
    }
    atomic_fetch_add(&fault_count, 1);
    double now = bl_now();
    pthread_mutex_lock(&e->lock);
    if (now >= e->told_since + TOLD_IN) {
        e->told = 0;
        e->told_since = now;
    }
    unsigned told = ++e->told;
    pthread_mutex_unlock(&e->lock);
    if (told > TOLD_MOST)
        return;
    bl_putf(&text, "%s, seat %d of %s: %s; %s", e->bot.name, d->seat, d->game->id, why,
            d->memory && s->forfeits ? "it forfeits the game, random plays on"
                                     : "the move is lost to random");
    if (told == TOLD_MOST)
        bl_put(&text, " (more in this minute is counted, and not told)");
    bl_utf8_plain(text.s, "");
    engine_tells(text.s);
}

static bool plays(const struct engine *e, const struct bl_game *game)
{
    BL_LOCAL struct bl_text id = bl_text_heap();
    bl_putf(&id, " %s ", game->id);
    return e->games.len == 0 || strstr(e->games.s, id.s);
}

/* What it plays; where it fails `random` does, and `greedy` in a game that it does not know. */
static void decide(struct sitting *s, const struct bl_decision *d, struct answer *a)
{
    BL_LOCAL struct bl_text why = bl_text_heap();
    const struct bl_bot *other = plays(s->of, d->game) ? &bl_bot_random : &bl_bot_greedy;
    bool lost = false;
    if (other == &bl_bot_random && !s->forfeits) {
        bl_text_clear(a->words);
        if (ask(s, d, a, &why, &lost))
            return;
        a->count = 0;
        count_fault(s, d, why.s, lost);
    }
    struct bl_decision rest = *d;
    rest.memory = NULL;
    if (!s->scratch)
        s->scratch = bl_scratch_new(d->game);
    bl_bot_play(other, &rest, s->scratch, a->words, &a->play);
}

/* ---- as a bot ---------------------------------------------------------------------- */

static void *sit(const struct bl_bot *bot, const struct bl_game *game)
{
    struct sitting *s = bl_new(1, sizeof *s);
    s->of = (struct engine *)(uintptr_t)bot->settings;
    s->game = game;
    return s;
}

static void stand_up(struct sitting *s)
{
    give_player(s->of, s->player);
    if (s->scratch)
        bl_scratch_free(s->game, s->scratch);
}

static void rise(void *memory)
{
    stand_up(memory);
    free(memory);
}

static uint32_t faults(const void *memory, bool *forfeits)
{
    const struct sitting *s = memory;
    *forfeits = s->forfeits;
    return s->faults;
}

static bool knows(const struct bl_bot *bot, const struct bl_game *game, const struct bl_setup *setup,
                  struct bl_text *why)
{
    const struct engine *e = bot->settings;
    (void)setup;
    if (plays(e, game))
        return true;
    bl_putf(why, "%s does not play %s; greedy plays in its place", bot->name, game->id);
    return false;
}

/* Without a memory it sits down for one question. */
static void answer(const struct bl_bot *bot, const struct bl_decision *d, struct answer *a)
{
    struct sitting once = {.of = (struct engine *)(uintptr_t)bot->settings, .game = d->game};
    decide(d->memory ? d->memory : &once, d, a);
    if (!d->memory)
        stand_up(&once);
}

static void write_move(const struct bl_bot *bot, const struct bl_decision *d, struct bl_text *words,
                       struct bl_play *out)
{
    struct answer a = {.words = words};
    answer(bot, d, &a);
    *out = a.play;
}

static void choose(const struct bl_bot *bot, const struct bl_decision *d, struct bl_play *out)
{
    BL_LOCAL struct bl_text words = bl_text_heap();
    write_move(bot, d, &words, out);
}

static bool is_told(const struct bl_opinion *list, uint32_t n, bl_move move)
{
    for (uint32_t i = 0; i < n; i++)
        if (list[i].move == move && !list[i].words)
            return true;
    return false;
}

static int by_value(const void *a, const void *b)
{
    double x = ((const struct bl_opinion *)a)->value, y = ((const struct bl_opinion *)b)->value;
    return (x < y) - (x > y);
}

/* First what it plays, with its opinion on that, then the others by what they are worth to it, then
 * those that it did not speak of. */
static uint32_t advise(const struct bl_bot *bot, const struct bl_decision *d, const struct bl_play *of,
                       struct bl_text *words, struct bl_opinion *out)
{
    struct answer a = {.words = words, .list = out, .most = BL_MORE_OPINIONS};
    (void)of;
    answer(bot, d, &a);
    uint32_t n = 1;
    out[0] = (struct bl_opinion){a.play.move, a.play.size, a.play.data, 0, 0};
    for (uint32_t i = 1; i <= a.count; i++) {
        bool first = out[i].move == out[0].move && out[i].size == out[0].size &&
                     (out[i].size == 0 || memcmp(out[i].words, out[0].words, out[i].size) == 0);
        if (first) {
            out[0].visits = out[i].visits;
            out[0].value = out[i].value;
        } else if (out[i].words || !is_told(out, n, out[i].move)) {
            out[n++] = out[i];
        }
    }
    qsort(out + 1, n - 1, sizeof *out, by_value);
    for (uint32_t i = 0; i < d->count; i++)
        if (!(d->moves[i] & BL_OPEN) && !is_told(out, n, d->moves[i]))
            out[n++] = (struct bl_opinion){.move = d->moves[i]};
    return n;
}

static const struct bl_bot kind = {
    .text = "a program of its own, asked by the protocol of docs/engine-protocol.md",
    .looks = true, .recalls = true, .follows = true, .sit = sit, .rise = rise, .faults = faults,
    .knows = knows, .choose = choose, .write = write_move, .advise = advise,
};

/* ---- by name ----------------------------------------------------------------------- */

/* "name=value:" at the beginning of a text; false: the command begins here. */
static bool take_setting(const char **at, struct bl_text *name, struct bl_text *value)
{
    const char *p = *at;
    bl_text_clear(name);
    bl_text_clear(value);
    size_t n = strspn(p, "abcdefghijklmnopqrstuvwxyz0123456789_-");
    size_t m = p[n] == '=' ? strcspn(p + n + 1, ": '\"\\\t\n") : 0;
    if (n == 0 || p[n] != '=' || p[n + 1 + m] != ':')
        return false;
    bl_put_bytes(name, p, n);
    bl_put_bytes(value, p + n + 1, m);
    *at = p + n + m + 2;
    return true;
}

static bool set(struct engine *e, const char *name, const char *value, struct bl_text *why)
{
    for (size_t i = 0; i < sizeof term_list / sizeof *term_list; i++) {
        int64_t n;
        if (strcmp(term_list[i].name, name) != 0)
            continue;
        if (!bl_read_int(value, term_list[i].least, 86400000, &n)) {
            bl_putf(why, "%s: '%s' is no number from %d on", name, value, (int)term_list[i].least);
            return false;
        }
        *(uint32_t *)(void *)((char *)&e->terms + term_list[i].at) = (uint32_t)n;
        return true;
    }
    bl_json_key(&e->options, name);
    bl_json_put_string(&e->options, value);
    return true;
}

/* A command as it is run. One that is quoted as a whole is meant without the quotes; a single one takes
 * the place of the shell, which would otherwise stand between it and us. */
static char *command_of(const char *text)
{
    BL_LOCAL struct bl_text out = bl_text_heap();
    size_t size = strlen(text), first = strcspn(text, " ");
    bool quoted = size > 1 && (*text == '\'' || *text == '"') && text[size - 1] == *text &&
                  !memchr(text + 1, *text, size - 2);
    if (quoted)
        first = strcspn(text + 1, " ");
    bool single = size > 0 && !strpbrk(text, ";&|(){}`\n") && !memchr(text + quoted, '=', first);
    bl_put(&out, single ? "exec " : "");
    bl_put_bytes(&out, text + quoted, size - 2 * quoted);
    return bl_copy_of(out.s, out.len + 1);
}

static void free_engine(struct engine *e)
{
    while (e->idle) {
        struct player *p = e->idle;
        e->idle = p->next;
        end_player(p);
    }
    bl_text_free(&e->options);
    bl_text_free(&e->games);
    pthread_mutex_destroy(&e->lock);
    BL_FREE(e->name, e->command, e->called, e);
}

static bool open_engine(struct engine *e, const char *settings, struct bl_text *why)
{
    BL_LOCAL struct bl_text name = bl_text_heap(), value = bl_text_heap();
    while (take_setting(&settings, &name, &value))
        if (!set(e, name.s, value.s, why))
            return false;
    settings += strspn(settings, " ");
    e->command = command_of(settings);
    if (!*settings) {
        bl_put(why, "there is no command after the colon");
        return false;
    }
    for (const char *p = e->name; *p; p++)
        if ((unsigned char)*p < ' ') {
            bl_put(why, "the command has a control character in it");
            return false;
        }
    struct player *p = take_player(e, why);
    give_player(e, p);
    return p != NULL;
}

static struct engine *all;
static pthread_mutex_t all_lock = PTHREAD_MUTEX_INITIALIZER;

static struct engine *make_engine(const char *name, struct bl_text *why)
{
    struct engine *e = bl_new(1, sizeof *e);
    e->bot = kind;
    e->terms = usual;
    e->bot.name = e->name = bl_copy_of(name, strlen(name) + 1);
    e->bot.settings = e;
    e->options = bl_text_heap();
    e->games = bl_text_heap();
    pthread_mutex_init(&e->lock, NULL);
    if (open_engine(e, name + strlen(ENGINE_KIND), why)) {
        e->bot.called = e->called;
        return e;
    }
    free_engine(e);
    return NULL;
}

const struct bl_bot *engine_bot(const char *name, struct bl_text *why)
{
    pthread_mutex_lock(&all_lock);
    struct engine *e = all;
    while (e && strcmp(e->name, name) != 0)
        e = e->next;
    if (!e && (e = make_engine(name, why)) != NULL) {
        e->next = all;
        all = e;
    }
    pthread_mutex_unlock(&all_lock);
    return e ? &e->bot : NULL;
}

bool engine_add(const char *name, const char *command, struct bl_text *why)
{
    size_t n = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-");
    if (n == 0 || name[n] || n > 24) {
        bl_put(why, "the name of an engine is of up to 24 small letters, digits and hyphens");
        return false;
    }
    const struct bl_bot *bot = engine_bot(command, why);
    if (!bot)
        return false;
    struct bl_bot named = *bot;
    named.name = name;
    if (bl_add_bot(&named))
        return true;
    bl_put(why, "there is a bot of that name");
    return false;
}
