/* response.c - plans: what they come to, the best answer to one, and a bot's. */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "bots/bots.h"
#include "solve.h"

double *solve_numbers(const struct solve_tree *t, int seat)
{
    return bl_new(t->sides[seat].sequences, sizeof(double));
}

double solve_score(const struct solve_tree *t, double *const plans[2], double *open)
{
    double score = 0;
    *open = 0;
    for (const struct solve_leaf *l = t->leaves, *end = l + t->leaf_count; l < end; l++) {
        double both = plans[0][l->sequence[0]] * plans[1][l->sequence[1]];
        score += l->gain * both;
        *open += l->open * both;
    }
    return score;
}

void solve_worth(const struct solve_tree *t, int seat, const double *other, double *worth)
{
    double sign = seat == 0 ? 1 : -1;
    memset(worth, 0, t->sides[seat].sequences * sizeof *worth);
    for (const struct solve_leaf *l = t->leaves, *end = l + t->leaf_count; l < end; l++)
        worth[l->sequence[seat]] += sign * l->gain * other[l->sequence[1 - seat]];
}

double solve_response(const struct solve_tree *t, int seat, const double *other)
{
    const struct solve_side *side = &t->sides[seat];
    double *worth = solve_numbers(t, seat);
    solve_worth(t, seat, other, worth);
    for (uint32_t i = side->count; i-- > 0;) {
        const struct solve_info *info = &side->infos[i];
        double best = worth[info->first];
        for (uint32_t k = 1; k < info->count; k++)
            best = worth[info->first + k] > best ? worth[info->first + k] : best;
        worth[info->parent] += best;
    }
    double score = seat == 0 ? worth[0] : -worth[0];
    free(worth);
    return score;
}

/* ---- bots ------------------------------------------------------------------------------- */

/* A bot sits down, and is told what its seat has seen. */
static void *sit_down(const struct bl_bot *bot, const struct bl_past *past)
{
    void *memory = bot->sit ? bot->sit(bot, past->game) : NULL;
    for (uint32_t i = 0; i < past->count && memory && bot->saw; i++)
        bot->saw(memory, &past->plays[i]);
    return memory;
}

/* Puts an information state to a bot; `plan` has how often it chose each move, in all 1. One that
 * is a program of its own is given the key of its stream, and may draw unseen. */
static void ask(const struct solve_tree *t, int seat, struct solve_asking *how,
                uint32_t number, bl_move *moves, double *plan)
{
    const struct bl_bot *bot = how->bot;
    const struct solve_info *info = &t->sides[seat].infos[number];
    struct bl_past *past = solve_past(t, info->seen);
    const void *view = bl_past_view(past, past->count);
    void *memory = sit_down(bot, past);
    uint64_t key = bl_seal(how->seed, t->game->code, BL_FOR_BOT, 2 * (uint64_t)number + (unsigned)seat);
    uint32_t n = t->game->rules->moves(view, moves), asked = 0, most = how->samples;
    for (bool forfeits = false; asked < most && how->faults == 0; asked++) {
        struct bl_stream rng = bl_stream_of(key, asked);
        struct bl_decision d = {t->game, view, seat, moves, n, &rng, memory, NULL,
                                bl_recalls(bot, t->game) ? past : NULL};
        struct bl_play play;
        uint32_t k = 0;
        bl_bot_play(bot, &d, NULL, NULL, &play);
        while (k + 1 < n && moves[k] != play.move)
            k++;
        plan[k] += 1;
        most = rng.at == 0 && !bot->follows ? 1 : most;
        how->faults = bot->faults && memory ? bot->faults(memory, &forfeits) : 0;
    }
    for (uint32_t k = 0; k < n; k++)
        plan[k] /= asked;
    if (memory)
        bot->rise(memory);
    bl_past_free(past);
}

bool solve_ask(const struct solve_tree *t, int seat, struct solve_asking *how, double *plan)
{
    const struct solve_side *side = &t->sides[seat];
    const struct bl_bot *bot = how->bot;
    bl_move *moves = bl_new((size_t)t->game->max_moves + 1, sizeof *moves);
    bool whole = true;
    memset(plan, 0, side->sequences * sizeof *plan);
    plan[0] = 1;
    for (uint32_t i = 0; i < side->count && whole; i++) {
        const struct solve_info *info = &side->infos[i];
        double *out = plan + info->first, here = plan[info->parent];
        if (here == 0)
            continue;
        if (bot == &bl_bot_random)
            for (uint32_t k = 0; k < info->count; k++)
                out[k] = 1.0 / info->count;
        else
            ask(t, seat, how, i, moves, out);
        for (uint32_t k = 0; k < info->count; k++)
            out[k] *= here;
        how->asked++;
        if (how->progress)
            how->progress(how->user, how->asked);
        whole = how->faults == 0 && (!how->stop || !how->stop(NULL));
    }
    free(moves);
    return whole;
}
