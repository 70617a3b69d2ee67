/* report_words.c - what the figures say, in sentences. */
#include <math.h>

#include "report.h"

#define UNLIKELY 0.01   /* below this, differences between seats are not put down to chance */
#define DOUBTFUL 0.1    /* below this, they may be more than chance */

static double percent(double share)
{
    return 100 * share;
}

static const char *plural(uint64_t n, const char *one, const char *many)
{
    return n == 1 ? one : many;
}

static const struct lab_plan *plan_of(const struct lab_report *r)
{
    return r->lab->plan;
}

static void put_interval(struct bl_text *out, double low, double high)
{
    lab_say(out, " (%.1f to %.1f %%)", percent(low), percent(high));
}

/* " (2.9 to 3.5)", where there is an interval. */
static void put_range(struct bl_text *out, const struct lab_mean *m, int digits, double unit)
{
    if (m->told)
        lab_say(out, " (%.*f to %.*f)", digits, unit * m->low, digits, unit * m->high);
}

/* ---- does it end ------------------------------------------------------------------ */

static void put_ends(struct bl_text *out, const struct lab_report *r)
{
    const struct lab_figures *f = &r->figures[0];
    const struct bl_game *game = plan_of(r)->game;
    if (f->tally.unfinished == 0 && f->tally.games == 1)
        lab_say(out, "The game ended; it took %ju moves.", f->tally.lengths.max);
    else if (f->tally.unfinished == 0)
        lab_say(out, "Every one of the %ju games ended; the longest took %ju moves.",
                f->tally.games, f->tally.lengths.max);
    else
        lab_say(out, "%ju of %ju games did not end within %ju moves. In %ju of these a "
                     "position came again; from %ju of them play at random came to an end within "
                     "%d moves more.",
                f->tally.unfinished, f->tally.games, plan_of(r)->cap, f->recurred, f->could_end,
                LAB_LAST_MOVES);
    const char *before = " Games ended by ";
    for (uint16_t c = 1; c < game->clause_count; c++)
        if (f->tally.ends[c] > 0) {
            lab_say(out, "%s%s (%.1f %%)", before, game->clauses[c].id,
                    percent((double)f->tally.ends[c] / (double)f->tally.games));
            before = ", ";
        }
    bl_put(out, f->tally.unfinished < f->tally.games ? "." : "");
}

/* ---- is it fair -------------------------------------------------------------------- */

static void put_fair(struct bl_text *out, const struct lab_report *r)
{
    const struct lab_figures *f = &r->figures[0];
    int best = 0, worst = 0;
    if (f->tally.unfinished == f->tally.games) {
        bl_put(out, "No game ended, so nothing can be said of seats.");
        return;
    }
    for (int seat = 1; seat < f->seats; seat++) {
        if (f->wins[seat].hits > f->wins[best].hits)
            best = seat;
        if (f->wins[seat].hits < f->wins[worst].hits)
            worst = seat;
    }
    lab_say(out, "With %d players, seat %d wins most often, %.1f %% of the games", f->seats, best,
            percent(f->wins[best].share));
    put_interval(out, f->wins[best].low, f->wins[best].high);
    lab_say(out, ", seat %d least often, %.1f %%", worst, percent(f->wins[worst].share));
    put_interval(out, f->wins[worst].low, f->wins[worst].high);
    lab_say(out, "; an equal share is %.1f %%. ", 100.0 / f->seats);
    if (f->even < UNLIKELY)
        lab_say(out, "Chance alone does not explain this (p %s): the seat matters.",
                f->even < 0.0001 ? "< 0.0001" : "< 0.01");
    else
        lab_say(out, "Seats that are equal would differ as much in %.0f %% of such samples: %s.",
                percent(f->even),
                f->even < DOUBTFUL ? "more games would tell" : "no advantage is shown");
    if (f->nobody > f->tally.unfinished)
        lab_say(out, " Nobody won %ju %s.", f->nobody - f->tally.unfinished,
                f->nobody - f->tally.unfinished == 1 ? "game" : "games");
}

/* ---- length, choices, lead ------------------------------------------------------------ */

static void put_length(struct bl_text *out, const struct lab_report *r)
{
    const struct lab_figures *f = &r->figures[0];
    const struct lab_mean *moves = &f->means[LAB_MOVES];
    lab_say(out, "A game takes %.1f moves on average", moves->mean);
    put_range(out, moves, 1, 1);
    lab_say(out, "; half of the games take at most %ju, nineteen of twenty at most %ju.",
            bl_length_quantile(&f->tally, 0.5), bl_length_quantile(&f->tally, 0.95));
}

static void put_choice(struct bl_text *out, const struct lab_report *r)
{
    const struct lab_figures *f = &r->figures[0];
    const struct lab_mean *gain = &f->means[LAB_GAIN];
    lab_say(out, "A player has %.1f legal moves on average, at most %ju; in %.1f %% of the turns "
                 "there is only one.",
            f->means[LAB_WIDTH].mean, f->widest, percent(f->forced.share));
    if (gain->n == 0)
        return;
    lab_say(out, " Where there is a choice, the best move wins %.1f points in a hundred more than an average one",
            percent(gain->mean));
    put_range(out, gain, 1, 100);
    lab_say(out, "; in %.1f %% of the decisions it is %.0f points or more.", percent(f->matters.share),
            percent(LAB_MATTERS));
}

static void put_lead(struct bl_text *out, const struct lab_report *r)
{
    const struct lab_figures *f = &r->figures[0];
    const struct lab_mean *changes = &f->means[LAB_CHANGES];
    if (changes->n == 0)
        return;
    lab_say(out, "The lead changes hands %.2f times a game", changes->mean);
    put_range(out, changes, 2, 1);
    lab_say(out, "; in %.1f %% of the games it never does.",
            percent((double)f->change_bins[0] / (double)changes->n));
    if (f->settled.n > 0)
        lab_say(out, " The winner takes it for good after %.0f %% of the game on average.",
                percent(f->settled.mean));
}

/* One step of the ladder; what its two bots are apart, where neither always wins. */
static void put_step(struct bl_text *out, const struct lab_report *r, uint32_t i)
{
    const struct lab_figures *f = &r->figures[0];
    const struct lab_share *s = &f->lone[i];
    const struct bl_bot *const *at = plan_of(r)->ladder + i;
    lab_say(out, "%sne %s among %s wins %.1f %% of %ju %s", i > 0 ? " O" : "o", at[1]->name, at[0]->name,
            percent(s->share), s->of, plural(s->of, "game", "games"));
    put_interval(out, s->low, s->high);
    if (s->hits > 0 && s->hits < s->of)
        lab_say(out, ", %+.0f Elo (%+.0f to %+.0f)", lab_lone_elo(s->share, f->seats),
                lab_lone_elo(s->low, f->seats), lab_lone_elo(s->high, f->seats));
    bl_put(out, ".");
}

static void put_skill(struct bl_text *out, const struct lab_report *r)
{
    const struct lab_figures *f = &r->figures[0];
    const struct lab_plan *plan = plan_of(r);
    lab_say(out, "A ladder of players, each alone among ones a step weaker; %.1f %% would be its share by luck: ",
            100.0 / f->seats);
    for (uint32_t i = 0; i + 1 < plan->ladder_count; i++)
        if (f->lone[i].of > 0)
            put_step(out, r, i);
    if (f->luck[0].n > 0)
        lab_say(out, " Between equal players the shuffle as a whole explains %.0f %% of who wins "
                     "(%.0f to %.0f), what a player sees of it at the start %.0f %% (%.0f to %.0f).",
                percent(f->luck[0].mean), percent(f->luck[0].low),
                percent(f->luck[0].high), percent(f->luck[1].mean),
                percent(f->luck[1].low), percent(f->luck[1].high));
}

/* ---- clauses ---------------------------------------------------------------------------- */

/* Lists of clauses: those with a reach or a gap; those that came up under one setting and not under
 * another; of those that a search can tell of, the ones that come up in a play, or do not. */
enum group { REACH, GAP, ONLY_IN, PLAYED };

static bool belongs(const struct lab_report *r, bl_cite c, enum group group, unsigned a, unsigned b)
{
    switch (group) {
    case REACH: return lab_reach_of(r, 0, c) == a;
    case GAP: return lab_gap_of(r, c) == a;
    case ONLY_IN: return r->lab->cover[a][c].consulted > 0 && r->lab->cover[b][c].consulted == 0;
    default:
        return plan_of(r)->game->clauses[c].kind != BL_PROSE && (!r->cited || r->cited[c]) &&
               !(r->explored->saw[c] & LAB_SAW_IN_PLAY) == !a;
    }
}

/* Writes their ids, unless `out` is NULL; how many there are. */
static uint32_t list(struct bl_text *out, const struct lab_report *r, enum group group, unsigned a,
                     unsigned b)
{
    const struct bl_game *game = plan_of(r)->game;
    uint32_t n = 0;
    for (uint16_t c = 1; c < game->clause_count; c++)
        if (belongs(r, c, group, a, b)) {
            if (out)
                lab_say(out, "%s%s", n > 0 ? ", " : "", game->clauses[c].id);
            n++;
        }
    return n;
}

static void put_group(struct bl_text *out, const struct lab_report *r, enum group group, unsigned a,
                      const char *one, const char *many)
{
    uint32_t n = list(NULL, r, group, a, 0);
    if (n == 0)
        return;
    lab_say(out, " %u %s: ", n, plural(n, one, many));
    list(out, r, group, a, 0);
    bl_put(out, ".");
}

void lab_put_only_in(struct bl_text *out, const struct lab_report *r, uint32_t k, uint32_t not_k,
                     const char *before, const char *after)
{
    if (list(NULL, r, ONLY_IN, k, not_k) == 0)
        return;
    bl_putf(out, "%sClauses that %s here: ", before, k ? "came up only" : "did not come up");
    list(out, r, ONLY_IN, k, not_k);
    bl_put(out, after);
}

static void put_coverage(struct bl_text *out, const struct lab_report *r)
{
    uint32_t prose = list(NULL, r, REACH, LAB_PROSE, 0);
    uint32_t built = list(NULL, r, REACH, LAB_BUILT_IN, 0);
    lab_say(out, "Of %u clauses %u came up in %jd moves and %jd questions.",
            (unsigned)plan_of(r)->game->clause_count - 1u, list(NULL, r, REACH, LAB_REACHED, 0),
            r->lab->sums[0].made, r->lab->sums[0].asked);
    if (prose > 0)
        lab_say(out, " %u only %s.", prose, plural(prose, "explains", "explain"));
    if (built > 0)
        lab_say(out, " %u the program never asks about: it is made so that %s.", built,
                plural(built, "it holds", "they hold"));
    if (list(NULL, r, REACH, LAB_DEAD, 0) == 0)
        bl_put(out, " None is known to be dead.");
    put_group(out, r, REACH, LAB_DEAD, "is dead (no play can make it matter)",
              "are dead (no play can make them matter)");
    put_group(out, r, REACH, LAB_CANNOT,
              "did not come up here, and can in no play of the instance searched",
              "did not come up here, and can in no play of the instance searched");
    put_group(out, r, REACH, LAB_NOT_SEEN, "did not come up in this sample",
              "did not come up in this sample");
    put_group(out, r, GAP, LAB_NEVER_REFUSED, "requirement never refused anything here",
              "requirements never refused anything here");
    put_group(out, r, GAP, LAB_NEVER_MET, "was asked but never met here",
              "were asked but never met here");
}

/* ---- rulings ------------------------------------------------------------------------------ */

const char *lab_setting_name(const struct lab_report *r, uint32_t k)
{
    return k == 0 ? "as called" : plan_of(r)->settings[k].name;
}

/* "the length by +3.2 moves (2.9 to 3.5)", if that is clear. */
static void put_clear(struct bl_text *out, const char **before, int measure,
                      const struct lab_mean *m)
{
    const struct lab_measure *of = lab_measure_at(measure);
    if (!lab_is_clear(m))
        return;
    int digits = of->unit * fmax(fabs(m->low), fabs(m->high)) < 0.02 ? 4 : 2;
    bl_put(out, *before);
    lab_put_measure(out, of->words, measure);
    lab_say(out, " by %+.*f%s (%+.*f to %+.*f)", digits, of->unit * m->mean, of->name, digits,
            of->unit * m->low, digits, of->unit * m->high);
    *before = ", ";
}

/* "with 3, seat 0 wins 33.1 % (30.2 to 36.0), seat 1 …, and one stronger bot 61.4 %" */
static void put_wins(struct bl_text *out, const struct lab_figures *f)
{
    lab_say(out, "with %d, ", f->seats);
    for (int seat = 0; seat < f->seats; seat++)
        lab_say(out, "%s%d%s %.1f %% (%.1f to %.1f)", seat > 0 ? ", seat " : "seat ", seat,
                seat > 0 ? "" : " wins", percent(f->wins[seat].share), percent(f->wins[seat].low),
                percent(f->wins[seat].high));
    lab_say(out, ", and one stronger bot %.1f %%", percent(f->lone[0].share));
}

/* Two settings whose deals are not the same. */
static void put_apart(struct bl_text *out, const struct lab_report *r, uint32_t k)
{
    lab_say(out, "With %d players in place of %d the same shuffle is another deal: no deal can be "
                 "set beside another, and what follows compares two samples. Who wins: ",
            r->figures[k].seats, r->figures[0].seats);
    put_wins(out, &r->figures[k]);
    bl_put(out, "; ");
    put_wins(out, &r->figures[0]);
    bl_put_char(out, '.');
}

void lab_put_change(struct bl_text *out, const struct lab_report *r, uint32_t k)
{
    const struct lab_difference *d = &r->differences[k];
    const char *first = " It changes ", *before = first;
    if (d->paired && d->differ + d->lone_differ == 0 && d->games > 0) {
        lab_say(out, "None of the %ju deals goes differently: what it is about made no difference in any of them, so "
                     "it is untested here, which is not to say harmless.", d->games);
        return;
    }
    if (d->paired && d->differ == 0 && d->games > 0)
        lab_say(out, "None of the %ju deals goes differently among these bots; with those of the ladder %ju %s another "
                     "winner.", d->games, d->lone_differ, plural(d->lone_differ, "has", "have"));
    else if (d->paired)
        lab_say(out, "%.1f %% of the deals go differently, %.1f %% have another winner.",
                d->games ? percent((double)d->differ / (double)d->games) : 0,
                percent(d->winner.share));
    else
        put_apart(out, r, k);
    for (int i = 0; i < d->count; i++)
        put_clear(out, &before, i, &d->means[i]);
    if (before != first)
        bl_put_char(out, '.');
    else
        bl_put(out, d->games < BL_FEWEST_DEALS ? " Of so few deals nothing else can be said."
                                               : " No figure changes clearly.");
}

static void put_rulings(struct bl_text *out, const struct lab_report *r)
{
    for (uint32_t k = 1; k < plan_of(r)->setting_count; k++) {
        if (k > 1)
            bl_put_char(out, '\n');
        lab_say(out, "%s: ", lab_setting_name(r, k));
        lab_put_change(out, r, k);
    }
}

/* ---- the search --------------------------------------------------------------------------- */

/* What was searched, and how much of it was seen. */
static void put_extent(struct bl_text *out, const struct lab_explored *e)
{
    lab_say(out, "From %s, ", e->from);
    if (e->end != LAB_ALL_SEEN)
        lab_say(out, "the search did not finish (%s): %ju positions were seen, and every play of "
                     "up to %ju moves.", lab_search_end_name(e->end), e->states, e->depth);
    else
        lab_say(out, e->sampled ? "%ju positions were seen."
                                : "all %ju positions that play can reach were seen.", e->states);
    if (e->sampled > 0)
        lab_say(out, " At %ju of %ju shuffles only some orders were tried, so this is not all.",
                e->sampled, e->shuffles);
    if (e->silent)
        bl_put(out, " What may be said out of turn was left out.");
}

static void put_endings(struct bl_text *out, const struct lab_explored *e)
{
    bool all = lab_is_exhaustive(e);
    if (e->again)
        bl_put(out, " A play can come back to a position where it was, so nothing makes it end.");
    if (e->end == LAB_ALL_SEEN && !e->again)
        lab_say(out, " Every play%s ends, the longest after %ju moves.", all ? "" : " seen",
                e->longest);
    if (all && e->again && e->endless == e->states)
        bl_put(out, " No play from there ends.");
    else if (all && e->again)
        lab_say(out, e->endless ? " From %ju of the positions no play ends."
                                : " But from every position some play ends.", e->endless);
    if (e->stuck > 0)
        lab_say(out, " In %ju positions the game goes on but nobody has a legal move.", e->stuck);
    else
        bl_put(out, " In every position seen somebody has a legal move, or the game is over.");
}

/* The clauses that a search of all plays shows to come up in none. */
static void put_unplayed(struct bl_text *out, const struct lab_report *r)
{
    uint32_t never = list(NULL, r, PLAYED, false, 0);
    lab_say(out, " %u clauses come up in some play from there", list(NULL, r, PLAYED, true, 0));
    if (never > 0) {
        lab_say(out, "; %u %s in none: ", never, plural(never, "does", "do"));
        list(out, r, PLAYED, false, 0);
    }
    bl_put_char(out, '.');
}

static void put_explored(struct bl_text *out, const struct lab_report *r)
{
    put_extent(out, r->explored);
    put_endings(out, r->explored);
    if (lab_is_exhaustive(r->explored))
        put_unplayed(out, r);
}

/* ---- all ------------------------------------------------------------------------------------ */

const char *const lab_questions[] = {
    "Does it end?", "Is it fair?", "How long does it take?", "Do choices matter?",
    "Does the lead change?", "Skill or luck?", "What is dead?", "What do the settings change?",
    "What does a search of all plays show?",
};

void lab_answer_all(struct lab_report *r)
{
    static void (*const answers[])(struct bl_text *, const struct lab_report *) = {
        put_ends, put_fair, put_length, put_choice, put_lead, put_skill, put_coverage, put_rulings,
        put_explored,
    };
    for (int q = 0; q < LAB_QUESTIONS; q++) {
        r->answers[q] = bl_text_heap();
        if (q == LAB_Q_EXPLORED ? r->explored != NULL : r->figures[0].tally.games > 0)
            answers[q](&r->answers[q], r);
    }
}
