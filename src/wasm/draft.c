/* draft.c - what somebody at a table of Predicate Wars writes. Every answer is made from what that
 * seat sees. */
#include "bylaw/draft.h"

#include <string.h>

#include "table.h"

const char *ENTRY(bw_draft)(struct table *t, int seat, const char *question);

/* Table 0, where a question is not about one. */
const char *bw_draft(struct table *t, int seat, const char *question)
{
    bool fits = t && strcmp(bl_match_game(t->m)->id, "predicate-wars") == 0 && may_sit(t, seat);
    struct bl_text *out = answer();
    bl_draft_ask(out, fits ? bl_match_view(t->m, seat) : NULL, seat, question);
    return done();
}
