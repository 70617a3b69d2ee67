/* simulate.h - what the files of `bylaw simulate` share. */
#ifndef BYLAW_CLI_SIMULATE_H
#define BYLAW_CLI_SIMULATE_H

#include "bylaw/run.h"
#include "runs.h"

struct report {
    const struct bl_run *run;
    const struct bl_tally *tally;
    double wall, cpu;   /* seconds */
    bool stopped;
};

void put_report(struct bl_text *out, const struct report *r);
void put_report_json(struct bl_text *out, const struct report *r);

#endif
