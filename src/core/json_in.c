/* json_in.c - reading JSON, over jansson. */
#include <jansson.h>
#include <string.h>

#include "bylaw/json.h"
#include "bylaw/fact.h"

bool bl_json_parse(struct bl_json_doc *doc, const char *text, size_t size)
{
    json_error_t error;
    *doc = (struct bl_json_doc){0};
    doc->root = json_loadb(text, size, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &error);
    if (!doc->root) {
        struct bl_text why = BL_TEXT_FIXED(doc->why);
        bl_putf(&why, "line %d, column %d: not JSON: %s", error.line, error.column, error.text);
        doc->failed = true;
    }
    return !doc->failed;
}

void bl_json_free(struct bl_json_doc *doc)
{
    json_decref(doc->root);
    doc->root = NULL;
}

struct bl_json bl_json_root(struct bl_json_doc *doc)
{
    return (struct bl_json){.doc = doc, .node = doc->root};
}

void bl_json_fault(struct bl_json *at, const char *format, ...)
{
    if (at->doc->failed)
        return;
    at->doc->failed = true;
    struct bl_text why = BL_TEXT_FIXED(at->doc->why);
    if (at->path[0])
        bl_putf(&why, "%s: ", at->path);
    va_list args;
    va_start(args, format);
    bl_tellfv(&why, &(struct bl_voice){.catalogue = at->doc->catalogue}, format, args);
    va_end(args);
}

static struct bl_json nothing(const struct bl_json *parent)
{
    return (struct bl_json){.doc = parent->doc};
}

static struct bl_json child(const struct bl_json *parent, json_t *node)
{
    struct bl_json c = {.doc = parent->doc, .node = node};
    memcpy(c.path, parent->path, sizeof c.path);
    return c;
}

static void add_path(struct bl_json *c, const char *dot, const char *name)
{
    struct bl_text path = {c->path, strlen(c->path), sizeof c->path, NULL};
    if (path.len > 0)
        bl_put(&path, dot);
    bl_put(&path, name);
}

/* What every reader asks first: false after a fault, and where the value is of another type. */
static bool is_a(struct bl_json *value, json_type type, const char *named)
{
    if (value->doc->failed || !value->node)
        return false;
    json_type given = json_typeof((json_t *)value->node);
    if (given != type && !(type == JSON_TRUE && given == JSON_FALSE))
        bl_json_fault(value, "must be %s", named);
    return !value->doc->failed;
}

struct bl_json bl_json_member(struct bl_json *object, const char *name)
{
    if (!is_a(object, JSON_OBJECT, "an object"))
        return nothing(object);
    json_t *node = json_object_get(object->node, name);
    struct bl_json c = child(object, node);
    add_path(&c, ".", name);
    if (!node)
        bl_json_fault(&c, "missing");
    else if (object->taken < BL_JSON_MEMBERS)
        object->names[object->taken++] = name;
    return c;
}

bool bl_json_has(const struct bl_json *object, const char *name)
{
    return !object->doc->failed && object->node && json_object_get(object->node, name) != NULL;
}

bool bl_json_is_null(const struct bl_json *value)
{
    return value->node && json_is_null((json_t *)value->node);
}

bool bl_json_is_string(const struct bl_json *value)
{
    return value->node && json_is_string((json_t *)value->node);
}

const char *bl_json_name(struct bl_json *object, size_t index)
{
    if (!is_a(object, JSON_OBJECT, "an object"))
        return NULL;
    void *at = json_object_iter(object->node);
    while (at && index-- > 0)
        at = json_object_iter_next(object->node, at);
    return at ? json_object_iter_key(at) : NULL;
}

void bl_json_done(struct bl_json *object)
{
    if (!is_a(object, JSON_OBJECT, "an object"))
        return;
    const char *given;
    json_t *value;
    json_object_foreach((json_t *)object->node, given, value) {
        bool known = false;
        for (uint32_t i = 0; i < object->taken && !known; i++)
            known = strcmp(object->names[i], given) == 0;
        if (!known)
            bl_json_fault(object, "'%s' is not a member of this", given);
    }
}

/* The next word of a list of members; false: there is none. */
static bool next_member(const char **list, char name[24], bool *optional)
{
    *list += strspn(*list, " ");
    size_t n = strcspn(*list, " ?");
    struct bl_text word = {name, 0, 24, NULL};
    bl_put_bytes(&word, *list, n);
    *list += n;
    *optional = **list == '?';
    *list += *optional;
    return n > 0;
}

void bl_json_members(struct bl_json *object, const char *list)
{
    char names[BL_JSON_MEMBERS][24];
    bool optional;
    for (unsigned n = 0; next_member(&list, names[n], &optional); n++)
        if (!optional || bl_json_has(object, names[n]))
            bl_json_member(object, names[n]);
    bl_json_done(object);
    object->taken = 0;   /* whose names are here alone */
}

static int put_chunk(const char *bytes, size_t size, void *out)
{
    bl_put_bytes(out, bytes, size);
    return 0;
}

void bl_json_put_value(struct bl_text *out, const struct bl_json *value)
{
    bl_json_put_raw(out, "");
    if (value->node)
        json_dump_callback(value->node, put_chunk, out, JSON_COMPACT | JSON_ENCODE_ANY);
}

size_t bl_json_count(struct bl_json *array, size_t max)
{
    size_t n = is_a(array, JSON_ARRAY, "an array") ? json_array_size(array->node) : 0;
    if (n > max)
        bl_json_fault(array, "has %d items, at most %d are possible", (int)n, (int)max);
    return n > max ? 0 : n;
}

struct bl_json bl_json_item(struct bl_json *array, size_t index)
{
    if (array->doc->failed || !array->node)
        return nothing(array);
    struct bl_json c = child(array, json_array_get(array->node, index));
    char place[24];
    struct bl_text name = BL_TEXT_FIXED(place);
    bl_putf(&name, "[%d]", (int)index);
    add_path(&c, "", place);
    if (!c.node)
        bl_json_fault(&c, "missing");
    return c;
}

int64_t bl_json_to_int(struct bl_json *value, int64_t min, int64_t max)
{
    if (!is_a(value, JSON_INTEGER, "a whole number"))
        return 0;
    int64_t n = json_integer_value(value->node);
    if (n < min || n > max)
        bl_json_fault(value, FACT("must be from %d to %d"), (int)min, (int)max);
    return n < min || n > max ? 0 : n;
}

double bl_json_to_real(struct bl_json *value, double min, double max)
{
    bool whole = value->node && json_is_integer((json_t *)value->node);
    if (!whole && !is_a(value, JSON_REAL, "a number"))
        return 0;
    double x = json_number_value(value->node);
    if (!(x >= min && x <= max)) {
        bl_json_fault(value, "is out of range");
        return 0;
    }
    return x;
}

bool bl_json_to_bool(struct bl_json *value)
{
    return is_a(value, JSON_TRUE, "true or false") && json_is_true((json_t *)value->node);
}

const char *bl_json_to_string(struct bl_json *value)
{
    return is_a(value, JSON_STRING, "a string") ? json_string_value(value->node) : "";
}

int64_t bl_json_int(struct bl_json *object, const char *name, int64_t min, int64_t max)
{
    struct bl_json value = bl_json_member(object, name);
    return bl_json_to_int(&value, min, max);
}

bool bl_json_bool(struct bl_json *object, const char *name)
{
    struct bl_json value = bl_json_member(object, name);
    return bl_json_to_bool(&value);
}

const char *bl_json_string(struct bl_json *object, const char *name)
{
    struct bl_json value = bl_json_member(object, name);
    return bl_json_to_string(&value);
}

int bl_json_seat(struct bl_json *object, const char *name, int players)
{
    struct bl_json value = bl_json_member(object, name);
    if (bl_json_is_null(&value))
        return -1;
    return (int)bl_json_to_int(&value, 0, players - 1);
}
