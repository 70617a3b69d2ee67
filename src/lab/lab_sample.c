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

/* ---- play-outs ------------------------------------------------------------------ */

static void add_sample(struct lab_worker *w, const struct lab_sample *sample)
{
    w->samples[w->sample_count++] = *sample;
}

/* src/gpu/kernel_sample.c plays the same. */
static void play_sample(struct lab_worker *w, struct lab_sample *s)
{
    const struct bl_game *game = w->game;
    for (uint32_t r = 0; r < w->plan->playouts; r++) {
        struct bl_stream rng = bl_substream(&s->all, s->from + r);
        if (s->seat < 0) {
            bl_copy(game, w->playout.state, s->state);
        } else {
            bl_view(game, s->state, s->seat, w->other);
            bl_resample(game, w->other, s->seat, &rng, w->playout.state);
        }
        if (s->play) {
            struct bl_context cx = lab_context(w, bl_next(&rng));
            game->rules->apply(w->playout.state, s->play, &cx);
        }
        int winner = lab_playout(w, w->plan->player, LAB_PLAYOUT_CAP, &rng);
        if (winner >= 0)
            s->hits[winner]++;
    }
}

void lab_play_samples(struct lab_worker *w)
{
    const struct lab_sampler *other = w->plan->sampler;
    bool done = other && w->sample_count > 0 && other->play(w->sampling, w->samples, w->sample_count);
    for (uint32_t i = 0; i < w->sample_count && !done && !lab_stopped(w); i++)
        play_sample(w, &w->samples[i]);
}

/* ---- who is likely to win ------------------------------------------------------ */

/* Each seat's chances as that seat can know them; of the first position also those that it has, down to the order
 * of the stock. */
static void ask_lead(struct lab_worker *w, uint64_t seed)
{
    const struct lab_looked *g = w->now;
    int seats = bl_head(w->bout.state)->setup.players;
    for (uint32_t i = 0; i < g->kept_count; i++) {
        struct lab_sample s = {.all = stream_of(w, seed, g->kept[i].at, FOR_CHANCES), .state = g->kept[i].state};
        for (s.seat = i == 0 ? -1 : 0; s.seat < seats; s.seat++) {
            s.from = (uint64_t)(s.seat + 1) << 32;
            add_sample(w, &s);
        }
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

/* Gives the samples that come after those of the lead. */
static const struct lab_sample *tell_lead(const struct lab_worker *w, const struct lab_looked *g)
{
    const struct lab_sample *s = &w->samples[g->first];
    struct lab_row *row = g->row;
    int leader = -1, seats = bl_head(g->kept[0].state)->setup.players;
    uint64_t since = 0;
    for (uint32_t i = 0; i < g->kept_count; i++) {
        int64_t hits[BL_MAX_SEATS] = {0};
        for (int seat = 0; i == 0 && seat < seats; seat++)
            row->start_hits[seat] = s->hits[seat];
        s += i == 0;
        for (int seat = 0; seat < seats; seat++, s++)
            hits[seat] = s->hits[seat];
        if (i == 0)
            memcpy(row->hand_hits, hits, sizeof hits);
        int now = new_leader(hits, seats, leader);
        row->changes += leader >= 0 && now != leader;
        if (now != leader)
            since = g->kept[i].at;
        leader = now;
        row->looked++;
    }
    bool led = leader >= 0 && leader == row->winner;
    row->settled = led && row->moves > 0 ? (int64_t)since * 1000 / row->moves : 1000;
    return s;
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
 * drawn from what the mover can see, with the same chance afterwards. The best move is chosen by one half of
 * the play-outs and valued by the other, which keeps luck in the first from counting as gain. */
static void ask_gain(struct lab_worker *w, const struct lab_kept *kept, const struct bl_play *plays, uint32_t n,
                     const struct bl_stream *all)
{
    struct lab_sample s = {.all = *all, .state = kept->state, .seat = bl_head(kept->state)->to_move};
    for (uint32_t i = 0; i < 2 * n; i++) {
        s.play = &plays[i % n];
        s.from = i / n * w->plan->playouts;
        add_sample(w, &s);
    }
}

static int64_t gain_of(const struct lab_worker *w, const struct lab_sample *s, uint32_t n)
{
    int64_t sum = 0;
    uint32_t best = 0;
    int seat = s->seat;
    for (uint32_t m = 0; m < n; m++) {
        sum += s[n + m].hits[seat];
        if (s[m].hits[seat] > s[best].hits[seat])
            best = m;
    }
    return ((int64_t)s[n + best].hits[seat] * n - sum) * 1000000 / ((int64_t)n * w->plan->playouts);
}

/* The moves that are weighed: the first of the `n` listed, forms with what the game proposes for
 * them; a form for which it finds nothing is left out. */
static uint32_t whole_moves(struct lab_worker *w, const void *state, uint32_t n,
                            struct bl_stream *rng, struct bl_play *plays, struct bl_text *said)
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
                 bl_complete(&decision, w->bout.cx.scratch, &said[whole], &plays[whole]);
    }
    return whole;
}

static void ask_decisions(struct lab_worker *w, uint64_t seed)
{
    struct lab_looked *g = w->now;
    uint32_t order[LAB_POSITIONS], count = g->kept_count;
    int64_t *weighed = &g->row->weighed;
    struct bl_stream pick = stream_of(w, seed, UINT32_MAX, FOR_WEIGHING);
    for (uint32_t i = 0; i < count; i++)
        order[i] = i;
    shuffle_moves(&pick, order, count);
    for (uint32_t i = 0; i < count && *weighed < LAB_DECISIONS && !lab_stopped(w); i++) {
        const struct lab_kept *kept = &g->kept[order[i]];
        uint32_t n = w->game->rules->moves(kept->state, w->bout.moves);
        if (n < 2)
            continue;
        struct bl_stream rng = stream_of(w, seed, kept->at, FOR_WEIGHING);
        struct bl_play *plays = g->plays[*weighed];
        shuffle_moves(&rng, w->bout.moves, n);
        n = whole_moves(w, kept->state, n, &rng, plays, g->said[*weighed]);
        if (n < 2)
            continue;
        ask_gain(w, kept, plays, n, &rng);
        g->widths[(*weighed)++] = n;
    }
}

void lab_conclude(const struct lab_worker *w, const struct lab_looked *g)
{
    if (w->plan->playouts == 0)
        return;
    const struct lab_sample *s = tell_lead(w, g);
    for (int64_t i = 0; i < g->row->weighed; s += 2 * g->widths[i++])
        g->row->gains[i] = gain_of(w, s, g->widths[i]);
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

void lab_look(struct lab_worker *w, uint64_t seed)
{
    const struct lab_looked *g = w->now;
    if (w->plan->playouts > 0) {
        ask_lead(w, seed);
        ask_decisions(w, seed);
    }
    for (uint32_t i = 0; i < g->kept_count && !lab_stopped(w); i++) {
        struct bl_stream rng = stream_of(w, seed, g->kept[i].at, FOR_QUESTIONS);
        ask_questions(w, g->kept[i].state, &rng);
    }
}
