/* event.h - a line of the log: what happened, and what belongs to it. */
#ifndef BYLAW_SERVER_EVENT_H
#define BYLAW_SERVER_EVENT_H

#include "bylaw/fact.h"

/* Its beginning, with a member where there is a value; more may follow, and a bracket. */
static inline void srv_put_event(struct bl_text *out, const char *event, const char *name,
                                 const char *value)
{
    bl_json_putf(out, "{'event':%s", event);
    if (value)
        bl_json_putf(out, "%s:%s", name, value);
}

#endif
