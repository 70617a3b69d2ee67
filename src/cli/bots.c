/* bots.c - bots as they are asked for. */
#include "bylaw/bot.h"

#include <string.h>

#include "cli.h"

static const char *bot_name(size_t i)
{
    return bl_bots()[i] ? bl_bots()[i]->name : NULL;
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
    BL_LOCAL struct bl_text why = bl_text_heap(), names = bl_text_heap(), before = bl_text_heap();
    const struct bl_bot *bot = bl_ask_bot(name, &why);
    if (bot)
        return bot;
    if (why.len > 0)
        cli_wrong("%s: the bot '%s': %s", where, name, why.s);
    for (size_t i = 0; bl_bots()[i]; i++)
        bl_putf(&names, i == 0 ? "; there are %s" : bl_bots()[i + 1] ? ", %s" : " and %s",
                bot_name(i));
    bl_putf(&before, "%s: ", where);
    cli_unknown(before.s, "bot", name, bot_name, names.s);
}
