/* bot.h - players that are programs. They see a view, never the state; the one exception says so
 * (`cheats`) and is there to measure the others by. */
#ifndef BYLAW_BOT_H
#define BYLAW_BOT_H

#include "bylaw/game.h"
#include "bylaw/past.h"

BL_BEGIN
/* How long a thought may take: `over` is asked now and then by the thread that asked the bot, and
 * true ends the thought, with what it has come to. */
struct bl_patience {
    bool (*over)(void *of);
    void *of;
};

/* What a bot is asked. All its randomness comes from `rng`, which is this decision's own, and from
 * which neither the deal nor the streams of other seats can be computed. */
struct bl_decision {
    const struct bl_game *game;
    const void *view;          /* of `seat`; may be NULL for a bot that does not look */
    int seat;                  /* it is to move */
    const bl_move *moves;      /* its legal moves … */
    uint32_t count;            /* … at least one */
    struct bl_stream *rng;
    void *memory;              /* what `sit` gave for this seat; NULL: nothing is remembered */
    const struct bl_patience *patience;   /* NULL: without end */
    const struct bl_past *past;         /* what the seat has seen; NULL: only the view is known */
};

/* What a bot thinks of a move. */
struct bl_opinion {
    bl_move move;
    uint32_t size;             /* of `words` */
    const void *words;         /* what an open move says; NULL: the move is closed */
    uint64_t visits;           /* how often it was looked into; BL_COUNTED: all of it was … */
    double value;              /* … the score to expect after it, from 0 to 1; see bl_scores */
};
#define BL_COUNTED 1000000

struct bl_bot {
    const char *name;          /* as it is asked for, with its settings: "ismcts:1000" */
    const char *text;          /* one line for people */
    bool looks;                /* whether it needs the view */
    bool cheats;               /* it is shown the whole state in place of the view */
    bool recalls;              /* it makes use of what its seat has seen before (bl_remembers) … */
    bool follows;              /* … and wants to be told of it even where its view says as much */
    bool heeds;                /* where the game decides (bl_game.decide), it plays that … */
    bool glances;              /* … decided at a glance … */
    bool slips;                /* … or something else that is worth a thought */
    const char *called;        /* whom it plays as; NULL: one of the people of its kind */
    const void *settings;      /* as its name sets them */
    const struct bl_level *level;   /* it is a level for people, and plays as another does; NULL: it is none */

    /* Settings from what follows the colon ("" if nothing does): NULL, and then `why` says what
     * is wrong. Only for bots that take some. */
    const void *(*set)(const char *text, struct bl_text *why);
    /* Memory for one seat in one game; NULL: the bot has none. */
    void *(*sit)(const struct bl_bot *bot, const struct bl_game *game);
    void (*rise)(void *memory);
    /* A move, its own or another's, was made, as this seat may know it: of another's as bl_told
     * tells it; or NULL. */
    void (*saw)(void *memory, const struct bl_play *play);
    /* How often it has failed to make a move of its own in this game, and whether so often that the
     * game is forfeited: its seat comes last, however the game ends. NULL: it never fails. */
    uint32_t (*faults)(const void *memory, bool *forfeits);

    /* Whether the bot has what it needs to play at such a table: if not, it plays as greedy does, and
     * `why` says what is missing. NULL: it always has. */
    bool (*knows)(const struct bl_bot *bot, const struct bl_game *game, const struct bl_setup *setup,
                  struct bl_text *why);

    void (*choose)(const struct bl_bot *bot, const struct bl_decision *d, struct bl_play *out);
    /* In games with open moves: a whole move, what it says in `words`, which lasts as long as that
     * does. NULL: what is chosen may be a form, and the game proposes words for it. */
    void (*write)(const struct bl_bot *bot, const struct bl_decision *d, struct bl_text *words,
                  struct bl_play *out);
    /* Every closed move of the decision and the open ones that were thought of, with what they are
     * worth, the best first, which the bot would make; or NULL. There is room for d->count +
     * BL_MORE_OPINIONS; returns how many there are. What they say is in `words`, cleared before.
     * Where an opinion `of` a move is wanted, a legal one, every other thought is of that: it is
     * among them, as closely looked into as the best, and the order says nothing. NULL: of none. */
    uint32_t (*advise)(const struct bl_bot *bot, const struct bl_decision *d,
                       const struct bl_play *of, struct bl_text *words, struct bl_opinion *out);
};
#define BL_MORE_OPINIONS 256

static inline struct bl_play bl_advised(const struct bl_opinion *a, int seat)
{
    struct bl_play play = {a->move, (int8_t)seat, a->size, a->words};
    return play;
}

/* Whether a bot is to be given the past of its seat. */
static inline bool bl_recalls(const struct bl_bot *bot, const struct bl_game *game)
{
    return bot->follows || (bot->recalls && bl_remembers(game));
}

const struct bl_bot *const *bl_bots(void);             /* NULL-terminated, without settings */
/* "greedy", "ismcts", "ismcts:1000"; NULL: there is none. What is found stays. */
const struct bl_bot *bl_find_bot(const char *name);
/* The same; then `why` has what is wrong with the settings, nothing if the name is unknown. */
const struct bl_bot *bl_ask_bot(const char *name, struct bl_text *why);

/* Who is asked for a hint where nobody is named, and where moves are written, which takes longer; and
 * what it thinks with before move `number`: whoever asks again, or in a review, is told the same. */
#define BL_HINT_BOT "ismcts:10000"
#define BL_HINT_BOT_WRITING "ismcts:1000"
static inline struct bl_stream bl_hint_stream(const struct bl_game *game, uint64_t number)
{
    return bl_stream(number, game->code, BL_FOR_SAMPLE, 0);
}

/* From now on this bot too is found, by its name, which no other has; it must stay. False: another
 * has it. */
bool bl_add_bot(const struct bl_bot *bot);

/* Weights for the bot `learned`, as `bylaw train` writes them, in the place of those that it has for
 * the same game and number of players. False: `why` says what is wrong with them. */
bool bl_give_weights(const void *bytes, size_t size, struct bl_text *why);

/* Whom bots of a strength play as. */
#define BL_PERSON_NAMES 4
struct bl_person {
    const char *bot;                      /* as it is asked for: "ismcts:3000" */
    const char *character;                /* a sentence about them, without its subject */
    const char *names[BL_PERSON_NAMES];
};
/* The levels, the weakest first, then the other bots, likewise; `bot` is NULL after the last. */
const struct bl_person *bl_people(void);
const struct bl_person *bl_person_of(const struct bl_bot *bot);
/* Names for the seats of a table: those given (NULL, or NULL for a seat: none), and for bots names of
 * their own, each once. NULL: a person without a name. */
void bl_name_seats(const struct bl_bot *const *bots, unsigned players, const char *const *given,
                   const char **out);

/* What a bot plays: what it chooses, and where that is the form of an open move, what the game
 * proposes for it, written into `words` (which grows) and valid as long as that is. Where a game
 * has open moves the view must be there, and `scratch` too (bl_scratch_new). */
void bl_bot_play(const struct bl_bot *bot, const struct bl_decision *d, void *scratch,
                 struct bl_text *words, struct bl_play *out);

/* The stream that decision number `decision` of game `seed`, which is that of `seat`, takes its
 * choice from; and the key of all of that seat. */
static inline uint64_t bl_bot_key(const struct bl_game *game, uint64_t seed, int seat)
{
    return bl_seal(seed, game->code, BL_FOR_BOT, (uint64_t)seat);
}

static inline struct bl_stream bl_bot_stream(const struct bl_game *game, uint64_t seed, int seat,
                                             uint64_t decision)
{
    return bl_stream_of(bl_bot_key(game, seed, seat), decision);
}

BL_END
#endif
