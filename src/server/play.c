/* play.c - messages of those who play: moves, words, taking back, asking; and what bots do. */
#include <string.h>

#include "base/alloc.h"
#include "talk.h"

enum { FIND_MS = 2000 };   /* that a search for a proof may take */

static struct bl_match *game_on(struct talk *k)
{
    struct bl_match *m = srv_match(k->core, k->t);
    if (!m || k->t->given_up)
        talk_refuse(k, "the game has not begun");
    return talk_failed(k) ? NULL : m;
}

/* The service's answer is the answer here. */
static void pass_on(struct talk *k, const struct bl_text *answer)
{
    size_t size;
    const char *value = srv_value(answer, &size);
    if (value) {
        bl_put_bytes(&k->out, value, size);
        return;
    }
    struct bl_json_doc doc;
    if (bl_json_parse(&doc, answer->s, answer->len)) {
        struct bl_json root = bl_json_root(&doc);
        talk_refuse(k, bl_json_string(&root, "error"));
    }
    bl_json_free(&doc);
}

/* A move or words, given to the game: true if it was made. */
static bool submit(struct talk *k, struct bl_match *m, const char *ask, const char *member)
{
    BL_LOCAL struct bl_text request = bl_text_heap();
    uint32_t count = bl_match_count(m);
    bl_json_putf(&request, "{'ask':%s,'table':%d,'seat':%d,%s:%s}", ask, k->t->match, k->seat, member,
                 bl_json_string(&k->in, member));
    const struct bl_text *answer = srv_ask(k->core, k->mine, k->conn->catalogue, request.s);
    if (bl_match_count(m) == count) {
        pass_on(k, answer);
        k->core->figures.refused += strcmp(ask, "submit") == 0;
        return false;
    }
    BL_LOCAL struct bl_text record = bl_text_heap();
    talk_record(k, &record, *ask == 's' && ask[1] == 'a' ? "heard" : "moved", k->seat);
    bl_json_putf(&record, "'count':%d,%s:%s", (int)count, member, bl_json_string(&k->in, member));
    srv_decide(k->core, k->t, &record);
    k->core->figures.moves++;
    k->result = count + 1;
    k->tell_moves = count;
    k->tell_table |= k->t->over;
    return true;
}

void talk_move(struct talk *k)
{
    struct bl_match *m = game_on(k);
    int64_t count = bl_json_int(&k->in, "count", 0, INT32_MAX);
    bl_json_string(&k->in, "move");
    if (talk_failed(k))
        return;
    if (count != bl_match_count(m)) {
        bl_json_putf(&k->out, "{'answer':'late','count':%d}", (int)bl_match_count(m));
        return;
    }
    talk_come_back(k, UINT32_C(1) << k->seat);
    submit(k, m, "submit", "move");
}

/* Words that do not count: kept for who comes later, up to a limit. */
static void chat(struct talk *k, const char *words)
{
    struct table *t = k->t;
    BL_LOCAL struct bl_text record = bl_text_heap();
    if (t->spoken[k->seat + 1] >= k->core->set.limits.seat_words) {
        srv_note_words(t, k->seat, words, false);
        srv_remember(t, k->seat, srv_once_key(k->core, k->seat, k->once), 0, k->out.len ? k->out.s : NULL);
        return;
    }
    talk_record(k, &record, "said", k->seat);
    bl_json_putf(&record, "'words':%s", words);
    if (k->out.len && strcmp(k->out.s, "{\"answer\":\"chatter\"}") != 0) {   /* the rules refused them */
        bl_json_key(&record, "answer");
        bl_put(&record, k->out.s);
    }
    srv_decide(k->core, t, &record);
}

/* Everybody hears it, in the order in which it came; the game too, from who plays it. */
void talk_say(struct talk *k)
{
    const char *words = talk_words(k, "words", k->core->set.limits.words_letters);
    struct bl_match *m = srv_match(k->core, k->t);
    if (talk_failed(k))
        return;
    bool counts = false;
    if (k->seat >= 0 && m && srv_stage(k->t) == SRV_RUNNING && k->t->seats[k->seat].changes < k->core->set.limits.seat_changes)
        counts = submit(k, m, "say", "words");
    if (!counts)
        chat(k, words);
    k->core->figures.said++;
    srv_tell_said(k->core, k->t);
}

/* ---- taking back -------------------------------------------------------------------------------- */

/* The seats whose consent it takes: of all persons who have not given up; at a casual table of those who
 * are not away. */
static uint32_t consenting(const struct table *t, const struct bl_match *m)
{
    uint32_t set = 0;
    for (int seat = 0; seat < t->players; seat++)
        if (t->seats[seat].name && !(bl_match_is_casual(m) ? t->seats[seat].away : t->seats[seat].heir != NULL))
            set |= UINT32_C(1) << seat;
    return set;
}

static void agree_on(struct talk *k, struct bl_match *m)
{
    struct table *t = k->t;
    t->undo.agreed |= UINT32_C(1) << k->seat;
    k->tell_table = true;
    if (consenting(t, m) & ~t->undo.agreed)
        return;
    BL_LOCAL struct bl_text why = bl_text_heap(), record = bl_text_heap();
    int seat = t->undo.seat;
    if (!bl_match_undo(m, seat, NULL, &why)) {
        t->undo.seat = -1;
        talk_refuse(k, why.s);
        return;
    }
    talk_record(k, &record, "undone", seat);
    bl_json_putf(&record, "'count':%d", (int)t->undo.count);
    srv_decide(k->core, t, &record);
    k->tell_moves = bl_match_count(m);
}

/* When a game is over its secret is told, and with it every card that would come. What is left is kept with
 * the game, and has an end as its log has. */
void talk_undo(struct talk *k)
{
    struct bl_match *m = game_on(k);
    BL_LOCAL struct bl_text why = bl_text_heap();
    if (k->t->over)
        talk_refuse(k, "the game is over");
    talk_check_changes(k);
    if (m && k->t->left_moves + bl_match_count(m) > k->core->set.limits.table_records)
        talk_refuse(k, "too much was taken back at this table");
    if (!m || talk_failed(k))
        return;
    const struct bl_voice voice = {.catalogue = k->conn->catalogue};
    if (!bl_match_may_undo(m, k->seat, &voice, &why)) {
        talk_refuse(k, why.s);
        return;
    }
    k->t->undo.seat = k->seat;
    k->t->undo.count = bl_match_count(m);
    k->t->undo.agreed = 0;
    agree_on(k, m);
}

void talk_agree(struct talk *k)
{
    struct bl_match *m = game_on(k);
    bool yes = bl_json_bool(&k->in, "yes");
    if (!m || k->t->over || k->t->undo.seat < 0 || k->t->undo.count != bl_match_count(m)) {
        talk_refuse(k, "nothing is to be taken back");
    } else if (yes) {
        agree_on(k, m);
    } else {
        k->t->undo.seat = -1;
        k->tell_table = true;
    }
}

/* ---- asking --------------------------------------------------------------------------------------- */

/* What only reads; and whether it takes thought, which is done elsewhere. */
static const struct {
    const char *name;
    bool slow;
} readable[] = {
    {"view", false}, {"events", false}, {"explain", false}, {"hint", true}, {"parse", false},
    {"write", false}, {"templates", false}, {"draft", false}, {"conclusions", false}, {"find", true},
    {"transcript", false}, {NULL, false},
};

/* The game is dealt once more, as it stands, for who thinks about the question. */
static void think_about(struct talk *k, const char *request)
{
    BL_LOCAL struct bl_text deal = bl_text_heap(), keep = bl_text_heap();
    size_t size = 0;
    struct srv_core *core = k->core;
    if (k->conn->asks) {
        k->again = true;
        talk_refuse(k, "one such question after another");
        return;
    }
    bl_json_putf(&keep, "{'ask':'keep','table':%d}", k->t->match);
    const char *moves = srv_value(bl_service_ask(core->service, keep.s, keep.len), &size);
    srv_put_deal(k->t, &deal);
    bl_json_key(&deal, "moves");
    bl_put_bytes(&deal, moves ? moves : "[]", moves ? size : 2);
    bl_json_close(&deal, '}');
    struct srv_task *task = bl_new(1, sizeof *task);
    *task = (struct srv_task){.seats = k->mine, .catalogue = k->conn->catalogue,
                              .deal = bl_copy_of(deal.s, deal.len + 1),
                              .request = bl_copy_of(request, strlen(request) + 1)};
    struct ask *a = bl_new(1, sizeof *a);
    *a = (struct ask){.connection = k->conn->link.key, .id = k->id};
    core->ask_count = core->ask_count < INT32_MAX ? core->ask_count + 1 : 1;
    a->link.key = (uint64_t)core->ask_count;
    map_add(&core->asks, &a->link);
    k->conn->asks = k->put_off = true;
    srv_order(core, (struct srv_order){.kind = SRV_THINK, .table = k->t->name, .number = SRV_ASKED,
                                       .seat = core->ask_count, .task = task, .party = k->conn->party});
}

/* It is about the game as it was, and waits like all else that is said of that. */
void srv_answer(struct srv_core *core, struct srv_name name, int number, const char *text)
{
    struct ask *a = (struct ask *)map_find(&core->asks, (uint64_t)number);
    struct table *t = srv_table(core, name.s);
    struct conn *c = a ? srv_conn(core, a->connection) : NULL;
    if (c) {
        BL_LOCAL struct bl_text out = bl_text_heap();
        bool ended = *text == '{' || !*text, good = *text == '{' && t && t->state == HERE;
        bl_json_putf(&out, "{'id':%d", (int)a->id);
        if (good)
            bl_json_put_raw(&out, text + 1);
        else if (ended)
            bl_json_putf(&out, "'error':'this could not be thought about','again':true}");
        else
            bl_json_putf(&out, "'error':'this takes too long'}");
        c->asks = false;
        srv_charge(core, c, out.len);
        if (good)
            srv_post(core, t, a->connection, a->id, out.s, out.len);
        else
            srv_send(core, a->connection, out.s, out.len);
    }
    if (a) {
        map_remove(&core->asks, &a->link);
        BL_FREE(a);
    }
}

/* The same question about the first moves that it asks for, where those are too many: 5,000 of the slowest
 * game take half a second, 256 of them 30 ms. (A transcript of as many takes 4.) */
static bool put_few_events(struct talk *k, struct bl_json *request, struct bl_text *out)
{
    int count = (int)bl_match_count(srv_match(k->core, k->t));
    int from = bl_json_has(request, "from") ? (int)bl_json_int(request, "from", 0, count) : 0;
    int most = (int)k->core->set.limits.events;
    int to = bl_json_has(request, "to") ? (int)bl_json_int(request, "to", from, count) : count;
    if (talk_failed(k) || to - from <= most)
        return false;
    bl_json_members(request, "ask seat from? to? you?");
    bl_json_putf(out, "{'ask':'events','seat':%d,'from':%d,'to':%d", (int)bl_json_int(request, "seat", -2, BL_MAX_SEATS - 1),
                 from, from + most);
    if (bl_json_has(request, "you"))
        bl_json_putf(out, "'you':%d", (int)bl_json_int(request, "you", -2, BL_MAX_SEATS - 1));
    bl_json_close(out, '}');
    return true;
}

void talk_ask(struct talk *k)
{
    struct bl_json request = bl_json_member(&k->in, "request");
    const char *what = bl_json_string(&request, "ask");
    size_t i = 0;
    while (readable[i].name && strcmp(readable[i].name, what) != 0)
        i++;
    if (!readable[i].name)
        bl_json_fault(&request, "'%s' cannot be asked here", what);
    if (!talk_failed(k) && strcmp(what, "hint") == 0 && strcmp(bl_json_string(&request, "bot"), "greedy") != 0)
        bl_json_fault(&request, "hints are those of greedy");
    if (!talk_failed(k) && strcmp(what, "find") == 0)
        bl_json_int(&request, "ms", 0, FIND_MS);
    if (strcmp(what, "events") == 0 || strcmp(what, "transcript") == 0)
        talk_check_credit(k);
    if (!game_on(k))
        return;
    if (strcmp(what, "transcript") == 0 && k->t->over) {
        BL_LOCAL struct bl_text transcript = bl_text_heap();
        srv_put_transcript(k->core, k->t, &transcript);
        bl_json_put_string(&k->out, transcript.s);
        return;
    }
    BL_LOCAL struct bl_text text = bl_text_heap(), whole = bl_text_heap();
    if (strcmp(what, "events") != 0 || !put_few_events(k, &request, &text))
        bl_json_put_value(&text, &request);
    if (talk_failed(k))
        return;
    bl_json_putf(&whole, "{'table':%d", readable[i].slow ? 1 : k->t->match);
    bl_json_put_raw(&whole, text.s + 1);
    if (readable[i].slow)
        think_about(k, whole.s);
    else
        pass_on(k, srv_ask(k->core, k->mine, k->conn->catalogue, whole.s));
}

/* ---- bots -------------------------------------------------------------------------------------------- */

/* What a bot is made to play whose own move was refused: the first closed move of the list. */
static void make_any(struct bl_match *m, int seat, struct bl_text *move, struct bl_reply *reply)
{
    const bl_move *moves;
    uint32_t n = bl_match_moves(m, &moves), i = 0;
    while (i < n && (moves[i] & BL_OPEN))
        i++;
    if (i == n)
        return;
    struct bl_play play = {.move = moves[i], .seat = (int8_t)seat};
    bl_text_clear(move);
    bl_match_put_move(m, seat, &play, move);
    bl_match_submit(m, seat, move->s, reply);
}

void srv_bot_move(struct srv_core *core, struct table *t, int seat, const char *move)
{
    struct bl_match *m = srv_match(core, t);
    uint32_t count = bl_match_count(m);
    BL_LOCAL struct bl_text text = bl_text_heap(), record = bl_text_heap();
    struct bl_reply reply;
    bl_put(&text, move);
    bl_match_submit(m, seat, move, &reply);
    if (reply.answer != BL_ACCEPTED) {
        core->figures.replaced++;
        srv_log(core, "bot-replaced", t, NULL);
        make_any(m, seat, &text, &reply);
    }
    if (reply.answer != BL_ACCEPTED) {   /* no game comes to that; nobody would ever move on */
        srv_log(core, "bot-refused", t, NULL);
        srv_give_up(core, t);
        return;
    }
    srv_record(core, &record, "moved", NULL);
    bl_json_putf(&record, "'seat':%d,'count':%d,'move':%s,'bot':true", seat, (int)count, text.s);
    srv_decide(core, t, &record);
    core->figures.moves++;
    srv_tell_moves(core, t, NULL, count);
    if (t->over)
        srv_tell_table(core, t, NULL);
    srv_settle(core, t);
}
