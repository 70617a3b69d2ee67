/* json_diff.h - where two JSON values differ. */
#ifndef BYLAW_CORE_JSON_DIFF_H
#define BYLAW_CORE_JSON_DIFF_H

#include "bylaw/json.h"
#include "bylaw/fact.h"

enum bl_diff {
    BL_SAME,
    BL_DIFFERS,   /* a value is another */
    BL_SHAPE      /* an object has a member too many or lacks one */
};

/* Compares what was given with what is right, up to the order of members. `out` gets the path of
 * the first difference and what it is: "state.hands[1][0]: 7H, but 8H is right". */
enum bl_diff bl_json_diff(const struct bl_json *given, const struct bl_json *right,
                          struct bl_text *out);

#endif
