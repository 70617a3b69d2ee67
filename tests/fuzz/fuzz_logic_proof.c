/* fuzz_logic_proof.c - any bytes as a proof file, in both logics; a short search from what it
 * holds must end in a proof that the kernel takes again. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "bylaw/logic.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    struct bl_logic *l = bl_logic_new();
    struct bl_proof_file *file = calloc(1, sizeof *file);
    struct bl_read_fault fault;
    enum bl_logic_ruling ruling = data[0] & 1 ? BL_SOUND : BL_AS_WRITTEN;
    if (bl_proof_read(l, (const char *)data + 1, size - 1, ruling, NULL, file, &fault)) {
        uint32_t found[2];
        bl_proof_contradiction(file->proof, found);
        struct bl_search s = {.from = file->proof, .budget = 40, .steps = 300};
        struct bl_found f;
        bl_search(l, &s, &f);
        assert(f.end != BL_FOUND || bl_proof_points(f.proof) <= 40);
        assert(f.end != BL_NO_CONTRADICTION || !bl_proof_contradiction(file->proof, found));
    } else {
        assert(fault.line >= 1);
        assert((fault.rule != 0) == (fault.why != 0));
        assert(fault.rule || strlen(fault.at.why) > 0);
    }
    free(file);
    bl_logic_free(l);
    return 0;
}
