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
    lab_say(out, " %s %s %s", plan->strong->name, plan->weak->name, plan->player->name);
    for (uint32_t k = 0; k < plan->setting_count; k++) {
        bl_put(out, " {");
        bl_put_setup(out, plan->game, &plan->settings[k].setup);
        bl_put_char(out, '}');
    }
}

/* ---- writing ------------------------------------------------------------------ */

static void put_numbers(struct bl_text *out, const int64_t *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++)
        lab_put_number(out, numbers[i]);
}

static void put_cover(struct bl_text *out, const struct lab_worker *w)
{
    for (uint16_t c = 1; c < w->game->clause_count; c++) {
        if (w->cover[c].consulted == 0)
            continue;
        lab_put_number(out, c);
        put_numbers(out, (const int64_t *)&w->cover[c], LAB_COVER_NUMBERS);
    }
    lab_put_number(out, 0);
}

static uint64_t games_in(const struct lab_plan *plan, uint64_t block)
{
    uint64_t left = plan->games - block * LAB_BLOCK;
    return left < LAB_BLOCK ? left : LAB_BLOCK;
}

static bool play_block(void *at, uint64_t block, struct bl_text *line)
{
    struct lab_worker *w = at;
    const struct lab_plan *plan = w->plan;
    bool whole = true;
    for (uint32_t k = 0; whole && k < plan->setting_count; k++) {
        struct lab_sums sums = {0};
        w->sums = &sums;
        w->cover = bl_new(w->game->clause_count, sizeof *w->cover);
        memset(w->in_game, 0, w->game->clause_count);
        for (uint64_t g = 0; whole && g < games_in(plan, block); g++) {
            struct lab_row row;
            whole = lab_play(w, k, block * LAB_BLOCK + g, &row);
            put_numbers(line, (const int64_t *)&row, LAB_ROW_NUMBERS);
        }
        put_numbers(line, (const int64_t *)&sums, LAB_SUM_NUMBERS);
        put_cover(line, w);
        free(w->cover);
    }
    return whole;
}

/* ---- reading ------------------------------------------------------------------ */

/* What is read is added at once: the checksum has been looked at. */
static bool add_numbers(const char **at, int64_t *to, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        int64_t n;
        if (!lab_take_number(at, &n))
            return false;
        to[i] += n;
    }
    return true;
}

static bool take_setting(struct lab *lab, uint32_t k, uint64_t block, const char **at)
{
    int64_t clause = -1;
    for (uint64_t g = 0; g < games_in(lab->plan, block); g++)
        if (!add_numbers(at, (int64_t *)&lab->rows[k][block * LAB_BLOCK + g], LAB_ROW_NUMBERS))
            return false;
    if (!add_numbers(at, (int64_t *)&lab->sums[k], LAB_SUM_NUMBERS))
        return false;
    while (lab_take_number(at, &clause) && clause > 0 && clause < lab->plan->game->clause_count)
        if (!add_numbers(at, (int64_t *)&lab->cover[k][clause], LAB_COVER_NUMBERS))
            return false;
    return clause == 0;
}

static bool accept(struct lab_task *task, uint64_t block, const char *numbers)
{
    struct lab *lab = task->user;
    for (uint32_t k = 0; k < lab->plan->setting_count; k++)
        if (!take_setting(lab, k, block, &numbers))
            return false;
    task->games_done += games_in(lab->plan, block);
    return true;
}

/* ---- the task ----------------------------------------------------------------- */

void lab_init(struct lab *lab, const struct lab_plan *plan)
{
    *lab = (struct lab){.plan = plan,
                        .task = {.plan = bl_text_heap(), .user = lab, .worker_new = lab_worker_new,
                                 .worker_free = lab_worker_free, .play = play_block, .accept = accept,
                                 .blocks = (plan->games + LAB_BLOCK - 1) / LAB_BLOCK}};
    put_plan(&lab->task.plan, plan);
    lab_task_init(&lab->task);
    for (uint32_t k = 0; k < plan->setting_count; k++) {
        lab->rows[k] = bl_new(plan->games, sizeof *lab->rows[k]);
        lab->cover[k] = bl_new(plan->game->clause_count, sizeof *lab->cover[k]);
    }
}

void lab_free(struct lab *lab)
{
    for (uint32_t k = 0; k < lab->plan->setting_count; k++) {
        free(lab->rows[k]);
        free(lab->cover[k]);
    }
    lab_task_free(&lab->task);
}
