/* notation.c - moves of both versions as text and as numbers, which words at the table count as
 * said, and how it is played. */
#include <string.h>

#include "base/utf8.h"
#include "core/guide.h"
#include "table.h"

/* ---- moves ---------------------------------------------------------------- */

const char *const propre_talk_words[] = {"", "last-card", "mispronounced", NULL};

static const struct { const char *words; bl_move move; } plain_moves[] = {
    {"1", PROPRE_MOVE(PROPRE_1, 0, 0)},
    {"2", PROPRE_MOVE(PROPRE_2, 0, 0)},
    {"say", PROPRE_MOVE(PROPRE_SAY, 0, 0)},
    {"talk last-card", PROPRE_MOVE(PROPRE_TALK, 0, PROPRE_LAST_CARD)},
    {"talk mispronounced", PROPRE_MOVE(PROPRE_TALK, 0, PROPRE_MISPRONOUNCED)},
    {"uphold", PROPRE_MOVE(PROPRE_UPHOLD, 0, 0)},
    {"object", PROPRE_MOVE(PROPRE_OBJECT, 0, 0)},
};

/* Moves with a card: what is written before it, and after it by variant. */
static const struct {
    uint8_t what, variants;
    const char *before, *after[4];
} with_card[] = {
    {PROPRE_PLACE, 1, "place ", {""}},
    {PROPRE_3, 1, "3 ", {""}},
    {PROPRE_4, 2, "4 ", {"", " clear"}},
    {PROPRE_5, 2, "5 ", {" +", " -"}},
    {PROPRE_6, 1, "6 ", {""}},
    {PROPRE_7, 4, "7 ", {" C", " D", " H", " S"}},
    {PROPRE_8, 2, "8 ", {"", " h"}},
};
enum { WITHOUT = sizeof plain_moves / sizeof *plain_moves, KINDS = sizeof with_card / sizeof *with_card,
       WITH = 52 * 13 };

static const struct bl_fact *read_move(const void *state, int seat, const char *text,
                                       struct bl_play *out, struct bl_text *why)
{
    (void)state, (void)why;
    *out = (struct bl_play){.seat = (int8_t)seat};
    for (size_t i = 0; i < WITHOUT; i++) {
        if (strcmp(plain_moves[i].words, text) == 0) {
            out->move = plain_moves[i].move;
            return NULL;
        }
    }
    size_t kind = 0;
    while (kind < KINDS && strncmp(text, with_card[kind].before, strlen(with_card[kind].before)) != 0)
        kind++;
    if (kind == KINDS)
        BL_WRONG("a move is 1, 2, place CARD, 3 CARD, 4 CARD [clear], 5 CARD +|-, 6 CARD, "
                 "7 CARD SUIT, 8 CARD [h], say, talk last-card, talk mispronounced, uphold, object");
    const char *card = text + strlen(with_card[kind].before);
    bl_card c = bl_card_read(&bl_french_pack, card);
    if (c == BL_NO_CARD)
        BL_WRONG("a card is a rank A 2 3 4 5 6 7 8 9 T J Q K and a suit C D H S, as in TH");
    for (unsigned v = 0; v < with_card[kind].variants; v++)
        if (strcmp(card + 2, with_card[kind].after[v]) == 0)
            out->move = PROPRE_MOVE(with_card[kind].what, c, v);
    if (out->move)
        return NULL;
    if (with_card[kind].what == PROPRE_5)
        BL_WRONG("option 5 is written 5 CARD + or 5 CARD -");
    if (with_card[kind].what == PROPRE_7)
        BL_WRONG("option 7 is written 7 CARD SUIT, the suit being C, D, H or S");
    BL_WRONG("there is something after the card that does not belong there");
}

static void put_move(const void *state, const struct bl_play *play, struct bl_text *out)
{
    (void)state;
    bl_move m = play->move;
    unsigned kind = 0;
    for (size_t i = 0; i < WITHOUT; i++)
        if (plain_moves[i].move == m)
            bl_put(out, plain_moves[i].words);
    while (kind < KINDS && with_card[kind].what != propre_what(m))
        kind++;
    if (kind == KINDS)
        return;
    const char *after = with_card[kind].after[propre_variant(m)];
    bl_putf(out, "%s%F%s", with_card[kind].before, propre_card(m), after ? after : "");
}

/* Under an attack a card is laid for its effect, if it has one that is of use there. */
static bl_move meant(const void *view, int card)
{
    static const uint8_t against_attack[13] = {
        [BL_TWO] = PROPRE_3, [BL_FIVE] = PROPRE_3, [BL_THREE] = PROPRE_4, [BL_SEVEN] = PROPRE_4,
        [BL_TEN] = PROPRE_5, [BL_JACK] = PROPRE_6,
    };
    const struct propre *s = view;
    unsigned what = s->av > 0 ? against_attack[bl_french_rank((bl_card)card)] : 0;
    return PROPRE_MOVE(what ? what : PROPRE_8, card, 0);
}

/* ---- actions --------------------------------------------------------------- */

/* Moves without a card, then those with one: by what they are, by variant, by card in pack order. */
static bl_move action_move(const struct bl_setup *setup, uint32_t action)
{
    (void)setup;
    if (action < WITHOUT)
        return plain_moves[action].move;
    unsigned k = (action - WITHOUT) / 52, place = (action - WITHOUT) % 52, i = 0;
    for (; k >= with_card[i].variants; i++)
        k -= with_card[i].variants;
    return PROPRE_MOVE(with_card[i].what, bl_card_at(&bl_french_pack, place), k);
}

static uint32_t action_of(const struct bl_setup *setup, bl_move m)
{
    (void)setup;
    uint32_t k = WITHOUT;
    for (unsigned i = 0; i < WITHOUT; i++)
        if (plain_moves[i].move == m)
            return i;
    for (unsigned i = 0; i < KINDS && with_card[i].what != propre_what(m); i++)
        k += 52u * with_card[i].variants;
    return k + 52 * propre_variant(m) + bl_place_of(&bl_french_pack, propre_card(m));
}

bool propre_aside(bl_move move)
{
    return propre_what(move) == PROPRE_SAY || propre_what(move) == PROPRE_TALK;
}

/* ---- words at the table ------------------------------------------------------ */

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

/* F.1, F.2 of the first version: only the whole two-word name counts, and nothing but "last card" is
 * punished. §7.1, §7.2 of the second: the word or the phrase; what comes near is a mispronunciation. */
static bool hear(int seat, const char *words, bool second, struct bl_play *out)
{
    char said[LONGEST + 1];
    *out = (struct bl_play){.seat = (int8_t)seat};
    if (!normalise(words, said))
        return false;
    if (strcmp(said, PHRASE) == 0 || (second && strcmp(said, NAME) == 0))
        out->move = PROPRE_MOVE(PROPRE_SAY, 0, 0);
    else if (strcmp(said, "last card") == 0)
        out->move = PROPRE_MOVE(PROPRE_TALK, 0, PROPRE_LAST_CARD);
    else if (second && (bl_distance(said, PHRASE) <= 6 || bl_distance(said, NAME) <= 5))
        out->move = PROPRE_MOVE(PROPRE_TALK, 0, PROPRE_MISPRONOUNCED);
    return out->move != 0;
}

static bool hear_first(const void *state, int seat, const char *words, struct bl_play *out)
{
    (void)state;
    return hear(seat, words, false, out);
}

static bool hear_second(const void *state, int seat, const char *words, struct bl_play *out)
{
    (void)state;
    return hear(seat, words, true, out);
}

/* ---- the tables --------------------------------------------------------------- */

#define NOTATION(version)                                                                    \
    {.actions = WITHOUT + WITH, .action_move = action_move, .action_of = action_of,           \
     .read_move = read_move, .put_move = put_move, .put_card = bl_french_put_item,           \
     .read_card = bl_french_read_item, .meant = meant, .put_table = propre_put_table, .hear = hear_##version}

const struct bl_notation propre_first_notation = NOTATION(first);
const struct bl_notation propre_second_notation = NOTATION(second);

/* ---- how it is played ---------------------------------------------------------- */

#define FIRST(row, ...) row(__VA_ARGS__)
#define SECOND(...)
const struct bl_guide propre_first_guide[] = {
#include "guide.def"
    GUIDE_END,
};
#undef FIRST
#undef SECOND
#define FIRST(...)
#define SECOND(row, ...) row(__VA_ARGS__)
const struct bl_guide propre_second_guide[] = {
#include "guide.def"
    GUIDE_END,
};
