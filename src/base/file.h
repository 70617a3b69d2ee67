/* file.h - a file that is written whole or not at all.
 *
 * What is added goes into a new file in the same folder; the end puts that in the place of the old
 * one, on the disk and not only in its cache. Until then, and after any fault, the old one is as it
 * was; but for a fault of the very last step, the folder's sync: then the new file is in place but
 * may not be on the disk. Links to the file stay, and so do its rights, owner and group, as far as
 * the system allows. What is no ordinary file (a pipe, /dev/null), and what is named as something
 * open (/dev/stdout, /dev/fd/3), is written as it comes. */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include "bylaw/text.h"

/* Faults are told by name: "games.jsonl: No space left on device". */
struct bl_file;
struct bl_file *bl_file_begin(const char *path, struct bl_text *why);   /* NULL: `why` says why */
bool bl_file_add(struct bl_file *f, const char *bytes, size_t size);    /* false: a fault, now or before */
/* What belongs behind something that is not whole yet is kept meanwhile in a file without a name, in the
 * same folder. Pouring adds all of it, and frees the spool, as bl_spool_free alone does. */
struct bl_spool;
struct bl_spool *bl_spool_new(struct bl_file *f);
bool bl_spool_add(struct bl_spool *s, const char *bytes, size_t size);   /* false: as bl_file_add */
bool bl_spool_pour(struct bl_spool *s);
void bl_spool_free(struct bl_spool *s);
/* Frees it. Without `keep`, or after a fault (see above), nothing has happened. False: `why` has
 * the fault. */
bool bl_file_end(struct bl_file *f, bool keep, struct bl_text *why);
/* All three at once. */
bool bl_file_write(const char *path, const char *bytes, size_t size, struct bl_text *why);

#endif
