/* random.h - random statements, as text; small, with few names, so that things happen. */
#ifndef TESTS_LOGIC_RANDOM_H
#define TESTS_LOGIC_RANDOM_H

#include <stdint.h>

#define TEXT 1024   /* room for one */

extern uint64_t random_seed;

uint32_t roll(uint32_t n);   /* below n */
void random_wff(char *out, int depth);
void random_term(char *out);

#endif
