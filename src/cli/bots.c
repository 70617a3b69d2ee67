/* bots.c - bots as they are asked for. */
#include "bylaw/bot.h"

#include <string.h>

#include "cli.h"

static const char *bot_name(size_t i)
{
    return bl_bots()[i] ? bl_bots()[i]->name : NULL;
}

static void put_names(struct bl_text *out)
{
    for (size_t i = 0; bl_bots()[i]; i++)
        bl_putf(out, i == 0 ? "; there are %s" : bl_bots()[i + 1] ? ", %s" : " and %s", bot_name(i));
}

int cli_bots(const char *where, const char *list, const struct bl_bot **bots)
{
    int n = 0;
    for (const char *p = list; p; n++) {
        char name[64];
        size_t length = strcspn(p, ",");
        if (length >= sizeof name || n == BL_MAX_SEATS)
            cli_wrong("%s: '%s' is no list of bots", where, list);
        memcpy(name, p, length);
        name[length] = '\0';
        bots[n] = cli_bot(where, name);
        p = p[length] ? p + length + 1 : NULL;
    }
    return n;
}

const struct bl_bot *cli_bot(const char *where, const char *name)
{
    char room[256] = "", names[256] = "", before[64];
    struct bl_text why = BL_TEXT_FIXED(room), all = BL_TEXT_FIXED(names);
    const struct bl_bot *bot = bl_ask_bot(name, &why);
    if (bot)
        return bot;
    if (room[0])
        cli_wrong("%s: the bot '%s': %s", where, name, room);
    put_names(&all);
    snprintf(before, sizeof before, "%s: ", where);
    cli_unknown(before, "bot", name, bot_name, names);
}
