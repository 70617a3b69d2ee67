/* load_own.c - a server of `bylaw load`'s own, and what it takes of the machine. */
#include "load_own.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli.h"

void own_start(struct own_server *s)
{
    static const char *const limits[] = {"connections=100000", "connections_of_one=100000", "asks_burst=100000000",
        "asks_per_minute=100000000", "tables=100000", "tables_of_one=100000", "messages_burst=1000000",
        "messages_per_minute=1000000"};
    enum { LIMITS = sizeof limits / sizeof *limits };
    char data[96];
    const char *call[16 + 2 * LIMITS] = {"bylaw", "serve", "--site", "none", "--listen", "127.0.0.1:0", "--data", data};
    int out[2], n = 8;
    strcpy(s->folder, "/tmp/bylaw-load-XXXXXX");
    if (!mkdtemp(s->folder) || pipe(out) != 0)
        cli_wrong("load: there is no room for a server");
    snprintf(data, sizeof data, "%s/tables.db", s->folder);
    for (int i = 0; i < LIMITS; i++) {
        call[n++] = "--limit";
        call[n++] = limits[i];
    }
    s->pid = fork();
    if (s->pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGTERM);   /* it does not outlive us */
        int none = open("/dev/null", O_WRONLY);
        dup2(out[1], STDOUT_FILENO);
        dup2(none, STDERR_FILENO);
        close(out[0]);
        execv("/proc/self/exe", (char *const *)(uintptr_t)call);
        _exit(127);
    }
    close(out[1]);
    FILE *from = fdopen(out[0], "r");
    char line[256] = "";
    const char *at = from && fgets(line, sizeof line, from) ? strstr(line, "http://") : NULL;
    if (!at || sscanf(at, "http://%100[^/]", s->address) != 1)
        cli_wrong("load: the server did not start: %s", line);
    fclose(from);
}

void own_stop(struct own_server *s)
{
    static const char *const files[] = {"", "-wal", "-shm"};
    char path[128];
    if (!s->pid)
        return;
    kill(s->pid, SIGTERM);
    waitpid(s->pid, NULL, 0);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        snprintf(path, sizeof path, "%s/tables.db%s", s->folder, files[i]);
        unlink(path);
    }
    rmdir(s->folder);
}

double own_kilobytes(const struct own_server *s)
{
    char path[64], line[256];
    double kilobytes = 0;
    snprintf(path, sizeof path, "/proc/%d/status", (int)s->pid);
    FILE *f = s->pid ? fopen(path, "r") : NULL;
    while (f && fgets(line, sizeof line, f))
        if (strncmp(line, "VmRSS:", 6) == 0)
            kilobytes = atof(line + 6);
    if (f)
        fclose(f);
    return kilobytes;
}

struct own_work own_work(const struct own_server *s)
{
    struct own_work work = {0};
    char path[320];
    snprintf(path, sizeof path, "/proc/%d/task", (int)s->pid);
    DIR *threads = s->pid ? opendir(path) : NULL;
    for (struct dirent *e; threads && (e = readdir(threads)) != NULL;) {
        char name[32] = "";
        unsigned long user = 0, kernel = 0;
        snprintf(path, sizeof path, "/proc/%d/task/%s/stat", (int)s->pid, e->d_name);
        FILE *f = e->d_name[0] == '.' ? NULL : fopen(path, "r");
        if (f && fscanf(f, "%*d (%31[^)]) %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", name, &user, &kernel) == 3)
            *(!strcmp(name, "store") ? &work.store : !strcmp(name, "bots") ? &work.bots : &work.loop) +=
                (double)(user + kernel) / (double)sysconf(_SC_CLK_TCK);
        if (f)
            fclose(f);
    }
    if (threads)
        closedir(threads);
    return work;
}
