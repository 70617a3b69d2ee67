/* advice.h - what a game knows of playing it well, for bots.
 *
 * A member that a game has no use for is NULL. */
#ifndef BYLAW_ADVICE_H
#define BYLAW_ADVICE_H

#include "bylaw/rules.h"
#include "bylaw/text.h"

BL_BEGIN
/* How a game decides: as well as it can; at once, for play-outs, where a move may take only
 * microseconds and `view` may be a whole state; or something else that is worth a thought. */
enum bl_thought { BL_CARE, BL_GLANCE, BL_WHIM };

struct bl_story;

struct bl_advice {
    /* How a sensible player likes a move of the seat to move: more is better. */
    int32_t (*prefer)(const void *view, const struct bl_play *play);
    /* Whether a move hurts whoever makes it before anybody else, as anybody can see: the levels for people make
     * such a one only where there is no other. NULL: none does. */
    bool (*harms)(const void *view, const struct bl_play *play);
    /* What speaks for a move, told to whoever may make it, what matters first: "You hold 3 more cards of
     * hearts, to go on with." May be nothing. */
    void (*reason)(const void *view, const struct bl_play *play, struct bl_story *out);
    /* What each seat may hope for in a game that goes on, as bl_scores counts; for bots that do
     * not think it through to its end. */
    void (*estimate)(const void *state, float *out);
    /* What each of the `n` moves that are listed is worth to the seat to move, exactly, where so
     * little is left that all of it can be counted out, chance and the others' best play; false: too
     * much is. */
    bool (*settle)(const void *view, const bl_move *moves, uint32_t n, float *out);

    /* For open moves; `scratch` is what the game's scratch_new made, and what such a move says is
     * put into `words` and lasts as long as that does. `propose` gives a whole move of the form that
     * `moves` listed: legal, at random, of some use; false: it finds none, and the seat must choose
     * another. */
    bool (*propose)(const void *view, int seat, bl_move form, struct bl_stream *rng,
                    void *scratch, struct bl_text *words, struct bl_play *out);
    /* The whole move that a sensible player of the seat to move makes, where liking moves one by
     * one is not enough. False: it has none in mind. NULL: `prefer` says it all. */
    bool (*decide)(const void *view, int seat, enum bl_thought how, struct bl_stream *rng,
                   void *scratch, struct bl_text *words, struct bl_play *out);

    /* Whom people meet at the levels `strong` and `master`; NULL: as in other games. */
    const char *strong, *master;
};

BL_END
#endif
