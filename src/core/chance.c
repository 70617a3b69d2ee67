/* chance.c - chance that is recorded, or taken from a record. */
#include <string.h>

#include "bylaw/game.h"
#include "cite.h"

void bl_context_init(struct bl_context *cx, const struct bl_game *game, uint64_t seed)
{
    *cx = (struct bl_context){.chance = {.seed = seed, .game = game->code}};
}

static void log_pile(struct bl_chance_log *log, unsigned kind, const uint8_t *items, uint32_t n)
{
    if (log->count == log->room)
        return;   /* the caller gave less room than a move can need: seen as count == room */
    struct bl_chance_event *e = &log->events[log->count++];
    e->kind = (uint16_t)kind;
    e->count = (uint16_t)n;
    for (uint32_t i = 0; i < n; i++)
        e->items[i] = items[n - 1 - i];
}

/* Takes the next event of the script if it is an order of just these items. */
static bool follow_script(struct bl_chance *ch, unsigned kind, uint8_t *items, uint32_t n)
{
    if (ch->script_at >= ch->script->count)
        return false;
    const struct bl_chance_event *e = &ch->script->events[ch->script_at++];
    if (e->kind != kind || e->count != n)
        return false;
    int counts[256] = {0};
    for (uint32_t i = 0; i < n; i++) {
        counts[items[i]]++;
        counts[e->items[i] & 255]--;
        if (e->items[i] > 255)
            return false;
    }
    for (int i = 0; i < 256; i++)
        if (counts[i] != 0)
            return false;
    for (uint32_t i = 0; i < n; i++)
        items[n - 1 - i] = (uint8_t)e->items[i];
    return true;
}

void bl_reverse_cards(bl_card *items, unsigned n)
{
    for (uint32_t i = 0; i < n / 2; i++) {
        uint8_t held = items[i];
        items[i] = items[n - 1 - i];
        items[n - 1 - i] = held;
    }
}

void bl_chance_order(struct bl_chance *ch, unsigned kind, uint8_t *items, uint32_t n)
{
    bl_chance_shuffle(ch, kind, items, n);   /* a pile's first is its last */
    bl_reverse_cards(items, n);
}

/* The script's next event if it names one of the items, else the first of them. */
static uint8_t scripted_draw(struct bl_chance *ch, unsigned kind, const uint8_t *items, uint32_t n)
{
    if (ch->script_at < ch->script->count) {
        const struct bl_chance_event *e = &ch->script->events[ch->script_at++];
        for (uint32_t i = 0; i < n && e->kind == kind && e->count == 1; i++)
            if (e->items[0] == items[i])
                return items[i];
    }
    ch->misfit = true;
    return items[0];
}

uint8_t bl_chance_draw(struct bl_chance *ch, unsigned kind, const uint8_t *items, uint32_t n)
{
    uint8_t drawn;
    if (ch->script) {
        drawn = scripted_draw(ch, kind, items, n);
    } else {
        struct bl_stream s = bl_stream(ch->seed, ch->game, BL_FOR_CHANCE + kind, ch->index[kind]++);
        drawn = items[bl_below(&s, n)];
    }
    if (ch->log)
        log_pile(ch->log, kind, &drawn, 1);
    return drawn;
}

void bl_chance_shuffle_slow(struct bl_chance *ch, unsigned kind, uint8_t *items, uint32_t n)
{
    if (ch->script) {
        if (!follow_script(ch, kind, items, n))
            ch->misfit = true;
    } else {
        struct bl_stream s = bl_stream(ch->seed, ch->game, BL_FOR_CHANCE + kind, ch->index[kind]++);
        bl_shuffle8(&s, items, n);
    }
    if (ch->log)
        log_pile(ch->log, kind, items, n);
}
