/* number.c - whole numbers as people write them. */
#include "base/number.h"

static unsigned digit_of(char c)
{
    return c >= '0' && c <= '9'   ? (unsigned)(c - '0')
           : c >= 'a' && c <= 'f' ? (unsigned)(c - 'a' + 10)
           : c >= 'A' && c <= 'F' ? (unsigned)(c - 'A' + 10)
                                  : 99;
}

static bool take_digits(const char **at, unsigned base, uint64_t max, uint64_t *out)
{
    const char *s = *at;
    uint64_t value = 0;
    for (unsigned digit; (digit = digit_of(*s)) < base; s++) {
        if (digit > max || value > (max - digit) / base)
            return false;
        value = value * base + digit;
    }
    if (s == *at)
        return false;
    *at = s;
    *out = value;
    return true;
}

bool bl_take_number(const char **at, uint64_t max, uint64_t *out)
{
    return take_digits(at, 10, max, out);
}

bool bl_read_number(const char *text, uint64_t *out)
{
    bool hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    text += hex ? 2 : 0;
    uint64_t value;
    if (!take_digits(&text, hex ? 16 : 10, UINT64_MAX, &value) || *text)
        return false;
    *out = value;
    return true;
}

bool bl_read_int(const char *text, int64_t min, int64_t max, int64_t *out)
{
    bool minus = *text == '-';
    uint64_t size;
    text += minus;
    if (!take_digits(&text, 10, INT64_MAX, &size) || *text)
        return false;
    int64_t value = minus ? -(int64_t)size : (int64_t)size;
    if (value < min || value > max)
        return false;
    *out = value;
    return true;
}
