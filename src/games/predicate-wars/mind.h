/* mind.h - how a sensible player of Predicate Wars thinks: what effects are worth, whom to aim at,
 * what to write, what can be proved. It knows a view and nothing else. */
#ifndef BYLAW_PW_MIND_H
#define BYLAW_PW_MIND_H

#include "predicate-wars.h"

enum {
    MIND_INDICES = 4,      /* chosen players, and cards, that are thought of */
    MIND_GOALS = 24,       /* effects to be proved that are thought of */
    MIND_WIN = 1000000,    /* what winning is worth; a point of damage is worth 10 */
};

/* A decision being thought about. */
struct pw_mind {
    const struct pw *s;
    int seat;
    struct bl_stream *rng;
    struct bl_logic *l;
    struct bl_text *out;
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
/* What a card with these function names may be worth when its effect is not known. */
int32_t pw_names_worth(const struct pw_mind *m, const uint8_t names[PW_NAMES]);

/* ---- reason.c ------------------------------------------------------------- */

/* An effect that may follow from a statement, the best first. */
struct pw_goal {
    bl_term effect;
    bl_term key;           /* a statement that must be there too; 0: none */
    struct pw_aim aim;
};

/* Effects that a statement is, or has in it; returns how many. */
unsigned pw_list_goals(const struct pw_mind *m, bl_term statement, struct pw_goal *out,
                       unsigned count);
/* Writes the best proof after a play, or a refutation; false: none is worth it. */
bool pw_reason_proof(struct pw_mind *m);
bool pw_reason_refutation(struct pw_mind *m);

/* ---- write.c -------------------------------------------------------------- */

/* A card as the seat knows it. */
struct pw_known {
    int32_t worth;         /* of the best effect that it gives by itself; 0: it has none */
    int32_t keyed;         /* of the best that it gives with another statement, */
    bl_term key;           /* which is this */
    bl_term term;          /* what it says; 0: not known */
};
struct pw_known pw_know_card(const struct pw_mind *m, unsigned card);
/* What the rules of the table give to every play. */
int32_t pw_rules_worth(const struct pw_mind *m);

/* Writes an edit; false: nothing is worth writing. */
bool pw_write_setup(struct pw_mind *m);
bool pw_write_card(struct pw_mind *m);
bool pw_write_subproof(struct pw_mind *m);
bool pw_write_rule(struct pw_mind *m);
/* The rule that had better be dropped; -1: none. */
int pw_rule_to_drop(const struct pw_mind *m);

#endif
