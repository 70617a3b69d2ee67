/* table.c - a table as its page may see it: views, moves in, what happened and why. */
#include "table.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "bylaw/position.h"

const char *ENTRY(bw_view)(struct table *t, uint32_t number, int seat);
const char *ENTRY(bw_events)(struct table *t, uint32_t from, int reader);
const char *ENTRY(bw_submit)(struct table *t, int seat, const char *move);
const char *ENTRY(bw_say)(struct table *t, int seat, const char *words);
const char *ENTRY(bw_explain)(struct table *t, int seat, const char *move);
const char *ENTRY(bw_bot_move)(struct table *t);
const char *ENTRY(bw_hint)(struct table *t, uint32_t number, const char *bot);
const char *ENTRY(bw_undo)(struct table *t, int seat);
const char *ENTRY(bw_seat)(struct table *t, int seat, const char *bot);
const char *ENTRY(bw_transcript)(struct table *t);
const char *ENTRY(bw_moves_made)(struct table *t, uint32_t from);

static bool is_seat(const struct table *t, int seat)
{
    return seat >= 0 && seat < bl_match_setup(t->m)->players;
}

void put_seating(struct bl_text *out, const struct table *t)
{
    char room[24];
    struct bl_text seed = BL_TEXT_FIXED(room);
    put_member(out, "game", bl_match_game(t->m)->id);
    bl_put_setup(out, bl_match_game(t->m), bl_match_setup(t->m));
    bl_put_uint(&seed, bl_match_seed(t->m));
    put_member(out, "seed", room);
    put_number(out, "count", bl_match_count(t->m));
    bl_json_key(out, "bots");
    bl_json_open(out, '[');
    for (int seat = 0; is_seat(t, seat); seat++) {
        const struct bl_bot *bot = bl_match_bot(t->m, seat);
        if (bot)
            bl_json_put_string(out, bot->name);
        else
            bl_json_put_null(out);
    }
    bl_json_close(out, ']');
}

/* ---- what there is to see ------------------------------------------------- */

/* Whether the page may look at the table as this reader. A bot's seat is looked through only
 * where nothing is hidden from the page. */
static bool may_read(const struct table *t, int reader)
{
    bool everything = t->open || bl_match_to_move(t->m) < 0;
    if (reader == BL_SPECTATOR)
        return true;
    if (reader == BL_REFEREE)
        return everything;
    return is_seat(t, reader) && (everything || !bl_match_bot(t->m, reader));
}

bool may_sit(const struct table *t, int seat)
{
    return is_seat(t, seat) && may_read(t, seat);
}

static void put_result(struct bl_text *out, const struct table *t, bool over)
{
    struct bl_result result = {.winner = -1};
    bl_json_key(out, "result");
    if (!over) {
        bl_json_put_null(out);
        return;
    }
    bl_match_result(t->m, &result);
    bl_json_open(out, '{');
    bl_json_key(out, "winner");
    bl_json_put_seat(out, result.winner);
    bl_json_key(out, "ranking");
    bl_json_open(out, '[');
    for (int i = 0; i < result.ranked; i++)
        bl_json_put_int(out, result.ranking[i]);
    bl_json_close(out, ']');
    put_member(out, "why", bl_match_game(t->m)->clauses[result.why].id);
    bl_json_close(out, '}');
}

static void put_move(struct bl_text *out, const struct table *t, int reader,
                     const struct bl_play *play)
{
    struct bl_text text = bl_text_heap();
    bl_match_put_move(t->m, reader, play, &text);
    bl_json_put_string(out, text.s);
    bl_text_free(&text);
}

/* The legal moves of the one to move, if that is the reader. */
static void put_legal(struct bl_text *out, const struct table *t, int reader)
{
    const bl_move *moves;
    int seat = bl_match_to_move(t->m);
    uint32_t n = reader == seat && seat >= 0 ? bl_match_moves(t->m, &moves) : 0;
    bl_json_key(out, "legal");
    bl_json_open(out, '[');
    for (uint32_t i = 0; i < n; i++) {
        struct bl_play play = {.move = moves[i], .seat = (int8_t)seat};
        put_move(out, t, seat, &play);
    }
    bl_json_close(out, ']');
}

/* The state as the reader knew it before move `number`. */
static void put_state(struct bl_text *out, const struct table *t, uint32_t number, int reader)
{
    const struct bl_game *game = bl_match_game(t->m);
    bl_json_key(out, "state");
    bl_put_state(game, bl_match_view_at(t->m, number, reader), out);
}

/* The table in the game's own words, in lines of plain text. */
static void put_text(struct bl_text *out, const struct table *t, uint32_t number, int reader)
{
    static const struct bl_look look = {.unicode = true, .columns = 76};
    struct bl_text text = bl_text_heap();
    int seat = reader == BL_REFEREE ? BL_SPECTATOR : reader;
    bl_match_game(t->m)->notation->put_table(bl_match_view_at(t->m, number, seat), seat, &look, &text);
    put_member(out, "text", text.s);
    bl_text_free(&text);
}

/* {"number","count","to_move","state":{…},"text","legal":[…],"result":{…} or null} */
const char *bw_view(struct table *t, uint32_t number, int reader)
{
    if (!may_read(t, reader))
        return mistake("nobody but that seat may look at this");
    struct bl_text *out = answer();
    uint32_t count = bl_match_count(t->m);
    number = number < count ? number : count;
    bl_json_open(out, '{');
    put_number(out, "number", number);
    put_number(out, "count", count);
    bl_json_key(out, "to_move");
    bl_json_put_seat(out, number < count ? bl_match_mover(t->m, number) : bl_match_to_move(t->m));
    put_state(out, t, number, reader);
    put_text(out, t, number, reader);
    put_legal(out, t, number < count ? BL_SPECTATOR : reader);
    put_result(out, t, number == count && bl_match_to_move(t->m) < 0);
    bl_json_close(out, '}');
    return done();
}

/* [{"number","seat","move","why":[{"clause","mark","fact"}]}] from move `from` on. */
const char *bw_events(struct table *t, uint32_t from, int reader)
{
    static struct bl_event event;
    if (!may_read(t, reader))
        return mistake("nobody but that seat may look at this");
    struct bl_text *out = answer();
    bl_json_open(out, '[');
    for (uint32_t i = from; i < bl_match_count(t->m); i++) {
        bl_match_event(t->m, i, reader, &event);
        bl_json_open(out, '{');
        put_number(out, "number", i);
        put_number(out, "seat", event.seat);
        put_member(out, "move", event.move);
        put_account(out, "why", bl_match_game(t->m), &event.account);
        bl_json_close(out, '}');
    }
    bl_json_close(out, ']');
    return done();
}

/* ---- moves in ------------------------------------------------------------- */

/* {"answer","clause","fact"} */
static const char *put_reply(const struct table *t, const struct bl_reply *reply)
{
    static const char *const answers[] = {"accepted", "forbidden", "unreadable", "chatter"};
    struct bl_text *out = answer();
    bl_json_open(out, '{');
    put_member(out, "answer", answers[reply->answer]);
    put_member(out, "clause", bl_match_game(t->m)->clauses[reply->clause].id);
    struct bl_text words = bl_text_heap();
    bl_put_fact(&words, &reply->fact, NULL);
    put_member(out, "fact", reply->answer == BL_UNREADABLE ? reply->wrong : words.s);
    bl_text_free(&words);
    bl_json_close(out, '}');
    return done();
}

const char *bw_submit(struct table *t, int seat, const char *move)
{
    struct bl_reply reply = {0};
    if (!is_seat(t, seat))
        return mistake("there is no such seat");
    bl_match_submit(t->m, seat, move, &reply);
    return put_reply(t, &reply);
}

const char *bw_say(struct table *t, int seat, const char *words)
{
    struct bl_reply reply = {0};
    if (!is_seat(t, seat))
        return mistake("there is no such seat");
    bl_match_hear(t->m, seat, words, &reply);
    return put_reply(t, &reply);
}

/* What the rules say to a move: {"move","readable","clause","why":[…]}; clause "": legal. */
const char *bw_explain(struct table *t, int seat, const char *move)
{
    static struct bl_account account;
    struct bl_play play;
    if (!may_sit(t, seat))
        return mistake("nobody but that seat may ask this");
    const struct bl_game *game = bl_match_game(t->m);
    const char *wrong = bl_match_read(t->m, seat, move, &play);
    struct bl_text *out = answer();
    bl_json_open(out, '{');
    put_truth(out, "readable", !wrong);
    account.count = 0;
    bl_cite refused = wrong ? 0 : bl_match_explain(t->m, &play, &account);
    put_member(out, "clause", game->clauses[refused].id);
    if (wrong)
        put_member(out, "wrong", wrong);
    put_account(out, "why", game, &account);
    bl_json_close(out, '}');
    return done();
}

const char *bw_bot_move(struct table *t)
{
    struct bl_text *out = answer();
    bl_json_put_bool(out, bl_match_bot_move(t->m));
    return done();
}

/* The moves that were open to whoever made move `number`; past the last, who is to move now. */
static uint32_t moves_at(struct table *t, uint32_t number, const void *view, bl_move *room,
                         const bl_move **out)
{
    if (number >= bl_match_count(t->m))
        return bl_match_moves(t->m, out);
    *out = room;
    return bl_match_game(t->m)->rules->moves(view, room);
}

static void put_hint(struct bl_text *out, struct table *t, uint32_t number, int seat,
                     const struct bl_bot *bot)
{
    const struct bl_game *game = bl_match_game(t->m);
    struct bl_text words = bl_text_heap(), text = bl_text_heap();
    struct bl_stream rng = bl_stream(0, game->code, BL_FOR_SAMPLE, number);
    struct bl_play play = {0};
    bl_move *room = bl_new(game->max_moves, sizeof *room);
    struct bl_decision d = {.game = game, .seat = seat, .rng = &rng};
    d.view = bl_match_view_at(t->m, number, seat);
    d.count = room ? moves_at(t, number, d.view, room, &d.moves) : 0;
    if (d.count > 0) {
        bl_bot_play(bot, &d, NULL, &words, &play);
        play.seat = (int8_t)seat;
        game->notation->put_move(bl_match_view_at(t->m, number, seat), &play, &text);
        bl_json_put_string(out, text.s);
    } else {
        bl_json_put_null(out);
    }
    free(room);
    bl_text_free(&words);
    bl_text_free(&text);
}

/* The move that a bot would make in place of whoever made move `number` (past the last: of the
 * one to move now), from what that seat sees: as text, or null. */
const char *bw_hint(struct table *t, uint32_t number, const char *name)
{
    const struct bl_bot *bot = bl_find_bot(name);
    struct bl_text *out = answer();
    uint32_t count = bl_match_count(t->m);
    number = number < count ? number : count;
    int seat = number < count ? bl_match_mover(t->m, number) : bl_match_to_move(t->m);
    if (!bot || bot->cheats || seat < 0 || !may_read(t, seat))
        bl_json_put_null(out);
    else
        put_hint(out, t, number, seat, bot);
    return done();
}

/* true, or why not. */
const char *bw_undo(struct table *t, int seat)
{
    char room[400] = "";
    struct bl_text why = BL_TEXT_FIXED(room);
    if (!is_seat(t, seat))
        return mistake("there is no such seat");
    if (!bl_match_undo(t->m, seat, &why))
        return mistake(room);
    bl_json_put_bool(answer(), true);
    return done();
}

/* Seats a bot, or for an empty name a person. */
const char *bw_seat(struct table *t, int seat, const char *name)
{
    const struct bl_bot *bot = bl_find_bot(name);
    if (!is_seat(t, seat) || (*name && !bot))
        return mistake("there is no such seat or bot");
    bl_match_seat(t->m, seat, bot);
    bl_json_put_bool(answer(), true);
    return done();
}

/* ---- the whole of it ------------------------------------------------------ */

const char *bw_transcript(struct table *t)
{
    bl_put(answer(), bl_match_transcript(t->m)->s);
    return done();
}

/* [[seat,"move"],…] from move `from` on: what a link carries beside the seed. */
const char *bw_moves_made(struct table *t, uint32_t from)
{
    static struct bl_event event;
    struct bl_text *out = answer();
    bl_json_open(out, '[');
    for (uint32_t i = from; i < bl_match_count(t->m); i++) {
        bl_match_event(t->m, i, BL_REFEREE, &event);
        bl_json_open(out, '[');
        bl_json_put_int(out, event.seat);
        bl_json_put_string(out, event.move);
        bl_json_close(out, ']');
    }
    bl_json_close(out, ']');
    return done();
}
