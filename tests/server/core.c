/* core.c - the server's core with a store in memory: tables, seats, deals, moves, words, consent,
 * clocks, what comes again, what could not be kept, limits. */
#include "bylaw/transcript.h"
#include "people.h"
#include "server/in.h"

static void a_whole_game_is_played_and_its_transcript_verifies(void **state)
{
    (void)state;
    struct house h;
    house_open(&h, 1);
    struct srv_name table = two_at_a_table(&h, "pharaoh");
    house_connect(&h, 3);
    json_decref(HOUSE_ASK(&h, 3, "watch", "\"table\":\"%s\"", table.s));
    refused(house_do(&h, 1, "ask", "\"table\":\"%s\",\"request\":{\"ask\":\"transcript\"}", table.s), "");
    int moves = 0;
    while (move_on(&h, table.s, 2))
        moves++;
    assert_true(moves > 4);
    json_t *news = house_news(&h, 3, "table");
    assert_string_equal(word(news, "stage"), "over");
    json_decref(news);
    json_t *text = HOUSE_ASK(&h, 3, "ask", "\"table\":\"%s\",\"request\":{\"ask\":\"transcript\"}", table.s);
    struct bl_verdict verdict;
    const char *s = json_string_value(text);
    struct bl_memory memory = {s, s + strlen(s)};
    struct bl_lines lines = bl_memory_lines(&memory);
    bl_verify(&lines, &verdict);
    assert_true(verdict.ok);
    assert_int_equal(verdict.moves, moves);
    assert_non_null(strstr(s, "\"dealt\""));
    json_decref(text);
    house_close(&h);
}

static void what_is_sent_twice_counts_once_also_after_a_restart(void **state)
{
    (void)state;
    struct house h;
    house_open(&h, 2);
    struct srv_name table = two_at_a_table(&h, "pharaoh");
    for (int k = 0; k < 3; k++) {
        json_t *answer = HOUSE_ASK(&h, 1, "move", "\"table\":\"%s\",\"seat\":0,\"count\":0,\"move\":\"draw\","
                                   "\"once\":\"first\"", table.s);
        assert_string_equal(word(answer, "answer"), "accepted");
        assert_int_equal(number(answer, "count"), 1);
        json_decref(answer);
        json_t *news = house_news(&h, 2, "moves");
        assert_int_equal(number(news, "count"), 1);
        json_decref(news);
        if (k < 2) {
            restart(&h, 2);
            for (int seat = 0; seat < 2; seat++)
                json_decref(HOUSE_ASK(&h, (uint64_t)seat + 1, "take", "\"table\":\"%s\",\"secret\":\"%032d\"",
                                      table.s, seat + 1));
        }
    }
    json_t *late = HOUSE_ASK(&h, 1, "move", "\"table\":\"%s\",\"seat\":0,\"count\":0,\"move\":\"draw\","
                             "\"once\":\"other\"", table.s);
    assert_string_equal(word(late, "answer"), "late");
    json_decref(late);
    house_close(&h);
}

/* What was answered is answered so again, even if it could not be done now; and nothing is done. */
static void what_comes_again_is_answered_as_before(void **state)
{
    (void)state;
    static const char sit[] = "\"table\":\"%s\",\"seat\":0,\"name\":\"A\",\"secret\":\"%032d\",\"once\":\"s\"";
    static const char leave[] = "\"table\":\"%s\",\"seat\":0,\"once\":\"l\"";
    struct house h;
    house_open(&h, 44);
    house_connect(&h, 1);
    house_connect(&h, 2);
    struct srv_name table = house_make(&h, 1, "pharaoh", 2, PLAIN_TABLE);
    json_decref(HOUSE_ASK(&h, 1, "sit", sit, table.s, 1));
    json_decref(HOUSE_ASK(&h, 2, "sit", sit, table.s, 1));   /* on another connection: theirs there, too */
    json_decref(HOUSE_ASK(&h, 2, "leave", leave, table.s));
    uint32_t records = house_log(&h, table.s)->count;
    for (int k = 0; k < 2; k++) {
        json_t *sat = HOUSE_ASK(&h, 1, "sit", sit, table.s, 1);
        assert_int_equal(number(sat, "seat"), 0);
        json_decref(sat);
        json_decref(HOUSE_ASK(&h, 1, "leave", leave, table.s));
        assert_int_equal(house_log(&h, table.s)->count, records);
        restart(&h, 2);
    }
    json_decref(HOUSE_ASK(&h, 1, "watch", "\"table\":\"%s\"", table.s));
    for (int i = 0; i < 600; i++)   /* others have messages of their own */
        json_decref(HOUSE_ASK(&h, 1, "say", "\"table\":\"%s\",\"seat\":-1,\"words\":\"x\",\"once\":\"%d\"", table.s, i));
    records = house_log(&h, table.s)->count;
    json_decref(HOUSE_ASK(&h, 1, "sit", sit, table.s, 1));
    assert_int_equal(house_log(&h, table.s)->count, records);
    house_close(&h);
}

/* A number that a seat has sent is taken from it again, however long after; another is not. */
static void a_number_comes_again(void **state)
{
    (void)state;
    struct house h;
    house_open(&h, 45);
    struct srv_name table = two_at_a_table(&h, "pharaoh");   /* seat 0 has sent 7, and the game has begun */
    uint32_t records = house_log(&h, table.s)->count;
    for (int given = 0; given < 2; given++) {
        json_t *answer = house_do(&h, 1, "number", "\"table\":\"%s\",\"seat\":0,\"number\":\"%064d\",\"once\":\"late%d\"",
                                  table.s, given == 0 ? 7 : 99, given);
        assert_non_null(answer);
        if (given == 0)
            assert_true(json_is_true(json_object_get(answer, "answer")));
        else
            assert_string_equal(json_string_value(json_object_get(answer, "error")), "the game has begun");
        json_decref(answer);
    }
    assert_int_equal(house_log(&h, table.s)->count, records);
    house_close(&h);
}

/* Nobody hears of a move before it is stored, nor of one that could not be. */
static void what_is_not_kept_is_not_told(void **state)
{
    (void)state;
    struct house h;
    house_open(&h, 3);
    struct srv_name table = two_at_a_table(&h, "pharaoh");
    h.slow = true;
    size_t before[2] = {h.inbox[1].len, h.inbox[2].len};
    assert_null(house_do(&h, 1, "move", "\"table\":\"%s\",\"seat\":0,\"count\":0,\"move\":\"draw\",\"once\":\"x\"",
                         table.s));
    assert_int_equal(h.inbox[1].len, before[0]);
    assert_int_equal(h.inbox[2].len, before[1]);
    h.slow = false;
    srv_stored(h.core, table, house_log(&h, table.s)->count, SRV_LOST, 1);
    house_run(&h);
    assert_non_null(strstr(h.inbox[1].s + before[0], "\"again\":true"));
    for (uint64_t who = 1; who <= 2; who++) {
        json_t *news = house_news(&h, who, "moves");
        assert_int_equal(number(news, "count"), 0);
        json_decref(news);
    }
    json_t *answer = HOUSE_ASK(&h, 1, "move", "\"table\":\"%s\",\"seat\":0,\"count\":0,\"move\":\"draw\","
                               "\"once\":\"x\"", table.s);
    assert_string_equal(word(answer, "answer"), "accepted");
    json_decref(answer);
    house_close(&h);
}

static void a_bot_plays_on_for_who_stays_away(void **state)
{
    (void)state;
    struct house h;
    house_open(&h, 4);
    struct srv_name table = two_at_a_table(&h, "pharaoh");
    house_pass(&h, 10 * h.settings.limits.away_ms);   /* who is there may think */
    srv_disconnect(h.core, 1);
    house_pass(&h, h.settings.limits.away_ms - 1);
    json_t *news = house_news(&h, 2, "table");
    json_t *seat = json_array_get(json_object_get(news, "seats"), 0);
    assert_true(json_is_false(json_object_get(seat, "here")) && json_is_false(json_object_get(seat, "away")));
    json_decref(news);
    house_pass(&h, 2);
    news = house_news(&h, 2, "table");
    assert_true(json_is_true(json_object_get(json_array_get(json_object_get(news, "seats"), 0), "away")));
    json_decref(news);
    news = house_news(&h, 2, "moves");
    assert_true(number(news, "count") > 0);
    json_decref(news);
    house_connect(&h, 1);
    json_decref(HOUSE_ASK(&h, 1, "take", "\"table\":\"%s\",\"secret\":\"%032d\"", table.s, 1));
    news = house_news(&h, 2, "table");
    assert_true(json_is_false(json_object_get(json_array_get(json_object_get(news, "seats"), 0), "away")));
    json_decref(news);
    /* What the bot did is nobody's own doing, to whoever reads it, also when it comes from the log. */
    for (int i = 0; i < 2; i++) {
        for (uint64_t who = 1; who <= 2; who++) {
            json_decref(HOUSE_ASK(&h, who, "take", "\"table\":\"%s\",\"secret\":\"%032d\"", table.s, (int)who));
            news = house_news(&h, who, "moves");
            json_t *told = json_array_get(json_object_get(news, "events"), 0);
            assert_string_equal(word(told, "stand_in"), "P0 (bot)");
            const char *text = word(json_array_get(json_object_get(told, "story"), 0), "text");
            assert_ptr_equal(strstr(text, "P0 (bot) "), text);
            json_decref(news);
        }
        restart(&h, 2);
    }
    house_close(&h);
}

static void a_seat_is_its_secrets_alone(void **state)
{
    (void)state;
    struct house h;
    house_open(&h, 5);
    struct srv_name table = two_at_a_table(&h, "pharaoh");
    house_connect(&h, 3);
    refused(move(&h, 3, table.s, 0, "draw"), "come to the table first");
    for (int k = 0; k < 2; k++) {   /* a stranger, and who watches */
        for (int seat = 0; seat < 2; seat++)
            refused(house_do(&h, 3, "ask", "\"table\":\"%s\",\"request\":{\"ask\":\"view\",\"seat\":%d}", table.s,
                             seat), "nobody but that seat");
        json_decref(HOUSE_ASK(&h, 3, "ask", "\"table\":\"%s\",\"request\":{\"ask\":\"view\",\"seat\":-1}", table.s));
        json_decref(HOUSE_ASK(&h, 3, "watch", "\"table\":\"%s\"", table.s));
    }
    refused(move(&h, 3, table.s, 0, "draw"), "not yours");
    refused(move(&h, 2, table.s, 0, "draw"), "not yours");
    size_t heard = h.inbox[1].len;
    refused(house_do(&h, 3, "take", "\"table\":\"%s\",\"secret\":\"%032d\"", table.s, 9), "no seat");
    assert_int_equal(h.inbox[1].len, heard);   /* others do not hear of what was refused */
    refused(house_do(&h, 3, "take", "\"table\":\"%s\",\"secret\":\"1\"", table.s), "hexadecimal");
    refused(house_do(&h, 3, "sit", "\"table\":\"%s\",\"seat\":0,\"name\":\"X\",\"secret\":\"%032d\",\"once\":\"z\"",
                     table.s, 8), "has begun");
    json_decref(HOUSE_ASK(&h, 3, "take", "\"table\":\"%s\",\"secret\":\"%032d\"", table.s, 1));
    json_decref(HOUSE_ASK(&h, 3, "hand-over", "\"table\":\"%s\",\"seat\":0,\"secret\":\"%032d\",\"once\":\"hand\"",
                          table.s, 77));
    refused(move(&h, 1, table.s, 0, "draw"), "not yours");
    json_t *news = house_news(&h, 1, "moves");
    assert_int_equal(number(news, "seat"), -1);
    json_decref(news);
    json_t *answer = move(&h, 3, table.s, 0, "draw");
    assert_string_equal(word(json_object_get(answer, "answer"), "answer"), "accepted");
    json_decref(answer);
    assert_null(strstr(house_log(&h, table.s)->records[1], "00000000000000000001"));   /* hashed */
    house_close(&h);
}

static void who_leaves_is_played_for_and_may_come_back(void **state)
{
    (void)state;
    struct house h;
    house_open(&h, 21);
    for (uint64_t who = 1; who <= 2; who++)
        house_connect(&h, who);
    struct srv_name table = house_make(&h, 1, "pharaoh", 3, PLAIN_TABLE);
    h.idle = true;
    for (int seat = 0; seat < 2; seat++)   /* both of one person, at one connection */
        house_sit(&h, 1, table.s, seat);
    refused(house_do(&h, 2, "sit", "\"table\":\"%s\",\"seat\":2,\"name\":\"P0\",\"secret\":\"%032d\",\"once\":\"x\"",
                     table.s, 3), "called so");
    house_sit(&h, 2, table.s, 2);
    json_t *news = stands(&h, 1);
    assert_int_equal(json_array_size(json_object_get(news, "mine")), 2);
    json_decref(news);
    for (int k = 0; k < 2; k++) {
        json_decref(HOUSE_ASK(&h, 2, "leave", "\"table\":\"%s\",\"seat\":2,\"once\":\"l%d\"", table.s, k));
        assert_true(seat_is(&h, 1, 2, "away"));
    }
    uint32_t records = house_log(&h, table.s)->count;
    json_decref(HOUSE_ASK(&h, 2, "leave", "\"table\":\"%s\",\"seat\":2,\"once\":\"l3\"", table.s));
    assert_int_equal(house_log(&h, table.s)->count, records);   /* they had left */
    json_decref(HOUSE_ASK(&h, 2, "back", "\"table\":\"%s\",\"seat\":2,\"once\":\"b\"", table.s));
    assert_false(seat_is(&h, 1, 2, "away"));
    house_close(&h);
}

/* Who gives up has no seat any more, by no secret and after no restart; a bot plays it to the end, and
 * what is told to who gave up is what is told to who watches. */
static void who_gives_up_does_not_come_back(void **state)
{
    (void)state;
    struct house h;
    house_open(&h, 23);
    for (uint64_t who = 1; who <= 3; who++)
        house_connect(&h, who);
    struct srv_name table = house_make(&h, 1, "pharaoh", 2, "\"bots\":[],\"open\":true,\"clock\":null,\"away\":null");
    house_sit(&h, 1, table.s, 0);
    refused(house_do(&h, 1, "give-up", "\"table\":\"%s\",\"seat\":0,\"once\":\"e\"", table.s), "has not begun");
    house_sit(&h, 2, table.s, 1);
    json_decref(HOUSE_ASK(&h, 3, "watch", "\"table\":\"%s\"", table.s));
    move_on(&h, table.s, 2);
    refused(house_do(&h, 1, "give-up", "\"table\":\"%s\",\"seat\":1,\"once\":\"x\"", table.s), "not yours");
    for (int k = 0; k < 3; k++) {   /* also if the answer is lost, and after a restart */
        json_decref(HOUSE_ASK(&h, 1, "give-up", "\"table\":\"%s\",\"seat\":0,\"once\":\"g\"", table.s));
        if (k == 1)
            restart(&h, 3);
    }
    json_decref(HOUSE_ASK(&h, 1, "watch", "\"table\":\"%s\"", table.s));
    json_decref(HOUSE_ASK(&h, 3, "watch", "\"table\":\"%s\"", table.s));
    json_decref(HOUSE_ASK(&h, 2, "take", "\"table\":\"%s\",\"secret\":\"%032d\"", table.s, 2));
    refused(house_do(&h, 1, "take", "\"table\":\"%s\",\"secret\":\"%032d\"", table.s, 1), "no seat");
    refused(house_do(&h, 1, "back", "\"table\":\"%s\",\"seat\":0,\"once\":\"b\"", table.s), "not yours");
    refused(move(&h, 1, table.s, 0, "draw"), "not yours");
    json_t *news = stands(&h, 1), *seat = json_array_get(json_object_get(news, "seats"), 0);
    assert_int_equal(number(seat, "quit"), 1);
    assert_string_equal(word(seat, "name"), "P0");
    assert_int_equal(json_array_size(json_object_get(news, "mine")), 0);
    json_decref(news);
    for (bool on = true; on;) {   /* the other one plays on, against a bot */
        on = false;
        json_t *told = house_news(&h, 2, "moves");
        if (json_is_integer(json_object_get(json_object_get(told, "view"), "to_move"))) {
            json_t *hint = HOUSE_ASK(&h, 2, "ask", "\"table\":\"%s\",\"request\":{\"ask\":\"hint\",\"bot\":\"greedy\"}",
                                     table.s);
            json_decref(move(&h, 2, table.s, 1, word(hint, "text")));
            json_decref(hint);
            on = true;
        }
        json_decref(told);
    }
    json_t *quitter = house_news(&h, 1, "moves"), *guest = house_news(&h, 3, "moves");
    assert_true(json_equal(quitter, guest));
    assert_true(json_is_null(json_object_get(json_object_get(guest, "view"), "to_move")));
    json_decref(quitter);
    json_decref(guest);
    refused(house_do(&h, 2, "give-up", "\"table\":\"%s\",\"seat\":1,\"once\":\"y\"", table.s), "is over");
    house_close(&h);
}

/* Nobody waits for a game that nobody plays. */
static void a_game_that_all_give_up_ends(void **state)
{
    (void)state;
    struct house h;
    house_open(&h, 24);
    h.idle = true;
    struct srv_name table = two_at_a_table(&h, "pharaoh");
    for (int seat = 0; seat < 2; seat++) {
        json_t *news = stands(&h, 1);
        assert_string_equal(word(news, "stage"), "running");
        json_decref(news);
        json_decref(HOUSE_ASK(&h, (uint64_t)seat + 1, "give-up", "\"table\":\"%s\",\"seat\":%d,\"once\":\"g%d\"", table.s,
                              seat, seat));
    }
    json_t *news = stands(&h, 1);
    assert_string_equal(word(news, "stage"), "given-up");
    json_decref(news);
    house_close(&h);
}

/* One person and two bots: those play by themselves until it is the person's turn again. */
static void bots_play_one_after_another(void **state)
{
    (void)state;
    struct house h;
    house_open(&h, 22);
    house_connect(&h, 1);
    struct srv_name table = house_make(&h, 1, "pharaoh", 3, "\"bots\":[null,\"greedy\",\"random\"],\"open\":true,"
                                       "\"clock\":null,\"away\":null");
    house_sit(&h, 1, table.s, 0);
    json_decref(move(&h, 1, table.s, 0, "draw"));
    assert_true(count_of(&h, 1) >= 3);
    json_t *news = house_news(&h, 1, "moves");
    assert_int_equal(number(json_object_get(news, "view"), "to_move"), 0);
    json_decref(news);
    house_close(&h);
}

/* What a bot thought of for somebody who has returned is not played. */
static void who_returns_decides_alone(void **state)
{
    (void)state;
    struct house h;
    house_open(&h, 23);
    struct srv_name table = two_at_a_table(&h, "pharaoh");
    h.idle = true;
    json_decref(HOUSE_ASK(&h, 1, "leave", "\"table\":\"%s\",\"seat\":0,\"once\":\"l\"", table.s));
    json_decref(HOUSE_ASK(&h, 1, "back", "\"table\":\"%s\",\"seat\":0,\"once\":\"b\"", table.s));
    srv_thought(h.core, table, h.thought, 0, "draw");
    house_run(&h);
    assert_int_equal(count_of(&h, 2), 0);
    json_decref(HOUSE_ASK(&h, 1, "leave", "\"table\":\"%s\",\"seat\":0,\"once\":\"m\"", table.s));
    srv_thought(h.core, table, h.thought, 1, "draw");   /* another's */
    house_run(&h);
    assert_int_equal(count_of(&h, 2), 0);
    struct srv_figures figures;
    srv_figures(h.core, &figures);
    assert_int_equal(figures.replaced, 0);
    srv_thought(h.core, table, h.thought, 0, "nonsense");   /* a legal move is made in its place, and counted */
    house_run(&h);
    assert_int_equal(count_of(&h, 2), 1);
    srv_figures(h.core, &figures);
    assert_int_equal(figures.replaced, 1);
    house_close(&h);
}

/* What a bot thought of is about one position, even if as many moves have been made again since. */
static void what_was_thought_of_what_is_taken_back_is_not_played(void **state)
{
    (void)state;
    struct house h;
    house_open(&h, 24);
    for (uint64_t who = 1; who <= 2; who++)
        house_connect(&h, who);
    struct srv_name table = house_make(&h, 1, "pharaoh", 2, PLAIN_TABLE ",\"casual\":true");
    for (int seat = 0; seat < 2; seat++)
        house_sit(&h, (uint64_t)seat + 1, table.s, seat);
    h.idle = true;
    json_decref(HOUSE_ASK(&h, 2, "leave", "\"table\":\"%s\",\"seat\":1,\"once\":\"l\"", table.s));
    json_decref(move(&h, 1, table.s, 0, "draw"));
    uint32_t first = h.thought;
    json_decref(HOUSE_ASK(&h, 1, "undo", "\"table\":\"%s\",\"seat\":0,\"once\":\"u\"", table.s));
    assert_int_equal(count_of(&h, 1), 0);
    json_decref(move(&h, 1, table.s, 0, "draw"));
    assert_int_equal(count_of(&h, 1), 1);
    srv_thought(h.core, table, first, 1, "draw");
    house_run(&h);
    assert_int_equal(count_of(&h, 1), 1);
    srv_thought(h.core, table, h.thought, 1, "draw");
    house_run(&h);
    assert_int_equal(count_of(&h, 1), 2);
    house_close(&h);
}

/* Also where most moves are written: what a bot wrote may be nonsense, but the game goes on. */
static void a_bot_that_is_refused_leaves_no_table_behind(void **state)
{
    (void)state;
    struct house h;
    house_open(&h, 45);
    for (uint64_t who = 1; who <= 2; who++)
        house_connect(&h, who);
    struct srv_name table = house_make(&h, 1, "predicate-wars", 2, PLAIN_TABLE);
    for (int seat = 0; seat < 2; seat++)
        house_sit(&h, (uint64_t)seat + 1, table.s, seat);
    h.idle = true;
    json_decref(HOUSE_ASK(&h, 1, "leave", "\"table\":\"%s\",\"seat\":0,\"once\":\"l\"", table.s));
    srv_thought(h.core, table, h.thought, 0, "nonsense");
    house_run(&h);
    assert_true(count_of(&h, 2) > 0);
    house_close(&h);
}

/* What takes thought is thought about elsewhere, by what the seat may know; one question at a time. */
static void questions_are_answered_elsewhere(void **state)
{
    (void)state;
    static const char hint[] = "\"table\":\"%s\",\"request\":{\"ask\":\"hint\",\"bot\":\"greedy\"}";
    struct house h;
    struct srv_order o;
    house_open(&h, 50);
    struct srv_name table = two_at_a_table(&h, "predicate-wars");
    for (int who = 1; who <= 2; who++)   /* the game has only begun */
        refused(house_do(&h, (uint64_t)who, "ask", "\"table\":\"%s\",\"request\":{\"ask\":\"find\",\"seat\":0,\"draft\":"
                         "{\"kind\":\"refute\",\"lemmas\":[]},\"goal\":\"\",\"ms\":2000}", table.s),
                who == 1 ? "nothing of this kind to prove now" : "nobody but that seat");
    refused(house_do(&h, 2, "ask", "\"table\":\"%s\",\"request\":{\"ask\":\"find\",\"seat\":0,\"draft\":{},\"goal\":\"a\","
                     "\"ms\":60000}", table.s), "must be from 0 to 2000");
    char text[300];
    snprintf(text, sizeof text, "{\"id\":900,\"do\":\"ask\",\"table\":\"%s\",\"request\":{\"ask\":\"hint\",\"bot\":\"greedy\"}}",
             table.s);
    srv_message(h.core, 1, text, strlen(text));
    assert_true(srv_next(h.core, &o) && o.kind == SRV_THINK && o.number == SRV_ASKED);
    struct srv_task *task = o.task;
    int number_of = o.seat;
    json_t *second = house_do(&h, 1, "ask", hint, table.s);
    assert_true(json_is_true(json_object_get(second, "again")));
    refused(second, "one such question");
    srv_task_free(task);
    srv_thought(h.core, table, SRV_ASKED, number_of, "");   /* the server is about to stop, say */
    house_run(&h);
    assert_non_null(strstr(h.inbox[1].s, "{\"id\":900,\"error\":\"this could not be thought about\",\"again\":true}"));
    snprintf(text, sizeof text, "{\"id\":901,\"do\":\"ask\",\"table\":\"%s\",\"request\":{\"ask\":\"hint\",\"bot\":\"greedy\"}}",
             table.s);
    srv_message(h.core, 1, text, strlen(text));
    assert_true(srv_next(h.core, &o) && o.kind == SRV_THINK);
    srv_task_free(o.task);
    srv_thought(h.core, table, SRV_ASKED, o.seat, "-");   /* and again it would */
    house_run(&h);
    assert_non_null(strstr(h.inbox[1].s, "{\"id\":901,\"error\":\"this takes too long\"}"));
    json_t *move = HOUSE_ASK(&h, 1, "ask", hint, table.s);
    assert_true(json_is_object(move));
    json_decref(move);
    json_t *none = HOUSE_ASK(&h, 2, "ask", hint, table.s);   /* not theirs to know */
    assert_true(json_is_null(none));
    json_decref(none);
    srv_thought(h.core, table, SRV_ASKED, number_of, "{}");   /* nobody asked */
    json_t *proof = HOUSE_ASK(&h, 1, "ask", "\"table\":\"%s\",\"request\":{\"ask\":\"find\",\"seat\":0,\"draft\":{\"kind\":"
                              "\"buy-proof\",\"axioms\":[\"P\"],\"lemmas\":[]},\"goal\":\"P or Q\",\"ms\":2000}", table.s);
    assert_string_equal(word(proof, "end"), "found");
    json_decref(proof);
    house_close(&h);
}

static void words_count_where_the_rulebook_listens(void **state)
{
    (void)state;
    struct house h;
    house_open(&h, 7);
    struct srv_name table = two_at_a_table(&h, "propre");
    json_t *answer = HOUSE_ASK(&h, 2, "say", "\"table\":\"%s\",\"seat\":1,\"words\":\"last card\",\"once\":\"w\"",
                               table.s);
    assert_string_equal(word(answer, "answer"), "accepted");
    json_decref(answer);
    assert_int_equal(count_of(&h, 1), 1);
    json_t *said = house_news(&h, 1, "said");
    assert_true(json_is_true(json_object_get(said, "counts")));
    assert_string_equal(word(said, "words"), "last card");
    json_decref(said);
    answer = HOUSE_ASK(&h, 2, "say", "\"table\":\"%s\",\"seat\":1,\"words\":\"<b>hi</b>\",\"once\":\"x\"", table.s);
    assert_string_equal(word(answer, "answer"), "chatter");
    json_decref(answer);
    struct srv_figures figures;
    srv_figures(h.core, &figures);
    assert_int_equal(figures.refused, 0);
    size_t told = h.inbox[1].len;
    json_decref(HOUSE_ASK(&h, 2, "say", "\"table\":\"%s\",\"seat\":1,\"words\":\"<b>hi</b>\",\"once\":\"x\"", table.s));
    assert_int_equal(h.inbox[1].len, told);   /* not said twice */
    static const char *const unseen[] = {"a\\nb", "\\u202eevil", "\\u2066x", "a\\u200bb", "\\u2028", "\\u061c"};
    for (size_t i = 0; i < sizeof unseen / sizeof *unseen; i++)
        refused(house_do(&h, 2, "say", "\"table\":\"%s\",\"seat\":1,\"words\":\"%s\",\"once\":\"y\"", table.s,
                         unseen[i]), "one line");
    json_decref(HOUSE_ASK(&h, 2, "say", "\"table\":\"%s\",\"seat\":1,\"words\":\"\u05e9\u05dc\u05d5\u05dd \U0001f468\u200d\U0001f469 \u017elu\u0165\u2026\","
                          "\"once\":\"z\"", table.s));
    house_close(&h);
}

/* What the rules refused is refused again when it comes again, as it was. */
static void words_that_were_refused_are_so_when_they_come_again(void **state)
{
    (void)state;
    static const char *const all[] = {"last card", "propreantepenultimate", "propreantepenultimate card", "proprepenultimate"};
    struct house h;
    int found = 0;
    house_open(&h, 71);
    struct srv_name table = two_at_a_table(&h, "propre");
    for (int i = 0; i < 24; i++) {
        const char *format = "\"table\":\"%s\",\"seat\":%d,\"words\":\"%s\",\"once\":\"w%d\"";
        uint64_t who = (uint64_t)(i % 2) + 1;
        json_t *first = HOUSE_ASK(&h, who, "say", format, table.s, i % 2, all[i / 2 % 4], i);
        size_t told = h.inbox[3 - who].len;
        json_t *second = HOUSE_ASK(&h, who, "say", format, table.s, i % 2, all[i / 2 % 4], i);
        assert_true(json_equal(first, second));
        assert_int_equal(h.inbox[3 - who].len, told);
        if (strcmp(word(first, "answer"), "accepted") != 0 && strcmp(word(first, "answer"), "chatter") != 0) {
            restart(&h, 2);
            json_t *third = HOUSE_ASK(&h, who, "say", format, table.s, i % 2, all[i / 2 % 4], i);
            assert_true(json_equal(first, third));
            json_decref(third);
            found++;
            for (int seat = 0; seat < 2; seat++)
                json_decref(HOUSE_ASK(&h, (uint64_t)seat + 1, "take", "\"table\":\"%s\",\"secret\":\"%032d\"", table.s, seat + 1));
        }
        json_decref(first);
        json_decref(second);
        if (found == 0)
            move_on(&h, table.s, 2);
    }
    assert_true(found > 0);
    house_close(&h);
}

/* What is said after the end is nothing that the rules forbid, however often it comes. */
static void words_after_the_end_are_chatter(void **state)
{
    (void)state;
    struct house h;
    struct srv_figures before, after;
    house_open(&h, 8);
    struct srv_name table = two_at_a_table(&h, "pharaoh");
    while (move_on(&h, table.s, 2))
        continue;
    srv_figures(h.core, &before);
    for (int k = 0; k < 2; k++) {
        json_t *answer = HOUSE_ASK(&h, 1, "say", "\"table\":\"%s\",\"seat\":0,\"words\":\"Well played.\","
                                   "\"once\":\"w\"", table.s);
        assert_string_equal(word(answer, "answer"), "chatter");
        json_decref(answer);
    }
    srv_figures(h.core, &after);
    assert_int_equal(after.refused, before.refused);
    assert_int_equal(after.said, before.said + 1);
    house_close(&h);
}

/* Who comes later is told what was said last, also by a server that was started since. */
static void words_are_told_again_to_who_comes(void **state)
{
    (void)state;
    struct house h;
    house_open(&h, 49);
    srv_core_free(h.core);
    h.settings.limits.seat_words = 40;
    house_start(&h);
    struct srv_name table = two_at_a_table(&h, "propre");
    for (int i = 0; i < 50; i++)
        json_decref(HOUSE_ASK(&h, 2, "say", "\"table\":\"%s\",\"seat\":1,\"words\":\"w%d\",\"once\":\"w%d\"", table.s, i, i));
    json_decref(HOUSE_ASK(&h, 2, "say", "\"table\":\"%s\",\"seat\":1,\"words\":\"last card\",\"once\":\"c\"", table.s));
    json_t *said = house_news(&h, 1, "said");
    assert_int_equal(number(said, "n"), 50);
    json_decref(said);
    assert_null(house_news(&h, 1, "words"));   /* who was there has heard them */
    static const int last[] = {50, 40};        /* the first forty were kept, and what counted */
    for (int k = 0; k < 2; k++) {
        house_connect(&h, 3);
        json_decref(HOUSE_ASK(&h, 3, "watch", "\"table\":\"%s\"", table.s));
        json_t *news = house_news(&h, 3, "words"), *list = json_object_get(news, "said");
        assert_int_equal(json_array_size(list), 30);
        assert_int_equal(number(json_array_get(list, 0), "n"), last[k] - 29);
        assert_string_equal(word(json_array_get(list, 28), "words"), k ? "w39" : "w49");
        assert_string_equal(word(json_array_get(list, 29), "words"), "last card");
        assert_true(json_is_true(json_object_get(json_array_get(list, 29), "counts")));
        json_decref(news);
        if (k == 0)
            restart(&h, 2);
        bl_text_clear(&h.inbox[3]);
    }
    json_decref(HOUSE_ASK(&h, 2, "take", "\"table\":\"%s\",\"secret\":\"%032d\"", table.s, 2));
    uint32_t records = house_log(&h, table.s)->count;
    json_decref(HOUSE_ASK(&h, 2, "say", "\"table\":\"%s\",\"seat\":1,\"words\":\"w39\",\"once\":\"w39\"", table.s));
    assert_int_equal(house_log(&h, table.s)->count, records);   /* it was said before */
    house_close(&h);
}

/* What somebody was told of the game is all of it, as it stands. */
static void knows_all(struct house *h, uint64_t who, const char *table, int seat)
{
    json_t *reader = json_integer(seat), *news = house_last(h, who, "seat", reader);
    json_t *all = HOUSE_ASK(h, who, "ask", "\"table\":\"%s\",\"request\":{\"ask\":\"events\",\"seat\":%d}", table, seat);
    assert_int_equal(number(news, "from"), 0);
    assert_int_equal(number(news, "count"), json_array_size(all));
    assert_true(json_equal(json_object_get(news, "events"), all));
    json_decref(reader);
    json_decref(news);
    json_decref(all);
}

/* Of many moves somebody is told in the end at once, but they are put together piece by piece, between
 * which others play on. */
static void so_many_events_are_told_at_once(void **state)
{
    (void)state;
    struct house h;
    house_open(&h, 26);
    srv_core_free(h.core);
    h.settings.limits.events = 5;
    house_start(&h);
    struct srv_name table = two_at_a_table(&h, "pharaoh");
    for (int i = 0; i < 12; i++)
        assert_true(move_on(&h, table.s, 2));
    static const struct {
        const char *which;
        int from, count;
    } rows[] = {{"", 0, 5}, {",\"from\":4", 4, 5}, {",\"from\":9", 9, 3}, {",\"from\":3,\"to\":12,\"you\":0", 3, 5}, {",\"to\":2", 0, 2}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        json_t *events = HOUSE_ASK(&h, 1, "ask", "\"table\":\"%s\",\"request\":{\"ask\":\"events\",\"seat\":0%s}", table.s,
                                   rows[i].which);
        assert_int_equal(json_array_size(events), rows[i].count);
        assert_int_equal(number(json_array_get(events, 0), "number"), rows[i].from);
        json_decref(events);
    }
    refused(house_do(&h, 1, "ask", "\"table\":\"%s\",\"request\":{\"ask\":\"events\",\"seat\":1}", table.s), "nobody but that seat");
    refused(house_do(&h, 1, "ask", "\"table\":\"%s\",\"request\":{\"ask\":\"events\",\"seat\":0,\"x\":1}", table.s), "'x'");
    house_close(&h);
}

static void a_long_game_is_told_without_stopping_the_others(void **state)
{
    (void)state;
    enum { LONG = 70 };
    struct house h;
    house_open(&h, 25);
    struct srv_name table = two_at_a_table(&h, "predicate-wars");
    for (int i = 0; i < LONG; i++)
        assert_true(move_on(&h, table.s, 2));
    for (uint64_t who = 3; who <= 4; who++)
        house_connect(&h, who);
    for (int seat = 0; seat < 2; seat++)
        json_decref(HOUSE_ASK(&h, 3, "take", "\"table\":\"%s\",\"secret\":\"%032d\"", table.s, seat + 1));
    json_decref(HOUSE_ASK(&h, 4, "watch", "\"table\":\"%s\"", table.s));
    int pieces = 0;
    for (; count_of(&h, 3) < 0; pieces++) {
        assert_true(pieces < 10 && srv_wake(h.core) <= h.now.steady + 1);
        move_on(&h, table.s, 2);
        house_pass(&h, 20);
    }
    assert_true(pieces >= 2);
    knows_all(&h, 3, table.s, 0);
    assert_true(move_on(&h, table.s, 2));    /* this they hear of at once, at that seat */
    json_t *news = house_news(&h, 3, "moves");
    assert_int_equal(number(news, "seat"), 0);
    assert_int_equal(number(news, "count"), count_of(&h, 1));
    json_decref(news);
    for (int i = 0; i < 10; i++)
        house_pass(&h, 20);
    knows_all(&h, 3, table.s, 1);
    knows_all(&h, 4, table.s, -1);
    assert_true(srv_wake(h.core) > h.now.steady + 1);
    json_decref(HOUSE_ASK(&h, 4, "watch", "\"table\":\"%s\"", table.s));   /* who is gone meanwhile is told nothing */
    srv_disconnect(h.core, 4);
    json_decref(HOUSE_ASK(&h, 3, "bye", "\"table\":\"%s\"", table.s));
    house_pass(&h, 20);
    house_close(&h);
}

/* ---- clocks ---------------------------------------------------------------------------- */

static void who_is_too_slow_is_played_for_until_they_return(void **state)
{
    (void)state;
    struct house h;
    house_open(&h, 8);
    for (uint64_t who = 1; who <= 2; who++)
        house_connect(&h, who);
    struct srv_name table = house_make(&h, 1, "pharaoh", 2, "\"bots\":[],\"open\":false,\"clock\":{\"move\":60},"
                                       "\"away\":\"greedy\"");
    for (int seat = 0; seat < 2; seat++)
        house_sit(&h, (uint64_t)seat + 1, table.s, seat);
    h.idle = true;
    house_pass(&h, 30000);
    h.now.wall += 86400000;   /* what the wall's clock says is nobody's loss */
    house_pass(&h, 29000);
    assert_false(seat_is(&h, 2, 0, "away"));
    house_pass(&h, 2000);
    assert_true(seat_is(&h, 2, 0, "away"));
    json_t *answer = move(&h, 1, table.s, 0, "draw");
    assert_string_equal(word(json_object_get(answer, "answer"), "answer"), "accepted");
    json_decref(answer);
    assert_false(seat_is(&h, 2, 0, "away"));
    restart(&h, 2);
    json_decref(HOUSE_ASK(&h, 2, "take", "\"table\":\"%s\",\"secret\":\"%032d\"", table.s, 2));
    json_t *news = stands(&h, 2);
    assert_true(number(news, "left") > 0 && number(news, "left") <= 60000);
    assert_int_equal(number(news, "guests"), 1);
    json_decref(news);
    news = house_news(&h, 2, "moves");
    assert_true(number(news, "left") > 0 && number(news, "left") <= 60000);
    json_decref(news);
    house_close(&h);
}

static struct srv_name two_by_the_clock(struct house *h, const char *game)
{
    for (uint64_t who = 1; who <= 2; who++)
        house_connect(h, who);
    struct srv_name table = house_make(h, 1, game, 2, "\"bots\":[],\"open\":true,\"clock\":{\"move\":60},"
                                       "\"away\":\"greedy\"");
    for (int seat = 0; seat < 2; seat++)
        house_sit(h, (uint64_t)seat + 1, table.s, seat);
    return table;
}

/* Milliseconds that whoever is to move still has; -1: no clock runs. */
static int left(struct house *h, const char *table)
{
    house_connect(h, 9);
    json_decref(HOUSE_ASK(h, 9, "watch", "\"table\":\"%s\"", table));
    json_t *news = stands(h, 9), *value = json_object_get(news, "left");
    int ms = json_is_null(value) ? -1 : (int)json_integer_value(value);
    json_decref(news);
    srv_disconnect(h->core, 9);
    bl_text_clear(&h->inbox[9]);
    return ms;
}

static void go_and_come(struct house *h, const char *table, int seat, bool go)
{
    json_decref(HOUSE_ASK(h, (uint64_t)seat + 1, go ? "leave" : "back", "\"table\":\"%s\",\"seat\":%d,\"once\":\"g%d\"",
                          table, seat, h->id));
}

/* Who goes, comes or speaks gives nobody time, and takes nobody's. */
static void a_turn_takes_as_long_whoever_comes_and_goes(void **state)
{
    (void)state;
    struct house h;
    house_open(&h, 41);
    struct srv_name table = two_by_the_clock(&h, "pharaoh");
    h.idle = true;
    house_pass(&h, 40000);
    for (int seat = 2; seat-- > 0;) {   /* first who is not to move */
        go_and_come(&h, table.s, seat, true);
        go_and_come(&h, table.s, seat, false);
        assert_int_equal(left(&h, table.s), 20000);
    }
    srv_disconnect(h.core, 1);
    house_connect(&h, 1);
    json_decref(HOUSE_ASK(&h, 1, "take", "\"table\":\"%s\",\"secret\":\"%032d\"", table.s, 1));
    assert_int_equal(left(&h, table.s), 20000);
    house_pass(&h, 20001);
    assert_true(seat_is(&h, 2, 0, "away"));
    go_and_come(&h, table.s, 0, false);
    assert_false(seat_is(&h, 2, 0, "away"));
    restart(&h, 2);   /* that the time is up stands in the log */
    for (int seat = 0; seat < 2; seat++)
        json_decref(HOUSE_ASK(&h, (uint64_t)seat + 1, "take", "\"table\":\"%s\",\"secret\":\"%032d\"", table.s, seat + 1));
    assert_int_equal(left(&h, table.s), -1);
    srv_thought(h.core, table, h.thought, 0, "draw");   /* the move is the bot's, the next one theirs */
    house_run(&h);
    assert_int_equal(count_of(&h, 2), 1);
    json_decref(move(&h, 2, table.s, 1, "draw"));
    assert_int_equal(left(&h, table.s), 60000);
    house_close(&h);

    house_open(&h, 42);
    table = two_by_the_clock(&h, "propre");
    house_pass(&h, 40000);
    json_t *answer = HOUSE_ASK(&h, 2, "say", "\"table\":\"%s\",\"seat\":1,\"words\":\"last card\",\"once\":\"w\"",
                               table.s);
    assert_string_equal(word(answer, "answer"), "accepted");
    json_decref(answer);
    assert_int_equal(left(&h, table.s), 20000);
    house_close(&h);
}

/* What comes in between two ticks comes at its own time. */
static void a_turn_begins_when_the_move_was_made(void **state)
{
    (void)state;
    struct house h;
    house_open(&h, 43);
    struct srv_name table = two_by_the_clock(&h, "pharaoh");
    house_pass(&h, 10000);
    h.now.steady += 700, h.now.wall += 700;
    json_decref(move(&h, 1, table.s, 0, "draw"));
    json_t *news = house_news(&h, 1, "moves");
    assert_int_equal(number(news, "left"), 60000);
    json_decref(news);
    h.now.steady += 400, h.now.wall += 400;
    assert_int_equal(left(&h, table.s), 59600);
    house_pass(&h, 59599);
    assert_false(seat_is(&h, 1, 1, "away"));
    h.now.steady += 5, h.now.wall += 5;
    assert_int_equal(left(&h, table.s), 0);   /* that somebody comes gives nobody time */
    house_pass(&h, 1);
    assert_true(seat_is(&h, 1, 1, "away"));
    house_close(&h);
}

/* A seat whose number does not come has a bot's, and the transcript says so. */
static void a_missing_number_is_a_bots(void **state)
{
    (void)state;
    struct house h;
    house_open(&h, 9);
    house_connect(&h, 1);
    house_connect(&h, 2);
    struct srv_name table = house_make(&h, 1, "pharaoh", 2, PLAIN_TABLE);
    house_sit(&h, 1, table.s, 0);
    json_decref(HOUSE_ASK(&h, 2, "sit", "\"table\":\"%s\",\"seat\":1,\"name\":\"B\",\"secret\":\"%032d\",\"once\":\"s\"",
                          table.s, 2));
    house_pass(&h, h.settings.limits.number_ms - 1);
    json_t *news = stands(&h, 2);
    assert_string_equal(word(news, "stage"), "waiting");
    json_decref(news);
    house_pass(&h, 2);
    while (move_on(&h, table.s, 2))
        continue;
    json_t *text = HOUSE_ASK(&h, 1, "ask", "\"table\":\"%s\",\"request\":{\"ask\":\"transcript\"}", table.s);
    assert_non_null(strstr(json_string_value(text), "\"bots\":[1]"));
    json_decref(text);
    house_close(&h);
}

/* Nobody is there: the table leaves the memory, and comes back when it is due or asked for. */
static void idle_tables_leave_and_due_ones_come(void **state)
{
    (void)state;
    struct house h;
    struct srv_figures figures;
    house_open(&h, 10);
    house_connect(&h, 1);
    struct srv_name table = house_make(&h, 1, "pharaoh", 2, "\"bots\":[null,\"greedy\"],\"open\":false,"
                                       "\"clock\":{\"move\":86400},\"away\":\"greedy\"");
    house_sit(&h, 1, table.s, 0);
    srv_disconnect(h.core, 1);
    house_pass(&h, 1000);
    srv_figures(h.core, &figures);
    assert_int_equal(figures.tables, 1);
    house_pass(&h, h.settings.limits.table_idle_ms);
    srv_figures(h.core, &figures);
    assert_int_equal(figures.tables, 0);
    uint32_t before = house_log(&h, table.s)->count;
    house_pass(&h, 86400000 - 10000 - h.settings.limits.table_idle_ms);
    assert_int_equal(house_log(&h, table.s)->count, before);
    house_pass(&h, 20000);
    for (int i = 0; i < 3; i++)
        house_pass(&h, 1000);
    assert_true(house_log(&h, table.s)->count > before);   /* the bot went on */
    house_connect(&h, 2);
    json_decref(HOUSE_ASK(&h, 2, "take", "\"table\":\"%s\",\"secret\":\"%032d\"", table.s, 1));
    house_close(&h);
}

/* ---- tables ------------------------------------------------------------------------------ */

static void a_rematch_is_one_table(void **state)
{
    (void)state;
    struct house h;
    house_open(&h, 11);
    struct srv_name table = two_at_a_table(&h, "pharaoh");
    refused(house_do(&h, 1, "again", "\"table\":\"%s\",\"once\":\"x\"", table.s), "not over");
    while (move_on(&h, table.s, 2))
        continue;
    h.fate = SRV_LOST;
    json_t *lost = house_do(&h, 1, "again", "\"table\":\"%s\",\"once\":\"p\"", table.s);
    assert_true(json_is_true(json_object_get(lost, "again")));
    refused(lost, "could not be kept");
    json_t *one = HOUSE_ASK(&h, 1, "again", "\"table\":\"%s\",\"once\":\"p\"", table.s);
    json_t *two = HOUSE_ASK(&h, 2, "again", "\"table\":\"%s\",\"once\":\"q\"", table.s);
    assert_true(json_equal(one, two));
    json_t *news = stands(&h, 2);
    assert_string_equal(word(news, "again"), word(one, "table"));
    json_decref(news);
    json_decref(HOUSE_ASK(&h, 1, "watch", "\"table\":\"%s\"", word(one, "table")));
    news = stands(&h, 1);
    assert_string_equal(word(news, "stage"), "waiting");
    assert_string_equal(word(news, "game"), "pharaoh");
    json_decref(news);
    /* Nobody else has their seats there before they could say whether they want them. */
    house_connect(&h, 3);
    for (int k = 0; k < 2; k++) {
        json_t *other = house_do(&h, 3, "sit", "\"table\":\"%s\",\"seat\":0,\"name\":\"X\",\"secret\":\"%032d\",\"once\":\"o%d\"",
                                 word(one, "table"), 9, k);
        if (k == 0) {
            refused(other, "held");
            house_sit(&h, 2, word(one, "table"), 1);
            house_pass(&h, h.settings.limits.held_ms);
            continue;
        }
        assert_int_equal(number(json_object_get(other, "answer"), "seat"), 0);
        json_decref(other);
    }
    json_decref(one);
    json_decref(two);
    house_close(&h);
}

static void the_lobby_shows_what_is_open(void **state)
{
    (void)state;
    struct house h;
    house_open(&h, 12);
    house_connect(&h, 1);
    json_decref(HOUSE_ASK(&h, 1, "lobby", "\"on\":true"));
    struct srv_name open = house_make(&h, 1, "pharaoh", 2, PLAIN_TABLE);
    struct srv_name closed = house_make(&h, 1, "pharaoh", 2, "\"bots\":[],\"open\":false,\"clock\":null,\"away\":null");
    house_pass(&h, 1000);
    json_t *news = house_news(&h, 1, "lobby"), *list = json_object_get(news, "tables");
    assert_int_equal(json_array_size(list), 1);
    assert_string_equal(word(json_array_get(list, 0), "table"), open.s);
    assert_string_not_equal(open.s, closed.s);
    json_decref(news);
    h.slow = true;   /* what is not stored yet is nobody's business */
    assert_null(house_do(&h, 1, "make", "\"game\":\"pharaoh\",\"players\":2,\"once\":\"abcdefghijklmnopq\"," PLAIN_TABLE));
    list = HOUSE_ASK(&h, 1, "lobby", "\"on\":true");
    assert_int_equal(json_array_size(list), 1);
    json_decref(list);
    house_close(&h);
}

/* Who looks at it hears of what has changed there, and of nothing else. */
static void the_lobby_is_told_when_it_changes(void **state)
{
    (void)state;
    struct house h;
    house_open(&h, 43);
    struct srv_name table = two_at_a_table(&h, "pharaoh");
    house_make(&h, 1, "pharaoh", 2, PLAIN_TABLE);
    house_connect(&h, 3);
    json_decref(HOUSE_ASK(&h, 3, "lobby", "\"on\":true"));
    house_pass(&h, 1000);
    size_t told = h.inbox[3].len;
    for (int i = 0; i < 4; i++) {
        move_on(&h, table.s, 2);
        house_pass(&h, 1000);
    }
    assert_int_equal(h.inbox[3].len, told);
    for (int i = 0; i < 5; i++) {   /* once a second at most */
        house_make(&h, 1, "pharaoh", 2, PLAIN_TABLE);
        house_pass(&h, 20);
    }
    house_pass(&h, 1000);
    int times = 0;
    for (const char *at = h.inbox[3].s + told; (at = strstr(at, "\"news\":\"lobby\"")); at++)
        times++;
    assert_int_equal(times, 2);
    house_close(&h);
}

/* Another server has it, or takes it. */
static void people_are_told_where_a_table_is(void **state)
{
    (void)state;
    struct house h;
    house_open(&h, 13);
    struct srv_name table = two_at_a_table(&h, "pharaoh");
    h.elsewhere = "wss://two.example/play";
    h.fate = SRV_FENCED;
    json_t *answer = move(&h, 1, table.s, 0, "draw");
    assert_string_equal(word(answer, "elsewhere"), h.elsewhere);
    json_decref(answer);
    for (uint64_t who = 1; who <= 2; who++) {
        json_t *news = house_news(&h, who, "gone");
        assert_string_equal(word(news, "elsewhere"), h.elsewhere);
        json_decref(news);
    }
    answer = house_do(&h, 2, "watch", "\"table\":\"%s\"", table.s);
    assert_string_equal(word(answer, "elsewhere"), h.elsewhere);
    json_decref(answer);
    house_close(&h);
}

/* A table of ours that another server has taken while this one slept. */
static void what_another_server_took_is_loaded_again(void **state)
{
    (void)state;
    struct house h;
    house_open(&h, 14);
    struct srv_name table = two_at_a_table(&h, "pharaoh");
    struct house_log *log = house_log(&h, table.s);
    static const char made[] = "{\"t\":\"moved\",\"at\":1700000000001,\"seat\":0,\"count\":0,\"move\":\"draw\"}";
    log->records[log->count++] = strcpy(malloc(sizeof made), made);
    srv_taken(h.core, table);
    house_run(&h);
    for (uint64_t who = 1; who <= 2; who++) {
        assert_int_equal(count_of(&h, who), 1);
        json_t *news = stands(&h, who);
        assert_int_equal(number(news, "v"), log->count);
        json_decref(news);
    }
    house_close(&h);
}

static void a_server_that_drains_takes_nothing_new(void **state)
{
    (void)state;
    struct house h;
    house_open(&h, 15);
    struct srv_name table = two_at_a_table(&h, "pharaoh");
    h.slow = true;
    json_decref(move(&h, 1, table.s, 0, "draw"));
    srv_drain(h.core);
    house_run(&h);
    assert_non_null(strstr(h.inbox[2].s, "{\"news\":\"drain\"}"));
    assert_false(srv_drained(h.core));
    house_pass(&h, 1000);
    assert_int_equal(h.released, 0);   /* what is decided is stored first */
    srv_stored(h.core, table, house_log(&h, table.s)->count, SRV_DONE, 1);
    assert_true(srv_drained(h.core));
    house_pass(&h, 1000);
    assert_int_equal(h.released, 1);   /* another server may have it at once */
    h.slow = false;
    refused(house_do(&h, 1, "make", "\"game\":\"pharaoh\",\"players\":2,\"once\":\"abcdefghijklmnopq\"," PLAIN_TABLE),
            "about to stop");
    house_close(&h);
}

/* What cannot be folded, would bloat the lobby or stay in memory for ever is never a table. */
static void tables_that_cannot_be_are_refused(void **state)
{
    (void)state;
    struct house h;
    char zeros[6001], name[400];
    house_open(&h, 31);
    house_connect(&h, 1);
    refused(house_do(&h, 1, "make", "\"game\":\"pharaoh\",\"players\":2,\"once\":\"abcdefghijklmnopq\","
                     "\"bots\":[null,null,null],\"open\":true,\"clock\":null,\"away\":null"), "bots");
    memset(zeros, '0', sizeof zeros - 1);
    zeros[sizeof zeros - 1] = '\0';
    refused(house_do(&h, 1, "make", "\"game\":\"pharaoh\",\"players\":2,\"once\":\"abcdefghijklmnopr\","
                     "\"options\":{\"hand\":\"%s5\"}," PLAIN_TABLE, zeros), "set-up");
    strcpy(name, "ismcts");
    for (int i = 0; i < 90; i++)
        strcat(name, ":10");
    refused(house_do(&h, 1, "make", "\"game\":\"pharaoh\",\"players\":2,\"once\":\"abcdefghijklmnops\","
                     "\"bots\":[null,\"%s\"],\"open\":true,\"clock\":null,\"away\":null", name), "no such bot");
    house_make(&h, 1, "pharaoh", 2, PLAIN_TABLE);   /* it goes on */
    house_close(&h);
}

/* A log that cannot be read is not loaded again and again because something of it is due. */
static void a_broken_log_is_left_alone(void **state)
{
    (void)state;
    struct house h;
    house_open(&h, 33);
    struct srv_name name = {"abcdefghijklmnop"};
    struct srv_standing standing = {.stage = SRV_RUNNING, .open = true, .due = 1, .changed = 1, .lobby = "{}"};
    struct srv_record record = {"{}", 2};
    struct srv_order order;
    int loads = 0;
    for (int i = 0; i < 3; i++) {
        h.now.steady += 1000;
        h.now.wall += 1000;
        srv_stands(h.core, name, &standing);
        srv_tick(h.core, h.now);
        while (srv_next(h.core, &order))
            if (order.kind == SRV_LOAD) {
                srv_loaded(h.core, order.table, SRV_DONE, 1, &record, 1, NULL);
                loads++;
            }
    }
    assert_int_equal(loads, 1);
    house_close(&h);
}

/* Whoever runs the server is told what happens, and nothing that would let them in. */
static void the_log_and_the_figures_say_what_happens(void **state)
{
    (void)state;
    struct house h;
    struct srv_figures figures;
    house_open(&h, 20);
    struct srv_name table = two_at_a_table(&h, "pharaoh");
    house_make(&h, 1, "pharaoh", 2, PLAIN_TABLE);
    h.fate = SRV_LOST;
    json_decref(move(&h, 1, table.s, 0, "draw"));
    h.fate = SRV_FENCED;
    json_decref(move(&h, 1, table.s, 0, "draw"));
    json_decref(move(&h, 1, table.s, 0, "nonsense"));
    srv_figures(h.core, &figures);
    assert_int_equal(figures.tables, 2);
    assert_int_equal(figures.waiting, 1);
    assert_int_equal(figures.running, 1);
    assert_int_equal(figures.refused, 1);
    while (move_on(&h, table.s, 2))
        continue;
    static const char *const events[] = {"waiting", "running", "lost", "fenced", "over"};
    const char *at = h.log.s;
    for (size_t i = 0; i < sizeof events / sizeof *events; i++) {
        char event[40];
        snprintf(event, sizeof event, "{\"event\":\"%s\"", events[i]);
        at = strstr(at, event);
        assert_non_null(at);
    }
    assert_null(strstr(h.log.s, table.s));
    const char *made = house_log(&h, table.s)->records[0];
    json_t *record = json_loads(made, 0, NULL);
    assert_string_not_equal(word(record, "secret"), word(record, "next"));
    json_decref(record);
    house_close(&h);
}

/* ---- limits --------------------------------------------------------------------------------- */

static void who_sends_too_much_is_cut_off_and_nobody_else(void **state)
{
    (void)state;
    struct house h;
    house_open(&h, 16);
    srv_core_free(h.core);
    h.settings.limits = srv_usual_limits;
    house_start(&h);
    struct srv_name table = two_at_a_table(&h, "pharaoh");
    house_connect(&h, 3);
    for (int i = 0; i < 59; i++)
        json_decref(HOUSE_ASK(&h, 3, "lobby", "\"on\":false"));
    assert_false(h.dropped[3]);
    json_decref(house_do(&h, 3, "lobby", "\"on\":false"));
    assert_true(h.dropped[3]);
    house_connect(&h, 4);
    size_t size = h.settings.limits.message_bytes + 1;
    char *long_one = malloc(size + 1);
    memset(long_one, ' ', size);
    long_one[size] = '\0';
    house_send(&h, 4, long_one);
    free(long_one);
    assert_true(h.dropped[4]);
    assert_non_null(strstr(h.log.s, "{\"event\":\"dropped\",\"why\":\"that message is too long\"}"));
    json_decref(move(&h, 1, table.s, 0, "draw"));
    assert_int_equal(count_of(&h, 2), 1);
    house_connect(&h, 5);   /* by the minute more may be sent */
    for (int i = 0; i < 59; i++)
        json_decref(HOUSE_ASK(&h, 5, "lobby", "\"on\":false"));
    house_pass(&h, 10000);
    for (int i = 0; i < 50; i++)
        json_decref(HOUSE_ASK(&h, 5, "lobby", "\"on\":false"));
    assert_false(h.dropped[5]);
    house_close(&h);
}

/* Long answers count for more than short ones. */
static int told_until_it_is_too_much(struct house *h, uint64_t who, const char *table)
{
    int times = 0;
    for (bool later = false; times < 59 && !later; times += !later) {
        json_t *answer = house_do(h, who, "watch", "\"table\":\"%s\"", table);
        later = json_is_true(json_object_get(answer, "again"));
        json_decref(answer);
    }
    return times;
}

static void who_asks_for_everything_again_and_again_has_to_wait(void **state)
{
    (void)state;
    struct house h;
    house_open(&h, 19);
    struct srv_name table = two_at_a_table(&h, "six-seven");
    for (int i = 0; i < 25; i++)
        move_on(&h, table.s, 2);
    srv_core_free(h.core);
    h.settings.limits = srv_usual_limits;
    house_start(&h);
    house_connect(&h, 3);
    int told = told_until_it_is_too_much(&h, 3, table.s);
    assert_true(told > 5 && told < 30);
    size_t bytes = h.inbox[3].len;
    for (int i = 0; i < 25; i++)   /* nothing of it is free, and nobody is cut off for what they were told */
        refused(house_do(&h, 3, "watch", "\"table\":\"%s\"", table.s), "at once");
    assert_true(h.inbox[3].len - bytes < 25 * 200);
    json_decref(HOUSE_ASK(&h, 3, "say", "\"table\":\"%s\",\"seat\":-1,\"words\":\"well\",\"once\":\"w\"", table.s));
    assert_false(h.dropped[3]);
    house_pass(&h, 12000);
    json_decref(HOUSE_ASK(&h, 3, "watch", "\"table\":\"%s\"", table.s));
    house_close(&h);
}

static void a_long_lobby_counts_for_more(void **state)
{
    (void)state;
    struct house h;
    house_open(&h, 46);
    srv_core_free(h.core);
    h.settings.limits.tables_of_one = h.settings.limits.messages_burst = 60;
    h.settings.limits.messages_per_minute = 0;
    house_start(&h);
    for (uint64_t who = 1; who <= 2; who++)
        house_connect(&h, who);
    for (int i = 0; i < 58; i++)
        house_make(&h, 1, "pharaoh", 2, PLAIN_TABLE);
    int times = 0;
    for (bool later = false; times < 59 && !later; times++) {
        json_t *answer = house_do(&h, 2, "lobby", "\"on\":false");
        later = json_is_true(json_object_get(answer, "again"));
        json_decref(answer);
    }
    assert_true(times > 5 && times < 40);
    house_close(&h);
}

static void tables_of_one_address_are_counted(void **state)
{
    (void)state;
    struct house h;
    house_open(&h, 17);
    srv_core_free(h.core);
    h.settings.limits.tables_of_one = 3;
    h.settings.limits.tables = 5;
    house_start(&h);
    house_connect(&h, 1);
    srv_connect(h.core, 2, "198.51.100.7");
    json_decref(HOUSE_ASK(&h, 2, "hello", "\"v\":1"));
    for (int i = 0; i < 3; i++)
        house_make(&h, 1, "pharaoh", 2, PLAIN_TABLE);
    refused(house_do(&h, 1, "make", "\"game\":\"pharaoh\",\"players\":2,\"once\":\"abcdefghijklmnopq\"," PLAIN_TABLE),
            "too many tables");
    house_make(&h, 2, "pharaoh", 2, PLAIN_TABLE);
    house_make(&h, 2, "pharaoh", 2, PLAIN_TABLE);
    refused(house_do(&h, 2, "make", "\"game\":\"pharaoh\",\"players\":2,\"once\":\"abcdefghijklmnopr\"," PLAIN_TABLE),
            "too many tables");
    json_t *answer = house_do(&h, 2, "watch", "\"table\":\"aaaaaaaaaaaaaaaa\"");
    assert_true(json_is_true(json_object_get(answer, "again")));
    refused(answer, "no more tables");
    house_close(&h);
}

static json_t *make_one_more(struct house *h, uint64_t who)
{
    return house_do(h, who, "make", "\"game\":\"pharaoh\",\"players\":2,\"once\":\"onemore%020d\"," PLAIN_TABLE, h->id);
}

/* They count while they go on, wherever they are. */
static void tables_that_left_the_memory_are_counted(void **state)
{
    (void)state;
    struct house h;
    struct srv_name tables[3];
    struct srv_figures figures;
    house_open(&h, 47);
    srv_core_free(h.core);
    h.settings.limits.tables_of_one = 3;
    house_start(&h);
    house_connect(&h, 1);
    for (int i = 0; i < 3; i++)
        tables[i] = house_make(&h, 1, "pharaoh", 2, PLAIN_TABLE);
    h.fate = SRV_LOST;
    json_decref(house_do(&h, 1, "sit", "\"table\":\"%s\",\"seat\":0,\"name\":\"A\",\"secret\":\"%032d\",\"once\":\"s\"",
                         tables[0].s, 1));
    refused(make_one_more(&h, 1), "too many tables");
    json_decref(HOUSE_ASK(&h, 1, "bye", "\"table\":\"%s\"", tables[0].s));
    house_pass(&h, h.settings.limits.table_idle_ms + 1000);
    srv_figures(h.core, &figures);
    assert_int_equal(figures.tables, 0);
    refused(make_one_more(&h, 1), "too many tables");
    restart(&h, 1);   /* a server that begins anew counts those again that it has to do with */
    for (int i = 0; i < 3; i++) {
        json_decref(HOUSE_ASK(&h, 1, "watch", "\"table\":\"%s\"", tables[i].s));
        json_decref(HOUSE_ASK(&h, 1, "bye", "\"table\":\"%s\"", tables[i].s));
    }
    refused(make_one_more(&h, 1), "too many tables");
    srv_connect(h.core, 2, "198.51.100.7");
    json_decref(HOUSE_ASK(&h, 2, "hello", "\"v\":1"));
    json_decref(HOUSE_ASK(&h, 2, "make", "\"game\":\"pharaoh\",\"players\":2,\"once\":\"another0123456789\"," PLAIN_TABLE));
    for (int i = 0; i < 5; i++)
        house_pass(&h, 14 * UINT64_C(86400000));   /* nobody came: they are given up */
    h.fate = SRV_LOST;                             /* what was never made does not count */
    json_decref(make_one_more(&h, 1));
    for (int i = 0; i < 3; i++)
        house_make(&h, 1, "pharaoh", 2, PLAIN_TABLE);
    refused(make_one_more(&h, 1), "too many tables");
    srv_core_free(h.core);
    h.settings.limits.tables_known = 1;
    house_start(&h);
    house_connect(&h, 1);
    house_make(&h, 1, "pharaoh", 2, PLAIN_TABLE);
    refused(make_one_more(&h, 1), "too many tables");
    struct srv_standing standing = {SRV_WAITING, true, 0, 1700000000001, "{}"};
    srv_stands(h.core, tables[0], &standing);   /* there is no room for it */
    json_t *list = HOUSE_ASK(&h, 1, "lobby", "\"on\":false");
    assert_int_equal(json_array_size(list), 1);
    json_decref(list);
    house_close(&h);
}

/* Who comes and goes without end is stopped, and the game goes on; a log has an end. */
static void logs_do_not_grow_for_ever(void **state)
{
    (void)state;
    struct house h;
    house_open(&h, 48);
    srv_core_free(h.core);
    h.settings.limits.seat_changes = 6;
    h.settings.limits.table_records = 18;
    house_start(&h);
    struct srv_name table = two_at_a_table(&h, "pharaoh");
    h.idle = true;
    for (int i = 0; i < 3; i++) {
        go_and_come(&h, table.s, 0, true);
        go_and_come(&h, table.s, 0, false);
    }
    static const char *const more[] = {"leave", "hand-over"};
    for (int i = 0; i < 2; i++)
        refused(house_do(&h, 1, more[i], "\"table\":\"%s\",\"seat\":0,\"once\":\"m%d\"%s", table.s, i,
                         i ? ",\"secret\":\"00112233445566778899aabbccddeeff\"" : ""), "too often");
    json_decref(move(&h, 1, table.s, 0, "draw"));
    assert_int_equal(count_of(&h, 2), 1);
    go_and_come(&h, table.s, 1, true);   /* the other has as many of their own */
    go_and_come(&h, table.s, 1, false);
    h.idle = false;
    while (house_log(&h, table.s)->count < h.settings.limits.table_records)
        assert_true(move_on(&h, table.s, 2));
    json_t *news = stands(&h, 1);
    assert_string_equal(word(news, "stage"), "given-up");
    json_decref(news);
    assert_int_equal(house_log(&h, table.s)->count, h.settings.limits.table_records + 1);
    house_close(&h);
}

/* Whatever is set, cleared and set again: what is next is next. */
static void alarms_come_in_their_order(void **state)
{
    (void)state;
    enum { COUNT = 50 };
    struct alarms all = {0};
    struct alarm alarms[COUNT] = {{0}};
    struct bl_stream rng = bl_stream(1, 0, BL_FOR_TEST, 0);
    for (int i = 0; i < 5000; i++) {
        struct alarm *a = &alarms[bl_below(&rng, COUNT)], *next;
        uint64_t at = bl_below(&rng, 3) ? bl_below(&rng, 100) : UINT64_MAX, first = UINT64_MAX;
        alarm_set(&all, a, at);
        for (int k = 0; k < COUNT; k++)
            if (alarms[k].place && alarms[k].at < first)
                first = alarms[k].at;
        assert_int_equal(a->place != 0, at != UINT64_MAX);
        next = alarm_next(&all, UINT64_MAX);
        assert_true(first == UINT64_MAX ? !next : next && next->at == first);
        assert_true(first == 0 || !alarm_next(&all, first - 1));
    }
    free(all.list);
}

/* Nobody is at more than four tables at once; who goes may come to others. */
static void a_connection_is_at_few_tables(void **state)
{
    (void)state;
    struct house h;
    struct srv_name tables[6];
    house_open(&h, 24);
    house_connect(&h, 1);
    house_connect(&h, 2);
    for (int i = 0; i < 6; i++)
        tables[i] = house_make(&h, 1, "pharaoh", 2, PLAIN_TABLE);
    for (int i = 0; i < 12; i++) {
        json_decref(HOUSE_ASK(&h, 2, "watch", "\"table\":\"%s\"", tables[i % 6].s));
        json_decref(HOUSE_ASK(&h, 2, "bye", "\"table\":\"%s\"", tables[i % 6].s));
    }
    for (int i = 0; i < 4; i++)
        json_decref(HOUSE_ASK(&h, 2, "watch", "\"table\":\"%s\"", tables[i].s));
    refused(house_do(&h, 2, "watch", "\"table\":\"%s\"", tables[4].s), "too many tables");
    json_decref(HOUSE_ASK(&h, 2, "bye", "\"table\":\"%s\"", tables[0].s));
    size_t told = h.inbox[2].len;
    house_sit(&h, 1, tables[0].s, 0);
    assert_int_equal(h.inbox[2].len, told);   /* no more news of it */
    house_close(&h);
}

static void what_is_wrong_with_a_message_is_said(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"", "not JSON"}, {"[]", "must be an object"}, {"{}", "id: missing"}, {"{\"id\":1}", "do: missing"},
        {"{\"id\":1,\"do\":\"sing\"}", "there is no message 'sing'"},
        {"{\"id\":-1,\"do\":\"hello\",\"v\":1}", "id: must be"},
        {"{\"id\":1,\"do\":\"hello\",\"v\":2}", "version 1"},
        {"{\"id\":1,\"do\":\"lobby\",\"on\":true,\"off\":1}", "'off' is not a member"},
        {"{\"id\":1,\"do\":\"watch\",\"table\":\"../../etc\"}", "not the name of a table"},
        {"{\"id\":1,\"do\":\"watch\",\"table\":\"aaaaaaaaaaaaaaaa\"}", "there is no such table"},
        {"{\"id\":1,\"do\":\"make\",\"game\":\"poker\",\"players\":2,\"once\":\"abcdefghijklmnopq\"," PLAIN_TABLE "}",
         "there is no game 'poker'"},
        {"{\"id\":1,\"do\":\"make\",\"game\":\"pharaoh\",\"players\":2,\"once\":\"short\"," PLAIN_TABLE "}", "once: "},
        {"{\"id\":1,\"do\":\"make\",\"game\":\"pharaoh\",\"players\":2,\"once\":\"abcdefghijklmnopq\",\"bots\":"
         "[\"cheat\"],\"open\":true,\"clock\":null,\"away\":null}", "no such bot"},
        {"{\"id\":1,\"do\":\"make\",\"game\":\"pharaoh\",\"players\":2,\"once\":\"abcdefghijklmnopq\",\"bots\":"
         "[\"greedy\",\"greedy\"],\"open\":true,\"clock\":null,\"away\":null}", "somebody must play"},
        {"{\"id\":1,\"do\":\"make\",\"game\":\"pharaoh\",\"players\":2,\"once\":\"abcdefghijklmnopq\",\"bots\":"
         "[],\"open\":true,\"clock\":{\"move\":60},\"away\":null}", "away: "},
        {"{\"id\":1,\"do\":\"make\",\"game\":\"pharaoh\",\"players\":2,\"once\":\"abcdefghijklmnopq\",\"bots\":"
         "[],\"open\":true,\"clock\":{\"move\":4},\"away\":\"greedy\"}", "must be from 5 to 2592000"},
        {"{\"id\":1,\"do\":\"make\",\"game\":\"pharaoh\",\"players\":2,\"once\":\"abcdefghijklmnopq\",\"bots\":"
         "[],\"open\":true,\"clock\":null,\"away\":\"cheat\"}", "away: there is no such bot"},
    };
    struct house h;
    house_open(&h, 18);
    srv_connect(h.core, 1, "192.0.2.1");
    json_decref(house_do(&h, 1, "lobby", "\"on\":true"));
    assert_non_null(strstr(h.inbox[1].s, "say hello first"));
    json_decref(HOUSE_ASK(&h, 1, "hello", "\"v\":1"));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bl_text_clear(&h.inbox[1]);
        house_send(&h, 1, cases[i][0]);
        if (!strstr(h.inbox[1].s, "\"error\":\"") || !strstr(h.inbox[1].s, cases[i][1]))
            fail_msg("%s: %s, and not: %s", cases[i][0], h.inbox[1].s, cases[i][1]);
    }
    house_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_whole_game_is_played_and_its_transcript_verifies),
        cmocka_unit_test(what_is_sent_twice_counts_once_also_after_a_restart),
        cmocka_unit_test(what_comes_again_is_answered_as_before),
        cmocka_unit_test(a_number_comes_again),
        cmocka_unit_test(what_is_not_kept_is_not_told),
        cmocka_unit_test(a_bot_plays_on_for_who_stays_away),
        cmocka_unit_test(a_seat_is_its_secrets_alone),
        cmocka_unit_test(who_leaves_is_played_for_and_may_come_back),
        cmocka_unit_test(who_gives_up_does_not_come_back),
        cmocka_unit_test(a_game_that_all_give_up_ends),
        cmocka_unit_test(bots_play_one_after_another),
        cmocka_unit_test(who_returns_decides_alone),
        cmocka_unit_test(what_was_thought_of_what_is_taken_back_is_not_played),
        cmocka_unit_test(a_bot_that_is_refused_leaves_no_table_behind),
        cmocka_unit_test(questions_are_answered_elsewhere),
        cmocka_unit_test(words_count_where_the_rulebook_listens),
        cmocka_unit_test(words_that_were_refused_are_so_when_they_come_again),
        cmocka_unit_test(words_after_the_end_are_chatter),
        cmocka_unit_test(words_are_told_again_to_who_comes),
        cmocka_unit_test(so_many_events_are_told_at_once),
        cmocka_unit_test(a_long_game_is_told_without_stopping_the_others),
        cmocka_unit_test(who_is_too_slow_is_played_for_until_they_return),
        cmocka_unit_test(a_turn_takes_as_long_whoever_comes_and_goes),
        cmocka_unit_test(a_turn_begins_when_the_move_was_made),
        cmocka_unit_test(a_missing_number_is_a_bots),
        cmocka_unit_test(idle_tables_leave_and_due_ones_come),
        cmocka_unit_test(a_rematch_is_one_table),
        cmocka_unit_test(the_lobby_shows_what_is_open),
        cmocka_unit_test(the_lobby_is_told_when_it_changes),
        cmocka_unit_test(people_are_told_where_a_table_is),
        cmocka_unit_test(what_another_server_took_is_loaded_again),
        cmocka_unit_test(a_server_that_drains_takes_nothing_new),
        cmocka_unit_test(tables_that_cannot_be_are_refused),
        cmocka_unit_test(a_broken_log_is_left_alone),
        cmocka_unit_test(the_log_and_the_figures_say_what_happens),
        cmocka_unit_test(who_sends_too_much_is_cut_off_and_nobody_else),
        cmocka_unit_test(who_asks_for_everything_again_and_again_has_to_wait),
        cmocka_unit_test(a_long_lobby_counts_for_more),
        cmocka_unit_test(tables_of_one_address_are_counted),
        cmocka_unit_test(tables_that_left_the_memory_are_counted),
        cmocka_unit_test(logs_do_not_grow_for_ever), cmocka_unit_test(alarms_come_in_their_order),
        cmocka_unit_test(a_connection_is_at_few_tables),
        cmocka_unit_test(what_is_wrong_with_a_message_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
