/* complete.c - open moves: a bot chooses a form, the game writes something into it. */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "bots.h"

bool bl_complete(const struct bl_decision *d, void *scratch, struct bl_text *words,
                 struct bl_play *play)
{
    bl_text_clear(words);
    return d->game->advice->propose(d->view, d->seat, play->move, d->rng, scratch, words, play);
}

void bl_bot_play(const struct bl_bot *bot, const struct bl_decision *d, void *scratch,
                 struct bl_text *words, struct bl_play *out)
{
    struct bl_decision own = *d;
    if (bot->level) {
        bot = bl_level_bot(bot, d);
        own.memory = NULL;   /* that was the level's */
        d = &own;
    }
    if (bot->write && d->game->advice->propose) {
        bl_text_clear(words);
        bot->write(bot, d, words, out);
        return;
    }
    if (bot->heeds && d->game->advice->decide) {
        bl_text_clear(words);
        enum bl_thought how = bot->slips ? BL_WHIM : bot->glances ? BL_GLANCE : BL_CARE;
        if (d->game->advice->decide(d->view, d->seat, how, d->rng, scratch, words, out))
            return;
    }
    bot->choose(bot, d, out);
    if (!(out->move & BL_OPEN) || bl_complete(d, scratch, words, out))
        return;
    /* A form that nothing is proposed for is as good as illegal. */
    struct bl_decision rest = *d;
    bl_move *moves = bl_copy_of(d->moves, d->count * sizeof *moves);
    rest.moves = moves;
    do {
        uint32_t i = 0;
        while (i < rest.count && moves[i] != out->move)
            i++;
        if (i == rest.count)
            break;
        memmove(moves + i, moves + i + 1, (rest.count - i - 1) * sizeof *moves);
        rest.count--;
        bot->choose(bot, &rest, out);
    } while ((out->move & BL_OPEN) && !bl_complete(&rest, scratch, words, out));
    free(moves);
}
