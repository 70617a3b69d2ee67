/* words.c - what an open move says: read once, from its text into what the rules are given. White
 * space may stand between any two of its words. */
#include <string.h>

#include "base/utf8.h"
#include "predicate-wars.h"

const char *const pw_phase_names[PW_PHASES] = {
    "setup", "creation", "editing", "claiming", "playing", "proving", "refuting", "proofs", "rules",
    "rule-refuting", "drops", "over",
};
const char *const pw_tag_names[PW_TAGS] = {"rock", "paper", "scissors"};

static bool wrong(struct pw_reading *r, const char *why)
{
    struct bl_text t = BL_TEXT_FIXED(r->fault->why);
    r->fault->offset = r->at;
    r->fault->column = 1 + bl_utf8_count(r->text, r->at);
    r->fault->expected = NULL;
    bl_put(&t, why);
    return false;
}

static bool is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static void skip_space(struct pw_reading *r)
{
    while (r->at < r->size && is_space(r->text[r->at]))
        r->at++;
}

static bool take_char(struct pw_reading *r, char c)
{
    skip_space(r);
    bool there = r->at < r->size && r->text[r->at] == c;
    r->at += there;
    return there;
}

static bool take_word(struct pw_reading *r, const char *word)
{
    skip_space(r);
    size_t n = strlen(word);
    if (r->size - r->at < n || memcmp(r->text + r->at, word, n) != 0)
        return false;
    r->at += n;
    return true;
}

static bool digit_here(const struct pw_reading *r)
{
    return r->at < r->size && r->text[r->at] >= '0' && r->text[r->at] <= '9';
}

static bool take_number(struct pw_reading *r, int64_t max, int64_t *out, const char *why)
{
    skip_space(r);
    if (!digit_here(r))
        return wrong(r, why);
    for (*out = 0; digit_here(r); r->at++)
        if ((*out = *out * 10 + (r->text[r->at] - '0')) > max)
            return wrong(r, why);
    return true;
}

static bool take_cost(struct pw_reading *r, const char *why)
{
    int64_t cost = 0;
    if (!take_number(r, BL_NUMBER_MAX, &cost, why))
        return false;
    r->w.cost = (int32_t)cost;
    return true;
}

/* A number; `none` for all that are too great to be of anything. */
static bool take_id(struct pw_reading *r, uint8_t none, uint8_t *out, const char *why)
{
    int64_t id = 0;
    if (!take_number(r, BL_NUMBER_MAX, &id, why))
        return false;
    *out = (uint8_t)(id < none ? id : none);
    return true;
}

static bool take_card(struct pw_reading *r, uint8_t *card)
{
    if (!take_char(r, '#'))
        return wrong(r, FACT("a card is # and its number, as in #3"));
    return take_id(r, PW_NO_CARD, card, FACT("the number of a card is at most 2147483647"));
}

/* #ID TAG COST STATEMENT */
static bool read_edit(struct pw_reading *r)
{
    struct pw_words *w = &r->w;
    if (!take_card(r, &w->card))
        return false;
    for (w->tag = 0; w->tag < PW_TAGS && !take_word(r, pw_tag_names[w->tag]);)
        w->tag++;
    if (w->tag == PW_TAGS)
        return wrong(r, FACT("a tag is rock, paper or scissors"));
    if (!take_cost(r, FACT("a power cost is a number up to 2147483647")))
        return false;
    if (r->at < r->size && r->text[r->at] != ' ')
        return wrong(r, FACT("a space stands between the power cost and the statement"));
    r->body = r->at;
    return true;
}

/* Whether a list ends before it has begun. */
static bool is_empty_list(struct pw_reading *r)
{
    skip_space(r);
    return !digit_here(r) && (r->at == r->size || r->text[r->at] == ':' || r->text[r->at] == 'c');
}

static bool take_seat(struct pw_reading *r, uint8_t *out)
{
    return take_id(r, PW_NOBODY, out, FACT("players are seats, as in players=2,0"));
}

/* Seats or cards with commas between them. */
static bool read_chosen(struct pw_reading *r, bool (*take)(struct pw_reading *, uint8_t *),
                        uint8_t *list, uint16_t *count, const char *too_many)
{
    if (is_empty_list(r))
        return true;
    do {
        if (*count == PW_CHOSEN)
            return wrong(r, too_many);
        if (!take(r, &list[*count]))
            return false;
        ++*count;
    } while (take_char(r, ','));
    return true;
}

/* Where the last "=>" stands; r->size: nowhere. */
static size_t find_arrow(const struct pw_reading *r)
{
    for (size_t at = r->size; at >= r->at + 2; at--)
        if (r->text[at - 2] == '=' && r->text[at - 1] == '>')
            return at - 2;
    return r->size;
}

/* [players=…] [cards=…] : ITEMS => N [N] */
static bool read_proof(struct pw_reading *r)
{
    struct pw_words *w = &r->w;
    bool prove = w->kind == MOVE_PROVE;
    if (prove && ((take_word(r, "players=") &&
                   !read_chosen(r, take_seat, r->players, &w->player_count,
                                FACT("at most 256 players can be chosen"))) ||
                  (take_word(r, "cards=") &&
                   !read_chosen(r, take_card, r->cards, &w->card_count,
                                FACT("at most 256 cards can be chosen")))))
        return false;
    if (!take_char(r, ':'))
        return wrong(r, prove ? FACT("expected players=, cards= or :") : FACT("expected :"));
    r->body = r->at;
    r->body_end = find_arrow(r);
    if (r->body_end == r->size)
        return wrong(r, FACT("=> and the number of a statement is missing at the end"));
    r->at = r->body_end + 2;
    do {
        int64_t n = 0;
        if (w->result_count == (prove ? 1u : 2u))
            return wrong(r, FACT("nothing stands after the number of the statement"));
        if (!take_number(r, 99999999, &n, FACT("after => stands the number of a statement")))
            return false;
        w->result[w->result_count++] = (uint32_t)n;
        skip_space(r);
    } while (r->at < r->size);
    return true;
}

/* NAME: ITEMS */
static bool read_subproof(struct pw_reading *r)
{
    skip_space(r);
    r->name = r->at;
    r->at += strspn(r->text + r->at, PW_NAME_CHARS);
    if (r->at == r->name || r->at - r->name > PW_NAME_MAX)
        return wrong(r, FACT("a name has 1 to 32 of A-Z a-z 0-9 _ -"));
    r->w.name_size = (uint8_t)(r->at - r->name);
    if (!take_char(r, ':'))
        return wrong(r, FACT("expected : after the name"));
    r->body = r->at;
    return true;
}

bool pw_read_words(struct pw_reading *r, const char *text, struct bl_fault *fault)
{
    static const struct {
        const char *word;
        uint8_t kind;
        bool (*read)(struct pw_reading *r);
    } kinds[] = {
        {"edit ", MOVE_EDIT, read_edit}, {"buy-proof ", MOVE_BUY_PROOF, read_subproof},
        {"buy-rule ", MOVE_BUY_RULE, NULL}, {"prove", MOVE_PROVE, read_proof},
        {"refute", MOVE_REFUTE, read_proof},
    };
    *r = (struct pw_reading){.text = text, .size = strlen(text), .fault = fault};
    r->body_end = r->size;
    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (take_word(r, kinds[i].word)) {
            r->w.kind = kinds[i].kind;
            r->body = r->at;
            return !kinds[i].read || kinds[i].read(r);
        }
    return wrong(r, FACT("no open move begins like this"));
}

/* ---- statements ----------------------------------------------------------- */

/* A body of white space only has no items; otherwise ';' stands between them. */
bool pw_next_item(const struct pw_reading *r, size_t *at, size_t *from, size_t *to)
{
    if (*at > r->body_end)
        return false;
    if (*at == r->body) {
        size_t i = *at;
        while (i < r->body_end && is_space(r->text[i]))
            i++;
        if (i == r->body_end)
            return false;
    }
    const char *semicolon = memchr(r->text + *at, ';', r->body_end - *at);
    *from = *at;
    *to = semicolon ? (size_t)(semicolon - r->text) : r->body_end;
    *at = *to + 1;
    return true;
}

/* STATEMENT, and for a rule [PRICE]. */
static bool read_statement(struct bl_logic *l, struct pw_reading *r, struct bl_statement *out)
{
    if (r->w.kind == MOVE_EDIT)
        return bl_statement_parse(l, r->text, r->size, r->body, BL_WFF, out, r->fault);
    if (!bl_statement_scan(l, r->text, r->size, r->body, BL_WFF, out, &r->at, r->fault))
        return false;
    r->w.cost = pw_rule_price(out->points);
    skip_space(r);
    if (r->at < r->size && !is_space(r->text[r->at - 1]))
        return wrong(r, FACT("a space stands between the statement and the price"));
    if (r->at < r->size && !take_cost(r, FACT("the price is a number up to 2147483647")))
        return false;
    skip_space(r);
    return r->at == r->size || wrong(r, FACT("nothing stands after the price"));
}

/* What is wrong, and what there is to say of it, in the place of what was read. */
struct complaint {
    struct bl_fact fact;
    struct bl_arg args[4];
};

static struct complaint *place_of_complaint(struct bl_text *room, size_t start, const char *found)
{
    static const struct complaint none;
    room->len = start;
    while (((uintptr_t)room->s + room->len) % _Alignof(struct complaint) != 0)
        bl_put_char(room, ' ');
    size_t at = room->len;
    bl_put_bytes(room, (const char *)&none, sizeof none);
    bl_put(room, found);
    return room->len < room->cap ? (void *)(room->s + at) : NULL;
}

/* Of a place, in an item or, where that is 0, in the whole. */
static const struct bl_fact *complain(struct bl_text *room, size_t start, const struct bl_fault *f,
                                      unsigned item)
{
    static const char *const formats[2][3] = {
        {FACT("column %d: %w"), FACT("column %d: expected %w, found %w"),
         FACT("column %d: expected %w, found byte %d")},
        {FACT("line %d of the proof, column %d: %w"),
         FACT("line %d of the proof, column %d: expected %w, found %w"),
         FACT("line %d of the proof, column %d: expected %w, found byte %d")},
    };
    struct complaint *c = place_of_complaint(room, start, f->expected ? f->found : f->why);
    if (!c)
        BL_WRONG("there is no room for so much");
    const char *text = (const char *)(c + 1);
    struct bl_arg *next = c->args;
    if (item > 0)
        *next++ = (struct bl_arg){'d', (int32_t)item, NULL};
    *next++ = (struct bl_arg){'d', (int32_t)f->column, NULL};
    if (f->expected)
        *next++ = (struct bl_arg){'w', 0, f->expected};
    bool byte = f->expected && !*text;
    *next = byte ? (struct bl_arg){'d', f->byte, NULL} : (struct bl_arg){'w', 0, text};
    c->fact = (struct bl_fact){formats[item > 0][!f->expected ? 0 : byte ? 2 : 1], c->args};
    return &c->fact;
}

/* Of an item as a whole. */
static const struct bl_fact *complain_of(struct bl_text *room, size_t start, unsigned item,
                                         const char *what)
{
    struct complaint *c = place_of_complaint(room, start, "");
    if (!c)
        BL_WRONG("there is no room for so much");
    c->args[0] = (struct bl_arg){'d', (int32_t)item, NULL};
    c->args[1] = (struct bl_arg){'w', 0, what};
    c->fact = (struct bl_fact){FACT("line %d of the proof: %w"), c->args};
    return &c->fact;
}

static const struct bl_fact *read_items(struct bl_logic *l, struct pw_reading *r, struct bl_text *room,
                              size_t start)
{
    struct pw_words *w = &r->w;
    size_t at = r->body, from, to;
    unsigned n = 0;
    while (pw_next_item(r, &at, &from, &to)) {
        struct bl_item item;
        uint8_t packed[PW_ITEM_MAX];
        n++;
        if (!bl_item_parse(l, r->text, to, from, &item, r->fault))
            return complain(room, start, r->fault, n);
        const char *what = !item.axiom              ? NULL
                           : w->kind != MOVE_BUY_PROOF ? FACT("the axioms are given; only lemmas are written")
                           : w->lemmas > 0             ? FACT("axioms come before lemmas")
                                                       : NULL;
        w->lemmas += !item.axiom;
        w->points += item.axiom ? 0 : item.i.c.points;
        if (w->lemmas > BL_LEMMAS_MAX)
            what = FACT("a proof has at most 256 lemmas");
        if (what)
            return complain_of(room, start, n, what);
        bl_put_bytes(room, (const char *)packed, bl_item_pack(l, &item, packed));
    }
    if (n == 0 && w->kind == MOVE_BUY_PROOF)
        BL_WRONG("a proof has at least one line");
    return NULL;
}

static const struct bl_fact *read_body(struct bl_logic *l, struct pw_reading *r, struct bl_text *room,
                             size_t start)
{
    struct bl_statement statement;
    uint8_t packed[BL_PACKED_MAX];
    if (r->w.kind != MOVE_EDIT && r->w.kind != MOVE_BUY_RULE)
        return read_items(l, r, room, start);
    if (!read_statement(l, r, &statement))
        return complain(room, start, r->fault, 0);
    r->w.points = statement.points;
    bl_put_bytes(room, (const char *)packed, bl_statement_pack(l, &statement, packed));
    return NULL;
}

const struct bl_fact *pw_read_open(struct bl_logic *l, const char *text, struct bl_play *out,
                                   struct bl_text *room)
{
    struct bl_fault fault;
    struct pw_reading r;
    size_t start = room->len;
    if (strstr(text, "<statement>"))
        BL_WRONG("the statement is to be written out");
    if (strstr(text, "<proof>"))
        BL_WRONG("the proof is to be written out");
    if (!pw_read_words(&r, text, &fault))
        return complain(room, start, &fault, 0);
    bl_put_bytes(room, (const char *)&r.w, sizeof r.w);
    bl_put_bytes(room, (const char *)r.players, r.w.player_count);
    bl_put_bytes(room, (const char *)r.cards, r.w.card_count);
    bl_put_bytes(room, text + r.name, r.w.name_size);
    const struct bl_fact *why = read_body(l, &r, room, start);
    if (why)
        return why;
    if (room->len >= room->cap)
        BL_WRONG("there is no room for so much");
    memcpy(room->s + start, &r.w, sizeof r.w);
    out->move = PW_FORM(r.w.kind, r.w.kind == MOVE_EDIT ? r.w.card : 0);
    out->data = room->s + start;
    out->size = (uint32_t)(room->len - start);
    return NULL;
}

/* ---- what was read -------------------------------------------------------- */

bool pw_written(const struct bl_play *play, struct pw_written *out)
{
    if (!play->data || play->size < sizeof out->w)
        return false;
    memcpy(&out->w, play->data, sizeof out->w);
    out->players = (const uint8_t *)play->data + sizeof out->w;
    out->cards = out->players + out->w.player_count;
    out->name = (const char *)out->cards + out->w.card_count;
    out->body = (const uint8_t *)out->name + out->w.name_size;
    out->end = (const uint8_t *)play->data + play->size;
    return out->w.kind == pw_kind(play->move);
}
