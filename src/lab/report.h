/* report.h - what the lab found, for people and for programs. */
#ifndef BYLAW_LAB_REPORT_H
#define BYLAW_LAB_REPORT_H

#include "explore.h"
#include "lab_figures.h"

/* Answered in whole sentences, a line for each setting where there are several. Those before
 * LAB_Q_CLAUSES are about the games. */
enum lab_question {
    LAB_Q_ENDS, LAB_Q_FAIR, LAB_Q_LENGTH, LAB_Q_CHOICE, LAB_Q_LEAD, LAB_Q_SKILL, LAB_Q_CLAUSES,
    LAB_Q_RULINGS, LAB_Q_EXPLORED, LAB_QUESTIONS
};

struct lab_report {
    const struct lab *lab;
    const bool *cited;                                  /* by clause: the rules cite it */
    const struct lab_explored *explored;                /* or NULL */
    const char *explore_words;                          /* of the call, for the search; or "" */
    /* What lab_report_init makes of these: */
    bool stopped;                                       /* some of the games are missing */
    struct lab_figures figures[LAB_SETTINGS];
    struct lab_difference differences[LAB_SETTINGS];    /* [0] is not used */
    struct bl_text answers[LAB_QUESTIONS];              /* empty: there is nothing to say */
};

void lab_report_init(struct lab_report *r);
void lab_report_free(struct lab_report *r);

void lab_put_json(struct bl_text *out, const struct lab_report *r);
void lab_put_html(struct bl_text *out, const struct lab_report *r);
void lab_put_findings(struct bl_text *out, const struct lab_report *r);   /* Markdown */

/* "name=value" of an option or, counted on from those, a ruling. */
void lab_put_choice(struct bl_text *out, const struct bl_game *game, const struct bl_setup *setup,
                    int i);
/* The call that gives this report again; `gap` stands between its options. */
void lab_put_command(struct bl_text *out, const struct lab_report *r, const char *gap);

/* ---- what a clause came to (report.c) ---------------------------------------------- */

enum lab_reach {
    LAB_REACHED,
    LAB_PROSE,          /* nothing to reach */
    LAB_DEAD,           /* the table of clauses says why nothing can */
    LAB_BUILT_IN,       /* the rules never ask: the program is made so that it always holds */
    LAB_CANNOT,         /* an exhaustive search of an instance did not reach it */
    LAB_NOT_SEEN        /* not in this sample */
};
const char *lab_reach_name(enum lab_reach reach);
enum lab_reach lab_reach_of(const struct lab_report *r, uint32_t k, bl_cite clause);

/* A requirement of which one side was never seen. */
enum lab_gap { LAB_NO_GAP, LAB_NEVER_REFUSED, LAB_NEVER_MET };
enum lab_gap lab_gap_of(const struct lab_report *r, bl_cite clause);

/* ---- sentences (report_words.c) ------------------------------------------------- */

extern const char *const lab_questions[LAB_QUESTIONS];
void lab_answer_all(struct lab_report *r);
/* What setting `k` changes. */
void lab_put_change(struct bl_text *out, const struct lab_report *r, uint32_t k);
const char *lab_setting_name(const struct lab_report *r, uint32_t k);
/* Which clauses came up under the one setting and not under the other, if any did: one of the two is
 * 0, what was called for. */
void lab_put_only_in(struct bl_text *out, const struct lab_report *r, uint32_t k, uint32_t not_k,
                     const char *before, const char *after);

/* ---- JSON, here and in other reports (report_json.c) ------------------------------- */

void lab_json_counts(struct bl_text *out, const char *key, const uint64_t *counts, size_t n);
void lab_json_ends(struct bl_text *out, const struct bl_game *game, const uint64_t *ends);
void lab_json_bots(struct bl_text *out, const struct bl_bot *const *bots, unsigned count);

/* ---- pieces (report_svg.c) -------------------------------------------------------- */

void lab_put_escaped(struct bl_text *out, const char *text);   /* for HTML */
/* Bars side by side. */
struct lab_bars {
    const char *title, *about;         /* the second for those who cannot see it */
    const char *of, *across;           /* what is counted; what the numbers below the bars are of */
    const char *marked_as;             /* what bars of another colour are; NULL: there are none */
    const uint64_t *counts;
    uint32_t count, marked;            /* bars; from this one on they are of another colour */
    int64_t from, step;                /* what the first bar is of, and how much more the next is */
    bool more;                         /* the last bar is of all that is more, too */
};
void lab_put_bars(struct bl_text *out, const struct lab_bars *bars);
/* Shares with their intervals, one below another, and a line at `fair`. */
void lab_put_shares(struct bl_text *out, const char *title, const struct lab_share *shares,
                    const char *const *names, int count, double fair);
/* One square a clause. */
void lab_put_strip(struct bl_text *out, const struct lab_report *r);

#endif
