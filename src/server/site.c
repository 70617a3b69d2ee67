/* site.c - the page's files, read once: what is asked for is looked up, no path reaches the disk. */
#include "server/site.h"

#include <dirent.h>
#include <errno.h>
#include <http_parser.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/alloc.h"

enum { MOST_FILES = 4096, MOST_BYTES = 64 << 20, TAG_BYTES = 16, DEPTH = 4 };

struct file {
    char *path;         /* as it is asked for: "/main.js" */
    char *bytes;
    size_t size;
    char tag[2 * TAG_BYTES + 3];
};

struct srv_site {
    struct file *files;   /* by path */
    uint32_t count, room;
    size_t bytes;
};

static const char *const types[][2] = {
    {".html", "text/html; charset=utf-8"}, {".js", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"}, {".json", "application/json"}, {".svg", "image/svg+xml"},
    {".wasm", "application/wasm"}, {".mo", "application/x-gettext-translation"},
    {".png", "image/png"}, {".net", "application/octet-stream"}, {".txt", "text/plain; charset=utf-8"},
};

/* NULL: it is not handed out by itself. */
static const char *type_of(const char *path)
{
    const char *ending = strrchr(path, '.');
    for (size_t i = 0; ending && i < sizeof types / sizeof *types; i++)
        if (!strcmp(ending, types[i][0]))
            return types[i][1];
    return NULL;
}

static bool fault(struct bl_text *why, const char *path, const char *what)
{
    bl_put(why, path);
    bl_put(why, ": ");
    bl_put(why, what);
    return false;
}

static void set_tag(struct file *f)
{
    uint8_t hash[TAG_BYTES];
    crypto_generichash(hash, sizeof hash, (const uint8_t *)f->bytes, f->size, NULL, 0);
    f->tag[0] = '"';
    sodium_bin2hex(f->tag + 1, 2 * TAG_BYTES + 1, hash, sizeof hash);
    memcpy(f->tag + 1 + 2 * TAG_BYTES, "\"", 2);
}

static bool read_file(struct srv_site *site, const char *full, const char *path, size_t size,
                      struct bl_text *why)
{
    if (site->count >= MOST_FILES || size > MOST_BYTES - site->bytes)
        return fault(why, full, "the folder holds more than a page");
    FILE *from = fopen(full, "rb");
    if (!from)
        return fault(why, full, strerror(errno));
    char *bytes = bl_new(size + 1, 1);
    size_t got = fread(bytes, 1, size, from);
    fclose(from);
    if (got != size) {
        free(bytes);
        return fault(why, full, "it cannot be read whole");
    }
    site->files = bl_grow(site->files, site->count + 1, &site->room, sizeof *site->files);
    struct file *f = &site->files[site->count++];
    *f = (struct file){bl_copy_of(path, strlen(path) + 1), bytes, size, ""};
    site->bytes += size;
    set_tag(f);
    return true;
}

static bool read_folder(struct srv_site *site, const char *folder, const char *path, int depth,
                        struct bl_text *why)
{
    DIR *dir = opendir(folder);
    bool ok = dir != NULL;
    if (!dir)
        return fault(why, folder, strerror(errno));
    for (struct dirent *d; ok && (d = readdir(dir)) != NULL;) {
        BL_LOCAL struct bl_text full = bl_text_heap(), name = bl_text_heap();
        struct stat about;
        if (d->d_name[0] == '.')
            continue;
        bl_put(&full, folder);
        bl_put(&full, "/");
        bl_put(&full, d->d_name);
        bl_put(&name, path);
        bl_put(&name, d->d_name);
        if (lstat(full.s, &about))
            ok = fault(why, full.s, strerror(errno));
        else if (S_ISREG(about.st_mode))
            ok = read_file(site, full.s, name.s, (size_t)about.st_size, why);
        else if (S_ISDIR(about.st_mode) && depth < DEPTH) {
            bl_put(&name, "/");
            ok = read_folder(site, full.s, name.s, depth + 1, why);
        }
    }
    closedir(dir);
    return ok;
}

static int by_path(const void *a, const void *b)
{
    return strcmp(((const struct file *)a)->path, ((const struct file *)b)->path);
}

static const struct file *find(const struct srv_site *site, const char *path, const char *ending)
{
    char name[SRV_PATH_BYTES + 16];
    struct file key = {.path = name};
    snprintf(name, sizeof name, "%s%s", path, ending);
    return bsearch(&key, site->files, site->count, sizeof key, by_path);
}

struct srv_site *srv_site_read(const char *folder, struct bl_text *why)
{
    struct srv_site *site = bl_new(1, sizeof *site);
    bool ok = read_folder(site, folder, "/", 0, why);
    if (site->count)
        qsort(site->files, site->count, sizeof *site->files, by_path);
    if (ok && (!site->count || !find(site, "/index.html", "")))
        ok = fault(why, folder, "there is no page (index.html) in this folder");
    if (ok)
        return site;
    srv_site_free(site);
    return NULL;
}

void srv_site_free(struct srv_site *site)
{
    for (uint32_t i = 0; site && i < site->count; i++)
        BL_FREE(site->files[i].path, site->files[i].bytes);
    if (site)
        BL_FREE(site->files, site);
}

/* "W/" before it, as a proxy that compresses may put it, does not matter. */
static bool is_known(struct srv_piece known, const char *tag)
{
    char weak[2 * TAG_BYTES + 6];
    snprintf(weak, sizeof weak, "W/%s", tag);
    return srv_lists(known, tag) || srv_lists(known, weak) || srv_lists(known, "*");
}

struct srv_reply srv_site_reply(const struct srv_site *site, const struct srv_request *request)
{
    static const char *const packed[][2] = {{"br", ".br"}, {"gzip", ".gz"}};
    const char *path = request->path, *slash = strrchr(path, '/');
    const char *more = slash && !slash[1] ? "index.html" : "";
    char whole[SRV_PATH_BYTES + 16];
    snprintf(whole, sizeof whole, "%s%s", path, more);
    const struct file *f = find(site, whole, "");
    const char *type = f ? type_of(whole) : NULL;
    struct srv_reply a = {.status = HTTP_STATUS_OK, .type = type};
    if (!type)
        return srv_reply_of(HTTP_STATUS_NOT_FOUND, "there is nothing here\n");
    for (int i = 0; i < 2; i++) {
        const struct file *small = find(site, whole, packed[i][1]);
        if (small && !a.encoding && srv_lists(request->fields[SRV_ENCODINGS], packed[i][0])) {
            a.encoding = packed[i][0];
            f = small;
        }
    }
    a.tag = f->tag;
    if (is_known(request->fields[SRV_KNOWN], f->tag))
        a.status = HTTP_STATUS_NOT_MODIFIED;
    a.body = f->bytes;
    a.size = f->size;
    return a;
}
