/* lab_store.c - the checkpoint: the plan on its first line, then a line a block.
 *
 * Lines are only ever added. A line that was cut off in the middle, or was damaged since, is not
 * whole and is played again. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab.h"

struct lab_store {
    FILE *file;
    bool failed;
};

static bool put_line(struct lab_store *s, const char *line, size_t size)
{
    if (fwrite(line, 1, size, s->file) != size || putc('\n', s->file) == EOF ||
        fflush(s->file) != 0)
        s->failed = true;
    return !s->failed;
}

/* Takes the lines that are whole. False if the file is of another plan. */
static bool read_back(FILE *file, struct lab *lab, const struct bl_text *plan)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t size = getline(&line, &room, file);
    bool same = size > 0 && (size_t)size == plan->len + 1 && memcmp(line, plan->s, plan->len) == 0;
    while (same && (size = getline(&line, &room, file)) > 0)
        if (line[size - 1] == '\n') {
            line[size - 1] = '\0';
            lab_accept(lab, line, (size_t)size - 1);
        }
    free(line);
    return same;
}

static void say_why(struct bl_text *why, const char *path, const char *what)
{
    bl_put(why, path);
    bl_put(why, ": ");
    bl_put(why, what);
}

/* Goes on with the checkpoint that is there. */
static FILE *reopen(const char *path, struct lab *lab, const struct bl_text *plan,
                    struct bl_text *why)
{
    FILE *file = fopen(path, "r+b");
    if (!file) {
        say_why(why, path, strerror(errno));
        return NULL;
    }
    if (!read_back(file, lab, plan)) {
        say_why(why, path, "this is the checkpoint of another call or version; leave --resume out "
                           "to begin anew");
        fclose(file);
        return NULL;
    }
    /* What follows a torn line begins on a line of its own. */
    if (fseek(file, -1, SEEK_END) == 0 && getc(file) != '\n') {
        fseek(file, 0, SEEK_END);
        putc('\n', file);
    }
    fseek(file, 0, SEEK_END);
    return file;
}

struct lab_store *lab_store_open(const char *path, bool resume, struct lab *lab,
                                 struct bl_text *why)
{
    struct lab_store *s = calloc(1, sizeof *s);
    struct bl_text plan = bl_text_heap();
    if (!s)
        abort();
    lab_put_plan(&plan, lab->plan);
    if (resume) {
        s->file = reopen(path, lab, &plan, why);
    } else if (!(s->file = fopen(path, "wb"))) {
        say_why(why, path, strerror(errno));
    } else if (!put_line(s, plan.s, plan.len)) {
        say_why(why, path, strerror(errno));
        fclose(s->file);
        s->file = NULL;
    }
    bl_text_free(&plan);
    if (s->file)
        return s;
    free(s);
    return NULL;
}

bool lab_store_add(struct lab_store *s, const char *line, size_t size)
{
    return put_line(s, line, size);
}

bool lab_store_close(struct lab_store *s)
{
    bool good = !s->failed;
    if (fclose(s->file) != 0)
        good = false;
    free(s);
    return good;
}
