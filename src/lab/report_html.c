/* report_html.c - the report for people: one page that needs nothing else. */
#include <stdarg.h>

#include "bylaw/position.h"
#include "report.h"
#include "report_style.h"

/* HTML as the format has it, with ' for ": %s is text as it is, %e text that is escaped, %u a
 * uint64_t. */
static void html(struct bl_text *out, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    for (const char *p = format; *p; p++) {
        if (*p != '%' || *++p == '%')
            bl_put_char(out, *p == '\'' ? '"' : *p);
        else if (*p == 'u')
            bl_put_uint(out, va_arg(args, uint64_t));
        else if (*p == 'e')
            lab_put_escaped(out, va_arg(args, const char *));
        else
            bl_put(out, va_arg(args, const char *));
    }
    va_end(args);
}

static void put_answer(struct bl_text *out, const struct lab_report *r, enum lab_question q)
{
    if (r->answers[q].len > 0)
        html(out, "<p>%e</p>\n", r->answers[q].s);
}

static void open_part(struct bl_text *out, const char *id, const char *title)
{
    html(out, "<section id='%s'>\n<h2>%s</h2>\n", id, title);
}

/* ---- charts ------------------------------------------------------------------------- */

static void chart_widths(struct bl_text *out, const struct lab_report *r)
{
    const uint64_t *widths = (const uint64_t *)r->lab->sums[0].widths;
    uint32_t n = LAB_WIDTHS - 1;
    while (n > 0 && widths[n] == 0)
        n--;
    lab_put_bars(out, &(struct lab_bars){"Legal moves at a decision",
                                         "Decisions by number of legal moves", "decisions", "legal moves", NULL, widths + 1, n, n, 1,
                                         1, false});
}

static void put_charts(struct bl_text *out, const struct lab_report *r)
{
    const struct lab_figures *f = &r->figures[0];
    struct lab_bars lengths = {"Moves in a game", "Games by number of moves", "games", "moves", NULL, f->bins,
                               f->bin_count, f->bin_count, (int64_t)f->bin_from,
                               (int64_t)f->bin_width, false};
    struct lab_bars gains = {"What the best move gains over an average one, in points of a hundred",
                             "Decisions by what the best move gains", "decisions", "points", "5 points or more", f->gain_bins, LAB_GAIN_BINS,
                             2, -5, 5, true};
    struct lab_bars changes = {"Changes of lead in a game", "Games by changes of lead", "games",
                               "changes", NULL, f->change_bins, LAB_CHANGE_BINS, LAB_CHANGE_BINS, 0, 1, true};
    html(out, "<div class='charts'>\n");
    const char *names[BL_MAX_SEATS];
    char said[BL_MAX_SEATS][LAB_NAME];
    for (int i = 0; i < f->seats; i++) {
        snprintf(said[i], sizeof said[i], "%d %.8s", i, r->lab->plan->bots[i]->name);
        names[i] = said[i];
    }
    lab_put_shares(out, "Games won by each seat", f->wins, names, f->seats, 1.0 / f->seats);
    lab_put_bars(out, &lengths);
    chart_widths(out, r);
    if (f->means[LAB_GAIN].n > 0) {
        lab_put_bars(out, &gains);
        lab_put_bars(out, &changes);
    }
    int steps = 0;
    for (uint32_t i = 0; i + 1 < r->lab->plan->ladder_count && f->lone[i].of > 0; i++)
        names[steps++] = r->lab->plan->ladder[i + 1]->name;
    lab_put_shares(out, "Games won by one bot among ones a step weaker", f->lone, names, steps, 1.0 / f->seats);
    bl_put(out, "</div>\n");
}

/* ---- how games end --------------------------------------------------------------------- */

static void put_ends(struct bl_text *out, const struct lab_report *r)
{
    const struct bl_game *game = r->lab->plan->game;
    const struct lab_figures *f = &r->figures[0];
    html(out, "<h3>How they end</h3>\n<table class='wide'><thead><tr><th>Clause</th>"
             "<th>What it says</th><th class='n'>Games</th></tr></thead><tbody>\n");
    for (uint16_t c = 1; c < game->clause_count; c++)
        if (f->tally.ends[c] > 0)
            html(out, "<tr><td>%s</td><td>%e</td><td class='n'>%u</td></tr>\n", game->clauses[c].id,
                game->clauses[c].text, f->tally.ends[c]);
    if (f->tally.unfinished > 0)
        html(out, "<tr><td>none</td><td>left after %u moves</td><td class='n'>%u</td></tr>\n",
            r->lab->plan->cap, f->tally.unfinished);
    bl_put(out, "</tbody></table>\n");
}

/* ---- coverage ---------------------------------------------------------------------------- */

static void put_clause(struct bl_text *out, const struct lab_report *r, bl_cite c)
{
    const struct bl_clause *clause = &r->lab->plan->game->clauses[c];
    const struct lab_cover *cover = &r->lab->cover[0][c];
    const struct { const char *name; int64_t n; } counts[] = {
        {"consulted", cover->consulted}, {"held", cover->held}, {"refused", cover->refused},
        {"applied", cover->applied}, {"games", cover->games},
    };
    enum lab_reach reach = lab_reach_of(r, 0, c);
    static const char *const gaps[] = {NULL, "never refused anything here", "never met here"};
    const char *gap = gaps[lab_gap_of(r, c)];
    html(out, "<tr><th scope='row'>%s</th><td class='what'>%e", clause->id, clause->text);
    if (reach != LAB_REACHED)
        lab_say(out, " <span class=\"tag t%d\">%s</span>", (int)reach, lab_reach_name(reach));
    if (gap && reach == LAB_REACHED)
        html(out, " <span class='tag'>%s</span>", gap);
    if (*clause->dead)
        html(out, " <span class='why'>%e</span>", clause->dead);
    html(out, "</td><td class='kind'>%s</td>", bl_kind_name(clause->kind));
    for (int i = 0; i < 5; i++)
        html(out, "<td class='n%s' data-name='%s'>%u</td>", counts[i].n > 0 ? "" : " zero",
            counts[i].name, counts[i].n);
    bl_put(out, "</tr>\n");
}

/* Which clauses a table has. */
enum group { MISSING, GAPS, REACHED, NOTHING_TO_REACH, GROUPS };

static bool is_in(const struct lab_report *r, enum group group, bl_cite c)
{
    enum lab_reach reach = lab_reach_of(r, 0, c);
    if (group == GAPS)
        return lab_gap_of(r, c) != LAB_NO_GAP;
    return group == (reach == LAB_REACHED                          ? REACHED
                     : reach == LAB_PROSE || reach == LAB_BUILT_IN ? NOTHING_TO_REACH
                                                                   : MISSING);
}

static void put_group(struct bl_text *out, const struct lab_report *r, enum group group)
{
    static const char *const titles[] = {
        "Never reached, or dead", "Reached, but never refused or never met",
        "Every clause that came up",
        "Nothing to reach: prose, and what the program is built to hold",
    };
    BL_LOCAL struct bl_text rows = bl_text_heap();
    uint64_t n = 0;
    for (uint16_t c = 1; c < r->lab->plan->game->clause_count; c++)
        if (is_in(r, group, c)) {
            put_clause(&rows, r, c);
            n++;
        }
    if (n > 0)
        html(out, "<details%s><summary>%s (%u)</summary>\n<table class='clauses'><thead><tr>"
                 "<th>Clause</th><th>What it says</th><th>Kind</th><th class='n'>Consulted</th>"
                 "<th class='n'>Held</th><th class='n'>Refused</th><th class='n'>Applied</th>"
                 "<th class='n'>Games</th></tr></thead><tbody>\n%s</tbody></table>\n</details>\n",
            group == MISSING ? " open=\"open\"" : "", titles[group], n, rows.s);
}

static void put_coverage(struct bl_text *out, const struct lab_report *r)
{
    static const char *const keys[][2] = {
        {"reached", "came up (paler: rarer)"}, {"unseen", "not in this sample"},
        {"cannot", "not reached by exhaustive search"}, {"dead", "dead"}, {"builtin", "built in"},
        {"prose", "prose"},
    };
    open_part(out, "clauses", "The rulebook, clause by clause");
    put_answer(out, r, LAB_Q_CLAUSES);
    lab_put_strip(out, r);
    html(out, "<p class='legend'>");
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        html(out, "<span><i class='key %s'></i>%s</span> ", keys[i][0], keys[i][1]);
    bl_put(out, "</p>\n");
    for (int group = 0; group < GROUPS; group++)
        put_group(out, r, (enum group)group);
    bl_put(out, "<p class=\"note\">Counted in events: a deal, a move that was made, or a question "
                "about a move that is not legal. A clause counts once an event. Questions are "
                "about moves taken at random, and about one move for each clause that refuses "
                "something at a position. Games: of both games of each deal. A dead clause may be "
                "consulted; it never decides.</p>\n");
    if (r->lab->sums[0].cut > 0)
        html(out, "<p class='note'>In %u events there was more to cite than is kept; what came last "
                 "there is missing.</p>\n", r->lab->sums[0].cut);
    bl_put(out, "</section>\n");
}

/* ---- comparing ------------------------------------------------------------------------------ */

static void put_row(struct bl_text *out, int measure, const struct lab_mean *base,
                    const struct lab_mean *here, const struct lab_mean *d)
{
    const struct lab_measure *of = lab_measure_at(measure);
    html(out, "<tr%s><th scope='row'>", lab_is_clear(d) ? " class=\"clear\"" : "");
    lab_put_measure(out, of->title, measure);
    lab_say(out, "</th><td class=\"n\">%.2f%s</td><td class=\"n\">%.2f%s</td><td class=\"n\">%+.2f",
            of->unit * base->mean, of->sign, of->unit * here->mean, of->sign, of->unit * d->mean);
    if (d->told)
        lab_say(out, " <small>%+.2f to %+.2f</small>", of->unit * d->low, of->unit * d->high);
    bl_put(out, "</td></tr>\n");
}

/* What is counted by seat, side by side where the seats are not the same. */
static void put_shares(struct bl_text *out, const struct lab_figures *both[2])
{
    int seats = both[0]->seats > both[1]->seats ? both[0]->seats : both[1]->seats;
    for (int i = LAB_LONE; i < LAB_WINS + seats; i++) {
        html(out, "<tr><th scope='row'>");
        lab_put_measure(out, lab_measure_at(i)->title, i);
        bl_put(out, "</th>");
        for (int j = 0; j < 2; j++) {
            const struct lab_share *s = i == LAB_LONE ? &both[j]->lone[0]
                                                      : &both[j]->wins[i - LAB_WINS];
            if (i < LAB_WINS + both[j]->seats)
                lab_say(out, "<td class=\"n\">%.2f %% <small>%.2f to %.2f</small></td>",
                        100 * s->share, 100 * s->low, 100 * s->high);
            else
                bl_put(out, "<td></td>");
        }
        bl_put(out, "<td></td></tr>\n");
    }
}

static void put_comparison(struct bl_text *out, const struct lab_report *r, uint32_t k)
{
    const struct lab_figures *a = &r->figures[0], *b = &r->figures[k];
    const struct lab_difference *d = &r->differences[k];
    BL_LOCAL struct bl_text words = bl_text_heap();
    lab_put_change(&words, r, k);
    html(out, "<div>\n<h3>%e</h3>\n<p>%e</p>\n<table class='figures'><thead><tr><th></th>"
             "<th class='n'>As called</th><th class='n'>Here</th>"
             "<th class='n'>Difference, 95 %%</th></tr></thead>\n<tbody>\n",
        lab_setting_name(r, k), words.s);
    for (int i = 0; i < d->count; i++)
        put_row(out, i, &a->means[i], &b->means[i], &d->means[i]);
    if (!d->paired)
        put_shares(out, (const struct lab_figures *[]){a, b});
    bl_put(out, "</tbody></table>\n");
    lab_put_only_in(out, r, k, 0, "<p>", ".</p>\n");
    lab_put_only_in(out, r, 0, k, "<p>", ".</p>\n");
    bl_put(out, "</div>\n");
}

static void put_comparisons(struct bl_text *out, const struct lab_report *r)
{
    if (r->lab->plan->setting_count < 2)
        return;
    open_part(out, "settings", "What other settings change");
    bl_put(out, "<p>The same deals were played under each, but for other numbers of players, where "
                "it is said. Rows in bold changed clearly: their "
                "interval leaves 0 out. Of many rows that do not change, one in twenty will look "
                "as if it did.</p>\n<div class=\"settings\">\n");
    for (uint32_t k = 1; k < r->lab->plan->setting_count; k++)
        put_comparison(out, r, k);
    bl_put(out, "</div>\n</section>\n");
}

/* ---- the rest of the page ------------------------------------------------------------ */

static void put_search(struct bl_text *out, const struct lab_report *r)
{
    const struct lab_explored *e = r->explored;
    if (!e)
        return;
    open_part(out, "search", "Every play of a small instance");
    put_answer(out, r, LAB_Q_EXPLORED);
    html(out, "<table class='figures'><tbody>"
             "<tr><th scope='row'>Positions</th><td class='n'>%u</td></tr>"
             "<tr><th scope='row'>Moves between them</th><td class='n'>%u</td></tr>"
             "<tr><th scope='row'>Ends</th><td class='n'>%u</td></tr>"
             "<tr><th scope='row'>No legal move</th><td class='n'>%u</td></tr>"
             "<tr><th scope='row'>Questions asked</th><td class='n'>%u</td></tr>",
        e->states, e->moves, e->over, e->stuck, e->questions);
    if (e->end != LAB_ALL_SEEN)
        html(out, "<tr><th scope='row'>Complete to</th><td class='n'>%u moves</td></tr>", e->depth);
    bl_put(out, "</tbody></table>\n");
    if (e->stuck > 0)
        html(out, "<p>A position without a legal move:</p>\n<pre>%e</pre>\n", e->stuck_at.s);
    bl_put(out, "<p class=\"note\">Positions count as different only if what follows can differ."
                "</p>\n</section>\n");
}

static void put_cards(struct bl_text *out, const struct lab_report *r)
{
    bl_put(out, "<div class=\"cards\">\n");
    for (int q = 0; q < LAB_Q_CLAUSES; q++)
        if (r->answers[q].len > 0)
            html(out, "<article><h2>%e</h2>\n<p>%e</p>\n</article>\n", lab_questions[q],
                 r->answers[q].s);
    bl_put(out, "</div>\n");
}

static void put_head(struct bl_text *out, const struct lab_report *r)
{
    const struct lab_plan *plan = r->lab->plan;
    html(out, "<!DOCTYPE html>\n<html lang='en'>\n<head>\n<meta charset='utf-8'/>\n"
             "<meta name='viewport' content='width=device-width, initial-scale=1'/>\n"
             "<meta name='color-scheme' content='light dark'/>\n<title>%e in the lab</title>\n"
             "<style>\n%s</style>\n</head>\n<body>\n<header>\n<h1>%e</h1>\n"
             "<p>%u %s under %u %s, seed %u.",
        plan->game->title, lab_style[0].text, plan->game->title, r->lab->task.games_done,
        r->lab->task.games_done == 1 ? "deal, played" : "deals, each played",
        (uint64_t)plan->setting_count, plan->setting_count == 1 ? "setting" : "settings",
        plan->seed);
    if (r->stopped)
        html(out, " <strong>Stopped early; deals asked for: %u.</strong>", plan->games);
    if (r->lab->task.games_done > 0 && r->lab->task.games_done < LAB_FEW)
        bl_put(out, " With so few deals, intervals say less than they seem to.");
    bl_put(out, "</p>\n</header>\n<main>\n");
}

static void put_foot(struct bl_text *out, const struct lab_report *r)
{
    BL_LOCAL struct bl_text command = bl_text_heap();
    lab_put_command(&command, r, " \\\n    ");
    open_part(out, "how", "How this was made");
    html(out, "<pre>%e</pre>\n<p>Version %s. The same call gives the same page, byte for byte, on "
             "any number of cores and machines.</p>\n", command.s, BYLAW_VERSION);
    lab_say(out,
            "<ul><li>All this is about play by these bots. Better players may find what they do "
            "not.</li>"
            "<li>Chances to win are estimated at up to %d positions of a game by %u play-outs of "
            "%s bots for each seat, from what that seat can see. The lead passes on when another "
            "seat is ahead by more than two standard errors. A play-out that does not end within %d "
            "moves is won by nobody.</li>"
            "<li>The shuffle explains who wins as far as play-outs of the same shuffle agree more "
            "than those of different ones.</li>"
            "<li>What a move is worth is estimated at up to %d decisions of a game, from what its "
            "player can see, for up to %d moves: %u play-outs choose the best one, as many others "
            "value it.</li>"
            "<li>The lone bot sits on each seat in turn, in a second game of every deal; steps after the "
            "first, whose bots think, are played in every tenth.</li>"
            "<li>Intervals are of 95 %%: Wilson&#8217;s for shares, and of %d deals or more the normal "
            "law&#8217;s for means and for differences of the same deals, by drawing deals again for "
            "what the shuffle explains.</li></ul>\n</section>\n",
            LAB_POSITIONS, r->lab->plan->playouts, r->lab->plan->player->name, LAB_PLAYOUT_CAP,
            LAB_DECISIONS, LAB_WEIGHED, r->lab->plan->playouts, BL_FEWEST_DEALS);
    bl_put(out, "</main>\n</body>\n</html>\n");
}

void lab_put_html(struct bl_text *out, const struct lab_report *r)
{
    put_head(out, r);
    if (r->figures[0].tally.games > 0) {
        put_cards(out, r);
        open_part(out, "games", "The games");
        put_charts(out, r);
        put_ends(out, r);
        bl_put(out, "</section>\n");
        put_comparisons(out, r);
        put_coverage(out, r);
    }
    put_search(out, r);
    put_foot(out, r);
}
