/* registry.c - bots by name. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "bots.h"

#define ENTRY(symbol) &bl_bot_##symbol,
static const struct bl_bot *const bots[] = {BL_BOTS(ENTRY) NULL};

const struct bl_bot *const *bl_bots(void)
{
    return bots;
}

/* Bots with settings, made when they were first asked for, and those that the program has added: the
 * same name is the same bot. */
struct made {
    struct bl_bot bot;
    struct made *next;
    char name[];
};

static struct made *all_made;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static const struct bl_bot *made(const char *name)
{
    struct made *m = all_made;
    while (m && strcmp(m->name, name) != 0)
        m = m->next;
    return m ? &m->bot : NULL;
}

static const struct bl_bot *make(const struct bl_bot *kind, const char *name, const void *settings)
{
    size_t size = strlen(name) + 1;
    struct made *m = bl_new(1, sizeof *m + size);
    memcpy(m->name, name, size);
    m->bot = *kind;
    m->bot.name = m->name;
    m->bot.settings = settings;
    m->next = all_made;
    all_made = m;
    return &m->bot;
}

static const struct bl_bot *kind_of(const char *name)
{
    size_t length = strcspn(name, ":");
    for (size_t i = 0; bots[i]; i++)
        if (strlen(bots[i]->name) == length && strncmp(bots[i]->name, name, length) == 0)
            return bots[i];
    return NULL;
}

bool bl_add_bot(const struct bl_bot *bot)
{
    pthread_mutex_lock(&lock);
    bool fresh = !kind_of(bot->name) && !made(bot->name);
    if (fresh)
        make(bot, bot->name, bot->settings);
    pthread_mutex_unlock(&lock);
    return fresh;
}

const struct bl_bot *bl_ask_bot(const char *name, struct bl_text *why)
{
    const struct bl_bot *kind = kind_of(name), *found;
    const char *settings = strchr(name, ':');
    if (kind && !kind->set) {
        if (settings)
            bl_putf(why, "%s takes no settings", kind->name);
        return settings ? NULL : kind;
    }
    pthread_mutex_lock(&lock);
    found = made(name);
    if (!found && kind) {
        const void *set = kind->set(settings ? settings + 1 : "", why);
        found = set ? make(kind, name, set) : NULL;
    }
    pthread_mutex_unlock(&lock);
    return found;
}

const struct bl_bot *bl_find_bot(const char *name)
{
    char room[256];
    struct bl_text why = BL_TEXT_FIXED(room);
    return bl_ask_bot(name, &why);
}
