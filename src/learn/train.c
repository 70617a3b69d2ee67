/* train.c - rounds of games, and weights that follow what came of them (Adam, in the terms of the
 * trade); see train.h. */
#include "train.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/pool.h"
#include "bylaw/observe.h"
#include "selfplay.h"

enum {
    PLAYED = 8,              /* pieces that the games of a round are played in */
    BATCH = 64,              /* samples that are learned at once, in … */
    SLICES = 4,              /* … so many pieces */
    CAP = 500,               /* moves of a game */
    WARM = 4000,             /* games in which the game's own liking gives way to the net's */
    PAST = 100               /* rounds that the loss is a mean of */
};
#define WHIMS 0.03f
#define TRUST 0.3f
#define PATIENCE 0.998f
#define RATE 0.004f          /* how far a weight moves at first; after SLOWER games half as far, … */
#define SLOWER 20000.0f
#define INERTIA 0.9f
#define MEMORY 0.999f        /* of how large gradients are */
#define BLEND 0.002f         /* of the weights into their mean */

/* Work for a thread: some games of a round, or some samples of a batch. */
struct piece {
    struct bl_piece link;
    struct train *train;
    uint32_t number;
    bool plays;
    struct samples samples;          /* of the games */
    float *gradient;                 /* of the samples */
    double loss;
};

struct train {
    struct train_plan plan;
    uint64_t games, steps;
    double loss;
    struct net net, mean;
    float *slope, *spread;           /* of each weight: means of its gradients, and of their squares */
    uint8_t *used;                   /* bits that were ever 1 */
    struct piece pieces[PLAYED];
    struct bl_pool *pool;
    struct { uint16_t piece; uint32_t sample; } *order;
    uint32_t order_count, order_room;
    uint32_t batch, batch_size;      /* in `order` */
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
    struct manner m = {.whims = WHIMS, .trust = TRUST, .patience = PATIENCE, .cap = CAP};
    s->judge.net = &t->net;
    p->samples.count = p->samples.one_count = 0;
    for (uint32_t i = 0; i < TRAIN_ROUND / PLAYED; i++) {
        uint64_t game = t->games + p->number * (TRAIN_ROUND / PLAYED) + i;
        m.liked = game < WARM ? 1 - (float)game / WARM : 0;
        selfplay_game(s, &t->plan.setup, &m, bl_game_seed(t->plan.seed, game), &p->samples);
    }
}

/* Two numbers below 1 are compared; what is certain is near enough to it. */
static double surprise(float value, float target)
{
    double v = (double)value * 0.999999 + 0.0000005;
    return -((double)target * log(v) + (1 - (double)target) * log(1 - v));
}

static void learn(struct piece *p)
{
    struct train *t = p->train;
    struct net_pass pass;
    memset(p->gradient, 0, net_size(&t->net.shape) * sizeof *p->gradient);
    p->loss = 0;
    for (uint32_t i = p->number; i < t->batch_size; i += SLICES) {
        const struct samples *from = &t->pieces[t->order[t->batch + i].piece].samples;
        const struct sample *x = &from->list[t->order[t->batch + i].sample];
        float value = net_value(&t->net, from->ones + x->at, x->n, &pass);
        net_blame(&t->net, from->ones + x->at, x->n, &pass, value - x->target, p->gradient);
        p->loss += surprise(value, x->target);
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
    t->order_count = 0;
    for (uint16_t p = 0; p < PLAYED; p++) {
        const struct samples *from = &t->pieces[p].samples;
        t->order = bl_grow(t->order, t->order_count + from->count, &t->order_room, sizeof *t->order);
        for (uint32_t i = 0; i < from->count; i++, t->order_count++) {
            t->order[t->order_count].piece = p;
            t->order[t->order_count].sample = i;
        }
        for (uint32_t i = 0; i < from->one_count; i++)
            t->used[from->ones[i]] = 1;
    }
    for (uint32_t left = t->order_count; left > 1; left--) {
        uint32_t pick = bl_below(&rng, left);
        uint16_t piece = t->order[pick].piece;
        uint32_t sample = t->order[pick].sample;
        t->order[pick] = t->order[left - 1];
        t->order[left - 1].piece = piece;
        t->order[left - 1].sample = sample;
    }
}

/* How far means of so many steps are from what they would be without end. */
static float grown(float keep, uint64_t steps)
{
    float left = 1;
    for (; steps > 0 && left > 1e-7f; steps--)
        left *= keep;
    return 1 - left;
}

static void follow(struct train *t)
{
    uint32_t size = net_size(&t->net.shape);
    float rate = RATE / (1 + (float)t->games / SLOWER), share = 1 / (float)t->batch_size;
    t->steps++;
    float slopes = 1 / grown(INERTIA, t->steps), spreads = 1 / grown(MEMORY, t->steps);
    float *w = t->net.weights, *mean = t->mean.weights;
    for (uint32_t i = 0; i < size; i++) {
        float g = ((t->pieces[0].gradient[i] + t->pieces[1].gradient[i]) +
                   (t->pieces[2].gradient[i] + t->pieces[3].gradient[i])) * share;
        t->slope[i] = INERTIA * t->slope[i] + (1 - INERTIA) * g;
        t->spread[i] = MEMORY * t->spread[i] + (1 - MEMORY) * g * g;
        w[i] -= rate * (t->slope[i] * slopes) / (sqrtf(t->spread[i] * spreads) + 1e-8f);
        mean[i] += BLEND * (w[i] - mean[i]);
    }
}

bool train_round(struct train *t, bool (*halt)(void *), void *user)
{
    double loss = 0;
    if (!work_all(t, PLAYED, true, halt, user))
        return false;
    shuffle(t);
    for (t->batch = 0; t->batch + BATCH <= t->order_count; t->batch += BATCH) {
        t->batch_size = BATCH;
        work_all(t, SLICES, false, NULL, NULL);
        for (int i = 0; i < SLICES; i++)
            loss += t->pieces[i].loss;
        follow(t);
    }
    t->games += TRAIN_ROUND;
    uint64_t rounds = t->games / TRAIN_ROUND;
    if (t->batch > 0)
        t->loss += (loss / t->batch - t->loss) / (double)(rounds < PAST ? rounds : PAST);
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
        t->net.weights[i] = bias ? 0 : x * (i < net_bias(s) ? first : i < net_second_bias(s) ? second : third);
    }
}

struct train *train_new(const struct train_plan *plan, unsigned jobs)
{
    struct train *t = bl_new(1, sizeof *t);
    t->plan = *plan;
    t->net.shape = (struct net_shape){bl_observation_size(plan->game, &plan->setup), plan->width, plan->depth};
    t->mean.shape = t->net.shape;
    uint32_t size = net_size(&t->net.shape);
    float **all[] = {&t->net.weights, &t->mean.weights, &t->slope, &t->spread};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        *all[i] = bl_new(size, sizeof(float));
    t->used = bl_new(t->net.shape.inputs, 1);
    for (uint32_t i = 0; i < PLAYED; i++) {
        t->pieces[i] = (struct piece){.train = t, .number = i};
        t->pieces[i].gradient = i < SLICES ? bl_new(size, sizeof(float)) : NULL;
    }
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
    BL_FREE(t->net.weights, t->mean.weights, t->slope, t->spread, t->used, t->order, t);
}

uint64_t train_games(const struct train *t) { return t->games; }
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
enum { PARTS = 8 };

static void list_parts(const struct train *t, struct part parts[PARTS])
{
    size_t floats = net_size(&t->net.shape) * sizeof(float);
    const struct part all[PARTS] = {
        {(void *)&t->games, sizeof t->games}, {(void *)&t->steps, sizeof t->steps},
        {(void *)&t->loss, sizeof t->loss}, {t->net.weights, floats}, {t->mean.weights, floats},
        {t->slope, floats}, {t->spread, floats}, {t->used, t->net.shape.inputs},
    };
    memcpy(parts, all, sizeof all);
}

static void put_plan(const struct train *t, struct bl_text *out)
{
    const struct bl_setup *s = &t->plan.setup;
    bl_putf(out, "bylaw-training-1 %s players=%d width=%d depth=%d seed=", t->plan.game->id, s->players,
            (int)t->plan.width, (int)t->plan.depth);
    bl_put_uint(out, t->plan.seed);
    bl_put(out, " set-up");
    for (int i = 0; i < BL_MAX_RULINGS; i++)
        bl_putf(out, " %d", s->rulings[i]);
    for (int i = 0; i < BL_MAX_OPTIONS; i++)
        bl_putf(out, " %d", s->options[i]);
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
