/* guide.c - how Pharaoh is played, in a dozen lines. */
#include "pharaoh.h"

const char pharaoh_guide[] =
    "Get rid of your cards. A turn is one move; the first to go out wins, the last to hold cards "
    "loses. A card is its value, 7 8 9 X (ten) U (under) O (over) K A, and its suit: A acorns, "
    "B bells, H hearts, L leaves.\n"
    "play 9H\ta card of the suit asked for, or of the value of the top card\n"
    "play 8A 8H\ttwo to four cards of one value; the last must fit and ends on top\n"
    "play OH >B\tan over; its player names the suit asked for next, here bells\n"
    "play 7H\tthe next player draws three cards for each seven, or plays sevens on it\n"
    "play AH\teach ace costs a turn: the next player stands, or adds aces\n"
    "play UL\tthe leaves under goes on anything but aces, ends a seven's draw, and takes "
    "anything\n"
    "draw\tdraw what is due: one card, or what the sevens ask\n"
    "stand\tlet a turn pass while an ace is pending\n";
