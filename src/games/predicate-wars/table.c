/* table.c - the table for people, in lines: each ends with its newline and is as long as it likes;
 * a title stands in its first columns. Whoever shows them breaks them where the screen ends. */
#include <string.h>

#include "base/utf8.h"
#include "core/cards.h"
#include "predicate-wars.h"

enum { INDENT = 11, LEAST = 40 };

static void put_title(struct bl_text *out, const struct bl_look *look, const char *title)
{
    const char *said = bl_say(look->catalogue, title);
    bl_put(out, said);
    for (size_t at = bl_utf8_count(said, strlen(said)); at < INDENT; at++)
        bl_put_char(out, ' ');
}

/* A seat by its name, the reader's as "you"; where there are none, by its number. */
static void put_seat(struct bl_text *out, const struct bl_look *look, int seat, int viewer)
{
    struct bl_pen pen = {.out = out, .look = look, .viewer = look->names ? viewer : BL_SPECTATOR};
    bl_pen_seat(&pen, seat);
}

/* A statement in words where there are any, then with its signs. */
static void put_said(struct bl_text *out, const struct bl_look *look, const uint8_t *at,
                     const uint8_t *end)
{
    const struct bl_voice voice = {.catalogue = look->catalogue};
    char room[512];
    struct bl_text plain = BL_TEXT_FIXED(room);
    if (at < end && pw_put_plain(&plain, at, end, &voice))
        bl_put_fact(out, &(struct bl_fact){FACT("“%s”, "), &(struct bl_arg){.kind = 's', .text = room}},
                    &voice);
    if (at < end)
        bl_packed_print(&at, end, false, out);
}

static void put_slot(struct bl_text *out, const struct pw *v, const struct bl_look *look, unsigned slot)
{
    const uint8_t *end, *at = pw_slot_ends(v, slot, &end);
    put_said(out, look, at, end);
}

/* ---- cards ---------------------------------------------------------------- */

/* Actions first: they tell most. */
static void put_names(struct bl_text *out, const struct bl_look *look, const struct pw_card *c)
{
    unsigned shown = 0;
    for (unsigned i = PW_NAMES; i-- > 0;) {
        if (c->names[i] == 0)
            continue;
        bl_look_tell(out, look, shown++ > 0 ? " " : FACT(", with "));
        if (c->names[i] > 1)
            bl_putf(out, "%d ", c->names[i]);
        bl_put(out, bl_game_name(BL_RAND_PLAYER + i));
    }
    if (shown == 0)
        bl_look_tell(out, look, ", with no game function");
}

void pw_put_card_seen(struct bl_text *out, const struct pw *v, const struct bl_look *look,
                      unsigned card)
{
    const struct pw_card *c = &v->cards[card];
    bl_putf(out, "#%d ", (int)card);
    if (c->kind == PW_BLANK) {
        bl_look_tell(out, look, "blank");
        return;
    }
    bl_look_tell(out, look, "%w, cost %d, ", pw_tag_names[c->tag], (int)c->cost);
    if (c->kind == PW_UNSEEN) {
        bl_look_tell(out, look, "not seen");
        put_names(out, look, c);
        return;
    }
    bl_look_tell(out, look, "%d {point|points}: ", c->points);
    put_slot(out, v, look, SLOT_CARD + card);
}

void pw_put_card_line(struct bl_text *out, const struct pw *v, const struct bl_look *look,
                      const char *title, int card)
{
    put_title(out, look, title);
    pw_put_card_seen(out, v, look, (unsigned)card);
    bl_put_char(out, '\n');
}

/* Those of some cards that something is written on; returns how many. */
static unsigned put_written(struct bl_text *out, const struct pw *v, const struct bl_look *look,
                            const char *title, const uint8_t *cards, unsigned count)
{
    unsigned shown = 0;
    for (unsigned i = 0; i < count; i++)
        if (pw_edited(v, cards[i]))
            pw_put_card_line(out, v, look, shown++ == 0 ? title : "", cards[i]);
    return shown;
}

void pw_put_deck(struct bl_text *out, const struct pw *v, const struct bl_look *look,
                 const char *title)
{
    uint8_t from_the_top[PW_CARDS];
    for (unsigned i = 0; i < v->deck_count; i++)
        from_the_top[i] = v->deck[v->deck_count - 1 - i];
    put_written(out, v, look, title, from_the_top, v->deck_count);
}

void pw_put_hand(struct bl_text *out, const struct pw *v, const struct bl_look *look, int seat,
                 const char *own)
{
    char room[64];
    struct bl_text name = BL_TEXT_FIXED(room);
    const char *title = own ? own : room;
    uint8_t hand[PW_CARDS];
    if (seat < 0)
        return;
    put_seat(&name, look, seat, BL_SPECTATOR);
    unsigned count = pw_list(&v->seats[seat].hand, hand);
    unsigned written = put_written(out, v, look, title, hand, count);
    if (written == count && count > 0)
        return;
    put_title(out, look, written == 0 ? title : "");
    bl_look_tell(out, look, count == 0 ? FACT("none") : FACT("blank:"));
    for (unsigned i = 0; i < count; i++)
        if (!pw_edited(v, hand[i]))
            bl_putf(out, " #%d", hand[i]);
    bl_put_char(out, '\n');
}

/* ---- the head ------------------------------------------------------------- */

void pw_put_headline(struct bl_text *out, const struct pw *v, const struct bl_look *look)
{
    static const char *const parts[] = {
        FACT("Set-up. Write on blank cards, at twice their points in power."),
        FACT("Phase I, creation. Take a blank card? Choices are hidden."),
        FACT("Phase II, editing. Write on one card; a blank one is free now."),
        FACT("Phase III, claiming. "),
        FACT("Phase IV, playing. Play two cards, or do something else."),
        FACT("Phase IV, proving. Prove an effect of the two cards, or decline."),
        FACT("Phase IV, refuting. "),
        FACT("Phase V, subproofs. Buy a subproof of your own?"),
        FACT("Phase V, rules. Buy a rule for all?"),
        FACT("Phase V, refuting a rule. "),
        FACT("Phase V, removing rules. Remove a rule, for its price?"),
        FACT("Over. "),
    };
    if (v->phase != PHASE_SETUP)
        bl_look_tell(out, look, "Round %d, ", (int)v->round);
    bl_look_tell(out, look, "%w", parts[v->phase]);
    if (v->phase == PHASE_CLAIMING)
        bl_look_tell(out, look, "Claim cards of the others: %d of %d so far.", v->claims, PW_CLAIMS_MAX);
    if (v->phase == PHASE_REFUTING || v->phase == PHASE_RULE_REFUTING) {
        char room[64];
        struct bl_text name = BL_TEXT_FIXED(room);
        put_seat(&name, look, v->turn, BL_SPECTATOR);
        bl_look_tell(out, look, v->phase == PHASE_REFUTING ? FACT("Refute the proof of %s, or accept it.")
                                                           : FACT("Refute the rule of %s, or accept it."), room);
    }
}

static void put_right(struct bl_text *out, int64_t value, int width)
{
    char room[24];
    struct bl_text text = BL_TEXT_FIXED(room);
    bl_put_int(&text, value);
    for (int i = (int)text.len; i < width; i++)
        bl_put_char(out, ' ');
    bl_put(out, room);
}

static void put_stats(struct bl_text *out, const struct pw *v, const struct bl_look *look, int i,
                      int seat, bool wide)
{
    const size_t width = wide ? 10 : 8;
    char room[64];
    struct bl_text name = BL_TEXT_FIXED(room);
    static const int8_t widths[2][6] = {{5, 5, 5, 5, 4, 4}, {8, 8, 9, 9, 7, 9}};
    const struct pw_seat *p = &v->seats[i];
    const int64_t stats[6] = {p->health, p->power, p->potency, p->proving, pw_size(&p->hand),
                              pw_written_in_hand(v, (unsigned)i)};
    if (look->names && (wide || look->names[i] || i == seat))   /* the number too: it is what moves name players by */
        bl_putf(&name, "%d ", i);
    put_seat(&name, look, i, seat);
    bl_put(out, i == v->head.to_move ? "> " : "  ");
    bl_put_bytes(out, room, bl_utf8_bytes(room, width));
    for (size_t at = bl_utf8_count(room, strlen(room)); at < width; at++)
        bl_put_char(out, ' ');
    if (!p->alive) {
        bl_look_tell(out, look, i == seat && !look->names ? FACT("out (you)") : FACT("out"));
        return;
    }
    for (unsigned stat = 0; stat < 6; stat++)
        put_right(out, stats[stat], widths[wide][stat]);
    if (pw_in_fight(v) && !(v->remaining >> i & 1))
        bl_look_tell(out, look, wide ? FACT("  left") : "-");
    if (i == seat && !look->names)
        bl_look_tell(out, look, wide ? FACT("  you") : "*");
}

/* One seat a line, or two where many play and there is room for it. */
void pw_put_seats(struct bl_text *out, const struct pw *v, const struct bl_look *look, int seat)
{
    enum { WIDE = 68, TWO = 80 };
    int columns = look->columns;
    bool two = pw_players(v) > 7 && columns >= TWO, wide = !two && columns >= WIDE;
    int players = (int)pw_players(v), rows = two ? (players + 1) / 2 : players;
    const char *title = bl_say(look->catalogue, "           life  pow  pot prov crd wrt");
    if (wide)
        bl_look_tell(out, look, "              health   power  potency  proving  cards  written");
    else
        bl_put(out, title);
    if (two)
        bl_putf(out, "  %s", title);
    for (int i = 0; i < rows; i++) {
        char left[96];
        struct bl_text held = BL_TEXT_FIXED(left);
        bl_put_char(out, '\n');
        put_stats(&held, v, look, i, seat, wide);
        if (two && i + rows < players) {
            bl_put(out, left);
            for (size_t at = bl_utf8_count(left, held.len); at < 40; at++)
                bl_put_char(out, ' ');
            put_stats(out, v, look, i + rows, seat, wide);
        } else {
            bl_put(out, left);
        }
    }
    bl_put_char(out, '\n');
    if (!wide && !two) {
        put_title(out, look, "");
        bl_look_tell(out, look, "(health, power, potency, proving power, cards, written on)\n");
    }
}

/* ---- what matters in a phase ---------------------------------------------- */

void pw_put_rules(struct bl_text *out, const struct pw *v, const struct bl_look *look)
{
    const char *title = FACT("Rules");
    for (unsigned i = 0; i < PW_RULES; i++) {
        if (v->prices[i] == 0)
            continue;
        put_title(out, look, title);
        bl_look_tell(out, look, "%d, price %d: ", (int)i, (int)v->prices[i]);
        put_slot(out, v, look, SLOT_RULE + i);
        bl_put_char(out, '\n');
        title = "";
    }
}

void pw_put_piles(struct bl_text *out, const struct pw *v, const struct bl_look *look)
{
    put_title(out, look, "Piles");
    bl_look_tell(out, look, "deck %d (%d blank), put away %d, played %d\n", v->deck_count,
                 (int)pw_blanks_in_deck(v), v->discard_count, v->drop_count);
}

/* Cards, or where there is a look seats; several are counted, as [randCard](2) counts them. */
static void put_list(struct bl_text *out, const struct bl_look *look, const uint8_t *list,
                     unsigned count, int viewer)
{
    for (unsigned i = 0; i < count; i++) {
        bl_put(out, i > 0 ? ", " : " ");
        if (count > 1)
            bl_putf(out, "(%d) ", (int)i + 1);
        if (look)
            put_seat(out, look, list[i], viewer);
        else
            bl_putf(out, "#%d", list[i]);
    }
}

/* Whether a function is named in what a proof may start from, or in its lemmas. */
static bool is_named(const struct pw *v, const char *function)
{
    BL_LOCAL struct bl_text said = bl_text_heap();
    for (unsigned i = 0; i < 2; i++)
        if (pw_edited(v, (unsigned)v->played[i]))
            pw_put_slot(v, SLOT_CARD + (unsigned)v->played[i], &said);
    for (unsigned i = 0; i < PW_RULES; i++)
        if (v->prices[i] != 0)
            pw_put_slot(v, SLOT_RULE + i, &said);
    const uint8_t *end, *at = pw_slot_ends(v, SLOT_LEMMAS, &end);
    while (v->phase == PHASE_REFUTING && at < end)
        bl_packed_item_print(&at, end, false, &said);
    return strstr(said.s, function) != NULL;
}

/* What chance made of [randPlayer](1), (2) … and [randCard](1), (2) … for this play, where that is named. */
static void put_random(struct bl_text *out, const struct pw *v, const struct bl_look *look, int seat)
{
    bool players = is_named(v, "[randPlayer]"), cards = is_named(v, "[randCard]") && v->rand_card_count > 0;
    if (!players && !cards)
        return;
    put_title(out, look, "By chance");
    if (players) {
        bl_put(out, "[randPlayer]");
        put_list(out, look, v->rand_players, v->rand_player_count, seat);
    }
    if (cards) {
        bl_put(out, players ? "; [randCard]" : "[randCard]");
        put_list(out, NULL, v->rand_cards, v->rand_card_count, seat);
    }
    bl_put_char(out, '\n');
}

static void put_chosen(struct bl_text *out, const struct pw *v, const struct bl_look *look, int seat)
{
    unsigned players = v->sizes[SLOT_PLAYERS], cards = v->sizes[SLOT_CHOSEN_CARDS];
    put_title(out, look, "Chosen");
    if (players + cards == 0)
        bl_look_tell(out, look, "nobody and nothing");
    bl_put(out, players > 0 ? bl_say(look->catalogue, "players") : "");
    put_list(out, look, pw_slot(v, SLOT_PLAYERS), players, seat);
    bl_put(out, players > 0 && cards > 0 ? "; " : "");
    bl_put(out, cards > 0 ? bl_say(look->catalogue, "cards") : "");
    put_list(out, NULL, pw_slot(v, SLOT_CHOSEN_CARDS), cards, seat);
    bl_put_char(out, '\n');
}

/* The lemmas of the proof under way, and which statement is to happen. */
static void put_lemmas(struct bl_text *out, const struct pw *v, const struct bl_look *look)
{
    const uint8_t *end, *at = pw_slot_ends(v, SLOT_LEMMAS, &end);
    for (unsigned i = pw_axiom_count(v, false) + 1; at < end; i++) {
        put_title(out, look, "Lemma");
        bl_putf(out, "%d: ", (int)i);
        bl_packed_item_print(&at, end, false, out);
        bl_put_char(out, '\n');
    }
    put_title(out, look, "So");
    bl_putf(out, "%d: ", v->effect);
    if (pw_find_statement(v, NULL, v->effect, &at, &end))
        put_said(out, look, at, end);
    bl_put_char(out, '\n');
}

void pw_put_subproofs(struct bl_text *out, const struct pw *v, const struct bl_look *look, int seat)
{
    struct pw_subproof subproof;
    const char *title = FACT("Subproofs");
    for (size_t next = 0; seat >= 0 && pw_next_subproof(v, (unsigned)seat, &next, &subproof); title = "") {
        const uint8_t *at = subproof.items;
        put_title(out, look, title);
        bl_putf(out, "%s: ", subproof.name);
        while (at < subproof.end) {
            bl_packed_item_print(&at, subproof.end, false, out);
            bl_put(out, at < subproof.end ? "; " : "");
        }
        bl_put_char(out, '\n');
    }
}

void pw_put_body(struct bl_text *out, const struct pw *v, const struct bl_look *look, int seat)
{
    switch (v->phase) {
    case PHASE_PROVING: case PHASE_REFUTING:
        pw_put_card_line(out, v, look, FACT("1 main"), v->played[0]);
        pw_put_card_line(out, v, look, FACT("2 second"), v->played[1]);
        if (v->phase == PHASE_REFUTING) {
            put_chosen(out, v, look, seat);
            put_lemmas(out, v, look);
        }
        put_random(out, v, look, seat);
        break;
    case PHASE_PROOFS:
        pw_put_subproofs(out, v, look, seat);
        break;
    case PHASE_RULE_REFUTING:
        put_title(out, look, "New rule");
        put_slot(out, v, look, SLOT_LEMMAS);
        bl_look_tell(out, look, ", for %d\n", (int)v->price);
        break;
    case PHASE_RULES: case PHASE_DROPS:
        break;
    default:
        if (v->phase == PHASE_CREATION)
            pw_put_piles(out, v, look);
        if (v->phase == PHASE_PLAYING && v->previous_main >= 0)
            pw_put_card_line(out, v, look, FACT("Last main"), v->previous_main);
        pw_put_hand(out, v, look, seat, FACT("Your cards"));
    }
    pw_put_rules(out, v, look);
}

/* What a turn does not need, but the whole table has. */
void pw_put_rest(struct bl_text *out, const struct pw *v, const struct bl_look *look, int seat)
{
    if (v->phase >= PHASE_PROVING)
        pw_put_hand(out, v, look, seat, FACT("Your cards"));
    if (v->phase != PHASE_CREATION)
        pw_put_piles(out, v, look);
    if (v->phase != PHASE_PROOFS)
        pw_put_subproofs(out, v, look, seat);
    if (v->phase == PHASE_OVER)
        pw_put_rules(out, v, look);
}

/* ---- all of it ------------------------------------------------------------ */

static void put_line(struct bl_pen *pen, const char *line, size_t size)
{
    size_t head = (int)bl_utf8_count(line, size) <= pen->look->columns ? size : INDENT;
    bl_put_bytes(pen->out, line, head);
    pen->at = INDENT;
    bl_pen_words(pen, line + head, size - head);
    bl_pen_end(pen);
}

/* As a turn shows it, and what everybody holds. */
void pw_put_table(const void *view, int seat, const struct bl_look *look, struct bl_text *out)
{
    const struct pw *v = view;
    struct bl_look wide = *look;
    struct bl_pen pen = {out, &wide, 0, INDENT};
    BL_LOCAL struct bl_text lines = bl_text_heap();
    wide.columns = look->columns < LEAST ? LEAST : look->columns;
    pw_put_headline(&lines, v, &wide);
    bl_put_char(&lines, '\n');
    pw_put_seats(&lines, v, &wide, seat);
    if (v->phase != PHASE_OVER)
        pw_put_body(&lines, v, &wide, seat);
    pw_put_rest(&lines, v, &wide, seat);
    for (int i = 0; i < (int)pw_players(v); i++)
        if (i != seat && v->seats[i].alive)
            pw_put_hand(&lines, v, &wide, i, NULL);
    if (v->phase == PHASE_PLAYING)
        pw_put_deck(&lines, v, &wide, FACT("In deck"));
    for (const char *line = lines.s; *line; line += strcspn(line, "\n") + 1)
        put_line(&pen, line, strcspn(line, "\n"));
}
