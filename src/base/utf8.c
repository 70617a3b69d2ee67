/* utf8.c - which bytes are a character, and how alike two texts are. */
#include "base/utf8.h"

#include <string.h>

size_t bl_utf8_length(const char *s, size_t left)
{
    unsigned char c = left > 0 ? (unsigned char)s[0] : 0x80;
    size_t n = c < 0x80 ? 1 : c >= 0xc2 && c < 0xe0 ? 2 : c >= 0xe0 && c < 0xf0 ? 3
             : c >= 0xf0 && c < 0xf5 ? 4 : 0;
    if (n == 0 || n > left)
        return 0;
    for (size_t i = 1; i < n; i++)
        if (bl_utf8_begins(s[i]))
            return 0;
    unsigned char second = n > 1 ? (unsigned char)s[1] : 0;
    bool overlong = (c == 0xe0 && second < 0xa0) || (c == 0xf0 && second < 0x90);
    bool surrogate = c == 0xed && second > 0x9f, beyond = c == 0xf4 && second > 0x8f;
    return overlong || surrogate || beyond ? 0 : n;
}

size_t bl_utf8_control(const char *s)
{
    unsigned char c = (unsigned char)s[0];
    size_t n = bl_utf8_length(s, strnlen(s, 4));
    if (c < 0x20 || c == 0x7f || n == 0)
        return 1;
    return c == 0xc2 && (unsigned char)s[1] < 0xa0 ? 2 : 0;
}

size_t bl_utf8_unseen(const char *s)
{
    static const struct { char first[3]; unsigned char from, to; } ranges[] = {
        {"\xd8", 0x9c, 0x9c},                                   /* U+061C */
        {"\xe2\x80", 0x8b, 0x8b}, {"\xe2\x80", 0x8e, 0x8f},    /* U+200B, 200E, 200F */
        {"\xe2\x80", 0xa8, 0xae}, {"\xe2\x81", 0xa0, 0xaf},    /* U+2028 to 202E, 2060 to 206F */
        {"\xef\xbb", 0xbf, 0xbf},                               /* U+FEFF */
    };
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
        size_t n = strlen(ranges[i].first);
        if (strncmp(s, ranges[i].first, n) == 0 && (unsigned char)s[n] >= ranges[i].from &&
            (unsigned char)s[n] <= ranges[i].to)
            return n + 1;
    }
    return 0;
}

void bl_utf8_plain(char *s, const char *but)
{
    char *to = s;
    for (size_t n; *s; s += n) {
        n = bl_utf8_control(s);
        if (n > 0 && !strchr(but, *s)) {
            *to++ = '?';
            continue;
        }
        n = bl_utf8_length(s, strnlen(s, 4));
        memmove(to, s, n);
        to += n;
    }
    *to = '\0';
}

unsigned bl_distance(const char *a, const char *b)
{
    unsigned row[65];
    size_t n = strlen(b);
    if (n > 64 || strlen(a) > 64)
        return 64;
    for (size_t j = 0; j <= n; j++)
        row[j] = (unsigned)j;
    for (size_t i = 0; a[i]; i++) {
        unsigned diagonal = row[0];
        row[0] = (unsigned)i + 1;
        for (size_t j = 1; j <= n; j++) {
            unsigned change = diagonal + (a[i] != b[j - 1]);
            unsigned other = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;
            diagonal = row[j];
            row[j] = change < other ? change : other;
        }
    }
    return row[n];
}
