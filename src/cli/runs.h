/* runs.h - what the subcommands that play many games share. */
#ifndef BYLAW_CLI_RUNS_H
#define BYLAW_CLI_RUNS_H

#include "base/clock.h"
#include "cli.h"
#include "lab/blocks.h"

/* ---- the call (runs.c) -------------------------------------------------------- */

/* --players, a number or a bot a seat, and the rest of the set-up. Seats that no bot is named for
 * have `usual`. */
void read_players(const struct cli_args *args, const struct bl_game *game,
                  const struct bl_bot *usual, const struct bl_bot **bots, struct bl_setup *setup);
/* --jobs, or one a core; under mpirun, where ranks share a machine, one. */
unsigned jobs_given(const struct cli_args *args);
/* --on: what computes. */
enum place { ON_ANY = -1, ON_CPU, ON_GPU };
enum place place_given(const struct cli_args *args);

/* ---- being told to stop (runs.c) ---------------------------------------------- */

/* After SIGINT, SIGTERM and SIGHUP (not under nohup) what is given back answers true: the run ends
 * early, and what was done is shown. One Ctrl-C may come twice, from the terminal and from a parent
 * that passes it on, so that a second signal changes nothing; a third ends the program. */
bool (*stop_on_signal(void))(void *ignored);
int stopping_signal(void);   /* 0: none */

/* ---- what is told (runs.c) ----------------------------------------------------- */

/* What a bot chose that the rules do not allow, if it did; `seat`: where it sat, -1: at any. */
void put_refused(struct bl_text *out, uint64_t choices, int seat, const char *bot);
/* What a bot failed to choose, and what that cost; nothing if it never did. */
void put_faults(struct bl_text *out, uint64_t faults, uint64_t forfeits, int seat, const char *bot);

/* ---- how far it is (progress.c) ----------------------------------------------- */

/* A bar on standard error, if that is a terminal. */
struct progress {
    uint64_t games, before;   /* all; those that were there at the beginning */
    double began, last;       /* when; shown last */
    int terminal;             /* that shows it; below 0: none does */
    bool shown;
    const char *what;         /* is counted: "games" */
};

bool start_progress(struct progress *p, uint64_t games, uint64_t before);   /* false: no bar */
/* Shows it, unless that was done just now; as a run calls it. */
void show_progress(void *progress, uint64_t games, uint64_t ignored);
void end_progress(struct progress *p);

/* ---- work in blocks (blocks.c) ------------------------------------------------ */

/* The ranks, if the program was started by mpirun; NULL: it works alone. */
const struct lab_ranks *join_ranks(void);

/* Work with a checkpoint. Its files are NAME.part, which goes when all is done, and what `name`
 * with another ending is written into. */
struct block_work {
    struct lab_task *task;
    const struct lab_ranks *ranks;   /* or NULL */
    const char *name;                /* NULL: no checkpoint */
};

/* Does the work, --resume going on with the checkpoint; ends the program if a file cannot be
 * had. False: this rank is not the one that has the result, and is done. */
bool do_blocks(const struct cli_args *args, const struct block_work *w);
/* Once the result has been written. */
void finish_blocks(const struct block_work *w);

struct bl_text path_of(const char *name, const char *ending);
void write_file(const char *name, const char *ending, struct bl_text *text);   /* and frees it */

#endif
