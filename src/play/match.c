/* match.c - a table: moves in, one after another, and back. */
#include "bylaw/match.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "play/match_in.h"

/* ---- making and leaving a table ------------------------------------------- */

struct bl_match *match_bare(const struct bl_game *game, uint64_t seed)
{
    struct bl_match *m = bl_new(1, sizeof *m);
    m->game = game;
    m->traced = game->traced;
    m->state = bl_new(1, game->state_size);
    m->view = bl_new(1, game->state_size);
    m->reader = bl_new(1, game->state_size);
    m->scratch = bl_new(1, game->state_size);
    m->after = bl_new(1, game->state_size);
    m->moves = bl_new(game->max_moves, sizeof *m->moves);
    m->chance = (struct bl_chance){.seed = seed, .game = game->code};
    m->transcript = bl_text_heap();
    m->recorder = (struct bl_recorder){.game = game, .out = &m->transcript};
    m->text = bl_text_heap();
    m->words = bl_text_heap();
    m->work = bl_scratch_new(game);
    m->note = bl_text_heap();
    m->fault = bl_text_heap();
    return m;
}

void match_begin(struct bl_match *m)
{
    bl_record_start(&m->recorder, m->chance.seed, m->state);
    if (bl_match_to_move(m) < 0)
        bl_record_end(&m->recorder, m->state);
}

struct bl_match *bl_match_new(const struct bl_game *game, const struct bl_setup *setup,
                              uint64_t seed, const struct bl_bot *const *bots)
{
    struct bl_match *m = match_bare(game, seed);
    struct bl_context cx;
    bl_context_init(&cx, game, seed);
    game->rules->deal(m->state, setup, &cx);
    m->chance = cx.chance;
    for (int s = 0; s < setup->players && bots; s++)
        m->bots[s] = bots[s];
    match_begin(m);
    return m;
}

/* ---- what bots remember --------------------------------------------------- */

static void clear_memory(struct bl_match *m, int seat)
{
    if (m->memories[seat])
        m->bots[seat]->rise(m->memories[seat]);
    m->memories[seat] = NULL;
}

static void clear_memories(struct bl_match *m)
{
    for (int seat = 0; seat < BL_MAX_SEATS; seat++)
        clear_memory(m, seat);
}

static void show_bots(struct bl_match *m, const struct bl_play *play)
{
    for (int seat = 0; seat < BL_MAX_SEATS; seat++)
        if (m->memories[seat] && m->bots[seat]->saw)
            m->bots[seat]->saw(m->memories[seat], play);
}

/* ---- leaving -------------------------------------------------------------- */

static void forget(struct turn *t)
{
    free((void *)t->play.data);
    free(t->before);
    free(t->entry);
    free(t->args);
    free(t->texts);
}

void bl_match_free(struct bl_match *m)
{
    if (!m)
        return;
    for (uint32_t i = 0; i < m->count; i++)
        forget(&m->turns[i]);
    clear_memories(m);
    free(m->turns);
    free(m->state);
    free(m->view);
    free(m->reader);
    free(m->scratch);
    free(m->after);
    free(m->moves);
    bl_text_free(&m->transcript);
    bl_text_free(&m->text);
    bl_text_free(&m->words);
    bl_scratch_free(m->game, m->work);
    bl_text_free(&m->note);
    bl_text_free(&m->fault);
    free(m);
}

/* ---- who and what --------------------------------------------------------- */

static bool is_seat(const struct bl_match *m, int seat)
{
    return seat >= 0 && seat < bl_head(m->state)->setup.players;
}

void bl_match_seat(struct bl_match *m, int seat, const struct bl_bot *bot)
{
    assert(is_seat(m, seat));
    clear_memory(m, seat);
    m->bots[seat] = bot;
}

const struct bl_game *bl_match_game(const struct bl_match *m)
{
    return m->game;
}

const struct bl_setup *bl_match_setup(const struct bl_match *m)
{
    return &bl_head(m->state)->setup;
}

uint64_t bl_match_seed(const struct bl_match *m)
{
    return m->chance.seed;
}

const struct bl_bot *bl_match_bot(const struct bl_match *m, int seat)
{
    assert(is_seat(m, seat));
    return m->bots[seat];
}

int bl_match_to_move(const struct bl_match *m)
{
    return bl_head(m->state)->to_move;
}

void bl_match_result(const struct bl_match *m, struct bl_result *out)
{
    m->game->rules->result(m->state, out);
}

uint32_t bl_match_count(const struct bl_match *m)
{
    return m->count;
}

int bl_match_mover(const struct bl_match *m, uint32_t number)
{
    assert(number < m->count);
    return m->turns[number].play.seat;
}

const struct bl_text *bl_match_transcript(const struct bl_match *m)
{
    return &m->transcript;
}

void bl_match_put_cap(const struct bl_match *m, struct bl_text *out)
{
    assert(bl_match_to_move(m) >= 0);
    bl_record_end(&(struct bl_recorder){.game = m->game, .out = out}, m->state);
}

const void *bl_match_view(struct bl_match *m, int seat)
{
    return bl_match_view_at(m, m->count, seat);
}

const void *bl_match_view_at(struct bl_match *m, uint32_t number, int seat)
{
    assert(seat == BL_SPECTATOR || seat == BL_REFEREE || is_seat(m, seat));
    assert(number <= m->count);
    const void *state = number < m->count ? m->turns[number].before : m->state;
    if (seat == BL_REFEREE && number == m->count)
        return state;
    if (seat == BL_REFEREE)
        bl_copy(m->game, m->view, state);   /* what is kept is not a whole state */
    else
        bl_view(m->game, state, seat, m->view);
    return m->view;
}

uint32_t bl_match_moves(struct bl_match *m, const bl_move **out)
{
    int seat = bl_match_to_move(m);
    if (!m->listed) {
        m->move_count = seat < 0 ? 0 : m->game->rules->moves(bl_match_view(m, seat), m->moves);
        assert(m->move_count <= m->game->max_moves);
        m->listed = true;
    }
    *out = m->moves;
    return m->move_count;
}

void bl_match_put_move(struct bl_match *m, int reader, const struct bl_play *play,
                       struct bl_text *out)
{
    m->game->notation->put_move(bl_match_view(m, reader), play, out);
}

const char *bl_match_read(struct bl_match *m, int seat, const char *text, struct bl_play *out)
{
    *out = (struct bl_play){.seat = (int8_t)seat};
    bl_text_clear(&m->fault);
    const char *wrong = m->game->notation->read_move(bl_match_view(m, seat), seat, text, out, &m->fault);
    out->seat = (int8_t)seat;
    return wrong;
}

/* ---- moves in ------------------------------------------------------------- */

static struct turn *new_turn(struct bl_match *m)
{
    m->turns = bl_grow(m->turns, m->count + 1, &m->room, sizeof *m->turns);
    m->turns[m->count] = (struct turn){0};
    return &m->turns[m->count++];
}

/* The traced build carries the move out on a copy: that is what is told of it later. */
static void trace_turn(struct bl_match *m, struct turn *t)
{
    struct bl_context cx = {.chance = m->chance, .trace = &m->trace, .scratch = m->work};
    bl_trace_clear(&m->trace);
    bl_cite refused = m->traced->check(m->state, &t->play, &cx);
    assert(refused == 0);
    (void)refused;
    bl_copy(m->game, m->after, m->state);
    m->traced->apply(m->after, &t->play, &cx);
    t->learned = m->trace.learned;
    t->entries = m->trace.count;
    t->entry = bl_copy_of(m->trace.entries, m->trace.count * sizeof *t->entry);
    t->args = bl_copy_of(m->trace.args, m->trace.arg_count * sizeof *t->args);
    t->texts = bl_copy_of(m->trace.room, m->trace.texts.len);
    for (uint32_t i = 0; i < m->trace.arg_count; i++)   /* texts of the trace are now in the copy */
        if (t->args[i].kind == 's' || t->args[i].kind == 'l')
            t->args[i].text = t->texts + (t->args[i].text - m->trace.room);
}

void match_carry_out(struct bl_match *m, const struct bl_play *play)
{
    struct turn *t = new_turn(m);
    t->play = *play;
    t->play.data = play->size > 0 ? bl_copy_of(play->data, play->size) : NULL;
    t->before = bl_copy_of(m->state, bl_extent(m->game, m->state));
    memcpy(t->chances, m->chance.index, sizeof t->chances);
    t->written = m->transcript.len;
    trace_turn(m, t);
    bl_record_move(&m->recorder, m->state, &t->play, &m->chance);
    assert(bl_same(m->game, m->state, m->after));
    if (bl_match_to_move(m) < 0)
        bl_record_end(&m->recorder, m->state);
    m->listed = false;
    show_bots(m, &t->play);
}

void bl_match_play(struct bl_match *m, const struct bl_play *play, struct bl_reply *reply)
{
    assert(is_seat(m, play->seat));
    struct bl_context cx = {.chance = m->chance, .trace = &m->trace, .scratch = m->work};
    struct bl_text fact = BL_TEXT_FIXED(reply->fact);
    bl_trace_clear(&m->trace);
    bl_text_clear(&fact);
    reply->answer = BL_ACCEPTED;
    reply->clause = m->traced->check(m->state, play, &cx);
    if (reply->clause == 0) {
        match_carry_out(m, play);
        return;
    }
    reply->answer = BL_FORBIDDEN;
    if (m->trace.count > 0) {
        struct bl_fact met = bl_trace_fact(&m->trace, &m->trace.entries[m->trace.count - 1]);
        bl_put_fact(&fact, &met, NULL);
    }
}

void bl_match_submit(struct bl_match *m, int seat, const char *text, struct bl_reply *reply)
{
    assert(is_seat(m, seat));
    struct bl_play play;
    const char *wrong = bl_match_read(m, seat, text, &play);
    if (!wrong) {
        bl_match_play(m, &play, reply);
        return;
    }
    struct bl_text fact = BL_TEXT_FIXED(reply->fact);
    reply->answer = BL_UNREADABLE;
    reply->clause = 0;
    bl_put(&fact, wrong);
}

void bl_match_hear(struct bl_match *m, int seat, const char *words, struct bl_reply *reply)
{
    assert(is_seat(m, seat));
    struct bl_play play = {.seat = (int8_t)seat};
    *reply = (struct bl_reply){.answer = BL_CHATTER};
    if (!m->game->notation->hear || !m->game->notation->hear(bl_match_view(m, seat), seat, words, &play))
        return;
    play.seat = (int8_t)seat;
    bl_match_play(m, &play, reply);
}

bool bl_match_bot_move(struct bl_match *m)
{
    int seat = bl_match_to_move(m);
    const struct bl_bot *bot = seat < 0 ? NULL : m->bots[seat];
    if (!bot)
        return false;
    const bl_move *moves;
    uint32_t n = bl_match_moves(m, &moves);
    assert(n > 0);
    struct bl_stream rng = bl_bot_stream(m->game, m->chance.seed, m->count);
    struct bl_play play = {.seat = (int8_t)seat};
    if (bot->sit && !m->memories[seat])
        m->memories[seat] = bot->sit(bot, m->game);
    const void *seen = bot->cheats ? m->state : bl_match_view(m, seat);
    bl_bot_play(bot, &(struct bl_decision){m->game, seen, seat, moves, n, &rng, m->memories[seat]},
                m->work, &m->words, &play);
    play.seat = (int8_t)seat;
    match_carry_out(m, &play);
    return true;
}

/* ---- back ----------------------------------------------------------------- */

/* The seats where persons sit, as a set. */
static uint32_t persons(const struct bl_match *m)
{
    uint32_t set = 0;
    for (int s = 0; is_seat(m, s); s++)
        if (!m->bots[s])
            set |= UINT32_C(1) << s;
    return set;
}

static int lowest(uint32_t set)
{
    int s = 0;
    while (!(set >> s & 1))
        s++;
    return s;
}

/* The last move that showed a person something, from number `from` on; -1: none. */
static int64_t telling(const struct bl_match *m, uint32_t from)
{
    for (uint32_t i = m->count; i > from; i--)
        if (m->turns[i - 1].learned & persons(m))
            return i - 1;
    return -1;
}

static void step_back(struct bl_match *m)
{
    struct turn *t = &m->turns[--m->count];
    bl_copy(m->game, m->state, t->before);
    memcpy(m->chance.index, t->chances, sizeof t->chances);
    assert(t->written <= m->transcript.len);
    m->transcript.len = t->written;
    m->transcript.s[t->written] = '\0';
    m->listed = false;
    forget(t);
}

bool bl_match_undo(struct bl_match *m, int seat, struct bl_text *why)
{
    assert(is_seat(m, seat));
    uint32_t from = m->count;
    while (from > 0 && m->turns[from - 1].play.seat != seat)
        from--;
    if (from == 0) {
        bl_putf(why, "seat %d has not moved yet", seat);
        return false;
    }
    int64_t shown = telling(m, from - 1);
    if (shown >= 0) {
        const struct turn *t = &m->turns[shown];
        int who = lowest(t->learned & persons(m));
        bl_putf(why, "move %d (seat %d: ", (int)shown + 1, t->play.seat);
        bl_view(m->game, t->before, who, m->view);
        m->game->notation->put_move(m->view, &t->play, why);
        bl_putf(why, ") showed seat %d something that was hidden until then", who);
        return false;
    }
    while (m->count >= from)
        step_back(m);
    clear_memories(m);
    return true;
}
