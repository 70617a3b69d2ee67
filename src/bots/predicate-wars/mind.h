/* mind.h - how a sensible player of Predicate Wars thinks: what effects are worth, whom to aim at,
 * what to write, what can be proved. It knows a view and nothing else. */
#ifndef BYLAW_PW_MIND_H
#define BYLAW_PW_MIND_H

#include "games/predicate-wars/predicate-wars.h"

enum {
    MIND_INDICES = 4,      /* chosen players, and cards, that are thought of */
    MIND_GOALS = 24,       /* effects to be proved that are thought of */
    MIND_STEPS = 6,        /* lemmas that lead to one, as a player sees them at once */
    MIND_WIN = 1000000,    /* what winning is worth; a point of damage is worth 10 */
};

/* A decision being thought about. */
struct pw_mind {
    const struct pw *s;
    int seat;
    struct bl_stream *rng;
    struct bl_logic *l;
    struct bl_text *out;
    enum bl_thought how;
};

/* ---- worth.c -------------------------------------------------------------- */

/* Players and cards to be declared, and what an effect is worth with them. */
struct pw_aim {
    uint8_t players[MIND_INDICES], cards[MIND_INDICES];
    unsigned player_count, card_count;
    int32_t worth;
};

/* What an effect that `prover` proves is worth to the mind's seat. */
int32_t pw_effect_worth(const struct pw_mind *m, const struct pw_values *v, bl_term effect,
                        int prover);
/* The best that the seat can do with an effect of its own. */
void pw_take_aim(const struct pw_mind *m, bl_term effect, struct pw_aim *out);
/* The others who live, clockwise, and the cards that they hold; returns how many these are. */
unsigned pw_list_others(const struct pw *s, int seat, uint8_t *seats, unsigned *seat_count,
                        uint8_t *cards);
/* Whom all hunt, but whoever it is: the one that can take and refute least; -1: where not
 * everything can be refuted, everybody chooses for himself. */
int pw_prey(const struct pw *s, int hunter);
/* How often a seat can play two cards. */
static inline unsigned pw_pairs_of(const struct pw *s, int seat)
{
    return pw_written_in_hand(s, (unsigned)seat) / 2;
}
/* Whether an attack is written on a card, and how many of them a seat has the cards for. */
static inline bool pw_attacks(const struct pw *s, unsigned card)
{
    return s->cards[card].names[BL_ATK - BL_RAND_PLAYER] > 0;
}
/* Whether an action with these function names has an amount that is not the same for all. */
static inline bool pw_counts_often(const uint8_t names[PW_NAMES])
{
    return names[BL_HEALTH - BL_RAND_PLAYER] || names[BL_POWER - BL_RAND_PLAYER];
}
unsigned pw_strikes_of(const struct pw *s, int seat);
/* What a card with these function names may be worth, at a glance. */
int32_t pw_names_worth(const struct pw *s, const uint8_t names[PW_NAMES], unsigned points);

/* Advice, as the contract has it. */
void pw_estimate(const void *state, float *out);
bool pw_propose(const void *view, int seat, bl_move form, struct bl_stream *rng, void *scratch,
                struct bl_text *words, struct bl_play *out);
/* Why a move is a good one, or why there is none better: why.c. */
void pw_reason(const void *view, const struct bl_play *play, struct bl_story *out);
/* Whether the rules let a move through. */
bool pw_is_legal(const struct pw *s, const struct bl_play *play, struct bl_logic *l);

/* ---- reason.c ------------------------------------------------------------- */

/* A lemma on the way from a statement to an effect. Premises are the statement (0), the n-th step
 * (n), or the key. */
struct pw_step {
    uint8_t rule, premises;
    uint8_t premise[2];
    bl_term c;
};
enum { STEP_KEY = 255 };

/* An effect that may follow from a statement, the best first. */
struct pw_goal {
    bl_term effect;
    bl_term key;           /* a statement that must be there too; 0: none */
    struct pw_aim aim;
    uint32_t from;         /* the number of the statement, as it was given */
    unsigned count;
    struct pw_step steps[MIND_STEPS];
};

struct pw_goals {
    unsigned count;
    struct pw_goal goal[MIND_GOALS];
};

/* Adds the effects that a statement is, or has in it, and that the seat can pay for. */
void pw_list_goals(const struct pw_mind *m, bl_term statement, uint32_t number,
                   struct pw_goals *out);
/* Searches for a goal, 0: for a contradiction, within what the seat can pay and so many steps. */
bool pw_search(const struct pw_mind *m, const struct pw_proof *p, bl_term goal, uint32_t steps,
               struct bl_found *found);
/* Writes the best proof after a play; false: none is worth it. */
bool pw_reason_proof(struct pw_mind *m);

/* ---- refute.c ------------------------------------------------------------- */

/* Writes a refutation; false: there is none that is worth it. */
bool pw_reason_refutation(struct pw_mind *m);
/* Taken literally, this subproof refutes anything. */
extern const char pw_refuter[];
enum { REFUTER_PRICE = 22, REFUTATION_POINTS = 12, GENERALISED_POINTS = 44 };
/* Whether a seat still refutes what only the letter refutes: two could do so for ever, and nobody would
 * win. From some round on they fight it out; who thinks of something else on a whim may hold out
 * longer. */
bool pw_is_patient(const struct pw *s, enum bl_thought how);
/* How many proofs a seat can refute with it, and with its proving power; 0: it does not own it. */
unsigned pw_refutations_of(const struct pw *s, unsigned seat);
/* Whether a seat can refute anything without a subproof, which takes more points. */
bool pw_generalises(const struct pw *s, unsigned seat);

/* ---- know.c --------------------------------------------------------------- */

/* A card as the seat knows it. */
struct pw_known {
    int32_t worth;         /* of the best effect that it gives by itself; 0: it has none */
    int32_t keyed;         /* of the best that it gives with another statement, */
    bl_term key;           /* which is this */
    bl_term term;          /* what it says; 0: not known */
};
/* The letter that a card is, A to Z; 0: it is none. */
char pw_key_of(const struct pw *s, unsigned card);
/* The statement in a slot of the pool; 0: it cannot be read. */
bl_term pw_statement_of(const struct pw_mind *m, unsigned slot);
struct pw_known pw_know_card(const struct pw_mind *m, unsigned card);
struct pw_known pw_know_statement(const struct pw_mind *m, bl_term t);
/* What the rule in a slot gives to every play, 0: nothing; and the best that any of them gives. */
int32_t pw_rule_worth(const struct pw_mind *m, unsigned rule);
int32_t pw_rules_worth(const struct pw_mind *m);
/* A rule that denies attacks, with which they can be refuted; -1: there is none. */
int pw_ban(const struct pw_mind *m);

/* Whether the deck has not a blank card for everybody any more: what is written on then are cards
 * that cost nothing. */
bool pw_blanks_are_few(const struct pw *s);

/* ---- write.c -------------------------------------------------------------- */

/* Writes an edit; false: nothing is worth writing. */
bool pw_write_setup(struct pw_mind *m);
bool pw_write_a_card(struct pw_mind *m);
bool pw_write_subproof(struct pw_mind *m);
/* The effect that is worth most as a rule, and what it costs; false: there is none. */
bool pw_put_rule_effect(struct pw_mind *m, int32_t *price);

/* ---- rules.c -------------------------------------------------------------- */

/* One more than the points for which a short search refutes a statement where the rules are sound: under
 * `rule`, or where that is 0 under those in force; 0: it finds nothing. */
uint32_t pw_refuted_for(const struct pw_mind *m, bl_term statement, bl_term rule);
bool pw_write_rule(struct pw_mind *m);
/* Drops the rule that had better be dropped, or passes. */
bl_move pw_decide_drop(const struct pw_mind *m);

/* ---- invent.c: at random, for bots that try everything ---------------------- */

/* One of a list. */
#define PICK(i, list) (list)[bl_below((i)->rng, sizeof(list) / sizeof *(list))]

/* A WFF, small; its variables are mostly bound. */
void pw_invent_statement(struct bl_stream *rng, struct bl_text *out);
/* Lemmas that follow: at most one for each of `tries` rules, drawn with their premises. */
void pw_invent_lemmas(struct pw_proof *p, struct bl_stream *rng, unsigned tries);
/* The lemmas of a proof as a move has them, with a space before each. */
void pw_put_lemmas(const struct pw_proof *names, const struct bl_proof *p, struct bl_text *out);
/* A proof, with whom and what `names` has chosen, and a refutation, as moves; the subproofs that
 * they use are those of `names`. */
void pw_put_proof(const struct pw_proof *names, const struct bl_proof *p, uint32_t line,
                  struct bl_text *out);
void pw_put_refutation(const struct pw_proof *names, const struct bl_proof *p,
                       const uint32_t lines[2], struct bl_text *out);
/* Whether two numbers are compared, and wrongly. */
bool pw_is_false_comparison(const struct bl_logic *l, bl_term t);

#endif
