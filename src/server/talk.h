/* talk.h - a message while it is answered, for the files that answer messages. */
#ifndef BYLAW_SERVER_TALK_H
#define BYLAW_SERVER_TALK_H

#include "in.h"

/* A message while it is answered. */
struct talk {
    struct srv_core *core;
    struct conn *conn;
    const struct kind *kind;
    struct bl_json in;
    int64_t id;
    struct table *t;
    struct guest *guest;    /* NULL: not at the table */
    uint32_t mine;          /* seats, as a set */
    int seat;
    const char *once;
    const char *text;       /* the message itself */
    size_t size;
    struct bl_text out;     /* the value of the answer; empty: by the kind, of `result` */
    uint32_t result;
    bool again;             /* it failed for now */
    bool put_off;           /* it will be answered later */
    bool tell_table;        /* what the others are to hear of it … */
    int64_t tell_moves;     /* … from this move on; -1: nothing */
    bool tell_me;           /* only to who asked */
};

enum place { NOWHERE, TABLE, GUEST, SEAT };
enum shape { NOTHING, COUNT, SEATED, MADE, NEXT };

struct kind {
    const char *name, *members;
    enum place place;
    bool decides;
    enum shape shape;
    void (*answer)(struct talk *k);
};

/* One function a message: messages.def has them all. */
#define MESSAGE(name, members, place, decides, shape, function) void talk_##function(struct talk *k);
#include "messages.def"
#undef MESSAGE

/* The same `sit` once more: who still has the seat has it on this connection, too. */
void talk_sit_again(struct talk *k);

bool talk_failed(const struct talk *k);
void talk_refuse(struct talk *k, const char *why);
/* Text for people: not too long, and nothing that a screen would act on. */
const char *talk_words(struct talk *k, const char *name, uint32_t most);
/* The hash of the secret that is given; false: it is none. */
bool talk_key(struct talk *k, uint8_t key[KEY]);
/* The guest has shown a secret, by its hash. */
void talk_show(struct talk *k, const uint8_t key[KEY]);
/* Comes to the table; false: that cannot be. */
bool talk_attend(struct talk *k);
/* The beginning of a record about a seat; and one that says nothing else. */
void talk_record(struct talk *k, struct bl_text *record, const char *kind, int seat);
void talk_decide(struct talk *k, const char *kind, int seat);
/* Refuses what changes nothing in the game, where that was done too often at this seat. */
void talk_check_changes(struct talk *k);
/* Refuses for now what may be long, where somebody was told too much already. */
void talk_check_credit(struct talk *k);
/* Who was away and does something is back. */
void talk_come_back(struct talk *k, uint32_t seats);
/* A member of the message as it came, if it is there. */
void talk_put_member(struct talk *k, struct bl_text *out, const char *name);

#endif
