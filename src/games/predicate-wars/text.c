/* text.c - moves and cards as text. */
#include <string.h>

#include "base/number.h"
#include "predicate-wars.h"

void pw_put_card(uint16_t item, struct bl_text *out)
{
    bl_put_char(out, '#');
    bl_put_int(out, item);
}

int pw_read_card(const char *text)
{
    uint64_t id;
    if (*text++ != '#' || (text[0] == '0' && text[1]) ||
        !bl_take_number(&text, PW_CARDS - 1, &id) || *text)
        return -1;
    return (int)id;
}

/* ---- writing -------------------------------------------------------------- */

/* The moves: a word; of a closed one, the signs of the numbers after it, where these end, and what
 * is said if they are not there; of an open one, what is to be written. */
static const struct {
    const char *word, *sign[2];
    unsigned most;
    struct bl_fact missing;
    const char *form;
} moves[PW_MOVES] = {
    [MOVE_DONE] = {.word = "done"}, [MOVE_TAKE] = {.word = "take"}, [MOVE_PASS] = {.word = "pass"},
    [MOVE_LEAVE] = {.word = "leave"}, [MOVE_DECLINE] = {.word = "decline"},
    [MOVE_ACCEPT] = {.word = "accept"},
    [MOVE_CLAIM] = {"claim", {" #"}, PW_NO_CARD, {FACT("which card? As in: claim #3"), NULL}, NULL},
    [MOVE_DISCARD] = {"discard", {" #"}, PW_NO_CARD, {FACT("which card? As in: claim #3"), NULL}, NULL},
    [MOVE_PLAY] = {"play", {" #", " #"}, PW_NO_CARD, {FACT("which two cards? As in: play #3 #7"), NULL}, NULL},
    [MOVE_DROP_RULE] = {"drop-rule", {" "}, PW_RULES, {FACT("which rule? As in: drop-rule 0"), NULL}, NULL},
    [MOVE_EDIT] = {.word = "edit"},
    [MOVE_PROVE] = {.word = "prove", .form = " <proof>"},
    [MOVE_REFUTE] = {.word = "refute", .form = " <proof>"},
    [MOVE_BUY_PROOF] = {.word = "buy-proof", .form = " <name>: <proof>"},
    [MOVE_BUY_RULE] = {.word = "buy-rule", .form = " <statement> <price>"},
};

const char *pw_move_word(unsigned kind)
{
    return moves[kind].word;
}

/* Whether whoever reads this may know what was written or chosen. */
static bool may_read(const struct pw *s, int seat)
{
    return s->viewer == 0 || s->viewer == seat + 2;
}

/* I.1: choices are hidden until all have made theirs; and what is written on a card is. */
void pw_hide_play(const void *state, struct bl_play *play)
{
    const struct pw *s = state;
    unsigned kind = pw_kind(play->move);
    if (kind == MOVE_EDIT)
        *play = (struct bl_play){.move = play->move, .seat = play->seat};
    else if (s->phase == PHASE_CREATION && (kind == MOVE_TAKE || kind == MOVE_PASS))
        play->move = BL_NO_MOVE;
}

static bool is_secret(const struct pw *s, const struct bl_play *play)
{
    struct bl_play told = *play;
    if (!may_read(s, play->seat))
        pw_hide_play(s, &told);
    return told.move == BL_NO_MOVE;
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

/* A before (¬A) */
static bool is_swapped(const struct pw *s, const struct pw_written *m)
{
    bool refuting = s->phase == PHASE_REFUTING || s->phase == PHASE_RULE_REFUTING;
    return m->w.result_count == 2 && refuting && denies(s, m, m->w.result[0], m->w.result[1]);
}

static void put_proof(const struct pw *s, const struct pw_written *m, struct bl_text *out)
{
    const struct pw_words *w = &m->w;
    bool swap = is_swapped(s, m);
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
    if (is_secret(s, play)) {
        bl_put(out, "<take or pass>");
        return;
    }
    if (play->move & BL_OPEN) {
        bl_put(out, moves[kind].word);
        if (pw_written(play, &m))
            put_open(s, play->seat, &m, out);
        else if (kind == MOVE_EDIT)
            bl_putf(out, " #%d <tag> <cost 0..%d> <statement>", (int)pw_first_of(play->move),
                    (int)s->seats[play->seat].power);
        else
            bl_put(out, moves[kind].form);
        return;
    }
    bl_put(out, moves[kind].word);
    const unsigned numbers[] = {pw_first_of(play->move), pw_second_of(play->move)};
    for (unsigned i = 0; i < 2 && moves[kind].sign[i]; i++)
        bl_putf(out, "%s%d", moves[kind].sign[i], (int)numbers[i]);
}

/* ---- as data --------------------------------------------------------------- */

static void put_closed_parts(bl_move move, struct bl_text *out)
{
    const char *const *sign = moves[pw_kind(move)].sign;
    const uint8_t numbers[] = {(uint8_t)pw_first_of(move), (uint8_t)pw_second_of(move)};
    bool cards = sign[0] && sign[0][1] == '#';
    unsigned count = !sign[0] ? 0 : sign[1] ? 2 : 1;
    pw_json_numbers(out, "cards", numbers, cards ? count : 0);
    pw_json_numbers(out, "more", numbers, cards ? 0 : count);
}

static void put_proof_parts(const struct pw *s, const struct pw_written *m, struct bl_text *out)
{
    const struct pw_words *w = &m->w;
    pw_json_numbers(out, "players", m->players, w->player_count);
    pw_json_numbers(out, "cards", m->cards, w->card_count);
    pw_json_lemmas(out, m->body, m->end);
    bl_json_putf(out, "'results':[");
    for (unsigned i = 0, swap = is_swapped(s, m); i < w->result_count; i++)
        bl_json_put_int(out, w->result[swap ? 1 - i : i]);
    bl_json_close(out, ']');
}

static void put_open_parts(const struct pw *s, int seat, const struct pw_written *m,
                           struct bl_text *out)
{
    const struct pw_words *w = &m->w;
    BL_LOCAL struct bl_text name = bl_text_heap();
    bl_put_bytes(&name, m->name, w->name_size);
    if (w->kind == MOVE_EDIT)
        bl_json_putf(out, "'cards':[%d],'tag':%s", (int)w->card, pw_tag_names[w->tag]);
    if (w->kind == MOVE_BUY_PROOF)
        bl_json_putf(out, "'name':%s", name.s);
    if (w->kind != MOVE_EDIT && w->kind != MOVE_BUY_RULE)
        put_proof_parts(s, m, out);
    else
        bl_json_putf(out, "'cost':%d", (int)w->cost);
    if (w->kind == MOVE_BUY_RULE || (w->kind == MOVE_EDIT && may_read(s, seat))) {
        const uint8_t *at = m->body;
        bl_json_key(out, "statement");
        pw_json_packed(out, &at, m->end, bl_packed_print);
    }
}

void pw_put_parts(const void *state, const struct bl_play *play, struct bl_text *out)
{
    const struct pw *s = state;
    unsigned kind = pw_kind(play->move);
    const uint8_t card = (uint8_t)pw_first_of(play->move);
    struct pw_written m;
    bl_json_putf(out, "'kind':%s", is_secret(s, play) ? "secret" : moves[kind].word);
    if (!(play->move & BL_OPEN))
        put_closed_parts(play->move, out);
    else if (pw_written(play, &m))
        put_open_parts(s, play->seat, &m, out);
    else
        pw_json_numbers(out, "cards", &card, kind == MOVE_EDIT);
}

/* ---- reading -------------------------------------------------------------- */

static const struct bl_fact *read_open(const char *text, struct bl_play *out, struct bl_text *room)
{
    struct bl_logic *l = bl_logic_new();
    const struct bl_fact *why = pw_read_open(l, text, out, room);
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

static const struct bl_fact *read_closed(unsigned kind, const char *rest, bl_move *out)
{
    unsigned numbers[2] = {0, 0};
    bool good = true;
    for (unsigned i = 0; i < 2 && good && moves[kind].sign[i]; i++)
        good = read_number_word(&rest, moves[kind].sign[i], moves[kind].most, &numbers[i]);
    if ((!good || *rest) && moves[kind].sign[0])
        return &moves[kind].missing;
    if (*rest)
        BL_WRONG("nothing stands after this word");
    *out = PW_MOVE(kind, numbers[0], numbers[1]);
    return NULL;
}

const struct bl_fact *pw_read_move(const void *state, int seat, const char *text,
                                   struct bl_play *out, struct bl_text *room)
{
    (void)state;
    *out = (struct bl_play){.seat = (int8_t)seat};
    size_t n = 0;
    while ((text[n] >= 'a' && text[n] <= 'z') || text[n] == '-')
        n++;
    for (unsigned kind = 0; kind < PW_MOVES; kind++) {
        if (strlen(moves[kind].word) != n || memcmp(moves[kind].word, text, n) != 0)
            continue;
        return kind < MOVE_EDIT ? read_closed(kind, text + n, &out->move)
                                : read_open(text, out, room);
    }
    BL_WRONG("a move begins with done, take, pass, claim, play, discard, leave, decline, accept, "
             "drop-rule, edit, prove, refute, buy-proof or buy-rule");
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

/* Forms of open moves: an edit names its card. */
bool pw_is_written(const struct bl_setup *setup, bl_move m)
{
    unsigned kind = pw_kind(m), card = kind == MOVE_EDIT ? pw_first_of(m) : 0;
    return kind >= MOVE_EDIT && kind < PW_MOVES && m == PW_FORM(kind, card) &&
           card < pw_card_count(setup);
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
