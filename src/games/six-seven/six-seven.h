/* six-seven.h - the state of a game of Six-Seven, its moves, and the code of a stack. */
#ifndef BYLAW_SIX_SEVEN_H
#define BYLAW_SIX_SEVEN_H

#include "bylaw/game.h"
#include "core/cards.h"

enum {
    SIX_SEVEN_NO_CLAUSE,
#define CLAUSE BL_CLAUSE_SYMBOL
#include "clauses.def"
#undef CLAUSE
    SIX_SEVEN_CLAUSES
};

#define NUMBER_CARDS 40
#define FACE_CARDS 12
#define MAX_STACKS FACE_CARDS   /* every stack has a face card of its own */
#define SIDE_MAX 3              /* what a king holds on each side */
#define TOP_VALUE 10
#define NUMBER_SET UINT64_C(0x03ff03ff03ff03ff)
#define FACE_SET UINT64_C(0x1c001c001c001c00)

/* ---- moves ---------------------------------------------------------------- */

/* Where the flipped card goes. */
enum { TO_LEFT, TO_RIGHT, TO_MATCH, TO_HAND };

/* What a collection is announced as. A card placed as a Match without another word is
 * BY_NOTHING in a move and BY_MATCH in what was collected. */
enum { BY_NOTHING, BY_SIX_SIX, BY_SEVEN_SEVEN, BY_ZERO, BY_SIX_SEVEN, BY_MATCH };

/* A move: the place in bits 0-1, the announcement in bits 2-4, the stack in bits 8-11. */
#define SIX_SEVEN_FORM(place, by) ((place) | (by) << 2)
#define SIX_SEVEN_MOVE(place, by, id) \
    ((bl_move)SIX_SEVEN_FORM(place, by) | (bl_move)(id) << 8)
#define SIX_SEVEN_KEEP SIX_SEVEN_MOVE(TO_HAND, BY_NOTHING, 0)

static inline unsigned move_place(bl_move m) { return m & 3; }
static inline unsigned move_by(bl_move m) { return m >> 2 & 7; }
static inline unsigned move_stack(bl_move m) { return m >> 8; }

/* ---- the state ------------------------------------------------------------ */

/* A stack on the table. Piles are stored bottom first; what is not used is 0. The match
 * slot is the third pile: it holds a card only while the stack is being collected. */
struct six_stack {
    bl_card face;
    uint8_t size[3];                /* by place: left, right, match slot */
    bl_card pile[3][SIDE_MAX];
};

/* A stack that was collected. How its cards were spread over the two sides is not kept. */
struct six_take {
    uint8_t count;                  /* of cards; 0: this face card was not collected */
    uint8_t by;
    uint8_t seat;
    uint8_t order;                  /* how many stacks the seat had collected before */
    bl_card cards[2 + 2 * SIDE_MAX];   /* face, left pile, right pile, match card */
};

struct six_seven {
    struct bl_head head;
    bl_card kept[MAX_STACKS];       /* by seat; BL_NO_CARD: none */
    bl_card flipped;                /* BL_NO_CARD when the game is over */
    uint8_t numbers_left, faces_left;
    uint8_t ended;                  /* the clause that ended the game; 0: not over */
    int8_t stuck;                   /* the first seat that kept a card; -1: nobody */
    int8_t last_placed;             /* -1: nobody */
    uint16_t row;                   /* set of the stacks on the table, by number */
    uint16_t fits[16];              /* derived: on which stacks a card of rank r can be played */
    uint16_t code[MAX_STACKS];      /* derived: what a stack can take; see below */
    struct six_stack stacks[MAX_STACKS];   /* by number; 0 when not on the table */
    bl_card numbers[NUMBER_CARDS], faces[FACE_CARDS];   /* the next card last */
    struct six_take takes[FACE_CARDS];     /* by face card */
    uint32_t score[MAX_STACKS];     /* derived: by seat; compares as §9.1 to §9.3 do */
};

/* A score has one field a step of §9, the weightiest highest. */
#define SCORE(faces, cards, six_sevens) \
    ((uint32_t)(faces) << 16 | (uint32_t)(cards) << 8 | (uint32_t)(six_sevens))

static inline unsigned score_faces(uint32_t score) { return score >> 16; }
static inline unsigned score_cards(uint32_t score) { return score >> 8 & 255; }
static inline unsigned score_six_sevens(uint32_t score) { return score & 255; }

/* §10 */
static inline unsigned card_value(bl_card c) { return bl_french_rank(c) + 1; }
/* §2.2 */
static inline unsigned face_capacity(bl_card face) { return bl_french_rank(face) - BL_JACK + 1; }
static inline unsigned face_index(bl_card face)
{
    return bl_french_suit(face) * 3 + bl_french_rank(face) - BL_JACK;
}

/* The number of the next stack: every face card revealed so far made one. */
static inline unsigned stacks_made(const struct six_seven *s)
{
    return FACE_CARDS - s->faces_left;
}

/* ---- the code of a stack -------------------------------------------------- */

/* What decides which cards a stack can take, and how it may then be collected, in one
 * number: bits 0-4 the Sum, 5 room on the left, 6 room on the right, 7 a visible 6, 8 a
 * card on the right leaves some side full; above them what these four are made from: the
 * room left on each side (bits 9-10, 11-12), a 6 on top of each (bits 13, 14). */
enum {
    CODE_SUM = 31,
    CODE_LEFT = 1 << 5,
    CODE_RIGHT = 1 << 6,
    CODE_SIX = 1 << 7,
    CODE_FULL = 1 << 8,
    CODE_INDEX = 511,   /* the bits that decide */
    CODE_ROOM = 9       /* where the rest begins */
};

#define FLAGS(left, right, six)                                                    \
    (uint8_t)(((left) > 0) | ((right) > 0) << 1 | ((six) > 0) << 2 |               \
              ((left) == 0 || (right) == 1) << 3)
#define FLAGS_LEFT(right, six) \
    FLAGS(0, right, six), FLAGS(1, right, six), FLAGS(2, right, six), FLAGS(3, right, six)
#define FLAGS_SIDES(six) \
    FLAGS_LEFT(0, six), FLAGS_LEFT(1, six), FLAGS_LEFT(2, six), FLAGS_LEFT(3, six)

static const uint8_t six_seven_flags[64] = {FLAGS_SIDES(0), FLAGS_SIDES(1), FLAGS_SIDES(2),
                                            FLAGS_SIDES(3)};

static inline unsigned code_of(unsigned sum, unsigned rest)
{
    return sum | (unsigned)six_seven_flags[rest] << 5 | rest << CODE_ROOM;
}

/* An empty stack whose sides hold `capacity` cards each. */
static inline unsigned code_empty(unsigned capacity)
{
    return code_of(0, capacity | capacity << 2);
}

/* After a card of this rank has landed on a side that had room for it. */
static inline unsigned code_landed(unsigned code, unsigned side, unsigned rank)
{
    unsigned change = ((rank + 1) ^ (0u - side)) + side;   /* §3.2: plus or minus the value */
    unsigned rest = (code >> CODE_ROOM) - (1u << 2 * side);
    rest = (rest & ~(16u << side)) | (unsigned)(rank == BL_SIX) << (4 + side);
    return code_of(((code & CODE_SUM) + change) & CODE_SUM, rest);
}

/* The ranks that can be played on a stack with this code: all while there is room on the
 * left; then up to the Sum while there is room on the right; then those that match. */
static inline unsigned code_ranks(unsigned code)
{
    unsigned sum = code & CODE_SUM, all = (1u << TOP_VALUE) - 1;
    unsigned below = (1u << sum) - 1, equal = (1u << sum) >> 1;
    unsigned then = code & CODE_RIGHT ? below : equal;
    return (code & CODE_LEFT ? all : then) & all;
}

/* Keeps what is derived from a stack; 0 for one that is not on the table. */
static inline void note_code(struct six_seven *s, unsigned id, unsigned code)
{
    static const uint16_t lane[16] = {1 << 0, 1 << 1, 1 << 2, 1 << 3, 1 << 4, 1 << 5, 1 << 6,
                                      1 << 7, 1 << 8, 1 << 9};
    uint16_t ranks = (uint16_t)code_ranks(code), stack = (uint16_t)(1u << id);
    s->code[id] = (uint16_t)code;
    for (int r = 0; r < 16; r++)
        s->fits[r] = (uint16_t)((s->fits[r] & ~stack) | (ranks & lane[r] ? stack : 0));
}

/* ---- shared by the two builds of the rules -------------------------------- */

/* §8.4  The table is such that no card can ever be played. */
bool six_seven_no_moves(const struct six_seven *s);
/* The clause that ends the game after a turn when `next` is due; 0: none. */
bl_cite six_seven_ending(const struct six_seven *s, int next);
/* The seats in the order of §9. */
void six_seven_ranking(const struct six_seven *s, uint8_t *seats);
void six_seven_result(const void *state, struct bl_result *out);

extern const struct bl_guide six_seven_guide[];
extern const struct bl_fields six_seven_fields;
extern const struct bl_notation six_seven_notation;
extern const struct bl_telling six_seven_telling;
extern const struct bl_advice six_seven_advice;   /* in bots/six-seven, as is … */
bool six_seven_settle(const void *view, const bl_move *moves, uint32_t n, float *out);
extern const struct bl_teaching six_seven_teaching;
/* Takes a stack, "s0" to "s11", off the front of a text; -1: none is there. */
int six_seven_read_stack(const char **text);
extern const char *const six_seven_by_names[];   /* by BY_…, up to BY_MATCH */
extern const struct bl_clause six_seven_clauses[];

#endif
