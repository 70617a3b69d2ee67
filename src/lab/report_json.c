/* report_json.c - the report for programs. */
#include <stdio.h>
#include <string.h>

#include "bylaw/position.h"
#include "report.h"

void lab_key_uint(struct bl_text *out, const char *key, uint64_t n)
{
    bl_json_key(out, key);
    bl_put_uint(out, n);
}

void lab_key_number(struct bl_text *out, const char *key, double x)
{
    bl_json_key(out, key);
    lab_say(out, "%.6f", x > -0.0000005 && x < 0 ? 0 : x);   /* no -0 */
}

void lab_key_string(struct bl_text *out, const char *key, const char *text)
{
    bl_json_key(out, key);
    bl_json_put_string(out, text);
}

static void key_counts(struct bl_text *out, const char *key, const uint64_t *counts, size_t n)
{
    bl_json_key(out, key);
    bl_json_open(out, '[');
    for (size_t i = 0; i < n; i++)
        bl_json_put_int(out, (int64_t)counts[i]);
    bl_json_close(out, ']');
}

static void put_mean(struct bl_text *out, const struct lab_mean *m)
{
    bl_json_open(out, '{');
    lab_key_uint(out, "n", m->n);
    lab_key_number(out, "mean", m->mean);
    lab_key_number(out, "low", m->low);
    lab_key_number(out, "high", m->high);
    bl_json_close(out, '}');
}

static void key_mean(struct bl_text *out, const char *key, const struct lab_mean *m)
{
    bl_json_key(out, key);
    put_mean(out, m);
}

static void put_share(struct bl_text *out, const struct lab_share *s)
{
    bl_json_open(out, '{');
    lab_key_uint(out, "hits", s->hits);
    lab_key_uint(out, "of", s->of);
    lab_key_number(out, "share", s->share);
    lab_key_number(out, "low", s->low);
    lab_key_number(out, "high", s->high);
    bl_json_close(out, '}');
}

static void key_share(struct bl_text *out, const char *key, const struct lab_share *s)
{
    bl_json_key(out, key);
    put_share(out, s);
}

static void key_ends(struct bl_text *out, const struct bl_game *game, const uint64_t *ends)
{
    bl_json_key(out, "ends");
    bl_json_open(out, '{');
    for (uint16_t c = 1; c < game->clause_count; c++)
        if (ends[c] > 0)
            lab_key_uint(out, game->clauses[c].id, ends[c]);
    bl_json_close(out, '}');
}

/* ---- one setting -------------------------------------------------------------------- */

static void put_figures(struct bl_text *out, const struct lab_report *r, uint32_t k)
{
    const struct lab_figures *f = &r->figures[k];
    lab_key_uint(out, "games", f->games);
    bl_json_key(out, "unfinished");
    bl_json_open(out, '{');
    lab_key_uint(out, "games", f->unfinished);
    lab_key_uint(out, "position_came_again", f->recurred);
    lab_key_uint(out, "random_play_could_end_it", f->could_end);
    bl_json_close(out, '}');
    key_ends(out, r->lab->plan->game, f->ends);
    bl_json_key(out, "wins");
    bl_json_open(out, '[');
    for (int seat = 0; seat < f->seats; seat++)
        put_share(out, &f->wins[seat]);
    bl_json_close(out, ']');
    lab_key_uint(out, "nobody_won", f->nobody);
    lab_key_number(out, "seats_equal_p", f->even);
    key_mean(out, "moves", &f->moves);
    lab_key_uint(out, "moves_p5", f->p5);
    lab_key_uint(out, "moves_p50", f->p50);
    lab_key_uint(out, "moves_p95", f->p95);
    lab_key_uint(out, "moves_max", f->max);
    lab_key_uint(out, "moves_bins_from", f->bin_from);
    lab_key_uint(out, "moves_bins_width", f->bin_width);
    key_counts(out, "moves_bins", f->bins, f->bin_count);
    key_mean(out, "legal_moves", &f->width);
    key_share(out, "one_legal_move", &f->forced);
    lab_key_uint(out, "legal_moves_max", f->widest);
    bl_json_key(out, "decisions_by_legal_moves");
    bl_json_open(out, '[');
    for (int i = 0; i < LAB_WIDTHS; i++)
        bl_json_put_int(out, r->lab->sums[k].widths[i]);
    bl_json_close(out, ']');
    key_mean(out, "gain_of_best_move", &f->gain);
    key_share(out, "decisions_that_matter", &f->matters);
    key_counts(out, "gain_bins", f->gain_bins, LAB_GAIN_BINS);
    key_mean(out, "lead_changes", &f->changes);
    key_counts(out, "lead_changes_bins", f->change_bins, LAB_CHANGE_BINS);
    key_mean(out, "settled_after", &f->settled);
    key_mean(out, "shuffle_explains", &f->deal_share);
    key_mean(out, "hand_explains", &f->hand_share);
    key_share(out, "strong_wins", &f->strong);
    lab_key_number(out, "skill", f->skill);
}

static void put_clause(struct bl_text *out, const struct lab_report *r, uint32_t k, bl_cite c)
{
    const struct bl_clause *clause = &r->lab->plan->game->clauses[c];
    const struct lab_cover *cover = &r->lab->cover[k][c];
    bl_json_open(out, '{');
    lab_key_string(out, "id", clause->id);
    lab_key_string(out, "kind", bl_kind_name(clause->kind));
    lab_key_uint(out, "consulted", (uint64_t)cover->consulted);
    lab_key_uint(out, "held", (uint64_t)cover->held);
    lab_key_uint(out, "refused", (uint64_t)cover->refused);
    lab_key_uint(out, "applied", (uint64_t)cover->applied);
    lab_key_uint(out, "games", (uint64_t)cover->games);
    lab_key_string(out, "reach", lab_reach_name(lab_reach_of(r->lab->plan->game, c, r->lab->cover[k],
                                                         r->cited, r->explored)));
    if (*clause->dead)
        lab_key_string(out, "dead", clause->dead);
    bl_json_close(out, '}');
}

static void put_setting(struct bl_text *out, const struct lab_report *r, uint32_t k)
{
    const struct lab_plan *plan = r->lab->plan;
    const struct lab_sums *sums = &r->lab->sums[k];
    bl_json_open(out, '{');
    lab_key_string(out, "name", plan->settings[k].name);
    bl_put_setup(out, plan->game, &plan->settings[k].setup);
    bl_json_key(out, "figures");
    bl_json_open(out, '{');
    put_figures(out, r, k);
    bl_json_close(out, '}');
    bl_json_key(out, "coverage");
    bl_json_open(out, '{');
    lab_key_uint(out, "moves", (uint64_t)sums->made);
    lab_key_uint(out, "questions", (uint64_t)sums->asked);
    lab_key_uint(out, "refusals", (uint64_t)sums->refused);
    lab_key_uint(out, "traces_cut", (uint64_t)sums->cut);
    bl_json_key(out, "clauses");
    bl_json_open(out, '[');
    for (uint16_t c = 1; c < plan->game->clause_count; c++)
        put_clause(out, r, k, c);
    bl_json_close(out, ']');
    bl_json_close(out, '}');
    bl_json_close(out, '}');
}

/* ---- comparing, exploring -------------------------------------------------------------- */

static void put_difference(struct bl_text *out, const struct lab_report *r, uint32_t k)
{
    const struct lab_difference *d = &r->differences[k];
    bl_json_open(out, '{');
    lab_key_string(out, "name", r->lab->plan->settings[k].name);
    bl_json_key(out, "paired");
    bl_json_put_bool(out, d->paired);
    lab_key_uint(out, "deals", d->games);
    if (d->paired) {
        lab_key_uint(out, "differ", d->differ);
        key_share(out, "other_winner", &d->winner);
    }
    key_mean(out, "moves", &d->moves);
    key_mean(out, "legal_moves", &d->width);
    key_mean(out, "lead_changes", &d->changes);
    key_mean(out, "gain_of_best_move", &d->gain);
    key_mean(out, "unfinished", &d->unfinished);
    if (d->paired) {
        key_mean(out, "strong_wins", &d->strong);
        bl_json_key(out, "wins");
        bl_json_open(out, '[');
        for (int seat = 0; seat < d->seats; seat++)
            put_mean(out, &d->wins[seat]);
        bl_json_close(out, ']');
    }
    bl_json_close(out, '}');
}

static void put_saw(struct bl_text *out, const struct bl_game *game, const struct lab_explored *e)
{
    bl_json_key(out, "clauses");
    bl_json_open(out, '[');
    for (uint16_t c = 1; c < game->clause_count; c++) {
        if (!e->saw[c])
            continue;
        bl_json_open(out, '{');
        lab_key_string(out, "id", game->clauses[c].id);
        bl_json_key(out, "held");
        bl_json_put_bool(out, e->saw[c] & LAB_SAW_MET);
        bl_json_key(out, "refused");
        bl_json_put_bool(out, e->saw[c] & LAB_SAW_UNMET);
        bl_json_key(out, "applied");
        bl_json_put_bool(out, e->saw[c] & LAB_SAW_APPLIED);
        bl_json_key(out, "in_play");
        bl_json_put_bool(out, e->saw[c] & LAB_SAW_IN_PLAY);
        bl_json_close(out, '}');
    }
    bl_json_close(out, ']');
}

/* A number that is known only when all plays were seen. */
static void key_known(struct bl_text *out, const char *key, bool known, uint64_t n)
{
    if (known) {
        lab_key_uint(out, key, n);
    } else {
        bl_json_key(out, key);
        bl_json_put_null(out);
    }
}

static void put_explored(struct bl_text *out, const struct lab_report *r)
{
    const struct lab_explored *e = r->explored;
    const struct bl_game *game = r->lab->plan->game;
    bool all = e->end == LAB_ALL_SEEN;
    bl_json_open(out, '{');
    lab_key_string(out, "from", e->from);
    lab_key_string(out, "search", lab_search_end_name(e->end));
    bl_json_key(out, "exhaustive");
    bl_json_put_bool(out, lab_is_exhaustive(e));
    bl_json_key(out, "asides_left_out");
    bl_json_put_bool(out, e->silent);
    lab_key_uint(out, "positions", e->states);
    lab_key_uint(out, "moves", e->moves);
    key_known(out, "complete_to", !all, e->depth);
    lab_key_uint(out, "over", e->over);
    lab_key_uint(out, "without_legal_move", e->stuck);
    if (e->stuck > 0) {
        bl_json_key(out, "such_a_position");
        bl_json_put_raw(out, e->stuck_at.s);
    }
    lab_key_uint(out, "shuffles", e->shuffles);
    lab_key_uint(out, "shuffles_sampled", e->sampled);
    bl_json_key(out, "position_can_come_again");
    bl_json_put_bool(out, e->again);
    key_known(out, "longest_play", lab_is_exhaustive(e) && !e->again, e->longest);
    key_known(out, "positions_without_end", lab_is_exhaustive(e), e->endless);
    lab_key_uint(out, "questions", e->questions);
    key_ends(out, game, e->ends);
    key_counts(out, "wins", e->wins, r->lab->plan->settings[0].setup.players);
    put_saw(out, game, e);
    bl_json_close(out, '}');
}

/* ---- all ---------------------------------------------------------------------------------- */

static void put_call(struct bl_text *out, const struct lab_report *r)
{
    const struct lab_plan *plan = r->lab->plan;
    struct bl_text command = bl_text_heap(), seed = bl_text_heap();
    lab_key_string(out, "game", plan->game->id);
    lab_key_string(out, "title", plan->game->title);
    lab_key_string(out, "version", BYLAW_VERSION);
    lab_put_command(&command, r, " ");
    lab_key_string(out, "command", command.s);
    bl_put_uint(&seed, plan->seed);
    lab_key_string(out, "seed", seed.s);
    lab_key_uint(out, "games", plan->games);
    lab_key_uint(out, "games_done", r->lab->task.games_done);
    bl_json_key(out, "stopped");
    bl_json_put_bool(out, r->stopped);
    bl_json_key(out, "bots");
    bl_json_open(out, '[');
    for (int seat = 0; seat < plan->settings[0].setup.players; seat++)
        bl_json_put_string(out, plan->bots[seat]->name);
    bl_json_close(out, ']');
    bl_text_free(&command);
    bl_text_free(&seed);
}

void lab_put_json(struct bl_text *out, const struct lab_report *r)
{
    const struct lab_plan *plan = r->lab->plan;
    bl_json_open(out, '{');
    bl_json_key(out, "bylaw_lab");
    bl_json_put_int(out, 1);
    put_call(out, r);
    bl_json_key(out, "settings");
    bl_json_open(out, '[');
    for (uint32_t k = 0; k < plan->setting_count; k++)
        put_setting(out, r, k);
    bl_json_close(out, ']');
    bl_json_key(out, "differences");
    bl_json_open(out, '[');
    for (uint32_t k = 1; k < plan->setting_count; k++)
        put_difference(out, r, k);
    bl_json_close(out, ']');
    bl_json_key(out, "explored");
    if (r->explored)
        put_explored(out, r);
    else
        bl_json_put_null(out);
    bl_put(out, "}\n");
}
