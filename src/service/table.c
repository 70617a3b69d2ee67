/* table.c - a table as its page may see it: views, moves in, what happened and why. */
#include "service.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "bylaw/position.h"
#include "bots/opinions.h"
#include "core/learn.h"

static bool is_seat(const struct table *t, int seat)
{
    return seat >= 0 && seat < bl_match_setup(t->m)->players;
}

void service_put_seating(struct request *r)
{
    struct bl_text *out = r->out;
    const struct table *t = r->table;
    bl_json_putf(out, "'game':%s", bl_match_game(t->m)->id);
    bl_put_setup(out, bl_match_game(t->m), bl_match_setup(t->m));
    bl_json_putf(out, "'seed':'%u','casual':%t,'count':%d,'bots':[", bl_match_seed(t->m),
                 bl_match_is_casual(t->m), (int)bl_match_count(t->m));
    for (int seat = 0; is_seat(t, seat); seat++) {
        const struct bl_bot *bot = bl_match_bot(t->m, seat);
        bl_json_put_string(out, bot ? bot->name : NULL);
    }
    bl_json_putf(out, "],'names':[");
    for (int seat = 0; is_seat(t, seat); seat++)
        bl_json_put_string(out, r->names[seat]);
    bl_json_close(out, ']');
}

/* ---- what there is to see ------------------------------------------------- */

bool service_owns(const struct request *r, int seat)
{
    return (r->asker ? r->asker->seats : r->table->ours) >> seat & 1;
}

/* Who is to move; -1: the game is over. */
static int to_move(const struct table *t)
{
    return t->given_up >= 0 ? -1 : bl_match_to_move(t->m);
}

/* The seat of somebody else, or one that was left to a bot, is looked through only where nothing is
 * hidden from the asker. */
bool service_may_read(const struct request *r, int reader)
{
    const struct table *t = r->table;
    bool everything = t->open || to_move(t) < 0;
    if (reader == BL_SPECTATOR)
        return true;
    if (reader == BL_REFEREE)
        return everything;
    return is_seat(t, reader) &&
           (everything || (service_owns(r, reader) && !bl_match_bot(t->m, reader)));
}

/* A number of moves made, at most all of them. */
static uint32_t read_number(struct request *r, const char *name, uint32_t otherwise)
{
    uint32_t count = bl_match_count(r->table->m), number = otherwise;
    if (bl_json_has(&r->in, name))
        number = (uint32_t)bl_json_int(&r->in, name, 0, INT32_MAX);
    return number < count ? number : count;
}

/* The move that is asked about, by the moves made before it. */
static uint32_t number_asked(struct request *r)
{
    return read_number(r, "number", UINT32_MAX);
}

/* Whose move number `number` was; past the last: who is to move now. */
static int mover_at(const struct table *t, uint32_t number)
{
    return number < bl_match_count(t->m) ? bl_match_mover(t->m, number) : to_move(t);
}

/* What a bot does that plays on for somebody is not told as theirs, not even to themselves: until
 * `tell_person`, the seat is called so. As a member: "stand_in", that name. */
struct stand_in {
    int seat, you;
    const char *name;
    struct bl_text called;
};

static void tell_stand_in(struct request *r, struct stand_in *s, int seat)
{
    const struct bl_arg who = {.kind = 'p', .number = seat};
    *s = (struct stand_in){seat, r->voice.you, r->names[seat], bl_text_heap()};
    bl_put_fact(&s->called, &(struct bl_fact){FACT("%p (bot)"), &who}, &r->voice);
    r->names[seat] = s->called.s;
    if (r->voice.you == seat)
        r->voice.you = BL_SPECTATOR;
}

static void put_stand_in(struct request *r, const struct stand_in *s)
{
    bl_json_putf(r->out, "'stand_in':%s", s->called.s);
}

static void tell_person(struct request *r, struct stand_in *s)
{
    r->names[s->seat] = s->name;
    r->voice.you = s->you;
    bl_text_free(&s->called);
}

/* Whether the last that a seat did was a stand-in's. */
static bool left_to_bot(const struct bl_match *m, int seat)
{
    uint32_t n = bl_match_count(m);
    while (n > 0 && bl_match_mover(m, n - 1) != seat)
        n--;
    return n > 0 && bl_match_stood_in(m, n - 1);
}

/* "standing": everybody in order, with what they have. */
static void put_everybody(struct request *r, const struct bl_result *result)
{
    uint8_t seats[BL_MAX_SEATS];
    const struct bl_game *game = bl_match_game(r->table->m);
    const void *seen = bl_match_view(r->table->m, r->seat);
    unsigned n = bl_standing(game, seen, result, seats);
    bl_json_putf(r->out, "'standing':[");
    for (unsigned i = 0; i < n; i++) {
        bl_tell_left(game, seen, seats[i], &r->service->story);
        bl_json_putf(r->out, "{'seat':%d,'left':{", seats[i]);
        bl_json_put_words(r->out, &r->service->story.sentences[0].fact, &r->voice);
        bl_json_close(r->out, '}');
        if (left_to_bot(r->table->m, seats[i])) {
            struct stand_in s;
            tell_stand_in(r, &s, seats[i]);
            put_stand_in(r, &s);
            tell_person(r, &s);
        }
        bl_json_close(r->out, '}');
    }
    bl_json_close(r->out, ']');
}

/* Who gives a game of two up has lost it; among more it is not told who would have won. */
static void find_result(const struct table *t, struct bl_result *out)
{
    bool two = bl_match_setup(t->m)->players == 2;
    uint8_t loser = (uint8_t)(t->given_up < 0 ? 0 : t->given_up), other = two ? 1 - loser : 0;
    if (t->given_up < 0)
        bl_match_result(t->m, out);
    else if (two)
        *out = (struct bl_result){.winner = (int8_t)other, .ranked = 2, .ranking = {other, loser}};
}

static void put_result(struct request *r, bool over)
{
    struct bl_text *out = r->out;
    const struct table *t = r->table;
    struct bl_result result = {.winner = -1};
    if (over)
        find_result(t, &result);
    bl_json_putf(out, over ? "'result':{'winner':%p,'ranking':[" : "'result':null", result.winner);
    for (int i = 0; i < result.ranked; i++)
        bl_json_put_int(out, result.ranking[i]);
    if (over) {
        bl_json_putf(out, "],'why':%s", clause_id(t, result.why));
        put_everybody(r, &result);
        if (t->given_up >= 0)
            bl_json_putf(out, "'given_up':%d", t->given_up);
        bl_json_close(out, '}');
    }
}

/* The legal moves of the one to move, if that is the reader. */
static void put_legal(struct request *r, int reader)
{
    const struct table *t = r->table;
    const bl_move *moves;
    int seat = to_move(t);
    uint32_t n = reader == seat && seat >= 0 ? bl_match_moves(t->m, &moves) : 0;
    const void *seen = n > 0 ? bl_match_view(t->m, seat) : NULL;
    bl_json_putf(r->out, "'legal':[");
    for (uint32_t i = 0; i < n; i++) {
        struct bl_play play = {.move = moves[i], .seat = (int8_t)seat};
        service_put_move(r, seen, &play, true);
    }
    bl_json_close(r->out, ']');
}

/* The table in the game's own words, in lines of plain text. */
static void put_text(const struct request *r, uint32_t number)
{
    const struct table *t = r->table;
    const struct bl_look look = {.unicode = true, .columns = 76, .names = r->voice.names,
                                 .catalogue = r->voice.catalogue};
    BL_LOCAL struct bl_text text = bl_text_heap();
    int seat = r->seat == BL_REFEREE ? BL_SPECTATOR : r->seat;
    const void *seen = bl_match_view_at(t->m, number, seat);
    bl_match_game(t->m)->notation->put_table(seen, seat, &look, &text);
    bl_json_putf(r->out, "'text':%s", text.s);
}

void service_put_story(struct request *r, const char *name)
{
    struct bl_voice voice = r->voice;
    voice.signs = true;
    bl_json_key(r->out, name);
    bl_json_put_story(r->out, bl_match_game(r->table->m), &r->service->story, &voice);
}

/* "due" and "end": what is asked of whom, and what decided the game. */
static void put_standing(struct request *r, uint32_t number)
{
    const struct bl_game *game = bl_match_game(r->table->m);
    const void *seen = bl_match_view_at(r->table->m, number, r->seat);
    bl_tell_due(game, seen, &r->service->story);
    service_put_story(r, "due");
    bl_json_putf(r->out, "'call':%s", bl_say(r->voice.catalogue, bl_call(game, seen)));
    bl_tell_end(game, seen, &r->service->story);
    struct stand_in away[BL_MAX_SEATS];
    unsigned n = 0;
    for (int seat = 0; r->service->story.count > 0 && is_seat(r->table, seat); seat++)
        if (left_to_bot(r->table->m, seat) && seat != r->voice.you)
            tell_stand_in(r, &away[n++], seat);
    service_put_story(r, "end");
    while (n > 0)
        tell_person(r, &away[--n]);
}

/* "undo": why the seat's last move cannot be taken back, "" if it can; null: there is none to ask for it. */
static void put_undo(const struct request *r, bool now)
{
    BL_LOCAL struct bl_text why = bl_text_heap();
    if (r->table->given_up >= 0)
        bl_put(&why, said(r, FACT("the game was given up")));
    else if (now && r->seat >= 0)
        bl_match_may_undo(r->table->m, r->seat, &r->voice, &why);
    bl_json_putf(r->out, "'undo':%s", now && r->seat >= 0 ? why.s : NULL);
}

/* {"number","count","to_move","state":{…},"text","legal":[…],"due":[…],"call","end":[…],
 * "result":{…} or null,"undo"}: as the reader knew it before that move. */
static void view(struct request *r)
{
    const struct table *t = r->table;
    uint32_t number = number_asked(r), count = bl_match_count(t->m);
    bl_json_putf(r->out, "{'number':%d,'count':%d,'to_move':%p,'state':", (int)number, (int)count,
                 mover_at(t, number));
    bl_put_state(bl_match_game(t->m), bl_match_view_at(t->m, number, r->seat), r->out);
    put_text(r, number);
    put_legal(r, number < count ? BL_SPECTATOR : r->seat);
    put_standing(r, number);
    put_result(r, number == count && to_move(t) < 0);
    put_undo(r, number == count);
    bl_json_close(r->out, '}');
}

static void put_fact(const struct request *r, const struct bl_fact *fact)
{
    bl_json_key(r->out, "fact");
    if (fact->format[0])
        bl_json_put_fact(r->out, fact, &r->voice);
    else
        bl_json_put_null(r->out);
}

/* "why":[{"clause","mark","fact":{"text","format","args","parts"} or null}] */
void service_put_why(const struct request *r, const struct bl_account *account)
{
    static const char *const marks[] = {"held", "refused", "true", "false", "applied"};
    struct bl_text *out = r->out;
    bl_json_putf(out, "'why':[");
    for (uint32_t i = 0; i < account->count; i++) {
        const struct bl_reason *reason = &account->reasons[i];
        bl_json_putf(out, "{'clause':%s,'mark':%s", clause_id(r->table, reason->clause),
                     marks[reason->mark]);
        put_fact(r, &reason->fact);
        bl_json_close(out, '}');
    }
    bl_json_close(out, ']');
}

/* [{"number","seat","move","stand_in"?,"story":[…],"why":[…]}] from move `from` on, to the one before `to`. */
static void events(struct request *r)
{
    struct bl_match *m = r->table->m;
    struct bl_event *event = &r->service->event;
    uint32_t to = read_number(r, "to", UINT32_MAX);
    bl_json_open(r->out, '[');
    for (uint32_t i = read_number(r, "from", 0); i < to; i++) {
        bl_match_tell(m, i, r->seat, event, &r->service->story);
        bl_json_putf(r->out, "{'number':%d,'seat':%d,'move':", (int)i, event->seat);
        service_put_move(r, bl_match_view_at(m, i, r->seat), &event->play, false);
        struct stand_in s;
        bool stood_in = bl_match_stood_in(m, i);
        if (stood_in) {
            tell_stand_in(r, &s, event->seat);
            put_stand_in(r, &s);
        }
        service_put_story(r, "story");
        service_put_why(r, &event->account);
        if (stood_in)
            tell_person(r, &s);
        bl_json_close(r->out, '}');
    }
    bl_json_close(r->out, ']');
}

/* ---- moves in ------------------------------------------------------------- */

/* "instead":{"due":[…],"moves":[…]}: what would be allowed. */
static void put_instead(struct request *r, const struct bl_play *refused)
{
    struct bl_match *m = r->table->m;
    bl_move moves[BL_FEW_MOVES];
    uint32_t n = bl_match_instead(m, r->seat, refused, moves);
    bl_tell_due(bl_match_game(m), bl_match_view(m, r->seat), &r->service->story);
    bl_json_putf(r->out, "'instead':{");
    service_put_story(r, "due");
    bl_json_putf(r->out, "'moves':[");
    for (uint32_t i = 0; i < n; i++)
        service_put_move(r, bl_match_view(m, r->seat),
                         &(struct bl_play){moves[i], (int8_t)r->seat, 0, NULL}, true);
    bl_put(r->out, "]}");
}

/* "answer","clause","fact","wrong","instead"} after {"move":…, */
static void put_reply(struct request *r, const struct bl_play *play, const struct bl_reply *reply)
{
    static const char *const answers[] = {"accepted", "forbidden", "unreadable", "chatter"};
    bl_json_putf(r->out, "'answer':%s,'clause':%s", answers[reply->answer],
                 clause_id(r->table, reply->clause));
    const struct bl_fact none = {"", NULL};
    bool readable = reply->answer != BL_UNREADABLE;
    put_fact(r, readable ? &reply->fact : &none);
    service_put_wrong(r, readable ? &none : &reply->fact);
    if (reply->answer == BL_FORBIDDEN || reply->answer == BL_UNREADABLE)
        put_instead(r, play);
    bl_json_close(r->out, '}');
}

/* "move": as the seat may know it, or null if it cannot be read. */
static const struct bl_fact *read_told(struct request *r, struct bl_json *given, struct bl_play *play)
{
    struct bl_match *m = r->table->m;
    BL_LOCAL struct bl_text room = bl_text_heap();
    const char *move = service_read_move(r, given, &room);
    if (service_failed(r))
        return NULL;
    const struct bl_fact *wrong = bl_match_read(m, r->seat, move, play);
    bl_json_putf(r->out, wrong ? "{'move':null" : "{'move':");
    if (!wrong)
        service_put_move(r, bl_match_view(m, r->seat), play, false);
    return wrong;
}

static void submit(struct request *r)
{
    struct bl_json given = bl_json_member(&r->in, "move");
    struct bl_play play;
    const struct bl_fact *wrong = read_told(r, &given, &play);
    struct bl_reply reply = {BL_UNREADABLE, 0, {"", NULL}};
    if (service_failed(r))
        return;
    if (wrong)
        reply.fact = *wrong;
    else
        bl_match_play(r->table->m, &play, &reply);
    put_reply(r, reply.answer == BL_UNREADABLE ? NULL : &play, &reply);
}

static void say(struct request *r)
{
    struct bl_reply reply = {0};
    const char *words = bl_json_string(&r->in, "words");
    if (service_failed(r))
        return;
    bl_match_hear(r->table->m, r->seat, words, &reply);
    bl_json_putf(r->out, "{'move':null");
    put_reply(r, NULL, &reply);
}

/* Why a move is refused: the clause, and what kind of fact it met with. */
struct refusal {
    bl_cite clause;
    const char *format;
};

/* Where a list has the same for the first time; `n`: nowhere. */
static size_t first_same(const struct refusal *list, size_t n, struct refusal x)
{
    size_t i = 0;
    while (i < n && !(list[i].clause == x.clause && strcmp(list[i].format, x.format) == 0))
        i++;
    return i;
}

/* {"move","readable","clause","wrong"?,"same"?,"why":[…]}; clause "": it is legal. */
static void put_verdict(struct request *r, struct bl_json *given, struct refusal *list, size_t number)
{
    struct bl_match *m = r->table->m;
    struct bl_account *account = &r->service->event.account;
    struct bl_play play;
    const struct bl_fact *wrong = read_told(r, given, &play);
    if (service_failed(r))
        return;
    bl_json_putf(r->out, "'readable':%t", !wrong);
    if (wrong)
        service_put_wrong(r, wrong);
    account->count = 0;
    bl_cite refused = wrong ? 0 : bl_match_explain(m, &play, account);
    bl_json_putf(r->out, "'clause':%s", clause_id(r->table, refused));
    list[number] = (struct refusal){refused, ""};
    for (uint32_t i = 0; refused && i < account->count; i++)
        if (account->reasons[i].clause == refused)
            list[number].format = account->reasons[i].fact.format;
    if (refused)
        bl_json_putf(r->out, "'same':%d", (int)first_same(list, number, list[number]));
    service_put_why(r, account);
    bl_json_close(r->out, '}');
}

static void explain(struct request *r)
{
    struct bl_json list = bl_json_member(&r->in, "moves");
    enum { MOST = 1000 };
    struct refusal refusals[MOST];
    size_t count = bl_json_count(&list, MOST);
    bl_json_open(r->out, '[');
    for (size_t i = 0; i < count && !service_failed(r); i++) {
        struct bl_json item = bl_json_item(&list, i);
        put_verdict(r, &item, refusals, i);
    }
    bl_json_close(r->out, ']');
}

static void bot_move(struct request *r)
{
    bl_json_put_bool(r->out, to_move(r->table) >= 0 && bl_match_bot_move(r->table->m));
}

/* What the bot would play, and the next best that is not told in the same words. */
static void put_advice(struct request *r, const struct bl_bot *bot, const struct bl_decision *d,
                       struct bl_text *words)
{
    struct bl_story *story = &r->service->story;
    struct bl_opinion *list = bl_new(d->count + BL_MORE_OPINIONS, sizeof *list);
    uint32_t n = bl_told_opinions(list, bot->advise(bot, d, NULL, words, list), BL_FEW_OPINIONS);
    BL_LOCAL struct bl_text first = bl_text_heap(), other = bl_text_heap();
    struct bl_play play = bl_advised(&list[0], d->seat);
    bool alike[BL_FEW_OPINIONS];
    bl_tell_offer(d->game, d->view, &play, story);
    bl_put_story(&first, story, NULL);
    for (uint32_t i = 1; i < n; i++) {
        bl_text_clear(&other);
        bl_tell_offer(d->game, d->view, (struct bl_play[]){bl_advised(&list[i], d->seat)}, story);
        bl_put_story(&other, story, NULL);
        alike[i] = strcmp(first.s, other.s) == 0;
    }
    const struct bl_opinion *next = bl_next_best(list, n, alike);
    service_put_hint(r, d->view, &play, next ? (const struct bl_opinion *[]){&list[0], next} : NULL);
    free(list);
}

/* Of whoever made move `number`; past the last, of who is to move now. */
static void put_hint(struct request *r, uint32_t number, int seat, const struct bl_bot *bot)
{
    struct table *t = r->table;
    const struct bl_game *game = bl_match_game(t->m);
    BL_LOCAL struct bl_text words = bl_text_heap();
    struct bl_stream rng = bl_hint_stream(game, number);
    struct bl_play play = {0};
    bl_move *room = bl_new(game->max_moves, sizeof *room);
    const struct bl_past *past = bl_recalls(bot, game) ? bl_match_past(t->m, number, seat) : NULL;
    struct bl_decision d = {.game = game, .seat = seat, .rng = &rng, .moves = room, .past = past};
    d.view = bl_match_view_at(t->m, number, seat);
    d.count = number < bl_match_count(t->m) ? game->rules->moves(d.view, room)
                                            : bl_match_moves(t->m, &d.moves);
    if (d.count > 1 && bot->advise) {
        put_advice(r, bot, &d, &words);
    } else if (d.count > 0) {
        void *scratch = bl_scratch_new(game);
        bl_bot_play(bot, &d, scratch, &words, &play);
        bl_scratch_free(game, scratch);
        play.seat = (int8_t)seat;
        service_put_hint(r, d.view, &play, NULL);
    } else {
        bl_json_put_null(r->out);
    }
    free(room);
}

/* The next move of a plan, where moves are alike to a bot; false: there is none. */
static bool put_plan(struct request *r, int seat)
{
    struct bl_match *m = r->table->m;
    BL_LOCAL struct bl_text move = bl_text_heap();
    struct bl_fact why;
    struct bl_play play;
    if (!bl_plan(bl_match_game(m), bl_match_view(m, seat), seat, &move, &why) ||
        bl_match_read(m, seat, move.s, &play))
        return false;
    service_put_planned(r, bl_match_view(m, seat), &play, &why);
    return true;
}

/* From what that seat sees: a move, or null. */
static void hint(struct request *r)
{
    const struct bl_bot *bot = service_bot(bl_json_member(&r->in, "bot"));
    uint32_t number = number_asked(r);
    int seat = mover_at(r->table, number);
    if (service_failed(r))
        return;
    if (bot->cheats || seat < 0 || !service_may_read(r, seat))
        bl_json_put_null(r->out);
    else if (number < bl_match_count(r->table->m) || !put_plan(r, seat))
        put_hint(r, number, seat, bot);
}

static void undo(struct request *r)
{
    BL_LOCAL struct bl_text why = bl_text_heap();
    if (bl_match_undo(r->table->m, r->seat, NULL, &why))
        bl_json_put_bool(r->out, true);
    else
        service_fail(r, why.s);
}

/* The game ends as it stands: nobody moves any more, and nothing is hidden. Only who has every person's
 * seat may say so. */
static void give_up(struct request *r)
{
    if (r->asker || bl_match_to_move(r->table->m) < 0) {
        bl_json_fault(&r->in, r->asker ? "others play here too" : "the game is over");
        return;
    }
    r->table->given_up = r->seat;
    bl_json_put_bool(r->out, true);
}

static void seat(struct request *r)
{
    struct bl_json bot = bl_json_member(&r->in, "bot");
    const struct bl_bot *sits = bl_json_is_null(&bot) ? NULL : service_bot(bot);
    if (sits && sits->cheats && !r->table->open)
        bl_json_fault(&bot, "%s sees every card: it does not play for others", sits->name);
    if (service_failed(r))
        return;
    bl_match_seat(r->table->m, r->seat, sits);
    bl_json_put_bool(r->out, true);
}

/* ---- the whole of it ------------------------------------------------------ */

static void transcript(struct request *r)
{
    bl_json_put_string(r->out, bl_match_transcript(r->table->m)->s);
}

/* All from move `from` on, as a referee knows them. */
static void put_made(struct request *r, bool sealed)
{
    struct bl_match *m = r->table->m;
    struct bl_event *event = &r->service->event;
    bl_json_open(r->out, '[');
    for (uint32_t i = read_number(r, "from", 0); i < bl_match_count(m); i++) {
        bl_match_event(m, i, BL_REFEREE, event);
        if (sealed)
            service_put_kept(r->out, m, i, event->move, event->seat);
        else
            bl_json_putf(r->out, "[%d,%s]", event->seat, event->move);
    }
    bl_json_close(r->out, ']');
}

/* [[seat,"move"],…]: what a link carries beside the seed. */
static void moves(struct request *r)
{
    put_made(r, false);
}

/* The same sealed: what a running game is kept as. */
static void keep(struct request *r)
{
    put_made(r, true);
}

const struct request_kind service_table[] = {
    {"view", READER, "table seat number? you?", view},
    {"events", READER, "table seat from? to? you?", events},
    {"submit", SEAT, "table seat move", submit},
    {"say", SEAT, "table seat words", say},
    {"explain", SITTER, "table seat moves", explain},
    {"bot-move", TABLE, "table", bot_move},
    {"hint", TABLE, "table bot number?", hint},
    {"undo", SEAT, "table seat", undo},
    {"give-up", SEAT, "table seat", give_up},
    {"seat", SEAT, "table seat bot", seat},
    {"keep", TABLE, "table from?", keep},
    {"transcript", WHOLE, "table", transcript},
    {"moves", WHOLE, "table from?", moves},
    {0},
};
