/* lab_sample.c - what is asked of the positions of a game: who is likely to win, what a good move
 * is worth, and what the rules refuse. */
#include <string.h>

#include "bots/bots.h"
#include "lab.h"

#define OTHERS 8         /* one question of so many is put by a seat that is not to move */
#define AFTER_WORDS 24   /* moves that are followed after something was said */

/* The streams of a position: one a purpose. */
enum { FOR_CHANCES, FOR_WEIGHING, FOR_QUESTIONS, PURPOSES };

static struct bl_stream stream_of(const struct lab_worker *w, uint64_t seed, uint64_t at,
                                  unsigned purpose)
{
    return bl_stream(seed, w->game->code, BL_FOR_SAMPLE, at * PURPOSES + purpose);
}

/* ---- who is likely to win ------------------------------------------------------ */

/* Play-outs that each seat won: from the position as it is, down to the order of the stock. */
static void estimate_knowing_all(struct lab_worker *w, const void *state, struct bl_stream *all,
                                 int64_t hits[BL_MAX_SEATS])
{
    memset(hits, 0, BL_MAX_SEATS * sizeof *hits);
    for (uint32_t r = 0; r < w->plan->playouts; r++) {
        struct bl_stream rng = bl_substream(all, r);
        bl_copy(w->game, w->playout.state, state);
        int winner = lab_playout(w, w->plan->player, LAB_PLAYOUT_CAP, &rng);
        if (winner >= 0)
            hits[winner]++;
    }
}

/* The same with each seat's chances as that seat can know them. */
static void estimate(struct lab_worker *w, const void *state, struct bl_stream *all,
                     int64_t hits[BL_MAX_SEATS])
{
    const struct bl_game *game = w->game;
    int seats = bl_head(state)->setup.players;
    memset(hits, 0, BL_MAX_SEATS * sizeof *hits);
    for (int seat = 0; seat < seats; seat++)
        for (uint32_t r = 0; r < w->plan->playouts; r++) {
            struct bl_stream rng = bl_substream(all, (uint64_t)(seat + 1) << 32 | r);
            bl_view(game, state, seat, w->other);
            bl_resample(game, w->other, seat, &rng, w->playout.state);
            hits[seat] += lab_playout(w, w->plan->player, LAB_PLAYOUT_CAP,
                                      &rng) == seat;
        }
}

/* Whether `a` hits against `b` are more than chance explains: two standard errors. */
static bool clearly_more(int64_t a, int64_t b)
{
    return a > b && (a - b) * (a - b) > 4 * (a + b);
}

/* The lead is taken by whoever is clearly ahead of the others, and kept until somebody is
 * clearly ahead of its holder. */
static int new_leader(const int64_t *hits, int seats, int leader)
{
    int top = 0, second = -1;
    for (int seat = 1; seat < seats; seat++)
        if (hits[seat] > hits[top])
            top = seat;
    if (leader >= 0)
        return clearly_more(hits[top], hits[leader]) ? top : leader;
    for (int seat = 0; seat < seats; seat++)
        if (seat != top && (second < 0 || hits[seat] > hits[second]))
            second = seat;
    return clearly_more(hits[top], hits[second]) ? top : -1;
}

static void look_at_lead(struct lab_worker *w, uint64_t seed, struct lab_row *row)
{
    int leader = -1, seats = bl_head(w->bout.state)->setup.players;
    uint64_t since = 0;
    for (uint32_t i = 0; i < w->kept_count && !lab_stopped(w); i++) {
        const struct lab_kept *kept = &w->kept[i];
        struct bl_stream rng = stream_of(w, seed, kept->at, FOR_CHANCES);
        int64_t hits[BL_MAX_SEATS];
        estimate(w, kept->state, &rng, hits);
        if (i == 0) {
            memcpy(row->hand_hits, hits, sizeof hits);
            estimate_knowing_all(w, kept->state, &rng, row->start_hits);
        }
        int now = new_leader(hits, seats, leader);
        row->changes += leader >= 0 && now != leader;
        if (now != leader)
            since = kept->at;
        leader = now;
        row->looked++;
    }
    bool led = leader >= 0 && leader == row->winner;
    row->settled = led && row->moves > 0 ? (int64_t)since * 1000 / row->moves : 1000;
}

/* ---- what a good move is worth ------------------------------------------------- */

static void shuffle_moves(struct bl_stream *rng, bl_move *moves, uint32_t n)
{
    for (uint32_t left = n; left > 1; left--) {
        uint32_t pick = bl_below(rng, left);
        bl_move held = moves[left - 1];
        moves[left - 1] = moves[pick];
        moves[pick] = held;
    }
}

/* Play-outs won by the mover after each move. Every round puts all moves into the same state,
 * drawn from what the mover can see, with the same chance afterwards. */
static void weigh(struct lab_worker *w, const struct lab_kept *kept, const struct bl_play *plays,
                  uint32_t n, struct bl_stream *all, uint32_t from, int64_t *hits)
{
    const struct bl_game *game = w->game;
    int seat = bl_head(kept->state)->to_move;
    memset(hits, 0, n * sizeof *hits);
    for (uint32_t r = 0; r < w->plan->playouts; r++) {
        struct bl_stream draw = bl_substream(all, from + r);
        bl_view(game, kept->state, seat, w->other);
        bl_resample(game, w->other, seat, &draw, w->other);
        uint64_t chance = bl_next(&draw);
        for (uint32_t m = 0; m < n; m++) {
            struct bl_stream rng = draw;
            struct bl_context cx = lab_context(w, chance);
            bl_copy(game, w->playout.state, w->other);
            game->rules->apply(w->playout.state, &plays[m], &cx);
            hits[m] += lab_playout(w, w->plan->player, LAB_PLAYOUT_CAP,
                                   &rng) == seat;
        }
    }
}

/* The best move is chosen by one half of the play-outs and valued by the other, which keeps luck
 * in the first from counting as gain. */
static int64_t gain_of(struct lab_worker *w, const struct lab_kept *kept,
                       const struct bl_play *plays, uint32_t n, struct bl_stream *all)
{
    int64_t choosing[LAB_WEIGHED], valuing[LAB_WEIGHED], sum = 0;
    uint32_t best = 0;
    weigh(w, kept, plays, n, all, 0, choosing);
    weigh(w, kept, plays, n, all, w->plan->playouts, valuing);
    for (uint32_t m = 0; m < n; m++) {
        sum += valuing[m];
        if (choosing[m] > choosing[best])
            best = m;
    }
    return (valuing[best] * n - sum) * 1000000 / ((int64_t)n * w->plan->playouts);
}

/* The moves that are weighed: the first of the `n` listed, forms with what the game proposes for
 * them; a form for which it finds nothing is left out. */
static uint32_t whole_moves(struct lab_worker *w, const void *state, uint32_t n,
                            struct bl_stream *rng, struct bl_play *plays)
{
    const struct bl_game *game = w->game;
    int seat = bl_head(state)->to_move;
    uint32_t whole = 0;
    if (game->advice->propose)
        bl_view(game, state, seat, w->other);
    struct bl_decision decision = {game, w->other, seat, w->bout.moves, n, rng, NULL, NULL};
    for (uint32_t i = 0; i < n && whole < LAB_WEIGHED; i++) {
        plays[whole] = (struct bl_play){w->bout.moves[i], (int8_t)seat, 0, NULL};
        whole += !(w->bout.moves[i] & BL_OPEN) ||
                 bl_complete(&decision, w->bout.cx.scratch, &w->said[whole], &plays[whole]);
    }
    return whole;
}

static void look_at_decisions(struct lab_worker *w, uint64_t seed, struct lab_row *row)
{
    uint32_t order[LAB_POSITIONS], count = w->kept_count;
    struct bl_stream pick = stream_of(w, seed, UINT32_MAX, FOR_WEIGHING);
    for (uint32_t i = 0; i < count; i++)
        order[i] = i;
    shuffle_moves(&pick, order, count);
    for (uint32_t i = 0; i < count && row->weighed < LAB_DECISIONS && !lab_stopped(w); i++) {
        const struct lab_kept *kept = &w->kept[order[i]];
        uint32_t n = w->game->rules->moves(kept->state, w->bout.moves);
        if (n < 2)
            continue;
        struct bl_stream rng = stream_of(w, seed, kept->at, FOR_WEIGHING);
        struct bl_play plays[LAB_WEIGHED];
        shuffle_moves(&rng, w->bout.moves, n);
        n = whole_moves(w, kept->state, n, &rng, plays);
        if (n > 1)
            row->gains[row->weighed++] = gain_of(w, kept, plays, n, &rng);
    }
}

/* ---- what the rules refuse ----------------------------------------------------- */

/* Words that count are said on a copy, and what they lead to is followed for a while. */
static void say(struct lab_worker *w, const void *state, const struct bl_play *words,
                struct bl_stream *rng)
{
    struct bl_context cx = lab_context(w, bl_next(rng));
    bl_copy(w->game, w->playout.state, state);
    lab_apply_traced(w, w->playout.state, words, &cx.chance);
    for (int i = 0; i < AFTER_WORDS && bl_head(w->playout.state)->to_move >= 0; i++) {
        uint32_t n = w->game->rules->moves(w->playout.state, w->playout.moves);
        if (n == 0)
            return;
        struct bl_play play;
        bout_choose(&w->playout, &bl_bot_random, NULL, w->playout.moves, n, rng, &play);
        lab_apply_traced(w, w->playout.state, &play, &cx.chance);
    }
}

static void ask(struct lab_worker *w, const void *state, const struct bl_play *play,
                struct bl_stream *rng)
{
    struct bl_context cx = lab_context(w, 0);
    bl_cite answer = w->traced->check(state, play, &cx);
    w->sums->asked++;
    w->sums->refused += answer != 0;
    lab_count_event(w);
    if (answer == 0 && w->game->rules->aside && w->game->rules->aside(play->move))
        say(w, state, play, rng);
}

/* One question for each clause that refuses the seat to move something here, wherever in the
 * notation that is: chance would take long to find the rare ones. */
static void ask_each_refusal(struct lab_worker *w, const void *state, uint32_t all,
                             struct bl_stream *rng)
{
    uint32_t from = bl_below(rng, all);
    struct bl_context cx = lab_context(w, 0);
    memset(w->refused, 0, w->game->clause_count);
    for (uint32_t i = 0; i < all; i++) {
        struct bl_play play = {.move = w->notation[(from + i) % all],
                               .seat = bl_head(state)->to_move};
        bl_cite answer = w->game->rules->check(state, &play, &cx);
        if (answer == 0 || w->refused[answer])
            continue;
        w->refused[answer] = true;
        ask(w, state, &play, rng);
    }
}

static void ask_questions(struct lab_worker *w, const void *state, struct bl_stream *rng)
{
    const struct bl_head *head = bl_head(state);
    uint32_t n = w->game->rules->moves(state, w->bout.moves);
    uint32_t all = bl_actions(w->game, &head->setup, 0, w->notation, w->notation_room);
    if (w->plan->asked > 0 && all > 0)
        ask_each_refusal(w, state, all, rng);
    for (uint32_t q = 0; q < w->plan->asked && all > 0; q++) {
        struct bl_play play = {.move = w->notation[bl_below(rng, all)], .seat = head->to_move};
        if (q % OTHERS == OTHERS - 1)
            play.seat = (int8_t)bl_below(rng, head->setup.players);
        if (play.seat != head->to_move || !bl_is_listed(w->bout.moves, n, play.move))
            ask(w, state, &play, rng);
    }
}

void lab_look(struct lab_worker *w, uint64_t seed, struct lab_row *row)
{
    if (w->plan->playouts > 0) {
        look_at_lead(w, seed, row);
        look_at_decisions(w, seed, row);
    }
    for (uint32_t i = 0; i < w->kept_count && !lab_stopped(w); i++) {
        struct bl_stream rng = stream_of(w, seed, w->kept[i].at, FOR_QUESTIONS);
        ask_questions(w, w->kept[i].state, &rng);
    }
}
