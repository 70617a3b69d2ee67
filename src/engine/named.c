/* named.c - engines by their names: "cmd:", settings, a command. */
#include "engine/in.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/number.h"
#include "bots/bots.h"

static const struct terms usual = {.ms = 1000, .grace = 1000, .start = 10000, .faults = ENGINE_FAULTS};
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
        player_end(p);
    }
    bl_text_free(&e->options);
    bl_text_free(&e->games);
    pthread_mutex_destroy(&e->lock);
    pthread_mutex_destroy(&e->told.lock);
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
    struct player *p = player_take(e, why);
    player_give(e, p);
    return p != NULL;
}

static struct engine *all;
static pthread_mutex_t all_lock = PTHREAD_MUTEX_INITIALIZER;

static struct engine *make_engine(const char *name, struct bl_text *why)
{
    struct engine *e = bl_new(1, sizeof *e);
    e->bot = engine_kind;
    e->terms = usual;
    e->bot.name = e->name = bl_copy_of(name, strlen(name) + 1);
    e->bot.settings = e;
    e->options = bl_text_heap();
    e->games = bl_text_heap();
    pthread_mutex_init(&e->lock, NULL);
    pthread_mutex_init(&e->told.lock, NULL);
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
