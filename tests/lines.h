/* lines.h - a text in memory as the lines that bl_verify reads. */
#ifndef BYLAW_TESTS_LINES_H
#define BYLAW_TESTS_LINES_H

#include <string.h>

#include "bylaw/transcript.h"

struct memory {
    const char *at;
};

static bool next_line(struct bl_lines *lines, const char **line, size_t *size)
{
    struct memory *memory = lines->from;
    const char *end = strchr(memory->at, '\n');
    if (!end)
        return false;
    *line = memory->at;
    *size = (size_t)(end - memory->at);
    memory->at = end + 1;
    return true;
}

#endif
