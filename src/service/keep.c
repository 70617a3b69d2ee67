/* keep.c - moves sealed with the seed of their game: what a running game is kept as, which tells
 * nobody what was done in secret who has not the seed, and with it every card, already.
 *
 * A kept move is "SEAT MOVE" in hexadecimal: its hash, then the text, hidden by further hashes,
 * which hang on the first. So nothing is hidden twice in the same way, and what was changed does
 * not come out as a move. Where moves can be secret the text is filled up with zeros, so that its
 * length tells little. */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/hex.h"
#include "base/seal.h"
#include "service.h"

enum { TAG = 8, FULL = 64, BLOCK = sizeof(uint64_t) };

/* The hash of some bytes at a place of the game, by the first key or the second. */
static uint64_t hash(const struct bl_match *m, unsigned key, uint64_t place, const void *bytes,
                     size_t size)
{
    const uint64_t keys[2] = {
        bl_seal(bl_match_seed(m), bl_match_game(m)->code, BL_FOR_KEEPING, key), place};
    return bl_siphash(keys, bytes, size);
}

/* Hides a text, or brings it back: each block by the hash of its number. */
static void cover(const struct bl_match *m, uint64_t tag, uint8_t *text, size_t size)
{
    uint64_t mask = 0;
    for (size_t i = 0; i < size; i++) {
        size_t block = i / BLOCK;
        const uint8_t number[] = {(uint8_t)block, (uint8_t)(block >> 8), (uint8_t)(block >> 16)};
        if (i % BLOCK == 0)
            mask = hash(m, 1, tag, number, sizeof number);
        text[i] ^= (uint8_t)(mask >> 8 * (i % BLOCK));
    }
}

void service_put_kept(struct bl_text *out, const struct bl_match *m, uint32_t number,
                      const char *move, int seat)
{
    BL_LOCAL struct bl_text text = bl_text_heap(), hex = bl_text_heap();
    bl_putf(&text, "%d %s", seat, move);
    while (bl_match_game(m)->notation->hide && text.len % FULL != 0)
        bl_put_char(&text, '\0');
    uint64_t tag = hash(m, 0, number, text.s, text.len);
    cover(m, tag, (uint8_t *)text.s, text.len);
    for (size_t i = 0; i < TAG; i++)
        bl_put_hex(&hex, &(uint8_t){(uint8_t)(tag >> 8 * i)}, 1);
    bl_put_hex(&hex, text.s, text.len);
    bl_json_put_string(out, hex.s);
}

bool service_read_kept(const char *hex, const struct bl_match *m, uint32_t number,
                       struct bl_text *out)
{
    size_t size = strlen(hex) / 2;
    uint8_t *bytes = bl_new(size + 1, 1);
    bool good = size > TAG && bl_read_hex(hex, bytes, size);
    uint64_t tag = 0;
    for (size_t i = 0; good && i < TAG; i++)
        tag |= (uint64_t)bytes[i] << 8 * i;
    bl_text_clear(out);
    if (good)
        bl_put_bytes(out, (const char *)bytes + TAG, size - TAG);
    free(bytes);
    cover(m, tag, (uint8_t *)out->s, out->len);
    return good && hash(m, 0, number, out->s, out->len) == tag;
}
