/* hex.c - bytes as hexadecimal digits. */
#include "hex.h"

#include <string.h>

static const char digits[] = "0123456789abcdef";

void bl_put_hex(struct bl_text *out, const void *bytes, size_t size)
{
    const uint8_t *at = bytes;
    for (size_t i = 0; i < size; i++) {
        bl_put_char(out, digits[at[i] >> 4]);
        bl_put_char(out, digits[at[i] & 15]);
    }
}

bool bl_read_hex(const char *text, void *bytes, size_t size)
{
    uint8_t *out = bytes;
    if (strlen(text) != 2 * size)
        return false;
    for (size_t i = 0; i < 2 * size; i++) {
        const char *digit = strchr(digits, text[i]);
        if (!digit)
            return false;
        out[i / 2] = (uint8_t)(out[i / 2] << 4 | (digit - digits));
    }
    return true;
}
