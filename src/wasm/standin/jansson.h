/* jansson.h - the part of jansson that src/core uses, for WebAssembly, where there is no
 * package of it. Names and meanings are jansson's, so that the same files read JSON natively
 * and in the browser; numbers that are not whole are kept as text, since nothing reads them. */
#ifndef BYLAW_WASM_JANSSON_H
#define BYLAW_WASM_JANSSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum json_type { JSON_NULL, JSON_FALSE, JSON_TRUE, JSON_INTEGER, JSON_REAL, JSON_STRING,
                 JSON_ARRAY, JSON_OBJECT };

/* A value; members and items are a chain of values. */
typedef struct json_t {
    enum json_type type;
    size_t size;             /* bytes of a string or a real; items of an array or object */
    const char *name;        /* if it is a member */
    const char *text;        /* of a string or a real; ends with a NUL */
    int64_t number;
    struct json_t *first, *last, *next;
    struct json_t **items;   /* of an array: for access by index */
    struct bl_arena *arena;  /* of a root: where all of it lives */
} json_t;

typedef struct {
    int line, column;
    char text[80];
} json_error_t;

#define JSON_REJECT_DUPLICATES 1
#define JSON_DECODE_ANY 2
#define JSON_COMPACT 4
#define JSON_ENCODE_ANY 8

/* Duplicates are always rejected, any value is always accepted. */
json_t *json_loadb(const char *text, size_t size, size_t flags, json_error_t *error);
void json_decref(json_t *root);

#define json_is_null(j) ((j) && (j)->type == JSON_NULL)
#define json_is_true(j) ((j) && (j)->type == JSON_TRUE)
#define json_is_boolean(j) ((j) && ((j)->type == JSON_TRUE || (j)->type == JSON_FALSE))
#define json_is_integer(j) ((j) && (j)->type == JSON_INTEGER)
#define json_is_array(j) ((j) && (j)->type == JSON_ARRAY)
#define json_is_object(j) ((j) && (j)->type == JSON_OBJECT)

json_t *json_object_get(const json_t *object, const char *name);
void *json_object_iter(json_t *object);
void *json_object_iter_next(json_t *object, void *at);
const char *json_object_iter_key(void *at);
#define json_object_foreach(object, key, value)                                  \
    for ((value) = (object)->first; (value) && ((key) = (value)->name, true);    \
         (value) = (value)->next)

size_t json_array_size(const json_t *array);
json_t *json_array_get(const json_t *array, size_t index);
int64_t json_integer_value(const json_t *integer);
const char *json_string_value(const json_t *string);   /* NULL: it is none */

bool json_equal(const json_t *a, const json_t *b);
/* Writes what fits and returns what was needed; always compact. */
size_t json_dumpb(const json_t *value, char *buffer, size_t size, size_t flags);

#endif
