/* disk.c - a disk for SQLite that loses what was not synced. */
#include "disk.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

enum { FILES = 8, NAME = 64, SECTOR = 512, SHARED = 32768, REGIONS = 64 };

struct bytes {
    unsigned char *s;
    size_t size;
    uint32_t room;
};

struct change {             /* bytes written at a place; or, without bytes, cut there */
    struct change *next;
    size_t at, size;
    unsigned char s[];
};

struct file {
    char name[NAME];
    bool there, kept_there;
    struct bytes now, kept;
    struct change *first, **last;
    void *shared[REGIONS];  /* what connections share beside the file: gone with the power */
};

struct handle {
    sqlite3_file base;
    struct file *file;
};

struct disk disk;
static struct file files[FILES];

/* ---- files ------------------------------------------------------------------ */

static void set_size(struct bytes *b, size_t size)
{
    if (size > b->size) {
        b->s = bl_grow(b->s, size, &b->room, 1);
        memset(b->s + b->size, 0, size - b->size);
    }
    b->size = size;
}

static void put(struct bytes *b, size_t at, const void *from, size_t size)
{
    if (at + size > b->size)
        set_size(b, at + size);
    memcpy(b->s + at, from, size);
}

static void apply(struct bytes *b, const struct change *c)
{
    if (c->size)
        put(b, c->at, c->s, c->size);
    else
        set_size(b, c->at);
}

static void forget_changes(struct file *f)
{
    for (struct change *c; (c = f->first);) {
        f->first = c->next;
        free(c);
    }
    f->last = &f->first;
}

static void forget_shared(struct file *f)
{
    bl_free_all(f->shared, REGIONS);
    memset(f->shared, 0, sizeof f->shared);
}

static void set_bytes(struct bytes *to, const struct bytes *from)
{
    set_size(to, 0);
    if (from->size)
        put(to, 0, from->s, from->size);
}

/* A write that the power failed in, or soon after. */
static void tear(struct file *f, const struct change *c)
{
    uint32_t how = bl_below(&disk.chance, 3);
    if (how == 1 || (how == 2 && c->size == 0))
        apply(&f->kept, c);
    for (size_t at = 0; how == 2 && at < c->size; at += SECTOR) {
        size_t size = c->size - at < SECTOR ? c->size - at : SECTOR;
        uint32_t luck = bl_below(&disk.chance, 8);
        if (luck == 0)
            for (size_t i = 0; i < size; i++)
                put(&f->kept, c->at + at + i, &(unsigned char){(unsigned char)bl_next(&disk.chance)}, 1);
        else if (luck <= 4)
            put(&f->kept, c->at + at, c->s + at, size);
    }
}

void disk_power_back(void)
{
    for (struct file *f = files; f < files + FILES; f++) {
        for (const struct change *c = f->first; c; c = c->next)
            tear(f, c);
        forget_changes(f);
        forget_shared(f);
        if (f->there != f->kept_there)   /* the name was not synced */
            f->kept_there = bl_below(&disk.chance, 2);
        if (!f->kept_there)
            set_size(&f->kept, 0);
        f->there = f->kept_there;
        set_bytes(&f->now, &f->kept);
    }
    disk.dead = false;
    disk.fails_in = 0;
}

static void sync_names(void)
{
    for (struct file *f = files; f < files + FILES; f++) {
        f->kept_there = f->there;
        if (!f->there)
            set_size(&f->kept, 0);
    }
}

static struct file *find(const char *name)
{
    struct file *free_one = NULL;
    for (struct file *f = files; f < files + FILES; f++)
        if (strcmp(f->name, name) == 0)
            return f;
        else if (!f->name[0] && !free_one)
            free_one = f;
    strncpy(free_one->name, name, NAME - 1);
    free_one->last = &free_one->first;
    return free_one;
}

/* Whether the disk still does what it is told, at one change more. */
static int change(void)
{
    if (disk.fails_in && --disk.fails_in == 0)
        disk.dead = true;
    if (disk.dead)
        return SQLITE_IOERR;
    if (disk.faulty && bl_below(&disk.chance, 1000) < disk.faulty) {
        disk.faults++;
        return SQLITE_IOERR;
    }
    return disk.readonly ? SQLITE_READONLY : SQLITE_OK;
}

static void add_change(struct file *f, size_t at, const void *from, size_t size)
{
    struct change *c = bl_new(1, sizeof *c + size);
    c->at = at;
    c->size = size;
    if (size)
        memcpy(c->s, from, size);
    *f->last = c;
    f->last = &c->next;
}

/* ---- what SQLite calls ------------------------------------------------------ */

static struct file *of(sqlite3_file *h)
{
    return ((struct handle *)h)->file;
}

static int file_close(sqlite3_file *h)
{
    (void)h;
    return SQLITE_OK;
}

static int file_read(sqlite3_file *h, void *to, int size, sqlite3_int64 at)
{
    const struct bytes *b = &of(h)->now;
    size_t from = (size_t)at, want = (size_t)size;
    size_t have = from >= b->size ? 0 : b->size - from < want ? b->size - from : want;
    if (disk.dead)
        return SQLITE_IOERR_READ;
    memset(to, 0, want);
    if (have)
        memcpy(to, b->s + from, have);
    return have == want ? SQLITE_OK : SQLITE_IOERR_SHORT_READ;
}

static int file_write(sqlite3_file *h, const void *from, int size, sqlite3_int64 at)
{
    struct file *f = of(h);
    bool was = disk.dead;
    int code = change();
    if (disk.full && (size_t)at + (size_t)size > f->now.size)
        return SQLITE_FULL;
    if (code == SQLITE_OK)
        put(&f->now, (size_t)at, from, (size_t)size);
    if (code == SQLITE_OK || (disk.dead && !was))   /* the power failed in the middle of it */
        add_change(f, (size_t)at, from, (size_t)size);
    return code;
}

static int file_truncate(sqlite3_file *h, sqlite3_int64 size)
{
    int code = change();
    if (code != SQLITE_OK)
        return code;
    set_size(&of(h)->now, (size_t)size);
    add_change(of(h), (size_t)size, NULL, 0);
    return SQLITE_OK;
}

static bool is_journal(const struct file *f)
{
    return strstr(f->name, "-wal") || strstr(f->name, "-journal");
}

static int file_sync(sqlite3_file *h, int flags)
{
    (void)flags;
    struct file *f = of(h);
    int code = change();
    if (code == SQLITE_IOERR && !disk.dead && bl_below(&disk.chance, 2))
        forget_changes(f);   /* still seen, and never written: so systems do */
    if (code != SQLITE_OK)
        return code == SQLITE_IOERR ? SQLITE_IOERR_FSYNC : code;
    disk.syncs++;
    for (const struct change *c = f->first; c; c = c->next)
        apply(&f->kept, c);
    forget_changes(f);
    if (is_journal(f))
        sync_names();
    return SQLITE_OK;
}

static int file_size(sqlite3_file *h, sqlite3_int64 *out)
{
    *out = (sqlite3_int64)of(h)->now.size;
    return disk.dead ? SQLITE_IOERR_FSTAT : SQLITE_OK;
}

/* One connection at a time: nobody to lock out. */
static int file_lock(sqlite3_file *h, int level)
{
    (void)h, (void)level;
    return disk.dead ? SQLITE_IOERR_LOCK : SQLITE_OK;
}

static int file_reserved(sqlite3_file *h, int *out)
{
    (void)h;
    *out = 0;
    return SQLITE_OK;
}

static int file_control(sqlite3_file *h, int what, void *with)
{
    (void)h, (void)what, (void)with;
    return SQLITE_NOTFOUND;
}

static int file_sector(sqlite3_file *h)
{
    (void)h;
    return 4096;   /* as SQLite takes for granted of a Unix */
}

static int file_traits(sqlite3_file *h)
{
    (void)h;
    return SQLITE_IOCAP_POWERSAFE_OVERWRITE;   /* likewise */
}

static int shared_map(sqlite3_file *h, int region, int size, int extend, void volatile **out)
{
    void **r = &of(h)->shared[region];
    if (disk.dead || size != SHARED)
        return SQLITE_IOERR_SHMMAP;
    if (!*r && extend)
        *r = bl_new(1, SHARED);
    *out = *r;
    return SQLITE_OK;
}

static int shared_lock(sqlite3_file *h, int at, int count, int flags)
{
    (void)h, (void)at, (void)count, (void)flags;
    return disk.dead ? SQLITE_IOERR_SHMLOCK : SQLITE_OK;
}

static void shared_barrier(sqlite3_file *h)
{
    (void)h;
}

static int shared_unmap(sqlite3_file *h, int away)
{
    (void)away;   /* the only connection: what was shared is gone */
    forget_shared(of(h));
    return SQLITE_OK;
}

static const sqlite3_io_methods methods = {
    2, file_close, file_read, file_write, file_truncate, file_sync, file_size, file_lock, file_lock,
    file_reserved, file_control, file_sector, file_traits, shared_map, shared_lock, shared_barrier,
    shared_unmap, NULL, NULL,
};

static int disk_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *h, int flags, int *out)
{
    (void)vfs;
    h->pMethods = NULL;
    struct file *f = find(name ? name : "temporary");
    if (disk.dead || (!f->there && !(flags & SQLITE_OPEN_CREATE)))
        return SQLITE_CANTOPEN;
    if (!f->there) {
        int code = disk.full ? SQLITE_FULL : change();
        if (code != SQLITE_OK)
            return SQLITE_CANTOPEN;
        f->there = true;
        set_size(&f->now, 0);
        forget_changes(f);
    }
    if (disk.readonly)
        flags = (flags & ~SQLITE_OPEN_READWRITE) | SQLITE_OPEN_READONLY;
    if (out)
        *out = flags;
    ((struct handle *)h)->file = f;
    h->pMethods = &methods;
    return SQLITE_OK;
}

static int disk_delete(sqlite3_vfs *vfs, const char *name, int sync)
{
    (void)vfs;
    struct file *f = find(name);
    int code = f->there ? change() : SQLITE_IOERR_DELETE_NOENT;
    if (code != SQLITE_OK)
        return code;
    f->there = false;
    set_size(&f->now, 0);
    forget_changes(f);
    if (sync)
        sync_names();
    return SQLITE_OK;
}

static int disk_access(sqlite3_vfs *vfs, const char *name, int flags, int *out)
{
    (void)vfs, (void)flags;
    const struct file *f = find(name);
    *out = f->there && (flags != SQLITE_ACCESS_EXISTS || f->now.size > 0);
    return disk.dead ? SQLITE_IOERR_ACCESS : SQLITE_OK;
}

static int disk_path(sqlite3_vfs *vfs, const char *name, int size, char *out)
{
    (void)vfs;
    strncpy(out, name, (size_t)size);
    return SQLITE_OK;
}

static int disk_random(sqlite3_vfs *vfs, int size, char *out)
{
    (void)vfs;
    for (int i = 0; i < size; i++)
        out[i] = (char)bl_next(&disk.chance);
    return size;
}

static int disk_sleep(sqlite3_vfs *vfs, int us)
{
    (void)vfs;
    return us;
}

static int disk_time(sqlite3_vfs *vfs, sqlite3_int64 *out)
{
    (void)vfs;
    *out = 0;
    return SQLITE_OK;
}

static sqlite3_vfs vfs = {
    .iVersion = 2, .szOsFile = sizeof(struct handle), .mxPathname = NAME - 1, .zName = "disk",
    .xOpen = disk_open, .xDelete = disk_delete, .xAccess = disk_access, .xFullPathname = disk_path,
    .xRandomness = disk_random, .xSleep = disk_sleep, .xCurrentTimeInt64 = disk_time,
};

void disk_new(uint64_t seed)
{
    static bool registered;
    if (!registered)
        sqlite3_vfs_register(&vfs, 1);
    registered = true;
    for (struct file *f = files; f < files + FILES; f++) {
        forget_changes(f);
        forget_shared(f);
        BL_FREE(f->now.s, f->kept.s);
        *f = (struct file){.last = &f->first};
    }
    disk = (struct disk){.chance = bl_stream(seed, 0, BL_FOR_TEST, 0)};
    sqlite3_randomness(0, NULL);   /* its own chance begins anew, with ours */
}
