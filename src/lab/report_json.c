/* report_json.c - the report for programs. */
#include <stdarg.h>

#include "bylaw/position.h"
#include "report.h"

void lab_json(struct bl_text *out, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (*format != '}' && *format != ']')
        bl_json_put_raw(out, "");   /* the comma */
    for (const char *p = format; *p; p++) {
        if (*p != '%') {
            bl_put_char(out, *p == '\'' ? '"' : *p);
            continue;
        }
        const struct lab_mean *m;
        const struct lab_share *s;
        double x;
        switch (*++p) {
        case 's': bl_json_put_string(out, va_arg(args, const char *)); break;
        case 't': bl_json_put_bool(out, va_arg(args, int)); break;
        case 'd': bl_put_int(out, va_arg(args, int)); break;
        case 'u': bl_put_uint(out, va_arg(args, uint64_t)); break;
        case 'r':
            x = va_arg(args, double);
            lab_say(out, "%.6f", x > -0.0000005 && x < 0 ? 0 : x);   /* no -0 */
            break;
        case 'm':
            m = va_arg(args, const struct lab_mean *);
            lab_json(out, "{'n':%u,'mean':%r,'low':%r,'high':%r}", m->n, m->mean, m->low, m->high);
            break;
        default:
            s = va_arg(args, const struct lab_share *);
            lab_json(out, "{'hits':%u,'of':%u,'share':%r,'low':%r,'high':%r}", s->hits, s->of,
                     s->share, s->low, s->high);
        }
    }
    va_end(args);
}

void lab_json_counts(struct bl_text *out, const char *key, const uint64_t *counts, size_t n)
{
    lab_json(out, "%s:[", key);
    for (size_t i = 0; i < n; i++)
        lab_json(out, "%u", counts[i]);
    bl_put(out, "]");
}

void lab_json_ends(struct bl_text *out, const struct bl_game *game, const uint64_t *ends)
{
    lab_json(out, "'ends':{");
    for (uint16_t c = 1; c < game->clause_count; c++)
        if (ends[c] > 0)
            lab_json(out, "%s:%u", game->clauses[c].id, ends[c]);
    bl_put(out, "}");
}

void lab_json_bots(struct bl_text *out, const struct bl_bot *const *bots, unsigned count)
{
    lab_json(out, "'bots':[");
    for (unsigned i = 0; i < count; i++)
        bl_json_put_string(out, bots[i]->name);
    bl_put(out, "]");
}

/* ---- one setting -------------------------------------------------------------------- */

static void put_figures(struct bl_text *out, const struct lab_report *r, uint32_t k)
{
    const struct lab_figures *f = &r->figures[k];
    lab_json(out, "'games':%u,'unfinished':{'games':%u,'position_came_again':%u,"
                  "'random_play_could_end_it':%u}",
             f->tally.games, f->tally.unfinished, f->recurred, f->could_end);
    lab_json_ends(out, r->lab->plan->game, f->tally.ends);
    lab_json(out, "'wins':[");
    for (int seat = 0; seat < f->seats; seat++)
        lab_json(out, "%h", &f->wins[seat]);
    bl_put(out, "]");
    lab_json(out, "'nobody_won':%u,'seats_equal_p':%r,'moves':%m,'moves_p5':%u,'moves_p50':%u,"
                  "'moves_p95':%u,'moves_max':%u,'moves_bins_from':%u,'moves_bins_width':%u",
             f->nobody, f->even, &f->means[LAB_MOVES], bl_length_quantile(&f->tally, 0.05),
             bl_length_quantile(&f->tally, 0.5), bl_length_quantile(&f->tally, 0.95),
             f->tally.lengths.max, f->bin_from, f->bin_width);
    lab_json_counts(out, "moves_bins", f->bins, f->bin_count);
    lab_json(out, "'legal_moves':%m,'one_legal_move':%h,'legal_moves_max':%u",
             &f->means[LAB_WIDTH], &f->forced, f->widest);
    lab_json_counts(out, "decisions_by_legal_moves", (const uint64_t *)r->lab->sums[k].widths,
                    LAB_WIDTHS);
    lab_json(out, "'gain_of_best_move':%m,'decisions_that_matter':%h", &f->means[LAB_GAIN],
             &f->matters);
    lab_json_counts(out, "gain_bins", f->gain_bins, LAB_GAIN_BINS);
    lab_json(out, "'lead_changes':%m", &f->means[LAB_CHANGES]);
    lab_json_counts(out, "lead_changes_bins", f->change_bins, LAB_CHANGE_BINS);
    lab_json(out, "'settled_after':%m,'shuffle_explains':%m,'hand_explains':%m,'strong_wins':%h,"
                  "'skill':%r", &f->settled, &f->luck[0], &f->luck[1], &f->strong, f->skill);
}

static void put_clause(struct bl_text *out, const struct lab_report *r, uint32_t k, bl_cite c)
{
    const struct bl_clause *clause = &r->lab->plan->game->clauses[c];
    const struct lab_cover *cover = &r->lab->cover[k][c];
    lab_json(out, "{'id':%s,'kind':%s,'consulted':%u,'held':%u,'refused':%u,'applied':%u,"
                  "'games':%u,'reach':%s",
             clause->id, bl_kind_name(clause->kind), cover->consulted, cover->held, cover->refused,
             cover->applied, cover->games, lab_reach_name(lab_reach_of(r, k, c)));
    if (*clause->dead)
        lab_json(out, "'dead':%s", clause->dead);
    bl_put(out, "}");
}

static void put_setting(struct bl_text *out, const struct lab_report *r, uint32_t k)
{
    const struct lab_plan *plan = r->lab->plan;
    const struct lab_sums *sums = &r->lab->sums[k];
    lab_json(out, "{'name':%s", plan->settings[k].name);
    bl_put_setup(out, plan->game, &plan->settings[k].setup);
    lab_json(out, "'figures':{");
    put_figures(out, r, k);
    lab_json(out, "},'coverage':{'moves':%u,'questions':%u,'refusals':%u,'traces_cut':%u,"
                  "'clauses':[", sums->made, sums->asked, sums->refused, sums->cut);
    for (uint16_t c = 1; c < plan->game->clause_count; c++)
        put_clause(out, r, k, c);
    bl_put(out, "]}}");
}

/* ---- comparing, exploring -------------------------------------------------------------- */

static void put_difference(struct bl_text *out, const struct lab_report *r, uint32_t k)
{
    const struct lab_difference *d = &r->differences[k];
    lab_json(out, "{'name':%s,'paired':%t,'deals':%u", r->lab->plan->settings[k].name, d->paired,
             d->games);
    if (d->paired)
        lab_json(out, "'differ':%u,'other_winner':%h", d->differ, &d->winner);
    for (int i = 0; i < d->count && i < LAB_WINS; i++)
        lab_json(out, "%s:%m", lab_measures[i].key, &d->means[i]);
    for (int i = LAB_WINS; i < d->count; i++)
        lab_json(out, i == LAB_WINS ? "'wins':[%m" : "%m", &d->means[i]);
    bl_put(out, d->paired ? "]}" : "}");
}

/* A number that is known only when all plays were seen. */
static void put_known(struct bl_text *out, const char *key, bool known, uint64_t n)
{
    lab_json(out, known ? "%s:%u" : "%s:null", key, n);
}

static void put_explored(struct bl_text *out, const struct lab_report *r)
{
    const struct lab_explored *e = r->explored;
    const struct bl_game *game = r->lab->plan->game;
    lab_json(out, "{'from':%s,'search':%s,'exhaustive':%t,'asides_left_out':%t,'positions':%u,"
                  "'moves':%u",
             e->from, lab_search_end_name(e->end), lab_is_exhaustive(e), e->silent, e->states,
             e->moves);
    put_known(out, "complete_to", e->end != LAB_ALL_SEEN, e->depth);
    lab_json(out, "'over':%u,'without_legal_move':%u", e->over, e->stuck);
    if (e->stuck > 0) {
        bl_json_key(out, "such_a_position");
        bl_json_put_raw(out, e->stuck_at.s);
    }
    lab_json(out, "'shuffles':%u,'shuffles_sampled':%u,'position_can_come_again':%t", e->shuffles,
             e->sampled, e->again);
    put_known(out, "longest_play", lab_is_exhaustive(e) && !e->again, e->longest);
    put_known(out, "positions_without_end", lab_is_exhaustive(e), e->endless);
    lab_json(out, "'questions':%u", e->questions);
    lab_json_ends(out, game, e->ends);
    lab_json_counts(out, "wins", e->wins, r->lab->plan->settings[0].setup.players);
    lab_json(out, "'clauses':[");
    for (uint16_t c = 1; c < game->clause_count; c++)
        if (e->saw[c])
            lab_json(out, "{'id':%s,'held':%t,'refused':%t,'applied':%t,'in_play':%t}",
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
    lab_json(out, "{'bylaw_lab':1,'game':%s,'title':%s,'version':%s,'command':%s,'seed':'%u',"
                  "'games':%u,'games_done':%u,'stopped':%t",
             plan->game->id, plan->game->title, BYLAW_VERSION, command.s, plan->seed, plan->games,
             r->lab->task.games_done, r->stopped);
    lab_json_bots(out, plan->bots, plan->settings[0].setup.players);
    lab_json(out, "'settings':[");
    for (uint32_t k = 0; k < plan->setting_count; k++)
        put_setting(out, r, k);
    lab_json(out, "],'differences':[");
    for (uint32_t k = 1; k < plan->setting_count; k++)
        put_difference(out, r, k);
    lab_json(out, "],'explored':");
    if (r->explored)
        put_explored(out, r);
    else
        bl_json_put_null(out);
    bl_put(out, "}\n");
}
