/* report_json.c - the report for programs. */
#include "bylaw/position.h"
#include "report.h"

/* As a member, or where `key` is NULL as an element. */
static void put_mean(struct bl_text *out, const char *key, const struct lab_mean *m)
{
    if (key)
        bl_json_key(out, key);
    bl_json_putf(out, m->told ? "{'n':%u,'mean':%r,'low':%r,'high':%r}" : "{'n':%u,'mean':%r,'low':null,'high':null}",
                 m->n, m->mean, m->low, m->high);
}

static void put_share(struct bl_text *out, const char *key, const struct lab_share *s)
{
    if (key)
        bl_json_key(out, key);
    bl_json_putf(out, "{'hits':%u,'of':%u,'share':%r,'low':%r,'high':%r}", s->hits, s->of, s->share,
                 s->low, s->high);
}

void lab_json_counts(struct bl_text *out, const char *key, const uint64_t *counts, size_t n)
{
    bl_json_putf(out, "%s:[", key);
    for (size_t i = 0; i < n; i++)
        bl_json_putf(out, "%u", counts[i]);
    bl_put(out, "]");
}

void lab_json_ends(struct bl_text *out, const struct bl_game *game, const uint64_t *ends)
{
    bl_json_putf(out, "'ends':{");
    for (uint16_t c = 1; c < game->clause_count; c++)
        if (ends[c] > 0)
            bl_json_putf(out, "%s:%u", game->clauses[c].id, ends[c]);
    bl_put(out, "}");
}

void lab_json_bots(struct bl_text *out, const struct bl_bot *const *bots, unsigned count)
{
    bl_json_putf(out, "'bots':[");
    for (unsigned i = 0; i < count; i++)
        bl_json_put_string(out, bots[i]->name);
    bl_put(out, "]");
}

/* ---- one setting -------------------------------------------------------------------- */

static void put_figures(struct bl_text *out, const struct lab_report *r, uint32_t k)
{
    const struct lab_figures *f = &r->figures[k];
    bl_json_putf(out, "'games':%u,'unfinished':{'games':%u,'position_came_again':%u,"
                      "'random_play_could_end_it':%u}",
                 f->tally.games, f->tally.unfinished, f->recurred, f->could_end);
    lab_json_ends(out, r->lab->plan->game, f->tally.ends);
    bl_json_putf(out, "'wins':[");
    for (int seat = 0; seat < f->seats; seat++)
        put_share(out, NULL, &f->wins[seat]);
    bl_json_putf(out, "],'nobody_won':%u,'seats_equal_p':%r", f->nobody, f->even);
    put_mean(out, "moves", &f->means[LAB_MOVES]);
    bl_json_putf(out, "'moves_p5':%u,'moves_p50':%u,'moves_p95':%u,'moves_max':%u,"
                      "'moves_bins_from':%u,'moves_bins_width':%u",
                 bl_length_quantile(&f->tally, 0.05), bl_length_quantile(&f->tally, 0.5),
                 bl_length_quantile(&f->tally, 0.95), f->tally.lengths.max, f->bin_from,
                 f->bin_width);
    lab_json_counts(out, "moves_bins", f->bins, f->bin_count);
    put_mean(out, "legal_moves", &f->means[LAB_WIDTH]);
    put_share(out, "one_legal_move", &f->forced);
    bl_json_putf(out, "'legal_moves_max':%u", f->widest);
    lab_json_counts(out, "decisions_by_legal_moves", (const uint64_t *)r->lab->sums[k].widths,
                    LAB_WIDTHS);
    put_mean(out, "gain_of_best_move", &f->means[LAB_GAIN]);
    put_share(out, "decisions_that_matter", &f->matters);
    lab_json_counts(out, "gain_bins", f->gain_bins, LAB_GAIN_BINS);
    put_mean(out, "lead_changes", &f->means[LAB_CHANGES]);
    lab_json_counts(out, "lead_changes_bins", f->change_bins, LAB_CHANGE_BINS);
    put_mean(out, "settled_after", &f->settled);
    put_mean(out, "shuffle_explains", &f->luck[0]);
    put_mean(out, "hand_explains", &f->luck[1]);
    bl_json_putf(out, "'ladder':[");
    for (uint32_t i = 0; i + 1 < r->lab->plan->ladder_count; i++) {
        const struct bl_bot *const *at = r->lab->plan->ladder + i;
        const struct lab_share *s = &f->lone[i];
        bl_json_putf(out, "{'bot':%s,'among':%s", at[1]->name, at[0]->name);
        put_share(out, "wins", s);
        if (s->hits > 0 && s->hits < s->of)
            bl_json_putf(out, "'elo':%r", lab_lone_elo(s->share, f->seats));
        bl_put(out, "}");
    }
    bl_put(out, "]");
}

static void put_clause(struct bl_text *out, const struct lab_report *r, uint32_t k, bl_cite c)
{
    const struct bl_clause *clause = &r->lab->plan->game->clauses[c];
    const struct lab_cover *cover = &r->lab->cover[k][c];
    bl_json_putf(out, "{'id':%s,'kind':%s,'consulted':%u,'held':%u,'refused':%u,'applied':%u,"
                      "'games':%u,'reach':%s",
                 clause->id, bl_kind_name(clause->kind), cover->consulted, cover->held,
                 cover->refused, cover->applied, cover->games, lab_reach_name(lab_reach_of(r, k, c)));
    if (*clause->dead)
        bl_json_putf(out, "'dead':%s", clause->dead);
    bl_put(out, "}");
}

static void put_setting(struct bl_text *out, const struct lab_report *r, uint32_t k)
{
    const struct lab_plan *plan = r->lab->plan;
    const struct lab_sums *sums = &r->lab->sums[k];
    bl_json_putf(out, "{'name':%s", plan->settings[k].name);
    bl_put_setup(out, plan->game, &plan->settings[k].setup);
    bl_json_putf(out, "'figures':{");
    put_figures(out, r, k);
    bl_json_putf(out, "},'coverage':{'moves':%u,'questions':%u,'refusals':%u,'traces_cut':%u,"
                      "'clauses':[", sums->made, sums->asked, sums->refused, sums->cut);
    for (uint16_t c = 1; c < plan->game->clause_count; c++)
        put_clause(out, r, k, c);
    bl_put(out, "]}}");
}

/* ---- comparing, exploring -------------------------------------------------------------- */

static void put_difference(struct bl_text *out, const struct lab_report *r, uint32_t k)
{
    const struct lab_difference *d = &r->differences[k];
    bl_json_putf(out, "{'name':%s,'paired':%t,'deals':%u", r->lab->plan->settings[k].name,
                 d->paired, d->games);
    if (d->paired) {
        bl_json_putf(out, "'differ':%u,'ladder_differs':%u", d->differ, d->lone_differ);
        put_share(out, "other_winner", &d->winner);
    }
    for (int i = 0; i < d->count && i < LAB_WINS; i++)
        put_mean(out, lab_measures[i].key, &d->means[i]);
    if (d->count > LAB_WINS)
        bl_json_putf(out, "'wins':[");
    for (int i = LAB_WINS; i < d->count; i++)
        put_mean(out, NULL, &d->means[i]);
    bl_put(out, d->paired ? "]}" : "}");
}

/* A number that is known only when all plays were seen. */
static void put_known(struct bl_text *out, const char *key, bool known, uint64_t n)
{
    bl_json_putf(out, known ? "%s:%u" : "%s:null", key, n);
}

static void put_explored(struct bl_text *out, const struct lab_report *r)
{
    const struct lab_explored *e = r->explored;
    const struct bl_game *game = r->lab->plan->game;
    bl_json_putf(out, "{'from':%s,'search':%s,'exhaustive':%t,'asides_left_out':%t,'positions':%u,"
                      "'moves':%u",
                 e->from, lab_search_end_name(e->end), lab_is_exhaustive(e), e->silent, e->states,
                 e->moves);
    put_known(out, "complete_to", e->end != LAB_ALL_SEEN, e->depth);
    bl_json_putf(out, "'over':%u,'without_legal_move':%u", e->over, e->stuck);
    if (e->stuck > 0) {
        bl_json_key(out, "such_a_position");
        bl_json_put_raw(out, e->stuck_at.s);
    }
    bl_json_putf(out, "'shuffles':%u,'shuffles_sampled':%u,'position_can_come_again':%t",
                 e->shuffles, e->sampled, e->again);
    put_known(out, "longest_play", lab_is_exhaustive(e) && !e->again, e->longest);
    put_known(out, "positions_without_end", lab_is_exhaustive(e), e->endless);
    bl_json_putf(out, "'questions':%u", e->questions);
    lab_json_ends(out, game, e->ends);
    lab_json_counts(out, "wins", e->wins, r->lab->plan->settings[0].setup.players);
    bl_json_putf(out, "'clauses':[");
    for (uint16_t c = 1; c < game->clause_count; c++)
        if (e->saw[c])
            bl_json_putf(out, "{'id':%s,'held':%t,'refused':%t,'applied':%t,'in_play':%t}",
                         game->clauses[c].id, e->saw[c] & LAB_SAW_MET, e->saw[c] & LAB_SAW_UNMET,
                         e->saw[c] & LAB_SAW_APPLIED, e->saw[c] & LAB_SAW_IN_PLAY);
    bl_put(out, "]}");
}

/* ---- all ---------------------------------------------------------------------------------- */

void lab_put_json(struct bl_text *out, const struct lab_report *r)
{
    const struct lab_plan *plan = r->lab->plan;
    BL_LOCAL struct bl_text command = bl_text_heap();
    lab_put_command(&command, r, " ");
    bl_json_putf(out, "{'bylaw_lab':1,'game':%s,'title':%s,'version':%s,'command':%s,'seed':'%u',"
                      "'games':%u,'games_done':%u,'stopped':%t",
                 plan->game->id, plan->game->title, BYLAW_VERSION, command.s, plan->seed,
                 plan->games, r->lab->task.games_done, r->stopped);
    lab_json_bots(out, plan->bots, plan->settings[0].setup.players);
    bl_json_putf(out, "'settings':[");
    for (uint32_t k = 0; k < plan->setting_count; k++)
        put_setting(out, r, k);
    bl_json_putf(out, "],'differences':[");
    for (uint32_t k = 1; k < plan->setting_count; k++)
        put_difference(out, r, k);
    bl_json_putf(out, "],'explored':");
    if (r->explored)
        put_explored(out, r);
    else
        bl_json_put_null(out);
    bl_put(out, "}\n");
}
