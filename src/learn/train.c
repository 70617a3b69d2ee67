/* train.c - rounds of games, and weights that follow what came of them (Adam, in the terms of the
 * trade); see train.h. */
#include "train.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/pool.h"
#include "learner.h"
#include "selfplay.h"

enum {
    PLAYED = 64,             /* pieces that the games of a round are played in */
    CAP = 500,               /* moves of a game */
    PAST = 100,              /* rounds that the loss is a mean of, … */
    LOOKED_AT = 8            /* … every so manyeth sample of each */
};
#define WHIMS 0.03f
#define RATE 0.004f          /* how far a weight moves at first; after SLOWER games half as far */
#define SLOWER 200000.0f
#define LATEST 20.0f         /* what is kept is a mean over a LATEST-th of all steps */

#define AT(member) offsetof(struct train_tune, member)
const struct train_knob train_knobs[] = {
    {"batch", "samples that are learned at once, a multiple of 32", AT(batch), 64, 32,
     TRAIN_MOST_BATCH},
    {"warm", "games in which the game's own liking gives way to the net's", AT(warm), 20000, 1,
     1000000},
    {"liked", "the share of moves that stay the game's own liking", AT(liked), 0.05f, 0, 1},
    {"trust", "how much what is expected later counts beside the outcome", AT(trust), 0.8f, 0, 1},
    {"patience", "what a score is worth a move before it is had", AT(patience), 0.995f, 0.5f, 1},
    {0},
};

/* Work for a thread: some games of a round, or some samples of a batch. */
struct piece {
    struct bl_piece link;
    struct train *train;
    uint32_t number;
    bool plays;
    struct samples samples;          /* of the games */
    float *gradient;                 /* of the samples */
};

struct train {
    struct train_plan plan;
    uint64_t games, steps;
    double loss;
    float young[2];                  /* how far means of slopes and of spreads are from what they
                                      * would be without end */
    struct net net, mean;
    float *slope, *spread;           /* of each weight: means of its gradients, of their squares */
    uint8_t *used;                   /* bits that were ever 1 */
    struct piece pieces[PLAYED];
    struct bl_pool *pool;
    struct learner *gpu;             /* NULL: threads learn, … */
    struct bl_text no_gpu;           /* … and why */
    struct samples round;            /* of all games, in the order in which they are learned */
    float *values;                   /* what was expected of each */
    struct stride *strides;          /* of each batch */
    uint32_t value_room, stride_room;
    uint32_t batch, batch_size;      /* in `round` */
};

/* ---- what threads do ------------------------------------------------------------- */

static void *tools_new(const void *user, const atomic_bool *halt)
{
    const struct train *t = user;
    struct selfplay *s = bl_new(1, sizeof *s);
    (void)halt;
    selfplay_init(s, t->plan.game, CAP);
    return s;
}

static void tools_free(void *tools)
{
    selfplay_free(tools);
    free(tools);
}

static void play(struct selfplay *s, struct piece *p)
{
    const struct train *t = p->train;
    const struct train_tune *tune = &t->plan.tune;
    struct manner m = {
        .whims = WHIMS, .trust = tune->trust, .patience = tune->patience, .cap = CAP};
    s->judge.net = &t->net;
    p->samples.count = p->samples.one_count = 0;
    for (uint32_t i = 0; i < TRAIN_ROUND / PLAYED; i++) {
        uint64_t game = t->games + p->number * (TRAIN_ROUND / PLAYED) + i;
        m.liked = (float)game >= tune->warm ? tune->liked
                                            : 1 - (1 - tune->liked) * (float)game / tune->warm;
        selfplay_game(s, &t->plan.setup, &m, bl_game_seed(t->plan.seed, game), &p->samples);
    }
}

static void learn(struct piece *p)
{
    struct train *t = p->train;
    struct net_pass pass;
    memset(p->gradient, 0, net_size(&t->net.shape) * sizeof *p->gradient);
    for (uint32_t i = t->batch + p->number; i < t->batch + t->batch_size; i += TRAIN_SLICES) {
        const struct sample *x = &t->round.list[i];
        const uint16_t *ones = t->round.ones + x->at;
        t->values[i] = net_value(&t->net, ones, x->n, &pass);
        net_blame(&t->net, ones, x->n, &pass, t->values[i] - x->target, p->gradient);
    }
}

static void work(void *tools, struct bl_piece *piece)
{
    struct piece *p = (struct piece *)piece;
    if (p->plays)
        play(tools, p);
    else
        learn(p);
}

/* Hands pieces out and waits for all; false: it was broken off. */
static bool work_all(struct train *t, uint32_t count, bool plays, bool (*halt)(void *), void *user)
{
    bool whole = true;
    for (uint32_t i = 0; i < count; i++) {
        t->pieces[i].plays = plays;
        bl_pool_give(t->pool, &t->pieces[i].link);
    }
    for (uint32_t left = count; left > 0;) {
        whole = whole && !(halt && halt(user));
        left -= bl_pool_take(t->pool, 100) != NULL;
    }
    return whole;
}

/* ---- learning ---------------------------------------------------------------------- */

/* All samples of the round in an order of chance. */
static void shuffle(struct train *t)
{
    struct bl_stream rng = bl_stream(t->plan.seed, t->plan.game->code, BL_FOR_KEEPING, t->games);
    struct samples *all = &t->round;
    all->count = all->one_count = 0;
    for (int p = 0; p < PLAYED; p++) {
        const struct samples *from = &t->pieces[p].samples;
        all->list = bl_grow(all->list, all->count + from->count, &all->room, sizeof *all->list);
        all->ones = bl_grow(all->ones, all->one_count + from->one_count, &all->one_room,
                            sizeof *all->ones);
        for (uint32_t i = 0; i < from->count; i++) {
            all->list[all->count] = from->list[i];
            all->list[all->count++].at += all->one_count;
        }
        for (uint32_t i = 0; i < from->one_count; i++) {
            t->used[from->ones[i]] = 1;
            all->ones[all->one_count++] = from->ones[i];
        }
    }
    for (uint32_t left = all->count; left > 1; left--) {
        uint32_t pick = bl_below(&rng, left);
        struct sample held = all->list[pick];
        all->list[pick] = all->list[left - 1];
        all->list[left - 1] = held;
    }
}

/* How far weights follow the next batch. */
static struct stride next_stride(struct train *t)
{
    t->steps++;
    t->young[0] *= INERTIA;
    t->young[1] *= MEMORY;
    float blend = LATEST / (float)t->steps;
    return (struct stride){RATE / (1 + (float)t->games / SLOWER), 1 / (1 - t->young[0]),
                           1 / (1 - t->young[1]), blend < 1 ? blend : 1};
}

/* Learns so many samples of the round, where there is one on a GPU; if it fails, without. */
static void learn_all(struct train *t, uint32_t count)
{
    float *const arrays[LEARNER_ARRAYS] = {t->net.weights, t->mean.weights, t->slope, t->spread};
    uint32_t size = net_size(&t->net.shape);
    if (t->gpu) {
        learner_put(t->gpu, arrays);
        learner_learn(t->gpu, t->round.ones, t->round.one_count, t->round.list, count, t->strides,
                      t->values);
        if (learner_get(t->gpu, arrays, &t->no_gpu))
            return;
        learner_free(t->gpu);
        t->gpu = NULL;
    }
    for (t->batch = 0; t->batch < count; t->batch += t->batch_size) {
        work_all(t, TRAIN_SLICES, false, NULL, NULL);
        for (uint32_t i = 0; i < size; i++) {
            float g[TRAIN_SLICES];
            for (int k = 0; k < TRAIN_SLICES; k++)
                g[k] = t->pieces[k].gradient[i];
            learner_step(arrays, i, g, t->batch_size, &t->strides[t->batch / t->batch_size]);
        }
    }
}

/* Two numbers below 1 are compared; what is certain is near enough to it. */
static double surprise(float value, float target)
{
    double v = (double)value * 0.999999 + 0.0000005;
    return -((double)target * log(v) + (1 - (double)target) * log(1 - v));
}

bool train_round(struct train *t, bool (*halt)(void *), void *user)
{
    double loss = 0;
    if (!work_all(t, PLAYED, true, halt, user))
        return false;
    shuffle(t);
    uint32_t batches = t->round.count / t->batch_size, count = batches * t->batch_size;
    t->values = bl_grow(t->values, count, &t->value_room, sizeof *t->values);
    t->strides = bl_grow(t->strides, batches, &t->stride_room, sizeof *t->strides);
    for (uint32_t i = 0; i < batches; i++)
        t->strides[i] = next_stride(t);
    learn_all(t, count);
    for (uint32_t i = 0; i < count; i += LOOKED_AT)
        loss += LOOKED_AT * surprise(t->values[i], t->round.list[i].target);
    t->games += TRAIN_ROUND;
    uint64_t rounds = t->games / TRAIN_ROUND;
    if (count > 0)
        t->loss += (loss / count - t->loss) / (double)(rounds < PAST ? rounds : PAST);
    return true;
}

/* ---- beginning and end -------------------------------------------------------------- */

/* Weights at random, the more there are to a unit the smaller; biases 0. */
static void scatter(struct train *t)
{
    const struct net_shape *s = &t->net.shape;
    struct bl_stream rng = bl_stream(t->plan.seed, t->plan.game->code, BL_FOR_SAMPLE, 0);
    float first = 0.3f, second = sqrtf(6 / (float)s->width), third = sqrtf(3 / (float)s->depth);
    for (uint32_t i = 0; i < net_size(s); i++) {
        float x = (float)(bl_next(&rng) >> 40) * 0x1p-23f - 1;
        bool bias = (i >= net_bias(s) && i < net_second(s)) ||
                    (i >= net_second_bias(s) && i < net_third(s)) || i + 1 == net_size(s);
        float width = i < net_bias(s) ? first : i < net_second_bias(s) ? second : third;
        t->net.weights[i] = bias ? 0 : x * width;
    }
}

struct train *train_new(const struct train_plan *plan, unsigned jobs, bool gpu)
{
    struct train *t = bl_new(1, sizeof *t);
    t->plan = *plan;
    uint32_t inputs = judge_inputs(plan->game, &plan->setup);
    t->net.shape = (struct net_shape){inputs, plan->width, plan->depth};
    t->mean.shape = t->net.shape;
    uint32_t size = net_size(&t->net.shape);
    float **all[] = {&t->net.weights, &t->mean.weights, &t->slope, &t->spread};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        *all[i] = bl_new(size, sizeof(float));
    t->used = bl_new(t->net.shape.inputs, 1);
    for (uint32_t i = 0; i < PLAYED; i++) {
        t->pieces[i] = (struct piece){.train = t, .number = i};
        t->pieces[i].gradient = i < TRAIN_SLICES ? bl_new(size, sizeof(float)) : NULL;
    }
    t->young[0] = t->young[1] = 1;
    t->batch_size = (uint32_t)plan->tune.batch;
    t->no_gpu = bl_text_heap();
    if (gpu)
        t->gpu = learner_new(&t->net.shape, t->batch_size, &t->no_gpu);
    else
        bl_put(&t->no_gpu, "none was asked for");
    scatter(t);
    memcpy(t->mean.weights, t->net.weights, size * sizeof(float));
    t->pool = bl_pool_start(&(struct bl_labour){work, tools_new, tools_free, t}, jobs);
    return t;
}

void train_free(struct train *t)
{
    bl_pool_end(t->pool);
    for (int i = 0; i < PLAYED; i++)
        BL_FREE(t->pieces[i].gradient, t->pieces[i].samples.ones, t->pieces[i].samples.list);
    learner_free(t->gpu);
    bl_text_free(&t->no_gpu);
    BL_FREE(t->net.weights, t->mean.weights, t->slope, t->spread, t->used, t->round.ones,
            t->round.list, t->values, t->strides, t);
}

uint64_t train_games(const struct train *t) { return t->games; }
const char *train_no_gpu(const struct train *t) { return t->gpu ? NULL : t->no_gpu.s; }
double train_loss(const struct train *t) { return t->loss; }
const struct net *train_net(const struct train *t) { return &t->mean; }

/* ---- files ---------------------------------------------------------------------------- */

void train_put_net(const struct train *t, const char *made_by, struct bl_text *out)
{
    struct net_file file = {.net = t->mean, .game = t->plan.game, .players = t->plan.setup.players};
    struct bl_text text = BL_TEXT_FIXED(file.made_by);
    bl_put(&text, made_by);
    net_write(out, &file, t->used);
}

/* What goes into a checkpoint behind its first line, part by part. */
struct part {
    void *at;
    size_t size;
};
enum { PARTS = 9 };

static void list_parts(const struct train *t, struct part parts[PARTS])
{
    size_t floats = net_size(&t->net.shape) * sizeof(float);
    const struct part all[PARTS] = {
        {(void *)&t->games, sizeof t->games}, {(void *)&t->steps, sizeof t->steps},
        {(void *)&t->loss, sizeof t->loss}, {(void *)t->young, sizeof t->young},
        {t->net.weights, floats}, {t->mean.weights, floats}, {t->slope, floats},
        {t->spread, floats}, {t->used, t->net.shape.inputs},
    };
    memcpy(parts, all, sizeof all);
}

/* All digits: two plans that differ have two lines. */
static void put_knob(const struct train_knob *k, float value, struct bl_text *out)
{
    char digits[32];
    snprintf(digits, sizeof digits, "%.9g", (double)value);
    bl_putf(out, " %s=%s", k->name, digits);
}

static void put_plan(const struct train *t, struct bl_text *out)
{
    const struct bl_setup *s = &t->plan.setup;
    bl_putf(out, "bylaw-training-3 %s players=%d width=%d depth=%d seed=", t->plan.game->id,
            s->players, (int)t->plan.width, (int)t->plan.depth);
    bl_put_uint(out, t->plan.seed);
    bl_put(out, " set-up");
    for (int i = 0; i < BL_MAX_RULINGS; i++)
        bl_putf(out, " %d", s->rulings[i]);
    for (int i = 0; i < BL_MAX_OPTIONS; i++)
        bl_putf(out, " %d", s->options[i]);
    for (const struct train_knob *k = train_knobs; k->name; k++)
        put_knob(k, *(const float *)((const char *)&t->plan.tune + k->at), out);
    bl_put_char(out, '\n');
}

static uint64_t checksum(const char *s, size_t n)
{
    uint64_t h = 0;
    for (size_t i = 0; i < n; i++)
        h = (h ^ (unsigned char)s[i]) * UINT64_C(0x100000001b3) + (h >> 47);
    return bl_mix(h);
}

void train_put(const struct train *t, struct bl_text *out)
{
    struct part parts[PARTS];
    size_t began = out->len;
    put_plan(t, out);
    list_parts(t, parts);
    for (int i = 0; i < PARTS; i++)
        bl_put_bytes(out, parts[i].at, parts[i].size);
    uint64_t sum = checksum(out->s + began, out->len - began);
    bl_put_bytes(out, (const char *)&sum, sizeof sum);
}

bool train_read(struct train *t, const char *bytes, size_t size, struct bl_text *why)
{
    BL_LOCAL struct bl_text plan = bl_text_heap();
    struct part parts[PARTS];
    size_t need = sizeof(uint64_t);
    uint64_t sum;
    put_plan(t, &plan);
    list_parts(t, parts);
    for (int i = 0; i < PARTS; i++)
        need += parts[i].size;
    if (size < plan.len || memcmp(bytes, plan.s, plan.len) != 0) {
        bl_put(why, "line 1: this is the checkpoint of another call or version");
        return false;
    }
    if (size != plan.len + need) {
        bl_putf(why, "has %d bytes, and should have %d", (int)size, (int)(plan.len + need));
        return false;
    }
    memcpy(&sum, bytes + size - sizeof sum, sizeof sum);
    if (sum != checksum(bytes, size - sizeof sum)) {
        bl_put(why, "is damaged: its checksum is another");
        return false;
    }
    size_t at = plan.len;
    for (int i = 0; i < PARTS; at += parts[i++].size)
        memcpy(parts[i].at, bytes + at, parts[i].size);
    return true;
}
