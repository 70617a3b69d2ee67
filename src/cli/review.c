/* review.c - `bylaw review`: a game looked at again, with who was ahead and what cost most. */
#include "review.h"

#include <stdlib.h>
#include <string.h>

#include "lab/report.h"
#include "runs.h"

enum { WORST = 3 };   /* mistakes that are told */

struct cli_standing cli_standing(int players, double score)
{
    struct cli_standing s;
    int tenths = (int)(10 * (1 + (1 - score) * (players - 1)) + 0.5);
    struct bl_text out = BL_TEXT_FIXED(s.text);
    if (players == 2)
        bl_putf(&out, "%d %%", (int)(score * 100 + 0.5));
    else
        cli_tell(&out, FACT("%d.%d"), tenths / 10, tenths % 10);
    return s;
}

/* ---- who was ahead ---------------------------------------------------------- */

/* One column of the chart: from the last place to the first. */
static void put_level(struct bl_text *out, const struct review_look *look, float score)
{
    static const char *const bars[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    int steps = look->look.unicode ? 8 : 10, level = (int)(score * (float)steps);
    level = level >= steps ? steps - 1 : level;
    if (look->look.unicode)
        bl_put(out, bars[level]);
    else
        bl_put_char(out, (char)('0' + level));
}

/* The move whose position column `i` of `width` shows: the last column is the end. */
static uint32_t move_of(const struct bl_review *r, uint32_t i, uint32_t width)
{
    return width <= 1 ? r->count : (uint32_t)((uint64_t)i * r->count / (width - 1));
}

/* The names of the seats, all as wide as the widest. */
static int widest_name(const struct bl_match *m, const struct review_look *look)
{
    int widest = cli_width(cli_said("move"));
    for (int seat = 0; seat < bl_match_setup(m)->players; seat++) {
        BL_LOCAL struct bl_text name = bl_text_heap();
        look->put_name(&name, look->of, seat);
        widest = cli_width(name.s) > widest ? cli_width(name.s) : widest;
    }
    return widest < look->look.columns / 3 ? widest : look->look.columns / 3;
}

/* Numbers of moves under the columns, where there is room for them. */
static void put_axis(struct bl_text *out, const struct bl_review *r, uint32_t width, int indent)
{
    BL_LOCAL struct bl_text title = bl_text_heap();
    bl_putf(&title, "  %s", cli_said("move"));
    cli_put_padded(out, title.s, indent);
    for (uint32_t i = 0, free = 0; i < width; i++) {
        BL_LOCAL struct bl_text number = bl_text_heap();
        bl_put_uint(&number, move_of(r, i, width));
        if (i % 10 == 0 && i >= free && i + number.len <= width) {
            bl_put(out, number.s);
            free = i + (uint32_t)number.len;
        } else if (i >= free) {
            bl_put_char(out, ' ');
        }
    }
    while (out->len > 0 && out->s[out->len - 1] == ' ')
        out->s[--out->len] = '\0';
    bl_put_char(out, '\n');
}

static void put_chart(struct bl_text *out, const struct bl_match *m, const struct bl_review *r,
                      const struct review_look *look)
{
    int indent = widest_name(m, look) + 4, room = look->look.columns - indent - 1;
    uint32_t width = r->count + 1 < (uint32_t)room ? r->count + 1 : (uint32_t)room;
    bool two = bl_match_setup(m)->players == 2;
    cli_tell_paragraph(out, "", 0, look->look.columns,
                       look->look.unicode
                           ? two ? FACT("Who was ahead, as everybody could see it: the higher, the better the chance to win.")
                                 : FACT("Who was ahead, as everybody could see it: the higher, the better the place to be "
                                        "expected.")
                       : two ? FACT("Who was ahead, as everybody could see it: from 0, lost, to 9, won.")
                             : FACT("Who was ahead, as everybody could see it: from 0, the last place, to 9, the first."));
    for (int seat = 0; seat < bl_match_setup(m)->players; seat++) {
        BL_LOCAL struct bl_text name = bl_text_heap();
        bl_put(&name, "  ");
        look->put_name(&name, look->of, seat);
        cli_put_padded(out, name.s, indent);
        for (uint32_t i = 0; i < width; i++) {
            const struct bl_judgement *j = &r->moves[move_of(r, i, width)];
            if (j->done)
                put_level(out, look, j->scores[seat]);
            else
                bl_put_char(out, '.');
        }
        bl_put_char(out, '\n');
    }
    put_axis(out, r, width, indent);
}

/* ---- what cost most --------------------------------------------------------- */

/* Of an account, what made the move legal and what it changed. */
static void put_clauses(struct bl_text *out, const struct bl_game *game, const struct bl_account *a)
{
    static bool seen[UINT16_MAX];
    bool first = true;
    memset(seen, 0, game->clause_count);
    for (uint32_t i = 0; i < a->count; i++) {
        const struct bl_reason *r = &a->reasons[i];
        if ((r->mark != BL_HELD && r->mark != BL_APPLIED) || seen[r->clause])
            continue;
        seen[r->clause] = true;
        bl_putf(out, first ? "%s" : ", %s", game->clauses[r->clause].id);
        first = false;
    }
}

/* "   Made    TEXT", with what does not fit on the line below it. */
static void put_titled(struct bl_text *out, const struct review_look *look, const char *title, int indent,
                       const char *text)
{
    BL_LOCAL struct bl_text begin = bl_text_heap();
    bl_put(&begin, "   ");
    cli_put_padded(&begin, cli_said(title), 8);
    cli_put_begun(out, begin.s, indent, look->look.columns, text);
}

/* Everybody's cards: they are no secret any more. Nothing where there are no hands. */
static void put_hands(struct bl_text *out, struct bl_match *m, uint32_t number,
                      const struct review_look *look)
{
    const struct bl_game *game = bl_match_game(m);
    for (int seat = 0; seat < bl_match_setup(m)->players; seat++) {
        BL_LOCAL struct bl_text hand = bl_text_heap(), line = bl_text_heap();
        if (!cli_put_hand(&hand, game, bl_match_view_at(m, number, BL_REFEREE), seat, &look->look))
            return;
        look->put_name(&line, look->of, seat);
        bl_putf(&line, ":%s", hand.len > 0 ? hand.s : "");
        put_titled(out, look, seat == 0 ? FACT("Hands") : "", 15, line.s);
    }
}

/* The table as `seat` saw it, to whom it speaks. */
static void put_table_then(struct bl_text *out, struct bl_match *m, uint32_t number, int seat,
                           const struct review_look *look)
{
    BL_LOCAL struct bl_text table = bl_text_heap();
    struct bl_look inner = look->look;
    inner.columns -= 3;
    bl_match_game(m)->notation->put_table(bl_match_view_at(m, number, seat), seat, &inner, &table);
    for (const char *at = table.s; *at;) {
        size_t n = strcspn(at, "\n");
        bl_put(out, n > 0 ? "   " : "");
        bl_put_bytes(out, at, n);
        bl_put_char(out, '\n');
        at += n + (at[n] == '\n');
    }
}

/* A story in words; then the move as it is written. */
static void put_words(struct bl_text *out, const struct bl_story *story, const char *move,
                      const struct review_look *look)
{
    bl_put_story(out, story, &(struct bl_voice){cli_catalogue, look->look.unicode, look->look.names, look->you});
    if (*move && (strlen(move) < 3 || !strstr(out->s, move)))   /* "draw 2 cards" does not say the move 2 */
        bl_putf(out, story->count > 0 ? " [%s]" : "%s", move);
}

/* What the others did next, until whoever moved there moves again. */
static void put_answer(struct bl_text *out, struct bl_match *m, uint32_t number, const struct review_look *look)
{
    enum { MOST = 3 };
    static struct bl_event event;
    static struct bl_story story;
    int seat = bl_match_mover(m, number);
    for (uint32_t n = number + 1; n < bl_match_count(m) && n <= number + MOST && bl_match_mover(m, n) != seat; n++) {
        bl_match_tell(m, n, BL_REFEREE, &event, &story);
        bl_put(out, out->len > 0 ? " " : "");
        put_words(out, &story, story.count > 0 ? "" : event.move, look);
    }
}

/* What is won by it: as far as a bot can see, who tried out both. */
static void put_gain(struct bl_text *out, const struct bl_match *m, const struct bl_judgement *j)
{
    int players = bl_match_setup(m)->players;
    struct cli_standing best = cli_standing(players, j->best), made = cli_standing(players, j->made);
    if (players == 2)
        cli_tell(out, "Of 100 games that go on like that about %d are won; as it was played, about %d.",
                 (int)(j->best * 100 + 0.5f), (int)(j->made * 100 + 0.5f));
    else
        cli_tell(out, "Place %s is to be expected then; as it was played, %s.", best.text, made.text);
}

/* What a move leads to with the cards as they lay, which are no secret any more. */
struct outlook {
    struct bl_text due, left;   /* what comes next; what its maker has left */
};

static struct outlook look_ahead(struct bl_match *m, uint32_t number, const struct bl_play *play,
                                 const struct review_look *look)
{
    static struct bl_story story;
    struct bl_reply reply;
    struct outlook out = {bl_text_heap(), bl_text_heap()};
    const struct bl_game *game = bl_match_game(m);
    struct bl_match *then = bl_match_at(NULL, game, bl_match_view_at(m, number, BL_REFEREE), 1);
    bl_match_play(then, play, &reply);
    const void *state = bl_match_view(then, BL_REFEREE);
    (bl_match_to_move(then) < 0 ? bl_tell_end : bl_tell_due)(game, state, &story);
    story.count = story.count > 0;   /* what matters comes first */
    put_words(&out.due, &story, "", look);
    bl_tell_left(game, state, play->seat, &story);
    put_words(&out.left, &story, "", look);
    bl_match_free(then);
    return out;
}

/* What the better move would have led to, and the one that was made, where that is not the same. */
static void put_reason(struct bl_text *out, struct bl_match *m, uint32_t number, const struct bl_play *made,
                       const struct bl_play *better, const struct review_look *look)
{
    BL_LOCAL struct bl_text name = bl_text_heap();
    struct outlook after = look_ahead(m, number, better, look), so = look_ahead(m, number, made, look);
    if (after.due.len > 0 && so.due.len > 0 && strcmp(after.due.s, so.due.s) != 0)
        cli_tell(out, "After it: %s As it was played: %s ", after.due.s, so.due.s);
    look->put_name(&name, look->of, better->seat);
    if (after.left.len > 0 && so.left.len > 0 && strcmp(after.left.s, so.left.s) != 0)
        cli_tell(out, "%s: %s instead of %s. ", name.s, after.left.s, so.left.s);
    bl_text_free(&after.due);
    bl_text_free(&after.left);
    bl_text_free(&so.due);
    bl_text_free(&so.left);
}

static void put_mistake(struct bl_text *out, struct bl_match *m, const struct bl_review *r,
                        uint32_t number, const struct review_look *look)
{
    static struct bl_event event;
    static struct bl_account account;
    static struct bl_story story;
    const struct bl_judgement *j = &r->moves[number];
    const struct bl_game *game = bl_match_game(m);
    BL_LOCAL struct bl_text line = bl_text_heap(), move = bl_text_heap();
    BL_LOCAL struct bl_text made = bl_text_heap(), better = bl_text_heap();
    BL_LOCAL struct bl_text then = bl_text_heap(), gain = bl_text_heap(), rests = bl_text_heap();
    BL_LOCAL struct bl_text hands = bl_text_heap();
    look->put_name(&line, look->of, j->seat);
    int players = bl_match_setup(m)->players;
    struct cli_standing so = cli_standing(players, j->made), best = cli_standing(players, j->best);
    cli_tell_paragraph(out, "", 3, look->look.columns,
                       players == 2 ? FACT("Move %d, %s: %s, where %s was to be had")
                                    : FACT("Move %d, %s: place %s to be expected, where %s was to be had"),
                       (int)number + 1, line.s, so.text, best.text);
    put_hands(&hands, m, number, look);
    put_table_then(out, m, number, j->seat != look->you && (hands.len > 0 || look->you >= 0) ? BL_SPECTATOR : j->seat, look);
    bl_put(out, hands.s);
    bl_match_tell(m, number, BL_REFEREE, &event, &story);
    put_words(&made, &story, event.move, look);
    put_clauses(&rests, game, &event.account);
    bl_put(&rests, "; ");
    put_answer(&then, m, number, look);
    const void *seen = bl_match_view_at(m, number, j->seat);
    bl_put_move(game, seen, &j->better, &move);
    bl_tell_offer(game, seen, &j->better, &story);
    put_words(&better, &story, move.s, look);
    bl_match_explain_at(m, number, &j->better, &account);
    cli_tell(&rests, "the better one: ");
    put_clauses(&rests, game, &account);
    put_reason(&gain, m, number, &event.play, &j->better, look);
    put_gain(&gain, m, j);
    put_titled(out, look, FACT("Made"), 11, made.s);
    if (then.len > 0)
        put_titled(out, look, FACT("Then"), 11, then.s);
    put_titled(out, look, FACT("Better"), 11, better.s);
    put_titled(out, look, FACT("Why"), 11, gain.s);
    put_titled(out, look, FACT("Clauses"), 11, rests.s);
}

/* Where no move was a mistake: the choice that mattered most, for the reader, or else for the winner. */
static void put_turning(struct bl_text *out, struct bl_match *m, const struct bl_review *r,
                        const struct review_look *look)
{
    static struct bl_event event;
    static struct bl_story story;
    struct bl_result result;
    bl_match_result(m, &result);
    int players = bl_match_setup(m)->players, seat = look->you >= 0 ? look->you : result.winner >= 0 ? result.winner : 0;
    uint32_t n = r->done > r->count ? bl_turning_point(r, seat) : r->count;
    cli_tell_paragraph(out, "", 0, look->look.columns,
                       n < r->count          ? FACT("No move was a clear mistake. This choice mattered most:")
                       : r->done <= r->count ? FACT("No move was a clear mistake.")
                                             : FACT("No move was a clear mistake, and no single choice decided "
                                                    "the game: small steps and luck did."));
    if (n == r->count)
        return;
    BL_LOCAL struct bl_text begin = bl_text_heap(), words = bl_text_heap(), name = bl_text_heap();
    struct cli_standing before = cli_standing(players, r->moves[n].scores[seat]),
                        after = cli_standing(players, r->moves[n + 1].scores[seat]);
    cli_tell(&begin, "   Move %d: ", (int)n + 1);
    bl_match_tell(m, n, BL_REFEREE, &event, &story);
    put_words(&words, &story, "", look);
    cli_put_begun(out, begin.s, 3, look->look.columns, words.s);
    look->put_name(&name, look->of, seat);
    cli_tell_paragraph(out, "   ", 3, look->look.columns,
                       players == 2 ? FACT("%s: chance to win %s before it, %s after it.")
                                    : FACT("%s: place to be expected %s before it, %s after it."),
                       name.s, before.text, after.text);
}

/* "  12   53 %  Bruno drew 5 cards. Better: lay 7♥ [play 7H], 61 %." */
static void put_line(struct bl_text *out, struct bl_match *m, const struct bl_judgement *j, uint32_t number,
                     const struct review_look *look)
{
    enum { NUMBER = 5, FIGURE = 6 };
    static struct bl_event event;
    static struct bl_story story;
    BL_LOCAL struct bl_text begin = bl_text_heap(), words = bl_text_heap(), better = bl_text_heap(), move = bl_text_heap();
    int players = bl_match_setup(m)->players;
    struct cli_standing made = cli_standing(players, j->made), best = cli_standing(players, j->best);
    const char *figure = j->weighed ? made.text : "-";
    bl_put_uint(&words, number + 1);
    cli_put_spaces(&begin, NUMBER - (int)words.len);
    bl_put(&begin, words.s);
    cli_put_spaces(&begin, FIGURE - cli_width(figure) + 1);
    bl_putf(&begin, " %s  ", figure);
    bl_text_clear(&words);
    bl_match_tell(m, number, BL_REFEREE, &event, &story);
    story.count = story.count > 0;   /* what matters comes first */
    put_words(&words, &story, story.count > 0 ? "" : event.move, look);
    if (bl_cost(j) > 0) {
        const void *seen = bl_match_view_at(m, number, j->seat);
        bl_put_move(bl_match_game(m), seen, &j->better, &move);
        bl_tell_offer(bl_match_game(m), seen, &j->better, &story);
        put_words(&better, &story, move.s, look);
        cli_tell(&words, " Better: %s, %s.", better.s, best.text);
    }
    cli_put_begun(out, begin.s, NUMBER + FIGURE + 4, look->look.columns, words.s);
}

static void put_every(struct bl_text *out, struct bl_match *m, const struct bl_review *r,
                      const struct review_look *look)
{
    bl_put_char(out, '\n');
    cli_tell_paragraph(out, "", 0, look->look.columns, bl_match_setup(m)->players == 2
                       ? FACT("Every move: the chance to win that it left, - where there was no choice.")
                       : FACT("Every move: the place to be expected after it, - where there was no choice."));
    for (uint32_t i = 0; i < r->count; i++)
        if (r->moves[i].done && look->seats >> r->moves[i].seat & 1)
            put_line(out, m, &r->moves[i], i, look);
}

void review_put(struct bl_text *out, struct bl_match *m, const struct bl_review *r,
                const struct review_look *look)
{
    uint32_t worst[WORST], n = bl_mistakes(r, worst, WORST);
    int columns = look->look.columns;
    if (r->done <= r->count)
        cli_tell_paragraph(out, "", 0, columns, "Broken off: %d of %d positions were looked at.",
                           (int)r->done, (int)r->count + 1);
    put_chart(out, m, r, look);
    bl_put_char(out, '\n');
    if (n == 0)
        put_turning(out, m, r, look);
    else
        cli_tell_paragraph(out, "", 0, columns, bl_match_setup(m)->players == 2
                           ? FACT("What mattered: {one move|%d moves, the worst first}. The numbers are the chance to "
                                  "win, by what could be known then.")
                           : FACT("What mattered: {one move|%d moves, the worst first}. The numbers are the place "
                                  "to be expected, 1 is the best, by what could be known then."), (int)n);
    for (uint32_t i = 0; i < n; i++) {
        bl_put_char(out, '\n');
        put_mistake(out, m, r, worst[i], look);
    }
    put_every(out, m, r, look);
}

/* ---- as JSON ---------------------------------------------------------------- */

static void put_scores(struct bl_text *out, const float *scores, int players)
{
    bl_json_key(out, "scores");
    bl_json_open(out, '[');
    for (int seat = 0; seat < players; seat++)
        lab_say(out, seat > 0 ? ",%.4f" : "%.4f", (double)scores[seat]);
    bl_json_close(out, ']');
}

static void put_cites(struct bl_text *out, const char *name, const struct bl_game *game,
                      const struct bl_account *a)
{
    bl_json_putf(out, "%s:[", name);
    for (uint32_t i = 0; i < a->count; i++)
        if (a->reasons[i].mark == BL_HELD || a->reasons[i].mark == BL_APPLIED)
            bl_json_put_string(out, game->clauses[a->reasons[i].clause].id);
    bl_json_close(out, ']');
}

static void put_judgement(struct bl_text *out, struct bl_match *m, const struct bl_review *r,
                          uint32_t number)
{
    static struct bl_event event;
    static struct bl_account account;
    const struct bl_judgement *j = &r->moves[number];
    const struct bl_game *game = bl_match_game(m);
    bl_match_event(m, number, BL_REFEREE, &event);
    bl_json_putf(out, "{'number':%d,'seat':%d,'move':%s", (int)number, event.seat, event.move);
    if (j->done) {
        put_scores(out, j->scores, bl_match_setup(m)->players);
        bl_json_putf(out, "'choice':%t", j->choice);
    }
    if (j->done && j->weighed) {
        BL_LOCAL struct bl_text better = bl_text_heap();
        bl_put_move(game, bl_match_view_at(m, number, BL_REFEREE), &j->better, &better);
        lab_say(out, ",\"made\":%.4f,\"best\":%.4f", (double)j->made, (double)j->best);
        bl_json_putf(out, "'better':%s", better.s);
        put_cites(out, "cites", game, &event.account);
        bl_match_explain_at(m, number, &j->better, &account);
        put_cites(out, "better_cites", game, &account);
    }
    bl_json_close(out, '}');
}

static void put_json(struct bl_text *out, struct bl_match *m, const struct bl_review *r,
                     const struct bl_review_plan *plan)
{
    uint32_t worst[WORST], n = bl_mistakes(r, worst, WORST);
    int players = bl_match_setup(m)->players;
    bl_json_putf(out, "{'game':%s,'players':%d,'bot':%s,'count':%d,'done':%d,'moves':[",
                 bl_match_game(m)->id, players, plan->bot->name, (int)r->count, (int)r->done);
    for (uint32_t i = 0; i < r->count; i++)
        put_judgement(out, m, r, i);
    bl_json_close(out, ']');
    if (r->moves[r->count].done)
        put_scores(out, r->moves[r->count].scores, players);
    bl_json_putf(out, "'mistakes':[");
    for (uint32_t i = 0; i < n; i++)
        bl_json_put_int(out, (int)worst[i]);
    bl_json_putf(out, "],'decided':[");
    for (int seat = 0; seat < players; seat++) {
        uint32_t at = r->done > r->count ? bl_turning_point(r, seat) : r->count;
        bl_json_putf(out, "%p", at < r->count ? (int)at : -1);
    }
    bl_put(out, "]}\n");
}

/* ---- the call --------------------------------------------------------------- */

static void put_called(struct bl_text *out, const void *names, int seat)
{
    const char *name = ((const char *const *)names)[seat];
    if (name)
        bl_put(out, name);
    else
        cli_tell(out, "player %d", seat + 1);
}

/* Who sat where, by --names, which is cut at its commas; returns the seat of "you". */
static int read_names(char *list, int players, const char *names[BL_MAX_SEATS])
{
    int count = 0, you = BL_SPECTATOR;
    for (char *name = list, *comma; name; name = comma ? comma + 1 : NULL, count++) {
        comma = strchr(name, ',');
        if (comma)
            *comma = '\0';
        if (count >= players)
            continue;
        names[count] = *name ? name : NULL;
        you = strcmp(name, "you") == 0 || strcmp(name, cli_said("you")) == 0 ? count : you;
    }
    if (count != players)
        cli_wrong("--names: one for each of the %d seats, with commas between them", players);
    return you;
}

static struct bl_match *read_game(const char *file)
{
    BL_LOCAL struct bl_text text = cli_slurp_file(file, CLI_MAX_INPUT), why = bl_text_heap();
    const char *mistaken = cli_mistaken(text.s, false);
    struct bl_match *m = mistaken ? NULL : bl_match_resume(NULL, text.s, text.len, &why);
    if (!m)
        cli_wrong("%s: %s", strcmp(file, "-") == 0 ? "standard input" : file, mistaken ? cli_said(mistaken) : why.s);
    return m;
}

/* --seat, or all of them, as a set. */
static uint32_t seats_given(const struct cli_args *args, const struct bl_match *m)
{
    if (!cli_has(args, "seat"))
        return UINT32_MAX;
    return UINT32_C(1) << cli_number(args, "seat", 0, bl_match_setup(m)->players - 1u, 0);
}

static void show_far(void *progress, uint32_t done)
{
    if (((struct progress *)progress)->terminal >= 0)
        show_progress(progress, done, 0);
}

int cmd_review(const struct cli_args *args)
{
    static const char *const of_words[] = {"names", NULL};
    if (cli_has(args, "json"))
        cli_refuse(args, of_words, FACT("is for words; --json has none"));
    struct bl_match *m = read_game(args->words[0]);
    struct bl_review_plan plan;
    struct bl_review review;
    struct progress progress;
    struct bl_text out = bl_text_heap();
    const char *names[BL_MAX_SEATS] = {NULL}, *given = cli_value(args, "names");
    char *list = given ? bl_copy_of(given, strlen(given) + 1) : NULL;
    int you = list ? read_names(list, bl_match_setup(m)->players, names) : BL_SPECTATOR;
    uint32_t budget = (uint32_t)cli_number(args, "budget", 1, BL_REVIEW_MOST, 0);
    bl_review_prepare(&plan, bl_match_game(m), budget,
                      cli_has(args, "seed") ? cli_seed(args) : 1);
    start_progress(&progress, bl_match_count(m) + 1u, 0);
    progress.what = "moves";
    struct bl_review_run run = {seats_given(args, m), jobs_given(args), stop_on_signal(), show_far,
                                &progress};
    bl_review(m, &plan, &run, &review);
    end_progress(&progress);
    if (cli_has(args, "json"))
        put_json(&out, m, &review, &plan);
    else
        review_put(&out, m, &review,
                   &(struct review_look){{cli_shows_signs(), false, cli_columns(), names, cli_catalogue}, put_called,
                                         names, you, run.seats});
    free(list);
    bl_review_free(&review);
    bl_match_free(m);
    cli_write(&out);
    return stopping_signal() ? 128 + stopping_signal() : CLI_DONE;
}
