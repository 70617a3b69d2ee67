/* text.h - a text buffer, and JSON written into it.
 *
 * A buffer is of fixed size, or grows through its `grow`. Writing past the end
 * of one that does not grow is not an error: `len` then says what was needed. */
#ifndef BYLAW_TEXT_H
#define BYLAW_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bylaw/api.h"

BL_BEGIN
struct bl_text {
    char *s;       /* always ends with a NUL when cap > 0 */
    size_t len;    /* may exceed cap - 1: then the text was cut */
    size_t cap;
    void (*grow)(struct bl_text *, size_t need);   /* NULL: fixed size */
};

#define BL_TEXT_FIXED(array) {(array), 0, sizeof(array), NULL}

void bl_put_char(struct bl_text *t, char c);
void bl_put_bytes(struct bl_text *t, const char *s, size_t n);
void bl_put(struct bl_text *t, const char *s);
void bl_put_int(struct bl_text *t, int64_t n);
void bl_put_uint(struct bl_text *t, uint64_t n);
void bl_put_real(struct bl_text *t, double x);   /* with six places */
/* As vprintf writes; never in rules code. */
void bl_printv(struct bl_text *t, const char *format, va_list args);

/* Compact JSON, always UTF-8: a byte that belongs to no character is written as U+FFFD.
 * A comma is put where one is due, judged by the last character,
 * so that writers need not count. */
void bl_json_open(struct bl_text *t, char bracket);            /* { or [ as an element */
void bl_json_close(struct bl_text *t, char bracket);
void bl_json_key(struct bl_text *t, const char *key);
void bl_json_put_int(struct bl_text *t, int64_t n);
void bl_json_put_bool(struct bl_text *t, bool b);
void bl_json_put_null(struct bl_text *t);
void bl_json_put_string(struct bl_text *t, const char *s);     /* NULL: null */
/* A list; `names` ends with NULL. */
void bl_json_put_strings(struct bl_text *t, const char *const *names);
void bl_json_put_raw(struct bl_text *t, const char *json);     /* an element, already JSON */
void bl_json_put_seat(struct bl_text *t, int seat);            /* below 0: null */

/* Growing buffers, for callers that may allocate (never rules code). */
struct bl_text bl_text_heap(void);
void bl_text_free(struct bl_text *t);
/* Before a text that is declared: it is freed where its block ends. */
#define BL_LOCAL __attribute__((cleanup(bl_text_free)))
void bl_text_clear(struct bl_text *t);

BL_END
#endif
