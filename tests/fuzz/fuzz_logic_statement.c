/* fuzz_logic_statement.c - any bytes as a statement; what is read must read the same again. */
#include <assert.h>
#include <stdint.h>
#include <string.h>

#include "bylaw/logic.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bl_logic *l = bl_logic_new();
    struct bl_statement s, again;
    struct bl_fault fault;
    if (!bl_statement_parse(l, (const char *)data, size, 0, BL_WFF_OR_WFO, &s, &fault)) {
        assert(fault.offset <= size && fault.column >= 1 && fault.column <= size + 1);
        assert(strlen(fault.why) > 0);
        bl_logic_free(l);
        return 0;
    }
    for (int ascii = 0; ascii < 2; ascii++) {
        struct bl_text text = bl_text_heap(), second = bl_text_heap();
        bl_statement_print(l, &s, ascii, &text);
        assert(bl_statement_parse(l, text.s, text.len, 0, BL_WFF_OR_WFO, &again, &fault));
        assert(again.term == s.term && again.points == s.points && again.binders == s.binders);
        bl_statement_print(l, &again, ascii, &second);
        assert(strcmp(text.s, second.s) == 0);
        bl_text_free(&text);
        bl_text_free(&second);
    }
    again = bl_statement_of(l, s.term);
    assert(again.points <= 2 * s.points + 2);
    bl_logic_free(l);
    return 0;
}
