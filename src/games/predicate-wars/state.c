/* state.c - positions as JSON: writing. */
#include <string.h>

#include "predicate-wars.h"

/* ---- lists ---------------------------------------------------------------- */

/* Seats or cards, where they are due; otherwise null. */
static void put_list(struct bl_text *out, const char *key, const uint8_t *items, unsigned n,
                     bool due)
{
    bl_json_key(out, key);
    if (!due) {
        bl_json_put_null(out);
        return;
    }
    bl_json_open(out, '[');
    for (unsigned i = 0; i < n; i++)
        bl_json_put_int(out, items[i]);
    bl_json_close(out, ']');
}

static void put_mask(struct bl_text *out, const char *key, unsigned set, bool due)
{
    struct pw_set seats = {{set}};
    uint8_t list[PW_CARDS];
    put_list(out, key, list, pw_list(&seats, list), due);
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
    bl_json_putf(out, "'price':%d}", (int)price);
}

static void put_lemmas(struct bl_text *out, const uint8_t *at, const uint8_t *end)
{
    bl_json_putf(out, "'lemmas':[");
    while (at < end)
        put_packed(out, &at, end, bl_packed_item_print);
    bl_put(out, "]");
}

/* Axioms come first: a 0 and a statement. */
static void put_subproof(struct bl_text *out, const struct pw_subproof *subproof)
{
    const uint8_t *at = subproof->items, *end = subproof->end;
    bl_json_putf(out, "{'name':%s,'axioms':[", subproof->name);
    while (at < end && *at == 0) {
        at++;
        put_packed(out, &at, end, bl_packed_print);
    }
    bl_put(out, "]");
    put_lemmas(out, at, end);
    bl_put(out, "}");
}

/* ---- seats and cards -------------------------------------------------------- */

static void put_seat(struct bl_text *out, const struct pw *s, unsigned seat)
{
    const struct pw_seat *p = &s->seats[seat];
    struct pw_subproof subproof;
    uint8_t hand[PW_CARDS];
    bl_json_putf(out, "{'alive':%t,'health':%d,'power':%d,'potency':%d,'proving':%d", p->alive,
                 (int)p->health, (int)p->power, (int)p->potency, (int)p->proving);
    put_list(out, "hand", hand, pw_list(&p->hand, hand), true);
    bl_json_putf(out, "'subproofs':[");
    for (size_t at = 0; pw_next_subproof(s, seat, &at, &subproof);)
        put_subproof(out, &subproof);
    bl_put(out, "]}");
}

/* What a view hides of a card is null; how often each function name stands in it is public. */
static void put_card(struct bl_text *out, const struct pw *s, unsigned card)
{
    const struct pw_card *c = &s->cards[card];
    bool unseen = c->kind == PW_UNSEEN;
    if (c->kind == PW_BLANK) {
        bl_json_put_null(out);
        return;
    }
    bl_json_putf(out, "{'tag':%s,'cost':%d", pw_tag_names[c->tag], (int)c->cost);
    if (unseen)
        bl_json_putf(out, "'effect':null");
    else
        put_slot(out, "effect", s, SLOT_CARD + card);
    bl_json_putf(out, "'creator':%p", c->creator == PW_NOBODY ? -1 : c->creator);
    put_mask(out, "seen", c->seen, true);
    if (unseen)
        bl_json_putf(out, "'names':{");
    for (unsigned i = 0; unseen && i < PW_NAMES; i++)
        if (c->names[i] > 0)
            bl_json_putf(out, "%s:%d", bl_game_name(BL_RAND_PLAYER + i), c->names[i]);
    bl_put(out, unseen ? "}}" : "}");
}

static void put_rules(struct bl_text *out, const struct pw *s)
{
    bl_json_putf(out, "'rules':[");
    for (int i = 0; i < s->head.setup.options[OPTION_RULES]; i++) {
        if (s->prices[i] == 0)
            bl_json_put_null(out);
        else
            put_rule(out, s, SLOT_RULE + (unsigned)i, s->prices[i]);
    }
    bl_put(out, "]");
}

/* ---- what is pending ------------------------------------------------------ */

static void put_choices(struct bl_text *out, const struct pw *s)
{
    static const char *const taken[] = {"null", "false", "true"};   /* TAKES_… */
    bool creating = s->phase == PHASE_CREATION, claiming = s->phase == PHASE_CLAIMING;
    bool editing = claiming || s->phase == PHASE_EDITING;
    bl_json_putf(out, creating ? "'takes':[" : "'takes':null");
    for (unsigned i = 0; creating && i < pw_players(s); i++)
        bl_json_put_raw(out, taken[s->takes[i]]);
    bl_put(out, creating ? "]" : "");
    bl_json_putf(out, "'first':%p,'claims':%p", s->first, claiming ? s->claims : -1);
    bl_json_putf(out, editing ? "'edited':[" : "'edited':null");
    for (unsigned i = 0; editing && i < pw_players(s); i++)
        bl_json_put_seat(out, s->edited[i]);
    bl_put(out, editing ? "]" : "");
}

static void put_fight(struct bl_text *out, const struct pw *s)
{
    bool proving = s->phase == PHASE_PROVING || s->phase == PHASE_REFUTING;
    const uint8_t played[2] = {(uint8_t)s->played[0], (uint8_t)s->played[1]};
    put_mask(out, "remaining", s->remaining, s->fought);
    put_list(out, "left", s->left, s->left_count, s->fought);
    bl_json_putf(out, "'previous_main':%p", s->previous_main);
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
        bl_json_putf(out, "'effect':%d}", s->effect);
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
    bl_json_putf(out, "{'to_move':%p,'round':%d,'phase':%s,'turn':%p,'players':[", s->head.to_move,
                 (int)s->round, pw_phase_names[s->phase], s->turn);
    for (unsigned i = 0; i < pw_players(s); i++)
        put_seat(out, s, i);
    bl_put(out, "]");
    bl_json_putf(out, "'cards':[");
    for (unsigned i = 0; i < pw_card_count(&s->head.setup); i++)
        put_card(out, s, i);
    bl_put(out, "]");
    put_list(out, "deck", deck, s->deck_count, true);
    put_list(out, "discard", s->discard, s->discard_count, true);
    put_list(out, "drop", s->drop, s->drop_count, true);
    put_rules(out, s);
    put_list(out, "dead", s->dead, s->dead_count, true);
    bl_json_putf(out, "'winner':%p,'pending':{", s->winner);
    put_choices(out, s);
    put_fight(out, s);
    put_proposal(out, s);
    bl_put(out, "}}");
}
