/* card.h - the two packs: how a card is numbered and written.
 *
 * French: rank A 2 … 9 T J Q K, then suit C D H S; a card is suit * 16 + rank,
 * so that a 64-bit set of cards has one 16-bit lane a suit and is in pack order.
 * German: value 7 8 9 X U O K A, then suit A B H L; a card is value * 4 + suit,
 * so that a 32-bit set of cards has one nibble a value. */
#ifndef BYLAW_CARD_H
#define BYLAW_CARD_H

#include <stdint.h>

#include "bylaw/catalogue.h"
#include "bylaw/text.h"

BL_BEGIN
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

/* A pack as data, for what is the same whatever is played with. */
struct bl_pack {
    uint8_t ranks, suits;                  /* how many; each suit has each rank */
    uint8_t rank_shift, rank_mask, suit_shift, suit_mask;   /* where they are in a card */
    uint64_t all;                          /* the set of its cards */
    const char *rank_letters, *suit_letters;
    const char *const *suit_names, *const *rank_names;
    const char *const *signs;              /* a sign a suit */
    bool plain;                            /* cards are written with letters even where signs are */
    const char *const *colours;            /* how the terminal shows each suit */
};
#define BL_FRENCH_SHAPE .ranks = 13, .suits = 4, .rank_mask = 15, .suit_shift = 4, .suit_mask = 15, \
    .all = UINT64_C(0x1fff1fff1fff1fff)
#define BL_GERMAN_SHAPE .ranks = 8, .suits = 4, .rank_shift = 2, .rank_mask = 63, .suit_mask = 3, \
    .all = UINT32_MAX
extern const struct bl_pack bl_french_pack, bl_german_pack;
/* The name of a suit in a language, NULL: English. */
const char *bl_suit_say(const struct bl_catalogue *c, const struct bl_pack *p, unsigned suit);

static inline unsigned bl_rank_of(const struct bl_pack *p, bl_card c)
{
    return c >> p->rank_shift & p->rank_mask;
}

static inline unsigned bl_suit_of(const struct bl_pack *p, bl_card c)
{
    return c >> p->suit_shift & p->suit_mask;
}

/* The card at a place of the pack: suit by suit, ranks within a suit. */
static inline bl_card bl_card_at(const struct bl_pack *p, unsigned place)
{
    return (bl_card)(place / p->ranks << p->suit_shift | place % p->ranks << p->rank_shift);
}

static inline unsigned bl_place_of(const struct bl_pack *p, bl_card c)
{
    return bl_suit_of(p, c) * p->ranks + bl_rank_of(p, c);
}

/* "TH"; "??" for BL_NO_CARD. */
void bl_card_put(const struct bl_pack *p, bl_card c, struct bl_text *out);
/* The two characters at `text`, which may be shorter; BL_NO_CARD if they name no card. */
bl_card bl_card_read(const struct bl_pack *p, const char *text);
int bl_suit_read(const struct bl_pack *p, char letter);   /* -1: none */

/* As a game's notation has them: items of chance that are cards. */
void bl_french_put_item(uint16_t item, struct bl_text *out);
int bl_french_read_item(const char *text);
void bl_german_put_item(uint16_t item, struct bl_text *out);
int bl_german_read_item(const char *text);

BL_END
#endif
