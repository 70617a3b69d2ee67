/* past.h - what a seat has seen, in order, and what follows from it: its information state with
 * perfect recall, and guesses that fit all of it, not only what is seen now. */
#ifndef BYLAW_PAST_H
#define BYLAW_PAST_H

#include "bylaw/game.h"

BL_BEGIN
/* How it began, and each play as the seat was told of it with what it saw then. */
struct bl_past {
    const struct bl_game *game;
    int seat;
    uint32_t count, room;
    struct bl_play *plays;
    char *views;             /* count + 1 of them, as far as each is in use … */
    size_t *at;              /* … and where they begin */
    size_t views_room;
};

/* Whether memory can tell a seat of a game more than its view does: there are hands, and the game
 * does not guess by itself. */
bool bl_remembers(const struct bl_game *game);

struct bl_past *bl_past_new(const struct bl_game *game, int seat, const void *view);
void bl_past_add(struct bl_past *m, const struct bl_play *told, const void *view);
void bl_past_cut(struct bl_past *m, uint32_t number);   /* plays from that number on went back */
struct bl_past *bl_past_copy(const struct bl_past *m);
void bl_past_free(struct bl_past *m);

static inline const void *bl_past_view(const struct bl_past *m, uint32_t number)
{
    return m->views + m->at[number];
}

/* What is made of it. SURE: all that fits everything seen is as likely; a stock that was shuffled
 * anew is a known set of cards, whoever drew from it holds such ones. PLAYED: besides, what others
 * held is the likelier the likelier a player who goes by the game's liking would have played so. */
enum bl_belief_kind { BL_SURE, BL_PLAYED };

struct bl_belief;
/* Where guesses are weighed by play, `guesses` different ones are made, each by a walk from the one
 * before. NULL: memory tells no more than the view, and bl_resample does. */
struct bl_belief *bl_believe(const struct bl_past *m, enum bl_belief_kind kind, uint32_t guesses,
                             struct bl_stream *rng);
/* A whole state that fits what the seat has seen. */
void bl_belief_guess(const struct bl_belief *b, struct bl_stream *rng, void *out);
void bl_belief_free(struct bl_belief *b);

BL_END
#endif
