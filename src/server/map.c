/* map.c - what is found by a number, and what comes next. */
#include <stdlib.h>

#include "base/alloc.h"
#include "in.h"

struct link *map_find(const struct map *map, uint64_t key)
{
    struct link *at = map->room ? map->slots[key & (map->room - 1)] : NULL;
    while (at && at->key != key)
        at = at->next;
    return at;
}

static void put_link(struct map *map, struct link *link)
{
    struct link **slot = &map->slots[link->key & (map->room - 1)];
    link->next = *slot;
    *slot = link;
}

void map_add(struct map *map, struct link *link)
{
    if (map->count == map->room) {
        struct map old = *map;
        map->room = old.room ? 2 * old.room : 16;
        map->slots = bl_new(map->room, sizeof(struct link *));
        for EVERY_LINK (&old, at, struct link)
            put_link(map, at);
        free(old.slots);
    }
    map->count++;
    put_link(map, link);
}

void map_remove(struct map *map, struct link *link)
{
    struct link **at = &map->slots[link->key & (map->room - 1)];
    while (*at != link)
        at = &(*at)->next;
    *at = link->next;
    map->count--;
}

/* ---- what comes next -------------------------------------------------------------- */

/* A heap: whatever is at place p comes before what is at 2p and 2p + 1. */
static void put_alarm(struct alarms *all, struct alarm *alarm, uint32_t place)
{
    all->list[place - 1] = alarm;
    alarm->place = place;
}

static void sift(struct alarms *all, struct alarm *alarm, uint32_t place)
{
    for (; place > 1 && all->list[place / 2 - 1]->at > alarm->at; place /= 2)
        put_alarm(all, all->list[place / 2 - 1], place);
    for (uint32_t child; (child = 2 * place) <= all->count; place = child) {
        child += child < all->count && all->list[child]->at < all->list[child - 1]->at;
        if (all->list[child - 1]->at >= alarm->at)
            break;
        put_alarm(all, all->list[child - 1], place);
    }
    put_alarm(all, alarm, place);
}

void alarm_set(struct alarms *all, struct alarm *alarm, uint64_t at)
{
    if (at == UINT64_MAX) {
        alarm_clear(all, alarm);
        return;
    }
    alarm->at = at;
    if (!alarm->place) {
        all->list = bl_grow(all->list, all->count + 1u, &all->room, sizeof *all->list);
        alarm->place = ++all->count;
    }
    sift(all, alarm, alarm->place);
}

void alarm_clear(struct alarms *all, struct alarm *alarm)
{
    uint32_t place = alarm->place;
    if (!place)
        return;
    struct alarm *last = all->list[--all->count];
    if (last != alarm)
        sift(all, last, place);
    alarm->place = 0;
}

struct alarm *alarm_next(const struct alarms *all, uint64_t now)
{
    return all->count && all->list[0]->at <= now ? all->list[0] : NULL;
}
