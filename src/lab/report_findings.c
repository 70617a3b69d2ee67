/* report_findings.c - a short page of findings in Markdown, with the call that gives them. */
#include "report.h"

static void put_dead(struct bl_text *out, const struct lab_report *r)
{
    const struct bl_game *game = r->lab->plan->game;
    bool first = true;
    for (uint16_t c = 1; c < game->clause_count; c++) {
        const struct bl_clause *clause = &game->clauses[c];
        if (!*clause->dead)
            continue;
        lab_say(out, "%s- %s: %s\n", first ? "\n" : "", clause->id, clause->dead);
        first = false;
    }
}

static void put_changes(struct bl_text *out, const struct lab_report *r)
{
    for (uint32_t k = 1; k < r->lab->plan->setting_count; k++) {
        lab_say(out, "- `%s`: ", lab_setting_name(r, k));
        lab_put_change(out, r, k);
        lab_put_only_in(out, r, k, 0, " ", ".");
        lab_put_only_in(out, r, 0, k, " ", ".");
        bl_put(out, "\n");
    }
}

void lab_put_findings(struct bl_text *out, const struct lab_report *r)
{
    const struct lab_plan *plan = r->lab->plan;
    lab_say(out, "# %s: findings\n\nWhat %ju %s "
                 "under each setting by bots. Better players may find what these do not. Intervals "
                 "in brackets are of 95 %%. Every figure on this page comes from this call, which "
                 "gives this page again%s:\n",
            plan->game->title, r->lab->task.games_done, r->lab->task.games_done == 1
                ? "deal tells about the rulebook, played" : "deals tell about the rulebook, each played",
            r->lab->task.games_done < LAB_FEW ? "; with so few deals, intervals say less than they "
                                                "seem to" : "");
    bl_put(out, "\n    ");
    lab_put_command(out, r, " \\\n        ");
    bl_put(out, " \\\n        --findings -\n");
    for (int q = 0; q < LAB_QUESTIONS; q++) {
        if (r->answers[q].len == 0)
            continue;
        bl_putf(out, "\n## %s\n\n", lab_questions[q]);
        if (q == LAB_Q_RULINGS)
            put_changes(out, r);
        else
            bl_putf(out, "%s\n", r->answers[q].s);
        if (q == LAB_Q_CLAUSES)
            put_dead(out, r);
    }
}
