/* files.h - what a game's own folder of tests holds: tests/games/NAME/FILE. */
#ifndef BYLAW_TESTS_FILES_H
#define BYLAW_TESTS_FILES_H

#include <stdio.h>

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

#endif
