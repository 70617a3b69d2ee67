/* join.h - a table of a server at this terminal: what the files of `bylaw join` share. */
#ifndef BYLAW_CLI_JOIN_H
#define BYLAW_CLI_JOIN_H

#include "bylaw/json.h"
#include "play.h"
#include "server/client.h"

enum stage { WAITING, RUNNING, ENDED, GIVEN_UP };

/* What was sent and is not answered yet; `seen` is given the answer, or what is wrong. */
struct join;
typedef void join_answer(struct join *j, struct bl_json *answer);
struct sent {
    struct sent *next;
    int64_t id;
    char *text;
    join_answer *seen;
    uint64_t at;    /* when it was sent last */
    bool greets;    /* is said anew on every connection, and not again */
    bool awaited;   /* nothing typed is read before its answer */
};

struct join {
    struct session s;       /* first; its match has the set-up of the table, and no cards of it */
    struct srv_address at;
    struct srv_address first;   /* the call's, where the table was said to be elsewhere */
    struct srv_address gone;    /* what could not be reached, … */
    uint64_t gone_until;        /* … and until when it is not tried again */
    struct srv_client *client;
    bool met;               /* the server has answered on this connection */
    bool here;              /* the server knows us, at the table if there is one */
    bool lost;              /* it was told that the connection is gone */
    unsigned pause;         /* milliseconds until the next try … */
    uint64_t when;          /* … which is then, by the clock; 0: there is a connection */
    uint64_t heard;         /* when something came from the server last, be it a ping */
    uint64_t bytes;         /* that had come from this connection then */
    uint64_t silence;       /* so long it may say nothing, in milliseconds */
    int64_t id;
    struct sent *sent;
    const char *error;      /* of the answer that is being seen; NULL: none */

    /* What is kept of a seat. */
    int kept;               /* the seat whose file is ours; -1: none is */
    bool keepless;          /* nothing can be written there */
    int other;              /* a seat that is kept under another name than the call's; -1: none */
    char other_name[160];
    char secret[33], number[65], hash[65];
    char name[160];
    int wanted, seat;       /* -1: any; a spectator */
    bool sits, numbered;    /* it was sent */
    bool handing;           /* likewise: the seat moves here from another device */
    bool named;             /* the call gave the name */
    uint32_t seen;          /* moves that were told when the seat was left; UINT32_MAX: it is not known */
    bool returns;           /* what is told next happened while nobody was here */
    bool greeted;           /* it was said which seat this is … */
    bool seatless;          /* … or that there is none */

    /* The table, as it was told last. */
    enum stage stage;
    bool known;             /* there was news of it */
    int free_seats;         /* as it was said last */
    char people[BL_MAX_SEATS][160];   /* "": nobody */
    uint32_t bots, away, present, quit;
    int patience;           /* seconds until a bot plays on for who is gone; -1: none does */
    int undo;               /* who wants a move back; -1: nobody */
    uint32_t agreed;
    uint32_t records;       /* that were decided then */
    char next[17];          /* the table after this one; "": none */
    bool told_next;
    int words;                  /* that were heard at this table */

    /* The game, as this seat may know it. */
    uint32_t count, v;
    int to_move;
    bool begun, over;       /* there was news of it; it has ended */
    struct bl_text text, due;
    struct move_list legal;
    struct bl_text transcript;
    bool viewed;            /* the session's match is what this seat knows … */
    bool opened;            /* … or, when it is over, all of it */
    bool accepted;          /* the move that was sent last */
    bool checked, cheated;
    bool leaves;            /* `quit` */
    bool asked;             /* whether they mean to give up */
    uint32_t log_from;      /* what happened is asked for from here on */
    bool left;              /* the seat was given back, before the game */
    char prompt[320];       /* who is asked, and whose turn it is; changes while a line is typed */
    bool fatal;             /* it cannot go on */
    char why[400];
};

#define join_tell(j, ...) \
    cli_tell_paragraph(&(j)->s.page, "", 2, (j)->s.screen.look.columns, __VA_ARGS__)

/* Sends a message: members in the format of bl_json_putf after "do"; `decides` gives it a `once`. */
void join_send(struct join *j, join_answer *seen, const char *what, bool decides, const char *format, ...);
/* The same, and nothing typed is read until the answer is there, or it takes long. */
void join_ask(struct join *j, join_answer *seen, const char *what, bool decides, const char *format, ...);
/* Whether an answer is waited for; and whether a move is under way. */
bool join_waits(const struct join *j);
bool join_moves(const struct join *j);
/* Waits until what is asked is answered; false: a signal came, or nothing more can be done. */
bool join_wait(struct join *j);
bool join_wait_for(struct join *j, bool (*is)(const struct join *j));
/* A decision whose members are written already. */
void join_decide(struct join *j, join_answer *seen, const char *what, const char *members);
/* Nothing more can be done. It is said when nobody is typing any more. */
void join_give_up(struct join *j, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Connects, to the seat that is kept here if there is one; and lets everything go. */
void join_begin(struct join *j);
void join_end(struct join *j);
/* To the table; to another table of the same server, to the same seat there. */
void join_come(struct join *j);
void join_move_to(struct join *j, const char *table);

/* join_keep.c: a seat of the table that is kept here, or a new one; the same, of those under our name
 * alone. Keeps it as that seat; forgets it. */
void join_find_seat(struct join *j);
void join_find_own_seat(struct join *j);
void join_keep(struct join *j, int seat);
void join_forget(struct join *j);
/* Whether other seats of this table are kept here, too. */
bool join_keeps_others(const struct join *j);

/* join_table.c */
void join_see_table(struct join *j, struct bl_json *news);
void join_see_moves(struct join *j, struct bl_json *news);
void join_see_said(struct join *j, struct bl_json *said);
/* Those that were said last: what we have heard is not told again. */
void join_see_words(struct join *j, struct bl_json *news);
void join_see_transcript(struct join *j, struct bl_json *answer);
void join_put_link(struct bl_text *out, const struct join *j);
/* What is to be typed to sit there again; the seat stands in it where it could be taken for another. */
void join_put_call(struct join *j, int seat);
void join_put_seats(struct bl_text *out, const struct join *j);
void join_put_turn(struct join *j);
void join_put_table(struct join *j);
void join_put_lines(struct join *j, const char *text, const char *begin, int indent);
void join_tell_event(struct join *j, struct bl_json *event);
const char *join_name(const struct join *j, int seat);
/* What stands before what is typed. */
void join_set_prompt(struct join *j);

/* join_words.c */
void join_obey(struct join *j, char *typed);
bool join_submit(struct session *s, const char *move);
bool join_may_type(const struct join *j);
bool join_complete(struct session *s, const char *before, struct play_completion *out);
void join_redraw(struct session *s);

#endif
