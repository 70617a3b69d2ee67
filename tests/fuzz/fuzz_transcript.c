/* fuzz_transcript.c - any bytes as a transcript. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "bylaw/transcript.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bl_memory memory = {(const char *)data, (const char *)data + size};
    struct bl_lines lines = bl_memory_lines(&memory);
    struct bl_verdict verdict;
    bl_verify(&lines, &verdict);
    assert(verdict.ok || verdict.why[0]);
    return 0;
}
