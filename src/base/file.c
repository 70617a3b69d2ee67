/* file.c - a file that is written whole or not at all. */
#define _XOPEN_SOURCE 700   /* realpath */
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/number.h"
#include "bylaw/rng.h"

#define TRIES 100
#define LINKS 40

struct bl_file {
    int fd, fault;            /* errno of the first call that failed; 0: none did */
    struct bl_text name;      /* as it was given */
    struct bl_text folder;    /* where it comes to lie, behind all links */
    struct bl_text path;      /* it in that folder */
    struct bl_text beside;    /* what is written; empty: `path` itself, as it comes */
};

static void note(struct bl_file *f, bool good)
{
    if (!good && f->fault == 0)
        f->fault = errno;
}

/* `to` is where it lies, seen from the folder so far. */
static void go(struct bl_file *f, const char *to)
{
    const char *slash = strrchr(to, '/');
    const char *last = slash ? slash + 1 : to;
    BL_LOCAL struct bl_text folder = bl_text_heap();
    if (to[0] != '/') {
        bl_put(&folder, f->folder.s);
        bl_put_char(&folder, '/');
    }
    bl_put_bytes(&folder, to, (size_t)(last - to));
    char *real = realpath(folder.s, NULL);
    note(f, real != NULL);
    bl_text_clear(&f->folder);
    bl_put(&f->folder, real ? real : "");
    bl_text_clear(&f->path);
    bl_put(&f->path, f->folder.s);
    bl_put_char(&f->path, '/');
    bl_put(&f->path, last);
    free(real);
}

static bool is_proc(const char *folder)
{
    return strcmp(folder, "/proc") == 0 || strncmp(folder, "/proc/", 6) == 0;
}

/* Not /dev/shm, where files are files. */
static bool is_dev(const char *folder)
{
    return strcmp(folder, "/dev") == 0 || strcmp(folder, "/dev/fd") == 0;
}

/* Links stay, also those that lead to no file yet. True: the way leads through /dev or /proc, where
 * names stand for what is open (/dev/stdout, /proc/self/fd/1) or a device. It ends in /proc: the
 * next step would be the name of a file that is open, which may be another's, or gone. */
static bool follow_links(struct bl_file *f)
{
    char to[4096];
    ssize_t n = 1;
    bool special = false;
    bl_put(&f->folder, ".");
    go(f, f->name.s);
    for (int i = 0; i < LINKS && f->fault == 0 && n > 0; i++) {
        special |= is_dev(f->folder.s) || is_proc(f->folder.s);
        n = is_proc(f->folder.s) ? 0 : readlink(f->path.s, to, sizeof to - 1);
        to[n > 0 ? n : 0] = '\0';
        if (n > 0)
            go(f, to);
    }
    return special;
}

/* What is open in this program is shared, with its place in the file: what is written to it before
 * and after stays. Anything else is added to. */
static void open_as_it_is(struct bl_file *f)
{
    int64_t own;
    char fds[32];
    int size = snprintf(fds, sizeof fds, "/proc/%d/fd", (int)getpid());
    if (strcmp(f->folder.s, fds) == 0 && bl_read_int(f->path.s + size + 1, 0, INT_MAX, &own))
        f->fd = fcntl((int)own, F_DUPFD_CLOEXEC, 0);
    else
        f->fd = open(f->path.s, O_WRONLY | O_APPEND | O_NOCTTY | O_CLOEXEC);
    note(f, f->fd >= 0);
}

/* A new file beside it, never one that is there, and never through a link: a name that nobody
 * could have guessed, and the next one if somebody did. It is short, however long the other is. */
static int create_in(const char *folder, int flags, mode_t mode, struct bl_text *path)
{
    int fd = -1;
    uint64_t chance = (uint64_t)(bl_now() * 1e9) ^ (uint64_t)(uintptr_t)path;
    for (int i = 0; i < TRIES && fd < 0 && (i == 0 || errno == EEXIST); i++) {
        bl_text_clear(path);
        bl_put(path, folder);
        bl_put(path, "/.bylaw-");
        bl_put_uint(path, bl_mix(chance + (uint64_t)i) >> 24);
        fd = open(path->s, flags | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    }
    return fd;
}

static void create(struct bl_file *f, mode_t mode)
{
    f->fd = create_in(f->folder.s, O_WRONLY, mode, &f->beside);
    note(f, f->fd >= 0);
}

/* Who may not give files away keeps them; an owner or group that is none here is refused. */
static bool give(struct bl_file *f, uid_t owner, gid_t group)
{
    bool given = fchown(f->fd, owner, group) == 0;
    note(f, given || errno == EPERM || errno == EINVAL);
    return given;
}

/* Who may read the old one may read the new one, and nobody else may, at any time: until all is
 * set it is its writer's alone. Where the old group cannot be kept, the new one gets no rights, and
 * others, who the old group now belongs to, none that it had not. */
static void create_like(struct bl_file *f, const struct stat *old)
{
    struct stat new;
    mode_t mode = old->st_mode & 0777;
    create(f, 0600);
    if (f->fault == 0)
        note(f, fstat(f->fd, &new) == 0);
    if (f->fault == 0 && new.st_gid != old->st_gid && !give(f, (uid_t)-1, old->st_gid))
        mode &= 0700 | (mode >> 3 & 7);
    if (f->fault == 0 && new.st_uid != old->st_uid)
        give(f, old->st_uid, (gid_t)-1);
    if (f->fault == 0)
        note(f, fchmod(f->fd, mode) == 0);
}

struct bl_file *bl_file_begin(const char *path, struct bl_text *why)
{
    struct bl_file *f = bl_new(1, sizeof *f);
    struct stat old;
    *f = (struct bl_file){-1, 0, bl_text_heap(), bl_text_heap(), bl_text_heap(), bl_text_heap()};
    bl_put(&f->name, path);
    bool special = follow_links(f);
    bool there = f->fault == 0 && stat(f->path.s, &old) == 0;
    if (f->fault == 0 && (special || (there && !S_ISREG(old.st_mode))))
        open_as_it_is(f);
    else if (there && access(f->path.s, W_OK) == 0)   /* renaming would not ask */
        create_like(f, &old);
    else if (there || f->fault != 0 || errno != ENOENT)
        note(f, false);
    else
        create(f, 0666);
    if (f->fault == 0)
        return f;
    bl_file_end(f, false, why);
    return NULL;
}

static bool add(struct bl_file *f, int fd, const char *bytes, size_t size)
{
    while (size > 0 && f->fault == 0) {
        ssize_t n = write(fd, bytes, size);
        if (n < 0 && errno == EINTR)
            continue;
        note(f, n >= 0);
        bytes += n > 0 ? n : 0;
        size -= n > 0 ? (size_t)n : 0;
    }
    return f->fault == 0;
}

bool bl_file_add(struct bl_file *f, const char *bytes, size_t size)
{
    return add(f, f->fd, bytes, size);
}

/* ---- spools ------------------------------------------------------------------- */

#define SPOOL_ROOM (UINT32_C(1) << 16)

struct bl_spool {
    struct bl_file *of;   /* whose faults it shares */
    int fd;               /* below 0: all that there is fits in `bytes` */
    struct bl_text name;  /* until it has none */
    size_t size;
    char bytes[SPOOL_ROOM];
};

struct bl_spool *bl_spool_new(struct bl_file *f)
{
    struct bl_spool *s = bl_new(1, sizeof *s);
    s->of = f;
    s->fd = -1;
    s->name = bl_text_heap();
    return s;
}

static void lose_name(struct bl_spool *s)
{
    bool lost = s->name.len == 0 || unlink(s->name.s) == 0;
    note(s->of, lost);
    if (lost)
        bl_text_clear(&s->name);
}

/* What is written as it comes has no folder of its own. */
static void open_spool(struct bl_spool *s)
{
    const char *temporary = getenv("TMPDIR");
    s->fd = create_in(s->of->beside.len > 0 ? s->of->folder.s : temporary ? temporary : "/tmp", O_RDWR,
                      0600, &s->name);
    note(s->of, s->fd >= 0);
    if (s->fd >= 0)
        lose_name(s);
    else
        bl_text_clear(&s->name);
}

static bool flush(struct bl_spool *s)
{
    if (s->fd < 0)
        open_spool(s);
    bool good = add(s->of, s->fd, s->bytes, s->size);
    s->size = 0;
    return good;
}

bool bl_spool_add(struct bl_spool *s, const char *bytes, size_t size)
{
    while (size > 0 && s->of->fault == 0) {
        size_t part = size < SPOOL_ROOM - s->size ? size : SPOOL_ROOM - s->size;
        memcpy(s->bytes + s->size, bytes, part);
        s->size += part;
        bytes += part;
        size -= part;
        if (s->size == SPOOL_ROOM)
            flush(s);
    }
    return s->of->fault == 0;
}

bool bl_spool_pour(struct bl_spool *s)
{
    struct bl_file *f = s->of;
    ssize_t n = 1;
    if (s->fd < 0) {
        bl_file_add(f, s->bytes, s->size);
    } else if (flush(s)) {
        note(f, lseek(s->fd, 0, SEEK_SET) == 0);
        while (f->fault == 0 && n > 0) {
            n = read(s->fd, s->bytes, SPOOL_ROOM);
            note(f, n >= 0);
            if (n > 0)
                bl_file_add(f, s->bytes, (size_t)n);
        }
    }
    bl_spool_free(s);
    return f->fault == 0;
}

void bl_spool_free(struct bl_spool *s)
{
    if (!s)
        return;
    lose_name(s);   /* if it did not come off before */
    if (s->fd >= 0)
        close(s->fd);
    bl_text_free(&s->name);
    free(s);
}

/* ---- the end ------------------------------------------------------------------ */

/* A folder that may not be read, or that its file system does not sync, is left to itself. */
static void sync_folder(struct bl_file *f)
{
    int fd = open(f->folder.s, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
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
    bl_text_free(&f->folder);
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
