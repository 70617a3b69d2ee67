/* table.c - a turn of Predicate Wars on one screen, and the commands that show the rest. */
#include "wars.h"

#include <string.h>

#include "base/utf8.h"

/* ---- lines ---------------------------------------------------------------- */

static int count_rows(const char *text)
{
    int rows = 0;
    while ((text = strchr(text, '\n')) != NULL) {
        rows++;
        text++;
    }
    return rows;
}

/* The title of a line and the spaces after it, or those before it. */
static size_t line_head(const char *line)
{
    size_t head = strspn(line, " ");
    if (head == 0 && strstr(line, "  "))
        head = (size_t)(strstr(line, "  ") - line);
    else if (head == 0 && strncmp(line, "Your cards ", 11) == 0)
        head = 10;
    return head + strspn(line + head, " ");
}

/* Wrapped, or cut where the screen ends, with a sign that there is more. */
static void put_line(struct bl_text *out, const struct session *s, const char *line, bool cut)
{
    const char *more = s->screen.ascii ? ".." : "…";
    int columns = s->screen.look.columns, left = columns - cli_width(more);
    size_t head = line_head(line);
    if (cli_width(line) <= columns) {
        bl_putf(out, "%s\n", line);
    } else if (cut) {
        bl_put_bytes(out, line, left > 0 ? bl_utf8_bytes(line, (size_t)left) : 0);
        bl_putf(out, "%s\n", more);
    } else {
        bl_put_bytes(out, line, head);
        wars_put_wrapped(out, s, line + head, (int)head, 11);
    }
}

static void put_some(struct bl_text *out, const struct session *s, const char *lines, int most,
                     bool cut)
{
    BL_LOCAL struct bl_text text = bl_text_heap();
    wars_put_text(&text, s, lines);
    for (char *line = text.s, *end; most-- > 0 && *line; line = end + 1) {
        end = strchr(line, '\n');
        *end = '\0';
        put_line(out, s, line, cut);
    }
}

int wars_put_lines(struct bl_text *out, const struct session *s, struct bl_text *lines, int rows,
                   const char *rest)
{
    BL_LOCAL struct bl_text whole = bl_text_heap();
    int count = count_rows(lines->s), shown = count > rows ? rows - 1 : count;
    put_some(&whole, s, lines->s, count, false);
    int wanted = count_rows(whole.s);
    if (rows == 0 || wanted <= rows) {
        bl_put(out, whole.s);
    } else {
        put_some(out, s, lines->s, shown, true);
        if (shown < count)
            bl_putf(out, "           %d more: `%s` shows them\n", count - shown, rest);
    }
    bl_text_free(lines);
    return rows == 0 || wanted <= rows ? wanted : rows;
}

/* ---- cards ---------------------------------------------------------------- */

/* Actions first: they tell most. */
static void put_names(struct bl_text *out, const struct pw_card *c)
{
    unsigned shown = 0;
    for (unsigned i = PW_NAMES; i-- > 0;) {
        if (c->names[i] == 0)
            continue;
        bl_put(out, shown++ > 0 ? " " : ", with ");
        if (c->names[i] > 1)
            bl_putf(out, "%d ", c->names[i]);
        bl_put(out, bl_game_name(BL_RAND_PLAYER + i));
    }
    if (shown == 0)
        bl_put(out, ", with no game function");
}

void wars_put_card(struct bl_text *out, const struct pw *v, unsigned card)
{
    const struct pw_card *c = &v->cards[card];
    bl_putf(out, "#%d ", (int)card);
    if (c->kind == PW_BLANK) {
        bl_put(out, "blank");
        return;
    }
    bl_putf(out, "%s, cost %d, ", pw_tag_names[c->tag], (int)c->cost);
    if (c->kind == PW_UNSEEN) {
        bl_put(out, "not seen");
        put_names(out, c);
        return;
    }
    bl_putf(out, c->points == 1 ? "%d point: " : "%d points: ", c->points);
    pw_put_slot(v, SLOT_CARD + card, out);
}

void wars_put_card_line(struct bl_text *out, const struct pw *v, const char *title, int card)
{
    cli_put_padded(out, title, 11);
    wars_put_card(out, v, (unsigned)card);
    bl_put_char(out, '\n');
}

void wars_put_hand(struct bl_text *out, const struct pw *v, int seat, const char *title)
{
    uint8_t hand[PW_CARDS];
    unsigned count = pw_list(&v->seats[seat].hand, hand), written = pw_written_in_hand(v, (unsigned)seat);
    for (unsigned i = 0; i < count; i++)
        if (pw_edited(v, hand[i])) {
            wars_put_card_line(out, v, title, hand[i]);
            title = "";
        }
    if (written == count && count > 0)
        return;
    cli_put_padded(out, title, 11);
    bl_put(out, count == 0 ? "none" : "blank:");
    for (unsigned i = 0; i < count; i++)
        if (!pw_edited(v, hand[i]))
            bl_putf(out, " #%d", hand[i]);
    bl_put_char(out, '\n');
}

/* ---- the head ------------------------------------------------------------- */

static void put_headline(struct bl_text *out, const struct pw *v)
{
    static const char *const parts[PW_PHASES] = {
        "Set-up. Write on blank cards, at twice their points in power.",
        "Phase I, creation. Take a blank card? Choices are hidden.",
        "Phase II, editing. Write on one card; a blank one costs nothing now.",
        "Phase III, claiming. ",
        "Phase IV, playing. Play two cards, or do something else.",
        "Phase IV, proving. Prove an effect of the two cards, or decline.",
        "Phase IV, refuting. ",
        "Phase V, subproofs. Buy a subproof of your own?",
        "Phase V, rules. Buy a rule for all?",
        "Phase V, refuting a rule. ",
        "Phase V, removing rules. Remove a rule, for its price?",
        "Over. ",
    };
    if (v->phase != PHASE_SETUP)
        bl_putf(out, "Round %d, ", (int)v->round);
    bl_put(out, parts[v->phase]);
    if (v->phase == PHASE_CLAIMING)
        bl_putf(out, "Claim cards of the others: %d of %d so far.", v->claims, PW_CLAIMS_MAX);
    if (v->phase == PHASE_REFUTING || v->phase == PHASE_RULE_REFUTING)
        bl_putf(out, "Refute the %s of seat %d, or accept it.",
                v->phase == PHASE_REFUTING ? "proof" : "rule", v->turn);
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

static void put_stats(struct bl_text *out, const struct pw *v, int i, int seat, bool wide)
{
    static const int8_t widths[2][6] = {{5, 5, 5, 5, 4, 4}, {8, 8, 9, 9, 7, 9}};
    const struct pw_seat *p = &v->seats[i];
    const int64_t stats[6] = {p->health, p->power, p->potency, p->proving, pw_size(&p->hand),
                              pw_written_in_hand(v, (unsigned)i)};
    bl_put(out, i == v->head.to_move ? "> seat " : "  seat ");
    bl_putf(out, i < 10 ? "%d  " : "%d ", i);
    if (!p->alive) {
        bl_put(out, i == seat ? "out (you)" : "out");
        return;
    }
    for (unsigned stat = 0; stat < 6; stat++)
        put_right(out, stats[stat], widths[wide][stat]);
    if (pw_in_fight(v) && !(v->remaining >> i & 1))
        bl_put(out, wide ? "  left" : "-");
    if (i == seat)
        bl_put(out, wide ? "  you" : "*");
}

/* One seat a line, or two where many play and there is room for it. */
static void put_seats(struct bl_text *out, const struct pw *v, int seat, int columns)
{
    enum { WIDE = 66, TWO = 80 };
    bool two = pw_players(v) > 7 && columns >= TWO, wide = !two && columns >= WIDE;
    int players = (int)pw_players(v), rows = two ? (players + 1) / 2 : players;
    const char *title = "           life  pow  pot prov crd wrt";
    bl_put(out, wide ? "            health   power  potency  proving  cards  written" : title);
    if (two)
        bl_putf(out, "  %s", title);
    for (int i = 0; i < rows; i++) {
        char left[96];
        struct bl_text held = BL_TEXT_FIXED(left);
        bl_put_char(out, '\n');
        put_stats(&held, v, i, seat, wide);
        if (two && i + rows < players) {
            cli_put_padded(out, left, 40);
            put_stats(out, v, i + rows, seat, wide);
        } else {
            bl_put(out, left);
        }
    }
    bl_put_char(out, '\n');
}

/* ---- what matters in a phase ---------------------------------------------- */

void wars_put_rules(struct bl_text *out, const struct pw *v)
{
    const char *title = "Rules";
    for (unsigned i = 0; i < PW_RULES; i++) {
        if (v->prices[i] == 0)
            continue;
        cli_put_padded(out, title, 11);
        bl_putf(out, "%d, price %d: ", (int)i, (int)v->prices[i]);
        pw_put_slot(v, SLOT_RULE + i, out);
        bl_put_char(out, '\n');
        title = "";
    }
}

void wars_put_piles(struct bl_text *out, const struct pw *v)
{
    bl_putf(out, "Piles      deck %d (%d blank), discarded %d, dropped %d\n", v->deck_count,
            (int)pw_blanks_in_deck(v), v->discard_count, v->drop_count);
}

static void put_list(struct bl_text *out, const char *before, const char *sign, const uint8_t *list,
                     unsigned count)
{
    bl_put(out, count > 0 ? before : "");
    for (unsigned i = 0; i < count; i++)
        bl_putf(out, " %s%d", sign, list[i]);
}

/* What [randPlayer](1), (2) … and [randCard](1), (2) … are for this play. */
static void put_random(struct bl_text *out, const struct pw *v)
{
    bl_put(out, "Drawn      [randPlayer]");
    put_list(out, "", "", v->rand_players, v->rand_player_count);
    put_list(out, "; [randCard]", "#", v->rand_cards, v->rand_card_count);
    bl_put_char(out, '\n');
}

static void put_chosen(struct bl_text *out, const struct pw *v)
{
    unsigned players = v->sizes[SLOT_PLAYERS], cards = v->sizes[SLOT_CHOSEN_CARDS];
    bl_put(out, players + cards == 0 ? "Chosen     nobody and nothing" : "Chosen    ");
    put_list(out, " players", "", pw_slot(v, SLOT_PLAYERS), players);
    put_list(out, " cards", "#", pw_slot(v, SLOT_CHOSEN_CARDS), cards);
    bl_put_char(out, '\n');
}

/* The lemmas of the proof under way, and which statement is to happen. */
static void put_lemmas(struct bl_text *out, const struct pw *v)
{
    const uint8_t *end, *at = pw_slot_ends(v, SLOT_LEMMAS, &end);
    for (unsigned i = pw_axiom_count(v, false) + 1; at < end; i++) {
        bl_putf(out, "Lemma      %d: ", (int)i);
        bl_packed_item_print(&at, end, false, out);
        bl_put_char(out, '\n');
    }
    bl_putf(out, "So         %d: ", v->effect);
    if (pw_find_statement(v, NULL, v->effect, &at, &end))
        bl_packed_print(&at, end, false, out);
    bl_put_char(out, '\n');
}

void wars_put_subproofs(struct bl_text *out, const struct pw *v, int seat)
{
    struct pw_subproof subproof;
    const char *title = "Subproofs";
    for (size_t next = 0; pw_next_subproof(v, (unsigned)seat, &next, &subproof); title = "") {
        const uint8_t *at = subproof.items;
        cli_put_padded(out, title, 11);
        bl_putf(out, "%s: ", subproof.name);
        while (at < subproof.end) {
            bl_packed_item_print(&at, subproof.end, false, out);
            bl_put(out, at < subproof.end ? "; " : "");
        }
        bl_put_char(out, '\n');
    }
}

static void put_body(struct bl_text *out, const struct pw *v, int seat)
{
    switch (v->phase) {
    case PHASE_PROVING: case PHASE_REFUTING:
        wars_put_card_line(out, v, "1 main", v->played[0]);
        wars_put_card_line(out, v, "2 second", v->played[1]);
        if (v->phase == PHASE_REFUTING) {
            put_chosen(out, v);
            put_lemmas(out, v);
        }
        put_random(out, v);
        break;
    case PHASE_PROOFS:
        wars_put_subproofs(out, v, seat);
        break;
    case PHASE_RULE_REFUTING:
        bl_put(out, "New rule   ");
        pw_put_slot(v, SLOT_LEMMAS, out);
        bl_putf(out, ", for %d\n", (int)v->price);
        break;
    case PHASE_RULES: case PHASE_DROPS:
        break;
    default:
        if (v->phase == PHASE_CREATION)
            wars_put_piles(out, v);
        if (v->phase == PHASE_PLAYING && v->previous_main >= 0)
            wars_put_card_line(out, v, "Last main", v->previous_main);
        wars_put_hand(out, v, seat, "Your cards");
    }
    wars_put_rules(out, v);
}

/* What a turn does not need, but the whole table has. */
static void put_rest(struct bl_text *out, const struct pw *v, int seat)
{
    if (v->phase >= PHASE_PROVING)
        wars_put_hand(out, v, seat, "Your cards");
    if (v->phase != PHASE_CREATION)
        wars_put_piles(out, v);
    if (v->phase != PHASE_PROOFS)
        wars_put_subproofs(out, v, seat);
    if (v->phase == PHASE_OVER)
        wars_put_rules(out, v);
}

/* ---- moves ---------------------------------------------------------------- */

/* Whether two moves stand on one line of the list. */
static bool go_together(bl_move a, bl_move b, bool described)
{
    unsigned kind = pw_kind(a);
    if (pw_kind(b) != kind)
        return false;
    if (kind == MOVE_PLAY)
        return pw_first_of(a) == pw_first_of(b);
    return kind == MOVE_EDIT || kind == MOVE_DISCARD || (kind == MOVE_CLAIM && !described);
}

static void put_claimed(struct bl_text *out, const struct pw *v, unsigned card)
{
    int owner = pw_owner(v, card);
    BL_LOCAL struct bl_text text = bl_text_heap();
    wars_put_card(&text, v, card);
    bl_putf(out, owner >= 0 ? "  of seat %d: " : "  in the deck: ", owner);
    bl_put(out, strchr(text.s, ' ') + 1);
}

static void put_group(struct bl_text *out, const struct session *s, const struct pw *v,
                      const bl_move *moves, uint32_t from, uint32_t to)
{
    unsigned kind = pw_kind(moves[from]);
    struct bl_play play = {.move = moves[from], .seat = v->head.to_move};
    if (kind == MOVE_PLAY)
        bl_putf(out, "play #%d with", (int)pw_first_of(moves[from]));
    else if (kind == MOVE_EDIT || to - from > 1)
        bl_put(out, kind == MOVE_EDIT ? "edit" : kind == MOVE_CLAIM ? "claim" : "discard");
    else if (kind >= MOVE_PROVE)
        bl_put(out, kind == MOVE_BUY_RULE ? "buy-rule  (opens the editor)" : bl_draft_word(kind));
    else
        s->game->notation->put_move(v, &play, out);
    if (kind == MOVE_PLAY || kind == MOVE_EDIT || to - from > 1)
        for (uint32_t i = from; i < to; i++)
            bl_putf(out, " #%d", (int)(kind == MOVE_PLAY ? pw_second_of(moves[i])
                                                         : pw_first_of(moves[i])));
    else if (kind == MOVE_CLAIM)
        put_claimed(out, v, pw_first_of(moves[from]));
    if (kind == MOVE_EDIT)
        bl_put(out, "  (opens the editor)");
    else if (kind >= MOVE_PROVE && kind <= MOVE_BUY_PROOF)
        bl_put(out, "  (opens the assistant)");
}

static void list_moves(struct bl_text *out, const struct session *s, const struct pw *v,
                       bool described)
{
    const bl_move *moves;
    uint32_t count = bl_match_moves(s->m, &moves);
    bool can_play = false;
    for (uint32_t i = 0, next; i < count; i = next) {
        char label[32];
        struct bl_text text = BL_TEXT_FIXED(label);
        for (next = i + 1; next < count && go_together(moves[i], moves[next], described);)
            next++;
        can_play = can_play || pw_kind(moves[i]) == MOVE_PLAY;
        bl_putf(&text, next - i > 1 ? "%d..%d" : "%d", (int)i + 1, (int)next);
        for (int w = cli_width(label); w < 8; w++)
            bl_put_char(out, ' ');
        bl_putf(out, "%s  ", label);
        put_group(out, s, v, moves, i, next);
        bl_put_char(out, '\n');
    }
    if (v->phase == PHASE_PLAYING && !can_play && pw_written_in_hand(v, (unsigned)v->head.to_move) >= 2)
        bl_put(out, "          No pair can be played now: `why play #A #B` says why.\n");
}

/* The phase and the seats; returns the rows that they take. */
static int put_head(struct bl_text *out, const struct session *s, const struct pw *v, int seat)
{
    BL_LOCAL struct bl_text head = bl_text_heap(), wrapped = bl_text_heap(), seats = bl_text_heap();
    put_headline(&head, v);
    cli_put_wrapped(&wrapped, head.s, 0, 2, s->screen.look.columns);
    int rows = count_rows(wrapped.s);
    wrapped.s[--wrapped.len] = '\0';   /* its newline, which stays outside the style */
    put_styled(out, &s->screen, STYLE_STRONG, wrapped.s);
    bl_put_char(out, '\n');
    put_seats(&seats, v, seat, s->screen.look.columns);
    rows += wars_put_lines(out, s, &seats, 0, "");
    return rows;
}

void wars_put_table(struct bl_text *out, struct session *s, int seat)
{
    const struct pw *v = wars_view(s, seat);
    struct bl_text lines = bl_text_heap();
    put_head(out, s, v, seat);
    if (v->phase != PHASE_OVER)
        put_body(&lines, v, seat);
    put_rest(&lines, v, seat);
    wars_put_lines(out, s, &lines, 0, "");
}

void wars_put_moves(struct bl_text *out, struct session *s)
{
    struct bl_text lines = bl_text_heap();
    list_moves(&lines, s, wars_view(s, bl_match_to_move(s->m)), true);
    wars_put_lines(out, s, &lines, 0, "");
}

void wars_put_turn(struct bl_text *out, struct session *s, int seat)
{
    const struct pw *v = wars_view(s, seat);
    struct bl_text lines = bl_text_heap(), moves = bl_text_heap();
    int rows = s->screen.rows - 2 - put_head(out, s, v, seat);
    put_body(&lines, v, seat);
    list_moves(&moves, s, v, true);
    bool claiming = v->phase == PHASE_CLAIMING;   /* then the others' cards matter most */
    if (s->screen.typed && count_rows(moves.s) + (claiming ? 2 : 6) > rows) {
        bl_text_clear(&moves);
        list_moves(&moves, s, v, false);
        if (claiming)
            bl_put(&moves, "          `cards` shows what they are\n");
    }
    int count = count_rows(moves.s), body = rows - (count < rows / 2 || claiming ? count : rows / 2);
    body = body < 2 ? 2 : body;
    int left = rows - wars_put_lines(out, s, &lines, s->screen.typed ? body : 0, "table");
    bl_put_char(out, '\n');
    wars_put_lines(out, s, &moves, !s->screen.typed ? 0 : left < 3 ? 3 : left, "moves");
}
