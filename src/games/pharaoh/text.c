/* text.c - moves and cards as text. */
#include <string.h>

#include "pharaoh.h"

void pharaoh_put_card(uint16_t item, struct bl_text *out)
{
    bl_german_put(out, (bl_card)item);
}

int pharaoh_read_card(const char *text)
{
    bl_card c = bl_german_read(text);
    return c == BL_NO_CARD || text[2] != '\0' ? -1 : c;
}

/* ---- moves ---------------------------------------------------------------- */

void pharaoh_put_move(const void *state, const struct bl_play *play, struct bl_text *out)
{
    (void)state;
    bl_move m = play->move;
    unsigned kind = pharaoh_kind(m);
    if (kind == PHARAOH_DRAW || kind == PHARAOH_STAND) {
        bl_put(out, kind == PHARAOH_DRAW ? "draw" : "stand");
        return;
    }
    bl_card cards[4];
    unsigned n = pharaoh_cards_of(m, cards);
    bl_put(out, "play");
    for (unsigned i = 0; i < n; i++)
        bl_putf(out, " %G", cards[i]);
    if (bl_german_value(cards[n - 1]) == BL_OVER) {
        bl_put(out, " >");
        bl_put_char(out, bl_german_suits[kind == PHARAOH_MIXED ? pharaoh_mixed_named(m)
                                                               : pharaoh_named(m)]);
    }
}

/* " 7H 7L": up to four different cards; moves `at` past them. */
static const char *read_cards(const char **at, bl_card cards[4], unsigned *n)
{
    pharaoh_set seen = 0;
    const char *s = *at;
    for (*n = 0; s[0] == ' ' && s[1] != '>'; s += 3) {
        bl_card c = bl_german_read(s + 1);
        if (c == BL_NO_CARD || (s[3] != ' ' && s[3] != '\0'))
            return "a card is a value 7 8 9 X U O K A and a suit A B H L, as in UL";
        if (seen & pharaoh_card(c))
            return "a card is named twice";
        if (*n == 4)
            return "at most four cards can be played";
        seen |= pharaoh_card(c);
        cards[(*n)++] = c;
    }
    *at = s;
    return *n > 0 ? NULL : "which cards? As in: play 7H 7L";
}

static const char *read_play(const struct pharaoh *s, const char *text, bl_move *out)
{
    bl_card cards[4];
    unsigned n, named = 0;
    const char *fault = read_cards(&text, cards, &n);
    if (fault)
        return fault;
    bool over = bl_german_value(cards[n - 1]) == BL_OVER;
    if (*text == '\0' && over)
        return "an over on top names a suit, as in: play OH >L";
    if (*text != '\0') {
        const char *suit = text[0] == ' ' && text[1] == '>' && text[2] != '\0'
                               ? strchr(bl_german_suits, text[2]) : NULL;
        if (!suit || text[3] != '\0')
            return "a suit is named at the end: >A, >B, >H or >L";
        if (!over)
            return "only an over on top names a suit";
        named = (unsigned)(suit - bl_german_suits);
    }
    *out = pharaoh_code_of(s, cards, n, named);
    return NULL;
}

const char *pharaoh_read_move(const void *state, int seat, const char *text, struct bl_play *out,
                              struct bl_text *why)
{
    (void)why;
    *out = (struct bl_play){.seat = (int8_t)seat};
    if (strcmp(text, "draw") == 0) {
        out->move = PHARAOH_CODE(PHARAOH_DRAW);
        return NULL;
    }
    if (strcmp(text, "stand") == 0) {
        out->move = PHARAOH_CODE(PHARAOH_STAND);
        return NULL;
    }
    if (strncmp(text, "play", 4) == 0 && (text[4] == ' ' || text[4] == '\0'))
        return read_play(state, text + 4, &out->move);
    return "a move is draw, stand, or play with its cards, as in: play 7H 7L";
}
