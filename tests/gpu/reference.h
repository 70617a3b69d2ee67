/* reference.h - games as bouts play them, in the words of a kernel, and set-ups to play them with. */
#ifndef BYLAW_TESTS_GPU_REFERENCE_H
#define BYLAW_TESTS_GPU_REFERENCE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bots.h"
#include "bylaw/observe.h"
#include "gpu/gpu.h"
#include "play/bout.h"

struct walk {
    uint64_t trail;
    uint32_t legal;
};

static void look(struct bout *b, uint32_t n)
{
    ((struct walk *)b->user)->legal = n;
}

static bool step(struct bout *b, const struct bl_play *play)
{
    struct walk *walk = b->user;
    walk->trail = gpu_trail(walk->trail, play->move, walk->legal);
    b->game->rules->apply(b->state, play, &b->cx);
    return true;
}

/* What a bout of random bots comes to. */
static void reference(struct bout *b, const struct gpu_task *task, uint32_t number, struct gpu_outcome *out)
{
    struct walk walk = {0};
    struct bl_result r;
    for (int seat = 0; seat < BL_MAX_SEATS; seat++)
        b->bots[seat] = &bl_bot_random;
    b->cap = task->cap;
    b->user = &walk;
    b->look = look;
    b->step = step;
    bout_deal(b, &task->setup, bl_game_seed(task->seed, task->first + number));
    bout_play(b);
    b->game->rules->result(b->state, &r);
    *out = (struct gpu_outcome){walk.trail, (uint32_t)b->made, r.why, r.winner, r.ranked, {0}};
    memcpy(out->ranking, r.ranking, sizeof r.ranking);
}

static bool same_outcome(const struct gpu_outcome *a, const struct gpu_outcome *b)
{
    return a->trail == b->trail && a->moves == b->moves && a->why == b->why && a->winner == b->winner &&
           a->ranked == b->ranked && memcmp(a->ranking, b->ranking, sizeof a->ranking) == 0;
}

/* ---- labs --------------------------------------------------------------------- */

/* A small lab of a set-up; every other one has play-outs at random. */
static void plan_lab(struct lab_plan *plan, const struct bl_game *game, const struct bl_setup *setup,
                     uint64_t number, uint64_t games, uint32_t playouts)
{
    *plan = (struct lab_plan){.game = game, .setting_count = 1, .settings = {{"", *setup}}, .asked_setup = *setup,
                              .ladder = {&bl_bot_random, &bl_bot_greedy}, .ladder_count = 2,
                              .player = number % 2 == 0 ? &bl_bot_greedy : &bl_bot_random,
                              .seed = 1 + number, .games = games, .cap = 400, .playouts = playouts};
    for (int seat = 0; seat < BL_MAX_SEATS; seat++)
        plan->bots[seat] = &bl_bot_greedy;
}

/* What the blocks of a lab come to. */
static struct bl_text lab_lines(struct lab_plan *plan, const struct lab_sampler *sampler)
{
    struct bl_text lines = bl_text_heap();
    struct lab lab;
    plan->sampler = sampler;
    lab_init(&lab, plan);
    void *worker = lab.task.worker_new(&lab, NULL);
    for (uint64_t block = 0; block < lab.task.blocks; block++)
        lab_task_play(&lab.task, worker, block, &lines);
    lab.task.worker_free(worker);
    lab_free(&lab);
    return lines;
}

/* Whether a lab is the same whoever plays its samples. */
static bool same_lab(struct lab_plan *plan, const struct lab_sampler *sampler)
{
    BL_LOCAL struct bl_text here = lab_lines(plan, NULL), there = lab_lines(plan, sampler);
    return strcmp(here.s, there.s) == 0;
}

/* ---- vectors ------------------------------------------------------------------- */

enum { BUFFERS = 7 };
/* The buffers of an outlook, one behind another in a piece of memory: what each has of a place. */
struct layout {
    size_t at[BUFFERS], size;
};

static struct layout lay_out_vector(const struct bl_game *game, const struct bl_setup *setup, uint32_t places)
{
    const size_t each[BUFFERS] = {bl_observation_size(game, setup), bl_action_count(game, setup), 1,
                                  setup->players * sizeof(float), 1, 1, sizeof(int32_t)};
    struct layout l = {{0}, 0};
    for (int k = 0; k < BUFFERS; k++) {
        l.at[k] = l.size;
        l.size += (each[k] * places + 63) / 64 * 64;
    }
    return l;
}

static struct bl_outlook outlook_in(const struct layout *l, char *memory)
{
    return (struct bl_outlook){(uint8_t *)memory + l->at[0], (uint8_t *)memory + l->at[1],
                               (int8_t *)memory + l->at[2], (float *)(void *)(memory + l->at[3]),
                               (uint8_t *)memory + l->at[4], (uint8_t *)memory + l->at[5],
                               (int32_t *)(void *)(memory + l->at[6])};
}

/* ---- set-ups ------------------------------------------------------------------ */

typedef void on_setup(const struct bl_game *game, const struct bl_setup *setup, void *user);

/* A set-up in its defaults but for what is given, unless the game has none such. */
static void try_setup(const struct bl_game *game, int players, const uint8_t *rulings, int option,
                      int32_t value, on_setup *call, void *user)
{
    struct bl_setup setup;
    bl_setup_init(&setup, game);
    setup.players = (uint8_t)players;
    if (rulings)
        memcpy(setup.rulings, rulings, sizeof setup.rulings);
    if (option >= 0)
        setup.options[option] = value;
    if (!bl_resolve(game, &setup))
        call(game, &setup, user);
}

/* Counts the rulings on; false: all have been seen. */
static bool next_rulings(const struct bl_game *game, uint8_t *rulings)
{
    for (int i = 0; i < game->ruling_count; i++) {
        if (game->rulings[i].values[++rulings[i]])
            return true;
        rulings[i] = 0;
    }
    return false;
}

/* Every number of players; with the fewest, the usual and the most all rulings together, presets among
 * them, and every option at its ends and in between. */
static void each_setup(const struct bl_game *game, on_setup *call, void *user)
{
    int some[] = {game->min_players, game->usual_players, game->max_players};
    for (int players = game->min_players; players <= game->max_players; players++)
        try_setup(game, players, NULL, -1, 0, call, user);
    for (int i = 0; i < 3; i++) {
        uint8_t rulings[BL_MAX_RULINGS] = {0};
        while (next_rulings(game, rulings))
            try_setup(game, some[i], rulings, -1, 0, call, user);
        for (int option = 0; option < game->option_count; option++) {
            const struct bl_option *o = &game->options[option];
            int32_t last = o->max - o->min < 24 ? o->max : o->min + 24;
            int32_t gap = (last - o->min) / 6 + 1;
            for (int32_t value = o->min; value <= last; value += gap)
                try_setup(game, some[i], NULL, option, value, call, user);
            if ((o->max - o->min) % gap != 0 || last < o->max)
                try_setup(game, some[i], NULL, option, o->max, call, user);
        }
    }
}

/* "players=4 rulings=0,1 options=1,7,3" */
static void put_set_up(char *out, size_t size, const struct bl_game *game, const struct bl_setup *setup)
{
    size_t n = (size_t)snprintf(out, size, "%s players=%d rulings=", game->id, setup->players);
    for (int i = 0; i < game->ruling_count; i++)
        n += (size_t)snprintf(out + n, size - n, "%d,", setup->rulings[i]);
    n += (size_t)snprintf(out + n, size - n, " options=");
    for (int i = 0; i < game->option_count; i++)
        n += (size_t)snprintf(out + n, size - n, "%d,", (int)setup->options[i]);
}

#endif
