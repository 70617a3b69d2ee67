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
    task->blocks = (task->games + task->block_size - 1) / task->block_size;
    task->present = bl_new(task->blocks, sizeof *task->present);
}

void lab_task_free(struct lab_task *task)
{
    free(task->present);
    bl_text_free(&task->plan);
}

/* ---- words and numbers ------------------------------------------------------------------- */

void lab_say(struct bl_text *out, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    bl_printv(out, format, args);
    va_end(args);
}

void lab_put_numbers(struct bl_text *out, const int64_t *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        bl_put_char(out, ' ');
        bl_put_int(out, numbers[i]);
    }
}

static bool take_number(const char **at, const struct lab_range *r, int64_t *n, struct bl_text *why)
{
    uint64_t size;
    bool space = **at == ' ', minus = space && *++*at == '-';
    *at += minus;
    if (!space || !bl_take_number(at, INT64_MAX, &size)) {
        lab_say(why, "%s: a number is missing, or has too many digits", r->name);
        return false;
    }
    *n = minus ? -(int64_t)size : (int64_t)size;
    if (*n < r->low || *n > r->high)
        lab_say(why, "%s: %jd is not from %jd to %jd", r->name, (intmax_t)*n, (intmax_t)r->low,
                (intmax_t)r->high);
    return *n >= r->low && *n <= r->high;
}

bool lab_take_numbers(const char **at, const struct lab_range *ranges, size_t count, int64_t *to,
                      struct bl_text *why)
{
    for (const struct lab_range *r = ranges; r < ranges + count; r++)
        for (size_t i = 0; i < r->count; i++) {
            int64_t n;
            if (!take_number(at, r, &n, why))
                return false;
            *to++ += n;
        }
    return true;
}

/* ---- lines --------------------------------------------------------------------- */

uint64_t lab_checksum(const char *s, size_t n)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < n; i++)
        h = (h ^ (unsigned char)s[i]) * UINT64_C(0x100000001b3);
    return bl_mix(h);
}

static uint32_t games_in(const struct lab_task *task, uint64_t block)
{
    uint64_t left = task->games - block * task->block_size;
    return left < task->block_size ? (uint32_t)left : task->block_size;
}

bool lab_task_play(const struct lab_task *task, void *worker, uint64_t block, struct bl_text *line)
{
    size_t began = line->len;
    lab_say(line, "block %ju", block);
    bool whole = task->play(worker, block * task->block_size, games_in(task, block), line);
    uint64_t sum = lab_checksum(line->s + began, line->len - began);
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
    return bl_read_number(word, &sum) && sum == lab_checksum(line, last - 1);
}

enum lab_line lab_task_accept(struct lab_task *task, const char *line, size_t size,
                              struct bl_text *why)
{
    const char *at = line + strlen("block");
    int64_t number = 0;
    if (size < 8 || strncmp(line, "block ", 6) != 0 || !is_whole(line, size))
        return LAB_TORN;
    struct lab_range blocks = {"block", 1, 0, (int64_t)task->blocks - 1};
    if (!lab_take_numbers(&at, &blocks, 1, &number, why))
        return LAB_WRONG;
    uint64_t block = (uint64_t)number;
    if (task->present[block])
        return LAB_TAKEN;
    if (!task->accept(task, block * task->block_size, games_in(task, block), &at, why))
        return LAB_WRONG;
    if (*at != ' ' || strchr(at + 1, ' ')) {
        bl_put(why, "there is more than a block has");
        return LAB_WRONG;
    }
    task->present[block] = true;
    task->blocks_done++;
    task->games_done += games_in(task, block);
    return LAB_TAKEN;
}
