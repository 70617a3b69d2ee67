/* types.c - the states of the games as types of the page, made from their tables of fields. */
#include <stdio.h>

#include "bylaw/game.h"

static void put_rows(const struct bl_field *rows, unsigned count, const char *between);

static void put_words(const struct bl_field *f)
{
    for (int32_t i = 0; i < f->max; i++)
        printf("%s'%s'", i > 0 ? " | " : "", f->more->words[i]);
}

static void put_type(const struct bl_field *f)
{
    switch (f->kind) {
    case BL_FIELD_NUMBER:
    case BL_FIELD_SEAT: fputs("number", stdout); break;
    case BL_FIELD_NUMBER_OR_NULL:
    case BL_FIELD_ID_OR_NULL:
    case BL_FIELD_WINNER:
    case BL_FIELD_SEAT_OR_NULL: fputs("number | null", stdout); break;
    case BL_FIELD_TRUTH: fputs("boolean", stdout); break;
    case BL_FIELD_TRUTH_OR_NULL: fputs("boolean | null", stdout); break;
    case BL_FIELD_SUIT: fputs("string", stdout); break;
    case BL_FIELD_CARD_OR_NULL:
    case BL_FIELD_CLAUSE_OR_NULL: fputs("string | null", stdout); break;
    case BL_FIELD_SEATS:
    case BL_FIELD_IDS:
    case BL_FIELD_IDS_DOWN:
    case BL_FIELD_SET: fputs("number[]", stdout); break;
    case BL_FIELD_TRUTHS: fputs("boolean[]", stdout); break;
    case BL_FIELD_OPEN:
    case BL_FIELD_DISCARD:
    case BL_FIELD_HIDDEN: fputs("string[]", stdout); break;
    case BL_FIELD_SLOTS:
    case BL_FIELD_HANDS: fputs("string[][]", stdout); break;
    case BL_FIELD_OWN: fputs(f->own->type, stdout); break;
    case BL_FIELD_WRITTEN:
    case BL_FIELD_SHOWN: fputs(f->more->type, stdout); break;
    case BL_FIELD_WORD: put_words(f); break;
    case BL_FIELD_RECORD: put_rows(f->more->rows, f->more->count, " "); break;
    case BL_FIELD_RECORDS:
        putchar('(');
        put_rows(f->more->rows, f->more->count, " ");
        fputs(f->more->there ? " | null)[]" : ")[]", stdout);
        break;
    }
}

static void put_rows(const struct bl_field *rows, unsigned count, const char *between)
{
    if (!rows->name) {
        put_type(rows);
        return;
    }
    printf("{%s", between);
    for (const struct bl_field *f = rows; f < rows + count; f++) {
        bool only_there = f->kind == BL_FIELD_SHOWN;
        printf(only_there ? "%s?: " : "%s: ", f->name);
        put_type(f);
        printf(f->due && !only_there ? " | null;%s" : ";%s", f + 1 < rows + count ? between : "");
    }
    fputs(*between == '\n' ? "\n}" : " }", stdout);
}

/* "true-propre": TruePropreState */
static void put_name(const char *id)
{
    for (const char *at = id; *at; at++)
        if (*at != '-')
            putchar(at == id || at[-1] == '-' ? *at - 'a' + 'A' : *at);
    fputs("State", stdout);
}

int main(void)
{
    puts("// states.ts - the states of the games; written by web/types.c from their fields.");
    for (const struct bl_game *const *g = bl_games(); *g; g++) {
        fputs("\nexport interface ", stdout);
        put_name((*g)->id);
        putchar(' ');
        put_rows((*g)->fields->rows, (*g)->fields->count, "\n  ");
        putchar('\n');
    }
    return 0;
}
