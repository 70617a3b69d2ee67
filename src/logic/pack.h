/* pack.h - statements and lines of proofs as bytes: how a table keeps them, and moves hand them
 * over. They are made once, of what was read, and printed and put into a logic from there. */
#ifndef LOGIC_PACK_H
#define LOGIC_PACK_H

#include "bylaw/logic.h"

/* The most that a statement takes: a name and an argument in every other place, all of them with
 * the longest index, take ten bytes each, and the number of arguments two. */
#define BL_PACKED_MAX (5 * BL_TOKENS_MAX + 2)
#define BL_PACKED_REASON_MAX 64     /* what a line has beside its statement */

/* What a byte begins: a shape by itself (enum bl_shape), or a letter (a to z, A to Z) that stands
 * alone or has arguments, and behind these an index or none; or the name of a game function. */
enum {
    PACKED_LETTERS = 52,
    PACKED_ALONE = BL_SHAPES,
    PACKED_APPLIED = PACKED_ALONE + 2 * PACKED_LETTERS,
    PACKED_GAME_NAME = PACKED_APPLIED + 2 * PACKED_LETTERS,
    PACKED_CODES = PACKED_GAME_NAME + BL_NAMES - BL_RAND_PLAYER
};

/* Both return the size; `out` has room for the most there can be. */
size_t bl_statement_pack(const struct bl_logic *l, const struct bl_statement *s, uint8_t *out);
size_t bl_item_pack(const struct bl_logic *l, const struct bl_item *item, uint8_t *out);

/* What stands at *at, which is moved past it; false: it is none, or over a limit. The name of a
 * subproof lies in the bytes. */
bool bl_statement_unpack(struct bl_logic *l, const uint8_t **at, const uint8_t *end,
                         struct bl_statement *out);
bool bl_item_unpack(struct bl_logic *l, const uint8_t **at, const uint8_t *end,
                    struct bl_item *out);

/* The same as text, without a logic. NULL: only passes over it. */
void bl_packed_print(const uint8_t **at, const uint8_t *end, bool ascii, struct bl_text *out);
void bl_packed_item_print(const uint8_t **at, const uint8_t *end, bool ascii, struct bl_text *out);
/* Where the statement of the item at `at` begins; `end`: it has none. */
const uint8_t *bl_packed_item_statement(const uint8_t *at, const uint8_t *end);
/* Whether two statements are the same but for the names of bound variables. */
bool bl_packed_same(const uint8_t *a, const uint8_t *a_end, const uint8_t *b, const uint8_t *b_end);
/* Points of a statement, and how often each game function stands in it. */
unsigned bl_packed_points(const uint8_t *packed, size_t size,
                          uint8_t uses[BL_NAMES - BL_RAND_PLAYER]);
/* The predicate, A to Z, if a statement begins with one that stands alone; 0: it does not. */
char bl_packed_letter(const uint8_t *packed, size_t size);

#endif
