/* tell.c - Six-Seven told in sentences: moves that were made, what they may be, what is due. */
#include "six-seven.h"

/* What is called, by BY_…, as it is said. */
static const char *const calls[] = {"", FACT("Six Six"), FACT("Seven Seven"), FACT("Zero"), FACT("Six Seven"), FACT("Match")};

/* A stack is called by its face card, which no other has. */
static int base_of(const struct six_seven *s, unsigned id)
{
    return s->stacks[id].face;
}

/* The Sum of a stack when the flipped card has landed. */
static int sum_then(const struct six_seven *s, bl_move m)
{
    int sum = (int)(s->code[move_stack(m)] & CODE_SUM), value = (int)card_value(s->flipped);
    return move_place(m) == TO_LEFT ? sum + value : move_place(m) == TO_RIGHT ? sum - value : sum;
}

/* ---- moves that were made -------------------------------------------------------- */

static void tell_place(const struct six_seven *b, const struct bl_play *play, struct bl_story *out)
{
    bl_move m = play->move;
    if (move_place(m) == TO_MATCH)
        bl_tell(out, "{You|%p} matched the sum of %F with %F.", play->seat,
                base_of(b, move_stack(m)), b->flipped);
    else
        bl_tell(out, move_place(m) == TO_LEFT ? "{You|%p} added %F to %F: the sum is %d."
                                              : "{You|%p} subtracted %F from %F: the sum is %d.",
                play->seat, b->flipped, base_of(b, move_stack(m)), sum_then(b, m));
    BL_RESTS(out, PLAY, SUM, SLOT, MATCH, CAPACITY, NOT_NEGATIVE, MATCH_FULL, MATCH_VALUE);
}

/* The stack is gone from the table: whoever laid the card has collected it. */
static void tell_collected(const struct six_seven *b, const struct six_seven *s,
                           const struct bl_play *play, struct bl_story *out)
{
    unsigned id = move_stack(play->move), by = move_by(play->move);
    const struct six_take *t = &s->takes[face_index(b->stacks[id].face)];
    bl_tell(out, "{You|%p} called “%w” and collected {a card|%d cards}.", play->seat,
            calls[by == BY_NOTHING ? BY_MATCH : by], t->count);
    BL_RESTS(out, COLLECT, SEVERAL, SIX_SIX, SEVEN_SEVEN, ZERO, SIX_SEVEN, MATCH);
}

/* §7: one stack at most for a collection, and one for a card that fits nowhere. */
static void tell_new_stacks(const struct six_seven *b, const struct six_seven *s,
                            struct bl_story *out)
{
    bool needed = bl_met(out, FOR_NO_FIT) != NULL;
    for (unsigned id = stacks_made(b); id < stacks_made(s); id++) {
        if (needed && id + 1 == stacks_made(s))
            continue;
        bl_tell(out, "%F begins a new stack.", base_of(s, id));
        BL_RESTS(out, NEW_STACK, AFTER_COLLECTION, START_SUM);
    }
    if (s->head.to_move >= 0) {
        bl_tell(out, "{You turned up|%p turned up} %F.", s->head.to_move, s->flipped);
        BL_RESTS(out, FLIP, TURNS);
    }
    if (needed) {
        bl_tell(out, "It fits nowhere, so %F begins a new stack.", base_of(s, stacks_made(s) - 1));
        BL_RESTS(out, NOTHING_FITS, FOR_NO_FIT, NEW_STACK, START_SUM);
    }
}

static void tell_ending(const struct six_seven *s, struct bl_story *out)
{
    switch (s->ended) {
    case NO_STACKS: bl_tell(out, "All stacks are collected, and no face card is left."); break;
    case NO_NUMBERS: bl_tell(out, "There is no number card left."); break;
    case NO_MOVES: bl_tell(out, "Every stack is full with a sum above ten."); break;
    default:
        bl_tell(out, "{You were|%p was} stuck first, and the turn has come back: the game ends.", s->stuck);
        break;
    }
    BL_RESTS(out, s->ended);
}

/* §9: by the first step that tells the first two apart. */
static void tell_winner(const struct six_seven *s, struct bl_story *out)
{
    uint8_t seats[BL_MAX_SEATS];
    six_seven_ranking(s, seats);
    uint32_t best = s->score[seats[0]], next = s->score[seats[1]];
    if (score_faces(best) != score_faces(next))
        bl_tell(out, "{You win|%p wins} with the most face cards: %d.", seats[0], (int)score_faces(best));
    else if (score_cards(best) != score_cards(next))
        bl_tell(out, "{You win|%p wins}: as many face cards as the next, but more cards in all, %d.",
                seats[0], (int)score_cards(best));
    else if (best != next)
        bl_tell(out, "{You win|%p wins}: as many cards as the next, but “Six Seven” more often, %d.",
                seats[0], (int)score_six_sevens(best));
    else
        bl_tell(out, "{You win|%p wins}: all else is equal, and nobody laid a card later.", seats[0]);
    BL_RESTS(out, MOST_FACES, MOST_CARDS, MOST_SIX_SEVENS, LAST_TO_PLAY);
}

static void end(const void *view, struct bl_story *out)
{
    tell_ending(view, out);
    tell_winner(view, out);
}

static void move(const void *before, const void *after, const struct bl_play *play,
                 struct bl_story *out)
{
    const struct six_seven *b = before, *s = after;
    if (play->move == SIX_SEVEN_KEEP) {
        bl_tell(out, "{You|%p} kept %F, which fits nowhere.", play->seat, b->flipped);
        BL_RESTS(out, KEEP);
    } else {
        tell_place(b, play, out);
        if (!(s->row >> move_stack(play->move) & 1))
            tell_collected(b, s, play, out);
    }
    tell_new_stacks(b, s, out);
    if (s->ended)
        end(s, out);
}

/* ---- moves that may be made ------------------------------------------------------ */

static void offer(const void *view, const struct bl_play *play, struct bl_story *out)
{
    const struct six_seven *s = view;
    bl_move m = play->move;
    unsigned place = move_place(m), by = move_by(m);
    int card = s->flipped, base = base_of(s, move_stack(m));
    if (place == TO_HAND)
        bl_tell(out, "keep %F: it fits nowhere", card);
    else if (place == TO_MATCH)
        bl_tell(out, "match the sum of %F with %F and collect: “%w”", base, card,
                calls[by == BY_NOTHING ? BY_MATCH : by]);
    else if (by == BY_NOTHING)
        bl_tell(out, place == TO_LEFT ? "add %F to %F: sum %d" : "subtract %F from %F: sum %d", card,
                base, sum_then(s, m));
    else
        bl_tell(out, place == TO_LEFT ? "add %F to %F (sum %d) and collect: “%w”"
                                      : "subtract %F from %F (sum %d) and collect: “%w”",
                card, base, sum_then(s, m), calls[by]);
}

static void due(const void *view, struct bl_story *out)
{
    const struct six_seven *s = view;
    if (s->fits[bl_french_rank(s->flipped)])
        bl_tell(out, "{You must lay|%p must lay} %F on a stack: left adds, right subtracts.",
                s->head.to_move, s->flipped);
    else
        bl_tell(out, "{You must keep|%p must keep} %F: it fits nowhere.", s->head.to_move, s->flipped);
    BL_RESTS(out, s->fits[bl_french_rank(s->flipped)] ? PLAY : KEEP);
}

static int left(const void *view, int seat, struct bl_story *out)
{
    const struct six_seven *s = view;
    uint32_t score = s->score[seat];
    bl_tell(out,
            score_six_sevens(score) > 0
                ? "%d face {card|cards}, %d {card|cards} in all, %d {time|times} “Six Seven”"
                : "%d face {card|cards}, %d {card|cards} in all",
            (int)score_faces(score), (int)score_cards(score), (int)score_six_sevens(score));
    return -(int)score;
}

const struct bl_telling six_seven_telling = {.move = move, .offer = offer, .due = due, .end = end,
                                             .left = left};
