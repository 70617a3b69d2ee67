/* twins.h - two tables that a seat cannot tell apart: another deal that fits what it sees, and the
 * same moves, but for what others do in secret. */
#ifndef BYLAW_TESTS_TWINS_H
#define BYLAW_TESTS_TWINS_H

#include <stdlib.h>
#include <string.h>

#include "bylaw/match.h"

struct twins {
    struct bl_match *m[2];
    int seat;                /* which cannot tell them apart */
    struct bl_stream rng;
    struct bl_text words, move, instead;
    void *scratch;
    uint64_t secrets;        /* moves that differ */
};

/* All but the tables; those too. */
static inline void twins_free_own(struct twins *t)
{
    bl_scratch_free(bl_match_game(t->m[0]), t->scratch);
    bl_text_free(&t->words);
    bl_text_free(&t->move);
    bl_text_free(&t->instead);
}

static inline void twins_free(struct twins *t)
{
    twins_free_own(t);
    bl_match_free(t->m[0]);
    bl_match_free(t->m[1]);
}

/* m[1] for m[0], which is dealt; all seats persons. */
static void twins_begin(struct twins *t, struct bl_room *room, struct bl_match *m, int seat,
                        uint64_t seed)
{
    const struct bl_game *game = bl_match_game(m);
    void *guess = calloc(1, game->state_size);
    char why[400] = "";
    struct bl_text text = bl_text_heap(), fault = BL_TEXT_FIXED(why);
    *t = (struct twins){.seat = seat, .rng = bl_stream(seed, game->code, BL_FOR_TEST, 1),
                        .words = bl_text_heap(), .move = bl_text_heap(),
                        .instead = bl_text_heap(), .scratch = bl_scratch_new(game)};
    const char *whole = bl_match_transcript(m)->s;
    bl_put_bytes(&text, whole, (size_t)(strchr(whole, '\n') - whole));
    bl_resample(game, bl_match_view(m, seat), seat, &t->rng, guess);
    bl_put(&text, "\n{\"t\":\"start\",\"state\":");
    bl_put_state(game, guess, &text);
    bl_put(&text, "}\n");
    t->m[0] = m;
    t->m[1] = bl_match_resume(room, text.s, text.len, &fault);
    if (!t->m[1])
        fail_msg("%s: %s", game->id, why);
    bl_text_free(&text);
    free(guess);
}

/* A move of the seat to move that is legal at both tables, as text. */
static bool twins_find(struct twins *t)
{
    static struct bl_account account;
    const struct bl_game *game = bl_match_game(t->m[0]);
    int mover = bl_match_to_move(t->m[0]);
    for (int tries = 0; tries < 20; tries++) {
        const bl_move *moves;
        struct bl_play play, there;
        uint32_t n = bl_match_moves(t->m[0], &moves);
        bl_move *list = memcpy(malloc(n * sizeof *list), moves, n * sizeof *list);
        const struct bl_bot *bot = bl_find_bot(bl_below(&t->rng, 2) ? "random" : "greedy");
        struct bl_decision d = {game, bl_match_view(t->m[0], mover), mover, list, n, &t->rng, NULL, NULL};
        bl_bot_play(bot, &d, t->scratch, &t->words, &play);
        play.seat = (int8_t)mover;
        bl_text_clear(&t->move);
        bl_match_put_move(t->m[0], mover, &play, &t->move);
        free(list);
        if (!bl_match_read(t->m[1], mover, t->move.s, &there) &&
            bl_match_explain(t->m[1], &there, &account) == 0)
            return true;
    }
    return false;
}

/* What may be done in secret in place of a move: another choice, other numbers. */
static void put_instead(const char *move, struct bl_text *out)
{
    bl_text_clear(out);
    if (strcmp(move, "take") == 0 || strcmp(move, "pass") == 0) {
        bl_put(out, *move == 't' ? "pass" : "take");
        return;
    }
    int words = 0;
    for (; *move; move++) {
        words += *move == ' ';
        bool digit = words >= 4 && *move >= '1' && *move <= '8';
        bl_put_char(out, digit ? (char)(*move + 1) : *move);
    }
}

/* Whoever is to move does the same at both tables, but for what the seat may not know. False: that
 * cannot be. */
static inline bool twins_move(struct twins *t)
{
    static struct bl_event event;
    struct bl_reply reply = {.answer = BL_FORBIDDEN};
    int mover = bl_match_to_move(t->m[0]);
    if (!twins_find(t))
        return false;
    bl_match_submit(t->m[0], mover, t->move.s, &reply);
    assert_int_equal(reply.answer, BL_ACCEPTED);
    bl_match_event(t->m[0], bl_match_count(t->m[0]) - 1, t->seat, &event);
    reply.answer = BL_FORBIDDEN;
    if (strcmp(event.move, t->move.s) != 0) {
        put_instead(t->move.s, &t->instead);
        bl_match_submit(t->m[1], mover, t->instead.s, &reply);
        t->secrets += reply.answer == BL_ACCEPTED;
    }
    if (reply.answer != BL_ACCEPTED)
        bl_match_submit(t->m[1], mover, t->move.s, &reply);
    return reply.answer == BL_ACCEPTED;
}

/* Whether the seat sees the same at both. What a game came to is told to everybody, also where that
 * hangs on cards that are counted at the end. */
static bool twins_look_the_same(struct twins *t)
{
    const struct bl_game *game = bl_match_game(t->m[0]);
    struct bl_result result[2] = {0};
    for (int k = 0; k < 2; k++)
        bl_match_result(t->m[k], &result[k]);
    if (result[0].winner != result[1].winner || result[0].ranked != result[1].ranked ||
        memcmp(result[0].ranking, result[1].ranking, result[0].ranked) != 0)
        return false;
    struct bl_text one = bl_text_heap();
    const void *view = bl_match_view(t->m[0], t->seat);
    bl_put_bytes(&one, view, bl_extent(game, view));
    view = bl_match_view(t->m[1], t->seat);
    bool same = one.len == bl_extent(game, view) && memcmp(one.s, view, one.len) == 0;
    bl_text_free(&one);
    return same;
}

#endif
