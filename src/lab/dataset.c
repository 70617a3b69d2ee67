/* dataset.c - an NPZ of what bots saw and did: a zip of .npy files, one a column.
 *
 * Each game is deflated by itself, ends on a byte, and refers to nothing before it: so the games of a
 * column, one after another, are one deflated stream, whoever has deflated which. */
#include "dataset.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/alloc.h"
#include "base/file.h"
#include "base/zip.h"
#include "bylaw/fact.h"
#include "bylaw/observe.h"
#include "bylaw/position.h"
#include "bylaw/vector.h"
#include "report.h"

#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define ORDER ">"
#else
#define ORDER "<"
#endif

enum column {
    OBSERVATION, MASK, ACTION, SEAT, GAME, MOVE, OUTCOME,   /* a row a decision */
    SEEDS, LENGTHS, WINNERS, FINISHED, OUTCOMES,            /* a row a game */
    COLUMNS
};

static const struct { const char *name, *type; } columns[COLUMNS] = {
    [OBSERVATION] = {"observation", "|u1"}, [MASK] = {"mask", "|u1"}, [ACTION] = {"action", ORDER "i4"},
    [SEAT] = {"seat", "|i1"}, [GAME] = {"game", ORDER "i8"}, [MOVE] = {"move", ORDER "i4"},
    [OUTCOME] = {"outcome", ORDER "f4"}, [SEEDS] = {"seeds", ORDER "u8"}, [LENGTHS] = {"lengths", ORDER "i4"},
    [WINNERS] = {"winners", "|i1"}, [FINISHED] = {"finished", "|u1"}, [OUTCOMES] = {"outcomes", ORDER "f4"},
};

/* A piece of a column, deflated: what is to be known of it to put pieces together. */
struct piece {
    uint64_t size, packed;
    uint32_t crc;
};

struct bl_dataset {
    const struct bl_run *run;
    struct bl_file *file;
    uint32_t bits, actions;
    uint64_t rows, games;
    struct bl_spool *spools[COLUMNS];
    struct piece sums[COLUMNS];
};

bool lab_is_numbered(const struct bl_game *game, const struct bl_setup *setup, struct bl_text *why)
{
    if (!game->advice->propose && !game->scratch_new && bl_observation_size(game, setup) > 0)
        return true;
    bl_putf(why, "%s has moves that are written, and no numbers for them", game->title);
    return false;
}

/* ---- deflating ------------------------------------------------------------------ */

static void start_packing(z_stream *z)
{
    enum { RAW = -15, MEMORY = 8 };   /* a window of 32 KB without a header; zlib's usual */
    *z = (z_stream){0};
    if (deflateInit2(z, Z_BEST_SPEED, Z_DEFLATED, RAW, MEMORY, Z_DEFAULT_STRATEGY) != Z_OK)
        abort();   /* out of memory, as bl_new */
}

static struct piece pack(z_stream *z, const char *bytes, size_t size, struct bl_text *out)
{
    enum { PART = 1 << 14 };
    unsigned char part[PART];
    size_t before = out->len;
    struct piece p = {.size = size, .crc = (uint32_t)crc32_z(0, (const Bytef *)bytes, size)};
    deflateReset(z);
    z->next_in = (z_const Bytef *)bytes;
    do {
        uInt given = size > UINT32_MAX / 2 ? UINT32_MAX / 2 : (uInt)size;
        z->avail_in = given;
        do {
            z->next_out = part;
            z->avail_out = PART;
            deflate(z, given == size ? Z_FULL_FLUSH : Z_NO_FLUSH);
            bl_put_bytes(out, (const char *)part, PART - z->avail_out);
        } while (z->avail_out == 0);
        size -= given;
    } while (size > 0);
    p.packed = out->len - before;
    return p;
}

/* ---- the rows of a game ----------------------------------------------------------- */

struct rows {
    const struct bl_dataset *d;
    z_stream z;
    struct bl_text columns[COLUMNS];
};

static void put(struct rows *r, enum column c, const void *value, size_t size)
{
    bl_put_bytes(&r->columns[c], value, size);
}

/* The next `size` bytes of a column, all 0. */
static uint8_t *more(struct rows *r, enum column c, uint32_t size)
{
    struct bl_text *t = &r->columns[c];
    if (t->cap - t->len <= size)
        t->grow(t, t->len + size + 1);
    uint8_t *out = (uint8_t *)t->s + t->len;
    memset(out, 0, size);
    t->len += size;
    return out;
}

static void look(struct bout *b, uint32_t n)
{
    struct rows *r = b->rows;
    const struct bl_game *game = b->game;
    const struct bl_setup *setup = &r->d->run->setup;
    int8_t seat = bl_head(b->state)->to_move;
    bl_view(game, b->state, seat, b->view);
    bl_observe_into(game, b->view, seat, more(r, OBSERVATION, r->d->bits));
    uint8_t *mask = more(r, MASK, r->d->actions);
    for (uint32_t k = 0; k < n; k++)
        mask[game->notation->action_of(setup, b->moves[k])] = 1;
    put(r, SEAT, &seat, sizeof seat);
}

static void took(struct bout *b, const struct bl_play *play)
{
    struct rows *r = b->rows;
    int32_t action = (int32_t)bl_action_of(b->game, &r->d->run->setup, play->move);
    int32_t move = (int32_t)b->made;
    put(r, ACTION, &action, sizeof action);
    put(r, MOVE, &move, sizeof move);
}

void rows_attach(struct bout *b, const struct bl_dataset *d)
{
    struct rows *r = bl_new(1, sizeof *r);
    r->d = d;
    start_packing(&r->z);
    for (int c = 0; c < COLUMNS; c++)
        r->columns[c] = bl_text_heap();
    b->look = look;
    b->took = took;
    b->rows = r;
}

void rows_free(struct bout *b)
{
    struct rows *r = b->rows;
    for (int c = 0; r && c < COLUMNS; c++)
        bl_text_free(&r->columns[c]);
    if (r)
        deflateEnd(&r->z);
    free(r);
}

void rows_end(struct bout *b, uint64_t number, const struct bl_outcome *o, struct bl_text *out)
{
    struct rows *r = b->rows;
    const struct bl_setup *setup = &r->d->run->setup;
    float worth[BL_MAX_SEATS];
    uint8_t finished = o->result.why != 0;
    int32_t length = (int32_t)o->moves;
    int64_t game = (int64_t)number;
    int8_t winner = (int8_t)(finished ? o->result.winner : -1);
    bl_rewards(&o->result, setup->players, worth);
    for (uint64_t k = 0; k < o->moves; k++) {
        put(r, GAME, &game, sizeof game);
        put(r, OUTCOME, &worth[(int)r->columns[SEAT].s[k]], sizeof *worth);
    }
    put(r, SEEDS, &b->seed, sizeof b->seed);
    put(r, LENGTHS, &length, sizeof length);
    put(r, WINNERS, &winner, sizeof winner);
    put(r, FINISHED, &finished, sizeof finished);
    put(r, OUTCOMES, worth, setup->players * sizeof *worth);
    for (int c = 0; c < COLUMNS; c++) {
        struct piece p = {0};
        size_t at = out->len;
        bl_put_bytes(out, (const char *)&p, sizeof p);
        p = pack(&r->z, r->columns[c].s, r->columns[c].len, out);
        memcpy(out->s + at, &p, sizeof p);
        r->columns[c].len = 0;
    }
}

/* ---- putting it together ------------------------------------------------------------ */

static void append(struct piece *sum, const struct piece *p)
{
    sum->crc = (uint32_t)crc32_combine(sum->crc, p->crc, (z_off_t)p->size);
    sum->size += p->size;
    sum->packed += p->packed;
}

bool dataset_add(struct bl_dataset *d, const struct bl_text *games)
{
    bool good = true;
    for (size_t at = 0; good && at < games->len; d->games++)
        for (int c = 0; c < COLUMNS; c++) {
            struct piece p;
            memcpy(&p, games->s + at, sizeof p);
            at += sizeof p;
            good &= bl_spool_add(d->spools[c], games->s + at, p.packed);
            at += p.packed;
            append(&d->sums[c], &p);
            d->rows += c == SEAT ? p.size : 0;
        }
    return good;
}

struct bl_dataset *bl_dataset_begin(const struct bl_run *run, const char *path, struct bl_text *why)
{
    if (!lab_is_numbered(run->game, &run->setup, why))
        return NULL;
    if (run->cap > INT32_MAX) {
        lab_say(why, "games of a dataset have at most %ju moves", (uintmax_t)INT32_MAX);
        return NULL;
    }
    struct bl_file *file = bl_file_begin(path, why);
    if (!file)
        return NULL;
    struct bl_dataset *d = bl_new(1, sizeof *d);
    *d = (struct bl_dataset){.run = run, .file = file,
                             .bits = bl_observation_size(run->game, &run->setup),
                             .actions = bl_action_count(run->game, &run->setup)};
    for (int c = 0; c < COLUMNS; c++)
        d->spools[c] = bl_spool_new(file);
    return d;
}

/* "hands", "seat +1 hands": up to what the single bit says. */
static size_t field_in(const char *name)
{
    const char *colon = strstr(name, ": ");
    return colon ? (size_t)(colon - name) : strlen(name);
}

/* The fields of an observation, each with its first bit and how many it has; then every bit. */
static void put_bits(struct bl_text *out, const struct bl_dataset *d)
{
    BL_LOCAL struct bl_text names = bl_text_heap(), name = bl_text_heap(), field = bl_text_heap();
    uint32_t first = 0;
    bl_json_putf(out, "'fields':[");
    for (uint32_t bit = 0; bit <= d->bits; bit++) {
        bl_text_clear(&name);
        if (bit < d->bits)
            bl_observation_name(d->run->game, &d->run->setup, bit, &name);
        if (bit < d->bits)
            bl_json_put_string(&names, name.s);
        if (bit > 0 && (bit == d->bits || field.len != field_in(name.s) || memcmp(field.s, name.s, field.len) != 0)) {
            bl_json_putf(out, "{'name':%s,'from':%u,'bits':%u}", field.s, (uint64_t)first, (uint64_t)(bit - first));
            first = bit;
        }
        bl_text_clear(&field);
        bl_put_bytes(&field, name.s, field_in(name.s));
    }
    bl_put(out, "]");
    bl_json_key(out, "bits");
    bl_put(out, "[");
    bl_put(out, names.s);
    bl_put(out, "]");
}

static void put_about(struct bl_text *out, const struct bl_dataset *d)
{
    const struct bl_run *run = d->run;
    bl_json_putf(out, "{'dataset':1,'version':%s,'game':%s", BYLAW_VERSION, run->game->id);
    bl_put_setup(out, run->game, &run->setup);
    bl_json_putf(out, "'seed':'%u','cap':%u,'games':%u,'rows':%u", run->seed, run->cap, d->games, d->rows);
    lab_json_bots(out, run->bots, run->setup.players);
    put_bits(out, d);
    bl_put(out, "}");
}

/* The head of an .npy file (format 1.0): its type and shape, as Python writes them. */
static void put_head(struct bl_text *out, const char *type, uint64_t rows, uint32_t width)
{
    enum { MAGIC = 10, GRAIN = 64 };
    BL_LOCAL struct bl_text head = bl_text_heap();
    lab_say(&head, "{'descr': '%s', 'fortran_order': False, 'shape': (", type);
    if (rows != UINT64_MAX)
        lab_say(&head, width > 0 ? "%ju, " : "%ju,", (uintmax_t)rows);
    if (width > 0)
        lab_say(&head, "%ju", (uintmax_t)width);
    bl_put(&head, "), }");
    while ((MAGIC + head.len + 1) % GRAIN != 0)
        bl_put_char(&head, ' ');
    bl_put_char(&head, '\n');
    bl_put_bytes(out, "\x93NUMPY\x01\0", 8);
    bl_put_char(out, (char)(head.len & 0xff));
    bl_put_char(out, (char)(head.len >> 8));
    bl_put_bytes(out, head.s, head.len);
}

/* What the zip is put together with. */
struct binder {
    struct bl_zip zip;
    z_stream z;
    struct bl_text out;   /* not yet in the file */
};

static void write_out(struct bl_dataset *d, struct binder *b)
{
    bl_file_add(d->file, b->out.s, b->out.len);
    bl_text_clear(&b->out);
}

/* An entry: its head, which is deflated only now, the rest in the spool, if there is one, and an empty
 * last block, since the others are not the last. */
static void add_entry(struct bl_dataset *d, struct binder *b, const char *name, const struct bl_text *head,
                      struct bl_spool *spool, const struct piece *rest)
{
    static const char last[] = {3, 0};
    BL_LOCAL struct bl_text packed = bl_text_heap(), file = bl_text_heap();
    struct piece sum = pack(&b->z, head->s, head->len, &packed);
    append(&sum, rest);
    bl_put(&file, name);
    bl_put(&file, ".npy");
    bl_zip_put(&b->zip, &(struct bl_zip_entry){file.s, sum.crc, sum.size, sum.packed + sizeof last}, &b->out);
    bl_put_bytes(&b->out, packed.s, packed.len);
    if (spool) {
        write_out(d, b);
        bl_spool_pour(spool);
    }
    bl_put_bytes(&b->out, last, sizeof last);
}

static void put_together(struct bl_dataset *d)
{
    struct binder b = {.zip = {.central = bl_text_heap()}, .out = bl_text_heap()};
    BL_LOCAL struct bl_text about = bl_text_heap(), type = bl_text_heap(), head = bl_text_heap();
    start_packing(&b.z);
    put_about(&about, d);
    bl_putf(&type, "|S%d", (int)about.len);
    put_head(&head, type.s, UINT64_MAX, 0);
    bl_put_bytes(&head, about.s, about.len);
    add_entry(d, &b, "about", &head, NULL, &(struct piece){0});
    for (int c = 0; c < COLUMNS; c++) {
        uint32_t width = c == OBSERVATION ? d->bits : c == MASK ? d->actions
                         : c == OUTCOMES ? d->run->setup.players : 0;
        bl_text_clear(&head);
        put_head(&head, columns[c].type, c < SEEDS ? d->rows : d->games, width);
        add_entry(d, &b, columns[c].name, &head, d->spools[c], &d->sums[c]);
        d->spools[c] = NULL;
    }
    bl_zip_end(&b.zip, &b.out);
    write_out(d, &b);
    bl_text_free(&b.out);
    deflateEnd(&b.z);
}

bool bl_dataset_end(struct bl_dataset *d, bool keep, struct bl_text *why)
{
    if (keep)
        put_together(d);
    for (int c = 0; c < COLUMNS; c++)
        bl_spool_free(d->spools[c]);
    bool good = bl_file_end(d->file, keep, why);
    free(d);
    return good;
}
