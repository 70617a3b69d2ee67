/* pending.c - positions as JSON: reading what is pending. */
#include "bylaw/fields.h"
#include "predicate-wars.h"

static bool is_proving(const struct pw *s)
{
    return s->phase == PHASE_PROVING || s->phase == PHASE_REFUTING;
}

/* The member; whether it has a value, which it must have just when it is `due`. */
static bool take(struct bl_json *in, const char *name, bool due, struct bl_json *out)
{
    *out = bl_json_member(in, name);
    if (!in->doc->failed && bl_json_is_null(out) == due)
        bl_json_fault(out, due ? "must not be null in this phase" : "must be null in this phase");
    return due && !in->doc->failed;
}

static void read_takes(struct bl_json *in, struct pw *s)
{
    struct bl_json takes, item;
    if (!take(in, "takes", s->phase == PHASE_CREATION, &takes))
        return;
    pw_must_have(&takes, pw_players(s), PW_SEATS);
    for (unsigned i = 0; pw_item(&takes, i, &item); i++) {
        bool chosen = (int)i < s->turn && s->seats[i].alive;
        if (bl_json_is_null(&item) == chosen)
            bl_json_fault(&item, chosen ? "must not be null: the seat has chosen" : "must be null");
        else if (chosen)
            s->takes[i] = bl_json_to_bool(&item) ? TAKES_TRUE : TAKES_FALSE;
    }
}

static void read_edited(struct bl_json *in, struct pw *s)
{
    struct bl_json edited, item;
    bool used[PW_CARDS] = {false};
    if (!take(in, "edited", s->phase == PHASE_EDITING || s->phase == PHASE_CLAIMING, &edited))
        return;
    pw_must_have(&edited, pw_players(s), PW_SEATS);
    for (unsigned i = 0; pw_item(&edited, i, &item); i++) {
        if (bl_json_is_null(&item))
            continue;
        unsigned card = (unsigned)bl_json_to_int(&item, 0, pw_card_count(&s->head.setup) - 1);
        if (in->doc->failed)
            return;
        if (!s->seats[i].alive || (s->phase == PHASE_EDITING && (int)i >= s->turn))
            bl_json_fault(&item, "must be null: the seat has edited nothing");
        else if (!pw_edited(s, card) || pw_owner(s, card) < 0 || s->cards[card].creator != i ||
                 used[card])
            bl_json_fault(&item, "must be a card that the seat edited in this round");
        used[card] = true;
        s->edited[i] = (int16_t)card;
    }
}

static void read_claiming(struct bl_json *in, struct pw *s)
{
    struct bl_json first, claims;
    bool claiming = s->phase == PHASE_CLAIMING;
    if (take(in, "first", claiming, &first)) {
        s->first = (int8_t)bl_json_to_int(&first, 0, pw_players(s) - 1);
        bl_must(in, s->seats[s->first].alive, "first", "seat %d is dead", s->first);
    }
    if (take(in, "claims", claiming, &claims))
        s->claims = (uint8_t)bl_json_to_int(&claims, 0, PW_CLAIMS_MAX);
    read_edited(in, s);
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

static void read_fight(struct bl_json *in, struct pw *s)
{
    struct bl_json remaining, left, main;
    s->fought = s->round > 1 || s->phase >= PHASE_PLAYING;
    bool first = take(in, "remaining", s->fought, &remaining);
    bool second = take(in, "left", s->fought, &left);
    if (first && second) {
        s->remaining = pw_read_mask(&remaining, s);
        s->left_count = (uint8_t)pw_read_list(&left, pw_players(s), s->left, PW_SEATS);
        if (!in->doc->failed)
            check_fight(in, s);
    }
    main = bl_json_member(in, "previous_main");
    if (bl_json_is_null(&main))
        return;
    s->previous_main = (int16_t)bl_json_to_int(&main, 0, pw_card_count(&s->head.setup) - 1);
    bool dropped = false;
    for (unsigned i = 0; i < s->drop_count; i++)
        dropped |= s->drop[i] == s->previous_main;
    bl_must(in, pw_in_fight(s) && dropped && pw_edited(s, (unsigned)s->previous_main),
            "previous_main", "must be a card played in this Phase IV, else null");
}

/* An order of the items whose bits are set. */
static unsigned read_order(struct bl_json *array, const struct pw_set *set, uint8_t *out,
                           unsigned limit, unsigned room)
{
    unsigned n = pw_read_list(array, limit, out, room);
    bool fits = n == pw_size(set);
    for (unsigned i = 0; i < n; i++)
        fits = fits && pw_in(set, out[i]);
    if (!fits)
        bl_json_fault(array, "must have each living seat, or each card that they own, once");
    return n;
}

static void read_values(struct bl_json *in, struct pw *s)
{
    struct bl_json played, players, cards;
    struct pw_set living = {{pw_living_set(s)}}, owned = pw_owned(s);
    uint8_t two[2];
    if (take(in, "played", is_proving(s), &played)) {
        unsigned n = pw_read_list(&played, pw_card_count(&s->head.setup), two, 2);
        if (n != 2 || s->drop_count < 2 || s->previous_main != two[0] ||
            s->drop[s->drop_count - 2] != two[0] || s->drop[s->drop_count - 1] != two[1] ||
            !pw_edited(s, two[0]) || !pw_edited(s, two[1]) ||
            s->cards[two[0]].points > s->cards[two[1]].points) {
            bl_json_fault(&played, "must be the two cards dropped last, the previous main first");
            return;
        }
        s->played[0] = two[0];
        s->played[1] = two[1];
        unsigned all = pw_everybody(s);
        if (s->cards[two[0]].seen != all || s->cards[two[1]].seen != all)
            bl_json_fault(&played, "must have been seen by everybody");
    }
    if (take(in, "rand_players", is_proving(s), &players))
        s->rand_player_count =
            (uint8_t)read_order(&players, &living, s->rand_players, pw_players(s), PW_SEATS);
    if (take(in, "rand_cards", is_proving(s), &cards))
        s->rand_card_count = (uint8_t)read_order(&cards, &owned, s->rand_cards,
                                                 pw_card_count(&s->head.setup), PW_CARDS);
}

/* ---- proposals ------------------------------------------------------------ */

/* Chosen players or cards: repeats are allowed. */
static void read_chosen(struct bl_json *in, const char *name, struct pw *s, unsigned slot)
{
    struct bl_json array = bl_json_member(in, name), item;
    unsigned limit = slot == SLOT_PLAYERS ? pw_players(s) : pw_card_count(&s->head.setup);
    bl_json_count(&array, PW_CHOSEN);
    for (unsigned i = 0; pw_item(&array, i, &item); i++) {
        uint8_t value = (uint8_t)bl_json_to_int(&item, 0, (int64_t)limit - 1);
        if (in->doc->failed)
            return;
        if (slot == SLOT_PLAYERS ? !s->seats[value].alive : pw_owner(s, value) < 0)
            bl_json_fault(&item, slot == SLOT_PLAYERS ? "seat %d is dead" : "nobody owns #%d", value);
        pw_slot_append(s, slot, &value, 1);
    }
}

/* The proof was checked when it was made. */
static void check_proof(struct bl_json *lemmas, struct bl_json *effect, const struct pw *s,
                        struct bl_logic *l)
{
    struct pw_proof p;
    struct pw_failure f = {0};
    const uint8_t *end, *at = pw_slot_ends(s, SLOT_LEMMAS, &end);
    bl_term condition;
    pw_proof_begin(&p, l, s, s->turn, MOVE_PROVE);
    pw_values_chosen(&p.values, pw_slot(s, SLOT_PLAYERS), s->sizes[SLOT_PLAYERS],
                     pw_slot(s, SLOT_CHOSEN_CARDS), s->sizes[SLOT_CHOSEN_CARDS]);
    while (at < end) {
        if (!pw_proof_packed(&p, &at, end, &f)) {
            pw_unproved(lemmas, &f);
            return;
        }
    }
    const struct bl_line *line = bl_proof_line(p.proof, s->effect);
    if (!line || !pw_effect_action(l, line->s.term, &condition))
        bl_json_fault(effect, "must be the number of a game effect in the proof");
}

static void read_proof(struct bl_json *proof, struct pw *s, struct bl_logic *l)
{
    read_chosen(proof, "players", s, SLOT_PLAYERS);
    read_chosen(proof, "cards", s, SLOT_CHOSEN_CARDS);
    struct bl_json lemmas = bl_json_member(proof, "lemmas");
    pw_read_lines(&lemmas, s, SLOT_LEMMAS, false, l);
    struct bl_json effect = bl_json_member(proof, "effect");
    s->effect = (uint16_t)bl_json_to_int(&effect, 1, UINT16_MAX);
    bl_json_done(proof);
    if (!proof->doc->failed)
        check_proof(&lemmas, &effect, s, l);
}

static void read_new_rule(struct bl_json *proof, struct pw *s, struct bl_logic *l)
{
    s->price = pw_read_rule(proof, s, SLOT_LEMMAS, s->seats[s->turn].potency, l);
    if (pw_free_slot(s) < 0)
        bl_json_fault(proof, "there is no empty slot for the rule");
    bl_json_done(proof);
}

/* Clockwise from the one whose turn it is, without gaps; the next one is to move. */
static void read_asked(struct bl_json *in, struct pw *s)
{
    struct bl_json asked;
    int seat = s->turn;
    if (take(in, "asked", s->phase == PHASE_REFUTING || s->phase == PHASE_RULE_REFUTING, &asked)) {
        s->asked_count = (uint8_t)pw_read_list(&asked, pw_players(s), s->asked, PW_SEATS);
        for (unsigned i = 0; i < s->asked_count && !in->doc->failed; i++)
            if (s->asked[i] != (seat = pw_next_living(s, seat)) || seat == s->turn)
                bl_json_fault(&asked, "must go round clockwise from the seat after the turn's");
        seat = pw_next_living(s, seat);
        if (!in->doc->failed && seat == s->turn)
            bl_json_fault(&asked, "must leave somebody to be asked");
    }
    if (!in->doc->failed && s->phase != PHASE_OVER && seat != s->head.to_move)
        bl_json_fault(&asked, "to_move must be seat %d", seat);
}

void pw_read_pending(struct bl_json *in, struct pw *s, struct bl_logic *l)
{
    struct bl_json proof;
    bool refuting = s->phase == PHASE_REFUTING, rule = s->phase == PHASE_RULE_REFUTING;
    read_takes(in, s);
    read_claiming(in, s);
    read_fight(in, s);
    if (!in->doc->failed)
        read_values(in, s);
    if (s->phase == PHASE_PLAYING && pw_size(&s->seats[s->turn].hand) == 0)
        bl_json_fault(in, "seat %d has no cards, so it cannot be its turn", s->turn);
    if (!in->doc->failed && take(in, "proof", refuting || rule, &proof)) {
        if (refuting)
            read_proof(&proof, s, l);
        else
            read_new_rule(&proof, s, l);
    }
    if (!in->doc->failed)
        read_asked(in, s);
    bl_json_done(in);
}
