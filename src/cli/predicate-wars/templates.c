/* templates.c - useful statements: the list, and asking for what is to be filled in. */
#include "desk.h"

#include <stdlib.h>
#include <string.h>

/* "$w" as WHO, for people. */
static void put_template(struct bl_text *out, const struct session *s, const char *text)
{
    struct bl_text plain = bl_text_heap();
    for (; *text; text++) {
        if (*text != '$') {
            bl_put_char(&plain, *text);
            continue;
        }
        text++;
        bl_put(&plain, *text == 'w' ? "WHO" : *text == 'n' ? "N" : "M");
    }
    desk_put_text(out, s, plain.s);
    bl_text_free(&plain);
}

void desk_show_templates(const struct session *s)
{
    struct bl_text out = bl_text_heap();
    for (int i = 0; i < (int)draft_template_count; i++) {
        struct bl_text text = bl_text_heap(), use = bl_text_heap();
        put_template(&text, s, draft_templates[i].text);
        put_template(&use, s, draft_templates[i].use);
        bl_putf(&out, i < 9 ? "   %d  " : "  %d  ", i + 1);
        cli_put_padded(&out, text.s, s->screen.ascii ? 47 : 37);
        bl_put(&out, " ");
        int at = 7 + (s->screen.ascii ? 47 : 37);
        cli_put_wrapped(&out, use.s, at, at, s->screen.look.columns);
        bl_text_free(&text);
        bl_text_free(&use);
    }
    show(&out);
    bl_text_free(&out);
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
    struct desk *d = desk_of(s);
    show_line("  WHO: 1 [chosenPlayer](1), 2 [chosenPlayer](2), 3 [randPlayer](1), or a term");
    for (;;) {
        enum line_got got = desk_ask(s, "WHO (Enter: 1)");
        if (got != LINE_READ)
            return got;
        if (strcmp(d->line, "cancel") == 0)
            return LINE_END;
        const char *taken = !d->line[0] ? draft_usual_who[0] : d->line;
        if (is_number(d->line) && atoi(d->line) >= 1 && atoi(d->line) <= 3)
            taken = draft_usual_who[atoi(d->line) - 1];
        if (is_object(taken)) {
            bl_put(out, taken);
            return LINE_READ;
        }
        show_line("A number from 1 to 3, or a term like [chosenPlayer](1); `cancel` leaves.");
    }
}

static enum line_got ask_number(struct session *s, const char *name, int most, struct bl_text *out)
{
    struct desk *d = desk_of(s);
    char prompt[48];
    struct bl_text text = BL_TEXT_FIXED(prompt);
    bl_put(&text, name);
    if (most > 0)
        bl_putf(&text, " (at most %d counts)", most);
    for (;;) {
        enum line_got got = desk_ask(s, prompt);
        if (got != LINE_READ)
            return got;
        if (strcmp(d->line, "cancel") == 0)
            return LINE_END;
        if (is_number(d->line)) {
            bl_put(out, d->line);
            return LINE_READ;
        }
        show_line("A number, like 20; `cancel` leaves.");
    }
}

char *desk_fill_template(struct session *s, int number, enum line_got *got)
{
    static const char names[] = "wmn";
    *got = LINE_READ;
    if (number < 1 || number > (int)draft_template_count)
        return NULL;
    const struct draft_template *t = &draft_templates[number - 1];
    char *text = desk_copy(t->text);
    for (const char *name = names; *name && *got == LINE_READ; name++) {
        struct bl_text with = bl_text_heap(), filled = bl_text_heap();
        char place[3] = {'$', *name, '\0'};
        if (strstr(text, place)) {
            *got = *name == 'w' ? ask_who(s, &with)
                                : ask_number(s, *name == 'n' ? "N" : "M", *name == 'n' ? t->most : 0,
                                             &with);
            draft_fill(&filled, text, *name, with.s);
            free(text);
            text = desk_copy(filled.s);
        }
        bl_text_free(&with);
        bl_text_free(&filled);
    }
    if (*got == LINE_READ)
        return text;
    free(text);
    return NULL;
}
