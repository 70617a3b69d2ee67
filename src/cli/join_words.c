/* join_words.c - a table of a server: what is typed there is carried out. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/file.h"
#include "base/number.h"
#include "bylaw/fact.h"
#include "join.h"

/* ---- commands ----------------------------------------------------------------------- */

static struct join *of(struct session *s)
{
    return (struct join *)s;
}

/* What came of something that has no more to say than whether it was done. */
static void see_done(struct join *j, struct bl_json *answer)
{
    (void)answer;
    if (j->error)
        join_tell(j, "That cannot be: %s.", j->error);
}

static bool has_seat(struct join *j)
{
    if (j->seat < 0)
        join_tell(j, "You watch: that is for those who sit here.");
    return j->seat >= 0;
}

static void show_refusal(struct join *j, struct bl_json *answer)
{
    bl_cite clause = cli_find_clause(j->s.game, bl_json_string(answer, "clause"));
    struct bl_json fact = bl_json_member(answer, "fact"), instead = bl_json_member(answer, "instead");
    struct bl_json moves = bl_json_member(&instead, "moves");
    BL_LOCAL struct bl_text words = bl_text_heap();
    size_t n = bl_json_count(&moves, 100);
    for (size_t i = 0; i < n && i < 3; i++) {
        struct bl_json move = bl_json_item(&moves, i), offer = bl_json_member(&move, "offer");
        bl_putf(&words, i > 0 ? "; %s (%s)" : "%s (%s)", bl_json_string(&offer, "text"), bl_json_string(&move, "text"));
    }
    bl_put(&words, "");
    put_refusal(&j->s.page, &j->s, bl_json_is_null(&fact) ? "" : bl_json_string(&fact, "text"),
                words.s, clause);
}

/* A move, or words that the rulebook may listen to. */
static void see_move(struct join *j, struct bl_json *answer)
{
    if (j->error) {
        join_tell(j, "That cannot be: %s.", j->error);
        return;
    }
    const char *what = bl_json_string(answer, "answer");
    j->accepted = strcmp(what, "accepted") == 0;
    if (strcmp(what, "forbidden") == 0)
        show_refusal(j, answer);
    else if (strcmp(what, "unreadable") == 0)
        join_tell(j, "That is no move of this game: %w. `say WORDS` talks to the others, `help` says what can be typed.",
             bl_json_string(answer, "wrong"));
    else if (strcmp(what, "late") == 0)
        join_tell(j, "Somebody was quicker: look again.");
}

static void send_move(struct join *j, const char *move)
{
    if (j->over)
        join_tell(j, "The game is over: `review`, `again`, `save FILE`, `log`, `help`, or Enter, which leaves.");
    else if (!j->begun)
        join_tell(j, "The game has not begun.");
    else if (has_seat(j) && j->away >> j->seat & 1)
        join_tell(j, "A bot plays for you: `back` takes your seat again.");
    else if (j->seat >= 0 && join_moves(j))
        join_tell(j, "A move of yours is on its way already.");
    else if (j->seat >= 0)
        join_ask(j, see_move, "move", true, "'table':%s,'seat':%d,'count':%d,'move':%s", j->at.table, j->seat,
                 (int)j->count, move);
}

/* For what is written with the help of the game's own part of play. */
bool join_submit(struct session *s, const char *move)
{
    struct join *j = of(s);
    j->accepted = false;
    send_move(j, move);
    join_wait(j);
    show(&s->page);
    return j->accepted;
}

static void say_words(struct join *j, const char *words)
{
    join_ask(j, see_move, "say", true, "'table':%s,'seat':%d,'words':%s", j->at.table, j->seat, words);
}

static void run_say(struct session *s)
{
    if (*s->rest)
        say_words(of(s), s->rest);
    else
        play_say("What? `say WORDS`");
}

static void ask_seat(struct session *s, const char *what)
{
    struct join *j = of(s);
    if (has_seat(j))
        join_ask(j, see_done, what, true, "'table':%s,'seat':%d", j->at.table, j->seat);
}

static void run_undo(struct session *s)
{
    ask_seat(s, "undo");
}

static void run_back(struct session *s)
{
    ask_seat(s, "back");
}

/* Before the game the seat is free again. */
static void see_left(struct join *j, struct bl_json *answer)
{
    see_done(j, answer);
    if (j->error || j->stage != WAITING)
        return;
    join_tell(j, "You have got up: your seat is free again.");
    join_forget(j);
    j->leaves = j->left = true;
}

static void run_leave(struct session *s)
{
    struct join *j = of(s);
    if (has_seat(j))
        join_ask(j, see_left, "leave", true, "'table':%s,'seat':%d", j->at.table, j->seat);
}

/* What cannot be undone is asked first. */
static void run_give_up(struct session *s)
{
    struct join *j = of(s);
    if (strcmp(s->rest, "up") != 0)
        join_tell(j, "`give up` gives the game up, for good.");
    else if (j->stage != RUNNING)
        join_tell(j, j->over ? FACT("The game is over.") : FACT("The game has not begun."));
    else if (has_seat(j)) {
        join_tell(j, "Do you give up? A bot has your seat then, for good, and you watch. `yes` gives up; anything else "
                  "plays on. (With `leave` it plays until you are back.)");
        j->asked = true;
    }
}

/* True: what was typed was the answer to that. */
static bool hear_answer(struct join *j, const char *typed)
{
    if (!j->asked)
        return false;
    j->asked = false;
    if (is_yes(typed) && has_seat(j))
        join_ask(j, see_done, "give-up", true, "'table':%s,'seat':%d", j->at.table, j->seat);
    else
        join_tell(j, "You play on.");
    return true;
}

static void agree(struct join *j, bool yes)
{
    if (has_seat(j))
        join_ask(j, see_done, "agree", true, "'table':%s,'seat':%d,'yes':%t", j->at.table, j->seat, yes);
}

static void run_agree(struct session *s)
{
    agree(of(s), true);
}

static void run_no(struct session *s)
{
    agree(of(s), false);
}

static void see_again(struct join *j, struct bl_json *answer)
{
    if (j->error)
        join_tell(j, "That cannot be: %s.", j->error);
    else
        join_move_to(j, bl_json_string(answer, "table"));
}

static void run_again(struct session *s)
{
    struct join *j = of(s);
    join_ask(j, see_again, "again", true, "'table':%s", j->at.table);
}

static void run_table(struct session *s)
{
    struct join *j = of(s);
    BL_LOCAL struct bl_text seats = bl_text_heap();
    join_put_seats(&seats, j);
    cli_put_wrapped(&s->page, seats.s, 0, 0, s->screen.look.columns);
    if (j->begun)
        join_put_table(j);
}

static void run_review(struct session *s)
{
    if (of(s)->opened)
        play_review(s);
    else
        join_tell(of(s), "A game can be reviewed when it is over.");
}

static void run_moves(struct session *s)
{
    struct join *j = of(s);
    if (j->legal.count > 0)
        put_list(&s->page, &s->screen, s->game, &j->legal, 0);
    else
        join_tell(j, "It is not your turn.");
}

static void run_link(struct session *s)
{
    join_put_link(&s->page, of(s));
    bl_put_char(&s->page, '\n');
}

static void run_device(struct session *s)
{
    struct join *j = of(s);
    if (!has_seat(j))
        return;
    join_tell(j, "Open this link on the other device: your seat moves there. It is good once; show it to nobody else.");
    bl_put(&s->page, "  ");
    join_put_link(&s->page, j);
    bl_putf(&s->page, "/%s\n", j->secret);
}

static void show_review_call(struct join *j, const char *file)
{
    struct bl_text *out = &j->s.page;
    join_tell(j, "Saved; look at it again with:");
    bl_put(out, "  ");
    cli_put_call(out, "review ");
    cli_put_quoted(out, file);
    bl_put_char(out, '\n');
}

static void run_save(struct session *s)
{
    struct join *j = of(s);
    BL_LOCAL struct bl_text why = bl_text_heap();
    if (!*s->rest)
        join_tell(j, "Where to? `save FILE`");
    else if (j->transcript.len == 0)
        join_tell(j, "A game can be saved when it is over: until then nobody may see all of it.");
    else if (access(s->rest, F_OK) == 0)
        join_tell(j, "%s is there already; it is left as it is.", s->rest);
    else if (!bl_file_write(s->rest, j->transcript.s, j->transcript.len, &why))
        join_tell(j, "%s; the game is not saved.", why.s);
    else
        show_review_call(j, s->rest);
}

/* ---- what the rules say --------------------------------------------------------------- */

/* One row a clause and mark, with all that it met or did. */
static void put_why(struct join *j, struct bl_json *why, bool refused)
{
    static const char *const marks[][2] = {{"held", FACT("holds")}, {"refused", FACT("refuses")},
        {"true", FACT("true")}, {"false", FACT("false")}, {"applied", FACT("applies")}};
    size_t n = bl_json_count(why, 10000);
    for (size_t i = 0; i < n; i++) {
        struct bl_json row = bl_json_item(why, i), fact = bl_json_member(&row, "fact");
        const char *mark = bl_json_string(&row, "mark"), *id = bl_json_string(&row, "clause"), *word = mark;
        bl_cite clause = cli_find_clause(j->s.game, id);
        BL_LOCAL struct bl_text line = bl_text_heap(), begin = bl_text_heap();
        if (strcmp(mark, "false") == 0 && !refused)
            continue;
        for (size_t k = 0; k < sizeof marks / sizeof *marks; k++)
            word = strcmp(marks[k][0], mark) == 0 ? cli_said(marks[k][1]) : word;
        bl_put(&begin, "  ");
        cli_put_padded(&begin, id, 8);
        bl_put(&begin, "  ");
        cli_put_padded(&begin, word, 9);
        bl_put(&line, clause ? cli_said(j->s.game->clauses[clause].text) : "");
        if (!bl_json_is_null(&fact))
            bl_putf(&line, " [%s]", bl_json_string(&fact, "text"));
        cli_put_begun(&j->s.page, begin.s, 21, j->s.screen.look.columns, line.s);
    }
}

static void see_explained(struct join *j, struct bl_json *answer)
{
    if (j->error) {
        join_tell(j, "That cannot be: %s.", j->error);
        return;
    }
    struct bl_json one = bl_json_item(answer, 0);
    if (!bl_json_bool(&one, "readable")) {
        join_tell(j, "That is no move of this game: %s.", bl_json_string(&one, "wrong"));
        return;
    }
    struct bl_json move = bl_json_member(&one, "move"), why = bl_json_member(&one, "why");
    bool refused = *bl_json_string(&one, "clause") != '\0';
    bl_putf(&j->s.page, "%s: ", bl_json_string(&move, "text"));
    put_styled(&j->s.page, &j->s.screen, refused ? STYLE_BAD : STYLE_GOOD, cli_said(refused ? "refused" : "legal"));
    bl_put_char(&j->s.page, '\n');
    put_why(j, &why, refused);
}

/* What happened, with or without what it rests on. */
static void ask_events(struct join *j, join_answer *seen, uint32_t from);
static void see_story(struct join *j, struct bl_json *answer);
static void see_clauses(struct join *j, struct bl_json *answer);

static void see_log(struct join *j, struct bl_json *answer, bool clauses)
{
    if (j->error) {
        join_tell(j, "That cannot be: %s.", j->error);
        return;
    }
    size_t n = bl_json_count(answer, 1000000);
    if (n == 0 && j->log_from == 0)
        join_tell(j, "Nothing has been played yet.");
    for (size_t i = 0; i < n; i++) {
        struct bl_json event = bl_json_item(answer, i), why = bl_json_member(&event, "why");
        join_tell_event(j, &event);
        if (clauses)
            put_why(j, &why, false);
    }
    if (n > 0 && j->log_from + n < j->count)   /* a server tells so many at once, and no more */
        ask_events(j, clauses ? see_clauses : see_story, j->log_from + (uint32_t)n);
}

static void see_story(struct join *j, struct bl_json *answer)
{
    see_log(j, answer, false);
}

static void see_clauses(struct join *j, struct bl_json *answer)
{
    see_log(j, answer, true);
}

static void ask_events(struct join *j, join_answer *seen, uint32_t from)
{
    j->log_from = from;
    if (!j->begun)
        join_tell(j, "Nothing has been played yet.");
    else
        join_ask(j, seen, "ask", false, "'table':%s,'request':{'ask':'events','seat':%d,'from':%d}", j->at.table,
                 j->seat, (int)from);
}

static void run_log(struct session *s)
{
    ask_events(of(s), text_cuts(s->rest, "clauses") ? see_clauses : see_story, 0);
}

/* The move that a text means: of the list by its number, or as it is written, nearly so or loosely. NULL:
 * it was said that it may be several; otherwise what is to be sent. */
static const char *meant(struct join *j, const char *text)
{
    static struct bl_text written;
    BL_LOCAL struct bl_text choices = bl_text_heap();
    uint32_t found = 0;
    int64_t place;
    bool hash = *text == '#';
    for (uint32_t i = 0; i < j->legal.count; i++)
        if (is_alike(j->legal.texts[i].s, text))
            return j->legal.texts[i].s;
    if (is_place(text) && (hash || !j->legal.hash[0]) && bl_read_int(text + hash, 1, j->legal.count, &place))
        return j->legal.texts[place - 1].s;
    uint32_t n = find_like(j->s.game, text, j->legal.texts, j->legal.count, &choices, &found);
    if (n == 1)
        return j->legal.texts[found].s;
    if (n > 1) {
        join_tell(j, "`%s` may be %s.", text, choices.s);
        return NULL;
    }
    int64_t move = find_written(&j->s, text);
    if (move < 0 && begins_with_card(&j->s, text))
        move = find_with_cards(&j->s, text);
    struct bl_play bare;
    if (move == -1 && is_bare_cards(&j->s, text) && j->seat >= 0 && !read_bare_cards(&j->s, j->seat, text, &bare))
        move = bare.move;
    if (move < 0)
        return text;
    if (written.cap == 0)
        written = bl_text_heap();
    bl_text_clear(&written);
    struct bl_play play = {.move = (bl_move)move, .seat = (int8_t)(j->seat < 0 ? 0 : j->seat)};
    j->s.game->notation->put_move(bl_match_view(j->s.m, BL_SPECTATOR), &play, &written);
    return written.s;
}

/* As the list has it, but for letter case and spaces. */
static bool is_listed(const struct join *j, const char *text)
{
    uint32_t i = 0;
    while (i < j->legal.count && !is_alike(j->legal.texts[i].s, text))
        i++;
    return i < j->legal.count;
}

static void run_why(struct session *s)
{
    struct join *j = of(s);
    if (!*s->rest) {
        ask_events(j, see_clauses, j->count > 0 ? j->count - 1 : 0);
        return;
    }
    const char *move = has_seat(j) ? meant(j, s->rest) : NULL;
    if (move && j->begun)
        join_ask(j, see_explained, "ask", false, "'table':%s,'request':{'ask':'explain','seat':%d,'moves':[%s]}",
                 j->at.table, j->seat, move);
}

static void see_hint(struct join *j, struct bl_json *answer)
{
    if (j->error) {
        join_tell(j, "That cannot be: %s.", j->error);
    } else if (bl_json_is_null(answer)) {
        join_tell(j, "It is not your turn.");
    } else if (bl_json_has(answer, "why")) {
        struct bl_json why = bl_json_member(answer, "why");
        join_tell(j, "Type `%s`. %w", bl_json_string(answer, "text"), bl_json_string(&why, "text"));
    } else {
        struct bl_json offer = bl_json_member(answer, "offer");
        join_tell(j, "A bot would type `%s`: %s.", bl_json_string(answer, "text"), bl_json_string(&offer, "text"));
    }
}

static void run_hint(struct session *s)
{
    struct join *j = of(s);
    if (j->seat >= 0 && j->to_move == j->seat)
        join_ask(j, see_hint, "ask", false, "'table':%s,'request':{'ask':'hint','bot':'greedy'}", j->at.table);
    else
        join_tell(j, "It is not your turn.");
}

static void run_quit(struct session *s)
{
    of(s)->leaves = true;
}

static void run_help(struct session *s);

static const struct word words[] = {
    {"moves", "", FACT("the legal moves, all of them"), run_moves},
    {"table", "", FACT("the table"), run_table},
    {"hint", "", FACT("what a bot would do in your place"), run_hint},
    {"why", "MOVE", FACT("what the rules say to a move, clause by clause, without making it"), run_why},
    {"why", "", FACT("the same of the move made last"), run_why},
    {"say", "WORDS", FACT("talk to the others; where the rulebook listens, it counts"), run_say},
    {"log", "", FACT("what happened so far, told in sentences; `history` is the same"), run_log},
    {"log", "clauses", FACT("the same with the clauses behind it"), run_log},
    {"undo", "", FACT("ask the others whether you may take your last move back"), run_undo},
    {"agree", "", FACT("yes, they may; `no`: they may not"), run_agree},
    {"leave", "", FACT("get up: a bot plays on for you"), run_leave},
    {"back", "", FACT("play again yourself"), run_back},
    {"give", "up", FACT("give the game up for good: a bot has your seat, and you watch"), run_give_up},
    {"link", "", FACT("the address of this table, for others"), run_link},
    {"device", "", FACT("a link that moves your seat to another device, once"), run_device},
    {"review", "", FACT("when the game is over: where it was won and lost"), run_review},
    {"save", "FILE", FACT("when the game is over: write it to a file"), run_save},
    {"again", "", FACT("when the game is over: another one"), run_again},
    {"help", "", FACT("this list"), run_help},
    {"quit", "", FACT("leave the terminal; the seat stays yours"), run_quit},
    {"no", "", NULL, run_no},
    {"?", "", NULL, run_help},
    {"history", "", NULL, run_log},
    {"exit", "", NULL, run_quit},
    {NULL, NULL, NULL, NULL},
};

/* Words of `bylaw play` that mean the same here. */
static const char *const shared[] = {"rule", "rules", "guide", "terms", NULL};

static void put_word(struct session *s, const struct word *w)
{
    BL_LOCAL struct bl_text left = bl_text_heap();
    bl_putf(&left, w->takes[0] ? "%s %s" : "%s", w->name, w->takes);
    put_two_columns(&s->page, left.s, cli_said(w->text), 17, s->screen.look.columns);
}

static void run_help(struct session *s)
{
    struct join *j = of(s);
    join_tell(j, j->legal.hash[0] ? FACT("Type the number of a move with its #, or the move as it is written in the list.")
                             : FACT("Type the number of a move, or the move as it is written in the list."));
    for (const struct word *w = words; w->name; w++)
        if (w->text)
            put_word(s, w);
    for (const struct word *w = play_extra(s->game)->words; w && w->name; w++)
        if (w->text)
            put_word(s, w);
    for (const struct word *w = play_words; w->name; w++)
        if (w->text && bl_find_name(shared, w->name) >= 0)
            put_word(s, w);
}

/* By its name; or cut short, if it begins one word only. */
static const struct word *find_word(struct session *s, const char *text, bool whole)
{
    size_t n = strcspn(text, " \t");
    const struct word *found = NULL;
    s->rest = skip_spaces(text + n);
    for (const struct word *w = words; w->name && n > 0; w++) {
        bool slip = n == 1 && tolower((unsigned char)*text) == 'q';   /* meant for a pager */
        if (strncasecmp(w->name, text, n) != 0 || (w->name[n] && (whole || slip)))
            continue;
        if (!w->name[n])
            return w;
        if (found && strcmp(found->name, w->name) != 0)
            return NULL;
        found = w;
    }
    return found;
}

static bool run_word(struct join *j, const char *text, bool whole)
{
    const char *rest;
    const struct word *word = find_word(&j->s, text, whole);
    for (const char *const *name = shared; *name; name++)
        if (text_begins(text, *name, &rest))
            return obey_word(&j->s, text);
    if (word)
        word->run(&j->s);
    return word != NULL;
}

void join_obey(struct join *j, char *typed)
{
    bool answered = hear_answer(j, typed);
    if (!j->s.game || (!*typed && !answered))
        return;
    spell_cards(j->s.game, typed);
    if (answered) {
        show(&j->s.page);
    } else if (*typed == '"') {
        size_t n = strlen(typed);
        typed[n - 1] = n > 1 && typed[n - 1] == '"' ? '\0' : typed[n - 1];
        say_words(j, skip_spaces(typed + 1));
    } else if (j->viewed && !j->over && j->seat >= 0 && play_extra(j->s.game)->obey &&
               play_extra(j->s.game)->obey(&j->s, typed)) {
        show(&j->s.page);
    } else if (is_listed(j, typed) || !run_word(j, typed, true)) {
        const char *move = j->begun ? meant(j, typed) : typed;
        if (move == typed && run_word(j, typed, false))
            move = NULL;
        if (move)
            send_move(j, move);
    }
    show_paged(&j->s.screen, &j->s.page);
}

/* ---- while a line is typed --------------------------------------------------------------- */

bool join_may_type(const struct join *j)
{
    if (join_waits(j) || !j->known)
        return false;
    bool asked = j->undo >= 0 && j->undo != j->seat && !(j->agreed >> j->seat & 1);
    return j->s.screen.typed || j->over || j->stage == GIVEN_UP ||
           (j->seat >= 0 && j->begun && (j->to_move == j->seat || asked));
}

/* Moves as they are written, and by their cards alone. */
static void complete_moves(struct join *j, const char *typed, struct play_completion *out)
{
    for (uint32_t i = 0; i < j->legal.count; i++) {
        const char *text = j->legal.texts[i].s, *cards = skip_spaces(text + strcspn(text, " "));
        completion_add(out, typed, text);
        if (*typed && cli_pack(j->s.game) && begins_with_card(&j->s, cards))
            completion_add(out, typed, cards);
    }
}

bool join_complete(struct session *s, const char *before, struct play_completion *out)
{
    struct join *j = of(s);
    const char *typed = skip_spaces(before), *rest = typed;
    if (j->viewed && j->to_move == j->seat && play_extra(s->game)->complete && strchr(typed, ' '))
        return play_extra(s->game)->complete(s, before, out);
    if (text_begins(typed, "save", &rest) && rest > typed + 4)
        return complete_file(s, rest, out);
    if (s->game && text_begins(typed, "rule", &rest) && rest > typed + 4) {
        complete_clause(s, rest, out);
    } else if (text_begins(typed, "log", &rest) && rest > typed + 3) {
        completion_add(out, rest, "clauses");
    } else {
        bool why = text_begins(typed, "why", &rest) && rest > typed + 3;
        complete_moves(j, why ? rest : typed, out);
        for (const struct word *w = words; w->name && !why; w++)
            completion_add(out, typed, w->name);
        for (const char *const *name = shared; *name && !why; name++)
            completion_add(out, typed, *name);
    }
    return completion_done(out);
}

void join_redraw(struct session *s)
{
    struct join *j = of(s);
    screen_measure(&s->screen);
    if (j->begun)
        join_put_turn(j);
    show_last(&s->screen, &s->page);
}
