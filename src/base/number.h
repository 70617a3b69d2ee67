/* number.h - whole numbers as people write them. */
#ifndef BASE_NUMBER_H
#define BASE_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

/* Takes the decimal digits at *at, which moves past them. False: there are none, or they say more
 * than `max`; then *at stays. */
bool bl_take_number(const char **at, uint64_t max, uint64_t *out);
/* The whole of a text, decimal or 0x and hexadecimal digits. */
bool bl_read_number(const char *text, uint64_t *out);
/* The whole of a text, decimal, a minus before it where it is below 0. */
bool bl_read_int(const char *text, int64_t min, int64_t max, int64_t *out);

#endif
