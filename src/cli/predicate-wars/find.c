/* find.c - a proof that the program finds: a hint, limited in time and stopped by Ctrl-C. */
#include "desk.h"

#include <string.h>
#include <time.h>

enum { SECONDS = 5 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Every goal has its share of the time. */
static bool must_stop(void *start, unsigned index, unsigned count)
{
    double share = (double)SECONDS * (index + 1) / count;
    return play_signal(0) != 0 || now() > *(double *)start + share;
}

static bool read_goal(struct session *s, const char *text, bl_term *goal)
{
    struct desk *d = desk_of(s);
    struct bl_statement statement;
    struct bl_fault fault;
    if (!bl_statement_parse(d->l, text, strlen(text), 0, BL_WFF, &statement, &fault)) {
        desk_show_fault(s, text, &fault);
        return false;
    }
    *goal = statement.term;
    return true;
}

static void show_found(struct session *s, const struct draft_search *q)
{
    struct draft *d = &desk_of(s)->draft;
    struct bl_text out = bl_text_heap();
    uint32_t first = bl_proof_lines(d->proof.proof) + 1;
    if (d->found.count == 0)
        bl_put(&out, q->line[1] ? "It is there already: two statements contradict each other.\n"
                                : "It is there already.\n");
    for (unsigned i = 0; i < d->found.count; i++) {
        struct bl_text text = bl_text_heap();
        desk_put_text(&text, s, d->found.step[i].text.s);
        bl_putf(&out, first + i < 10 ? "   %d   " : "  %d   ", (int)(first + i));
        desk_put_wrapped(&out, s, text.s, 7, 9);
        bl_text_free(&text);
    }
    if (d->found.count > 0)
        bl_putf(&out, "Found, for %d points; `use` adds these lines.\n", (int)q->points);
    if (d->kind != MOVE_BUY_PROOF)
        bl_putf(&out, q->line[1] ? "Then: submit %d %d\n" : "Then: submit %d\n",
                (int)q->line[0], (int)q->line[1]);
    show(&out);
    bl_text_free(&out);
}

static void show_end(struct session *s, enum draft_end end, const struct draft_search *q)
{
    bool bought = desk_of(s)->draft.kind == MOVE_BUY_PROOF;
    if (end == FOUND_PROOF)
        show_found(s, q);
    else if (end == FOUND_NO_GOAL)
        show_line(bought ? "Search for what? `search STATEMENT` or `search contradiction`"
                         : "No game effect stands in these statements; `search STATEMENT` looks "
                           "for one.");
    else if (play_signal(0))
        show_line("Stopped. Nothing was found until then.");
    else if (end == FOUND_MODEL)
        show_line("There is none: the statements have a model.");
    else if (end == FOUND_TIME_UP)
        show_line("Nothing was found in %d seconds, within %u points.", SECONDS, q->budget);
    else
        show_line("Nothing was found within %u points.", q->budget);
}

void desk_search(struct session *s, const char *rest)
{
    double start = now();
    struct draft_search q = {.contradiction = strcmp(rest, "contradiction") == 0,
                             .stop = must_stop, .of = &start};
    if (*rest && !q.contradiction && !read_goal(s, rest, &q.goal))
        return;
    show_end(s, draft_find(&desk_of(s)->draft, &q), &q);
    play_forget_interrupt();
}
