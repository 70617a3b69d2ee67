/* rows.h - hands and piles in a state, by their rows: for the files of core that look into them. */
#ifndef BYLAW_ROWS_H
#define BYLAW_ROWS_H

#include "bylaw/game.h"

enum { BL_MOST_CARDS = 128, BL_MOST_HIDING = 8 };   /* of two packs; rows of hands and hidden piles */

static inline uint8_t *count_of(const struct bl_field *f, const void *state)
{
    return (uint8_t *)(uintptr_t)state + f->count_at;
}

/* The items of a pile or list. */
static inline uint8_t *items_of(const struct bl_field *f, const void *state)
{
    return (uint8_t *)(uintptr_t)state + f->at;
}

static inline size_t hand_size(const struct bl_field *f)
{
    return (size_t)f->width * f->sets;
}

/* The sets of a hand: what is held, and what is held twice. */
static inline void load_hand(const struct bl_field *f, const void *state, unsigned seat,
                             uint64_t sets[2])
{
    const char *at = (const char *)state + f->at + seat * hand_size(f);
    uint32_t word;
    sets[1] = 0;
    if (f->width == 4) {
        memcpy(&word, at, 4);
        sets[0] = word;
    } else {
        memcpy(sets, at, f->sets == 2 ? 16 : 8);
    }
}

static inline void store_hand(const struct bl_field *f, void *state, unsigned seat,
                              const uint64_t sets[2])
{
    char *at = (char *)state + f->at + seat * hand_size(f);
    uint32_t word = (uint32_t)sets[0];
    if (f->width == 4)
        memcpy(at, &word, 4);
    else
        memcpy(at, sets, f->sets == 2 ? 16 : 8);
}

static inline void add_card(uint64_t sets[2], bl_card c)
{
    uint64_t bit = UINT64_C(1) << c;
    sets[1] |= sets[0] & bit;
    sets[0] |= bit;
}

static inline unsigned bl_copies(const struct bl_game *game, const struct bl_setup *setup)
{
    return game->fields->copies ? game->fields->copies(setup) : 1;
}

#endif
