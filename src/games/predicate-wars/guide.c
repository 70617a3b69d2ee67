/* guide.c - how Predicate Wars is played, in a dozen lines. */
#include "predicate-wars.h"

const char pw_guide[] =
    "Write statements of predicate logic on blank cards, play two of them, and prove from them "
    "that an action happens. Who has no health left is out; the last one alive wins.\n"
    "edit #3 rock 4 S\twrite the statement S on card #3, with a tag and a power cost\n"
    "take, pass\ttake a blank card, or not; nobody sees it before all have chosen\n"
    "claim #5\ttake a card of another player for its cost in power, or in Phase IV one of the "
    "deck for twice that\n"
    "play #7 #1\tplay a pair: the main card has no more points than the secondary one\n"
    "prove … => N\tprove that statement N, an action, holds; costs proving power\n"
    "decline\tprove nothing after a play\n"
    "refute … => N\tshow that another player's proof contradicts itself\n"
    "accept\tlet it happen\n"
    "discard #5\tput a card away, which then costs 2 more\n"
    "leave\ttake no more turns in this round\n"
    "buy-proof, buy-rule, drop-rule\tspend potency on proofs of your own, or on the rules\n";
