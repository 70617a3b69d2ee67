/* play_menu.c - `bylaw play` without a game: which one, against whom, or a saved one. What is chosen
 * becomes options of the call. */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "base/number.h"
#include "play_menu.h"

/* ---- what is chosen --------------------------------------------------------- */

static void drop(struct menu *m, size_t at)
{
    size_t after = --m->args.given_count - at;
    free(m->values[at]);
    memmove(&m->given[at], &m->given[at + 1], after * sizeof *m->given);
    memmove(&m->values[at], &m->values[at + 1], after * sizeof *m->values);
}

void menu_add(struct menu *m, const char *name, const char *value)
{
    const struct cli_option *o = m->args.command->options;
    while (strcmp(o->name, name) != 0)
        o++;
    if (m->args.given_count == MOST_CHOSEN)
        return;
    size_t at = m->args.given_count++;
    m->values[at] = bl_copy_of(value, strlen(value) + 1);
    m->given[at] = (struct cli_given){o, m->values[at]};
}

void menu_choose(struct menu *m, const char *name, const char *value)
{
    BL_LOCAL struct bl_text kept = bl_text_heap();   /* it may be what is dropped */
    bl_put(&kept, value ? value : "");
    for (size_t i = m->args.given_count; i > 0; i--)
        if (strcmp(m->given[i - 1].option->name, name) == 0)
            drop(m, i - 1);
    if (value)
        menu_add(m, name, kept.len > 0 ? kept.s : "");
}

void menu_forget(struct menu *m)
{
    for (size_t i = 0; i < m->args.given_count; i++)
        free(m->values[i]);
    m->args = *m->call;
    m->args.given = m->given;
    m->args.given_count = m->call->given_count < MOST_CHOSEN ? m->call->given_count : MOST_CHOSEN;
    for (size_t i = 0; i < m->args.given_count; i++) {
        m->given[i] = m->call->given[i];
        m->values[i] = NULL;
    }
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

/* The shortest first: the easiest to learn. Past the last: NULL. */
static const struct bl_game *nth_game(size_t n)
{
    const struct bl_game *const *all = bl_games();
    for (size_t i = 0; all[i]; i++) {
        size_t place = 0;
        for (size_t k = 0; all[k]; k++)
            place += all[k]->minutes < all[i]->minutes || (all[k]->minutes == all[i]->minutes && k < i);
        if (place == n)
            return all[i];
    }
    return NULL;
}

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
        return nth_game((size_t)number - 1);
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

/* ---- which game ------------------------------------------------------------- */

static void put_games(struct menu *m)
{
    struct bl_text *out = &m->s.page;
    for (size_t i = 0; i < m->game_count; i++) {
        const struct bl_game *g = nth_game(i);
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

/* Where a game is chosen, where it is set up, or at both. */
void menu_help(struct menu *m)
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
        {SET_UP, "rulings NAME", FACT("`letter`: as the rulebook says; `table`: what makes the better game; `rulings` lists each")},
        {SET_UP, "options", FACT("what else can be set in this game")},
        {SET_UP, "NAME VALUE", FACT("one of the options or rulings, as their lists have them; the name alone: as usual")},
        {SET_UP, "seed N", FACT("deals the cards of that seed; `seed` alone: by chance")},
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

/* A file that no game can go on from is no end of the menu. */
static void resume(struct menu *m, const char *file)
{
    BL_LOCAL struct bl_text why = bl_text_heap();
    struct bl_match *saved = play_saved_match(file, &why);
    if (!saved) {
        cli_plain(&why, "");
        play_say("%s.", why.s);
        return;
    }
    bl_match_free(saved);
    menu_choose(m, "resume", file);
    menu_choose(m, "save", file);
    m->going = true;
}

/* A lesson has its own deal: what was chosen before and does not go with it is forgotten. */
void menu_lesson(struct menu *m, const struct bl_game *game)
{
    if (!play_has_lesson(game)) {
        put_no_lesson(&m->s, game);
        show_paged(&m->s.screen, &m->s.page);
        return;
    }
    for (const struct cli_option *o = m->args.command->options; o->name; o++)
        if (!goes_with_lesson(o->name))
            menu_choose(m, o->name, NULL);
    menu_choose(m, "tutorial", "");
    m->game = game;
    m->going = true;
}

static void say_no_game(const char *text)
{
    play_say("There is no game `%s` here; its number or name, `help`, or `quit`.", text);
}

static const struct menu_word first_words[] = {
    {"lesson", true, false}, {"tutorial", true, true}, {"guide", true, false}, {"resume", true, false},
    {"games", false, false}, {"language", true, false}, {"help", false, false}, {"?", false, true},
    {"quit", false, false}, {"exit", false, true}, {NULL, false, false},
};

/* Whether a game is called so, or its name begins so. */
static bool begins_game(const char *text)
{
    bool begins = false;
    for (size_t i = 0; *text && bl_games()[i]; i++)
        begins |= strncasecmp(bl_games()[i]->id, text, strlen(text)) == 0 ||
                  strncasecmp(bl_games()[i]->title, text, strlen(text)) == 0;
    return begins;
}

static void carry_out(struct menu *m, const char *word, const char *rest)
{
    const struct bl_game *g = *rest ? find_game(m, rest) : nth_game(0);
    if (text_is(word, "help") || text_is(word, "?")) {
        menu_help(m);
    } else if (text_is(word, "games")) {
        show_games(m);
    } else if (text_is(word, "quit") || text_is(word, "exit")) {
        m->leaving = true;
    } else if (text_is(word, "language")) {
        play_language(rest);
        show_games(m);
    } else if (text_is(word, "resume")) {
        if (strcmp(rest, "-") != 0 && (*rest || m->saved_count > 0))   /* lines are read from there */
            resume(m, *rest ? rest : m->saved[0].file);
        else
            play_say("Which file? `resume FILE`; no saved game lies in this folder.");
    } else if (!g) {
        say_no_game(rest);
    } else if (text_is(word, "guide")) {
        put_game_guide(&m->s.page, &m->s, g, false);
        show_paged(&m->s.screen, &m->s.page);
    } else {
        menu_lesson(m, g);
    }
}

static void obey_game(struct menu *m)
{
    const char *text = *m->line ? m->line : nth_game(0)->id, *rest = "";
    const char *word = menu_word(first_words, text, false, &rest);
    int64_t number;
    if (!word && !begins_game(text))
        word = menu_word(first_words, text, true, &rest);
    if (word)
        carry_out(m, word, rest);
    else if (bl_read_int(text, (int64_t)m->game_count + 1, (int64_t)(m->game_count + m->saved_count), &number))
        resume(m, m->saved[(size_t)number - m->game_count - 1].file);
    else if (!(m->game = find_game(m, text)))
        say_no_game(text);
}

/* ---- the whole ---------------------------------------------------------------- */

const char *menu_word(const struct menu_word *words, const char *text, bool cut, const char **rest)
{
    size_t size = strcspn(text, " \t");
    *rest = skip_spaces(text + size);
    for (; words->name; words++) {
        struct spelling both = spelling_of(words->name);
        bool whole = (strlen(both.english) == size && strncasecmp(both.english, text, size) == 0) ||
                     (strlen(both.own) == size && strncasecmp(both.own, text, size) == 0);
        if (size > 0 && (cut ? begun_as(&both, text, size) != NULL : whole))
            return words->name;
    }
    return NULL;
}

void menu_complete_words(const struct menu_word *words, const char *typed, struct play_completion *out)
{
    for (; words->name; words++)
        if (!words->alias)
            completion_add_command(out, typed, words->name, words->follows);
}

static bool complete(struct session *s, const char *before, struct play_completion *out)
{
    const struct menu *m = (const struct menu *)s;
    static char typed[PLAY_MAX_LINE];
    const char *rest;
    snprintf(typed, sizeof typed, "%s", skip_spaces(before));
    if (strchr(typed, ' '))
        spell_command(typed);
    if (complete_language(typed, out))
        return completion_done(out);
    if (!m->game && text_begins(typed, "resume", &rest) && rest > typed + 6)
        return complete_file(s, rest, out);
    if (m->game) {
        plan_complete(m, typed, out);
        return completion_done(out);
    }
    bool after = (text_begins(typed, "lesson", &rest) || text_begins(typed, "guide", &rest)) && rest[-1] == ' ';
    if (!after)
        menu_complete_words(first_words, typed, out);
    for (size_t i = 0; bl_games()[i]; i++)
        completion_add(out, after ? rest : typed, bl_games()[i]->id);
    return completion_done(out);
}

/* What is asked: which game, or how. */
static void put_question(struct menu *m)
{
    if (!m->game && m->new_here)
        put_paragraph(&m->s.page, &m->s, "", 2, "New here? `lesson` plays a first game of %w with you, and says at "
                      "every step what to do and why.", nth_game(0)->title);
    if (m->game)
        plan_put(m);
    else
        put_paragraph(&m->s.page, &m->s, "", 2, "Which game? Its number or name; Enter takes %w. `lesson` and a "
                      "number teaches it; `help` says more.", nth_game(0)->title);
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
    m->call = args;
    menu_forget(m);
    while (bl_games()[m->game_count])
        m->game_count++;
    find_saved(m);
    m->new_here = play_knows_nothing();
    show_games(m);
    const struct bl_game *last = NULL;
    while (!m->going && !m->leaving) {
        screen_measure(&m->s.screen);
        if (m->game != last)
            menu_forget(m);
        if (m->game && m->game != last)
            plan_begin(m);
        put_question(m);
        show(&m->s.page);
        last = m->game;
        enum line_got got = ask_line(&m->s, m->game ? m->game->id : cli_said("game"), &live, m->line);
        m->new_here = false;   /* that was read */
        spell_command(m->line);
        if (got == LINE_END || got == LINE_INTERRUPTED)
            m->leaving = true;
        else if (!play_odd_line(got) && m->game)
            plan_obey(m);
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
