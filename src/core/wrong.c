/* wrong.c - why a text is no move, in the reader's language; see tell.h. */
#include <stdlib.h>
#include <string.h>

#include "bylaw/tell.h"

/* Goes past a number between two words; -1: that does not stand there. */
static int take_number(const char **at, const char *before, const char *after)
{
    char *end;
    size_t n = strlen(before), m = strlen(after);
    if (strncmp(*at, before, n) != 0)
        return -1;
    long number = strtol(*at + n, &end, 10);
    if (strncmp(end, after, m) != 0)
        return -1;
    *at = end + m;
    return (int)number;
}

/* "expected X, found Y", and what catalogues have as it is. */
static void put_fault(struct bl_text *out, const char *why, const struct bl_voice *voice)
{
    static const char begin[] = "expected ", between[] = ", found ";
    const char *found = strstr(why, between);
    if (strncmp(why, begin, sizeof begin - 1) != 0 || !found) {
        bl_put(out, bl_say(voice->catalogue, why));
        return;
    }
    BL_LOCAL struct bl_text expected = bl_text_heap();
    bl_put_bytes(&expected, why + sizeof begin - 1, (size_t)(found - why) - (sizeof begin - 1));
    const struct bl_arg args[] = {{'w', 0, expected.s}, {'w', 0, found + sizeof between - 1}};
    bl_put_fact(out, &(struct bl_fact){FACT("expected %w, found %w"), args}, voice);
}

void bl_put_wrong(struct bl_text *out, const char *wrong, const struct bl_catalogue *catalogue)
{
    const struct bl_voice voice = {.catalogue = catalogue};
    BL_LOCAL struct bl_text why = bl_text_heap();
    int alone = take_number(&wrong, "line ", " of the proof: ");
    int line = alone < 0 ? take_number(&wrong, "line ", " of the proof, ") : alone;
    int column = take_number(&wrong, "column ", ": ");
    put_fault(&why, wrong, &voice);
    const struct bl_arg args[] = {{'d', line, NULL}, {'d', column, NULL}, {'s', 0, why.s}};
    const struct bl_arg one[] = {args[line < 0], args[2]};
    if (line >= 0 && column >= 0)
        bl_put_fact(out, &(struct bl_fact){FACT("line %d of the proof, column %d: %s"), args}, &voice);
    else if (line >= 0)
        bl_put_fact(out, &(struct bl_fact){FACT("line %d of the proof: %s"), one}, &voice);
    else if (column >= 0)
        bl_put_fact(out, &(struct bl_fact){FACT("column %d: %s"), one}, &voice);
    else
        bl_put(out, why.s);
}
