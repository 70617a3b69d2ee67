/* progress.c - how far a simulation is. */
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "simulate.h"

#define BAR 30

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

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

/* The columns of standard error: a line that wraps would not be written over. */
static int columns(void)
{
    struct winsize size;
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 20 ? size.ws_col : 80;
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

static void show(void *user, uint64_t games, uint64_t decisions)
{
    struct progress *p = user;
    (void)decisions;
    double taken = now() - p->began;
    double rate = taken > 0 ? (double)games / taken : 0;
    char bar[BAR + 4] = "", left[32] = "?", text[160];
    if (rate > 0)
        put_time(left, sizeof left, (double)(p->games - games) / rate);
    snprintf(text, sizeof text, "%llu/%llu games, %.0f/s, %s left", (unsigned long long)games,
             (unsigned long long)p->games, rate, left);
    put_bar(bar, columns() - 1 - (int)strlen(text), (double)games / (double)p->games);
    fprintf(stderr, "\r%s%.*s\033[K", bar, columns() - 1, text);
    p->shown = true;
}

void start_progress(struct progress *p, struct bl_run *run)
{
    *p = (struct progress){.games = run->games, .began = now()};
    if (!isatty(STDERR_FILENO))
        return;
    run->progress = show;
    run->user = p;
}

void end_progress(struct progress *p)
{
    if (p->shown)
        fputs("\r\033[K", stderr);
}
