/* text.c - the text buffer and the JSON writer. */
#include "bylaw/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/utf8.h"

/* Few bytes, as it mostly is, are copied without a call. */
static inline void copy(char *to, const char *from, size_t n)
{
    if (n > 16) {
        memcpy(to, from, n);
    } else if (n >= 8) {   /* two pieces, which may overlap */
        memcpy(to, from, 8);
        memcpy(to + n - 8, from + n - 8, 8);
    } else if (n >= 4) {
        memcpy(to, from, 4);
        memcpy(to + n - 4, from + n - 4, 4);
    } else if (n > 0) {
        to[0] = from[0];
        to[n / 2] = from[n / 2];
        to[n - 1] = from[n - 1];
    }
}

/* Where so many bytes may be written; NULL: they do not fit. */
static inline char *room_for(struct bl_text *t, size_t n)
{
    if (t->len + n >= t->cap && t->grow)
        t->grow(t, t->len + n + 1);
    return t->len + n < t->cap ? t->s + t->len : NULL;
}

static inline void end_at(struct bl_text *t, const char *end)
{
    t->len = (size_t)(end - t->s);
    t->s[t->len] = '\0';
}

static void put_what_fits(struct bl_text *t, const char *s, size_t n)
{
    if (t->len + 1 < t->cap) {
        size_t fits = t->cap - 1 - t->len;
        memcpy(t->s + t->len, s, fits);
        t->s[t->len + fits] = '\0';
    }
    t->len += n;
}

void bl_put_bytes(struct bl_text *t, const char *s, size_t n)
{
    char *at = room_for(t, n);
    if (!at) {
        put_what_fits(t, s, n);
        return;
    }
    copy(at, s, n);
    end_at(t, at + n);
}

void bl_put_char(struct bl_text *t, char c)
{
    if (t->len + 1 < t->cap) {   /* as mostly: no call */
        t->s[t->len++] = c;
        t->s[t->len] = '\0';
    } else {
        bl_put_bytes(t, &c, 1);
    }
}

void bl_put(struct bl_text *t, const char *s)
{
    bl_put_bytes(t, s, strlen(s));
}

void bl_put_uint(struct bl_text *t, uint64_t n)
{
    char digits[20];
    size_t at = sizeof digits;
    for (; n >= 10; n /= 10)
        digits[--at] = (char)('0' + n % 10);
    digits[--at] = (char)('0' + n);
    bl_put_bytes(t, digits + at, sizeof digits - at);
}

void bl_printv(struct bl_text *t, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    size_t size = (size_t)vsnprintf(NULL, 0, format, args);
    if (t->grow && t->len + size >= t->cap)
        t->grow(t, t->len + size + 1);
    if (t->len < t->cap)
        vsnprintf(t->s + t->len, t->cap - t->len, format, again);
    t->len += size;
    va_end(again);
}

void bl_put_real(struct bl_text *t, double x)
{
    char digits[330];
    bl_put_bytes(t, digits, (size_t)snprintf(digits, sizeof digits, "%.6f",
                                             x > -0.0000005 && x < 0 ? 0 : x));   /* no -0 */
}

void bl_put_int(struct bl_text *t, int64_t n)
{
    if (n < 0)
        bl_put_char(t, '-');
    bl_put_uint(t, n < 0 ? 0 - (uint64_t)n : (uint64_t)n);
}

/* An element follows: a comma is due unless it is the first of its bracket. */
static void comma(struct bl_text *t)
{
    if (t->len == 0 || t->len + 1 > t->cap)
        return;
    char last = t->s[t->len - 1];
    if (last != '{' && last != '[' && last != ':' && last != ',' && last != '\n')
        bl_put_char(t, ',');
}

void bl_json_open(struct bl_text *t, char bracket)
{
    comma(t);
    bl_put_char(t, bracket);
}

void bl_json_close(struct bl_text *t, char bracket)
{
    bl_put_char(t, bracket);
}

/* Bytes of a character of several bytes that is written as it is; 0: it is none. */
static size_t plain_character(const char *s)
{
    size_t n = bl_utf8_length(s, 4);   /* no further than the NUL, which is in no character */
    bool c1 = n == 2 && (unsigned char)s[0] == 0xc2 && (unsigned char)s[1] < 0xa0;
    return n < 2 || c1 ? 0 : n;
}

/* Letters, digits, signs and other characters that are written as they are. */
static size_t plain_run(const char *s)
{
    size_t n = 0;
    for (;;) {
        while (s[n] >= 0x20 && s[n] < 0x7f && s[n] != '"' && s[n] != '\\')
            n++;
        size_t more = (unsigned char)s[n] < 0x80 ? 0 : plain_character(s + n);
        if (more == 0)
            return n;
        n += more;
    }
}

/* What cannot be written as it is; how many bytes it has. */
static size_t put_escaped(struct bl_text *t, const char *s)
{
    static const char hex[] = "0123456789abcdef";
    unsigned char c = (unsigned char)*s;
    bool c1 = bl_utf8_control(s) == 2;
    switch (c) {
    case '"': bl_put(t, "\\\""); break;
    case '\\': bl_put(t, "\\\\"); break;
    case '\n': bl_put(t, "\\n"); break;
    case '\t': bl_put(t, "\\t"); break;
    case '\r': bl_put(t, "\\r"); break;
    default:
        /* C0, DEL and C1: terminals act on them. A byte of no character is not kept. */
        if (c >= 0x80 && !c1) {
            bl_put(t, "\xef\xbf\xbd");
            break;
        }
        c = c1 ? (unsigned char)s[1] : c;
        bl_put(t, "\\u00");
        bl_put_char(t, hex[c >> 4]);
        bl_put_char(t, hex[c & 15]);
    }
    return c1 ? 2 : 1;
}

static void put_quoted(struct bl_text *t, const char *s)
{
    bl_put_char(t, '"');
    for (;;) {
        size_t plain = plain_run(s);
        bl_put_bytes(t, s, plain);
        s += plain;
        if (!*s)
            break;
        s += put_escaped(t, s);
    }
    bl_put_char(t, '"');
}

/* In quotation marks, and what follows them, if that is no NUL. What is plain, as keys are and most else,
 * is written at once. */
static void quoted(struct bl_text *t, const char *s, char after)
{
    size_t plain = plain_run(s);
    char *at = s[plain] ? NULL : room_for(t, plain + 3);
    if (at) {
        *at++ = '"';
        copy(at, s, plain);
        at += plain;
        *at++ = '"';
        *at = after;
        end_at(t, at + (after != '\0'));
        return;
    }
    put_quoted(t, s);
    if (after)
        bl_put_char(t, after);
}

void bl_json_key(struct bl_text *t, const char *key)
{
    comma(t);
    quoted(t, key, ':');
}

void bl_json_put_int(struct bl_text *t, int64_t n)
{
    comma(t);
    bl_put_int(t, n);
}

void bl_json_put_raw(struct bl_text *t, const char *json)
{
    comma(t);
    bl_put(t, json);
}

void bl_json_put_bool(struct bl_text *t, bool b)
{
    bl_json_put_raw(t, b ? "true" : "false");
}

void bl_json_put_null(struct bl_text *t)
{
    bl_json_put_raw(t, "null");
}

void bl_json_put_seat(struct bl_text *t, int seat)
{
    if (seat < 0)
        bl_json_put_null(t);
    else
        bl_json_put_int(t, seat);
}

void bl_json_put_string(struct bl_text *t, const char *s)
{
    comma(t);
    if (s)
        quoted(t, s, '\0');
    else
        bl_put(t, "null");
}

void bl_json_put_strings(struct bl_text *t, const char *const *names)
{
    bl_json_open(t, '[');
    for (; *names; names++)
        bl_json_put_string(t, *names);
    bl_json_close(t, ']');
}

static void grow_heap(struct bl_text *t, size_t need)
{
    size_t cap = t->cap ? t->cap : 256;
    while (cap < need)
        cap *= 2;
    t->s = bl_resize(t->s, cap, 1);
    if (t->cap == 0)
        t->s[0] = '\0';
    t->cap = cap;
}

struct bl_text bl_text_heap(void)
{
    struct bl_text t = {NULL, 0, 0, grow_heap};
    grow_heap(&t, 1);
    return t;
}

void bl_text_free(struct bl_text *t)
{
    free(t->s);
    *t = (struct bl_text){NULL, 0, 0, NULL};
}

void bl_text_clear(struct bl_text *t)
{
    t->len = 0;
    if (t->cap > 0)
        t->s[0] = '\0';
}
