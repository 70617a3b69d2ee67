/* records.c - fields of states that are more than cards of a pack: words, things that are known by
 * numbers, records in records, and what has a value only at times. */
#include <string.h>

#include "records.h"

static unsigned limit_of(const struct bl_spot *at, const struct bl_field *f)
{
    return f->more->limit(&bl_head(at->state)->setup);
}

/* The word of a set that number i is in; a copy of it if it is a small one. */
static uint64_t *word_of(const struct bl_spot *at, const struct bl_field *f, unsigned i, uint64_t *few)
{
    if (f->width < 8) {
        *few = (uint64_t)bl_load(f, at->base);
        return few;
    }
    return (uint64_t *)(void *)(at->base + f->at) + i / 64;
}

static struct bl_spot record_of(const struct bl_spot *at, const struct bl_field *f, unsigned index)
{
    return (struct bl_spot){at->game, at->state, at->base + f->at + index * (size_t)f->width, index,
                            at->seen, at->kept};
}

/* ---- writing --------------------------------------------------------------- */

static void put_ids(const struct bl_spot *at, const struct bl_field *f, struct bl_text *out)
{
    const uint8_t *items = (const uint8_t *)at->base + f->at;
    unsigned n = (uint8_t)at->base[f->count_at];
    bl_json_open(out, '[');
    for (unsigned i = 0; i < n; i++)
        bl_json_put_int(out, items[f->kind == BL_FIELD_IDS ? i : n - 1 - i]);
    bl_json_close(out, ']');
}

static void put_set(const struct bl_spot *at, const struct bl_field *f, struct bl_text *out)
{
    unsigned limit = limit_of(at, f);
    uint64_t few;
    bl_json_open(out, '[');
    for (unsigned i = 0; i < limit; i += 64)
        for (uint64_t rest = *word_of(at, f, i, &few); rest; rest &= rest - 1)
            bl_json_put_int(out, i + (unsigned)__builtin_ctzll(rest));
    bl_json_close(out, ']');
}

static void put_records(const struct bl_spot *at, const struct bl_field *f, struct bl_text *out)
{
    unsigned limit = limit_of(at, f);
    bl_json_open(out, '[');
    for (unsigned i = 0; i < limit; i++) {
        struct bl_spot record = record_of(at, f, i);
        if (f->more->there && !f->more->there(at->state, i))
            bl_json_put_null(out);
        else if (f->more->from && record.kept)
            bl_put_kept(&record, f, out);
        else
            bl_put_rows(&record, f->more->rows, f->more->count, out);
    }
    bl_json_close(out, ']');
}

static void put_value(const struct bl_spot *at, const struct bl_field *f, struct bl_text *out)
{
    int64_t value;
    switch (f->kind) {
    case BL_FIELD_WORD: bl_json_put_string(out, f->more->words[bl_load(f, at->base)]); break;
    case BL_FIELD_TRUTH_OR_NULL:
        value = bl_load(f, at->base);
        bl_json_put_raw(out, value == 0 ? "null" : value == 1 ? "false" : "true");
        break;
    case BL_FIELD_ID_OR_NULL: bl_json_put_seat(out, (int)bl_load(f, at->base)); break;
    case BL_FIELD_IDS:
    case BL_FIELD_IDS_DOWN: put_ids(at, f, out); break;
    case BL_FIELD_SET: put_set(at, f, out); break;
    case BL_FIELD_RECORDS: put_records(at, f, out); break;
    case BL_FIELD_RECORD: bl_put_rows(at, f->more->rows, f->more->count, out); break;
    case BL_FIELD_WRITTEN:
    case BL_FIELD_SHOWN: f->more->put(at->state, at->index, out); break;
    default: bl_put_field(at->game, f, at->base, out); break;
    }
}

void bl_put_rows(const struct bl_spot *at, const struct bl_field *rows, unsigned count,
                 struct bl_text *out)
{
    if (!rows->name) {
        put_value(at, rows, out);
        return;
    }
    bl_json_open(out, '{');
    for (const struct bl_field *f = rows; f < rows + count; f++) {
        bool due = !f->due || f->due(at->state, at->index);
        if (!due && f->kind == BL_FIELD_SHOWN)
            continue;
        bl_json_key(out, f->name);
        if (due)
            put_value(at, f, out);
        else
            bl_json_put_null(out);
    }
    bl_json_close(out, '}');
}

/* ---- reading --------------------------------------------------------------- */

unsigned bl_read_ids(struct bl_json *array, unsigned limit, unsigned room, uint8_t *out)
{
    bool seen[256] = {false};
    unsigned n = (unsigned)bl_json_count(array, room);
    for (unsigned i = 0; i < n; i++) {
        struct bl_json item = bl_json_item(array, i);
        unsigned value = (unsigned)bl_json_to_int(&item, 0, (int64_t)limit - 1);
        if (seen[value])
            bl_json_fault(&item, "%d is there twice", (int)value);
        seen[value] = true;
        out[i] = (uint8_t)value;
    }
    return array->doc->failed ? 0 : n;
}

static void read_ids(const struct bl_spot *at, const struct bl_field *f, struct bl_json *array)
{
    uint8_t numbers[256];
    unsigned n = bl_read_ids(array, limit_of(at, f), f->room, numbers);
    for (unsigned i = 0; i < n; i++)
        at->base[f->at + (f->kind == BL_FIELD_IDS ? i : n - 1 - i)] = (char)numbers[i];
    at->base[f->count_at] = (char)n;
}

static void read_set(const struct bl_spot *at, const struct bl_field *f, struct bl_json *array)
{
    uint8_t numbers[256];
    uint64_t few;
    unsigned n = bl_read_ids(array, limit_of(at, f), 8u * f->width, numbers);
    for (unsigned i = 0; i < n; i++) {
        uint64_t *word = word_of(at, f, numbers[i], &few);
        if (i > 0 && numbers[i] < numbers[i - 1])
            bl_json_fault(array, "must be in ascending order");
        *word |= UINT64_C(1) << numbers[i] % 64;
        if (f->width < 8)
            bl_store(f, at->base, (int64_t)few);
    }
}

static void read_records(const struct bl_spot *at, const struct bl_field *f, struct bl_json *array)
{
    unsigned limit = limit_of(at, f);
    if (bl_json_count(array, f->room) != limit)
        bl_json_fault(array, "there must be %d of them", (int)limit);
    for (unsigned i = 0; i < limit && !array->doc->failed; i++) {
        struct bl_spot record = record_of(at, f, i);
        struct bl_json item = bl_json_item(array, i);
        if (!f->more->there || !bl_json_is_null(&item))
            bl_read_rows(&record, f->more->rows, f->more->count, &item);
    }
}

static int64_t read_word(const struct bl_field *f, struct bl_json *value)
{
    const char *given = bl_json_to_string(value);
    for (int32_t i = 0; i < f->max; i++)
        if (strcmp(f->more->words[i], given) == 0)
            return i;
    bl_json_fault(value, "%s%s", f->more->wrong, f->more->tells ? given : "");
    return 0;
}

static void read_value(const struct bl_spot *at, const struct bl_field *f, struct bl_json *value)
{
    bool null = bl_json_is_null(value);
    switch (f->kind) {
    case BL_FIELD_WORD: bl_store(f, at->base, read_word(f, value)); break;
    case BL_FIELD_TRUTH_OR_NULL: bl_store(f, at->base, null ? 0 : 1 + bl_json_to_bool(value)); break;
    case BL_FIELD_ID_OR_NULL:
        bl_store(f, at->base, null ? -1 : bl_json_to_int(value, 0, (int64_t)limit_of(at, f) - 1));
        break;
    case BL_FIELD_IDS:
    case BL_FIELD_IDS_DOWN: read_ids(at, f, value); break;
    case BL_FIELD_SET: read_set(at, f, value); break;
    case BL_FIELD_RECORDS: read_records(at, f, value); break;
    case BL_FIELD_RECORD: bl_read_rows(at, f->more->rows, f->more->count, value); break;
    case BL_FIELD_WRITTEN:
    case BL_FIELD_SHOWN: f->more->read(value, at->state, at->index); break;
    default: bl_read_field(at->game, f, value, at->base, at->seen); break;
    }
}

void bl_read_rows(const struct bl_spot *at, const struct bl_field *rows, unsigned count,
                  struct bl_json *in)
{
    if (!rows->name) {
        read_value(at, rows, in);
        return;
    }
    for (const struct bl_field *f = rows; f < rows + count && !in->doc->failed; f++) {
        bool due = !f->due || f->due(at->state, at->index);
        if (!due && f->kind == BL_FIELD_SHOWN)
            continue;
        struct bl_json value = bl_json_member(in, f->name);
        if (f->due && !in->doc->failed && bl_json_is_null(&value) == due)
            bl_json_fault(&value, due ? "must not be null in this phase"
                                      : "must be null in this phase");
        if (due && !in->doc->failed)
            read_value(at, f, &value);
    }
    bl_json_done(in);
}
