/* file.c - a file that is written whole or not at all. */
#define _XOPEN_SOURCE 700   /* realpath */
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "bylaw/rng.h"

#define TRIES 100

struct bl_file {
    int fd, fault;            /* errno of the first call that failed; 0: none did */
    struct bl_text name;      /* as it was given */
    struct bl_text path;      /* where it comes to lie: behind links, if they lead somewhere */
    struct bl_text beside;    /* what is written; empty: `path` itself, which is no ordinary file */
};

static void note(struct bl_file *f, bool good)
{
    if (!good && f->fault == 0)
        f->fault = errno;
}

/* A new file beside it, never one that is there, and never through a link: a name that nobody
 * could have guessed, and the next one if somebody did. */
static void create(struct bl_file *f, mode_t mode)
{
    uint64_t chance = (uint64_t)(bl_now() * 1e9) ^ (uint64_t)(uintptr_t)f;
    for (int i = 0; i < TRIES && f->fd < 0 && (i == 0 || errno == EEXIST); i++) {
        bl_text_clear(&f->beside);
        bl_put(&f->beside, f->path.s);
        bl_put_char(&f->beside, '.');
        bl_put_uint(&f->beside, bl_mix(chance + (uint64_t)i) >> 24);
        f->fd = open(f->beside.s, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
    }
    note(f, f->fd >= 0);
}

struct bl_file *bl_file_begin(const char *path, struct bl_text *why)
{
    struct bl_file *f = bl_new(1, sizeof *f);
    struct stat old;
    *f = (struct bl_file){-1, 0, bl_text_heap(), bl_text_heap(), bl_text_heap()};
    bl_put(&f->name, path);
    char *real = realpath(path, NULL);
    bl_put(&f->path, real ? real : path);
    free(real);
    bool there = stat(f->path.s, &old) == 0;
    if (there && !S_ISREG(old.st_mode))
        note(f, (f->fd = open(f->path.s, O_WRONLY | O_NOCTTY | O_CLOEXEC)) >= 0);
    else if (there && access(f->path.s, W_OK) != 0)   /* renaming would not ask */
        note(f, false);
    else
        create(f, 0666);
    /* Who may read the old one may read the new one, and nobody else. */
    if (there && f->fault == 0 && f->beside.len > 0)
        note(f, fchmod(f->fd, old.st_mode & 0777) == 0);
    if (f->fault == 0)
        return f;
    bl_file_end(f, false, why);
    return NULL;
}

bool bl_file_add(struct bl_file *f, const char *bytes, size_t size)
{
    while (size > 0 && f->fault == 0) {
        ssize_t n = write(f->fd, bytes, size);
        if (n < 0 && errno == EINTR)
            continue;
        note(f, n >= 0);
        bytes += n > 0 ? n : 0;
        size -= n > 0 ? (size_t)n : 0;
    }
    return f->fault == 0;
}

/* A folder that may not be read, or that its file system does not sync, is left to itself. */
static void sync_folder(struct bl_file *f)
{
    char *slash = strrchr(f->path.s, '/');
    f->path.s[slash == f->path.s ? 1 : slash ? slash - f->path.s : 0] = '\0';
    int fd = open(slash ? f->path.s : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    note(f, fd >= 0 || errno == EACCES);
    note(f, fd < 0 || fsync(fd) == 0 || errno == EINVAL);
    if (fd >= 0)
        close(fd);
}

bool bl_file_end(struct bl_file *f, bool keep, struct bl_text *why)
{
    bool beside = f->beside.len > 0 && f->fd >= 0, moved = false;
    if (keep && f->fault == 0 && beside)
        note(f, fsync(f->fd) == 0);
    if (f->fd >= 0)
        note(f, close(f->fd) == 0);
    if (keep && f->fault == 0 && beside) {
        moved = rename(f->beside.s, f->path.s) == 0;
        note(f, moved);
    }
    if (beside && !moved)
        unlink(f->beside.s);
    if (moved)
        sync_folder(f);
    bool good = f->fault == 0;
    if (!good) {
        bl_put(why, f->name.s);
        bl_put(why, ": ");
        bl_put(why, strerror(f->fault));
    }
    bl_text_free(&f->name);
    bl_text_free(&f->path);
    bl_text_free(&f->beside);
    free(f);
    return good;
}

bool bl_file_write(const char *path, const char *bytes, size_t size, struct bl_text *why)
{
    struct bl_file *f = bl_file_begin(path, why);
    if (f)
        bl_file_add(f, bytes, size);
    return f && bl_file_end(f, true, why);
}
