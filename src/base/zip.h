/* zip.h - a zip, one entry after another, of which each is known by size and checksum before it is
 * written: so it can be written without going back. Times are left out: the same entries are the same
 * bytes. */
#ifndef BASE_ZIP_H
#define BASE_ZIP_H

#include "bylaw/text.h"

struct bl_zip {
    struct bl_text central;    /* a text of the heap: what comes after the entries */
    uint64_t at;               /* bytes so far */
    uint16_t count;
};

struct bl_zip_entry {
    const char *name;
    uint32_t crc;              /* CRC-32 of it as it is … */
    uint64_t size, packed;     /* … which this is the size of; that of it as it is written, deflated */
};

/* What stands before the entry's `packed` bytes. */
void bl_zip_put(struct bl_zip *z, const struct bl_zip_entry *e, struct bl_text *out);
/* What stands after all of them. Frees `central`. */
void bl_zip_end(struct bl_zip *z, struct bl_text *out);

#endif
