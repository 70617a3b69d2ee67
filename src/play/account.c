/* account.c - why moves are legal and what they do, told to one seat.
 *
 * The clauses behind a move that was made are for everybody. A fact may speak of
 * what a reader cannot see; it is told only if it is so in every state that fits
 * what the reader saw before the move, or before and after it, as far as samples
 * of those show. */
#include <assert.h>
#include <string.h>

#include "play/match_in.h"

enum { WANTED = 8, ENOUGH = 4, TRIES = 256 };

static bool is_in(const struct bl_account *a, bl_cite clause, enum bl_mark mark,
                  const struct bl_fact *fact)
{
    for (uint32_t i = 0; i < a->count; i++)
        if (a->reasons[i].clause == clause && a->reasons[i].mark == mark &&
            bl_same_fact(&a->reasons[i].fact, fact))
            return true;
    return false;
}

static void add(struct bl_account *a, bl_cite clause, enum bl_mark mark, struct bl_fact fact)
{
    if (a->count < BL_TRACE_MAX && !is_in(a, clause, mark, &fact))
        a->reasons[a->count++] = (struct bl_reason){clause, mark, fact};
}

void account_of(const struct bl_trace_entry *entry, uint32_t count, const struct bl_arg *args,
                struct bl_account *out)
{
    out->count = 0;
    for (uint32_t i = 0; i < count; i++)
        add(out, entry[i].clause, (enum bl_mark)entry[i].mark,
            (struct bl_fact){entry[i].format, args + entry[i].arg});
}

/* A state that fits `view`, the play carried out on it, its trace left in `trace`; false
 * if the play is not legal there. Chance is made up, so that nothing of the real one shows. */
static bool suppose(struct bl_match *m, const void *view, int seat, const struct bl_play *play,
                    uint32_t number, struct bl_trace *trace)
{
    struct bl_stream rng = bl_stream(0, m->game->code, BL_FOR_SAMPLE, number);
    struct bl_context cx;
    bl_context_init(&cx, m->game, number);
    cx.trace = trace;
    cx.scratch = m->work;
    bl_resample(m->game, view, seat, &rng, m->scratch);
    if (m->game->rules->check(m->scratch, play, &cx) != 0)
        return false;
    bl_trace_clear(trace);
    m->traced->apply(m->scratch, play, &cx);
    return true;
}

static bool tells(const struct bl_trace *t, const struct bl_reason *r, bool fact_too)
{
    for (uint32_t i = 0; i < t->count; i++) {
        const struct bl_trace_entry *e = &t->entries[i];
        struct bl_fact fact = bl_trace_fact(t, e);
        if (e->clause == r->clause && e->mark == (uint8_t)r->mark &&
            (!fact_too || bl_same_fact(&fact, &r->fact)))
            return true;
    }
    return false;
}

/* The state after a turn: the next one's before, or the one at hand. */
static const void *after_turn(const struct bl_match *m, const struct turn *turn)
{
    const struct turn *next = turn + 1;
    return next < m->turns + m->count ? next->before : m->state;
}

/* Marks the facts that a sample does not tell. */
static void mark_untold(const struct bl_trace *t, const struct bl_account *a, bool *untold)
{
    for (uint32_t i = 0; i < a->count; i++)
        untold[i] = untold[i] || !tells(t, &a->reasons[i], true);
}

void account_for(struct bl_match *m, const struct turn *turn, int reader, struct bl_account *out)
{
    bool before[BL_TRACE_MAX] = {false}, both[BL_TRACE_MAX] = {false};
    uint32_t fit_before = 0, fit_both = 0;
    account_of(turn->entry, turn->entries, turn->args, out);
    if (!m->game->hides || reader == BL_REFEREE)
        return;
    bl_view(m->game, turn->before, reader, m->reader);
    bl_view(m->game, after_turn(m, turn), reader, m->after);
    for (uint32_t k = 0; k < TRIES && fit_both < WANTED; k++) {
        if (!suppose(m, m->reader, reader, &turn->play, k, &m->guess))
            continue;
        fit_before++;
        mark_untold(&m->guess, out, before);
        bl_view(m->game, m->scratch, reader, m->view);
        if (!bl_same(m->game, m->view, m->after))
            continue;
        fit_both++;
        mark_untold(&m->guess, out, both);
    }
    for (uint32_t i = 0; i < out->count; i++)
        if ((fit_before < ENOUGH || before[i]) && (fit_both < ENOUGH || both[i]))
            out->reasons[i].fact.format = "";
}

/* The effects that every state fitting the mover's view would show. */
static void add_effects(struct bl_match *m, const struct bl_play *play, struct bl_account *out)
{
    struct bl_account sure;
    bl_view(m->game, m->state, play->seat, m->reader);
    if (!suppose(m, m->reader, play->seat, play, 0, &m->first))
        return;
    account_of(m->first.entries, m->first.count, m->first.args, &sure);
    for (uint32_t k = 1; k < WANTED; k++) {
        if (!suppose(m, m->reader, play->seat, play, k, &m->guess))
            continue;
        for (uint32_t i = 0; i < sure.count; i++) {
            if (!tells(&m->guess, &sure.reasons[i], false))
                sure.reasons[i].clause = 0;
            else if (!tells(&m->guess, &sure.reasons[i], true))
                sure.reasons[i].fact.format = "";
        }
    }
    for (uint32_t i = 0; i < sure.count; i++)
        if (sure.reasons[i].clause != 0)
            add(out, sure.reasons[i].clause, sure.reasons[i].mark, sure.reasons[i].fact);
}

bl_cite bl_match_explain(struct bl_match *m, const struct bl_play *play, struct bl_account *out)
{
    struct bl_context cx = {.chance = m->chance, .trace = &m->trace, .scratch = m->work};
    bl_trace_clear(&m->trace);
    bl_cite refused = m->traced->check(m->state, play, &cx);
    account_of(m->trace.entries, m->trace.count, m->trace.args, out);
    if (refused == 0)
        add_effects(m, play, out);
    return refused;
}

void bl_match_event(struct bl_match *m, uint32_t number, int reader, struct bl_event *out)
{
    assert(number < m->count);
    const struct turn *t = &m->turns[number];
    out->seat = t->play.seat;
    bl_text_clear(&m->text);
    bl_text_clear(&m->note);
    const void *view = bl_match_view_at(m, number, reader);
    m->game->notation->put_move(view, &t->play, &m->text);
    if (m->game->notation->put_note)
        m->game->notation->put_note(view, &t->play, &m->note);
    out->move = m->text.s;
    out->note = m->note.s;
    account_for(m, t, reader, &out->account);
}
