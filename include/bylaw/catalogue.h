/* catalogue.h - what is said, in another language: gettext's catalogues (.mo), where the English
 * text is the key. */
#ifndef BYLAW_CATALOGUE_H
#define BYLAW_CATALOGUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bylaw/api.h"

BL_BEGIN
struct bl_catalogue {
    const unsigned char *bytes;          /* the caller's; must outlive the catalogue */
    size_t size;
    uint32_t count, keys, texts;         /* how many; where their tables begin */
    bool swapped;                        /* made on a machine of the other byte order */
};

/* False: these bytes are not a catalogue. */
bool bl_catalogue_open(struct bl_catalogue *c, const void *bytes, size_t size);
/* What the catalogue has for an English text: the text itself if it has nothing, or is NULL. */
const char *bl_say(const struct bl_catalogue *c, const char *english);

BL_END
#endif
