/* disk.h - a disk for SQLite that loses what was not synced when the power fails, as disks do.
 *
 * It lives in memory, and is SQLite's default as long as the program runs. What is written is seen
 * at once, but kept only by a sync of that file; when the power fails, each write since then is
 * kept, lost, or torn: some of its sectors are kept, some lost, some garbage. New names and deleted
 * ones are kept by the sync of a journal, which syncs the folder too, or of the folder. */
#ifndef TESTS_SERVER_DISK_H
#define TESTS_SERVER_DISK_H

#include <stdbool.h>
#include <stdint.h>

#include "bylaw/rng.h"

struct disk {
    struct bl_stream chance;
    uint64_t fails_in;      /* so many changes until the power fails; 0: it does not */
    bool dead;              /* it has failed: nothing works until it is back */
    bool full;              /* no file can grow */
    bool readonly;
    uint32_t faulty;        /* of 1000 changes so many fail, and the system forgets what it was to write */
    uint64_t syncs, faults;
};
extern struct disk disk;

void disk_new(uint64_t seed);   /* empty; the first call registers it */
void disk_power_back(void);     /* with what was kept */

#endif
