/* plan.c - a hint for the set-up, where every blank card is as good as any other to a bot: what to
 * write, a card after another, and what it is for. */
#include "draft.h"

#define ATTACK "60 [ATK]([chosenPlayer](1),20)"

static const struct step {
    const char *card;   /* what is written on the next blank one; NULL: enough is written */
    const char *why;
} steps[] = {
    {"rock 60 tT", FACT("A plan: two cards that hurt without much of a proof. The first is true whatever "
                        "happens, and free to write: played first, it cannot be refuted.")},
    {"paper " ATTACK, FACT("The second card of the plan is an attack of 20 on whom you choose; 60 is "
                           "what others would pay to claim it.")},
    {"scissors " ATTACK, FACT("A second attack makes two rounds of it.")},
    {NULL, FACT("That is enough to begin with. Later, play the true card first and an attack second, "
                "choose whom it hits, and prove the attack: it stands there already.")},
};

static bool is_legal(const struct pw *v, int seat, const char *move)
{
    struct bl_logic *l = bl_logic_new();
    BL_LOCAL struct bl_text room = bl_text_heap();
    struct bl_play play = {0};
    struct bl_context cx;
    bl_context_init(&cx, &bl_game_predicate_wars, 0);
    cx.scratch = l;
    bool read = !pw_read_open(l, move, &play, &room);
    play.seat = (int8_t)seat;
    bool legal = read && bl_game_predicate_wars.rules->check(v, &play, &cx) == 0;
    bl_logic_free(l);
    return legal;
}

bool bl_draft_plan(const void *view, int seat, struct bl_text *move, struct bl_fact *why)
{
    enum { LAST = sizeof steps / sizeof *steps - 1 };
    const struct pw *v = view;
    if (v->phase != PHASE_SETUP)
        return false;
    unsigned written = pw_written_in_hand(v, (unsigned)seat), card = 0;
    uint8_t hand[PW_CARDS];
    unsigned count = pw_list(&v->seats[seat].hand, hand);
    while (card < count && pw_edited(v, hand[card]))
        card++;
    const struct step *step = &steps[written < LAST && card < count ? written : LAST];
    *why = (struct bl_fact){step->why, NULL};
    if (!step->card) {
        bl_put(move, pw_move_word(MOVE_DONE));
        return true;
    }
    bl_putf(move, "%s #%d %s", pw_move_word(MOVE_EDIT), (int)hand[card], step->card);
    return is_legal(v, seat, move->s);
}
