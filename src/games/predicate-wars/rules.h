/* rules.h - what the files of the rules have of one another. Each of them is compiled twice, as it
 * is and traced, and calls its own build of the others: BL_BUILD tells their names apart. */
#ifndef BYLAW_PW_RULES_H
#define BYLAW_PW_RULES_H

#include "predicate-wars.h"

/* ---- check.c ---------------------------------------------------------------- */

#define pw_check BL_BUILD(pw_check)
bl_cite pw_check(const void *state, const struct bl_play *play, struct bl_context *cx);

/* Who says what a proof costs: the proving rules, or Phase IV's sentence. */
static inline bl_cite pw_cost_clause(const struct pw *s)
{
    return s->head.setup.rulings[RULING_PROOF_COST] == COST_LINES ? PW_MAY_PROVE : PW_PROOF_COST;
}

/* ---- phases.c -------------------------------------------------------------- */

#define pw_show BL_BUILD(pw_show)
#define pw_pay BL_BUILD(pw_pay)
#define pw_hand_out_blanks BL_BUILD(pw_hand_out_blanks)
#define pw_finish_editing BL_BUILD(pw_finish_editing)
#define pw_end_claiming BL_BUILD(pw_end_claiming)
#define pw_draw_values BL_BUILD(pw_draw_values)
#define pw_end_turn BL_BUILD(pw_end_turn)
#define pw_bury_the_dead BL_BUILD(pw_bury_the_dead)
#define pw_next_in_turn BL_BUILD(pw_next_in_turn)

static inline void pw_give_turn(struct pw *s, int seat)
{
    s->turn = s->head.to_move = (int8_t)seat;
}

static inline void pw_begin(struct pw *s, enum pw_phase phase, int seat)
{
    s->phase = (uint8_t)phase;
    pw_give_turn(s, seat);
}

/* Numbers end at 2147483647, and so does whatever is counted. */
static inline int32_t pw_plus(int32_t n, int32_t more)
{
    return n < BL_NUMBER_MAX - more ? n + more : BL_NUMBER_MAX;
}

static inline void pw_take_from_deck(struct pw *s, unsigned place)
{
    memmove(s->deck + place, s->deck + place + 1, s->deck_count - place - 1u);
    s->deck[--s->deck_count] = 0;
}

static inline void pw_leave(struct pw *s, unsigned seat)
{
    s->remaining = (uint16_t)(s->remaining & ~(1u << seat));
    s->left[s->left_count++] = (uint8_t)seat;
}

/* Seats that now see a card's effect; those that did not before have learned something. */
void pw_show(struct pw *s, unsigned card, unsigned seats, struct bl_context *cx);
/* Power falls, not below 0. */
void pw_pay(struct pw *s, int seat, int64_t amount, bl_cite clause, struct bl_context *cx);

void pw_hand_out_blanks(struct pw *s, struct bl_context *cx);   /* all have chosen in Phase I */
void pw_finish_editing(struct pw *s, struct bl_context *cx);    /* a seat has, in its turn */
void pw_end_claiming(struct pw *s, struct bl_context *cx);
void pw_draw_values(struct pw *s, struct bl_context *cx);       /* the random values of a play */
void pw_end_turn(struct pw *s, struct bl_context *cx);          /* of Phase IV */
void pw_bury_the_dead(struct pw *s, struct bl_context *cx);
/* The next seat of one of the last three rounds of turns, or what comes after it. */
void pw_next_in_turn(struct pw *s, struct bl_context *cx);

/* ---- proposals.c ----------------------------------------------------------- */

#define pw_accept BL_BUILD(pw_accept)
#define pw_apply_written BL_BUILD(pw_apply_written)

void pw_accept(struct pw *s, int seat, struct bl_context *cx);
void pw_apply_written(struct pw *s, const struct bl_play *play, struct bl_context *cx);

#endif
