/* net.h - a small net that judges what a seat sees: bits in (bylaw/observe.h), two layers of rectified
 * units, and out of it the score to expect, from 0 to 1.
 *
 * All is computed in floats by additions, multiplications, divisions and roots in an order that is
 * written down: the same on every machine. */
#ifndef BYLAW_NET_H
#define BYLAW_NET_H

#include "bylaw/game.h"

enum { NET_LANES = 8, NET_MAX_WIDTH = 256, NET_MAX_DEPTH = 64 };   /* units come in eights */

struct net_shape {
    uint32_t inputs;             /* bits */
    uint32_t width, depth;       /* units of the first and of the second layer */
};

/* Weights lie one after another: by bit those to each unit of the first layer, their biases; by unit
 * of the first those to each of the second, their biases; those of the output, its bias. */
struct net {
    struct net_shape shape;
    float *weights;
};

/* Where the parts begin. */
static inline uint32_t net_bias(const struct net_shape *s) { return s->inputs * s->width; }
static inline uint32_t net_second(const struct net_shape *s) { return net_bias(s) + s->width; }
static inline uint32_t net_second_bias(const struct net_shape *s)
{
    return net_second(s) + s->width * s->depth;
}
static inline uint32_t net_third(const struct net_shape *s) { return net_second_bias(s) + s->depth; }
static inline uint32_t net_size(const struct net_shape *s) { return net_third(s) + s->depth + 1; }

/* What the units came to. */
struct net_pass {
    float first[NET_MAX_WIDTH], second[NET_MAX_DEPTH];
};

/* The sum of the first layer, before it is rectified. */
void net_begin(const struct net *net, const uint16_t *ones, uint32_t n, float *sums);
/* Goes over from some bits to others, both ascending. */
void net_change(const struct net *net, const uint16_t *from, uint32_t from_n, const uint16_t *to,
                uint32_t n, float *sums);
/* The rest of the way: the score to expect. */
float net_end(const struct net *net, const float *sums, struct net_pass *pass);
float net_value(const struct net *net, const uint16_t *ones, uint32_t n, struct net_pass *pass);
/* Adds the gradient of the cross entropy between what is expected after a pass and `target`. */
void net_blame(const struct net *net, const uint16_t *ones, uint32_t n, const struct net_pass *pass,
               float error, float *gradient);

/* ---- as a file ------------------------------------------------------------------ */

struct net_file {
    struct net net;
    const struct bl_game *game;
    unsigned players;
    char made_by[256];           /* the command */
};

/* Weights in a byte each, by unit in steps of its own; bits with `used` 0 (never seen) are left out. */
void net_write(struct bl_text *out, const struct net_file *file, const uint8_t *used);
/* False: `why` says what is wrong, and where. What is read is freed with free(file->net.weights). */
bool net_read(struct net_file *file, const void *bytes, size_t size, struct bl_text *why);

#endif
