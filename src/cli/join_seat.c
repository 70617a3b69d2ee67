/* join_seat.c - a terminal at a server: the connection, messages, and sitting down there. */
#include <sodium.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "join.h"

/* Milliseconds: between tries to connect; without a sign of life, where the server does not say; until
 * somebody who typed may type again, and until a connection that does not answer is none. A server that has
 * died keeps its tables until its lease is over: whoever could not reach it (REACH) asks another one again
 * and again (AGAIN), and does not go back there (GONE). tests/house/test_takeover.py reckons with these. */
enum { LEAST_PAUSE = 250, MOST_PAUSE = 15000, SILENCE = 60000, SLOW = 2000, DEAD = 8000, REACH = 2000,
       AGAIN = 500, GONE = 6000 };

static uint64_t now(void)
{
    return (uint64_t)(bl_now() * 1000);
}

/* ---- messages ----------------------------------------------------------------- */

static void say(struct join *j, struct sent *m)
{
    m->at = now();
    srv_client_say(j->client, m->text, strlen(m->text));
}

static void push(struct join *j, struct sent *m)
{
    struct sent **end = &j->sent;
    while (*end)
        end = &(*end)->next;
    *end = m;
    m->at = now();
    if (j->client && (j->here || m->greets))
        say(j, m);
}

static struct sent *send_v(struct join *j, join_answer *seen, const char *what, bool decides, bool greets,
                           const char *rest)
{
    BL_LOCAL struct bl_text text = bl_text_heap();
    struct sent *m = bl_new(1, sizeof *m);
    bl_json_putf(&text, "{'id':%d,'do':%s", (int)j->id, what);
    if (*rest)
        bl_putf(&text, ",%s", rest);
    if (decides) {
        char once[33];
        srv_by_chance(once, 16);
        bl_json_putf(&text, "'once':%s", once);
    }
    bl_json_close(&text, '}');
    *m = (struct sent){.id = j->id++, .text = text.s, .seen = seen, .greets = greets};
    text = bl_text_heap();   /* it is the message's now */
    push(j, m);
    return m;
}

/* JSON as it stands there, with ' for ": %s is a string, %d a number, %t a truth. */
static void put_members(struct bl_text *out, const char *format, va_list args)
{
    for (const char *at = format; *at; at++) {
        if (*at == '\'')
            bl_put_char(out, '"');
        else if (*at != '%')
            bl_put_char(out, *at);
        else if (*++at == 's')
            bl_json_put_string(out, va_arg(args, const char *));
        else if (*at == 'd')
            bl_put_int(out, va_arg(args, int));
        else
            bl_put(out, va_arg(args, int) ? "true" : "false");   /* %t */
    }
}

static struct sent *send_with(struct join *j, join_answer *seen, const char *what, bool decides, const char *format,
                              va_list args)
{
    BL_LOCAL struct bl_text rest = bl_text_heap();
    put_members(&rest, format, args);
    return send_v(j, seen, what, decides, false, rest.s);
}

void join_send(struct join *j, join_answer *seen, const char *what, bool decides, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    send_with(j, seen, what, decides, format, args);
    va_end(args);
}

void join_ask(struct join *j, join_answer *seen, const char *what, bool decides, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    send_with(j, seen, what, decides, format, args)->awaited = true;
    va_end(args);
}

void join_decide(struct join *j, join_answer *seen, const char *what, const char *members)
{
    send_v(j, seen, what, true, false, members);
}

bool join_waits(const struct join *j)
{
    const struct sent *m = j->sent;
    while (m && !m->awaited)
        m = m->next;
    return m;
}

bool join_moves(const struct join *j)
{
    const struct sent *m = j->sent;
    while (m && !strstr(m->text, "\"do\":\"move\""))
        m = m->next;
    return m;
}

/* Who typed something need not sit there until the connection is back. */
static void release(struct join *j)
{
    for (struct sent *m = j->sent; m && j->s.screen.typed; m = m->next)
        if (m->awaited && (!j->here || now() >= m->at + SLOW)) {
            m->awaited = false;
            if (j->here)
                join_tell(j, "No answer has come yet. It is sent again if the connection is lost, and counts once.");
            else
                join_tell(j, "There is no connection now. It is sent when there is one, and counts once.");
        }
}

static struct sent *take_sent(struct join *j, int64_t id)
{
    struct sent **at = &j->sent;
    while (*at && (*at)->id != id)
        at = &(*at)->next;
    struct sent *m = *at;
    if (m)
        *at = m->next;
    return m;
}

static void free_sent(struct sent *m)
{
    if (m)
        BL_FREE(m->text, m);
}

/* ---- coming to the table -------------------------------------------------------- */

static void greet(struct join *j, join_answer *seen, const char *what, const char *rest)
{
    send_v(j, seen, what, false, true, rest);
}

/* Everything that was not answered before the connection was lost is sent again, as it was: it counts
 * once. */
static void arrive(struct join *j)
{
    j->here = true;
    j->pause = LEAST_PAUSE;
    for (struct sent *m = j->sent; m; m = m->next)
        if (!m->greets)
            say(j, m);
    if (j->lost && j->known)
        join_tell(j, "The table is there again.");
    j->lost = false;
}

void join_give_up(struct join *j, const char *format, ...)
{
    va_list args;
    if (j->fatal)
        return;
    va_start(args, format);
    vsnprintf(j->why, sizeof j->why, format, args);
    va_end(args);
    j->fatal = true;
}

static void see_watched(struct join *j, struct bl_json *answer)
{
    (void)answer;
    if (j->error)
        join_give_up(j, "%s", j->error);
    else
        arrive(j);
}

/* The seat of a link from another device is ours, and nobody else's any more. */
static void see_handed(struct join *j, struct bl_json *answer)
{
    (void)answer;
    if (j->error)
        join_give_up(j, "%s", j->error);
    j->at.secret[0] = '\0';
    j->handing = false;
    join_keep(j, j->seat);
}

static void see_taken(struct join *j, struct bl_json *answer)
{
    bool handed = j->at.secret[0];
    if (j->error && handed && !j->handing) {
        join_give_up(j, "this link is good once, and was opened already");
        return;
    }
    if (j->error) {   /* the seat was left before the game, or belongs to another device now */
        j->sits = handed;
        j->numbered = false;
        j->at.secret[0] = '\0';
        j->seat = -1;
        join_come(j);
        return;
    }
    struct bl_json seats = bl_json_member(answer, "seats");
    size_t n = bl_json_count(&seats, BL_MAX_SEATS);
    for (size_t i = 0; i < n; i++) {
        struct bl_json item = bl_json_item(&seats, i);
        int seat = (int)bl_json_to_int(&item, 0, BL_MAX_SEATS - 1);
        if (i == 0 || seat == j->wanted)
            j->seat = seat;
    }
    j->s.at_keyboard = j->seat;
    if (handed && !j->handing) {
        j->handing = true;
        join_keep(j, j->seat);
        join_send(j, see_handed, "hand-over", true, "'table':%s,'seat':%d,'secret':%s", j->at.table, j->seat, j->secret);
    }
    arrive(j);
}

/* To the table: with the secret of a seat, or to look at it first. */
void join_come(struct join *j)
{
    BL_LOCAL struct bl_text rest = bl_text_heap();
    bl_json_putf(&rest, "'table':%s", j->at.table);
    if (j->sits)
        bl_json_putf(&rest, "'secret':%s", j->at.secret[0] ? j->at.secret : j->secret);
    if (j->begun)
        bl_json_putf(&rest, "'from':%d,'v':%d", (int)j->count, (int)j->v);
    greet(j, j->sits ? see_taken : see_watched, j->sits ? "take" : "watch", rest.s);
}

static void see_hello(struct join *j, struct bl_json *answer)
{
    j->met = true;
    int64_t silence = !j->error && bl_json_has(answer, "silence") ? bl_json_int(answer, "silence", 0, INT32_MAX) : 0;
    j->silence = silence > 0 ? (uint64_t)silence : SILENCE;
    if (j->error && strncmp(j->error, "language", 8) == 0)
        greet(j, see_hello, "hello", "\"v\":1");
    else if (j->error)
        join_give_up(j, "%s", j->error);
    else if (j->at.table[0])
        join_come(j);
    else
        arrive(j);
}

static void hear(void *with, const char *text, size_t size);

static void join_connect(struct join *j)
{
    BL_LOCAL struct bl_text rest = bl_text_heap();
    srv_client_free(j->client);
    j->client = srv_client_new(&j->at, hear, j);
    j->here = j->met = false;
    j->when = 0;
    j->heard = now();
    j->bytes = 0;
    for (struct sent **at = &j->sent; *at;) {   /* is said anew */
        struct sent *m = *at;
        if (m->greets) {
            *at = m->next;
            free_sent(m);
        } else {
            at = &m->next;
        }
    }
    bl_json_putf(&rest, "'v':1,'language':%s", cli_language);
    greet(j, see_hello, "hello", rest.s);
}

/* To another server, with the same table and seat. */
static void move_address(struct join *j, const struct srv_address *to)
{
    struct srv_address was = j->at;
    j->at = *to;
    memcpy(j->at.table, was.table, sizeof was.table);
    memcpy(j->at.secret, was.secret, sizeof was.secret);
}

static void lose(struct join *j)
{
    if (!j->known)
        join_give_up(j, "%s, port %s: %s", j->at.host, j->at.port, srv_client_why(j->client));
    else if (!j->lost)
        join_tell(j, "The connection is lost; it is tried again.");
    j->lost = j->returns = true;
    j->here = false;
    j->when = now() + j->pause;
    j->pause = j->pause * 2 < MOST_PAUSE ? j->pause * 2 : MOST_PAUSE;
    srv_client_free(j->client);
    j->client = NULL;
    if (!j->met) {
        j->gone = j->at;
        j->gone_until = now() + GONE;
    }
    if (j->first.host[0])   /* it knows where the table is now, if another server has died */
        move_address(j, &j->first);
}

static bool same_place(const struct srv_address *a, const struct srv_address *b)
{
    return strcmp(a->host, b->host) == 0 && strcmp(a->port, b->port) == 0 && strcmp(a->path, b->path) == 0;
}

/* The table is at another server. False: it is not, or that one was tried just now. */
static bool goes_elsewhere(struct join *j, struct bl_json *message)
{
    struct srv_address to;
    if (!bl_json_has(message, "elsewhere"))
        return false;
    const char *wrong = srv_read_address(bl_json_string(message, "elsewhere"), &to);
    if (wrong)
        join_give_up(j, "the table is at %s: %s", bl_json_string(message, "elsewhere"), wrong);
    if (now() < j->gone_until && same_place(&to, &j->gone))
        return false;
    if (!j->first.host[0])
        j->first = j->at;
    move_address(j, &to);
    j->when = now() + LEAST_PAUSE;
    j->here = false;
    return true;
}

/* ---- sitting down ----------------------------------------------------------------- */

static void see_seat(struct join *j, struct bl_json *answer)
{
    if (j->error) {
        j->sits = false;
        if (strncmp(j->error, "name", 4) == 0)
            join_give_up(j, "%s: %s; give another --name", j->name, j->error);
        else if (j->wanted >= 0)
            join_give_up(j, "seat %d: %s", j->wanted, j->error);
        else if (strcmp(j->error, "this seat is taken") == 0)
            join_come(j);   /* by somebody who was quicker: there may be another */
        else if (j->stage == WAITING)
            join_tell(j, "You watch: %s.", j->error);
        return;
    }
    j->seat = (int)bl_json_int(answer, "seat", 0, BL_MAX_SEATS - 1);
    j->s.at_keyboard = j->seat;
    join_keep(j, j->seat);
}

static void see_nothing(struct join *j, struct bl_json *answer)
{
    (void)j, (void)answer;
}

/* Once: who stays without a seat is told why, and how to be who sat here before. */
static void tell_no_seat(struct join *j)
{
    if (j->seat >= 0 || j->sits || j->greeted || j->seatless)
        return;
    j->seatless = true;
    if (j->stage == WAITING && j->wanted >= 0)
        join_tell(j, "Seat %d (--seat %d) is taken: you watch.", j->wanted + 1, j->wanted);
    else if (j->stage == WAITING)
        join_tell(j, "No seat is free: you watch.");
    if (j->other >= 0) {
        join_tell(j, "%s sits here from this machine, and plays on with:", j->other_name);
        join_put_call(j, j->other);
    }
}

/* Nobody can sit on a seat that the table does not have. */
static bool has_wanted(struct join *j, struct bl_json *news)
{
    struct bl_json seats = bl_json_member(news, "seats");
    int players = (int)bl_json_count(&seats, BL_MAX_SEATS);
    if (j->wanted >= players)
        join_give_up(j, "there is no seat %d here: --seat takes 0 %s %d", j->wanted, players == 2 ? "or" : "to",
                     players - 1);
    return j->wanted < players;
}

/* After news of a table where there is nobody of us yet, or our share of the deal is missing. */
static void settle(struct join *j, struct bl_json *news)
{
    struct bl_json seats = bl_json_member(news, "seats");
    int players = (int)bl_json_count(&seats, BL_MAX_SEATS);
    if (j->stage != WAITING) {
        tell_no_seat(j);
        return;
    }
    if (!j->hash[0] && bl_json_has(news, "hash"))   /* a pledge is one only before the cards are dealt */
        snprintf(j->hash, sizeof j->hash, "%s", bl_json_string(news, "hash"));
    for (int seat = 0; seat < players && j->seat < 0 && !j->sits && !j->greeted; seat++) {
        if ((j->wanted >= 0 && seat != j->wanted) || j->people[seat][0])
            continue;
        join_keep(j, seat);
        j->sits = true;
        join_ask(j, see_seat, "sit", true, "'table':%s,'seat':%d,'name':%s,'secret':%s", j->at.table, seat,
                  j->name, j->secret);
    }
    tell_no_seat(j);
    if (j->seat < 0 || j->seat >= players || j->numbered)
        return;
    struct bl_json mine = bl_json_item(&seats, (size_t)j->seat);
    j->numbered = true;
    if (!bl_json_bool(&mine, "number") && !j->number[0]) {
        srv_by_chance(j->number, 32);
        join_keep(j, j->seat);
    }
    if (!bl_json_bool(&mine, "number"))
        join_send(j, see_nothing, "number", true, "'table':%s,'seat':%d,'number':%s", j->at.table, j->seat,
                  j->number);
}

void join_move_to(struct join *j, const char *table)
{
    join_send(j, see_nothing, "bye", false, "'table':%s", j->at.table);
    int seat = j->seat;
    char secret[sizeof j->secret];
    memcpy(secret, j->secret, sizeof secret);
    snprintf(j->at.table, sizeof j->at.table, "%s", table);
    j->wanted = -1;   /* a seat under our name, or a new one */
    j->words = 0;
    j->sits = j->numbered = j->known = j->begun = j->over = j->checked = j->told_next = j->greeted =
        j->seatless = j->viewed = j->opened = false;
    j->count = j->v = 0;
    j->undo = -1;
    j->next[0] = '\0';
    memset(j->people, 0, sizeof j->people);
    bl_text_clear(&j->transcript);
    j->quit = 0;
    join_find_own_seat(j);
    if (j->kept < 0 && seat >= 0)   /* the seat is held for who shows that */
        memcpy(j->secret, secret, sizeof secret);
    j->wanted = seat;
    join_come(j);
}

/* ---- what comes --------------------------------------------------------------------- */

static void see_news(struct join *j, struct bl_json *m)
{
    const char *news = bl_json_string(m, "news");
    if (strcmp(news, "drain") == 0 || strcmp(bl_json_has(m, "table") ? bl_json_string(m, "table") : "", j->at.table) != 0)
        return;
    if (j->fatal || (strcmp(news, "table") == 0 && !has_wanted(j, m)))
        return;
    if (strcmp(news, "table") == 0) {
        join_see_table(j, m);
        settle(j, m);
    } else if (strcmp(news, "moves") == 0) {
        join_see_moves(j, m);
    } else if (strcmp(news, "said") == 0) {
        join_see_said(j, m);
    } else if (strcmp(news, "words") == 0) {
        join_see_words(j, m);
    } else if (strcmp(news, "gone") == 0 && !goes_elsewhere(j, m)) {
        j->here = false;
        j->when = now() + LEAST_PAUSE;
    }
}

static void see_answer(struct join *j, struct bl_json *m)
{
    struct sent *sent = take_sent(j, bl_json_int(m, "id", 0, INT64_MAX));
    struct bl_json answer = {0};
    if (!sent)
        return;
    j->error = bl_json_has(m, "error") ? bl_json_string(m, "error") : NULL;
    bool later = j->error && (bl_json_has(m, "elsewhere") || bl_json_has(m, "again"));
    if (later) {   /* it stays unanswered, and is sent again once we are there again */
        if (!goes_elsewhere(j, m)) {
            j->here = false;
            j->when = now() + AGAIN;
        }
        sent->next = j->sent;
        j->sent = sent;
        j->error = NULL;
        return;
    }
    if (!j->error)
        answer = bl_json_member(m, "answer");
    sent->seen(j, &answer);
    j->error = NULL;
    free_sent(sent);
}

static void hear(void *with, const char *text, size_t size)
{
    struct join *j = with;
    struct bl_json_doc doc;
    if (bl_json_parse(&doc, text, size)) {
        struct bl_json root = bl_json_root(&doc);
        if (bl_json_has(&root, "id"))
            see_answer(j, &root);
        else if (bl_json_has(&root, "news"))
            see_news(j, &root);
        bl_json_free(&doc);
    }
}

/* ---- waiting ------------------------------------------------------------------------- */

static struct join *at_table;

/* When the connection is given up: it says nothing, or does not answer. */
static uint64_t given_up_at(const struct join *j)
{
    uint64_t until = j->heard + j->silence;
    for (const struct sent *m = j->sent; m; m = m->next)
        if (m->at > j->heard && m->at + DEAD < until)
            until = m->at + DEAD;
    bool away = j->first.host[0] && !same_place(&j->at, &j->first);
    if (away && !j->met && j->pause <= 2 * LEAST_PAUSE && j->heard + REACH < until)
        until = j->heard + REACH;
    return until;
}

static int waits(bool *write, int *ms)
{
    const struct join *j = at_table;
    uint64_t time = now(), until = j->when ? j->when : given_up_at(j);
    for (const struct sent *m = j->sent; m; m = m->next)
        if (m->awaited && j->s.screen.typed && m->at + SLOW < until)
            until = m->at + SLOW;
    *ms = until > time ? (int)(until - time) : 0;
    *write = j->client && srv_client_writes(j->client);
    return j->client ? srv_client_socket(j->client) : -1;
}

static bool go(struct bl_text *out)
{
    struct join *j = at_table;
    bool good = !j->client || srv_client_go(j->client);
    if (j->client && srv_client_heard(j->client) != j->bytes) {
        j->bytes = srv_client_heard(j->client);
        j->heard = now();
    }
    if (!good || (j->client && !j->when && now() > given_up_at(j)))
        lose(j);   /* or nobody is there any more, and nobody said so */
    if (j->when && now() >= j->when)
        join_connect(j);
    release(j);
    join_set_prompt(j);
    bl_put_bytes(out, j->s.page.s, j->s.page.len);
    bl_text_clear(&j->s.page);
    return !j->fatal;
}

static bool is_free(const struct join *j)
{
    return !join_waits(j);
}

/* Until something is true; false: a signal came, or nobody can type any more. The end of the input
 * is looked for only once it is known whether there is a seat: why there is none must be told. */
bool join_wait_for(struct join *j, bool (*is)(const struct join *j))
{
    while (!is(j)) {
        bool seated = j->known && !(j->sits && j->seat < 0);
        if (play_signal(0) || j->fatal ||
            (play_wait(seated && play_bytes_waiting() == 0) == 1 && play_bytes_waiting() == 0))
            return false;
    }
    return true;
}

bool join_wait(struct join *j)
{
    return join_wait_for(j, is_free);
}

/* ---- beginning and end ----------------------------------------------------------------- */

void join_begin(struct join *j)
{
    static const struct play_beside beside = {waits, go};
    j->pause = LEAST_PAUSE;
    j->silence = SILENCE;
    at_table = j;
    play_beside = &beside;
    if (j->at.table[0])
        join_find_seat(j);
    join_connect(j);
}

void join_end(struct join *j)
{
    play_beside = NULL;
    while (j->sent)
        free_sent(take_sent(j, j->sent->id));
    srv_client_free(j->client);
}
