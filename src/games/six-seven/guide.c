/* guide.c - how Six-Seven is played, in a dozen lines. */
#include "six-seven.h"

const char six_seven_guide[] =
    "Collect face cards. In your turn a number card is flipped, and you place it on a stack. The "
    "left side of a stack adds, the right side subtracts, and the Sum never falls below 0; a jack "
    "holds one card a side, a queen two, a king three. Most face cards win.\n"
    "L s3\tplace the card on the left of stack s3\n"
    "R s3\tplace it on the right\n"
    "L s3 six-six\tand collect the stack: the Sum is 6 now\n"
    "… seven-seven\tthe Sum is 7 now\n"
    "… zero\tthe Sum is 0 now, and one side at least is full\n"
    "… six-seven\tthe card is a 7, and a 6 lay on top of one of the sides\n"
    "M s3\ta Match collects a full stack: the card equals its Sum (a Sum of 6 or 7 may be "
    "announced as six-six or seven-seven)\n"
    "keep\tthe card fits nowhere, and no face card is left\n"
    "Collecting is your choice, but only with the card just placed.\n";
