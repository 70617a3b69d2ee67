/* bots.c - bots as they are asked for, and `bylaw bots`: those that there are. */
#include "bylaw/bot.h"

#include <string.h>

#include "cli.h"
#include "engine/engine.h"

static const char *bot_name(size_t i)
{
    return bl_bots()[i] ? bl_bots()[i]->name : NULL;
}

/* Up to the next comma that stands in no quotes. */
static size_t length_of_name(const char *list)
{
    size_t n = 0;
    char quote = '\0';
    for (; list[n] && (quote || list[n] != ','); n++)
        if (list[n] == quote)
            quote = '\0';
        else if (!quote && (list[n] == '\'' || list[n] == '"'))
            quote = list[n];
    return n;
}

bool cli_is_list(const char *bots)
{
    return bots[length_of_name(bots)] != '\0';
}

int cli_bots(const char *where, const char *list, const struct bl_bot **bots)
{
    BL_LOCAL struct bl_text name = bl_text_heap();
    int n = 0;
    for (const char *p = list; p; n++) {
        size_t length = length_of_name(p);
        if (n == BL_MAX_SEATS)
            cli_wrong("%s: '%s' is no list of bots", where, list);
        bl_text_clear(&name);
        bl_put_bytes(&name, p, length);
        bots[n] = cli_bot(where, name.s);
        p = p[length] ? p + length + 1 : NULL;
    }
    return n;
}

void cli_warn_of(const struct bl_bot *bot, const struct bl_game *game, const struct bl_setup *setup)
{
    BL_LOCAL struct bl_text why = bl_text_heap();
    if (bot && bot->knows && !bot->knows(bot, game, setup, &why))
        cli_complain("%s", why.s);
}

static void complain(const char *line)
{
    cli_complain("%s", line);
}

const struct bl_bot *cli_ask_bot(const char *name, struct bl_text *why)
{
    if (strncmp(name, ENGINE_KIND, strlen(ENGINE_KIND)) != 0)
        return bl_ask_bot(name, why);
    engine_tells = complain;
    return engine_bot(name, why);
}

const struct bl_bot *cli_bot(const char *where, const char *name)
{
    BL_LOCAL struct bl_text why = bl_text_heap(), names = bl_text_heap(), before = bl_text_heap();
    const struct bl_bot *bot = cli_ask_bot(name, &why);
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

/* ---- the subcommand --------------------------------------------------------- */

static void put_line(struct bl_text *out, const struct bl_person *p, int strength)
{
    enum { COLUMN = 17 };
    BL_LOCAL struct bl_text begin = bl_text_heap(), others = bl_text_heap();
    for (size_t i = 1; i < BL_PERSON_NAMES; i++)
        bl_putf(&others, i > 1 ? ", %s" : "%s", p->names[i]);
    bl_putf(&begin, "%d  ", strength);
    cli_put_padded(&begin, p->bot, COLUMN - 3);
    cli_put_paragraph(out, begin.s, COLUMN, cli_line_columns(), "%s (or %s) %s.", p->names[0], others.s,
                      p->character);
}

static void put_json(struct bl_text *out, const struct bl_person *p, int strength)
{
    const struct bl_bot *bot = bl_find_bot(p->bot);
    bl_json_putf(out, "{'bot':%s,'strength':%d,'names':[", p->bot, strength);
    for (size_t i = 0; i < BL_PERSON_NAMES; i++)
        bl_json_putf(out, "%s", p->names[i]);
    bl_json_putf(out, "],'character':%s,'text':%s,'cheats':%t,'level':%t}", p->character, bot->text, bot->cheats,
                 bot->level != NULL);
}

int cmd_bots(const struct cli_args *args)
{
    struct bl_text out = bl_text_heap();
    bool json = cli_has(args, "json");
    bl_put(&out, json ? "[" : "");
    bool level = true;
    for (const struct bl_person *p = bl_people(), *first = p; p->bot; p++) {
        if (level && !bl_find_bot(p->bot)->level) {
            level = false;
            first = p;
            bl_put(&out, json ? "" : "\n");
        }
        (json ? put_json : put_line)(&out, p, (int)(p - first) + 1);
    }
    bl_put(&out, json ? "]\n" : "");
    cli_write(&out);
    return CLI_DONE;
}
