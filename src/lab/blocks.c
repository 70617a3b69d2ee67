/* blocks.c - blocks as lines of text.
 *
 * A line is "block", its number, what the block came to, and a checksum of all that. */
#include "blocks.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/number.h"
#include "bylaw/position.h"

void lab_task_init(struct lab_task *task)
{
    task->present = bl_new(task->blocks, sizeof *task->present);
}

void lab_task_free(struct lab_task *task)
{
    free(task->present);
    bl_text_free(&task->plan);
}

bool lab_task_next(const struct lab_task *task, uint64_t *at, uint64_t *block)
{
    while (*at < task->blocks && task->present[*at])
        ++*at;
    *block = *at;
    return *at < task->blocks && ++*at;
}

/* ---- words and numbers ------------------------------------------------------------------- */

void lab_say(struct bl_text *out, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    bl_printv(out, format, args);
    va_end(args);
}

void lab_put_number(struct bl_text *out, int64_t n)
{
    bl_put_char(out, ' ');
    bl_put_int(out, n);
}

bool lab_take_number(const char **at, int64_t *n)
{
    uint64_t size;
    if (**at != ' ')
        return false;
    bool minus = *++*at == '-';
    *at += minus;
    if (!bl_take_number(at, INT64_MAX, &size))
        return false;
    *n = minus ? -(int64_t)size : (int64_t)size;
    return true;
}

/* ---- lines --------------------------------------------------------------------- */

static uint64_t checksum(const char *s, size_t n)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < n; i++)
        h = (h ^ (unsigned char)s[i]) * UINT64_C(0x100000001b3);
    return bl_mix(h);
}

bool lab_task_play(const struct lab_task *task, void *worker, uint64_t block, struct bl_text *line)
{
    size_t began = line->len;
    lab_say(line, "block %ju", block);
    bool whole = task->play(worker, block, line);
    uint64_t sum = checksum(line->s + began, line->len - began);
    lab_say(line, " %ju", sum);
    return whole;
}

/* Whether the last word is the checksum of what stands before it. */
static bool is_whole(const char *line, size_t size)
{
    size_t last = size;
    while (last > 0 && line[last - 1] != ' ')
        last--;
    if (last < 2 || last == size || size - last > 20)
        return false;
    char word[24];
    memcpy(word, line + last, size - last);
    word[size - last] = '\0';
    uint64_t sum;
    return bl_read_number(word, &sum) && sum == checksum(line, last - 1);
}

bool lab_task_accept(struct lab_task *task, const char *line, size_t size)
{
    const char *at = line + strlen("block");
    int64_t block;
    if (size < 8 || strncmp(line, "block ", 6) != 0 || !is_whole(line, size) ||
        !lab_take_number(&at, &block) || block < 0 || (uint64_t)block >= task->blocks)
        return false;
    if (task->present[block])
        return true;
    if (!task->accept(task, (uint64_t)block, at))
        return false;
    task->present[block] = true;
    task->blocks_done++;
    return true;
}
