/* play_menu.c - `bylaw play` without a game: which one, against whom, or a saved one. What is chosen
 * becomes options of the call. */
#include <assert.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "base/number.h"
#include "play.h"

enum { MOST_SAVED = 9, MOST_ADDED = 16, MOST_OPTIONS = 32 };

struct saved {
    char *file;
    const struct bl_game *game;
    time_t at;
};

struct menu {
    struct session s;                /* only its screen and page are used */
    struct cli_args args;
    struct cli_given given[MOST_ADDED];
    const char *word;                /* of the game, as the one word of the call */
    struct saved saved[MOST_SAVED + 1];
    size_t game_count, saved_count;
    const struct bl_game *game;      /* that is being set up; NULL: none is chosen yet */
    bool going, leaving;
    bool new_here;                   /* nobody has played anything here yet */
    char line[PLAY_MAX_LINE];
    char *values[MOST_OPTIONS];      /* what was chosen, by option */
};

/* ---- what is chosen --------------------------------------------------------- */

/* An option of the call, in place of what was chosen before; NULL: none of it. */
static void choose(struct menu *m, const char *name, const char *value)
{
    size_t n = 0;
    for (size_t i = 0; i < m->args.given_count; i++)
        if (strcmp(m->given[i].option->name, name) != 0)
            m->given[n++] = m->given[i];
    const struct cli_option *o = m->args.command->options;
    while (strcmp(o->name, name) != 0)
        o++;
    m->args.given_count = n;
    size_t at = (size_t)(o - m->args.command->options);
    assert(at < MOST_OPTIONS);
    if (value && n < MOST_ADDED) {
        char *old = m->values[at];
        m->values[at] = bl_copy_of(value, strlen(value) + 1);
        free(old);
        m->given[m->args.given_count++] = (struct cli_given){o, m->values[at]};
    }
}

static int players_of(const struct menu *m)
{
    const char *given = cli_value(&m->args, "players");
    uint64_t n;
    return given && bl_read_number(given, &n) ? (int)n
           : m->game->first_players           ? m->game->first_players
                                              : m->game->usual_players;
}

/* ---- saved games ------------------------------------------------------------ */

/* The game of a file that begins as a transcript does and does not end as one; NULL: it is none. */
static const struct bl_game *running_game(const char *file)
{
    char head[400] = "", tail[400] = "", id[64] = "";
    FILE *from = fopen(file, "r");
    if (!from)
        return NULL;
    size_t n = fread(head, 1, sizeof head - 1, from);
    if (fseek(from, -(long)(sizeof tail - 1), SEEK_END) != 0)
        rewind(from);
    size_t end = fread(tail, 1, sizeof tail - 1, from);
    fclose(from);
    head[n] = tail[end] = '\0';
    const char *named = strstr(head, "\"game\":\"");
    if (strncmp(head, "{\"bylaw\":", 9) != 0 || !named || strstr(tail, "{\"t\":\"end\""))
        return NULL;
    snprintf(id, sizeof id, "%.*s", (int)strcspn(named + 8, "\""), named + 8);
    return bl_find_game(id);
}

static int later_first(const void *a, const void *b)
{
    const struct saved *x = a, *y = b;
    return x->at != y->at ? (x->at < y->at ? 1 : -1) : strcmp(x->file, y->file);
}

/* Games in this folder that can go on, the latest first. */
static void find_saved(struct menu *m)
{
    enum { LARGEST = 4 << 20 };
    DIR *dir = opendir(".");
    for (struct dirent *e; dir && (e = readdir(dir)) != NULL;) {
        struct stat about;
        if (e->d_name[0] == '.' || stat(e->d_name, &about) != 0 || !S_ISREG(about.st_mode) ||
            about.st_size > LARGEST)
            continue;
        const struct bl_game *game = running_game(e->d_name);
        if (!game)
            continue;
        if (m->saved_count > MOST_SAVED)   /* the last place is for the next one */
            free(m->saved[--m->saved_count].file);
        m->saved[m->saved_count++] = (struct saved){bl_copy_of(e->d_name, strlen(e->d_name) + 1), game, about.st_mtime};
        qsort(m->saved, m->saved_count, sizeof *m->saved, later_first);
    }
    if (dir)
        closedir(dir);
    if (m->saved_count > MOST_SAVED)
        free(m->saved[--m->saved_count].file);
}

/* ---- names ------------------------------------------------------------------ */

static const char *game_name(size_t i)
{
    return bl_games()[i] ? bl_games()[i]->id : NULL;
}

/* By number, by the beginning of its name or title, or nearly so; NULL: none, or several. */
static const struct bl_game *find_game(const struct menu *m, const char *text)
{
    int64_t number;
    const struct bl_game *found = NULL;
    char first[64] = "";
    if (bl_read_int(text, 1, (int64_t)m->game_count, &number))
        return bl_games()[number - 1];
    unsigned count = 0;
    for (size_t i = 0; *text && bl_games()[i]; i++)
        if (strncasecmp(bl_games()[i]->id, text, strlen(text)) == 0 ||
            strncasecmp(bl_games()[i]->title, text, strlen(text)) == 0) {
            if (text_is(text, bl_games()[i]->id))
                return bl_games()[i];
            found = bl_games()[i];
            count++;
        }
    snprintf(first, sizeof first, "%s", text);
    for (char *c = first; *c; c++)
        *c = *c >= 'A' && *c <= 'Z' ? (char)(*c + 'a' - 'A') : *c == ' ' ? '-' : *c;
    const char *near = count == 0 ? cli_nearest(first, game_name) : NULL;
    return near ? bl_find_game(near) : count == 1 ? found : NULL;
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

/* ---- which game ------------------------------------------------------------- */

static void put_games(struct menu *m)
{
    struct bl_text *out = &m->s.page;
    for (size_t i = 0; bl_games()[i]; i++) {
        const struct bl_game *g = bl_games()[i];
        const char *goal = cli_said(g->guide->text);
        bl_putf(out, "  %d  ", (int)i + 1);
        put_styled(out, &m->s.screen, STYLE_STRONG, cli_said(g->title));
        put_paragraph(out, &m->s, "", 5, ": %d to %d players, about %d minutes.", g->min_players,
                      g->max_players, g->minutes);
        /* On a small screen a sentence must do, on a smaller one none. */
        bool wide = m->s.screen.look.columns >= 70 && m->s.screen.rows > 28;
        BL_LOCAL struct bl_text said = bl_text_heap();
        bl_put_bytes(&said, goal, wide ? strlen(goal) : strcspn(goal, ".") + 1);
        if (m->s.screen.look.columns >= 60 || m->s.screen.rows > 28)
            put_paragraph(out, &m->s, "     ", 5, "%s", said.s);
    }
    for (size_t i = 0; i < m->saved_count; i++) {
        bl_putf(out, "  %d  ", (int)(m->game_count + i) + 1);
        BL_LOCAL struct bl_text name = bl_text_heap();
        bl_put(&name, m->saved[i].file);
        cli_plain(&name, "");
        put_paragraph(out, &m->s, "", 5, "go on with %s (%w)", name.s, m->saved[i].game->title);
    }
}

static void show_games(struct menu *m)
{
    put_games(m);
    show(&m->s.page);
}

/* What can be typed: where a game is chosen, where it is set up, or at both. */
static void help(struct menu *m)
{
    enum { CHOOSE = 1, SET_UP = 2, BOTH = 3 };
    static const struct {
        unsigned where;
        const char *left, *text;
    } rows[] = {
        {CHOOSE, "NUMBER", FACT("that game of the list, or that saved game")},
        {CHOOSE, "NAME", FACT("a game by its name, or the beginning of it; what is set is asked next")},
        {CHOOSE, "lesson NAME", FACT("a guided first game, with something to type at every step")},
        {CHOOSE, "guide NAME", FACT("what a game is about and how it is played")},
        {CHOOSE, "resume FILE", FACT("goes on with a game that was saved")},
        {CHOOSE, "games", FACT("the list again")},
        {SET_UP, "Enter", FACT("deals the cards")},
        {SET_UP, "players N", FACT("how many sit at the table, you among them")},
        {SET_UP, "opponents NAME", FACT("who plays against you; `opponents` lists them by strength")},
        {SET_UP, "lesson", FACT("a guided first game, where there is one")},
        {SET_UP, "rulings NAME", FACT("`letter`: as the rulebook says; `table`: what makes the better game")},
        {SET_UP, "casual", FACT("any move can be taken back")},
        {SET_UP, "guide", FACT("what the game is about and how it is played")},
        {SET_UP, "back", FACT("another game")},
        {BOTH, "language NAME", FACT("another language: en, de, sk; commands and moves stay as they are")},
        {BOTH, "quit", FACT("ends this")},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].where & (m->game ? SET_UP : CHOOSE))
            put_two_columns(&m->s.page, rows[i].left, cli_said(rows[i].text), 17, m->s.screen.look.columns);
    show(&m->s.page);
}

static void resume(struct menu *m, const char *file)
{
    choose(m, "resume", file);
    choose(m, "save", file);
    m->going = true;
}

/* A lesson has its own deal: what was chosen before and does not go with it is forgotten. */
static void begin_lesson(struct menu *m, const struct bl_game *game)
{
    if (!play_has_lesson(game)) {
        put_no_lesson(&m->s, game);
        show_paged(&m->s.screen, &m->s.page);
        return;
    }
    for (const struct cli_option *o = m->args.command->options; o->name; o++)
        if (!goes_with_lesson(o->name))
            choose(m, o->name, NULL);
    choose(m, "tutorial", "");
    m->game = game;
    m->going = true;
}

static void say_no_game(const char *text)
{
    play_say("There is no game `%s` here; its number or name, `help`, or `quit`.", text);
}

/* What Enter takes: the first of the shortest games. */
static const struct bl_game *usual_game(void)
{
    const struct bl_game *least = bl_games()[0];
    for (size_t i = 1; bl_games()[i]; i++)
        least = bl_games()[i]->minutes < least->minutes ? bl_games()[i] : least;
    return least;
}

static void obey_game(struct menu *m)
{
    const char *text = *m->line ? m->line : usual_game()->id, *rest;
    int64_t number;
    if (text_is(text, "help") || text_is(text, "?")) {
        help(m);
    } else if (text_is(text, "games")) {
        show_games(m);
    } else if (text_is(text, "quit") || text_is(text, "exit")) {
        m->leaving = true;
    } else if (text_begins(text, "language", &rest)) {
        play_language(rest);
        show_games(m);
    } else if (text_begins(text, "resume", &rest)) {
        if (*rest)
            resume(m, rest);
        else if (m->saved_count > 0)
            resume(m, m->saved[0].file);
        else
            play_say("Which file? `resume FILE`; no saved game lies in this folder.");
    } else if (text_begins(text, "guide", &rest)) {
        const struct bl_game *g = find_game(m, rest);
        if (g)
            put_game_guide(&m->s.page, &m->s, g, false);
        else
            say_no_game(rest);
        show_paged(&m->s.screen, &m->s.page);
    } else if (text_begins(text, "lesson", &rest) || text_begins(text, "tutorial", &rest)) {
        const struct bl_game *g = *rest ? find_game(m, rest) : usual_game();
        if (g)
            begin_lesson(m, g);
        else
            say_no_game(rest);
    } else if (bl_read_int(text, (int64_t)m->game_count + 1,
                           (int64_t)(m->game_count + m->saved_count), &number)) {
        resume(m, m->saved[(size_t)number - m->game_count - 1].file);
    } else if (!(m->game = find_game(m, text))) {
        say_no_game(text);
    }
}

/* ---- how it is played -------------------------------------------------------- */

#define USUAL_OPPONENT "casual"   /* as on the page */

/* "Bea, Theo and Mara" */
static void put_opponents(struct bl_text *out, const struct menu *m, const struct bl_person **who)
{
    const struct bl_bot *bots[BL_MAX_SEATS] = {NULL};
    const char *names[BL_MAX_SEATS], *asked = cli_value(&m->args, "bots");
    int n = players_of(m);
    BL_LOCAL struct bl_text why = bl_text_heap();
    const struct bl_bot *bot = cli_ask_bot(asked ? asked : USUAL_OPPONENT, &why);
    for (int i = 1; i < n; i++)
        bots[i] = bot;
    *who = bot ? bl_person_of(bot) : NULL;
    bl_name_seats(bots, (unsigned)n, NULL, names);
    for (int i = 1; i < n; i++)
        cli_tell(out, i == 1 ? "%s" : i == n - 1 ? FACT(" and %s") : ", %s", names[i] ? names[i] : "?");
}

static void put_plan(struct menu *m)
{
    const struct bl_person *who;
    BL_LOCAL struct bl_text names = bl_text_heap();
    const char *preset = cli_value(&m->args, "preset");
    bool one = players_of(m) == 2;
    bool other = preset && strcmp(preset, m->game->presets[0].name) != 0;
    put_opponents(&names, m, &who);
    const char *character = who ? who->character : FACT("is a bot");
    put_paragraph(&m->s.page, &m->s, "", 0,
                  one ? other ? FACT("%w: you against %s, who %w; with the rulings that make the better game.")
                              : FACT("%w: you against %s, who %w.")
                  : other ? FACT("%w: you against %s. Each of them %w; with the rulings that make the better game.")
                          : FACT("%w: you against %s. Each of them %w."),
                  m->game->title, names.s, character);
    if (cli_has(&m->args, "casual"))
        put_paragraph(&m->s.page, &m->s, "", 0, "Casual: any move can be taken back.");
    put_paragraph(&m->s.page, &m->s, "", 0, play_has_lesson(m->game)
                  ? FACT("Enter deals. `lesson` is a guided first game. `players N`, `opponents`, `rulings`, "
                         "`casual`, `guide`, `back`, `help`.")
                  : FACT("Enter deals. `players N`, `opponents`, `rulings`, `casual`, `guide`, `back`, `help`."));
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
    show(&m->s.page);
}

static void set_players(struct menu *m, const char *text)
{
    int64_t n;
    if (bl_read_int(text, m->game->min_players, m->game->max_players, &n))
        choose(m, "players", text);
    else
        play_say("From %d to %d.", m->game->min_players, m->game->max_players);
}

static void set_opponents(struct menu *m, const char *text)
{
    BL_LOCAL struct bl_text why = bl_text_heap();
    const struct bl_person *p = find_person(text);
    if (p)
        choose(m, "bots", p->bot);
    else if (*text && cli_ask_bot(text, &why))
        choose(m, "bots", text);
    else if (why.len > 0)
        play_say("%s: %s.", text, why.s);
    else if (*text)
        play_say("Nobody here is called `%s`: one name, for all of them; `opponents` lists who there is.", text);
    else
        list_people(m);
}

static void set_preset(struct menu *m, const char *text)
{
    for (int i = 0; i < m->game->preset_count; i++)
        if (text_is(text, m->game->presets[i].name)) {
            choose(m, "preset", m->game->presets[i].name);
            return;
        }
    const char *given = cli_value(&m->args, "preset"), *on = given ? given : m->game->presets[0].name;
    put_paragraph(&m->s.page, &m->s, "", 0, "On now: `%s`. `rulings letter` plays as the rulebook says, `rulings table` "
                  "with the rulings that make the better game.", on);
    unsigned differ = 0;
    for (int i = 0; i < m->game->ruling_count; i++) {
        const struct bl_ruling *r = &m->game->rulings[i];
        unsigned letter = m->game->presets[0].rulings[i], table = m->game->presets[m->game->preset_count - 1].rulings[i];
        differ += letter != table;
        if (letter != table)
            put_paragraph(&m->s.page, &m->s, "  ", 4, "%w: `letter` %s, `table` %s.", r->text, r->values[letter],
                          r->values[table]);
    }
    if (differ == 0)
        put_paragraph(&m->s.page, &m->s, "", 0, "In this game both are the same.");
}

static void obey_plan(struct menu *m)
{
    static const char *const words[] = {"players", "opponents", "bots", "lesson", "tutorial",
                                        "rulings", "preset", "casual", "guide", "language", "back", "help",
                                        "quit", "deal", "play", NULL};
    const char *text = m->line, *rest = text + strcspn(text, " \t"), *word = NULL;
    size_t size = (size_t)(rest - text);
    rest = skip_spaces(rest);
    for (size_t i = 0; size > 0 && words[i] && !word; i++)
        word = strncasecmp(words[i], text, size) == 0 ? words[i] : NULL;
    int64_t n;
    if (!*text || (word && (text_is(word, "deal") || text_is(word, "play")))) {
        m->going = true;
        if (!cli_has(&m->args, "bots") && !cli_has(&m->args, "persons"))
            choose(m, "bots", USUAL_OPPONENT);
    } else if (bl_read_int(text, 0, 999, &n))
        set_players(m, text);
    else if (!word && find_person(text))
        set_opponents(m, text);
    else if (!word)
        play_say("`help` says what can be typed here; Enter deals.");
    else if (text_is(word, "players"))
        set_players(m, rest);
    else if (text_is(word, "opponents") || text_is(word, "bots"))
        set_opponents(m, rest);
    else if (text_is(word, "rulings") || text_is(word, "preset"))
        set_preset(m, rest);
    else if (text_is(word, "casual"))
        choose(m, "casual", cli_has(&m->args, "casual") ? NULL : "");
    else if (text_is(word, "guide"))
        put_game_guide(&m->s.page, &m->s, m->game, false);
    else if (text_is(word, "language"))
        play_language(rest);
    else if (text_is(word, "back"))
        m->game = NULL;
    else if (text_is(word, "quit"))
        m->leaving = true;
    else if (text_is(word, "help"))
        help(m);
    else
        begin_lesson(m, m->game);
    show_paged(&m->s.screen, &m->s.page);
}

/* ---- the whole ---------------------------------------------------------------- */

static bool complete(struct session *s, const char *before, struct play_completion *out)
{
    const struct menu *m = (const struct menu *)s;
    static const char *const first[] = {"lesson ", "guide ", "resume ", "games", "language ", "help",
                                        "quit", NULL};
    static const char *const then[] = {"players ", "opponents ", "lesson", "rulings ", "casual",
                                       "guide", "language ", "back", "help", "quit", NULL};
    const char *typed = skip_spaces(before), *rest;
    if (complete_language(typed, out))
        return completion_done(out);
    if (!m->game && text_begins(typed, "resume", &rest) && rest > typed + 6)
        return complete_file(s, rest, out);
    if (m->game && (text_begins(typed, "opponents", &rest) || text_begins(typed, "bots", &rest)) && rest[-1] == ' ')
        for (const struct bl_person *p = bl_people(); p->bot; p++) {
            for (size_t i = 0; i < (*rest ? BL_PERSON_NAMES : 1); i++)
                completion_add(out, rest, p->names[i]);
            if (*rest)
                completion_add(out, rest, p->bot);
        }
    else if (m->game && text_begins(typed, "rulings", &rest) && rest[-1] == ' ')
        for (int i = 0; i < m->game->preset_count; i++)
            completion_add(out, rest, m->game->presets[i].name);
    else {
        bool after = !m->game && (text_begins(typed, "lesson", &rest) || text_begins(typed, "guide", &rest)) &&
                     rest[-1] == ' ';
        for (size_t i = 0; !after && (m->game ? then : first)[i]; i++)
            completion_add(out, typed, (m->game ? then : first)[i]);
        for (size_t i = 0; !m->game && bl_games()[i]; i++)
            completion_add(out, after ? rest : typed, bl_games()[i]->id);
    }
    return completion_done(out);
}

/* What is asked: which game, or how. */
static void put_question(struct menu *m)
{
    if (!m->game && m->new_here)
        put_paragraph(&m->s.page, &m->s, "", 2, "New here? `lesson` plays a first game of %w with you, and says at "
                      "every step what to do and why.", usual_game()->title);
    if (m->game)
        put_plan(m);
    else
        put_paragraph(&m->s.page, &m->s, "", 2, "Which game? Its number or name; Enter takes %w. `lesson` and a "
                      "number teaches it; `help` says more.", usual_game()->title);
}

static void draw_again(struct session *s)
{
    struct menu *m = (struct menu *)s;
    screen_measure(&s->screen);
    if (!m->game)
        put_games(m);
    put_question(m);
    show_last(&s->screen, &s->page);
}

/* Good defaults, where the call says nothing else. */
static void begin_plan(struct menu *m, const struct cli_args *args)
{
    char number[16];
    snprintf(number, sizeof number, "%d", m->game->first_players);
    if (m->game->first_players > 0 && !cli_has(args, "players"))
        choose(m, "players", number);
    if (m->game->first_preset && !cli_has(args, "preset"))
        choose(m, "preset", m->game->first_preset);
}

bool play_menu(const struct cli_args *args, const struct screen *screen, struct cli_args *chosen)
{
    static struct menu menu;
    struct menu *m = &menu;
    const struct play_live live = {&m->s, NULL, complete, draw_again};
    while (m->saved_count > 0)   /* it may have been asked before */
        free(m->saved[--m->saved_count].file);
    m->game_count = 0;
    m->game = NULL;
    m->going = m->leaving = false;
    m->s.screen = *screen;
    m->s.page = bl_text_heap();
    m->args = *args;
    m->args.given = m->given;
    for (size_t i = 0; i < args->given_count && i < MOST_ADDED; i++)
        m->given[i] = args->given[i];
    while (bl_games()[m->game_count])
        m->game_count++;
    find_saved(m);
    m->new_here = play_knows_nothing();
    show_games(m);
    const struct bl_game *last = NULL;
    while (!m->going && !m->leaving) {
        screen_measure(&m->s.screen);
        if (m->game && m->game != last)
            begin_plan(m, args);
        put_question(m);
        show(&m->s.page);
        last = m->game;
        enum line_got got = ask_line(&m->s, m->game ? m->game->id : cli_said("game"), &live, m->line);
        m->new_here = false;   /* that was read */
        spell_command(m->line);
        if (got == LINE_END || got == LINE_INTERRUPTED)
            m->leaving = true;
        else if (!play_odd_line(got) && m->game)
            obey_plan(m);
        else if (got == LINE_READ)
            obey_game(m);
    }
    if (m->game) {
        m->word = m->game->id;
        m->args.words = &m->word;
        m->args.word_count = 1;
    }
    *chosen = m->args;
    bl_text_free(&m->s.page);
    return m->going;
}
