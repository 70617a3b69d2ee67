/* pool.c - what is written at a table, packed (logic/pack.h) into one pool without gaps. */
#include <assert.h>
#include <string.h>

#include "predicate-wars.h"

/* ---- slots ---------------------------------------------------------------- */

static size_t slot_start(const struct pw *s, unsigned slot)
{
    size_t at = 0;
    for (unsigned i = 0; i < slot; i++)
        at += s->sizes[i];
    return at;
}

const uint8_t *pw_slot(const struct pw *s, unsigned slot)
{
    return s->pool + slot_start(s, slot);
}

void pw_slot_clear(struct pw *s, unsigned slot)
{
    size_t start = slot_start(s, slot), size = s->sizes[slot];
    if (size == 0)
        return;
    memmove(s->pool + start, s->pool + start + size, s->used - start - size);
    s->used -= (uint32_t)size;
    memset(s->pool + s->used, 0, size);
    s->sizes[slot] = 0;
}

void pw_slot_append(struct pw *s, unsigned slot, const uint8_t *bytes, size_t size)
{
    assert(size <= PW_POOL - s->used);   /* there is room for whatever may be written */
    size_t end = slot_start(s, slot) + s->sizes[slot];
    memmove(s->pool + end + size, s->pool + end, s->used - end);
    if (size > 0)
        memcpy(s->pool + end, bytes, size);
    s->sizes[slot] += (uint32_t)size;
    s->used += (uint32_t)size;
}

void pw_put_slot(const struct pw *s, unsigned slot, struct bl_text *out)
{
    const uint8_t *end, *at = pw_slot_ends(s, slot, &end);
    bl_packed_print(&at, end, false, out);
}

void pw_write_card(struct pw *s, unsigned card, const uint8_t *packed, size_t size)
{
    struct pw_card *c = &s->cards[card];
    pw_slot_clear(s, SLOT_CARD + card);
    pw_slot_append(s, SLOT_CARD + card, packed, size);
    c->kind = PW_EDITED;
    c->points = (uint16_t)bl_packed_points(packed, size, c->names);
}

/* ---- subproofs ------------------------------------------------------------ */

/* In the slot of their owner: the length of the name, the name as it is, the size of the items in
 * four bytes, the items. */
bool pw_next_subproof(const struct pw *s, unsigned seat, size_t *at, struct pw_subproof *out)
{
    const uint8_t *record = pw_slot(s, SLOT_SUBPROOFS + seat) + *at;
    if (*at == s->sizes[SLOT_SUBPROOFS + seat])
        return false;
    size_t name = record[0], size = 0;
    memcpy(out->name, record + 1, name);
    out->name[name] = '\0';
    for (unsigned i = 0; i < 4; i++)
        size |= (size_t)record[1 + name + i] << 8 * i;
    out->items = record + pw_subproof_head(name);
    out->end = out->items + size;
    *at += pw_subproof_head(name) + size;
    return true;
}

size_t pw_open_subproof(struct pw *s, unsigned seat, const char *name, size_t size)
{
    uint8_t record[PW_NAME_MAX + 5] = {(uint8_t)size};
    size_t start = s->sizes[SLOT_SUBPROOFS + seat];
    memcpy(record + 1, name, size);
    pw_slot_append(s, SLOT_SUBPROOFS + seat, record, pw_subproof_head(size));
    return start + pw_subproof_head(size);
}

void pw_close_subproof(struct pw *s, unsigned seat, size_t opened)
{
    size_t size = s->sizes[SLOT_SUBPROOFS + seat] - opened;
    uint8_t *kept = s->pool + slot_start(s, SLOT_SUBPROOFS + seat) + opened - 4;
    for (unsigned i = 0; i < 4; i++)
        kept[i] = (uint8_t)(size >> 8 * i);
}
