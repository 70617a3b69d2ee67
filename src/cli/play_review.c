/* play_review.c - `review` at the table: the game that is over, looked at again. */
#include "play.h"
#include "review.h"

static uint32_t persons(const struct session *s)
{
    uint32_t seats = 0;
    for (int seat = 0; seat < bl_match_setup(s->m)->players; seat++)
        seats |= (uint32_t)!bl_match_bot(s->m, seat) << seat;
    return seats;
}

static void look_again(struct session *s, const struct bl_patience *patience, void *review)
{
    struct bl_review_plan plan;
    struct bl_review_run run = {.stop = patience->over, .user = patience->of, .seats = persons(s)};
    bl_review_prepare(&plan, s->game, 0, 1);
    bl_review(s->m, &plan, &run, review);
}

static void put_name(struct bl_text *out, const void *session, int seat)
{
    put_seat(out, session, seat);
}

void play_review(struct session *s)
{
    struct bl_review review;
    play_think(s, cli_said("The bot looks at the game again"), look_again, &review);
    play_forget_interrupt();   /* it has stopped the thought: what is there is shown */
    bl_put_char(&s->page, '\n');
    int you = count_persons(s) == 1 ? s->at_keyboard : BL_SPECTATOR;
    review_put(&s->page, s->m, &review, &(struct review_look){s->screen.look, put_name, s, you, persons(s)});
    bl_review_free(&review);
    show_paged(&s->screen, &s->page);
}
