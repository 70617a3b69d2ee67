/* review.c - a game that is over, looked at again: one move a request, so that whoever asks can show
 * how far it is, and stop. */
#include "bylaw/review.h"

#include "base/alloc.h"
#include "service.h"

/* What the move promised and what was to be had; the better move, why it may be made and what would
 * come of it, null where it was good. */
static void put_opinion(struct request *r, uint32_t number, const struct bl_judgement *j)
{
    struct bl_match *m = r->table->m;
    struct bl_account *account = &r->service->event.account;
    bl_json_putf(r->out, "'made':%r,'best':%r,'cost':%r,'mistake':%t,'better':", j->made, j->best, bl_cost(j),
                 bl_is_mistake(j));
    if (bl_cost(j) <= 0) {
        bl_json_put_null(r->out);
        return;
    }
    service_put_move(r, bl_match_view_at(m, number, j->seat), &j->better, true);
    bl_match_explain_at(m, number, &j->better, account);
    service_put_why(r, account);
    bl_match_foretell(m, number, &j->better, &r->service->story);
    service_put_story(r, "then");
}

/* {"number","seat","scores":[…],"choice"}, and where the bot was asked its opinion. */
static void review(struct request *r)
{
    struct bl_match *m = r->table->m;
    struct bl_review_plan plan;
    struct bl_judgement j;
    uint32_t number = (uint32_t)bl_json_int(&r->in, "number", 0, (int64_t)bl_match_count(m));
    uint32_t budget = 0;
    bool thinks = !bl_json_has(&r->in, "thinks") || bl_json_bool(&r->in, "thinks");
    if (bl_json_has(&r->in, "budget"))
        budget = (uint32_t)bl_json_int(&r->in, "budget", 1, BL_REVIEW_MOST);
    if (service_failed(r))
        return;
    bl_review_prepare(&plan, bl_match_game(m), budget, 1);
    bl_judge(m, number, &plan, thinks, &j);
    bl_json_putf(r->out, "{'number':%d,'seat':%p", (int)number, j.seat);
    bl_json_putf(r->out, "'scores':[");
    for (int seat = 0; seat < bl_match_setup(m)->players; seat++)
        bl_json_putf(r->out, "%r", j.scores[seat]);
    bl_json_putf(r->out, "],'choice':%t", j.choice);
    if (j.weighed)
        put_opinion(r, number, &j);
    bl_json_close(r->out, '}');
    bl_judgement_free(&j);
}

const struct request_kind service_review[] = {
    {"review", WHOLE, "table number thinks? budget? you?", review},
    {0},
};
