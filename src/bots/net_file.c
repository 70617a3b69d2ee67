/* net_file.c - weights as a file: a line of JSON that says what they are, then the bytes. */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "bylaw/json.h"
#include "bylaw/observe.h"
#include "judge.h"

/* The bytes: which bits were seen, 8 a byte, lowest first; by unit of the first layer its step; by seen
 * bit a weight a unit, in such steps; the biases; by unit of the second layer its step, and so on; then
 * the output. Steps, biases and the output are floats of 32 bits, the lowest byte first. */
#define FORMAT "bylaw-net-1"
enum { MOST = 127, LONGEST_HEAD = 1024 };

/* ---- writing ----------------------------------------------------------------- */

static void put_float(struct bl_text *out, float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    for (int k = 0; k < 4; k++)
        bl_put_char(out, (char)(bits >> 8 * k & 255));
}

static void put_floats(struct bl_text *out, const float *x, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        put_float(out, x[i]);
}

/* Rows of `n` weights, those with `used` 0 left out (NULL: none is). */
static void put_rows(struct bl_text *out, const float *w, uint32_t rows, uint32_t n, const uint8_t *used)
{
    float steps[NET_MAX_WIDTH] = {0};
    for (uint32_t i = 0; i < rows; i++)
        for (uint32_t k = 0; k < n && (!used || used[i]); k++) {
            float size = w[i * n + k] < 0 ? -w[i * n + k] : w[i * n + k];
            steps[k] = size / MOST > steps[k] ? size / MOST : steps[k];
        }
    put_floats(out, steps, n);
    for (uint32_t i = 0; i < rows; i++)
        for (uint32_t k = 0; k < n && (!used || used[i]); k++) {
            float x = steps[k] > 0 ? w[i * n + k] / steps[k] : 0;
            int near = (int)(x < 0 ? x - 0.5f : x + 0.5f);
            bl_put_char(out, (char)(near > MOST ? MOST : near < -MOST ? -MOST : near));
        }
}

void net_write(struct bl_text *out, const struct net_file *file, const uint8_t *used)
{
    const struct net_shape *s = &file->net.shape;
    const float *w = file->net.weights;
    bl_json_putf(out, "{'format':%s,'game':%s,'players':%d,'inputs':%d,'width':%d,'depth':%d,'made_by':%s}",
                 FORMAT, file->game->id, (int)file->players, (int)s->inputs, (int)s->width, (int)s->depth,
                 file->made_by);
    bl_put_char(out, '\n');
    for (uint32_t i = 0; i < s->inputs; i += 8) {
        unsigned byte = 0;
        for (uint32_t k = 0; k < 8 && i + k < s->inputs; k++)
            byte |= (used[i + k] > 0 ? 1u : 0u) << k;
        bl_put_char(out, (char)byte);
    }
    put_rows(out, w, s->inputs, s->width, used);
    put_floats(out, w + net_bias(s), s->width);
    put_rows(out, w + net_second(s), s->width, s->depth, NULL);
    put_floats(out, w + net_second_bias(s), net_size(s) - net_second_bias(s));
}

/* ---- reading ------------------------------------------------------------------- */

struct reader {
    const uint8_t *bytes;
    size_t at, size;             /* `at` goes on behind the end, where zeros are */
};

static uint8_t take_byte(struct reader *r)
{
    uint8_t byte = r->at < r->size ? r->bytes[r->at] : 0;
    r->at++;
    return byte;
}

/* One that is no number, or so large that sums of it would be none, is a fault: false. */
static bool take_floats(struct reader *r, float *out, uint32_t n)
{
    bool good = true;
    for (uint32_t i = 0; i < n && good; i++) {
        uint32_t bits = 0;
        for (int k = 0; k < 4; k++)
            bits |= (uint32_t)take_byte(r) << 8 * k;
        memcpy(&out[i], &bits, sizeof out[i]);
        good = out[i] >= -1e6f && out[i] <= 1e6f;
    }
    return good;
}

static bool take_rows(struct reader *r, float *w, uint32_t rows, uint32_t n, const uint8_t *used)
{
    float steps[NET_MAX_WIDTH];
    if (!take_floats(r, steps, n))
        return false;
    for (uint32_t i = 0; i < rows; i++)
        for (uint32_t k = 0; k < n && (!used || used[i / 8] >> i % 8 & 1); k++)
            w[i * n + k] = (float)(int8_t)take_byte(r) * steps[k];
    return true;
}

static bool take_weights(struct reader *r, const struct net_shape *s, float *w)
{
    const uint8_t *used = r->bytes + r->at;
    r->at += (s->inputs + 7) / 8;
    if (r->at > r->size)
        return false;
    return take_rows(r, w, s->inputs, s->width, used) &&
           take_floats(r, w + net_bias(s), s->width) &&
           take_rows(r, w + net_second(s), s->width, s->depth, NULL) &&
           take_floats(r, w + net_second_bias(s), net_size(s) - net_second_bias(s));
}

/* The game, the players, and a shape that fits what they see. */
static void read_head(struct bl_json *in, struct net_file *file)
{
    struct net_shape *s = &file->net.shape;
    const char *id = bl_json_string(in, "game");
    bl_must(in, strcmp(bl_json_string(in, "format"), FORMAT) == 0, "format", "must be %s", FORMAT);
    file->game = in->doc->failed ? NULL : bl_find_game(id);
    bl_must(in, file->game != NULL, "game", "there is no such game: %s", id);
    if (in->doc->failed)
        return;
    file->players = (unsigned)bl_json_int(in, "players", file->game->min_players, file->game->max_players);
    s->inputs = (uint32_t)bl_json_int(in, "inputs", 1, BL_MAX_OBSERVATION);
    s->width = (uint32_t)bl_json_int(in, "width", NET_LANES, NET_MAX_WIDTH);
    s->depth = (uint32_t)bl_json_int(in, "depth", NET_LANES, NET_MAX_DEPTH);
    struct bl_text made_by = BL_TEXT_FIXED(file->made_by);
    bl_put(&made_by, bl_json_string(in, "made_by"));
    bl_json_done(in);
    bl_must(in, s->width % NET_LANES == 0, "width", "must be a multiple of 8");
    bl_must(in, s->depth % NET_LANES == 0, "depth", "must be a multiple of 8");
    struct bl_setup setup;
    bl_setup_init(&setup, file->game);
    setup.players = (uint8_t)file->players;
    if (in->doc->failed)
        return;
    bl_resolve(file->game, &setup);
    uint32_t size = judge_inputs(file->game, &setup);
    bl_must(in, s->inputs == size, "inputs", "a seat of this game sees and remembers %d bits", (int)size);
}

bool net_read(struct net_file *file, const void *bytes, size_t size, struct bl_text *why)
{
    const char *line = memchr(bytes, '\n', size < LONGEST_HEAD ? size : LONGEST_HEAD);
    *file = (struct net_file){0};
    if (!line) {
        bl_put(why, "line 1 is too long: these are no weights");
        return false;
    }
    struct bl_json_doc doc;
    if (bl_json_parse(&doc, bytes, (size_t)(line - (const char *)bytes))) {
        struct bl_json in = bl_json_root(&doc);
        read_head(&in, file);
    }
    bool good = !doc.failed;
    if (!good)
        bl_putf(why, "line 1: %s", doc.why);
    bl_json_free(&doc);
    if (!good)
        return false;
    struct reader r = {bytes, (size_t)(line + 1 - (const char *)bytes), size};
    file->net.weights = bl_new(net_size(&file->net.shape), sizeof(float));
    good = take_weights(&r, &file->net.shape, file->net.weights);
    if (r.at > size)
        bl_putf(why, "ends after %d bytes, in the middle of the weights", (int)size);
    else if (!good)
        bl_putf(why, "byte %d: what ends here is no weight", (int)r.at);
    else if (r.at < size)
        bl_putf(why, "byte %d: there is more than the weights", (int)r.at);
    if (good && r.at == size)
        return true;
    free(file->net.weights);
    file->net.weights = NULL;
    return false;
}
