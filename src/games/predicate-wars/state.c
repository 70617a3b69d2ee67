/* state.c - what the state is made of: its table of fields, and the fields that are written
 * statements, packed in the pool. */
#include <string.h>

#include "bylaw/fields.h"
#include "predicate-wars.h"

/* ---- writing ---------------------------------------------------------------- */

/* Nothing in a statement or its reason would be written otherwise as JSON: it is of letters, digits,
 * brackets and signs. */
void pw_json_packed(struct bl_text *out, const uint8_t **at, const uint8_t *end,
                    void (*print)(const uint8_t **, const uint8_t *, bool, struct bl_text *))
{
    bl_json_put_raw(out, "\"");
    print(at, end, false, out);
    bl_put_char(out, '"');
}

static void put_slot(const struct pw *s, unsigned slot, struct bl_text *out)
{
    const uint8_t *end, *at = pw_slot_ends(s, slot, &end);
    pw_json_packed(out, &at, end, bl_packed_print);
}

void pw_json_lemmas(struct bl_text *out, const uint8_t *at, const uint8_t *end)
{
    bl_json_putf(out, "'lemmas':[");
    while (at < end)
        pw_json_packed(out, &at, end, bl_packed_item_print);
    bl_put(out, "]");
}

void pw_json_numbers(struct bl_text *out, const char *name, const uint8_t *numbers, unsigned count)
{
    bl_json_key(out, name);
    bl_json_open(out, '[');
    for (unsigned i = 0; i < count; i++)
        bl_json_put_int(out, numbers[i]);
    bl_json_close(out, ']');
}

/* Axioms come first: a 0 and a statement. */
static void put_subproofs(const void *state, unsigned seat, struct bl_text *out)
{
    struct pw_subproof subproof;
    bl_json_open(out, '[');
    for (size_t place = 0; pw_next_subproof(state, seat, &place, &subproof);) {
        const uint8_t *at = subproof.items, *end = subproof.end;
        bl_json_putf(out, "{'name':%s,'axioms':[", subproof.name);
        while (at < end && *at == 0) {
            at++;
            pw_json_packed(out, &at, end, bl_packed_print);
        }
        bl_put(out, "]");
        pw_json_lemmas(out, at, end);
        bl_put(out, "}");
    }
    bl_json_close(out, ']');
}

/* What a view hides of a card is null; how often each function name stands in it is public. */
static void put_effect(const void *state, unsigned card, struct bl_text *out)
{
    const struct pw *s = state;
    if (s->cards[card].kind == PW_UNSEEN)
        bl_json_put_null(out);
    else
        put_slot(s, SLOT_CARD + card, out);
}

static void put_names(const void *state, unsigned card, struct bl_text *out)
{
    const uint8_t *names = ((const struct pw *)state)->cards[card].names;
    bl_json_open(out, '{');
    for (unsigned i = 0; i < PW_NAMES; i++)
        if (names[i] > 0)
            bl_json_putf(out, "%s:%d", bl_game_name(BL_RAND_PLAYER + i), names[i]);
    bl_json_close(out, '}');
}

static void put_rule(const void *state, unsigned rule, struct bl_text *out)
{
    put_slot(state, SLOT_RULE + rule, out);
}

static void put_played(const void *state, unsigned index, struct bl_text *out)
{
    const struct pw *s = state;
    (void)index;
    bl_json_putf(out, "[%d,%d]", s->played[0], s->played[1]);
}

/* A proof, or a new rule. */
static void put_proposal(const void *state, unsigned index, struct bl_text *out)
{
    const struct pw *s = state;
    const uint8_t *end, *at = pw_slot_ends(s, SLOT_LEMMAS, &end);
    (void)index;
    if (s->phase == PHASE_RULE_REFUTING) {
        bl_json_putf(out, "{'statement':");
        put_slot(s, SLOT_LEMMAS, out);
        bl_json_putf(out, "'price':%d}", (int)s->price);
        return;
    }
    bl_json_open(out, '{');
    pw_json_numbers(out, "players", pw_slot(s, SLOT_PLAYERS), s->sizes[SLOT_PLAYERS]);
    pw_json_numbers(out, "cards", pw_slot(s, SLOT_CHOSEN_CARDS), s->sizes[SLOT_CHOSEN_CARDS]);
    pw_json_lemmas(out, at, end);
    bl_json_putf(out, "'effect':%d}", s->effect);
}

/* ---- reading ----------------------------------------------------------------- */

enum line { STATEMENT, RULE, AXIOM, LEMMA };

/* Packs what is written; returns its size, 0 after a fault. */
static size_t read_line(struct bl_json *value, enum line line, uint8_t packed[PW_ITEM_MAX])
{
    const char *given = bl_json_to_string(value);
    struct bl_item item = {.axiom = true};
    struct bl_fault fault;
    size_t size = 0;
    if (value->doc->failed)
        return 0;
    struct bl_logic *l = bl_logic_new();
    bool good = line == LEMMA
                    ? bl_item_parse(l, given, strlen(given), 0, &item, &fault)
                    : bl_statement_parse(l, given, strlen(given), 0, BL_WFF, &item.i.c, &fault);
    if (!good)
        bl_json_fault(value, "column %d: %s", (int)fault.column, fault.why);
    else if (line == RULE && !bl_term_closed(l, item.i.c.term))
        bl_json_fault(value, "a rule has no free variable");
    else if (line == LEMMA && (item.axiom || item.i.premises > 2))
        bl_json_fault(value, "must be a lemma: STATEMENT by RULE");
    else
        size = line < AXIOM ? bl_statement_pack(l, &item.i.c, packed)
                            : bl_item_pack(l, &item, packed);
    bl_logic_free(l);
    return size;
}

static bool subproofs_fit(struct bl_json *value, const struct pw *s, unsigned slot, size_t more)
{
    if (!value->doc->failed && s->sizes[slot] + more > pw_subproofs_room(s))
        bl_json_fault(value, "the subproofs of a seat have room for %d bytes",
                      (int)pw_subproofs_room(s));
    return !value->doc->failed;
}

/* Axioms or lemmas on to the end of a slot. */
static void read_lines(struct bl_json *in, const char *member, enum line line, struct pw *s,
                       unsigned slot)
{
    struct bl_json array = bl_json_member(in, member);
    size_t n = bl_json_count(&array, line == AXIOM ? SIZE_MAX / 2 : BL_LEMMAS_MAX);
    for (size_t i = 0; i < n && !in->doc->failed; i++) {
        struct bl_json item = bl_json_item(&array, i);
        uint8_t packed[PW_ITEM_MAX];
        size_t size = read_line(&item, line, packed);
        if (slot == SLOT_LEMMAS || subproofs_fit(&item, s, slot, size))
            pw_slot_append(s, slot, packed, size);
    }
}

/* Opens the subproof of that name, and returns where. */
static size_t read_name(struct bl_json *in, struct pw *s, unsigned seat)
{
    struct bl_json name = bl_json_member(in, "name");
    const char *given = bl_json_to_string(&name);
    struct pw_subproof other;
    size_t n = strspn(given, PW_NAME_CHARS);
    if (n == 0 || n > PW_NAME_MAX || given[n])
        bl_json_fault(&name, "must be 1 to 32 of A-Z a-z 0-9 _ -");
    for (size_t at = 0; pw_next_subproof(s, seat, &at, &other);)
        if (strcmp(other.name, given) == 0)
            bl_json_fault(&name, "there is one of this name already");
    return subproofs_fit(&name, s, SLOT_SUBPROOFS + seat, pw_subproof_head(n))
               ? pw_open_subproof(s, seat, given, n)
               : 0;
}

static void read_subproofs(struct bl_json *array, void *state, unsigned seat)
{
    struct pw *s = state;
    size_t n = bl_json_count(array, PW_SUBPROOFS);
    s->seats[seat].subproofs = (uint16_t)n;
    for (size_t i = 0; i < n && !array->doc->failed; i++) {
        struct bl_json in = bl_json_item(array, i);
        size_t opened = read_name(&in, s, seat);
        read_lines(&in, "axioms", AXIOM, s, SLOT_SUBPROOFS + seat);
        read_lines(&in, "lemmas", LEMMA, s, SLOT_SUBPROOFS + seat);
        bl_json_done(&in);
        if (!in.doc->failed)
            pw_close_subproof(s, seat, opened);
    }
}

static void read_effect(struct bl_json *value, void *state, unsigned card)
{
    uint8_t packed[PW_ITEM_MAX];
    if (value->doc->view && bl_json_is_null(value))
        ((struct pw *)state)->cards[card].kind = PW_UNSEEN;
    else
        pw_write_card(state, card, packed, read_line(value, STATEMENT, packed));
}

static void read_names(struct bl_json *value, void *state, unsigned card)
{
    uint8_t *names = ((struct pw *)state)->cards[card].names;
    for (unsigned i = 0; i < PW_NAMES; i++) {
        const char *name = bl_game_name(BL_RAND_PLAYER + i);
        if (bl_json_has(value, name))
            names[i] = (uint8_t)bl_json_int(value, name, 1, UINT8_MAX);
    }
    bl_json_done(value);
}

static void read_rule(struct bl_json *value, void *state, unsigned rule)
{
    uint8_t packed[PW_ITEM_MAX];
    pw_slot_append(state, SLOT_RULE + rule, packed, read_line(value, RULE, packed));
}

static void read_played(struct bl_json *array, void *state, unsigned index)
{
    struct pw *s = state;
    uint8_t two[2] = {0, 0};
    unsigned n = bl_read_ids(array, pw_card_count(&s->head.setup), 2, two);
    (void)index;
    if (n != 2)
        bl_json_fault(array, "must be the two cards dropped last, the previous main first");
    s->played[0] = two[0];
    s->played[1] = two[1];
}

/* Chosen players or cards: repeats are allowed. */
static void read_chosen(struct bl_json *in, const char *name, struct pw *s, unsigned slot)
{
    struct bl_json array = bl_json_member(in, name);
    bool players = slot == SLOT_PLAYERS;
    unsigned limit = players ? pw_players(s) : pw_card_count(&s->head.setup);
    size_t n = bl_json_count(&array, PW_CHOSEN);
    for (size_t i = 0; i < n && !in->doc->failed; i++) {
        struct bl_json item = bl_json_item(&array, i);
        uint8_t value = (uint8_t)bl_json_to_int(&item, 0, (int64_t)limit - 1);
        if (players ? !s->seats[value].alive : pw_owner(s, value) < 0)
            bl_json_fault(&item, players ? "seat %d is dead" : "nobody owns #%d", value);
        pw_slot_append(s, slot, &value, 1);
    }
}

static void read_proposal(struct bl_json *in, void *state, unsigned index)
{
    struct pw *s = state;
    uint8_t packed[PW_ITEM_MAX];
    (void)index;
    if (s->phase == PHASE_RULE_REFUTING) {
        struct bl_json statement = bl_json_member(in, "statement");
        pw_slot_append(s, SLOT_LEMMAS, packed, read_line(&statement, RULE, packed));
        s->price = (int32_t)bl_json_int(in, "price", 0, BL_NUMBER_MAX);
    } else {
        read_chosen(in, "players", s, SLOT_PLAYERS);
        read_chosen(in, "cards", s, SLOT_CHOSEN_CARDS);
        read_lines(in, "lemmas", LEMMA, s, SLOT_LEMMAS);
        s->effect = (uint16_t)bl_json_int(in, "effect", 1, UINT16_MAX);
    }
    bl_json_done(in);
}

/* ---- the table --------------------------------------------------------------- */

static unsigned player_count(const struct bl_setup *setup)
{
    return setup->players;
}

static unsigned slot_count(const struct bl_setup *setup)
{
    return (unsigned)setup->options[OPTION_RULES];
}

static bool is_written(const void *state, unsigned card)
{
    return pw_edited(state, card);
}

static bool is_unseen(const void *state, unsigned card)
{
    return ((const struct pw *)state)->cards[card].kind == PW_UNSEEN;
}

static bool has_rule(const void *state, unsigned rule)
{
    return ((const struct pw *)state)->prices[rule] != 0;
}

/* What records are written from beside their own bytes. */
static const void *bytes_of(const struct pw *s, unsigned slot, size_t *size)
{
    *size = s->sizes[slot];
    return pw_slot(s, slot);
}

static const void *subproofs_of(const void *state, unsigned seat, size_t *size)
{
    return bytes_of(state, SLOT_SUBPROOFS + seat, size);
}

static const void *effect_of(const void *state, unsigned card, size_t *size)
{
    return bytes_of(state, SLOT_CARD + card, size);
}

static const void *statement_of(const void *state, unsigned rule, size_t *size)
{
    return bytes_of(state, SLOT_RULE + rule, size);
}

/* Whether a field has a value in the phase that it is. */
#define IN(phase) (1u << PHASE_##phase)
#define IN_PHASES(name, phases)                                         \
    static bool name(const void *state, unsigned index)                 \
    {                                                                   \
        (void)index;                                                    \
        return (phases) >> ((const struct pw *)state)->phase & 1;       \
    }
IN_PHASES(in_creation, IN(CREATION))
IN_PHASES(in_claiming, IN(CLAIMING))
IN_PHASES(in_editing, IN(EDITING) | IN(CLAIMING))
IN_PHASES(in_proof, IN(PROVING) | IN(REFUTING))
IN_PHASES(is_asking, IN(REFUTING) | IN(RULE_REFUTING))

static bool has_fought(const void *state, unsigned index)
{
    (void)index;
    return ((const struct pw *)state)->phase != PHASE_SETUP && pw_fought(state);
}

/* Records of one member. */
union item {
    uint8_t takes;
    int16_t edited;
    int32_t price;
};
#define STATE union item
static const struct bl_field take[] = {FIELD(NULL, TRUTH_OR_NULL, takes)};
static const struct bl_field edited[] = {FIELD(NULL, ID_OR_NULL, edited, pw_card_count)};
static const struct bl_field rule[] = {
    FIELD("statement", WRITTEN, put_rule, read_rule, "string")
    FIELD("price", NUMBER, price, 0, BL_NUMBER_MAX)
};
#undef STATE

#define STATE struct pw_seat
static const struct bl_field of_seat[] = {
#define OF_SEAT
#include "fields.def"
#undef OF_SEAT
};
#undef STATE

#define STATE struct pw_card
static const struct bl_field of_card[] = {
#define OF_CARD
#include "fields.def"
#undef OF_CARD
};
#undef STATE

#define STATE struct pw
static const struct bl_field pending[] = {
#define OF_PENDING
#include "fields.def"
#undef OF_PENDING
};

static const struct bl_field rows[] = {
#include "fields.def"
};

const struct bl_fields pw_fields = {
    .rows = rows, .count = sizeof rows / sizeof *rows, .clear = pw_clear, .finish = pw_finish,
    .hide = pw_hide_unseen, .guess = pw_guess,
};
