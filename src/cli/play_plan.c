/* play_plan.c - a game is set up in the menu: how many, against whom, by which options and rulings. */
#include <string.h>
#include <strings.h>

#include "base/number.h"
#include "play_menu.h"

#define USUAL_BOT "casual"   /* whom a newcomer meets, as on the page */

/* ---- what is set ------------------------------------------------------------- */

static int players_of(const struct menu *m)
{
    const char *given = cli_value(&m->args, "players");
    uint64_t n;
    return given && bl_read_number(given, &n) ? (int)n
           : m->game->first_players           ? m->game->first_players
                                              : m->game->usual_players;
}

/* All of it as a set-up, options that nobody set as they come of the rest. NULL, or what is wrong. */
static const char *read_setup(const struct menu *m, struct bl_setup *setup)
{
    cli_setup_asked(&m->args, m->game, players_of(m), setup);
    return bl_resolve(m->game, setup);
}

/* "health=50", in place of what was set before; without a value it is as usual again. */
static void choose_pair(struct menu *m, const char *option, const char *name, const char *value)
{
    BL_LOCAL struct bl_text kept = bl_text_heap(), pair = bl_text_heap();
    size_t size = strlen(name);
    for (size_t i = 0; i < m->args.given_count; i++) {
        const char *given = m->given[i].value;
        if (strcmp(m->given[i].option->name, option) == 0 && (strncmp(given, name, size) != 0 || given[size] != '='))
            bl_putf(&kept, "%s\n", given);
    }
    if (value)
        bl_putf(&kept, "%s=%s\n", name, value);
    menu_choose(m, option, NULL);
    for (const char *at = kept.len > 0 ? kept.s : ""; *at; at += strcspn(at, "\n") + 1) {
        bl_text_clear(&pair);
        bl_put_bytes(&pair, at, strcspn(at, "\n"));
        menu_add(m, option, pair.s);
    }
}

/* Whether the rulings are just those of a preset. */
static bool is_preset(const struct bl_game *game, const uint8_t *rulings, int preset)
{
    return memcmp(rulings, game->presets[preset].rulings, game->ruling_count) == 0;
}

void plan_begin(struct menu *m)
{
    char number[16];
    uint64_t n;
    const char *given = cli_value(&m->args, "players");
    snprintf(number, sizeof number, "%d", m->game->first_players);
    if (given && (!bl_read_number(given, &n) || n < m->game->min_players || n > m->game->max_players))
        menu_choose(m, "players", given = NULL);   /* that was of another game */
    if (m->game->first_players > 0 && !given)
        menu_choose(m, "players", number);
    if (m->game->first_preset && !cli_has(&m->args, "preset"))
        menu_choose(m, "preset", m->game->first_preset);
    if (!cli_has(&m->args, "bots"))
        menu_choose(m, "bots", USUAL_BOT);
}

/* ---- what is said of it -------------------------------------------------------- */

/* "Bruno, Tessa and Rufus" */
static void put_opponents(struct bl_text *out, const struct menu *m, const struct bl_person **who)
{
    const struct bl_bot *bots[BL_MAX_SEATS] = {NULL};
    const char *names[BL_MAX_SEATS];
    int n = players_of(m);
    BL_LOCAL struct bl_text why = bl_text_heap();
    const struct bl_bot *bot = cli_ask_bot(cli_value(&m->args, "bots"), &why);
    for (int i = 1; i < n; i++)
        bots[i] = bot;
    *who = bot ? bl_person_of(bot) : NULL;
    bl_name_seats(bots, (unsigned)n, NULL, names);
    for (int i = 1; i < n; i++)
        cli_tell(out, i == 1 ? "%s" : i == n - 1 ? FACT(" and %s") : ", %s", names[i] ? names[i] : "?");
}

/* "health 50, seed 5": what is as nobody would take for granted. */
static void put_set(struct bl_text *out, const struct menu *m)
{
    for (size_t i = 0; i < m->args.given_count; i++) {
        const char *name = m->given[i].option->name, *value = m->given[i].value;
        BL_LOCAL struct bl_text one = bl_text_heap();
        if (strcmp(name, "seed") == 0)
            bl_putf(&one, "seed %s", value);
        else if (strcmp(name, "set") == 0 || strcmp(name, "ruling") == 0)
            bl_put(&one, value);
        if (one.len == 0)
            continue;
        size_t name_end = strcspn(one.s, "=");
        one.s[name_end] = one.s[name_end] ? ' ' : '\0';
        bl_putf(out, out->len > 0 ? ", `%s`" : "`%s`", one.s);
    }
}

void plan_put(struct menu *m)
{
    const struct bl_person *who;
    BL_LOCAL struct bl_text names = bl_text_heap(), set = bl_text_heap();
    const char *preset = cli_value(&m->args, "preset");
    bool one = players_of(m) == 2;
    bool other = preset && strcmp(preset, m->game->presets[0].name) != 0;
    put_opponents(&names, m, &who);
    put_set(&set, m);
    const char *character = who ? who->character : FACT("is a bot");
    put_paragraph(&m->s.page, &m->s, "", 0,
                  one ? other ? FACT("%w: you against %s, who %w; with the rulings that make the better game.")
                              : FACT("%w: you against %s, who %w.")
                  : other ? FACT("%w: you against %s. Each of them %w; with the rulings that make the better game.")
                          : FACT("%w: you against %s. Each of them %w."),
                  m->game->title, names.s, character);
    if (set.len > 0)
        put_paragraph(&m->s.page, &m->s, "", 0, "Set: %s.", set.s);
    if (cli_has(&m->args, "casual"))
        put_paragraph(&m->s.page, &m->s, "", 0, "Casual: any move can be taken back.");
    put_paragraph(&m->s.page, &m->s, "", 0, play_has_lesson(m->game)
                  ? FACT("Enter deals. `lesson` is a guided first game. `players N`, `opponents`, `rulings`, "
                         "`options`, `seed N`, `casual`, `guide`, `back`, `help`.")
                  : FACT("Enter deals. `players N`, `opponents`, `rulings`, `options`, `seed N`, `casual`, `guide`, "
                         "`back`, `help`."));
}

/* The levels; others are found by their names, too. */
static void list_people(struct menu *m)
{
    for (const struct bl_person *p = bl_people(); p->bot; p++) {
        BL_LOCAL struct bl_text text = bl_text_heap();
        if (!bl_find_bot(p->bot)->level)
            continue;
        cli_tell(&text, "%w (%s)", p->character, p->bot);
        put_two_columns(&m->s.page, p->names[0], text.s, 12, m->s.screen.look.columns);
    }
}

/* "power at the start (0 to 1000000)" */
static void put_choices(struct bl_text *out, const struct bl_option *o)
{
    if (!o->names) {
        cli_tell(out, "%w (%d to %d)", o->text, (int)o->min, (int)o->max);
        return;
    }
    bl_put(out, cli_said(o->text));
    for (int i = 0; o->names[i]; i++) {
        bl_putf(out, i > 0 ? ", `%s`" : " (`%s`", o->names[i]);
        bl_putf(out, strcmp(cli_said(o->names[i]), o->names[i]) != 0 ? " %s" : "", cli_said(o->names[i]));
    }
    bl_put_char(out, ')');
}

static void list_options(struct menu *m)
{
    struct bl_setup setup;
    read_setup(m, &setup);
    if (m->game->option_count == 0) {
        put_paragraph(&m->s.page, &m->s, "", 0, "This game has no options.");
        return;
    }
    put_paragraph(&m->s.page, &m->s, "", 0, "As they are now; a name and a value sets one, the name alone makes it "
                  "as usual again:");
    for (int i = 0; i < m->game->option_count; i++) {
        const struct bl_option *o = &m->game->options[i];
        BL_LOCAL struct bl_text left = bl_text_heap(), right = bl_text_heap();
        bl_putf(&left, "%s ", o->name);
        if (setup.options[i] == BL_UNSET)
            bl_put_char(&left, '-');
        else if (o->names)
            bl_put(&left, o->names[setup.options[i]]);
        else
            bl_put_int(&left, setup.options[i]);
        put_choices(&right, o);
        put_two_columns(&m->s.page, left.s, right.s, 20, m->s.screen.look.columns);
    }
}

/* "`as-written` wie es dasteht (letter), `sound` korrekt (table)" */
static void put_values(struct bl_text *out, const struct bl_game *game, int ruling)
{
    const char *const *values = game->rulings[ruling].values;
    const struct bl_preset *letter = &game->presets[0], *table = &game->presets[game->preset_count - 1];
    bool differ = letter->rulings[ruling] != table->rulings[ruling];
    for (unsigned i = 0; values[i]; i++) {
        const char *said = cli_said(values[i]);
        bl_putf(out, i > 0 ? ", `%s`" : "`%s`", values[i]);
        bl_putf(out, strcmp(said, values[i]) != 0 ? " %s" : "", said);
        if (differ && (letter->rulings[ruling] == i || table->rulings[ruling] == i))
            bl_putf(out, " (%s)", letter->rulings[ruling] == i ? letter->name : table->name);
    }
}

static void list_rulings(struct menu *m)
{
    const struct bl_game *game = m->game;
    struct bl_setup setup;
    read_setup(m, &setup);
    if (game->ruling_count == 0) {
        put_paragraph(&m->s.page, &m->s, "", 0, "In this game nothing is left to rulings.");
        return;
    }
    int on = 0;
    while (on < game->preset_count && !is_preset(game, setup.rulings, on))
        on++;
    if (on < game->preset_count)
        put_paragraph(&m->s.page, &m->s, "", 0, "On now: `%s`. `rulings letter` plays as the rulebook says, `rulings table` "
                      "with the rulings that make the better game; a name and a value sets one.", game->presets[on].name);
    else
        put_paragraph(&m->s.page, &m->s, "", 0, "On now: rulings of your own. `rulings letter` plays as the rulebook says, "
                      "`rulings table` with the rulings that make the better game; a name and a value sets one.");
    for (int i = 0; i < game->ruling_count; i++) {
        const struct bl_ruling *r = &game->rulings[i];
        BL_LOCAL struct bl_text left = bl_text_heap(), right = bl_text_heap(), values = bl_text_heap();
        bl_putf(&left, "%s %s", r->name, r->values[setup.rulings[i]]);
        put_values(&values, game, i);
        cli_tell(&right, "%w: %s", r->text, values.s);
        put_two_columns(&m->s.page, left.s, right.s, 28, m->s.screen.look.columns);
    }
}

/* ---- what is typed --------------------------------------------------------------- */

static void set_players(struct menu *m, const char *text)
{
    int64_t n;
    if (bl_read_int(text, m->game->min_players, m->game->max_players, &n))
        menu_choose(m, "players", text);
    else
        play_say("From %d to %d.", m->game->min_players, m->game->max_players);
}

/* One of the people who play as bots, by the beginning of a name or by the bot; NULL: nobody. */
static const struct bl_person *find_person(const char *text)
{
    for (const struct bl_person *p = bl_people(); *text && p->bot; p++) {
        if (text_is(text, p->bot) || (strncasecmp(p->bot, text, strlen(text)) == 0 && !strchr(text, ':')))
            return p;
        for (size_t i = 0; i < BL_PERSON_NAMES; i++)
            if (strncasecmp(p->names[i], text, strlen(text)) == 0)
                return p;
    }
    return NULL;
}

static void set_opponents(struct menu *m, const char *text)
{
    BL_LOCAL struct bl_text why = bl_text_heap();
    const struct bl_person *p = find_person(text);
    if (p)
        menu_choose(m, "bots", p->bot);
    else if (*text && cli_ask_bot(text, &why))
        menu_choose(m, "bots", text);
    else if (why.len > 0)
        play_say("%s: %s.", text, why.s);
    else if (*text)
        play_say("Nobody here is called `%s`: one name, for all of them; `opponents` lists who there is.", text);
    else
        list_people(m);
}

static void set_seed(struct menu *m, const char *text)
{
    uint64_t seed;
    if (*text && !bl_read_number(text, &seed)) {
        play_say("'%s' is not a decimal or 0x number of 64 bits.", text);
        return;
    }
    menu_choose(m, "seed", *text ? text : NULL);
    if (!*text)
        play_say("The cards are dealt by chance.");
}

static const char *const *values_of(const struct bl_game *game, bool option, int i)
{
    return option ? game->options[i].names : game->rulings[i].values;
}

/* The value that is meant by a text: itself, or said in the reader's language. */
static const char *find_value(const char *const *values, const char *text)
{
    for (; values && *values; values++)
        if (text_is(text, *values) || text_is(text, cli_said(*values)))
            return *values;
    return text;
}

static void set_one(struct menu *m, bool option, int i, const char *text)
{
    const char *name = option ? m->game->options[i].name : m->game->rulings[i].name;
    const char *value = find_value(values_of(m->game, option, i), text), *kind = option ? "set" : "ruling";
    struct bl_setup setup;
    BL_LOCAL struct bl_text why = bl_text_heap();
    read_setup(m, &setup);
    if (*value && (option ? bl_setup_option : bl_setup_ruling)(&setup, m->game, name, value, &why)) {
        if (values_of(m->game, option, i))
            play_say(option ? FACT("`%s` has other values; `options` lists them.")
                            : FACT("`%s` has other values; `rulings` lists them."), name);
        else
            play_say("`%s` is from %d to %d.", name, (int)m->game->options[i].min, (int)m->game->options[i].max);
        return;
    }
    choose_pair(m, kind, name, *value ? value : NULL);
    const char *wrong = read_setup(m, &setup);
    if (wrong) {
        play_say("%w.", wrong);
        choose_pair(m, kind, name, NULL);
    }
}

/* "health 50", "health=50", "set health 50": false: no option and no ruling is called so. */
static bool set_by_name(struct menu *m, const char *text)
{
    size_t size = strcspn(text, " \t=");
    const char *value = text + size + strspn(text + size, " \t=");
    for (int i = 0; i < m->game->option_count; i++)
        if (strlen(m->game->options[i].name) == size && strncasecmp(m->game->options[i].name, text, size) == 0)
            return set_one(m, true, i, value), true;
    for (int i = 0; i < m->game->ruling_count; i++)
        if (strlen(m->game->rulings[i].name) == size && strncasecmp(m->game->rulings[i].name, text, size) == 0)
            return set_one(m, false, i, value), true;
    return false;
}

static void set_rulings(struct menu *m, const char *text)
{
    for (int i = 0; i < m->game->preset_count; i++)
        if (text_is(text, m->game->presets[i].name)) {
            menu_choose(m, "preset", m->game->presets[i].name);
            menu_choose(m, "ruling", NULL);
            return;
        }
    if (!*text || !set_by_name(m, text))
        list_rulings(m);
}

static void set_option(struct menu *m, const char *text)
{
    if (!*text || !set_by_name(m, text))
        list_options(m);
}

static void deal(struct menu *m)
{
    struct bl_setup setup;
    const char *wrong = read_setup(m, &setup);
    if (wrong)
        play_say("%w.", wrong);
    m->going = !wrong;
}

const struct menu_word plan_words[] = {
    {"players", true, false}, {"opponents", true, false}, {"bots", true, true}, {"lesson", false, false},
    {"tutorial", false, true}, {"rulings", true, false}, {"preset", true, true}, {"ruling", true, true},
    {"options", false, false}, {"set", true, true}, {"seed", true, false}, {"casual", false, false},
    {"guide", false, false}, {"language", true, false}, {"back", false, false}, {"help", false, false}, {"?", false, true},
    {"quit", false, false}, {"exit", false, true}, {"deal", false, true}, {"play", false, true}, {NULL, false, false},
};

static void carry_out(struct menu *m, const char *word, const char *rest)
{
    if (text_is(word, "deal") || text_is(word, "play"))
        deal(m);
    else if (text_is(word, "players"))
        set_players(m, rest);
    else if (text_is(word, "opponents") || text_is(word, "bots"))
        set_opponents(m, rest);
    else if (text_is(word, "rulings") || text_is(word, "ruling") || text_is(word, "preset"))
        set_rulings(m, rest);
    else if (text_is(word, "options") || text_is(word, "set"))
        set_option(m, rest);
    else if (text_is(word, "seed"))
        set_seed(m, rest);
    else if (text_is(word, "casual"))
        menu_choose(m, "casual", cli_has(&m->args, "casual") ? NULL : "");
    else if (text_is(word, "guide"))
        put_game_guide(&m->s.page, &m->s, m->game, false);
    else if (text_is(word, "language"))
        play_language(rest);
    else if (text_is(word, "back"))
        m->game = NULL;
    else if (text_is(word, "quit") || text_is(word, "exit"))
        m->leaving = true;
    else if (text_is(word, "help") || text_is(word, "?"))
        menu_help(m);
    else
        menu_lesson(m, m->game);
}

void plan_obey(struct menu *m)
{
    const char *text = m->line, *rest = "", *word = menu_word(plan_words, text, false, &rest);
    int64_t n;
    if (!*text)
        deal(m);
    else if (bl_read_int(text, 0, 999, &n))
        set_players(m, text);
    else if (word)
        carry_out(m, word, rest);
    else if (text_is(text, "rules"))   /* an option of one game, but for its own list that of rulings was meant */
        list_rulings(m);
    else if (set_by_name(m, text))
        show(&m->s.page);
    else if ((word = menu_word(plan_words, text, true, &rest)))
        carry_out(m, word, rest);
    else if (find_person(text))
        set_opponents(m, text);
    else
        play_say("`help` says what can be typed here; Enter deals.");
    show_paged(&m->s.screen, &m->s.page);
}

/* ---- what Tab does ----------------------------------------------------------------- */

/* What may follow the name of an option or a ruling; false: that is not typed. */
static bool complete_value(const struct bl_game *game, const char *typed, struct play_completion *out)
{
    for (int i = 0; i < game->option_count + game->ruling_count; i++) {
        bool option = i < game->option_count;
        int at = option ? i : i - game->option_count;
        const char *const *values = values_of(game, option, at), *rest;
        if (!text_begins(typed, option ? game->options[at].name : game->rulings[at].name, &rest) || rest[-1] != ' ')
            continue;
        for (; values && *values; values++)
            completion_add(out, rest, *values);
        return true;
    }
    return false;
}

static void complete_names(const struct bl_game *game, bool options, const char *typed, struct play_completion *out)
{
    BL_LOCAL struct bl_text name = bl_text_heap();
    for (int i = 0; i < (options ? game->option_count : game->ruling_count); i++) {
        bl_text_clear(&name);
        bl_putf(&name, "%s ", options ? game->options[i].name : game->rulings[i].name);
        completion_add(out, typed, name.s);
    }
}

void plan_complete(const struct menu *m, const char *typed, struct play_completion *out)
{
    const char *rest;
    if ((text_begins(typed, "opponents", &rest) || text_begins(typed, "bots", &rest)) && rest[-1] == ' ') {
        for (const struct bl_person *p = bl_people(); p->bot; p++) {
            for (size_t i = 0; i < (*rest ? BL_PERSON_NAMES : 1); i++)
                completion_add(out, rest, p->names[i]);
            if (*rest)
                completion_add(out, rest, p->bot);
        }
        return;
    }
    bool rulings = text_begins(typed, "rulings", &rest) && rest[-1] == ' ';
    for (int i = 0; rulings && i < m->game->preset_count; i++)
        completion_add(out, rest, m->game->presets[i].name);
    const char *from = rulings ? rest : typed;
    if (complete_value(m->game, from, out))
        return;
    complete_names(m->game, false, from, out);
    if (!rulings) {
        complete_names(m->game, true, from, out);
        menu_complete_words(plan_words, typed, out);
    }
}
