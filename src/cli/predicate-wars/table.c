/* table.c - a turn of Predicate Wars on one screen, and the commands that show the rest. */
#include "wars.h"

#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

/* ---- lines ---------------------------------------------------------------- */

struct bl_text *wars_new_line(struct lines *n)
{
    if (n->count == WARS_LINES) {
        bl_text_clear(&n->line[WARS_LINES - 1]);
        return &n->line[WARS_LINES - 1];
    }
    n->line[n->count] = bl_text_heap();
    return &n->line[n->count++];
}

/* Cut where the screen ends, with a sign that there is more. */
static void put_cut(struct bl_text *out, const struct lines *n, const char *text)
{
    const char *more = n->s->screen.ascii ? ".." : "…";
    if (cli_width(text) <= n->columns) {
        bl_put(out, text);
        return;
    }
    int left = n->columns - cli_width(more);
    bl_put_bytes(out, text, left > 0 ? bl_utf8_bytes(text, (size_t)left) : 0);
    bl_put(out, more);
}

size_t wars_line_head(const char *line)
{
    size_t head = strspn(line, " ");
    if (head == 0 && strstr(line, "  "))
        head = (size_t)(strstr(line, "  ") - line);
    else if (head == 0 && strncmp(line, "Your cards ", 11) == 0)
        head = 10;
    return head + strspn(line + head, " ");
}

static void put_wrapped_line(struct bl_text *out, const struct lines *n, const char *line)
{
    size_t head = wars_line_head(line);
    if (cli_width(line) <= n->columns) {
        bl_putf(out, "%s\n", line);
        return;
    }
    bl_put_bytes(out, line, head);
    wars_put_wrapped(out, n->s, line + head, (int)head, 11);
}

/* How many rows the lines take when none is cut. */
static int wrapped_rows(const struct lines *n)
{
    BL_LOCAL struct bl_text text = bl_text_heap();
    int rows = 0;
    for (unsigned i = 0; i < n->count; i++)
        put_wrapped_line(&text, n, n->line[i].s);
    for (const char *at = text.s; at && (at = strchr(at, '\n')) != NULL; at++)
        rows++;
    return rows;
}

/* At most `rows` rows, 0: any number. Where there are not enough, lines are cut at the end of the
 * screen, and the last one says what shows the rest. */
static void put_lines(struct bl_text *out, const struct lines *n, int rows, const char *rest)
{
    unsigned shown = n->count;
    bool whole = rows == 0 || wrapped_rows(n) <= rows;
    if (!whole && n->count > (unsigned)rows)
        shown = (unsigned)rows - 1;
    for (unsigned i = 0; i < shown; i++) {
        const char *line = n->line[i].s;
        if (whole) {
            put_wrapped_line(out, n, line);
        } else {
            put_cut(out, n, line);
            bl_put_char(out, '\n');
        }
    }
    if (shown < n->count)
        bl_putf(out, "           %d more: `%s` shows them\n", (int)(n->count - shown), rest);
}

void wars_free_lines(struct lines *n)
{
    for (unsigned i = 0; i < n->count; i++)
        bl_text_free(&n->line[i]);
    n->count = 0;
}

/* ---- cards ---------------------------------------------------------------- */

/* Actions first: they tell most. */
static void put_names(struct bl_text *out, const struct pw_card *c)
{
    unsigned shown = 0;
    struct bl_logic *l = bl_logic_new();
    for (unsigned i = PW_NAMES; i-- > 0;) {
        if (c->names[i] == 0)
            continue;
        bl_put(out, shown++ > 0 ? " " : ", with ");
        if (c->names[i] > 1)
            bl_putf(out, "%d ", c->names[i]);
        bl_symbol_print(l, BL_RAND_PLAYER + i, out);
    }
    if (shown == 0)
        bl_put(out, ", with no game function");
    bl_logic_free(l);
}

void wars_put_card(struct bl_text *out, const struct session *s, const struct pw *view,
                   unsigned card)
{
    const struct pw_card *c = &view->cards[card];
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
    wars_put_slot(out, s, view, SLOT_CARD + card);
}

void wars_add_hand(struct lines *n, const struct pw *v, int seat, const char *title)
{
    uint8_t hand[PW_CARDS];
    unsigned count = pw_list(&v->seats[seat].hand, hand), blanks = 0;
    bool first = true;
    for (unsigned i = 0; i < count; i++) {
        if (!pw_edited(v, hand[i])) {
            blanks++;
            continue;
        }
        struct bl_text *out = wars_new_line(n);
        cli_put_padded(out, first ? title : "", 11);
        wars_put_card(out, n->s, v, hand[i]);
        first = false;
    }
    if (blanks == 0 && !first)
        return;
    struct bl_text *out = wars_new_line(n);
    cli_put_padded(out, first ? title : "", 11);
    bl_put(out, count == 0 ? "none" : "blank:");
    for (unsigned i = 0; i < count; i++)
        if (!pw_edited(v, hand[i]))
            bl_putf(out, " #%d", hand[i]);
}

/* ---- the head ------------------------------------------------------------- */

static void put_headline(struct bl_text *out, const struct pw *v)
{
    static const char *const parts[PW_PHASES] = {
        "Set-up", "Phase I, creation", "Phase II, editing", "Phase III, claiming",
        "Phase IV, playing", "Phase IV, proving", "Phase IV, refuting", "Phase V, subproofs",
        "Phase V, rules", "Phase V, refuting a rule", "Phase V, removing rules", "Over",
    };
    bl_putf(out, v->phase == PHASE_SETUP ? "Set-up. " : "Round %d, ", (int)v->round);
    if (v->phase != PHASE_SETUP)
        bl_putf(out, "%s. ", parts[v->phase]);
    switch (v->phase) {
    case PHASE_SETUP: bl_put(out, "Write on blank cards, at twice their points in power."); break;
    case PHASE_CREATION: bl_put(out, "Take a blank card? Choices are hidden."); break;
    case PHASE_EDITING: bl_put(out, "Write on one card; a blank one costs nothing now."); break;
    case PHASE_CLAIMING:
        bl_putf(out, "Claim cards of the others: %d of %d so far.", v->claims, PW_CLAIMS_MAX);
        break;
    case PHASE_PLAYING: bl_put(out, "Play two cards, or do something else."); break;
    case PHASE_PROVING: bl_put(out, "Prove an effect of the two cards, or decline."); break;
    case PHASE_REFUTING:
        bl_putf(out, "Refute the proof of seat %d, or accept it.", v->turn);
        break;
    case PHASE_PROOFS: bl_put(out, "Buy a subproof of your own?"); break;
    case PHASE_RULES: bl_put(out, "Buy a rule for all?"); break;
    case PHASE_RULE_REFUTING:
        bl_putf(out, "Refute the rule of seat %d, or accept it.", v->turn);
        break;
    case PHASE_DROPS: bl_put(out, "Remove a rule, for its price?"); break;
    default: break;
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

static void put_stats(struct bl_text *out, const struct pw *v, int i, int seat, bool wide)
{
    const struct pw_seat *p = &v->seats[i];
    bl_put(out, i == v->head.to_move ? "> seat " : "  seat ");
    bl_put_int(out, i);
    bl_put(out, i < 10 ? "  " : " ");
    if (!p->alive) {
        bl_put(out, i == seat ? "out (you)" : "out");
        return;
    }
    put_right(out, p->health, wide ? 8 : 5);
    put_right(out, p->power, wide ? 8 : 5);
    put_right(out, p->potency, wide ? 9 : 5);
    put_right(out, p->proving, wide ? 9 : 5);
    put_right(out, pw_size(&p->hand), wide ? 7 : 4);
    put_right(out, pw_written_in_hand(v, (unsigned)i), wide ? 9 : 4);
    if (pw_in_fight(v) && !(v->remaining >> i & 1))
        bl_put(out, wide ? "  left" : "-");
    if (i == seat)
        bl_put(out, wide ? "  you" : "*");
}

/* One seat a line, or two where many play and there is room for it. */
static void add_seats(struct lines *n, const struct pw *v, int seat)
{
    enum { WIDE = 66, TWO = 80 };
    bool two = pw_players(v) > 7 && n->columns >= TWO, wide = !two && n->columns >= WIDE;
    int players = (int)pw_players(v), rows = two ? (players + 1) / 2 : players;
    struct bl_text *out = wars_new_line(n);
    const char *title = "           life  pow  pot prov crd wrt";
    bl_put(out, wide ? "            health   power  potency  proving  cards  written" : title);
    if (two)
        bl_putf(out, "  %s", title);
    for (int i = 0; i < rows; i++) {
        out = wars_new_line(n);
        put_stats(out, v, i, seat, wide);
        if (!two || i + rows >= players)
            continue;
        char left[96];
        struct bl_text held = BL_TEXT_FIXED(left);
        bl_put(&held, out->s);
        bl_text_clear(out);
        cli_put_padded(out, left, 40);
        put_stats(out, v, i + rows, seat, wide);
    }
}

/* ---- what matters in a phase ---------------------------------------------- */

void wars_add_rules(struct lines *n, const struct pw *v)
{
    bool first = true;
    for (unsigned i = 0; i < PW_RULES; i++) {
        if (v->prices[i] == 0)
            continue;
        struct bl_text *out = wars_new_line(n);
        bl_putf(out, first ? "Rules      %d, price %d: " : "           %d, price %d: ", (int)i,
                (int)v->prices[i]);
        wars_put_slot(out, n->s, v, SLOT_RULE + i);
        first = false;
    }
}

void wars_add_piles(struct lines *n, const struct pw *v)
{
    bl_putf(wars_new_line(n), "Piles      deck %d (%d blank), discarded %d, dropped %d",
            v->deck_count, (int)pw_blanks_in_deck(v), v->discard_count, v->drop_count);
}

void wars_add_card(struct lines *n, const struct pw *v, const char *title, int card)
{
    struct bl_text *out = wars_new_line(n);
    cli_put_padded(out, title, 11);
    wars_put_card(out, n->s, v, (unsigned)card);
}

/* What [randPlayer](1), (2) … and [randCard](1), (2) … are for this play. */
static void add_random(struct lines *n, const struct pw *v)
{
    struct bl_text *out = wars_new_line(n);
    bl_put(out, "Drawn      [randPlayer]");
    for (unsigned i = 0; i < v->rand_player_count; i++)
        bl_putf(out, " %d", v->rand_players[i]);
    bl_put(out, v->rand_card_count > 0 ? "; [randCard]" : "");
    for (unsigned i = 0; i < v->rand_card_count; i++)
        bl_putf(out, " #%d", v->rand_cards[i]);
}

static void add_chosen(struct lines *n, const struct pw *v)
{
    const uint8_t *players = pw_slot(v, SLOT_PLAYERS), *cards = pw_slot(v, SLOT_CHOSEN_CARDS);
    struct bl_text *out = wars_new_line(n);
    bl_put(out, "Chosen    ");
    if (v->sizes[SLOT_PLAYERS] + v->sizes[SLOT_CHOSEN_CARDS] == 0)
        bl_put(out, " nobody and nothing");
    for (unsigned i = 0; i < v->sizes[SLOT_PLAYERS]; i++)
        bl_putf(out, i == 0 ? " players %d" : " %d", players[i]);
    for (unsigned i = 0; i < v->sizes[SLOT_CHOSEN_CARDS]; i++)
        bl_putf(out, i == 0 ? " cards #%d" : " #%d", cards[i]);
}

/* The lemmas of the proof under way, and which statement is to happen. */
static void add_lemmas(struct lines *n, const struct pw *v)
{
    const uint8_t *end, *at = pw_slot_ends(v, SLOT_LEMMAS, &end);
    for (unsigned i = pw_axiom_count(v, false) + 1; at < end; i++) {
        BL_LOCAL struct bl_text text = bl_text_heap();
        bl_packed_item_print(&at, end, false, &text);
        struct bl_text *out = wars_new_line(n);
        bl_putf(out, "Lemma      %d: ", (int)i);
        wars_put_text(out, n->s, text.s);
    }
    struct bl_text *out = wars_new_line(n), text = bl_text_heap();
    bl_putf(out, "So         %d: ", v->effect);
    if (pw_find_statement(v, NULL, v->effect, &at, &end))
        bl_packed_print(&at, end, false, &text);
    wars_put_text(out, n->s, text.s);
    bl_text_free(&text);
}

void wars_add_subproofs(struct lines *n, const struct pw *v, int seat)
{
    struct pw_subproof subproof;
    bool first = true;
    for (size_t next = 0; pw_next_subproof(v, (unsigned)seat, &next, &subproof);) {
        const uint8_t *at = subproof.items;
        struct bl_text *out = wars_new_line(n), text = bl_text_heap();
        cli_put_padded(out, first ? "Subproofs" : "", 11);
        first = false;
        bl_putf(&text, "%s: ", subproof.name);
        while (at < subproof.end) {
            bl_packed_item_print(&at, subproof.end, false, &text);
            bl_put(&text, at < subproof.end ? "; " : "");
        }
        wars_put_text(out, n->s, text.s);
        bl_text_free(&text);
    }
}

static void add_body(struct lines *n, const struct pw *v, int seat)
{
    switch (v->phase) {
    case PHASE_CREATION:
        wars_add_piles(n, v);
        wars_add_hand(n, v, seat, "Your cards");
        wars_add_rules(n, v);
        break;
    case PHASE_PLAYING:
        if (v->previous_main >= 0)
            wars_add_card(n, v, "Last main", v->previous_main);
        wars_add_hand(n, v, seat, "Your cards");
        wars_add_rules(n, v);
        break;
    case PHASE_PROVING: case PHASE_REFUTING:
        wars_add_card(n, v, "1 main", v->played[0]);
        wars_add_card(n, v, "2 second", v->played[1]);
        if (v->phase == PHASE_REFUTING) {
            add_chosen(n, v);
            add_lemmas(n, v);
        }
        add_random(n, v);
        wars_add_rules(n, v);
        break;
    case PHASE_PROOFS:
        wars_add_subproofs(n, v, seat);
        wars_add_rules(n, v);
        break;
    case PHASE_RULE_REFUTING: {
        struct bl_text *out = wars_new_line(n);
        bl_put(out, "New rule   ");
        wars_put_slot(out, n->s, v, SLOT_LEMMAS);
        bl_putf(out, ", for %d", (int)v->price);
        wars_add_rules(n, v);
        break;
    }
    case PHASE_RULES: case PHASE_DROPS:
        wars_add_rules(n, v);
        break;
    default:
        wars_add_hand(n, v, seat, "Your cards");
        wars_add_rules(n, v);
    }
}

/* What a turn does not need, but the whole table has. */
static void add_rest(struct lines *n, const struct pw *v, int seat)
{
    bool hand = v->phase < PHASE_PROVING;
    if (!hand)
        wars_add_hand(n, v, seat, "Your cards");
    if (v->phase != PHASE_CREATION)
        wars_add_piles(n, v);
    if (v->phase != PHASE_PROOFS)
        wars_add_subproofs(n, v, seat);
    if (v->phase == PHASE_OVER)
        wars_add_rules(n, v);
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

static void put_group(struct bl_text *out, struct session *s, const struct pw *v,
                      const bl_move *moves, uint32_t from, uint32_t to)
{
    unsigned kind = pw_kind(moves[from]);
    struct bl_play play = {.move = moves[from], .seat = v->head.to_move};
    if (kind == MOVE_EDIT) {
        bl_put(out, "edit");
        for (uint32_t i = from; i < to; i++)
            bl_putf(out, " #%d", (int)pw_first_of(moves[i]));
        bl_put(out, "  (opens the editor)");
    } else if (kind == MOVE_PLAY) {
        bl_putf(out, "play #%d with", (int)pw_first_of(moves[from]));
        for (uint32_t i = from; i < to; i++)
            bl_putf(out, " #%d", (int)pw_second_of(moves[i]));
    } else if (to - from > 1) {
        bl_put(out, kind == MOVE_CLAIM ? "claim" : "discard");
        for (uint32_t i = from; i < to; i++)
            bl_putf(out, " #%d", (int)pw_first_of(moves[i]));
    } else if (kind == MOVE_PROVE || kind == MOVE_REFUTE || kind == MOVE_BUY_PROOF) {
        bl_put(out, kind == MOVE_PROVE ? "prove" : kind == MOVE_REFUTE ? "refute" : "buy-proof");
        bl_put(out, "  (opens the assistant)");
    } else if (kind == MOVE_BUY_RULE) {
        bl_put(out, "buy-rule  (opens the editor)");
    } else {
        s->game->notation->put_move(v, &play, out);
    }
    if (kind == MOVE_CLAIM && to - from == 1) {
        unsigned card = pw_first_of(moves[from]);
        int owner = pw_owner(v, card);
        BL_LOCAL struct bl_text text = bl_text_heap();
        wars_put_card(&text, s, v, card);
        bl_putf(out, owner >= 0 ? "  of seat %d: " : "  in the deck: ", owner);
        bl_put(out, strchr(text.s, ' ') + 1);
    }
}

static bool can_play(const bl_move *moves, uint32_t count)
{
    bool can = false;
    for (uint32_t i = 0; i < count; i++)
        can = can || pw_kind(moves[i]) == MOVE_PLAY;
    return can;
}

static void add_moves(struct lines *n, struct session *s, const struct pw *v, bool described)
{
    const bl_move *moves;
    uint32_t count = bl_match_moves(s->m, &moves);
    for (uint32_t i = 0, next; i < count; i = next) {
        char label[32];
        struct bl_text text = BL_TEXT_FIXED(label), *out = wars_new_line(n);
        for (next = i + 1; next < count && go_together(moves[i], moves[next], described);)
            next++;
        bl_putf(&text, next - i > 1 ? "%d..%d" : "%d", (int)i + 1, (int)next);
        for (int w = cli_width(label); w < 8; w++)
            bl_put_char(out, ' ');
        bl_putf(out, "%s  ", label);
        put_group(out, s, v, moves, i, next);
    }
    if (v->phase == PHASE_PLAYING && !can_play(moves, count) &&
        pw_written_in_hand(v, (unsigned)v->head.to_move) >= 2)
        bl_put(wars_new_line(n), "          No pair can be played now: `why play #A #B` says why.");
}

static struct lines *new_lines(const struct session *s)
{
    struct lines *n = bl_new(1, sizeof *n);
    n->s = s;
    n->columns = s->screen.look.columns;
    return n;
}

static void discard_lines(struct lines *n)
{
    wars_free_lines(n);
    free(n);
}

/* The phase and the seats; returns the rows that they take. */
static int put_head(struct bl_text *out, struct session *s, const struct pw *v, int seat)
{
    struct lines *n = new_lines(s);
    BL_LOCAL struct bl_text head = bl_text_heap(), wrapped = bl_text_heap();
    put_headline(&head, v);
    cli_put_wrapped(&wrapped, head.s, 0, 2, n->columns);
    wrapped.s[--wrapped.len] = '\0';   /* its newline, which stays outside the style */
    put_styled(out, &s->screen, STYLE_STRONG, wrapped.s);
    bl_put_char(out, '\n');
    add_seats(n, v, seat);
    put_lines(out, n, 0, "");
    int rows = (int)n->count + 1 + (strchr(wrapped.s, '\n') != NULL);
    discard_lines(n);
    return rows;
}

void wars_put_table(struct bl_text *out, struct session *s, int seat)
{
    const struct pw *v = wars_view(s, seat);
    struct lines *n = new_lines(s);
    put_head(out, s, v, seat);
    if (v->phase != PHASE_OVER)
        add_body(n, v, seat);
    add_rest(n, v, seat);
    put_lines(out, n, 0, "");
    discard_lines(n);
}

void wars_put_moves(struct bl_text *out, struct session *s)
{
    struct lines *n = new_lines(s);
    add_moves(n, s, wars_view(s, bl_match_to_move(s->m)), true);
    put_lines(out, n, 0, "");
    discard_lines(n);
}

void wars_put_turn(struct bl_text *out, struct session *s, int seat)
{
    const struct pw *v = wars_view(s, seat);
    struct lines *n = new_lines(s), *m = new_lines(s);
    int rows = s->screen.rows - 2 - put_head(out, s, v, seat), body;
    add_body(n, v, seat);
    add_moves(m, s, v, true);
    bool claiming = v->phase == PHASE_CLAIMING;   /* then the others' cards matter most */
    if (s->screen.typed && (int)m->count + (claiming ? 2 : 6) > rows) {
        wars_free_lines(m);
        add_moves(m, s, v, false);
        if (claiming)
            bl_put(wars_new_line(m), "          `cards` shows what they are");
    }
    body = rows - ((int)m->count < rows / 2 || claiming ? (int)m->count : rows / 2);
    body = body < 2 ? 2 : body;
    int used = wrapped_rows(n) < body ? wrapped_rows(n) : body;
    put_lines(out, n, s->screen.typed ? body : 0, "table");
    bl_put_char(out, '\n');
    put_lines(out, m, !s->screen.typed ? 0 : rows - used < 3 ? 3 : rows - used, "moves");
    discard_lines(n);
    discard_lines(m);
}
