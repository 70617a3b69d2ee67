/* finish.c - what must hold between the fields of a position. */
#include "bylaw/fields.h"
#include "predicate-wars.h"

static struct bl_json item_of(struct bl_json *in, const char *array, unsigned i)
{
    struct bl_json items = bl_json_member(in, array);
    return bl_json_item(&items, i);
}

static void unproved(struct bl_json *value, const struct pw_failure *f)
{
    bl_json_fault(value, "lemma %d does not follow by L.P.%d: %s", (int)f->lemma, (int)f->rule,
                  bl_why_text(f->why));
}

/* ---- seats ------------------------------------------------------------------- */

/* What is owned was checked when it was bought. */
static void check_subproofs(struct bl_json *in, const struct pw *s, unsigned seat,
                            struct bl_logic *l)
{
    struct pw_proof p;
    struct pw_subproof subproof;
    size_t at = 0;
    pw_proof_bare(&p, l, s);
    for (unsigned i = 0; pw_next_subproof(s, seat, &at, &subproof); i++) {
        struct pw_failure f;
        if (pw_proof_subproof(&p, &subproof, &f))
            continue;
        struct bl_json player = item_of(in, "players", seat);
        struct bl_json item = item_of(&player, "subproofs", i);
        unproved(&item, &f);
        return;
    }
}

static void check_seat(struct bl_json *in, const struct pw *s, unsigned seat, struct bl_logic *l)
{
    const struct pw_seat *p = &s->seats[seat];
    struct bl_json player = item_of(in, "players", seat);
    bl_must(&player, p->alive == (p->health > 0), "health",
            p->alive ? "must be above 0: the player is alive"
                     : "must be 0 or less: the player is dead");
    bl_must(&player, p->alive || pw_size(&p->hand) == 0, "hand",
            "must be empty: the player is dead");
    if (!in->doc->failed && p->subproofs > 0)
        check_subproofs(in, s, seat, l);
}

static void check_end(struct bl_json *in, const struct pw *s)
{
    for (unsigned i = 0; i < s->dead_count; i++)
        bl_must(in, !s->seats[s->dead[i]].alive, "dead", "seat %d is alive", s->dead[i]);
    unsigned living = pw_living(s);
    bl_must(in, s->dead_count + living == pw_players(s), "dead",
            "all who are not alive must be here");
    bool over = s->phase == PHASE_OVER;
    const char *seat = over ? "must be null: the game is over" : "must be a seat";
    bl_must(in, over == (living < 2), "phase",
            over ? "must not be over: %d are alive" : "must be over: %d is alive", (int)living);
    bl_must(in, over == (s->turn < 0), "turn", "%s", seat);
    bl_must(in, over == (s->head.to_move < 0), "to_move", "%s", seat);
    if (in->doc->failed)
        return;
    bl_must(in, over || s->seats[s->turn].alive, "turn", "seat %d is dead", s->turn);
    bl_must(in, over || s->seats[s->head.to_move].alive, "to_move", "seat %d is dead",
            s->head.to_move);
    bl_must(in, s->winner == (over && living == 1 ? pw_first_living(s) : -1), "winner",
            "must be the only seat that is alive when the game is over, else null");
}

/* ---- cards and rules --------------------------------------------------------- */

/* Cards that lie here, and so nowhere else. */
static void find(struct bl_json *in, const char *pile, const uint8_t *cards, unsigned n,
                 struct pw_set *found)
{
    for (unsigned i = 0; i < n; i++) {
        bl_must(in, !pw_in(found, cards[i]), pile, "#%d is there twice", cards[i]);
        pw_add(found, cards[i]);
    }
}

static void check_piles(struct bl_json *in, const struct pw *s)
{
    struct pw_set found = {{0}};
    uint8_t hand[PW_CARDS];
    for (unsigned i = 0; i < pw_players(s) && !in->doc->failed; i++) {
        struct bl_json player = item_of(in, "players", i);
        find(&player, "hand", hand, pw_list(&s->seats[i].hand, hand), &found);
    }
    find(in, "deck", s->deck, s->deck_count, &found);
    find(in, "discard", s->discard, s->discard_count, &found);
    find(in, "drop", s->drop, s->drop_count, &found);
    for (unsigned i = 0; i < pw_card_count(&s->head.setup) && !in->doc->failed; i++)
        if (!pw_in(&found, i)) {
            struct bl_json card = item_of(in, "cards", i);
            bl_json_fault(&card, "#%d is in no hand and no pile", (int)i);
        }
    bool piles = pw_in_fight(s) || s->phase == PHASE_OVER;
    for (unsigned i = 0; i < s->discard_count; i++)
        bl_must(in, piles && pw_edited(s, s->discard[i]), "discard",
                piles ? "#%d is blank" : "must be empty outside Phase IV", s->discard[i]);
    bl_must(in, piles || s->drop_count == 0, "drop", "must be empty outside Phase IV");
}

static void check_card(struct bl_json *in, const struct pw *s, unsigned i)
{
    const struct pw_card *c = &s->cards[i];
    int owner = pw_owner(s, i);
    struct bl_json card = item_of(in, "cards", i);
    if (in->doc->view)
        return;   /* nobody knows who made it */
    bl_must(&card, c->creator != PW_NOBODY, "creator", "must be a whole number");
    bl_must(&card, c->creator == PW_NOBODY || (c->seen >> c->creator & 1 &&
                                               (owner < 0 || c->seen >> owner & 1)),
            "seen", "must have the creator and the owner in it");
}

/* A rule costs what its points ask for, and no more than so much. */
static void check_price(struct bl_json *rule, const struct pw *s, unsigned slot, int32_t price,
                        int32_t most)
{
    uint8_t names[PW_NAMES];
    int32_t least = pw_rule_price((int32_t)bl_packed_points(pw_slot(s, slot), s->sizes[slot], names));
    bl_must(rule, price >= least && price <= most, "price", "must be from %d to %d", (int)least,
            (int)most);
}

/* ---- what is pending ----------------------------------------------------------- */

static void check_takes(struct bl_json *in, const struct pw *s)
{
    for (unsigned i = 0; i < pw_players(s) && s->phase == PHASE_CREATION; i++) {
        bool chosen = (int)i < s->turn && s->seats[i].alive;
        if ((s->takes[i] != TAKES_NULL) == chosen || (in->doc->view && s->takes[i] == TAKES_NULL))
            continue;
        struct bl_json item = item_of(in, "takes", i);
        bl_json_fault(&item, chosen ? "must not be null: the seat has chosen" : "must be null");
    }
}

static void check_edited(struct bl_json *in, const struct pw *s)
{
    struct pw_set used = {{0}};
    for (unsigned i = 0; i < pw_players(s) && !in->doc->failed; i++) {
        if (s->edited[i] < 0)
            continue;
        unsigned card = (unsigned)s->edited[i];
        struct bl_json item = item_of(in, "edited", i);
        if (!s->seats[i].alive || (s->phase == PHASE_EDITING && (int)i >= s->turn))
            bl_json_fault(&item, "must be null: the seat has edited nothing");
        else if (!pw_edited(s, card) || pw_owner(s, card) < 0 ||
                 (s->cards[card].creator != i && !in->doc->view) || pw_in(&used, card))
            bl_json_fault(&item, "must be a card that the seat edited in this round");
        pw_add(&used, card);
    }
}

/* Who lives was there when the last Phase IV began. */
static void check_fight(struct bl_json *in, const struct pw *s)
{
    unsigned there = s->remaining, stayed = (unsigned)__builtin_popcount(s->remaining);
    for (unsigned i = 0; i < s->left_count; i++) {
        bl_must(in, !(there >> s->left[i] & 1), "left", "seat %d also remains", s->left[i]);
        there |= 1u << s->left[i];
    }
    for (unsigned i = 0; i < pw_players(s); i++) {
        bool alive = s->seats[i].alive;
        bl_must(in, !alive || there >> i & 1, "left", "seat %d neither remains nor has left", (int)i);
        bl_must(in, alive || !(s->remaining >> i & 1), "remaining", "seat %d is dead", (int)i);
    }
    if (pw_in_fight(s))
        bl_must(in, stayed > 1 && s->remaining >> s->turn & 1, "remaining",
                "must be several, and the one whose turn it is");
    else
        bl_must(in, stayed < 2, "remaining", "must be one or none after Phase IV");
    bl_must(in, stayed + s->left_count > 1, "left", "at least two were there");
}

static void check_main(struct bl_json *in, const struct pw *s)
{
    bool dropped = false;
    for (unsigned i = 0; i < s->drop_count; i++)
        dropped |= s->drop[i] == s->previous_main;
    bl_must(in, s->previous_main < 0 || (pw_in_fight(s) && dropped &&
                                         pw_edited(s, (unsigned)s->previous_main)),
            "previous_main", "must be a card played in this Phase IV, else null");
}

/* An order of the items of a set. */
static void check_order(struct bl_json *in, const char *member, struct pw_set set,
                        const uint8_t *items, unsigned n)
{
    bool fits = n == pw_size(&set);
    for (unsigned i = 0; i < n; i++)
        fits = fits && pw_in(&set, items[i]);
    bl_must(in, fits, member, "must have each living seat, or each card that they own, once");
}

static void check_played(struct bl_json *in, const struct pw *s)
{
    const int16_t *two = s->played;
    if (two[0] < 0)
        return;
    const struct pw_card *main = &s->cards[two[0]], *second = &s->cards[two[1]];
    unsigned all = pw_everybody(s);
    bl_must(in,
            s->drop_count >= 2 && s->previous_main == two[0] &&
                s->drop[s->drop_count - 2] == two[0] && s->drop[s->drop_count - 1] == two[1] &&
                main->kind && second->kind && main->points <= second->points,
            "played", "must be the two cards dropped last, the previous main first");
    bl_must(in, main->seen == all && second->seen == all, "played",
            "must have been seen by everybody");
    check_order(in, "rand_players", (struct pw_set){{pw_living_set(s)}}, s->rand_players,
                s->rand_player_count);
    check_order(in, "rand_cards", pw_owned(s), s->rand_cards, s->rand_card_count);
}

/* The proof was checked when it was made. */
static void check_proof(struct bl_json *in, const struct pw *s, struct bl_logic *l)
{
    struct pw_proof p;
    struct pw_failure f = {0};
    const uint8_t *end, *at = pw_slot_ends(s, SLOT_LEMMAS, &end);
    struct bl_json lemmas = bl_json_member(in, "lemmas");
    bl_term condition;
    pw_proof_begin(&p, l, s, s->turn, MOVE_PROVE);
    pw_values_chosen(&p.values, pw_slot(s, SLOT_PLAYERS), s->sizes[SLOT_PLAYERS],
                     pw_slot(s, SLOT_CHOSEN_CARDS), s->sizes[SLOT_CHOSEN_CARDS]);
    while (at < end)
        if (!pw_proof_packed(&p, &at, end, &f)) {
            unproved(&lemmas, &f);
            return;
        }
    const struct bl_line *line = bl_proof_line(p.proof, s->effect);
    bl_must(in, line && pw_effect_action(l, line->s.term, &condition), "effect",
            "must be the number of a game effect in the proof");
}

static void check_proposal(struct bl_json *in, const struct pw *s, struct bl_logic *l)
{
    struct bl_json proof = bl_json_member(in, "proof");
    if (s->phase == PHASE_REFUTING)
        check_proof(&proof, s, l);
    if (s->phase != PHASE_RULE_REFUTING)
        return;
    check_price(&proof, s, SLOT_LEMMAS, s->price, s->seats[s->turn].potency);
    if (pw_free_slot(s) < 0)
        bl_json_fault(&proof, "there is no empty slot for the rule");
}

/* Clockwise from the one whose turn it is, without gaps; the next one is to move. */
static void check_asked(struct bl_json *in, const struct pw *s)
{
    int seat = s->turn;
    if (s->phase == PHASE_REFUTING || s->phase == PHASE_RULE_REFUTING) {
        for (unsigned i = 0; i < s->asked_count && !in->doc->failed; i++) {
            seat = pw_next_living(s, seat);
            bl_must(in, s->asked[i] == seat && seat != s->turn, "asked",
                    "must go round clockwise from the seat after the turn's");
        }
        seat = pw_next_living(s, seat);
        bl_must(in, seat != s->turn, "asked", "must leave somebody to be asked");
    }
    bl_must(in, s->phase == PHASE_OVER || seat == s->head.to_move, "asked",
            "to_move must be seat %d", seat);
}

static void check_pending(struct bl_json *in, const struct pw *s, struct bl_logic *l)
{
    check_takes(in, s);
    bl_must(in, s->first < 0 || s->seats[s->first].alive, "first", "seat %d is dead", s->first);
    check_edited(in, s);
    if (pw_fought(s))
        check_fight(in, s);
    check_main(in, s);
    check_played(in, s);
    if (s->phase == PHASE_PLAYING && pw_size(&s->seats[s->turn].hand) == 0)
        bl_json_fault(in, "seat %d has no cards, so it cannot be its turn", s->turn);
    if (!in->doc->failed)
        check_proposal(in, s, l);
    if (!in->doc->failed)
        check_asked(in, s);
}

void pw_finish(struct bl_json *in, void *state)
{
    const struct pw *s = state;
    struct bl_logic *l = bl_logic_new();
    bl_must(in, s->phase != PHASE_SETUP || s->round <= 1, "round", "must be 1 in the set-up");
    for (unsigned i = 0; i < pw_players(s) && !in->doc->failed; i++)
        check_seat(in, s, i, l);
    check_piles(in, s);
    for (unsigned i = 0; i < pw_card_count(&s->head.setup) && !in->doc->failed; i++)
        if (pw_edited(s, i))
            check_card(in, s, i);
    for (unsigned i = 0; i < PW_RULES && !in->doc->failed; i++)
        if (s->sizes[SLOT_RULE + i] > 0) {
            struct bl_json rule = item_of(in, "rules", i);
            check_price(&rule, s, SLOT_RULE + i, s->prices[i], BL_NUMBER_MAX);
        }
    check_end(in, s);
    struct bl_json pending = bl_json_member(in, "pending");
    if (!in->doc->failed)
        check_pending(&pending, s, l);
    bl_logic_free(l);
}
