/* outcomes.c - a move is made once to see what it shuffles, and then with every order of that. */
#include "outcomes.h"

#include <stdlib.h>

static void swap(uint16_t *a, uint16_t *b)
{
    uint16_t held = *a;
    *a = *b;
    *b = held;
}

/* The next order of items that are numbers; false after the last. */
static bool next_order(uint16_t *items, uint32_t n)
{
    uint32_t i = n - 1, j = n - 1;
    while (i > 0 && items[i - 1] >= items[i])
        i--;
    if (i == 0)
        return false;
    while (items[j] <= items[i - 1])
        j--;
    swap(&items[i - 1], &items[j]);
    for (uint32_t a = i, b = n - 1; a < b; a++, b--)
        swap(&items[a], &items[b]);
    return true;
}

static int by_number(const void *a, const void *b)
{
    return *(const uint16_t *)a - *(const uint16_t *)b;
}

/* How likely one order of sorted items is; those that are alike change places unseen. */
static double chance_of_order(const struct bl_chance_event *e)
{
    double chance = 1;
    for (uint32_t i = 0, alike = 0; i < e->count; i++) {
        alike = i > 0 && e->items[i] == e->items[i - 1] ? alike + 1 : 1;
        chance *= (double)alike / (i + 1);
    }
    return chance;
}

static void go_on(struct lab_outcomes *o, const void *state, const struct bl_play *play,
                  uint32_t known, double chance);

static void try_all_orders(struct lab_outcomes *o, const void *state, const struct bl_play *play,
                           uint32_t at, double chance)
{
    struct bl_chance_event *e = &o->orders[at];
    qsort(e->items, e->count, sizeof e->items[0], by_number);
    chance *= chance_of_order(e);
    do
        go_on(o, state, play, at + 1, chance);
    while (e->count > 1 && next_order(e->items, e->count));
}

static void try_some_orders(struct lab_outcomes *o, const void *state, const struct bl_play *play,
                            uint32_t at, double chance)
{
    struct bl_chance_event *e = &o->orders[at];
    o->sampled = true;
    for (uint64_t seed = 0; seed < LAB_SOME_ORDERS; seed++) {
        struct bl_stream rng = bl_stream(seed, o->game->code, BL_FOR_SAMPLE, at);
        for (uint32_t i = e->count; i > 1; i--)
            swap(&e->items[i - 1], &e->items[bl_below(&rng, i)]);
        go_on(o, state, play, at + 1, chance / LAB_SOME_ORDERS);
    }
}

/* Makes the move with the first `known` shuffles as they stand in `orders`. If that was not all of
 * them, the next one is known by its cards, and every order of these is tried. */
static void go_on(struct lab_outcomes *o, const void *state, const struct bl_play *play,
                  uint32_t known, double chance)
{
    struct bl_chance_log log = {0, LAB_SHUFFLES, o->events};
    struct bl_chance_log script = {known, LAB_SHUFFLES, o->orders};
    struct bl_context cx;
    bl_context_init(&cx, o->game, 0);
    cx.chance.script = &script;
    cx.chance.log = &log;
    cx.trace = o->trace;
    if (o->trace)
        bl_trace_clear(o->trace);
    bl_copy(o->game, o->next, state);
    o->rules->apply(o->next, play, &cx);
    if (log.count <= known || known == LAB_SHUFFLES) {
        o->sampled = o->sampled || known == LAB_SHUFFLES;
        o->met(o->user, chance);
        return;
    }
    o->orders[known] = o->events[known];
    if (o->orders[known].count <= LAB_ALL_ORDERS)
        try_all_orders(o, state, play, known, chance);
    else
        try_some_orders(o, state, play, known, chance);
}

void lab_try_outcomes(struct lab_outcomes *o, const void *state, const struct bl_play *play)
{
    o->sampled = false;
    go_on(o, state, play, 0, 1);
}
