/* tell.c - both versions told in sentences. Not compiled by itself: each version's rules.c includes it,
 * where the symbols of its clauses are known, and says in PROPRE_WORD what is to be said before a
 * last card. */

/* What each version says in its own way: talk that is punished, and votes on it. */
static void tell_talk(const struct propre *b, const struct propre *s, const struct bl_play *play,
                      struct bl_story *out);

/* Of cards that would match: why they do not. */
static void tell_spoilt(const struct propre *s, uint64_t cards, struct bl_story *out);

/* ---- what was drawn ----------------------------------------------------------- */

/* The cards that came to a seat, as far as the reader sees its hand: `kept` is what it held still. */
static unsigned put_drawn(const struct propre *s, unsigned seat, const uint64_t kept[2],
                          struct bl_text *out)
{
    unsigned n = 0;
    for (int copy = 0; copy < 2; copy++) {
        uint64_t set = s->hand[seat][copy] & ~kept[copy];
        bl_put(out, n > 0 && set ? " " : "");
        bl_put_set(out, &bl_french_pack, set);
        n += (unsigned)__builtin_popcountll(set);
    }
    return n;
}

enum why_drawn { FOR_NOTHING, FOR_ATTACK, FOR_PENALTY };

/* "drew 5 cards (attack)"; who may see them is told which. */
static void tell_drawn(const struct propre *s, unsigned seat, int n, const uint64_t kept[2],
                       enum why_drawn why, struct bl_story *out)
{
    char room[3 * PROPRE_CARDS + 1];
    struct bl_text cards = BL_TEXT_FIXED(room);
    room[0] = '\0';
    bool seen = put_drawn(s, seat, kept, &cards) == (unsigned)n && n > 0;
    if (n == 0)
        bl_tell(out, "{You|%p} drew nothing: there are no cards left to draw.", (int)seat);
    else if (!seen)
        bl_tell(out, why == FOR_ATTACK    ? "{You|%p} drew {a card|%d cards} (attack)."
                     : why == FOR_PENALTY ? "{You|%p} drew {a card|%d cards} (penalty)."
                                          : "{You|%p} drew {a card|%d cards}.", (int)seat, n);
    else if (why == FOR_NOTHING && n == 1)
        bl_tell(out, "{You|%p} drew %C.", (int)seat, room);
    else
        bl_tell(out, why == FOR_ATTACK    ? "{You|%p} drew {a card|%d cards} (attack): %C."
                     : why == FOR_PENALTY ? "{You|%p} drew {a card|%d cards} (penalty): %C."
                                          : "{You|%p} drew {a card|%d cards}: %C.", (int)seat, n, room);
}

/* Cards that went from the pile back into the stock. */
static void tell_shuffled(const struct propre *b, const struct propre *s, bl_cite clause,
                          struct bl_story *out)
{
    int n = b->pile_n + (int)(s->played - b->played) - s->pile_n;
    if (n > 0) {
        bl_tell(out, "The stock was empty: {a card was|%d cards were} shuffled.", n);
        BL_RESTS(out, clause);
    }
}

/* ---- whose turn it is then ------------------------------------------------------ */

static void end(const void *view, struct bl_story *out)
{
    const struct propre *s = view;
    bl_tell(out, "{You have|%p has} no cards left and {win|wins}.", s->winner);
    BL_RESTS(out, WINS);
}

/* Where the turn went, if not simply to the next seat. */
static void tell_turn(const struct propre *b, const struct propre *s, struct bl_story *out)
{
    if (s->winner >= 0)
        end(s, out);
    else if (s->active == b->active)
        bl_tell(out, "{You move|%p moves} again.", (int)s->active);
    else if (b->mv > 1)
        bl_tell(out, "{You are|%p is} next: {one seat|%d seats} {was|were} passed over.",
                (int)s->active, (int)b->mv - 1);
    else
        return;
    BL_RESTS(out, NEXT_SEAT, MV_SPENT, MV_RISES, NEW_TURN);
}

/* ---- moves that were made -------------------------------------------------------- */

static void tell_option_1(const struct propre *b, const struct propre *s, struct bl_story *out)
{
    int n = s->count[b->active] - b->count[b->active];
    if (b->fc)
        tell_drawn(s, b->active, n, b->hand[b->active], b->av > 0 ? FOR_ATTACK : FOR_NOTHING, out);
    else if (b->av > 0 && s->winner < 0)
        bl_tell(out, "{You|%p} ended the turn; the attack of %d goes on.", (int)b->active, (int)b->av);
    else
        bl_tell(out, "{You|%p} ended the turn.", (int)b->active);
    BL_RESTS(out, DRAW, DRAW_AV, DRAW_ENDS);
    tell_shuffled(b, s, DRAW, out);
    tell_turn(b, s, out);
}

/* The whole hand was laid: as many cards were drawn. */
static void tell_hand_laid(const struct propre *b, const struct propre *s, struct bl_story *out)
{
    static const uint64_t none[2];
    if (s->placing || s->winner >= 0)
        return;
    tell_drawn(s, b->active, s->count[b->active], none, FOR_NOTHING, out);
    BL_RESTS(out, HAND_DRAWN, HAND_ENDS);
    tell_shuffled(b, s, HAND_DRAWN, out);
    tell_turn(b, s, out);
}

static void tell_defence(const struct propre *b, const struct propre *s, bl_move m,
                         struct bl_story *out)
{
    static const uint64_t none[2];
    int card = propre_card(m), left = (int)b->av - propre_number(bl_french_rank(propre_card(m)));
    bool cleared = propre_variant(m) == PROPRE_CLEAR, emptied_hand = b->count[b->active] == 1;
    if (b->av == 0)
        bl_tell(out, "{You|%p} laid %F.", (int)b->active, card);
    else if (left <= 0)
        bl_tell(out, "{You|%p} defended with %F: the attack is over.", (int)b->active, card);
    else if (cleared)
        bl_tell(out, "{You|%p} defended with %F and cleared the attack.", (int)b->active, card);
    else
        bl_tell(out, "{You|%p} defended with %F: the attack is down to %d.", (int)b->active, card, left);
    BL_RESTS(out, DEFEND_AV, DEFENDED, DEFEND_B, CLEAR, DEFEND);
    if (!emptied_hand || left <= 0 || cleared)
        return;
    if (s->count[b->active] > 0 || s->active != b->active || s->fc) {
        tell_drawn(s, b->active, s->count[b->active], none, FOR_ATTACK, out);
        BL_RESTS(out, EMPTIED, DEFEND);
        tell_shuffled(b, s, EMPTIED, out);
        tell_turn(b, s, out);
    } else {
        bl_tell(out, "That does not win yet: some attack is left.");
        BL_RESTS(out, EMPTIED);
    }
}

/* Options 3 and 5 to 8. */
static void tell_card(const struct propre *s, const struct bl_play *play, struct bl_story *out)
{
    int seat = play->seat, card = propre_card(play->move), lies = propre_top(s);
    switch (propre_what(play->move)) {
    case PROPRE_3:
        bl_tell(out, "{You|%p} attacked with %F: the attack is %d now.", seat, card, (int)s->av);
        break;
    case PROPRE_5:
        if (s->mv > 1)
            bl_tell(out, "{You|%p} laid %F to skip {a player|%d players}.", seat, card, (int)s->mv - 1);
        else if (s->mv == 1)
            bl_tell(out, "{You|%p} laid %F: nobody will be skipped.", seat, card);
        else
            bl_tell(out, "{You|%p} laid %F for {another turn|%d more turns}.", seat, card, 1 - (int)s->mv);
        break;
    case PROPRE_6:
        bl_tell(out, s->cw ? "{You|%p} laid %F: the turn goes clockwise now."
                           : "{You|%p} laid %F: the turn goes counterclockwise now.", seat, card);
        break;
    case PROPRE_7:
        bl_tell(out, propre_variant(play->move) == bl_french_suit((bl_card)card)
                         ? "{You|%p} laid %F." : "{You|%p} laid %F, which counts as %f.",
                seat, card, (int)propre_variant(play->move));
        break;
    default:
        bl_tell(out, lies != card ? "{You|%p} laid %F across: it counts as %F."
                                  : "{You|%p} laid %F.", seat, card, lies);
        break;
    }
    BL_RESTS(out, ATTACK_AV, ATTACK, SKIP_MORE, SKIP_LESS, SKIP_MATCH, TURN_ROUND_CW, TURN_ROUND,
             SUIT_NAMED, NAME_SUIT, LIES_ACROSS, ANY_MATCH, FURTHER, GOES_ON);
}

static void tell_move(const void *before, const void *after, const struct bl_play *play,
                      struct bl_story *out)
{
    const struct propre *b = before, *s = after;
    switch (propre_what(play->move)) {
    case PROPRE_1: tell_option_1(b, s, out); break;
    case PROPRE_2:
        bl_tell(out, "{You|%p} began to lay the whole hand: {one card|%d cards}.", play->seat,
                b->count[b->active]);
        BL_RESTS(out, HAND_PLACED, HAND_FIRST);
        tell_hand_laid(b, s, out);
        if (s->winner >= 0)
            end(s, out);
        break;
    case PROPRE_PLACE:
        bl_tell(out, "{You|%p} laid %F.", play->seat, propre_card(play->move));
        BL_RESTS(out, HAND_PLACED);
        tell_hand_laid(b, s, out);
        break;
    case PROPRE_4: tell_defence(b, s, play->move, out); break;
    case PROPRE_SAY:
        bl_tell(out, "{You|%p} said “%s”.", play->seat, PROPRE_WORD);
        BL_RESTS(out, SAID);
        break;
    case PROPRE_TALK:
    case PROPRE_UPHOLD:
    case PROPRE_OBJECT: tell_talk(b, s, play, out); break;
    default: tell_card(s, play, out); break;
    }
}

/* ---- moves that may be made -------------------------------------------------------- */

/* All but the top of the pile can be drawn, in the end. */
static int drawable(const struct propre *s)
{
    return s->stock_n + s->pile_n - 1;
}

static void offer_1(const struct propre *s, struct bl_story *out)
{
    int due = s->av > 1 ? (int)s->av : 1, left = drawable(s);
    if (s->fc && left == 0)
        bl_tell(out, "end the turn: no cards are left to draw");
    else if (s->fc)
        bl_tell(out, "end the turn and draw {a card|%d cards}", due < left ? due : left);
    else if (s->count[s->active] == 0 && !s->pw)
        bl_tell(out, "end the turn and win");
    else if (s->av > 0)
        bl_tell(out, "end the turn and let the attack of %d go on", (int)s->av);
    else
        bl_tell(out, "end the turn");
}

/* Whether a card may be laid without an effect, too. */
static bool also_plain(const struct propre *s, int card)
{
    bl_move list[PROPRE_MAX_MOVES];
    uint32_t n = moves(s, list);
    for (uint32_t i = 0; i < n; i++)
        if (list[i] == PROPRE_MOVE(PROPRE_8, card, 0))
            return true;
    return false;
}

/* Where nobody attacks, a 3 or 7 has no effect; only it need not match to begin a turn. */
static void offer_defence(const struct propre *s, bl_move m, struct bl_story *out)
{
    int card = propre_card(m), left = (int)s->av - propre_number(bl_french_rank(propre_card(m)));
    if (s->av == 0)
        bl_tell(out, s->fc && !also_plain(s, card) ? "lay %F: a 3 or 7 may begin a turn on any card" : "lay %F",
                card);
    else if (left <= 0)
        bl_tell(out, "defend with %F: the attack is over", card);
    else if (propre_variant(m) == PROPRE_CLEAR)
        bl_tell(out, "defend with %F and clear the attack", card);
    else
        bl_tell(out, "defend with %F: an attack of %d is left", card, left);
}

/* The move value that a 10 leads to; with less than one, turns of one's own come first. */
static int skips_to(const struct propre *s, bl_move m)
{
    return (int)s->mv + (propre_variant(m) == PROPRE_MINUS ? -1 : 1);
}

static void offer_skip(const struct propre *s, bl_move m, struct bl_story *out)
{
    int card = propre_card(m), mv = skips_to(s, m);
    if (mv > 1)
        bl_tell(out, "lay %F and skip {a player|%d players}", card, mv - 1);
    else if (mv == 1)
        bl_tell(out, "lay %F: nobody is skipped", card);
    else
        bl_tell(out, "lay %F for {another turn|%d more turns}", card, 1 - mv);
}

/* An Ace that keeps its suit comes to the same as one that is laid without an effect. */
static void offer_suit(const struct propre *s, bl_move m, struct bl_story *out)
{
    int card = propre_card(m), suit = (int)propre_variant(m);
    if (suit == (int)bl_french_suit((bl_card)card))
        bl_tell(out, s->fc && !also_plain(s, card) ? "lay %F: an Ace may begin a turn on any card" : "lay %F",
                card);
    else
        bl_tell(out, ruled(s, MATCH_AFTER_PLAY) ? "lay %F and name %f"
                                                : "lay %F and name %f: it counts if the next player lays no card",
                card, suit);
}

static void way(const void *view, const struct bl_play *play, struct bl_story *out)
{
    const struct propre *s = view;
    bl_move m = play->move;
    int card = propre_card(m), number = propre_number(bl_french_rank((bl_card)card)), mv = skips_to(s, m);
    switch (propre_what(m)) {
    case PROPRE_3: bl_tell(out, "attack: %d to draw", (int)s->av + number); break;
    case PROPRE_4:
        bl_tell(out, s->av == 0                            ? "just lay it"
                     : propre_variant(m) == PROPRE_CLEAR ? "clear the attack"
                     : (int)s->av <= number              ? "end the attack"
                                                         : "defend: %d still to draw", (int)s->av - number);
        break;
    case PROPRE_5:
        bl_tell(out, mv > 1    ? "skip {a player|%d players}"
                     : mv == 1 ? "skip nobody"
                               : "{another turn|%d more turns} for you", mv > 1 ? mv - 1 : 1 - mv);
        break;
    case PROPRE_6: bl_tell(out, "turn the direction"); break;
    case PROPRE_7:
        if (propre_variant(m) != bl_french_suit((bl_card)card))
            bl_tell(out, "counts as %f", (int)propre_variant(m));
        else
            bl_tell(out, "just lay it");
        break;
    case PROPRE_8:
        if (propre_variant(m) == PROPRE_HORIZONTAL)
            bl_tell(out, "across: counts as %F", propre_across((bl_card)card));
        else
            bl_tell(out, "just lay it");
        break;
    default: break;
    }
}

static void offer(const void *view, const struct bl_play *play, struct bl_story *out)
{
    const struct propre *s = view;
    bl_move m = play->move;
    int card = propre_card(m);
    switch (propre_what(m)) {
    case PROPRE_1: offer_1(s, out); break;
    case PROPRE_2:
        if (s->av > 0)
            bl_tell(out, "lay the whole hand, draw {a card|%d cards} and let the attack of %d go on",
                    s->count[s->active], (int)s->av);
        else
            bl_tell(out, "lay the whole hand and draw {a card|%d cards}", s->count[s->active]);
        break;
    case PROPRE_3:
        bl_tell(out, "attack with %F: the attack is %d then", card,
                (int)s->av + propre_number(bl_french_rank((bl_card)card)));
        break;
    case PROPRE_4: offer_defence(s, m, out); break;
    case PROPRE_5: offer_skip(s, m, out); break;
    case PROPRE_6:
        bl_tell(out, s->cw ? "lay %F: the turn goes counterclockwise" : "lay %F: the turn goes clockwise",
                card);
        break;
    case PROPRE_7: offer_suit(s, m, out); break;
    case PROPRE_8:
        if (propre_variant(m) == PROPRE_HORIZONTAL)
            bl_tell(out, "lay %F across: it counts as %F", card, propre_across((bl_card)card));
        else
            bl_tell(out, "lay %F", card);
        break;
    case PROPRE_PLACE: bl_tell(out, "lay %F", card); break;
    case PROPRE_SAY: bl_tell(out, "say “%s”: needed to win", PROPRE_WORD); break;
    case PROPRE_UPHOLD: bl_tell(out, "uphold the penalty card"); break;
    case PROPRE_OBJECT: bl_tell(out, "object to the penalty card"); break;
    default:
        bl_tell(out, propre_variant(m) == PROPRE_LAST_CARD ? "say “last card”"
                                                            : "mispronounce the name");
        break;
    }
}

/* What the seat to move can lay; whose hand the reader does not see may be able to lay anything. */
struct choices {
    bool seen, plain, effect;   /* by option 8, by another */
    bool defends, passes_on;
};

static struct choices choices_of(const struct propre *s)
{
    const uint64_t *hand = s->hand[s->head.to_move];
    struct choices c = {.seen = __builtin_popcountll(hand[0]) + __builtin_popcountll(hand[1]) ==
                                s->count[s->head.to_move]};
    bl_move list[PROPRE_MAX_MOVES];
    uint32_t n = c.seen ? moves(s, list) : 0;
    for (uint32_t i = 0; i < n; i++) {
        unsigned what = propre_what(list[i]);
        c.plain |= what == PROPRE_8;
        c.defends |= what == PROPRE_4;
        c.passes_on |= what == PROPRE_3 || what == PROPRE_5 || what == PROPRE_6;
        c.effect |= what >= PROPRE_3 && what <= PROPRE_7;
    }
    return c;
}

/* Whether a last card could be laid if only the name counted already. */
static bool waits_for_name(const struct propre *s)
{
    struct propre if_said = *s;
    int seat = s->head.to_move;
    if (s->count[seat] != 1 || s->counts >> seat & 1)
        return false;
    if_said.counts |= (uint16_t)(1u << seat);
    struct choices c = choices_of(&if_said);
    return c.plain || c.effect;
}

/* Why the last card is held back. */
static void tell_last(const struct propre *s, struct bl_story *out)
{
    int seat = s->head.to_move;
    bool said = s->said >> seat & 1, counts = s->counts >> seat & 1;
    if (s->count[seat] != 1)
        return;
    if (waits_for_name(s)) {
        if (COUNTS_NEXT_TURN)
            bl_tell(out, said ? "A last card has to wait for a later turn than the one in which the name was said."
                              : "Before a last card the name must have been said in an earlier turn.");
        else
            bl_tell(out, said ? "A last card has to wait until another player has had a turn since the name "
                                "was said."
                              : "Before a last card the name must have been said, and another player must "
                                "have had a turn since.");
        BL_RESTS(out, LAST_SAID, SAID);
    } else if (counts && propre_specials[bl_french_rank((bl_card)__builtin_ctzll(s->hand[seat][0]))]) {
        bl_tell(out, "A last card may not be laid for its effect, unless it is a 3 or 7 against an attack.");
        BL_RESTS(out, ATTACK_LAST, DEFEND_LAST, SKIP_LAST, TURN_ROUND_LAST, NAME_SUIT_LAST);
    }
}

/* The ranks that begin a turn on anything for their effect. */
#define EFFECTS_FREE PROPRE_LANES(PROPRE_RANK(BL_TWO) | PROPRE_RANK(BL_THREE) | PROPRE_RANK(BL_FIVE) | \
                                  PROPRE_RANK(BL_SEVEN))

/* Why nothing matches, where nothing need be matched or something would. */
static void tell_unmatched(const struct propre *s, struct bl_story *out)
{
    uint64_t alike = PROPRE_SUIT_LANE(bl_french_suit(propre_top(s))) |
                     PROPRE_LANES(propre_same[propre_top_rank(s)]);
    uint64_t hand = s->hand[s->head.to_move][0], fits = hand & (s->rm ? alike : ~UINT64_C(0));
    bool tens = hand & PROPRE_LANES(PROPRE_RANK(BL_TEN));
    if (fits)
        tell_spoilt(s, fits, out);
    else {
        bl_tell(out, tens ? "None has the suit or the rank of %F, and a 10 needs that even for its effect."
                          : "None has the suit or the rank of %F.", propre_top(s));
        BL_RESTS(out, ANY_MATCH, SKIP_MATCH);
    }
}

/* At the beginning of a turn, with an attack. */
static void due_attacked(const struct propre *s, struct choices c, struct bl_story *out)
{
    int seat = s->head.to_move, n = (int)s->av, can = drawable(s);
    bool both = !c.seen || (c.defends && c.passes_on);
    n = can > 0 && can < n ? can : n;
    bl_tell(out, both          ? "{You are|%p is} attacked: draw {a card|%d cards}, defend with a 3 or 7, or "
                                 "pass it on with a 2, 5, 10 or Jack."
                 : c.defends   ? "{You are|%p is} attacked: draw {a card|%d cards}, or defend with a 3 or 7."
                 : c.passes_on ? "{You are|%p is} attacked: draw {a card|%d cards}, or pass it on with a 2, 5, "
                                 "10 or Jack."
                               : "{You are|%p is} attacked, and {have|has} nothing to lay against it: draw "
                                 "{a card|%d cards}.", seat, n);
    BL_RESTS(out, ACTIVE, DRAW, DEFEND);
    if (HAND_UNDER_ATTACK) {
        bl_tell(out, "Or lay the whole hand: the attack then goes on.");
        BL_RESTS(out, HAND_FIRST);
    }
    if (c.seen && !c.effect)
        tell_last(s, out);
}

/* The same without one. */
static void due_first(const struct propre *s, struct choices c, struct bl_story *out)
{
    int seat = s->head.to_move, top = propre_top(s), suit = (int)bl_french_suit(propre_top(s));
    bool draws = drawable(s) > 0, none = c.seen && !c.plain && !c.effect;
    if (none)
        bl_tell(out, draws ? "{You can|%p can} lay no card: draw one, or lay the whole hand."
                           : "{You can|%p can} lay no card: end the turn, or lay the whole hand.", seat);
    else if (!s->rm)
        bl_tell(out, draws ? "{You need|%p needs} no match of suit or rank: lay a card, or draw one."
                           : "{You need|%p needs} no match of suit or rank: lay a card, or end the turn: no cards "
                             "are left to draw.", seat);
    else if (c.seen && !c.plain)
        bl_tell(out, draws ? "{You may lay|%p may lay} a 2, 3, 5, 7, Jack or Ace on any card, or draw a card."
                           : "{You may lay|%p may lay} a 2, 3, 5, 7, Jack or Ace on any card, or end the turn: no "
                             "cards are left to draw.", seat);
    else if (c.seen && !c.effect)
        bl_tell(out, draws ? "{You may match|%p may match} %f or the rank of %F, or draw a card."
                           : "{You may match|%p may match} %f or the rank of %F, or end the turn: no cards "
                             "are left to draw.", seat, suit, top);
    else
        bl_tell(out, draws ? "{You may match|%p may match} %f or the rank of %F, lay a 2, 3, 5, 7, Jack or Ace "
                             "on any card, or draw a card."
                           : "{You may match|%p may match} %f or the rank of %F, lay a 2, 3, 5, 7, Jack or Ace "
                             "on any card, or end the turn: no cards are left to draw.", seat, suit, top);
    BL_RESTS(out, ACTIVE, DRAW, ANY_MATCH);
    if (c.seen && !c.plain && !waits_for_name(s))
        tell_unmatched(s, out);
    else if (c.seen && !s->rm)
        tell_spoilt(s, s->hand[seat][0] & ~EFFECTS_FREE, out);
    if (none)
        tell_last(s, out);
}

/* A further card; under an attack only those with an effect may follow. */
static void due_further(const struct propre *s, struct choices c, struct bl_story *out)
{
    int seat = s->head.to_move;
    bool none = c.seen && !c.plain && !c.effect;
    if (none && s->av == 0)
        bl_tell(out, "{You can|%p can} add no card: end the turn.", seat);
    else if (none)
        bl_tell(out, "{You can|%p can} add no card: end the turn; the attack of %d goes on.", seat, (int)s->av);
    else if (s->av == 0 && s->pile_n < 2)
        bl_tell(out, "{You may add|%p may add} a card that joins up with %F, or end the turn.", seat,
                (int)propre_top(s));
    else if (s->av == 0)
        bl_tell(out, NEXT_NEEDS_MATCH
                         ? "{You may add|%p may add} a card that joins up with %F and %F (same rank, next rank in "
                           "the top suit, or arithmetic), or end the turn."
                         : "{You may add|%p may add} a card that joins up with %F and %F (same or next rank, or "
                           "arithmetic), or end the turn.", seat, (int)propre_penultimate(s), (int)propre_top(s));
    else
        bl_tell(out, "{You may add|%p may add} a 2, 3, 5, 7, 10 or Jack that joins up with the two on top, or "
                     "end the turn: the attack of %d goes on.", seat, (int)s->av);
    BL_RESTS(out, ACTIVE, FURTHER, DRAW_ENDS);
    if (none && s->av > 0) {
        bl_tell(out, "Under an attack only a 2, 3, 5, 7, 10 or Jack that joins up may be added.");
        BL_RESTS(out, ANY_AV, NAME_SUIT_AV, FURTHER);
    }
    if (none)
        tell_last(s, out);
}

/* The card that was turned up at the start may attack, or ask for no match: no player laid it. */
static void due_on_starter(const struct propre *s, struct bl_story *out)
{
    if (s->played == 1 && s->av > 0) {
        bl_tell(out, "The card turned up at the start, %F, attacks.", (int)propre_top(s));
        BL_RESTS(out, STARTS_ATTACK);
    } else if (s->played == 1 && !s->rm) {
        bl_tell(out, "An Ace was turned up at the start: it asks for no match.");
        BL_RESTS(out, STARTS_FREE);
    }
}

static void due(const void *view, struct bl_story *out)
{
    const struct propre *s = view;
    int seat = s->head.to_move;
    if (s->vote)
        bl_tell(out, "{You vote|%p votes} on whether {you draw|%p draws} a penalty card: uphold it, or object.",
                seat, (int)s->speaker);
    else if (s->placing)
        bl_tell(out, "{You lay|%p lays} the whole hand, in any order: {a card is|%d cards are} left.",
                seat, s->count[seat]);
    else if (s->count[seat] == 0)
        bl_tell(out, s->pw ? "{You have|%p has} no cards left, but some attack is: end the turn."
                           : "{You have|%p has} no cards left: end the turn.", seat);
    else {
        (!s->fc ? due_further : s->av > 0 ? due_attacked : due_first)(s, choices_of(s), out);
        due_on_starter(s, out);
        return;
    }
    BL_RESTS(out, ACTIVE, DRAW_ENDS);
}

static const char *call(const void *view)
{
    const struct propre *s = view;
    return s->vote ? FACT("Your vote") : s->placing ? FACT("Lay your hand") : NULL;
}

static int left(const void *view, int seat, struct bl_story *out)
{
    return bl_tell_hand(((const struct propre *)view)->count[seat], out);
}

#define PROPRE_TELLING {.move = tell_move, .offer = offer, .way = way, .due = due, .call = call, .end = end, .left = left}
