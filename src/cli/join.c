/* join.c - `bylaw join`: the call, the lobby, and a person at a table. */
#include <string.h>

#include "cli.h"

#ifdef HAVE_SERVER

#include <sodium.h>
#include <stdlib.h>

#include "bylaw/fact.h"
#include "bylaw/position.h"
#include "join.h"

/* ---- the lobby -------------------------------------------------------------------------- */

static bool is_answered(const struct join *j)
{
    return !j->sent;
}

static void put_none_open(struct join *j)
{
    BL_LOCAL struct bl_text call = bl_text_heap();
    cli_put_call(&call, "join SERVER --make GAME");
    put_paragraph(&j->s.page, &j->s, "", 0, "No table is open. `%s` makes one.", call.s);
}

static void see_lobby(struct join *j, struct bl_json *answer)
{
    struct bl_text *out = &j->s.page;
    size_t n = bl_json_count(answer, 1000);
    if (n == 0)
        put_none_open(j);
    for (size_t i = 0; i < n; i++) {
        struct bl_json table = bl_json_item(answer, i), seats = bl_json_member(&table, "seats");
        size_t players = bl_json_count(&seats, BL_MAX_SEATS);
        BL_LOCAL struct bl_text who = bl_text_heap();
        for (size_t k = 0; k < players; k++) {
            struct bl_json seat = bl_json_item(&seats, k);
            struct bl_json name = bl_json_member(&seat, "name"), bot = bl_json_member(&seat, "bot");
            bl_put(&who, k > 0 ? ", " : "");
            bl_put(&who, !bl_json_is_null(&name) ? bl_json_to_string(&name)
                         : bl_json_is_null(&bot) ? cli_said("free") : bl_json_to_string(&bot));
        }
        const struct bl_game *game = bl_find_game(bl_json_string(&table, "game"));
        snprintf(j->at.table, sizeof j->at.table, "%s", bl_json_string(&table, "table"));
        bl_putf(out, "%s: %s (", game ? cli_said(game->title) : "?", who.s);
        bl_put(out, strcmp(bl_json_string(&table, "stage"), "waiting") == 0 ? cli_said("to be joined") : cli_said("to be watched"));
        bl_put(out, ")\n  ");
        join_put_link(out, j);
        bl_put_char(out, '\n');
    }
}

static void see_made(struct join *j, struct bl_json *answer)
{
    if (j->error)
        join_give_up(j, "%s", j->error);
    if (j->error)
        return;
    snprintf(j->at.table, sizeof j->at.table, "%s", bl_json_string(answer, "table"));
}

/* "greedy" for all seats but one; or a list with a bot or nothing for each: ",greedy,". */
static void put_bots(struct bl_text *out, const char *given, int players)
{
    bool each = given && strchr(given, ',');
    bl_json_open(out, '[');
    for (int seat = 0; seat < players; seat++) {
        BL_LOCAL struct bl_text bot = bl_text_heap();
        size_t n = given ? strcspn(given, ",") : 0;
        if (given && (each || seat > 0))
            bl_put_bytes(&bot, given, n);
        bl_json_put_string(out, bot.len > 0 ? bot.s : NULL);
        if (each)
            given = given[n] ? given + n + 1 : "";
    }
    bl_json_close(out, ']');
}

static void make_table(const struct cli_args *args, struct join *j)
{
    const struct bl_game *game = cli_game(cli_value(args, "make"));
    struct bl_setup setup;
    BL_LOCAL struct bl_text rest = bl_text_heap();
    uint64_t clock = cli_number(args, "clock", 0, 2592000, 0);
    cli_setup_asked(args, game, 0, &setup);
    bl_json_putf(&rest, "'game':%s,'players':%d,'options':{", game->id, setup.players);
    for (int i = 0; i < game->option_count; i++)
        if (setup.options[i] != BL_UNSET)
            bl_json_putf(&rest, "%s:%d", game->options[i].name, (int)setup.options[i]);
    bl_put(&rest, "}");
    bl_json_key(&rest, "rulings");
    bl_put_rulings(&rest, game, setup.rulings);
    bl_json_key(&rest, "bots");
    put_bots(&rest, cli_value(args, "bots"), setup.players);
    bl_json_putf(&rest, "'open':%t,'clock':", cli_has(args, "open"));
    bl_json_putf(&rest, clock ? "{'move':%d}" : "null", (int)clock);
    bl_json_putf(&rest, "'away':'greedy','casual':%t", cli_has(args, "casual"));
    join_decide(j, see_made, "make", rest.s);
}

/* Lists the tables that are open, or makes one. False: it came to nothing. */
static bool visit(const struct cli_args *args, struct join *j)
{
    if (cli_has(args, "make"))
        make_table(args, j);
    else
        join_send(j, see_lobby, "lobby", false, "'on':%t", 0);
    return join_wait_for(j, is_answered) && !j->fatal;
}

/* To the table that was made just now, on the same connection. */
static void sit_there(struct join *j)
{
    join_find_seat(j);
    j->here = false;
    join_come(j);
}

static void show_link(struct join *j)
{
    join_put_link(&j->s.page, j);
    bl_put_char(&j->s.page, '\n');
    show(&j->s.page);
}

/* ---- at the table ------------------------------------------------------------------------- */

static bool take_line(struct join *j)
{
    static char line[PLAY_MAX_LINE];
    const struct play_live live = {&j->s, NULL, join_complete, join_redraw};
    enum line_got got = ask_line_at(&j->s, j->prompt, &live, line);
    screen_measure(&j->s.screen);
    if (got == LINE_END || got == LINE_INTERRUPTED)
        return false;
    if (play_odd_line(got))
        return true;
    if (!line[0] && j->over)
        return false;
    join_obey(j, line);
    return !j->leaves;
}

/* What becomes of the seat. */
static void tell_goodbye(struct join *j)
{
    if (j->stage == WAITING)
        join_tell(j, "Your seat stays yours. Come back with:");
    else if (j->patience < 0)
        join_tell(j, "Your seat stays yours, and nobody plays for you: the others wait. Come back with:");
    else if (j->away >> j->seat & 1)
        join_tell(j, "Your seat stays yours. A bot plays for you, until you come back with:");
    else
        join_tell(j, "Your seat stays yours. When you have been gone for %d {second|seconds} and it is your turn, "
                  "a bot plays for you, until you come back with:", j->patience);
}

static int play_there(struct join *j)
{
    bool stays = true;
    while (stays)
        stays = join_wait_for(j, join_may_type) && !j->leaves && take_line(j);
    int number = play_signal(0);
    show(&j->s.page);
    if (!j->over && j->seat >= 0 && !j->fatal && !j->left) {
        join_keep(j, j->seat);
        tell_goodbye(j);
        join_put_call(j, j->seat);
        show(&j->s.page);
    }
    return number ? 128 + number : j->cheated ? CLI_NO : CLI_DONE;
}

static void free_join(struct join *j)
{
    if (j->s.game && play_extra(j->s.game)->leave)
        play_extra(j->s.game)->leave(&j->s);
    join_end(j);
    if (j->s.m)
        bl_match_free(j->s.m);
    free_list(&j->legal);
    bl_text_free(&j->s.page);
    bl_text_free(&j->text);
    bl_text_free(&j->due);
    bl_text_free(&j->transcript);
}

int cmd_join(const struct cli_args *args)
{
    static const char *const at_once[] = {"name", "seat", "plain", NULL};
    static const char *const made[] = {"players", "set", "preset", "ruling", "bots", "open", "clock", "casual", NULL};
    struct join j = {.s = {.at_keyboard = -1, .page = bl_text_heap()}, .seat = -1, .undo = -1, .patience = -1,
                     .to_move = -1, .text = bl_text_heap(), .due = bl_text_heap(), .legal = {.hash = ""},
                     .transcript = bl_text_heap()};
    const char *wrong = srv_read_address(args->words[0], &j.at);
    if (wrong)
        cli_wrong("join: %s: %s", args->words[0], wrong);
    if (sodium_init() < 0)
        cli_wrong("join: the system has no chance to give");
    bool makes = cli_has(args, "make"), plays = j.at.table[0] || (makes && (cli_has(args, "name") || cli_has(args, "seat")));
    if (j.at.table[0] && makes)
        cli_wrong("--make: this is the link of a table; give the server's address alone");
    if (!plays && !makes)
        cli_refuse(args, at_once, "is for a table; give its link, or --make GAME");
    if (!makes)
        cli_refuse(args, made, "goes with --make");
    j.wanted = (int)cli_number(args, "seat", 0, BL_MAX_SEATS - 1, UINT64_MAX);
    j.named = cli_has(args, "name");
    snprintf(j.name, sizeof j.name, "%s", j.named ? cli_value(args, "name") : "");
    screen_init(&j.s.screen, cli_has(args, "plain"));
    j.s.submit = join_submit;
    play_catch_signals();
    join_begin(&j);
    int status = CLI_DONE;
    if (!j.at.table[0] && !visit(args, &j))
        status = 128 + play_signal(0);
    else if (makes)
        show_link(&j);
    else
        show(&j.s.page);
    if (plays && status == CLI_DONE) {
        if (makes)
            sit_there(&j);
        status = play_there(&j);
    }
    free_join(&j);
    if (j.fatal)
        cli_wrong("join: %s", j.why);
    return status;
}

#else

int cmd_join(const struct cli_args *args)
{
    (void)args;
    cli_wrong("join: this program was built without wslay or libsodium; `tools/setup.sh serve` installs them, "
              "then build again");
}

#endif
