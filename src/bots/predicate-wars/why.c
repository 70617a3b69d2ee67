/* why.c - why a move is a good one, for who was given it as a hint: by what the seat sees, and by what it
 * leaves undone. */
#include <string.h>

#include "mind.h"

/* What a seat holds. */
struct held {
    unsigned blanks, idle, acting;   /* idle: written, but no action is named on it */
    bool may_play;                   /* two of them, with an action on one, may be played now */
};

static bool acts(const struct pw *s, unsigned card)
{
    for (unsigned name = BL_CLAIM - BL_RAND_PLAYER; name < PW_NAMES; name++)
        if (s->cards[card].names[name] > 0)
            return true;
    return false;
}

static struct held look(const struct pw *s, int seat)
{
    struct held h = {0};
    uint8_t hand[PW_CARDS];
    unsigned n = pw_list(&s->seats[seat].hand, hand);
    for (unsigned i = 0; i < n; i++) {
        h.blanks += !pw_edited(s, hand[i]);
        h.idle += pw_edited(s, hand[i]) && !acts(s, hand[i]);
        h.acting += pw_edited(s, hand[i]) && acts(s, hand[i]);
        for (unsigned k = 0; k < n && !h.may_play; k++)
            h.may_play = k != i && pw_edited(s, hand[i]) && pw_edited(s, hand[k]) && pw_may_follow(s, hand[i]) &&
                         s->cards[hand[i]].points <= s->cards[hand[k]].points &&
                         (acts(s, hand[i]) || acts(s, hand[k]));
    }
    return h;
}

/* The written cards of the others, and the least that one of them costs. */
static unsigned others_cards(const struct pw *s, int seat, int32_t *cheapest)
{
    unsigned count = 0;
    for (int i = pw_next_living(s, seat); i != seat; i = pw_next_living(s, i)) {
        uint8_t hand[PW_CARDS];
        unsigned n = pw_list(&s->seats[i].hand, hand);
        for (unsigned k = 0; k < n; k++)
            if (pw_edited(s, hand[k]) && (count++ == 0 || s->cards[hand[k]].cost < *cheapest))
                *cheapest = s->cards[hand[k]].cost;
    }
    return count;
}

static bool has_rules(const struct pw *s)
{
    for (unsigned i = 0; i < PW_RULES; i++)
        if (s->prices[i] != 0)
            return true;
    return false;
}

/* ---- phases I to III ------------------------------------------------------- */

static void why_edit(const struct pw *s, int seat, bool effect, unsigned card, struct bl_story *out)
{
    struct held h = look(s, seat);
    if (s->phase == PHASE_SETUP)
        bl_tell(out, effect ? FACT("Writing it uses twice its points in power now: what you keep claims cards in Phase III.")
                            : FACT("A play takes two cards and gives one effect: half of them need say nothing."));
    else if (pw_edited(s, card))
        bl_tell(out, "%i says nothing, and you have more such cards than you need.", (int)card);
    else if (effect)
        bl_tell(out, "You have %d {card|cards} that {does|do} something and %d to play with them: another effect is what "
                "you lack. In Phase II a blank card is free, however long its statement.", (int)h.acting, (int)h.idle);
    else
        bl_tell(out, "You have %d {card|cards} that {does|do} something and %d to play with them, and a play takes one of "
                "each: so write one that says nothing. In Phase II that is free.", (int)h.acting, (int)h.idle);
    BL_RESTS(out, s->phase == PHASE_SETUP ? PW_SETUP_EDIT : pw_edited(s, card) ? PW_EDIT_OLD : PW_EDIT_ONE);
}

static void why_claim(const struct pw *s, int seat, unsigned card, struct bl_story *out)
{
    const struct pw_card *c = &s->cards[card];
    struct held h = look(s, seat);
    int power = (int)s->seats[seat].power, owner = pw_owner(s, card);
    if (owner < 0)
        bl_tell(out, "Nothing in your hand is worth playing as it is. What lies in the deck is claimed for twice its cost: "
                "%d of your %d power.", 2 * (int)c->cost, power);
    else if (acts(s, card))
        bl_tell(out, "An action is named on it: you can use it then, and %p cannot any more. It takes %d of your %d "
                "power.", owner, (int)c->cost, power);
    else
        bl_tell(out, "You have %d {card|cards} that {does|do} something and %d to play with them: any written card will do for "
                "that, and this one costs %d of your %d power.", (int)h.acting, (int)h.idle, (int)c->cost, power);
}

static void why_pass(const struct pw *s, int seat, struct bl_story *out)
{
    int32_t least = 0;
    int power = (int)s->seats[seat].power, potency = (int)s->seats[seat].potency;
    struct held h = look(s, seat);
    unsigned cards = others_cards(s, seat, &least);
    switch (s->phase) {
    case PHASE_CREATION:
        bl_tell(out, "You have %d blank {card|cards} and write on one a round: another would only lie there.", (int)h.blanks);
        break;
    case PHASE_EDITING:
        bl_tell(out, h.blanks == 0 ? FACT("You have no blank card, and to write over another uses twice its power cost.")
                                   : FACT("Nothing that you could write now would do more than what you hold."));
        break;
    case PHASE_CLAIMING:
        if (s->claims == PW_CLAIMS_MAX)
            bl_tell(out, "You have claimed %d cards, and no more may be claimed in a turn.", (int)s->claims);
        else if (cards == 0)
            bl_tell(out, "The others have no written card that could be claimed.");
        else if (least > power)
            bl_tell(out, "The cheapest card of the others costs %d, and you have %d power.", (int)least, power);
        else
            bl_tell(out, "What you could pay for is worth less to you than its cost. What you keep of your %d power claims "
                    "cards in later rounds, and pays for those that you write.", power);
        break;
    case PHASE_PROOFS:
        bl_tell(out, "Your %d potency is your proving power in every round to come; no subproof would save you what it "
                "uses.", potency);
        break;
    case PHASE_RULES:
        bl_tell(out, "A rule would serve the others as well as you, and your %d potency is your proving power in every "
                "round to come.", potency);
        break;
    default:
        bl_tell(out, has_rules(s) ? FACT("No rule harms you so much that it is worth its price to be rid of it.")
                                  : FACT("There is no rule that could be removed."));
        break;
    }
}

/* ---- phase IV -------------------------------------------------------------- */

static void why_play(const struct pw *s, unsigned main, unsigned second, struct bl_story *out)
{
    if (!acts(s, main) && acts(s, second))
        bl_tell(out, "%i only goes with it: what it says helps nobody to refute you. What %i does is what you prove next, "
                "and that is worth most of what you could play now.", (int)main, (int)second);
    else
        bl_tell(out, "Of the pairs that you may play after the main card before, this one does most for you. What you prove "
                "from it comes next.");
    BL_RESTS(out, PW_PLAY);
}

/* Every way in which there is nothing better to do. */
static void why_leave(const struct pw *s, int seat, struct bl_story *out)
{
    struct held h = look(s, seat);
    int written = (int)(h.idle + h.acting), proving = (int)s->seats[seat].proving;
    if (written < 2)
        bl_tell(out, "A play takes two written cards, and you have %d. The next round brings a blank one, and you may claim "
                "others.", written);
    else if (h.acting == 0)
        bl_tell(out, "None of your %d written cards does anything: a play would change nothing. They stay in your hand, to be "
                "played with what you write or claim in the next round.", written);
    else if (!h.may_play)
        bl_tell(out, "No pair of yours may follow the main card before: its tag beats them. Your %d written cards stay in "
                "your hand for the next round, when nothing lies there.", written);
    else if (pw_is_literal(s))
        bl_tell(out, "Whatever you prove now can still be refuted. Your %d written cards stay in your hand, for a round in "
                "which the others cannot pay for that any more.", written);
    else
        bl_tell(out, "With your %d proving power no pair of yours would do more now than in a later round; your %d written "
                "cards stay in your hand.", proving, written);
    BL_RESTS(out, PW_CYCLE);
}

/* The first who is chosen in a proof, from its text: "prove players=1 : …"; -1: nobody is. */
static int first_chosen(const char *move)
{
    const char *at = strstr(move, "players=");
    int seat = -1;
    for (at = at ? at + 8 : ""; *at >= '0' && *at <= '9'; at++)
        seat = (seat < 0 ? 0 : 10 * seat) + (*at - '0');
    return seat;
}

static void why_prove(const struct pw *s, int seat, const char *move, struct bl_story *out)
{
    int aim = first_chosen(move), proving = (int)s->seats[seat].proving;
    bool lines = strstr(move, " by ") != NULL;
    if (aim >= 0 && aim < (int)pw_players(s) && aim != seat)
        bl_tell(out, lines ? FACT("%p has %d health left. These lines lead from the cards to the effect for few points; what is "
                                  "left of your %d proving power can prove and refute more in this round.")
                           : FACT("%p has %d health left. The effect stands on the card as it is: to hand it in uses none of "
                                  "your %d proving power."), aim, (int)s->seats[aim].health, proving);
    else
        bl_tell(out, lines ? FACT("These lines lead from the cards to the effect for few points; what is left of your %d proving "
                                  "power can prove and refute more in this round.")
                           : FACT("The effect stands on the card as it is: to hand it in uses none of your %d proving power."),
                proving);
    BL_RESTS(out, PW_PROOF_COST);
}

static void why_accept(const struct pw *s, int seat, struct bl_story *out)
{
    int proving = (int)s->seats[seat].proving;
    bool hurts = s->phase == PHASE_RULE_REFUTING;
    for (int i = 0; i < 2 && s->phase == PHASE_REFUTING; i++)
        for (unsigned name = BL_CLAIM - BL_RAND_PLAYER; name < PW_NAMES; name++)
            hurts |= s->played[i] >= 0 && s->cards[s->played[i]].names[name] > 0 && name != BL_HEAL - BL_RAND_PLAYER &&
                     name != BL_ADDPOWER - BL_RAND_PLAYER;
    if (hurts)
        bl_tell(out, "No contradiction was found in it that your %d proving power would be well spent on.", proving);
    else
        bl_tell(out, "It hurts nobody: your %d proving power is better kept.", proving);
}

/* ---- the whole ------------------------------------------------------------- */

void pw_reason(const void *view, const struct bl_play *play, struct bl_story *out)
{
    const struct pw *s = view;
    char room[PW_TEXT_MAX] = "";
    struct bl_text text = BL_TEXT_FIXED(room);
    int seat = play->seat, proving = (int)s->seats[seat].proving, potency = (int)s->seats[seat].potency;
    unsigned first = pw_first_of(play->move), blanks = look(s, seat).blanks;
    if (play->move & BL_OPEN)
        bl_game_predicate_wars.notation->put_move(view, play, &text);
    switch (pw_kind(play->move)) {
    case MOVE_EDIT: why_edit(s, seat, strstr(room, "[") != NULL, first, out); break;
    case MOVE_DONE:
        bl_tell(out, "The %d power that you keep claims cards of others, and pays for those that you write later.",
                (int)s->seats[seat].power);
        break;
    case MOVE_TAKE:
        bl_tell(out, "A blank card is free, and so is what you write on it in Phase II; you have %d.", (int)blanks);
        break;
    case MOVE_PASS: why_pass(s, seat, out); break;
    case MOVE_CLAIM: why_claim(s, seat, first, out); break;
    case MOVE_PLAY: why_play(s, first, pw_second_of(play->move), out); break;
    case MOVE_DISCARD:
        bl_tell(out, "The main card before stops your better cards. Whoever puts a card away that is not needed stays in the "
                "phase, and may play when another main card lies there.");
        break;
    case MOVE_LEAVE: why_leave(s, seat, out); break;
    case MOVE_PROVE: why_prove(s, seat, room, out); break;
    case MOVE_DECLINE:
        bl_tell(out, "Nothing that would help you follows from the two cards for less than your %d proving power.", proving);
        break;
    case MOVE_REFUTE:
        bl_tell(out, "It would harm you more than the points of these lines do, which your %d proving power pays for: what stands "
                "there contradicts itself, a rule, or what is so.", proving);
        break;
    case MOVE_ACCEPT: why_accept(s, seat, out); break;
    case MOVE_BUY_PROOF:
        bl_tell(out, "As the logic is taken here, this subproof refutes anything, for a few points each time: that is worth more "
                "of your %d potency than it uses.", potency);
        break;
    case MOVE_BUY_RULE:
        bl_tell(out, strstr(room, "(¬[ATK]")
                ? FACT("The others hold more attacks than you: under this rule you refute them, for a few points each. You have "
                       "%d potency.")
                : FACT("Any two cards give this effect then, and nobody else can pay to be rid of it. You have %d potency."),
                potency);
        break;
    case MOVE_DROP_RULE:
        bl_tell(out, "This rule serves the others more than you; to be rid of it takes %d of your %d potency.",
                (int)s->prices[first % PW_RULES], potency);
        break;
    default: break;
    }
}
