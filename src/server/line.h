/* line.h - one connection, for the files that net is made of. */
#ifndef BYLAW_SERVER_LINE_H
#define BYLAW_SERVER_LINE_H

#include "server/crowd.h"
#include "server/net.h"

enum {
    SWEEP_MS = 250, LINGER_MS = 2000, FAREWELL_MS = 1000, LISTENERS = 4, SLOT_BITS = 24, BACKLOG = 1024,
    READ_BYTES = 65536, SEND_BYTES = 131072, UNREAD_BYTES = 262144,
};

enum stage { HEAD, ASKED, OPEN, ENDING, GONE };

struct client {
    uv_tcp_t tcp;
    struct srv_net *net;
    uint64_t id;
    struct srv_guest *guest;    /* NULL: nobody yet; a proxy's */
    enum stage stage;
    uint64_t since;             /* when the stage, or the wait for the next request, began */
    uint64_t heard;             /* when something came last */
    uint64_t queued, written;   /* bytes, all together; `written` as it was when it last grew … */
    uint64_t moved;             /* … and when that was */
    bool pinged, stopped, dirty, taking;
    bool ends, shut, deaf;      /* no more is read; no more is written; they will say no more */
    struct bl_text in;          /* what is not read yet of heads */
    struct srv_request request; /* while it is asked: without its fields */
    struct srv_socket *socket;
    uint64_t frames;            /* that were counted */
};

struct srv_net {
    uv_loop_t *loop;
    struct srv_net_settings settings;
    struct srv_crowd *crowd;
    uv_tcp_t listeners[LISTENERS];
    unsigned listening;
    uv_timer_t sweep;
    uv_prepare_t flush;
    struct client **slots;      /* by the lower bits of a connection's number */
    uint32_t *free_slots, *dirty;
    uint32_t slot_count, free_count, dirty_count, dirty_room, slot_room, free_room;
    uint64_t serial;
    uint64_t over;              /* when the end of all began; 0: not yet */
    struct srv_net_figures figures;
    char room[READ_BYTES];
};

uint64_t line_now(const struct srv_net *net);   /* never 0 */
void line_stage(struct client *c, enum stage stage);

/* ---- line.c: its end, and writing -------------------------------------------- */

void line_leave(struct client *c);
/* What was opened or asked is over for whoever holds the net. */
void line_closed(struct client *c);
/* At once, whatever was still to be said. */
void line_cut(struct client *c);
/* Once all is written. */
void line_end(struct client *c);
size_t line_unsent(const struct client *c);
/* `text` is taken over; `body` must last. */
void line_write(struct client *c, struct bl_text *text, const char *body, size_t size);
/* What a WebSocket has to say goes out when everything of this turn has been said. */
void line_soil(struct client *c);
void line_flush(struct client *c);

/* ---- heard.c: what comes in ---------------------------------------------------- */

void line_reply(struct client *c, const struct srv_request *request, const struct srv_reply *reply,
                bool lasting);
/* False: that address has as many connections as it may have. */
bool line_come_in(struct client *c, const char *from);
/* Reads on, or waits until somebody has read what was said. */
void line_pace(struct client *c);

#endif
