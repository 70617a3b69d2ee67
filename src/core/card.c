/* card.c - cards as text. */
#include "bylaw/card.h"

#include <string.h>

const char bl_french_ranks[] = "A23456789TJQK", bl_french_suits[] = "CDHS";
const char bl_german_values[] = "789XUOKA", bl_german_suits[] = "ABHL";

const char *const bl_french_suit_names[4] = {"clubs", "diamonds", "hearts", "spades"};
const char *const bl_german_suit_names[4] = {"acorns", "bells", "hearts", "leaves"};
const char *const bl_suit_signs[4] = {"♣", "♦", "♥", "♠"};

static void put_pair(struct bl_text *t, char rank, char suit)
{
    char pair[2] = {rank, suit};
    bl_put_bytes(t, pair, 2);
}

void bl_french_put(struct bl_text *t, bl_card c)
{
    if (c >= 64 || bl_french_rank(c) > BL_KING)
        put_pair(t, '?', '?');
    else
        put_pair(t, bl_french_ranks[bl_french_rank(c)], bl_french_suits[bl_french_suit(c)]);
}

void bl_german_put(struct bl_text *t, bl_card c)
{
    if (c >= 32)
        put_pair(t, '?', '?');
    else
        put_pair(t, bl_german_values[bl_german_value(c)], bl_german_suits[bl_german_suit(c)]);
}

static int place_in(const char *set, char c)
{
    const char *at = c ? strchr(set, c) : NULL;
    return at ? (int)(at - set) : -1;
}

bl_card bl_french_read(const char *s)
{
    int rank = place_in(bl_french_ranks, s[0]);
    int suit = rank < 0 ? -1 : place_in(bl_french_suits, s[1]);
    return suit < 0 ? BL_NO_CARD : BL_FRENCH(suit, rank);
}

bl_card bl_german_read(const char *s)
{
    int value = place_in(bl_german_values, s[0]);
    int suit = value < 0 ? -1 : place_in(bl_german_suits, s[1]);
    return suit < 0 ? BL_NO_CARD : BL_GERMAN(suit, value);
}
