/* soak.c - games of Predicate Wars with every bot, every number of players and both presets, written
 * down: every transcript must verify.
 *
 *     predicate-wars-soak [GAMES [TURNS [FIRST]]]     otherwise 45 games, 20 moves a seat, from game 1 on
 *
 * Game n is the same whenever it is played. A line tells every hundred games how far it is. */
#include <stdio.h>
#include <stdlib.h>

#include "bylaw/lines.h"
#include "play/bout.h"

/* Who searches gets few guesses: what is tested is that what they do is legal. The level `master` is a search, too. */
static const char *const bots[] = {"greedy", "random", "quick", "ismcts:4:cut=10", "cheat:4:cut=10",
                                   "learned", "beginner", "casual", "strong"};
static const char *const presets[] = {"letter", "table"};
enum { BOTS = sizeof bots / sizeof *bots, LEAST = 2, COUNTS = 15, PRESETS = 2, FULL = 1000 };

static uint64_t moves, ended, refused;
static bool met[PRESETS][COUNTS][BOTS];

/* Any bots in any order: each comes to sit beside each, in every number of players. */
static void seat_bots(struct bout *b, uint64_t n, unsigned preset, unsigned players)
{
    struct bl_stream rng = bl_stream(n, b->game->code, BL_FOR_TEST, 0);
    for (unsigned seat = 0; seat < players; seat++) {
        unsigned bot = bl_below(&rng, BOTS);
        b->bots[seat] = bl_find_bot(bots[bot]);
        met[preset][players - LEAST][bot] = true;
    }
}

static unsigned count_met(void)
{
    unsigned count = 0;
    for (unsigned i = 0; i < PRESETS * COUNTS * BOTS; i++)
        count += (&met[0][0][0])[i];
    return count;
}

static bool play(struct bout *b, struct bl_text *file, uint64_t n, uint64_t turns)
{
    struct bl_setup setup;
    char room[200];
    struct bl_text why = BL_TEXT_FIXED(room);
    struct bl_recorder r = {.game = b->game, .out = file};
    bl_setup_init(&setup, b->game);
    setup.players = (uint8_t)(LEAST + n % COUNTS);
    unsigned preset = n / COUNTS % PRESETS;
    bl_setup_preset(&setup, b->game, presets[preset], &why);
    bl_resolve(b->game, &setup);
    seat_bots(b, n, preset, setup.players);
    bl_text_clear(file);
    b->cap = turns * setup.players;
    bout_deal(b, &setup, n);
    bout_record(b, &r);
    moves += b->made;
    ended += bl_head(b->state)->to_move < 0;
    for (unsigned seat = 0; seat < setup.players; seat++)
        refused += b->refused[seat];
    struct bl_memory memory = {file->s, file->s + file->len};
    struct bl_lines lines = bl_memory_lines(&memory);
    struct bl_verdict verdict;
    bl_verify(&lines, &verdict);
    if (!verdict.ok)
        printf("game %d of %d players, %s: line %d: %s\n", (int)n, setup.players,
               presets[preset], (int)verdict.line, verdict.why);
    return verdict.ok;
}

int main(int argc, char **argv)
{
    uint64_t games = argc > 1 ? strtoull(argv[1], NULL, 10) : 45, wrong = 0;
    uint64_t turns = argc > 2 ? strtoull(argv[2], NULL, 10) : 20;
    uint64_t first = argc > 3 ? strtoull(argv[3], NULL, 10) : 1;
    struct bl_text file = bl_text_heap();
    struct bout b;
    bout_init(&b, bl_find_game("predicate-wars"));
    for (uint64_t i = 0; i < games; i++) {
        wrong += !play(&b, &file, first + i, turns);
        if ((i + 1) % 100 == 0 || i + 1 == games) {
            printf("%d games, %d moves, %d games ended; choices that were refused %d; wrong %d; "
                   "of %d bots at %d tables %u were seen\n",
                   (int)(i + 1), (int)moves, (int)ended, (int)refused, (int)wrong, BOTS, PRESETS * COUNTS,
                   count_met());
            fflush(stdout);
        }
    }
    bout_free(&b);
    bl_text_free(&file);
    return wrong > 0 || (games >= FULL && count_met() < PRESETS * COUNTS * BOTS);
}
