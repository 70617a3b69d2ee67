/* words.c - what an open move says, but for the statements in it. White space may stand between
 * any two of its words. */
#include <string.h>

#include "base/utf8.h"
#include "predicate-wars.h"

const char *const pw_phase_names[PW_PHASES] = {
    "setup", "creation", "editing", "claiming", "playing", "proving", "refuting", "proofs", "rules",
    "rule-refuting", "drops", "over",
};
const char *const pw_tag_names[PW_TAGS] = {"rock", "paper", "scissors"};

struct reader {
    const char *text;
    size_t size, at;
    struct bl_fault *fault;
};

static bool wrong(struct reader *r, const char *why)
{
    struct bl_text t = BL_TEXT_FIXED(r->fault->why);
    r->fault->offset = r->at;
    r->fault->column = 1 + bl_utf8_count(r->text, r->at);
    bl_put(&t, why);
    return false;
}

static bool is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static void skip_space(struct reader *r)
{
    while (r->at < r->size && is_space(r->text[r->at]))
        r->at++;
}

static bool take_char(struct reader *r, char c)
{
    skip_space(r);
    bool there = r->at < r->size && r->text[r->at] == c;
    r->at += there;
    return there;
}

static bool take_word(struct reader *r, const char *word)
{
    skip_space(r);
    size_t n = strlen(word);
    if (r->size - r->at < n || memcmp(r->text + r->at, word, n) != 0)
        return false;
    r->at += n;
    return true;
}

static bool digit_here(const struct reader *r)
{
    return r->at < r->size && r->text[r->at] >= '0' && r->text[r->at] <= '9';
}

static bool take_number(struct reader *r, int64_t max, int64_t *out, const char *why)
{
    skip_space(r);
    if (!digit_here(r))
        return wrong(r, why);
    for (*out = 0; digit_here(r); r->at++)
        if ((*out = *out * 10 + (r->text[r->at] - '0')) > max)
            return wrong(r, why);
    return true;
}

static bool take_card(struct reader *r, unsigned *card)
{
    int64_t id = 0;
    if (!take_char(r, '#'))
        return wrong(r, "a card is # and its number, as in #3");
    if (!take_number(r, BL_NUMBER_MAX, &id, "the number of a card is at most 2147483647"))
        return false;
    *card = id < PW_NO_CARD ? (unsigned)id : PW_NO_CARD;
    return true;
}

/* #ID TAG COST STATEMENT */
static bool read_edit(struct reader *r, struct pw_words *w)
{
    if (!take_card(r, &w->card))
        return false;
    for (w->tag = 0; w->tag < PW_TAGS && !take_word(r, pw_tag_names[w->tag]);)
        w->tag++;
    if (w->tag == PW_TAGS)
        return wrong(r, "a tag is rock, paper or scissors");
    if (!take_number(r, BL_NUMBER_MAX, &w->cost, "a power cost is a number up to 2147483647"))
        return false;
    if (r->at < r->size && r->text[r->at] != ' ')
        return wrong(r, "a space stands between the power cost and the statement");
    w->statement = r->at;
    w->statement_end = r->size;
    return true;
}

/* Whether a list ends before it has begun. */
static bool is_empty_list(struct reader *r)
{
    skip_space(r);
    return !digit_here(r) && (r->at == r->size || r->text[r->at] == ':' || r->text[r->at] == 'c');
}

static bool read_players(struct reader *r, struct pw_words *w)
{
    if (is_empty_list(r))
        return true;
    do {
        int64_t seat = 0;
        if (w->player_count == PW_CHOSEN)
            return wrong(r, "at most 256 players can be chosen");
        if (!take_number(r, BL_NUMBER_MAX, &seat, "players are seats, as in players=2,0"))
            return false;
        w->players[w->player_count++] = (uint8_t)(seat < PW_NOBODY ? seat : PW_NOBODY);
    } while (take_char(r, ','));
    return true;
}

static bool read_cards(struct reader *r, struct pw_words *w)
{
    if (is_empty_list(r))
        return true;
    do {
        unsigned card;
        if (w->card_count == PW_CHOSEN)
            return wrong(r, "at most 256 cards can be chosen");
        if (!take_card(r, &card))
            return false;
        w->cards[w->card_count++] = (uint8_t)card;
    } while (take_char(r, ','));
    return true;
}

/* Where the last "=>" stands; r->size: nowhere. */
static size_t find_arrow(const struct reader *r)
{
    for (size_t at = r->size; at >= r->at + 2; at--)
        if (r->text[at - 2] == '=' && r->text[at - 1] == '>')
            return at - 2;
    return r->size;
}

/* [players=…] [cards=…] : ITEMS => N [N] */
static bool read_proof(struct reader *r, struct pw_words *w)
{
    if (w->kind == MOVE_PROVE) {
        if (take_word(r, "players=") && !read_players(r, w))
            return false;
        if (take_word(r, "cards=") && !read_cards(r, w))
            return false;
    }
    if (!take_char(r, ':'))
        return wrong(r, w->kind == MOVE_PROVE ? "expected players=, cards= or :" : "expected :");
    w->body = r->at;
    w->body_end = find_arrow(r);
    if (w->body_end == r->size)
        return wrong(r, "=> and the number of a statement is missing at the end");
    r->at = w->body_end + 2;
    do {
        int64_t n = 0;
        if (w->result_count == (w->kind == MOVE_PROVE ? 1u : 2u))
            return wrong(r, "nothing stands after the number of the statement");
        if (!take_number(r, 99999999, &n, "after => stands the number of a statement"))
            return false;
        w->result[w->result_count++] = (uint32_t)n;
        skip_space(r);
    } while (r->at < r->size);
    return true;
}

static bool is_name_char(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           c == '_' || c == '-';
}

/* NAME: ITEMS */
static bool read_subproof(struct reader *r, struct pw_words *w)
{
    skip_space(r);
    w->name = r->at;
    while (r->at < r->size && is_name_char(r->text[r->at]))
        r->at++;
    w->name_end = r->at;
    if (w->name_end == w->name || w->name_end - w->name > PW_NAME_MAX)
        return wrong(r, "a name has 1 to 32 of A-Z a-z 0-9 _ -");
    if (!take_char(r, ':'))
        return wrong(r, "expected : after the name");
    w->body = r->at;
    w->body_end = r->size;
    return true;
}

bool pw_words_read(const char *text, size_t size, struct pw_words *out, struct bl_fault *fault)
{
    struct reader r = {text, size, 0, fault};
    memset(out, 0, sizeof *out);
    out->text = text;
    out->size = size;
    if (take_word(&r, "edit ")) {
        out->kind = MOVE_EDIT;
        return read_edit(&r, out);
    }
    if (take_word(&r, "buy-proof ")) {
        out->kind = MOVE_BUY_PROOF;
        return read_subproof(&r, out);
    }
    if (take_word(&r, "buy-rule ")) {
        out->kind = MOVE_BUY_RULE;
        out->statement = r.at;
        out->statement_end = size;
        out->cost = -1;
        return true;
    }
    bool prove = take_word(&r, "prove");
    if (!prove && !take_word(&r, "refute"))
        return wrong(&r, "no open move begins like this");
    out->kind = prove ? MOVE_PROVE : MOVE_REFUTE;
    return read_proof(&r, out);
}

/* A body of white space only has no items; otherwise ';' stands between them. */
bool pw_words_item(const struct pw_words *w, size_t *at, size_t *from, size_t *to)
{
    if (*at > w->body_end)
        return false;
    if (*at == w->body) {
        size_t i = *at;
        while (i < w->body_end && is_space(w->text[i]))
            i++;
        if (i == w->body_end)
            return false;
    }
    const char *semicolon = memchr(w->text + *at, ';', w->body_end - *at);
    *from = *at;
    *to = semicolon ? (size_t)(semicolon - w->text) : w->body_end;
    *at = *to + 1;
    return true;
}

/* STATEMENT, and for a rule [PRICE]. */
bool pw_words_statement(struct bl_logic *l, struct pw_words *w, struct bl_statement *out,
                        struct bl_fault *fault)
{
    if (w->kind == MOVE_EDIT)
        return bl_statement_parse(l, w->text, w->statement_end, w->statement, BL_WFF, out, fault);
    struct reader r = {w->text, w->size, 0, fault};
    if (!bl_statement_scan(l, w->text, w->size, w->statement, BL_WFF, out, &r.at, fault))
        return false;
    skip_space(&r);
    if (r.at < r.size && !is_space(r.text[r.at - 1]))
        return wrong(&r, "a space stands between the statement and the price");
    if (r.at < r.size && !take_number(&r, BL_NUMBER_MAX, &w->cost,
                                      "the price is a number up to 2147483647"))
        return false;
    skip_space(&r);
    return r.at == r.size || wrong(&r, "nothing stands after the price");
}
