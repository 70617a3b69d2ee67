/* zip.c - the headers of a zip, by its specification (APPNOTE 6.3), with 64 bits where 32 are too few. */
#include "base/zip.h"

#ifndef ZIP_MOST
#define ZIP_MOST UINT32_MAX   /* what takes 64 bits; tests make it less */
#endif

enum { DEFLATED = 8, FIRST_DAY = 1 << 5 | 1, OLD = 20, ZIP64 = 45 };   /* 1 January 1980; versions */

static void put(struct bl_text *out, uint64_t number, int bytes)
{
    for (; bytes > 0; bytes--, number >>= 8)
        bl_put_char(out, (char)(number & 0xff));
}

static uint32_t in_32(uint64_t number, bool large)
{
    return large ? UINT32_MAX : (uint32_t)number;
}

/* The part that both headers of an entry have. */
static void put_entry(struct bl_text *out, const struct bl_zip_entry *e, bool large, int more)
{
    size_t length = 0;
    while (e->name[length])
        length++;
    put(out, large ? ZIP64 : OLD, 2);
    put(out, 0, 2);   /* flags */
    put(out, DEFLATED, 2);
    put(out, 0, 2);   /* midnight */
    put(out, FIRST_DAY, 2);
    put(out, e->crc, 4);
    put(out, in_32(e->packed, large), 4);
    put(out, in_32(e->size, large), 4);
    put(out, length, 2);
    put(out, large ? 4 + (uint64_t)more : 0, 2);
}

/* Sizes of 64 bits, in a field of their own. */
static void put_large(struct bl_text *out, const struct bl_zip_entry *e, int more)
{
    put(out, 1, 2);
    put(out, (uint64_t)more, 2);
    put(out, e->size, 8);
    put(out, e->packed, 8);
}

void bl_zip_put(struct bl_zip *z, const struct bl_zip_entry *e, struct bl_text *out)
{
    struct bl_text *c = &z->central;
    bool large = e->size >= ZIP_MOST || e->packed >= ZIP_MOST || z->at >= ZIP_MOST;
    size_t before = out->len;
    put(out, 0x04034b50, 4);
    put_entry(out, e, large, 16);
    bl_put(out, e->name);
    if (large)
        put_large(out, e, 16);

    put(c, 0x02014b50, 4);
    put(c, ZIP64, 2);                    /* made by */
    put_entry(c, e, large, 24);
    put(c, 0, 8);                        /* no comment; on the first disk; no text; no … */
    put(c, 0, 2);                        /* … rights */
    put(c, in_32(z->at, large), 4);
    bl_put(c, e->name);
    if (large) {
        put_large(c, e, 24);
        put(c, z->at, 8);
    }
    z->at += out->len - before + e->packed;
    z->count++;
}

void bl_zip_end(struct bl_zip *z, struct bl_text *out)
{
    uint64_t size = z->central.len;
    bool large = z->at >= ZIP_MOST;
    bl_put_bytes(out, z->central.s, z->central.len);
    if (large) {
        put(out, 0x06064b50, 4);
        put(out, 44, 8);                 /* bytes of it still to come */
        put(out, ZIP64, 2);
        put(out, ZIP64, 2);
        put(out, 0, 8);                  /* one disk */
        put(out, z->count, 8);
        put(out, z->count, 8);
        put(out, size, 8);
        put(out, z->at, 8);
        put(out, 0x07064b50, 4);
        put(out, 0, 4);
        put(out, z->at + size, 8);       /* where that stands */
        put(out, 1, 4);
    }
    put(out, 0x06054b50, 4);
    put(out, 0, 4);
    put(out, z->count, 2);
    put(out, z->count, 2);
    put(out, size, 4);
    put(out, in_32(z->at, large), 4);
    put(out, 0, 2);
    bl_text_free(&z->central);
}
