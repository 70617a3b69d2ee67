/* score.c - how a game ends and who has won; and the table of clauses. */
#include "six-seven.h"

const struct bl_clause six_seven_clauses[] = {
    {"", BL_PROSE, "", "", ""},
#define CLAUSE BL_CLAUSE_ROW
#include "clauses.def"
#undef CLAUSE
};

const char *const six_seven_by_names[] = {"",     "six-six",   "seven-seven",
                                          "zero", "six-seven", "match"};

bool six_seven_no_moves(const struct six_seven *s)
{
    if (s->faces_left > 0)
        return false;
    for (unsigned id = 0; id < MAX_STACKS; id++) {
        unsigned code = s->code[id];
        if (s->row >> id & 1 && (code & (CODE_LEFT | CODE_RIGHT) || (code & CODE_SUM) <= TOP_VALUE))
            return false;
    }
    return true;
}

bl_cite six_seven_ending(const struct six_seven *s, int next)
{
    if (s->row == 0 && s->faces_left == 0)
        return NO_STACKS;
    if (s->numbers_left == 0)
        return NO_NUMBERS;
    if (six_seven_no_moves(s))
        return NO_MOVES;
    return next == s->stuck ? STUCK_RETURNS : 0;
}

/* §9.4  How late a seat placed its last card, as a number that grows with it. Before the
 * first seat was stuck everybody placed a card in every turn, and after that everybody has
 * at most one more turn. So whoever kept a card placed the last one a round before keeping,
 * in the order of seats from the first that was stuck; whoever did not keep any placed one
 * since then or is still to come, and did so later than all of those. */
static unsigned lateness(const struct six_seven *s, unsigned seat)
{
    unsigned players = s->head.setup.players;
    if (s->kept[seat] != BL_NO_CARD)
        return (seat + players - (unsigned)s->stuck) % players;
    return 2 * players - ((unsigned)s->last_placed + players - seat) % players;
}

void six_seven_ranking(const struct six_seven *s, uint8_t *seats)
{
    uint32_t keys[MAX_STACKS];
    for (unsigned seat = 0; seat < s->head.setup.players; seat++) {
        uint32_t key = s->score[seat] << 8 | lateness(s, seat);
        unsigned at = seat;
        for (; at > 0 && keys[at - 1] < key; at--) {
            keys[at] = keys[at - 1];
            seats[at] = seats[at - 1];
        }
        keys[at] = key;
        seats[at] = (uint8_t)seat;
    }
}

void six_seven_result(const void *state, struct bl_result *out)
{
    const struct six_seven *s = state;
    *out = (struct bl_result){.winner = -1, .why = s->ended};
    if (s->ended == 0)
        return;
    six_seven_ranking(s, out->ranking);
    out->ranked = s->head.setup.players;
    out->winner = (int8_t)out->ranking[0];
}
