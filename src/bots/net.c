/* net.c - a small net: forth, and back. */
#include "net.h"

#include <math.h>
#include <string.h>

#include "sums.h"

/* Compiled a second time for wider registers, where a machine may have them; lanes do not mix, so that the
 * sums are the same. Static, each behind a door of its own: what chooses between them would be seen by
 * whoever links the library. */
#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define WIDE static __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define WIDE static
#endif

/* Eight floats, wherever they lie. */
typedef float lanes __attribute__((vector_size(NET_LANES * sizeof(float)), aligned(sizeof(float)), may_alias));
enum { AT_ONCE = 8 };   /* of them, sums that registers have room for */

/* ---- forth ------------------------------------------------------------------- */

static inline void add(float *to, const float *row, uint32_t n)
{
    for (uint32_t i = 0; i < n; i += NET_LANES)
        for (uint32_t k = 0; k < NET_LANES; k++)
            to[i + k] += row[i + k];
}

static inline void add_times(float *to, const float *row, float times, uint32_t n)
{
    for (uint32_t i = 0; i < n; i += NET_LANES)
        for (uint32_t k = 0; k < NET_LANES; k++)
            to[i + k] += times * row[i + k];
}

/* `n` eights of units of a layer, all sums at once: in registers, where `n` is a number that the compiler knows. */
static inline __attribute__((always_inline)) void units(const float *x, uint32_t width, const float *w,
                                                        uint32_t depth, float *out, const uint32_t n)
{
    lanes sums[AT_ONCE], *to = (lanes *)out;
    for (uint32_t k = 0; k < n; k++)
        sums[k] = to[k];
    for (uint32_t i = 0; i < width; i++, w += depth)
        for (uint32_t k = 0; k < n; k++)
            sums[k] += x[i] * ((const lanes *)w)[k];
    for (uint32_t k = 0; k < n; k++)
        to[k] = sums[k];
}

static inline void rectify(float *x, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        x[i] = x[i] > 0 ? x[i] : 0;
}

/* A row of weights that comes to the sums, or goes from them. */
struct step {
    uint32_t row;
    float sign;
};

/* `n` eights of units go `count` steps, all sums at once. */
static inline __attribute__((always_inline)) void walk(const float *w, uint32_t width, const struct step *steps,
                                                       uint32_t count, float *out, const uint32_t n)
{
    lanes sums[AT_ONCE], *to = (lanes *)out;
    for (uint32_t k = 0; k < n; k++)
        sums[k] = to[k];
    for (uint32_t i = 0; i < count; i++) {
        const lanes *row = (const lanes *)(w + steps[i].row * width);
        for (uint32_t k = 0; k < n; k++)
            sums[k] += steps[i].sign * row[k];
    }
    for (uint32_t k = 0; k < n; k++)
        to[k] = sums[k];
}

WIDE void walk_all(const struct net *net, const struct step *steps, uint32_t count, float *sums)
{
    uint32_t width = net->shape.width, at = 0;
    for (; at + AT_ONCE * NET_LANES <= width; at += AT_ONCE * NET_LANES)
        walk(net->weights + at, width, steps, count, sums + at, AT_ONCE);
    for (; at < width; at += NET_LANES)
        walk(net->weights + at, width, steps, count, sums + at, 1);
}

void net_change(const struct net *net, const uint16_t *from, uint32_t from_n, const uint16_t *to,
                uint32_t n, float *sums)
{
    struct step steps[64];
    uint32_t i = 0, k = 0, count = 0;
    while (i < from_n || k < n) {
        bool goes = k == n || (i < from_n && from[i] < to[k]), stays = i < from_n && k < n && from[i] == to[k];
        steps[count] = (struct step){goes ? from[i] : to[k], goes ? -1.0f : 1.0f};
        count += !stays;
        i += goes || stays;
        k += !goes;
        if (count == sizeof steps / sizeof *steps) {
            walk_all(net, steps, count, sums);
            count = 0;
        }
    }
    walk_all(net, steps, count, sums);
}

void net_begin(const struct net *net, const uint16_t *ones, uint32_t n, float *sums)
{
    memcpy(sums, net->weights + net_bias(&net->shape), net->shape.width * sizeof *sums);
    net_change(net, NULL, 0, ones, n, sums);
}

WIDE float end(const struct net *net, const float *sums, struct net_pass *pass)
{
    const struct net_shape *s = &net->shape;
    const float *w = net->weights, *rows = w + net_second(s);
    memcpy(pass->first, sums, s->width * sizeof *sums);
    rectify(pass->first, s->width);
    memcpy(pass->second, w + net_second_bias(s), s->depth * sizeof *w);
    uint32_t at = 0;
    for (; at + 4 * NET_LANES <= s->depth; at += 4 * NET_LANES)
        units(pass->first, s->width, rows + at, s->depth, pass->second + at, 4);
    for (; at < s->depth; at += NET_LANES)
        units(pass->first, s->width, rows + at, s->depth, pass->second + at, 1);
    rectify(pass->second, s->depth);
    return logistic(product(pass->second, w + net_third(s), s->depth) + w[net_size(s) - 1]);
}

float net_end(const struct net *net, const float *sums, struct net_pass *pass)
{
    return end(net, sums, pass);
}

float net_value(const struct net *net, const uint16_t *ones, uint32_t n, struct net_pass *pass)
{
    float sums[NET_MAX_WIDTH];
    net_begin(net, ones, n, sums);
    return net_end(net, sums, pass);
}

/* ---- back -------------------------------------------------------------------- */

WIDE void blame(const struct net *net, const uint16_t *ones, uint32_t n, const struct net_pass *pass,
               float error, float *gradient)
{
    const struct net_shape *s = &net->shape;
    const float *w = net->weights, *row = w + net_second(s);
    float *down = gradient + net_second(s), second[NET_MAX_DEPTH], first[NET_MAX_WIDTH];
    add_times(gradient + net_third(s), pass->second, error, s->depth);
    gradient[net_size(s) - 1] += error;
    for (uint32_t i = 0; i < s->depth; i++)
        second[i] = pass->second[i] > 0 ? error * w[net_third(s) + i] : 0;
    add(gradient + net_second_bias(s), second, s->depth);
    for (uint32_t i = 0; i < s->width; i++, row += s->depth, down += s->depth) {
        first[i] = 0;
        if (pass->first[i] > 0) {
            add_times(down, second, pass->first[i], s->depth);
            first[i] = product(row, second, s->depth);
        }
    }
    add(gradient + net_bias(s), first, s->width);
    for (uint32_t i = 0; i < n; i++)
        add(gradient + ones[i] * s->width, first, s->width);
}

void net_blame(const struct net *net, const uint16_t *ones, uint32_t n,
               const struct net_pass *pass, float error, float *gradient)
{
    blame(net, ones, n, pass, error, gradient);
}
