/* files.h - what a game's own folder of tests holds: tests/games/NAME/FILE. */
#ifndef BYLAW_TESTS_FILES_H
#define BYLAW_TESTS_FILES_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bylaw/text.h"

struct file {
    char path[400];
    char *text;   /* NULL: there is no such file */
};

static struct file read_game_file(const char *id, const char *name)
{
    struct file f = {.text = NULL};
    snprintf(f.path, sizeof f.path, "%s/%s/%s", GAME_TESTS, id, name);
    FILE *in = fopen(f.path, "rb");
    if (!in)
        return f;
    struct bl_text t = bl_text_heap();
    char chunk[4096];
    size_t n;
    bl_put(&t, "");
    while ((n = fread(chunk, 1, sizeof chunk, in)) > 0)
        bl_put_bytes(&t, chunk, n);
    fclose(in);
    f.text = t.s;
    return f;
}

/* What follows a word at the beginning of a line of tests/games/NAME/figures.txt; NULL: no such line
 * after `from`. */
static inline const char *figures_after(const char *from, const char *word)
{
    for (const char *line = from; *line; line += strcspn(line, "\n"), line += *line == '\n')
        if (strncmp(line, word, strlen(word)) == 0)
            return line + strlen(word);
    return NULL;
}

/* ---- signatures: one number over all that is done, which changes only when behaviour does ---- */

#define UNSIGNED_YET UINT64_C(0xcbf29ce484222325)

static inline uint64_t sign_bytes(uint64_t sum, const void *bytes, size_t n)
{
    const unsigned char *p = bytes;
    for (size_t i = 0; i < n; i++)
        sum = (sum ^ p[i]) * UINT64_C(0x100000001b3);
    return sum;
}

/* Fails unless the line `WORD NUMBER` of figures.txt says it; prints what it should say. */
static inline void hold_signature(const char *id, const char *word, uint64_t found)
{
    struct file file = read_game_file(id, "figures.txt");
    const char *row = file.text ? figures_after(file.text, word) : NULL;
    if (!row || strtoull(row, NULL, 16) != found)
        fail_msg("%s has no line `%s%016llx`", file.path, word, (unsigned long long)found);
    free(file.text);
}

#endif
