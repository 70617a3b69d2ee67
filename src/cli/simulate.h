/* simulate.h - what the files of `bylaw simulate` share. */
#ifndef BYLAW_CLI_SIMULATE_H
#define BYLAW_CLI_SIMULATE_H

#include <time.h>

#include "bylaw/arena.h"
#include "cli.h"

struct report {
    const struct bl_run *run;
    const struct bl_tally *tally;
    double wall, cpu;   /* seconds */
    bool stopped;
};

void put_report(struct bl_text *out, const struct report *r);
void put_report_json(struct bl_text *out, const struct report *r);

/* The first Ctrl-C sets the flag that is given back, and ends a run early; a second one ends the
 * program. */
const atomic_bool *stop_on_signal(void);
int stopping_signal(void);                            /* 0: none */
unsigned jobs_given(const struct cli_args *args);      /* --jobs, or one a core */
double clock_seconds(clockid_t clock);

/* A bar on standard error, if that is a terminal. */
struct progress {
    bool shown;
    uint64_t games;
    double began;
};

void start_progress(struct progress *p, struct bl_run *run);
void end_progress(struct progress *p);

#endif
