/* card.c - the two packs, and cards as text. */
#include "bylaw/card.h"

#include <string.h>

#include "bylaw/fact.h"

static const char *const signs[4] = {"♣", "♦", "♥", "♠"};

const struct bl_pack bl_french_pack = {
    BL_FRENCH_SHAPE, .rank_letters = "A23456789TJQK", .suit_letters = "CDHS",
    .suit_names = (const char *const[]){FACT("clubs"), FACT("diamonds"), FACT("hearts"),
                                        FACT("spades")},
    .rank_names = (const char *const[]){"ace", "two", "three", "four", "five", "six", "seven",
                                        "eight", "nine", "ten", "jack", "queen", "king"},
    .signs = signs,
    .colours = (const char *const[]){"\033[1m", "\033[31m", "\033[31m", "\033[1m"},
};

const struct bl_pack bl_german_pack = {
    BL_GERMAN_SHAPE,
    .rank_letters = "789XUOKA", .suit_letters = "ABHL",
    .suit_names = (const char *const[]){FACT("acorns"), FACT("bells"), FACT("hearts"),
                                        FACT("leaves")},
    .rank_names = (const char *const[]){"seven", "eight", "nine", "ten", "under", "over", "king",
                                        "ace"},
    .signs = signs, .plain = true,
    .colours = (const char *const[]){"\033[33m", "\033[35m", "\033[31m", "\033[32m"},
};

const char *bl_suit_say(const struct bl_catalogue *c, const struct bl_pack *p, unsigned suit)
{
    /* The hearts of both packs are one word in English, and two in other languages. */
    static const char *const hearts = FACT("hearts of the German pack");
    const char *name = p->suit_names[suit & 3];
    bool apart = c && p == &bl_german_pack && strcmp(name, "hearts") == 0;
    const char *said = bl_say(c, apart ? hearts : name);
    return said == hearts ? bl_say(c, name) : said;
}

void bl_card_put(const struct bl_pack *p, bl_card c, struct bl_text *out)
{
    char pair[2] = {'?', '?'};
    if (bl_rank_of(p, c) < p->ranks && bl_suit_of(p, c) < p->suits) {
        pair[0] = p->rank_letters[bl_rank_of(p, c)];
        pair[1] = p->suit_letters[bl_suit_of(p, c)];
    }
    bl_put_bytes(out, pair, 2);
}

static int place_in(const char *set, char c)
{
    const char *at = c ? strchr(set, c) : NULL;
    return at ? (int)(at - set) : -1;
}

int bl_suit_read(const struct bl_pack *p, char letter)
{
    return place_in(p->suit_letters, letter);
}

bl_card bl_card_read(const struct bl_pack *p, const char *text)
{
    int rank = place_in(p->rank_letters, text[0]);
    int suit = rank < 0 ? -1 : bl_suit_read(p, text[1]);
    return suit < 0 ? BL_NO_CARD : bl_card_at(p, (unsigned)suit * p->ranks + (unsigned)rank);
}

static int read_item(const struct bl_pack *p, const char *text)
{
    bl_card c = bl_card_read(p, text);
    return c == BL_NO_CARD || text[2] != '\0' ? -1 : c;
}

void bl_french_put_item(uint16_t item, struct bl_text *t) { bl_card_put(&bl_french_pack, (bl_card)item, t); }
void bl_german_put_item(uint16_t item, struct bl_text *t) { bl_card_put(&bl_german_pack, (bl_card)item, t); }
int bl_french_read_item(const char *text) { return read_item(&bl_french_pack, text); }
int bl_german_read_item(const char *text) { return read_item(&bl_german_pack, text); }
