/* tell.c - Predicate Wars told in sentences: moves that were made, what they may be, what is due. What
 * a reader has not seen is blank in the views, and is not told. */
#include "bylaw/logic.h"
#include "logic/pack.h"
#include "numbers.h"
#include "predicate-wars.h"

enum { TOLD_MAX = 240 };   /* bytes of a statement that are told; what is longer is cut */

struct told {
    char text[TOLD_MAX];
};

/* Cuts what was too long, between characters. */
static const char *cut(struct told *t, size_t length)
{
    size_t end = TOLD_MAX - 4;
    if (length < TOLD_MAX)
        return t->text;
    while (end > 0 && (t->text[end] & 0xc0) == 0x80)
        end--;
    memcpy(t->text + end, "…", sizeof "…");
    return t->text;
}

static const char *slot_told(const struct pw *s, unsigned slot, struct told *t)
{
    struct bl_text out = BL_TEXT_FIXED(t->text);
    t->text[0] = '\0';
    if (s->sizes[slot] > 0)
        pw_put_slot(s, slot, &out);
    return cut(t, out.len);
}

static bool is_seen(const struct pw *s, unsigned card)
{
    return s->cards[card].kind == PW_EDITED && s->sizes[SLOT_CARD + card] > 0;
}

/* ---- what came of it ------------------------------------------------------------ */

/* How often an action attacked a seat. */
static int attacks_on(const struct bl_story *out, int seat)
{
    int n = 0;
    for (const struct bl_reason *r = bl_met(out, PW_ATK); r && r < out->account->reasons + out->account->count; r++)
        n += r->clause == PW_ATK && *r->fact.format && r->fact.args[0].number == seat;
    return n;
}

/* Health and power that an action changed; whose proof it was is told with it. */
static void tell_deeds(const struct pw *b, const struct pw *s, struct bl_story *out)
{
    bool act = bl_met(out, PW_HAPPENS) != NULL;
    for (unsigned i = 0; act && i < pw_players(s); i++) {
        int seat = (int)i, health = (int)s->seats[i].health, more = health - (int)b->seats[i].health;
        int power = (int)s->seats[i].power - (int)b->seats[i].power;
        int times = more < 0 ? attacks_on(out, seat) : 0;
        if (more < 0 && seat != b->turn && times > 1)
            bl_tell(out, "{You|%p} attacked {you|%p} %d times, for %d in all, which leaves %d health.", b->turn,
                    seat, times, -more, health);
        else if (more < 0 && seat != b->turn)
            bl_tell(out, "{You|%p} attacked {you|%p} for %d, which leaves %d health.", b->turn, seat,
                    -more, health);
        else if (more < 0)
            bl_tell(out, "{You|%p} lost %d health; %d is left.", seat, -more, health);
        else if (more > 0)
            bl_tell(out, "{You were|%p was} healed by %d, which makes %d health.", seat, more,
                    health);
        if (more)
            BL_RESTS(out, PW_ATK, PW_HEAL, PW_HAPPENS);
        if (power == 0)
            continue;
        bl_tell(out, power > 0 ? "{You|%p} gained %d power." : "{You|%p} lost %d power.", seat,
                power > 0 ? power : -power);
        BL_RESTS(out, PW_ADDPOWER, PW_SUBPOWER, PW_CLAIM, PW_HAPPENS);
    }
}

static void end(const void *view, struct bl_story *out)
{
    const struct pw *s = view;
    if (s->winner >= 0)
        bl_tell(out, "{You are|%p is} the last one alive and {win|wins}.", s->winner);
    else
        bl_tell(out, "Nobody is left alive, and nobody wins.");
    BL_RESTS(out, PW_WINS);
}

/* Who died, who was rewarded, what begins. */
static void tell_rest(const struct pw *b, const struct pw *s, struct bl_story *out)
{
    for (unsigned i = b->dead_count; i < s->dead_count; i++) {
        bl_tell(out, "{You have|%p has} no health left and {are|is} out.", s->dead[i]);
        BL_RESTS(out, PW_DEATH);
    }
    if (s->phase == PHASE_OVER) {
        end(s, out);
        return;
    }
    for (unsigned i = 0; i < pw_players(s) && bl_met(out, PW_REWARD); i++) {
        int more = (int)s->seats[i].potency - (int)b->seats[i].potency;
        if (more <= 0)
            continue;
        bl_tell(out, more == PW_REWARD_FIRST
                         ? "The fight is over: {you were|%p was} the last to stay and gained %d potency."
                         : "{You|%p} gained %d potency for the fight.", (int)i, more);
        BL_RESTS(out, PW_REWARD);
    }
    if (bl_met(out, PW_CLAIMING) && b->phase != PHASE_CLAIMING && s->phase == PHASE_CLAIMING) {
        bl_tell(out, "Cards can be claimed now: {you begin|%p begins}.", s->first);
        BL_RESTS(out, PW_CLAIMING);
    }
    for (unsigned i = 0; i < pw_players(s) && bl_met(out, PW_EDITOR_PAYS) && !bl_met(out, PW_CLAIM_PAID); i++) {
        int paid = (int)b->seats[i].power - (int)s->seats[i].power;
        if (paid <= 0)
            continue;
        bl_tell(out, "{You|%p} paid %d power for writing this round.", (int)i, paid);
        BL_RESTS(out, PW_EDITOR_PAYS);
    }
    if (bl_met(out, PW_PROVING_POWER)) {
        bl_tell(out, "The fight of round %d begins.", (int)s->round);
        BL_RESTS(out, PW_PROVING_POWER);
    }
    if (s->round != b->round) {
        bl_tell(out, "Round %d begins.", (int)s->round);
        BL_RESTS(out, PW_NEW_ROUND);
    }
}

/* ---- moves that were made -------------------------------------------------------- */

static void tell_edit(const struct pw *s, const struct bl_play *play, struct bl_story *out)
{
    unsigned card = pw_first_of(play->move);
    struct told t;
    if (is_seen(s, card))
        bl_tell(out, "{You|%p} wrote %l on card %i: %w, cost %d.", play->seat,
                slot_told(s, SLOT_CARD + card, &t), (int)card, pw_tag_names[s->cards[card].tag],
                (int)s->cards[card].cost);
    else
        bl_tell(out, "{You|%p} wrote on card %i: %w, cost %d.", play->seat, (int)card,
                pw_tag_names[s->cards[card].tag], (int)s->cards[card].cost);
    BL_RESTS(out, PW_SIGN, PW_EDIT, PW_SETUP_EDIT, PW_EDIT_ONE, PW_EDIT_OLD);
}

/* Who chooses in secret whether to take a blank card; and what all got, when the last has chosen. */
static void tell_take(const struct pw *b, const struct pw *s, const struct bl_play *play,
                      struct bl_story *out)
{
    if (play->move == BL_NO_MOVE)
        bl_tell(out, "{You|%p} chose in secret whether to take a blank card.", play->seat);
    else
        bl_tell(out, pw_kind(play->move) == MOVE_TAKE ? "{You|%p} chose to take a blank card."
                                                      : "{You|%p} chose to take no card.", play->seat);
    BL_RESTS(out, PW_TAKE);
    for (unsigned i = 0; i < pw_players(s); i++) {
        uint8_t now[PW_CARDS];
        unsigned n = pw_list(&s->seats[i].hand, now);
        for (unsigned k = 0; k < n; k++) {
            if (pw_in(&b->seats[i].hand, now[k]))
                continue;
            bl_tell(out, "{You|%p} got the blank card %i.", (int)i, now[k]);
            BL_RESTS(out, PW_ENOUGH, PW_SHORT, PW_TAKE);
        }
    }
}

static void tell_claim(const struct pw *b, const struct pw *s, const struct bl_play *play,
                       struct bl_story *out)
{
    unsigned card = pw_first_of(play->move);
    int owner = pw_owner(b, card), paid = (int)(b->seats[play->seat].power - s->seats[play->seat].power);
    if (owner >= 0)
        bl_tell(out, "{You|%p} claimed card %i from {you|%p} for %d power.", play->seat, (int)card,
                owner, paid);
    else
        bl_tell(out, "{You|%p} claimed card %i from the deck for %d power.", play->seat, (int)card,
                paid);
    BL_RESTS(out, PW_CLAIM_PAID, PW_CLAIM_OTHER, PW_CLAIM_DECK);
}

static void tell_play(const struct pw *s, const struct bl_play *play, struct bl_story *out)
{
    unsigned main = pw_first_of(play->move), second = pw_second_of(play->move);
    struct told a, b;
    if (is_seen(s, main) && is_seen(s, second))
        bl_tell(out, "{You|%p} played card %i, %l, with card %i, %l.", play->seat, (int)main,
                slot_told(s, SLOT_CARD + main, &a), (int)second, slot_told(s, SLOT_CARD + second, &b));
    else
        bl_tell(out, "{You|%p} played card %i with card %i.", play->seat, (int)main, (int)second);
    BL_RESTS(out, PW_PLAY, PW_CYCLE);
}

static void tell_proof(const struct pw *b, const struct pw *s, const struct bl_play *play,
                       struct bl_story *out)
{
    struct told t;
    struct bl_text words = BL_TEXT_FIXED(t.text);
    const uint8_t *at, *ends;
    int paid = (int)(b->seats[play->seat].proving - s->seats[play->seat].proving);
    if (s->phase == PHASE_REFUTING && pw_find_statement(s, NULL, s->effect, &at, &ends)) {
        bl_packed_print(&at, ends, false, &words);
        bl_tell(out, "{You|%p} proved %l for %d proving power.", play->seat, cut(&t, words.len), paid);
    } else {
        bl_tell(out, "{You|%p} proved an action for %d proving power.", play->seat, paid);
    }
    BL_RESTS(out, PW_PROVE, PW_MAY_PROVE, PW_PROOF_COST);
    unsigned chosen = s->phase == PHASE_REFUTING ? s->sizes[SLOT_PLAYERS] : 0;
    for (unsigned i = 0; i < chosen; i++) {
        int who = pw_slot(s, SLOT_PLAYERS)[i];
        if (chosen == 1)
            bl_tell(out, "The chosen player is {you|%p}.", who);
        else
            bl_tell(out, "Chosen player %d is {you|%p}.", (int)i + 1, who);
        BL_RESTS(out, PW_CHOSEN_PLAYER);
    }
}

static void tell_rule(const struct pw *b, const struct pw *s, const struct bl_play *play,
                      struct bl_story *out)
{
    struct told t;
    if (s->phase == PHASE_RULE_REFUTING)
        bl_tell(out, "{You|%p} proposed the rule %l for %d potency.", play->seat,
                slot_told(s, SLOT_LEMMAS, &t), (int)s->price);
    else
        bl_tell(out, "{You|%p} bought a rule for %d potency.", play->seat,
                (int)(b->seats[play->seat].potency - s->seats[play->seat].potency));
    BL_RESTS(out, PW_BUY_RULE);
}

/* That nothing is done in a phase. */
static void tell_pass(const struct pw *b, const struct bl_play *play, struct bl_story *out)
{
    int seat = play->seat;
    switch (b->phase) {
    case PHASE_SETUP: bl_tell(out, "{You have|%p has} finished writing.", seat); break;
    case PHASE_EDITING: bl_tell(out, "{You|%p} wrote nothing.", seat); break;
    case PHASE_CLAIMING:
        bl_tell(out, b->claims ? "{You|%p} claimed no more." : "{You|%p} claimed nothing.", seat);
        break;
    case PHASE_PROOFS: bl_tell(out, "{You|%p} bought no subproof.", seat); break;
    case PHASE_RULES: bl_tell(out, "{You|%p} bought no rule.", seat); break;
    default: bl_tell(out, "{You|%p} dropped no rule.", seat); break;
    }
}

static void tell_answer(const struct pw *b, const struct bl_play *play, struct bl_story *out)
{
    bool rule = b->phase == PHASE_RULE_REFUTING;
    if (pw_kind(play->move) == MOVE_REFUTE)
        bl_tell(out, rule ? "{You|%p} refuted the rule: it is not added."
                          : "{You|%p} refuted the proof: it comes to nothing.", play->seat);
    else
        bl_tell(out, rule ? "{You|%p} accepted the rule." : "{You|%p} accepted the proof.", play->seat);
    BL_RESTS(out, PW_ASKED, PW_REFUTE, PW_REFUTE_RULE, PW_STOPPED, PW_NOT_ADDED);
}

static void tell_move(const struct pw *b, const struct pw *s, const struct bl_play *play,
                      struct bl_story *out)
{
    int seat = play->seat, card = (int)pw_first_of(play->move);
    switch (pw_kind(play->move)) {
    case MOVE_EDIT: tell_edit(s, play, out); break;
    case MOVE_CLAIM: tell_claim(b, s, play, out); break;
    case MOVE_PLAY: tell_play(s, play, out); break;
    case MOVE_PROVE: tell_proof(b, s, play, out); break;
    case MOVE_BUY_RULE: tell_rule(b, s, play, out); break;
    case MOVE_ACCEPT:
    case MOVE_REFUTE: tell_answer(b, play, out); break;
    case MOVE_DISCARD:
        bl_tell(out, "{You|%p} put card %i away; it costs %d now.", seat, card,
                (int)s->cards[card].cost);
        break;
    case MOVE_LEAVE: bl_tell(out, "{You|%p} left the fight of this round.", seat); break;
    case MOVE_DECLINE: bl_tell(out, "{You|%p} proved nothing.", seat); break;
    case MOVE_BUY_PROOF:
        bl_tell(out, "{You|%p} bought a subproof for %d potency.", seat,
                (int)(b->seats[seat].potency - s->seats[seat].potency));
        break;
    case MOVE_DROP_RULE:
        bl_tell(out, "{You|%p} dropped rule %d for %d potency.", seat, card, (int)b->prices[card]);
        break;
    default: tell_pass(b, play, out); break;
    }
}

static void move(const void *before, const void *after, const struct bl_play *play,
                 struct bl_story *out)
{
    const struct pw *b = before, *s = after;
    if (b->phase == PHASE_CREATION)
        tell_take(b, s, play, out);
    else
        tell_move(b, s, play, out);
    tell_deeds(b, s, out);   /* nothing happens before the last has agreed */
    tell_rest(b, s, out);
}

/* ---- moves that may be made ------------------------------------------------------ */

static void offer_claim(const struct pw *s, unsigned card, struct bl_story *out)
{
    int owner = pw_owner(s, card), cost = (int)s->cards[card].cost;
    if (owner >= 0)
        bl_tell(out, "claim card %i from %p for %d power", (int)card, owner, cost);
    else
        bl_tell(out, "claim card %i from the deck for %d power", (int)card,
                (int)pw_far_claim_price(cost));
}

/* What it is to do nothing in a phase. */
static void offer_pass(const struct pw *s, struct bl_story *out)
{
    switch (s->phase) {
    case PHASE_SETUP: bl_tell(out, "finish writing"); break;
    case PHASE_CREATION: bl_tell(out, "take no card"); break;
    case PHASE_EDITING: bl_tell(out, "write nothing"); break;
    case PHASE_CLAIMING: bl_tell(out, s->claims ? "claim no more" : "claim nothing"); break;
    case PHASE_PROOFS: bl_tell(out, "buy no subproof"); break;
    case PHASE_RULES: bl_tell(out, "buy no rule"); break;
    default: bl_tell(out, "drop no rule"); break;
    }
}

/* The statement that a move writes; NULL: it is only the form of one. */
static const char *written_told(const struct bl_play *play, struct told *t)
{
    struct bl_text out = BL_TEXT_FIXED(t->text);
    struct pw_written w;
    if (!pw_written(play, &w))
        return NULL;
    t->text[0] = '\0';
    bl_packed_print(&w.body, w.end, false, &out);
    return cut(t, out.len);
}

/* What a proof would bring about, and of whom the first choice is. */
static void offer_proof(const struct pw *s, const struct bl_play *play, struct bl_story *out)
{
    struct told t = {""};
    struct bl_text text = BL_TEXT_FIXED(t.text);
    struct pw_written w;
    const uint8_t *at, *end;
    if (!pw_written(play, &w) || !pw_find_statement(s, &w, w.w.result[0], &at, &end)) {
        bl_tell(out, "prove an action from the two cards");
        return;
    }
    bl_packed_print(&at, end, false, &text);
    if (w.w.player_count > 0 && w.players[0] < pw_players(s))
        bl_tell(out, "prove %l, choosing {yourself|%p}", cut(&t, text.len), (int)w.players[0]);
    else
        bl_tell(out, "prove %l", cut(&t, text.len));
}

static void offer(const void *view, const struct bl_play *play, struct bl_story *out)
{
    const struct pw *s = view;
    int card = (int)pw_first_of(play->move);
    struct told t;
    switch (pw_kind(play->move)) {
    case MOVE_TAKE: bl_tell(out, "take a blank card"); break;
    case MOVE_CLAIM: offer_claim(s, (unsigned)card, out); break;
    case MOVE_PLAY:
        bl_tell(out, "play card %i with card %i", card, (int)pw_second_of(play->move));
        break;
    case MOVE_DISCARD: bl_tell(out, "put card %i away", card); break;
    case MOVE_LEAVE: bl_tell(out, "leave the fight of this round"); break;
    case MOVE_DECLINE: bl_tell(out, "prove nothing"); break;
    case MOVE_ACCEPT: bl_tell(out, "accept it"); break;
    case MOVE_DROP_RULE:
        bl_tell(out, "drop rule %d for %d potency", card, (int)s->prices[card]);
        break;
    case MOVE_EDIT:
        if (written_told(play, &t))
            bl_tell(out, "write on card %i: %l", card, t.text);
        else
            bl_tell(out, "write on card %i", card);
        break;
    case MOVE_PROVE: offer_proof(s, play, out); break;
    case MOVE_REFUTE: bl_tell(out, "refute it"); break;
    case MOVE_BUY_PROOF: bl_tell(out, "buy a subproof"); break;
    case MOVE_BUY_RULE:
        if (written_told(play, &t))
            bl_tell(out, "propose a rule: %l", t.text);
        else
            bl_tell(out, "propose a rule");
        break;
    default: offer_pass(s, out); break;
    }
}

static void due(const void *view, struct bl_story *out)
{
    static const bl_cite clauses[PW_PHASES] = {
        PW_SETUP_EDIT, PW_TAKE, PW_EDIT_ONE, PW_CLAIMING, PW_CYCLE, PW_MAY_PROVE, PW_ASKED,
        PW_BUY_PROOF, PW_BUY_RULE, PW_REFUTE_RULE, PW_DROP_RULE,
    };
    const struct pw *s = view;
    int seat = s->head.to_move;
    switch (s->phase) {
    case PHASE_SETUP: bl_tell(out, "{You may write|%p may write} on blank cards, or finish.", seat); break;
    case PHASE_CREATION: bl_tell(out, "{You may take|%p may take} a blank card, or none.", seat); break;
    case PHASE_EDITING: bl_tell(out, "{You may write|%p may write} on one card, or pass.", seat); break;
    case PHASE_CLAIMING:
        bl_tell(out, "{You may claim|%p may claim} cards of other players, or pass.", seat);
        break;
    case PHASE_PLAYING:
        bl_tell(out, "{You may play|%p may play} two cards, put one away, claim one of the deck, or leave.",
                seat);
        break;
    case PHASE_PROVING:
        bl_tell(out, "{You may prove|%p may prove} an action from cards %i and %i, or decline.", seat,
                s->played[0], s->played[1]);
        break;
    case PHASE_REFUTING:
        bl_tell(out, "{You may refute|%p may refute} the proof, or accept it.", seat);
        break;
    case PHASE_PROOFS: bl_tell(out, "{You may buy|%p may buy} a subproof, or pass.", seat); break;
    case PHASE_RULES: bl_tell(out, "{You may propose|%p may propose} a rule, or pass.", seat); break;
    case PHASE_RULE_REFUTING:
        bl_tell(out, "{You may refute|%p may refute} the new rule, or accept it.", seat);
        break;
    default: bl_tell(out, "{You may drop|%p may drop} a rule, or pass.", seat); break;
    }
    BL_RESTS(out, clauses[s->phase]);
}

static const char *call(const void *view)
{
    switch (((const struct pw *)view)->phase) {
    case PHASE_SETUP: case PHASE_EDITING: return FACT("Write");
    case PHASE_CREATION: return FACT("Take a card?");
    case PHASE_CLAIMING: return FACT("Claim cards?");
    case PHASE_PROVING: return FACT("Prove it");
    case PHASE_REFUTING: case PHASE_RULE_REFUTING: return FACT("Refute or accept");
    case PHASE_PROOFS: return FACT("A subproof?");
    case PHASE_RULES: case PHASE_DROPS: return FACT("The rules");
    default: return NULL;
    }
}

static int left(const void *view, int seat, struct bl_story *out)
{
    const struct pw *s = view;
    int health = (int)s->seats[seat].health;
    if (s->seats[seat].alive)
        bl_tell(out, "%d health left", health);
    else
        bl_tell(out, "no health left");
    return -health;
}

const struct bl_telling pw_telling = {.move = move, .offer = offer, .due = due, .call = call,
                                    .end = end, .left = left,
                                    .plain = pw_say_plain};
