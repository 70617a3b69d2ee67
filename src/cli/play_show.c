/* play_show.c - what is shown: the table, moves with their clauses, the result. */
#include <ctype.h>
#include <langinfo.h>
#include <limits.h>
#include <locale.h>
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
    setlocale(LC_CTYPE, "");
    s->typed = isatty(STDIN_FILENO) && out;
    s->terminal = s->typed && can;
    ascii_only = out && strcmp(nl_langinfo(CODESET), "UTF-8") != 0;
    s->ascii = plain || ascii_only;
    s->look.unicode = out && !s->ascii;
    s->look.colour = out && can && !(no_colour && *no_colour);
    screen_measure(s);
}

void screen_measure(struct screen *s)
{
    struct winsize size;
    s->look.columns = cli_columns();
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
 * sign too. */
static const char *in_ascii(const char *character)
{
    static const struct { const char *from, *to; } table[] = {
        {"§", ""}, {"…", "..."}, {"–", "-"}, {"−", "-"}, {"×", "x"}, {"’", "'"}, {"“", "\""},
        {"”", "\""}, {"≤", "<="}, {"≥", ">="}};
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

void show(struct bl_text *out)
{
    cli_plain(out, "\n\t\033");   /* with its colours */
    put_out(out->s, out->len);
    cli_flush();
    bl_text_clear(out);
}

void show_line(const char *format, ...)
{
    va_list args;
    BL_LOCAL struct bl_text line = bl_text_heap();
    va_start(args, format);
    bl_printv(&line, format, args);
    va_end(args);
    bl_put_char(&line, '\n');
    show(&line);
}

void say(const char *format, ...)
{
    va_list args;
    BL_LOCAL struct bl_text out = bl_text_heap(), said = bl_text_heap();
    va_start(args, format);
    bl_printv(&said, format, args);
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

void show_paged(const struct screen *s, struct bl_text *out)
{
    static char line[PLAY_MAX_LINE];
    char *at = out->s;
    while (s->typed && count_lines(at) > s->rows - 1) {
        char *end = at;
        for (int row = 0; row < s->rows - 2; row++)
            end = strchr(end, '\n') + 1;
        put_out(at, (size_t)(end - at));
        enum line_got got = play_read_line("-- more: Enter; stop: q -- ", line);
        if (got != LINE_READ)
            show_line("%s", "");
        if (got != LINE_READ || line[strspn(line, " \t")]) {
            bool stop = line[0] == 'q' && (line[1] == '\0' || strcmp(line, "quit") == 0);
            if (got == LINE_READ && !stop)
                play_type_ahead(line);   /* something else was meant, and not for the pager */
            bl_text_clear(out);
            return;
        }
        at = end;
    }
    put_out(at, strlen(at));
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

void put_seat(struct bl_text *out, const struct session *s, int seat)
{
    const struct bl_bot *bot = bl_match_bot(s->m, seat);
    bl_putf(out, "seat %d", seat);
    if (bot)
        bl_putf(out, " %s", bot->name);
    else if (count_persons(s) == 1)
        bl_put(out, " (you)");
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

/* Whether an earlier reason names the clause too, or, if that counts, a later one with a fact. */
static bool repeats(const struct bl_account *a, uint32_t i, bool facts_too)
{
    for (uint32_t k = 0; k < (facts_too ? a->count : i); k++)
        if (k != i && a->reasons[k].clause == a->reasons[i].clause && counts(&a->reasons[k]) &&
            (k < i || *a->reasons[k].fact.format))
            return true;
    return false;
}

/* A bare clause that is named elsewhere, earlier or with a fact, is not named again. */
static bool is_covered(const struct bl_account *a, uint32_t i)
{
    return !*a->reasons[i].fact.format && repeats(a, i, true);
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
        bl_putf(out, "%s ", s->game->clauses[c].text);
    bl_put(out, s->game->clauses[clause].text);
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
    bl_putf(out, "  (%s)\n", bl_kind_name(c->kind));
    put_paragraph(out, s, "  ", 2, "%s", text);
    if (c->reading[0])
        put_paragraph(out, s, "  Left open, and read so: ", 2, "%s", c->reading);
    if (c->dead[0])
        put_paragraph(out, s, "  No play can reach it: ", 2, "%s", c->dead);
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
    bl_put_fact(out, fact, &(struct bl_voice){.signs = s->screen.look.unicode});
}

void put_account(struct bl_text *out, const struct session *s, const struct bl_account *account,
                 bool refused)
{
    static const char *const marks[] = {"holds", "refuses", "true", "false", "applies"};
    int width = id_width(s, account), indent = width + 13;
    for (uint32_t i = 0; i < account->count; i++) {
        const struct bl_reason *r = &account->reasons[i];
        const struct bl_clause *c = &s->game->clauses[r->clause];
        if (r->mark == BL_FALSE && !refused)
            continue;   /* other ways to be legal, of no interest where one was open */
        bl_put(out, "  ");
        cli_put_padded(out, c->id, width);
        bl_put(out, "  ");
        char word[16];
        snprintf(word, sizeof word, "%-9s", marks[r->mark]);
        bool bad = r->mark == BL_REFUSED || r->mark == BL_FALSE;
        put_styled(out, &s->screen, bad ? STYLE_BAD : STYLE_FAINT, word);
        BL_LOCAL struct bl_text line = bl_text_heap();
        bl_putf(&line, goes_on(c->text) ? "… %s" : "%s", c->text);
        if (*r->fact.format) {
            bl_put(&line, " [");
            put_fact(&line, s, &r->fact);
            bl_put_char(&line, ']');
        }
        cli_put_wrapped(out, line.s, indent, indent, s->screen.look.columns);
    }
}

/* ---- moves that were made ------------------------------------------------- */

enum { MOST_ARGS = 8 };

/* How many arguments a fact has if it ends with a change, "AV: 2 to 0"; else 0. */
static size_t is_change(const struct bl_fact *f)
{
    const char *at = f->format, *last[2] = {"", ""};
    size_t n = 0;
    while (bl_format_letter(&at)) {
        last[0] = last[1];
        last[1] = at;
        n++;
    }
    bool ends = n >= 2 && n <= MOST_ARGS && *last[1] == '\0' && last[1] - last[0] == 6 &&
                strncmp(last[0], " to %", 5) == 0;
    return ends ? n : 0;
}

static bool same_arg(const struct bl_arg *a, const struct bl_arg *b)
{
    return a->number == b->number && (!a->text || strcmp(a->text, b->text) == 0);
}

/* Whether two facts tell of changes of the same thing. */
static bool same_thing(const struct bl_fact *a, const struct bl_fact *b, size_t n)
{
    bool same = strcmp(a->format, b->format) == 0;
    for (size_t i = 0; same && i < n - 2; i++)
        same = same_arg(&a->args[i], &b->args[i]);
    return same;
}

/* The fact of reason `i`. Where it goes on from a change that is not shown, it tells both as
 * one: "AV: 2 to -5" and "AV: -5 to 0" are "AV: 2 to 0". */
static void put_change(struct bl_text *out, const struct session *s, const struct bl_account *a,
                       uint32_t i, const bool *shown)
{
    struct bl_arg args[MOST_ARGS];
    struct bl_fact whole = a->reasons[i].fact;
    size_t n = is_change(&whole);
    if (n > 0) {
        memcpy(args, whole.args, n * sizeof *args);
        whole.args = args;
    }
    for (uint32_t k = i; n > 0 && k-- > 0;) {
        const struct bl_reason *r = &a->reasons[k];
        if (!counts(r) || !same_thing(&r->fact, &whole, n))
            continue;
        if (shown[k] || !same_arg(&r->fact.args[n - 1], &args[n - 2]))
            break;   /* it does not lead to where this one begins */
        args[n - 2] = r->fact.args[n - 2];
    }
    /* There and back: the last step is what there is to tell. */
    bool back = n > 0 && same_arg(&args[n - 2], &args[n - 1]);
    put_fact(out, s, back ? &a->reasons[i].fact : &whole);
}

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
            put_change(out, s, a, i, shown);
            bl_put_char(out, ')');
        }
        first = false;
    }
}

/* What a short line leaves out first: clauses that have been cited most often in this game,
 * and among those cited as often, terms before requirements before effects. Where a move takes
 * more than a line, there is always room for what it changed. */
static uint32_t dullness(const struct session *s, const struct bl_reason *r)
{
    uint32_t kind = r->mark == BL_APPLIED ? (*r->fact.format ? 0 : 1) : r->mark == BL_HELD ? 2 : 3;
    return kind == 0 && play_extra(s->game)->put_news ? 0 : s->cited[r->clause] * 4 + kind;
}

/* A requirement that most moves meet tells nothing of this one. */
static bool is_everyday(const struct session *s, const struct bl_reason *r)
{
    return r->mark != BL_APPLIED && s->counted > 4 && s->cited[r->clause] > s->counted * 2 / 3;
}

static int reason_width(const struct session *s, const struct bl_reason *r)
{
    int width = cli_width(clause_id(s, r->clause)) + 2;
    if (*r->fact.format) {
        BL_LOCAL struct bl_text words = bl_text_heap();
        put_fact(&words, s, &r->fact);
        width += cli_width(words.s) + 3;
    }
    return width;
}

/* Of the reasons not taken yet the one that tells most and has room in `left` columns; the
 * number of reasons if there is none. */
static uint32_t most_telling(const struct session *s, const struct bl_account *a,
                             const bool *taken, int left, bool everyday_too)
{
    uint32_t best = a->count;
    for (uint32_t i = 0; i < a->count; i++) {
        const struct bl_reason *r = &a->reasons[i];
        if (taken[i] || !counts(r) || reason_width(s, r) > left || is_covered(a, i) ||
            (is_everyday(s, r) && !everyday_too))
            continue;
        if (best == a->count || dullness(s, r) <= dullness(s, &a->reasons[best]))
            best = i;   /* of equals the later one, which is more particular */
    }
    return best;
}

/* The clauses that tell most, as many as `width` holds, in the order applied; at least one. */
static void put_short_reasons(struct bl_text *out, const struct session *s,
                              const struct bl_account *a, int width)
{
    static bool taken[BL_TRACE_MAX];
    uint32_t best, count = 0;
    memset(taken, 0, sizeof taken);
    for (int left = width + 2; (best = most_telling(s, a, taken, left, false)) < a->count; count++) {
        taken[best] = true;
        left -= reason_width(s, &a->reasons[best]);
    }
    if (count == 0 && (best = most_telling(s, a, taken, INT_MAX, true)) < a->count)
        taken[best] = true;
    put_reasons(out, s, a, taken);
}

/* Clauses are counted once a move, however many persons are told of it. */
static void count_cites(struct session *s, uint32_t number, const struct bl_account *a)
{
    if (number < s->counted)
        return;
    s->counted = number + 1;
    for (uint32_t i = 0; i < a->count; i++)
        if (counts(&a->reasons[i]) && !repeats(a, i, false))
            s->cited[a->reasons[i].clause]++;
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

/* Whether something that changed would not be told in `width` columns. */
static bool is_short(const struct session *s, const struct bl_account *a, int width)
{
    int needed = 0;
    for (uint32_t i = 0; i < a->count; i++)
        if (a->reasons[i].mark == BL_APPLIED && *a->reasons[i].fact.format)
            needed += reason_width(s, &a->reasons[i]);
    return needed > width + 2;
}

void put_move_line(struct bl_text *out, struct session *s, uint32_t number, int reader)
{
    enum { COLUMN = 28, BELOW = 6, NARROW = 60 };
    static struct bl_event event;
    BL_LOCAL struct bl_text line = bl_text_heap(), reasons = bl_text_heap();
    BL_LOCAL struct bl_text wrapped = bl_text_heap();
    int columns = s->screen.look.columns;
    bl_match_event(s->m, number, reader, &event);
    bl_put(&line, "  ");
    put_made(&line, s, &event, false);
    int used = cli_width(line.s), column = used < COLUMN ? COLUMN : used;
    bool signs = s->screen.ascii && (size_t)used < line.len, below = columns < NARROW;
    bool wraps = play_extra(s->game)->put_news && (signs || used > columns - 8);
    int room = below || wraps ? columns - BELOW - 1 : columns - column - 3;
    if (play_extra(s->game)->put_news && is_short(s, &event.account, room)) {
        below = true;
        room = 2 * (columns - BELOW - 1);
    }
    count_cites(s, number, &event.account);
    put_short_reasons(&reasons, s, &event.account, room);
    if (wraps || below || cli_width(reasons.s) > room) {
        if (wraps)
            play_extra(s->game)->put_news(out, s, line.s);
        else
            bl_putf(out, "%s\n", line.s);
        bl_put(out, "      ");
        cli_put_wrapped(&wrapped, reasons.s, BELOW, BELOW, columns);
        wrapped.s[--wrapped.len] = '\0';   /* its newline, which stays outside the style */
        put_styled(out, &s->screen, STYLE_FAINT, wrapped.s);
    } else {
        cli_put_padded(out, line.s, column);
        bl_put(out, "  ");
        put_styled(out, &s->screen, STYLE_FAINT, reasons.s);
    }
    bl_put_char(out, '\n');
}

void put_move_whole(struct bl_text *out, const struct session *s, uint32_t number, int reader)
{
    static struct bl_event event;
    static bool shown[BL_TRACE_MAX];
    BL_LOCAL struct bl_text reasons = bl_text_heap();
    bl_match_event(s->m, number, reader, &event);
    bl_putf(out, "%d. ", (int)number + 1);
    put_made(out, s, &event, true);
    bl_put_char(out, '\n');
    for (uint32_t i = 0; i < event.account.count; i++)
        shown[i] = counts(&event.account.reasons[i]) && !is_covered(&event.account, i);
    put_reasons(&reasons, s, &event.account, shown);
    put_paragraph(out, s, "     ", 5, "%s", reasons.s);
}

/* ---- the end -------------------------------------------------------------- */

void put_result(struct bl_text *out, const struct session *s)
{
    struct bl_result result;
    bl_match_result(s->m, &result);
    put_styled(out, &s->screen, STYLE_STRONG, "The game is over");
    bl_putf(out, " after %d moves, by ", (int)bl_match_count(s->m));
    put_clause(out, s, result.why);
    if (result.winner < 0)
        bl_put(out, "Nobody wins.\n");
    for (int i = 0; i < result.ranked; i++) {
        bl_putf(out, "  %d. ", i + 1);
        put_seat(out, s, result.ranking[i]);
        bl_put(out, result.ranking[i] == result.winner ? "  wins\n" : "\n");
    }
}
