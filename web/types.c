/* types.c - the states of the games as types of the page, made from their tables of fields. */
#include <stdio.h>

#include "bylaw/game.h"

static const char *type_of(const struct bl_field *f)
{
    switch (f->kind) {
    case BL_FIELD_NUMBER:
    case BL_FIELD_SEAT: return "number";
    case BL_FIELD_NUMBER_OR_NULL:
    case BL_FIELD_WINNER:
    case BL_FIELD_SEAT_OR_NULL: return "number | null";
    case BL_FIELD_TRUTH: return "boolean";
    case BL_FIELD_SUIT: return "string";
    case BL_FIELD_CARD_OR_NULL:
    case BL_FIELD_CLAUSE_OR_NULL: return "string | null";
    case BL_FIELD_SEATS: return "number[]";
    case BL_FIELD_TRUTHS: return "boolean[]";
    case BL_FIELD_OPEN:
    case BL_FIELD_DISCARD:
    case BL_FIELD_HIDDEN: return "string[]";
    case BL_FIELD_SLOTS:
    case BL_FIELD_HANDS: return "string[][]";
    case BL_FIELD_OWN: return f->own->type;
    }
    return "unknown";
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
        if (!(*g)->fields)
            continue;
        fputs("\nexport interface ", stdout);
        put_name((*g)->id);
        puts(" {");
        for (unsigned i = 0; i < (*g)->fields->count; i++)
            printf("  %s: %s;\n", (*g)->fields->rows[i].name, type_of(&(*g)->fields->rows[i]));
        puts("}");
    }
    return 0;
}
