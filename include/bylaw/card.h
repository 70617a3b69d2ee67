/* card.h - the two packs: how a card is numbered and written.
 *
 * French: rank A 2 … 9 T J Q K, then suit C D H S; a card is suit * 16 + rank,
 * so that a 64-bit set of cards has one 16-bit lane a suit and is in pack order.
 * German: value 7 8 9 X U O K A, then suit A B H L; a card is value * 4 + suit,
 * so that a 32-bit set of cards has one nibble a value. */
#ifndef BYLAW_CARD_H
#define BYLAW_CARD_H

#include <stdint.h>

#include "bylaw/text.h"

typedef uint8_t bl_card;
#define BL_NO_CARD ((bl_card)0xff)   /* none, or one that may not be seen */

enum { BL_ACE, BL_TWO, BL_THREE, BL_FOUR, BL_FIVE, BL_SIX, BL_SEVEN, BL_EIGHT, BL_NINE, BL_TEN,
       BL_JACK, BL_QUEEN, BL_KING };
enum { BL_CLUBS, BL_DIAMONDS, BL_HEARTS, BL_SPADES };
enum { BL_ACORNS, BL_BELLS, BL_GERMAN_HEARTS, BL_LEAVES };
enum { BL_VII, BL_VIII, BL_IX, BL_X, BL_UNDER, BL_OVER, BL_GERMAN_KING, BL_GERMAN_ACE };

#define BL_FRENCH(suit, rank) ((bl_card)((suit) << 4 | (rank)))
#define BL_GERMAN(suit, value) ((bl_card)((value) << 2 | (suit)))

static inline unsigned bl_french_rank(bl_card c) { return c & 15u; }
static inline unsigned bl_french_suit(bl_card c) { return c >> 4; }
static inline unsigned bl_german_value(bl_card c) { return c >> 2; }
static inline unsigned bl_german_suit(bl_card c) { return c & 3u; }

/* "TH", "??" for BL_NO_CARD. */
void bl_french_put(struct bl_text *t, bl_card c);
void bl_german_put(struct bl_text *t, bl_card c);

/* Reads two characters; BL_NO_CARD if they name no card. `s` may be shorter. */
bl_card bl_french_read(const char *s);
bl_card bl_german_read(const char *s);

extern const char *const bl_french_suit_names[4], *const bl_german_suit_names[4];   /* "hearts" */
extern const char *const bl_suit_signs[4];   /* of French suits: "♥" */

extern const char bl_french_ranks[], bl_french_suits[], bl_german_values[], bl_german_suits[];

#endif
