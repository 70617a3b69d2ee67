/* speak.c - a bot of ours as an engine: lines in, lines out, and a look at the input while it thinks. */
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/number.h"
#include "bylaw/position.h"
#include "engine/engine.h"

#define LINE_MOST (16u << 20)   /* bytes that a line may have */
#define LOOK_EACH 0.002         /* seconds between two looks at the input */

struct speaker {
    const char *name;            /* of the bot, as it was asked for */
    const struct bl_bot *bot;
    const struct bl_game *only;  /* NULL: all games */
    int in, out;
    char *heard;                 /* lines that came, from `at` to `end` */
    size_t at, end, room;
    bool ended;                  /* the input has */
    bool bye;
    struct bl_text reply;

    /* The game; NULL: none has begun. */
    const struct bl_game *game;
    struct bl_setup setup;
    int seat;
    void *view, *read, *scratch, *memory;
    struct bl_past *past;        /* NULL: not all of it was told */
    bl_move *moves;
    uint32_t count;              /* 0: there is no position yet */

    double until, looked;        /* of the thought: its end, and the last look at the input */
};

/* ---- lines ------------------------------------------------------------------------- */

/* Takes in what has come, after a wait for something if there is nothing. */
static void listen_on(struct speaker *s)
{
    enum { PIECE = 65536 };
    if (s->at > 0 && s->at == s->end)
        s->at = s->end = 0;
    if (s->room < s->end + PIECE) {
        s->room = 2 * s->room + 2 * PIECE;
        s->heard = bl_resize(s->heard, s->room, 1);
    }
    ssize_t n = read(s->in, s->heard + s->end, PIECE);
    s->ended |= n == 0 || (n < 0 && errno != EINTR && errno != EAGAIN);
    s->end += n > 0 ? (size_t)n : 0;
}

static void say(struct speaker *s)
{
    bl_put_char(&s->reply, '\n');
    for (size_t done = 0; done < s->reply.len;) {
        ssize_t n = write(s->out, s->reply.s + done, s->reply.len - done);
        if (n < 0 && errno != EINTR) {
            s->bye = true;   /* nobody hears it */
            break;
        }
        done += n > 0 ? (size_t)n : 0;
    }
    bl_text_clear(&s->reply);
}

static void say_error(struct speaker *s, const char *text)
{
    bl_text_clear(&s->reply);
    bl_json_putf(&s->reply, "{'t':'error','text':%s}", text);
    say(s);
}

/* ---- the game ------------------------------------------------------------------------ */

static void end_game(struct speaker *s)
{
    if (s->memory)
        s->bot->rise(s->memory);
    bl_past_free(s->past);
    if (s->game)
        bl_scratch_free(s->game, s->scratch);
    BL_FREE(s->view, s->read, s->moves);
    s->game = NULL;
    s->view = s->read = s->scratch = s->memory = NULL;
    s->past = NULL;
    s->moves = NULL;
    s->count = 0;
}

/* What the seat sees, of the member `state`, into `view`. */
static void read_view(struct speaker *s, struct bl_json *in)
{
    struct bl_json state = bl_json_member(in, "state");
    memset(s->read, 0, s->game->state_size);
    in->doc->view = true;
    bl_read_state(s->game, &state, &s->setup, s->read);
    if (!in->doc->failed)
        bl_view(s->game, s->read, s->seat, s->view);
}

static bool knows(const struct speaker *s, const struct bl_game *game)
{
    struct bl_setup setup;
    BL_LOCAL struct bl_text why = bl_text_heap();
    bl_setup_init(&setup, game);
    bl_resolve(game, &setup);
    return (!s->only || game == s->only) && (!s->bot->knows || s->bot->knows(s->bot, game, &setup, &why));
}

static void on_hello(struct speaker *s, struct bl_json *in)
{
    bl_json_int(in, "bylaw", ENGINE_PROTOCOL, ENGINE_PROTOCOL);
    if (in->doc->failed)
        return;
    bl_json_putf(&s->reply, "{'t':'hello','bylaw':%d,'name':%s,'author':'Bylaw','games':[", ENGINE_PROTOCOL,
                 s->name);
    for (const struct bl_game *const *g = bl_games(); *g; g++)
        if (knows(s, *g))
            bl_json_put_string(&s->reply, (*g)->id);
    bl_json_putf(&s->reply, "],'options':{},'views':%t}", s->bot->recalls);
    say(s);
}

static void on_newgame(struct speaker *s, struct bl_json *in)
{
    end_game(s);
    struct bl_json id = bl_json_member(in, "game");
    const struct bl_game *game = bl_find_game(bl_json_to_string(&id));
    if (!game || !knows(s, game)) {
        bl_json_fault(&id, "'%s' is not played here", bl_json_to_string(&id));
        return;
    }
    bl_read_setup(in, game, &s->setup);
    s->seat = (int)bl_json_int(in, "seat", 0, s->setup.players - 1);
    if (in->doc->failed)
        return;
    s->game = game;
    s->view = bl_new(1, game->state_size);
    s->read = bl_new(1, game->state_size);
    s->moves = bl_new(game->max_moves + 1u, sizeof *s->moves);
    s->scratch = bl_scratch_new(game);
    s->memory = s->bot->sit ? s->bot->sit(s->bot, game) : NULL;
    if (s->bot->recalls && bl_remembers(game) && bl_json_has(in, "state")) {
        read_view(s, in);
        s->past = in->doc->failed ? NULL : bl_past_new(game, s->seat, s->view);
    }
    if (in->doc->failed)
        end_game(s);
}

/* From here on it goes by the view alone, as one that has just sat down. */
static void forget(struct speaker *s)
{
    bl_past_free(s->past);
    s->past = NULL;
    if (s->memory)
        s->bot->rise(s->memory);
    s->memory = s->bot->sit ? s->bot->sit(s->bot, s->game) : NULL;
}

/* What was told since: the past grows, or is given up where what the seat saw then is not there. */
static void read_since(struct speaker *s, struct bl_json *in)
{
    struct bl_json list = bl_json_member(in, "since");
    size_t n = bl_json_count(&list, 1000000);
    for (size_t i = 0; i < n && s->past && !in->doc->failed; i++) {
        struct bl_json event = bl_json_item(&list, i);
        BL_LOCAL struct bl_text words = bl_text_heap();
        int seat = (int)bl_json_int(&event, "seat", 0, s->setup.players - 1);
        struct bl_json text = bl_json_member(&event, "move");
        struct bl_play play = {.seat = (int8_t)seat};
        const struct bl_fact *fault = in->doc->failed ? NULL : s->game->notation->read_move(
            bl_past_view(s->past, s->past->count), seat, bl_json_to_string(&text), &play, &words);
        if (fault) {
            BL_LOCAL struct bl_text why = bl_text_heap();
            bl_put_fact(&why, fault, NULL);
            bl_json_fault(&text, "%s", why.s);
        }
        play.seat = (int8_t)seat;
        bool seen = bl_json_has(&event, "state");
        if (seen)
            read_view(s, &event);
        if (seen && !in->doc->failed) {
            bl_past_add(s->past, &play, s->view);
            if (s->memory && s->bot->saw)
                s->bot->saw(s->memory, &play);
        } else {
            forget(s);
        }
    }
}

static void on_position(struct speaker *s, struct bl_json *in)
{
    if (!s->game) {
        bl_json_fault(in, "there is no game: say newgame first");
        return;
    }
    s->count = 0;
    if (bl_json_has(in, "since"))
        read_since(s, in);
    read_view(s, in);
    if (!in->doc->failed && bl_head(s->view)->to_move != s->seat)
        bl_json_fault(in, "it is not the turn of seat %d", s->seat);
    if (in->doc->failed)
        return;
    /* Guesses that fit a past which leads elsewhere have other moves than these. */
    if (s->past && !bl_same(s->game, bl_past_view(s->past, s->past->count), s->view))
        forget(s);
    s->count = s->game->rules->moves(s->view, s->moves);
}

/* ---- a thought ------------------------------------------------------------------------ */

static bool is_stop(const char *line, size_t size)
{
    struct bl_json_doc doc;
    bool stop = false;
    if (bl_json_parse(&doc, line, size)) {
        struct bl_json in = bl_json_root(&doc);
        const char *kind = bl_json_string(&in, "t");
        stop = strcmp(kind, "stop") == 0 || strcmp(kind, "bye") == 0;
    }
    bl_json_free(&doc);
    return stop;
}

/* Whether the time is up, or somebody has said so. */
static bool is_over(void *speaker)
{
    struct speaker *s = speaker;
    double now = bl_now();
    struct pollfd input = {s->in, POLLIN, 0};
    if (now >= s->until)
        return true;
    if (now < s->looked + LOOK_EACH)
        return false;
    s->looked = now;
    if (!s->ended && s->end - s->at < LINE_MOST && poll(&input, 1, 0) > 0)
        listen_on(s);
    for (size_t at = s->at; at < s->end;) {
        const char *line = s->heard + at, *end = memchr(line, '\n', s->end - at);
        if (!end)
            break;
        if (is_stop(line, (size_t)(end - line))) {
            s->until = 0;
            return true;
        }
        at = (size_t)(end - s->heard) + 1;
    }
    return s->ended;
}

/* The bot with another number of iterations, where it can be told so. */
static const struct bl_bot *with_iterations(const struct speaker *s, int64_t n)
{
    BL_LOCAL struct bl_text name = bl_text_heap();
    if (n <= 0 || !s->bot->set)
        return s->bot;
    bl_putf(&name, "%s:", s->name);
    bl_put_int(&name, n);
    const struct bl_bot *bot = bl_find_bot(name.s);
    return bot ? bot : s->bot;
}

static void put_move(struct speaker *s, const struct bl_play *play)
{
    BL_LOCAL struct bl_text text = bl_text_heap();
    uint32_t action = bl_action_of(s->game, &s->setup, play->move);
    s->game->notation->put_move(s->view, play, &text);
    bl_json_putf(&s->reply, "'move':%s", text.s);
    if (action != BL_NO_ACTION)
        bl_json_putf(&s->reply, "'action':%u", (uint64_t)action);
}

static void think(struct speaker *s, const struct bl_bot *bot, struct bl_decision *d, bool opinions)
{
    BL_LOCAL struct bl_text words = bl_text_heap();
    struct bl_opinion *list = bl_new(d->count + BL_MORE_OPINIONS, sizeof *list);
    struct bl_play play = {.seat = (int8_t)s->seat};
    uint32_t n = opinions && bot->advise ? bot->advise(bot, d, NULL, &words, list) : 0;
    if (n > 0)
        play = bl_advised(&list[0], s->seat);
    else
        bl_bot_play(bot, d, s->scratch, &words, &play);
    play.seat = (int8_t)s->seat;
    put_move(s, &play);
    if (opinions)
        bl_json_putf(&s->reply, "'opinions':[");
    for (uint32_t i = 0; i < n; i++) {
        struct bl_play of = bl_advised(&list[i], s->seat);
        bl_json_open(&s->reply, '{');
        put_move(s, &of);
        bl_json_putf(&s->reply, "'value':%r,'visits':%u}", list[i].value, list[i].visits);
    }
    bl_put(&s->reply, opinions ? "]}" : "}");
    free(list);
}

static int64_t number(struct bl_json *in, const char *name, int64_t otherwise)
{
    return bl_json_has(in, name) ? bl_json_int(in, name, 0, INT64_MAX) : otherwise;
}

static void on_go(struct speaker *s, struct bl_json *in)
{
    int64_t id = bl_json_int(in, "id", 0, INT64_MAX), ms = number(in, "ms", -1);
    int64_t iterations = number(in, "iterations", 0);
    struct bl_stream rng = {(uint64_t)(bl_now() * 1e6), 0};
    if (bl_json_has(in, "seed") && !bl_read_number(bl_json_string(in, "seed"), &rng.key))
        bl_json_fault(in, "'seed' is no decimal or 0x number of 64 bits");
    bool opinions = bl_json_has(in, "opinions") && bl_json_bool(in, "opinions");
    if (s->count == 0)
        bl_json_fault(in, "there is no position with a move to choose");
    if (in->doc->failed)
        return;
    const struct bl_patience patience = {is_over, s};
    struct bl_decision d = {s->game, s->view, s->seat, s->moves, s->count, &rng, s->memory, &patience,
                            s->past};
    s->until = ms < 0 ? 1e300 : bl_now() + (double)ms * 1e-3;
    s->looked = 0;
    bl_json_putf(&s->reply, "{'t':'bestmove','id':");
    bl_put_int(&s->reply, id);
    const struct bl_bot *bot = with_iterations(s, iterations);
    d.memory = bot == s->bot ? s->memory : NULL;   /* which has the settings in it */
    think(s, bot, &d, opinions);
    say(s);
}

/* ---- the conversation ------------------------------------------------------------------ */

static void on_stop(struct speaker *s, struct bl_json *in)
{
    (void)s;
    (void)in;   /* what it was meant for has been answered */
}

static void on_bye(struct speaker *s, struct bl_json *in)
{
    (void)in;
    s->bye = true;
}

static const struct message {
    const char *name;
    void (*on)(struct speaker *s, struct bl_json *in);
} messages[] = {{"hello", on_hello}, {"newgame", on_newgame}, {"position", on_position},
                {"go", on_go}, {"stop", on_stop}, {"bye", on_bye}};

static void obey(struct speaker *s, const char *line, size_t size)
{
    struct bl_json_doc doc;
    if (bl_json_parse(&doc, line, size)) {
        struct bl_json in = bl_json_root(&doc);
        const char *kind = bl_json_string(&in, "t");
        size_t i = 0, n = sizeof messages / sizeof *messages;
        while (i < n && strcmp(messages[i].name, kind) != 0)
            i++;
        if (i < n)
            messages[i].on(s, &in);
        else
            bl_json_fault(&in, "there is no message '%s'", kind);
    }
    if (doc.failed)
        say_error(s, doc.why);
    bl_json_free(&doc);
}

/* The next whole line; false: there is none any more. */
static bool next_line(struct speaker *s, size_t *from, size_t *size)
{
    bool skips = false;   /* what is left of a line that was too long */
    for (;;) {
        char *end = s->end > s->at ? memchr(s->heard + s->at, '\n', s->end - s->at) : NULL;
        if (end) {
            *from = s->at;
            *size = (size_t)(end - s->heard) - s->at;
            s->at += *size + 1;
            if (!skips)
                return true;
            skips = false;
            continue;
        }
        if (s->ended)
            return false;
        if (s->end - s->at > LINE_MOST) {
            if (!skips)
                say_error(s, "this line is too long");
            skips = true;
            s->at = s->end;
        }
        if (s->at > 0) {
            memmove(s->heard, s->heard + s->at, s->end - s->at);
            s->end -= s->at;
            s->at = 0;
        }
        listen_on(s);
    }
}

void engine_speak(const char *name, const struct bl_game *only, int in, int out)
{
    struct speaker s = {.name = name, .bot = bl_find_bot(name), .only = only, .in = in, .out = out,
                        .reply = bl_text_heap()};
    size_t from, size;
    while (!s.bye && next_line(&s, &from, &size)) {
        char *line = bl_copy_of(s.heard + from, size + 1);   /* more comes in while it thinks */
        if (size > 0)
            obey(&s, line, size);
        free(line);
    }
    end_game(&s);
    bl_text_free(&s.reply);
    free(s.heard);
}
