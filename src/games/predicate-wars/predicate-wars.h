/* predicate-wars.h - Predicate Wars: its state, its clauses, how its moves are encoded. */
#ifndef BYLAW_PREDICATE_WARS_H
#define BYLAW_PREDICATE_WARS_H

#include <string.h>

#include "bylaw/game.h"
#include "bylaw/logic.h"
#include "core/cite.h"
#include "logic/pack.h"
#include "numbers.h"

enum {
    PW_NO_CLAUSE,
#define CLAUSE BL_CLAUSE_SYMBOL
#include "clauses.def"
#undef CLAUSE
    PW_CLAUSES
};

enum {
    PW_SEATS = 16,
    PW_CARDS = 160,
    PW_RULES = 32,
    PW_SUBPROOFS = 256,       /* of one owner */
    PW_CHOSEN = 256,          /* players, or cards, that a proof declares */
    PW_NAME_MAX = 32,         /* characters of a subproof's name */
    PW_NAMES = BL_NAMES - BL_RAND_PLAYER,   /* of game, predicate and action functions */
    PW_TEXT_MAX = 12288,      /* more than a statement with its reason takes as text */
    PW_ITEM_MAX = BL_PACKED_MAX + BL_PACKED_REASON_MAX,
};

/* ---- options and rulings -------------------------------------------------- */

enum { OPTION_DECK, OPTION_OWNED, OPTION_DEALT, OPTION_HEALTH, OPTION_POWER, OPTION_POTENCY,
       OPTION_RULES, OPTION_BASE_RULES, PW_OPTIONS };
enum { BASE_AUTHOR, BASE_NONE };

enum { RULING_LOGIC, RULING_EVALUATION, RULING_PROOF_COST, PW_RULINGS };
enum { LOGIC_AS_WRITTEN, LOGIC_SOUND };
enum { EVALUATION_YES, EVALUATION_NO };
enum { COST_POINTS, COST_LINES, COST_BOTH };

enum { CHANCE_TAKER, CHANCE_FIRST, CHANCE_RAND_PLAYERS, CHANCE_RAND_CARDS, CHANCE_SHUFFLE,
       PW_CHANCES };

/* ---- state ---------------------------------------------------------------- */

enum pw_phase { PHASE_SETUP, PHASE_CREATION, PHASE_EDITING, PHASE_CLAIMING, PHASE_PLAYING,
                PHASE_PROVING, PHASE_REFUTING, PHASE_PROOFS, PHASE_RULES, PHASE_RULE_REFUTING,
                PHASE_DROPS, PHASE_OVER, PW_PHASES };
enum { TAG_ROCK, TAG_PAPER, TAG_SCISSORS, PW_TAGS };
enum { TAKES_NULL, TAKES_FALSE, TAKES_TRUE };
enum { PW_BLANK, PW_EDITED, PW_UNSEEN };   /* unseen: in a view, edited but its effect not seen */

/* What the name of a subproof is made of. */
#define PW_NAME_CHARS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-"
#define PW_NOBODY 0xff                     /* a seat: in a view, the creator; in a move, none there is */
#define PW_NO_CARD 0xffu                   /* a card, in a move: none there is */

/* A set of cards by id. */
struct pw_set {
    uint64_t word[3];
};

struct pw_card {
    uint8_t kind;               /* PW_BLANK … */
    uint8_t tag;
    uint8_t creator;
    uint8_t names[PW_NAMES];    /* how often each function name occurs: public */
    uint8_t unused;
    uint16_t seen;              /* the seats that have seen the effect */
    uint16_t points;
    int32_t cost;
};

struct pw_seat {
    int32_t health, power, potency, proving;
    struct pw_set hand;
    uint8_t alive;
    uint8_t unused[5];
    uint16_t subproofs;         /* how many are owned */
};

/* What is written at a table lies in one pool, packed (pool.c), in the order of these slots
 * and without gaps; the rest of the pool is 0. */
enum {
    SLOT_CARD = 0,
    SLOT_RULE = SLOT_CARD + PW_CARDS,
    SLOT_SUBPROOFS = SLOT_RULE + PW_RULES,          /* one a seat: all that it owns */
    SLOT_LEMMAS = SLOT_SUBPROOFS + PW_SEATS,        /* of the proof, or the new rule */
    SLOT_PLAYERS,                                   /* chosen, a byte each */
    SLOT_CHOSEN_CARDS,                              /* likewise */
    PW_SLOTS
};

/* The pool has room for all that the rules let anybody write. Only subproofs have no bound in the
 * rules, since axioms cost nothing: there is an end to what the seats own, and each has an equal
 * share. */
enum {
    PW_PROOF_MAX = BL_LEMMAS_MAX * PW_ITEM_MAX,
    PW_SUBPROOFS_MAX = 1 << 20,
    PW_POOL = (PW_CARDS + PW_RULES) * BL_PACKED_MAX + PW_SUBPROOFS_MAX + PW_PROOF_MAX +
              2 * PW_CHOSEN,
};

/* Bytes past the end of a list are 0, and so is whatever its phase does not use, but that a
 * card or seat of which there is none is -1. The pool comes last: it is hardly ever full, and what
 * of it is not in use is neither copied nor compared (pw_extent). */
struct pw {
    struct bl_head head;
    uint8_t viewer;                   /* 0: all is known; 1: a spectator; 2 + the seat that sees it */
    uint8_t phase;                    /* enum pw_phase */
    int8_t turn;                      /* whose turn of the phase it is; -1 when over */
    int8_t winner;
    int32_t round;
    struct pw_seat seats[PW_SEATS];
    struct pw_card cards[PW_CARDS];
    uint8_t deck_count, discard_count, drop_count, dead_count;
    uint8_t deck[PW_CARDS];           /* the top one last */
    uint8_t discard[PW_CARDS], drop[PW_CARDS];   /* the oldest first */
    uint8_t dead[PW_SEATS];           /* in the order of dying */
    int32_t prices[PW_RULES];         /* 0: the slot is empty */

    uint8_t takes[PW_SEATS];          /* I: TAKES_… */
    int16_t edited[PW_SEATS];         /* II, III: the card that each edited */
    int8_t first;                     /* III: who began */
    uint8_t claims;                   /* III: made in this turn */
    uint8_t left_count;
    uint16_t remaining;               /* IV, the current or the last one */
    uint8_t unused[3];
    uint8_t left[PW_SEATS];           /* in the order of leaving or dying */
    int16_t previous_main;            /* IV */
    int16_t played[2];                /* while proving or refuting */
    uint8_t rand_player_count, rand_card_count;
    uint8_t rand_players[PW_SEATS], rand_cards[PW_CARDS];
    uint16_t effect;                  /* refuting: the number of the statement that counts */
    int32_t price;                    /* rule-refuting: of the new rule */
    uint8_t asked_count;
    uint8_t asked[PW_SEATS];          /* who accepted, in the order of asking */

    uint32_t used;                    /* of the pool */
    uint32_t sizes[PW_SLOTS];
    uint8_t pool[PW_POOL];
};

static inline uint32_t pw_extent(const void *state)
{
    return (uint32_t)offsetof(struct pw, pool) + ((const struct pw *)state)->used;
}

/* Nothing but a set-up. */
static inline void pw_clear(void *state, const struct bl_setup *setup)
{
    struct pw *s = state;
    memset(s, 0, pw_extent(s));
    s->head.setup = *setup;
    s->first = -1;
    s->previous_main = s->played[0] = s->played[1] = -1;
    memset(s->edited, -1, sizeof s->edited);
}

extern const struct bl_game bl_game_predicate_wars;
/* How it is played well is not for the rules to know: src/bots/predicate-wars defines this. */
extern const struct bl_advice pw_advice;
extern const struct bl_teaching pw_teaching;   /* src/draft/lessons.c */
extern const struct bl_telling pw_telling;

extern const char *const pw_phase_names[PW_PHASES], *const pw_tag_names[PW_TAGS];

/* ---- sets, seats ---------------------------------------------------------- */

static inline bool pw_in(const struct pw_set *set, unsigned card)
{
    return set->word[card / 64] >> card % 64 & 1;
}

static inline void pw_add(struct pw_set *set, unsigned card)
{
    set->word[card / 64] |= UINT64_C(1) << card % 64;
}

static inline void pw_remove(struct pw_set *set, unsigned card)
{
    set->word[card / 64] &= ~(UINT64_C(1) << card % 64);
}

static inline unsigned pw_size(const struct pw_set *set)
{
    return (unsigned)(__builtin_popcountll(set->word[0]) + __builtin_popcountll(set->word[1]) +
                      __builtin_popcountll(set->word[2]));
}

/* The cards of a set, ascending; returns how many. */
static inline unsigned pw_list(const struct pw_set *set, uint8_t *out)
{
    unsigned n = 0;
    for (unsigned w = 0; w < 3; w++)
        for (uint64_t rest = set->word[w]; rest; rest &= rest - 1)
            out[n++] = (uint8_t)(w * 64 + (unsigned)__builtin_ctzll(rest));
    return n;
}

static inline unsigned pw_players(const struct pw *s)
{
    return s->head.setup.players;
}

static inline unsigned pw_card_count(const struct bl_setup *setup)
{
    return (unsigned)(setup->options[OPTION_DECK] +
                      setup->players * setup->options[OPTION_OWNED]);
}

static inline unsigned pw_living_set(const struct pw *s)
{
    unsigned set = 0;
    for (unsigned i = 0; i < pw_players(s); i++)
        set |= (unsigned)s->seats[i].alive << i;
    return set;
}

static inline unsigned pw_living(const struct pw *s)
{
    return (unsigned)__builtin_popcount(pw_living_set(s));
}

static inline bool pw_is_literal(const struct pw *s)
{
    return s->head.setup.rulings[RULING_LOGIC] == LOGIC_AS_WRITTEN;
}

/* The next living seat clockwise; the seat itself if it is the only one. */
static inline int pw_next_living(const struct pw *s, int seat)
{
    do
        seat = (seat + 1) % s->head.setup.players;
    while (!s->seats[seat].alive);
    return seat;
}

static inline int pw_first_living(const struct pw *s)
{
    return pw_next_living(s, (int)pw_players(s) - 1);
}

/* The next living seat with a higher number; -1: there is none. */
static inline int pw_later_living(const struct pw *s, int seat)
{
    for (seat++; seat < (int)pw_players(s); seat++)
        if (s->seats[seat].alive)
            return seat;
    return -1;
}

/* Who holds a card; -1: nobody. */
static inline int pw_owner(const struct pw *s, unsigned card)
{
    for (unsigned i = 0; i < pw_players(s); i++)
        if (pw_in(&s->seats[i].hand, card))
            return (int)i;
    return -1;
}

static inline bool pw_edited(const struct pw *s, unsigned card)
{
    return s->cards[card].kind != PW_BLANK;
}

static inline unsigned pw_blanks_in_deck(const struct pw *s)
{
    unsigned n = 0;
    for (unsigned i = 0; i < s->deck_count; i++)
        n += !pw_edited(s, s->deck[i]);
    return n;
}

/* The cards in a seat's hand that something is written on. */
static inline unsigned pw_written_in_hand(const struct pw *s, unsigned seat)
{
    uint8_t hand[PW_CARDS];
    unsigned n = pw_list(&s->seats[seat].hand, hand), written = 0;
    for (unsigned i = 0; i < n; i++)
        written += pw_edited(s, hand[i]);
    return written;
}

/* IV.4: rock beats scissors, scissors beat paper, paper beats rock. */
static inline bool pw_beats(unsigned tag, unsigned other)
{
    return (other + 1) % PW_TAGS == tag;
}

/* IV.4: whether a card may be the main one after the previous main card. */
static inline bool pw_may_follow(const struct pw *s, unsigned card)
{
    if (s->previous_main < 0)
        return true;
    const struct pw_card *before = &s->cards[s->previous_main], *now = &s->cards[card];
    return !pw_beats(before->tag, now->tag) || before->points > now->points;
}

/* The least empty slot for a rule; -1: there is none. */
static inline int pw_free_slot(const struct pw *s)
{
    for (int i = 0; i < s->head.setup.options[OPTION_RULES]; i++)
        if (s->prices[i] == 0)
            return i;
    return -1;
}

/* What a proof costs; IV.8, P.8. */
static inline uint32_t pw_proof_cost(const struct pw *s, uint32_t points, uint32_t lemmas)
{
    switch (s->head.setup.rulings[RULING_PROOF_COST]) {
    case COST_LINES: return lemmas;
    case COST_BOTH: return points + lemmas;
    default: return points;
    }
}

static inline bool pw_can_pay_proof(const struct pw *s, int64_t power, int64_t cost)
{
    return s->head.setup.rulings[RULING_PROOF_COST] == COST_LINES ? power >= cost : power > cost;
}

/* Whether the game is in its Phase IV. */
static inline bool pw_in_fight(const struct pw *s)
{
    return s->phase >= PHASE_PLAYING && s->phase <= PHASE_REFUTING;
}

/* Whether there was a Phase IV yet: then `remaining` and `left` count. */
static inline bool pw_fought(const struct pw *s)
{
    return s->round > 1 || s->phase >= PHASE_PLAYING;
}

/* All cards that somebody holds. */
static inline struct pw_set pw_owned(const struct pw *s)
{
    struct pw_set owned = {{0}};
    for (unsigned i = 0; i < pw_players(s); i++)
        for (unsigned w = 0; w < 3; w++)
            owned.word[w] |= s->seats[i].hand.word[w];
    return owned;
}

static inline unsigned pw_everybody(const struct pw *s)
{
    return (1u << pw_players(s)) - 1;
}

/* ---- the pool: pool.c ----------------------------------------------------- */

const uint8_t *pw_slot(const struct pw *s, unsigned slot);
/* The same, and where it ends. */
static inline const uint8_t *pw_slot_ends(const struct pw *s, unsigned slot, const uint8_t **end)
{
    const uint8_t *at = pw_slot(s, slot);
    *end = at + s->sizes[slot];
    return at;
}
void pw_slot_clear(struct pw *s, unsigned slot);
void pw_slot_append(struct pw *s, unsigned slot, const uint8_t *bytes, size_t size);
/* A slot with one statement as text. */
void pw_put_slot(const struct pw *s, unsigned slot, struct bl_text *out);
/* Writes a packed statement on a card, with its points and names. */
void pw_write_card(struct pw *s, unsigned card, const uint8_t *packed, size_t size);

/* A subproof that a seat owns: its name, and its items. */
struct pw_subproof {
    char name[PW_NAME_MAX + 1];
    const uint8_t *items, *end;
};
/* The subproofs of a seat one by one, as they were bought; *at begins as 0. False: no more. */
bool pw_next_subproof(const struct pw *s, unsigned seat, size_t *at, struct pw_subproof *out);
/* A new one, without items yet; they are appended to the seat's slot, then it is closed. */
size_t pw_open_subproof(struct pw *s, unsigned seat, const char *name, size_t size);
void pw_close_subproof(struct pw *s, unsigned seat, size_t opened);
/* What a subproof takes beside its items, and what those of one seat may take together. */
static inline size_t pw_subproof_head(size_t name)
{
    return 1 + name + 4;
}
static inline size_t pw_subproofs_room(const struct pw *s)
{
    return PW_SUBPROOFS_MAX / s->head.setup.players;
}

/* ---- moves ---------------------------------------------------------------- */

/* Bits 24-28 the kind; 0-7 and 8-15 cards, or 0-7 the slot of a rule. An open move has BL_OPEN;
 * of an edit, bits 0-7 are the card. What is played of an open move is a struct pw_words. */
enum { MOVE_DONE, MOVE_TAKE, MOVE_PASS, MOVE_CLAIM, MOVE_PLAY, MOVE_DISCARD, MOVE_LEAVE,
       MOVE_DECLINE, MOVE_ACCEPT, MOVE_DROP_RULE,
       MOVE_EDIT, MOVE_PROVE, MOVE_REFUTE, MOVE_BUY_PROOF, MOVE_BUY_RULE, PW_MOVES };

#define PW_MOVE(kind, a, b) ((bl_move)(kind) << 24 | (bl_move)(b) << 8 | (bl_move)(a))
#define PW_FORM(kind, a) (BL_OPEN | PW_MOVE(kind, a, 0))

static inline unsigned pw_kind(bl_move m) { return m >> 24 & 31u; }
static inline unsigned pw_first_of(bl_move m) { return m & 255u; }
static inline unsigned pw_second_of(bl_move m) { return m >> 8 & 255u; }

const char *pw_move_word(unsigned kind);   /* "claim", what such a move begins with */

/* ---- what an open move says: words.c -------------------------------------- */

/* How the data of an open move begins. Behind it stand, without gaps, the chosen players and the
 * chosen cards (a byte each), the name of a subproof, and then the statement or the items of the
 * proof, packed. Whoever gets a move finds it read already. */
struct pw_words {
    uint8_t kind;                    /* MOVE_EDIT … MOVE_BUY_RULE */
    uint8_t card, tag;               /* edit */
    uint8_t name_size;               /* buy-proof */
    uint16_t player_count, card_count;
    int32_t cost;                    /* edit: the power cost; buy-rule: the price */
    uint32_t points, lemmas;         /* of the statement, or of all lemmas; how many these are */
    uint32_t result_count;           /* after =>: 1 or, in a refutation, 1 or 2 */
    uint32_t result[2];
};

struct pw_written {
    struct pw_words w;
    const uint8_t *players, *cards;
    const char *name;
    const uint8_t *body, *end;
};

/* What the move says; false: nothing was written. */
bool pw_written(const struct bl_play *play, struct pw_written *out);
/* Reads an open move. Its data, or what is wrong with the text, is put on to the end of `room`,
 * which the text does not lie in. */
const struct bl_fact *pw_read_open(struct bl_logic *l, const char *text, struct bl_play *out,
                                   struct bl_text *room);
/* An open move being read: all of its text but the statements. */
struct pw_reading {
    const char *text;
    size_t size, at;
    struct bl_fault *fault;
    struct pw_words w;
    uint8_t players[PW_CHOSEN], cards[PW_CHOSEN];
    size_t name, body, body_end;     /* where these stand; the body is the statement or the items */
};
bool pw_read_words(struct pw_reading *r, const char *text, struct bl_fault *fault);
/* The items of a proof one by one: false when there are no more. *at begins as `body`. */
bool pw_next_item(const struct pw_reading *r, size_t *at, size_t *from, size_t *to);
/* What a proof declares to be chosen, as it is written: " players=2,0 cards=#17". */
void pw_put_chosen(struct bl_text *out, const uint8_t *players, unsigned player_count,
                   const uint8_t *cards, unsigned card_count);

/* A packed statement in words: "the chosen player is attacked for 20". False, and nothing is put: no
 * words would be understood, and it keeps its signs. plain.c */
bool pw_put_plain(struct bl_text *out, const uint8_t *packed, const uint8_t *end,
                  const struct bl_voice *voice);
/* The same of one that is written out. */
bool pw_say_plain(struct bl_text *out, const char *statement, const struct bl_voice *voice);

/* ---- proofs at the table: proofs.c ---------------------------------------- */

/* A value that a term has; the number, the seat or the card. */
struct pw_value {
    enum { VALUE_NONE, VALUE_NUMBER, VALUE_PLAYER, VALUE_CARD } kind;
    int64_t of;
};

/* What game functions refer to: a state, and what is chosen and drawn (none in a rule's
 * refutation). */
struct pw_values {
    struct bl_values values;         /* for the kernel */
    const struct pw *s;
    const uint8_t *players, *cards;  /* chosen */
    unsigned player_count, card_count;
    bool drawn;                      /* whether the random values count */
};
void pw_values_init(struct pw_values *v, const struct pw *s);
void pw_values_chosen(struct pw_values *v, const uint8_t *players, unsigned player_count,
                      const uint8_t *cards, unsigned card_count);

/* X.1: the action of a game effect, 0 if the statement is none; *condition, for whoever wants to know
 * it, is 0 if specific. */
bl_term pw_effect_action(const struct bl_logic *l, bl_term t, bl_term *condition);

/* X.2, X.3: what an action does, to whom it is a player who is alive, and by how much; each
 * distinct one once. There are at most PW_SEATS; what has no value does nothing. */
struct pw_deed {
    int seat;
    int64_t much;
};
unsigned pw_deeds(const struct pw_values *v, const struct bl_logic *l, bl_term action,
                  bl_term condition, struct pw_deed *out);
/* A.1: the chosen card that the prover gets by a claim; -1: none. */
int pw_claimed(const struct pw_values *v, struct pw_deed d, int prover);

/* A proof under way, with the names of the subproofs that may be used. */
struct pw_proof {
    struct bl_logic *l;
    const struct pw *s;
    struct bl_proof *proof;
    struct pw_values values;
    struct bl_named_proof named[2 * PW_SUBPROOFS];
    unsigned named_count;
    unsigned own;                    /* while subproofs are added: from here on they may be used */
    struct bl_proof *unknown;        /* stands for a subproof that is not there */
};

/* Where a lemma failed. */
struct pw_failure {
    unsigned rule;                   /* the number of the rule; 0: it cannot be read */
    enum bl_why why;
    unsigned lemma;                  /* from 1 */
    struct bl_fault fault;           /* where it cannot be read */
};

/* Without axioms and subproofs; forgets everything in `l`. */
void pw_proof_bare(struct pw_proof *p, struct bl_logic *l, const struct pw *s);
/* The axioms and subproofs that a seat has for: a proof after a play; a refutation of the proof,
 * or of the rule, that is under way; a subproof to be bought. */
void pw_proof_begin(struct pw_proof *p, struct bl_logic *l, const struct pw *s, int seat,
                    unsigned kind);
/* Adds one item: the next that is packed, or one that is given as text. */
bool pw_proof_packed(struct pw_proof *p, const uint8_t **at, const uint8_t *end,
                     struct pw_failure *f);
bool pw_proof_item(struct pw_proof *p, const char *text, size_t size, struct pw_failure *f);
/* A subproof that may be used; NULL: none has that name. */
struct bl_proof *pw_find_named(const struct pw_proof *p, const char *name, size_t size);
/* Statement `number` of the proof under way, or with `by` of a refutation of it, packed; false:
 * there is none. */
bool pw_find_statement(const struct pw *s, const struct pw_written *by, unsigned number,
                       const uint8_t **at, const uint8_t **end);
/* The rules that are there from the start, as text; NULL: no more. */
const char *pw_base_rule(unsigned number);
/* How many axioms a proof has after a play, or with `new_rule` a rule's refutation. */
unsigned pw_axiom_count(const struct pw *s, bool new_rule);
/* How many lemmas the proof under way has. */
unsigned pw_lemma_count(const struct pw *s);
/* Puts the items of a subproof into a proof that may use the earlier ones; false: one does not
 * follow. */
bool pw_proof_subproof(struct pw_proof *p, const struct pw_subproof *subproof,
                       struct pw_failure *f);

/* ---- what is written, as JSON: state.c ------------------------------------- */

/* A packed statement, or a packed line of a proof, by that printer. */
void pw_json_packed(struct bl_text *out, const uint8_t **at, const uint8_t *end,
                    void (*print)(const uint8_t **, const uint8_t *, bool, struct bl_text *));
/* Members: "lemmas", and seats or cards. */
void pw_json_lemmas(struct bl_text *out, const uint8_t *at, const uint8_t *end);
void pw_json_numbers(struct bl_text *out, const char *name, const uint8_t *numbers, unsigned count);

/* ---- the rest of the contract --------------------------------------------- */

uint32_t pw_action_count(const struct bl_setup *setup);
bool pw_is_written(const struct bl_setup *setup, bl_move m);
bl_move pw_action_move(const struct bl_setup *setup, uint32_t action);
uint32_t pw_action_of(const struct bl_setup *setup, bl_move m);
extern const struct bl_fields pw_fields;
void pw_finish(struct bl_json *in, void *state);
void pw_hide_unseen(void *view, int seat);
void pw_guess(void *view, int seat, struct bl_stream *rng);
void *pw_scratch_new(void);
void pw_scratch_free(void *scratch);
const struct bl_fact *pw_read_move(const void *state, int seat, const char *text,
                                   struct bl_play *out, struct bl_text *room);
void pw_put_move(const void *state, const struct bl_play *play, struct bl_text *out);
void pw_put_parts(const void *state, const struct bl_play *play, struct bl_text *out);
void pw_hide_play(const void *state, struct bl_play *play);
void pw_put_card(uint16_t item, struct bl_text *out);
int pw_read_card(const char *text);

/* ---- the table for people: table.c ----------------------------------------- */

void pw_put_table(const void *view, int seat, const struct bl_look *look, struct bl_text *out);
/* Parts of it, in lines with their newlines, which may be longer than a screen: the phase, without
 * one; the seats; what matters in the phase; the rest. */
void pw_put_headline(struct bl_text *out, const struct pw *v, const struct bl_look *look);
void pw_put_seats(struct bl_text *out, const struct pw *v, const struct bl_look *look, int seat);
void pw_put_body(struct bl_text *out, const struct pw *v, const struct bl_look *look, int seat);
void pw_put_rest(struct bl_text *out, const struct pw *v, const struct bl_look *look, int seat);
/* A card with all that may be seen of it; and on a line of its own. */
void pw_put_card_seen(struct bl_text *out, const struct pw *v, const struct bl_look *look,
                      unsigned card);
void pw_put_card_line(struct bl_text *out, const struct pw *v, const struct bl_look *look,
                      const char *title, int card);
/* `own`: its title; NULL: whose it is. */
void pw_put_hand(struct bl_text *out, const struct pw *v, const struct bl_look *look, int seat,
                 const char *own);
void pw_put_deck(struct bl_text *out, const struct pw *v, const struct bl_look *look,
                 const char *title);
void pw_put_rules(struct bl_text *out, const struct pw *v, const struct bl_look *look);
void pw_put_piles(struct bl_text *out, const struct pw *v, const struct bl_look *look);
void pw_put_subproofs(struct bl_text *out, const struct pw *v, const struct bl_look *look, int seat);

#endif
