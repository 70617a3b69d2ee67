/* pool.c - what is written at a table, packed into one pool without gaps.
 *
 * Packed text has a byte for each symbol of a statement: SIGNS for what takes several characters,
 * a byte 1 to 8 before the bytes of a number of more than one digit, DISTINCT before a number for
 * a letter with an index. Everything else stays as it is, so that any text can be packed. */
#include <assert.h>
#include <string.h>

#include "predicate-wars.h"

enum { SIGN = 0x80, FIRST_NAME = 10, DISTINCT = 0xb0 };

/* The names of functions stand in the order of enum bl_name. */
static const char *const signs[] = {
    "∀", "∃", "¬", "∧", "∨", "→", "tT", "tF", "f/", "c/",
    "[randPlayer]", "[randCard]", "[chosenPlayer]", "[chosenCard]", "[playerOfChosenCard]",
    "[health]", "[power]", "[potency]", "[symbolPoint]", "[powerCost]",
    "[NUMBER]", "[PLAYER]", "[CARD]", "[CLAIM]", "[ATK]", "[HEAL]", "[ADDPOWER]", "[SUBPOWER]",
};
enum { SIGNS = sizeof signs / sizeof *signs };
_Static_assert(SIGNS == FIRST_NAME + PW_NAMES, "a sign for each name");

/* ---- packing -------------------------------------------------------------- */

struct packer {
    uint8_t *out;
    size_t size, room;
};

static void emit(struct packer *p, unsigned byte)
{
    if (p->size < p->room)
        p->out[p->size] = (uint8_t)byte;
    p->size++;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Digits that begin a text and can be packed: 1 to 18 without a leading zero. 0: none. */
static size_t number_length(const char *text, size_t size, uint64_t *value)
{
    size_t n = 0;
    for (*value = 0; n < size && n < 19 && is_digit(text[n]); n++)
        *value = *value * 10 + (uint64_t)(text[n] - '0');
    return n == 0 || n > 18 || (n > 1 && text[0] == '0') ? 0 : n;
}

static void emit_number(struct packer *p, uint64_t value)
{
    unsigned bytes = 1;
    while (bytes < 8 && value >> 8 * bytes)
        bytes++;
    emit(p, bytes);
    for (unsigned i = 0; i < bytes; i++)
        emit(p, (unsigned)(value >> 8 * i & 255));
}

static size_t pack_sign(struct packer *p, const char *text, size_t size)
{
    for (unsigned i = 0; i < SIGNS; i++) {
        size_t n = strlen(signs[i]);
        if (n <= size && memcmp(signs[i], text, n) == 0) {
            emit(p, SIGN + i);
            return n;
        }
    }
    return 0;
}

/* Whether an operator can stand after this character: elsewhere f and c are letters. */
static bool ends_operand(char before)
{
    return is_letter(before) || is_digit(before) || before == ')';
}

static size_t pack_one(struct packer *p, const char *text, size_t size, char before)
{
    uint64_t value;
    char c = text[0];
    bool letter = (c == 'f' || c == 'c') && !ends_operand(before);
    if (is_letter(c) && size > 2 && text[1] == '_') {
        size_t n = number_length(text + 2, size - 2, &value);
        if (n > 0) {
            emit(p, DISTINCT + (c >= 'a' ? (unsigned)(c - 'a') : 26u + (unsigned)(c - 'A')));
            emit_number(p, value);
            return n + 2;
        }
    }
    if (is_digit(c)) {
        size_t n = number_length(text, size, &value);
        if (n > 1) {
            emit_number(p, value);
            return n;
        }
        for (n = 0; n < size && is_digit(text[n]); n++)
            emit(p, (unsigned char)text[n]);
        return n;
    }
    bool sign = c == 't' || c == 'f' || c == 'c' || c == '[' || (c & 0x80);
    size_t n = sign && !letter ? pack_sign(p, text, size) : 0;
    if (n > 0)
        return n;
    emit(p, (unsigned char)c);
    return 1;
}

size_t pw_pack(const char *text, size_t size, uint8_t *out, size_t room)
{
    struct packer p = {out, 0, room};
    for (size_t at = 0; at < size;)
        at += pack_one(&p, text + at, size - at, at > 0 ? text[at - 1] : '(');
    return p.size;
}

/* ---- unpacking ------------------------------------------------------------ */

static uint64_t take_number(const uint8_t **at, const uint8_t *end)
{
    unsigned bytes = *at < end ? *(*at)++ : 0;
    uint64_t value = 0;
    for (unsigned i = 0; i < bytes && i < 8 && *at < end; i++)
        value |= (uint64_t) * (*at)++ << 8 * i;
    return value;
}

void pw_unpack(const uint8_t **at, const uint8_t *end, struct bl_text *out)
{
    while (*at < end && **at != ';') {
        unsigned c = **at;
        if (c >= DISTINCT) {
            (*at)++;
            bl_put_char(out, (char)(c - DISTINCT < 26 ? 'a' + (c - DISTINCT)
                                                      : 'A' + (c - DISTINCT - 26)));
            bl_put_char(out, '_');
            bl_put_uint(out, take_number(at, end));
        } else if (c >= SIGN) {
            (*at)++;
            bl_put(out, c - SIGN < SIGNS ? signs[c - SIGN] : "");
        } else if (c > 0 && c <= 8) {
            bl_put_uint(out, take_number(at, end));
        } else {
            (*at)++;
            bl_put_char(out, (char)c);
        }
    }
    if (*at < end)
        (*at)++;
}

void pw_put_name(unsigned name, struct bl_text *out)
{
    bl_put(out, signs[FIRST_NAME + name]);
}

/* L.S: what each symbol counts. */
unsigned pw_packed_points(const uint8_t *packed, size_t size, uint8_t names[PW_NAMES])
{
    const uint8_t *end = packed + size;
    unsigned points = 0;
    memset(names, 0, PW_NAMES);
    while (packed < end) {
        unsigned c = *packed;
        if (c > 0 && c <= 8) {
            take_number(&packed, end);
            points++;
            continue;
        }
        packed++;
        if (c >= DISTINCT) {
            take_number(&packed, end);
            points += 2;
        } else if (c >= SIGN + FIRST_NAME) {
            names[c - SIGN - FIRST_NAME]++;
            points += 4;
        } else if (c >= SIGN) {
            points += c < SIGN + 2 ? 2 : c == SIGN + 6 || c == SIGN + 7 ? 0 : 1;
        } else {
            points += c != '(' && c != ')' && c != ',';
        }
    }
    return points;
}

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

void pw_slot_append_text(struct pw *s, unsigned slot, const char *text, size_t size)
{
    uint8_t packed[PW_TEXT_MAX];
    pw_slot_append(s, slot, packed, pw_pack(text, size, packed, sizeof packed));
}

void pw_put_slot(const struct pw *s, unsigned slot, struct bl_text *out)
{
    const uint8_t *at = pw_slot(s, slot);
    pw_unpack(&at, at + s->sizes[slot], out);
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
