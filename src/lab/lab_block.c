/* lab_block.c - blocks of games as numbers, and what is known from them.
 *
 * A block has for each setting: the rows of its games, the sums, and the clauses that came up
 * (index and counts, ended by 0). */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "bylaw/position.h"
#include "lab.h"

/* ---- the plan ---------------------------------------------------------------- */

static void put_plan(struct bl_text *out, const struct lab_plan *plan)
{
    lab_say(out, "bylaw-lab 1 " BYLAW_VERSION " %s seed=%ju games=%ju cap=%ju playouts=%u asked=%u",
            plan->game->id, plan->seed, plan->games, plan->cap, plan->playouts, plan->asked);
    for (int seat = 0; seat < BL_MAX_SEATS; seat++)
        lab_say(out, "%c%s", seat == 0 ? ' ' : ',', plan->bots[seat]->name);
    for (uint32_t i = 0; i < plan->ladder_count; i++)
        lab_say(out, "%c%s", i == 0 ? ' ' : ',', plan->ladder[i]->name);
    lab_say(out, " %s", plan->player->name);
    for (uint32_t k = 0; k < plan->setting_count; k++) {
        bl_put(out, " {");
        bl_put_setup(out, plan->game, &plan->settings[k].setup);
        bl_put_char(out, '}');
    }
}

/* ---- writing ------------------------------------------------------------------ */

static void put_cover(struct bl_text *out, const struct lab_worker *w)
{
    for (uint16_t c = 1; c < w->game->clause_count; c++) {
        if (w->cover[c].consulted == 0)
            continue;
        lab_put_numbers(out, &(int64_t){c}, 1);
        lab_put_numbers(out, (const int64_t *)&w->cover[c], LAB_COVER_NUMBERS);
    }
    lab_put_numbers(out, &(int64_t){0}, 1);
}

/* Games whose samples are played together. */
static bool play_together(struct lab_worker *w, uint32_t setting, uint64_t first, uint32_t count, struct bl_text *line)
{
    struct lab_row rows[LAB_BLOCK];
    bool whole = true;
    w->sample_count = 0;
    for (uint32_t i = 0; whole && i < count; i++) {
        w->games[i].row = &rows[i];
        whole = lab_play(w, setting, first + i, &w->games[i]);
    }
    if (whole)
        lab_play_samples(w);
    for (uint32_t i = 0; whole && i < count; i++) {
        lab_conclude(w, &w->games[i]);
        lab_put_numbers(line, (const int64_t *)&rows[i], LAB_ROW_NUMBERS);
    }
    return whole && !lab_stopped(w);
}

static bool play_block(void *at, uint64_t first, uint32_t count, struct bl_text *line)
{
    struct lab_worker *w = at;
    bool whole = true;
    for (uint32_t k = 0; whole && k < w->plan->setting_count; k++) {
        struct lab_sums sums = {0};
        w->sums = &sums;
        w->cover = bl_new(w->game->clause_count, sizeof *w->cover);
        memset(w->in_game, 0, w->game->clause_count);
        for (uint32_t done = 0; whole && done < count; done += w->together)
            whole = play_together(w, k, first + done, count - done < w->together ? count - done : w->together, line);
        lab_put_numbers(line, (const int64_t *)&sums, LAB_SUM_NUMBERS);
        put_cover(line, w);
        free(w->cover);
    }
    return whole;
}

/* ---- reading ------------------------------------------------------------------ */

/* In the order of struct lab_row; what is read is added at once. */
static bool take_row(const struct lab_plan *plan, uint32_t k, const char **at, struct lab_row *row,
                     struct bl_text *why)
{
    int64_t seats = plan->settings[k].setup.players, clauses = plan->game->clause_count;
    const struct lab_range ranges[] = {
        {"moves", 1, 0, (int64_t)plan->cap}, {"why", 1, 0, clauses - 1}, {"winner", 1, -1, seats - 1},
        {"legal moves", 3, 0, LAB_MOST}, {"recurs", 1, 0, 1}, {"could end", 1, 0, LAB_LAST_PLAYOUTS},
        {"looked", 2, 0, LAB_POSITIONS}, {"settled", 1, 0, 1000},
        {"won play-outs", 2 * BL_MAX_SEATS, 0, plan->playouts}, {"weighed", 1, 0, LAB_DECISIONS},
        {"gain", LAB_DECISIONS, -1000000, 1000000}, {"lone seat", 1, 0, seats - 1},
        {"lone winner", LAB_STEPS, LAB_NOT_PLAYED, seats - 1},
    };
    return lab_take_numbers(at, ranges, sizeof ranges / sizeof ranges[0], (int64_t *)row, why);
}

static bool take_setting(struct lab *lab, uint32_t k, uint64_t first, uint32_t games,
                         const char **at, struct bl_text *why)
{
    const struct lab_range sums = {"sums", LAB_SUM_NUMBERS, 0, LAB_MOST},
                           which = {"clause", 1, 0, lab->plan->game->clause_count - 1},
                           counts = {"coverage", LAB_COVER_NUMBERS, 0, LAB_MOST};
    for (uint64_t g = first; g < first + games; g++)
        if (!take_row(lab->plan, k, at, &lab->rows[k][g], why))
            return false;
    if (!lab_take_numbers(at, &sums, 1, (int64_t *)&lab->sums[k], why))
        return false;
    for (int64_t last = 0;;) {
        int64_t clause = 0;
        if (!lab_take_numbers(at, &which, 1, &clause, why))
            return false;
        if (clause == 0)
            return true;
        if (clause <= last) {   /* each once: LAB_MOST holds for a block */
            lab_say(why, "clause: %jd does not come after %jd", (intmax_t)clause, (intmax_t)last);
            return false;
        }
        last = clause;
        if (!lab_take_numbers(at, &counts, 1, (int64_t *)&lab->cover[k][clause], why))
            return false;
    }
}

static bool accept(struct lab_task *task, uint64_t first, uint32_t count, const char **at,
                   struct bl_text *why)
{
    struct lab *lab = task->user;
    for (uint32_t k = 0; k < lab->plan->setting_count; k++)
        if (!take_setting(lab, k, first, count, at, why))
            return false;
    return true;
}

/* ---- the task ----------------------------------------------------------------- */

void lab_init(struct lab *lab, const struct lab_plan *plan)
{
    *lab = (struct lab){.plan = plan,
                        .task = {.plan = bl_text_heap(), .user = lab, .worker_new = lab_worker_new,
                                 .worker_free = lab_worker_free, .play = play_block, .accept = accept,
                                 .games = plan->games, .block_size = LAB_BLOCK}};
    put_plan(&lab->task.plan, plan);
    lab_task_init(&lab->task);
    for (uint32_t k = 0; k < plan->setting_count; k++) {
        lab->rows[k] = bl_new(plan->games, sizeof *lab->rows[k]);
        lab->cover[k] = bl_new(plan->game->clause_count, sizeof *lab->cover[k]);
    }
}

void lab_free(struct lab *lab)
{
    for (uint32_t k = 0; k < lab->plan->setting_count; k++)
        BL_FREE(lab->rows[k], lab->cover[k]);
    lab_task_free(&lab->task);
}
