/* device.c - where a GPU is, it plays the games that bouts play.
 *
 *     gpu-device [GAMES]          compares so many games of each game's usual set-up, and a tenth of
 *                                 that of every other, a small lab and vector of each; without a GPU it is
 *                                 skipped (exit status 77)
 *     gpu-device measure SECONDS [GAME|all [SHAPE…]]
 *                                 decisions a second, as a run has them, outcomes fetched; by how
 *                                 launches are laid out (own,128,16,8,40: read_shape); or of vectors (vector) */
#include <inttypes.h>
#include <stdatomic.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/number.h"
#include "base/pool.h"
#include "bylaw/gpu.h"
#include "bylaw/position.h"
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

/* ---- vectors ------------------------------------------------------------------ */

enum { PLACES = 1000, STEPS = 300 };

struct vectors {
    uint64_t setups, steps, wrong;
};

/* Whether what is on the device is what is here. */
static bool same_there(struct bl_gpu_vector *g, const struct layout *l, char *got, const char *there, const char *want,
                       struct bl_text *why)
{
    size_t at = 0;
    if (!bl_gpu_fetch(g, got, there, l->size, why))
        return false;
    while (at < l->size && got[at] == want[at])
        at++;
    for (int k = BUFFERS - 1; k >= 0 && at < l->size; k--)
        if (at >= l->at[k]) {
            bl_putf(why, "in buffer %d, byte %d", k, (int)(at - l->at[k]));
            break;
        }
    return at == l->size;
}

/* The device's compiler leaves bytes between members as they are. */
static bool same_position(const struct bl_game *game, const void *a, const void *b)
{
    BL_LOCAL struct bl_text one = bl_text_heap(), other = bl_text_heap();
    bl_put_position(&one, game, a);
    bl_put_position(&other, game, b);
    return strcmp(one.s, other.s) == 0;
}

/* Two vectors side by side; every third step is by actions, the first legal ones, and at the end one that is not. */
static bool same_vector(struct bl_vector *v, struct bl_gpu_vector *g, const struct layout *l, uint32_t numbers,
                        const struct bl_game *game, uint64_t *steps, struct bl_text *why)
{
    char *want = bl_new(1, l->size), *got = bl_new(1, l->size), *there = bl_gpu_take(g, l->size, why);
    int32_t *actions = bl_new(PLACES, sizeof *actions), *chosen = bl_gpu_take(g, PLACES * sizeof *actions, why);
    struct bl_outlook here = outlook_in(l, want), out = outlook_in(l, there);
    uint32_t refused = 0, other = 0;
    bool well = there && chosen && bl_gpu_vector_look(g, &out, why);
    bl_vector_look(v, &here);
    well = well && same_there(g, l, got, there, want, why);
    for (int n = 0; n < STEPS && well; n++, *steps += PLACES) {
        bool chooses = n % 3 == 2;
        for (uint32_t p = 0; p < PLACES; p++)
            for (actions[p] = 0; !here.masks[(size_t)p * numbers + (uint32_t)actions[p]];)
                actions[p]++;
        well = bl_gpu_send(g, chosen, actions, PLACES * sizeof *actions, why) &&
               bl_gpu_vector_step(g, chooses ? chosen : NULL, &out, &refused, why) &&
               bl_vector_step(v, chooses ? actions : NULL, &here, &other) && same_there(g, l, got, there, want, why);
    }
    memset(actions, 0xff, PLACES * sizeof *actions);
    for (actions[7] = 0; well && here.masks[(size_t)7 * numbers + (uint32_t)actions[7]];)
        actions[7]++;
    well = well && bl_gpu_send(g, chosen, actions, PLACES * sizeof *actions, why);
    if (well && (bl_gpu_vector_step(g, chosen, &out, &refused, why) || refused != 7)) {
        bl_putf(why, "in what is refused: place %d", (int)refused);
        well = false;
    }
    bl_vector_look(v, &here);
    well = well && bl_gpu_vector_look(g, &out, why) && same_there(g, l, got, there, want, why);
    const void *state = well ? bl_gpu_vector_state(g, 7, why) : NULL;
    if (state && !same_position(game, state, bl_vector_state(v, 7))) {
        bl_put(why, "in the state");
        well = false;
    }
    bl_gpu_give(g, there);
    bl_gpu_give(g, chosen);
    BL_FREE(want, got, actions);
    return well;
}

static void compare_vector(const struct bl_game *game, const struct bl_setup *setup, void *user)
{
    struct vectors *all = user;
    BL_LOCAL struct bl_text why = bl_text_heap();
    struct bl_vector_spec spec = {.game = game, .setup = *setup, .places = PLACES, .seed = all->setups++, .cap = 150};
    struct layout l = lay_out_vector(game, setup, PLACES);
    struct bl_vector *v = bl_vector_new(&spec, &why);
    struct bl_gpu_vector *g = bl_gpu_vector_new(&spec, &why);
    char name[256];
    if (!v || !g || !same_vector(v, g, &l, bl_action_count(game, setup), game,
                               &all->steps, &why)) {
        put_set_up(name, sizeof name, game, setup);
        printf("%s: the vector of seed %" PRIu64 " differs %s\n", name, spec.seed, why.s);
        all->wrong++;
    }
    bl_gpu_vector_free(g);
    bl_vector_free(v);
}

static bool compare_vectors(const struct bl_game *game)
{
    struct vectors all = {0};
    double began = bl_now();
    each_setup(game, compare_vector, &all);
    printf("%-14s vectors %3" PRIu64 " set-ups %9" PRIu64 " steps %" PRIu64 " differ (%.1f s)\n", game->id, all.setups,
           all.steps, all.wrong, bl_now() - began);
    fflush(stdout);
    return all.setups > 0 && all.wrong == 0;
}

/* Steps a second of so many places, with observations and masks or without. */
static void measure_vector(const struct bl_game *game, uint32_t places, bool looks)
{
    BL_LOCAL struct bl_text why = bl_text_heap();
    struct bl_vector_spec spec = {.game = game, .places = places, .seed = 1};
    uint32_t refused;
    bl_setup_init(&spec.setup, game);
    if (bl_resolve(game, &spec.setup))
        return;
    struct bl_gpu_vector *g = bl_gpu_vector_new(&spec, &why);
    struct layout l = lay_out_vector(game, &spec.setup, places);
    char *there = g ? bl_gpu_take(g, l.size, &why) : NULL;
    if (there) {
        struct bl_outlook out = outlook_in(&l, there);
        if (!looks)
            out.observations = out.masks = NULL;
        int steps = 0;
        for (int i = 0; i < 20; i++)
            bl_gpu_vector_step(g, NULL, &out, &refused, &why);
        double began = bl_now();
        for (; bl_now() - began < 0.3 && why.len == 0; steps++)
            bl_gpu_vector_step(g, NULL, &out, &refused, &why);
        printf("%-14s vector of %8" PRIu32 " places %-24s %8.1f million steps/s\n", game->id, places,
               looks ? "observations and masks" : "neither", (double)places * steps / (bl_now() - began) / 1e6);
        bl_gpu_give(g, there);
    }
    if (why.len > 0)
        printf("%s: %s\n", game->id, why.s);
    fflush(stdout);
    bl_gpu_vector_free(g);
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
        if (measures && argc > 4 && strcmp(argv[4], "vector") == 0) {
            for (uint32_t places = 1u << 12; places <= 1u << 20; places <<= 4) {
                measure_vector(*g, places, true);
                measure_vector(*g, places, false);
            }
        } else if (measures) {
            for (int i = 4; i < argc || i == 4; i++)
                well = measure_shape(*g, i < argc ? argv[i] : "shared", argc > 2 ? strtod(argv[2], NULL) : 1) && well;
        } else {
            well = compare_game(*g, games, GPU_SHARED) && well;   /* what `simulate` uses */
            well = compare_game(*g, games / 10, GPU_OWN) && well;
            well = compare_labs(*g) && well;
            well = compare_vectors(*g) && well;
        }
    }
    gpu_close(gpu);
    return well ? 0 : 1;
}
