/* wars.h - what play at the terminal adds for Predicate Wars: its own picture of a turn, an editor
 * for cards and rules, an assistant for proofs, and a tutorial. Everything that is written goes
 * to the game as the text of a move: the rules alone say whether it counts. */
#ifndef BYLAW_CLI_WARS_H
#define BYLAW_CLI_WARS_H

#include "cli/logic.h"
#include "cli/play.h"
#include "draft/draft.h"

/* A card or rule in the making. */
struct wars_card {
    bool begun;
    struct bl_draft_card of;   /* its statement is our own copy */
};

static inline bool is_rule(const struct wars_card *c)
{
    return c->of.card < 0;
}

/* A proof in the making. */
struct wars_proof {
    struct bl_draft draft;
    uint32_t at;               /* the moves made when it was begun */
    bool handed_in;            /* and what was made of it was `at` that time */
};

enum { WARS_PROOFS = MOVE_BUY_PROOF - MOVE_PROVE + 1 };   /* kinds of them */

struct wars {
    struct pw *view;           /* what the seat at work may know */
    struct bl_logic *l;        /* of the proof at work */
    struct bl_logic *scratch;  /* for statements that are looked at by themselves */
    /* Of each seat, which nobody else is shown: of a rule, then by card; of each kind, or NULL. */
    struct wars_card cards[PW_SEATS][PW_CARDS + 1], *writing;   /* the one in the editor, or NULL */
    struct wars_proof *proofs[PW_SEATS][WARS_PROOFS], *proof;   /* the one at work */
    struct bl_draft *draft;       /* of the one at work, or NULL */
    const struct wars_card *explained;   /* of which it was said what the cost is for */
    bool warned;               /* what is handed in next was warned about */
    enum bl_place place;       /* where a line is asked for … */
    void (*put_above)(struct session *s);   /* … and what stands above it, for the page */
    char line[PLAY_MAX_LINE];  /* what was typed last */
};

/* ---- wars.c --------------------------------------------------------------- */

struct wars *wars_of(struct session *s);
/* What a seat knows now; kept until the next call. */
const struct pw *wars_view(struct session *s, int seat);
/* Asks for a line, which is then in wars->line without white space around it. `live`, if it is
 * not NULL, looks at it while it is typed; a screen of another size is drawn anew by wars->put_above. */
enum line_got wars_ask(struct session *s, enum bl_place place, const char *prompt,
                       const struct play_live *live);
/* The same; false: nothing came, or `cancel`. */
bool wars_asked(struct session *s, enum bl_place place, const char *prompt,
                const struct play_live *live);
/* Makes the move that a text writes. False: it was said why not. */
bool wars_submit(struct session *s, const char *move);
/* Puts a text that cannot be read, with a mark under the place. */
void wars_put_fault(struct session *s, const char *text, const struct bl_fault *fault);
/* A number of at most nine digits; -1: none. */
int64_t wars_number(const char *text);
/* Takes a player from a text, the number or the name; -1: not one has that name. */
int wars_take_player(const struct session *s, const char **text);
/* Any text with canonical statements in it, with words for signs where the screen has only ASCII. */
void wars_put_text(struct bl_text *out, const struct session *s, const char *text);
/* That as cli_put_wrapped does it, but a statement that is longer than a line is broken where a
 * part ends. */
void wars_put_wrapped(struct bl_text *out, const struct session *s, const char *signs_or_words,
                      int at, int indent);

/* What can be typed and what it does, in two columns of the page: the second begins at `indent`. */
void wars_put_row(struct session *s, const char *left, const char *text, int indent);

/* ---- table.c -------------------------------------------------------------- */

/* Pictures are lines, each with its newline and the signs of logic. This puts them wrapped, in at
 * most `rows` rows, 0: any number. Where there are not enough, lines are cut at the end of the
 * screen, and the last one says what shows the rest. Frees the lines; returns the rows. */
int wars_put_lines(struct bl_text *out, const struct session *s, struct bl_text *lines, int rows,
                   const char *rest);
void wars_put_turn(struct bl_text *out, struct session *s, int seat);
void wars_put_table(struct bl_text *out, struct session *s, int seat);
void wars_put_moves(struct bl_text *out, struct session *s);

/* ---- commands.c ----------------------------------------------------------- */

extern const struct word wars_words[];

/* ---- editor.c, statement.c, templates.c ----------------------------------- */

/* `rest` is what was typed after the word: "#3", "#3 rock 5 …". */
void wars_edit(struct session *s, const char *rest);
void wars_buy_rule(struct session *s, const char *rest);

enum outcome { GOES_ON, LEAVES };

/* A whole `edit` line for the card that is being written; and commands of the table that do no harm there. True:
 * that was typed, and it is done. */
bool wars_take_line(struct session *s, struct wars_card *c);
bool wars_obey_beside(struct session *s);
/* The game's own commands; false: it is none. */
bool wars_obey_word(struct session *s, const char *text);
/* Other ways to type signs become those that are read: -> and `implies`. */
void wars_spell(struct bl_text *out, const char *typed);

void wars_keep_statement(struct wars_card *c, const char *text);
/* Reads a statement on its own; forgets the one before. */
bool wars_parse(struct wars *d, const char *text, enum bl_want want, struct bl_statement *out,
                struct bl_fault *fault);
/* Puts what was understood, or what cannot be read and where: then false. */
bool wars_put_statement(struct session *s, const struct wars_card *c);
/* Asks until there is a statement that can be read. */
enum outcome wars_ask_statement(struct session *s, struct wars_card *c);
/* What is said of a line at the table while it is typed: of the statement of `edit` or `buy-rule`;
 * and of one in the assistant. */
void wars_put_table_status(struct session *s, const char *typed, struct bl_text *out);
void wars_put_proof_status(struct session *s, const char *typed, struct bl_text *out);
/* "#3 [TAG [COST]] [STATEMENT]" in parts; card -1: none is named. */
struct bl_draft_card wars_read_start(const struct pw *v, const char *rest);
/* What Tab makes of a name or a word for a sign. */
bool wars_complete(struct session *s, const char *before, struct play_completion *out);

void wars_put_templates(struct session *s, bool rule);
void wars_show_templates(struct session *s, bool rule);
/* The statement that template `number` of that list, from 1, gives; asks for its parameters.
 * False: there is none of this number, or nobody answered. */
bool wars_fill_template(struct bl_text *out, struct session *s, bool rule, unsigned number,
                        enum line_got *got);

/* ---- assistant.c, submit.c, conclude.c, find.c ---------------------------- */

/* Opens the assistant for a proof of that kind. */
void wars_prove(struct session *s, unsigned kind, const char *rest);
/* Goes through the draft with what its seat knows now. */
bool wars_rebuild(struct session *s);
/* Adds one of what follows. */
void wars_add_option(struct session *s, unsigned number);
void wars_put_failure(struct session *s, const char *item, const struct pw_failure *f);
/* "players 1 0", "cards #17": what the prover chooses; s->rest has what stands after the word, here
 * and in what follows. */
void wars_choose(struct session *s);
void wars_put_choices(struct session *s);
/* Gives a name to a proof that is bought. */
void wars_set_name(struct session *s);
/* Makes the draft a move; true: it was accepted. */
bool wars_submit_draft(struct session *s);
/* "by RULE n m [with T] [using NAME]". */
void wars_by(struct session *s);
/* A lemma with its rule named in full; false: there is no such rule, as was said. */
bool wars_spell_rule(struct bl_text *out, const char *lemma);
/* What follows by that line's rule and premises; for a line that does not follow. */
void wars_suggest(struct session *s, const char *item);
void wars_conclusions(struct session *s);
void wars_search(struct session *s);

#endif
