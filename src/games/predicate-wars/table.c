/* table.c - the table for people: what matters first, in as many columns as there are. */
#include <string.h>

#include "base/utf8.h"
#include "predicate-wars.h"

enum { INDENT = 11, LEAST = 40 };

/* A line under way. */
struct line {
    struct bl_text *out;
    int column, columns;
};

static void break_line(struct line *n)
{
    bl_put(n->out, "\n           ");
    n->column = INDENT;
}

/* A word that is kept together if it fits on a line, else broken where the line ends. */
static void put_word(struct line *n, const char *word)
{
    int width = (int)bl_utf8_count(word, strlen(word));
    if (n->column > INDENT && n->column + 1 + width > n->columns)
        break_line(n);
    else if (n->column > INDENT) {
        bl_put_char(n->out, ' ');
        n->column++;
    }
    while (*word) {
        size_t bytes = bl_utf8_bytes(word, 1);
        if (n->column == n->columns)
            break_line(n);
        bl_put_bytes(n->out, word, bytes);
        n->column++;
        word += bytes;
    }
}

static void put_wordf(struct line *n, const char *format, ...)
{
    char room[128];
    struct bl_text text = BL_TEXT_FIXED(room);
    va_list args;
    va_start(args, format);
    bl_putfv(&text, format, args);
    va_end(args);
    put_word(n, room);
}

static struct line begin_line(struct bl_text *out, const char *title, int columns)
{
    bl_put(out, title);
    for (size_t n = strlen(title); n < INDENT; n++)
        bl_put_char(out, ' ');
    return (struct line){out, INDENT, columns < LEAST ? LEAST : columns};
}

static void put_slot(struct line *n, const struct pw *s, unsigned slot)
{
    char room[PW_TEXT_MAX] = "";
    struct bl_text text = BL_TEXT_FIXED(room);
    pw_put_slot(s, slot, &text);
    put_word(n, room);
}

/* ---- cards ---------------------------------------------------------------- */

/* "[ATK]" or "2x[ATK]" for each name in an effect that is not seen. */
static void put_names(struct line *n, const struct pw_card *c)
{
    for (unsigned i = 0; i < PW_NAMES; i++) {
        if (c->names[i] == 0)
            continue;
        char room[32];
        struct bl_text text = BL_TEXT_FIXED(room);
        if (c->names[i] > 1)
            bl_putf(&text, "%dx", c->names[i]);
        bl_put(&text, bl_game_name(BL_RAND_PLAYER + i));
        put_word(n, room);
    }
}

static void put_card(struct line *n, const struct pw *s, unsigned card)
{
    const struct pw_card *c = &s->cards[card];
    if (c->kind == PW_BLANK) {
        put_wordf(n, "#%d blank", (int)card);
        return;
    }
    put_wordf(n, "#%d %s,", (int)card, pw_tag_names[c->tag]);
    if (c->kind == PW_UNSEEN) {
        put_wordf(n, "cost %d; unseen", (int)c->cost);
        put_names(n, c);
        return;
    }
    put_wordf(n, "cost %d,", (int)c->cost);
    put_wordf(n, "%d points:", c->points);
    put_slot(n, s, SLOT_CARD + card);
}

static void put_hand(struct bl_text *out, const struct pw *s, unsigned seat, bool own, int columns)
{
    uint8_t hand[PW_CARDS];
    char title[16];
    unsigned n = pw_list(&s->seats[seat].hand, hand), blanks = 0, shown = 0;
    struct bl_text text = BL_TEXT_FIXED(title);
    if (n == 0)
        return;
    if (own)
        bl_put(&text, "Your cards");
    else
        bl_putf(&text, "Of seat %d", (int)seat);
    struct line line = begin_line(out, title, columns);
    for (unsigned i = 0; i < n; i++) {
        if (!pw_edited(s, hand[i])) {
            blanks++;
            continue;
        }
        if (shown++ > 0)
            break_line(&line);
        put_card(&line, s, hand[i]);
    }
    if (blanks > 0) {
        if (shown > 0)
            break_line(&line);
        put_word(&line, "blank:");
    }
    for (unsigned i = 0; i < n; i++)
        if (!pw_edited(s, hand[i]))
            put_wordf(&line, "#%d", hand[i]);
    bl_put_char(out, '\n');
}

/* ---- the rest ------------------------------------------------------------- */

static void put_number(struct bl_text *out, int64_t n, int width)
{
    char room[24];
    struct bl_text text = BL_TEXT_FIXED(room);
    bl_put_int(&text, n);
    for (int i = (int)text.len; i < width; i++)
        bl_put_char(out, ' ');
    bl_put(out, room);
}

static void put_seats(struct bl_text *out, const struct pw *s, int seat)
{
    bl_put(out, "             health    power  potency  proving    cards\n");
    for (int i = 0; i < (int)pw_players(s); i++) {
        const struct pw_seat *p = &s->seats[i];
        bl_putf(out, i < 10 ? "Seat %d  " : "Seat %d ", i);
        bl_put(out, i == s->head.to_move ? ">" : " ");
        if (!p->alive) {
            bl_put(out, i == seat ? "  dead (you)\n" : "  dead\n");
            continue;
        }
        put_number(out, p->health, 10);
        put_number(out, p->power, 9);
        put_number(out, p->potency, 9);
        put_number(out, p->proving, 9);
        put_number(out, pw_size(&p->hand), 9);
        if (pw_in_fight(s) && !(s->remaining >> i & 1))
            bl_put(out, "  left");
        bl_put(out, i == seat ? "  you\n" : "\n");
    }
}

static void put_piles(struct bl_text *out, const struct pw *s, int columns)
{
    unsigned blanks = 0;
    for (unsigned i = 0; i < s->deck_count; i++)
        blanks += !pw_edited(s, s->deck[i]);
    struct line line = begin_line(out, "Piles", columns);
    put_wordf(&line, "%d in the deck", s->deck_count);
    put_wordf(&line, "(%d blank),", (int)blanks);
    put_wordf(&line, "%d discarded,", s->discard_count);
    put_wordf(&line, "%d dropped", s->drop_count);
    bl_put_char(out, '\n');
    unsigned shown = 0;
    for (unsigned i = s->deck_count; s->phase == PHASE_PLAYING && i > 0; i--) {
        if (!pw_edited(s, s->deck[i - 1]))
            continue;
        if (shown++ == 0)
            line = begin_line(out, "In deck", columns);
        else
            break_line(&line);
        put_card(&line, s, s->deck[i - 1]);
    }
    if (shown > 0)
        bl_put_char(out, '\n');
}

static void put_rules(struct bl_text *out, const struct pw *s, int columns)
{
    for (unsigned i = 0; i < PW_RULES; i++) {
        if (s->prices[i] == 0)
            continue;
        struct line line = begin_line(out, "Rule", columns);
        put_wordf(&line, "%d, price %d:", (int)i, (int)s->prices[i]);
        put_slot(&line, s, SLOT_RULE + i);
        bl_put_char(out, '\n');
    }
}

static void put_lemmas(struct bl_text *out, const struct pw *s, int columns)
{
    const uint8_t *end, *at = pw_slot_ends(s, SLOT_LEMMAS, &end);
    struct line line = begin_line(out, s->phase == PHASE_REFUTING ? "Proof" : "New rule", columns);
    if (s->phase == PHASE_RULE_REFUTING) {
        put_slot(&line, s, SLOT_LEMMAS);
        put_wordf(&line, "for %d", (int)s->price);
        bl_put_char(out, '\n');
        return;
    }
    for (unsigned n = pw_axiom_count(s, false) + 1; at < end; n++) {
        char room[PW_TEXT_MAX] = "";
        struct bl_text text = BL_TEXT_FIXED(room);
        bl_packed_item_print(&at, end, false, &text);
        put_wordf(&line, "%d:", (int)n);
        put_word(&line, room);
        break_line(&line);
    }
    put_wordf(&line, "so statement %d happens", s->effect);
    bl_put_char(out, '\n');
}

static void put_chosen(struct bl_text *out, const struct pw *s, int columns)
{
    const uint8_t *players = pw_slot(s, SLOT_PLAYERS), *cards = pw_slot(s, SLOT_CHOSEN_CARDS);
    if (s->sizes[SLOT_PLAYERS] + s->sizes[SLOT_CHOSEN_CARDS] == 0)
        return;
    struct line line = begin_line(out, "Chosen", columns);
    for (unsigned i = 0; i < s->sizes[SLOT_PLAYERS]; i++)
        put_wordf(&line, "seat %d", players[i]);
    for (unsigned i = 0; i < s->sizes[SLOT_CHOSEN_CARDS]; i++)
        put_wordf(&line, "#%d", cards[i]);
    bl_put_char(out, '\n');
}

static void put_played(struct bl_text *out, const struct pw *s, int columns)
{
    struct line line;
    if (s->previous_main >= 0 && s->played[0] < 0) {
        line = begin_line(out, "Last main", columns);
        put_card(&line, s, (unsigned)s->previous_main);
        bl_put_char(out, '\n');
    }
    for (unsigned i = 0; i < 2 && s->played[0] >= 0; i++) {
        line = begin_line(out, i == 0 ? "1 Main" : "2 Second", columns);
        put_card(&line, s, (unsigned)s->played[i]);
        bl_put_char(out, '\n');
    }
    if (s->played[0] >= 0) {
        line = begin_line(out, "Random", columns);
        for (unsigned i = 0; i < s->rand_player_count; i++)
            put_wordf(&line, "seat %d", s->rand_players[i]);
        for (unsigned i = 0; i < s->rand_card_count; i++)
            put_wordf(&line, "#%d", s->rand_cards[i]);
        bl_put_char(out, '\n');
    }
    if (s->phase == PHASE_REFUTING)
        put_chosen(out, s, columns);
    if (s->phase == PHASE_REFUTING || s->phase == PHASE_RULE_REFUTING)
        put_lemmas(out, s, columns);
}

void pw_put_table(const void *view, int seat, const struct bl_look *look, struct bl_text *out)
{
    const struct pw *s = view;
    int columns = look->columns;
    bl_putf(out, "Round      %d, %s\n", (int)s->round, pw_phase_names[s->phase]);
    put_seats(out, s, seat);
    put_played(out, s, columns);
    put_rules(out, s, columns);
    put_piles(out, s, columns);
    for (unsigned i = 0; i < pw_players(s); i++)
        if ((int)i != seat)
            put_hand(out, s, i, false, columns);
    if (seat >= 0)
        put_hand(out, s, (unsigned)seat, true, columns);
}
