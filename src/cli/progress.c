/* progress.c - how far a run is. */
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "runs.h"

#define BAR 30
#define PACE 0.1   /* seconds between two looks of the bar */

/* "1 h 02 min", "3 min 20 s", "12 s" */
static void put_time(char *out, size_t room, double left)
{
    unsigned long s = left > 1e9 ? 1000000000ul : (unsigned long)(left + 0.5);
    if (s >= 3600)
        snprintf(out, room, "%lu h %02lu min", s / 3600, s / 60 % 60);
    else if (s >= 60)
        snprintf(out, room, "%lu min %02lu s", s / 60, s % 60);
    else
        snprintf(out, room, "%lu s", s);
}

/* The terminal that standard error goes to; below 0: none. mpirun passes it on through a pipe: then
 * it is where mpirun's own goes. */
static int find_terminal(void)
{
    char path[64];
    if (isatty(STDERR_FILENO))
        return STDERR_FILENO;
    if (!lab_under_mpi())
        return -1;
    snprintf(path, sizeof path, "/proc/%ld/fd/2", (long)getppid());
    int fd = open(path, O_WRONLY | O_NOCTTY | O_NONBLOCK);
    if (fd >= 0 && isatty(fd))
        return fd;
    if (fd >= 0)
        close(fd);
    return -1;
}

/* "[###...] ", as wide as there is room for; nothing if there is hardly any. */
static void put_bar(char *out, int room, double done)
{
    int width = room - 3 > BAR ? BAR : room - 3;
    if (width < 5)
        return;
    int filled = (int)(done * width);
    *out++ = '[';
    memset(out, '.', (size_t)width);
    memset(out, '#', (size_t)filled);
    memcpy(out + width, "] ", 3);
}

void show_progress(void *progress, uint64_t games, uint64_t ignored)
{
    struct progress *p = progress;
    double time = bl_now(), taken = time - p->began;
    (void)ignored;
    if (time - p->last < PACE)
        return;
    p->last = time;
    double rate = taken > 0 ? (double)(games - p->before) / taken : 0;
    char bar[BAR + 4] = "", left[32] = "?", text[160];
    if (rate > 0)
        put_time(left, sizeof left, (double)(p->games - games) / rate);
    snprintf(text, sizeof text, "%ju/%ju %s, %.0f/s, %s left", games, p->games, p->what, rate, left);
    int room = cli_columns_of(p->terminal) - 1;   /* a line that wraps would not be written over */
    put_bar(bar, room - (int)strlen(text), (double)games / (double)p->games);
    fprintf(stderr, "\r%s%.*s\033[K", bar, room, text);
    p->shown = true;
}

bool start_progress(struct progress *p, uint64_t games, uint64_t before)
{
    double now = bl_now();
    *p = (struct progress){games, before, now, now, find_terminal(), false, "games"};
    return p->terminal >= 0 && games > before;
}

void end_progress(struct progress *p)
{
    if (p->shown)
        fputs("\r\033[K", stderr);
    if (p->terminal > STDERR_FILENO)
        close(p->terminal);
}
