/* match.c - what a match takes: bytes and time.
 *
 *     match [GAME…]     all games if none is named
 *
 * For each game, whole games between greedy bots at a table of its usual size, all in one room:
 * the bytes that each match holds when it is over (the mean and the most), those that the room
 * holds for all of them, the time of a move, of telling a seat what it may know of one, and of one
 * in the transcript. A match must not hold more than MOST_BYTES, or many more where the game has a
 * state that grows: a server will hold thousands. */
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>

#include "bylaw/match.h"
#include "clock.h"

#define MATCHES 20
#define LONGEST 5000   /* moves after which a game is given up */
#define MOST_BYTES (64u << 10)
#define MOST_BYTES_GROWING (512u << 10)

static size_t bytes_held(void)
{
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

static struct bl_match *play(struct bl_room *room, const struct bl_game *game, uint64_t seed)
{
    const struct bl_bot *bots[BL_MAX_SEATS], *greedy = bl_find_bot("greedy");
    struct bl_setup setup;
    bl_setup_init(&setup, game);
    if (bl_resolve(game, &setup))
        abort();
    for (int seat = 0; seat < BL_MAX_SEATS; seat++)
        bots[seat] = greedy;
    struct bl_match *m = bl_match_new(room, game, &setup, seed, bots);
    while (bl_match_count(m) < LONGEST && bl_match_bot_move(m))
        continue;
    for (int seat = 0; seat < setup.players; seat++)
        bl_match_seat(m, seat, NULL);   /* what a bot remembers is not the match's */
    return m;
}

static void tell(struct bl_match *m)
{
    static struct bl_event event;
    for (uint32_t i = 0; i < bl_match_count(m); i++)
        bl_match_event(m, i, 0, &event);
}

static bool bench_game(const struct bl_game *game)
{
    struct bl_match *matches[MATCHES];
    size_t before = bytes_held(), most = 0, all = 0;
    struct bl_room *room = bl_room_open();
    bl_match_free(play(room, game, 1000));
    size_t shared = bytes_held() - before;
    double playing = 0, telling = 0, writing = 0;
    uint64_t moves = 0;
    for (int i = 0; i < MATCHES; i++) {
        size_t held = bytes_held();
        double start = bl_now();
        matches[i] = play(room, game, (uint64_t)i);
        playing += bl_now() - start;
        held = bytes_held() - held;
        most = held > most ? held : most;
        all += held;
        moves += bl_match_count(matches[i]);
    }
    double start = bl_now();
    for (int i = 0; i < MATCHES; i++)
        tell(matches[i]);
    telling = bl_now() - start;
    start = bl_now();
    for (int i = 0; i < MATCHES; i++)
        bl_match_transcript(matches[i]);
    writing = bl_now() - start;
    for (int i = 0; i < MATCHES; i++)
        bl_match_free(matches[i]);
    bl_room_close(room);
    double per_move = 1e6 / (double)moves;
    printf("%-16s %7.0f %9.1f %9.1f %10.1f %9.1f %9.1f %9.1f\n", game->id,
           (double)moves / MATCHES, (double)all / MATCHES / 1024, (double)most / 1024,
           (double)shared / 1024, playing * per_move, telling * per_move, writing * per_move);
    return most <= (game->extent ? MOST_BYTES_GROWING : MOST_BYTES);
}

int main(int argc, char **argv)
{
    bool small = true;
    printf("%-16s %7s %9s %9s %10s %9s %9s %9s\n", "match", "moves", "KB mean", "KB most",
           "KB room", "us/move", "us/told", "us/line");
    if (argc > 1) {
        for (int i = 1; i < argc; i++)
            small = bl_find_game(argv[i]) && bench_game(bl_find_game(argv[i])) && small;
    } else {
        for (const struct bl_game *const *g = bl_games(); *g; g++)
            small = bench_game(*g) && small;
    }
    if (!small)
        printf("a match holds too much\n");
    return small ? 0 : 1;
}
