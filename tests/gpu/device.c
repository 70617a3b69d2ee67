/* device.c - where a GPU is, it plays the games that bouts play.
 *
 *     gpu-device [GAMES]          compares so many games of each game's usual set-up, and a tenth of
 *                                 that of every other; without a GPU it is skipped (exit status 77)
 *     gpu-device measure SECONDS  decisions a second, by how launches are laid out */
#include <inttypes.h>
#include <stdatomic.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/number.h"
#include "base/pool.h"
#include "reference.h"

#include <unistd.h>

enum { SKIPPED = 77, BLOCK = 2000, CAP = 10000 };

/* ---- comparing ---------------------------------------------------------------- */

struct comparison {
    const struct bl_game *game;
    struct gpu *gpu;
    struct gpu_task task;
    const struct gpu_outcome *got;
    uint64_t games;           /* of a set-up */
    uint64_t setups, compared, decisions, wrong;
};

/* Games `first` … of a batch, played here. */
struct piece {
    struct bl_piece piece;
    uint32_t first, games;
    uint64_t decisions, wrong;
};

static void *bout_new(const void *user, const atomic_bool *halt)
{
    (void)halt;
    struct bout *b = bl_new(1, sizeof *b);
    bout_init(b, ((const struct comparison *)user)->game);
    b->task = user;
    return b;
}

static void bout_end(void *bout)
{
    bout_free(bout);
    free(bout);
}

static void compare_piece(void *bout, struct bl_piece *piece)
{
    struct piece *p = (struct piece *)piece;
    const struct comparison *c = ((struct bout *)bout)->task;
    struct gpu_outcome want;
    for (uint32_t i = p->first; i < p->first + p->games; i++) {
        reference(bout, &c->task, i, &want);
        p->decisions += want.moves;
        p->wrong += !same_outcome(&c->got[i], &want);
    }
}

static void compare_batch(struct comparison *c)
{
    uint32_t count = (c->task.games + BLOCK - 1) / BLOCK, out = count;
    struct piece *pieces = bl_new(count, sizeof *pieces);
    struct bl_pool *pool = bl_pool_start(&(struct bl_labour){compare_piece, bout_new, bout_end, c},
                                         (unsigned)sysconf(_SC_NPROCESSORS_ONLN));
    for (uint32_t i = 0; i < count; i++) {
        uint32_t first = i * BLOCK, left = c->task.games - first;
        pieces[i] = (struct piece){.first = first, .games = left < BLOCK ? left : BLOCK};
        bl_pool_give(pool, &pieces[i].piece);
    }
    while (out > 0)
        out -= bl_pool_take(pool, 1000) != NULL;
    bl_pool_end(pool);
    for (uint32_t i = 0; i < count; i++) {
        c->decisions += pieces[i].decisions;
        c->wrong += pieces[i].wrong;
    }
    c->compared += c->task.games;
    free(pieces);
}

static void compare(const struct bl_game *game, const struct bl_setup *setup, void *user)
{
    struct comparison *c = user;
    BL_LOCAL struct bl_text why = bl_text_heap();
    char name[256];
    uint64_t wrong = c->wrong;
    c->task = (struct gpu_task){.setup = *setup, .seed = 1000 + c->setups, .first = c->setups,
                                .games = (uint32_t)(c->setups == 0 ? c->games : c->games / 10), .cap = CAP};
    c->setups++;
    put_set_up(name, sizeof name, game, setup);
    if (!gpu_start(c->gpu, 0, &c->task, &why) || !(c->got = gpu_finish(c->gpu, 0, &why))) {
        printf("%s: %s\n", name, why.s);
        exit(1);
    }
    compare_batch(c);
    if (c->wrong > wrong)
        printf("%s: %" PRIu64 " games differ\n", name, c->wrong - wrong);
}

/* The usual set-up first: that one is played most. */
static bool compare_game(const struct bl_game *game, uint64_t games, enum gpu_memory memory)
{
    BL_LOCAL struct bl_text why = bl_text_heap();
    struct gpu_shape shape = gpu_usual_shape;
    shape.memory = memory;
    shape.room = (uint32_t)games;
    struct comparison c = {.game = game, .gpu = gpu_open(game, &shape, &why), .games = games};
    if (!c.gpu) {
        printf("%s: %s\n", game->id, why.s);
        return false;
    }
    double began = bl_now();
    try_setup(game, game->usual_players, NULL, -1, 0, compare, &c);
    each_setup(game, compare, &c);
    printf("%-14s %-6s %4" PRIu64 " set-ups %9" PRIu64 " games %11" PRIu64 " decisions %" PRIu64
           " differ (%.1f s)\n", game->id, memory == GPU_OWN ? "own" : "shared", c.setups, c.compared,
           c.decisions, c.wrong, bl_now() - began);
    fflush(stdout);
    gpu_close(c.gpu);
    return c.wrong == 0;
}

/* ---- measuring ---------------------------------------------------------------- */

/* Batches for about so long, as a run plays them; decisions a second. */
static double measure(struct gpu *g, const struct gpu_task *first, double seconds)
{
    BL_LOCAL struct bl_text why = bl_text_heap();
    struct gpu_task task = *first;
    uint64_t decisions = 0;
    double began = 0;
    for (unsigned batch = 0;; batch++) {
        if (batch == 2)
            began = bl_now();
        bool enough = batch > 3 && bl_now() - began > seconds;
        if (!enough && !gpu_start(g, batch % 2, &task, &why)) {
            printf("%s\n", why.s);
            return 0;
        }
        task.first += task.games;
        if (batch == 0)
            continue;
        const struct gpu_outcome *o = gpu_finish(g, (batch - 1) % 2, &why);
        for (uint32_t i = 0; o && batch >= 2 && i < task.games; i++)
            decisions += o[i].moves;
        if (!o || enough)
            return o ? (double)decisions / (bl_now() - began) : 0;
    }
}

/* What memory, threads, blocks, gather, registers are tried: one after another is varied about the
 * best so far. */
static void measure_game(const struct bl_game *game, double seconds)
{
    static const uint32_t tried[5][12] = {
        {GPU_SHARED, GPU_OWN}, {128, 32, 64, 96, 160, 192, 256, 384, 512},
        {0, 1, 2, 3, 4, 6, 8, 12, 16}, {8, 1, 2, 4, 6, 12, 16, 24, 32}, {0, 40, 48, 64, 80, 96, 128, 168}};
    static const uint32_t counts[5] = {2, 9, 9, 9, 8};
    struct bl_setup setup;
    bl_setup_init(&setup, game);
    if (bl_resolve(game, &setup))
        return;
    double overall = 0;
    uint32_t top[5] = {0};
    for (int memory = 0; memory < 2; memory++) {
        uint32_t best[5] = {tried[0][memory], 128, 0, 8, 0};
        double fastest = 0;
        for (int round = 0, knob = 1; round < 6; round++, knob = round % 4 + 1) {
            uint32_t keep = best[knob];
            for (uint32_t i = 0; i < counts[knob]; i++) {
                BL_LOCAL struct bl_text why = bl_text_heap();
                uint32_t now[5];
                memcpy(now, best, sizeof now);
                now[knob] = tried[knob][i];
                if (now[knob] == keep && (round > 0 || i > 0))
                    continue;
                struct gpu_shape shape = {.memory = (enum gpu_memory)now[0], .threads = now[1],
                                          .blocks = now[2], .gather = now[3], .registers = now[4],
                                          .room = 1u << 21};
                struct gpu *g = gpu_open(game, &shape, &why);
                if (!g) {
                    printf("%s %u %u %u %u %u: %s\n", game->id, now[0], now[1], now[2], now[3], now[4], why.s);
                    continue;
                }
                struct gpu_task task = {.setup = setup, .seed = 1, .games = shape.room, .cap = CAP};
                double rate = measure(g, &task, seconds);
                const struct gpu_shape *s = gpu_shape(g);
                printf("%-14s %-6s threads %3u blocks %2u gather %2u registers %3u (used %3d, own %4d) %6.2f G/s\n",
                       game->id, now[0] == GPU_OWN ? "own" : "shared", s->threads, s->blocks, s->gather,
                       s->registers, s->used, s->spilled, rate / 1e9);
                fflush(stdout);
                if (rate > fastest) {
                    fastest = rate;
                    memcpy(best, now, sizeof best);
                }
                gpu_close(g);
            }
        }
        if (fastest > overall) {
            overall = fastest;
            memcpy(top, best, sizeof top);
        }
    }
    printf("BEST %-14s %-6s threads %u blocks %u gather %u registers %u: %.2f G decisions/s\n", game->id,
           top[0] == GPU_OWN ? "own" : "shared", top[1], top[2], top[3], top[4], overall / 1e9);
}

int main(int argc, char **argv)
{
    BL_LOCAL struct bl_text why = bl_text_heap();
    bool measures = argc > 1 && strcmp(argv[1], "measure") == 0, well = true;
    uint64_t games = 1000000;
    const struct bl_game *first = NULL;
    for (const struct bl_game *const *g = bl_games(); *g && !first; g++)
        first = (*g)->advice->propose ? NULL : *g;
    struct gpu *gpu = gpu_open(first, NULL, &why);
    if (!gpu) {
        printf("skipped: %s\n", why.s);
        return SKIPPED;
    }
    printf("%s\n", gpu_name(gpu));   /* and it stays open, so that the device stays ready */
    if (!measures && argc > 1 && (!bl_read_number(argv[1], &games) || games > 1u << 22))
        return 2;
    for (const struct bl_game *const *g = bl_games(); *g; g++) {
        if ((*g)->advice->propose || (argc > 3 && strcmp(argv[3], (*g)->id) != 0))
            continue;
        if (measures) {
            measure_game(*g, argc > 2 ? strtod(argv[2], NULL) : 0.1);
        } else {
            well = compare_game(*g, games, GPU_OWN) && well;   /* what `simulate` uses */
            well = compare_game(*g, games / 10, GPU_SHARED) && well;
        }
    }
    gpu_close(gpu);
    return well ? 0 : 1;
}
