/* resume.c - a match taken up again from its transcript. */
#include <stdlib.h>

#include "base/alloc.h"
#include "replay.h"
#include "room.h"

static bool read_move(struct replay *r, struct bl_match *m)
{
    struct bl_play play;
    if (!replay_may_move(r, m->state) || !replay_read(r, m->state, &play))
        return false;
    match_make(m, &play, r->chance, r->waiting);
    return replay_agrees(r, &m->work->step);
}

/* A match on its way out of a transcript; in that of a casual game, one course after another. */
struct reading {
    struct bl_room *room;
    struct bl_match *m, *before;
};

/* All moves of the match at hand are there. */
static void end_course(struct replay *r, struct reading *c)
{
    if (!c->m)
        return;
    replay_close(r);
    c->m->taken = (uint32_t)r->in.verdict->taken_back;
    bl_match_free(c->before);
    c->before = c->m;
}

static bool begin_course(struct replay *r, struct reading *c)
{
    void *start = c->m->work->now.state;
    if (!replay_start(r, start) || !replay_may_start(r, start))
        return false;
    match_begin(c->m);
    if (c->before && !r->again)
        return bl_line_fails(&r->in, r->in.number, "a second game begins; only one can be taken up");
    if (c->before)
        match_take_after(c->m, c->before);
    return true;
}

/* What the end line says is not looked at: the state knows whether the game is over, and a game
 * that was capped goes on. Nor is what a move line says of its move. */
static bool read_line(struct replay *r, struct reading *c)
{
    switch (r->line.kind) {
    case BL_LINE_HEADER:
        end_course(r, c);
        replay_header(r);
        c->m = match_bare(c->room, r->in.game, r->line.seed);
        return true;
    case BL_LINE_DEALT:
        return replay_dealt(r);
    case BL_LINE_START:
        return begin_course(r, c);
    case BL_LINE_CHANCE:
        return replay_chance(r);
    case BL_LINE_MOVE:
        return read_move(r, c->m);
    default:
        r->in.verdict->games++;
        return replay_end(r);
    }
}

static void read_all(struct replay *r, struct bl_lines *lines, struct reading *c)
{
    bool good = true;
    while (good && bl_read_line(&r->in, lines, &r->line)) {
        good = read_line(r, c);
        bl_free_line(&r->line);
    }
    bl_free_line(&r->line);
    if (!c->m || r->in.due == BL_DUE_DEAL || r->in.due == BL_DUE_START)
        bl_line_fails(&r->in, r->in.number,
                      "this is not the transcript of a game: there is no start in it");
    replay_end(r);
}

struct bl_match *bl_match_resume(struct bl_room *room, const char *text, size_t size,
                                 struct bl_text *why)
{
    struct bl_verdict verdict = {.ok = true};
    struct bl_memory memory = {text, text + size};
    struct bl_lines lines = bl_memory_lines(&memory);
    struct replay *r = bl_new(1, sizeof *r);
    struct reading c = {.room = room};
    r->in.verdict = &verdict;
    read_all(r, &lines, &c);
    if (verdict.ok)
        end_course(r, &c);
    replay_free(r);
    free(r);
    if (verdict.ok)
        return c.before;
    bl_put_fault(why, &verdict);
    bl_match_free(c.before);
    bl_match_free(c.m);
    return NULL;
}
