/* speech.c - which words at the table count as said. */
#include <string.h>

#include "base/utf8.h"
#include "table.h"

#define NAME "propreantepenultimate"   /* also the second word of the second version's name */
#define PHRASE NAME " card"
#define LONGEST 64   /* longer texts are only chat: they are too far from the phrase */

/* Small letters, runs of spaces as one, none at the ends; of a character outside ASCII only
 * the first byte, since one such byte is as unlike the name as another. False if too long. */
static bool normalise(const char *words, char *out)
{
    size_t n = 0;
    for (; *words; words++) {
        char c = *words;
        if (c == ' ' || c == '\t') {
            if (n > 0 && out[n - 1] != ' ')
                out[n++] = ' ';
        } else if (bl_utf8_begins(c)) {
            out[n++] = c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
        }
        if (n == LONGEST)
            return false;
    }
    if (n > 0 && out[n - 1] == ' ')
        n--;
    out[n] = '\0';
    return true;
}

/* Levenshtein distance. */
static unsigned distance(const char *a, const char *b)
{
    unsigned row[LONGEST + 1];
    size_t width = strlen(b);
    for (unsigned j = 0; j <= width; j++)
        row[j] = j;
    for (unsigned i = 0; a[i]; i++) {
        unsigned diagonal = row[0];
        row[0] = i + 1;
        for (unsigned j = 1; j <= width; j++) {
            unsigned change = diagonal + (a[i] != b[j - 1]);
            unsigned shorter = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;
            diagonal = row[j];
            row[j] = change < shorter ? change : shorter;
        }
    }
    return row[width];
}

static bool heard(int seat, bl_move move, struct bl_play *out)
{
    *out = (struct bl_play){.move = move, .seat = (int8_t)seat};
    return true;
}

static const bl_move saying = PROPRE_MOVE(PROPRE_SAY, 0, 0);
static const bl_move last_card = PROPRE_MOVE(PROPRE_TALK, 0, PROPRE_LAST_CARD);
static const bl_move mispronounced = PROPRE_MOVE(PROPRE_TALK, 0, PROPRE_MISPRONOUNCED);

/* F.1, F.2: only the whole two-word name counts; nothing but "last card" is punished. */
bool propre_hear_1(const void *state, int seat, const char *words, struct bl_play *out)
{
    char said[LONGEST + 1];
    (void)state;
    if (!normalise(words, said))
        return false;
    if (strcmp(said, PHRASE) == 0)
        return heard(seat, saying, out);
    return strcmp(said, "last card") == 0 && heard(seat, last_card, out);
}

/* §7.1, §7.2: the word or the phrase; what comes near either is a mispronunciation. */
bool propre_hear_2(const void *state, int seat, const char *words, struct bl_play *out)
{
    char said[LONGEST + 1];
    (void)state;
    if (!normalise(words, said))
        return false;
    if (strcmp(said, NAME) == 0 || strcmp(said, PHRASE) == 0)
        return heard(seat, saying, out);
    if (strcmp(said, "last card") == 0)
        return heard(seat, last_card, out);
    if (distance(said, PHRASE) <= 6 || distance(said, NAME) <= 5)
        return heard(seat, mispronounced, out);
    return false;
}
