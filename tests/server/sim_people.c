/* sim_people.c - people of the simulator: what they do, and what their pages make of what comes. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "sim.h"

/* Sends a message with these members. */
static int send(struct client *c, const char *what, const char *format, ...)
{
    char rest[900], text[1100];
    va_list args;
    va_start(args, format);
    vsnprintf(rest, sizeof rest, format, args);
    va_end(args);
    snprintf(text, sizeof text, "{\"id\":%d,\"do\":\"%s\",%s}", ++c->id, what, rest);
    push(&c->wire->up, text);
    return c->id;
}

/* Who sat down there: a second page of theirs goes by what the first one knows. */
static struct client *owner_of(struct client *c)
{
    return c->seat < 0 ? c : &w.clients[c->seat];
}

static bool is_spectator(const struct client *c)
{
    return c->seat < 0;
}

static struct wire *free_wire(void)
{
    for (int i = 0; i < WIRES; i++)
        if (!w.wires[i].id)
            return &w.wires[i];
    return NULL;
}

void greet(struct client *c)
{
    if (!w.servers[c->server].core || (w.now < w.servers[c->server].asleep && chance(30)))
        c->server = (int)below(SERVERS);   /* nobody answers there */
    struct server *s = &w.servers[c->server];
    struct wire *wire = free_wire();
    if (!s->core || w.now < s->asleep || !wire)
        return;
    *wire = (struct wire){.id = ++w.last_wire, .server = c->server, .client = c};
    c->wire = wire;
    srv_connect(s->core, wire->id, "192.0.2.1");
    send(c, "hello", "\"v\":1");
    c->asked = false;
}

/* The server may not notice for a while. */
void give_up(struct client *c)
{
    struct wire *wire = c->wire;
    if (!wire)
        return;
    if (chance(40)) {
        end_wire(wire);
        return;
    }
    wire->client = NULL;
    c->wire = NULL;
    c->sent = c->mine = false;
}

static const char *const verbs[] = {"", "make", "sit", "number", "move", "say", "undo", "agree", "leave",
                                    "back", "hand-over", "again", "give-up"};

void send_deed(struct client *c)
{
    memmove(c->last_ids + 1, c->last_ids, 3 * sizeof *c->last_ids);
    c->last_ids[0] = send(c, verbs[c->deed], "%s,\"once\":\"%s\"", c->text, c->once);
    c->since = c->sent ? c->since : w.now;
    c->sent = true;
}

static void decide(struct client *c, enum deed deed, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(c->text, sizeof c->text, format, args);
    va_end(args);
    c->deed = deed;
    c->sent = false;
    snprintf(c->once, sizeof c->once, "%08x%08x%d", below(UINT32_MAX), below(UINT32_MAX), (int)(c - w.clients));
    memset(c->last_ids, 0, sizeof c->last_ids);
    send_deed(c);
}

/* Some legal move that can be made by its name alone, or nonsense now and then. */
static void play(struct client *c)
{
    const json_t *legal = json_object_get(c->view, "legal");
    const char *move = "nonsense";
    size_t n = json_array_size(legal), from = n > 0 ? below((uint32_t)n) : 0;
    for (size_t i = 0; i < n && (i == 0 || move[0] == 'n') && !chance(5); i++) {
        const json_t *one = json_array_get(legal, (from + i) % n);
        if (!json_object_get(one, "form"))
            move = json_string_value(json_object_get(one, "text"));
    }
    decide(c, MOVE, "\"table\":\"%s\",\"seat\":%d,\"count\":%d,\"move\":\"%s\"", w.table.s, c->seat,
           c->count, move);
}

/* Shows the secret of the seat; a client that did not hear whether it was changed has two. */
static void come(struct client *c)
{
    char seen[60];
    snprintf(seen, sizeof seen, "\"from\":%d,\"v\":%d", c->count, c->seen);
    if (is_spectator(c)) {
        send(c, "watch", "\"table\":\"%s\",%s", w.table.s, seen);
        return;
    }
    const char *secrets[2] = {owner_of(c)->secret, owner_of(c)->other};
    for (int i = 0; i < 2; i++)
        if (secrets[i][0])
            c->take_ids[i] = send(c, "take", "\"table\":\"%s\",\"secret\":\"%s\",%s", w.table.s, secrets[i],
                                  seen);
}

static void make_table(struct client *c)
{
    char bots[200] = "";
    for (int i = 0; i < w.players; i++)
        snprintf(bots + strlen(bots), 20, "%s%s", i ? "," : "",
                 i < w.people ? "null" : chance(50) ? "\"greedy\"" : "\"random\"");
    decide(c, MAKE, "\"game\":\"%s\",\"players\":%d,\"bots\":[%s],\"open\":%s,\"clock\":%s,"
           "\"away\":\"greedy\",\"casual\":%s", w.game, w.players, bots, chance(50) ? "true" : "false",
           chance(50) ? "null" : "{\"move\":30}", chance(50) ? "true" : "false");
}

void act(struct client *c)
{
    int seat = c->seat;
    bool first = c == owner_of(c);   /* not a second page */
    const json_t *to_move = json_object_get(c->view, "to_move");
    char place[60];
    snprintf(place, sizeof place, "\"table\":\"%s\",\"seat\":%d", w.table.s, seat);
    if (!w.table.s[0]) {
        if (seat == 0 && first)
            make_table(c);
    } else if (!owner_of(c)->seated && !is_spectator(c)) {
        if (first)
            decide(c, SIT, "%s,\"name\":\"P%d\",\"secret\":\"%s\"", place, seat, c->secret);
    } else if (!c->mine) {
        if (!c->asked) {
            come(c);
            c->asked = true;
        }
    } else if (is_spectator(c)) {
        if (chance(5))
            decide(c, SAY, "\"table\":\"%s\",\"seat\":-1,\"words\":\"last card\"", w.table.s);
    } else if (!c->numbered && !c->running) {
        decide(c, NUMBER, "%s,\"number\":\"%056x%08x\"", place, seat + 1, below(UINT32_MAX));
    } else if (c->running && c->away && chance(50)) {
        decide(c, BACK, "%s", place);
    } else if (c->running && json_is_integer(to_move) && json_integer_value(to_move) == seat && chance(70)) {
        play(c);
    } else if (c->running && chance(10)) {
        static const char *const words[] = {"propreantepenultimate", "last card", "hello"};
        decide(c, SAY, "%s,\"words\":\"%s\"", place, words[below(3)]);
    } else if (c->running && chance(10)) {
        decide(c, UNDO, "%s", place);
    } else if (c->running && chance(10)) {
        decide(c, AGREE, "%s,\"yes\":%s", place, chance(80) ? "true" : "false");
    } else if (c->running && chance(3)) {
        decide(c, LEAVE, "%s", place);
    } else if (c->running && first && !c->other[0] && chance(5)) {
        snprintf(c->other, sizeof c->other, "%08x%024d", below(UINT32_MAX), seat);
        decide(c, HAND, "%s,\"secret\":\"%s\"", place, c->other);
    } else if (c->running && first && chance(1)) {
        decide(c, QUIT, "%s", place);
        c->quits = true;
    } else if (c->over && chance(20)) {
        decide(c, AGAIN, "\"table\":\"%s\"", w.table.s);
    }
}

/* ---- what a page makes of what comes ------------------------------------------------------------ */

static void note_ack(struct client *c)
{
    if (w.ack_count < ACKS) {
        struct ack *a = &w.acks[w.ack_count++];
        a->seat = c->deed == MAKE ? -1 : c->seat;
        memcpy(a->once, c->once, sizeof a->once);
    }
}

/* Whether the log must have it now. */
static bool is_kept(const struct client *c, const json_t *answer)
{
    const char *said = json_string_value(json_object_get(answer, "answer"));
    return c->deed <= NUMBER || (said && strcmp(said, "accepted") == 0) || c->deed == HAND || c->deed == QUIT;
}

/* Whoever has given up watches from now on, on all their pages. */
static void quit(int seat)
{
    for (int i = 0; i < CLIENTS; i++)
        if (w.clients[i].seat == seat) {
            w.clients[i].seat = -1;
            w.clients[i].mine = w.clients[i].asked = false;
        }
}

static void hear_answer(struct client *c, int id, const json_t *message)
{
    bool mine = false;
    const json_t *answer = json_object_get(message, "answer");
    const char *where = json_string_value(json_object_get(message, "elsewhere"));
    for (int i = 0; i < 4; i++)
        mine |= c->last_ids[i] == id;
    if (id == c->ask_id && answer) {
        free(w.transcript);
        w.transcript = bl_copy_of(json_string_value(answer), json_string_length(answer) + 1);
        c->ask_id = 0;
    } else if (where) {
        c->server = atoi(where);
        end_wire(c->wire);
    } else if (answer && c->other[0] && c->deed != HAND && (id == c->take_ids[0] || id == c->take_ids[1])) {
        if (id == c->take_ids[1])
            memcpy(c->secret, c->other, sizeof c->secret);
        c->other[0] = '\0';
    } else if (!mine || c->deed == NO_DEED) {
        const char *why = json_string_value(json_object_get(message, "error"));
        if (why)
            c->asked = false;
        /* They were told that it was refused, but what they had sent before came later. */
        if (why && strstr(why, "no seat") && owner_of(c)->quits && id == c->take_ids[0] && !owner_of(c)->other[0])
            quit(c->seat);
    } else if (json_is_true(json_object_get(message, "again"))) {
        c->sent = false;
    } else if (!answer) {
        const char *why = json_string_value(json_object_get(message, "error"));
        if (c->deed == NUMBER && strstr(why, "sent its number"))
            c->numbered = true;
        if (strstr(why, "not yours") || strstr(why, "come to the table"))
            c->mine = c->asked = false;
        c->deed = NO_DEED;
    } else {
        if (is_kept(c, answer))
            note_ack(c);
        if (c->deed == MAKE)
            snprintf(w.table.s, sizeof w.table.s, "%s",
                     json_string_value(json_object_get(answer, "table")));
        if (c->deed == AGAIN) {
            const char *next = json_string_value(json_object_get(answer, "table"));
            if (w.next.s[0] && strcmp(w.next.s, next) != 0)
                wrong("two rematches");
            snprintf(w.next.s, sizeof w.next.s, "%s", next);
        }
        if (c->deed == HAND) {
            memcpy(c->secret, c->other, sizeof c->secret);
            c->other[0] = '\0';
        }
        if (c->deed == QUIT)
            quit(c->seat);
        c->seated |= c->deed == SIT;
        c->deed = NO_DEED;
    }
}

bool wants_in(const struct client *c)
{
    return w.table.s[0] && (is_spectator(c) || w.clients[c->seat].seated) && !c->mine;
}

void ask_transcript(struct client *c)
{
    c->ask_id = send(c, "ask", "\"table\":\"%s\",\"request\":{\"ask\":\"transcript\"}", w.table.s);
}

static void hear_table(struct client *c, const json_t *news)
{
    const char *stage = json_string_value(json_object_get(news, "stage"));
    const json_t *seat = json_array_get(json_object_get(news, "seats"), (size_t)c->seat);
    const json_t *mine = json_object_get(news, "mine");
    c->v = (int)json_integer_value(json_object_get(news, "v"));
    c->over = strcmp(stage, "over") == 0;
    c->running = strcmp(stage, "running") == 0;
    c->numbered = json_is_true(json_object_get(seat, "number"));
    c->away = json_is_true(json_object_get(seat, "away"));
    bool was = c->mine;
    c->mine = is_spectator(c) || json_array_size(mine) > 0;
    c->asked = c->asked && (c->mine || !was);   /* the seat was handed over: ask anew */
}

/* Who gives up is told what everybody sees before they know that it was done. */
static bool is_reader(struct client *c, int seat)
{
    return seat == c->seat || (seat < 0 && owner_of(c)->quits);
}

void hear(struct client *c, const char *text)
{
    json_t *message = json_loads(text, 0, NULL);
    const char *news = json_string_value(json_object_get(message, "news"));
    const json_t *id = json_object_get(message, "id");
    if (!message)
        wrong("not JSON: %.100s", text);
    if (id) {
        hear_answer(c, (int)json_integer_value(id), message);
    } else if (news && strcmp(news, "table") == 0) {
        hear_table(c, message);
    } else if (news && strcmp(news, "moves") == 0 && is_reader(c, (int)json_integer_value(json_object_get(message, "seat")))) {
        int from = (int)json_integer_value(json_object_get(message, "from"));
        if (from > c->count)
            wrong("told from move %d on, knowing %d", from, c->count);
        json_decref(c->view);
        c->view = json_incref(json_object_get(message, "view"));
        c->count = (int)json_integer_value(json_object_get(message, "count"));
        c->v = c->seen = (int)json_integer_value(json_object_get(message, "v"));
    } else if (news && strcmp(news, "said") == 0) {
        c->v = (int)json_integer_value(json_object_get(message, "v"));
    } else if (news && strcmp(news, "gone") == 0) {
        const char *where = json_string_value(json_object_get(message, "elsewhere"));
        c->server = where ? atoi(where) : (int)below(SERVERS);
        end_wire(c->wire);
    }
    json_decref(message);
}
