/* play_turn.c - the course of play: whose turn it is, what was typed, and saving. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "bylaw/position.h"
#include "play.h"
#include "play/learn.h"

/* ---- saving --------------------------------------------------------------- */

bool save_game(const struct session *s, const char *file)
{
    const struct bl_text *played = s->from_position ? NULL : bl_match_transcript(s->m);
    BL_LOCAL struct bl_text text = bl_text_heap(), why = bl_text_heap();
    if (s->from_position) {   /* no transcript begins there: the game is kept as a position too */
        bl_put_position(&text, s->game, bl_match_view(s->m, BL_REFEREE));
        bl_put_char(&text, '\n');
    } else {
        bl_put_bytes(&text, played->s, played->len);
        if (s->capped)
            bl_match_put_cap(s->m, &text);
    }
    bool good = bl_file_write(file, text.s, text.len, &why);
    if (!good)
        cli_complain("%s; the game is not saved", why.s);
    return good;
}

/* A call that is longer than the line stands alone, to be copied. */
static void show_call(const struct session *s, const char *begin, struct bl_text *call)
{
    bool fits = !s->screen.typed || cli_width(begin) + 1 + cli_width(call->s) <= s->screen.look.columns;
    cli_plain(call, "");
    show_line(fits ? "%s %s" : "%s\n  %s", begin, call->s);
}

void show_how_to_go_on(struct session *s, const char *begin, const char *file)
{
    s->call_shown = true;
    const char *const options[][2] = {
        {s->from_position ? "position" : "resume", file}, {"save", s->from_position ? NULL : file},
        {"persons", s->persons}, {"bots", s->bots}, {"language", play_language_asked}};
    BL_LOCAL struct bl_text out = bl_text_heap();
    cli_put_call(&out, "play");
    bl_putf(&out, s->from_position ? " %s" : "", s->game->id);
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        if (options[i][1]) {
            bl_putf(&out, " --%s ", options[i][0]);
            cli_put_quoted(&out, options[i][1]);
        }
    bl_put(&out, s->tutor ? " --tutorial" : "");
    bl_put(&out, s->watched ? " --watch" : "");
    show_call(s, begin, &out);
}

void mark_saved(struct session *s, const char *file)
{
    char *kept = bl_copy_of(file, strlen(file) + 1);
    free(s->kept);
    s->kept = kept;
    s->saved = bl_match_count(s->m);
    s->call_shown = false;
}

/* False: it was to be saved, and could not be. */
static bool autosave(const struct session *s)
{
    return !s->save || save_game(s, s->save);
}

static int break_off(struct session *s)
{
    int number = play_signal(0);
    uint32_t count = bl_match_count(s->m);
    bool begun = count > 0 || s->save || s->watched || !s->screen.typed, told = s->call_shown && s->saved == count;
    if (!begun || told)
        return number ? 128 + number : CLI_DONE;
    play_say("The game is not finished: %d {move was|moves were} made.", (int)count);
    bool good = autosave(s);
    const char *file = s->save && good ? s->save : s->saved == count ? s->kept : NULL;
    if (file)
        show_how_to_go_on(s, cli_said("It is saved; go on with:"), file);
    else if (good && s->kept && s->saved != UINT32_MAX)
        show_how_to_go_on(s, cli_said("What came after it was saved last is lost; go on with:"), s->kept);
    else if (good)
        play_say("It was not saved; --save FILE keeps a game.");
    return number ? 128 + number : good ? CLI_DONE : CLI_WRONG;
}

/* ---- news ----------------------------------------------------------------- */

void show_news(struct session *s, int seat)
{
    uint32_t count = bl_match_count(s->m);
    for (uint32_t i = s->told[seat]; i < count; i++)
        put_move_line(&s->page, s, i, seat);
    s->told[seat] = count;
    show(&s->page);
}

/* What happened since a seat moved last, or the last few moves. */
static uint32_t first_news(const struct session *s, int seat)
{
    enum { FEW = 8 };
    uint32_t count = bl_match_count(s->m), from = count;
    while (from > 0 && count - from < FEW && bl_match_mover(s->m, from - 1) != seat)
        from--;
    return from;
}

/* A person who sits down at a game under way is told that. */
void skip_old_news(struct session *s)
{
    for (int seat = 0; seat < bl_match_setup(s->m)->players; seat++)
        s->told[seat] = first_news(s, seat);
}

/* A person who does not sit at `seat`; that seat if there is none. */
static int other_person(const struct session *s, int seat)
{
    for (int other = 0; other < bl_match_setup(s->m)->players; other++)
        if (other != seat && !bl_match_bot(s->m, other))
            return other;
    return seat;
}

/* The only person at the table; -1 if there are none or several. */
static int only_person(const struct session *s)
{
    int first = other_person(s, -1);
    return other_person(s, first) == first ? first : -1;
}

bool secrets_between(const struct session *s, int a, int b)
{
    void *seen = bl_new(1, s->game->state_size);
    bl_copy(s->game, seen, bl_match_view(s->m, a));
    bool differ = !bl_same(s->game, seen, bl_match_view(s->m, b));
    free(seen);
    return differ;
}

/* ---- a person's turn ------------------------------------------------------ */

static char line[PLAY_MAX_LINE];

static bool is_kept(const struct session *s)
{
    return s->save || (s->kept && s->saved == bl_match_count(s->m));
}

/* Whether a name is free for this game; it was said if not. */
static bool may_save_to(const struct session *s, const char *file)
{
    bool ours = (s->save && strcmp(s->save, file) == 0) || (s->kept && strcmp(s->kept, file) == 0);
    if (ours || access(file, F_OK) != 0)
        return true;
    play_say("%s is there already; it is left as it is.", file);
    return false;
}

/* A game that is over and kept can be looked at again at any time; the file does not say who sat there. */
static void show_how_to_review(const struct session *s, const char *file)
{
    BL_LOCAL struct bl_text call = bl_text_heap(), names = bl_text_heap();
    for (int seat = 0; seat < bl_match_setup(s->m)->players; seat++) {
        bl_put(&names, seat > 0 ? "," : "");
        put_seat(&names, s, seat);
    }
    cli_put_call(&call, "review ");
    cli_put_quoted(&call, file);
    bl_put(&call, " --names ");
    cli_put_quoted(&call, names.s);
    show_call(s, cli_said("Saved; look at it again with:"), &call);
}

bool keep_game(struct session *s, const char *file)
{
    if (!may_save_to(s, file) || !save_game(s, file))
        return false;
    mark_saved(s, file);
    if (play_over(s) && !s->from_position)
        show_how_to_review(s, file);
    else
        show_how_to_go_on(s, cli_said("Saved; go on later with:"), file);
    return true;
}

static void put_leave_or_stay(struct session *s)
{
    put_paragraph(&s->page, s, "", 2, is_kept(s)
                  ? FACT("Leave the table? The game is kept. yes, or Enter to stay.")
                  : FACT("Leave the table? yes, Enter to stay, or `save FILE` to keep the game and leave."));
}

/* Nobody's cards, where nobody sits at the keyboard yet. */
static void ask_to_leave_again(struct session *s)
{
    screen_measure(&s->screen);
    if (s->at_keyboard >= 0)
        put_table(&s->page, s, s->at_keyboard);
    bl_put(&s->page, s->at_keyboard >= 0 ? "\n" : "");
    put_leave_or_stay(s);
    show_last(&s->screen, &s->page);
}

/* Ctrl-C where nothing is typed, the end of input, or `quit` in a game that would be lost: somebody is
 * asked; true: the game goes on. */
static bool stays(struct session *s)
{
    const struct play_live live = {s, NULL, complete_leaving, ask_to_leave_again};
    play_forget_interrupt();
    if (!s->screen.typed || play_signal(0))
        return false;
    for (;;) {
        put_leave_or_stay(s);
        show(&s->page);
        if (ask_line(s, cli_said("leave"), &live, line) != LINE_READ)
            return false;
        if (!line[0] || is_no(line))
            return true;
        spell_command(line);
        const char *file = "";
        bool save = text_begins(line, "save", &file) && *file;
        if (save ? keep_game(s, file) : is_yes(line) || text_is(line, "quit"))
            return false;
        if (!save)
            play_say("`%s` is no answer here: `%s` leaves the table, Enter goes on playing.", line, cli_said("yes"));
    }
}

static const char *sure_of;   /* what is asked just now */

static void ask_again_if_sure(struct session *s)
{
    screen_measure(&s->screen);
    put_table(&s->page, s, s->at_keyboard);
    bl_put_char(&s->page, '\n');
    put_paragraph(&s->page, s, "", 2, "%w", sure_of);
    show_last(&s->screen, &s->page);
}

/* Ctrl-C takes the command back, and does no more. */
bool play_is_sure(struct session *s, const char *prompt, const char *question)
{
    const struct play_live live = {s, NULL, complete_answer, ask_again_if_sure};
    if (!s->screen.typed)
        return true;
    sure_of = question;
    play_say("%w", question);
    enum line_got got = ask_line(s, prompt, &live, line);
    play_forget_interrupt();
    return got == LINE_READ && is_yes(line);
}

static enum line_got wait_for_enter(void)
{
    enum line_got got = play_read_line("", line);
    if (got != LINE_END && got != LINE_INTERRUPTED)
        return LINE_READ;
    show_line("%s", "");
    return got;
}

/* Hides one person's cards before another looks. */
static enum line_got hand_over(struct session *s, int seat)
{
    int last = s->at_keyboard, before = last < 0 ? other_person(s, seat) : last;
    enum line_got got = LINE_READ;
    s->at_keyboard = seat;
    if (before == seat)
        return LINE_READ;
    if (!secrets_between(s, before, seat)) {   /* what one has read, the other has too */
        s->told[seat] = s->told[seat] > s->told[before] ? s->told[seat] : s->told[before];
        return LINE_READ;
    }
    if (!s->screen.typed) {
        show_line("-- player %d --", seat + 1);
        return LINE_READ;
    }
    play_forget_lines();   /* what one person typed may tell cards */
    if (last >= 0) {
        show_news(s, last);
        bl_put_char(&s->page, '\n');
        put_table(&s->page, s, last);
        bl_put_char(&s->page, '\n');
        show(&s->page);
        cli_tell(&s->page, s->screen.terminal
                     ? FACT("Enter hides your cards; then pass the keyboard to player %d: ")
                     : FACT("Enter scrolls your cards away (scrolling back shows them);\n"
                            "then pass the keyboard to player %d: "), seat + 1);
        show(&s->page);
        got = wait_for_enter();
        clear_screen(&s->screen);
    }
    if (got == LINE_READ && !play_forget_typed())
        got = LINE_INTERRUPTED;
    if (got == LINE_READ) {
        cli_tell(&s->page, "Player %d, press Enter when you sit here: ", seat + 1);
        show(&s->page);
        got = wait_for_enter();
    }
    if (got != LINE_READ)
        s->at_keyboard = -1;   /* nobody sits there: should the game go on, it is asked again */
    return got;
}

/* The table and the moves, in so many rows of the screen if they can. */
static void put_turn(struct bl_text *out, struct session *s, int seat, int rows)
{
    int whole = s->screen.rows, before = count_lines(out->s);
    bl_put_char(out, '\n');
    s->screen.rows = rows;
    if (play_extra(s->game)->put_turn) {
        play_extra(s->game)->put_turn(out, s, seat);
    } else {
        put_table(out, s, seat);
        bl_put_char(out, '\n');
        put_due(out, s, "");
        rows -= count_lines(out->s) - before + 2;
        put_moves(out, s, !s->screen.typed ? 0 : rows < 3 ? 3 : rows, s->screen.typed && !s->terse);
    }
    s->screen.rows = whole;
}

/* What a lesson says before a line is asked for. */
static void teach(struct session *s, struct learn_words *out)
{
    if (play_extra(s->game)->teach)
        play_extra(s->game)->teach(s, out);
    else
        learn_prompt(s, 0, NULL, NULL, out);
}

/* What comes first is read before the table pushes it off the screen. */
static enum line_got let_read(struct session *s, struct bl_text *why)
{
    enum line_got got = LINE_READ;
    if (play_rows_shown + count_lines(why->s) >= s->screen.rows)
        got = wait_for_reader(cli_said("-- more: Enter -- "));
    show(why);
    return got == LINE_READ ? wait_for_reader(cli_said("-- to the table: Enter -- ")) : got;
}

/* What a lesson says stands below the table where there is room for both, if need be with fewer of the
 * moves. Else it comes first, so that the hand is in view; where a screen is drawn anew nobody is waited
 * for. */
static enum line_got put_taught(struct session *s, int seat, bool drawn_anew)
{
    enum line_got got = LINE_READ;
    struct learn_words words = {bl_text_heap(), bl_text_heap(), 0};
    BL_LOCAL struct bl_text turn = bl_text_heap();
    teach(s, &words);
    int rows = s->screen.rows, why = count_lines(words.why.s);
    int room = rows - why - words.rows - (drawn_anew ? 0 : play_rows_shown);
    put_turn(&turn, s, seat, play_extra(s->game)->put_turn ? rows : room);
    if (why + words.rows > 0 && s->screen.typed && count_lines(turn.s) >= room) {
        if (drawn_anew)
            bl_put(&s->page, words.why.s);
        else
            got = let_read(s, &words.why);
        bl_text_clear(&words.why);
        bl_text_clear(&turn);
        put_turn(&turn, s, seat, rows - words.rows);
    }
    bl_putf(&s->page, "%s%s%s", turn.s, words.why.s, words.type.s);
    bl_text_free(&words.why);
    bl_text_free(&words.type);
    s->taught = !drawn_anew;
    return got;
}

static enum line_got show_turn(struct session *s, int seat)
{
    enum line_got got = LINE_READ;
    show_news(s, seat);
    if (s->tutor)
        got = put_taught(s, seat, false);
    else
        put_turn(&s->page, s, seat, s->screen.rows);
    show(&s->page);
    return got;
}

/* The window has another size: what was done since this seat moved stands there again too. */
static void show_again(struct session *s)
{
    int seat = s->at_keyboard;
    screen_measure(&s->screen);
    for (uint32_t i = first_news(s, seat); i < bl_match_count(s->m); i++)
        put_move_line(&s->page, s, i, seat);
    learn_forget(s);
    if (s->tutor)
        put_taught(s, seat, true);
    else
        put_turn(&s->page, s, seat, s->screen.rows);
    show_last(&s->screen, &s->page);
}

enum line_got ask_line(const struct session *s, const char *prompt, const struct play_live live[static 1],
                       char typed[PLAY_MAX_LINE])
{
    BL_LOCAL struct bl_text asked = bl_text_heap();
    bl_putf(&asked, "%s> ", prompt);
    return ask_line_at(s, asked.s, live, typed);
}

enum line_got ask_line_at(const struct session *s, const char *prompt, const struct play_live live[static 1],
                          char typed[PLAY_MAX_LINE])
{
    enum line_got got = play_ask(&s->screen, prompt, live, typed);
    if (!s->screen.typed && got == LINE_READ)
        show_line("%s", typed);   /* what a terminal would have shown */
    else if (got != LINE_READ)
        show_line("%s", "");
    size_t from = strspn(typed, " \t"), length = strlen(typed);
    while (length > from && strchr(" \t", typed[length - 1]))
        length--;
    memmove(typed, typed + from, length - from);
    typed[length - from] = '\0';
    play_rows_shown = 1;
    return got;
}

static enum line_got ask(struct session *s, int seat)
{
    const struct play_extra *extra = play_extra(s->game);
    const struct play_live live = {s, extra->status, extra->complete ? extra->complete : complete_line,
                                   show_again};
    BL_LOCAL struct bl_text prompt = bl_text_heap();
    struct learn_words words = {bl_text_heap(), bl_text_heap(), 0};
    if (!s->taught)
        teach(s, &words);
    s->taught = false;
    learn_show(&words);
    put_seat(&prompt, s, seat);
    return ask_line(s, prompt.s, &live, line);
}

/* Whether somebody who typed `quit`, Ctrl-C or Ctrl-D leaves: that is asked where it would lose the game. */
static bool leaves(struct session *s)
{
    return is_kept(s) || bl_match_count(s->m) == 0 || !stays(s);
}

/* Asks one person until the table has changed or the input ends. */
static enum line_got take_turn(struct session *s, int seat)
{
    enum line_got got = hand_over(s, seat);
    if (got != LINE_READ)
        return stays(s) ? LINE_READ : got;
    screen_measure(&s->screen);
    uint32_t before = bl_match_count(s->m);
    for (got = show_turn(s, seat); bl_match_count(s->m) == before && !s->done && !s->given_up;) {
        if (got == LINE_READ)
            got = ask(s, seat);
        screen_measure(&s->screen);
        if (got == LINE_END || got == LINE_INTERRUPTED) {
            if (leaves(s))
                return got;
        } else if (!play_odd_line(got)) {
            obey(s, line);
        }
        got = LINE_READ;
        s->done = s->done && leaves(s);
        s->lesson = s->lesson && s->done;
        s->menu = s->menu && s->done;
    }
    return LINE_READ;
}

/* What is left of what a person has begun, and could not be otherwise, is not asked for: where it is no
 * ordinary turn, the last card of a hand that is being laid. */
static void end_what_was_begun(struct session *s, int seat)
{
    uint32_t count = bl_match_count(s->m);
    struct bl_play play = {.seat = (int8_t)seat};
    if (s->screen.typed && !s->done && !s->given_up && bl_match_to_move(s->m) == seat && count > 0 &&
        !play_extra(s->game)->cards_have_numbers &&   /* there to do nothing is a choice too */
        bl_match_mover(s->m, count - 1) == seat && *bl_call(s->game, bl_match_view(s->m, seat)) &&
        count_card_moves(s, &play.move) == 1)
        make_play(s, &play);
}

/* What the pupil has just done, and what it meant. */
static void show_lesson_of(struct session *s, int seat)
{
    if (!s->tutor)
        return;
    show_news(s, seat);
    learn_meant(s);
}

/* ---- the whole ------------------------------------------------------------ */

/* Who sees the table that is left: the only person, or everybody. */
static int last_reader(const struct session *s)
{
    return only_person(s) >= 0 ? only_person(s) : BL_SPECTATOR;
}

static void put_outcome(struct session *s)
{
    BL_LOCAL struct bl_text seed = bl_text_heap();
    bl_put_char(&s->page, '\n');
    put_table(&s->page, s, last_reader(s));
    bl_put_char(&s->page, '\n');
    put_result(&s->page, s, last_reader(s));
    bl_put_uint(&seed, bl_match_seed(s->m));
    put_paragraph(&s->page, s, "", 0, "Seed %s deals this game again: `--seed %s`, with the same players and rulings.", seed.s, seed.s);
}

/* Whether a game that is over and kept nowhere is left: Enter alone may be one too many. */
static bool leaves_unsaved(struct session *s)
{
    bool sure = is_kept(s) || s->sure;
    s->sure = true;
    if (!sure)
        play_say("This game is not saved. Enter again leaves; `save FILE` keeps it, `menu` has all games.");
    return sure;
}

static void put_what_now(struct session *s)
{
    s->sure = false;
    put_paragraph(&s->page, s, "", 2, s->tutor
                  ? FACT("Enter plays a game of your own, without suggestions. `lesson` takes this one again, `review` "
                         "looks at it, `menu` has all games, `quit` leaves.")
                  : is_kept(s) ? FACT("`review` looks at this game again, `again` plays another, `menu` has all games, "
                                      "Enter leaves.")
                  : FACT("`review` looks at this game again, `save FILE` keeps it, `again` plays "
                         "another, `menu` has all games, Enter leaves."));
}

static void show_end_again(struct session *s)
{
    screen_measure(&s->screen);
    put_outcome(s);
    put_what_now(s);
    show_last(&s->screen, &s->page);
}

/* What can be done with a game that is over: all commands, but no moves. */
static void linger(struct session *s)
{
    const struct play_live live = {s, NULL, complete_line, show_end_again};
    put_what_now(s);
    show(&s->page);
    while (!s->done && !s->again && play_over(s)) {
        screen_measure(&s->screen);
        enum line_got got = ask_line(s, cli_said("over"), &live, line);
        s->again = got == LINE_READ && !line[0] && s->tutor;   /* a lesson is followed by a game */
        if (got == LINE_END || got == LINE_INTERRUPTED || (!line[0] && (s->tutor || leaves_unsaved(s))))
            break;
        if (!line[0])
            continue;
        s->sure = false;
        spell_command(line);
        if (!play_odd_line(got) && !obey_word(s, line))
            play_say(s->tutor
                     ? FACT("The lesson is over: `lesson`, `review`, `menu`, `help`, `quit`, or Enter, which plays a "
                            "game of your own.")
                     : FACT("The game is over: `review`, `again`, `menu`, `save FILE`, `log`, `help`, or Enter, which "
                            "leaves."));
    }
}

static int finish(struct session *s)
{
    enum { WHAT_NOW = 4 };   /* lines that follow */
    if (only_person(s) >= 0 || s->at_keyboard < 0)
        s->at_keyboard = other_person(s, -1);
    if (s->at_keyboard >= 0)
        show_news(s, s->at_keyboard);
    learn_meant(s);
    put_outcome(s);
    if (s->tutor && s->screen.typed && play_rows_shown + count_lines(s->page.s) + WHAT_NOW >= s->screen.rows)
        s->done = wait_for_reader(cli_said("-- more: Enter -- ")) != LINE_READ;
    show(&s->page);
    bool good = autosave(s);
    if (s->screen.typed && s->save && good && !s->from_position)
        show_how_to_review(s, s->save);
    if (s->screen.typed && !s->watched && !play_signal(0))
        linger(s);
    return play_signal(0) ? 128 + play_signal(0) : good ? CLI_DONE : CLI_WRONG;
}

static void let_it_think(struct session *s, const struct bl_patience *patience, void *ignored)
{
    (void)ignored;
    bl_match_patience(s->m, patience);
    bl_match_bot_move(s->m);
    bl_match_patience(s->m, NULL);
}

/* False: Ctrl-C or another signal came; what was thought until then is forgotten. */
static bool let_bot_move(struct session *s, int seat)
{
    BL_LOCAL struct bl_text who = bl_text_heap(), thinks = bl_text_heap();
    if (s->tutor && bl_learn_script(s->m))
        return play_signal(0) == 0;
    put_seat(&who, s, seat);
    cli_tell(&thinks, "%s thinks", who.s);
    uint32_t refused = bl_match_refused(s->m, seat);
    bool moved = play_think(s, thinks.s, let_it_think, NULL);
    if (bl_match_refused(s->m, seat) > refused)
        play_say("%s chose a move that the rules do not allow; another is made instead.", who.s);
    return moved;
}

/* Until the game is over, or somebody leaves it: then false. */
static bool play_to_end(struct session *s)
{
    int seat;
    while ((seat = bl_match_to_move(s->m)) >= 0 && !s->done && !s->given_up) {
        autosave(s);
        if (!bl_match_bot(s->m, seat)) {
            if (take_turn(s, seat) != LINE_READ)
                break;
            end_what_was_begun(s, seat);
            show_lesson_of(s, seat);
            continue;
        }
        if (!let_bot_move(s, seat) && !stays(s))
            break;
        if (only_person(s) >= 0)
            show_news(s, only_person(s));
    }
    return play_over(s);
}

int play_on(struct session *s)
{
    int status = CLI_DONE;
    do {
        if (!play_to_end(s))
            return break_off(s);
        status = finish(s);
    } while (!play_over(s));   /* the last move was taken back */
    return status;
}

int watch(struct session *s, unsigned pace, uint64_t cap)
{
    enum { TABLE_EVERY = 8 };
    s->watched = true;
    for (uint32_t n = bl_match_count(s->m); bl_match_to_move(s->m) >= 0; n++) {
        if (n % TABLE_EVERY == 0) {
            bl_put_char(&s->page, '\n');
            put_table(&s->page, s, BL_SPECTATOR);
            bl_put_char(&s->page, '\n');
        }
        show(&s->page);
        s->capped = n >= cap;
        if (s->capped || play_signal(n == 0 ? 0 : pace))
            break;
        if (!let_bot_move(s, bl_match_to_move(s->m)))
            break;
        put_move_whole(&s->page, s, n, BL_SPECTATOR);
    }
    show(&s->page);
    return bl_match_to_move(s->m) < 0 ? finish(s) : break_off(s);
}
