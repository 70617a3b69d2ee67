/* play.c - `bylaw play`: the call, who sits where, and the choice of a game. */
#include "play.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/number.h"
#include "play/learn.h"

/* ---- who sits where ------------------------------------------------------- */

/* "0,2", "all" or "none" as a set of seats. */
static uint32_t read_persons(const char *given, int players)
{
    uint32_t set = 0;
    if (strcmp(given, "all") == 0)
        return (UINT32_C(1) << players) - 1;
    if (strcmp(given, "none") == 0)
        return 0;
    for (const char *p = given, *next; p; p = next) {
        uint64_t seat;
        if (!bl_take_number(&p, (uint64_t)players - 1, &seat) || (*p != ',' && *p))
            cli_wrong_said("--persons: '%s' is not a list of seats from 0 to %d, all or none", given, players - 1);
        set |= UINT32_C(1) << seat;
        next = *p ? p + 1 : NULL;
    }
    return set;
}

/* One bot for all, or one for each seat that a bot has, in the order of seats. */
static void seat_bots(struct bl_match *m, uint32_t persons, const char *given, bool named)
{
    const struct bl_bot *bots[BL_MAX_SEATS];
    int count = cli_bots("--bots", given, bots);
    int taken = 0, wanted = 0, players = bl_match_setup(m)->players;
    for (int seat = 0; seat < players; seat++)
        wanted += !(persons >> seat & 1);
    if (count > 0 && wanted == 0 && named)
        cli_wrong_said("--bots: persons sit at all seats");
    if (count != 1 && count != wanted)
        cli_wrong_said(wanted == 1 ? FACT("--bots: %d bots for %d seat; give one")
                                   : FACT("--bots: %d bots for %d seats; give one for all, or one each"), count, wanted);
    for (int i = 0; i < count; i++)
        cli_warn_of(bots[i], bl_match_game(m), bl_match_setup(m));
    for (int seat = 0; seat < players; seat++)
        bl_match_seat(m, seat, persons >> seat & 1 ? NULL : bots[count == 1 ? 0 : taken++]);
}

static void seat_all(const struct cli_args *args, struct bl_match *m)
{
    const char *persons = cli_value(args, "persons"), *bots = cli_value(args, "bots");
    bool only_bots = cli_has(args, "watch");
    if (only_bots && persons)
        cli_wrong_said("play: --watch is for bots alone; leave --persons out");
    if (!persons)
        persons = only_bots ? "none" : "0";
    seat_bots(m, read_persons(persons, bl_match_setup(m)->players), bots ? bots : "greedy",
              bots != NULL);
}

/* ---- what games add ------------------------------------------------------- */

const struct play_extra *play_extra(const struct bl_game *game)
{
    static const struct play_extra *const extras[] = {&wars_extra};
    static const struct play_extra none = {0};
    for (size_t i = 0; i < sizeof extras / sizeof *extras; i++)
        if (strcmp(extras[i]->game, game->id) == 0)
            return extras[i];
    return &none;
}

/* ---- the call ------------------------------------------------------------- */

struct bl_match *play_saved_match(const char *file, struct bl_text *why)
{
    BL_LOCAL struct bl_text text = bl_text_heap(), wrong = bl_text_heap();
    if (!cli_read_file(file, CLI_MAX_INPUT, &text, why))
        return NULL;
    const char *mistaken = text.len > 0 ? cli_mistaken(text.s, false) : NULL;
    struct bl_match *m = mistaken ? NULL : bl_match_resume(NULL, text.len > 0 ? text.s : "", text.len, &wrong);
    if (!m)
        bl_putf(why, "%s: %s", file, mistaken ? cli_said(mistaken) : wrong.s);
    return m;
}

static struct bl_match *resume(const struct cli_args *args, const char *file)
{
    static const char *const fixed[] = {"players", "seed", "set", "preset", "ruling", "casual", NULL};
    cli_refuse(args, fixed, FACT("is fixed by the game that --resume takes up"));
    BL_LOCAL struct bl_text why = bl_text_heap();
    struct bl_match *m = play_saved_match(file, &why);
    if (!m)
        cli_wrong("%s", why.s);
    if (args->word_count > 0 && cli_game(args->words[0]) != bl_match_game(m))
        cli_wrong_said("%s: this is a game of %s", file, bl_match_game(m)->id);
    return m;
}

bool goes_with_lesson(const char *option)
{
    static const char *const all[] = {"tutorial", "plain", "save", "resume", "preset", "terse",
                                      "language"};
    size_t i = 0, count = sizeof all / sizeof *all;
    while (i < count && strcmp(option, all[i]) != 0)
        i++;
    return i < count;
}

/* A tutorial has its own deal. */
static void check_tutorial(const struct cli_args *args, const struct bl_game *game)
{
    if (!game->teaching)
        cli_wrong_said("--tutorial: there is none for %s", game->id);
    for (size_t i = 0; i < args->given_count; i++)
        if (!goes_with_lesson(args->given[i].option->name))
            cli_wrong_said("play: --tutorial goes with --preset, --plain, --save, --resume, --terse and --language only");
}

static struct bl_match *deal(const struct cli_args *args, const struct bl_game *game)
{
    struct bl_setup setup;
    bool tutorial = cli_has(args, "tutorial");
    if (tutorial)
        check_tutorial(args, game);
    cli_setup(args, game, tutorial ? game->teaching->players : 0, &setup);
    if (tutorial && game->first_preset && !cli_has(args, "preset"))   /* what is learned is what is then offered */
        bl_setup_preset(&setup, game, game->first_preset, NULL);
    uint64_t seed = tutorial ? game->teaching->seed : cli_seed(args);
    struct bl_match *m = bl_match_new(NULL, game, &setup, seed, NULL);
    if (tutorial || cli_has(args, "casual"))
        bl_match_be_casual(m);
    return m;
}

/* A position that came by a pipe leaves the moves to whoever sits at the terminal. */
static void take_terminal(struct screen *screen, bool plain)
{
    if (isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        return;
    int terminal = open("/dev/tty", O_RDWR | O_CLOEXEC);
    if (terminal < 0)
        return;
    if (dup2(terminal, STDIN_FILENO) >= 0)
        clearerr(stdin);
    close(terminal);
    screen_init(screen, plain);
}

/* Whoever plays from a position has it, and all that is hidden in it. */
static struct bl_match *begin_at(const struct cli_args *args, const struct bl_game *game,
                                 const char *file)
{
    static const char *const fixed[] = {"players", "set", "preset", "ruling", "tutorial", NULL};
    cli_refuse(args, fixed, FACT("is fixed by the position"));
    void *state = cli_read_position_of(&game, file);
    struct bl_match *m = bl_match_at(NULL, game, state, cli_seed(args));
    if (cli_has(args, "casual"))
        bl_match_be_casual(m);
    free(state);
    return m;
}

/* Whether a file begins as a transcript does. */
static bool is_saved_game(const char *file)
{
    static const char first[] = "{\"bylaw\":";
    char found[sizeof first] = "";
    FILE *from = fopen(file, "r");
    bool is = from && fread(found, 1, sizeof first - 1, from) == sizeof first - 1 &&
              strcmp(found, first) == 0;
    if (from)
        fclose(from);
    return is;
}

/* A file that holds something else is not written over. */
static const char *save_file(const struct cli_args *args)
{
    const char *save = cli_value(args, "save"), *from = cli_value(args, "resume");
    if (save && !*save)
        cli_wrong_said("--save: a name is missing");
    if (!save || access(save, F_OK) != 0 || (from && strcmp(save, from) == 0))
        return save;
    if (is_saved_game(save))
        cli_wrong_said("--save: %s is there already; --resume %s goes on with it", save, save);
    cli_wrong_said("--save: %s is there already and is no saved game; give another name", save);
}

/* Which rulings are on, where that is not what one would take for granted: others than the rulebook's, or
 * those where the menu would have chosen others. */
static void put_rulings(struct session *s)
{
    const struct bl_setup *setup = bl_match_setup(s->m);
    int on = 0;
    while (on < s->game->preset_count && memcmp(setup->rulings, s->game->presets[on].rulings, s->game->ruling_count) != 0)
        on++;
    if (on == 0 && !s->game->first_preset)
        return;
    put_paragraph(&s->page, s, "", 0, on == 0 ? FACT("As the rulebook says, to the letter; `--preset table` has the "
                                                     "rulings that make the better game.")
                  : on == s->game->preset_count ? FACT("With rulings of your own.")
                  : s->game->ruling_count > 0 ? FACT("With the rulings that make the better game.")
                                              : "");
}

static void greet(struct session *s)
{
    struct bl_text *out = &s->page;
    BL_LOCAL struct bl_text seats = bl_text_heap();
    const char *title = cli_said(s->game->title);
    put_styled(out, &s->screen, STYLE_STRONG, title);
    int used = cli_width(title) + cli_width(s->game->id) + 3;
    bl_putf(out, used > s->screen.look.columns ? "\n(%s)\n" : " (%s)\n", s->game->id);
    for (int seat = 0; seat < bl_match_setup(s->m)->players; seat++) {
        const struct bl_bot *bot = bl_match_bot(s->m, seat);
        bl_put(&seats, seat == 0 ? "" : ", ");
        put_seat(&seats, s, seat);
        bl_putf(&seats, bot ? " (%s)" : "", bot ? bot->name : "");
    }
    cli_put_wrapped(out, seats.s, 0, 0, s->screen.look.columns);
    put_rulings(s);
    if (bl_match_is_casual(s->m))
        put_paragraph(out, s, "", 0, "Casual: `undo` takes any move back.");
    bool begins = count_persons(s) > 0 && bl_match_count(s->m) == 0;
    bool first = begins && s->screen.typed && !s->terse && !s->tutor && play_is_first(s->game);
    if (first)
        put_guide(out, s, s->game, false);   /* the goal is its first line */
    else if (begins)
        put_paragraph(out, s, "", 0, "%w", s->game->guide->text);
    if (first && play_has_lesson(s->game))
        put_paragraph(out, s, "", 0, "Is it new to you? `lesson` plays a first game with you, step by step.");
    if (count_persons(s) > 0)
        put_paragraph(out, s, "", 0, "`guide` tells how to play, `terms` what the table shows, `help` what to type.");
    if (!first)
        show(out);
    else if (show_paged(&s->screen, out) && wait_for_reader(cli_said("-- to the table: Enter -- ")) != LINE_READ)
        s->done = true;
    play_rows_shown = 0;   /* it may go off the screen */
}

/* What would be ignored is refused. */
static void check_options(const struct cli_args *args)
{
    static const char *const watched[] = {"pace", "cap", NULL};
    const char *persons = cli_value(args, "persons");
    bool only_bots = cli_has(args, "watch") || (persons && strcmp(persons, "none") == 0);
    if (!only_bots)
        cli_refuse(args, watched, FACT("is for a game that is watched; it needs --watch"));
    if (only_bots && cli_has(args, "casual"))
        cli_wrong_said("--casual: is for persons who take moves back; nobody does with --watch");
    if (cli_has(args, "position") && cli_has(args, "resume"))
        cli_wrong_said("--position: a game begins there or goes on from --resume, not both");
}

/* The table that the call asks for. */
static struct bl_match *open_match(const struct cli_args *args)
{
    const char *from = cli_value(args, "resume"), *position = cli_value(args, "position");
    if (from)
        return resume(args, from);
    const struct bl_game *game = args->word_count > 0 ? cli_game(args->words[0]) : NULL;
    return position ? begin_at(args, game, position) : deal(args, game);
}

/* The session of one game ends. */
static void leave_game(struct session *s)
{
    if (play_extra(s->game)->leave)
        play_extra(s->game)->leave(s);
    bl_match_free(s->m);
    bl_text_free(&s->page);
    bl_text_free(&s->refused);
    free(s->kept);
    free(s->tutor);
}

/* Another game, dealt anew to the same players; it is kept nowhere yet. */
static int play_again(struct session *last)
{
    struct session s = {.game = last->game, .screen = last->screen, .persons = last->persons,
                        .bots = last->bots, .terse = last->terse, .saved = UINT32_MAX,
                        .at_keyboard = -1, .page = bl_text_heap()};
    s.m = bl_match_new(NULL, s.game, bl_match_setup(last->m), cli_random_seed(), NULL);
    if (bl_match_is_casual(last->m) && !last->tutor)
        bl_match_be_casual(s.m);
    for (int seat = 0; seat < bl_match_setup(s.m)->players; seat++)
        bl_match_seat(s.m, seat, bl_match_bot(last->m, seat));
    leave_game(last);
    *last = s;
    name_seats(last);
    greet(last);
    return play_on(last);
}

static int play(const struct cli_args *args, struct session *s)
{
    unsigned pace = (unsigned)cli_number(args, "pace", 0, 60000, isatty(STDOUT_FILENO) ? 400 : 0);
    uint64_t cap = cli_number(args, "cap", 1, 1000000, 20000);
    s->persons = cli_value(args, "persons");
    s->bots = cli_value(args, "bots");
    s->save = save_file(args);
    s->m = open_match(args);
    s->game = bl_match_game(s->m);
    s->from_position = cli_has(args, "position");
    if (s->from_position && strcmp(cli_value(args, "position"), "-") == 0)
        take_terminal(&s->screen, cli_has(args, "plain"));
    s->page = bl_text_heap();
    if (cli_has(args, "tutorial"))
        check_tutorial(args, s->game);
    if (cli_has(args, "tutorial") || (s->from_menu && cli_has(args, "resume") && bl_learns(s->m)))
        learn_begin(s);
    s->saved = UINT32_MAX;
    if (cli_has(args, "resume"))
        mark_saved(s, cli_value(args, "resume"));
    s->terse = cli_has(args, "terse");
    seat_all(args, s->m);
    name_seats(s);
    if (s->save && !save_game(s, s->save))
        return CLI_WRONG;
    skip_old_news(s);
    greet(s);
    return count_persons(s) > 0 ? play_on(s) : watch(s, pace, cap);
}

/* The guided game of the same kind, by what of the call goes with it. */
static int play_lesson(const struct cli_args *args, struct session *s)
{
    enum { MOST = 32 };
    struct cli_given given[MOST];
    const char *const word = s->game->id;
    struct cli_args lesson = {args->command, 0, 1, given, &word};
    for (size_t i = 0; i < args->given_count && lesson.given_count < MOST - 1; i++)
        if (goes_with_lesson(args->given[i].option->name) && strcmp(args->given[i].option->name, "save") != 0 &&
            strcmp(args->given[i].option->name, "resume") != 0)
            given[lesson.given_count++] = args->given[i];
    const struct cli_option *tutorial = args->command->options;
    while (strcmp(tutorial->name, "tutorial") != 0)
        tutorial++;
    given[lesson.given_count++] = (struct cli_given){tutorial, ""};
    struct session next = {.at_keyboard = -1, .screen = s->screen};
    leave_game(s);
    *s = next;
    return play(&lesson, s);
}

/* What of a call is not about one game, for the menu that `menu` goes to. */
static struct cli_args without_game(const struct cli_args *args, struct cli_given *given)
{
    struct cli_args rest = {.command = args->command, .given = given};
    for (size_t i = 0; i < args->given_count; i++) {
        const char *name = args->given[i].option->name;
        if (strcmp(name, "plain") == 0 || strcmp(name, "terse") == 0)
            given[rest.given_count++] = args->given[i];
    }
    return rest;
}

int cmd_play(const struct cli_args *args)
{
    struct session s = {.at_keyboard = -1};
    struct cli_given given[2];
    struct cli_args chosen = *args, call = *args;
    bool menu = args->word_count == 0 && !cli_has(args, "resume") && !cli_has(args, "position");
    int status = CLI_DONE;
    check_options(args);
    play_language_asked = cli_value(args, "language");
    screen_init(&s.screen, cli_has(args, "plain"));
    play_catch_signals();
    if (menu && !s.screen.typed)
        cli_wrong_said("play: which game? bylaw play GAME …; bylaw games lists them");
    while (!menu || play_menu(&call, &s.screen, &chosen)) {
        s.from_menu = menu;
        status = play(&chosen, &s);
        while (s.again || s.lesson)
            status = s.lesson ? play_lesson(&chosen, &s) : play_again(&s);
        menu = s.menu;
        leave_game(&s);
        if (!menu)
            return status;
        call = without_game(args, given);
        s = (struct session){.at_keyboard = -1, .screen = s.screen};
    }
    return play_signal(0) ? 128 + play_signal(0) : CLI_DONE;
}
