/* json_diff.c - where two JSON values differ, over jansson. */
#include "json_diff.h"

#include <jansson.h>
#include <string.h>

struct place {
    const struct place *in;
    const char *name;   /* NULL: an item of an array */
    size_t index;
};

static void put_place(struct bl_text *out, const struct place *at)
{
    if (!at)
        return;
    put_place(out, at->in);
    if (!at->name)
        bl_putf(out, "[%d]", (int)at->index);
    else
        bl_putf(out, at->in ? ".%s" : "%s", at->name);
}

/* A value as far as it can be shown in a message. */
static void put_value(struct bl_text *out, const json_t *value)
{
    char text[48];
    size_t n = json_dumpb(value, text, sizeof text, JSON_COMPACT | JSON_ENCODE_ANY);
    if (n <= sizeof text)
        bl_put_bytes(out, text, n);
    else
        bl_put(out, json_is_array(value) ? "another array" : "another value");
}

static enum bl_diff differ(struct bl_text *out, const struct place *at, const json_t *given,
                           const json_t *right)
{
    put_place(out, at);
    bl_put(out, ": ");
    put_value(out, given);
    bl_put(out, ", but ");
    put_value(out, right);
    bl_put(out, " is right");
    return BL_DIFFERS;
}

static enum bl_diff compare(const json_t *given, const json_t *right, const struct place *at,
                            struct bl_text *out);

static enum bl_diff compare_objects(json_t *given, json_t *right, const struct place *at,
                                    struct bl_text *out)
{
    const char *name;
    json_t *value;
    json_object_foreach(given, name, value) {
        if (json_object_get(right, name))
            continue;
        put_place(out, at);
        bl_putf(out, ": '%s' is not a member of this", name);
        return BL_SHAPE;
    }
    json_object_foreach(right, name, value) {
        struct place inner = {at, name, 0};
        json_t *other = json_object_get(given, name);
        if (!other) {
            put_place(out, &inner);
            bl_put(out, ": missing");
            return BL_SHAPE;
        }
        enum bl_diff diff = compare(other, value, &inner, out);
        if (diff != BL_SAME)
            return diff;
    }
    return BL_SAME;
}

static enum bl_diff compare_arrays(const json_t *given, const json_t *right, const struct place *at,
                                   struct bl_text *out)
{
    size_t n = json_array_size(given), m = json_array_size(right);
    for (size_t i = 0; i < n && i < m; i++) {
        struct place inner = {at, NULL, i};
        const json_t *item = json_array_get(given, i), *other = json_array_get(right, i);
        enum bl_diff diff = compare(item, other, &inner, out);
        if (diff != BL_SAME)
            return diff;
    }
    if (n == m)
        return BL_SAME;
    put_place(out, at);
    bl_putf(out, ": %d items, but %d are right", (int)n, (int)m);
    return BL_DIFFERS;
}

static enum bl_diff compare(const json_t *given, const json_t *right, const struct place *at,
                            struct bl_text *out)
{
    if (json_is_object(given) && json_is_object(right))
        return compare_objects((json_t *)given, (json_t *)right, at, out);
    if (json_is_array(given) && json_is_array(right))
        return compare_arrays(given, right, at, out);
    return json_equal(given, right) ? BL_SAME : differ(out, at, given, right);
}

enum bl_diff bl_json_diff(const struct bl_json *given, const struct bl_json *right,
                          struct bl_text *out)
{
    struct place root = {NULL, given->path, 0};
    return compare(given->node, right->node, &root, out);
}
