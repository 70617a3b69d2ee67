/* templates.c - useful statements: the list, and asking for what is to be filled in. */
#include "wars.h"

#include <ctype.h>
#include <string.h>

/* With WHO, N and M for what is to be filled in. */
static void put_template(struct bl_text *out, const struct session *s, const char *text)
{
    BL_LOCAL struct bl_text plain = bl_text_heap();
    bl_draft_fill(&plain, text, "WHO", "N", "M");
    wars_put_text(out, s, plain.s);
}

/* What it does stands beside it, or under it where the screen is narrow. */
void wars_put_templates(struct session *s, bool rule)
{
    struct bl_text *out = &s->page;
    int wide = 7 + (s->screen.ascii ? 47 : 37), columns = s->screen.look.columns;
    const struct bl_draft_template *t;
    for (unsigned i = 1; (t = bl_draft_template(rule, i)); i++) {
        BL_LOCAL struct bl_text text = bl_text_heap(), use = bl_text_heap();
        put_template(&text, s, t->text);
        put_template(&use, s, cli_said(t->use));
        bl_putf(out, i < 10 ? "   %d  " : "  %d  ", (int)i);
        if (columns >= wide + 30) {
            cli_put_padded(out, text.s, wide - 6);
            cli_put_wrapped(out, use.s, wide, wide, columns);
        } else {
            wars_put_wrapped(out, s, text.s, 6, 8);
            put_paragraph(out, s, "        ", 8, "%s", use.s);
        }
    }
}

void wars_show_templates(struct session *s, bool rule)
{
    wars_put_templates(s, rule);
    show_paged(&s->screen, &s->page);
}

static bool is_number(const char *text)
{
    size_t n = strspn(text, "0123456789");
    return n > 0 && n < 10 && text[n] == '\0' && (n == 1 || text[0] != '0');
}

/* Asks until the answer fits; what is taken stands in `out`. */
static enum line_got ask_part(struct session *s, char name, int most, struct bl_text *out)
{
    struct wars *d = wars_of(s);
    struct bl_statement statement;
    struct bl_fault fault;
    const struct play_live live = {s, NULL, wars_complete, NULL};
    enum bl_place place = name == 'w' ? AT_WHO : name == 'n' ? AT_NUMBER : AT_OTHER_NUMBER;
    BL_LOCAL struct bl_text prompt = bl_text_heap();
    if (most && name != 'w')
        cli_tell(&prompt, "N (at most %d counts)", most);
    else
        bl_put(&prompt, name == 'w' ? "WHO (Enter: 1)" : name == 'n' ? "N" : "M");
    if (name == 'w') {
        put_paragraph(&s->page, s, "  ", 4,
                      "WHO: 1 [chosenPlayer](1), 2 [chosenPlayer](2), 3 [randPlayer](1), or a term");
        show(&s->page);
    }
    for (;;) {
        enum line_got got = wars_ask(s, place, prompt.s, name == 'w' ? &live : NULL);
        if (got != LINE_READ || text_is(d->line, "cancel"))
            return got == LINE_READ ? LINE_END : got;
        int64_t n = d->line[0] ? wars_number(d->line) : 1;
        const char *taken = name == 'w' && n >= 1 && n <= 3 ? bl_draft_usual_who[n - 1] : d->line, *named = d->line;
        if (name == 'w' && d->line[0] && n < 0 && isalpha((unsigned char)*named) && wars_take_player(s, &named) >= 0 &&
            !*named && named - d->line > 1) {
            play_say("A card names nobody: [chosenPlayer](1) is whoever you choose when you prove it, as in `players %s`.",
                     d->line);
            taken = bl_draft_usual_who[0];
        }
        if (name != 'w' ? is_number(taken) : wars_number(taken) < 0 && wars_parse(d, taken, BL_WFO, &statement, &fault)) {
            bl_put(out, taken);
            if (most > 0 && name != 'w' && wars_number(taken) > most)
                play_say("Of that only %d will count; `statement` goes back to it.", most);
            return LINE_READ;
        }
        play_say(name == 'w' ? "A number from 1 to 3, a player's name, or a term like [chosenPlayer](1); "
                          "`cancel` leaves."
                        : "A number, like 20; `cancel` leaves.");
    }
}

bool wars_fill_template(struct bl_text *out, struct session *s, bool rule, unsigned number,
                        enum line_got *got)
{
    static const char *const places[] = {"$w", "$m", "$n"};
    const struct bl_draft_template *t = bl_draft_template(rule, number);
    struct bl_text with[] = {bl_text_heap(), bl_text_heap(), bl_text_heap()};
    *got = LINE_READ;
    for (unsigned i = 0; t && i < 3 && *got == LINE_READ; i++)
        if (strstr(t->text, places[i]))
            *got = ask_part(s, places[i][1], i == 2 ? t->most : 0, &with[i]);
    if (t && *got == LINE_READ)
        bl_draft_fill(out, t->text, with[0].s, with[2].s, with[1].s);
    for (unsigned i = 0; i < 3; i++)
        bl_text_free(&with[i]);
    return t && *got == LINE_READ;
}
