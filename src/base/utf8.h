/* utf8.h - characters of one to four bytes, and how alike two texts are. */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>

/* Whether a byte is the first of a character. */
static inline bool bl_utf8_begins(char byte)
{
    return ((unsigned char)byte & 0xc0) != 0x80;
}

/* The characters that begin in `size` bytes. */
static inline size_t bl_utf8_count(const char *s, size_t size)
{
    size_t count = 0;
    for (size_t i = 0; i < size; i++)
        count += bl_utf8_begins(s[i]);
    return count;
}

/* The bytes that the first `n` characters of a text take; all of them if it has fewer. */
static inline size_t bl_utf8_bytes(const char *text, size_t n)
{
    size_t at = 0;
    for (; n > 0 && text[at]; n--)
        do
            at++;
        while (!bl_utf8_begins(text[at]));
    return at;
}

/* Bytes of the well-formed character at a place with `left` bytes; 0: it is none (RFC 3629). */
size_t bl_utf8_length(const char *s, size_t left);

/* Bytes of what a terminal would act on at a place: C0, DEL, C1, or a byte of no character; 0: it is
 * none of them. */
size_t bl_utf8_control(const char *s);
/* Bytes of a character that is not seen itself, but turns the text around, ends its line or hides in
 * it: marks of direction, separators of lines and paragraphs, spaces of no width; 0: it is none. */
size_t bl_utf8_unseen(const char *s);
/* Puts '?' in the place of each in a text, but for those in `but`. What came from outside goes
 * through here before people see it. */
void bl_utf8_plain(char *s, const char *but);

/* Levenshtein's distance between two texts, in bytes; 64 if one is longer than that. */
unsigned bl_distance(const char *a, const char *b);

#endif
