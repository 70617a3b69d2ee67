/* review.h - a game looked at again: what a bot thinks of its moves, and who was ahead.
 *
 * A move is judged by what its maker could know then, not with the cards open; who was ahead, by
 * what everybody could see. Both are scores to expect, from 0 to 1, as bl_scores counts: with two
 * players, the chance to win. The same plan and game give the same review. */
#ifndef BYLAW_REVIEW_H
#define BYLAW_REVIEW_H

#include "bylaw/match.h"

BL_BEGIN
/* How much thought goes into it. */
struct bl_review_plan {
    const struct bl_bot *bot;   /* one that weighs moves, with its budget */
    uint32_t playouts;          /* of each position, to see who is ahead */
    uint64_t seed;              /* of the guesses */
    /* The same with more budget, for what is close; NULL: nothing is. Where moves are written, who is
     * asked for hints: a move is a mistake only beside the one that a hint would have named. */
    const struct bl_bot *closer;
};

/* A budget is how often the bot looks at a move; 0: as often as is usual for the game. */
#define BL_REVIEW_MOST 1000000
void bl_review_prepare(struct bl_review_plan *out, const struct bl_game *game, uint32_t budget,
                       uint64_t seed);

/* What there is to say of a move. */
struct bl_judgement {
    bool done;                  /* nothing below is set otherwise */
    int8_t seat;                /* who made it; -1: it is the end of the game */
    bool choice;                /* it was asked for, and something else was possible */
    bool weighed;               /* and the bot was asked: then … */
    float made, best;           /* … what it promised, and the best move that was found */
    struct bl_play better;      /* that move; the one that was made if none is clearly better */
    struct bl_text words;       /* what `better` says */
    float scores[BL_MAX_SEATS]; /* before it: what each seat could expect */
};

/* Of move `number`; their count: of how it stands after all of them, where only `scores` say
 * something, and nothing but the result once the game is over. With `thinks` false the bot is not
 * asked, and only `choice` and the scores are set. */
void bl_judge(struct bl_match *m, uint32_t number, const struct bl_review_plan *plan, bool thinks,
              struct bl_judgement *out);
void bl_judgement_free(struct bl_judgement *j);

/* What the move cost whoever made it; 0: nothing. */
static inline float bl_cost(const struct bl_judgement *j)
{
    return j->done && j->weighed ? j->best - j->made : 0;
}

/* Whether it cost so much that it is to be told: a twentieth, or a tenth of what was to be had. */
#define BL_LEAST_MISTAKE 0.05f
#define BL_LEAST_OF_LITTLE 0.02f
static inline bool bl_is_mistake(const struct bl_judgement *j)
{
    float cost = bl_cost(j);
    return cost >= BL_LEAST_MISTAKE || (cost >= BL_LEAST_OF_LITTLE && cost >= j->best / 10);
}

/* A whole game, on several threads. */
struct bl_review {
    uint32_t count;               /* of the moves; moves[count] is the end */
    struct bl_judgement *moves;
    uint32_t done;                /* of count + 1 */
};

struct bl_review_run {
    uint32_t seats;                               /* whose moves the bot is asked about, as a set */
    unsigned threads;                             /* 0: one a core */
    bool (*stop)(void *user);                     /* asked now and then; what is done is kept */
    void (*progress)(void *user, uint32_t done);  /* both may be NULL */
    void *user;
};

void bl_review(struct bl_match *m, const struct bl_review_plan *plan,
               const struct bl_review_run *run, struct bl_review *out);
void bl_review_free(struct bl_review *review);

/* The mistakes that cost most, the worst first, at most `most` of them. Returns how many there are. */
uint32_t bl_mistakes(const struct bl_review *review, uint32_t *numbers, uint32_t most);

/* The choice that mattered most for a seat: where something else was possible, and whoever moved there
 * moved again, the greatest step of the seat's score towards how it ended. Their count: none stands out. */
#define BL_LEAST_TURN 0.2f
uint32_t bl_turning_point(const struct bl_review *review, int seat);

BL_END
#endif
