/* player.c - the processes of an engine: started, greeted, used again, ended. */
#include "engine/in.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/utf8.h"

#define NAME_MOST 60
#define STARTS_MOST 3       /* failures to start, one after another, until it is left alone */
#define STARTS_REST 60      /* for so many seconds */

static void player_free(struct player *p)
{
    bl_text_free(&p->line);
    bl_text_free(&p->room);
    bl_kept_free(p->kept);
    free(p);
}

void player_end(struct player *p)
{
    if (!p)
        return;
    child_end(p->child);
    player_free(p);
}

/* In a copy of the process that started them (a fork, as Python's `multiprocessing` makes them) they are
 * left to that: two who speak with one engine understand nothing. */
static void leave_inherited(struct engine *e)
{
    struct player *p;
    pid_t self = getpid();
    for (; e->owner != self && (p = e->idle) != NULL; player_free(p)) {
        e->idle = p->next;
        child_leave(p->child);
    }
    e->owner = self;
}

void player_put_silence(struct bl_text *why, struct player *p, enum child_news news, uint32_t ms)
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
        player_put_silence(why, p, news, e->terms.start);
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
    *p = (struct player){.child = child, .line = bl_text_heap(), .room = bl_text_heap(),
                         .kept = bl_kept_new()};
    if (greet(e, p, why))
        return p;
    player_end(p);
    return NULL;
}

struct player *player_take(struct engine *e, struct bl_text *why)
{
    pthread_mutex_lock(&e->lock);
    leave_inherited(e);
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

void player_give(struct engine *e, struct player *p)
{
    if (!p)
        return;
    pthread_mutex_lock(&e->lock);
    p->next = e->idle;
    e->idle = p;
    pthread_mutex_unlock(&e->lock);
}
