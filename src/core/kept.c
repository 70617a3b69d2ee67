/* kept.c - the text of records, for as long as what they are written from does not change. */
#include "core/kept.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "records.h"

/* A record: its bytes and those that it is written from beside them, and the text. */
struct item {
    char *bytes;
    size_t size, room;
    struct bl_text text;
};

struct bl_kept {
    const struct bl_game *game;   /* NULL: none yet */
    struct bl_setup setup;        /* by which records are written, too */
    struct item *items;           /* of all fields that have `from`, one after another */
    unsigned count;
};

static void clear(struct bl_kept *kept)
{
    for (unsigned i = 0; i < kept->count; i++) {
        free(kept->items[i].bytes);
        bl_text_free(&kept->items[i].text);
    }
    free(kept->items);
    *kept = (struct bl_kept){0};
}

struct bl_kept *bl_kept_new(void)
{
    return bl_new(1, sizeof(struct bl_kept));
}

void bl_kept_free(struct bl_kept *kept)
{
    if (!kept)
        return;
    clear(kept);
    free(kept);
}

/* How many records are kept of the fields before one. */
static unsigned count_before(const struct bl_game *game, const struct bl_field *end)
{
    unsigned n = 0;
    for (const struct bl_field *f = game->fields->rows; f < end; f++)
        n += f->kind == BL_FIELD_RECORDS && f->more->from ? f->room : 0;
    return n;
}

static void begin(struct bl_kept *kept, const struct bl_game *game, const struct bl_setup *setup)
{
    if (kept->game == game && memcmp(&kept->setup, setup, sizeof *setup) == 0)
        return;
    clear(kept);
    kept->game = game;
    kept->setup = *setup;
    kept->count = count_before(game, game->fields->rows + game->fields->count);
    if (kept->count == 0)
        return;
    kept->items = bl_new(kept->count, sizeof *kept->items);
    for (unsigned i = 0; i < kept->count; i++)
        kept->items[i].text = bl_text_heap();
}

static bool is_as_it_was(const struct item *item, const char *record, size_t width, const void *from,
                         size_t size)
{
    return item->size == width + size && memcmp(item->bytes, record, width) == 0 &&
           (size == 0 || memcmp(item->bytes + width, from, size) == 0);
}

static void remember(struct item *item, const char *record, size_t width, const void *from, size_t size)
{
    item->size = width + size;
    if (item->room < item->size) {
        item->room = 2 * item->size;
        item->bytes = bl_resize(item->bytes, item->room, 1);
    }
    memcpy(item->bytes, record, width);
    if (size > 0)
        memcpy(item->bytes + width, from, size);
}

void bl_put_kept(const struct bl_spot *record, const struct bl_field *f, struct bl_text *out)
{
    struct bl_kept *kept = record->kept;
    struct item *item = &kept->items[count_before(kept->game, f) + record->index];
    size_t size;
    const void *from = f->more->from(record->state, record->index, &size);
    if (!is_as_it_was(item, record->base, f->width, from, size)) {
        remember(item, record->base, f->width, from, size);
        bl_text_clear(&item->text);
        bl_put_rows(record, f->more->rows, f->more->count, &item->text);
    }
    bl_json_put_raw(out, "");   /* the comma */
    bl_put_bytes(out, item->text.s, item->text.len);
}

void bl_put_state_kept(const struct bl_game *game, const void *state, struct bl_kept *kept,
                       struct bl_text *out)
{
    char *base = (char *)(uintptr_t)state;
    struct bl_spot whole = {.game = game, .state = base, .base = base, .kept = kept};
    begin(kept, game, &bl_head(state)->setup);
    bl_put_rows(&whole, game->fields->rows, game->fields->count, out);
}
