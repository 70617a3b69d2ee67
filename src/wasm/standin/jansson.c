/* jansson.c - JSON into a chain of values in one arena. */
#include "jansson.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "bylaw/text.h"

#define DEEPEST 64   /* brackets open at once */

struct reader {
    const char *text;
    size_t size, at;
    struct bl_arena *arena;
    const char *fault;   /* NULL: none so far */
    int depth;
};

static void fail(struct reader *r, const char *fault)
{
    if (!r->fault)
        r->fault = fault;
}

static int peek(const struct reader *r)
{
    return r->at < r->size ? (unsigned char)r->text[r->at] : -1;
}

static void skip_space(struct reader *r)
{
    int c = peek(r);
    while (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
        r->at++;
        c = peek(r);
    }
}

static bool take(struct reader *r, char c)
{
    skip_space(r);
    if (peek(r) != (unsigned char)c)
        return false;
    r->at++;
    return true;
}

static json_t *new_value(struct reader *r, enum json_type type)
{
    json_t *value = bl_arena_take(r->arena, sizeof *value);
    value->type = type;
    return value;
}

/* ---- strings -------------------------------------------------------------- */

static uint32_t read_hex(struct reader *r)
{
    uint32_t value = 0;
    for (int i = 0; i < 4; i++, r->at++) {
        int c = peek(r);
        int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10
                  : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
        if (digit < 0) {
            fail(r, "invalid escape");
            return 0;
        }
        value = value << 4 | (uint32_t)digit;
    }
    return value;
}

static size_t put_utf8(char *out, uint32_t c)
{
    if (c < 0x80) {
        out[0] = (char)c;
        return 1;
    }
    size_t more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    static const unsigned char heads[] = {0, 0xc0, 0xe0, 0xf0};
    out[0] = (char)(heads[more] | c >> 6 * more);
    for (size_t i = 1; i <= more; i++)
        out[i] = (char)(0x80 | (c >> 6 * (more - i) & 0x3f));
    return more + 1;
}

/* What stands after \u, the second half of a pair included. */
static size_t read_unicode(struct reader *r, char *out)
{
    uint32_t c = read_hex(r);
    if (c >= 0xd800 && c < 0xdc00 && r->at + 1 < r->size && r->text[r->at] == '\\' &&
        r->text[r->at + 1] == 'u') {
        r->at += 2;
        uint32_t low = read_hex(r);
        if (low >= 0xdc00 && low < 0xe000)
            return put_utf8(out, 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00));
    }
    if (c >= 0xd800 && c < 0xe000)
        fail(r, "invalid Unicode escape");
    else if (c == 0)
        fail(r, "\\u0000 is not allowed");
    return put_utf8(out, c);
}

static size_t read_escape(struct reader *r, char *out)
{
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    int c = peek(r);
    r->at++;
    if (c == 'u')
        return read_unicode(r, out);
    const char *place = c > 0 ? strchr(from, c) : NULL;
    if (!place)
        fail(r, "invalid escape");
    *out = place ? to[place - from] : '?';
    return 1;
}

/* How many bytes the UTF-8 character here has; 0: it is none. */
static size_t character(const struct reader *r)
{
    const unsigned char *s = (const unsigned char *)r->text + r->at;
    size_t left = r->size - r->at;
    size_t n = s[0] < 0x80 ? 1 : s[0] >= 0xc2 && s[0] < 0xe0 ? 2 : s[0] >= 0xe0 && s[0] < 0xf0 ? 3
             : s[0] >= 0xf0 && s[0] < 0xf5 ? 4 : 0;
    if (n > left)
        return 0;
    /* Too long for what it says, half of a pair, or past the last character. */
    if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) ||
        (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f))
        return 0;
    for (size_t i = 1; i < n; i++)
        if ((s[i] & 0xc0) != 0x80)
            return 0;
    return n;
}

/* The text of a string whose opening quote has been taken; never longer than it is written. */
static char *read_text(struct reader *r, size_t *size)
{
    size_t end = r->at;
    while (end < r->size && r->text[end] != '"')
        end += r->text[end] == '\\' ? 2 : 1;
    if (end >= r->size) {
        fail(r, "a string without its end");
        return NULL;
    }
    char *out = bl_arena_take(r->arena, end - r->at + 1);
    size_t n = 0;
    while (r->at < end && !r->fault) {
        if (r->text[r->at] == '\\') {
            r->at++;
            n += read_escape(r, out + n);
            continue;
        }
        size_t bytes = character(r);
        if (bytes == 0 || (unsigned char)r->text[r->at] < 0x20)
            fail(r, bytes == 0 ? "not UTF-8" : "a control character in a string");
        memcpy(out + n, r->text + r->at, bytes);
        n += bytes;
        r->at += bytes;
    }
    r->at = end + 1;
    *size = n;
    return out;
}

/* ---- numbers and words ---------------------------------------------------- */

static size_t digits(struct reader *r)
{
    size_t from = r->at;
    while (peek(r) >= '0' && peek(r) <= '9')
        r->at++;
    return r->at - from;
}

/* The rest of a number that is not whole. */
static bool take_fraction(struct reader *r)
{
    size_t from = r->at;
    if (peek(r) == '.') {
        r->at++;
        if (digits(r) == 0)
            fail(r, "invalid number");
    }
    if (peek(r) == 'e' || peek(r) == 'E') {
        r->at++;
        if (peek(r) == '+' || peek(r) == '-')
            r->at++;
        if (digits(r) == 0)
            fail(r, "invalid number");
    }
    return r->at > from;
}

static json_t *read_number(struct reader *r)
{
    size_t from = r->at;
    bool minus = peek(r) == '-';
    r->at += minus;
    size_t first = r->at, n = digits(r);
    if (n == 0 || (n > 1 && r->text[first] == '0')) {
        fail(r, "invalid number");
        return NULL;
    }
    json_t *value = new_value(r, JSON_INTEGER);
    if (take_fraction(r)) {
        char *text = bl_arena_take(r->arena, r->at - from + 1);
        value->type = JSON_REAL;
        value->size = r->at - from;
        value->text = memcpy(text, r->text + from, value->size);
        return value;
    }
    if (n > 18) {
        fail(r, "too big integer");
        return NULL;
    }
    for (size_t i = first; i < r->at; i++)
        value->number = value->number * 10 + (r->text[i] - '0');
    if (minus)
        value->number = -value->number;
    return value;
}

static json_t *read_word(struct reader *r)
{
    static const struct { const char *word; enum json_type type; } words[] = {
        {"null", JSON_NULL}, {"true", JSON_TRUE}, {"false", JSON_FALSE}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        size_t n = strlen(words[i].word);
        if (r->size - r->at >= n && memcmp(r->text + r->at, words[i].word, n) == 0) {
            r->at += n;
            return new_value(r, words[i].type);
        }
    }
    fail(r, "a value is due here");
    return NULL;
}

/* ---- arrays and objects --------------------------------------------------- */

static json_t *read_value(struct reader *r);

static void append(json_t *to, json_t *value)
{
    if (to->last)
        to->last->next = value;
    else
        to->first = value;
    to->last = value;
    to->size++;
}

static void index_items(struct reader *r, json_t *array)
{
    array->items = bl_arena_take(r->arena, (array->size + 1) * sizeof *array->items);
    size_t n = 0;
    for (json_t *item = array->first; item; item = item->next)
        array->items[n++] = item;
}

static json_t *read_array(struct reader *r)
{
    json_t *array = new_value(r, JSON_ARRAY);
    if (!take(r, ']')) {
        do {
            json_t *item = read_value(r);
            if (!item)
                return NULL;
            append(array, item);
        } while (take(r, ','));
        if (!take(r, ']'))
            fail(r, "']' or ',' is due here");
    }
    index_items(r, array);
    return array;
}

static json_t *read_member(struct reader *r, const json_t *object)
{
    size_t size = 0;
    char *name = take(r, '"') ? read_text(r, &size) : NULL;
    if (!name) {
        fail(r, "a name in quotes is due here");
        return NULL;
    }
    if (json_object_get(object, name))
        fail(r, "duplicate object key");
    if (!take(r, ':'))
        fail(r, "':' is due here");
    json_t *value = read_value(r);
    if (value)
        value->name = name;
    return value;
}

static json_t *read_object(struct reader *r)
{
    json_t *object = new_value(r, JSON_OBJECT);
    if (take(r, '}'))
        return object;
    do {
        json_t *member = read_member(r, object);
        if (!member)
            return NULL;
        append(object, member);
    } while (take(r, ','));
    if (!take(r, '}'))
        fail(r, "'}' or ',' is due here");
    return object;
}

static json_t *read_string(struct reader *r)
{
    json_t *value = new_value(r, JSON_STRING);
    value->text = read_text(r, &value->size);
    return value;
}

static json_t *read_nested(struct reader *r, char bracket)
{
    if (++r->depth > DEEPEST)
        fail(r, "nested too deeply");
    json_t *value = r->fault ? NULL : bracket == '[' ? read_array(r) : read_object(r);
    r->depth--;
    return value;
}

static json_t *read_value(struct reader *r)
{
    json_t *value;
    skip_space(r);
    int c = peek(r);
    if (take(r, '"'))
        value = read_string(r);
    else if (take(r, '[') || take(r, '{'))
        value = read_nested(r, (char)c);
    else if (c == '-' || (c >= '0' && c <= '9'))
        value = read_number(r);
    else
        value = read_word(r);
    return r->fault ? NULL : value;
}

/* ---- a document ----------------------------------------------------------- */

static void locate(const struct reader *r, json_error_t *error)
{
    *error = (json_error_t){.line = 1, .column = 1};
    for (size_t i = 0; i < r->at && i < r->size; i++) {
        bool line = r->text[i] == '\n';
        error->line += line;
        error->column = line ? 1 : error->column + 1;
    }
    struct bl_text text = BL_TEXT_FIXED(error->text);
    bl_put(&text, r->fault);
}

static void free_arena(struct bl_arena *arena)
{
    bl_arena_free(arena);
    free(arena);
}

json_t *json_loadb(const char *text, size_t size, size_t flags, json_error_t *error)
{
    (void)flags;
    struct bl_arena *arena = calloc(1, sizeof *arena);
    if (!arena)
        abort();   /* out of memory: nothing sensible is left to do */
    struct reader r = {.text = text, .size = size, .arena = arena};
    json_t *root = read_value(&r);
    skip_space(&r);
    if (root && r.at < size)
        fail(&r, "end of file expected");
    if (root && !r.fault) {
        root->arena = arena;
        return root;
    }
    locate(&r, error);
    free_arena(arena);
    return NULL;
}

void json_decref(json_t *root)
{
    if (root && root->arena)
        free_arena(root->arena);
}

/* ---- what is in it -------------------------------------------------------- */

json_t *json_object_get(const json_t *object, const char *name)
{
    if (!json_is_object(object))
        return NULL;
    json_t *member = object->first;
    while (member && strcmp(member->name, name) != 0)
        member = member->next;
    return member;
}

void *json_object_iter(json_t *object)
{
    return json_is_object(object) ? object->first : NULL;
}

void *json_object_iter_next(json_t *object, void *at)
{
    (void)object;
    return ((json_t *)at)->next;
}

const char *json_object_iter_key(void *at)
{
    return ((json_t *)at)->name;
}

size_t json_array_size(const json_t *array)
{
    return json_is_array(array) ? array->size : 0;
}

json_t *json_array_get(const json_t *array, size_t index)
{
    return index < json_array_size(array) ? array->items[index] : NULL;
}

int64_t json_integer_value(const json_t *integer)
{
    return json_is_integer(integer) ? integer->number : 0;
}

const char *json_string_value(const json_t *string)
{
    return string && string->type == JSON_STRING ? string->text : NULL;
}

static bool equal_nested(const json_t *a, const json_t *b)
{
    const json_t *other = b->first;
    for (const json_t *one = a->first; one; one = one->next) {
        if (a->type == JSON_OBJECT)
            other = json_object_get(b, one->name);
        if (!json_equal(one, other))
            return false;
        if (a->type == JSON_ARRAY)
            other = other->next;
    }
    return true;
}

bool json_equal(const json_t *a, const json_t *b)
{
    if (!a || !b || a->type != b->type || a->size != b->size || a->number != b->number)
        return false;
    if (a->type == JSON_STRING || a->type == JSON_REAL)
        return memcmp(a->text, b->text, a->size) == 0;
    return equal_nested(a, b);
}

static void dump(struct bl_text *out, const json_t *value)
{
    switch (value->type) {
    case JSON_NULL: bl_json_put_null(out); break;
    case JSON_FALSE:
    case JSON_TRUE: bl_json_put_bool(out, value->type == JSON_TRUE); break;
    case JSON_INTEGER: bl_json_put_int(out, value->number); break;
    case JSON_REAL: bl_json_put_raw(out, value->text); break;
    case JSON_STRING: bl_json_put_string(out, value->text); break;
    case JSON_ARRAY:
    case JSON_OBJECT:
        bl_json_open(out, value->type == JSON_ARRAY ? '[' : '{');
        for (const json_t *inner = value->first; inner; inner = inner->next) {
            if (inner->name)
                bl_json_key(out, inner->name);
            dump(out, inner);
        }
        bl_json_close(out, value->type == JSON_ARRAY ? ']' : '}');
        break;
    }
}

size_t json_dumpb(const json_t *value, char *buffer, size_t size, size_t flags)
{
    (void)flags;
    struct bl_text all = bl_text_heap();
    dump(&all, value);
    memcpy(buffer, all.s, all.len < size ? all.len : size);
    size_t needed = all.len;
    bl_text_free(&all);
    return needed;
}
