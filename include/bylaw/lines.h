/* lines.h - a transcript as lines: where they come from, and what is wrong with them. */
#ifndef BYLAW_LINES_H
#define BYLAW_LINES_H

#include "bylaw/text.h"

BL_BEGIN
/* Gives the next line without its newline; false at the end. */
struct bl_lines {
    bool (*next)(struct bl_lines *lines, const char **line, size_t *size);
    void *from;
};

/* The lines of a text in memory. */
struct bl_memory {
    const char *at, *end;
};
struct bl_lines bl_memory_lines(struct bl_memory *memory);

struct bl_verdict {
    bool ok;
    uint64_t games, moves;   /* replayed without fault */
    uint64_t courses;        /* of those games, how many are the one before it once more, as the
                              * transcript of a casual game has it (bl_match_be_casual) … */
    uint64_t taken_back;     /* … and moves of those before that are not in it */
    uint64_t dealt;          /* games whose deal is told and was reckoned again */
    char pledged[65];        /* the hash that the last of them was pledged by, in hexadecimal */
    uint64_t line;           /* of the first fault, from 1 */
    bool unreadable;         /* the fault is that the line cannot be read at all */
    char why[512];
};

/* The fault and its place: "line 7: …", "line 7, column 3: …". */
void bl_put_fault(struct bl_text *out, const struct bl_verdict *verdict);

BL_END
#endif
