/* keep.c - moves sealed with the seed of their game: what a running game is kept as, which tells
 * nobody what was done in secret who has not the seed, and with it every card, already.
 *
 * A kept move is "SEAT MOVE" in hexadecimal: its hash, then the text, hidden by further hashes,
 * which hang on the first. So nothing is hidden twice in the same way, and what was changed does
 * not come out as a move. Where moves can be secret the text is filled up with zeros, so that its
 * length tells little. */
#include <string.h>

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
    static const char digits[] = "0123456789abcdef";
    BL_LOCAL struct bl_text text = bl_text_heap(), hex = bl_text_heap();
    bl_putf(&text, "%d %s", seat, move);
    while (bl_match_game(m)->notation->hide && text.len % FULL != 0)
        bl_put_char(&text, '\0');
    uint64_t tag = hash(m, 0, number, text.s, text.len);
    cover(m, tag, (uint8_t *)text.s, text.len);
    for (size_t i = 0; i < TAG + text.len; i++) {
        uint8_t byte = i < TAG ? (uint8_t)(tag >> 8 * i) : (uint8_t)text.s[i - TAG];
        bl_put_char(&hex, digits[byte >> 4]);
        bl_put_char(&hex, digits[byte & 15]);
    }
    bl_json_put_string(out, hex.s);
}

static int digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool service_read_kept(const char *hex, const struct bl_match *m, uint32_t number,
                       struct bl_text *out)
{
    size_t length = strlen(hex), size = length / 2;
    uint64_t tag = 0;
    bl_text_clear(out);
    for (size_t i = 0; i < size; i++) {
        int high = digit(hex[2 * i]), low = digit(hex[2 * i + 1]);
        if (high < 0 || low < 0)
            return false;
        if (i < TAG)
            tag |= (uint64_t)(high << 4 | low) << 8 * i;
        else
            bl_put_char(out, (char)(high << 4 | low));
    }
    cover(m, tag, (uint8_t *)out->s, out->len);
    return size > TAG && length % 2 == 0 && hash(m, 0, number, out->s, out->len) == tag;
}
