/* text.c - moves and cards as text. */
#include <string.h>

#include "predicate-wars.h"

void pw_put_card(uint16_t item, struct bl_text *out)
{
    bl_put_char(out, '#');
    bl_put_int(out, item);
}

int pw_read_card(const char *text)
{
    int id = 0;
    if (*text++ != '#' || !*text || (text[0] == '0' && text[1]))
        return -1;
    for (; *text; text++) {
        if (*text < '0' || *text > '9')
            return -1;
        id = id * 10 + (*text - '0');
        if (id >= PW_CARDS)
            return -1;
    }
    return id;
}

/* ---- writing -------------------------------------------------------------- */

static const char *const words[PW_MOVES] = {
    "done", "take", "pass", "claim", "play", "discard", "leave", "decline", "accept", "drop-rule",
    "edit", "prove", "refute", "buy-proof", "buy-rule",
};

/* Whether whoever reads this may know what was written or chosen. */
static bool may_read(const struct pw *s, int seat)
{
    return s->viewer == 0 || s->viewer == seat + 2;
}

static void put_form(const struct pw *s, const struct bl_play *play, struct bl_text *out)
{
    unsigned kind = pw_kind(play->move);
    bl_put(out, words[kind]);
    switch (kind) {
    case MOVE_EDIT:
        bl_putf(out, " #%d <tag> <cost 0..%d> <statement>", (int)pw_first_of(play->move),
                (int)s->seats[play->seat].power);
        break;
    case MOVE_BUY_PROOF: bl_put(out, " <name>: <proof>"); break;
    case MOVE_BUY_RULE: bl_put(out, " <statement> <price>"); break;
    default: bl_put(out, " <proof>"); break;
    }
}

static void put_items(struct bl_logic *l, const struct pw_words *w, struct bl_text *out)
{
    size_t at = w->body, from, to;
    for (bool first = true; pw_words_item(w, &at, &from, &to); first = false) {
        struct bl_item item;
        struct bl_fault fault;
        if (!bl_item_parse(l, w->text, to, from, &item, &fault))
            return;
        bl_put(out, first ? " " : "; ");
        pw_put_item(l, &item, out);
    }
}

/* A before (¬A). */
static void order_results(const struct pw *s, int seat, struct bl_logic *l, struct pw_words *w)
{
    struct pw_proof p;
    struct pw_failure f;
    if (w->result_count != 2 || (s->phase != PHASE_REFUTING && s->phase != PHASE_RULE_REFUTING))
        return;
    pw_proof_begin(&p, l, s, seat, MOVE_REFUTE);
    if (!pw_proof_items(&p, w, &f))
        return;
    const struct bl_line *a = bl_proof_line(p.proof, w->result[0]);
    const struct bl_line *b = bl_proof_line(p.proof, w->result[1]);
    if (a && b && bl_term_shape(l, a->s.term) == BL_NOT &&
        bl_term_left(l, a->s.term) == b->s.term) {
        uint32_t held = w->result[0];
        w->result[0] = w->result[1];
        w->result[1] = held;
    }
}

void pw_put_chosen(struct bl_text *out, const uint8_t *players, unsigned player_count,
                   const uint8_t *cards, unsigned card_count)
{
    for (unsigned i = 0; i < player_count; i++)
        bl_putf(out, i == 0 ? " players=%d" : ",%d", players[i]);
    for (unsigned i = 0; i < card_count; i++)
        bl_putf(out, i == 0 ? " cards=#%d" : ",#%d", cards[i]);
}

static void put_proof(const struct pw *s, int seat, struct bl_logic *l, struct pw_words *w,
                      struct bl_text *out)
{
    pw_put_chosen(out, w->players, w->player_count, w->cards, w->card_count);
    bl_put(out, " :");
    order_results(s, seat, l, w);
    bl_logic_reset(l);
    put_items(l, w, out);
    bl_put(out, " =>");
    for (unsigned i = 0; i < w->result_count; i++)
        bl_putf(out, " %d", (int)w->result[i]);
}

static void put_open(const struct pw *s, int seat, struct bl_logic *l, struct pw_words *w,
                     struct bl_text *out)
{
    struct bl_statement statement = {0};
    struct bl_fault fault;
    bool written = (w->kind == MOVE_EDIT || w->kind == MOVE_BUY_RULE) &&
                   pw_words_statement(l, w, &statement, &fault);
    bl_put(out, words[w->kind]);
    switch (w->kind) {
    case MOVE_EDIT:
        bl_putf(out, " #%d %s %d ", (int)w->card, pw_tag_names[w->tag], (int)w->cost);
        if (!may_read(s, seat))
            bl_put(out, "<statement>");
        else if (written)
            bl_statement_print(l, &statement, false, out);
        break;
    case MOVE_BUY_RULE:
        bl_put_char(out, ' ');
        if (written)
            bl_statement_print(l, &statement, false, out);
        bl_putf(out, " %d", w->cost >= 0 ? (int)w->cost
                                         : statement.points > 0 ? 3 * statement.points : 1);
        break;
    case MOVE_BUY_PROOF:
        bl_put_char(out, ' ');
        bl_put_bytes(out, w->text + w->name, w->name_end - w->name);
        bl_put_char(out, ':');
        put_items(l, w, out);
        break;
    default:
        put_proof(s, seat, l, w, out);
    }
}

void pw_put_move(const void *state, const struct bl_play *play, struct bl_text *out)
{
    const struct pw *s = state;
    unsigned kind = pw_kind(play->move);
    if (play->move & BL_OPEN) {
        struct pw_words w;
        struct bl_fault fault;
        if (!play->data || !pw_words_read(play->data, play->size, &w, &fault)) {
            put_form(s, play, out);
            return;
        }
        struct bl_logic *l = bl_logic_new();
        put_open(s, play->seat, l, &w, out);
        bl_logic_free(l);
        return;
    }
    if (s->phase == PHASE_CREATION && (kind == MOVE_TAKE || kind == MOVE_PASS) &&
        !may_read(s, play->seat)) {
        bl_put(out, "<take or pass>");
        return;
    }
    bl_put(out, words[kind]);
    if (kind == MOVE_CLAIM || kind == MOVE_DISCARD || kind == MOVE_PLAY)
        bl_putf(out, " #%d", (int)pw_first_of(play->move));
    if (kind == MOVE_PLAY)
        bl_putf(out, " #%d", (int)pw_second_of(play->move));
    if (kind == MOVE_DROP_RULE)
        bl_putf(out, " %d", (int)pw_first_of(play->move));
}

/* ---- reading -------------------------------------------------------------- */

/* What is wrong with a text, and where; said in full where somebody wants to know. */
static const char *complain(struct bl_text *why, const struct bl_fault *fault, unsigned item)
{
    if (!why)
        return "it cannot be read";
    if (item > 0)
        bl_putf(why, "line %d of the proof, ", (int)item);
    bl_putf(why, "column %d: %s", (int)fault->column, fault->why);
    return why->s;
}

static const char *complain_item(struct bl_text *why, unsigned item, const char *what)
{
    if (!why)
        return what;
    bl_putf(why, "line %d of the proof: %s", (int)item, what);
    return why->s;
}

static const char *check_items(struct bl_logic *l, const struct pw_words *w, struct bl_text *why)
{
    size_t at = w->body, from, to;
    unsigned n = 0, lemmas = 0;
    while (pw_words_item(w, &at, &from, &to)) {
        struct bl_item item;
        struct bl_fault fault;
        n++;
        if (!bl_item_parse(l, w->text, to, from, &item, &fault))
            return complain(why, &fault, n);
        if (item.axiom && w->kind != MOVE_BUY_PROOF)
            return complain_item(why, n, "the axioms are given; only lemmas are written");
        if (item.axiom && lemmas > 0)
            return complain_item(why, n, "axioms come before lemmas");
        lemmas += !item.axiom;
        if (lemmas > BL_LEMMAS_MAX)
            return complain_item(why, n, "a proof has at most 256 lemmas");
    }
    return n == 0 && w->kind == MOVE_BUY_PROOF ? "a proof has at least one line" : NULL;
}

static const char *read_open(const char *text, struct bl_play *out, struct bl_text *why)
{
    struct pw_words w;
    struct bl_fault fault;
    struct bl_statement statement;
    const char *wrong = NULL;
    if (strchr(text, '<') && strstr(text, "<statement>"))
        return "the statement is to be written out";
    if (strstr(text, "<proof>"))
        return "the proof is to be written out";
    if (!pw_words_read(text, strlen(text), &w, &fault))
        return complain(why, &fault, 0);
    struct bl_logic *l = bl_logic_new();
    if (w.kind == MOVE_EDIT || w.kind == MOVE_BUY_RULE)
        wrong = pw_words_statement(l, &w, &statement, &fault) ? NULL : complain(why, &fault, 0);
    else
        wrong = check_items(l, &w, why);
    bl_logic_free(l);
    out->move = PW_FORM(w.kind, w.kind == MOVE_EDIT ? w.card : 0);
    out->data = text;
    out->size = (uint32_t)strlen(text);
    return wrong;
}

/* " 3" after `sign`: a number, `most` for all above that; moves *at past it. */
static bool read_number_word(const char **at, const char *sign, unsigned most, unsigned *out)
{
    const char *t = *at;
    if (strncmp(t, sign, strlen(sign)) != 0)
        return false;
    t += strlen(sign);
    if (*t < '0' || *t > '9')
        return false;
    for (*out = 0; *t >= '0' && *t <= '9'; t++)
        *out = *out * 10 + (unsigned)(*t - '0') < most ? *out * 10 + (unsigned)(*t - '0') : most;
    *at = t;
    return true;
}

static bool read_card_word(const char **at, unsigned *card)
{
    return read_number_word(at, " #", PW_NO_CARD, card);
}

static const char *read_closed(unsigned kind, const char *rest, bl_move *out)
{
    unsigned a = 0, b = 0;
    switch (kind) {
    case MOVE_CLAIM: case MOVE_DISCARD:
        if (!read_card_word(&rest, &a) || *rest)
            return "which card? As in: claim #3";
        break;
    case MOVE_PLAY:
        if (!read_card_word(&rest, &a) || !read_card_word(&rest, &b) || *rest)
            return "which two cards? As in: play #3 #7";
        break;
    case MOVE_DROP_RULE:
        if (!read_number_word(&rest, " ", PW_RULES, &a) || *rest)
            return "which rule? As in: drop-rule 0";
        break;
    default:
        if (*rest)
            return "nothing stands after this word";
    }
    *out = PW_MOVE(kind, a, b);
    return NULL;
}

const char *pw_read_move(const void *state, int seat, const char *text, struct bl_play *out,
                         struct bl_text *why)
{
    (void)state;
    *out = (struct bl_play){.seat = (int8_t)seat};
    size_t n = 0;
    while ((text[n] >= 'a' && text[n] <= 'z') || text[n] == '-')
        n++;
    for (unsigned kind = 0; kind < PW_MOVES; kind++) {
        if (strlen(words[kind]) != n || memcmp(words[kind], text, n) != 0)
            continue;
        return kind < MOVE_EDIT ? read_closed(kind, text + n, &out->move)
                                : read_open(text, out, why);
    }
    return "a move begins with done, take, pass, claim, play, discard, leave, decline, accept, "
           "drop-rule, edit, prove, refute, buy-proof or buy-rule";
}

/* ---- closed moves as numbers ----------------------------------------------- */

/* Moves without a card, dropping each rule, claims, discards, plays by first and second card. */
static const uint8_t plain[] = {MOVE_DONE, MOVE_TAKE, MOVE_PASS, MOVE_LEAVE, MOVE_DECLINE,
                                MOVE_ACCEPT};
enum { PLAIN = sizeof plain };

static uint32_t rule_count(const struct bl_setup *setup)
{
    return (uint32_t)setup->options[OPTION_RULES];
}

uint32_t pw_action_count(const struct bl_setup *setup)
{
    uint32_t cards = pw_card_count(setup);
    return PLAIN + rule_count(setup) + 2 * cards + cards * (cards - 1);
}

bl_move pw_action_move(const struct bl_setup *setup, uint32_t action)
{
    uint32_t cards = pw_card_count(setup), rules = rule_count(setup), k = action - PLAIN;
    if (action < PLAIN)
        return PW_MOVE(plain[action], 0, 0);
    if (k < rules)
        return PW_MOVE(MOVE_DROP_RULE, k, 0);
    k -= rules;
    if (k < 2 * cards)
        return PW_MOVE(k < cards ? MOVE_CLAIM : MOVE_DISCARD, k % cards, 0);
    k -= 2 * cards;
    uint32_t a = k / (cards - 1), b = k % (cards - 1);
    return PW_MOVE(MOVE_PLAY, a, b < a ? b : b + 1);
}

uint32_t pw_action_of(const struct bl_setup *setup, bl_move m)
{
    uint32_t cards = pw_card_count(setup), a = pw_first_of(m), b = pw_second_of(m);
    uint32_t of_cards = PLAIN + rule_count(setup);
    switch (pw_kind(m)) {
    case MOVE_DROP_RULE: return PLAIN + a;
    case MOVE_CLAIM: return of_cards + a;
    case MOVE_DISCARD: return of_cards + cards + a;
    case MOVE_PLAY: return of_cards + 2 * cards + a * (cards - 1) + b - (b > a);
    default: break;
    }
    for (uint32_t i = 0; i < PLAIN; i++)
        if (plain[i] == pw_kind(m))
            return i;
    return BL_NO_ACTION;
}
