/* templates.c - useful statements: the list, and asking for what is to be filled in. */
#include "wars.h"

#include <stdlib.h>
#include <string.h>

/* "$w" as WHO, for people. */
static void put_template(struct bl_text *out, const struct session *s, const char *text)
{
    BL_LOCAL struct bl_text plain = bl_text_heap();
    for (; *text; text++) {
        if (*text != '$') {
            bl_put_char(&plain, *text);
            continue;
        }
        text++;
        bl_put(&plain, *text == 'w' ? "WHO" : *text == 'n' ? "N" : "M");
    }
    wars_put_text(out, s, plain.s);
}

/* The one of this number in the list, from 1; NULL: none. */
static const struct bl_draft_template *find_template(unsigned where, int number)
{
    for (unsigned i = 0; i < bl_draft_template_count; i++)
        if (bl_draft_templates[i].where & where && --number == 0)
            return &bl_draft_templates[i];
    return NULL;
}

/* What it does stands beside it, or under it where the screen is narrow. */
void wars_show_templates(const struct session *s, unsigned where)
{
    BL_LOCAL struct bl_text out = bl_text_heap();
    int wide = 7 + (s->screen.ascii ? 47 : 37), columns = s->screen.look.columns;
    const struct bl_draft_template *t;
    for (int i = 1; (t = find_template(where, i)); i++) {
        BL_LOCAL struct bl_text text = bl_text_heap(), use = bl_text_heap();
        put_template(&text, s, t->text);
        put_template(&use, s, t->use);
        bl_putf(&out, i < 10 ? "   %d  " : "  %d  ", i);
        if (columns >= wide + 30) {
            cli_put_padded(&out, text.s, wide - 6);
            cli_put_wrapped(&out, use.s, wide, wide, columns);
        } else {
            wars_put_wrapped(&out, s, text.s, 6, 8);
            bl_put(&out, "        ");
            cli_put_wrapped(&out, use.s, 8, 8, columns);
        }
    }
    show_paged(&s->screen, &out);
}

static bool is_number(const char *text)
{
    size_t n = strspn(text, "0123456789");
    return n > 0 && n < 10 && text[n] == '\0' && (n == 1 || text[0] != '0');
}

static bool is_object(const char *text)
{
    struct bl_logic *l = bl_logic_new();
    struct bl_statement statement;
    struct bl_fault fault;
    bool good = bl_statement_parse(l, text, strlen(text), 0, BL_WFO, &statement, &fault);
    bl_logic_free(l);
    return good;
}

/* Asks until the answer fits; what is taken stands in `out`. */
static enum line_got ask_who(struct session *s, struct bl_text *out)
{
    struct wars *d = wars_of(s);
    const struct play_live live = {s, NULL, wars_complete};
    BL_LOCAL struct bl_text choices = bl_text_heap();
    bl_put(&choices, "  ");
    cli_put_wrapped(&choices, "WHO: 1 [chosenPlayer](1), 2 [chosenPlayer](2), 3 [randPlayer](1), "
                              "or a term", 2, 4, s->screen.look.columns);
    show(&choices);
    for (;;) {
        enum line_got got = wars_ask(s, AT_WHO, "WHO (Enter: 1)", &live);
        if (got != LINE_READ)
            return got;
        if (wars_is(d->line, "cancel"))
            return LINE_END;
        const char *taken = !d->line[0] ? bl_draft_usual_who[0] : d->line;
        int64_t n = wars_number(d->line);
        if (n >= 1 && n <= 3)
            taken = bl_draft_usual_who[n - 1];
        if (is_object(taken)) {
            bl_put(out, taken);
            return LINE_READ;
        }
        wars_say("A number from 1 to 3, or a term like [chosenPlayer](1); `cancel` leaves.");
    }
}

static enum line_got ask_number(struct session *s, const char *name, int most, struct bl_text *out)
{
    struct wars *d = wars_of(s);
    char prompt[48];
    struct bl_text text = BL_TEXT_FIXED(prompt);
    bl_put(&text, name);
    if (most > 0)
        bl_putf(&text, " (at most %d counts)", most);
    for (;;) {
        enum line_got got = wars_ask(s, *name == 'N' ? AT_NUMBER : AT_OTHER_NUMBER, prompt, NULL);
        if (got != LINE_READ)
            return got;
        if (wars_is(d->line, "cancel"))
            return LINE_END;
        if (is_number(d->line)) {
            bl_put(out, d->line);
            return LINE_READ;
        }
        wars_say("A number, like 20; `cancel` leaves.");
    }
}

char *wars_fill_template(struct session *s, unsigned where, int number, enum line_got *got)
{
    static const char names[] = "wmn";
    const struct bl_draft_template *t = find_template(where, number);
    *got = LINE_READ;
    if (!t)
        return NULL;
    char *text = wars_copy(t->text);
    for (const char *name = names; *name && *got == LINE_READ; name++) {
        BL_LOCAL struct bl_text with = bl_text_heap(), filled = bl_text_heap();
        char place[3] = {'$', *name, '\0'};
        if (strstr(text, place)) {
            *got = *name == 'w' ? ask_who(s, &with)
                                : ask_number(s, *name == 'n' ? "N" : "M", *name == 'n' ? t->most : 0,
                                             &with);
            bl_draft_fill(&filled, text, *name, with.s);
            free(text);
            text = wars_copy(filled.s);
        }
    }
    if (*got == LINE_READ)
        return text;
    free(text);
    return NULL;
}
