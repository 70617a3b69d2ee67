/* hex.h - bytes as hexadecimal digits, two a byte, small letters. */
#ifndef BASE_HEX_H
#define BASE_HEX_H

#include "bylaw/text.h"

void bl_put_hex(struct bl_text *out, const void *bytes, size_t size);
/* Just so many bytes, which take the whole of a text; false: it is something else. */
bool bl_read_hex(const char *text, void *bytes, size_t size);

#endif
