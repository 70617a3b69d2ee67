/* find.c - a proof that the program finds: a hint, limited in time and stopped by Ctrl-C. */
#include "wars.h"

#include "base/clock.h"

enum { SECONDS = 5 };

struct clock {
    double start;
    bool quiet;                /* it is not said that it takes a while */
};

static bool must_stop(void *of)
{
    struct clock *c = of;
    if (!c->quiet && bl_now() > c->start + 0.3) {
        play_say("Searching, for at most %d seconds; Ctrl-C stops it.", SECONDS);
        c->quiet = true;
    }
    return play_signal(0) != 0;
}

static void show_found(struct session *s, const struct bl_draft_search *q)
{
    struct bl_draft *d = wars_of(s)->draft;
    uint32_t first = bl_proof_lines(d->proof.proof) + 1;
    bl_term wanted = q->line[0] < first
                         ? bl_draft_term(d, q->line[0])
                     : q->line[0] < first + d->found.count
                         ? d->found.step[q->line[0] - first].line.s.term : 0;
    for (unsigned i = 0; i < d->found.count; i++) {
        bl_putf(&s->page, first + i < 10 ? "   %d   " : "  %d   ", (int)(first + i));
        wars_put_wrapped(&s->page, s, d->found.step[i].text.s, 7, 9);
    }
    show(&s->page);
    if (d->found.count > 0)
        play_say("Found, for %d points; `use` adds these lines.", (int)q->points);
    else
        play_say(q->line[1] ? "It is there already: statements %d and %d contradict each other."
                            : "It is there already: statement %d.",
                 (int)q->line[0], (int)q->line[1]);
    if (bl_draft_unchosen(d, wanted))
        play_say("First choose: `players N`, `cards #N`.");
    if (d->kind != MOVE_BUY_PROOF)
        play_say(q->line[1] ? "Then: submit %d %d" : "Then: submit %d", (int)q->line[0],
                 (int)q->line[1]);
}

static void show_end(struct session *s, enum bl_draft_end end, const struct bl_draft_search *q)
{
    const struct bl_draft *d = wars_of(s)->draft;
    bool bought = d->kind == MOVE_BUY_PROOF;
    int64_t left = bl_draft_purse(d) - bl_draft_cost(d);   /* a proof costs less than that, but by another ruling */
    if (end == FOUND_PROOF)
        show_found(s, q);
    else if (end == FOUND_NO_GOAL)
        play_say(bought ? "Search for what? `search STATEMENT` or `search contradiction`"
                   : "No game effect stands in these statements; `search STATEMENT` looks "
                     "for one.");
    else if (play_signal(0))
        play_say("Stopped. Nothing was found until then.");
    else if (end == FOUND_MODEL)
        play_say("There is none: the statements have a model.");
    else if (end == FOUND_TIME_UP)
        play_say("Nothing was found in %d seconds, within %d points.", SECONDS, (int)q->budget);
    else if (!bought && left == (int64_t)q->budget + 1)
        play_say("Nothing was found for less than %d points, the proving power that you have left.", (int)left);
    else
        play_say("Nothing was found within %d points.", (int)q->budget);
    if (end != FOUND_PROOF && d->kind == MOVE_REFUTE && !play_signal(0))
        play_say("Nothing to hand in, then: `cancel` goes back to the table, where `accept` lets it happen.");
    if (end != FOUND_PROOF && bl_draft_lacks(wars_of(s)->draft))
        play_say("Players or cards may have to be chosen first: `players N`, `cards #N`.");
}

void wars_search(struct session *s)
{
    struct clock clock = {bl_now(), !s->screen.typed};
    struct bl_draft_search q = {.goal = s->rest, .seconds = SECONDS, .stop = must_stop,
                                .of = &clock};
    enum bl_draft_end end = bl_draft_find(wars_of(s)->draft, &q);
    if (end == FOUND_NO_STATEMENT)
        wars_put_fault(s, s->rest, &q.fault);
    else
        show_end(s, end, &q);
    play_forget_interrupt();
}
