/* blocks_store.c - the checkpoint: the plan on its first line, then a line a block.
 *
 * The plan is written whole; then lines are only ever added. A line that was cut off in the middle,
 * or was damaged since, is not whole and is played again. */
#include "blocks.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/number.h"
#include "bylaw/position.h"

bool lab_store_add(FILE *store, const char *line, size_t size)
{
    fwrite(line, 1, size, store);
    putc('\n', store);
    fflush(store);
    return !ferror(store);
}

bool lab_store_read(FILE *file, const char *path, struct lab_task *task, struct bl_text *why)
{
    char *line = NULL;
    size_t room = 0;
    unsigned number = 1;
    ssize_t size = getline(&line, &room, file);
    bool good = size > 0 && (size_t)size == task->plan.len + 1 &&
                memcmp(line, task->plan.s, task->plan.len) == 0;
    if (!good)
        lab_say(why, "%s: this is the checkpoint of another call or version; leave --resume out to "
                     "begin anew", path);
    while (good && (size = getline(&line, &room, file)) > 0) {
        BL_LOCAL struct bl_text wrong = bl_text_heap();
        number++;
        if (line[size - 1] != '\n')
            continue;
        line[size - 1] = '\0';
        good = lab_task_accept(task, line, (size_t)size - 1, &wrong) != LAB_WRONG;
        if (!good)
            lab_say(why, "%s: line %u: %s", path, number, wrong.s);
    }
    free(line);
    return good;
}

/* Goes on with the checkpoint that is there. */
static FILE *reopen(const char *path, struct lab_task *task, struct bl_text *why)
{
    FILE *file = fopen(path, "r+b");
    if (!file) {
        lab_say(why, "%s: %s", path, strerror(errno));
        return NULL;
    }
    if (!lab_store_read(file, path, task, why)) {
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

FILE *lab_store_open(const char *path, bool resume, struct lab_task *task, struct bl_text *why)
{
    if (resume)
        return reopen(path, task, why);
    BL_LOCAL struct bl_text first = bl_text_heap();
    FILE *store = NULL;
    lab_say(&first, "%s\n", task->plan.s);
    if (bl_file_write(path, first.s, first.len, why) && !(store = fopen(path, "ab")))
        lab_say(why, "%s: %s", path, strerror(errno));
    return store;
}

bool lab_store_close(FILE *store)
{
    bool good = !ferror(store) && fsync(fileno(store)) == 0;
    int fault = errno;
    if (fclose(store) != 0)
        return false;
    errno = fault;
    return good;
}

bool lab_store_peek(const char *path, const char *name, uint64_t *number)
{
    FILE *file = fopen(path, "rb");
    char *line = NULL, key[32], word[24] = "";
    size_t room = 0;
    bool found = false;
    snprintf(key, sizeof key, " %s=", name);
    if (file && getline(&line, &room, file) > 0) {
        const char *at = strstr(line, key);
        if (at && sscanf(at + strlen(key), "%22[0-9]", word) == 1)
            found = bl_read_number(word, number);
    }
    free(line);
    if (file)
        fclose(file);
    return found;
}
