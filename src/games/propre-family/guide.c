/* guide.c - how both versions are played, in a dozen lines each. */
#include "table.h"

#define OPTIONS                                                                                \
    "1\tend the turn; if you played nothing, draw: the attack (AV), or one card\n"             \
    "3 5D\ta 2 or 5 attacks: AV rises by its rank\n"                                           \
    "4 7S\ta 3 or 7 defends: AV falls by its rank\n"                                           \
    "4 7S clear\ta 3 on a 7, or a 7 on a 3, later in a turn: no attack is left\n"              \
    "5 TD +\ta 10 moves the turn on by one seat more (MV); with - by one less\n"              \
    "6 JH\ta Jack turns the direction (CW)\n"                                                  \
    "7 AC H\tan Ace becomes one of the suit named (no attack)\n"

#define CARDS                                                                                  \
    "A card is its rank, A 2 3 4 5 6 7 8 9 T J Q K, and its suit, C D H S or the signs shown. "

const char propre_guide_1[] =
    "Get rid of your cards, any number in a turn. The first is easy; each further one must join "
    "up with the two cards on top: same rank, next rank, or arithmetic. " CARDS "\n"
    OPTIONS
    "8 9C\tany card without its effect: rank or suit of the top card if RM (no attack)\n"
    "8 9C h\tthe same lying across: its rank is 11 minus the printed one\n"
    "2\tlay your whole hand, card by card with place, and draw as many\n"
    "place 9C\tthe next card of that hand\n"
    "say\tthe name of the game; say it before the turn of your last card\n"
    "talk last-card\tsaying \"last card\" costs a card\n"
    "With no cards left, 1 wins.\n";

const char propre_guide_2[] =
    "Get rid of your cards, any number in a turn. The first is easy; each further one must be a "
    "type 2 match: same rank, next rank, arithmetic, and no rank sum that three divides. " CARDS
    "\n"
    OPTIONS
    "8 9C\tany card without its effect, by a type 1 match (no attack)\n"
    "8 9C h\tthe same lying across: its rank is 11 minus the printed one\n"
    "2\tlay your whole hand, card by card with place, and draw as many (no attack)\n"
    "place 9C\tthe next card of that hand\n"
    "say\tthe word; your last card asks that you said it before another player's turn\n"
    "talk last-card\tsaying \"last card\" is put to a vote; so is talk mispronounced\n"
    "uphold\ta vote that the speaker shall draw a card\n"
    "object\ta vote against it: if more than half object, nobody draws\n"
    "With no cards left, 1 wins.\n";
