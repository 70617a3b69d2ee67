/* wasm.h - what the entry points share.
 *
 * The page hands over numbers and NUL-terminated texts that it has put into memory from
 * bw_take; every answer is one JSON value (bw_transcript and bw_simulate: JSON lines) in a
 * buffer that is good until the next call. Tables are kept here: the page never sees more of
 * one than a seat's view. */
#ifndef BYLAW_WASM_H
#define BYLAW_WASM_H

#include "bylaw/match.h"

#define ENTRY(name) __attribute__((export_name(#name))) name

/* The empty answer, to be written to. */
struct bl_text *answer(void);
/* What was written. */
const char *done(void);
/* {"error":why} */
const char *mistake(const char *why);

void put_member(struct bl_text *out, const char *name, const char *text);
void put_number(struct bl_text *out, const char *name, int64_t number);
void put_truth(struct bl_text *out, const char *name, bool truth);
void put_account(struct bl_text *out, const char *name, const struct bl_game *game,
                 const struct bl_account *account);

#endif
