/* core.h - the server without its network: calls come in, orders go out.
 *
 * A core holds the tables that this server owns, and the connections of people to them. It has no
 * socket, no file, no thread, no clock and no chance of its own: the edges (or a simulator) bring
 * messages, ticks and the answers of the store, and carry out its orders. No call blocks.
 *
 * A table is what its log says: numbered records, JSON, that are folded one after another. A record
 * is folded at once when it is decided, and ordered to be stored; whatever is said about a table
 * waits in that table until every record before it is stored. If one cannot be stored, the table and
 * all that waits in it are forgotten, and the table is loaded again: nobody has heard of what was
 * not kept. docs/protocol.md has the messages and the records. */
#ifndef BYLAW_SERVER_CORE_H
#define BYLAW_SERVER_CORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bylaw/bot.h"
#include "bylaw/catalogue.h"

struct srv_core;

/* Two clocks, in milliseconds. Waiting goes by the steady one, which never jumps; what is written
 * down, and what outlasts the server, by the wall's. */
struct srv_time {
    uint64_t steady, wall;
};

struct srv_language {
    const char *name;                       /* "de" */
    const struct bl_catalogue *catalogue;   /* NULL: English */
};

/* How much there may be, and for how long; the names are those of `bylaw serve --limit`. */
#define SRV_LIMITS(X) \
    X(tables, 20000, "tables in memory") \
    X(tables_known, 50000, "tables that go on, in memory or not; those beyond are made nowhere") \
    X(tables_of_one, 50, "tables that people at one address have made and that go on") \
    X(table_records, 20000, "records of one table; then it is given up") \
    X(seat_changes, 500, "times that one seat can be left, come back to, handed over, heard, taken back") \
    X(seat_words, 200, "times that what one seat, or who watches, has said is kept for later") \
    X(message_bytes, 65536, "bytes of one message") \
    X(messages_burst, 60, "messages of one connection at once") \
    X(messages_per_minute, 300, "and in a minute, in the long run") \
    X(events, 256, "moves that are told at once to who asks for them") \
    X(name_letters, 32, "letters of a name") \
    X(words_letters, 200, "letters of what is said at once") \
    X(table_idle_ms, 300000, "so long a table that nobody is at stays in memory") \
    X(number_ms, 15000, "so long a seat may take to send its number for the deal") \
    X(held_ms, 120000, "so long a seat of the next game is held for who had it in the last one") \
    X(away_ms, 90000, "without a clock: so long somebody may be gone before a bot plays on")

struct srv_limits {
#define X(name, usual, text) uint32_t name;
    SRV_LIMITS(X)
#undef X
};
extern const struct srv_limits srv_usual_limits;

struct srv_settings {
    struct srv_limits limits;
    const struct srv_language *languages;   /* the first is taken where none is asked for */
    unsigned language_count;
    const char *const *engines;             /* bots that this server alone has, NULL after the last; NULL: none */
    uint32_t silence_ms;        /* a connection hears something at least so often, be it a ping; 0: not said */
    void (*chance)(void *with, void *bytes, size_t size);   /* for secrets and names of tables */
    void *with;
    struct srv_time now;
};

struct srv_core *srv_core_new(const struct srv_settings *settings);
void srv_core_free(struct srv_core *core);

/* ---- tables by name --------------------------------------------------------- */

/* 16 letters and digits, 80 bits: who knows it may come and watch. */
#define SRV_LETTERS "abcdefghijklmnopqrstuvwxyz234567"
enum { SRV_NAME = 16 };

struct srv_name {
    char s[SRV_NAME + 1];
};

/* How a table stands, for those who do not have its log in memory: the store keeps it with the log. */
enum srv_stage { SRV_WAITING, SRV_RUNNING, SRV_OVER, SRV_GIVEN_UP };

struct srv_standing {
    enum srv_stage stage;
    bool open;          /* to all: it is in the lobby */
    uint64_t due;       /* by the wall's clock: then something happens without anybody; 0: never */
    uint64_t changed;   /* likewise: when its last record was decided */
    const char *lobby;  /* JSON: what the lobby shows of it */
};

/* ---- what comes in ---------------------------------------------------------- */

/* What time it is: before whatever comes in, so that turns begin, and end, when they do. */
void srv_now(struct srv_core *core, struct srv_time now);

/* A connection, by a number that is never used twice. `from` is an address, for limits only. */
void srv_connect(struct srv_core *core, uint64_t connection, const char *from);
void srv_message(struct srv_core *core, uint64_t connection, const char *text, size_t size);
void srv_disconnect(struct srv_core *core, uint64_t connection);

/* At least every second; sooner where srv_wake says so. */
void srv_tick(struct srv_core *core, struct srv_time now);
uint64_t srv_wake(const struct srv_core *core);   /* by the steady clock */

/* The store's answers: those about one table come in the order in which it was ordered, and when a log
 * has been loaded, nothing that was ordered before is stored any more. Each is answered in the end: a
 * store that does not get through in its own time says LOST. The core waits as long as it takes, and
 * tells nobody of what is not stored. */
enum srv_fate {
    SRV_DONE,
    SRV_LOST,       /* it may or may not be stored; the log must be loaded to know */
    SRV_FENCED,     /* another server owns the table now: nothing was stored */
    SRV_NONE,       /* load: there is no such table */
    SRV_ELSEWHERE,  /* load: another server owns it; `where` is its address */
};
/* After SRV_STORE. Of the first record `fence` is the fence from now on. */
void srv_stored(struct srv_core *core, struct srv_name table, uint32_t number, enum srv_fate fate,
                uint64_t fence);
/* After SRV_LOAD: the whole log, one record after another. */
struct srv_record {
    const char *text;
    size_t size;
};
void srv_loaded(struct srv_core *core, struct srv_name table, enum srv_fate fate, uint64_t fence,
                const struct srv_record *records, uint32_t count, const char *where);
/* What the store knows of a table that is not in this server's hands: at the beginning, when another
 * server has changed something, and when it is due. The core loads what is due. */
void srv_stands(struct srv_core *core, struct srv_name table, const struct srv_standing *standing);
/* Another server has taken a table that was in this one's hands, while this one slept or could not be
 * heard: whoever is at it is sent there. */
void srv_taken(struct srv_core *core, struct srv_name table);

/* The answer to SRV_THINK: what the bot would do, or what the question came to, as text; "": it was
 * stopped. What is no legal move is replaced by one. */
void srv_thought(struct srv_core *core, struct srv_name table, uint32_t number, int seat,
                 const char *move);

/* Whether anybody still waits for it: its table may be gone, or its move taken back. */
bool srv_wanted(struct srv_core *core, struct srv_name table, uint32_t number);

/* No new tables, no new people; everybody is told. Once srv_drained says so, everything that was
 * decided is stored and the rest may be cut off. */
void srv_drain(struct srv_core *core);
bool srv_drained(const struct srv_core *core);

/* ---- what goes out ---------------------------------------------------------- */

enum srv_order_kind {
    SRV_SEND,       /* text to a connection */
    SRV_DROP,       /* end a connection; text says why */
    SRV_STORE,      /* append a record to a log, if the fence still holds and the number is the next */
    SRV_LOAD,       /* own a table and read its log */
    SRV_RELEASE,    /* own it no longer */
    SRV_THINK,      /* let a bot choose, or a question be answered, elsewhere */
    SRV_LOG,        /* one JSON line for whoever runs the server: no secrets, no words, no names */
};

/* What a bot needs: what it sees and has seen. Or a question to the service by those who have some seats, where
 * thinking takes too long for all the others: the game is dealt again for it. The edge frees it with
 * srv_task_free. */
struct srv_task {
    const struct bl_game *game;
    const struct bl_bot *bot;
    void *view;
    struct bl_past *past;       /* what the seat has seen; NULL: the view must do */
    int seat;
    struct bl_stream rng;
    char *deal, *request;       /* of a question: what is asked first; of table 1. NULL: it is a bot's */
    uint32_t seats;
    const struct bl_catalogue *catalogue;
};
void srv_task_free(struct srv_task *task);
/* Thinks, in whatever thread; the move, or the answer, as text. Where its patience ends, what it has
 * come to so far. */
void srv_task_think(const struct srv_task *task, const struct bl_patience *patience,
                    struct bl_text *move);

#define SRV_ASKED UINT32_MAX

struct srv_order {
    enum srv_order_kind kind;
    uint64_t connection;        /* SEND, DROP */
    const char *text;           /* SEND, DROP, STORE, LOG */
    size_t size;
    struct srv_name table;      /* STORE, LOAD, RELEASE, THINK */
    uint32_t number;            /* STORE: of the record, from 0. THINK: of the thought, or SRV_ASKED */
    uint64_t fence;             /* STORE, RELEASE; of record 0: none yet */
    struct srv_standing standing;   /* STORE: as it is after this record */
    struct srv_task *task;      /* THINK */
    int seat;                   /* THINK: whose move it is; the number of the question */
    uint32_t party;             /* THINK: a number of those who want it; who want much wait longer */
};

/* The next order, good until the next call of the core; false: there is none. */
bool srv_next(struct srv_core *core, struct srv_order *out);

/* ---- figures ---------------------------------------------------------------- */

/* What nobody else knows: net.h, store.h and think.h have their own. */
struct srv_figures {
    uint64_t tables, waiting, running, known, moves, refused, replaced, said, sent, dropped;
};
void srv_figures(const struct srv_core *core, struct srv_figures *out);

#endif
