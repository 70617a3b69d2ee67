/* review.c - a game that is over, looked at again: one move a request, so that whoever asks can show
 * how far it is, and stop. */
#include "bylaw/review.h"

#include "base/alloc.h"
#include "service.h"

/* A number from 0 to 1, to four digits. */
static void put_share(struct bl_text *out, float share)
{
    unsigned n = (unsigned)(share * 10000 + 0.5f);
    char digits[] = {(char)('0' + n / 10000), '.', (char)('0' + n / 1000 % 10),
                     (char)('0' + n / 100 % 10), (char)('0' + n / 10 % 10), (char)('0' + n % 10), 0};
    bl_put(out, digits);
}

static void put_scores(struct bl_text *out, const float *scores, int players)
{
    bl_json_putf(out, "'scores':[");
    for (int seat = 0; seat < players; seat++) {
        bl_put(out, seat > 0 ? "," : "");
        put_share(out, scores[seat]);
    }
    bl_json_close(out, ']');
}

/* What the move promised and what was to be had; the better move and why, null where it was good. */
static void put_opinion(struct request *r, uint32_t number, const struct bl_judgement *j)
{
    struct bl_match *m = r->table->m;
    struct bl_account *account = &r->service->event.account;
    const struct {const char *name; float share;} shares[] = {
        {"made", j->made}, {"best", j->best}, {"cost", bl_cost(j)}};
    for (size_t i = 0; i < sizeof shares / sizeof *shares; i++) {
        bl_json_key(r->out, shares[i].name);
        put_share(r->out, shares[i].share);
    }
    bl_json_key(r->out, "better");
    if (bl_cost(j) <= 0) {
        bl_json_put_null(r->out);
        return;
    }
    service_put_move(r, bl_match_view_at(m, number, j->seat), &j->better, true);
    bl_match_explain_at(m, number, &j->better, account);
    service_put_why(r, account);
}

/* {"number","seat","scores":[…],"choice"}, and where there was one its opinion. */
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
    put_scores(r->out, j.scores, bl_match_setup(m)->players);
    bl_json_putf(r->out, "'choice':%t", j.choice);
    if (j.choice)
        put_opinion(r, number, &j);
    bl_json_close(r->out, '}');
    bl_judgement_free(&j);
}

const struct request_kind service_review[] = {
    {"review", WHOLE, "table number thinks? budget?", review},
    {0},
};
