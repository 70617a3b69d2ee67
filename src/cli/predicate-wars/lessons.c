/* lessons.c - the remarks of the tutorial up to Phase III: writing cards, and claiming them. */
#include "tutorial.h"

const struct scripted tutorial_script[] = {
    {PHASE_SETUP, "edit #2 paper 12 [ATK]([chosenPlayer](1),15)"},
    {PHASE_SETUP, "edit #3 scissors 2 (1>2)"},
    {PHASE_SETUP, "edit #12 rock 4 [HEAL]([chosenPlayer](1),15)"},
    {PHASE_SETUP, "done"},
    {PHASE_CREATION, "pass"},
    {PHASE_EDITING, "pass"},
    {PHASE_CLAIMING, "pass"},
    {PHASE_PLAYING, "play #3 #2"},
    {PHASE_PLAYING, "leave"},
    {PHASE_PROVING, "prove players=0 : => 2"},
    {PHASE_PROVING, "decline"},
    {PHASE_REFUTING, "accept"},
    {PHASE_PROOFS, "pass"},
    {PHASE_RULES, "buy-rule " TUTORIAL_RULE},
    {PHASE_RULES, "pass"},
    {PHASE_RULE_REFUTING, "accept"},
    {PHASE_DROPS, "pass"},
};
const unsigned tutorial_script_size = sizeof tutorial_script / sizeof *tutorial_script;

const char *const tutorial_phases[PW_PHASES] = {
    [PHASE_SETUP] = "In the set-up blank cards are written, at twice their points in power. `done` "
                    "ends it for you.",
    [PHASE_CREATION] = "In Phase I everybody may take a blank card: `take` or `pass`.",
    [PHASE_EDITING] = "In Phase II you may write one card. A blank one is free of charge; an old "
                      "one costs twice its power cost. `pass` writes nothing.",
    [PHASE_CLAIMING] = "In Phase III you may claim written cards of the others, each for its cost; "
                       "`pass` ends that.",
    [PHASE_PLAYING] = "In Phase IV you play two cards, discard one, claim one from the deck, or "
                      "leave for this round; whoever remains to the last gets 8 potency.",
    [PHASE_PROVING] = "Both cards are on the table: `prove` opens the assistant for a game effect, "
                      "`decline` lets it be.",
    [PHASE_REFUTING] = "You may refute the proof of the other seat (`refute`, then `search`), or "
                       "`accept` what it brings about.",
    [PHASE_PROOFS] = "In Phase V potency buys subproofs, which only their owner may use: "
                     "`buy-proof`, or `pass`.",
    [PHASE_RULES] = "Potency buys rules too, which are axioms of everybody's proofs: `buy-rule`, "
                    "or `pass`.",
    [PHASE_RULE_REFUTING] = "Seat 1 wants to buy a rule. If it contradicts something, you can "
                            "refute it; `accept` lets it be.",
    [PHASE_DROPS] = "Last, a rule can be removed by whoever pays its price: `drop-rule N`, or "
                    "`pass`.",
};

/* ---- looking -------------------------------------------------------------- */

bool tutorial_has_name(const struct pw *v, unsigned card, unsigned name)
{
    return pw_edited(v, card) && v->cards[card].names[name - BL_RAND_PLAYER] > 0;
}

unsigned tutorial_written(const struct pw *v)
{
    uint8_t hand[PW_CARDS];
    unsigned n = pw_list(&v->seats[0].hand, hand), written = 0;
    for (unsigned i = 0; i < n; i++)
        written += pw_edited(v, hand[i]);
    return written;
}

/* The first blank card of seat 0; -1: none. */
static int find_blank(const struct pw *v)
{
    uint8_t hand[PW_CARDS];
    unsigned n = pw_list(&v->seats[0].hand, hand);
    for (unsigned i = 0; i < n; i++)
        if (!pw_edited(v, hand[i]))
            return hand[i];
    return -1;
}

/* ---- writing cards -------------------------------------------------------- */

static bool first_card(const struct scene *c, struct bl_text *say, struct bl_text *type)
{
    if (tutorial_written(c->v) > 0)
        return false;
    bl_put(say, "Welcome to Predicate Wars. You are seat 0; the other player is seat 1. You begin "
                "with ten blank cards, and write on them what they do, as a statement of logic. "
                "Whoever is left with health at the end wins.\n"
                "In the set-up, writing a card costs twice the points of its statement in power, "
                "so write little now. Let us write an attack. (You may always type something else: "
                "these are only suggestions. `skip` leaves one out, `help` lists the commands. "
                "Words will do for signs: forall, exists, not, and, or, imply.)");
    bl_putf(type, "edit #%d", find_blank(c->v));
    return true;
}

static bool second_card(const struct scene *c, struct bl_text *say, struct bl_text *type)
{
    if (tutorial_written(c->v) != 1 || find_blank(c->v) < 0)
        return false;
    bl_put(say, "A move can also be typed on one line. Two cards are always played together, so "
                "you need another. tT is a statement with 0 points: writing it is free.");
    bl_putf(type, "edit #%d rock 0 tT", find_blank(c->v));
    return true;
}

static bool enough_cards(const struct scene *c, struct bl_text *say, struct bl_text *type)
{
    bl_put(say, "That is enough for now.");
    bl_put(type, "done");
    return tutorial_written(c->v) > 1;
}

static bool writes_card(const struct scene *c)
{
    return c->d->writing && c->d->writing->of.card >= 0;
}

/* The light card that goes with the first. */
static bool writes_light_card(const struct scene *c)
{
    return c->v->phase == PHASE_SETUP && tutorial_written(c->v) > 0;
}

static bool a_statement(const struct scene *c, struct bl_text *say, struct bl_text *type)
{
    if (!writes_card(c) || c->d->writing->of.statement || writes_light_card(c))
        return false;
    bl_put(say, "This is the editor. Any statement may be typed; the list has useful ones. Number "
                "8 says: if WHO is a player, then WHO is attacked. It is no effect by itself: you "
                "will have to prove one from it.");
    bl_put(type, "8");
    return true;
}

static bool a_light_statement(const struct scene *c, struct bl_text *say, struct bl_text *type)
{
    if (!writes_card(c) || c->d->writing->of.statement)
        return false;
    bl_put(say, "A card that goes well with others has few points: tT, which is always true, has "
                "none.");
    bl_put(type, "tT");
    return true;
}

static bool a_player(const struct scene *c, struct bl_text *say, struct bl_text *type)
{
    bl_put(say, "[chosenPlayer](1) is the first of the players that you will name when you prove. "
                "(The number of a seat will not do: in a statement that is a number, no player.)");
    bl_put(type, "1");
    return writes_card(c);
}

static bool a_number(const struct scene *c, struct bl_text *say, struct bl_text *type)
{
    bl_put(say, "An attack takes at most 20 health.");
    bl_put(type, "20");
    return writes_card(c);
}

static bool a_tag(const struct scene *c, struct bl_text *say, struct bl_text *type)
{
    bl_put(say, "The tag matters in Phase IV: a main card must not be beaten by the one played "
                "before it, unless that one has more points.");
    bl_put(type, writes_light_card(c) ? "rock" : "paper");
    return writes_card(c);
}

static bool a_cost(const struct scene *c, struct bl_text *say, struct bl_text *type)
{
    bl_put(say, "The power cost is what another player pays to claim this card from you: 0 would "
                "give it away.");
    bl_put(type, writes_light_card(c) ? "0" : c->v->phase == PHASE_SETUP ? "10" : "5");
    return writes_card(c);
}

static bool a_confirmation(const struct scene *c, struct bl_text *say, struct bl_text *type)
{
    bl_put(say, "Look at the move as it will be made, and make it.");
    bl_put(type, "yes");
    return c->d->writing != NULL;
}

/* ---- phases I to III ------------------------------------------------------ */

static bool take_a_card(const struct scene *c, struct bl_text *say, struct bl_text *type)
{
    uint8_t hand[PW_CARDS];
    unsigned n = pw_list(&c->v->seats[1].hand, hand), written = 0;
    for (unsigned i = 0; i < n; i++)
        written += pw_edited(c->v, hand[i]);
    if (written > 0)
        bl_putf(say, "Seat 1 has written %d cards. `cards` shows their tags, their costs, and "
                     "which functions stand in them, but not what they say.\n", (int)written);
    bl_put(say, "A round has five phases. In Phase I everybody may take a blank card.");
    bl_put(type, "take");
    return true;
}

static bool write_an_attack(const struct scene *c, struct bl_text *say, struct bl_text *type)
{
    int blank = find_blank(c->v);
    if (blank < 0)
        return false;
    bl_put(say, "In Phase II you write one card. A blank one is free of charge now, whatever it "
                "says: this is the time for long statements. (Half the power cost that you put on "
                "it is taken at the end of Phase III.) This attack is an effect as it stands.");
    bl_putf(type, "edit #%d paper 5 [ATK]([chosenPlayer](1),20)", blank);
    return true;
}

static bool claim_a_card(const struct scene *c, struct bl_text *say, struct bl_text *type)
{
    const bl_move *moves;
    uint32_t n = bl_match_moves(c->s->m, &moves);
    for (uint32_t i = 0; i < n; i++) {
        unsigned card = pw_first_of(moves[i]);
        if (pw_kind(moves[i]) != MOVE_CLAIM || !tutorial_has_name(c->v, card, BL_HEAL))
            continue;
        bl_putf(say, "In Phase III you may claim cards of the others, for their cost. The [HEAL] "
                     "in #%d tells you that it heals somebody, and it costs only %d "
                     "power.", (int)card,
                (int)c->v->cards[card].cost);
        bl_putf(type, "claim #%d", (int)card);
        return true;
    }
    return false;
}

static bool claim_no_more(const struct scene *c, struct bl_text *say, struct bl_text *type)
{
    int edited = c->v->edited[0];
    bl_put(say, c->v->claims > 0 ? "It is yours, and you see what it says. "
                                 : "You may claim cards of the others, for their cost. ");
    bl_put(say, "Keep the rest of your power for now.");
    if (edited >= 0 && pw_in(&c->v->seats[0].hand, (unsigned)edited))
        bl_putf(say, " At the end of the phase you pay half the cost of #%d, which you have just "
                     "written: %d.", edited, (int)((c->v->cards[edited].cost + 1) / 2));
    bl_put(type, "pass");
    return true;
}

const struct lesson tutorial_cards[] = {
    {PHASE_SETUP, AT_TABLE, first_card},
    {PHASE_SETUP, AT_TABLE, second_card},
    {PHASE_SETUP, AT_TABLE, enough_cards},
    {-1, AT_STATEMENT, a_statement},
    {-1, AT_STATEMENT, a_light_statement},
    {-1, AT_WHO, a_player},
    {-1, AT_NUMBER, a_number},
    {-1, AT_TAG, a_tag},
    {-1, AT_COST, a_cost},
    {-1, AT_CONFIRM, a_confirmation},
    {PHASE_CREATION, AT_TABLE, take_a_card},
    {PHASE_EDITING, AT_TABLE, write_an_attack},
    {PHASE_CLAIMING, AT_TABLE, claim_a_card},
    {PHASE_CLAIMING, AT_TABLE, claim_no_more},
    {-1, AT_TABLE, NULL},
};
