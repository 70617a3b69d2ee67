/* leaks.c - two servers, each with a table that one seat cannot tell from the other's: every byte that
 * comes to that seat, and to who watches, is the same, whatever happens and whatever is asked.
 *
 *     leaks [PAIRS [GAME]]    so many pairs of states of each game, or of that one
 *     leaks PAIRS planted     a view that leaks must be found
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "bylaw/position.h"
#include "house.h"
#include "server/in.h"
#include "../registry.h"
#include "../twins.h"
#include "play/room.h"

enum { SEATS = 3, WATCHES = SEATS + 1, MOVES = 40 };

enum srv_bug srv_plant;

static int pairs_wanted = 60;
static const char *only;

struct pair {
    struct house h[2];
    struct srv_name table;
    struct twins t;
    int seat;           /* that cannot tell them apart, by connection seat + 1 */
};

/* What comes to the seat, and to who watches, since the last time. */
static void compare(struct pair *p, const char *after)
{
    static const char *const who[] = {"the seat", "a spectator"};
    uint64_t from[2] = {(uint64_t)p->seat + 1, WATCHES};
    for (int i = 0; i < 2; i++) {
        const struct bl_text *a = &p->h[0].inbox[from[i]], *b = &p->h[1].inbox[from[i]];
        size_t at = 0;
        while (at < a->len && at < b->len && a->s[at] == b->s[at])
            at++;
        size_t from_here = at < 200 ? 0 : at - 200;   /* a message of cmocka is not long */
        if (at < a->len || at < b->len)
            fail_msg("%s: %s can tell after %s, at %d:\n%.400s\nand\n%.400s", bl_match_game(p->t.m[0])->id,
                     who[i], after, (int)at, a->s + from_here, b->s + from_here);
    }
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < PEOPLE; i++)
            bl_text_clear(&p->h[k].inbox[i]);
}

static void both_do(struct pair *p, uint64_t who, const char *what, const char *format, ...)
{
    char rest[2000];
    va_list args;
    va_start(args, format);
    vsnprintf(rest, sizeof rest, format, args);
    va_end(args);
    for (int k = 0; k < 2; k++)
        json_decref(house_do(&p->h[k], who, what, "\"table\":\"%s\"%s%s", p->table.s, *rest ? "," : "", rest));
}

/* The match at the only table of a core, which has begun. */
static struct bl_match *match_of(struct house *h, const char *table)
{
    return srv_match(h->core, srv_table(h->core, table));
}

/* The two change places, and what a room remembers of them is forgotten. */
static void swap(struct bl_match *a, struct bl_match *b)
{
    struct bl_match was = *a;
    *a = *b;
    *b = was;
    a->work->of = a->work->listed = NULL;
}

static void open_pair(struct pair *p, const struct bl_game *game, uint64_t seed)
{
    for (int k = 0; k < 2; k++) {
        struct house *h = &p->h[k];
        house_open(h, seed);
        for (uint64_t who = 1; who <= WATCHES; who++)
            house_connect(h, who);
        char rest[200] = PLAIN_TABLE;
        p->table = house_make(h, 1, game->id, SEATS, rest);
        for (int seat = 0; seat < SEATS; seat++)
            house_sit(h, (uint64_t)seat + 1, p->table.s, seat);
        json_decref(HOUSE_ASK(h, WATCHES, "watch", "\"table\":\"%s\"", p->table.s));
    }
    p->seat = (int)(seed % SEATS);
    struct bl_match *there = match_of(&p->h[1], p->table.s);
    twins_begin(&p->t, NULL, match_of(&p->h[0], p->table.s), p->seat, seed);
    bl_match_by_consent(p->t.m[1]);
    swap(there, p->t.m[1]);
    bl_match_free(p->t.m[1]);
    p->t.m[1] = there;
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < PEOPLE; i++)
            bl_text_clear(&p->h[k].inbox[i]);
}

static void close_pair(struct pair *p)
{
    twins_free_own(&p->t);
    house_close(&p->h[0]);
    house_close(&p->h[1]);
}

/* What the seat and a spectator may send at any time. */
static void ask_everything(struct pair *p)
{
    static const char *const requests[] = {
        "{\"ask\":\"view\",\"seat\":%d}", "{\"ask\":\"view\",\"seat\":-1}", "{\"ask\":\"view\",\"seat\":-2}",
        "{\"ask\":\"events\",\"seat\":%d}", "{\"ask\":\"hint\",\"bot\":\"greedy\"}", "{\"ask\":\"transcript\"}",
        "{\"ask\":\"explain\",\"seat\":%d,\"moves\":[\"draw\",\"play 7H\",\"3 2C\",\"L s0\",\"done\"]}",
        "{\"ask\":\"templates\",\"seat\":%d}", "{\"ask\":\"keep\"}",
    };
    uint64_t me = (uint64_t)p->seat + 1;
    int count = (int)bl_match_count(p->t.m[0]), other = (p->seat + 1) % SEATS;
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++)
        for (int seat = 0; seat < SEATS; seat++) {
            char request[200];
            snprintf(request, sizeof request, requests[i], seat);
            both_do(p, me, "ask", "\"request\":%s", request);
            both_do(p, WATCHES, "ask", "\"request\":%s", request);
            compare(p, request);
        }
    both_do(p, me, "move", "\"seat\":%d,\"count\":%d,\"move\":\"play XX\",\"once\":\"q\"", p->seat, count);
    both_do(p, me, "move", "\"seat\":%d,\"count\":%d,\"move\":\"draw\",\"once\":\"q\"", other, count);
    both_do(p, me, "say", "\"seat\":%d,\"words\":\"good evening\",\"once\":\"s%d\"", p->seat, p->h[0].id);
    both_do(p, me, "watch", "");
    both_do(p, WATCHES, "watch", "\"from\":%d,\"v\":%d", count / 2, 1000);
    both_do(p, WATCHES, "look", "");
    both_do(p, me, "take", "\"secret\":\"%032d\"", p->seat + 1);
    compare(p, "other messages");
}

/* Whoever is to move does the same at both tables, but for what the seat may not know. */
static bool move_both(struct pair *p)
{
    static struct bl_event event;
    struct twins *t = &p->t;
    int mover = bl_match_to_move(t->m[0]), count = (int)bl_match_count(t->m[0]);
    if (!twins_find(t))
        return false;
    bl_text_clear(&t->instead);
    bl_put(&t->instead, t->move.s);
    for (int k = 0; k < 2; k++) {
        const char *move = k == 0 ? t->move.s : t->instead.s;
        int tries = 0;
        for (; tries < 2 && bl_match_count(t->m[k]) == (uint32_t)count; tries++) {
            json_t *text = json_string(tries == 0 ? move : t->move.s);
            char *quoted = json_dumps(text, JSON_ENCODE_ANY);
            size_t size = strlen(quoted) + 400;
            char *message = malloc(size);
            snprintf(message, size, "{\"id\":%d,\"do\":\"move\",\"table\":\"%s\",\"seat\":%d,\"count\":%d,"
                     "\"move\":%s,\"once\":\"m%d\"}", 100000 + count, p->table.s, mover, count, quoted, count);
            house_send(&p->h[k], (uint64_t)mover + 1, message);
            free(message);
            free(quoted);
            json_decref(text);
        }
        if (k == 0) {
            bl_match_event(t->m[0], (uint32_t)count, p->seat, &event);
            if (strcmp(event.move, t->move.s) != 0)
                put_instead(t->move.s, &t->instead);
        }
        assert_int_equal(bl_match_count(t->m[k]), count + 1);   /* it is legal at both */
        t->secrets += k == 1 && tries == 1 && strcmp(t->move.s, t->instead.s) != 0;
    }
    return twins_look_the_same(t);
}

static void nothing_that_is_sent_tells_two_tables_apart(void **state)
{
    (void)state;
    for EVERY_GAME (i) {
        int pairs = 0, wanted = i < card_games || only ? pairs_wanted : pairs_wanted / 6, secrets = 0;
        if (only && strcmp(only, ids[i]) != 0)
            continue;
        for (uint64_t seed = 1; pairs < wanted; seed++) {
            static struct pair p;
            open_pair(&p, bl_find_game(ids[i]), seed);
            for (int k = 0; k < MOVES && bl_match_to_move(p.t.m[0]) >= 0 && pairs < wanted; k++) {
                both_do(&p, (uint64_t)p.seat + 1, "watch", "");
                compare(&p, "coming");
                pairs++;
                if (k % 8 == (int)seed % 8)
                    ask_everything(&p);
                if (!move_both(&p))
                    break;
                compare(&p, p.t.move.s);
            }
            secrets += (int)p.t.secrets;
            close_pair(&p);
        }
        print_message("%s: %d pairs, %d secrets\n", ids[i], pairs, secrets);
        if (bl_find_game(ids[i])->notation->hide && wanted >= 10)
            assert_true(secrets > 0);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_that_is_sent_tells_two_tables_apart),
    };
    if (argc > 1)
        pairs_wanted = atoi(argv[1]);
    bool planted = argc > 2 && strcmp(argv[2], "planted") == 0;
    srv_plant = planted ? SRV_LEAKS : SRV_NO_BUG;
    only = argc > 2 && !planted ? argv[2] : NULL;
    return (cmocka_run_group_tests(tests, read_registry, NULL) != 0) != planted;
}
