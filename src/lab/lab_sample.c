/* lab_sample.c - what is asked of the positions of a game: who is likely to win, what a good move
 * is worth, and what the rules refuse. */
#include <string.h>

#include "bots/bots.h"
#include "lab.h"

#define OTHERS 8         /* one question of so many is put by a seat that is not to move */
#define AFTER_WORDS 24   /* moves that are followed after something was said */

/* The streams of a position: one a purpose. */
enum { FOR_CHANCES, FOR_WEIGHING, FOR_QUESTIONS, PURPOSES };

static struct bl_stream stream_of(const struct lab_room *room, uint64_t seed, uint64_t at,
                                  unsigned purpose)
{
    return bl_stream(seed, room->game->code, BL_FOR_SAMPLE, at * PURPOSES + purpose);
}

static bool stopped(const struct lab_room *room)
{
    return room->stop && atomic_load_explicit(room->stop, memory_order_relaxed);
}

/* ---- who is likely to win ------------------------------------------------------ */

/* Play-outs that each seat won: from the position as it is, down to the order of the stock. */
static void estimate_knowing_all(struct lab_room *room, const void *state, struct bl_stream *all,
                                 int64_t hits[BL_MAX_SEATS])
{
    memset(hits, 0, BL_MAX_SEATS * sizeof *hits);
    for (uint32_t r = 0; r < room->plan->playouts; r++) {
        struct bl_stream rng = bl_substream(all, r);
        bl_copy(room->game, room->spare, state);
        int winner = lab_playout(room, room->spare, room->plan->player, LAB_PLAYOUT_CAP, &rng);
        if (winner >= 0)
            hits[winner]++;
    }
}

/* The same with each seat's chances as that seat can know them. */
static void estimate(struct lab_room *room, const void *state, struct bl_stream *all,
                     int64_t hits[BL_MAX_SEATS])
{
    const struct bl_game *game = room->game;
    int seats = bl_head(state)->setup.players;
    memset(hits, 0, BL_MAX_SEATS * sizeof *hits);
    for (int seat = 0; seat < seats; seat++)
        for (uint32_t r = 0; r < room->plan->playouts; r++) {
            struct bl_stream rng = bl_substream(all, (uint64_t)(seat + 1) << 32 | r);
            bl_view(game, state, seat, room->other);
            bl_resample(game, room->other, seat, &rng, room->spare);
            hits[seat] += lab_playout(room, room->spare, room->plan->player, LAB_PLAYOUT_CAP,
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

static void look_at_lead(struct lab_room *room, uint64_t seed, struct lab_row *row)
{
    int leader = -1, seats = bl_head(room->state)->setup.players;
    uint64_t since = 0;
    for (uint32_t i = 0; i < room->kept_count && !stopped(room); i++) {
        const struct lab_kept *kept = &room->kept[i];
        struct bl_stream rng = stream_of(room, seed, kept->at, FOR_CHANCES);
        int64_t hits[BL_MAX_SEATS];
        estimate(room, kept->state, &rng, hits);
        if (i == 0) {
            memcpy(row->hand_hits, hits, sizeof hits);
            estimate_knowing_all(room, kept->state, &rng, row->start_hits);
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
static void weigh(struct lab_room *room, const struct lab_kept *kept, const struct bl_play *plays,
                  uint32_t n, struct bl_stream *all, uint32_t from, int64_t *hits)
{
    const struct bl_game *game = room->game;
    int seat = bl_head(kept->state)->to_move;
    memset(hits, 0, n * sizeof *hits);
    for (uint32_t r = 0; r < room->plan->playouts; r++) {
        struct bl_stream draw = bl_substream(all, from + r);
        bl_view(game, kept->state, seat, room->other);
        bl_resample(game, room->other, seat, &draw, room->other);
        uint64_t chance = bl_next(&draw);
        for (uint32_t m = 0; m < n; m++) {
            struct bl_stream rng = draw;
            struct bl_context cx = lab_context(room, chance);
            bl_copy(game, room->spare, room->other);
            game->rules->apply(room->spare, &plays[m], &cx);
            hits[m] += lab_playout(room, room->spare, room->plan->player, LAB_PLAYOUT_CAP,
                                   &rng) == seat;
        }
    }
}

/* The best move is chosen by one half of the play-outs and valued by the other, which keeps luck
 * in the first from counting as gain. */
static int64_t gain_of(struct lab_room *room, const struct lab_kept *kept,
                       const struct bl_play *plays, uint32_t n, struct bl_stream *all)
{
    int64_t choosing[LAB_WEIGHED], valuing[LAB_WEIGHED], sum = 0;
    uint32_t best = 0;
    weigh(room, kept, plays, n, all, 0, choosing);
    weigh(room, kept, plays, n, all, room->plan->playouts, valuing);
    for (uint32_t m = 0; m < n; m++) {
        sum += valuing[m];
        if (choosing[m] > choosing[best])
            best = m;
    }
    return (valuing[best] * n - sum) * 1000000 / ((int64_t)n * room->plan->playouts);
}

/* The moves that are weighed: the first of the `n` listed, forms with what the game proposes for
 * them; a form for which it finds nothing is left out. */
static uint32_t whole_moves(struct lab_room *room, const void *state, uint32_t n,
                            struct bl_stream *rng, struct bl_play *plays)
{
    const struct bl_game *game = room->game;
    int seat = bl_head(state)->to_move;
    uint32_t whole = 0;
    if (game->advice->propose)
        bl_view(game, state, seat, room->other);
    struct bl_decision decision = {game, room->other, seat, room->moves, n, rng, NULL};
    for (uint32_t i = 0; i < n && whole < LAB_WEIGHED; i++) {
        plays[whole] = (struct bl_play){room->moves[i], (int8_t)seat, 0, NULL};
        whole += !(room->moves[i] & BL_OPEN) ||
                 bl_complete(&decision, room->scratch, &room->said[whole], &plays[whole]);
    }
    return whole;
}

static void look_at_decisions(struct lab_room *room, uint64_t seed, struct lab_row *row)
{
    uint32_t order[LAB_POSITIONS], count = room->kept_count;
    struct bl_stream pick = stream_of(room, seed, UINT32_MAX, FOR_WEIGHING);
    for (uint32_t i = 0; i < count; i++)
        order[i] = i;
    shuffle_moves(&pick, order, count);
    for (uint32_t i = 0; i < count && row->weighed < LAB_DECISIONS && !stopped(room); i++) {
        const struct lab_kept *kept = &room->kept[order[i]];
        uint32_t n = room->game->rules->moves(kept->state, room->moves);
        if (n < 2)
            continue;
        struct bl_stream rng = stream_of(room, seed, kept->at, FOR_WEIGHING);
        struct bl_play plays[LAB_WEIGHED];
        shuffle_moves(&rng, room->moves, n);
        n = whole_moves(room, kept->state, n, &rng, plays);
        if (n > 1)
            row->gains[row->weighed++] = gain_of(room, kept, plays, n, &rng);
    }
}

/* ---- what the rules refuse ----------------------------------------------------- */

/* Words that count are said on a copy, and what they lead to is followed for a while. */
static void say(struct lab_room *room, const void *state, const struct bl_play *words,
                struct bl_stream *rng)
{
    struct bl_context cx = lab_context(room, bl_next(rng));
    bl_copy(room->game, room->spare, state);
    lab_apply_traced(room, room->spare, words, &cx.chance);
    for (int i = 0; i < AFTER_WORDS && bl_head(room->spare)->to_move >= 0; i++) {
        uint32_t n = room->game->rules->moves(room->spare, room->more);
        if (n == 0)
            return;
        struct bl_play play;
        lab_choose(room, &bl_bot_random, NULL, room->spare, room->more, n, rng, &play);
        lab_apply_traced(room, room->spare, &play, &cx.chance);
    }
}

static bool is_listed(const struct lab_room *room, uint32_t n, bl_move move)
{
    for (uint32_t i = 0; i < n; i++)
        if (room->moves[i] == move)
            return true;
    return false;
}

static void ask(struct lab_room *room, const void *state, const struct bl_play *play,
                struct bl_stream *rng)
{
    struct bl_context cx = lab_context(room, 0);
    bl_cite answer = room->traced->check(state, play, &cx);
    room->sums->asked++;
    room->sums->refused += answer != 0;
    lab_count_event(room);
    if (answer == 0 && room->game->rules->aside && room->game->rules->aside(play->move))
        say(room, state, play, rng);
}

/* One question for each clause that refuses the seat to move something here, wherever in the
 * notation that is: chance would take long to find the rare ones. */
static void ask_each_refusal(struct lab_room *room, const void *state, uint32_t all,
                             struct bl_stream *rng)
{
    uint32_t from = bl_below(rng, all);
    struct bl_context cx = lab_context(room, 0);
    memset(room->refused, 0, room->game->clause_count);
    for (uint32_t i = 0; i < all; i++) {
        struct bl_play play = {.move = room->notation[(from + i) % all],
                               .seat = bl_head(state)->to_move};
        bl_cite answer = room->game->rules->check(state, &play, &cx);
        if (answer == 0 || room->refused[answer])
            continue;
        room->refused[answer] = true;
        ask(room, state, &play, rng);
    }
}

static void ask_questions(struct lab_room *room, const void *state, struct bl_stream *rng)
{
    const struct bl_head *head = bl_head(state);
    uint32_t n = room->game->rules->moves(state, room->moves);
    uint32_t all = bl_actions(room->game, &bl_head(state)->setup, 0, room->notation, room->notation_room);
    if (room->plan->asked > 0 && all > 0)
        ask_each_refusal(room, state, all, rng);
    for (uint32_t q = 0; q < room->plan->asked && all > 0; q++) {
        struct bl_play play = {.move = room->notation[bl_below(rng, all)], .seat = head->to_move};
        if (q % OTHERS == OTHERS - 1)
            play.seat = (int8_t)bl_below(rng, head->setup.players);
        if (play.seat != head->to_move || !is_listed(room, n, play.move))
            ask(room, state, &play, rng);
    }
}

void lab_look(struct lab_room *room, uint64_t seed, struct lab_row *row)
{
    if (room->plan->playouts > 0) {
        look_at_lead(room, seed, row);
        look_at_decisions(room, seed, row);
    }
    for (uint32_t i = 0; i < room->kept_count && !stopped(room); i++) {
        struct bl_stream rng = stream_of(room, seed, room->kept[i].at, FOR_QUESTIONS);
        ask_questions(room, room->kept[i].state, &rng);
    }
}
