/* faults.c - what comes of it when a bot of others fails to make a move of its own. */
#include "engine/in.h"

#include <stdatomic.h>
#include <stdio.h>

#include "base/clock.h"
#include "base/utf8.h"
#include "bots/bots.h"

#define TOLD_MOST 20        /* faults that are told one by one, */
#define TOLD_IN 60          /* in so many seconds */

static void tell_on_stderr(const char *line)
{
    fprintf(stderr, "bylaw: %s\n", line);
}

void (*engine_tells)(const char *line) = tell_on_stderr;

static _Atomic uint64_t fault_count;

uint64_t engine_faults(void)
{
    return atomic_load(&fault_count);
}

/* How many of the bot's were told lately, this one among them. */
static unsigned count_told(struct engine_told *t)
{
    double now = bl_now();
    pthread_mutex_lock(&t->lock);
    if (now >= t->since + TOLD_IN) {
        t->count = 0;
        t->since = now;
    }
    unsigned told = ++t->count;
    pthread_mutex_unlock(&t->lock);
    return told;
}

void engine_fault(struct engine_told *t, const char *bot, const struct bl_decision *d, const char *why,
                  uint32_t most, struct engine_conduct *c)
{
    BL_LOCAL struct bl_text text = bl_text_heap();
    c->faults++;
    c->forfeits = c->faults >= most;
    atomic_fetch_add(&fault_count, 1);
    unsigned told = count_told(t);
    if (told > TOLD_MOST)
        return;
    bl_putf(&text, "%s, seat %d of %s: %s; %s", bot, d->seat, d->game->id, why,
            d->memory && c->forfeits ? "it forfeits the game, random plays on"
                                     : "the move is lost to random");
    if (told == TOLD_MOST)
        bl_put(&text, " (more in this minute is counted, and not told)");
    bl_utf8_plain(text.s, "");
    engine_tells(text.s);
}

void engine_stand_in(const struct bl_bot *other, const struct bl_decision *d, void *scratch,
                     struct bl_text *words, struct bl_play *out)
{
    struct bl_decision rest = *d;
    rest.memory = NULL;
    bl_bot_play(other ? other : &bl_bot_random, &rest, scratch, words, out);
}

bool engine_allows(const struct bl_decision *d, const struct bl_play *play, void *scratch)
{
    if (!(play->move & BL_OPEN))
        return bl_is_listed(d->moves, d->count, play->move);
    struct bl_context cx;
    bl_context_init(&cx, d->game, 0);
    cx.scratch = scratch;
    return bl_check(d->game, d->game->rules, d->view, play, &cx) == 0;
}
