/* explore_met.c - positions packed as what differs from the first of them.
 *
 * A packed state is a row of pieces: how many bytes are as in the base, how many follow that are
 * not, and these. Both numbers are written seven bits a byte. The same state is always packed to
 * the same bytes, so that these can be compared. */
#include "explore.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "bylaw/rng.h"

#define NONE UINT32_MAX
#define BRIDGED 2   /* bytes that are the same but cost less than a new piece */

/* ---- packing -------------------------------------------------------------------- */

static unsigned char *put_count(unsigned char *out, uint32_t n)
{
    for (; n >= 128; n >>= 7)
        *out++ = (unsigned char)(n | 128);
    *out++ = (unsigned char)n;
    return out;
}

static const unsigned char *take_count(const unsigned char *at, uint32_t *n)
{
    *n = 0;
    for (unsigned shift = 0;; shift += 7) {
        *n |= (uint32_t)(*at & 127) << shift;
        if (*at++ < 128)
            return at;
    }
}

/* How many bytes from `i` on are as in the base. */
static uint32_t same_from(const struct lab_met *m, const unsigned char *state, uint32_t i)
{
    uint32_t from = i;
    while (i + 8 <= m->size && memcmp(state + i, m->base + i, 8) == 0)
        i += 8;
    while (i < m->size && state[i] == m->base[i])
        i++;
    return i - from;
}

static uint64_t pack(struct lab_met *m, const unsigned char *state)
{
    unsigned char *out = m->packed;
    for (uint32_t i = 0; i < m->size;) {
        uint32_t same = same_from(m, state, i), begin = i + same, end = begin;
        if (begin == m->size)
            break;
        while (end < m->size && same_from(m, state, end) <= BRIDGED)
            end++;
        out = put_count(out, same);
        out = put_count(out, end - begin);
        memcpy(out, state + begin, end - begin);
        out += end - begin;
        i = end;
    }
    return (uint64_t)(out - m->packed);
}

void lab_met_get(const struct lab_met *m, uint32_t number, void *state)
{
    const unsigned char *at = m->bytes + m->at[number], *end = m->bytes + m->at[number + 1];
    unsigned char *out = state;
    memcpy(state, m->base, m->size);
    while (at < end) {
        uint32_t same, other;
        at = take_count(at, &same);
        at = take_count(at, &other);
        memcpy(out + same, at, other);
        out += same + other;
        at += other;
    }
}

/* ---- looking up ----------------------------------------------------------------- */

static uint64_t hash_of(const unsigned char *bytes, uint64_t n)
{
    uint64_t h = n, word;
    for (; n >= 8; n -= 8, bytes += 8) {
        memcpy(&word, bytes, 8);
        h = bl_mix(h ^ word);
    }
    word = 0;
    memcpy(&word, bytes, n);
    return bl_mix(h ^ word);
}

static bool is_same(const struct lab_met *m, uint32_t number, uint64_t hash, uint64_t n)
{
    return m->hashes[number] == hash && m->at[number + 1] - m->at[number] == n &&
           memcmp(m->bytes + m->at[number], m->packed, n) == 0;
}

static void grow(struct lab_met *m)
{
    m->room = m->room ? m->room * 2 : 1024;
    m->hashes = bl_resize(m->hashes, m->room, sizeof *m->hashes);
    m->at = bl_resize(m->at, (uint64_t)m->room + 1, sizeof *m->at);
    m->table_size = (uint64_t)m->room * 2;
    m->table = bl_resize(m->table, m->table_size, sizeof *m->table);
    for (uint64_t i = 0; i < m->table_size; i++)
        m->table[i] = NONE;
    for (uint32_t i = 0; i < m->count; i++) {
        uint64_t slot = m->hashes[i] & (m->table_size - 1);
        while (m->table[slot] != NONE)
            slot = (slot + 1) & (m->table_size - 1);
        m->table[slot] = i;
    }
}

uint32_t lab_met_number(struct lab_met *m, const void *state)
{
    uint64_t n = pack(m, state), hash = hash_of(m->packed, n);
    if (m->count == m->room)
        grow(m);
    uint64_t slot = hash & (m->table_size - 1);
    for (; m->table[slot] != NONE; slot = (slot + 1) & (m->table_size - 1))
        if (is_same(m, m->table[slot], hash, n))
            return m->table[slot];
    if (m->at[m->count] + n > m->byte_room) {
        m->byte_room = 2 * (m->byte_room + n);
        m->bytes = bl_resize(m->bytes, m->byte_room, 1);
    }
    memcpy(m->bytes + m->at[m->count], m->packed, n);
    m->at[m->count + 1] = m->at[m->count] + n;
    m->hashes[m->count] = hash;
    m->table[slot] = m->count;
    return m->count++;
}

/* ---- all ------------------------------------------------------------------------- */

void lab_met_init(struct lab_met *m, uint32_t size, const void *first)
{
    *m = (struct lab_met){.size = size, .byte_room = 1 << 16};
    m->base = bl_resize(NULL, size, 1);
    memcpy(m->base, first, size);
    m->packed = bl_resize(NULL, 2 * (uint64_t)size + 16, 1);
    m->bytes = bl_resize(NULL, m->byte_room, 1);
    grow(m);
    m->at[0] = 0;
}

void lab_met_free(struct lab_met *m)
{
    BL_FREE(m->base, m->packed, m->bytes, m->at, m->hashes, m->table);
}

uint64_t lab_met_memory(const struct lab_met *m)
{
    return m->byte_room + (uint64_t)m->room * (sizeof *m->hashes + sizeof *m->at) +
           m->table_size * sizeof *m->table;
}
