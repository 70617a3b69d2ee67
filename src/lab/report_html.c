/* report_html.c - the report for people: one page that needs nothing else. */
#include <stdio.h>

#include "bylaw/position.h"
#include "report.h"
#include "report_style.h"

static void put_text(struct bl_text *out, const char *tag, const char *text)
{
    lab_say(out, "<%s>", tag);
    lab_put_escaped(out, text);
    lab_say(out, "</%s>\n", tag);
}

static void put_answer(struct bl_text *out, const struct lab_report *r, enum lab_question q)
{
    struct bl_text answer = bl_text_heap();
    lab_put_answer(&answer, r, q);
    if (answer.len > 0)
        put_text(out, "p", answer.s);
    bl_text_free(&answer);
}

static void open_part(struct bl_text *out, const char *id, const char *title)
{
    lab_say(out, "<section id=\"%s\">\n<h2>%s</h2>\n", id, title);
}

static void open_chart(struct bl_text *out, const char *title)
{
    lab_say(out, "<figure><figcaption>%s</figcaption>\n", title);
}

/* ---- charts ------------------------------------------------------------------------- */

static void label_length(struct bl_text *out, uint32_t i, const void *user)
{
    const struct lab_figures *f = user;
    bl_put_uint(out, f->bin_from + i * f->bin_width);
}

static void label_number(struct bl_text *out, uint32_t i, const void *user)
{
    const uint32_t *last = user;
    lab_say(out, "%u%s", i, i == *last ? "+" : "");
}

static void label_width(struct bl_text *out, uint32_t i, const void *user)
{
    (void)user;
    lab_say(out, "%u", i + 1);
}

static void label_gain(struct bl_text *out, uint32_t i, const void *user)
{
    (void)user;
    if (i == 0)
        bl_put(out, "&lt;0");
    else
        lab_say(out, "%u%s", (i - 1) * 5, i == LAB_GAIN_BINS - 1 ? "+" : "");
}

static void chart_widths(struct bl_text *out, const struct lab_report *r)
{
    uint64_t counts[LAB_WIDTHS];
    uint32_t n = 0;
    for (uint32_t i = 1; i < LAB_WIDTHS; i++) {
        counts[i - 1] = (uint64_t)r->lab->sums[0].widths[i];
        if (counts[i - 1] > 0)
            n = i;
    }
    struct lab_bars bars = {"Decisions by number of legal moves", counts, n, label_width, NULL, n};
    open_chart(out, "Legal moves at a decision");
    lab_put_bars(out, &bars);
    bl_put(out, "</figure>\n");
}

static void chart_seats(struct bl_text *out, const struct lab_report *r)
{
    const struct lab_figures *f = &r->figures[0];
    char names[BL_MAX_SEATS][64];
    const char *pointers[BL_MAX_SEATS];
    for (int seat = 0; seat < f->seats; seat++) {
        snprintf(names[seat], sizeof names[seat], "%d %.8s", seat,
                 r->lab->plan->bots[seat]->name);
        pointers[seat] = names[seat];
    }
    open_chart(out, "Games won by each seat, with 95 % intervals");
    lab_put_shares(out, "Games won by each seat", f->wins, pointers, f->seats, 1.0 / f->seats);
    bl_put(out, "</figure>\n");
}

static void put_charts(struct bl_text *out, const struct lab_report *r)
{
    const struct lab_figures *f = &r->figures[0];
    const uint32_t last = LAB_CHANGE_BINS - 1;
    struct lab_bars lengths = {"Games by number of moves", f->bins, f->bin_count, label_length, f,
                               f->bin_count};
    struct lab_bars gains = {"Decisions by what the best move gains", f->gain_bins, LAB_GAIN_BINS,
                             label_gain, NULL, 2};
    struct lab_bars changes = {"Games by changes of lead", f->change_bins, LAB_CHANGE_BINS,
                               label_number, &last, LAB_CHANGE_BINS};
    bl_put(out, "<div class=\"charts\">\n");
    chart_seats(out, r);
    open_chart(out, "Moves in a game");
    lab_put_bars(out, &lengths);
    bl_put(out, "</figure>\n");
    chart_widths(out, r);
    if (f->gain.n > 0) {
        open_chart(out, "What the best move gains over an average one, in points of a hundred");
        lab_put_bars(out, &gains);
        bl_put(out, "</figure>\n");
        open_chart(out, "Changes of lead in a game");
        lab_put_bars(out, &changes);
        bl_put(out, "</figure>\n");
    }
    const char *names[] = {r->lab->plan->strong->name};
    open_chart(out, "Games won by one stronger bot among weaker ones");
    lab_put_shares(out, "Games won by the stronger bot", &f->strong, names, 1, 1.0 / f->seats);
    bl_put(out, "</figure>\n</div>\n");
}

/* ---- how games end --------------------------------------------------------------------- */

static void put_ends(struct bl_text *out, const struct lab_report *r)
{
    const struct bl_game *game = r->lab->plan->game;
    const struct lab_figures *f = &r->figures[0];
    bl_put(out, "<h3>How they end</h3>\n<table class=\"wide\"><thead><tr><th>Clause</th>"
                "<th>What it says</th><th class=\"n\">Games</th></tr></thead><tbody>\n");
    for (uint16_t c = 1; c < game->clause_count; c++) {
        if (f->ends[c] == 0)
            continue;
        lab_say(out, "<tr><td>%s</td><td>", game->clauses[c].id);
        lab_put_escaped(out, game->clauses[c].text);
        lab_say(out, "</td><td class=\"n\">%llu</td></tr>\n", (unsigned long long)f->ends[c]);
    }
    if (f->unfinished > 0)
        lab_say(out, "<tr><td>none</td><td>left after %llu moves</td>"
                     "<td class=\"n\">%llu</td></tr>\n",
                (unsigned long long)r->lab->plan->cap, (unsigned long long)f->unfinished);
    bl_put(out, "</tbody></table>\n");
}

/* ---- coverage ---------------------------------------------------------------------------- */

static void put_count(struct bl_text *out, const char *name, int64_t n)
{
    if (n > 0)
        lab_say(out, "<td class=\"n\" data-name=\"%s\">%lld</td>", name, (long long)n);
    else
        lab_say(out, "<td class=\"n zero\" data-name=\"%s\">0</td>", name);
}

static void put_clause(struct bl_text *out, const struct lab_report *r, bl_cite c)
{
    const struct bl_game *game = r->lab->plan->game;
    const struct bl_clause *clause = &game->clauses[c];
    const struct lab_cover *cover = &r->lab->cover[0][c];
    enum lab_reach reach = lab_reach_of(game, c, r->lab->cover[0], r->cited, r->explored);
    static const char *const gaps[] = {NULL, "never refused anything here", "never met here"};
    const char *gap = gaps[lab_gap_of(r, c)];
    lab_say(out, "<tr><th scope=\"row\">%s</th><td class=\"what\">", clause->id);
    lab_put_escaped(out, clause->text);
    if (reach != LAB_REACHED)
        lab_say(out, " <span class=\"tag t%d\">%s</span>", (int)reach, lab_reach_name(reach));
    if (gap && reach == LAB_REACHED)
        lab_say(out, " <span class=\"tag\">%s</span>", gap);
    if (*clause->dead) {
        bl_put(out, " <span class=\"why\">");
        lab_put_escaped(out, clause->dead);
        bl_put(out, "</span>");
    }
    lab_say(out, "</td><td class=\"kind\">%s</td>", bl_kind_name(clause->kind));
    put_count(out, "consulted", cover->consulted);
    put_count(out, "held", cover->held);
    put_count(out, "refused", cover->refused);
    put_count(out, "applied", cover->applied);
    put_count(out, "games", cover->games);
    bl_put(out, "</tr>\n");
}

/* Which clauses a table has. */
enum group { MISSING, GAPS, REACHED, NOTHING_TO_REACH, GROUPS };

static enum group group_of(const struct lab_report *r, bl_cite c)
{
    enum lab_reach reach = lab_reach_of(r->lab->plan->game, c, r->lab->cover[0], r->cited,
                                        r->explored);
    return reach == LAB_REACHED                               ? REACHED
           : reach == LAB_PROSE || reach == LAB_BUILT_IN      ? NOTHING_TO_REACH
                                                              : MISSING;
}

static bool is_in(const struct lab_report *r, enum group group, bl_cite c)
{
    enum group own = group_of(r, c);
    if (group == GAPS)
        return lab_gap_of(r, c) != LAB_NO_GAP;
    return own == group;
}

static void put_group(struct bl_text *out, const struct lab_report *r, enum group group)
{
    static const char *const titles[] = {
        "Never reached, or dead", "Reached, but never refused or never met",
        "Every clause that came up",
        "Nothing to reach: prose, and what the program is built to hold",
    };
    uint16_t count = r->lab->plan->game->clause_count;
    uint32_t n = 0;
    for (uint16_t c = 1; c < count; c++)
        n += is_in(r, group, c);
    if (n == 0)
        return;
    lab_say(out, "<details%s><summary>%s (%u)</summary>\n",
            group == MISSING ? " open=\"open\"" : "", titles[group], n);
    bl_put(out, "<table class=\"clauses\"><thead><tr><th>Clause</th><th>What it says</th>"
                "<th>Kind</th><th class=\"n\">Consulted</th><th class=\"n\">Held</th>"
                "<th class=\"n\">Refused</th><th class=\"n\">Applied</th>"
                "<th class=\"n\">Games</th></tr></thead><tbody>\n");
    for (uint16_t c = 1; c < count; c++)
        if (is_in(r, group, c))
            put_clause(out, r, c);
    bl_put(out, "</tbody></table>\n</details>\n");
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
    bl_put(out, "<p class=\"legend\">");
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        lab_say(out, "<span><i class=\"key %s\"></i>%s</span> ", keys[i][0], keys[i][1]);
    bl_put(out, "</p>\n");
    for (int group = 0; group < GROUPS; group++)
        put_group(out, r, (enum group)group);
    bl_put(out, "<p class=\"note\">Counted in events: a deal, a move that was made, or a question "
                "about a move that is not legal. A clause counts once an event. Questions are "
                "about moves taken at random, and about one move for each clause that refuses "
                "something at a position. Games: of both games of each deal. A dead clause may be "
                "consulted; it never decides.</p>\n");
    if (r->lab->sums[0].cut > 0)
        lab_say(out, "<p class=\"note\">In %lld events there was more to cite than is kept; what "
                     "came last there is missing.</p>\n",
                (long long)r->lab->sums[0].cut);
    bl_put(out, "</section>\n");
}

/* ---- comparing ------------------------------------------------------------------------------ */

static void put_row(struct bl_text *out, const char *what, double base, double here,
                    const struct lab_mean *d, double unit, const char *unit_name)
{
    lab_say(out, "<tr%s><th scope=\"row\">%s</th><td class=\"n\">%.2f%s</td>"
                 "<td class=\"n\">%.2f%s</td>"
                 "<td class=\"n\">%+.2f <small>%+.2f to %+.2f</small></td></tr>\n",
            lab_is_clear(d) ? " class=\"clear\"" : "", what, unit * base, unit_name, unit * here,
            unit_name, unit * d->mean, unit * d->low, unit * d->high);
}

static void put_only(struct bl_text *out, const struct lab_report *r, uint32_t k, uint32_t not_k,
                     const char *before)
{
    struct bl_text list = bl_text_heap();
    if (lab_put_only_in(&list, r, k, not_k) > 0) {
        lab_say(out, "<p>%s ", before);
        lab_put_escaped(out, list.s);
        bl_put(out, ".</p>\n");
    }
    bl_text_free(&list);
}

static void put_share_cell(struct bl_text *out, const struct lab_share *s, bool there)
{
    if (there)
        lab_say(out, "<td class=\"n\">%.2f %% <small>%.2f to %.2f</small></td>", 100 * s->share,
                100 * s->low, 100 * s->high);
    else
        bl_put(out, "<td></td>");
}

/* What is counted by seat, side by side where the seats are not the same. */
static void put_shares(struct bl_text *out, const struct lab_figures *a, const struct lab_figures *b)
{
    bl_put(out, "<tr><th scope=\"row\">Stronger bot wins</th>");
    put_share_cell(out, &a->strong, true);
    put_share_cell(out, &b->strong, true);
    bl_put(out, "<td></td></tr>\n");
    for (int seat = 0; seat < a->seats || seat < b->seats; seat++) {
        lab_say(out, "<tr><th scope=\"row\">Seat %d wins</th>", seat);
        put_share_cell(out, &a->wins[seat], seat < a->seats);
        put_share_cell(out, &b->wins[seat], seat < b->seats);
        bl_put(out, "<td></td></tr>\n");
    }
}

static void put_comparison(struct bl_text *out, const struct lab_report *r, uint32_t k)
{
    const struct lab_figures *a = &r->figures[0], *b = &r->figures[k];
    const struct lab_difference *d = &r->differences[k];
    struct bl_text words = bl_text_heap();
    bl_put(out, "<div>\n");
    put_text(out, "h3", lab_setting_name(r, k));
    lab_put_change(&words, r, k);
    put_text(out, "p", words.s);
    bl_text_free(&words);
    bl_put(out, "<table class=\"figures\"><thead><tr><th></th><th class=\"n\">As called</th>"
                "<th class=\"n\">Here</th><th class=\"n\">Difference, 95 %</th></tr></thead>\n"
                "<tbody>\n");
    put_row(out, "Moves a game", a->moves.mean, b->moves.mean, &d->moves, 1, "");
    put_row(out, "Legal moves", a->width.mean, b->width.mean, &d->width, 1, "");
    put_row(out, "Changes of lead", a->changes.mean, b->changes.mean, &d->changes, 1, "");
    put_row(out, "Gain of the best move", a->gain.mean, b->gain.mean, &d->gain, 100, "");
    put_row(out, "Unfinished", a->games ? (double)a->unfinished / (double)a->games : 0,
            b->games ? (double)b->unfinished / (double)b->games : 0, &d->unfinished, 100, " %");
    if (d->paired)
        put_row(out, "Stronger bot wins", a->strong.share, b->strong.share, &d->strong, 100, " %");
    else
        put_shares(out, a, b);
    for (int seat = 0; seat < d->seats; seat++) {
        char what[32];
        snprintf(what, sizeof what, "Seat %d wins", seat);
        put_row(out, what, a->wins[seat].share, b->wins[seat].share, &d->wins[seat], 100, " %");
    }
    bl_put(out, "</tbody></table>\n");
    put_only(out, r, k, 0, "Clauses that came up only here:");
    put_only(out, r, 0, k, "Clauses that did not come up here:");
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
    lab_say(out, "<table class=\"figures\"><tbody>"
                 "<tr><th scope=\"row\">Positions</th><td class=\"n\">%llu</td></tr>"
                 "<tr><th scope=\"row\">Moves between them</th><td class=\"n\">%llu</td></tr>"
                 "<tr><th scope=\"row\">Ends</th><td class=\"n\">%llu</td></tr>"
                 "<tr><th scope=\"row\">No legal move</th><td class=\"n\">%llu</td></tr>"
                 "<tr><th scope=\"row\">Questions asked</th><td class=\"n\">%llu</td></tr>",
            (unsigned long long)e->states, (unsigned long long)e->moves,
            (unsigned long long)e->over, (unsigned long long)e->stuck,
            (unsigned long long)e->questions);
    if (e->end != LAB_ALL_SEEN)
        lab_say(out, "<tr><th scope=\"row\">Complete to</th><td class=\"n\">%llu moves</td></tr>",
                (unsigned long long)e->depth);
    bl_put(out, "</tbody></table>\n");
    if (e->stuck > 0) {
        bl_put(out, "<p>A position without a legal move:</p>\n<pre>");
        lab_put_escaped(out, e->stuck_at.s);
        bl_put(out, "</pre>\n");
    }
    bl_put(out, "<p class=\"note\">Positions count as different only if what follows can differ."
                "</p>\n</section>\n");
}

static void put_cards(struct bl_text *out, const struct lab_report *r)
{
    bl_put(out, "<div class=\"cards\">\n");
    for (int q = 0; q < LAB_QUESTIONS; q++) {
        struct bl_text answer = bl_text_heap();
        if (q != LAB_Q_CLAUSES && q != LAB_Q_RULINGS && q != LAB_Q_EXPLORED)
            lab_put_answer(&answer, r, (enum lab_question)q);
        if (answer.len > 0) {
            bl_put(out, "<article>");
            put_text(out, "h2", lab_question((enum lab_question)q));
            put_text(out, "p", answer.s);
            bl_put(out, "</article>\n");
        }
        bl_text_free(&answer);
    }
    bl_put(out, "</div>\n");
}

static void put_head(struct bl_text *out, const struct lab_report *r)
{
    const struct lab_plan *plan = r->lab->plan;
    bl_put(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
                "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
                "<meta name=\"color-scheme\" content=\"light dark\"/>\n<title>");
    lab_put_escaped(out, plan->game->title);
    bl_put(out, " in the lab</title>\n<style>\n");
    bl_put(out, lab_style);
    bl_put(out, "</style>\n</head>\n<body>\n<header>\n");
    put_text(out, "h1", plan->game->title);
    lab_say(out, "<p>%llu deals, each played twice under %u %s, seed %llu.",
            (unsigned long long)r->lab->task.games_done, plan->setting_count,
            plan->setting_count == 1 ? "setting" : "settings", (unsigned long long)plan->seed);
    if (r->stopped)
        lab_say(out, " <strong>Stopped early: %llu deals were asked for.</strong>",
                (unsigned long long)plan->games);
    if (r->lab->task.games_done > 0 && r->lab->task.games_done < LAB_FEW)
        bl_put(out, " With so few deals, intervals say less than they seem to.");
    bl_put(out, "</p>\n</header>\n<main>\n");
}

static void put_foot(struct bl_text *out, const struct lab_report *r)
{
    struct bl_text command = bl_text_heap();
    lab_put_command(&command, r, " \\\n    ");
    open_part(out, "how", "How this was made");
    bl_put(out, "<pre>");
    lab_put_escaped(out, command.s);
    lab_say(out, "</pre>\n<p>Version %s. The same call gives the same page, byte for byte, on any "
                 "number of cores and machines.</p>\n", BYLAW_VERSION);
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
            "<li>The stronger bot sits on each seat in turn, in a second game of every deal.</li>"
            "<li>Intervals are of 95 %%: Wilson&#8217;s for shares, the normal law&#8217;s for "
            "means and for differences of the same deals, by drawing deals again for what the "
            "shuffle explains.</li></ul>\n</section>\n",
            LAB_POSITIONS, r->lab->plan->playouts, r->lab->plan->player->name, LAB_PLAYOUT_CAP,
            LAB_DECISIONS, LAB_WEIGHED, r->lab->plan->playouts);
    bl_text_free(&command);
    bl_put(out, "</main>\n</body>\n</html>\n");
}

void lab_put_html(struct bl_text *out, const struct lab_report *r)
{
    put_head(out, r);
    if (r->figures[0].games > 0) {
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
