/* replay.c - replaying transcripts: the start, chance, moves; and which game is the one before it
 * once more, as the transcript of a casual game has it. */
#include "replay.h"

#include <string.h>

#include "base/alloc.h"
#include "base/seal.h"

static void forget(struct course *c)
{
    BL_FREE(c->start, c->moves);
    *c = (struct course){0};
}

void replay_header(struct replay *r)
{
    r->now.game = r->in.game;
    r->now.seed = r->line.seed;
    r->dealt = false;
}

bool replay_dealt(struct replay *r)
{
    const char *wrong = bl_pledge_wrong(&r->line.pledge, r->now.seed);
    r->dealt = true;
    return !wrong || bl_line_fails(&r->in, r->in.number, "%s", wrong);
}

static bool note_start(struct replay *r, const void *state)
{
    const struct course *before = &r->before, *now = &r->now;
    r->now.start = bl_copy_of(state, bl_extent(now->game, state));
    r->same = 0;
    r->again = before->start && before->game == now->game && before->seed == now->seed &&
               bl_same(now->game, before->start, now->start);
    return true;
}

static void note_move(struct replay *r)
{
    struct course *c = &r->now;
    c->moves = bl_grow(c->moves, c->count + 1, &c->room, sizeof *c->moves);
    r->same += r->same == c->count && c->count < r->before.count &&
               r->before.moves[c->count] == r->hash;
    c->moves[c->count++] = r->hash;
}

void replay_close(struct replay *r)
{
    r->in.verdict->courses += r->again;
    r->in.verdict->taken_back += r->again ? r->before.count - r->same : 0;
    forget(&r->before);
    r->before = r->now;
    r->now = (struct course){0};
}

void replay_free(struct replay *r)
{
    forget(&r->before);
    forget(&r->now);
    bl_text_free(&r->words);
}

bool replay_start(struct replay *r, void *state)
{
    struct bl_json given = r->line.state;
    bl_read_state(r->in.game, &given, &r->in.setup, state);
    r->waiting = 0;
    if (r->line.doc.failed)
        return bl_line_unreadable(&r->in, r->line.doc.why);
    return true;
}

bool replay_chance(struct replay *r)
{
    if (r->waiting == BL_STEP_CHANCES)
        return bl_line_fails(&r->in, r->in.number, "more chance lines than any move can cause");
    r->chance_line[r->waiting] = r->in.number;
    r->chance[r->waiting++] = r->line.chance;
    return true;
}

bool replay_may_start(struct replay *r, const void *state)
{
    if (!r->in.game->rules->is_start(state))
        return bl_line_fails(&r->in, r->in.number, "state: no deal of this game gives this start");
    return note_start(r, state);
}

bool replay_may_move(struct replay *r, const void *state)
{
    return bl_head(state)->to_move >= 0 ||
           bl_line_fails(&r->in, r->in.number, "a move, but the game is over: its end line is due");
}

bool replay_read(struct replay *r, const void *state, struct bl_play *play)
{
    if (!r->words.s)
        r->words = bl_text_heap();
    bl_text_clear(&r->words);
    *play = (struct bl_play){0};
    const struct bl_fact *why =
        r->in.game->notation->read_move(state, r->line.seat, r->line.move, play, &r->words);
    play->seat = (int8_t)r->line.seat;
    if (why) {
        BL_LOCAL struct bl_text words = bl_text_heap();
        bl_put_fact(&words, why, NULL);
        return bl_line_fails(&r->in, r->in.number, "move: '%s': %s", r->line.move, words.s);
    }
    r->hash = bl_siphash((uint64_t[]){(uint64_t)play->seat, play->move}, play->data, play->size);
    return true;
}

static bool same_event(const struct bl_chance_event *a, const struct bl_chance_event *b)
{
    return a->kind == b->kind && a->count == b->count &&
           memcmp(a->items, b->items, a->count * sizeof a->items[0]) == 0;
}

static bool refused(struct replay *r, const struct bl_step *step)
{
    const struct bl_clause *c = &r->in.game->clauses[step->refused];
    struct bl_fact met = bl_refusing_fact(&step->trace, step->refused);
    char fact[400] = "";
    bl_put_fact(&(struct bl_text)BL_TEXT_FIXED(fact), &met, NULL);
    return bl_line_fails(&r->in, r->in.number,
                         *fact ? "move: '%s' of seat %d is refused by %s: %s (%s)"
                               : "move: '%s' of seat %d is refused by %s: %s",
                         r->line.move, r->line.seat, c->id, c->text, fact);
}

/* What happened is what the lines say, where they fit. */
bool replay_agrees(struct replay *r, const struct bl_step *step)
{
    if (step->refused != 0)
        return refused(r, step);
    for (uint32_t i = 0; i < step->chances; i++) {
        const char *what = r->in.game->chances[step->chance[i].kind].what;
        if (i >= r->waiting)
            return bl_line_fails(&r->in, r->in.number, "this move causes a %s, but no chance line "
                                 "of it stands before the move", what);
        if (!same_event(&step->chance[i], &r->chance[i]))
            return bl_line_fails(&r->in, r->chance_line[i], r->dealt
                                 ? "the seed gives another %s of %d"
                                 : "this is not an order of what the next move shuffles: a %s of %d",
                                 what, (int)step->chance[i].count);
    }
    if (step->chances < r->waiting)
        return bl_line_fails(&r->in, r->chance_line[step->chances],
                             "the next move causes no such chance");
    r->waiting = 0;
    note_move(r);
    return true;
}

bool replay_end(struct replay *r)
{
    return r->waiting == 0 || bl_line_fails(&r->in, r->chance_line[0],
                                            "no move follows this chance line");
}
