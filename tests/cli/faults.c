/* faults.c - stands between the program and the system: ends the program, or has a call fail, at
 * one of the calls that change files. FAULT_AT says at which, counted from 1; FAULT_ERRNO with which
 * fault, none: the program is killed before it. FAULT_SEEN is a file that is there afterwards if it
 * came to that. FAULT_CALL counts only the calls of that name. FAULT_TAKEN is a file that whoever
 * guesses the name of the first new file puts there, as a link of the kind FAULT_LINK ("hard",
 * "symbolic"). Loaded before the C library. */
/* The functions themselves are meant, not what the C library puts in their place. */
#undef _FILE_OFFSET_BITS
#undef _FORTIFY_SOURCE
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Whether the call is to fail. */
static int fails(const char *call)
{
    static int count;
    const char *at = getenv("FAULT_AT"), *fault = getenv("FAULT_ERRNO");
    const char *only = getenv("FAULT_CALL");
    if (!at || (only && strcmp(only, call) != 0) || ++count != atoi(at))
        return 0;
    long seen = syscall(SYS_openat, AT_FDCWD, getenv("FAULT_SEEN"), O_WRONLY | O_CREAT, 0600);
    syscall(SYS_close, seen);
    if (!fault)
        kill(getpid(), SIGKILL);
    errno = fault ? atoi(fault) : 0;
    return 1;
}

static void take(const char *path)
{
    static int taken;
    const char *file = getenv("FAULT_TAKEN"), *kind = getenv("FAULT_LINK");
    if (!file || taken++)
        return;
    if (strcmp(kind, "hard") == 0)
        syscall(SYS_linkat, AT_FDCWD, file, AT_FDCWD, path, 0);
    else
        syscall(SYS_symlinkat, file, AT_FDCWD, path);
}

int open(const char *path, int flags, ...)
{
    va_list args;
    va_start(args, flags);
    mode_t mode = flags & O_CREAT ? va_arg(args, mode_t) : 0;
    va_end(args);
    if (flags & O_CREAT)
        take(path);
    return (flags & (O_CREAT | O_DIRECTORY)) && fails("open")
               ? -1 : (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
    va_list args;
    va_start(args, flags);
    mode_t mode = flags & O_CREAT ? va_arg(args, mode_t) : 0;
    va_end(args);
    return open(path, flags, mode);
}

ssize_t write(int fd, const void *bytes, size_t size)
{
    if (fails("write")) {   /* half of it is written before the disk is full */
        if (errno != EINTR)
            syscall(SYS_write, fd, bytes, size / 2);
        return -1;
    }
    return syscall(SYS_write, fd, bytes, size);
}

int fsync(int fd)
{
    return fails("fsync") ? -1 : (int)syscall(SYS_fsync, fd);
}

int fchmod(int fd, mode_t mode)
{
    return fails("fchmod") ? -1 : (int)syscall(SYS_fchmod, fd, mode);
}

int fchown(int fd, uid_t owner, gid_t group)
{
    return fails("fchown") ? -1 : (int)syscall(SYS_fchown, fd, owner, group);
}

int rename(const char *from, const char *to)
{
    return fails("rename") ? -1 : (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

int unlink(const char *path)
{
    return fails("unlink") ? -1 : (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
}
