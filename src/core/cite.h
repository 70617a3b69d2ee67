/* cite.h - how rules code cites clauses, and how it asks for chance.
 *
 * Included by rules code only, which has `cx` (struct bl_context *) in scope.
 * In the ordinary build the citations are nothing; with BL_TRACED the same
 * source records what was consulted. Facts are in the format of bl_putf. */
#ifndef BYLAW_CORE_CITE_H
#define BYLAW_CORE_CITE_H

#include "bylaw/game.h"

#ifdef BL_TRACED

bool bl_trace_require(struct bl_context *cx, bl_cite clause, bool holds, const struct bl_site *site);
bool bl_trace_holds(struct bl_context *cx, bl_cite clause, bool holds, const struct bl_site *site);
void bl_trace_applies(struct bl_context *cx, bl_cite clause);
void bl_trace_add_fact(struct bl_context *cx, const char *format, ...);
/* `seat`: whose it is; -1: the table's. */
void bl_trace_set(struct bl_context *cx, bl_cite clause, int seat, const char *name, int64_t from,
                  int64_t to, bool truth);

/* A site by name, and in the list of all, which tests go through (between __start_bl_sites and
 * __stop_bl_sites, where the linker makes them). */
#ifdef __ELF__
#define BL_LISTED __attribute__((section("bl_sites"), used))
#define BL_WORDS(...) #__VA_ARGS__
#else
#define BL_LISTED __attribute__((unused))
#define BL_WORDS(...) ""
#endif
#define BL_SITE(name, required, ...)                                                              \
    static const struct bl_site name = {__BASE_FILE__, __FILE__, __LINE__, BL_WORDS(__VA_ARGS__), required}; \
    static const struct bl_site *const name##listed BL_LISTED = &name

/* Refuses with the clause unless the condition holds; then the facts say why. */
#define REQUIRE(clause, condition, ...)                          \
    do {                                                         \
        BL_SITE(required_, true, __VA_ARGS__);                   \
        if (!bl_trace_require(cx, clause, condition, &required_)) { \
            bl_trace_add_fact(cx, __VA_ARGS__);                  \
            return clause;                                       \
        }                                                        \
    } while (0)
/* A requirement that is known to be met. */
#define MEETS(clause) bl_trace_require(cx, clause, true, NULL)
/* Refuses with an *effects* or *defines* clause that leaves no move at all. */
#define REFUSE(clause, ...)                                      \
    do {                                                         \
        bl_trace_holds(cx, clause, false, NULL);                 \
        bl_trace_add_fact(cx, __VA_ARGS__);                      \
        return clause;                                           \
    } while (0)
/* The truth of a definition. */
#define HOLDS(clause, condition)                                 \
    __extension__({                                              \
        BL_SITE(defined_, false, condition);                     \
        bl_trace_holds(cx, clause, condition, &defined_);        \
    })
/* An effect that happens; the facts say what it changes. */
#define APPLIES(clause, ...)                                     \
    do {                                                         \
        bl_trace_applies(cx, clause);                            \
        bl_trace_add_fact(cx, __VA_ARGS__);                      \
    } while (0)
/* An effect that gives a number or a boolean a value; cited if that is a change. */
#define SET(clause, name, field, value) SET_OF(clause, -1, name, field, value)
/* The same for one that every seat has. */
#define SET_OF(clause, seat, name, field, value)                                            \
    do {                                                                                    \
        int64_t set_from_ = (int64_t)(field);                                               \
        (field) = (value);                                                                  \
        bl_trace_set(cx, clause, (int)(seat), name, set_from_, (int64_t)(field),            \
                     _Generic((field), bool: true, default: false));                        \
    } while (0)
/* The seats in the set now see something that was hidden from them. */
#define REVEALS(seats) (cx->trace->learned |= (uint32_t)(seats))
#define BL_BUILD(name) name##_traced

#else

/* Never called: lets the compiler see what the facts would use. */
static inline void bl_no_fact(const struct bl_context *cx, const char *format, ...)
{
    (void)cx;
    (void)format;
}

#define REQUIRE(clause, condition, ...)          \
    do {                                         \
        if (!(condition)) {                      \
            if (0)                               \
                bl_no_fact(cx, __VA_ARGS__);     \
            return clause;                       \
        }                                        \
    } while (0)
#define MEETS(clause) ((void)cx)
#define REFUSE(clause, ...) REQUIRE(clause, false, __VA_ARGS__)
#define HOLDS(clause, condition) ((void)cx, (condition))
#define APPLIES(clause, ...)                     \
    do {                                         \
        if (0)                                   \
            bl_no_fact(cx, __VA_ARGS__);         \
    } while (0)
#define SET(clause, name, field, value) SET_OF(clause, -1, name, field, value)
#define SET_OF(clause, seat, name, field, value) ((void)cx, (void)(seat), (void)((field) = (value)))
#define REVEALS(seats) ((void)cx)
#define BL_BUILD(name) name

#endif

/* Whose turn it is; cited if that is a change. */
#define PASS_TURN(clause, field, value)                                    \
    do {                                                                   \
        int turn_from_ = (field);                                          \
        (field) = (value);                                                 \
        if (turn_from_ != (field))                                         \
            APPLIES(clause, "{it is your turn|the turn goes to %p}", (int)(field)); \
    } while (0)

/* Shuffles a pile as one event of a kind, or takes its order from the script. A pile is
 * stored with its next card last; events list it next card first. */
void bl_chance_shuffle_slow(struct bl_chance *ch, unsigned kind, uint8_t *items, uint32_t n);

static inline void bl_chance_shuffle(struct bl_chance *ch, unsigned kind, uint8_t *items, uint32_t n)
{
    if (ch->log || ch->script) {
        bl_chance_shuffle_slow(ch, kind, items, n);
        return;
    }
    struct bl_stream s = bl_stream(ch->seed, ch->game, BL_FOR_CHANCE + kind, ch->index[kind]++);
    bl_shuffle8(&s, items, n);
}

/* Puts items in a random order as one event of a kind, which lists them first to last. */
void bl_chance_order(struct bl_chance *ch, unsigned kind, uint8_t *items, uint32_t n);
/* One of n > 0 items, drawn as one event of a kind. */
uint8_t bl_chance_draw(struct bl_chance *ch, unsigned kind, const uint8_t *items, uint32_t n);

/* The stream that the deal comes from. */
static inline struct bl_stream bl_deal_stream(const struct bl_chance *ch)
{
    return bl_stream(ch->seed, ch->game, BL_FOR_DEAL, 0);
}

/* clauses.def has rows CLAUSE(symbol, id, kind, text, reading, dead), of which the last two may be
 * left out. These make the enumeration and the table of a game from it. */
#define BL_NO_CLAUSE {"", BL_PROSE, "", "", ""}   /* the row before the first */
#define BL_CLAUSE_SYMBOL(symbol, ...) symbol,
#define BL_CLAUSE_ROW(symbol, id, kind, ...) {id, BL_##kind, BL_CLAUSE_TEXTS(__VA_ARGS__, "", "", "")},
#define BL_CLAUSE_TEXTS(text, reading, dead, ...) text, reading, dead

#endif
