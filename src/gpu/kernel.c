/* kernel.c - random games, one a thread, through the contract of a game. */
#include "gpu/kernel.h"

#define WARP 32

#ifdef __NVPTX__
/* How many lanes of the warp say so; all of them ask together. */
static inline uint32_t lanes(bool mine)
{
    return (uint32_t)__builtin_popcount(__nvvm_vote_ballot_sync(~0u, mine));
}

/* The memory that the threads of a block share; the launch says how much of it there is. */
extern __attribute__((address_space(3))) uint64_t shared[];

static inline void *shared_state(void)
{
    return (void *)(shared + (uint32_t)__nvvm_read_ptx_sreg_tid_x() * gpu_words(GAME.state_size));
}
#else
uint32_t gpu_lanes(bool mine);   /* the test's own warp */
#define lanes gpu_lanes
#endif

/* Where a thread plays its games, one after another. What is reached by a number that is not known
 * when this is compiled stands apart: the rest can then be kept in registers. */
struct place {
    void *state;
    bl_move *moves;
    uint64_t *keys;          /* of the bots' streams, by seat */
    struct bl_context cx;
    uint64_t trail;
    uint32_t game, made;     /* its number in the task; moves so far */
};

static inline void begin(struct place *p, const struct gpu_task *task)
{
    uint64_t seed = bl_game_seed(task->seed, task->first + p->game);
    p->cx = (struct bl_context){.chance = {.seed = seed, .game = GAME.code}};
    p->trail = 0;
    p->made = 0;
    for (unsigned seat = 0; seat < task->setup.players; seat++)
        p->keys[seat] = bl_seal(seed, GAME.code, BL_FOR_BOT, seat);
    GAME.rules->deal(p->state, &task->setup, &p->cx);
}

/* One decision of the random bot (play/bout.c). */
static inline void decide(struct place *p)
{
    int8_t mover = bl_head(p->state)->to_move;
    struct bl_stream own = bl_stream_of(p->keys[mover], p->made++);
    uint32_t n = GAME.rules->moves(p->state, p->moves);
    struct bl_play play = {p->moves[bl_below(&own, n)], mover, 0, NULL};
    p->trail = gpu_trail(p->trail, play.move, n);
    GAME.rules->apply(p->state, &play, &p->cx);
}

static inline void finish(const struct place *p, struct gpu_outcome *out)
{
    struct bl_result result;
    GAME.rules->result(p->state, &result);
    *out = (struct gpu_outcome){p->trail, p->made, result.why, result.winner, result.ranked, {0}};
    memcpy(out->ranking, result.ranking, sizeof out->ranking);
}

/* Threads take games until there are none. Lanes whose game is over wait until `gather` of their
 * warp do, and are then dealt to together: a deal takes as long for one lane as for all. */
static inline void play_games(struct place *p, const struct gpu_task *task, uint32_t *next,
                              struct gpu_outcome *out)
{
    bool plays = false, had = false, done = false;
    while (lanes(done) < WARP) {
        if (lanes(!plays) >= task->gather && !plays && !done) {
            if (had)
                finish(p, &out[p->game]);
            p->game = __atomic_fetch_add(next, 1, __ATOMIC_RELAXED);
            plays = had = p->game < task->games;
            done = !had;
            if (had) {
                begin(p, task);
                plays = bl_head(p->state)->to_move >= 0;
            }
        }
        if (plays) {
            decide(p);
            plays = bl_head(p->state)->to_move >= 0 && p->made < task->cap;
        }
    }
}

#define PLAY(room)                                                                     \
    uint64_t keys[BL_MAX_SEATS];                                                       \
    struct place p = {.state = room, .keys = keys, .moves = OWN_MOVES};                \
    play_games(&p, &task, next, out)

/* The state in memory that is the thread's own, which the caches hold. */
KERNEL(play_own, (struct gpu_task task, uint32_t *next, struct gpu_outcome *out))
{
    PLAY(OWN_STATE);
}

#ifdef __NVPTX__
/* The state in memory that is part of the processor. */
KERNEL(play_shared, (struct gpu_task task, uint32_t *next, struct gpu_outcome *out))
{
    PLAY(shared_state());
}
#endif
