/* tptp.h - statements for other provers. */
#ifndef TEST_LOGIC_TPTP_H
#define TEST_LOGIC_TPTP_H

#include "bylaw/logic.h"

/* A statement's universal closure as a first-order formula of TPTP. */
void tptp_print(const struct bl_logic *l, bl_term t, struct bl_text *out);

#endif
