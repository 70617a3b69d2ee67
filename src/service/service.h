/* service.h - what the groups of requests share: the tables, and a request on its way. */
#ifndef BYLAW_SERVICE_IN_H
#define BYLAW_SERVICE_IN_H

#include "bylaw/json.h"
#include "bylaw/match.h"
#include "bylaw/service.h"

struct table {
    int id;         /* never given twice */
    struct bl_match *m;
    uint32_t ours;  /* the seats of the page's asker, as a set: where persons sat when it was dealt */
    bool open;      /* who asks brought all of it, so nothing on it is hidden */
    int given_up;   /* the seat whose person gave the game up: it is over as it stands; -1: nobody did */
    char *names[BL_MAX_SEATS];   /* as they were given; NULL: none was */
};

struct bl_service {
    struct table *tables;      /* in the order of their ids */
    uint32_t table_count, table_room;
    int last_id;
    struct bl_room *room;      /* all tables are worked on in it */
    struct bl_event event;     /* room for one */
    struct bl_story story;     /* likewise */
    struct bl_text answer;
    void *catalogue_bytes;     /* NULL: English */
    struct bl_catalogue catalogue;
    struct bl_voice voice;
};

/* A request while it is answered. */
struct request {
    struct bl_service *service;
    struct bl_json in;         /* its members; a fault in them is the answer */
    const struct bl_asker *asker;   /* NULL: who has every person's seat */
    struct table *table;       /* those that it names, if its kind says so */
    int seat;
    struct bl_voice voice;     /* for who asks */
    const char *names[BL_MAX_SEATS];
    struct bl_draft *draft;    /* what is written there; NULL: nothing */
    struct bl_text *out;       /* here goes the answer, one JSON value */
    bool failed;
};

/* Whom a request is about, and with that who may make it. */
enum about {
    NO_TABLE,
    TABLE,
    WHOLE,      /* what only a referee may know */
    SEAT,       /* what somebody does who sits there */
    READER,     /* what a seat, a spectator or the referee may know */
    SITTER,     /* what a seat may know */
};

struct request_kind {
    const char *name;
    enum about about;
    const char *members;       /* besides "ask"; one with ? may be missing */
    void (*answer)(struct request *r);
};

/* The groups; each ends with an empty row. */
extern const struct request_kind service_about[], service_open[], service_table[],
    service_draft[], service_learn[], service_review[], service_simulate[];

/* The request cannot be answered; what was written so far is gone. */
void service_fail(struct request *r, const char *why);
/* Whether something was wrong so far. */
bool service_failed(const struct request *r);
struct table *service_add_table(struct bl_service *s, struct bl_match *m, bool open);
/* The table that the request is about: its seats are called by their names. */
void service_use_table(struct request *r, struct table *t);
void service_remove_table(struct bl_service *s, struct table *t);

/* Members that several requests have; what they cannot be read as is a fault, and NULL or 0. */
const struct bl_game *service_game(struct request *r);
uint64_t service_seed(struct request *r);
const struct bl_bot *service_bot(struct bl_json name);

/* The draft that the request speaks of, gone through: r->draft; false: it is none. */
bool service_read_draft(struct request *r);

/* A move as it is kept, and back; false: this is none of this game, or not that number. */
void service_put_kept(struct bl_text *out, const struct bl_match *m, uint32_t number,
                      const char *move, int seat);
bool service_read_kept(const char *hex, const struct bl_match *m, uint32_t number,
                       struct bl_text *out);

/* Whether the asker may look at the table as this reader. */
bool service_may_read(const struct request *r, int reader);
/* Whether a seat is the asker's. */
bool service_owns(const struct request *r, int seat);
/* A move as its reader may know it: {"text","form","kind",…}; one that can be made now with its
 * "offer". */
void service_put_move(struct request *r, const void *view, const struct bl_play *play, bool offered);
/* A hint that is part of a plan, with what it is for: 'why'. */
void service_put_planned(struct request *r, const void *view, const struct bl_play *play,
                         const struct bl_fact *why);
/* What a bot advises, with what speaks for it: 'reasons'; of two opinions, its own and the next best, also
 * 'value' and 'next', a move with its 'value'. */
void service_put_hint(struct request *r, const void *view, const struct bl_play *play,
                      const struct bl_opinion *const both[2]);
/* The service's story as a member: [{"text","parts","clauses"}]. */
void service_put_story(struct request *r, const char *name);
/* "why":[…] as a member: what the rules said, clause by clause. */
void service_put_why(const struct request *r, const struct bl_account *account);
/* The text of a move that is given as text or in parts, which `room` is for. */
const char *service_read_move(const struct request *r, struct bl_json *move, struct bl_text *room);
/* "game","players","options","rulings","seed","count","bots","names" as members. */
void service_put_seating(struct request *r);

/* "wrong" as a member: why a text is no move. */
void service_put_wrong(struct request *r, const struct bl_fact *wrong);

/* What people read, in the language of who asks. */
static inline const char *said(const struct request *r, const char *english)
{
    return bl_say(r->voice.catalogue, english);
}

/* A clause by its id; "": none. */
static inline const char *clause_id(const struct table *t, bl_cite clause)
{
    return clause ? bl_match_game(t->m)->clauses[clause].id : "";
}

#endif
