/* join_table.c - a table of a server: what happens there is told, and what is typed is carried out. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/file.h"
#include "base/hex.h"
#include "base/number.h"
#include "bylaw/fact.h"
#include "bylaw/position.h"
#include "bylaw/transcript.h"
#include "join.h"
#include "play/pledge.h"

enum { FEW = 8 };   /* moves that are told to somebody who comes later */

static const char *name_of(const struct join *j, int seat)
{
    return seat >= 0 && seat < BL_MAX_SEATS && j->people[seat][0] ? j->people[seat] : cli_said("a guest");
}

void join_put_link(struct bl_text *out, const struct join *j)
{
    bool six = strchr(j->at.host, ':') != NULL;
    bl_putf(out, six ? "http://[%s]:%s/#/table/%s" : "http://%s:%s/#/table/%s", j->at.host, j->at.port, j->at.table);
}

#define join_tell(j, ...) \
    cli_tell_paragraph(&(j)->s.page, "", 2, (j)->s.screen.look.columns, __VA_ARGS__)

/* ---- the table ------------------------------------------------------------------ */

/* A match of the same set-up, for what does not hang on the cards: notation, rulebook, guide. */
static void set_up(struct join *j, struct bl_json *news)
{
    struct bl_setup setup;
    const struct bl_game *game = bl_find_game(bl_json_string(news, "game"));
    BL_LOCAL struct bl_text why = bl_text_heap();
    if (!game || (j->s.m && bl_match_game(j->s.m) == game))
        return;
    bl_setup_init(&setup, game);
    if (bl_setup_players(&setup, game, bl_json_int(news, "players", 1, BL_MAX_SEATS), &why) || bl_resolve(game, &setup))
        return;
    j->s.game = game;
    j->s.m = bl_match_new(NULL, game, &setup, 0, NULL);
    j->legal.hash = needs_hash(&j->s) ? "#" : "";
}

static void put_seats(struct bl_text *out, const struct join *j)
{
    int players = bl_match_setup(j->s.m)->players;
    for (int seat = 0; seat < players; seat++) {
        bl_putf(out, seat > 0 ? ", %s" : "%s", j->people[seat][0] ? j->people[seat] : cli_said("free"));
        bl_put(out, j->bots >> seat & 1 ? cli_said(" (bot)") : j->away >> seat & 1 ? cli_said(" (away)") : "");
    }
}

static void tell_guide(struct join *j)
{
    struct bl_text *out = &j->s.page;
    BL_LOCAL struct bl_text seats = bl_text_heap();
    put_styled(out, &j->s.screen, STYLE_STRONG, cli_said(j->s.game->title));
    bl_putf(out, " (%s)\n", j->s.game->id);
    put_seats(&seats, j);
    cli_put_wrapped(out, seats.s, 0, 0, j->s.screen.look.columns);
    if (!j->begun && j->stage == WAITING)
        put_paragraph(out, &j->s, "", 0, "%w", j->s.game->guide->text);
    put_paragraph(out, &j->s, "", 0, "`guide` tells how to play, `terms` what the table shows, `help` what to type.");
}

/* Who came, who went, who is away. */
static void see_seat(struct join *j, int seat, struct bl_json *now)
{
    struct bl_json name = bl_json_member(now, "name"), bot = bl_json_member(now, "bot");
    bool is_bot = !bl_json_is_null(&bot), away = bl_json_bool(now, "away");
    const char *who = !bl_json_is_null(&name) ? bl_json_to_string(&name) : is_bot ? bl_json_to_string(&bot) : "";
    uint32_t bit = UINT32_C(1) << seat;
    bool other = j->known && seat != j->seat && !is_bot;
    if (other && *who && !j->people[seat][0])
        join_tell(j, "%s sits down.", who);
    else if (other && !*who && j->people[seat][0])
        join_tell(j, "%s has left.", j->people[seat]);
    else if (j->known && away != !!(j->away & bit))
        join_tell(j, seat == j->seat ? away ? FACT("A bot plays for you now; `back` takes your seat again.") : FACT("You are back.")
             : away ? FACT("%s is away: a bot plays on.") : FACT("%s is back."), who);
    snprintf(j->people[seat], sizeof j->people[seat], "%s", who);
    j->bots = is_bot ? j->bots | bit : j->bots & ~bit;
    j->away = away ? j->away | bit : j->away & ~bit;
}

/* As the server's stories call them. */
static void name_bots(struct join *j, struct bl_json *seats, int players)
{
    const struct bl_bot *bots[BL_MAX_SEATS] = {NULL};
    const char *given[BL_MAX_SEATS] = {NULL};
    BL_LOCAL struct bl_text why = bl_text_heap();
    for (int seat = 0; seat < players; seat++) {
        struct bl_json one = bl_json_item(seats, (size_t)seat), bot = bl_json_member(&one, "bot");
        bots[seat] = bl_json_is_null(&bot) ? NULL : bl_ask_bot(bl_json_to_string(&bot), &why);
        given[seat] = !bots[seat] && j->people[seat][0] ? j->people[seat] : NULL;
    }
    bl_name_seats(bots, (unsigned)players, given, j->s.names);
    for (int seat = 0; seat < players; seat++)
        if (bots[seat] && j->s.names[seat])
            snprintf(j->people[seat], sizeof j->people[seat], "%s", j->s.names[seat]);
}

static void see_undo(struct join *j, struct bl_json *undo)
{
    int was = j->undo;
    j->undo = bl_json_is_null(undo) ? -1 : (int)bl_json_int(undo, "seat", 0, BL_MAX_SEATS - 1);
    j->agreed = 0;
    if (j->undo >= 0) {
        struct bl_json agreed = bl_json_member(undo, "agreed");
        size_t n = bl_json_count(&agreed, BL_MAX_SEATS);
        for (size_t i = 0; i < n; i++) {
            struct bl_json seat = bl_json_item(&agreed, i);
            j->agreed |= UINT32_C(1) << bl_json_to_int(&seat, 0, BL_MAX_SEATS - 1);
        }
    }
    if (was == j->undo)
        return;
    if (j->undo >= 0 && j->undo != j->seat && j->seat >= 0)
        join_tell(j, "%s would like to take the last move back: `agree`, or `no`.", name_of(j, j->undo));
    else if (j->undo == j->seat && j->seat >= 0)
        join_tell(j, "The others are asked.");
}

void join_see_table(struct join *j, struct bl_json *news)
{
    static const char *const stages[] = {"waiting", "running", "over", "given-up", NULL};
    enum stage was = j->stage;
    bool seated = true;
    set_up(j, news);
    if (!j->s.game)
        cli_wrong("join: this program does not know the game '%s'", bl_json_string(news, "game"));
    struct bl_json seats = bl_json_member(news, "seats"), undo = bl_json_member(news, "undo");
    int players = (int)bl_json_count(&seats, BL_MAX_SEATS), stage = bl_find_name(stages, bl_json_string(news, "stage"));
    j->stage = stage < 0 ? WAITING : (enum stage)stage;
    for (int seat = 0; seat < players; seat++) {
        struct bl_json one = bl_json_item(&seats, (size_t)seat);
        see_seat(j, seat, &one);
        seated = seated && j->people[seat][0];
    }
    name_bots(j, &seats, players);
    see_undo(j, &undo);
    if (!j->known)
        tell_guide(j);
    if (!j->known && j->stage != WAITING && j->seat < 0)
        join_tell(j, "The game has begun without you: you can watch.");
    if (j->stage == WAITING && !seated && (j->seated || !j->known)) {
        join_tell(j, "Somebody is missing. The others come with:");
        bl_put(&j->s.page, "  ");
        join_put_link(&j->s.page, j);
        bl_put_char(&j->s.page, '\n');
    }
    if (j->known && was == WAITING && j->stage == RUNNING)
        join_tell(j, "The game begins.");
    if (j->stage == GIVEN_UP && was != GIVEN_UP)
        join_tell(j, "This game was given up: nobody came for two weeks.");
    struct bl_json next = bl_json_member(news, "again");
    if (!bl_json_is_null(&next)) {
        snprintf(j->next, sizeof j->next, "%s", bl_json_to_string(&next));
        if (!j->told_next)
            join_tell(j, "Another game is set up: `again` sits down there.");
        j->told_next = true;
    }
    j->known = true;
    j->seated = seated;
}

void join_see_said(struct join *j, struct bl_json *news)
{
    int seat = (int)bl_json_int(news, "seat", -1, BL_MAX_SEATS - 1);
    BL_LOCAL struct bl_text line = bl_text_heap();
    bl_putf(&line, "%s: “%s”", name_of(j, seat), bl_json_string(news, "words"));
    cli_put_wrapped(&j->s.page, line.s, 0, 2, j->s.screen.look.columns);
}

/* ---- the game --------------------------------------------------------------------- */

/* The texts of a list of sentences, one after another. */
static void put_sentences(struct bl_text *out, struct bl_json *list)
{
    size_t n = bl_json_count(list, 1000);
    for (size_t i = 0; i < n; i++) {
        struct bl_json sentence = bl_json_item(list, i);
        bl_putf(out, i > 0 ? " %s" : "%s", bl_json_string(&sentence, "text"));
    }
}

static void put_member(struct bl_text *out, struct bl_json *object, const char *name)
{
    struct bl_json list = bl_json_member(object, name);
    put_sentences(out, &list);
}

static void put_lines(struct join *j, const char *text, const char *begin, int indent)
{
    if (*text)
        cli_put_begun(&j->s.page, begin, indent, j->s.screen.look.columns, text);
}

static void tell_event(struct join *j, struct bl_json *event)
{
    BL_LOCAL struct bl_text story = bl_text_heap();
    put_member(&story, event, "story");
    put_lines(j, story.s, "  ", 4);
}

/* Since this seat moved last, but not more than a few. */
static uint32_t first_told(const struct join *j, struct bl_json *events, size_t n)
{
    uint32_t from = (uint32_t)n;
    while (from > 0 && n - from < FEW) {
        struct bl_json event = bl_json_item(events, from - 1);
        if (bl_json_int(&event, "seat", 0, BL_MAX_SEATS - 1) == j->seat)
            break;
        from--;
    }
    return from;
}

static void keep_legal(struct join *j, struct bl_json *view)
{
    struct bl_json legal = bl_json_member(view, "legal");
    const char *hash = j->legal.hash;
    size_t n = bl_json_count(&legal, 100000);
    free_list(&j->legal);
    j->legal = (struct move_list){hash, (uint32_t)n, bl_new(n, sizeof *j->legal.texts), bl_new(n, sizeof *j->legal.offers)};
    for (size_t i = 0; i < n; i++) {
        struct bl_json move = bl_json_item(&legal, i);
        j->legal.texts[i] = bl_text_heap();
        j->legal.offers[i] = bl_text_heap();
        bl_put(&j->legal.texts[i], bl_json_string(&move, "text"));
        if (bl_json_has(&move, "offer")) {
            struct bl_json offer = bl_json_member(&move, "offer");
            bl_put(&j->legal.offers[i], bl_json_string(&offer, "text"));
        }
    }
}

static void put_turn(struct join *j)
{
    struct bl_text *out = &j->s.page;
    int rows = j->s.screen.rows - count_lines(out->s) - count_lines(j->text.s) - 5;
    bl_putf(out, "\n%s\n", j->text.s);
    put_lines(j, j->due.s, "", 0);
    if (j->legal.count > 0)
        put_list(out, &j->s.screen, &j->legal, !j->s.screen.typed ? 0 : rows < 3 ? 3 : rows);
}

static void put_end(struct join *j, struct bl_json *view, struct bl_json *result)
{
    struct bl_text *out = &j->s.page;
    BL_LOCAL struct bl_text end = bl_text_heap();
    struct bl_json standing = bl_json_member(result, "standing"), winner = bl_json_member(result, "winner");
    struct bl_json ranking = bl_json_member(result, "ranking");
    size_t n = bl_json_count(&standing, BL_MAX_SEATS), ranked = bl_json_count(&ranking, BL_MAX_SEATS);
    bl_putf(out, "\n%s\n", j->text.s);
    put_styled(out, &j->s.screen, STYLE_STRONG, cli_said("The game is over"));
    cli_tell(out, " after %d {move|moves}, by %s.", (int)j->count, bl_json_string(result, "why"));
    bl_put_char(out, '\n');
    put_member(&end, view, "end");
    put_lines(j, end.s, "", 0);
    if (bl_json_is_null(&winner))
        cli_tell(out, "Nobody wins.\n");
    for (size_t i = 0; i < n; i++) {
        struct bl_json one = bl_json_item(&standing, i), left = bl_json_member(&one, "left");
        BL_LOCAL struct bl_text line = bl_text_heap();
        bl_putf(out, i < ranked ? "  %d. " : "  -  ", (int)i + 1);
        bl_putf(&line, "%s: %s", name_of(j, (int)bl_json_int(&one, "seat", 0, BL_MAX_SEATS - 1)), bl_json_string(&left, "text"));
        cli_put_wrapped(out, line.s, 5, 5, j->s.screen.look.columns);
    }
}

static void see_transcript(struct join *j, struct bl_json *answer);

void join_see_moves(struct join *j, struct bl_json *news)
{
    int reader = (int)bl_json_int(news, "seat", -1, BL_MAX_SEATS - 1);
    if (reader != j->seat)
        return;
    struct bl_json events = bl_json_member(news, "events"), view = bl_json_member(news, "view");
    struct bl_json result = bl_json_member(&view, "result"), to_move = bl_json_member(&view, "to_move");
    size_t n = bl_json_count(&events, 1000000);
    uint32_t from = (uint32_t)bl_json_int(news, "from", 0, UINT32_MAX), first = j->begun ? 0 : first_told(j, &events, n);
    uint32_t was = j->count;
    j->count = (uint32_t)bl_json_int(news, "count", 0, UINT32_MAX);
    j->v = (uint32_t)bl_json_int(news, "v", 0, UINT32_MAX);
    if (j->begun && j->count < was)
        join_tell(j, "Taken back; the next move is number %d.", (int)j->count + 1);
    for (size_t i = first; i < n; i++) {
        struct bl_json event = bl_json_item(&events, i);
        if (!j->begun || from + i >= was || j->count < was)
            tell_event(j, &event);
    }
    bool news_of_turn = !j->begun || j->count != was;
    j->begun = true;
    j->to_move = bl_json_is_null(&to_move) ? -1 : (int)bl_json_to_int(&to_move, 0, BL_MAX_SEATS - 1);
    bl_text_clear(&j->text);
    bl_put(&j->text, bl_json_string(&view, "text"));
    bl_text_clear(&j->due);
    put_member(&j->due, &view, "due");
    keep_legal(j, &view);
    bool over = !bl_json_is_null(&result);
    if (over && !j->over) {
        put_end(j, &view, &result);
        join_ask(j, see_transcript, "ask", false, "'table':%s,'request':{'ask':'transcript'}", j->at.table);
    } else if (!over && j->to_move == j->seat && news_of_turn) {
        put_turn(j);
    } else if (!over && news_of_turn && j->s.screen.typed) {
        join_tell(j, "It is the turn of %s.", name_of(j, j->to_move));
    }
    j->over = over;
}

/* ---- the deal ----------------------------------------------------------------------- */

/* NULL: the line has our own number; or what is wrong. */
static const char *wrong_share(struct join *j, const char *line, size_t size)
{
    struct bl_json_doc doc;
    struct bl_pledge dealt;
    uint8_t number[BL_PLEDGE];
    if (!bl_json_parse(&doc, line, size))
        return FACT("it is not told");
    struct bl_json root = bl_json_root(&doc);
    bl_read_pledge(&root, bl_match_setup(j->s.m)->players, &dealt);
    bl_json_free(&doc);
    if (dealt.bots >> j->seat & 1)
        return FACT("a bot's number stands for yours, which came too late");
    bool same = bl_read_hex(j->number, number, BL_PLEDGE) && memcmp(number, dealt.numbers[j->seat], BL_PLEDGE) == 0;
    return same ? NULL : FACT("it has another number in place of yours");
}

/* Whether the deal follows from what was pledged before, and from our own number. */
static void check_deal(struct join *j)
{
    struct bl_memory memory = {j->transcript.s, j->transcript.s + j->transcript.len};
    struct bl_lines lines = bl_memory_lines(&memory);
    struct bl_verdict verdict;
    bl_verify(&lines, &verdict);
    const char *wrong = NULL, *dealt = strstr(j->transcript.s, "{\"t\":\"dealt\"");
    if (!verdict.ok)
        wrong = verdict.why;
    else if (!verdict.dealt || !dealt)
        wrong = FACT("it is not told");
    else if (j->hash[0] && strcmp(verdict.pledged, j->hash) != 0)
        wrong = FACT("its secret is not the one that was pledged before the game");
    else if (j->seat >= 0 && j->numbered)
        wrong = wrong_share(j, dealt, strcspn(dealt, "\n"));
    j->cheated = wrong != NULL;
    if (wrong)
        join_tell(j, "The deal cannot be trusted: %w.", wrong);
    else
        join_tell(j, "The deal was checked: it follows from the secret that was pledged before the game and from everybody's numbers.");
}

static void see_transcript(struct join *j, struct bl_json *answer)
{
    j->waits--;
    if (j->error) {
        join_tell(j, "%s", j->error);
        return;
    }
    bl_text_clear(&j->transcript);
    bl_put(&j->transcript, bl_json_to_string(answer));
    if (!j->checked)
        check_deal(j);
    j->checked = true;
    join_tell(j, "`save FILE` keeps the game, `again` plays another, Enter leaves.");
}

/* ---- commands ----------------------------------------------------------------------- */

static struct join *of(struct session *s)
{
    return (struct join *)s;
}

/* What came of something that has no more to say than whether it was done. */
static void see_done(struct join *j, struct bl_json *answer)
{
    (void)answer;
    j->waits--;
    if (j->error)
        join_tell(j, "That cannot be: %s.", j->error);
}

static bool has_seat(struct join *j)
{
    if (j->seat < 0)
        join_tell(j, "You watch: that is for those who sit here.");
    return j->seat >= 0;
}

static void put_refusal(struct join *j, struct bl_json *answer)
{
    struct bl_text *out = &j->s.page;
    const char *clause = bl_json_string(answer, "clause");
    bl_cite number = cli_find_clause(j->s.game, clause);
    struct bl_json fact = bl_json_member(answer, "fact"), instead = bl_json_member(answer, "instead");
    struct bl_json moves = bl_json_member(&instead, "moves");
    BL_LOCAL struct bl_text words = bl_text_heap();
    put_styled(out, &j->s.screen, STYLE_BAD, cli_said("Refused"));
    bl_putf(out, "%s%s\n", cli_said(" by "), clause);
    if (!bl_json_is_null(&fact))
        put_paragraph(out, &j->s, "  ", 8, "Here: %s", bl_json_string(&fact, "text"));
    size_t n = bl_json_count(&moves, 100);
    for (size_t i = 0; i < n && i < 3; i++) {
        struct bl_json move = bl_json_item(&moves, i), offer = bl_json_member(&move, "offer");
        bl_putf(&words, i > 0 ? "; %s (%s)" : "%s (%s)", bl_json_string(&offer, "text"), bl_json_string(&move, "text"));
    }
    if (words.len > 0)
        put_paragraph(out, &j->s, cli_said("  Instead: "), 11, "%s.", words.s);
    if (number)
        put_clause_words(out, &j->s, number);
}

/* A move, or words that the rulebook may listen to. */
static void see_move(struct join *j, struct bl_json *answer)
{
    j->waits--;
    if (j->error) {
        join_tell(j, "That cannot be: %s.", j->error);
        return;
    }
    const char *what = bl_json_string(answer, "answer");
    if (strcmp(what, "forbidden") == 0)
        put_refusal(j, answer);
    else if (strcmp(what, "unreadable") == 0)
        join_tell(j, "That is no move of this game: %w. `say WORDS` talks to the others, `help` says what can be typed.",
             bl_json_string(answer, "wrong"));
    else if (strcmp(what, "late") == 0)
        join_tell(j, "Somebody was quicker: look again.");
}

static void send_move(struct join *j, const char *move)
{
    if (j->over)
        join_tell(j, "The game is over: `save FILE`, `again`, `log`, `help`, or Enter, which leaves.");
    else if (!j->begun)
        join_tell(j, "The game has not begun.");
    else if (has_seat(j))
        join_ask(j, see_move, "move", true, "'table':%s,'seat':%d,'count':%d,'move':%s", j->at.table, j->seat,
                 (int)j->count, move);
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

static void run_leave(struct session *s)
{
    ask_seat(s, "leave");
    of(s)->leaves = of(s)->stage == WAITING;
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
    j->waits--;
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
    put_seats(&seats, j);
    cli_put_wrapped(&s->page, seats.s, 0, 0, s->screen.look.columns);
    bl_put(&s->page, j->text.s);
    put_lines(j, j->due.s, "", 0);
}

static void run_moves(struct session *s)
{
    struct join *j = of(s);
    if (j->legal.count > 0)
        put_list(&s->page, &s->screen, &j->legal, 0);
    else
        join_tell(j, "It is not your turn.");
}

static void run_link(struct session *s)
{
    join_put_link(&s->page, of(s));
    bl_put_char(&s->page, '\n');
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
        join_tell(j, "Saved; look at it again with: bylaw review %s", s->rest);
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
    j->waits--;
    if (j->error) {
        join_tell(j, "That cannot be: %s.", j->error);
        return;
    }
    struct bl_json one = bl_json_item(answer, 0);
    if (!bl_json_bool(&one, "readable")) {
        join_tell(j, "That is no move of this game: %w.", bl_json_string(&one, "wrong"));
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
static void see_log(struct join *j, struct bl_json *answer, bool clauses)
{
    j->waits--;
    if (j->error) {
        join_tell(j, "That cannot be: %s.", j->error);
        return;
    }
    size_t n = bl_json_count(answer, 1000000);
    if (n == 0)
        join_tell(j, "Nothing has been played yet.");
    for (size_t i = 0; i < n; i++) {
        struct bl_json event = bl_json_item(answer, i), why = bl_json_member(&event, "why");
        tell_event(j, &event);
        if (clauses)
            put_why(j, &why, false);
    }
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
    if (!j->begun)
        join_tell(j, "Nothing has been played yet.");
    else
        join_ask(j, seen, "ask", false, "'table':%s,'request':{'ask':'events','seat':%d,'from':%d}", j->at.table,
                 j->seat, (int)from);
}

static void run_log(struct session *s)
{
    ask_events(of(s), text_is(s->rest, "clauses") ? see_clauses : see_story, 0);
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
    j->waits--;
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
    {"link", "", FACT("the address of this table, for others"), run_link},
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
        if (strncasecmp(w->name, text, n) != 0 || (whole && w->name[n]))
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
    if (!j->s.game || !*typed)
        return;
    spell_cards(j->s.game, typed);
    if (*typed == '"') {
        size_t n = strlen(typed);
        typed[n - 1] = n > 1 && typed[n - 1] == '"' ? '\0' : typed[n - 1];
        say_words(j, skip_spaces(typed + 1));
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
    if (j->waits > 0 || !j->known)
        return false;
    bool asked = j->undo >= 0 && j->undo != j->seat && !(j->agreed >> j->seat & 1);
    return j->s.screen.typed || j->over || j->stage == GIVEN_UP ||
           (j->seat >= 0 && j->begun && (j->to_move == j->seat || asked));
}

bool join_complete(struct session *s, const char *before, struct play_completion *out)
{
    struct join *j = of(s);
    for (uint32_t i = 0; i < j->legal.count; i++)
        completion_add(out, before, j->legal.texts[i].s);
    for (const struct word *w = words; w->name; w++)
        completion_add(out, before, w->name);
    return completion_done(out);
}

void join_redraw(struct session *s)
{
    struct join *j = of(s);
    screen_measure(&s->screen);
    if (j->begun)
        put_turn(j);
    show_last(&s->screen, &s->page);
}
