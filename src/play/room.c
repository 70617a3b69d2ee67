/* room.c - how a match is kept, and the cursor that plays it again. */
#include "room.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

struct bl_room {
    struct work *first;   /* one for each game that was asked for */
};

/* ---- rooms ----------------------------------------------------------------- */

struct bl_room *bl_room_open(void)
{
    return bl_new(1, sizeof(struct bl_room));
}

static struct work *new_work(const struct bl_game *game, struct work *next)
{
    struct work *w = bl_new(1, sizeof *w);
    void **states[] = {&w->before.state, &w->now.state, &w->view, &w->seen, &w->then, &w->guess};
    for (size_t i = 0; i < sizeof states / sizeof *states; i++)
        *states[i] = bl_new(1, game->state_size);
    w->next = next;
    w->game = game;
    w->scratch = bl_scratch_new(game);
    w->moves = bl_new((size_t)game->max_moves + 1, sizeof *w->moves);
    struct bl_text *texts[] = {&w->text, &w->note, &w->words, &w->fault, &w->transcript};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        *texts[i] = bl_text_heap();
    return w;
}

void work_recall(struct work *w, const struct bl_match *m)
{
    for (int seat = 0; seat < BL_MAX_SEATS && w->recalled != m; seat++) {
        bl_past_free(w->pasts[seat]);
        w->pasts[seat] = NULL;
    }
    w->recalled = m;
}

static void free_work(struct work *w)
{
    work_recall(w, NULL);
    struct bl_text *texts[] = {&w->text, &w->note, &w->words, &w->fault, &w->transcript};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        bl_text_free(texts[i]);
    bl_scratch_free(w->game, w->scratch);
    BL_FREE(w->before.state, w->now.state, w->view, w->seen, w->then, w->guess, w->moves, w);
}

void bl_room_close(struct bl_room *room)
{
    for (struct work *w = room->first, *next; w; w = next) {
        next = w->next;
        free_work(w);
    }
    free(room);
}

static struct work *work_for(struct bl_room *room, const struct bl_game *game)
{
    struct work *w = room->first;
    while (w && w->game != game)
        w = w->next;
    return w ? w : (room->first = new_work(game, room->first));
}

/* ---- what a match keeps ---------------------------------------------------- */

/* A state as far as it is in use. */
static void keep(const struct bl_game *game, void **kept, const void *state)
{
    uint32_t size = bl_extent(game, state);
    *kept = bl_resize(*kept, 1, size);
    memcpy(*kept, state, size);
}

struct bl_match *match_bare(struct bl_room *room, const struct bl_game *game, uint64_t seed)
{
    struct bl_match *m = bl_new(1, sizeof *m);
    if (!room)
        room = m->own = bl_room_open();
    struct work *w = m->work = work_for(room, game);
    m->game = game;
    m->left = bl_text_heap();
    memset(w->now.state, 0, bl_extent(game, w->now.state));
    m->chance = w->now.chance = (struct bl_chance){.seed = seed, .game = game->code};
    return m;
}

void match_begin(struct bl_match *m)
{
    struct work *w = m->work;
    w->of = m;
    w->at = w->now.script_at = 0;
    w->told = false;
    m->chance_first = m->chance = w->now.chance;
    keep(m->game, &m->start, w->now.state);
    keep(m->game, &m->state, w->now.state);
}

void bl_match_free(struct bl_match *m)
{
    if (!m)
        return;
    match_clear_memories(m);
    if (m->work->of == m)
        m->work->of = NULL;
    if (m->work->listed == m)
        m->work->listed = NULL;
    if (m->work->recalled == m)
        work_recall(m->work, NULL);
    for (uint32_t i = 0; i < m->count; i++)
        free(m->turns[i].data);
    if (m->own)
        bl_room_close(m->own);
    bl_text_free(&m->left);
    BL_FREE(m->turns, m->script, m->start, m->state, m);
}

/* ---- the cursor ------------------------------------------------------------ */

/* What a transcript says of the chance of the next move. */
static void read_script(const struct bl_match *m, const struct turn *t, struct bl_chance_log *out)
{
    uint32_t *at = &m->work->now.script_at;
    for (out->count = 0; out->count < t->scripted; out->count++) {
        struct bl_chance_event *e = &out->events[out->count];
        e->kind = m->script[(*at)++];
        e->count = m->script[(*at)++];
        memcpy(e->items, m->script + *at, e->count * sizeof *e->items);
        *at += e->count;
    }
}

/* The next move in `now`; where it is to be told, it is checked and noted down. */
static bool go_on(struct bl_match *m, const struct turn *t, bool tell)
{
    struct work *w = m->work;
    struct bl_play play = turn_play(t);
    struct bl_chance_event events[BL_STEP_CHANCES];
    struct bl_chance_log log = {0, BL_STEP_CHANCES, events};
    struct bl_chance *chance = &w->now.chance;
    bool made = true, scripted = w->at < m->resumed;
    w->told = tell;
    if (tell) {
        bl_copy(m->game, w->before.state, w->now.state);
        w->before.chance = *chance;
        w->before.script_at = w->now.script_at;
    }
    if (scripted) {
        read_script(m, t, &log);
        chance->script = &log;
        chance->script_at = 0;
    }
    if (tell) {
        made = w->told = bl_step(m->game, w->now.state, &play, chance, w->scratch, &w->step);
    } else {
        struct bl_context cx = {*chance, NULL, w->scratch};
        m->game->rules->apply(w->now.state, &play, &cx);
        *chance = cx.chance;
    }
    /* What came after the transcript is drawn from where the first sitting would have drawn it. */
    chance->script = NULL;
    for (uint32_t i = 0; i < log.count; i++)
        chance->index[events[i].kind]++;
    w->at += made;
    return made;
}

static void put_cursor(struct bl_match *m, uint32_t at, const void *state,
                       const struct bl_chance *chance, uint32_t script_at)
{
    struct work *w = m->work;
    bl_copy(m->game, w->now.state, state);
    w->now.chance = *chance;
    w->now.script_at = script_at;
    w->of = m;
    w->at = at;
    w->told = false;
}

/* Whether the cursor stands right after move `number`, and has all that came of it. */
static bool is_told(const struct bl_match *m, uint32_t number)
{
    const struct work *w = m->work;
    return w->of == m && w->told && w->at == number + 1;
}

static void match_go(struct bl_match *m, uint32_t number)
{
    struct work *w = m->work;
    if (is_told(m, number)) {
        struct place after = w->now;
        w->now = w->before;
        w->before = after;
        w->at = number;
        w->told = false;
    }
    if (w->of == m && w->at == number)
        return;
    if (number == m->count)
        put_cursor(m, number, m->state, &m->chance, m->script_count);
    else if (w->of != m || w->at > number)
        put_cursor(m, 0, m->start, &m->chance_first, 0);
    while (w->at < number)
        go_on(m, &m->turns[w->at], false);
}

const void *match_before(struct bl_match *m, uint32_t number)
{
    assert(number <= m->count);
    if (number == m->count)
        return m->state;
    if (is_told(m, number))
        return m->work->before.state;
    match_go(m, number);
    return m->work->now.state;
}

void match_tell(struct bl_match *m, uint32_t number)
{
    if (is_told(m, number))
        return;
    match_go(m, number);
    bool made = go_on(m, &m->turns[number], true);
    assert(made);
    (void)made;
}

/* ---- moves, and back ------------------------------------------------------- */

/* The cursor's place is where the match is now. */
static void settle(struct bl_match *m)
{
    struct work *w = m->work;
    keep(m->game, &m->state, w->now.state);
    m->chance = w->now.chance;
    if (w->listed == m)
        w->listed = NULL;
}

/* Keeps the chance of a transcript's move. */
static void add_script(struct bl_match *m, const struct bl_chance_event *e)
{
    m->script = bl_grow(m->script, m->script_count + 2 + e->count, &m->script_room,
                        sizeof *m->script);
    m->script[m->script_count++] = e->kind;
    m->script[m->script_count++] = e->count;
    memcpy(m->script + m->script_count, e->items, e->count * sizeof *e->items);
    m->script_count += e->count;
}

bool match_make(struct bl_match *m, const struct bl_play *play,
                const struct bl_chance_event *chance, uint32_t chances)
{
    struct turn t = {.move = play->move, .size = play->size, .data = (void *)play->data,
                     .scripted = (uint8_t)chances, .seat = play->seat};
    match_go(m, m->count);
    for (uint32_t i = 0; i < chances; i++)
        add_script(m, &chance[i]);
    if (chance)
        m->resumed = m->count + 1;
    if (!go_on(m, &t, true))
        return false;
    t.data = t.size > 0 ? bl_copy_of(t.data, t.size) : NULL;
    t.learned = (uint16_t)m->work->step.trace.learned;
    m->turns = bl_grow(m->turns, m->count + 1, &m->room, sizeof *m->turns);
    m->turns[m->count++] = t;
    m->went_on = true;
    settle(m);
    return true;
}

void match_back(struct bl_match *m, uint32_t number)
{
    match_go(m, number);
    while (m->count > number)
        free(m->turns[--m->count].data);
    for (int seat = 0; seat < BL_MAX_SEATS && m->work->recalled == m; seat++)
        if (m->work->pasts[seat])
            bl_past_cut(m->work->pasts[seat], number);
    if (m->resumed > number) {
        m->resumed = number;
        m->script_count = m->work->now.script_at;
    }
    settle(m);
}
