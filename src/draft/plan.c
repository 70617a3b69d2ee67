/* plan.c - a hint for the set-up: the next card that the game's own player would write in your place,
 * and what it is for. */
#include <string.h>

#include "draft.h"

/* By what stands in the move; the first row that fits. */
static const struct purpose {
    const char *mark, *why;
} purposes[] = {
    {"[power]", FACT("An attack takes at most 20 for each amount that it has, and here everybody's power is "
                     "one: two players with different power make it 40, for one play. Its power cost is all "
                     "that you have, so that hardly anybody can claim it.")},
    {"[health]", FACT("The same by everybody's health: where two players have the same power, this one still "
                      "counts twice.")},
    {"¬", FACT("It hits everybody but one whom you choose: choose yourself.")},
    {"[ATK]([chosenPlayer](1)", FACT("An attack on whom you choose; every amount from 20 on counts as 20.")},
    {"[ATK](", FACT("An attack on a letter is one on everybody. The card is cheap; later two lines of proof "
                    "put in whom you choose, for 19 points of proving power. Every amount from 20 on counts "
                    "as 20.")},
    {" tT", FACT("A plan: half of your cards say nothing, half attack, since a play takes two cards and gives "
                 "one effect. tT is true whatever happens, and free to write: played first, it cannot be "
                 "refuted.")},
    {"[", FACT("Of what you can pay for, that is worth most.")},
    {"done", FACT("The power that is left claims cards of others, in Phase III. Later, play a card that says "
                  "nothing first and an attack second, choose whom it hits, and prove the attack.")},
    {"", FACT("A plan: half of your cards say nothing, half attack, since a play takes two cards and gives one "
              "effect. A letter alone says nothing either, and can be a key: what you write later behind it and "
              "an arrow is of use only to who holds the letter.")},
};

bool bl_draft_plan(const void *view, int seat, struct bl_text *move, struct bl_fact *why)
{
    const struct bl_game *game = &bl_game_predicate_wars;
    const struct pw *v = view;
    if (v->phase != PHASE_SETUP)
        return false;
    BL_LOCAL struct bl_text words = bl_text_heap();
    struct bl_stream rng = bl_stream(pw_written_in_hand(v, (unsigned)seat), game->code, BL_FOR_SAMPLE,
                                     (uint64_t)seat);
    struct bl_logic *l = bl_logic_new();
    struct bl_play play;
    const struct purpose *p = purposes;
    bool planned = game->advice->decide(view, seat, BL_CARE, &rng, l, &words, &play);
    if (planned)
        game->notation->put_move(view, &play, move);
    while (planned && !strstr(move->s, p->mark))
        p++;
    *why = (struct bl_fact){p->why, NULL};
    bl_logic_free(l);
    return planned;
}
