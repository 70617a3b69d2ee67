/* table.c - the table for people: what matters first, in as many columns as there are. */
#include <string.h>

#include "base/utf8.h"
#include "core/cards.h"
#include "predicate-wars.h"

enum { INDENT = 11, LEAST = 40 };

static void begin_line(struct bl_pen *pen, const char *title)
{
    bl_pen_put(pen, title);
    bl_pen_to(pen, INDENT);
}

static void break_line(struct bl_pen *pen)
{
    bl_pen_end(pen);
    bl_pen_to(pen, INDENT);
}

/* A word that is kept together if it fits on a line, else broken where the line ends. */
static void put_word(struct bl_pen *pen, const char *word)
{
    bl_pen_room(pen, pen->at > INDENT, (int)bl_utf8_count(word, strlen(word)));
    for (; *word; pen->at++) {
        size_t bytes = bl_utf8_bytes(word, 1);
        if (pen->at == pen->look->columns)
            break_line(pen);
        bl_put_bytes(pen->out, word, bytes);
        word += bytes;
    }
}

static void put_wordf(struct bl_pen *pen, const char *format, ...)
{
    char room[128];
    struct bl_text text = BL_TEXT_FIXED(room);
    va_list args;
    va_start(args, format);
    bl_putfv(&text, format, args);
    va_end(args);
    put_word(pen, room);
}

static void put_slot(struct bl_pen *pen, const struct pw *s, unsigned slot)
{
    char room[PW_TEXT_MAX] = "";
    struct bl_text text = BL_TEXT_FIXED(room);
    pw_put_slot(s, slot, &text);
    put_word(pen, room);
}

/* Seats and cards, in a line of their own. */
static void put_ids(struct bl_pen *pen, const char *title, const uint8_t *seats, unsigned seat_count,
                    const uint8_t *cards, unsigned card_count)
{
    begin_line(pen, title);
    for (unsigned i = 0; i < seat_count; i++)
        put_wordf(pen, "seat %d", seats[i]);
    for (unsigned i = 0; i < card_count; i++)
        put_wordf(pen, "#%d", cards[i]);
    bl_pen_end(pen);
}

/* ---- cards ---------------------------------------------------------------- */

static void put_named(struct bl_pen *pen, unsigned times, const char *name)
{
    if (times > 1)
        put_wordf(pen, "%dx%s", (int)times, name);
    else
        put_word(pen, name);
}

static void put_card(struct bl_pen *pen, const struct pw *s, unsigned card)
{
    const struct pw_card *c = &s->cards[card];
    if (c->kind == PW_BLANK) {
        put_wordf(pen, "#%d blank", (int)card);
        return;
    }
    put_wordf(pen, "#%d %s,", (int)card, pw_tag_names[c->tag]);
    if (c->kind == PW_UNSEEN) {
        put_wordf(pen, "cost %d; unseen", (int)c->cost);
        for (unsigned i = 0; i < PW_NAMES; i++)   /* "[ATK]" or "2x[ATK]" */
            if (c->names[i] > 0)
                put_named(pen, c->names[i], bl_game_name(BL_RAND_PLAYER + i));
        return;
    }
    put_wordf(pen, "cost %d,", (int)c->cost);
    put_wordf(pen, "%d points:", c->points);
    put_slot(pen, s, SLOT_CARD + card);
}

static void put_titled_card(struct bl_pen *pen, const struct pw *s, const char *title, int card)
{
    begin_line(pen, title);
    put_card(pen, s, (unsigned)card);
    bl_pen_end(pen);
}

static void put_hand(struct bl_pen *pen, const struct pw *s, unsigned seat, bool own)
{
    uint8_t hand[PW_CARDS];
    unsigned n = pw_list(&s->seats[seat].hand, hand), blanks = 0, shown = 0;
    if (n == 0)
        return;
    bl_pen_putf(pen, own ? "Your cards" : "Of seat %d", (int)seat);
    bl_pen_to(pen, INDENT);
    for (unsigned i = 0; i < n; i++) {
        if (!pw_edited(s, hand[i]))
            continue;
        if (shown++ > 0)
            break_line(pen);
        put_card(pen, s, hand[i]);
    }
    for (unsigned i = 0; i < n; i++) {
        if (pw_edited(s, hand[i]))
            continue;
        if (blanks == 0 && shown > 0)
            break_line(pen);
        if (blanks++ == 0)
            put_word(pen, "blank:");
        put_wordf(pen, "#%d", hand[i]);
    }
    bl_pen_end(pen);
}

/* ---- the rest ------------------------------------------------------------- */

static void put_seats(struct bl_pen *pen, const struct pw *s, int seat)
{
    bl_put(pen->out, "             health    power  potency  proving    cards\n");
    for (int i = 0; i < (int)pw_players(s); i++) {
        const struct pw_seat *p = &s->seats[i];
        bl_pen_putf(pen, i < 10 ? "Seat %d  " : "Seat %d ", i);
        bl_pen_put(pen, i == s->head.to_move ? ">" : " ");
        if (p->alive) {
            const int numbers[] = {p->health, p->power, p->potency, p->proving,
                                   (int)pw_size(&p->hand)};
            for (unsigned k = 0; k < 5; k++)
                bl_pen_number(pen, numbers[k], k == 0 ? 10 : 9);
            bl_pen_put(pen, pw_in_fight(s) && !(s->remaining >> i & 1) ? "  left" : "");
            bl_pen_put(pen, i == seat ? "  you" : "");
        } else {
            bl_pen_put(pen, i == seat ? "  dead (you)" : "  dead");
        }
        bl_pen_end(pen);
    }
}

static void put_piles(struct bl_pen *pen, const struct pw *s)
{
    unsigned shown = 0;
    begin_line(pen, "Piles");
    put_wordf(pen, "%d in the deck", s->deck_count);
    put_wordf(pen, "(%d blank),", (int)pw_blanks_in_deck(s));
    put_wordf(pen, "%d discarded,", s->discard_count);
    put_wordf(pen, "%d dropped", s->drop_count);
    bl_pen_end(pen);
    for (unsigned i = s->deck_count; s->phase == PHASE_PLAYING && i > 0; i--)
        if (pw_edited(s, s->deck[i - 1]))
            put_titled_card(pen, s, shown++ == 0 ? "In deck" : "", s->deck[i - 1]);
}

static void put_rules(struct bl_pen *pen, const struct pw *s)
{
    for (unsigned i = 0; i < PW_RULES; i++) {
        if (s->prices[i] == 0)
            continue;
        begin_line(pen, "Rule");
        put_wordf(pen, "%d, price %d:", (int)i, (int)s->prices[i]);
        put_slot(pen, s, SLOT_RULE + i);
        bl_pen_end(pen);
    }
}

static void put_lemmas(struct bl_pen *pen, const struct pw *s)
{
    const uint8_t *end, *at = pw_slot_ends(s, SLOT_LEMMAS, &end);
    begin_line(pen, "Proof");
    for (unsigned n = pw_axiom_count(s, false) + 1; at < end; n++) {
        char room[PW_TEXT_MAX] = "";
        struct bl_text text = BL_TEXT_FIXED(room);
        bl_packed_item_print(&at, end, false, &text);
        put_wordf(pen, "%d:", (int)n);
        put_word(pen, room);
        break_line(pen);
    }
    put_wordf(pen, "so statement %d happens", s->effect);
    bl_pen_end(pen);
}

static void put_played(struct bl_pen *pen, const struct pw *s)
{
    const uint8_t *players = pw_slot(s, SLOT_PLAYERS), *cards = pw_slot(s, SLOT_CHOSEN_CARDS);
    unsigned player_count = s->sizes[SLOT_PLAYERS], card_count = s->sizes[SLOT_CHOSEN_CARDS];
    if (s->played[0] >= 0) {
        put_titled_card(pen, s, "1 Main", s->played[0]);
        put_titled_card(pen, s, "2 Second", s->played[1]);
        put_ids(pen, "Random", s->rand_players, s->rand_player_count, s->rand_cards,
                s->rand_card_count);
    } else if (s->previous_main >= 0) {
        put_titled_card(pen, s, "Last main", s->previous_main);
    }
    if (s->phase == PHASE_REFUTING) {
        if (player_count + card_count > 0)
            put_ids(pen, "Chosen", players, player_count, cards, card_count);
        put_lemmas(pen, s);
    } else if (s->phase == PHASE_RULE_REFUTING) {
        begin_line(pen, "New rule");
        put_slot(pen, s, SLOT_LEMMAS);
        put_wordf(pen, "for %d", (int)s->price);
        bl_pen_end(pen);
    }
}

void pw_put_table(const void *view, int seat, const struct bl_look *look, struct bl_text *out)
{
    const struct pw *s = view;
    struct bl_look wide = *look;
    struct bl_pen pen = {out, &wide, 0, INDENT};
    wide.columns = look->columns < LEAST ? LEAST : look->columns;
    bl_putf(out, "Round      %d, %s\n", (int)s->round, pw_phase_names[s->phase]);
    put_seats(&pen, s, seat);
    put_played(&pen, s);
    put_rules(&pen, s);
    put_piles(&pen, s);
    for (unsigned i = 0; i < pw_players(s); i++)
        if ((int)i != seat)
            put_hand(&pen, s, i, false);
    if (seat >= 0)
        put_hand(&pen, s, (unsigned)seat, true);
}
