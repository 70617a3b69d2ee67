/* blocks.h - work that is cut into blocks: on the threads of one machine or on many machines,
 * with a checkpoint.
 *
 * What a block comes to is a line of text that depends on the plan and the block's number alone:
 * it is what threads hand in, what ranks send, and what the checkpoint keeps, so that a result
 * does not depend on who played what, or on how often the work was broken off. */
#ifndef BYLAW_LAB_BLOCKS_H
#define BYLAW_LAB_BLOCKS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/pool.h"
#include "bylaw/text.h"

/* ---- what is to be done (blocks.c) ------------------------------------------- */

struct lab_task {
    struct bl_text plan;         /* on one line: two tasks are the same if these are */
    uint64_t games;              /* all that there are to play, */
    uint32_t block_size;         /* so many in a block; */
    uint64_t blocks;             /* how many that makes (set by lab_task_init) */
    bool *present;               /* by block: what it came to was taken in */
    uint64_t blocks_done;
    uint64_t games_done;
    bool enough;                 /* set by `accept`: the rest need not be played */
    void *user;

    /* What one thread plays with, from `user`; its play is broken off when `halt` is set. */
    void *(*worker_new)(const void *user, const atomic_bool *halt);
    void (*worker_free)(void *worker);
    /* Appends what the games of a block come to, numbers with a space before each. False: broken
     * off. */
    bool (*play)(void *worker, uint64_t first, uint32_t count, struct bl_text *out);
    /* Takes that in, in whatever order blocks come, and moves *at past it. False: it cannot be of
     * this plan, for the reason put into `why`; then the task is of no more use. */
    bool (*accept)(struct lab_task *task, uint64_t first, uint32_t count, const char **at,
                   struct bl_text *why);
};

/* After the members above have been set; `plan` is freed with the rest. */
void lab_task_init(struct lab_task *task);
void lab_task_free(struct lab_task *task);

/* Plays a block and appends its line. False if it was stopped; then `line` is of no use. */
bool lab_task_play(const struct lab_task *task, void *worker, uint64_t block, struct bl_text *line);
/* Takes a line in; a block that is there already is left as it is. A line that is torn or damaged is
 * none. Of one that is whole and yet cannot be of this plan, `why` says what is wrong. */
enum lab_line { LAB_TAKEN, LAB_TORN, LAB_WRONG };
enum lab_line lab_task_accept(struct lab_task *task, const char *line, size_t size,
                              struct bl_text *why);
/* What stands at the end of a line, of all before it. */
uint64_t lab_checksum(const char *line, size_t size);
static inline bool lab_task_done(const struct lab_task *task)
{
    return task->enough || task->blocks_done == task->blocks;
}

/* As printf; %ju is a uint64_t. */
void lab_say(struct bl_text *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* What a line has one after another: so many numbers of a name, and what each may be. Whatever is
 * read back is held to this: numbers of a file become indexes. */
struct lab_range {
    const char *name;
    size_t count;
    int64_t low, high;
};
#define LAB_MOST (INT64_C(1) << 44)   /* of what a block counts: sums over all blocks fit, too */
void lab_put_numbers(struct bl_text *out, const int64_t *numbers, size_t count);
/* Adds what stands at *at to the numbers at `to`. False: `why` says what does not fit. */
bool lab_take_numbers(const char **at, const struct lab_range *ranges, size_t count, int64_t *to,
                      struct bl_text *why);

/* ---- the checkpoint (blocks_store.c) ------------------------------------------ */

/* Takes the lines of a checkpoint that are whole. False: `why` says what is wrong with `path`. */
bool lab_store_read(FILE *file, const char *path, struct lab_task *task, struct bl_text *why);
/* Opens the checkpoint at `path`, anew or to go on with. NULL: `why` says why not. */
FILE *lab_store_open(const char *path, bool resume, struct lab_task *task, struct bl_text *why);
bool lab_store_add(FILE *store, const char *line, size_t size);   /* false: not all was written */
bool lab_store_close(FILE *store);   /* false: errno says why it is not on the disk */
/* A number of the plan that a checkpoint is of, "seed"; false: it has none. */
bool lab_store_peek(const char *path, const char *name, uint64_t *number);

/* ---- the work (mpi.c) ---------------------------------------------------------  */

struct lab_work {
    struct lab_task *task;
    FILE *store;                             /* the checkpoint; or NULL */
    unsigned jobs;
    /* Called at least ten times a second; or NULL. True from `stop` ends the work early. */
    bool (*stop)(void *user);
    void (*progress)(void *user, uint64_t games, uint64_t ignored);
    void *user;
};

enum lab_end { LAB_DONE, LAB_STOPPED, LAB_NOT_STORED };

/* The ranks of a run under mpirun. */
struct lab_ranks {
    int rank, size;
    void (*send)(int to, const char *bytes, size_t size);
    /* Takes a message that has come: false if there is none. */
    bool (*receive)(int *from, struct bl_text *into);
    void (*end)(void);
};
/* What the module with MPI in it gives to the program that loads it. */
#define LAB_MPI_SYMBOL "bylaw_mpi_start"
typedef bool lab_mpi_module(struct lab_ranks *out);
BL_BEGIN
lab_mpi_module bylaw_mpi_start;
BL_END
/* Whether the program was started by mpirun with more than one rank. */
bool lab_under_mpi(void);
/* NULL: `why` says why MPI cannot be had. */
const struct lab_ranks *lab_mpi_start(const char *const *folders, struct bl_text *why);
/* Gives every rank the number that rank 0 has; before any work. */
void lab_mpi_share(const struct lab_ranks *ranks, uint64_t *number);
/* As rank 0, or alone: then `ranks` is NULL. */
enum lab_end lab_work_all(const struct lab_work *work, const struct lab_ranks *ranks);
void lab_work_as_worker(const struct lab_work *work, const struct lab_ranks *ranks);

#endif
