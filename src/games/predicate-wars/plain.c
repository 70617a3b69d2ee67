/* plain.c - what a statement says, in words: "if the chosen player is a player, then the chosen
 * player is attacked for 20". Whatever would not be understood so keeps its signs. */
#include <string.h>

#include "bylaw/fact.h"
#include "predicate-wars.h"

enum { ROOM = 480, BOUND_MOST = 4 };

/* How a clause stands in its sentence: languages have other orders of words after if and then. */
enum form { SAID, IF, THEN, FORMS };

struct plain {
    const uint8_t *at, *end;
    const struct bl_voice *voice;
    const uint8_t *bound[BOUND_MOST];   /* the names of the quantifiers around, the outermost first */
    unsigned bound_count;
    bool acts;                          /* the last if has an action after then */
    bool strange;                       /* so far no words were found for something */
};

/* What is true or false of one or two things, and what it is to say that it is not. */
struct row {
    uint8_t code;
    bool whose;                         /* the first of them is an owner: "x's power" */
    int most;                           /* the second counts as no more than that; 0: as it is */
    const char *says[FORMS][2];
};

#define GAME(name) PACKED_GAME_NAME + BL_##name - BL_RAND_PLAYER

static const struct row rows[] = {
    {GAME(ATK), false, PW_ATK_MOST,
     {{FACT("%s is attacked for %s"), FACT("%s is not attacked for %s")},
      {FACT("if %s is attacked for %s"), FACT("if %s is not attacked for %s")},
      {FACT("then %s is attacked for %s"), FACT("then %s is not attacked for %s")}}},
    {GAME(HEAL), false, PW_HEAL_MOST,
     {{FACT("%s is healed by %s"), FACT("%s is not healed by %s")},
      {FACT("if %s is healed by %s"), FACT("if %s is not healed by %s")},
      {FACT("then %s is healed by %s"), FACT("then %s is not healed by %s")}}},
    {GAME(ADDPOWER), true, PW_ADDPOWER_MOST,
     {{FACT("%s power rises by %s"), FACT("%s power does not rise by %s")},
      {FACT("if %s power rises by %s"), FACT("if %s power does not rise by %s")},
      {FACT("then %s power rises by %s"), FACT("then %s power does not rise by %s")}}},
    {GAME(SUBPOWER), true, PW_SUBPOWER_MOST,
     {{FACT("%s power falls by %s"), FACT("%s power does not fall by %s")},
      {FACT("if %s power falls by %s"), FACT("if %s power does not fall by %s")},
      {FACT("then %s power falls by %s"), FACT("then %s power does not fall by %s")}}},
    {GAME(CLAIM), false, 0,
     {{FACT("%s must hand over chosen card %s for twice its cost"),
       FACT("%s need not hand over chosen card %s")},
      {FACT("if %s must hand over chosen card %s for twice its cost"),
       FACT("if %s need not hand over chosen card %s")},
      {FACT("then %s must hand over chosen card %s for twice its cost"),
       FACT("then %s need not hand over chosen card %s")}}},
    {GAME(IS_NUMBER), false, 0,
     {{FACT("%s is a number"), FACT("%s is not a number")},
      {FACT("if %s is a number"), FACT("if %s is not a number")},
      {FACT("then %s is a number"), FACT("then %s is not a number")}}},
    {GAME(IS_PLAYER), false, 0,
     {{FACT("%s is a player"), FACT("%s is not a player")},
      {FACT("if %s is a player"), FACT("if %s is not a player")},
      {FACT("then %s is a player"), FACT("then %s is not a player")}}},
    {GAME(IS_CARD), false, 0,
     {{FACT("%s is a card"), FACT("%s is not a card")},
      {FACT("if %s is a card"), FACT("if %s is not a card")},
      {FACT("then %s is a card"), FACT("then %s is not a card")}}},
    {BL_EQUAL, false, 0,
     {{FACT("%s is %s"), FACT("%s is not %s")},
      {FACT("if %s is %s"), FACT("if %s is not %s")},
      {FACT("then %s is %s"), FACT("then %s is not %s")}}},
    {BL_GREATER, false, 0,
     {{FACT("%s is more than %s"), FACT("%s is not more than %s")},
      {FACT("if %s is more than %s"), FACT("if %s is not more than %s")},
      {FACT("then %s is more than %s"), FACT("then %s is not more than %s")}}},
    {BL_LESS, false, 0,
     {{FACT("%s is less than %s"), FACT("%s is not less than %s")},
      {FACT("if %s is less than %s"), FACT("if %s is not less than %s")},
      {FACT("then %s is less than %s"), FACT("then %s is not less than %s")}}},
};

/* Predicates that the game gives no meaning to. */
static const char *const letters[FORMS][2] = {
    {FACT("%s holds"), FACT("%s does not hold")},
    {FACT("if %s holds"), FACT("if %s does not hold")},
    {FACT("then %s holds"), FACT("then %s does not hold")},
};

/* Who or what is chosen or drawn by lot, the first one or a later one; and as an owner. */
static const struct {
    uint8_t code;
    const char *first[2], *later[2];
} chosen[] = {
    {GAME(CHOSEN_PLAYER), {FACT("the chosen player"), FACT("the chosen player's")},
     {FACT("chosen player %s"), FACT("chosen player %s's")}},
    {GAME(CHOSEN_CARD), {FACT("the chosen card"), FACT("the chosen card's")},
     {FACT("chosen card %s"), FACT("chosen card %s's")}},
    {GAME(PLAYER_OF_CHOSEN_CARD),
     {FACT("the owner of the chosen card"), FACT("the chosen card's owner's")},
     {FACT("the owner of chosen card %s"), FACT("chosen card %s's owner's")}},
    {GAME(RAND_PLAYER), {FACT("the random player"), FACT("the random player's")},
     {FACT("random player %s"), FACT("random player %s's")}},
    {GAME(RAND_CARD), {FACT("the random card"), FACT("the random card's")},
     {FACT("random card %s"), FACT("random card %s's")}},
};

/* Numbers that belong to somebody, or to a card. */
static const struct {
    uint8_t code;
    const char *of;
} amounts[] = {
    {GAME(HEALTH), FACT("%s health")}, {GAME(POWER), FACT("%s power")},
    {GAME(POTENCY), FACT("%s potency")}, {GAME(SYMBOL_POINT), FACT("%s number of points")},
    {GAME(POWER_COST), FACT("%s cost")},
};

static const char *const operators[] = {
    [BL_ADD] = "+", [BL_SUB] = "-", [BL_MUL] = "*", [BL_DIV] = "/",
    [BL_FLOOR_DIV] = "f/", [BL_CEIL_DIV] = "c/", [BL_MOD] = "%",
};

#define COUNT(table) (sizeof(table) / sizeof *(table))

/* A format of %s with its one or two texts. */
static void say(struct plain *p, struct bl_text *out, const char *format, const char *first,
                const char *second)
{
    const struct bl_arg args[2] = {{.kind = 's', .text = first}, {.kind = 's', .text = second}};
    bl_put_fact(out, &(struct bl_fact){format, args}, p->voice);
    p->strange |= out->len >= out->cap;
}

static unsigned take(struct plain *p)
{
    if (p->at < p->end && !p->strange)
        return *p->at++;
    p->strange = true;
    return BL_NONE;
}

static uint64_t take_number(struct plain *p)
{
    uint64_t n = 0;
    for (unsigned shift = 0, byte = 128; byte >= 128 && shift < 35; shift += 7) {
        byte = take(p);
        n |= (uint64_t)(byte & 127) << shift;
    }
    return n;
}

/* ---- things --------------------------------------------------------------- */

static void thing(struct plain *p, struct bl_text *out, bool owner);

/* [chosenPlayer](2) and its like, of a number that is written out. */
static bool is_chosen(struct plain *p, struct bl_text *out, unsigned code, bool owner)
{
    char room[24];
    struct bl_text number = BL_TEXT_FIXED(room);
    for (size_t i = 0; i < COUNT(chosen); i++) {
        if (chosen[i].code != code)
            continue;
        p->strange |= take(p) != BL_NUMBER;
        uint64_t n = take_number(p);
        bl_put_uint(&number, n);
        if (n == 1)
            say(p, out, chosen[i].first[owner], "", "");
        else
            say(p, out, chosen[i].later[owner], room, "");
        return true;
    }
    return false;
}

static bool is_amount(struct plain *p, struct bl_text *out, unsigned code)
{
    char room[ROOM];
    struct bl_text of = BL_TEXT_FIXED(room);
    for (size_t i = 0; i < COUNT(amounts); i++) {
        if (amounts[i].code != code)
            continue;
        thing(p, &of, true);
        say(p, out, amounts[i].of, room, "");
        return true;
    }
    return false;
}

/* Sums in sums stand in brackets. */
static void part(struct plain *p, struct bl_text *out)
{
    bool sum = p->at < p->end && *p->at >= BL_ADD && *p->at <= BL_MOD;
    bl_put(out, sum ? "(" : "");
    thing(p, out, false);
    bl_put(out, sum ? ")" : "");
}

/* A letter that stands alone: a variable, or a predicate; *at moves behind it. */
static void put_letter(struct plain *p, struct bl_text *out, const uint8_t **at, bool owner)
{
    char room[40];
    struct bl_text name = BL_TEXT_FIXED(room);
    bl_packed_print(at, p->end, false, &name);
    if (owner)
        say(p, out, FACT("%s's"), room, "");
    else
        bl_put(out, room);
}

static void thing(struct plain *p, struct bl_text *out, bool owner)
{
    unsigned code = take(p);
    if (is_chosen(p, out, code, owner))
        return;
    if (code == BL_BOUND) {
        uint64_t between = take_number(p);
        p->strange |= between >= p->bound_count;
        const uint8_t *name = p->strange ? NULL : p->bound[p->bound_count - 1 - between];
        if (name)
            put_letter(p, out, &name, owner);
    } else if (code >= PACKED_ALONE && code < PACKED_APPLIED) {
        p->at--;
        put_letter(p, out, &p->at, owner);
    } else if (owner) {
        p->strange = true;
    } else if (code == BL_NUMBER) {
        bl_put_uint(out, take_number(p));
    } else if (code >= BL_ADD && code <= BL_MOD) {
        part(p, out);
        bl_putf(out, " %s ", operators[code]);
        part(p, out);
    } else if (!is_amount(p, out, code)) {
        p->strange = true;
    }
    p->strange |= out->len >= out->cap;
}

/* ---- clauses -------------------------------------------------------------- */

static void clause(struct plain *p, struct bl_text *out, enum form form, unsigned join);

/* How much an action takes or gives; with what counts at most, unless a number is written that is not above it. */
static void amount(struct plain *p, struct bl_text *out, int most)
{
    struct plain ahead = *p;
    bool number = take(&ahead) == BL_NUMBER, above = number && take_number(&ahead) > (unsigned)most;
    char room[ROOM], limit[12];
    struct bl_text written = BL_TEXT_FIXED(room), digits = BL_TEXT_FIXED(limit);
    thing(p, &written, false);
    bl_put_int(&digits, most);
    if (most > 0 && (above || !number))
        say(p, out, above ? FACT("%s (counts as %s)") : FACT("%s (%s at most)"), room, limit);
    else
        bl_put(out, room);
}

/* What is said of one or two things; false: it is something else. */
static bool is_row(struct plain *p, struct bl_text *out, unsigned code, enum form form, bool not)
{
    char rooms[2][ROOM];
    struct bl_text first = BL_TEXT_FIXED(rooms[0]), second = BL_TEXT_FIXED(rooms[1]);
    const struct row *r = rows, *last = rows + COUNT(rows);
    while (r < last && r->code != code)
        r++;
    if (r == last)
        return false;
    thing(p, &first, r->whose);
    const char *format = r->says[form][not], *at = format;
    bl_format_letter(&at);
    if (bl_format_letter(&at))
        amount(p, &second, r->most);
    if (!p->strange)
        say(p, out, format, rooms[0], rooms[1]);
    return true;
}

/* Two clauses of one form; those that are joined otherwise would have to stand in brackets. */
static void joined(struct plain *p, struct bl_text *out, unsigned code, enum form form)
{
    char rooms[2][ROOM];
    struct bl_text first = BL_TEXT_FIXED(rooms[0]), second = BL_TEXT_FIXED(rooms[1]);
    clause(p, &first, form, code);
    clause(p, &second, form, code);
    if (!p->strange)
        say(p, out, code == BL_AND ? FACT("%s and %s") : FACT("%s or %s"), rooms[0], rooms[1]);
}

/* Whether an action stands next. */
static bool does(const struct plain *p)
{
    return p->at < p->end && *p->at >= GAME(CLAIM) && *p->at <= GAME(SUBPOWER);
}

static void implied(struct plain *p, struct bl_text *out)
{
    char rooms[2][ROOM];
    struct bl_text first = BL_TEXT_FIXED(rooms[0]), second = BL_TEXT_FIXED(rooms[1]);
    clause(p, &first, IF, 0);
    bool whole = p->at < p->end && (*p->at == BL_FORALL || *p->at == BL_EXISTS);
    p->acts = does(p);
    clause(p, &second, whole ? SAID : THEN, 0);
    if (!p->strange)
        say(p, out, whole ? "%s: %s" : "%s, %s", rooms[0], rooms[1]);
}

static void quantified(struct plain *p, struct bl_text *out, unsigned code, bool not)
{
    char rooms[2][ROOM];
    struct bl_text names = BL_TEXT_FIXED(rooms[0]), body = BL_TEXT_FIXED(rooms[1]);
    unsigned before = p->bound_count;
    do {
        if (p->bound_count == BOUND_MOST) {
            p->strange = true;
            return;
        }
        p->bound[p->bound_count++] = p->at;
        bl_put(&names, names.len > 0 ? ", " : "");
        put_letter(p, &names, &p->at, false);
    } while (!not && p->at < p->end && *p->at == code && p->at++);
    /* X.3: (∀(x)(C→F)) with an action F speaks of players alone. */
    bool players = code == BL_FORALL && !not && p->bound_count == 1 && p->at < p->end &&
                   *p->at == BL_IMPLY;
    clause(p, &body, SAID, 0);
    p->bound_count = before;
    players &= p->acts;
    if (!p->strange)
        say(p, out, players               ? FACT("for every player %s: %s")
                    : code == BL_FORALL   ? not ? FACT("not for all %s: %s") : FACT("for all %s: %s")
                    : not ? FACT("there is no %s such that: %s") : FACT("there is %s such that: %s"),
            rooms[0], rooms[1]);
}

/* `join`: what it is joined by to the clause beside it; 0: it stands alone. */
static void clause(struct plain *p, struct bl_text *out, enum form form, unsigned join)
{
    unsigned code = take(p);
    bool not = code == BL_NOT, whole = form == SAID && join == 0;
    char room[40];
    struct bl_text letter = BL_TEXT_FIXED(room);
    if (not)
        code = take(p);
    if (is_row(p, out, code, form, not))
        return;
    if (code >= PACKED_ALONE && code < PACKED_APPLIED) {
        p->at--;
        put_letter(p, &letter, &p->at, false);
        say(p, out, letters[form][not], room, "");
    } else if ((code == BL_AND || code == BL_OR) && !not && (join == 0 || join == code)) {
        joined(p, out, code, form);
    } else if (code == BL_IMPLY && !not && whole && p->at < p->end && *p->at == BL_TT) {
        take(p);   /* what follows from what is always true is said by itself */
        p->acts = does(p);
        clause(p, out, SAID, 0);
    } else if (code == BL_IMPLY && !not && whole) {
        implied(p, out);
    } else if ((code == BL_FORALL || code == BL_EXISTS) && whole) {
        quantified(p, out, code, not);
    } else if ((code == BL_TT || code == BL_TF) && whole) {
        say(p, out, (code == BL_TT) != not ? FACT("this is always true") : FACT("this is never true"),
            "", "");
    } else {
        p->strange = true;
    }
}

bool pw_put_plain(struct bl_text *out, const uint8_t *packed, const uint8_t *end,
                  const struct bl_voice *voice)
{
    char room[ROOM];
    struct bl_text words = BL_TEXT_FIXED(room);
    struct plain p = {.at = packed, .end = end, .voice = voice};
    clause(&p, &words, SAID, 0);
    if (p.strange || p.at != end)
        return false;
    bl_put(out, room);
    return true;
}

bool pw_say_plain(struct bl_text *out, const char *statement, const struct bl_voice *voice)
{
    uint8_t packed[BL_PACKED_MAX];
    struct bl_logic *l = bl_logic_new();
    struct bl_statement s;
    struct bl_fault fault;
    bool said = bl_statement_parse(l, statement, strlen(statement), 0, BL_WFF, &s, &fault) &&
                pw_put_plain(out, packed, packed + bl_statement_pack(l, &s, packed), voice);
    bl_logic_free(l);
    return said;
}
