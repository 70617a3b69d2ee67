/* report.c - the figures of a report, what clauses came to, and the call that gives it again. */
#include "report.h"

#include <string.h>

void lab_report_init(struct lab_report *r)
{
    const struct lab *lab = r->lab;
    r->stopped = lab->task.games_done < lab->plan->games;
    for (uint32_t k = 0; k < lab->plan->setting_count; k++) {
        lab_figure(lab, k, &r->figures[k]);
        if (k > 0)
            lab_compare(lab, k, &r->differences[k]);
    }
    lab_answer_all(r);
}

void lab_report_free(struct lab_report *r)
{
    for (uint32_t k = 0; k < r->lab->plan->setting_count; k++)
        bl_tally_free(&r->figures[k].tally);
    for (int q = 0; q < LAB_QUESTIONS; q++)
        bl_text_free(&r->answers[q]);
}

/* ---- clauses ---------------------------------------------------------------------------- */

enum lab_reach lab_reach_of(const struct lab_report *r, uint32_t k, bl_cite clause)
{
    const struct bl_clause *c = &r->lab->plan->game->clauses[clause];
    const struct lab_cover *cover = &r->lab->cover[k][clause];
    if (*c->dead && cover->applied == 0)   /* one that changes something is not dead here */
        return LAB_DEAD;
    if (cover->consulted > 0 || (r->explored && r->explored->saw[clause]))
        return LAB_REACHED;
    if (c->kind == BL_PROSE)
        return LAB_PROSE;
    if (r->cited && !r->cited[clause])
        return LAB_BUILT_IN;
    return r->explored && lab_is_exhaustive(r->explored) ? LAB_CANNOT : LAB_NOT_SEEN;
}

const char *lab_reach_name(enum lab_reach reach)
{
    static const char *const names[] = {"reached",  "prose", "dead",
                                        "built in", "not reached by exhaustive search",
                                        "not in this sample"};
    return names[reach];
}

enum lab_gap lab_gap_of(const struct lab_report *r, bl_cite clause)
{
    const struct bl_clause *c = &r->lab->plan->game->clauses[clause];
    const struct lab_cover *cover = &r->lab->cover[0][clause];
    uint8_t saw = r->explored ? r->explored->saw[clause] : 0;
    if (c->kind != BL_REQUIRES || *c->dead || cover->consulted == 0 || cover->applied > 0)
        return LAB_NO_GAP;
    if (cover->refused == 0 && !(saw & LAB_SAW_UNMET))
        return LAB_NEVER_REFUSED;
    return cover->held == 0 && !(saw & LAB_SAW_MET) ? LAB_NEVER_MET : LAB_NO_GAP;
}

/* ---- the call ---------------------------------------------------------------------------- */

/* A default that depends on the number of players must be left open where that is compared. */
static bool is_left_open(const struct lab_plan *plan, int option)
{
    for (uint32_t k = 1; k < plan->setting_count; k++)
        if (plan->settings[k].setup.players != plan->settings[0].setup.players)
            return plan->asked_setup.options[option] == BL_UNSET;
    return false;
}

void lab_put_choice(struct bl_text *out, const struct bl_game *game, const struct bl_setup *setup,
                    int i)
{
    int ruling = i - game->option_count;
    if (ruling >= 0)
        bl_putf(out, "%s=%s", game->rulings[ruling].name,
                game->rulings[ruling].values[setup->rulings[ruling]]);
    else if (game->options[i].names)
        bl_putf(out, "%s=%s", game->options[i].name, game->options[i].names[setup->options[i]]);
    else
        bl_putf(out, "%s=%d", game->options[i].name, (int)setup->options[i]);
}

/* Who plays, and how the games are looked at. */
static void put_players(struct bl_text *out, const struct lab_plan *plan)
{
    bl_put(out, " --players ");
    for (int seat = 0; seat < plan->settings[0].setup.players; seat++)
        lab_say(out, "%s%s", seat > 0 ? "," : "", plan->bots[seat]->name);
    bl_put(out, " --ladder ");
    for (uint32_t i = 0; i < plan->ladder_count; i++)
        lab_say(out, "%s%s", i > 0 ? "," : "", plan->ladder[i]->name);
    if (plan->playouts > 0)
        lab_say(out, " --playout-bot %s", plan->player->name);
    lab_say(out, " --playouts %u --ask %u --cap %ju", plan->playouts, plan->asked, plan->cap);
}

/* What would be ignored is left out: the call refuses it. */
static void put_options(struct bl_text *out, const struct lab_report *r)
{
    const struct lab_plan *plan = r->lab->plan;
    bool deals = plan->games > 0 || !strstr(r->explore_words, " --position ");
    bl_putf(out, "bylaw lab %s", plan->game->id);
    if (deals)
        lab_say(out, " --seed %ju", plan->seed);
    lab_say(out, " --games %ju", plan->games);
    if (plan->games > 0)
        put_players(out, plan);
    else if (deals)
        lab_say(out, " --players %d", plan->settings[0].setup.players);
    if (plan->games == 0 && strstr(r->explore_words, " --tail "))
        lab_say(out, " --cap %ju", plan->cap);
    for (int i = 0; deals && i < plan->game->option_count + plan->game->ruling_count; i++) {
        if (i < plan->game->option_count && is_left_open(plan, i))
            continue;
        bl_put(out, i < plan->game->option_count ? " --set " : " --ruling ");
        lab_put_choice(out, plan->game, &plan->settings[0].setup, i);
    }
    for (uint32_t k = 1; k < plan->setting_count; k++)
        lab_say(out, " --compare %s", plan->settings[k].name);
    bl_put(out, plan->sampler ? " --on gpu" : "");
    bl_put(out, r->explore_words);
}

void lab_put_command(struct bl_text *out, const struct lab_report *r, const char *gap)
{
    BL_LOCAL struct bl_text line = bl_text_heap();
    put_options(&line, r);
    for (const char *p = line.s; *p; p++) {
        if (strncmp(p, " --", 3) == 0)
            bl_put(out, gap);
        else
            bl_put_char(out, *p);
    }
}
