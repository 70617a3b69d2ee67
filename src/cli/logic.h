/* logic.h - what the four parts of `bylaw logic` share. */
#ifndef CLI_LOGIC_H
#define CLI_LOGIC_H

#include "bylaw/logic.h"
#include "cli.h"

/* The signs of logic, the words for them, and those with what spaces they need; ends with a row
 * without a sign. */
struct logic_sign {
    const char *sign, *word, *between;
};
extern const struct logic_sign logic_signs[];
/* A text with words for its signs, and quotation marks as ASCII has them. */
void logic_put_in_words(struct bl_text *out, const char *text, const char *end);
const char *logic_rule_name(size_t i);   /* from 0; NULL past the last */
enum bl_logic_ruling logic_ruling(const struct cli_args *args);          /* --logic */
/* --value, each a fact of the game; ends the program where one is not. */
void logic_values(const struct cli_args *args, struct bl_logic *l, struct bl_given_values *g);
/* A statement given on the command line; ends the program where it cannot be read. */
struct bl_statement logic_statement(struct bl_logic *l, const char *what, const char *text,
                                    enum bl_want want);
/* The lines of a proof that are inferred. */
static inline int logic_lemmas(const struct bl_proof *p)
{
    return (int)(bl_proof_lines(p) - bl_proof_axioms(p));
}
/* What is worked on, with the proof file that the call names. */
struct logic_call {
    struct bl_logic *l;
    struct bl_given_values given;
    const struct bl_values *values;   /* NULL: none were given */
    struct bl_text text;
    struct bl_proof_file file;
};
/* Gives the exit status; when it is not CLI_DONE, it was said what is wrong with the file. */
int logic_open(const struct cli_args *args, struct logic_call *c);
void logic_close(struct logic_call *c);
/* Says where a proof file is wrong, as JSON or for people; gives the exit status. */
int logic_refused(const struct cli_args *args, const char *path, const struct bl_read_fault *f);

void logic_put_rules(struct bl_text *out);   /* for --help */

int logic_infer(const struct cli_args *args);
int logic_search(const struct cli_args *args);

#endif
