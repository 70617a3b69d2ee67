/* statement.h - a statement that a test gives; one that cannot be read ends the test. */
#ifndef TESTS_LOGIC_STATEMENT_H
#define TESTS_LOGIC_STATEMENT_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bylaw/logic.h"

static inline struct bl_statement statement(struct bl_logic *l, const char *text)
{
    struct bl_statement s;
    struct bl_fault fault;
    if (!bl_statement_parse(l, text, strlen(text), 0, BL_WFF_OR_WFO, &s, &fault)) {
        printf("%s: column %zu: %s\n", text, fault.column, fault.why);
        exit(2);
    }
    return s;
}

#endif
