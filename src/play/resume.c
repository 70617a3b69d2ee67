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

/* What the end line says is not looked at: the state knows whether the game is over, and a game
 * that was capped goes on. Nor is what a move line says of its move. */
static bool read_line(struct replay *r, struct bl_room *room, struct bl_match **m)
{
    switch (r->line.kind) {
    case BL_LINE_HEADER:
        if (*m)
            return bl_line_fails(&r->in, r->in.number,
                                 "a second game begins; only one can be taken up");
        *m = match_bare(room, r->in.game, r->line.seed);
        return true;
    case BL_LINE_START:
        if (!replay_start(r, (*m)->work->now.state) ||
            !replay_may_start(r, (*m)->work->now.state))
            return false;
        match_begin(*m);
        return true;
    case BL_LINE_CHANCE:
        return replay_chance(r);
    case BL_LINE_MOVE:
        return read_move(r, *m);
    default:
        r->in.verdict->games++;
        return replay_end(r);
    }
}

static void read_all(struct replay *r, struct bl_lines *lines, struct bl_room *room,
                     struct bl_match **m)
{
    bool good = true;
    while (good && bl_read_line(&r->in, lines, &r->line)) {
        good = read_line(r, room, m);
        bl_free_line(&r->line);
    }
    bl_free_line(&r->line);
    if (!*m || r->in.due == BL_DUE_START)
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
    struct bl_match *m = NULL;
    r->in.verdict = &verdict;
    read_all(r, &lines, room, &m);
    bl_text_free(&r->words);
    free(r);
    if (verdict.ok)
        return m;
    bl_put_fault(why, &verdict);
    bl_match_free(m);
    return NULL;
}
