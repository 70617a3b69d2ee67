/* play_words.c - the commands that can be typed at the table. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "bots/opinions.h"
#include "core/learn.h"
#include "engine/engine.h"
#include "play.h"

/* What can be typed and what it does; below each other if the first is too long. */
static void put_row(struct bl_text *out, const struct session *s, const char *left,
                    const char *right)
{
    put_two_columns(out, left, right, 17, s->screen.look.columns);
}

static void run_lesson(struct session *s);
static void run_undo(struct session *s);

/* Whether a command could do nothing in this game. */
static bool is_vain(const struct session *s, const struct word *w)
{
    return (w->run == run_lesson && !play_has_lesson(s->game)) ||
           (w->run == run_undo && play_over(s) && (s->given_up || !bl_match_is_casual(s->m)));
}

/* The commands that are of use at such a time. */
static void put_words(struct bl_text *out, const struct session *s, const struct word *words, unsigned times)
{
    for (const struct word *w = words; w && w->name; w++) {
        if (!w->text || !(times >> w->when & 1) || is_vain(s, w))
            continue;
        BL_LOCAL struct bl_text left = bl_text_heap();
        bl_putf(&left, w->takes[0] ? "%s %s" : "%s", w->name, w->takes);
        put_row(out, s, left.s, cli_said(w->text));
    }
}

void put_game_guide(struct bl_text *out, const struct session *s, const struct bl_game *game,
                    bool terms)
{
    put_styled(out, &s->screen, STYLE_STRONG, cli_said(game->title));
    bl_put_char(out, '\n');
    put_guide(out, s, game, terms);
}

void put_guide(struct bl_text *out, const struct session *s, const struct bl_game *game, bool terms)
{
    for (const struct bl_guide *g = game->guide; g->kind; g++)
        if ((g->kind == BL_TERM) != terms)
            continue;
        else if (g->kind == BL_TERM || g->kind == BL_MOVE)
            put_row(out, s, terms ? cli_said(g->name) : g->key, cli_said(g->text));
        else
            put_paragraph(out, s, "", 0, "%w", g->text);
}

void put_no_lesson(struct session *s, const struct bl_game *game)
{
    put_paragraph(&s->page, s, "", 0, "There is no lesson for %w; this is how it is played:", game->title);
    put_guide(&s->page, s, game, false);
}

static void run_guide(struct session *s)
{
    put_game_guide(&s->page, s, s->game, false);
}

static void run_terms(struct session *s)
{
    put_game_guide(&s->page, s, s->game, true);
}

static void help_afterwards(struct session *s)
{
    put_paragraph(&s->page, s, "", 0, "The game is over; what can be done with it:");
    put_words(&s->page, s, play_words, 1u << WORD_AFTERWARDS);
    put_row(&s->page, s, "Enter", cli_said("leave the table"));
    put_words(&s->page, s, play_words, 1u << WORD_ALWAYS);
}

static void run_help(struct session *s)
{
    if (play_over(s)) {
        help_afterwards(s);
        return;
    }
    put_paragraph(&s->page, s, "", 0, needs_hash(s)
                  ? FACT("Type the number of a move with its #, or the move as it is written in the list.")
                  : FACT("Type the number of a move, or the move as it is written in the list."));
    enum { NOW = 1u << WORD_ALWAYS | 1u << WORD_IN_TURN };
    put_words(&s->page, s, play_extra(s->game)->words, NOW);
    put_words(&s->page, s, play_words, NOW);
    put_row(&s->page, s, "N: …", cli_said("the same as `as N …`"));
    if (s->game->notation->hear) {
        put_row(&s->page, s, "\"WORDS", cli_said("words said at the table, nothing else"));
        put_paragraph(&s->page, s, "", 0, "Other words are said aloud: where the rules listen, they count.");
    }
    bl_put_char(&s->page, '\n');
    put_game_guide(&s->page, s, s->game, false);
    put_paragraph(&s->page, s, "", 0, "`rules` shows the whole rulebook; docs/%s.md tells more.",
                  s->game->id);
}

static void run_moves(struct session *s)
{
    if (play_over(s))
        play_say("The game is over: there is nothing to move.");
    else if (play_extra(s->game)->put_moves)
        play_extra(s->game)->put_moves(&s->page, s);
    else
        put_moves(&s->page, s, 0, true);
}

static void run_table(struct session *s)
{
    put_table(&s->page, s, s->at_keyboard);
}

static void put_words_of(struct bl_text *out, const struct session *s, const struct bl_decision *d,
                         const struct bl_opinion *o)
{
    static struct bl_story story;
    bl_tell_offer(s->game, d->view, (struct bl_play[]){bl_advised(o, d->seat)}, &story);
    bl_put_story(out, &story, &(struct bl_voice){cli_catalogue, s->screen.look.unicode, s->names, d->seat});
}

/* Of moves that come to the same, and are told alike, the first stays; returns how many do. */
static uint32_t drop_alike(const struct session *s, const struct bl_decision *d, struct bl_opinion *list, uint32_t count)
{
    uint32_t kept = 0;
    struct bl_text *told = bl_new(count, sizeof *told);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t k = 0;
        told[kept] = bl_text_heap();
        put_words_of(&told[kept], s, d, &list[i]);
        while (k < kept && (told[kept].len == 0 || strcmp(told[k].s, told[kept].s) != 0))
            k++;
        if (k < kept)
            bl_text_free(&told[kept]);
        else
            list[kept++] = list[i];
    }
    for (uint32_t i = 0; i < kept; i++)
        bl_text_free(&told[i]);
    free(told);
    return kept;
}

/* Whether a move was tried so seldom, beside others, that its figure is chance. */
static bool is_hardly_tried(const struct bl_opinion *o, const struct bl_opinion *list, uint32_t count)
{
    enum { ENOUGH = 100, SHARE = 10 };
    uint64_t most = 0;
    for (uint32_t i = 0; i < count; i++)
        most = list[i].visits > most && list[i].visits != BL_COUNTED ? list[i].visits : most;
    return o->visits < ENOUGH && o->visits * SHARE < most;
}

/* "  51 %  draw a card", "  40 %  add 8♠ on K♦: sum 8 [L s0]". */
static void put_opinion(struct session *s, const struct bl_decision *d, const struct bl_opinion *o, bool hardly)
{
    enum { FIGURE = 5, INDENT = 2 + FIGURE + 2 };
    BL_LOCAL struct bl_text line = bl_text_heap(), move = bl_text_heap();
    struct bl_play play = bl_advised(o, d->seat);
    struct cli_standing standing = cli_standing(bl_match_setup(s->m)->players, o->value);
    const char *figure = o->visits > 0 && !hardly ? standing.text : "-";
    cli_put_spaces(&s->page, 2 + FIGURE - cli_width(figure));
    bl_putf(&s->page, "%s  ", figure);
    s->game->notation->put_move(d->view, &play, &move);
    put_words_of(&line, s, d, o);
    if (line.len == 0 || !says_move(s, line.s, move.s))
        bl_putf(&line, line.len > 0 ? " [%s]" : "%s", move.s);
    put_wrapped(&s->page, s, line.s, INDENT, INDENT);
}

/* What speaks for the first, beside its figure. */
static void put_reason(struct session *s, const struct bl_decision *d, const struct bl_opinion *o)
{
    static struct bl_story story;
    BL_LOCAL struct bl_text words = bl_text_heap();
    bl_tell_reason(s->game, d->view, (struct bl_play[]){bl_advised(o, d->seat)}, &story);
    bl_put_story(&words, &story, &(struct bl_voice){cli_catalogue, s->screen.look.unicode, s->names, d->seat});
    if (words.len > 0)
        put_paragraph(&s->page, s, "", 0, "Why the first: %s", words.s);
}

/* The first is what the bot would play: a move below it with a higher figure may owe that to chance. */
static void put_opinions(struct session *s, const struct bl_decision *d, const struct bl_opinion *list, uint32_t count)
{
    bool better = false, hardly = false;
    put_paragraph(&s->page, s, "", 0, bl_match_setup(s->m)->players == 2
                  ? FACT("Your chance to win with each move, by a bot that tried them out (its own choice first):")
                  : FACT("The place that you can expect with each move (1 is the best), by a bot that tried them "
                         "out (its own choice first):"));
    for (uint32_t i = 0; i < count; i++) {
        bool seldom = is_hardly_tried(&list[i], list, count);
        put_opinion(s, d, &list[i], seldom);
        hardly |= seldom;
        better |= !seldom && list[i].visits > 0 && list[i].value - list[0].value >= 0.01;
    }
    if (hardly)
        put_paragraph(&s->page, s, "", 0, "-: the bot soon gave that up, and tried it too seldom to say.");
    if (count > 0)
        put_reason(s, d, &list[0]);
    if (better)
        put_paragraph(&s->page, s, "", 0, "Where a lower one has a better figure, that may be chance: it was tried less.");
}

static void think_of_hint(struct session *s, const struct bl_patience *patience, void *bot)
{
    const struct bl_bot *thinker = bot;
    BL_LOCAL struct bl_text words = bl_text_heap();   /* of open moves */
    struct bl_stream rng = bl_hint_stream(s->game, bl_match_count(s->m));
    struct bl_decision d = {.game = s->game, .seat = s->at_keyboard, .rng = &rng,
                            .patience = patience};
    const struct bl_past *past = bl_recalls(thinker, s->game) ? bl_match_past(s->m, bl_match_count(s->m), d.seat) : NULL;
    d.past = past;
    d.count = bl_match_moves(s->m, &d.moves);
    d.view = bl_match_view(s->m, d.seat);
    struct bl_opinion *list = bl_new(d.count + BL_MORE_OPINIONS, sizeof *list);
    uint64_t faults = engine_faults();
    uint32_t count = d.count > 0 ? thinker->advise(thinker, &d, NULL, &words, list) : 0;
    count = drop_alike(s, &d, list, count);
    if (engine_faults() > faults)   /* what random has chosen in its place is no hint of its own */
        put_paragraph(&s->page, s, "", 0, "%s gives no hints; `hint ismcts:1000` does.", thinker->name);
    else
        put_opinions(s, &d, list, bl_told_opinions(list, count, BL_FEW_OPINIONS));
    free(list);
}

bool play_put_plan(struct session *s)
{
    BL_LOCAL struct bl_text move = bl_text_heap();
    struct bl_fact why;
    if (!bl_plan(s->game, bl_match_view(s->m, s->at_keyboard), s->at_keyboard, &move, &why))
        return false;
    play_say("Type `%s`. %w", move.s, why.format);
    return true;
}

/* Whether nothing is to be thought about: then that is said. */
static bool is_forced(struct session *s)
{
    const bl_move *moves;
    BL_LOCAL struct bl_text offer = bl_text_heap(), move = bl_text_heap();
    if (bl_match_moves(s->m, &moves) != 1 || moves[0] & BL_OPEN)
        return false;
    put_offer(&offer, s, moves[0]);
    put_listed(&move, s, moves[0]);
    play_say(says_move(s, offer.s, move.s) ? FACT("There is one move only: %s.") : FACT("There is one move only: %s [%s]."),
             offer.s, move.s);
    return true;
}

static void run_hint(struct session *s)
{
    BL_LOCAL struct bl_text why = bl_text_heap();
    const struct bl_bot *bot = cli_ask_bot(*s->rest ? s->rest : hint_bot(s->game), &why);
    bool knows = bot && (!bot->knows || bot->knows(bot, s->game, bl_match_setup(s->m), &why));
    if (play_over(s))
        play_say("The game is over: there is nothing to move.");
    else if (bl_match_to_move(s->m) != s->at_keyboard)
        play_say("It is not your turn.");
    else if (!*s->rest && (play_put_plan(s) || is_forced(s)))
        return;
    else if (!knows || !bot->advise || bot->cheats)
        play_say(why.len ? FACT("%s gives no hints: %s; `hint ismcts:1000` does.")
                    : FACT("%s gives no hints; `hint ismcts:1000` does."), s->rest, why.s);
    else if (!play_think(s, cli_said("The bot thinks"), think_of_hint, (void *)(uintptr_t)bot))
        cli_tell(&s->page, "Stopped; that is what was found until then.\n");
    play_forget_interrupt();
}

static void run_rules(struct session *s)
{
    for (bl_cite c = 1; c < s->game->clause_count; c++)
        put_clause_as(&s->page, s, c, cli_said(s->game->clauses[c].text));
}

static void run_rule(struct session *s)
{
    bl_cite clause = cli_find_clause(s->game, s->rest);
    if (clause)
        put_clause(&s->page, s, clause);
    else if (*s->rest)
        play_say("There is no clause %s; `rules` lists them.", s->rest);
    else
        play_say("Which clause? `rule ID`; `rules` lists them.");
}

/* The last move, clause by clause. */
static void tell_last(struct session *s)
{
    static struct bl_event event;
    uint32_t count = bl_match_count(s->m);
    if (count == 0) {
        play_say("Nothing has been played yet.");
    } else {
        bl_match_event(s->m, count - 1, s->at_keyboard, &event);
        put_made(&s->page, s, &event, false);
        bl_put_char(&s->page, '\n');
        put_account(&s->page, s, &event.account, false);
    }
}

/* What the rules say to a move that is not made. */
static void tell_move(struct session *s, const struct bl_play *play)
{
    static struct bl_account account;
    bl_match_put_move(s->m, play->seat, play, &s->page);
    bl_cite refused = bl_match_explain(s->m, play, &account);
    bl_put(&s->page, ": ");
    put_styled(&s->page, &s->screen, refused ? STYLE_BAD : STYLE_GOOD,
               cli_said(refused ? "refused" : "legal"));
    bl_put_char(&s->page, '\n');
    put_account(&s->page, s, &account, refused != 0);
}

/* Alone it is about what was refused just now, else about the last move. */
static void run_why(struct session *s)
{
    struct bl_play play;
    int seat = s->at_keyboard, speaker = seat;
    const char *rest = s->rest;
    (void)(text_begins(rest, "not", &rest) || text_begins(rest, cli_said(FACT("not")), &rest));   /* "why not 7H" */
    if (!*rest) {
        bool just_now = s->refused_at == bl_match_count(s->m) + 1 && s->refused_seat == seat;
        if (just_now && !bl_match_read(s->m, seat, s->refused.s, &play))
            tell_move(s, &play);
        else
            tell_last(s);
        return;
    }
    if (!find_speaker(s, &rest, &speaker))
        return;
    if (speaker != seat && secrets_between(s, seat, speaker)) {
        play_say("That is for player %d to ask, in their own turn: the answer may tell their cards.",
                 speaker + 1);
        return;
    }
    const struct bl_fact *wrong = read_play(s, speaker, rest, &play);
    if (wrong && !read_loosely(s, speaker, rest, &play)) {
        shrug(s, rest, wrong);
        return;
    }
    tell_move(s, &play);
}

/* The person who moved last. */
static int last_person(const struct session *s, int otherwise)
{
    for (uint32_t i = bl_match_count(s->m); i > 0; i--)
        if (!bl_match_bot(s->m, bl_match_mover(s->m, i - 1)))
            return bl_match_mover(s->m, i - 1);
    return otherwise;
}

static void run_undo(struct session *s)
{
    BL_LOCAL struct bl_text why = bl_text_heap();
    if (bl_match_count(s->m) == 0 || s->given_up) {
        play_say(s->given_up ? FACT("The game was given up: that is not taken back.")
                             : FACT("Nothing has been played yet."));
        return;
    }
    if (!bl_match_undo(s->m, last_person(s, s->at_keyboard),
                       &(struct bl_voice){.catalogue = cli_catalogue}, &why)) {
        put_paragraph(&s->page, s, "", 2, bl_match_is_casual(s->m)
                      ? FACT("That cannot be taken back: %s.")
                      : FACT("That cannot be taken back: %s. A casual game allows it: `casual` before the deal, in the "
                             "menu, or --casual."), why.s);
        return;
    }
    uint32_t count = bl_match_count(s->m);
    s->saved = UINT32_MAX;
    s->refused_at = 0;
    for (int i = 0; i < BL_MAX_SEATS; i++)
        s->told[i] = s->told[i] < count ? s->told[i] : count;
    play_say("Taken back; the next move is number %d.", (int)count + 1);
}

static void run_save(struct session *s)
{
    if (*s->rest)
        keep_game(s, s->rest);
    else
        play_say("Where to? `save FILE`");
}

/* What happened so far; `log clauses` with the clauses behind it. */
static void run_log(struct session *s)
{
    bool clauses = text_cuts(s->rest, "clauses"), terse = s->terse;
    uint32_t count = bl_match_count(s->m);
    if (*s->rest && !clauses) {
        play_say("`log` tells the game in sentences, `log clauses` with the clauses behind them.");
        return;
    }
    if (count == 0)
        play_say("Nothing has been played yet.");
    s->terse = false;
    for (uint32_t i = 0; i < count; i++)
        if (clauses)
            put_move_whole(&s->page, s, i, s->at_keyboard);
        else
            put_move_line(&s->page, s, i, s->at_keyboard);
    s->terse = terse;
}

static void run_terse(struct session *s)
{
    s->terse = true;
    play_say("Moves are told by their notation alone; `full` tells them in sentences.");
}

static void run_full(struct session *s)
{
    s->terse = false;
    play_say("Moves are told in sentences; `terse` leaves those out.");
}

static void run_seed(struct session *s)
{
    BL_LOCAL struct bl_text seed = bl_text_heap();
    bl_put_uint(&seed, bl_match_seed(s->m));
    play_say("Seed %s. Whoever has it can see every card of this game, hidden or not.", seed.s);
}

const char *play_language_asked;

void play_language(const char *name)
{
    BL_LOCAL struct bl_text why = bl_text_heap();
    if (cli_speak_in(name, &why)) {
        play_language_asked = cli_language;
        play_say("From here on in English.");
    } else {
        play_say("Not that one: %s.", why.s);
    }
}

static void run_language(struct session *s)
{
    play_language(s->rest);
    screen_measure(&s->screen);
}

/* Whether the game is over; it was said if not. */
static bool is_over(const struct session *s)
{
    if (!play_over(s))
        play_say("That is for when the game is over.");
    return play_over(s);
}

static void run_review(struct session *s)
{
    if (is_over(s))
        play_review(s);
}

static void run_again(struct session *s)
{
    if (is_over(s))
        s->again = !s->from_position;
    if (s->from_position)
        play_say("A game from a position is begun by its call.");
}

static void run_lesson(struct session *s)
{
    if (!play_has_lesson(s->game))
        put_no_lesson(s, s->game);
    else if (s->tutor && !play_over(s))
        play_say("This is it: do as it says, or as you like; `skip` asks for another suggestion.");
    else
        s->done = s->lesson = true;
}

static void run_menu(struct session *s)
{
    s->done = s->menu = s->screen.typed;
    if (!s->screen.typed)
        play_say("The menu is for who types at a terminal.");
}

static void run_quit(struct session *s)
{
    s->done = true;
}

static void run_resign(struct session *s)
{
    if (play_over(s))
        play_say("The game is over: there is nothing to move.");
    else if (play_is_sure(s, cli_said("resign"),
                          FACT("Give the game up? It ends here, and is lost. yes, or Enter to play on.")))
        s->given_up = true;
}

/* `give up`, and nothing else that begins so. */
static void run_give(struct session *s)
{
    if (strcasecmp(s->rest, "up") == 0)
        run_resign(s);
    else
        play_say("`give up` ends the game for you.");
}

static void run_as(struct session *s)
{
    (void)s;
    play_say("Whose move? `as PLAYER MOVE`");
}

static void run_skip(struct session *s)
{
    if (!learn_skip(s))
        play_say("There is nothing to skip; --tutorial gives suggestions.");
}

const struct word play_words[] = {
    {"moves", "", FACT("the legal moves, all of them"), run_moves, WORD_IN_TURN},
    {"table", "", FACT("the table"), run_table},
    {"hint", "", FACT("the best moves as far as a bot can see, and the chance that they give you"), run_hint, WORD_IN_TURN},
    {"why", "MOVE", FACT("what the rules say to a move, clause by clause, without making it"), run_why, WORD_IN_TURN},
    {"why", "", FACT("what the rules said to a move refused just now, or to the one made last"), run_why},
    {"rule", "ID", FACT("one clause of the rulebook"), run_rule},
    {"rules", "", FACT("all clauses"), run_rules},
    {"log", "", FACT("what happened so far, told in sentences; `history` is the same"), run_log},
    {"log", "clauses", FACT("the same with the clauses behind it"), run_log},
    {"terse", "", FACT("moves by their notation alone; `full`: with their story"), run_terse, WORD_IN_TURN},
    {"lesson", "", FACT("a guided first game of this one instead"), run_lesson},
    {"guide", "", FACT("the goal and how to play, on one screen"), run_guide},
    {"terms", "", FACT("what the words and numbers on the table mean"), run_terms},
    {"undo", "", FACT("take your last move back, if nobody has moved or was shown anything since; in a "
                "casual game any, again and again"), run_undo},
    {"as", "PLAYER …", FACT("a move or words of another person here, also out of turn"), run_as, WORD_IN_TURN},
    {"save", "FILE", FACT("write the game so far to a file that --resume takes"), run_save},
    {"language", "NAME", FACT("another language: en, de, sk; commands and moves stay as they are"), run_language},
    {"seed", "", FACT("the seed of the deal, with which anybody can see all cards"), run_seed},
    {"skip", "", FACT("in a guided game: another suggestion"), run_skip, WORD_IN_TURN},
    {"review", "", FACT("who was ahead, and the moves that mattered"), run_review, WORD_AFTERWARDS},
    {"again", "", FACT("another game with the same players"), run_again, WORD_AFTERWARDS},
    {"resign", "", FACT("give the game up: it ends here, and is lost; `give up` is the same"), run_resign, WORD_IN_TURN},
    {"menu", "", FACT("leave the table for another game"), run_menu},
    {"help", "", FACT("this list"), run_help},
    {"quit", "", FACT("leave the table"), run_quit},
    {"?", "", NULL, run_help},
    {"full", "", NULL, run_full},
    {"history", "", NULL, run_log},
    {"exit", "", NULL, run_quit},
    {"give", "", NULL, run_give},
    {NULL, NULL, NULL, NULL},
};
