/* keeper.h - what a kind of store does, one call after another, in the thread of the store. */
#ifndef BYLAW_SERVER_KEEPER_H
#define BYLAW_SERVER_KEEPER_H

#include "server/store.h"

/* An order, and in the end its answer. */
struct srv_job {
    struct srv_job *next;
    enum srv_order_kind kind;
    uint64_t fence;             /* that the order names */
    struct srv_answer answer;   /* says which table, number and standing from the beginning */
    struct bl_text text;        /* of the record, of the log, of the line: the answer points into it */
    struct srv_record *records;
    uint32_t room;
    struct bl_text lobby, where;
    bool ours;                  /* SRV_STANDS: this server owns it */
};

struct srv_jobs {
    struct srv_job *first, **last;
};

void srv_jobs_clear(struct srv_jobs *list);   /* a list begins so */
void srv_jobs_free(struct srv_jobs *list);
void srv_jobs_add(struct srv_jobs *list, struct srv_job *job);
struct srv_job *srv_jobs_take(struct srv_jobs *list);   /* the first; NULL: none */
void srv_jobs_move(struct srv_jobs *to, struct srv_jobs *from);
void srv_job_free(struct srv_job *job);   /* or NULL */
void srv_job_order(struct srv_jobs *list, const struct srv_order *order);
struct srv_job *srv_job_new(struct srv_jobs *list);   /* at its end */
/* One more record of a log that is loaded. */
void srv_job_record(struct srv_job *job, const char *text, size_t size);
/* A table that stands so, owned by this server or not. */
void srv_job_stands(struct srv_jobs *list, const char *table, const struct srv_standing *standing,
                    bool ours);
/* Nothing that this server had is its own any more. */
void srv_job_taken(struct srv_jobs *list);
void srv_job_note(struct srv_jobs *list, const char *event, const char *why);   /* why: or NULL */

struct srv_keeper {
    const struct srv_keeping *does;
    bool taken;                 /* another server has all of it, for good */
};

/* Calls that can fail put the reason into `why`: it goes into the log, and names no table. `hint` is
 * called, from whatever thread, when other servers may have changed something. */
typedef bool srv_keeper_call(struct srv_keeper *keeper, struct srv_jobs *jobs, struct bl_text *why);
struct srv_keeping {
    struct srv_keeper *(*open)(const struct srv_store_settings *settings, void (*hint)(void *),
                               void *with, struct bl_text *why);
    void (*close)(struct srv_keeper *keeper);
    /* After a fault, before anything else is called. False: not yet. */
    bool (*mend)(struct srv_keeper *keeper, struct bl_text *why);
    /* SRV_STORE and SRV_RELEASE, in one transaction. True: it is on the disk, and the fate of each
     * is set. */
    srv_keeper_call *keep;
    /* SRV_LOAD. False: some have the fate that they came with. */
    srv_keeper_call *load;
    /* Every second: shows that this server lives, and lists what is to be told: also of a table that
     * it owned and that another owns now. After a fault of `keep` it writes something, to see whether
     * that works again. */
    srv_keeper_call *look;
};
extern const struct srv_keeping srv_sqlite, srv_postgres;

/* What a server has in its hands. A simulator has one without a thread, around a keeper of its own. */
struct srv_desk {
    struct srv_keeper *keeper;
    void *held;                 /* tables that may be appended to, a tree by name */
    struct srv_store_figures figures;   /* it begins with `up` */
    uint64_t done;              /* orders that were carried out; whoever counts them sets it to 0 */
};
/* Carries out what is ordered, and adds what is to be answered: first what is to be kept, which people
 * wait for; then what stays in the list, tables that are to be loaded. */
void srv_desk_keep(struct srv_desk *desk, struct srv_jobs *orders, struct srv_jobs *out);
void srv_desk_load(struct srv_desk *desk, struct srv_jobs *orders, struct srv_jobs *out);
void srv_desk_look(struct srv_desk *desk, struct srv_jobs *out);
void srv_desk_close(struct srv_desk *desk);

/* How much that is due a look lists: the next one goes on behind that, and then begins anew. What is
 * due and stays so, since it is in somebody's hands, keeps nothing from its turn. */
#ifndef SRV_DUE_MOST
#define SRV_DUE_MOST 1024
#endif
#define SRV_DIGITS_(n) #n
#define SRV_DIGITS(n) SRV_DIGITS_(n)
static inline uint64_t srv_due_after(uint64_t from, uint64_t last, int count)
{
    return count < SRV_DUE_MOST ? 0 : last > from ? last : last + 1;
}

#endif
