/* fuzz_transcript.c - any bytes as a transcript. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "bylaw/transcript.h"
#include "fuzz.h"

struct rest {
    const char *at, *end;
};

static bool next_line(struct bl_lines *lines, const char **line, size_t *size)
{
    struct rest *r = lines->from;
    if (r->at >= r->end)
        return false;
    const char *stop = memchr(r->at, '\n', (size_t)(r->end - r->at));
    *line = r->at;
    *size = (size_t)((stop ? stop : r->end) - r->at);
    r->at = stop ? stop + 1 : r->end;
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct rest rest = {(const char *)data, (const char *)data + size};
    struct bl_lines lines = {next_line, &rest};
    struct bl_verdict verdict;
    bl_verify(&lines, &verdict);
    assert(verdict.ok || verdict.why[0]);
    return 0;
}
