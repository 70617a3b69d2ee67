/* device.c - where a GPU is, it plays the games that bouts play.
 *
 *     gpu-device [GAMES]          compares so many games of each game's usual set-up, and a tenth of
 *                                 that of every other, and a small lab of each; without a GPU it is skipped
 *                                 (exit status 77)
 *     gpu-device measure SECONDS [GAME|all [SHAPE…]]
 *                                 decisions a second, as a run has them, outcomes fetched; by how
 *                                 launches are laid out (own,128,16,8,40: read_shape) */
#include <inttypes.h>
#include <stdatomic.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/number.h"
#include "base/pool.h"
#include "reference.h"

#include <unistd.h>

enum { SKIPPED = 77, BLOCK = 2000, CAP = 10000 };
static const char *const memories[] = {[GPU_OWN] = "own", [GPU_SHARED] = "shared"};

/* ---- comparing ---------------------------------------------------------------- */

struct comparison {
    const struct bl_game *game;
    struct gpu *gpu;
    struct gpu_task task;
    const struct gpu_outcome *got;
    uint64_t games;           /* of a set-up */
    uint64_t setups, compared, decisions, wrong;
    uint32_t at;              /* one of those that are wrong, in its batch */
};

/* Games `first` … of a batch, played here. */
struct piece {
    struct bl_piece piece;
    uint32_t first, games;
    uint64_t decisions, wrong;
    uint32_t at;              /* the last that was wrong */
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
        if (!same_outcome(&c->got[i], &want)) {
            p->wrong++;
            p->at = i;
        }
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
        c->at = pieces[i].wrong > 0 ? pieces[i].at : c->at;
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
        printf("%s: %" PRIu64 " games differ, such as number %" PRIu64 " of seed %" PRIu64 "\n", name,
               c->wrong - wrong, c->task.first + c->at, c->task.seed);
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
           " differ (%.1f s)\n", game->id, memories[memory], c.setups, c.compared,
           c.decisions, c.wrong, bl_now() - began);
    fflush(stdout);
    gpu_close(c.gpu);
    return c.wrong == 0;
}

/* ---- labs --------------------------------------------------------------------- */

struct labs {
    const struct lab_sampler *samplers[2];   /* greedy, random: as plans have them in turn */
    struct lab_plan plan;
    uint64_t setups, wrong;
};

static void compare_lab(const struct bl_game *game, const struct bl_setup *setup, void *user)
{
    struct labs *l = user;
    char name[256];
    plan_lab(&l->plan, game, setup, l->setups, LAB_BLOCK, 8);
    if (!same_lab(&l->plan, l->samplers[l->setups++ % 2])) {
        put_set_up(name, sizeof name, game, setup);
        printf("%s: the lab of seed %" PRIu64 " differs\n", name, l->plan.seed);
        l->wrong++;
    }
}

/* Samplers go by the plan as it is when they play. */
static bool compare_labs(const struct bl_game *game)
{
    BL_LOCAL struct bl_text why = bl_text_heap();
    struct labs l = {.setups = 0};
    struct bl_setup setup;
    double began = bl_now();
    bl_setup_init(&setup, game);
    for (uint64_t i = 0; i < 2; i++) {
        plan_lab(&l.plan, game, &setup, i, LAB_BLOCK, 8);
        if (!(l.samplers[i] = gpu_sampler_open(&l.plan, &why)))
            printf("%s: %s\n", game->id, why.s);
    }
    if (l.samplers[0] && l.samplers[1])
        each_setup(game, compare_lab, &l);
    bool well = l.setups > 0 && l.wrong == 0;
    for (int i = 0; i < 2; i++) {
        if (l.samplers[i] && gpu_sampler_fault(l.samplers[i])[0]) {
            printf("%s: %s\n", game->id, gpu_sampler_fault(l.samplers[i]));
            well = false;
        }
        gpu_sampler_close(l.samplers[i]);
    }
    printf("%-14s labs   %4" PRIu64 " set-ups %" PRIu64 " differ (%.1f s)\n", game->id, l.setups, l.wrong,
           bl_now() - began);
    fflush(stdout);
    return well;
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

/* Microseconds from the start of a batch until its outcomes are here, while nothing else is played: the
 * least of some. */
static double alone(struct gpu *g, const struct gpu_task *task)
{
    BL_LOCAL struct bl_text why = bl_text_heap();
    double least = 1e9;
    for (int i = 0; i < 20; i++) {
        double began = bl_now();
        if (!gpu_start(g, 0, task, &why) || !gpu_finish(g, 0, &why))
            return 0;
        double took = bl_now() - began;
        least = took < least ? took : least;
    }
    return 1e6 * least;
}

/* A shape in words: MEMORY,THREADS,BLOCKS,GATHER,REGISTERS; numbers that are left out are the usual ones. */
static bool read_shape(const char *words, struct gpu_shape *s)
{
    char memory[8] = "";
    *s = gpu_usual_shape;
    sscanf(words, "%7[a-z],%" SCNu32 ",%" SCNu32 ",%" SCNu32 ",%" SCNu32, memory, &s->threads, &s->blocks,
           &s->gather, &s->registers);
    for (unsigned i = 0; i < sizeof memories / sizeof memories[0]; i++)
        if (strcmp(memory, memories[i]) == 0) {
            s->memory = (enum gpu_memory)i;
            return true;
        }
    return false;
}

static bool measure_shape(const struct bl_game *game, const char *words, double seconds)
{
    BL_LOCAL struct bl_text why = bl_text_heap();
    struct gpu_shape shape;
    struct gpu_task task = {.seed = 1, .cap = CAP};
    bl_setup_init(&task.setup, game);
    if (!read_shape(words, &shape) || bl_resolve(game, &task.setup))
        return false;
    struct gpu *g = gpu_open(game, &shape, &why);
    if (!g) {
        printf("%s %s: %s\n", game->id, words, why.s);
        return false;
    }
    const struct gpu_shape *s = gpu_shape(g);
    task.games = s->room;
    printf("%-12s %-6s %3u threads %2u blocks gather %2u registers %3u (used %3d, own %4d):", game->id,
           memories[s->memory], s->threads, s->blocks, s->gather, s->registers, s->used, s->spilled);
    printf(" %6.3f G decisions/s", measure(g, &task, seconds) / 1e9);
    for (task.games = 32; task.games <= 32768; task.games *= 32)
        printf(", %" PRIu32 " games alone %.0f us", task.games, alone(g, &task));
    printf("\n");
    fflush(stdout);
    gpu_close(g);
    return true;
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
        if ((*g)->advice->propose || (argc > 3 && strcmp(argv[3], "all") != 0 && strcmp(argv[3], (*g)->id) != 0))
            continue;
        if (measures) {
            for (int i = 4; i < argc || i == 4; i++)
                well = measure_shape(*g, i < argc ? argv[i] : "shared", argc > 2 ? strtod(argv[2], NULL) : 1) && well;
        } else {
            well = compare_game(*g, games, GPU_SHARED) && well;   /* what `simulate` uses */
            well = compare_game(*g, games / 10, GPU_OWN) && well;
            well = compare_labs(*g) && well;
        }
    }
    gpu_close(gpu);
    return well ? 0 : 1;
}
