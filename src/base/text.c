/* text.c - the text buffer and the JSON writer. */
#include "bylaw/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/utf8.h"

void bl_put_bytes(struct bl_text *t, const char *s, size_t n)
{
    if (t->len + n + 1 > t->cap && t->grow)
        t->grow(t, t->len + n + 1);
    if (t->len + 1 < t->cap) {
        size_t room = t->cap - 1 - t->len;
        size_t fits = n < room ? n : room;
        if (fits > 0)   /* what is nothing may be nowhere */
            memcpy(t->s + t->len, s, fits);
        t->s[t->len + fits] = '\0';
    }
    t->len += n;
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
    do {
        digits[--at] = (char)('0' + n % 10);
        n /= 10;
    } while (n > 0);
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

/* A character of several bytes, or what stands for a byte that is none; how many were taken. */
static size_t put_character(struct bl_text *t, const char *s)
{
    size_t n = bl_utf8_length(s, strnlen(s, 4));
    bl_put_bytes(t, n ? s : "\xef\xbf\xbd", n ? n : 3);
    return n ? n : 1;
}

/* Letters, digits and signs that are written as they are. */
static size_t plain_run(const char *s)
{
    size_t n = 0;
    while (s[n] >= 0x20 && s[n] < 0x7f && s[n] != '"' && s[n] != '\\')
        n++;
    return n;
}

static void quoted(struct bl_text *t, const char *s)
{
    static const char hex[] = "0123456789abcdef";
    bl_put_char(t, '"');
    for (;; s++) {
        size_t plain = plain_run(s);
        bl_put_bytes(t, s, plain);
        s += plain;
        if (!*s)
            break;
        unsigned char c = (unsigned char)*s;
        switch (c) {
        case '"': bl_put(t, "\\\""); break;
        case '\\': bl_put(t, "\\\\"); break;
        case '\n': bl_put(t, "\\n"); break;
        case '\t': bl_put(t, "\\t"); break;
        case '\r': bl_put(t, "\\r"); break;
        default:
            /* C0, DEL and C1: terminals act on them. */
            if (bl_utf8_control(s) == 2 || c < 0x20 || c == 0x7f) {
                c = c == 0xc2 ? (unsigned char)*++s : c;
                bl_put(t, "\\u00");
                bl_put_char(t, hex[c >> 4]);
                bl_put_char(t, hex[c & 15]);
            } else {
                s += put_character(t, s) - 1;
            }
        }
    }
    bl_put_char(t, '"');
}

void bl_json_key(struct bl_text *t, const char *key)
{
    comma(t);
    quoted(t, key);
    bl_put_char(t, ':');
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
        quoted(t, s);
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
