/* match.c - a table: moves in, one after another, and back. */
#include "bylaw/match.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "line.h"
#include "room.h"

/* ---- making and leaving a table ------------------------------------------- */

struct bl_match *bl_match_new(struct bl_room *room, const struct bl_game *game,
                              const struct bl_setup *setup, uint64_t seed,
                              const struct bl_bot *const *bots)
{
    struct bl_match *m = match_bare(room, game, seed);
    struct bl_context cx = {.chance = m->chance, .scratch = m->work->scratch};
    game->rules->deal(m->work->now.state, setup, &cx);
    m->work->now.chance = cx.chance;
    for (int s = 0; s < setup->players && bots; s++)
        m->bots[s] = bots[s];
    match_begin(m);
    return m;
}

struct bl_match *bl_match_at(struct bl_room *room, const struct bl_game *game, const void *state,
                             uint64_t seed)
{
    struct bl_match *m = match_bare(room, game, seed);
    bl_copy(game, m->work->now.state, state);
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

void match_clear_memories(struct bl_match *m)
{
    for (int seat = 0; seat < BL_MAX_SEATS; seat++)
        clear_memory(m, seat);
}

/* Each is shown of the last move what its seat may know. */
static void show_bots(struct bl_match *m, const struct bl_play *play)
{
    struct bl_play told = bl_told(m->game, match_before(m, m->count - 1), play);
    for (int seat = 0; seat < BL_MAX_SEATS; seat++) {
        if (m->memories[seat] && m->bots[seat]->saw)
            m->bots[seat]->saw(m->memories[seat], seat == play->seat ? play : &told);
        if (m->work->recalled == m && m->work->pasts[seat])
            bl_match_past(m, m->count, seat);
    }
}

/* ---- who and what --------------------------------------------------------- */

static bool is_seat(const struct bl_match *m, int seat)
{
    return seat >= 0 && seat < bl_head(m->state)->setup.players;
}

/* The seats where persons sit, or sat when a move was made, as a set: who has seen something does not
 * forget it by leaving the seat to a bot. */
static uint32_t persons(const struct bl_match *m)
{
    uint32_t set = m->sat;
    for (int s = 0; is_seat(m, s); s++)
        if (!m->bots[s])
            set |= UINT32_C(1) << s;
    return set;
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
    return m->turns[number].seat;
}

void bl_match_by_stand_in(struct bl_match *m)
{
    assert(m->count > 0);
    m->turns[m->count - 1].stand_in = true;
}

bool bl_match_stood_in(const struct bl_match *m, uint32_t number)
{
    return m->turns[number].stand_in;
}

uint32_t bl_match_refused(const struct bl_match *m, int seat)
{
    assert(is_seat(m, seat));
    return m->refused[seat];
}

void match_put_course(struct bl_match *m, struct bl_text *out)
{
    struct work *w = m->work;
    bl_put_start_lines(out, m->game, m->chance.seed, m->start);
    for (uint32_t i = 0; i < m->count; i++) {
        struct bl_play play = turn_play(&m->turns[i]);
        match_tell(m, i);
        bl_text_clear(&w->text);
        bl_put_move_head(&w->text, m->game, w->before.state, &play, false);
        bl_put_move_lines(out, m->game, &w->text, &w->step, NULL);
    }
    if (bl_match_to_move(m) < 0)
        bl_put_end_line(out, m->game, m->state);
}

const struct bl_text *bl_match_transcript(struct bl_match *m)
{
    struct bl_text *out = &m->work->transcript;
    bl_text_clear(out);
    match_put_left(m, out);
    match_put_course(m, out);
    return out;
}

void bl_match_put_cap(const struct bl_match *m, struct bl_text *out)
{
    assert(bl_match_to_move(m) >= 0);
    bl_put_end_line(out, m->game, m->state);
}

const void *bl_match_view(struct bl_match *m, int seat)
{
    return bl_match_view_at(m, m->count, seat);
}

const void *bl_match_view_at(struct bl_match *m, uint32_t number, int seat)
{
    assert(seat == BL_SPECTATOR || seat == BL_REFEREE || is_seat(m, seat));
    const void *state = match_before(m, number);
    if (seat == BL_REFEREE)
        return state;
    bl_view(m->game, state, seat, m->work->view);
    return m->work->view;
}

const struct bl_past *bl_match_past(struct bl_match *m, uint32_t number, int seat)
{
    assert(is_seat(m, seat) && number <= m->count);
    struct work *w = m->work;
    work_recall(w, m);
    struct bl_past *kept = w->pasts[seat];
    if (!kept)
        kept = w->pasts[seat] = bl_past_new(m->game, seat, bl_match_view_at(m, 0, seat));
    for (uint32_t i = kept->count; i < m->count; i++) {
        struct bl_play play = turn_play(&m->turns[i]);
        struct bl_play told = play.seat == seat ? play : bl_told(m->game, match_before(m, i), &play);
        bl_past_add(kept, &told, bl_match_view_at(m, i + 1, seat));
    }
    w->past = *kept;
    w->past.count = number;
    return &w->past;
}

uint32_t bl_match_moves(struct bl_match *m, const bl_move **out)
{
    struct work *w = m->work;
    int seat = bl_match_to_move(m);
    if (w->listed != m) {
        w->move_count = seat < 0 ? 0 : m->game->rules->moves(bl_match_view(m, seat), w->moves);
        assert(w->move_count <= m->game->max_moves);
        w->listed = m;
    }
    *out = w->moves;
    return w->move_count;
}

void bl_match_put_move(struct bl_match *m, int reader, const struct bl_play *play,
                       struct bl_text *out)
{
    bl_put_move(m->game, bl_match_view(m, reader), play, out);
}

const struct bl_fact *bl_match_read(struct bl_match *m, int seat, const char *text,
                                    struct bl_play *out)
{
    *out = (struct bl_play){.seat = (int8_t)seat};
    struct bl_text *fault = &m->work->fault;
    bl_text_clear(fault);
    const struct bl_fact *wrong =
        m->game->notation->read_move(bl_match_view(m, seat), seat, text, out, fault);
    out->seat = (int8_t)seat;
    return wrong;
}

/* ---- moves in ------------------------------------------------------------- */

/* A move that the rules accept is made, and the bots see it. */
static bool make(struct bl_match *m, const struct bl_play *play)
{
    bool made = match_make(m, play, NULL, 0);
    if (made) {
        m->sat = persons(m);
        show_bots(m, play);
    }
    return made;
}

void bl_match_play(struct bl_match *m, const struct bl_play *play, struct bl_reply *reply)
{
    assert(is_seat(m, play->seat));
    const struct bl_step *step = &m->work->step;
    bool made = make(m, play);
    *reply = (struct bl_reply){made ? BL_ACCEPTED : BL_FORBIDDEN, step->refused,
                               bl_refusing_fact(&step->trace, step->refused)};
}

void bl_match_submit(struct bl_match *m, int seat, const char *text, struct bl_reply *reply)
{
    assert(is_seat(m, seat));
    struct bl_play play;
    const struct bl_fact *wrong = bl_match_read(m, seat, text, &play);
    if (wrong)
        *reply = (struct bl_reply){BL_UNREADABLE, 0, *wrong};
    else
        bl_match_play(m, &play, reply);
}

void bl_match_hear(struct bl_match *m, int seat, const char *words, struct bl_reply *reply)
{
    assert(is_seat(m, seat));
    struct bl_play play = {.seat = (int8_t)seat};
    *reply = (struct bl_reply){BL_CHATTER, 0, {"", NULL}};
    if (!m->game->notation->hear || !m->game->notation->hear(bl_match_view(m, seat), seat, words, &play))
        return;
    play.seat = (int8_t)seat;
    bl_match_play(m, &play, reply);
}

/* What a bot is made to play whose own move was refused: the first closed move of the list. */
static void make_any(struct bl_match *m, int seat, const bl_move *moves, uint32_t n)
{
    bool made = false;
    for (uint32_t i = 0; i < n && !made; i++)
        made = !(moves[i] & BL_OPEN) && make(m, &(struct bl_play){moves[i], (int8_t)seat, 0, NULL});
    assert(made);
    (void)made;
}

void bl_match_patience(struct bl_match *m, const struct bl_patience *patience)
{
    m->patience = patience;
}

bool bl_match_bot_move(struct bl_match *m)
{
    struct work *w = m->work;
    int seat = bl_match_to_move(m);
    const struct bl_bot *bot = seat < 0 ? NULL : m->bots[seat];
    if (!bot)
        return false;
    const bl_move *moves;
    uint32_t n = bl_match_moves(m, &moves);
    assert(n > 0);
    const struct bl_past *past = bl_recalls(bot, m->game) ? bl_match_past(m, m->count, seat) : NULL;
    struct bl_stream rng = bl_bot_stream(m->game, m->chance.seed, seat, m->count);
    struct bl_play play = {.seat = (int8_t)seat};
    if (bot->sit && !m->memories[seat])
        m->memories[seat] = bot->sit(bot, m->game);
    const void *seen = bot->cheats ? m->state : bl_match_view(m, seat);
    bl_bot_play(bot, &(struct bl_decision){m->game, seen, seat, moves, n, &rng, m->memories[seat],
                                            m->patience, past}, w->scratch, &w->words, &play);
    if (m->patience && m->patience->over(m->patience->of))
        return false;
    play.seat = (int8_t)seat;
    if (!make(m, &play)) {
        m->refused[seat]++;
        make_any(m, seat, moves, n);
    }
    return true;
}

/* ---- back ----------------------------------------------------------------- */

/* The last move that showed a person something, from number `from` on; -1: none. */
static int64_t telling(const struct bl_match *m, uint32_t from)
{
    for (uint32_t i = m->count; i > from; i--)
        if (m->turns[i - 1].learned & persons(m))
            return i - 1;
    return -1;
}

/* Any move goes back. */
static bool is_free(const struct bl_match *m)
{
    return m->casual || m->consent;
}

/* Why a seat's last move, the one before `from`, does not go back, whatever it was; NULL: it may. Where
 * others have hidden cards, whether a move goes back would tell what they could play: once another
 * seat has moved it never does, nor do a bot's moves, one by one, to get round that. */
static const char *never_goes_back(const struct bl_match *m, int seat, uint32_t from)
{
    if (from == 0)
        return FACT("there is no move to take back yet");
    if (m->bots[seat] && persons(m))
        return FACT("a bot plays there");
    if (!is_free(m) && m->game->hides && from < m->count)
        return FACT("others have moved since");
    return NULL;
}

/* The moves made up to the seat's last one, with it. */
static uint32_t last_of(const struct bl_match *m, int seat)
{
    uint32_t from = m->count;
    while (from > 0 && m->turns[from - 1].seat != seat)
        from--;
    return from;
}

bool bl_match_may_undo(struct bl_match *m, int seat, const struct bl_voice *voice,
                       struct bl_text *why)
{
    assert(is_seat(m, seat));
    uint32_t from = last_of(m, seat);
    if (never_goes_back(m, seat, from)) {
        bl_put_fact(why, &(struct bl_fact){never_goes_back(m, seat, from), NULL}, voice);
        return false;
    }
    int64_t shown = is_free(m) ? -1 : telling(m, from - 1);
    if (shown >= 0) {
        const struct turn *t = &m->turns[shown];
        int who = __builtin_ctz(t->learned & persons(m));
        struct bl_play play = turn_play(t);
        BL_LOCAL struct bl_text move = bl_text_heap();
        m->game->notation->put_move(bl_match_view_at(m, (uint32_t)shown, who), &play, &move);
        bl_put_fact(why, &(struct bl_fact){FACT("`%s` showed something that was hidden until then"),
                                           (struct bl_arg[]){{'s', 0, move.s}}},
                    voice);
        return false;
    }
    return true;
}

bool bl_match_undo(struct bl_match *m, int seat, const struct bl_voice *voice, struct bl_text *why)
{
    uint32_t from = last_of(m, seat);
    if (!bl_match_may_undo(m, seat, voice, why))
        return false;
    if (is_free(m))
        match_leave(m);
    m->taken += m->count - (from - 1);
    match_back(m, from - 1);
    match_clear_memories(m);
    return true;
}
