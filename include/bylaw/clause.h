/* clause.h - clauses of a rulebook, and the trace of those that were consulted.
 *
 * Every game has a table of the clauses of its document. Rules code cites them
 * where it applies them (src/core/cite.h). The ordinary build of a game leaves
 * the citations out; the traced build of the same source records them here. */
#ifndef BYLAW_CLAUSE_H
#define BYLAW_CLAUSE_H

#include <stdbool.h>
#include <stdint.h>

#include "bylaw/fact.h"

BL_BEGIN
enum bl_kind {
    BL_REQUIRES,   /* asks something of a move, and refuses it */
    BL_EFFECTS,    /* changes the state */
    BL_DEFINES,    /* says what a term means: true or false of something */
    BL_PROSE       /* a heading, a remark, a thing outside the program */
};

struct bl_clause {
    const char *id;        /* as in the document, or as its reading numbers it */
    enum bl_kind kind;
    const char *text;      /* what it says, in our words */
    const char *reading;   /* what was left open and how it is settled; "" if nothing */
    const char *dead;      /* why no play can reach it; "" if some can */
};

/* A clause as an index in its game's table. 0 stands for none. */
typedef uint16_t bl_cite;

enum bl_mark {
    BL_HELD,      /* a requirement that was met */
    BL_REFUSED,   /* a requirement that was not */
    BL_TRUE,      /* a definition that applied */
    BL_FALSE,     /* one that did not */
    BL_APPLIED    /* an effect that changed something */
};

/* A place in rules code that asks a clause. */
struct bl_site {
    const char *of, *file;   /* the rules that are compiled, and the file of them where it stands */
    int line;
    const char *words;       /* what it says there: a requirement's fact, a definition's condition */
    bool required;
};

struct bl_trace_entry {
    bl_cite clause;
    uint8_t mark;          /* enum bl_mark */
    uint16_t arg;          /* its fact's first argument in `args` */
    const char *format;    /* its fact's; "": none */
};

#define BL_TRACE_MAX 512
#define BL_TRACE_ARGS 1024

/* Facts point into it: a trace is not copied. */
struct bl_trace {
    uint32_t count, arg_count;
    struct bl_trace_entry entries[BL_TRACE_MAX];
    struct bl_arg args[BL_TRACE_ARGS];
    struct bl_text texts;  /* what arguments say that are not the program's own words; over `room` */
    char room[8192];
    /* For tests: a requirement that never refuses, or a definition taken for its contrary. */
    const struct bl_site *muted;
    bl_cite muted_clause;  /* what it cited when it was asked last; 0: it was not */
    uint32_t learned;      /* bit s: seat s was shown something hidden until then */
};

void bl_trace_clear(struct bl_trace *t);   /* forgets the entries; keeps `muted` */
/* The fact of an entry, good as long as the trace is not cleared. */
struct bl_fact bl_trace_fact(const struct bl_trace *t, const struct bl_trace_entry *e);
/* Where `clause` refused: its last entry that did not hold; NULL: there is none. And its fact. */
const struct bl_trace_entry *bl_refusal(const struct bl_trace *t, bl_cite clause);
struct bl_fact bl_refusing_fact(const struct bl_trace *t, bl_cite clause);

const char *bl_kind_name(enum bl_kind k);   /* "requires", "effects", "defines", "prose" */

BL_END
#endif
