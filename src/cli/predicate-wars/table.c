/* table.c - a turn of Predicate Wars on one screen, and the commands that show the rest. */
#include "wars.h"

#include <string.h>

#include "base/utf8.h"

/* ---- lines ---------------------------------------------------------------- */

/* The title of a line and the spaces after it, or those before it. */
static size_t line_head(const char *line)
{
    size_t head = strspn(line, " ");
    if (head == 0 && strstr(line, "  "))
        head = (size_t)(strstr(line, "  ") - line);
    else if (head == 0 && strncmp(line, cli_said("Your cards"), strlen(cli_said("Your cards"))) == 0)
        head = strlen(cli_said("Your cards"));
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
        wars_put_wrapped(out, s, line + head, (int)bl_utf8_count(line, head), 11);
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
    int count = count_lines(lines->s), shown = count > rows ? rows - 1 : count;
    put_some(&whole, s, lines->s, count, false);
    int wanted = count_lines(whole.s);
    if (rows == 0 || wanted <= rows) {
        bl_put(out, whole.s);
    } else {
        put_some(out, s, lines->s, shown, true);
        if (shown < count)
            cli_tell(out, "           %d more: `%s` shows them\n", count - shown, rest);
    }
    bl_text_free(lines);
    return rows == 0 || wanted <= rows ? wanted : rows;
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

static void put_claimed(struct bl_text *out, const struct session *s, const struct pw *v,
                        unsigned card)
{
    int owner = pw_owner(v, card);
    BL_LOCAL struct bl_text text = bl_text_heap();
    pw_put_card_seen(&text, v, &s->screen.look, card);
    bl_put(out, cli_said(owner >= 0 ? "  of " : "  in the deck"));
    if (owner >= 0)
        put_seat(out, s, owner);
    bl_put(out, ": ");
    bl_put(out, strchr(text.s, ' ') + 1);
}

static void put_group(struct bl_text *out, const struct session *s, const struct pw *v,
                      const bl_move *moves, uint32_t from, uint32_t to)
{
    unsigned kind = pw_kind(moves[from]);
    struct bl_play play = {.move = moves[from], .seat = v->head.to_move};
    if (kind == MOVE_PLAY)
        cli_tell(out, "play #%d with", (int)pw_first_of(moves[from]));
    else if (kind == MOVE_EDIT || to - from > 1)
        bl_put(out, pw_move_word(kind));
    else if (kind >= MOVE_PROVE)
        bl_put(out, pw_move_word(kind));
    else
        s->game->notation->put_move(v, &play, out);
    if (kind == MOVE_PLAY || kind == MOVE_EDIT || to - from > 1)
        for (uint32_t i = from; i < to; i++)
            bl_putf(out, " #%d", (int)(kind == MOVE_PLAY ? pw_second_of(moves[i])
                                                         : pw_first_of(moves[i])));
    else if (kind == MOVE_CLAIM)
        put_claimed(out, s, v, pw_first_of(moves[from]));
    if (kind == MOVE_EDIT || kind == MOVE_BUY_RULE)
        cli_tell(out, "  (opens the editor)");
    else if (kind >= MOVE_PROVE && kind <= MOVE_BUY_PROOF)
        cli_tell(out, "  (opens the assistant)");
}

static void list_moves(struct bl_text *out, const struct session *s, const struct pw *v,
                       bool described)
{
    const bl_move *moves;
    uint32_t count = bl_match_moves(s->m, &moves);
    bool can_play = false;
    for (uint32_t i = 0, next; i < count; i = next) {
        BL_LOCAL struct bl_text label = bl_text_heap();
        for (next = i + 1; next < count && go_together(moves[i], moves[next], described);)
            next++;
        can_play = can_play || pw_kind(moves[i]) == MOVE_PLAY;
        bl_putf(&label, next - i > 1 ? "%d..%d" : "%d", (int)i + 1, (int)next);
        cli_put_spaces(out, 8 - cli_width(label.s));
        bl_putf(out, "%s  ", label.s);
        put_group(out, s, v, moves, i, next);
        bl_put_char(out, '\n');
    }
    if (v->phase == PHASE_PLAYING && !can_play && pw_written_in_hand(v, (unsigned)v->head.to_move) >= 2)
        cli_tell(out, "          No pair can be played now: `why play #A #B` says why.\n");
}

/* The phase and the seats; returns the rows that they take. */
static int put_head(struct bl_text *out, const struct session *s, const struct pw *v, int seat)
{
    BL_LOCAL struct bl_text head = bl_text_heap(), wrapped = bl_text_heap(), seats = bl_text_heap();
    pw_put_headline(&head, v, &s->screen.look);
    cli_put_wrapped(&wrapped, head.s, 0, 2, s->screen.look.columns);
    int rows = count_lines(wrapped.s);
    wrapped.s[--wrapped.len] = '\0';   /* its newline, which stays outside the style */
    put_styled(out, &s->screen, STYLE_STRONG, wrapped.s);
    bl_put_char(out, '\n');
    pw_put_seats(&seats, v, &s->screen.look, seat);
    rows += wars_put_lines(out, s, &seats, 0, "");
    return rows;
}

void wars_put_table(struct bl_text *out, struct session *s, int seat)
{
    const struct pw *v = wars_view(s, seat);
    struct bl_text lines = bl_text_heap();
    put_head(out, s, v, seat);
    if (v->phase != PHASE_OVER)
        pw_put_body(&lines, v, &s->screen.look, seat);
    pw_put_rest(&lines, v, &s->screen.look, seat);
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
    pw_put_body(&lines, v, &s->screen.look, seat);
    list_moves(&moves, s, v, true);
    bool claiming = v->phase == PHASE_CLAIMING;   /* then the others' cards matter most */
    if (s->screen.typed && count_lines(moves.s) + (claiming ? 2 : 6) > rows) {
        bl_text_clear(&moves);
        list_moves(&moves, s, v, false);
        if (claiming)
            cli_tell(&moves, "          `cards` shows what they are\n");
    }
    int count = count_lines(moves.s);
    int body = rows - (count < rows / 2 || claiming ? count : rows / 2);
    body = body < 2 ? 2 : body;
    int left = rows - wars_put_lines(out, s, &lines, s->screen.typed ? body : 0, "table");
    bl_put_char(out, '\n');
    wars_put_lines(out, s, &moves, !s->screen.typed ? 0 : left < 3 ? 3 : left, "moves");
}
