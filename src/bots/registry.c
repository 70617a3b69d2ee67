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

/* Bots with settings, made when they were first asked for: the same name is the same bot. */
struct made {
    struct bl_bot bot;
    struct made *next;
    char name[];
};

static struct made *all_made;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static const struct bl_bot *find_made(const struct bl_bot *kind, const char *name,
                                      const char *settings, struct bl_text *why)
{
    struct made *m = all_made;
    while (m && strcmp(m->name, name) != 0)
        m = m->next;
    if (m)
        return &m->bot;
    const void *set = kind->set(settings, why);
    if (!set)
        return NULL;
    size_t size = strlen(name) + 1;
    m = bl_new(1, sizeof *m + size);
    memcpy(m->name, name, size);
    m->bot = *kind;
    m->bot.name = m->name;
    m->bot.settings = set;
    m->next = all_made;
    all_made = m;
    return &m->bot;
}

const struct bl_bot *bl_ask_bot(const char *name, struct bl_text *why)
{
    size_t length = strcspn(name, ":");
    const struct bl_bot *found = NULL;
    for (size_t i = 0; bots[i] && !found; i++)
        if (strlen(bots[i]->name) == length && strncmp(bots[i]->name, name, length) == 0)
            found = bots[i];
    if (!found || (!found->set && name[length] == '\0'))
        return found;
    if (!found->set) {
        bl_putf(why, "%s takes no settings", found->name);
        return NULL;
    }
    pthread_mutex_lock(&lock);
    found = find_made(found, name, name[length] ? name + length + 1 : "", why);
    pthread_mutex_unlock(&lock);
    return found;
}

const struct bl_bot *bl_find_bot(const char *name)
{
    char room[256];
    struct bl_text why = BL_TEXT_FIXED(room);
    return bl_ask_bot(name, &why);
}
