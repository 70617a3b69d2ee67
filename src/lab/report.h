/* report.h - what the lab found, for people and for programs. */
#ifndef BYLAW_LAB_REPORT_H
#define BYLAW_LAB_REPORT_H

#include "explore.h"
#include "lab_figures.h"

struct lab_report {
    const struct lab *lab;
    bool stopped;                                       /* some of the games are missing */
    const bool *cited;                                  /* by clause: the rules cite it */
    const struct lab_explored *explored;                /* or NULL */
    const char *explore_words;                          /* of the call, for the search; or "" */
    struct lab_figures figures[LAB_SETTINGS];
    struct lab_difference differences[LAB_SETTINGS];    /* [0] is not used */
};

void lab_report_init(struct lab_report *r, const struct lab *lab);
void lab_report_free(struct lab_report *r);

void lab_put_json(struct bl_text *out, const struct lab_report *r);
void lab_put_html(struct bl_text *out, const struct lab_report *r);
void lab_put_findings(struct bl_text *out, const struct lab_report *r);   /* Markdown */

/* The call that gives this report again; `gap` stands between its options. */
void lab_put_command(struct bl_text *out, const struct lab_report *r, const char *gap);

/* ---- sentences (report_words.c) ------------------------------------------------- */

/* Answers in whole sentences, a line for each setting where there are several. */
enum lab_question {
    LAB_Q_ENDS, LAB_Q_FAIR, LAB_Q_LENGTH, LAB_Q_CHOICE, LAB_Q_LEAD, LAB_Q_SKILL, LAB_Q_CLAUSES,
    LAB_Q_RULINGS, LAB_Q_EXPLORED, LAB_QUESTIONS
};
const char *lab_question(enum lab_question q);
/* Nothing is written if there is nothing to say. */
void lab_put_answer(struct bl_text *out, const struct lab_report *r, enum lab_question q);
/* What setting `k` changes. */
void lab_put_change(struct bl_text *out, const struct lab_report *r, uint32_t k);
const char *lab_setting_name(const struct lab_report *r, uint32_t k);
/* Clauses that came up under the one setting and not under the other, with spaces between. */
uint32_t lab_put_only_in(struct bl_text *out, const struct lab_report *r, uint32_t k,
                         uint32_t not_k);

/* A requirement of which one side was never seen. */
enum lab_gap { LAB_NO_GAP, LAB_NEVER_REFUSED, LAB_NEVER_MET };
enum lab_gap lab_gap_of(const struct lab_report *r, bl_cite clause);

/* ---- numbers, here and in other reports (report_json.c) ---------------------------- */

void lab_key_uint(struct bl_text *out, const char *key, uint64_t n);
void lab_key_number(struct bl_text *out, const char *key, double x);   /* six places, no -0 */
void lab_key_string(struct bl_text *out, const char *key, const char *text);

/* ---- pieces (report_svg.c) -------------------------------------------------------- */

void lab_say(struct bl_text *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
void lab_put_escaped(struct bl_text *out, const char *text);   /* for HTML */
/* Bars side by side. `label` writes what stands under bar `i`. */
struct lab_bars {
    const char *about;                 /* for those who cannot see it */
    const uint64_t *counts;
    uint32_t count;
    void (*label)(struct bl_text *out, uint32_t i, const void *user);
    const void *user;
    uint32_t marked;                   /* bars from this one on are of another colour */
};
void lab_put_bars(struct bl_text *out, const struct lab_bars *bars);
/* Shares with their intervals, one below another, and a line at `fair`. */
void lab_put_shares(struct bl_text *out, const char *about, const struct lab_share *shares,
                    const char *const *names, int count, double fair);
/* One square a clause. */
void lab_put_strip(struct bl_text *out, const struct lab_report *r);

#endif
