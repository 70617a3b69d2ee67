/* learn.c - lessons at a table: what the pupil has before them, and what the others do. What was told
 * before is what the course of the game has told, so that it is the same wherever it is asked for. */
#include "learn.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "room.h"

static void keep(struct bl_learner *p, int which, const void *view)
{
    const struct bl_game *game = p->scene.game;
    if (!p->states[which])
        p->states[which] = bl_new(1, game->state_size);
    bl_copy(game, p->states[which], view);
}

static void sit(struct bl_learner *p, struct bl_match *m, uint32_t number)
{
    keep(p, 0, bl_match_view_at(m, number, p->scene.seat));
    p->scene.view = p->states[0];
}

void bl_learner_sit(struct bl_learner *p, struct bl_match *m)
{
    sit(p, m, bl_match_count(m));
}

void bl_learner_made(struct bl_learner *p, struct bl_match *m, uint32_t number)
{
    struct bl_scene *c = &p->scene;
    struct bl_lesson l = {.type = bl_text_heap(), .move = bl_text_heap()};
    bl_lesson_find(c, 0, &l);
    c->told |= l.told;
    bl_text_free(&l.type);
    bl_text_free(&l.move);
    keep(p, 1, c->view);
    keep(p, 2, bl_match_view_at(m, number + 1, c->seat));
    c->before = p->states[1];
    c->after = p->states[2];
    c->last = turn_play(&m->turns[number]);
}

void bl_learner_look(struct bl_learner *p, struct bl_match *m, int seat)
{
    const struct bl_game *game = bl_match_game(m);
    uint32_t count = bl_match_count(m);
    p->scene = (struct bl_scene){.game = game, .seat = seat};
    for (uint32_t i = 0; game->teaching->once && i < count; i++)
        if (bl_match_mover(m, i) == seat) {
            sit(p, m, i);
            bl_learner_made(p, m, i);
        }
    sit(p, m, count);
}

void bl_learner_free(struct bl_learner *p)
{
    for (int i = 0; i < 3; i++)
        free(p->states[i]);
    *p = (struct bl_learner){0};
}

bool bl_learns(const struct bl_match *m)
{
    const struct bl_teaching *t = bl_match_game(m)->teaching;
    return t && bl_match_seed(m) == t->seed && bl_match_setup(m)->players == t->players;
}

/* The pupil is seat 0; what the others do may hang on what was told there. */
bool bl_learn_script(struct bl_match *m)
{
    struct bl_reply reply = {.answer = BL_FORBIDDEN};
    struct bl_learner p = {0};
    int seat = bl_match_to_move(m);
    const char *move;
    if (seat <= 0)
        return false;
    bl_learner_look(&p, m, 0);
    keep(&p, 0, bl_match_view(m, seat));
    p.scene.view = p.states[0];
    p.scene.seat = seat;
    for (unsigned i = 0; reply.answer != BL_ACCEPTED && (move = bl_lesson_script(&p.scene, i)); i++)
        bl_match_submit(m, seat, move, &reply);
    bl_learner_free(&p);
    return reply.answer == BL_ACCEPTED;
}
