/* in.h - the insides of the core, for the files that it is made of: connections, tables, orders. */
#ifndef BYLAW_SERVER_IN_H
#define BYLAW_SERVER_IN_H

#include "bylaw/json.h"
#include "bylaw/match.h"
#include "bylaw/service.h"
#include "core.h"
#include "play/pledge.h"

/* Bugs that a test plants to see itself find them; in no other build. */
enum srv_bug { SRV_NO_BUG, SRV_ACKS_EARLY, SRV_NOT_FENCED, SRV_COUNTS_TWICE, SRV_LEAKS, SRV_ASLEEP,
               SRV_HASTY, SRV_PATIENT, SRV_STALE, SRV_KEEPS_SEAT };
#ifdef SRV_PLANT
extern enum srv_bug srv_plant;
#define PLANTED(bug) (srv_plant == (bug))
#else
#define PLANTED(bug) false
#endif

enum {
    FULL = 60000,       /* of the allowance, what a message takes */
    PAGE = 8192,        /* bytes of an answer that take as much */
    KEY = 32,           /* bytes of a hash, of a secret for the deal, of a number */
    SECRET = 16,        /* bytes of what a seat is proved by */
    ONCE = 32,          /* letters of a `once`, at most */
    REPEATS = 64,       /* messages of a seat that are known when they come again */
    PARTIES = 1 << 20,  /* that addresses are told apart by; 0 is nobody's */
    PLACES = 4,         /* tables that a connection can be at */
    WAITING = 64,       /* messages that can wait for a table to be loaded */
    WORDS = 30,         /* that were said last, told to who comes */
    GUESTS = 250,       /* connections at a table beyond which nobody can come to watch */
};

/* ---- what is found by a number ---------------------------------------------- */

struct link {
    struct link *next;
    uint64_t key;
};

struct map {
    struct link **slots;
    uint32_t room, count;
};

struct link *map_find(const struct map *map, uint64_t key);
void map_add(struct map *map, struct link *link);
void map_remove(struct map *map, struct link *link);
/* The first (NULL) or the next; what was given last may be removed. */
#define EVERY_LINK(map, at, type) \
    (uint32_t slot_ = 0; slot_ < (map)->room; slot_++) \
        for (type *at = (type *)(map)->slots[slot_], *next_; \
             at && ((next_ = (type *)((struct link *)at)->next), true); at = next_)

/* When something is to happen; what is due next is found at once. */
struct alarm {
    uint64_t at;
    uint32_t place;         /* in the heap, from 1; 0: it is not set */
};

struct alarms {
    struct alarm **list;
    uint32_t count, room;
};

void alarm_set(struct alarms *all, struct alarm *alarm, uint64_t at);   /* UINT64_MAX: never */
void alarm_clear(struct alarms *all, struct alarm *alarm);
struct alarm *alarm_next(const struct alarms *all, uint64_t now);       /* NULL: none is due */
/* Whose alarm it is. */
#define BELONGS_TO(alarm_, type) ((type *)(void *)((char *)(alarm_) - offsetof(type, alarm)))

/* ---- people ------------------------------------------------------------------ */

struct table;

struct conn {
    struct link link;                       /* by its number */
    uint32_t party;                         /* by its address */
    const struct bl_catalogue *catalogue;
    bool greeted, lobby;                    /* has said hello; wants to hear of the lobby */
    uint64_t allowance, filled;             /* what it may still send, and when that was counted */
    int64_t credit;                         /* what it may still be told; below 0: it was told too much */
    struct table *at[PLACES];               /* NULL: none */
    bool asks;                              /* a question of its is being thought about */
};

/* Somebody at a table, with the hashes of the secrets that were shown. Which seats are theirs is
 * asked anew whenever it matters. */
struct guest {
    struct conn *conn;
    struct {                    /* moves that are told in pieces, so that nobody else waits for all of them */
        bool on;
        uint32_t from, next;    /* told from; the next to be put */
        uint32_t seats;
        int reader;             /* those before it know everything */
        struct bl_text events;
    } late;
    uint8_t (*keys)[KEY];
    uint32_t key_count, key_room;
};

/* A question that is being thought about elsewhere. */
struct ask {
    struct link link;           /* by its number */
    uint64_t connection;
    int64_t id;
};

/* ---- tables ------------------------------------------------------------------ */

struct seat {
    const struct bl_bot *bot;   /* that was asked for; NULL: a person's */
    char *name;                 /* of who sat down; NULL: free */
    uint8_t key[KEY];           /* hash of the secret */
    uint8_t *held;              /* the same, of who may sit down here first; NULL: anybody may */
    bool numbered, away;
    const struct bl_bot *heir;  /* has the seat for good: its person gave up, … */
    uint32_t quit;              /* … when so many moves were made; NULL: nobody did */
    uint32_t changes;           /* records that nobody needs to play: there may be so many */
    uint64_t alone;             /* by the steady clock: since when nobody of it is here; 0: somebody is */
};

/* What waits until record `after` is stored. */
struct post {
    uint32_t after;
    uint64_t connection;
    int64_t id;                 /* of the message that it answers; -1: none */
    char *text;
    size_t size;
};

struct letter {
    uint64_t connection;
    bool undone;                /* it was decided, but could not be kept: only its `id` is left */
    char *text;
    size_t size;
};

struct repeat {
    uint64_t key;
    uint32_t result;
    char *answer;               /* all of it; NULL: it follows from the result */
};

struct repeats {                /* the last REPEATS, in turn */
    struct repeat *list;
    uint32_t count, room;
};

struct said {
    int seat;
    bool counts;
    char *words;
};

enum state { MAKING, LOADING, HERE };

struct table {
    struct link link;               /* by the hash of its name */
    struct alarm alarm;             /* when it is looked at next, by the steady clock */
    struct srv_name name;
    enum state state;
    uint64_t fence;
    uint64_t used;                  /* by the steady clock */
    uint64_t retry;                 /* when to load again; 0: the order is out */

    struct guest *guests;
    uint32_t guest_count, guest_room;
    struct letter *letters;         /* for when it is here */
    uint32_t letter_count, letter_room;

    /* What its records say; all of it goes when it is forgotten. */
    uint32_t decided, stored;       /* records */
    char *setup;                    /* members of `deal` */
    char made_once[ONCE + 1];
    uint32_t party;                 /* who made it, for the limit; 0: not known */
    struct bl_pledge deal;          /* what the cards come of */
    uint8_t next[KEY];              /* what the name of the rematch comes of: told to nobody */
    int players;
    struct seat seats[BL_MAX_SEATS];
    bool open, over, given_up;
    uint64_t held_until;            /* by the wall's clock: seats that are held */
    uint32_t clock_s;               /* seconds a move; 0: none */
    const struct bl_bot *stand_in;  /* plays for who is away; NULL: nobody does */
    struct srv_name again;
    int match;                      /* at the service; 0: the game has not begun */
    uint32_t undone;                /* records when a move went back last */
    uint32_t left_moves;            /* that the transcript has of courses which were left */
    uint64_t changed;               /* by the wall's clock: its last record */
    int to_move;                    /* after that; -1: nobody */
    uint64_t turn_at;               /* by the wall's clock, and … */
    int64_t turn;                   /* … by the steady one: since when it is that turn */
    int late;                       /* whose time for this turn is up: a bot moves, if they do not; -1 */
    struct repeats repeats[BL_MAX_SEATS + 1];   /* of spectators, of each seat */
    uint32_t spoken[BL_MAX_SEATS + 1];          /* likewise: words in the log that do not count */
    struct said said[WORDS];        /* the last of them, in turn … */
    uint32_t said_count;            /* … of so many */

    /* What nobody keeps. */
    struct post *posts;
    uint32_t post_count, post_room;
    uint32_t thinking, thinks_at;   /* the thought that is out, SRV_ASKED: none; moves made before it */
    uint64_t deadline;              /* by the steady clock; 0: none */
    struct {
        int seat;                   /* whose move is to go back; -1: no one's */
        uint32_t count, agreed;
    } undo;
};

/* A table that goes on, in memory or not, by the store. */
struct entry {
    struct link link;
    struct alarm alarm;    /* by the wall's clock: when it is to be loaded */
    uint32_t party;        /* who made it; 0: not known */
    struct srv_name name;
    enum srv_stage stage;
    bool broken;           /* its log cannot be read */
    uint64_t shown;        /* since when the lobby shows this */
    char *lobby;
};

struct srv_core {
    struct srv_settings set;
    struct srv_time now;
    struct bl_service *service;
    uint64_t name_key[2];
    struct map conns, tables, entries, asks;
    int ask_count;                      /* so far */
    uint32_t thought_count;             /* likewise: what was thought of what is no longer so is not taken */
    struct alarms looks, dues;          /* of tables, of entries */
    uint32_t *makers;                   /* tables that go on, by party */
    struct srv_order *orders;
    uint32_t order_first, order_count, order_room;
    struct srv_order given;
    bool draining;
    struct bl_text lobby;               /* what it shows */
    bool lobby_stale, lobby_untold;     /* that may be another; it is, and nobody was told */
    uint64_t lobby_at;                  /* when those who look are told again, at the soonest */
    uint64_t talker, told;              /* whose message is answered, and bytes for them so far */
    uint32_t pieces;                    /* of long stories that may be told until the next tick */
    struct srv_figures figures;
};

/* ---- core.c: orders ----------------------------------------------------------- */

/* The order is kept with a copy of its text. */
void srv_order(struct srv_core *core, struct srv_order order);
void srv_send(struct srv_core *core, uint64_t connection, const char *text, size_t size);
/* What somebody asked for was long, and took time: who is told too much waits until they ask for more. */
void srv_charge(const struct srv_core *core, struct conn *c, uint64_t bytes);
void srv_drop(struct srv_core *core, uint64_t connection, const char *why);
/* A line for whoever runs the server: what happened, where it is about a table its game and how many
 * moves were made, and why. Names of tables are for those who sit there. */
void srv_log(struct srv_core *core, const char *event, const struct table *t, const char *why);
uint64_t srv_key(const struct srv_core *core, const char *text, size_t size);
struct conn *srv_conn(const struct srv_core *core, uint64_t connection);
/* When a table is looked at next: after whatever has changed that. */
void srv_look_at(struct srv_core *core, struct table *t);
/* How a table stands is noted, for the lobby, for when it is due, and for who made it. */
void srv_note(struct srv_core *core, const struct table *t);

/* ---- table.c ------------------------------------------------------------------ */

struct table *srv_table(const struct srv_core *core, const char *name);
/* A table of that name that is to be loaded, or made. */
struct table *srv_table_new(struct srv_core *core, const char *name, enum state state);
void srv_table_free(struct srv_core *core, struct table *t);
void srv_table_load(struct srv_core *core, struct table *t);
/* All that its records said is gone; who waits for an answer is told so: if another server has taken
 * the table, when it is known where. */
void srv_table_forget(struct srv_core *core, struct table *t, bool taken);

enum srv_stage srv_stage(const struct table *t);
extern const char *const srv_stages[];
struct bl_match *srv_match(const struct srv_core *core, const struct table *t);
/* A request that deals what a table has; then members may follow, and a bracket. */
void srv_put_deal(const struct table *t, struct bl_text *out);
/* Deals; the number of the service's table; 0: that cannot be, and `why` says why, in a language. */
int srv_deal(struct srv_core *core, const struct bl_catalogue *catalogue, const struct bl_text *request,
             struct bl_text *why);
void srv_close_match(struct srv_core *core, int match);
/* A bot that plays in the place of persons sees what they see. */
const struct bl_bot *srv_read_bot(struct bl_json value);
/* The seats of a guest, as a set. */
uint32_t srv_seats_of(const struct table *t, const struct guest *g);
struct guest *srv_guest(const struct table *t, const struct conn *c);
struct guest *srv_attend(struct srv_core *core, struct table *t, struct conn *c);   /* NULL: too many */
void srv_part(struct srv_core *core, struct table *t, struct conn *c);
/* Notes for which seats somebody is here. */
void srv_look_round(struct srv_core *core, struct table *t);
/* Whether a bot decides for a seat: its own, or in its place. */
const struct bl_bot *srv_bot_of(const struct table *t, int seat);

/* Text that goes to a connection when everything decided so far is stored. */
void srv_post(struct srv_core *core, struct table *t, uint64_t connection, int64_t id,
              const char *text, size_t size);

/* A record: its beginning, `once` only where there is one; and then it is folded and stored. */
void srv_record(const struct srv_core *core, struct bl_text *out, const char *kind, const char *once);
void srv_decide(struct srv_core *core, struct table *t, struct bl_text *record);
bool srv_fold(struct srv_core *core, struct table *t, const char *record, size_t size);
/* What follows by itself: the game begins, a bot is asked, a deadline is set. */
void srv_settle(struct srv_core *core, struct table *t);
void srv_expire(struct srv_core *core, struct table *t);
void srv_give_up(struct srv_core *core, struct table *t);
void srv_stand(struct srv_core *core, const struct table *t, struct srv_standing *out,
               struct bl_text *lobby);

/* Messages that come again: where what they came to is kept; NULL: this is the first time. */
uint64_t srv_once_key(const struct srv_core *core, int seat, const char *once);
const struct repeat *srv_repeat(const struct table *t, int seat, uint64_t key);
void srv_remember(struct table *t, int seat, uint64_t key, uint32_t result, const char *answer);

/* Words for who comes later. */
void srv_note_words(struct table *t, int seat, const char *words, bool counts);

/* Bytes that a member has as hexadecimal digits. */
void srv_read_hex(struct bl_json *in, const char *name, void *out, size_t size);

/* A name for a table, from what is known to nobody else. */
struct srv_name srv_name_of(const char *what, const void *bytes, size_t size);
bool srv_is_name(const char *text);   /* of a table */

/* ---- news.c ------------------------------------------------------------------- */

void srv_put_hex(struct bl_text *out, const char *name, const uint8_t *bytes, size_t size);
void srv_put_set(struct bl_text *out, const char *name, uint32_t set);
/* Who sits where, and how the table stands: to one guest, to all. */
void srv_tell_table(struct srv_core *core, struct table *t, struct guest *only);
/* The same as one object, to somebody who is not there; and whose turn it is. */
void srv_put_look(struct srv_core *core, struct table *t, struct bl_text *out);
/* What happened from move `from` on, as each may know it. */
void srv_tell_moves(struct srv_core *core, struct table *t, struct guest *only, uint32_t from);
/* One more piece for one of those who are told of many moves; whether there is one. */
bool srv_tell_more(struct srv_core *core, struct table *t);
struct guest *srv_told_late(const struct table *t);   /* who waits for that; NULL: nobody */
/* The words that were said last: to everybody, all of them to one guest. */
void srv_tell_said(struct srv_core *core, struct table *t);
void srv_tell_words(struct srv_core *core, struct table *t, struct guest *only);
/* What the lobby shows, made anew where something has changed. */
const struct bl_text *srv_lobby(struct srv_core *core);
/* The game from its start to its end, and how it was dealt. */
void srv_put_transcript(struct srv_core *core, struct table *t, struct bl_text *out);
/* What the service answered, without {"answer":…}; NULL: it is an error. */
const char *srv_value(const struct bl_text *answer, size_t *size);
/* The service's answer to a guest: all of {"answer":…}, or {"error":…}. */
const struct bl_text *srv_ask(struct srv_core *core, uint32_t seats,
                              const struct bl_catalogue *catalogue, const char *request);

/* ---- talk.c ------------------------------------------------------------------- */

void srv_handle(struct srv_core *core, struct conn *c, const char *text, size_t size);
/* A message that cannot be answered here, where its table is not, or not now. */
void srv_put_off(struct srv_core *core, uint64_t connection, const char *text, size_t size,
                 const char *why, const char *elsewhere, bool again);
/* A message that waits until its table is here. */
void srv_letter(struct srv_core *core, struct table *t, uint64_t connection, const char *text,
                size_t size, bool undone);
extern const char srv_not_kept[];
/* A question that was thought about has its answer. */
void srv_answer(struct srv_core *core, struct srv_name table, int number, const char *text);
/* Carries out what a bot has thought of. */
void srv_bot_move(struct srv_core *core, struct table *t, int seat, const char *move);

#endif
