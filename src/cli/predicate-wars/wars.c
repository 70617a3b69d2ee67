/* wars.c - Predicate Wars at the terminal: what is asked, what is shown, what is typed. */
#include "wars.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/number.h"
#include "base/utf8.h"
#include "core/cards.h"

struct wars *wars_of(struct session *s)
{
    if (!s->extra) {
        struct wars *d = bl_new(1, sizeof *d);
        d->view = bl_new(1, sizeof *d->view);
        d->l = bl_logic_new();
        d->scratch = bl_logic_new();
        s->extra = d;
    }
    return s->extra;
}

static void leave(struct session *s)
{
    struct wars *d = s->extra;
    if (!d)
        return;
    for (int seat = 0; seat < PW_SEATS; seat++) {
        for (int card = 0; card <= PW_CARDS; card++)
            free((char *)d->cards[seat][card].of.statement);
        for (int kind = 0; kind < WARS_PROOFS; kind++) {
            struct wars_proof *p = d->proofs[seat][kind];
            if (p)
                bl_draft_begin(&p->draft, 0, 0);
            free(p);
        }
    }
    free(d->view);
    bl_logic_free(d->l);
    bl_logic_free(d->scratch);
    free(d);
    s->extra = NULL;
}

const struct pw *wars_view(struct session *s, int seat)
{
    struct wars *d = wars_of(s);
    bl_copy(s->game, d->view, bl_match_view(s->m, seat));
    return d->view;
}

int64_t wars_number(const char *text)
{
    int64_t n;
    return bl_read_int(text, 0, 999999999, &n) ? n : -1;
}

int wars_take_player(const struct session *s, const char **text)
{
    size_t n = strcspn(*text, " \t,");
    unsigned players = bl_match_setup(s->m)->players;
    uint64_t number;
    int found = -1;
    if (bl_take_number(text, players - 1, &number))
        return (int)number;
    for (unsigned seat = 0; seat < players && n > 0; seat++) {
        BL_LOCAL struct bl_text name = bl_text_heap();
        put_seat(&name, s, (int)seat);
        if (strncasecmp(name.s, *text, name.len) == 0 && strchr(" \t,", (*text)[name.len])) {
            *text += name.len;   /* "player 2": a name may have a space in it */
            return (int)seat;
        }
        if (strncasecmp(name.s, *text, n) != 0)
            continue;
        if (found >= 0)
            return -1;
        found = (int)seat;
    }
    *text += n;
    return found;
}

/* ---- reading -------------------------------------------------------------- */

void wars_spell(struct bl_text *out, const char *typed)
{
    static const char *const ways[][2] = {{"->", "→"}, {"implies", "imply"}};
    bl_put(out, "");
    for (const char *at = typed; *at;) {
        size_t i = 0;
        while (i < 2 && strncmp(at, ways[i][0], strlen(ways[i][0])) != 0)
            i++;
        if (i < 2)
            bl_put(out, ways[i][1]);
        else
            bl_put_char(out, *at);
        at += i < 2 ? strlen(ways[i][0]) : 1;
    }
}

/* The lesson for this place of what is being written. */
static void teach(struct session *s, enum bl_place place)
{
    const struct wars *d = wars_of(s);
    struct learn_words words = {bl_text_heap(), bl_text_heap(), 0};
    learn_prompt(s, place, d->draft, d->writing ? &d->writing->of : NULL, &words);
    learn_show(&words);
}

static void draw_again(struct session *s)
{
    screen_measure(&s->screen);
    wars_of(s)->put_above(s);
    show_last(&s->screen, &s->page);
    learn_forget(s);
    teach(s, wars_of(s)->place);
}

/* Ctrl-C leaves what is written, not the table: it may have been meant for a search that has just
 * ended. */
enum line_got wars_ask(struct session *s, enum bl_place place, const char *prompt,
                       const struct play_live *live)
{
    struct wars *d = wars_of(s);
    const struct play_live drawn = {s, live ? live->status : NULL, live ? live->complete : NULL, draw_again};
    d->place = place;
    for (;;) {
        teach(s, place);
        enum line_got got = ask_line(s, prompt, &drawn, d->line);
        if (play_odd_line(got))
            continue;
        BL_LOCAL struct bl_text spelled = bl_text_heap();
        wars_spell(&spelled, got == LINE_READ ? d->line : "");
        if (got == LINE_READ && spelled.len < PLAY_MAX_LINE)
            memcpy(d->line, spelled.s, spelled.len + 1);
        if (got == LINE_READ && text_is(d->line, "skip") && learn_skip(s))
            continue;
        if (got == LINE_INTERRUPTED) {
            play_forget_interrupt();
            return play_signal(0) ? LINE_INTERRUPTED : LINE_END;
        }
        return got;
    }
}

bool wars_asked(struct session *s, enum bl_place place, const char *prompt,
                const struct play_live *live)
{
    const char *typed = wars_of(s)->line;
    return wars_ask(s, place, prompt, live) == LINE_READ && !text_is(typed, "cancel") &&
           !text_is(typed, "quit");
}

/* ---- showing -------------------------------------------------------------- */

void wars_put_text(struct bl_text *out, const struct session *s, const char *text)
{
    if (s->screen.ascii)
        logic_put_in_words(out, text, text + strlen(text));
    else
        bl_put(out, text);
}

/* Of a long text only what stands around the place. */
void wars_put_fault(struct session *s, const char *text, const struct bl_fault *fault)
{
    size_t room = (size_t)s->screen.look.columns - 6, column = fault->column;
    size_t from = column > room ? column - room * 2 / 3 : 0;
    const char *start = text + bl_utf8_bytes(text, from);
    BL_LOCAL struct bl_text why = bl_text_heap(), hint = bl_text_heap();
    bl_draft_put_fault(&why, fault, cli_catalogue);
    bl_put(&s->page, from > 0 ? "  … " : "    ");
    bl_put_bytes(&s->page, start, bl_utf8_bytes(start, room));
    bl_put(&s->page, "\n    ");
    cli_put_spaces(&s->page, (int)column - (int)from - 1);
    bl_put(&s->page, "^\n");
    if (bl_draft_hint(text, fault))
        wars_put_text(&hint, s, cli_said(bl_draft_hint(text, fault)));
    put_paragraph(&s->page, s, "", 2, hint.len > 0 ? FACT("Column %d: %s; %s.") : FACT("Column %d: %s."),
                  (int)column, why.s, hint.s);
}

void wars_put_row(struct session *s, const char *left, const char *text, int indent)
{
    BL_LOCAL struct bl_text shown = bl_text_heap();
    wars_put_text(&shown, s, text);
    put_two_columns(&s->page, left, shown.s, indent, s->screen.look.columns);
}

void wars_put_wrapped(struct bl_text *out, const struct session *s, const char *signs_or_words,
                      int at, int indent)
{
    BL_LOCAL struct bl_text shown = bl_text_heap();
    struct bl_look look = s->screen.look;
    struct bl_pen pen = {out, &look, at, indent};
    look.columns = look.columns < indent + 20 ? indent + 20 : look.columns;
    wars_put_text(&shown, s, signs_or_words);
    bl_pen_words(&pen, shown.s, shown.len);
    bl_pen_end(&pen);
}

bool wars_submit(struct session *s, const char *move)
{
    struct bl_play play;
    const struct bl_fact *wrong = bl_match_read(s->m, s->at_keyboard, move, &play);
    if (wrong) {
        BL_LOCAL struct bl_text why = bl_text_heap();
        bl_put_fact(&why, wrong, &(struct bl_voice){.catalogue = cli_catalogue});
        play_say("That cannot be read: %s.", why.s);
        return false;
    }
    return make_play(s, &play);
}

/* A long move, wrapped. */
static void put_news(struct bl_text *out, const struct session *s, const char *line)
{
    bl_put(out, "  ");
    wars_put_wrapped(out, s, line + strspn(line, " "), 2, 4);
}

/* ---- what is typed at the table ------------------------------------------- */

static void open_writing(struct session *s, unsigned kind, const char *rest)
{
    if (kind == MOVE_EDIT)
        wars_edit(s, rest);
    else if (kind == MOVE_BUY_RULE)
        wars_buy_rule(s, rest);
    else
        wars_prove(s, kind, rest);
}

/* The move of the list that a number asks for, if that is to be written. */
static bool open_by_number(struct session *s, const char *text)
{
    if (s->at_keyboard != bl_match_to_move(s->m) || text[strspn(text, "#0123456789")] != '\0')
        return false;
    int64_t listed = find_move(s, text);
    if (listed < 0 || !((bl_move)listed & BL_OPEN))
        return false;
    unsigned kind = pw_kind((bl_move)listed);
    char card[16];
    snprintf(card, sizeof card, "#%u", pw_first_of((bl_move)listed));
    open_writing(s, kind, kind == MOVE_EDIT ? card : "");
    return true;
}

/* The rules refuse a move that is not for this phase or this seat, and say so. */
static bool is_time_for(struct session *s, unsigned kind)
{
    const bl_move *moves;
    uint32_t n = s->at_keyboard == bl_match_to_move(s->m) ? bl_match_moves(s->m, &moves) : 0;
    for (uint32_t i = 0; i < n; i++)
        if (moves[i] & BL_OPEN && pw_kind(moves[i]) == kind)
            return true;
    if (s->submit)
        play_say("This is not the time for `%s`.", pw_move_word(kind));
    else
        make_play(s, &(struct bl_play){.move = PW_FORM(kind, 0), .seat = (int8_t)s->at_keyboard});
    return false;
}

bool wars_obey_word(struct session *s, const char *text)
{
    for (const struct word *w = wars_words; w->name; w++)
        if (w->run && text_begins(text, w->name, &s->rest)) {
            w->run(s);
            return true;
        }
    return false;
}

/* "play 5 0": cards by their numbers, without the signs. */
static bool obey_numbers(struct session *s, const char *text)
{
    static const char *const words[] = {"play", "claim", "discard"};
    const char *at = NULL;
    size_t i = 0;
    while (i < sizeof words / sizeof *words && !text_begins(text, words[i], &at))
        i++;
    if (i == sizeof words / sizeof *words || !*at || at[strspn(at, "0123456789 ")])
        return false;
    BL_LOCAL struct bl_text move = bl_text_heap();
    bl_put(&move, words[i]);
    for (; *at; at = skip_spaces(at + strcspn(at, " "))) {
        bl_put(&move, " #");
        bl_put_bytes(&move, at, strcspn(at, " "));
    }
    struct bl_play play;
    return !bl_match_read(s->m, s->at_keyboard, move.s, &play) && (make_play(s, &play), true);
}

static bool obey_wars(struct session *s, const char *typed)
{
    BL_LOCAL struct bl_text spelled = bl_text_heap();
    wars_spell(&spelled, typed);
    const char *text = spelled.s;
    if (open_by_number(s, text))
        return true;
    for (unsigned kind = MOVE_EDIT; kind <= MOVE_BUY_RULE; kind++)
        if (text_begins(text, pw_move_word(kind), &s->rest)) {
            if (is_time_for(s, kind))
                open_writing(s, kind, s->rest);
            return true;
        }
    return wars_obey_word(s, text) || obey_numbers(s, text);
}

/* The first word is a command or a move; after it, names and signs. */
static bool complete(struct session *s, const char *before, struct play_completion *out)
{
    bool first = !strchr(skip_spaces(before), ' ');
    return (!first && wars_complete(s, before, out)) || complete_line(s, before, out);
}

static void teach_at_table(struct session *s, struct learn_words *out)
{
    const struct wars *d = wars_of(s);
    learn_prompt(s, AT_TABLE, d->draft, d->writing ? &d->writing->of : NULL, out);
}

const struct play_extra wars_extra = {
    .game = "predicate-wars",
    .words = wars_words,
    .put_news = put_news,
    .put_wrapped = wars_put_wrapped,
    .cards_have_numbers = true,
    .put_table = wars_put_table,
    .put_moves = wars_put_moves,
    .put_turn = wars_put_turn,
    .obey = obey_wars,
    .leave = leave,
    .status = wars_put_table_status,
    .complete = complete,
    .teach = teach_at_table,
    .put_text = wars_put_text,
};
