/* people.c - whom bots play as: names, and a character for every strength. */
#include <stdlib.h>
#include <string.h>

#include "bots.h"

static const struct bl_person people[] = {
    {"beginner", FACT("is still learning, and often misses the better move"), {"Poppy", "Milo", "Wanda", "Finn"}},
    {"casual", FACT("plays for fun, and slips now and then"), {"Bea", "Theo", "Mara", "Luis"}},
    {"strong", FACT("knows the game well, and gives little away"), {"Astrid", "Konrad", "Ines", "Leon"}},
    {"master", FACT("plays as well as any bot here can"), {"Minerva", "Cyrus", "Aurelia", "Lev"}},
    {"random", FACT("plays whatever comes to hand"), {"Pixie", "Toby", "Momo", "Ziggy"}},
    {"quick", FACT("decides at a glance"), {"Juno", "Kiko", "Fleur", "Dash"}},
    {"greedy", FACT("takes what looks best now, and does not look ahead"),
     {"Bruno", "Tessa", "Rufus", "Gina"}},
    {"ismcts:300", FACT("looks a little ahead, and is quick about it"),
     {"Nora", "Felix", "Ida", "Hugo"}},
    {"learned", FACT("has played very much, and sees at a glance what is good"),
     {"Selma", "Caspar", "Lotte", "Edgar"}},
    {"ismcts:3000", FACT("thinks ahead, and keeps in mind what you may hold"),
     {"Vera", "Anton", "Greta", "Oskar"}},
    {"ismcts:30000", FACT("takes time over every move, and forgives no mistake"),
     {"Helena", "Magnus", "Sofia", "Viktor"}},
    {"cheat", FACT("looks into everybody's cards: a yardstick, not a player"),
     {"Reynard", "Loki", "Mata", "Sly"}},
    {0},
};

/* Who comes when more sit at a table than a character has names. */
static const char *const more[] = {"Ada", "Emil", "Lena", "Max", "Olga", "Paul", "Rita", "Samo",
                                   "Tina", "Udo", "Zora", "Ben", "Klara", "Ivan", "Elsa", "Jan"};

const struct bl_person *bl_people(void)
{
    return people;
}

/* How long a bot thinks, in guesses: "ismcts:3000", "ismcts:200ms". 0: its name does not say. */
static double thought(const char *name)
{
    const char *at = strchr(name, ':');
    if (!at || at[1] < '0' || at[1] > '9')
        return 0;
    char *end;
    double n = strtod(at + 1, &end);
    return *end == 'm' ? n * 10 : *end == 's' ? n * 10000 : n;
}

/* Of one kind the strongest that thinks no longer than the bot, or else the first; a kind without people of
 * its own plays as those who do not look ahead. */
const struct bl_person *bl_person_of(const struct bl_bot *bot)
{
    const struct bl_person *found = NULL, *plain = people;
    size_t kind = strcspn(bot->name, ":");
    for (const struct bl_person *p = people; p->bot; p++)
        if (strcspn(p->bot, ":") == kind && strncmp(p->bot, bot->name, kind) == 0 &&
            (!found || thought(p->bot) <= thought(bot->name)))
            found = p;
    while (strcmp(plain->bot, "greedy") != 0)
        plain++;
    return found ? found : plain;
}

static bool is_taken(const char *name, const char *const *names, unsigned players)
{
    for (unsigned i = 0; i < players; i++)
        if (names[i] && strcmp(names[i], name) == 0)
            return true;
    return false;
}

static const char *free_name(const char *const *list, size_t n, const char *const *names,
                             unsigned players)
{
    for (size_t i = 0; i < n; i++)
        if (!is_taken(list[i], names, players))
            return list[i];
    return NULL;
}

void bl_name_seats(const struct bl_bot *const *bots, unsigned players, const char *const *given,
                   const char **out)
{
    for (unsigned i = 0; i < players; i++)
        out[i] = given && given[i] && *given[i] ? given[i] : NULL;
    for (unsigned i = 0; i < players; i++) {
        const struct bl_person *p = bots[i] && !out[i] ? bl_person_of(bots[i]) : NULL;
        if (!p)
            continue;
        const char *called = bots[i]->called;
        const char *name = called ? free_name(&called, 1, out, players)
                                  : free_name(p->names, BL_PERSON_NAMES, out, players);
        out[i] = name ? name : free_name(more, sizeof more / sizeof *more, out, players);
    }
}
