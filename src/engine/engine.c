/* engine.c - programs of others as bots, and what comes of it when they fail. */
#include "engine/in.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "bots/bots.h"

static bool plays(const struct engine *e, const struct bl_game *game)
{
    BL_LOCAL struct bl_text id = bl_text_heap();
    bl_putf(&id, " %s ", game->id);
    return e->games.len == 0 || strstr(e->games.s, id.s);
}

void *sitting_scratch(struct sitting *s)
{
    if (!s->scratch)
        s->scratch = bl_scratch_new(s->game);
    return s->scratch;
}

/* What it plays; where it fails `random` does, and `greedy` in a game that it does not know. */
static void decide(struct sitting *s, const struct bl_decision *d, struct answer *a)
{
    BL_LOCAL struct bl_text why = bl_text_heap();
    bool knows = plays(s->of, d->game), lost = false;
    if (knows && !s->conduct.forfeits) {
        bl_text_clear(a->words);
        if (engine_ask(s, d, a, &why, &lost))
            return;
        a->count = 0;
        if (lost) {
            player_end(s->player);
            s->player = NULL;
        }
        engine_fault(&s->of->told, s->of->bot.name, d, why.s, s->of->terms.faults, &s->conduct);
    }
    engine_stand_in(knows ? NULL : &bl_bot_greedy, d, sitting_scratch(s), a->words, &a->play);
}

/* ---- as a bot ---------------------------------------------------------------------- */

static void *sit(const struct bl_bot *bot, const struct bl_game *game)
{
    struct sitting *s = bl_new(1, sizeof *s);
    s->of = (struct engine *)(uintptr_t)bot->settings;
    s->game = game;
    return s;
}

static void stand_up(struct sitting *s)
{
    player_give(s->of, s->player);
    if (s->scratch)
        bl_scratch_free(s->game, s->scratch);
}

static void rise(void *memory)
{
    stand_up(memory);
    free(memory);
}

static uint32_t faults(const void *memory, bool *forfeits)
{
    const struct sitting *s = memory;
    *forfeits = s->conduct.forfeits;
    return s->conduct.faults;
}

static bool knows(const struct bl_bot *bot, const struct bl_game *game, const struct bl_setup *setup,
                  struct bl_text *why)
{
    const struct engine *e = bot->settings;
    (void)setup;
    if (plays(e, game))
        return true;
    bl_putf(why, "%s does not play %s; greedy plays in its place", bot->name, game->id);
    return false;
}

/* Without a memory it sits down for one question. */
static void answer(const struct bl_bot *bot, const struct bl_decision *d, struct answer *a)
{
    struct sitting once = {.of = (struct engine *)(uintptr_t)bot->settings, .game = d->game};
    decide(d->memory ? d->memory : &once, d, a);
    if (!d->memory)
        stand_up(&once);
}

static void write_move(const struct bl_bot *bot, const struct bl_decision *d, struct bl_text *words,
                       struct bl_play *out)
{
    struct answer a = {.words = words};
    answer(bot, d, &a);
    *out = a.play;
}

static void choose(const struct bl_bot *bot, const struct bl_decision *d, struct bl_play *out)
{
    BL_LOCAL struct bl_text words = bl_text_heap();
    write_move(bot, d, &words, out);
}

static bool is_told(const struct bl_opinion *list, uint32_t n, bl_move move)
{
    for (uint32_t i = 0; i < n; i++)
        if (list[i].move == move && !list[i].words)
            return true;
    return false;
}

static int by_value(const void *a, const void *b)
{
    double x = ((const struct bl_opinion *)a)->value, y = ((const struct bl_opinion *)b)->value;
    return (x < y) - (x > y);
}

/* First what it plays, with its opinion on that, then the others by what they are worth to it, then
 * those that it did not speak of. */
static uint32_t advise(const struct bl_bot *bot, const struct bl_decision *d, const struct bl_play *of,
                       struct bl_text *words, struct bl_opinion *out)
{
    struct answer a = {.words = words, .list = out, .most = d->count + BL_MORE_OPINIONS - 1};
    (void)of;
    answer(bot, d, &a);
    uint32_t n = 1;
    out[0] = (struct bl_opinion){a.play.move, a.play.size, a.play.data, 0, 0};
    for (uint32_t i = 1; i <= a.count; i++) {
        bool first = out[i].move == out[0].move && out[i].size == out[0].size &&
                     (out[i].size == 0 || memcmp(out[i].words, out[0].words, out[i].size) == 0);
        if (first) {
            out[0].visits = out[i].visits;
            out[0].value = out[i].value;
        } else if (out[i].words || !is_told(out, n, out[i].move)) {
            out[n++] = out[i];
        }
    }
    qsort(out + 1, n - 1, sizeof *out, by_value);
    for (uint32_t i = 0; i < d->count; i++)
        if (!(d->moves[i] & BL_OPEN) && !is_told(out, n, d->moves[i]))
            out[n++] = (struct bl_opinion){.move = d->moves[i]};
    return n;
}

const struct bl_bot engine_kind = {
    .text = "a program of its own, asked by the protocol of docs/engine-protocol.md",
    .looks = true, .recalls = true, .follows = true, .sit = sit, .rise = rise, .faults = faults,
    .knows = knows, .choose = choose, .write = write_move, .advise = advise,
};
