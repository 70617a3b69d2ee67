/* records.h - what the two files of fields have of each other: fields.c knows what is made of cards
 * and seats, records.c the rest, and how rows make a record. */
#ifndef BYLAW_RECORDS_H
#define BYLAW_RECORDS_H

#include "bylaw/game.h"

/* Where rows are written from or read to. */
struct bl_spot {
    const struct bl_game *game;
    char *state, *base;      /* the whole, and the record in it that has these rows */
    unsigned index;          /* of that record among its like */
    struct bl_seen *seen;    /* NULL when writing */
    struct bl_kept *kept;    /* what was written before; NULL: nothing is kept */
};

/* ---- fields.c --------------------------------------------------------------- */

static inline int64_t bl_load(const struct bl_field *f, const void *base)
{
    const char *at = (const char *)base + f->at;
    bool negative = f->min < 0 || f->kind == BL_FIELD_SEAT_OR_NULL;
    uint8_t byte;
    uint16_t pair;
    uint32_t word;
    switch (f->width) {
    case 1: memcpy(&byte, at, 1); return negative ? (int8_t)byte : (int64_t)byte;
    case 2: memcpy(&pair, at, 2); return negative ? (int16_t)pair : (int64_t)pair;
    default: memcpy(&word, at, 4); return negative ? (int32_t)word : (int64_t)word;
    }
}
void bl_store(const struct bl_field *f, void *base, int64_t value);
void bl_put_field(const struct bl_game *, const struct bl_field *, const void *base,
                  struct bl_text *out);
void bl_read_field(const struct bl_game *, const struct bl_field *, struct bl_json *value, void *base,
                   struct bl_seen *seen);

/* Takes out of the hand of `seat`, whose view it is, what it did not hold `before`, but not out of its
 * count: as if it had drawn and not yet looked. */
void bl_unlook(const struct bl_game *game, const void *before, int seat, void *view);

/* ---- kept.c ----------------------------------------------------------------- */

/* A record of a field with `from`, of what is kept, or written and kept. */
void bl_put_kept(const struct bl_spot *record, const struct bl_field *f, struct bl_text *out);

/* ---- records.c -------------------------------------------------------------- */

void bl_put_rows(const struct bl_spot *, const struct bl_field *rows, unsigned count,
                 struct bl_text *out);
void bl_read_rows(const struct bl_spot *, const struct bl_field *rows, unsigned count,
                  struct bl_json *in);

#endif
