/* registry.c - bots by name. */
#include <string.h>

#include "bots.h"

#define ENTRY(symbol) &bl_bot_##symbol,
static const struct bl_bot *const bots[] = {BL_BOTS(ENTRY) NULL};

const struct bl_bot *const *bl_bots(void)
{
    return bots;
}

const struct bl_bot *bl_find_bot(const char *name)
{
    for (size_t i = 0; bots[i]; i++)
        if (strcmp(bots[i]->name, name) == 0)
            return bots[i];
    return NULL;
}
