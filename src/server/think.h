/* think.h - bots think in worker threads, each for so long and no longer; so are questions answered. */
#ifndef BYLAW_SERVER_THINK_H
#define BYLAW_SERVER_THINK_H

#include <uv.h>

#include "server/core.h"

/* What is told of a thought that has not come to its end in time: no move, so that the core makes one
 * that is legal; and no answer. */
#define SRV_NO_THOUGHT "-"

struct srv_thinkers;
/* `threads` think at once: no more than the loop's pool has. Both are called in the loop's thread:
 * `wanted` before a thought is begun, which is forgotten where nobody waits for it any more; `thought` with
 * what it came to, "" where it was stopped. */
struct srv_thinkers *srv_thinkers_new(uv_loop_t *loop, unsigned threads, unsigned budget_ms,
                                      bool (*wanted)(void *with, struct srv_name table, uint32_t count),
                                      void (*thought)(void *with, struct srv_name table, uint32_t count,
                                                      int seat, const char *move), void *with);
/* An SRV_THINK: its task is taken over. Parties come in turn, however much each of them wants. */
void srv_think(struct srv_thinkers *t, const struct srv_order *order);
/* Every second or so: nobody waits for thoughts that do not end when their time is up. */
void srv_thinkers_look(struct srv_thinkers *t);
/* All that is being thought comes to an end soon; what nobody has begun is forgotten. */
void srv_thinkers_stop(struct srv_thinkers *t);
void srv_thinkers_free(struct srv_thinkers *t);   /* after the loop has ended */

struct srv_thinking {
    uint64_t now;           /* waiting and under way */
    uint64_t done, cut;     /* thoughts that came to an end; of those, ended by their budget */
    uint64_t late;          /* that nobody waited for any more */
    double seconds;         /* all together */
};
void srv_thinking(const struct srv_thinkers *t, struct srv_thinking *out);

#endif
