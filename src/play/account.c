/* account.c - why moves are legal and what they do, told to one seat; by clauses, and in sentences.
 *
 * The clauses behind a move that was made are for everybody. A fact may speak of
 * what a reader cannot see; it is told only if it is so in every state that fits
 * what the reader saw before the move, or before and after it, as far as samples
 * of those show. */
#include <assert.h>
#include <string.h>

#include "room.h"

enum { WANTED = 8, ENOUGH = 4, TRIES = 256 };

static bool is_same(const struct bl_reason *a, const struct bl_reason *b, bool fact_too)
{
    return a->clause == b->clause && a->mark == b->mark &&
           (!fact_too || bl_same_fact(&a->fact, &b->fact));
}

static void add(struct bl_account *a, struct bl_reason reason)
{
    for (uint32_t i = 0; i < a->count; i++)
        if (is_same(&a->reasons[i], &reason, true))
            return;
    if (a->count < BL_TRACE_MAX)
        a->reasons[a->count++] = reason;
}

/* What was told apart by facts that are not told is told once. */
static void merge(struct bl_account *a)
{
    uint32_t count = a->count;
    a->count = 0;
    for (uint32_t i = 0; i < count; i++)
        add(a, a->reasons[i]);
}

static struct bl_reason reason_at(const struct bl_trace *t, uint32_t i)
{
    const struct bl_trace_entry *e = &t->entries[i];
    return (struct bl_reason){e->clause, (enum bl_mark)e->mark, bl_trace_fact(t, e)};
}

/* What a trace tells from one of its entries on: each clause with its mark and fact once. */
static void account_of(const struct bl_trace *t, uint32_t from, struct bl_account *out)
{
    out->count = 0;
    for (uint32_t i = from; i < t->count; i++)
        add(out, reason_at(t, i));
}

/* The play carried out on a state that fits what `seat` sees (work->seen), which is left in
 * work->guess; false if it is not legal there. Chance is made up, so that nothing of the real one
 * shows. */
static bool suppose(struct bl_match *m, int seat, const struct bl_play *play, uint32_t number,
                    struct bl_step *out)
{
    struct work *w = m->work;
    struct bl_stream rng = bl_stream(0, m->game->code, BL_FOR_SAMPLE, number);
    struct bl_chance chance = {.seed = number, .game = m->game->code};
    bl_resample(m->game, w->seen, seat, &rng, w->guess);
    return bl_step(m->game, w->guess, play, &chance, w->scratch, out);
}

/* Looked for from entry `*at` on, then from the start; `*at` moves behind where it was found. What
 * is asked of two traces of the same move comes in the same order in both. */
static bool tells_from(const struct bl_trace *t, const struct bl_reason *r, bool fact_too, uint32_t *at)
{
    for (uint32_t k = 0, i = *at; k < t->count; k++, i++) {
        i = i < t->count ? i : 0;
        const struct bl_trace_entry *e = &t->entries[i];
        if (e->clause != r->clause || (enum bl_mark)e->mark != r->mark)
            continue;
        struct bl_fact fact = bl_trace_fact(t, e);
        if (fact_too && !bl_same_fact(&fact, &r->fact))
            continue;
        *at = i + 1;
        return true;
    }
    return false;
}

static bool tells(const struct bl_trace *t, const struct bl_reason *r, bool fact_too)
{
    return tells_from(t, r, fact_too, &(uint32_t){0});
}

/* Marks the facts that a sample does not tell. */
static void mark_untold(const struct bl_trace *t, const struct bl_account *a, bool *untold)
{
    uint32_t at = 0;
    for (uint32_t i = 0; i < a->count; i++)
        if (!untold[i] && a->reasons[i].fact.format[0])
            untold[i] = !tells_from(t, &a->reasons[i], true, &at);
}

/* What came of move `number`, without the facts that its reader cannot know. */
static void account_for(struct bl_match *m, uint32_t number, int reader, struct bl_account *out)
{
    struct work *w = m->work;
    struct bl_play play = turn_play(&m->turns[number]);
    bool before[BL_TRACE_MAX] = {false}, both[BL_TRACE_MAX] = {false};
    uint32_t fit_before = 0, fit_both = 0;
    account_of(&w->step.trace, 0, out);
    if (!m->game->hides || reader == BL_REFEREE)
        return;
    bl_view(m->game, w->before.state, reader, w->seen);
    bl_view(m->game, w->now.state, reader, w->then);
    for (uint32_t k = 0; k < TRIES && fit_both < WANTED; k++) {
        if (!suppose(m, reader, &play, k, &w->other))
            continue;
        fit_before++;
        mark_untold(&w->other.trace, out, before);
        bl_view(m->game, w->guess, reader, w->view);
        if (!bl_same(m->game, w->view, w->then))
            continue;
        fit_both++;
        mark_untold(&w->other.trace, out, both);
    }
    for (uint32_t i = 0; i < out->count; i++)
        if ((fit_before < ENOUGH || before[i]) && (fit_both < ENOUGH || both[i]))
            out->reasons[i].fact.format = "";
    merge(out);
}

/* The effects that every state fitting the mover's view would show. */
static void add_effects(struct bl_match *m, const void *state, const struct bl_play *play,
                        struct bl_account *out)
{
    struct work *w = m->work;
    struct bl_account sure;
    bl_view(m->game, state, play->seat, w->seen);
    if (!suppose(m, play->seat, play, 0, &w->first))
        return;
    account_of(&w->first.trace, w->first.checked, &sure);
    for (uint32_t k = 1; k < WANTED; k++) {
        if (!suppose(m, play->seat, play, k, &w->other))
            continue;
        for (uint32_t i = 0; i < sure.count; i++) {
            if (!tells(&w->other.trace, &sure.reasons[i], false))
                sure.reasons[i].clause = 0;
            else if (!tells(&w->other.trace, &sure.reasons[i], true))
                sure.reasons[i].fact.format = "";
        }
    }
    for (uint32_t i = 0; i < sure.count; i++)
        if (sure.reasons[i].clause != 0)
            add(out, sure.reasons[i]);
}

/* A clause that asks for several things refuses as a whole: what of it held is not told beside that. */
static void drop_held(struct bl_account *a, bl_cite refused)
{
    uint32_t count = a->count;
    a->count = 0;
    for (uint32_t i = 0; i < count; i++)
        if (a->reasons[i].clause != refused || a->reasons[i].mark != BL_HELD)
            a->reasons[a->count++] = a->reasons[i];
}

bl_cite bl_match_explain_at(struct bl_match *m, uint32_t number, const struct bl_play *play,
                            struct bl_account *out)
{
    struct work *w = m->work;
    const void *state = match_before(m, number);
    w->told = false;
    bl_cite refused = bl_step_check(m->game, state, play, w->scratch, &w->step);
    account_of(&w->step.trace, 0, out);
    if (refused)
        drop_held(out, refused);
    else
        add_effects(m, state, play, out);
    return refused;
}

bl_cite bl_match_explain(struct bl_match *m, const struct bl_play *play, struct bl_account *out)
{
    return bl_match_explain_at(m, m->count, play, out);
}

void bl_match_event(struct bl_match *m, uint32_t number, int reader, struct bl_event *out)
{
    assert(number < m->count);
    struct work *w = m->work;
    struct bl_play play = turn_play(&m->turns[number]);
    const struct bl_notation *notation = m->game->notation;
    match_tell(m, number);
    const void *view = bl_match_view_at(m, number, reader);
    bl_text_clear(&w->text);
    bl_text_clear(&w->note);
    notation->put_move(view, &play, &w->text);
    if (notation->put_note)
        notation->put_note(view, &play, &w->note);
    out->seat = play.seat;
    out->play = play;
    out->move = w->text.s;
    out->note = w->note.s;
    account_for(m, number, reader, &out->account);
}

/* ---- in sentences ------------------------------------------------------------ */

void bl_match_tell(struct bl_match *m, uint32_t number, int reader, struct bl_event *event,
                   struct bl_story *out)
{
    struct work *w = m->work;
    bl_match_event(m, number, reader, event);
    const void *before = w->before.state, *after = w->now.state;
    struct bl_play play = event->play;
    if (reader != BL_REFEREE) {
        bl_view(m->game, before, reader, w->seen);
        bl_view(m->game, after, reader, w->then);
        play = reader == play.seat ? play : bl_told(m->game, before, &play);
        before = w->seen;
        after = w->then;
    }
    bl_tell_move(m->game, before, after, &play, &event->account, out);
}

/* ---- in place of what was refused ---------------------------------------------- */

/* How much of a text's words another has too; cards count most. */
static unsigned shared_words(const struct bl_game *game, const char *text, const char *other)
{
    unsigned shared = 0;
    for (size_t n; *text; text += n + strspn(text + n, " ")) {
        char word[8] = "";
        n = strcspn(text, " ");
        if (n >= sizeof word)
            continue;
        memcpy(word, text, n);
        for (const char *at = other; *at; at += strcspn(at, " "), at += strspn(at, " "))
            if (strcspn(at, " ") == n && strncmp(at, word, n) == 0)
                shared += game->notation->read_card && game->notation->read_card(word) >= 0 ? 4 : 1;
    }
    return shared;
}

/* What is then due, or what decided the game. */
static void tell_then(const struct bl_match *m, int seat, struct bl_text *words, struct bl_story *out)
{
    struct work *w = m->work;
    const struct bl_head *head = w->guess;
    bl_view(m->game, w->guess, seat, w->then);
    (head->to_move < 0 ? bl_tell_end : bl_tell_due)(m->game, w->then, out);
    bl_text_clear(words);
    bl_put_story(words, out, &(struct bl_voice){.you = BL_SPECTATOR});
}

void bl_match_foretell(struct bl_match *m, uint32_t number, const struct bl_play *play,
                       struct bl_story *out)
{
    struct work *w = m->work;
    BL_LOCAL struct bl_text first = bl_text_heap(), other = bl_text_heap();
    bl_view(m->game, match_before(m, number), play->seat, w->seen);
    out->count = 0;
    if (!suppose(m, play->seat, play, 0, &w->first))
        return;
    tell_then(m, play->seat, &first, out);
    for (uint32_t k = 1; k < WANTED && out->count > 0; k++) {
        if (!suppose(m, play->seat, play, k, &w->other))
            continue;
        tell_then(m, play->seat, &other, out);
        if (strcmp(first.s, other.s) != 0)
            out->count = 0;
    }
}

uint32_t bl_match_instead(struct bl_match *m, int seat, const struct bl_play *refused,
                          bl_move out[BL_FEW_MOVES])
{
    const bl_move *moves;
    uint32_t n = seat == bl_match_to_move(m) ? bl_match_moves(m, &moves) : 0, kept = 0;
    unsigned near[BL_FEW_MOVES];
    BL_LOCAL struct bl_text wanted = bl_text_heap(), text = bl_text_heap();
    if (refused)
        bl_match_put_move(m, seat, refused, &wanted);
    for (uint32_t i = 0; i < n; i++) {
        if (refused && moves[i] == refused->move)
            continue;
        bl_text_clear(&text);
        bl_match_put_move(m, seat, &(struct bl_play){.move = moves[i], .seat = (int8_t)seat}, &text);
        unsigned shared = shared_words(m->game, text.s, wanted.s);
        uint32_t at = kept < BL_FEW_MOVES ? kept++ : BL_FEW_MOVES;
        for (; at > 0 && near[at - 1] < shared; at--)
            if (at < BL_FEW_MOVES) {
                near[at] = near[at - 1];
                out[at] = out[at - 1];
            }
        if (at < BL_FEW_MOVES) {
            near[at] = shared;
            out[at] = moves[i];
        }
    }
    return kept;
}
