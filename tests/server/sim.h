/* sim.h - the world of the simulator: servers, their store, wires, and people with pages. */
#ifndef TESTS_SERVER_SIM_H
#define TESTS_SERVER_SIM_H

#include <jansson.h>

#include "bylaw/rng.h"
#include "model.h"
#include "server/in.h"

enum { SERVERS = 3, CLIENTS = 5, WIRES = 16, THOUGHTS = 4, ACKS = 512 };

/* ---- wires ------------------------------------------------------------------- */

struct queue {
    char **items;
    uint32_t first, count, room;
};

struct client;

/* A connection. What is sent arrives in order, or not at all; what was sent over another may arrive
 * before. A page that has given one up hears nothing from it, but what it sent may still arrive. */
struct wire {
    uint64_t id;                /* 0: none */
    int server;
    struct client *client;      /* NULL: nobody listens any more */
    struct queue up, down;
};

void push(struct queue *q, const char *text);
void end_wire(struct wire *wire);

/* ---- servers ------------------------------------------------------------------ */

struct server {
    struct srv_core *core;      /* NULL: it is down */
    bool draining;
    uint64_t asleep;            /* until then it does nothing */
    uint64_t looked;
    int64_t skew;               /* of its wall's clock */
    struct srv_desk desk;
    struct srv_jobs orders, answers;
    struct srv_order thoughts[THOUGHTS];   /* what bots think about; .task NULL: none does */
    bool stale[THOUGHTS];       /* … of a position that was taken back since */
};

/* ---- people --------------------------------------------------------------------- */

enum deed { NO_DEED, MAKE, SIT, NUMBER, MOVE, SAY, UNDO, AGREE, LEAVE, BACK, HAND, AGAIN, QUIT };

/* Somebody with a page. One person may have two: the second has the seat of the first. */
struct client {
    int seat;                   /* -1: only watches */
    struct wire *wire;          /* NULL: none */
    int server;                 /* where to go next */
    int id, last_ids[4];        /* of messages; of those that carry the deed */
    int take_ids[2];            /* of those that show the secrets */
    int ask_id;                 /* of the one that asks for the transcript; 0: none */
    char secret[33], other[33];   /* the seat's; and one that it may have instead */
    enum deed deed;             /* that is not answered yet */
    char text[700];             /* its members */
    char once[33];
    bool sent;
    uint64_t since;             /* when */
    /* What the page knows. */
    bool seated, quits, mine, numbered, away, over, running, asked;
    int v, count, seen;         /* records, moves; records when those were told */
    json_t *view;
};

struct ack {
    int seat;
    char once[33];
};

extern struct world {
    struct bl_stream rng;
    uint64_t now;
    bool faults, jumps, slow_bots;   /* clocks jump; bots think long */
    uint32_t thoughts_left;     /* so often a bot may still think */
    struct model db;
    struct server servers[SERVERS];
    struct wire wires[WIRES];
    struct client clients[CLIENTS];
    int people, players;        /* seats after the people's are bots' */
    const char *game;
    struct srv_name table, next;   /* and that of the rematch */
    char *transcript;           /* as a server hands it out; NULL: it was not asked for */
    uint64_t last_wire;
    struct ack acks[ACKS];
    int ack_count;
    uint64_t taken;             /* tables, from servers that slept or lost the file */
    char wrong[300];            /* "": nothing yet */
} w;

uint32_t below(uint32_t n);
bool chance(uint32_t percent);
void wrong(const char *format, ...);

/* ---- sim_people.c ----------------------------------------------------------------- */

void greet(struct client *c);       /* opens a wire, if it can */
void act(struct client *c);         /* whatever somebody at the table does who is free to do something */
void send_deed(struct client *c);
void ask_transcript(struct client *c);
void give_up(struct client *c);     /* its wire */
bool wants_in(const struct client *c);
void hear(struct client *c, const char *text);

/* ---- sim_check.c ------------------------------------------------------------------ */

void check_sent(const char *text);
void check_end(void);

#endif
