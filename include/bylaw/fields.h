/* fields.h - what a state is made of, said once: name, kind and place of every member.
 *
 * A game lists its fields in fields.def, in the order in which they are written; core makes of
 * them JSON both ways with its faults, the count of cards, view, resample and forget; tools make
 * the page's types, and bindings can make tensors. What no kind can say is an OWN row, with its
 * functions beside the table. */
#ifndef BYLAW_FIELDS_H
#define BYLAW_FIELDS_H

#include <stddef.h>

#include "bylaw/card.h"
#include "bylaw/json.h"
#include "bylaw/rules.h"

BL_BEGIN
enum bl_field_kind {
    BL_FIELD_NUMBER,         /* from min to max */
    BL_FIELD_NUMBER_OR_NULL, /* likewise, 0 being null */
    BL_FIELD_TRUTH,
    BL_FIELD_SUIT,
    BL_FIELD_CARD_OR_NULL,   /* BL_NO_CARD: null */
    BL_FIELD_SEAT,
    BL_FIELD_SEAT_OR_NULL,   /* -1: null */
    BL_FIELD_CLAUSE_OR_NULL, /* one of the clauses from min to max; 0: null */
    BL_FIELD_SEATS,          /* different seats, in an order that matters */
    BL_FIELD_TRUTHS,         /* one a seat, as a set of seats */
    BL_FIELD_OPEN,           /* a pile that everybody may look through, bottom first */
    BL_FIELD_DISCARD,        /* likewise, but below the topmost card the order does not matter */
    BL_FIELD_HIDDEN,         /* a pile that nobody sees; written next card first, stored next last */
    BL_FIELD_HANDS,          /* one a seat, seen by that seat alone */
    BL_FIELD_SLOTS,          /* room for one open card a seat; BL_NO_CARD: none */
    BL_FIELD_WINNER,         /* of the game's result: nothing in the state */
    BL_FIELD_OWN,
    /* What more there is than cards of a pack (core/records.c): things are known by numbers, which
     * are below a limit that the set-up gives. */
    BL_FIELD_WORD,           /* one of a list */
    BL_FIELD_TRUTH_OR_NULL,  /* 0: null, 1: false, 2: true */
    BL_FIELD_ID_OR_NULL,     /* a number; -1: null */
    BL_FIELD_IDS,            /* different numbers, in an order that matters */
    BL_FIELD_IDS_DOWN,       /* likewise, stored the other way round */
    BL_FIELD_SET,            /* different numbers in ascending order, as a set */
    BL_FIELD_RECORDS,        /* as many records as the limit says */
    BL_FIELD_RECORD,         /* members of the state that are written as a record of their own */
    BL_FIELD_WRITTEN,        /* what functions know that are given the number of the record */
    BL_FIELD_SHOWN           /* likewise, in views alone: where it is not due, it is not there */
};

/* Cards that were met: as sets of those met once, and twice. No card is in a game oftener. */
struct bl_seen {
    const struct bl_pack *pack;
    unsigned copies;         /* of each card in the game: 1 or 2 */
    uint64_t once, twice;
};

struct bl_sight;

struct bl_own {
    void (*put)(const void *state, struct bl_text *out);   /* the value */
    /* Reads it; the set-up and the rows above were read. Cards go through bl_read_card. */
    void (*read)(struct bl_json *value, void *state, struct bl_seen *seen);
    /* Meets the cards that lie in it, open to all; NULL: there are none. */
    void (*meet)(const void *state, struct bl_seen *seen);
    const char *type;        /* in TypeScript */
    /* What matters of it as bits, and of a seat (observe.h); NULL: nothing does. */
    void (*see)(const void *view, struct bl_sight *sight);
    void (*see_seat)(const void *view, int seat, struct bl_sight *sight);
};

/* What only the kinds from BL_FIELD_WORD on have. */
struct bl_more {
    const char *const *words;
    const char *wrong;       /* the fault of what is none of the words … */
    bool tells;              /* … with what was given behind it */
    unsigned (*limit)(const struct bl_setup *setup);
    const struct bl_field *rows;   /* of a record; one without a name is the item itself */
    uint8_t count;
    bool (*there)(const void *state, unsigned index);   /* NULL: no record is null */
    /* The bytes that a record is written from beside its own: as long as both and the set-up are the
     * same, so is its text. NULL: it goes by more than that. */
    const void *(*from)(const void *state, unsigned index, size_t *size);
    void (*put)(const void *state, unsigned index, struct bl_text *out);
    void (*read)(struct bl_json *value, void *state, unsigned index);
    const char *type;        /* in TypeScript */
};

struct bl_field {
    const char *name;        /* in JSON */
    enum bl_field_kind kind;
    uint8_t width;           /* bytes of a number, or of one of the sets of cards that a hand is */
    uint8_t sets;            /* a hand: 1, or 2 where the second holds what is held twice */
    uint16_t at;             /* where the member is in the state */
    uint16_t count_at;       /* piles, lists: how many, a byte; hands: a byte a seat */
    uint16_t room;           /* piles, lists: at most so many; hands: seats */
    int32_t min, max;
    uint64_t cards;          /* piles: the cards that may lie there */
    const struct bl_own *own;
    const struct bl_more *more;
    /* NULL: it always has a value. Otherwise it is null where it is not due. */
    bool (*due)(const void *state, unsigned index);
};

struct bl_game;

struct bl_fields {
    const struct bl_field *rows;
    uint8_t count;
    bool whole_pack;         /* the game cannot do without any card */
    const struct bl_pack *pack;
    unsigned (*copies)(const struct bl_setup *setup);      /* NULL: each card is there once */
    /* What follows from the fields is filled in, and what contradicts itself is faulted. */
    void (*finish)(struct bl_json *in, void *state);
    /* What the kinds do not say; NULL: nothing. */
    void (*forget)(void *state);
    void (*clear)(void *state, const struct bl_setup *setup);   /* nothing but a set-up; NULL: 0 */
    void (*hide)(void *view, int seat);
    void (*guess)(void *view, int seat, struct bl_stream *rng);
    /* What bl_observe_into does by the rows, compiled for these alone; NULL: it goes by them. */
    void (*observe)(const struct bl_game *game, const void *view, int seat, uint8_t *zeros);
};

/* A card of the pack that may lie here and was not met too often; its name is the text, or what
 * the value says if that is NULL. A fault, and 0, if not. */
bl_card bl_read_card(struct bl_json *value, const char *text, uint64_t may_be, struct bl_seen *seen);
/* A fault at a member of an object that was read before, unless the condition holds. */
void bl_must(struct bl_json *object, bool holds, const char *member, const char *format, ...);
/* An array with one item a seat, of which it says how many they are; a fault, and 0, if not. */
unsigned bl_read_seats(struct bl_json *array, const void *state);
/* An array of cards, at most `room`, which it says how many they are. */
unsigned bl_read_cards(struct bl_json *array, bl_card *out, unsigned room, uint64_t may_be,
                       struct bl_seen *seen);
/* Different numbers below `limit`, at most `room`; returns how many, 0 after a fault. */
unsigned bl_read_ids(struct bl_json *array, unsigned limit, unsigned room, uint8_t *out);
/* An array of cards; "??" for BL_NO_CARD. */
void bl_put_cards(struct bl_text *out, const struct bl_pack *pack, const bl_card *cards, unsigned n);

void bl_sort_cards(bl_card *cards, unsigned n);   /* by number */
void bl_reverse_cards(bl_card *cards, unsigned n);

/* The cards that are seen in a view. */
void bl_fields_meet(const struct bl_fields *, const void *view, struct bl_seen *seen);

static inline void bl_meet(struct bl_seen *seen, const bl_card *cards, unsigned n)
{
    uint64_t once = seen->once, twice = seen->twice;
    for (unsigned i = 0; i < n; i++) {
        uint64_t bit = UINT64_C(1) << cards[i];
        twice |= once & bit;
        once |= bit;
    }
    seen->once = once;
    seen->twice = twice;
}

/* Rows: FIELD(name, KIND, member …) with STATE defined as the struct. */
#define BL_SIZE_(member) sizeof(((STATE *)0)->member)
#define BL_PLACE_(member) .at = offsetof(STATE, member), .width = BL_SIZE_(member)
#define BL_LIST_(member, n) \
    .at = offsetof(STATE, member), .count_at = offsetof(STATE, n), .room = BL_SIZE_(member)
#define BL_ROW_NUMBER(member, least, most) BL_PLACE_(member), .min = least, .max = most
#define BL_ROW_NUMBER_OR_NULL(member, least, most) BL_PLACE_(member), .min = least, .max = most
#define BL_ROW_CLAUSE_OR_NULL(member, first, last) BL_PLACE_(member), .min = first, .max = last
#define BL_ROW_TRUTH(member) BL_PLACE_(member)
#define BL_ROW_SUIT(member) BL_PLACE_(member)
#define BL_ROW_CARD_OR_NULL(member, of) BL_PLACE_(member), .cards = of
#define BL_ROW_SEAT(member) BL_PLACE_(member)
#define BL_ROW_SEAT_OR_NULL(member) BL_PLACE_(member)
#define BL_ROW_TRUTHS(member) BL_PLACE_(member)
#define BL_ROW_SEATS(member, n) BL_LIST_(member, n)
#define BL_ROW_OPEN(member, n, of) BL_LIST_(member, n), .cards = of
#define BL_ROW_DISCARD(member, n, of) BL_LIST_(member, n), .cards = of
#define BL_ROW_HIDDEN(member, n, of) BL_LIST_(member, n), .cards = of
#define BL_ROW_HANDS(member, n, type, of)                                                  \
    .at = offsetof(STATE, member), .count_at = offsetof(STATE, n), .width = sizeof(type), \
    .sets = BL_SIZE_(member[0]) / sizeof(type), .room = BL_SIZE_(n), .cards = of
#define BL_ROW_SLOTS(member, of) .at = offsetof(STATE, member), .room = BL_SIZE_(member), .cards = of
#define BL_ROW_WINNER(...) .at = 0
#define BL_ROW_OWN(functions) .own = functions
#define BL_MORE_(...) .more = &(const struct bl_more){__VA_ARGS__}
#define BL_ROW_WORD(member, words_, n, wrong_, tells_) \
    BL_PLACE_(member), .max = n, BL_MORE_(.words = words_, .wrong = wrong_, .tells = tells_)
#define BL_ROW_TRUTH_OR_NULL(member) BL_PLACE_(member)
#define BL_ROW_ID_OR_NULL(member, limit_) BL_PLACE_(member), .min = -1, BL_MORE_(.limit = limit_)
#define BL_ROW_IDS(member, n, limit_) BL_LIST_(member, n), BL_MORE_(.limit = limit_)
#define BL_ROW_IDS_DOWN(member, n, limit_) BL_LIST_(member, n), BL_MORE_(.limit = limit_)
#define BL_ROW_SET(member, limit_) BL_PLACE_(member), BL_MORE_(.limit = limit_)
#define BL_ROW_RECORDS(member, limit_, rows_, there_, from_)                               \
    .at = offsetof(STATE, member), .width = BL_SIZE_(member[0]),                           \
    .room = BL_SIZE_(member) / BL_SIZE_(member[0]),                                        \
    BL_MORE_(.limit = limit_, .rows = rows_, .count = sizeof rows_ / sizeof *rows_,        \
             .there = there_, .from = from_)
#define BL_ROW_RECORD(rows_) BL_MORE_(.rows = rows_, .count = sizeof rows_ / sizeof *rows_)
#define BL_ROW_WRITTEN(put_, read_, type_) BL_MORE_(.put = put_, .read = read_, .type = type_)
#define BL_ROW_SHOWN BL_ROW_WRITTEN
#define FIELD(title, kind_, ...) {.name = title, .kind = BL_FIELD_##kind_, BL_ROW_##kind_(__VA_ARGS__)},
/* A field that has a value only when the function says so. */
#define FIELD_IF(due_, title, kind_, ...) \
    {.due = due_, .name = title, .kind = BL_FIELD_##kind_, BL_ROW_##kind_(__VA_ARGS__)},

BL_END
#endif
