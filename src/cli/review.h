/* review.h - a review as people read it. */
#ifndef BYLAW_CLI_REVIEW_H
#define BYLAW_CLI_REVIEW_H

#include "bylaw/review.h"
#include "cli.h"

struct review_look {
    struct bl_look look;
    void (*put_name)(struct bl_text *out, const void *of, int seat);
    const void *of;
    int you;          /* the seat that reads, or BL_SPECTATOR */
    uint32_t seats;   /* whose moves were judged, as a set */
};

/* Who was ahead, the moves that cost most or what decided it, and what there is to say of every move, as
 * far as it was thought through. */
void review_put(struct bl_text *out, struct bl_match *m, const struct bl_review *r,
                const struct review_look *look);

#endif
