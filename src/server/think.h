/* think.h - bots think in worker threads, each for so long and no longer. */
#ifndef BYLAW_SERVER_THINK_H
#define BYLAW_SERVER_THINK_H

#include <uv.h>

#include "server/core.h"

struct srv_thinkers;
/* `thought` is called in the loop's thread with what a bot came to; "" where it was stopped. */
struct srv_thinkers *srv_thinkers_new(uv_loop_t *loop, unsigned budget_ms,
                                      void (*thought)(void *with, struct srv_name table, uint32_t count,
                                                      int seat, const char *move), void *with);
/* An SRV_THINK: its task is taken over. */
void srv_think(struct srv_thinkers *t, const struct srv_order *order);
/* All that is being thought comes to an end soon, and so does what nobody has begun. */
void srv_thinkers_stop(struct srv_thinkers *t);
void srv_thinkers_free(struct srv_thinkers *t);   /* after the loop has ended */

struct srv_thinking {
    uint64_t now;           /* waiting and under way */
    uint64_t done, cut;     /* thoughts that came to an end; of those, ended by their budget */
    double seconds;         /* all together */
};
void srv_thinking(const struct srv_thinkers *t, struct srv_thinking *out);

#endif
