/* json.h - reading JSON with errors that name the place.
 *
 * A reader is a value: a node and the path to it. The first fault is kept in
 * the document; after it every read gives zeros, so that code can read straight
 * through and ask once at the end. */
#ifndef BYLAW_JSON_H
#define BYLAW_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bylaw/text.h"

BL_BEGIN
struct bl_catalogue;

#define BL_JSON_MEMBERS 24   /* an object that is read has at most this many members */

struct bl_json_doc {
    void *root;          /* the library's own */
    bool failed;
    bool small_pack;     /* a position may leave cards of the pack out */
    bool view;           /* it is what a seat knows: what is hidden is not there */
    const struct bl_catalogue *catalogue;   /* that faults are told in, as far as they are facts; NULL: English */
    char why[256];       /* "state.hands[1][0]: no such card: 1H" */
};

struct bl_json {
    struct bl_json_doc *doc;
    void *node;          /* NULL after a fault */
    char path[96];
    uint32_t taken;      /* members read so far, for bl_json_done */
    const char *names[BL_JSON_MEMBERS];
};

/* Parses one value that takes the whole text. False: doc->why says why. */
bool bl_json_parse(struct bl_json_doc *doc, const char *text, size_t size);
void bl_json_free(struct bl_json_doc *doc);
struct bl_json bl_json_root(struct bl_json_doc *doc);

/* Records a fault at a place, in the format of bl_putf, unless there was one. */
void bl_json_fault(struct bl_json *at, const char *format, ...);

struct bl_json bl_json_member(struct bl_json *object, const char *name);
bool bl_json_has(const struct bl_json *object, const char *name);
bool bl_json_is_null(const struct bl_json *value);
bool bl_json_is_string(const struct bl_json *value);
void bl_json_done(struct bl_json *object);   /* any member not read is a fault */
/* The object has the members of a list, and no others: "table seat number?", where one with ? may
 * be missing. Names have at most 23 letters. */
void bl_json_members(struct bl_json *object, const char *list);
/* The names of an object's members, in order; NULL past the last. */
const char *bl_json_name(struct bl_json *object, size_t index);

size_t bl_json_count(struct bl_json *array, size_t max);   /* more than max is a fault */
struct bl_json bl_json_item(struct bl_json *array, size_t index);

int64_t bl_json_to_int(struct bl_json *value, int64_t min, int64_t max);
double bl_json_to_real(struct bl_json *value, double min, double max);
bool bl_json_to_bool(struct bl_json *value);
const char *bl_json_to_string(struct bl_json *value);   /* "" after a fault */

/* Writes a value as an element, compact. */
void bl_json_put_value(struct bl_text *out, const struct bl_json *value);

/* Shorthands for members. */
int64_t bl_json_int(struct bl_json *object, const char *name, int64_t min, int64_t max);
bool bl_json_bool(struct bl_json *object, const char *name);
const char *bl_json_string(struct bl_json *object, const char *name);
int bl_json_seat(struct bl_json *object, const char *name, int players);   /* null: -1 */

BL_END
#endif
