/* state.c - positions as JSON: writing. */
#include <string.h>

#include "predicate-wars.h"

/* ---- members: a key and its value ------------------------------------------- */

static void put_int(struct bl_text *out, const char *key, int64_t n)
{
    bl_json_key(out, key);
    bl_json_put_int(out, n);
}

/* A seat or a card; below 0: null. */
static void put_one(struct bl_text *out, const char *key, int n)
{
    bl_json_key(out, key);
    bl_json_put_seat(out, n);
}

static void put_name(struct bl_text *out, const char *key, const char *name)
{
    bl_json_key(out, key);
    bl_json_put_string(out, name);
}

static void open_list(struct bl_text *out, const char *key)
{
    bl_json_key(out, key);
    bl_json_open(out, '[');
}

/* Opens a list, or puts null where it is not due. */
static bool open_due(struct bl_text *out, const char *key, bool due)
{
    bl_json_key(out, key);
    if (due)
        bl_json_open(out, '[');
    else
        bl_json_put_null(out);
    return due;
}

/* Seats or cards, where they are due; otherwise null. */
static void put_list(struct bl_text *out, const char *key, const uint8_t *items, unsigned n,
                     bool due)
{
    if (!open_due(out, key, due))
        return;
    for (unsigned i = 0; i < n; i++)
        bl_json_put_int(out, items[i]);
    bl_json_close(out, ']');
}

static void put_mask(struct bl_text *out, const char *key, unsigned set, bool due)
{
    uint8_t seats[PW_SEATS];
    unsigned n = 0;
    for (unsigned i = 0; i < PW_SEATS; i++)
        if (set >> i & 1)
            seats[n++] = (uint8_t)i;
    put_list(out, key, seats, n, due);
}

/* ---- what is written -------------------------------------------------------- */

/* A packed statement, or a packed line of a proof, as a JSON string. */
static void put_packed(struct bl_text *out, const uint8_t **at, const uint8_t *end,
                       void (*print)(const uint8_t **, const uint8_t *, bool, struct bl_text *))
{
    char room[PW_TEXT_MAX] = "";
    struct bl_text text = BL_TEXT_FIXED(room);
    print(at, end, false, &text);
    bl_json_put_string(out, room);
}

static void put_slot(struct bl_text *out, const char *key, const struct pw *s, unsigned slot)
{
    const uint8_t *end, *at = pw_slot_ends(s, slot, &end);
    bl_json_key(out, key);
    put_packed(out, &at, end, bl_packed_print);
}

static void put_rule(struct bl_text *out, const struct pw *s, unsigned slot, int32_t price)
{
    bl_json_open(out, '{');
    put_slot(out, "statement", s, slot);
    put_int(out, "price", price);
    bl_json_close(out, '}');
}

static void put_lemmas(struct bl_text *out, const uint8_t *at, const uint8_t *end)
{
    open_list(out, "lemmas");
    while (at < end)
        put_packed(out, &at, end, bl_packed_item_print);
    bl_json_close(out, ']');
}

/* Axioms come first: a 0 and a statement. */
static void put_subproof(struct bl_text *out, const struct pw_subproof *subproof)
{
    const uint8_t *at = subproof->items, *end = subproof->end;
    bl_json_open(out, '{');
    put_name(out, "name", subproof->name);
    open_list(out, "axioms");
    while (at < end && *at == 0) {
        at++;
        put_packed(out, &at, end, bl_packed_print);
    }
    bl_json_close(out, ']');
    put_lemmas(out, at, end);
    bl_json_close(out, '}');
}

/* ---- seats and cards -------------------------------------------------------- */

static void put_seat(struct bl_text *out, const struct pw *s, unsigned seat)
{
    const struct pw_seat *p = &s->seats[seat];
    struct pw_subproof subproof;
    uint8_t hand[PW_CARDS];
    bl_json_open(out, '{');
    bl_json_key(out, "alive");
    bl_json_put_bool(out, p->alive);
    put_int(out, "health", p->health);
    put_int(out, "power", p->power);
    put_int(out, "potency", p->potency);
    put_int(out, "proving", p->proving);
    put_list(out, "hand", hand, pw_list(&p->hand, hand), true);
    open_list(out, "subproofs");
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
    for (unsigned i = 0; i < PW_NAMES; i++)
        if (c->names[i] > 0)
            put_int(out, bl_game_name(BL_RAND_PLAYER + i), c->names[i]);
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
    put_name(out, "tag", pw_tag_names[c->tag]);
    put_int(out, "cost", c->cost);
    if (c->kind == PW_UNSEEN)
        put_one(out, "effect", -1);
    else
        put_slot(out, "effect", s, SLOT_CARD + card);
    put_one(out, "creator", c->creator == PW_NOBODY ? -1 : c->creator);
    put_mask(out, "seen", c->seen, true);
    if (c->kind == PW_UNSEEN)
        put_names(out, c);
    bl_json_close(out, '}');
}

static void put_rules(struct bl_text *out, const struct pw *s)
{
    open_list(out, "rules");
    for (int i = 0; i < s->head.setup.options[OPTION_RULES]; i++) {
        if (s->prices[i] == 0)
            bl_json_put_null(out);
        else
            put_rule(out, s, SLOT_RULE + (unsigned)i, s->prices[i]);
    }
    bl_json_close(out, ']');
}

/* ---- what is pending ------------------------------------------------------ */

static void put_choices(struct bl_text *out, const struct pw *s)
{
    bool claiming = s->phase == PHASE_CLAIMING;
    if (open_due(out, "takes", s->phase == PHASE_CREATION)) {
        for (unsigned i = 0; i < pw_players(s); i++) {
            if (s->takes[i] == TAKES_NULL)
                bl_json_put_null(out);
            else
                bl_json_put_bool(out, s->takes[i] == TAKES_TRUE);
        }
        bl_json_close(out, ']');
    }
    put_one(out, "first", s->first);
    put_one(out, "claims", claiming ? s->claims : -1);
    if (open_due(out, "edited", claiming || s->phase == PHASE_EDITING)) {
        for (unsigned i = 0; i < pw_players(s); i++)
            bl_json_put_seat(out, s->edited[i]);
        bl_json_close(out, ']');
    }
}

static void put_fight(struct bl_text *out, const struct pw *s)
{
    bool proving = s->phase == PHASE_PROVING || s->phase == PHASE_REFUTING;
    const uint8_t played[2] = {(uint8_t)s->played[0], (uint8_t)s->played[1]};
    put_mask(out, "remaining", s->remaining, s->fought);
    put_list(out, "left", s->left, s->left_count, s->fought);
    put_one(out, "previous_main", s->previous_main);
    put_list(out, "played", played, 2, proving);
    put_list(out, "rand_players", s->rand_players, s->rand_player_count, proving);
    put_list(out, "rand_cards", s->rand_cards, s->rand_card_count, proving);
}

static void put_proposal(struct bl_text *out, const struct pw *s)
{
    bool rule = s->phase == PHASE_RULE_REFUTING, proof = s->phase == PHASE_REFUTING;
    const uint8_t *end, *at = pw_slot_ends(s, SLOT_LEMMAS, &end);
    bl_json_key(out, "proof");
    if (rule) {
        put_rule(out, s, SLOT_LEMMAS, s->price);
    } else if (proof) {
        bl_json_open(out, '{');
        put_list(out, "players", pw_slot(s, SLOT_PLAYERS), s->sizes[SLOT_PLAYERS], true);
        put_list(out, "cards", pw_slot(s, SLOT_CHOSEN_CARDS), s->sizes[SLOT_CHOSEN_CARDS], true);
        put_lemmas(out, at, end);
        put_int(out, "effect", s->effect);
        bl_json_close(out, '}');
    } else {
        bl_json_put_null(out);
    }
    put_list(out, "asked", s->asked, s->asked_count, rule || proof);
}

void pw_put_state(const void *state, struct bl_text *out)
{
    const struct pw *s = state;
    uint8_t deck[PW_CARDS];
    for (unsigned i = 0; i < s->deck_count; i++)
        deck[i] = s->deck[s->deck_count - 1 - i];
    bl_json_open(out, '{');
    put_one(out, "to_move", s->head.to_move);
    put_int(out, "round", s->round);
    put_name(out, "phase", pw_phase_names[s->phase]);
    put_one(out, "turn", s->turn);
    open_list(out, "players");
    for (unsigned i = 0; i < pw_players(s); i++)
        put_seat(out, s, i);
    bl_json_close(out, ']');
    open_list(out, "cards");
    for (unsigned i = 0; i < pw_card_count(&s->head.setup); i++)
        put_card(out, s, i);
    bl_json_close(out, ']');
    put_list(out, "deck", deck, s->deck_count, true);
    put_list(out, "discard", s->discard, s->discard_count, true);
    put_list(out, "drop", s->drop, s->drop_count, true);
    put_rules(out, s);
    put_list(out, "dead", s->dead, s->dead_count, true);
    put_one(out, "winner", s->winner);
    bl_json_key(out, "pending");
    bl_json_open(out, '{');
    put_choices(out, s);
    put_fight(out, s);
    put_proposal(out, s);
    bl_json_close(out, '}');
    bl_json_close(out, '}');
}
