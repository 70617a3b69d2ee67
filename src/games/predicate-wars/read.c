/* read.c - positions as JSON: reading the table; pending.c reads what is pending. */
#include <string.h>

#include "bylaw/fields.h"
#include "predicate-wars.h"

void pw_must_have(struct bl_json *array, unsigned n, unsigned most)
{
    if (bl_json_count(array, most) != n)
        bl_json_fault(array, "there must be %d of them", (int)n);
}

bool pw_item(struct bl_json *array, size_t i, struct bl_json *out)
{
    if (array->doc->failed || i >= bl_json_count(array, SIZE_MAX / 2))
        return false;
    *out = bl_json_item(array, i);
    return true;
}

unsigned pw_read_list(struct bl_json *array, unsigned limit, uint8_t *out, unsigned room)
{
    bool seen[256] = {false};
    unsigned n = (unsigned)bl_json_count(array, room);
    struct bl_json item;
    for (unsigned i = 0; pw_item(array, i, &item); i++) {
        unsigned value = (unsigned)bl_json_to_int(&item, 0, (int64_t)limit - 1);
        if (seen[value])
            bl_json_fault(&item, "%d is there twice", (int)value);
        seen[value] = true;
        out[i] = (uint8_t)value;
    }
    return array->doc->failed ? 0 : n;
}

static void must_ascend(struct bl_json *array, const uint8_t *items, unsigned n)
{
    for (unsigned i = 1; i < n; i++)
        if (items[i] < items[i - 1])
            bl_json_fault(array, "must be in ascending order");
}

uint16_t pw_read_mask(struct bl_json *array, const struct pw *s)
{
    uint8_t seats[PW_SEATS];
    unsigned n = pw_read_list(array, pw_players(s), seats, PW_SEATS), set = 0;
    must_ascend(array, seats, n);
    for (unsigned i = 0; i < n; i++)
        set |= 1u << seats[i];
    return (uint16_t)set;
}

/* Which of these names it is; `count`: none of them. */
static unsigned read_word(struct bl_json *in, const char *member, const char *const *names,
                          unsigned count)
{
    const char *given = bl_json_string(in, member);
    unsigned i = 0;
    while (i < count && strcmp(names[i], given) != 0)
        i++;
    return i;
}

/* ---- what is written ------------------------------------------------------ */

static void cannot_be_read(struct bl_json *value, const struct bl_fault *fault)
{
    bl_json_fault(value, "column %d: %s", (int)fault->column, fault->why);
}

static size_t read_statement(struct bl_json *value, bool closed, struct bl_logic *l,
                             uint8_t *packed, unsigned *points)
{
    const char *given = bl_json_to_string(value);
    struct bl_statement statement;
    struct bl_fault fault;
    *points = 0;
    if (value->doc->failed)
        return 0;
    bl_logic_reset(l);
    if (!bl_statement_parse(l, given, strlen(given), 0, BL_WFF, &statement, &fault)) {
        cannot_be_read(value, &fault);
        return 0;
    }
    if (closed && !bl_term_closed(l, statement.term))
        bl_json_fault(value, "a rule has no free variable");
    *points = statement.points;
    return bl_statement_pack(l, &statement, packed);
}

int32_t pw_read_rule(struct bl_json *in, struct pw *s, unsigned slot, int32_t most,
                     struct bl_logic *l)
{
    struct bl_json statement = bl_json_member(in, "statement");
    uint8_t packed[BL_PACKED_MAX];
    unsigned points;
    pw_slot_append(s, slot, packed, read_statement(&statement, true, l, packed, &points));
    return (int32_t)bl_json_int(in, "price", pw_rule_price((int32_t)points), most);
}

static bool subproofs_fit(struct bl_json *value, const struct pw *s, unsigned slot, size_t more)
{
    if (!value->doc->failed && s->sizes[slot] + more > pw_subproofs_room(s))
        bl_json_fault(value, "the subproofs of a seat have room for %d bytes",
                      (int)pw_subproofs_room(s));
    return !value->doc->failed;
}

static void read_line(struct bl_json *value, struct pw *s, unsigned slot, bool axiom,
                      struct bl_logic *l)
{
    const char *given = bl_json_to_string(value);
    struct bl_item item = {.axiom = true};
    struct bl_fault fault;
    uint8_t packed[PW_ITEM_MAX];
    if (value->doc->failed)
        return;
    bl_logic_reset(l);
    bool good = axiom ? bl_statement_parse(l, given, strlen(given), 0, BL_WFF, &item.i.c, &fault)
                      : bl_item_parse(l, given, strlen(given), 0, &item, &fault);
    if (!good) {
        cannot_be_read(value, &fault);
        return;
    }
    if (item.axiom != axiom || item.i.premises > 2) {
        bl_json_fault(value, "must be a lemma: STATEMENT by RULE");
        return;
    }
    size_t size = bl_item_pack(l, &item, packed);
    if (slot == SLOT_LEMMAS || subproofs_fit(value, s, slot, size))
        pw_slot_append(s, slot, packed, size);
}

void pw_read_lines(struct bl_json *array, struct pw *s, unsigned slot, bool axioms,
                   struct bl_logic *l)
{
    struct bl_json item;
    bl_json_count(array, axioms ? SIZE_MAX / 2 : BL_LEMMAS_MAX);
    for (size_t i = 0; pw_item(array, i, &item); i++)
        read_line(&item, s, slot, axioms, l);
}

void pw_unproved(struct bl_json *value, const struct pw_failure *f)
{
    bl_json_fault(value, "lemma %d does not follow by L.P.%d: %s", (int)f->lemma, (int)f->rule,
                  bl_why_text(f->why));
}

/* Opens the subproof of that name, and returns where. */
static size_t read_name(struct bl_json *name, struct pw *s, unsigned seat)
{
    const char *given = bl_json_to_string(name);
    struct pw_subproof other;
    size_t n = strspn(given, PW_NAME_CHARS);
    if (n == 0 || n > PW_NAME_MAX || given[n])
        bl_json_fault(name, "must be 1 to 32 of A-Z a-z 0-9 _ -");
    for (size_t at = 0; pw_next_subproof(s, seat, &at, &other);)
        if (strcmp(other.name, given) == 0)
            bl_json_fault(name, "there is one of this name already");
    return subproofs_fit(name, s, SLOT_SUBPROOFS + seat, pw_subproof_head(n))
               ? pw_open_subproof(s, seat, given, n)
               : 0;
}

static void read_subproof(struct bl_json *in, struct pw *s, unsigned seat, struct bl_logic *l)
{
    unsigned slot = SLOT_SUBPROOFS + seat;
    struct bl_json name = bl_json_member(in, "name");
    size_t opened = read_name(&name, s, seat);
    struct bl_json axioms = bl_json_member(in, "axioms"), lemmas = bl_json_member(in, "lemmas");
    pw_read_lines(&axioms, s, slot, true, l);
    pw_read_lines(&lemmas, s, slot, false, l);
    bl_json_done(in);
    if (!in->doc->failed)
        pw_close_subproof(s, seat, opened);
}

/* What is owned was checked when it was bought. */
static void check_subproofs(struct bl_json *array, const struct pw *s, unsigned seat,
                            struct bl_logic *l)
{
    struct pw_proof p;
    struct pw_subproof subproof;
    size_t at = 0;
    pw_proof_bare(&p, l, s);
    for (unsigned i = 0; !array->doc->failed && pw_next_subproof(s, seat, &at, &subproof); i++) {
        struct pw_failure f;
        struct bl_json item = bl_json_item(array, i);
        if (!pw_proof_subproof(&p, &subproof, &f))
            pw_unproved(&item, &f);
    }
}

/* ---- seats ---------------------------------------------------------------- */

/* Cards that lie here, and so nowhere else. */
static void find(struct bl_json *array, const uint8_t *cards, unsigned n, struct pw_set *found)
{
    for (unsigned i = 0; i < n; i++) {
        if (pw_in(found, cards[i]))
            bl_json_fault(array, "#%d is there twice", cards[i]);
        pw_add(found, cards[i]);
    }
}

static void read_seat(struct bl_json *in, struct pw *s, unsigned seat, struct pw_set *found,
                      struct bl_logic *l)
{
    struct pw_seat *p = &s->seats[seat];
    uint8_t hand[PW_CARDS];
    p->alive = bl_json_bool(in, "alive");
    p->health = (int32_t)bl_json_int(in, "health", -1000000, BL_NUMBER_MAX);
    bl_must(in, p->alive == (p->health > 0), "health",
            p->alive ? "must be above 0: the player is alive"
                     : "must be 0 or less: the player is dead");
    p->power = (int32_t)bl_json_int(in, "power", 0, BL_NUMBER_MAX);
    p->potency = (int32_t)bl_json_int(in, "potency", 0, BL_NUMBER_MAX);
    p->proving = (int32_t)bl_json_int(in, "proving", 0, BL_NUMBER_MAX);
    struct bl_json cards = bl_json_member(in, "hand");
    unsigned n = pw_read_list(&cards, pw_card_count(&s->head.setup), hand, PW_CARDS);
    must_ascend(&cards, hand, n);
    bl_must(in, n == 0 || p->alive, "hand", "must be empty: the player is dead");
    find(&cards, hand, n, found);
    for (unsigned i = 0; i < n; i++)
        pw_add(&p->hand, hand[i]);
    struct bl_json subproofs = bl_json_member(in, "subproofs"), item;
    p->subproofs = (uint16_t)bl_json_count(&subproofs, PW_SUBPROOFS);
    for (unsigned i = 0; pw_item(&subproofs, i, &item); i++)
        read_subproof(&item, s, seat, l);
    if (!in->doc->failed)
        check_subproofs(&subproofs, s, seat, l);
    bl_json_done(in);
}

/* ---- cards ---------------------------------------------------------------- */

static void read_card(struct bl_json *in, struct pw *s, unsigned card, struct bl_logic *l)
{
    struct pw_card *c = &s->cards[card];
    uint8_t packed[BL_PACKED_MAX];
    unsigned points;
    if (bl_json_is_null(in))
        return;
    c->tag = (uint8_t)read_word(in, "tag", pw_tag_names, PW_TAGS);
    bl_must(in, c->tag < PW_TAGS, "tag", "must be rock, paper or scissors");
    c->cost = (int32_t)bl_json_int(in, "cost", 0, BL_NUMBER_MAX);
    struct bl_json effect = bl_json_member(in, "effect");
    pw_write_card(s, card, packed, read_statement(&effect, false, l, packed, &points));
    c->creator = (uint8_t)bl_json_int(in, "creator", 0, pw_players(s) - 1);
    struct bl_json who = bl_json_member(in, "seen");
    c->seen = pw_read_mask(&who, s);
    int owner = pw_owner(s, card);
    if (!(c->seen >> c->creator & 1) || (owner >= 0 && !(c->seen >> owner & 1)))
        bl_json_fault(&who, "must have the creator and the owner in it");
    bl_json_done(in);
}

static unsigned read_pile(struct bl_json *in, const char *name, struct pw *s, struct pw_set *found,
                          uint8_t *out)
{
    struct bl_json pile = bl_json_member(in, name);
    unsigned n = pw_read_list(&pile, pw_card_count(&s->head.setup), out, PW_CARDS);
    find(&pile, out, n, found);
    return n;
}

static void read_cards(struct bl_json *in, struct pw *s, struct pw_set *found, struct bl_logic *l)
{
    uint8_t deck[PW_CARDS];
    s->deck_count = (uint8_t)read_pile(in, "deck", s, found, deck);
    for (unsigned i = 0; i < s->deck_count; i++)
        s->deck[s->deck_count - 1 - i] = deck[i];
    s->discard_count = (uint8_t)read_pile(in, "discard", s, found, s->discard);
    s->drop_count = (uint8_t)read_pile(in, "drop", s, found, s->drop);
    struct bl_json cards = bl_json_member(in, "cards"), item;
    pw_must_have(&cards, pw_card_count(&s->head.setup), PW_CARDS);
    for (unsigned i = 0; pw_item(&cards, i, &item); i++) {
        if (!pw_in(found, i))
            bl_json_fault(&item, "#%d is in no hand and no pile", (int)i);
        else
            read_card(&item, s, i, l);
    }
    bool piles = pw_in_fight(s) || s->phase == PHASE_OVER;
    for (unsigned i = 0; i < s->discard_count; i++)
        bl_must(in, piles && pw_edited(s, s->discard[i]), "discard",
                piles ? "#%d is blank" : "must be empty outside Phase IV", s->discard[i]);
    bl_must(in, piles || s->drop_count == 0, "drop", "must be empty outside Phase IV");
}

static void read_rules(struct bl_json *in, struct pw *s, struct bl_logic *l)
{
    struct bl_json rules = bl_json_member(in, "rules"), item;
    pw_must_have(&rules, (unsigned)s->head.setup.options[OPTION_RULES], PW_RULES);
    for (unsigned i = 0; pw_item(&rules, i, &item); i++) {
        if (bl_json_is_null(&item))
            continue;
        s->prices[i] = pw_read_rule(&item, s, SLOT_RULE + i, BL_NUMBER_MAX, l);
        bl_json_done(&item);
    }
}

/* ---- the whole ------------------------------------------------------------ */

static void read_turn(struct bl_json *in, struct pw *s)
{
    s->head.to_move = (int8_t)bl_json_seat(in, "to_move", s->head.setup.players);
    s->round = (int32_t)bl_json_int(in, "round", 1, BL_NUMBER_MAX);
    s->phase = (uint8_t)read_word(in, "phase", pw_phase_names, PW_PHASES);
    bl_must(in, s->phase < PW_PHASES, "phase", "there is no such phase: %s",
            bl_json_string(in, "phase"));
    s->turn = (int8_t)bl_json_seat(in, "turn", s->head.setup.players);
    bl_must(in, s->phase != PHASE_SETUP || s->round <= 1, "round", "must be 1 in the set-up");
}

static void read_end(struct bl_json *in, struct pw *s)
{
    struct bl_json dead = bl_json_member(in, "dead");
    s->dead_count = (uint8_t)pw_read_list(&dead, pw_players(s), s->dead, PW_SEATS);
    for (unsigned i = 0; i < s->dead_count; i++)
        bl_must(in, !s->seats[s->dead[i]].alive, "dead", "seat %d is alive", s->dead[i]);
    unsigned living = pw_living(s);
    bl_must(in, s->dead_count + living == pw_players(s), "dead",
            "all who are not alive must be here");
    s->winner = (int8_t)bl_json_seat(in, "winner", s->head.setup.players);
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

void pw_read_state(struct bl_json *in, const struct bl_setup *setup, void *state)
{
    struct pw *s = state;
    struct pw_set found = {{0}};
    struct bl_logic *l = bl_logic_new();
    pw_clear(s, setup);
    read_turn(in, s);
    struct bl_json players = bl_json_member(in, "players"), item;
    pw_must_have(&players, pw_players(s), PW_SEATS);
    for (unsigned i = 0; pw_item(&players, i, &item); i++)
        read_seat(&item, s, i, &found, l);
    if (!in->doc->failed)
        read_cards(in, s, &found, l);
    if (!in->doc->failed)
        read_rules(in, s, l);
    if (!in->doc->failed)
        read_end(in, s);
    struct bl_json pending = bl_json_member(in, "pending");
    if (!in->doc->failed)
        pw_read_pending(&pending, s, l);
    bl_json_done(in);
    bl_logic_free(l);
}
