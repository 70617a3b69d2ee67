/* matches.h - tables for tests: dealt, moved on, taken back, written down. */
#ifndef BYLAW_TESTS_MATCHES_H
#define BYLAW_TESTS_MATCHES_H

#include <stdlib.h>
#include <string.h>

#include "bylaw/match.h"
#include "bylaw/transcript.h"
#include "setup.h"

/* A table, the seats in `persons` for persons, the others for `bot`. */
static inline struct bl_match *seat_table(const struct bl_game *game, const struct bl_setup *setup,
                                          uint32_t persons, const char *bot, uint64_t seed)
{
    struct bl_match *m = bl_match_new(NULL, game, setup, seed, NULL);
    for (int seat = 0; seat < setup->players; seat++)
        bl_match_seat(m, seat, persons >> seat & 1 ? NULL : bl_find_bot(bot));
    return m;
}

static inline struct bl_match *deal_table(const char *id, int players, uint32_t persons,
                                          const char *bot, uint64_t seed)
{
    const struct bl_game *game = bl_find_game(id);
    assert_non_null(game);
    struct bl_setup setup = setup_for(game, players);
    return seat_table(game, &setup, persons, bot, seed);
}

/* Moves that must be accepted. */
static inline void must_play(struct bl_match *m, const struct bl_play *play)
{
    struct bl_reply reply;
    bl_match_play(m, play, &reply);
    assert_int_equal(reply.answer, BL_ACCEPTED);
}

static inline void must_submit(struct bl_match *m, int seat, const char *text)
{
    struct bl_reply reply;
    bl_match_submit(m, seat, text, &reply);
    if (reply.answer != BL_ACCEPTED)
        fail_msg("%s: %s", text, reply.fact.format);
}

static inline bool undo(struct bl_match *m, int seat, char why[512])
{
    struct bl_text text = {why, 0, 512, NULL};
    why[0] = '\0';
    return bl_match_undo(m, seat, NULL, &text);
}

/* To be freed, both. */
static inline char *copy(const char *s)
{
    char *to = malloc(strlen(s) + 1);
    assert_non_null(to);
    return strcpy(to, s);
}

static inline char *transcript(struct bl_match *m)
{
    return copy(bl_match_transcript(m)->s);
}

static inline struct bl_verdict verdict_on(const char *text)
{
    struct bl_memory memory = {text, text + strlen(text)};
    struct bl_lines lines = bl_memory_lines(&memory);
    struct bl_verdict verdict;
    bl_verify(&lines, &verdict);
    return verdict;
}

#endif
