/* blocks.c - work in blocks as the program does it: with files, with a bar, here or with others. */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "runs.h"

struct bl_text path_of(const char *name, const char *ending)
{
    struct bl_text path = bl_text_heap();
    bl_putf(&path, "%s%s", name, ending);
    return path;
}

void write_file(const char *name, const char *ending, struct bl_text *text)
{
    BL_LOCAL struct bl_text path = path_of(name, ending), why = bl_text_heap();
    if (!bl_file_write(path.s, text->s, text->len, &why))
        cli_wrong("%s", why.s);
    bl_text_free(text);
}

/* The module lies where it was installed, or where it was built, beside the program. */
const struct lab_ranks *join_ranks(void)
{
    char program[3072] = "", built[4096];
    BL_LOCAL struct bl_text why = bl_text_heap();
    if (!lab_under_mpi())
        return NULL;
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    program[length > 0 ? length : 0] = '\0';
    char *slash = strrchr(program, '/');
    if (slash)
        *slash = '\0';
    snprintf(built, sizeof built, "%s/../lab", program);
    const char *folders[] = {built, BYLAW_MODULES, NULL};
    const struct lab_ranks *ranks = lab_mpi_start(folders, &why);
    if (!ranks)
        cli_wrong("%s", why.s);
    return ranks;
}

static FILE *open_store(const struct cli_args *args, const struct block_work *w, const char *path)
{
    BL_LOCAL struct bl_text why = bl_text_heap();
    struct stat there;
    if (!cli_has(args, "resume") && stat(path, &there) == 0 && there.st_size > 0)
        cli_wrong("%s has the work of a call that was stopped: --resume goes on with it; to begin "
                  "anew, remove it or give another --out", path);
    FILE *store = lab_store_open(path, cli_has(args, "resume"), w->task, &why);
    if (!store)
        cli_wrong("%s", why.s);
    return store;
}

bool do_blocks(const struct cli_args *args, const struct block_work *w)
{
    struct lab_work work = {w->task, NULL, jobs_given(args), stop_on_signal(), NULL, NULL};
    if (w->ranks && w->ranks->rank > 0) {
        lab_work_as_worker(&work, w->ranks);
        w->ranks->end();
        return false;
    }
    BL_LOCAL struct bl_text path = path_of(w->name ? w->name : "", ".part");
    if (w->name)
        work.store = open_store(args, w, path.s);
    struct progress progress;
    if (start_progress(&progress, w->task->games, w->task->games_done)) {
        work.progress = show_progress;
        work.user = &progress;
    }
    enum lab_end end = lab_work_all(&work, w->ranks);
    end_progress(&progress);
    int fault = errno;
    bool kept = !work.store || lab_store_close(work.store);
    if (!kept || end == LAB_NOT_STORED)
        cli_wrong("%s: %s", path.s, strerror(end == LAB_NOT_STORED ? fault : errno));
    return true;
}

void finish_blocks(const struct block_work *w)
{
    if (w->name && lab_task_done(w->task)) {
        BL_LOCAL struct bl_text part = path_of(w->name, ".part");
        remove(part.s);
    }
    if (w->ranks)
        w->ranks->end();
}
