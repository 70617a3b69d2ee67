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

static void put_items(const struct pw_written *m, struct bl_text *out)
{
    const uint8_t *at = m->body;
    while (at < m->end) {
        bl_put(out, at == m->body ? " " : "; ");
        bl_packed_item_print(&at, m->end, false, out);
    }
}

/* Whether one statement of a refutation is the other's negation, as (¬A) is A's. */
static bool denies(const struct pw *s, const struct pw_written *m, unsigned negation, unsigned of)
{
    const uint8_t *a, *b, *a_end, *b_end;
    return pw_find_statement(s, m, negation, &a, &a_end) && *a++ == BL_NOT &&
           pw_find_statement(s, m, of, &b, &b_end) && bl_packed_same(a, a_end, b, b_end);
}

void pw_put_chosen(struct bl_text *out, const uint8_t *players, unsigned player_count,
                   const uint8_t *cards, unsigned card_count)
{
    for (unsigned i = 0; i < player_count; i++)
        bl_putf(out, i == 0 ? " players=%d" : ",%d", players[i]);
    for (unsigned i = 0; i < card_count; i++)
        bl_putf(out, i == 0 ? " cards=#%d" : ",#%d", cards[i]);
}

static void put_proof(const struct pw *s, const struct pw_written *m, struct bl_text *out)
{
    const struct pw_words *w = &m->w;
    bool refuting = s->phase == PHASE_REFUTING || s->phase == PHASE_RULE_REFUTING;
    /* A before (¬A) */
    bool swap = w->result_count == 2 && refuting && denies(s, m, w->result[0], w->result[1]);
    pw_put_chosen(out, m->players, w->player_count, m->cards, w->card_count);
    bl_put(out, " :");
    put_items(m, out);
    bl_put(out, " =>");
    for (unsigned i = 0; i < w->result_count; i++)
        bl_putf(out, " %d", (int)w->result[swap ? 1 - i : i]);
}

static void put_open(const struct pw *s, int seat, const struct pw_written *m, struct bl_text *out)
{
    const struct pw_words *w = &m->w;
    const uint8_t *at = m->body;
    bl_put(out, words[w->kind]);
    switch (w->kind) {
    case MOVE_EDIT:
        bl_putf(out, " #%d %s %d ", (int)w->card, pw_tag_names[w->tag], (int)w->cost);
        if (may_read(s, seat))
            bl_packed_print(&at, m->end, false, out);
        else
            bl_put(out, "<statement>");
        break;
    case MOVE_BUY_RULE:
        bl_put_char(out, ' ');
        bl_packed_print(&at, m->end, false, out);
        bl_putf(out, " %d", (int)w->cost);
        break;
    case MOVE_BUY_PROOF:
        bl_put_char(out, ' ');
        bl_put_bytes(out, m->name, w->name_size);
        bl_put_char(out, ':');
        put_items(m, out);
        break;
    default:
        put_proof(s, m, out);
    }
}

void pw_put_move(const void *state, const struct bl_play *play, struct bl_text *out)
{
    const struct pw *s = state;
    unsigned kind = pw_kind(play->move);
    struct pw_written m;
    if (play->move & BL_OPEN) {
        if (pw_written(play, &m))
            put_open(s, play->seat, &m, out);
        else
            put_form(s, play, out);
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

static const char *read_open(const char *text, struct bl_play *out, struct bl_text *room)
{
    struct bl_logic *l = bl_logic_new();
    const char *why = pw_read_open(l, text, out, room);
    bl_logic_free(l);
    return why;
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
                         struct bl_text *room)
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
                                : read_open(text, out, room);
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
