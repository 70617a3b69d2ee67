/* lab.h - what the files of `bylaw lab` share. */
#ifndef BYLAW_CLI_LAB_H
#define BYLAW_CLI_LAB_H

#include "cli.h"
#include "lab/report.h"
#include "runs.h"

/* ---- beside the work (lab_more.c) ------------------------------------------------ */

/* The search that the call asks for; `words` gets its options. False: none is asked for. */
bool lab_read_search(const struct cli_args *args, const struct lab_plan *plan,
                     struct lab_explore_plan *search, struct bl_text *words);
void lab_search(struct lab_explore_plan *search, struct lab_explored *out);
/* By clause, whether the rules cite it. */
const bool *lab_citations(const struct bl_game *game);

#endif
