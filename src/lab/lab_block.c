/* lab_block.c - blocks of games as lines of text, and what is known from them.
 *
 * A line is "block", its number, and then for each setting: the rows of its games, the sums, and
 * the clauses that came up (index and counts, ended by 0). The last word is a checksum. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "bylaw/position.h"
#include "lab.h"

static void *room_for(size_t count, size_t size)
{
    void *room = calloc(count > 0 ? count : 1, size);
    if (!room)
        abort();
    return room;
}

/* ---- the plan ---------------------------------------------------------------- */

static void put_words(struct bl_text *out, const char *name, uint64_t n)
{
    bl_put_char(out, ' ');
    bl_put(out, name);
    bl_put_char(out, '=');
    bl_put_uint(out, n);
}

void lab_put_plan(struct bl_text *out, const struct lab_plan *plan)
{
    bl_put(out, "bylaw-lab 1 " BYLAW_VERSION " ");
    bl_put(out, plan->game->id);
    put_words(out, "seed", plan->seed);
    put_words(out, "games", plan->games);
    put_words(out, "cap", plan->cap);
    put_words(out, "playouts", plan->playouts);
    put_words(out, "asked", plan->asked);
    for (int seat = 0; seat < BL_MAX_SEATS; seat++) {
        bl_put_char(out, seat == 0 ? ' ' : ',');
        bl_put(out, plan->bots[seat]->name);
    }
    const struct bl_bot *others[] = {plan->strong, plan->weak, plan->player};
    for (int i = 0; i < 3; i++) {
        bl_put_char(out, ' ');
        bl_put(out, others[i]->name);
    }
    for (uint32_t k = 0; k < plan->setting_count; k++) {
        bl_put(out, " {");
        bl_put_setup(out, plan->game, &plan->settings[k].setup);
        bl_put_char(out, '}');
    }
}

/* ---- writing ------------------------------------------------------------------ */

static uint64_t checksum(const char *s, size_t n)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < n; i++)
        h = (h ^ (unsigned char)s[i]) * UINT64_C(0x100000001b3);
    return bl_mix(h);
}

static void put_numbers(struct bl_text *out, const void *numbers, size_t count)
{
    int64_t n;
    for (size_t i = 0; i < count; i++) {
        memcpy(&n, (const char *)numbers + i * sizeof n, sizeof n);
        bl_put_char(out, ' ');
        bl_put_int(out, n);
    }
}

static void put_cover(struct bl_text *out, const struct lab_room *room)
{
    for (uint16_t c = 1; c < room->game->clause_count; c++) {
        if (room->cover[c].consulted == 0)
            continue;
        bl_put_char(out, ' ');
        bl_put_uint(out, c);
        put_numbers(out, &room->cover[c], LAB_COVER_NUMBERS);
    }
    bl_put(out, " 0");
}

static uint64_t games_in(const struct lab_plan *plan, uint64_t block)
{
    uint64_t left = plan->games - block * LAB_BLOCK;
    return left < LAB_BLOCK ? left : LAB_BLOCK;
}

bool lab_play_block(struct lab_room *room, uint64_t block, struct bl_text *line)
{
    const struct lab_plan *plan = room->plan;
    size_t began = line->len;
    bl_put(line, "block ");
    bl_put_uint(line, block);
    bool whole = true;
    for (uint32_t k = 0; whole && k < plan->setting_count; k++) {
        struct lab_sums sums = {0};
        room->sums = &sums;
        room->cover = room_for(room->game->clause_count, sizeof *room->cover);
        memset(room->in_game, 0, room->game->clause_count);
        for (uint64_t g = 0; whole && g < games_in(plan, block); g++) {
            struct lab_row row;
            whole = lab_play(room, k, block * LAB_BLOCK + g, &row);
            put_numbers(line, &row, LAB_ROW_NUMBERS);
        }
        put_numbers(line, &sums, LAB_SUM_NUMBERS);
        put_cover(line, room);
        free(room->cover);
    }
    uint64_t sum = checksum(line->s + began, line->len - began);
    bl_put_char(line, ' ');
    bl_put_uint(line, sum);
    return whole;
}

/* ---- reading ------------------------------------------------------------------ */

void lab_init(struct lab *lab, const struct lab_plan *plan)
{
    *lab = (struct lab){.plan = plan};
    lab->present = room_for(lab_blocks(plan), sizeof *lab->present);
    for (uint32_t k = 0; k < plan->setting_count; k++) {
        lab->rows[k] = room_for(plan->games, sizeof *lab->rows[k]);
        lab->cover[k] = room_for(plan->game->clause_count, sizeof *lab->cover[k]);
    }
}

void lab_free(struct lab *lab)
{
    for (uint32_t k = 0; k < lab->plan->setting_count; k++) {
        free(lab->rows[k]);
        free(lab->cover[k]);
    }
    free(lab->present);
}

static bool take_number(const char **at, int64_t *n)
{
    char *end;
    if (**at != ' ')
        return false;
    *n = strtoll(*at, &end, 10);
    bool some = end > *at + 1;
    *at = end;
    return some;
}

static bool take_numbers(const char **at, void *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        int64_t n;
        if (!take_number(at, &n))
            return false;
        memcpy((char *)numbers + i * sizeof n, &n, sizeof n);
    }
    return true;
}

static void add_numbers(int64_t *to, const int64_t *from, size_t count)
{
    for (size_t i = 0; i < count; i++)
        to[i] += from[i];
}

/* What is read goes to rows at once, and to the sums: the checksum has been looked at. */
static bool take_setting(struct lab *lab, uint32_t k, uint64_t block, const char **at)
{
    const struct lab_plan *plan = lab->plan;
    struct lab_sums sums;
    int64_t clause = -1;
    for (uint64_t g = 0; g < games_in(plan, block); g++)
        if (!take_numbers(at, &lab->rows[k][block * LAB_BLOCK + g], LAB_ROW_NUMBERS))
            return false;
    if (!take_numbers(at, &sums, LAB_SUM_NUMBERS))
        return false;
    add_numbers((int64_t *)&lab->sums[k], (const int64_t *)&sums, LAB_SUM_NUMBERS);
    while (take_number(at, &clause) && clause > 0 && clause < plan->game->clause_count) {
        struct lab_cover cover;
        if (!take_numbers(at, &cover, LAB_COVER_NUMBERS))
            return false;
        add_numbers((int64_t *)&lab->cover[k][clause], (const int64_t *)&cover, LAB_COVER_NUMBERS);
    }
    return clause == 0;
}

/* Whether the last word is the checksum of what stands before it. */
static bool is_whole(const char *line, size_t size)
{
    size_t last = size;
    while (last > 0 && line[last - 1] != ' ')
        last--;
    if (last < 2 || last == size || size - last > 20)
        return false;
    char word[24];
    memcpy(word, line + last, size - last);
    word[size - last] = '\0';
    uint64_t sum;
    return bl_read_seed(word, &sum) && sum == checksum(line, last - 1);
}

bool lab_accept(struct lab *lab, const char *line, size_t size)
{
    const char *at = line + strlen("block");
    int64_t block;
    if (size < 8 || strncmp(line, "block ", 6) != 0 || !is_whole(line, size) ||
        !take_number(&at, &block) || block < 0 || (uint64_t)block >= lab_blocks(lab->plan))
        return false;
    if (lab->present[block])
        return true;
    for (uint32_t k = 0; k < lab->plan->setting_count; k++)
        if (!take_setting(lab, k, (uint64_t)block, &at))
            return false;
    lab->present[block] = true;
    lab->blocks_done++;
    lab->games_done += games_in(lab->plan, (uint64_t)block);
    return true;
}
