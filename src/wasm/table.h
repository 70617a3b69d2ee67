/* table.h - a table that the page has opened. */
#ifndef BYLAW_WASM_TABLE_H
#define BYLAW_WASM_TABLE_H

#include "wasm.h"

struct table {
    struct bl_match *m;
    bool open;   /* the page brought all of it, so nothing on it is hidden from the page */
};

/* "game":…,"players":…,"options":…,"rulings":…,"seed":…,"count":… as members. */
void put_seating(struct bl_text *out, const struct table *t);
/* Whether the page may ask for what this seat sees. */
bool may_sit(const struct table *t, int seat);

#endif
