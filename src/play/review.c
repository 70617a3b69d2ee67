/* review.c - a game looked at again: every move weighed, and who was ahead. */
#include "bylaw/review.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/pool.h"
#include "bots/bots.h"
#include "bout.h"
#include "core/learn.h"
#include "room.h"

enum { THOUGHTS = 2000, THOUGHTS_WRITTEN = 64,   /* of a move, where nothing else is asked for */
       PLAYOUTS = 64, PLAYOUTS_WRITTEN = 24,
       CAP = 1000, CAP_WRITTEN = 60,             /* moves of a play-out */
       CLOSER = 4,                               /* times the thoughts, for a second look */
       PAIRS = 128 };                            /* play-outs of each of two written moves */
enum { FOR_MOVES, FOR_LEAD, FOR_PAIRS, PURPOSES };   /* the streams of a position */

void bl_review_prepare(struct bl_review_plan *out, const struct bl_game *game, uint32_t budget,
                       uint64_t seed)
{
    char name[32];
    bool writes = game->advice->propose;
    uint32_t usual = writes ? THOUGHTS_WRITTEN : THOUGHTS;
    uint32_t most = writes ? PLAYOUTS_WRITTEN : PLAYOUTS;
    if (budget == 0)
        budget = usual;
    bl_putf(&(struct bl_text)BL_TEXT_FIXED(name), "ismcts:%d:belief=sure", (int)budget);
    uint32_t share = (uint32_t)((uint64_t)budget * most / usual);
    *out = (struct bl_review_plan){bl_find_bot(name), share < 4 ? 4 : share > most ? most : share,
                                   seed, NULL};
    bl_putf(&(struct bl_text)BL_TEXT_FIXED(name), "ismcts:%d", (int)(budget * CLOSER));
    if (writes && budget == usual)
        out->closer = bl_find_bot(BL_HINT_BOT_WRITING);
    else if (budget <= BL_REVIEW_MOST / CLOSER)
        out->closer = bl_find_bot(name);
}

/* ---- one move --------------------------------------------------------------- */

/* What a thread thinks with. */
struct thinker {
    const struct bl_game *game;
    const struct bl_review_plan *plan;
    struct bout bout;
    void *view;
    bl_move *moves;
    struct bl_opinion *list;
    struct bl_text words;
    const atomic_bool *halt;     /* or NULL */
};

static void thinker_init(struct thinker *t, const struct bl_game *game,
                         const struct bl_review_plan *plan)
{
    *t = (struct thinker){.game = game, .plan = plan, .words = bl_text_heap()};
    bout_init(&t->bout, game);
    t->bout.cap = game->advice->propose ? CAP_WRITTEN : CAP;
    for (int seat = 0; seat < BL_MAX_SEATS; seat++)
        t->bout.bots[seat] = &bl_bot_quick;
    t->view = bl_new(1, game->state_size);
    t->moves = bl_new((size_t)game->max_moves + 1, sizeof *t->moves);
    t->list = bl_new((size_t)game->max_moves + BL_MORE_OPINIONS, sizeof *t->list);
}

static void thinker_free(struct thinker *t)
{
    bout_free(&t->bout);
    bl_text_free(&t->words);
    BL_FREE(t->view, t->moves, t->list);
}

static struct bl_stream stream_of(const struct thinker *t, uint32_t number, unsigned purpose)
{
    return bl_stream(t->plan->seed, t->game->code, BL_FOR_SAMPLE,
                     PURPOSES * (uint64_t)number + purpose);
}

static void put_scores(const struct bl_game *game, const void *state, float *out)
{
    struct bl_result result = {.winner = -1};
    game->rules->result(state, &result);
    if (bl_head(state)->to_move >= 0 && game->advice->estimate)
        game->advice->estimate(state, out);
    else
        bl_scores(&result, bl_head(state)->setup.players, out);
}

/* Plays a guess to its end, or as far as is usual, and says what came of it. */
static void play_out(struct thinker *t, struct bl_stream *rng, const struct bl_play *first,
                     float *out)
{
    bout_chance(&t->bout, bl_next(rng));
    if (first)
        t->game->rules->apply(t->bout.state, first, &t->bout.cx);
    bout_go_on(&t->bout);
    put_scores(t->game, t->bout.state, out);
}

/* What each seat could expect, as far as everybody can see: play-outs of guesses that fit it. Where
 * they are few, every position has the same luck, so that it is not luck that goes up and down. */
static void look_ahead(struct thinker *t, const void *state, uint32_t number, float *out)
{
    struct bl_stream all = stream_of(t, t->game->advice->propose ? 0 : number, FOR_LEAD);
    float scores[BL_MAX_SEATS];
    int seats = bl_head(state)->setup.players;
    if (bl_head(state)->to_move < 0) {
        put_scores(t->game, state, out);
        return;
    }
    for (uint32_t k = 0; k < t->plan->playouts; k++) {
        struct bl_stream rng = bl_substream(&all, k);
        bl_view(t->game, state, BL_SPECTATOR, t->view);
        bl_resample(t->game, t->view, BL_SPECTATOR, &rng, t->bout.state);
        play_out(t, &rng, NULL, scores);
        for (int seat = 0; seat < seats; seat++)
            out[seat] += scores[seat] / (float)t->plan->playouts;
    }
}

static bool is_same(const struct bl_play *a, const struct bl_play *b)
{
    return a->move == b->move && a->size == b->size &&
           (a->size == 0 || memcmp(a->data, b->data, a->size) == 0);
}

/* Whether a difference is more than chance explains: so many errors, if scores deviate by 0.4. */
static bool is_clear(const struct bl_opinion *better, const struct bl_opinion *worse, int errors)
{
    double gain = better->value - worse->value, doubt = errors * 0.4;
    double spread = 1 / (double)better->visits + 1 / (double)worse->visits;
    return gain > 0 && gain * gain > doubt * doubt * spread;
}

/* Whether it would be a mistake if it were sure. */
static bool is_close(const struct bl_opinion *better, const struct bl_opinion *worse)
{
    return bl_is_mistake(&(struct bl_judgement){
        .done = true, .weighed = true, .made = (float)worse->value, .best = (float)better->value});
}

/* The move that was made, and the one that the bot would rather have made: of all others the one
 * that it looked into most. The best of many is better by three errors; in a second look, at one
 * that was chosen before, two will do. Returns that one, where it should be looked at again. */
static const struct bl_opinion *compare(struct thinker *t, const struct bl_play *made, uint32_t n,
                                        const bl_move *chosen, struct bl_judgement *out)
{
    static const struct bl_opinion none;
    const struct bl_opinion *own = &none, *other = &none;
    for (uint32_t i = 0; i < n; i++)
        if (is_same((struct bl_play[]){bl_advised(&t->list[i], made->seat)}, made))
            own = &t->list[i];
        else if (chosen ? t->list[i].move == *chosen : t->list[i].visits > other->visits)
            other = &t->list[i];
    bool both = other->visits > 0 && own->visits > 0;
    bool better = both && is_clear(other, own, chosen ? 2 : 3);
    out->made = (float)own->value;
    out->best = better ? (float)other->value : out->made;
    out->better = better ? bl_advised(other, made->seat) : *made;
    bl_put_bytes(&out->words, out->better.data, out->better.size);
    out->better.data = out->better.size > 0 ? out->words.s : NULL;
    return both && !better && is_close(other, own) ? other : NULL;
}

/* ---- written moves ---------------------------------------------------------- */

/* What a hint would have named: the next of a plan, or what the closer look puts first. False: the
 * very move that was made, or what the game itself decides on, which others name for a hint. */
static bool advise_other(struct thinker *t, struct bl_decision *d, const struct bl_play *made,
                         uint32_t number, struct bl_play *out)
{
    const struct bl_game *game = t->game;
    BL_LOCAL struct bl_text plan = bl_text_heap();
    struct bl_fact why;
    struct bl_stream rng = bl_hint_stream(game, number), again = rng;
    bl_text_clear(&t->words);
    if (bl_plan(game, t->view, d->seat, &plan, &why)) {
        if (game->notation->read_move(t->view, d->seat, plan.s, out, &t->words))
            return false;
    } else {
        if (game->advice->decide(t->view, d->seat, BL_CARE, &again, t->bout.cx.scratch, &t->words,
                                 out) &&
            is_same(out, made))
            return false;
        d->rng = &rng;
        if (t->plan->closer->advise(t->plan->closer, d, NULL, &t->words, t->list) == 0)
            return false;
        *out = bl_advised(&t->list[0], d->seat);
    }
    out->seat = (int8_t)d->seat;
    return !is_same(out, made);
}

/* Two moves side by side, each followed by play-outs of the same guesses with the same chance;
 * whether the second is better by more than three standard errors. */
static bool is_better(struct thinker *t, const struct bl_play moves[2], uint32_t number,
                      float mean[2])
{
    struct bl_stream all = stream_of(t, number, FOR_PAIRS);
    float scores[BL_MAX_SEATS];
    double sum[2] = {0}, squares = 0;
    int seat = moves[0].seat;
    for (uint32_t k = 0; k < PAIRS; k++) {
        double came[2];
        for (int i = 0; i < 2; i++) {
            struct bl_stream rng = bl_substream(&all, k);
            bl_resample(t->game, t->view, seat, &rng, t->bout.state);
            play_out(t, &rng, &moves[i], scores);
            sum[i] += came[i] = (double)scores[seat];
        }
        squares += (came[1] - came[0]) * (came[1] - came[0]);
    }
    double gain = (sum[1] - sum[0]) / PAIRS;
    double error = sqrt(fmax(0, squares / PAIRS - gain * gain) / PAIRS);   /* never below 0 */
    mean[0] = (float)(sum[0] / PAIRS);
    mean[1] = (float)(sum[1] / PAIRS);
    return gain > 3 * error;
}

/* Whether a written move that seemed worse than another is a mistake. */
static void look_closer(struct thinker *t, struct bl_decision *d, const struct bl_play *made,
                        uint32_t number, struct bl_judgement *out)
{
    struct bl_play moves[2] = {*made};
    float mean[2];
    bl_text_clear(&out->words);
    out->best = out->made;
    out->better = *made;
    if (advise_other(t, d, made, number, &moves[1]) && is_better(t, moves, number, mean)) {
        out->made = mean[0];
        out->best = mean[1];
        out->better = moves[1];
    }
    bl_put_bytes(&out->words, out->better.data, out->better.size);
    out->better.data = out->better.size > 0 ? out->words.s : NULL;
}

static bool is_halted(void *thinker)
{
    const struct thinker *t = thinker;
    return t->halt && atomic_load_explicit(t->halt, memory_order_relaxed);
}

static void weigh(struct thinker *t, const void *state, const struct bl_past *past,
                  const struct bl_play *made, bool thinks, uint32_t number, struct bl_judgement *out)
{
    int seat = made->seat;
    if (bl_head(state)->to_move != seat)
        return;
    bl_view(t->game, state, seat, t->view);
    uint32_t n = t->game->rules->moves(t->view, t->moves);
    out->choice = n > 1 || (n == 1 && t->moves[0] & BL_OPEN);
    out->weighed = thinks && out->choice;
    if (!out->weighed)
        return;
    struct bl_stream rng = stream_of(t, number, FOR_MOVES);
    const struct bl_patience patience = {is_halted, t};
    struct bl_decision d = {t->game, t->view, seat, t->moves, n, &rng, NULL, &patience, past};
    const struct bl_bot *bot = t->plan->bot;
    uint32_t count = bot->advise(bot, &d, made, &t->words, t->list);
    const struct bl_opinion *close = compare(t, made, count, NULL, out);
    if (t->game->advice->propose && t->plan->closer && (close || bl_cost(out) > 0))
        look_closer(t, &d, made, number, out);
    if (!close || !t->plan->closer || t->game->advice->propose)
        return;
    bl_move chosen = close->move;
    bot = t->plan->closer;
    compare(t, made, bot->advise(bot, &d, made, &t->words, t->list), &chosen, out);
}

/* `made` is NULL at the end; `past` is that of who made it. */
static void judge(struct thinker *t, const void *state, const struct bl_past *past,
                  const struct bl_play *made, bool thinks, uint32_t number,
                  struct bl_judgement *out)
{
    *out = (struct bl_judgement){.done = true, .seat = made ? made->seat : -1,
                                 .words = bl_text_heap()};
    look_ahead(t, state, number, out->scores);
    if (made)
        weigh(t, state, past, made, thinks, number, out);
}

void bl_judgement_free(struct bl_judgement *j)
{
    if (j->done)
        bl_text_free(&j->words);
}

void bl_judge(struct bl_match *m, uint32_t number, const struct bl_review_plan *plan, bool thinks,
              struct bl_judgement *out)
{
    struct bl_play made = number < m->count ? turn_play(&m->turns[number]) : (struct bl_play){0};
    bool recalls = number < m->count && thinks && bl_remembers(m->game);
    const struct bl_past *past = recalls ? bl_match_past(m, number, made.seat) : NULL;
    struct thinker t;
    thinker_init(&t, m->game, plan);
    judge(&t, match_before(m, number), past, number < m->count ? &made : NULL, thinks, number, out);
    thinker_free(&t);
}

/* ---- all of them ------------------------------------------------------------ */

struct task {
    const struct bl_game *game;
    const struct bl_review_plan *plan;
};

struct piece {
    struct bl_piece piece;
    uint32_t number;
    bool thinks, moves;          /* moves: there is one, it is not the end */
    struct bl_play made;
    struct bl_past past;         /* of who made it; its plays and views are the match's */
    void *state;
    struct bl_judgement *out;
};

static void *tools_new(const void *user, const atomic_bool *halt)
{
    const struct task *task = user;
    struct thinker *t = bl_new(1, sizeof *t);
    t->halt = t->bout.stop = halt;
    thinker_init(t, task->game, task->plan);
    return t;
}

static void tools_free(void *tools)
{
    thinker_free(tools);
    free(tools);
}

static void work(void *tools, struct bl_piece *given)
{
    struct piece *p = (struct piece *)given;
    judge(tools, p->state, p->past.game ? &p->past : NULL, p->moves ? &p->made : NULL, p->thinks, p->number, p->out);
    if (is_halted(tools)) {   /* half a thought is none */
        bl_judgement_free(p->out);
        p->out->done = false;
    }
}

/* Takes back a piece that is done, if there is one soon. */
static bool take(struct bl_pool *pool, struct bl_review *out)
{
    struct piece *p = (struct piece *)bl_pool_take(pool, 50);
    if (!p)
        return false;
    out->done += p->out->done;
    BL_FREE(p->state, p);
    return true;
}

static void give(struct bl_pool *pool, struct bl_match *m, uint32_t number, uint32_t seats,
                 struct bl_judgement *out)
{
    const void *state = match_before(m, number);
    struct piece *p = bl_new(1, sizeof *p);
    *p = (struct piece){.number = number, .moves = number < m->count, .out = out,
                        .state = bl_copy_of(state, bl_extent(m->game, state))};
    if (p->moves) {
        p->made = turn_play(&m->turns[number]);
        p->thinks = seats >> p->made.seat & 1;
        if (p->thinks && bl_remembers(m->game))
            p->past = *bl_match_past(m, number, p->made.seat);
    }
    bl_pool_give(pool, &p->piece);
}

void bl_review(struct bl_match *m, const struct bl_review_plan *plan,
               const struct bl_review_run *run, struct bl_review *out)
{
    const struct task task = {m->game, plan};
    long cores = run->threads > 0 ? (long)run->threads : sysconf(_SC_NPROCESSORS_ONLN);
    unsigned threads = cores < 1 ? 1 : cores > 256 ? 256 : (unsigned)cores;
    struct bl_pool *pool = bl_pool_start(&(struct bl_labour){work, tools_new, tools_free, &task},
                                         threads);
    uint32_t next = 0, waiting = 0;
    bool stopped = false;
    *out = (struct bl_review){.count = m->count, .moves = bl_new(m->count + 1, sizeof *out->moves)};
    while (waiting > 0 || (next <= m->count && !stopped)) {
        for (; next <= m->count && waiting < 2 * threads && !stopped; next++, waiting++)
            give(pool, m, next, run->seats, &out->moves[next]);
        waiting -= take(pool, out);
        if (run->progress)
            run->progress(run->user, out->done);
        if (!stopped && run->stop && run->stop(run->user)) {
            stopped = true;
            bl_pool_halt(pool);
        }
    }
    bl_pool_end(pool);
}

void bl_review_free(struct bl_review *review)
{
    for (uint32_t i = 0; i <= review->count; i++)
        bl_judgement_free(&review->moves[i]);
    free(review->moves);
}

uint32_t bl_mistakes(const struct bl_review *review, uint32_t *numbers, uint32_t most)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < review->count; i++) {
        float cost = bl_cost(&review->moves[i]);
        uint32_t at = n < most ? n : most;
        if (!bl_is_mistake(&review->moves[i]))
            continue;
        for (; at > 0 && cost > bl_cost(&review->moves[numbers[at - 1]]); at--)
            if (at < most)
                numbers[at] = numbers[at - 1];
        if (at < most)
            numbers[at] = i;
        n += n < most;
    }
    return n;
}

/* Whether a seat still moves after move `number`: its last one only carries out what was decided before. */
static bool moves_again(const struct bl_review *review, uint32_t number)
{
    int seat = review->moves[number].seat;
    for (uint32_t i = number + 1; i < review->count; i++)
        if (review->moves[i].seat == seat)
            return true;
    return false;
}

uint32_t bl_turning_point(const struct bl_review *review, int seat)
{
    uint32_t at = review->count;
    float end = review->moves[review->count].scores[seat], most = 0;
    for (uint32_t i = 0; i < review->count; i++) {
        float step = fabsf(review->moves[i].scores[seat] - end) -
                     fabsf(review->moves[i + 1].scores[seat] - end);
        if (step <= most || step < BL_LEAST_TURN || !review->moves[i].choice || !moves_again(review, i))
            continue;
        at = i;
        most = step;
    }
    return at;
}
