/* state.c - positions as JSON: writing. */
#include <string.h>

#include "predicate-wars.h"

static void put_ids(struct bl_text *out, const uint8_t *items, unsigned n)
{
    bl_json_open(out, '[');
    for (unsigned i = 0; i < n; i++)
        bl_json_put_int(out, items[i]);
    bl_json_close(out, ']');
}

static void put_mask(struct bl_text *out, unsigned set)
{
    bl_json_open(out, '[');
    for (unsigned i = 0; i < PW_SEATS; i++)
        if (set >> i & 1)
            bl_json_put_int(out, i);
    bl_json_close(out, ']');
}

/* A packed statement, or a packed line of a proof, as a JSON string. */
static void put_packed(struct bl_text *out, const uint8_t **at, const uint8_t *end,
                       void (*print)(const uint8_t **, const uint8_t *, bool, struct bl_text *))
{
    char room[PW_TEXT_MAX] = "";
    struct bl_text text = BL_TEXT_FIXED(room);
    print(at, end, false, &text);
    bl_json_put_string(out, room);
}

static void put_slot(struct bl_text *out, const struct pw *s, unsigned slot)
{
    const uint8_t *end, *at = pw_slot_ends(s, slot, &end);
    put_packed(out, &at, end, bl_packed_print);
}

static void put_lemmas(struct bl_text *out, const uint8_t *at, const uint8_t *end)
{
    bl_json_key(out, "lemmas");
    bl_json_open(out, '[');
    while (at < end)
        put_packed(out, &at, end, bl_packed_item_print);
    bl_json_close(out, ']');
}

/* Axioms come first: a 0 and a statement. */
static void put_subproof(struct bl_text *out, const struct pw_subproof *subproof)
{
    const uint8_t *at = subproof->items, *end = subproof->end;
    bl_json_open(out, '{');
    bl_json_key(out, "name");
    bl_json_put_string(out, subproof->name);
    bl_json_key(out, "axioms");
    bl_json_open(out, '[');
    while (at < end && *at == 0) {
        at++;
        put_packed(out, &at, end, bl_packed_print);
    }
    bl_json_close(out, ']');
    put_lemmas(out, at, end);
    bl_json_close(out, '}');
}

static void put_seat(struct bl_text *out, const struct pw *s, unsigned seat)
{
    const struct pw_seat *p = &s->seats[seat];
    struct pw_subproof subproof;
    uint8_t hand[PW_CARDS];
    unsigned n = pw_list(&p->hand, hand);
    bl_json_open(out, '{');
    bl_json_key(out, "alive");
    bl_json_put_bool(out, p->alive);
    bl_json_key(out, "health");
    bl_json_put_int(out, p->health);
    bl_json_key(out, "power");
    bl_json_put_int(out, p->power);
    bl_json_key(out, "potency");
    bl_json_put_int(out, p->potency);
    bl_json_key(out, "proving");
    bl_json_put_int(out, p->proving);
    bl_json_key(out, "hand");
    put_ids(out, hand, n);
    bl_json_key(out, "subproofs");
    bl_json_open(out, '[');
    for (size_t at = 0; pw_next_subproof(s, seat, &at, &subproof);)
        put_subproof(out, &subproof);
    bl_json_close(out, ']');
    bl_json_close(out, '}');
}

/* Public even where the effect is not seen: how often each function name stands in it. */
static void put_names(struct bl_text *out, const struct pw_card *c)
{
    bl_json_key(out, "names");
    bl_json_open(out, '{');
    for (unsigned i = 0; i < PW_NAMES; i++) {
        if (c->names[i] == 0)
            continue;
        bl_json_key(out, bl_game_name(BL_RAND_PLAYER + i));
        bl_json_put_int(out, c->names[i]);
    }
    bl_json_close(out, '}');
}

/* What a view hides of a card is null. */
static void put_card(struct bl_text *out, const struct pw *s, unsigned card)
{
    const struct pw_card *c = &s->cards[card];
    if (c->kind == PW_BLANK) {
        bl_json_put_null(out);
        return;
    }
    bl_json_open(out, '{');
    bl_json_key(out, "tag");
    bl_json_put_string(out, pw_tag_names[c->tag]);
    bl_json_key(out, "cost");
    bl_json_put_int(out, c->cost);
    bl_json_key(out, "effect");
    if (c->kind == PW_UNSEEN)
        bl_json_put_null(out);
    else
        put_slot(out, s, SLOT_CARD + card);
    bl_json_key(out, "creator");
    bl_json_put_seat(out, c->creator == PW_NOBODY ? -1 : c->creator);
    bl_json_key(out, "seen");
    put_mask(out, c->seen);
    if (c->kind == PW_UNSEEN)
        put_names(out, c);
    bl_json_close(out, '}');
}

static void put_rules(struct bl_text *out, const struct pw *s)
{
    bl_json_key(out, "rules");
    bl_json_open(out, '[');
    for (int i = 0; i < s->head.setup.options[OPTION_RULES]; i++) {
        if (s->prices[i] == 0) {
            bl_json_put_null(out);
            continue;
        }
        bl_json_open(out, '{');
        bl_json_key(out, "statement");
        put_slot(out, s, SLOT_RULE + (unsigned)i);
        bl_json_key(out, "price");
        bl_json_put_int(out, s->prices[i]);
        bl_json_close(out, '}');
    }
    bl_json_close(out, ']');
}

/* ---- what is pending ------------------------------------------------------ */

static void put_takes(struct bl_text *out, const struct pw *s)
{
    bl_json_key(out, "takes");
    if (s->phase != PHASE_CREATION) {
        bl_json_put_null(out);
        return;
    }
    bl_json_open(out, '[');
    for (unsigned i = 0; i < pw_players(s); i++) {
        if (s->takes[i] == TAKES_NULL)
            bl_json_put_null(out);
        else
            bl_json_put_bool(out, s->takes[i] == TAKES_TRUE);
    }
    bl_json_close(out, ']');
}

static void put_claiming(struct bl_text *out, const struct pw *s)
{
    bool claiming = s->phase == PHASE_CLAIMING;
    bl_json_key(out, "first");
    bl_json_put_seat(out, s->first);
    bl_json_key(out, "claims");
    if (claiming)
        bl_json_put_int(out, s->claims);
    else
        bl_json_put_null(out);
    bl_json_key(out, "edited");
    if (!claiming && s->phase != PHASE_EDITING) {
        bl_json_put_null(out);
        return;
    }
    bl_json_open(out, '[');
    for (unsigned i = 0; i < pw_players(s); i++)
        bl_json_put_seat(out, s->edited[i]);
    bl_json_close(out, ']');
}

static void put_fight(struct bl_text *out, const struct pw *s)
{
    bool proving = s->phase == PHASE_PROVING || s->phase == PHASE_REFUTING;
    bl_json_key(out, "remaining");
    if (s->fought)
        put_mask(out, s->remaining);
    else
        bl_json_put_null(out);
    bl_json_key(out, "left");
    if (s->fought)
        put_ids(out, s->left, s->left_count);
    else
        bl_json_put_null(out);
    bl_json_key(out, "previous_main");
    bl_json_put_seat(out, s->previous_main);
    bl_json_key(out, "played");
    if (proving) {
        const uint8_t played[2] = {(uint8_t)s->played[0], (uint8_t)s->played[1]};
        put_ids(out, played, 2);
    } else {
        bl_json_put_null(out);
    }
    bl_json_key(out, "rand_players");
    if (proving)
        put_ids(out, s->rand_players, s->rand_player_count);
    else
        bl_json_put_null(out);
    bl_json_key(out, "rand_cards");
    if (proving)
        put_ids(out, s->rand_cards, s->rand_card_count);
    else
        bl_json_put_null(out);
}

static void put_proposal(struct bl_text *out, const struct pw *s)
{
    bl_json_key(out, "proof");
    if (s->phase == PHASE_RULE_REFUTING) {
        bl_json_open(out, '{');
        bl_json_key(out, "statement");
        put_slot(out, s, SLOT_LEMMAS);
        bl_json_key(out, "price");
        bl_json_put_int(out, s->price);
        bl_json_close(out, '}');
    } else if (s->phase == PHASE_REFUTING) {
        const uint8_t *end, *at = pw_slot_ends(s, SLOT_LEMMAS, &end);
        bl_json_open(out, '{');
        bl_json_key(out, "players");
        put_ids(out, pw_slot(s, SLOT_PLAYERS), s->sizes[SLOT_PLAYERS]);
        bl_json_key(out, "cards");
        put_ids(out, pw_slot(s, SLOT_CHOSEN_CARDS), s->sizes[SLOT_CHOSEN_CARDS]);
        put_lemmas(out, at, end);
        bl_json_key(out, "effect");
        bl_json_put_int(out, s->effect);
        bl_json_close(out, '}');
    } else {
        bl_json_put_null(out);
    }
    bl_json_key(out, "asked");
    if (s->phase == PHASE_REFUTING || s->phase == PHASE_RULE_REFUTING)
        put_ids(out, s->asked, s->asked_count);
    else
        bl_json_put_null(out);
}

void pw_put_state(const void *state, struct bl_text *out)
{
    const struct pw *s = state;
    bl_json_open(out, '{');
    bl_json_key(out, "to_move");
    bl_json_put_seat(out, s->head.to_move);
    bl_json_key(out, "round");
    bl_json_put_int(out, s->round);
    bl_json_key(out, "phase");
    bl_json_put_string(out, pw_phase_names[s->phase]);
    bl_json_key(out, "turn");
    bl_json_put_seat(out, s->turn);
    bl_json_key(out, "players");
    bl_json_open(out, '[');
    for (unsigned i = 0; i < pw_players(s); i++)
        put_seat(out, s, i);
    bl_json_close(out, ']');
    bl_json_key(out, "cards");
    bl_json_open(out, '[');
    for (unsigned i = 0; i < pw_card_count(&s->head.setup); i++)
        put_card(out, s, i);
    bl_json_close(out, ']');
    bl_json_key(out, "deck");
    bl_json_open(out, '[');
    for (unsigned i = s->deck_count; i > 0; i--)
        bl_json_put_int(out, s->deck[i - 1]);
    bl_json_close(out, ']');
    bl_json_key(out, "discard");
    put_ids(out, s->discard, s->discard_count);
    bl_json_key(out, "drop");
    put_ids(out, s->drop, s->drop_count);
    put_rules(out, s);
    bl_json_key(out, "dead");
    put_ids(out, s->dead, s->dead_count);
    bl_json_key(out, "winner");
    bl_json_put_seat(out, s->winner);
    bl_json_key(out, "pending");
    bl_json_open(out, '{');
    put_takes(out, s);
    put_claiming(out, s);
    put_fight(out, s);
    put_proposal(out, s);
    bl_json_close(out, '}');
    bl_json_close(out, '}');
}
