/* draft.h - what somebody at a table of Predicate Wars writes, before it is a move: proofs line by
 * line, what follows from their lines, what a search finds. Everything is made from the view of
 * the seat that writes. The rules alone say whether the move counts. */
#ifndef BYLAW_DRAFT_DRAFT_H
#define BYLAW_DRAFT_DRAFT_H

#include "core/learn.h"
#include "games/predicate-wars/predicate-wars.h"

enum { BL_DRAFT_ITEMS = BL_LEMMAS_MAX + 64, BL_DRAFT_OPTIONS = 64 };

/* A lemma that can be added. `line` is good until the draft is gone through anew. */
struct bl_draft_step {
    struct bl_line line;
    struct bl_text text;       /* "S by RULE n m using NAME" */
};

struct bl_draft_steps {
    unsigned count;
    struct bl_draft_step step[BL_LEMMAS_MAX];
};

/* A proof in the making: its axioms (of one to be bought) and lemmas as text. */
struct bl_draft {
    struct bl_logic *l;
    const struct pw *view;     /* what the seat may know; the caller's */
    unsigned kind;             /* MOVE_PROVE, MOVE_REFUTE, MOVE_BUY_PROOF; 0: there is none */
    int seat;
    char name[PW_NAME_MAX + 1];   /* of a proof to be bought */
    uint8_t players[PW_CHOSEN], cards[PW_CHOSEN];
    unsigned player_count, card_count;
    struct bl_text items[BL_DRAFT_ITEMS];
    unsigned item_count;
    struct pw_proof proof;     /* of the items; made anew by bl_draft_rebuild */
    struct bl_draft_steps options, found;   /* what follows; what a search found */
    uint32_t found_at;         /* the statements that there were then */
    struct bl_answer answer;   /* to the last question of bl_draft_infer */
    struct pw_failure failure; /* of the line that was gone through last, if it does not stand */
    bool stands;               /* all items do */
};

/* ---- draft.c -------------------------------------------------------------- */

struct bl_draft *bl_draft_new(void);                      /* empty, with a logic of its own */
void bl_draft_free(struct bl_draft *d);

unsigned bl_draft_kind(const char *word);   /* of "prove", "refute", "buy-proof"; 0: it is none */
/* Empties a draft; all its texts are freed. */
void bl_draft_begin(struct bl_draft *d, int seat, unsigned kind);
/* Goes through all items with the kernel; false: one does not stand (any more), and the proof
 * ends before it. */
bool bl_draft_rebuild(struct bl_draft *d, const struct pw *view);

enum bl_draft_added {
    BL_DRAFT_ADDED,
    BL_DRAFT_FAILED,              /* it does not follow, or cannot be read: see the failure */
    BL_DRAFT_FULL,
    BL_DRAFT_TOO_LATE,            /* an axiom after lemmas */
    BL_DRAFT_GIVEN,               /* an axiom where the axioms are given */
};
/* Adds a line if it stands; the draft is as it was otherwise. */
enum bl_draft_added bl_draft_add(struct bl_draft *d, const char *item);
/* Puts a line at the end as it is; false: there is no room. bl_draft_rebuild judges it. */
bool bl_draft_append(struct bl_draft *d, const char *item, size_t size);
/* Keeps the first `keep` lines, and goes through them again. */
void bl_draft_cut(struct bl_draft *d, unsigned keep);
/* What stands after the " by " of a lemma, its last one; NULL: there is none. */
const char *bl_draft_by(const char *lemma);
/* The clause that says no, 0 where a line cannot be read, and why not, in the catalogue's language. */
bl_cite bl_draft_clause(const struct pw_failure *f);
void bl_draft_put_why(struct bl_text *out, const struct pw_failure *f, const struct bl_catalogue *c);

uint32_t bl_draft_cost(const struct bl_draft *d);
/* What one more line costs. */
uint32_t bl_draft_line_cost(const struct bl_draft *d, const struct bl_line *line);
int64_t bl_draft_purse(const struct bl_draft *d);            /* what there is to pay it with */
bool bl_draft_affordable(const struct bl_draft *d);

enum bl_draft_origin { FROM_MAIN, FROM_SECONDARY, FROM_RULE, FROM_BASE, FROM_PROOF, FROM_NEW_RULE,
                    FROM_AXIOM, FROM_LEMMA };
/* Where statement `number` comes from; *which is the card or the slot of the rule. */
enum bl_draft_origin bl_draft_origin(const struct bl_draft *d, uint32_t number, unsigned *which);
/* "RULE 1 2 using NAME" of a lemma. */
void bl_draft_put_reason(struct bl_text *out, const struct bl_draft *d, const struct bl_line *line);
static inline bl_term bl_draft_term(const struct bl_draft *d, uint32_t number)
{
    return bl_proof_line(d->proof.proof, number)->s.term;
}
/* The statement that says the opposite of a term; 0: none. */
uint32_t bl_draft_denied(const struct bl_draft *d, bl_term t);
/* The same of a statement; its own number if it is tF. */
uint32_t bl_draft_opposite(const struct bl_draft *d, uint32_t number);
/* Pair `index` of what may stand after =>, the likeliest first; result[1] 0: one number. False:
 * there are no more. */
bool bl_draft_result(const struct bl_draft *d, unsigned index, uint32_t result[2]);
/* Gives a proof that is bought its name; false: it is none, and the draft has no name. */
bool bl_draft_set_name(struct bl_draft *d, const char *name);
bool bl_draft_is_name(const char *text);
/* The move, with `result` after => ("": what offers itself). False: there is no result, or no name
 * for a proof that is bought. */
bool bl_draft_put_move(struct bl_text *out, const struct bl_draft *d, const char *result);

void bl_draft_clear_steps(struct bl_draft_steps *steps);
/* Keeps a lemma once, as long as there is room for it. */
void bl_draft_keep_step(const struct bl_draft *d, struct bl_draft_steps *steps, unsigned room,
                     const struct bl_line *line);

/* ---- conclude.c ----------------------------------------------------------- */

/* One inference that is asked about. */
struct bl_draft_question {
    enum bl_rule rule;         /* 0: any */
    uint32_t premise[2], premises;
    const struct bl_proof *subproof;
    bl_term with;              /* what the rule leaves free; 0: nothing is said */
};

/* Whether a rule takes that many premises. */
bool bl_draft_takes(enum bl_rule rule, uint32_t premises);
/* A term or statement to go `with` a rule; for substitution-eq a function is named: f, [health]. */
bool bl_draft_read_with(struct bl_draft *d, const char *text, size_t size, enum bl_rule rule,
                     bl_term *with, struct bl_fault *fault);
/* Asks just that; at most `most` answers, as far as the whole proof accepts them, are added to the
 * options. */
void bl_draft_infer(struct bl_draft *d, const struct bl_draft_question *q, uint32_t most);
/* Adds to the options what follows by the rule or by any, premises in either order, with terms
 * that stand in the proof where something is left free. True: with a term or statement of one's
 * own there would be more. */
bool bl_draft_conclude(struct bl_draft *d, const struct bl_draft_question *q);

/* ---- find.c --------------------------------------------------------------- */

enum bl_draft_end { FOUND_PROOF, FOUND_NONE, FOUND_TIME_UP, FOUND_MODEL, FOUND_NO_GOAL,
                    FOUND_NO_STATEMENT };

struct bl_draft_search {
    const char *goal;          /* a statement, or "contradiction"; "": any effect in sight */
    double seconds;            /* every goal that is tried has its share of them */
    bool (*stop)(void *of);    /* asked now and then whether to stop before; NULL: never */
    void *of;
    struct bl_fault fault;     /* out: of a goal that is no statement */
    uint32_t budget;           /* out: the points that were allowed */
    uint32_t points, line[2];  /* out: of what was found; line[1] 0: only one */
};
/* Looks for lines that lead there; they are kept as `found`. */
enum bl_draft_end bl_draft_find(struct bl_draft *d, struct bl_draft_search *q);

/* Adds what was found, all of it or nothing: false, and it is forgotten. Lines that were added
 * since shift the numbers of its own. */
bool bl_draft_use_found(struct bl_draft *d);

/* ---- nature.c ------------------------------------------------------------- */

/* Goes through a term and its parts, from the outside and the left; `look` says whether to go into
 * the parts of one. */
typedef bool bl_draft_look(void *of, const struct bl_logic *l, bl_term t);
void bl_draft_walk(const struct bl_logic *l, bl_term t, bl_draft_look *look, void *of);
/* Terms that were found on the way. */
struct bl_draft_terms {
    bl_term term[12];
    unsigned count, most;
};
void bl_draft_keep_term(struct bl_draft_terms *terms, bl_term t);   /* once, if there is room */
/* Says which game function in a statement is asked of the wrong kind of thing, as [ATK](1,20): a
 * number is no player. False: none. */
bool bl_draft_misfit(struct bl_text *out, const struct bl_logic *l, bl_term t);
/* The first [chosenPlayer](1) or the like in a statement for which nobody, or no card, has been
 * chosen; 0: none. */
bl_term bl_draft_unchosen(const struct bl_draft *d, bl_term t);
/* The same of all its statements. */
bl_term bl_draft_lacks(const struct bl_draft *d);
/* Why no rule could use the subproof if it were bought; NULL: one can. */
const char *bl_draft_useless(const struct bl_draft *d);
/* What is wrong with a text that cannot be read, in the catalogue's language. */
void bl_draft_put_fault(struct bl_text *out, const struct bl_fault *fault,
                        const struct bl_catalogue *c);
/* A word more on it; NULL: nothing to add. */
const char *bl_draft_hint(const char *text, const struct bl_fault *fault);

/* Of the functions of the game, by their place in struct pw_card's `names`: "actions", "players",
 * "cards" or "numbers", after what they are about; how many arguments they take. */
const char *bl_draft_name_group(unsigned name);
unsigned bl_draft_name_takes(unsigned name);

/* ---- in words: deeds.c ---------------------------------------------------- */

/* What a statement says; nothing is put where it keeps its signs. */
void bl_draft_put_plain(struct bl_text *out, const struct bl_logic *l, const struct bl_statement *s,
                        const struct bl_voice *voice);
/* What would happen if a proof were made for statement `number`, one sentence after another. */
void bl_draft_put_deeds(struct bl_text *out, const struct bl_draft *d, uint32_t number,
                        const struct bl_voice *voice);

/* ---- plan.c --------------------------------------------------------------- */

/* As struct bl_teaching has it: of the set-up. */
bool bl_draft_plan(const void *view, int seat, struct bl_text *move, struct bl_fact *why);

/* ---- cards and rules: cards.c --------------------------------------------- */

/* A card or a rule in the making. */
struct bl_draft_card {
    int card;                  /* -1: a rule */
    int tag;                   /* -1: not said yet */
    int64_t cost;              /* or the price; -1: not said yet */
    const char *statement;     /* as it was typed, right or wrong; NULL: nothing yet */
};
/* A tag by its name, in any case of letters, or where it need not be whole by a beginning; -1: it
 * is none. */
int bl_draft_read_tag(const char *text, size_t size, bool whole);
/* The move. A statement that cannot be read stands there as it was typed. Forgets all in `l`. */
void bl_draft_put_card(struct bl_text *out, struct bl_logic *l, const struct bl_draft_card *c);

/* The power that writing a statement of these points on a card (NULL: a blank one) takes now. */
int64_t bl_draft_charge(const struct pw *view, const struct pw_card *card, unsigned points);
/* II, III: what will be taken later for a card of that cost, if it is written now and kept. */
int64_t bl_draft_later(const struct pw *view, int64_t cost);

/* In the text, $n and $m are numbers, $w is who. */
struct bl_draft_template {
    const char *name, *text, *use;
    int most;                  /* what the rules cut $n to; 0: no limit */
    unsigned where;            /* whether it is good for a card, for a rule */
};
/* The one of this number, from 1, of those for rules or for cards; NULL: there is none. */
const struct bl_draft_template *bl_draft_template(bool rule, unsigned number);
/* A text with these for $w, $n and $m. */
void bl_draft_fill(struct bl_text *out, const char *text, const char *who, const char *n,
                   const char *m);
/* The statement with something usual in all places. */
void bl_draft_fill_usual(struct bl_text *out, const struct bl_draft_template *t);
extern const char *const bl_draft_usual_who[3];

/* ---- the tutorial: lessons.c, lessons.def --------------------------------- */

/* What is asked for just now: the place of a scene. */
enum bl_place { AT_TABLE, AT_STATEMENT, AT_WHO, AT_NUMBER, AT_OTHER_NUMBER, AT_TAG, AT_COST,
                AT_CONFIRM, AT_PROOF };

#endif
