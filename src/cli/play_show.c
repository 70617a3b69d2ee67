/* play_show.c - what is shown: the table, moves with their clauses, the result. */
#include <ctype.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/utf8.h"
#include "play.h"

/* ---- the screen ----------------------------------------------------------- */

static bool ascii_only;   /* the terminal knows no UTF-8 */

void screen_init(struct screen *s, bool plain)
{
    const char *term = getenv("TERM"), *no_colour = getenv("NO_COLOR");
    bool out = isatty(STDOUT_FILENO), can = !plain && term && *term && strcmp(term, "dumb") != 0;
    s->typed = isatty(STDIN_FILENO) && out;
    s->terminal = s->typed && can;
    ascii_only = out && !cli_knows_utf8();
    s->ascii = plain || ascii_only;
    s->look.unicode = out && !s->ascii;
    s->look.colour = out && can && !(no_colour && *no_colour);
    screen_measure(s);
}

void screen_measure(struct screen *s)
{
    struct winsize size;
    s->look.columns = cli_columns();
    s->look.catalogue = cli_catalogue;
    s->rows = 24;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row >= 8)
        s->rows = size.ws_row;
}

void put_styled(struct bl_text *out, const struct screen *s, enum style style, const char *text)
{
    static const char *const codes[] = {"\033[1m", "\033[2m", "\033[31m", "\033[32m"};
    if (s->look.colour)
        bl_put(out, codes[style]);
    bl_put(out, text);
    if (s->look.colour)
        bl_put(out, "\033[0m");
}

/* What stands for a character that the terminal does not know. Clauses are found without their
 * sign too, and statements are read with words. */
static const char *in_ascii(const char *character)
{
    static const struct { const char *from, *to; } table[] = {
        {"§", ""}, {"…", "..."}, {"–", "-"}, {"−", "-"}, {"×", "x"}, {"’", "'"}, {"“", "\""},
        {"”", "\""}, {"≤", "<="}, {"≥", ">="}, {"„", "\""}, {"¬", "not "}, {"∧", " and "},
        {"∨", " or "}, {"→", " imply "}, {"∀", "forall"}, {"∃", "exists"}, {"ä", "ae"}, {"ö", "oe"}, {"ü", "ue"}, {"ß", "ss"},
        {"Ä", "Ae"}, {"Ö", "Oe"}, {"Ü", "Ue"}, {"á", "a"}, {"č", "c"}, {"ď", "d"}, {"é", "e"}, {"í", "i"},
        {"ĺ", "l"}, {"ľ", "l"}, {"ň", "n"}, {"ó", "o"}, {"ô", "o"}, {"ŕ", "r"}, {"š", "s"}, {"ť", "t"},
        {"ú", "u"}, {"ý", "y"}, {"ž", "z"}, {"Á", "A"}, {"Č", "C"}, {"Ď", "D"}, {"É", "E"}, {"Í", "I"},
        {"Ľ", "L"}, {"Ň", "N"}, {"Ó", "O"}, {"Š", "S"}, {"Ť", "T"}, {"Ú", "U"}, {"Ý", "Y"}, {"Ž", "Z"}};
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (strncmp(character, table[i].from, strlen(table[i].from)) == 0)
            return table[i].to;
    return "?";
}

static void put_out(const char *text, size_t size)
{
    for (const char *end = text + size; text < end;) {
        size_t plain = 0;
        while (text + plain < end && (!ascii_only || (unsigned char)text[plain] < 0x80))
            plain++;
        if (fwrite(text, 1, plain, stdout) != plain)
            cli_write_failed("standard output");
        text += plain;
        if (text < end)
            fputs(in_ascii(text++), stdout);
        while (text < end && !bl_utf8_begins(*text))
            text++;
    }
}

int play_rows_shown;

void show(struct bl_text *out)
{
    cli_plain(out, "\n\t\033");   /* with its colours */
    play_rows_shown += count_lines(out->s);
    put_out(out->s, out->len);
    cli_flush();
    bl_text_clear(out);
}

void show_line(const char *format, ...)
{
    va_list args;
    BL_LOCAL struct bl_text line = bl_text_heap();
    va_start(args, format);
    cli_tellv(&line, format, args);
    va_end(args);
    bl_put_char(&line, '\n');
    show(&line);
}

void play_say(const char *format, ...)
{
    va_list args;
    BL_LOCAL struct bl_text out = bl_text_heap(), said = bl_text_heap();
    va_start(args, format);
    cli_tellv(&said, format, args);
    va_end(args);
    cli_put_wrapped(&out, said.s, 0, 2, cli_columns());
    show(&out);
}

int count_lines(const char *s)
{
    int n = 0;
    for (; *s; s++)
        n += *s == '\n';
    return n;
}

void put_two_columns(struct bl_text *out, const char *left, const char *right, int indent,
                     int columns)
{
    bl_put(out, "  ");
    cli_put_padded(out, left, indent - 2);
    if (cli_width(left) > indent - 3) {
        bl_put_char(out, '\n');
        cli_put_spaces(out, indent);
    }
    cli_put_wrapped(out, right, indent, indent, columns);
}

enum line_got wait_for_reader(const char *prompt)
{
    static char line[PLAY_MAX_LINE];
    enum line_got got = play_read_line(prompt, line);
    if (got != LINE_READ)
        show_line("%s", "");
    else if (line[strspn(line, " \t")])
        play_type_ahead(line);
    play_rows_shown = 1;
    return got;
}

bool show_paged(const struct screen *s, struct bl_text *out)
{
    static char line[PLAY_MAX_LINE];
    BL_LOCAL struct bl_text pages = *out;   /* news that come while they are read are no part of them */
    char *at = pages.s;
    *out = bl_text_heap();
    while (s->typed && count_lines(at) > s->rows - 1) {
        char *end = at;
        for (int row = 0; row < s->rows - 2; row++)
            end = strchr(end, '\n') + 1;
        put_out(at, (size_t)(end - at));
        enum line_got got = play_read_line(cli_said("-- more: Enter; stop: q or a command -- "), line);
        if (got != LINE_READ)
            show_line("%s", "");
        if (got != LINE_READ || line[strspn(line, " \t")]) {
            bool stop = line[0] == 'q' && (line[1] == '\0' || strcmp(line, "quit") == 0);
            if (got == LINE_READ && !stop)
                play_type_ahead(line);   /* something else was meant, and not for the pager */
            play_forget_interrupt();     /* it has stopped the pages */
            return false;
        }
        at = end;
    }
    put_out(at, strlen(at));
    cli_flush();
    return true;
}

void show_last(const struct screen *s, struct bl_text *out)
{
    const char *from = out->s;
    for (int over = count_lines(out->s) - (s->rows - 3); over > 0; over--)
        from = strchr(from, '\n') + 1;
    put_out(from, strlen(from));
    cli_flush();
    bl_text_clear(out);
}

/* What has scrolled away goes too, where the terminal can do that: somebody else is about to look. */
void clear_screen(struct screen *s)
{
    screen_measure(s);
    if (s->terminal)
        printf("\033[2J\033[3J\033[H");
    else
        for (int row = 0; row < s->rows; row++)
            printf("\n");
    cli_flush();
}

/* ---- who ------------------------------------------------------------------ */

int count_persons(const struct session *s)
{
    int n = 0;
    for (int seat = 0; seat < bl_match_setup(s->m)->players; seat++)
        n += bl_match_bot(s->m, seat) == NULL;
    return n;
}

void name_seats(struct session *s)
{
    const struct bl_bot *bots[BL_MAX_SEATS] = {NULL};
    int players = bl_match_setup(s->m)->players;
    for (int seat = 0; seat < players; seat++)
        bots[seat] = bl_match_bot(s->m, seat);
    bl_name_seats(bots, (unsigned)players, NULL, s->names);
    s->screen.look.names = s->names;
}

void put_seat(struct bl_text *out, const struct session *s, int seat)
{
    if (s->names[seat])
        bl_put(out, s->names[seat]);
    else if (count_persons(s) == 1)
        bl_put(out, cli_said("you"));
    else
        cli_tell(out, "player %d", seat + 1);
}

void put_table(struct bl_text *out, struct session *s, int reader)
{
    if (play_extra(s->game)->put_table && reader >= 0) {
        play_extra(s->game)->put_table(out, s, reader);
        return;
    }
    s->game->notation->put_table(bl_match_view(s->m, reader), reader, &s->screen.look, out);
    if (out->len > 0 && out->s[out->len - 1] != '\n')
        bl_put_char(out, '\n');
}

/* ---- clauses -------------------------------------------------------------- */

static const char *clause_id(const struct session *s, bl_cite clause)
{
    return s->game->clauses[clause].id;
}

static bool counts(const struct bl_reason *r)
{
    return r->mark == BL_HELD || r->mark == BL_TRUE || r->mark == BL_APPLIED;
}

/* A bare clause that is named elsewhere, earlier or with a fact, is not named again. */
static bool is_covered(const struct bl_account *a, uint32_t i)
{
    if (*a->reasons[i].fact.format)
        return false;
    for (uint32_t k = 0; k < a->count; k++)
        if (k != i && a->reasons[k].clause == a->reasons[i].clause && counts(&a->reasons[k]) &&
            (k < i || *a->reasons[k].fact.format))
            return true;
    return false;
}

/* A name with a colon after it begins something, small letter or not. */
static bool goes_on(const char *text)
{
    return (islower((unsigned char)text[0]) && text[strcspn(text, " :")] != ':') || text[0] == '(';
}

/* A clause may be a piece of a sentence: the pieces before it come first. */
static void put_sentence(struct bl_text *out, const struct session *s, bl_cite clause)
{
    enum { PIECES = 5 };
    bl_cite from = clause;
    while (from > 1 && clause - from < PIECES && goes_on(s->game->clauses[from].text))
        from--;
    bl_put(out, goes_on(s->game->clauses[from].text) ? "… " : "");
    for (bl_cite c = from; c < clause; c++)
        bl_putf(out, "%s ", cli_said(s->game->clauses[c].text));
    bl_put(out, cli_said(s->game->clauses[clause].text));
}

void put_refusal(struct bl_text *out, const struct session *s, const char *fact, const char *instead,
                 bl_cite clause)
{
    BL_LOCAL struct bl_text met = bl_text_heap(), words = bl_text_heap();
    put_styled(out, &s->screen, STYLE_BAD, cli_said("Refused"));
    bl_putf(&met, *fact ? ": %s." : ".", fact);
    cli_put_wrapped(out, met.s, cli_width(cli_said("Refused")), 2, s->screen.look.columns);
    if (*instead)
        put_paragraph(out, s, cli_said("  Instead: "), 11, "%s.", instead);
    if (clause) {
        put_sentence(&words, s, clause);
        put_paragraph(out, s, "  ", 2, "%s: %s", s->game->clauses[clause].id, words.s);
    }
}

void put_clause(struct bl_text *out, const struct session *s, bl_cite clause)
{
    BL_LOCAL struct bl_text sentence = bl_text_heap();
    put_sentence(&sentence, s, clause);
    put_clause_as(out, s, clause, sentence.s);
}

void put_clause_as(struct bl_text *out, const struct session *s, bl_cite clause, const char *text)
{
    const struct bl_clause *c = &s->game->clauses[clause];
    put_styled(out, &s->screen, STYLE_STRONG, c->id);
    bl_putf(out, "  (%s)\n", cli_said(bl_kind_name(c->kind)));
    put_paragraph(out, s, "  ", 2, "%s", text);
    if (c->reading[0])
        put_paragraph(out, s, "  ", 2, "Left open, and read so: %w", c->reading);
    if (c->dead[0])
        put_paragraph(out, s, "  ", 2, "No play can reach it: %w", c->dead);
}

static int id_width(const struct session *s, const struct bl_account *a)
{
    int width = 4;
    for (uint32_t i = 0; i < a->count; i++) {
        int w = cli_width(clause_id(s, a->reasons[i].clause));
        width = w > width ? w : width;
    }
    return width;
}

void put_fact(struct bl_text *out, const struct session *s, const struct bl_fact *fact)
{
    const char *names[BL_MAX_SEATS];
    int you = BL_SPECTATOR;
    memcpy(names, s->names, sizeof names);
    for (int seat = 0; seat < BL_MAX_SEATS && count_persons(s) == 1; seat++)
        if (!names[seat]) {
            names[seat] = cli_said("you");
            you = you < 0 ? seat : you;
        }
    bl_put_fact(out, fact, &(struct bl_voice){.catalogue = cli_catalogue, .names = names, .you = you,
                                              .signs = s->screen.look.unicode});
}

/* The first reason from `from` on that is the same clause with the same mark; the end: there is none. */
static const struct bl_reason *next_alike(const struct bl_account *a, const struct bl_reason *r,
                                          const struct bl_reason *from)
{
    while (from < a->reasons + a->count && (from->clause != r->clause || from->mark != r->mark))
        from++;
    return from;
}

/* All that one clause met with or did: " [6 cards drawn; cards due (cnt): 6 to 1]". */
static void put_facts(struct bl_text *out, const struct session *s, const struct bl_account *a,
                      const struct bl_reason *r)
{
    BL_LOCAL struct bl_text all = bl_text_heap();
    for (const struct bl_reason *k = r; k < a->reasons + a->count; k = next_alike(a, r, k + 1)) {
        BL_LOCAL struct bl_text one = bl_text_heap();
        if (!*k->fact.format)
            continue;
        put_fact(&one, s, &k->fact);
        if (!strstr(all.s, one.s))
            bl_putf(&all, all.len > 0 ? "; %s" : "%s", one.s);
    }
    bl_putf(out, all.len > 0 ? " [%s]" : "", all.s);
}

void put_account(struct bl_text *out, const struct session *s, const struct bl_account *account,
                 bool refused)
{
    static const char *const marks[] = {FACT("holds"), FACT("refuses"), FACT("holds"), FACT("fails"),
                                        FACT("applies")};
    int width = id_width(s, account), column = cli_column(marks, sizeof marks / sizeof *marks);
    int indent = width + column + 4;
    for (uint32_t i = 0; i < account->count; i++) {
        const struct bl_reason *r = &account->reasons[i];
        const struct bl_clause *c = &s->game->clauses[r->clause];
        if ((r->mark == BL_FALSE && !refused) || next_alike(account, r, account->reasons) < r)
            continue;   /* other ways to be legal are of no interest where one was open */
        bl_put(out, "  ");
        cli_put_padded(out, c->id, width);
        bl_put(out, "  ");
        BL_LOCAL struct bl_text line = bl_text_heap(), word = bl_text_heap();
        cli_put_padded(&word, cli_said(marks[r->mark]), column);
        bool bad = r->mark == BL_REFUSED || r->mark == BL_FALSE;
        put_styled(out, &s->screen, bad ? STYLE_BAD : STYLE_FAINT, word.s);
        bl_putf(&line, goes_on(c->text) ? "… %s" : "%s", cli_said(c->text));
        put_facts(&line, s, account, r);
        cli_put_wrapped(out, line.s, indent, indent, s->screen.look.columns);
    }
}

/* ---- moves that were made ------------------------------------------------- */

/* Clauses and what they did: "R1, M6, M7 (cnt: 1 to 3)". */
static void put_reasons(struct bl_text *out, const struct session *s, const struct bl_account *a,
                        const bool *shown)
{
    bool first = true;
    for (uint32_t i = 0; i < a->count; i++) {
        if (!shown[i])
            continue;
        bl_put(out, first ? "" : ", ");
        bl_put(out, clause_id(s, a->reasons[i].clause));
        if (*a->reasons[i].fact.format) {
            bl_put(out, " (");
            put_fact(out, s, &a->reasons[i].fact);
            bl_put_char(out, ')');
        }
        first = false;
    }
}

void put_made(struct bl_text *out, const struct session *s, const struct bl_event *event,
              bool strong)
{
    put_seat(out, s, event->seat);
    bl_put(out, ": ");
    if (strong)
        put_styled(out, &s->screen, STYLE_STRONG, event->move);
    else
        bl_put(out, event->move);
    if (event->note[0])
        bl_putf(out, " (%s)", event->note);
}

void put_wrapped(struct bl_text *out, const struct session *s, const char *text, int at, int indent)
{
    if (play_extra(s->game)->put_wrapped)
        play_extra(s->game)->put_wrapped(out, s, text, at, indent);
    else
        cli_put_wrapped(out, text, at, indent, s->screen.look.columns);
}

/* Further lines begin at `indent`. */
static void put_story_at(struct bl_text *out, const struct session *s, const struct bl_story *story,
                         const char *begin, int indent, int reader)
{
    BL_LOCAL struct bl_text words = bl_text_heap();
    bl_put_story(&words, story, &(struct bl_voice){cli_catalogue, s->screen.look.unicode, s->names,
                                                   reader});
    if (words.len == 0)
        return;
    bl_put(out, begin);
    put_wrapped(out, s, words.s, cli_width(begin), indent);
}

void put_story(struct bl_text *out, const struct session *s, const struct bl_story *story,
               const char *begin, int reader)
{
    put_story_at(out, s, story, begin, cli_width(begin), reader);
}

void put_move_line(struct bl_text *out, struct session *s, uint32_t number, int reader)
{
    static struct bl_event event;
    static struct bl_story story;
    BL_LOCAL struct bl_text line = bl_text_heap();
    bl_match_tell(s->m, number, reader, &event, &story);
    if (!s->terse && s->game->telling) {
        put_story_at(out, s, &story, "  ", 4, reader);
        return;
    }
    bl_put(&line, "  ");
    put_made(&line, s, &event, false);
    int used = cli_width(line.s);
    bool signs = s->screen.ascii && (size_t)used < line.len;
    if (play_extra(s->game)->put_news && (signs || used > s->screen.look.columns))
        play_extra(s->game)->put_news(out, s, line.s);
    else
        put_paragraph(out, s, "  ", 4, "%s", skip_spaces(line.s));
}

void put_move_whole(struct bl_text *out, struct session *s, uint32_t number, int reader)
{
    static struct bl_event event;
    static bool shown[BL_TRACE_MAX];
    BL_LOCAL struct bl_text reasons = bl_text_heap();
    static struct bl_story story;
    bl_match_tell(s->m, number, reader, &event, &story);
    BL_LOCAL struct bl_text line = bl_text_heap();
    bl_putf(&line, "%d. ", (int)number + 1);
    size_t begun = line.len;
    put_made(&line, s, &event, false);
    if (cli_width(line.s) > s->screen.look.columns) {
        put_wrapped(out, s, line.s, 0, 5);
    } else {
        bl_put_bytes(out, line.s, begun);
        put_made(out, s, &event, true);
        bl_put_char(out, '\n');
    }
    if (!s->terse)
        put_story(out, s, &story, "     ", reader);
    for (uint32_t i = 0; i < event.account.count; i++)
        shown[i] = counts(&event.account.reasons[i]) && !is_covered(&event.account, i);
    put_reasons(&reasons, s, &event.account, shown);
    put_paragraph(out, s, "     ", 5, "%s", reasons.s);
}

/* ---- the end -------------------------------------------------------------- */

void put_due(struct bl_text *out, struct session *s, const char *begin)
{
    static struct bl_story story;
    int seat = bl_match_to_move(s->m);
    bl_tell_due(s->game, bl_match_view(s->m, seat), &story);
    put_story(out, s, &story, begin, seat);
}

/* What decided it, in words. */
static void put_end(struct bl_text *out, struct session *s, int reader)
{
    static struct bl_story story;
    bl_tell_end(s->game, bl_match_view(s->m, reader), &story);
    put_story(out, s, &story, "", reader);
}

/* Everybody, in the order in which they came in, with what they have: that is no secret any more. */
static void put_standing(struct bl_text *out, struct session *s, const struct bl_result *result)
{
    static struct bl_story story;
    uint8_t seats[BL_MAX_SEATS];
    unsigned n = bl_standing(s->game, bl_match_view(s->m, BL_REFEREE), result, seats);
    for (unsigned i = 0; i < n; i++) {
        int seat = seats[i];
        BL_LOCAL struct bl_text line = bl_text_heap(), hand = bl_text_heap();
        bl_putf(out, i < result->ranked ? "  %d. " : "  -  ", (int)i + 1);
        put_seat(&line, s, seat);
        bl_put(&line, ": ");
        bl_tell_left(s->game, bl_match_view(s->m, BL_REFEREE), seat, &story);
        bl_put_story(&line, &story, &(struct bl_voice){.catalogue = cli_catalogue});
        cli_put_hand(&hand, s->game, bl_match_view(s->m, BL_REFEREE), seat, &s->screen.look);
        bl_putf(&line, hand.len > 0 ? ":%s" : "", hand.s);
        cli_put_wrapped(out, line.s, 5, 5, s->screen.look.columns);
    }
}

void put_result(struct bl_text *out, struct session *s, int reader)
{
    struct bl_result result = {.winner = -1};
    const char *over = cli_said("The game is over");
    BL_LOCAL struct bl_text rest = bl_text_heap();
    if (s->given_up) {   /* a duel is lost then; among more it is not told who would have won */
        uint8_t loser = (uint8_t)s->at_keyboard, other = (uint8_t)(1 - loser);
        if (bl_match_setup(s->m)->players == 2)
            result = (struct bl_result){.winner = (int8_t)other, .ranked = 2, .ranking = {other, loser}};
        put_paragraph(out, s, "", 0, "You gave the game up after %d {move|moves}.", (int)play_made(s));
        put_standing(out, s, &result);
        return;
    }
    bl_match_result(s->m, &result);
    cli_tell(&rest, " after %d {move|moves}, by %s.", (int)play_made(s),
             s->game->clauses[result.why].id);
    put_styled(out, &s->screen, STYLE_STRONG, over);
    bl_put_char(out, ' ');
    cli_put_wrapped(out, skip_spaces(rest.s), cli_width(over) + 1, 0, s->screen.look.columns);
    put_end(out, s, reader);
    if (result.winner < 0)
        cli_tell(out, "Nobody wins.\n");
    put_standing(out, s, &result);
}
