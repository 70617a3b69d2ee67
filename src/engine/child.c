/* child.c - a process that speaks in lines, and its keeper.
 *
 * We fork the keeper, the keeper forks the command, which leads a process group of its own. The keeper
 * holds the other end of the socket that the command reads, and nothing else of ours: when we close
 * our end, or die of whatever, it hears so, waits a little, and kills the group. What has left the
 * group becomes a child of the keeper when its parent ends, and is killed too. It cannot be done by
 * PR_SET_PDEATHSIG alone, which goes by the thread that forked and reaches no grandchildren; the
 * command has it for the case that the keeper is killed. */
#define _GNU_SOURCE
#include "engine/child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/clock.h"

#define LEAVE_MS 500    /* between the end of its input and the end of a process */
#define SWEEPS 200      /* looks, 5 ms apart, at whether all have ended that were killed */
#define KEEPER_MS 2000  /* for all that before the keeper is killed */
#define PIECE 65536     /* bytes read at once */
#define LAST_WORDS 400

struct child {
    pid_t keeper;
    int in, out, err;        /* ours; -1: closed */
    char *heard;             /* what it said, from `at` to `end`; looked through up to `seen` */
    size_t at, seen, end, room;
    char words[LAST_WORDS];  /* the end of its standard error */
    size_t word_count;
};

/* ---- the keeper: what is called here is safe between fork and exec ------------ */

static pid_t kept;   /* the command's process, in its keeper */
static volatile sig_atomic_t told_to_end;

static void on_term(int ignored)
{
    (void)ignored;
    told_to_end = 1;
}

static void on_child(int ignored)
{
    (void)ignored;   /* it ends a wait */
}

static void usual_signals(void)
{
    sigset_t none;
    for (int s = 1; s < NSIG; s++)
        signal(s, SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

/* Closes all from `first` on, now or when another program is run. */
static void close_from(int first, bool later)
{
    if (close_range((unsigned)first, ~0u, later ? CLOSE_RANGE_CLOEXEC : 0) == 0)
        return;
    for (int fd = first; fd < 4096; fd++)
        if (later)
            fcntl(fd, F_SETFD, FD_CLOEXEC);
        else
            close(fd);
}

static _Noreturn void run(const char *command, pid_t keeper, const int ends[3])
{
    int high[3];
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != keeper)
        _exit(1);
    usual_signals();
    for (int i = 0; i < 3; i++)   /* ours may have been closed, and then these are in their place */
        high[i] = fcntl(ends[i], F_DUPFD, STDERR_FILENO + 1);
    for (int i = 0; i < 3; i++)
        dup2(high[i], i);
    close_from(STDERR_FILENO + 1, true);
    execl("/bin/sh", "sh", "-c", command, (char *)NULL);   /* which begins with exec where it can */
    _exit(127);
}

/* Whether the command has ended, after a wait of so long, or until our end of its input closes, or
 * until we say so. */
static bool has_ended(bool listens, const struct timespec *wait)
{
    struct pollfd input = {STDIN_FILENO, 0, 0};
    sigset_t none;
    sigemptyset(&none);
    while (!told_to_end) {
        siginfo_t end = {0};
        if (waitid(P_ALL, 0, &end, WEXITED | WNOHANG | WNOWAIT) != 0 || end.si_pid == kept)
            return true;
        if (end.si_pid > 0) {   /* one that the command has left behind */
            waitpid(end.si_pid, NULL, WNOHANG);
            continue;
        }
        int n = ppoll(&input, listens, wait, &none);
        if (n > 0 || (n == 0 && wait))
            return false;
    }
    return false;
}

static void kill_one(pid_t pid)
{
    if (pid <= 1)
        return;
    kill(-pid, SIGKILL);   /* where it leads a group */
    kill(pid, SIGKILL);
}

/* Kills the children that the file of a process lists. */
static void kill_listed(const char *path)
{
    char piece[4096];
    int file = open(path, O_RDONLY | O_CLOEXEC);
    pid_t pid = 0;
    for (ssize_t n; file >= 0 && (n = read(file, piece, sizeof piece)) > 0;)
        for (ssize_t i = 0; i < n; i++) {
            bool digit = piece[i] >= '0' && piece[i] <= '9';
            if (!digit)
                kill_one(pid);
            pid = digit ? 10 * pid + piece[i] - '0' : 0;
        }
    if (file >= 0)
        close(file);
}

/* The command, its group, and whatever has become ours by the end of others. */
static void kill_all(void)
{
    kill_one(kept);
    for (int i = 0; i < SWEEPS; i++) {
        pid_t ended;
        kill_listed("/proc/thread-self/children");
        while ((ended = waitpid(-1, NULL, WNOHANG)) > 0)
            continue;
        if (ended < 0)
            return;
        poll(NULL, 0, i < 5 ? 1 : 5);
    }
}

static _Noreturn void keep(const char *command, const int ends[3])
{
    sigset_t news;
    prctl(PR_SET_DUMPABLE, 0);   /* it has a copy of all that we know */
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    prctl(PR_SET_NAME, "bylaw-keeper");
    setpgid(0, 0);
    usual_signals();
    sigemptyset(&news);
    sigaddset(&news, SIGCHLD);
    sigaddset(&news, SIGTERM);
    sigaddset(&news, SIGHUP);   /* comes if we die while it is stopped */
    sigprocmask(SIG_BLOCK, &news, NULL);
    signal(SIGCHLD, on_child);
    signal(SIGTERM, on_term);
    signal(SIGHUP, on_term);
    pid_t self = getpid();
    kept = fork();
    if (kept == 0)
        run(command, self, ends);
    dup2(ends[0], STDIN_FILENO);
    close_from(STDIN_FILENO + 1, false);   /* nobody shall wait for our ends of pipes */
    if (kept > 0 && !has_ended(true, NULL))
        has_ended(false, &(struct timespec){0, LEAVE_MS * 1000000L});
    kill_all();
    _exit(0);
}

/* ---- ours ------------------------------------------------------------------------ */

static void shut(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

struct child *child_start(const char *command)
{
    int in[2] = {-1, -1}, out[2] = {-1, -1}, err[2] = {-1, -1};
    struct child *c = NULL;
    pid_t keeper = -1;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, in) == 0 && pipe2(out, O_CLOEXEC) == 0 &&
        pipe2(err, O_CLOEXEC) == 0)
        keeper = fork();
    if (keeper == 0)
        keep(command, (int[]){in[1], out[1], err[1]});
    int why = errno;
    shut(&in[1]);
    shut(&out[1]);
    shut(&err[1]);
    if (keeper > 0) {
        c = bl_new(1, sizeof *c);
        *c = (struct child){.keeper = keeper, .in = in[0], .out = out[0], .err = err[0]};
        setpgid(keeper, keeper);   /* as it does itself: whoever is first */
        fcntl(c->out, F_SETFL, O_NONBLOCK);
        fcntl(c->err, F_SETFL, O_NONBLOCK);
    } else {
        shut(&in[0]);
        shut(&out[0]);
        shut(&err[0]);
    }
    errno = why;
    return c;
}

/* Whether the keeper has ended, after a wait of so long; 0: without an end. */
static bool await_keeper(pid_t keeper, double seconds)
{
    double until = bl_now() + seconds;
    pid_t got;
    while ((got = waitpid(keeper, NULL, seconds > 0 ? WNOHANG : 0)) == 0 && bl_now() < until)
        poll(NULL, 0, 1);
    return got == keeper || (got < 0 && errno == ECHILD);
}

/* A command can stop its keeper, so that is told to go on; and again, so it is not waited for without
 * an end: the command is killed from here, and then the keeper can do the rest, however long it takes
 * until the last of them has a processor to end on. */
void child_end(struct child *c)
{
    char path[64];
    double until = bl_now() + 2 * KEEPER_MS * 1e-3;
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)c->keeper, (int)c->keeper);
    shut(&c->in);
    kill(c->keeper, SIGTERM);
    kill(c->keeper, SIGCONT);
    bool ended = await_keeper(c->keeper, KEEPER_MS * 1e-3);
    while (!ended && bl_now() < until) {
        kill_listed(path);   /* what these leave is the keeper's next */
        kill(c->keeper, SIGCONT);
        ended = await_keeper(c->keeper, 2e-3);
    }
    if (!ended)
        kill(c->keeper, SIGKILL);
    while (!ended)
        ended = await_keeper(c->keeper, 0);
    child_leave(c);
}

void child_leave(struct child *c)
{
    shut(&c->in);
    shut(&c->out);
    shut(&c->err);
    BL_FREE(c->heard, c);
}

static int ms_until(double until)
{
    double left = (until - bl_now()) * 1000;
    return left <= 0 ? 0 : left > 3600e3 ? 3600000 : (int)left + 1;
}

bool child_send(struct child *c, const char *text, size_t size, double until)
{
    while (size > 0) {
        ssize_t n = send(c->in, text, size, MSG_NOSIGNAL | MSG_DONTWAIT);
        struct pollfd input = {c->in, POLLOUT, 0};
        if (n > 0) {
            text += n;
            size -= (size_t)n;
        } else if (n < 0 && errno != EAGAIN && errno != EINTR) {
            return false;
        } else if (poll(&input, 1, ms_until(until)) == 0) {
            return false;
        }
    }
    return true;
}

/* Keeps the end of what it says on standard error. */
static void read_words(struct child *c)
{
    char piece[4096];
    ssize_t n = read(c->err, piece, sizeof piece);
    if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR))
        shut(&c->err);
    if (n <= 0)
        return;
    size_t fresh = (size_t)n < LAST_WORDS ? (size_t)n : LAST_WORDS;
    size_t old = c->word_count + fresh > LAST_WORDS ? LAST_WORDS - fresh : c->word_count;
    memmove(c->words, c->words + c->word_count - old, old);
    memcpy(c->words + old, piece + n - fresh, fresh);
    c->word_count = old + fresh;
}

/* False: it says no more. */
static bool read_more(struct child *c)
{
    if (c->at > 0) {
        memmove(c->heard, c->heard + c->at, c->end - c->at);
        c->end -= c->at;
        c->seen -= c->at;
        c->at = 0;
    }
    if (c->room < c->end + PIECE) {
        c->room = 2 * c->room + 2 * PIECE;
        c->heard = bl_resize(c->heard, c->room, 1);
    }
    ssize_t n = read(c->out, c->heard + c->end, PIECE);
    if (n > 0)
        c->end += (size_t)n;
    return n > 0 || (n < 0 && (errno == EAGAIN || errno == EINTR));
}

static bool find_line(struct child *c, char **line, size_t *size)
{
    char *end = c->end > c->seen ? memchr(c->heard + c->seen, '\n', c->end - c->seen) : NULL;
    c->seen = end ? (size_t)(end - c->heard) + 1 : c->end;
    if (!end)
        return false;
    *line = c->heard + c->at;
    *size = (size_t)(end - *line);
    *size -= *size > 0 && end[-1] == '\r';
    (*line)[*size] = '\0';
    c->at = c->seen;
    return true;
}

/* What has come by then is taken, and then it is over, however much more may come. */
enum child_news child_hear(struct child *c, double until, char **line, size_t *size)
{
    for (bool over = false;; over = bl_now() >= until) {
        if (find_line(c, line, size))
            return *size > CHILD_LINE_MOST ? CHILD_LONG : CHILD_SAID;
        if (c->end - c->at > CHILD_LINE_MOST)
            return CHILD_LONG;
        struct pollfd both[] = {{c->out, POLLIN, 0}, {c->err, POLLIN, 0}};   /* below 0: passed over */
        int n = over ? 0 : poll(both, 2, ms_until(until));
        if (n == 0)
            return CHILD_LATE;
        if (n > 0 && both[1].revents)
            read_words(c);
        if (n > 0 && both[0].revents && !read_more(c))
            return CHILD_GONE;
    }
}

void child_put_last_words(struct child *c, struct bl_text *out)
{
    for (size_t had = SIZE_MAX; c->err >= 0 && had != c->word_count;) {
        had = c->word_count;
        read_words(c);
    }
    size_t end = c->word_count, from = 0;
    while (end > 0 && c->words[end - 1] == '\n')
        end--;
    for (size_t i = 0; i < end; i++)   /* its last line */
        from = c->words[i] == '\n' ? i + 1 : from;
    for (size_t i = from; i < end; i++)
        bl_put_char(out, (unsigned char)c->words[i] < ' ' ? ' ' : c->words[i]);
}
