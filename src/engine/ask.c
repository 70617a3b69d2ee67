/* ask.c - one question to an engine: what is sent, how long it is waited for, how the answer is read. */
#include "engine/in.h"

#include <string.h>

#include "base/clock.h"

#define SLICE 0.01          /* seconds between two looks at whether somebody has lost patience */
#define LINES_MOST 10000    /* that may come before an answer */

static void put_question(struct sitting *s, const struct bl_decision *d, bool opinions)
{
    const struct terms *terms = &s->of->terms;
    struct player *p = s->player;
    struct bl_text *out = &p->line;
    bl_text_clear(out);
    if (!s->begun) {
        engine_put_newgame(out, d, s->of->views, p->kept);
        s->told = 0;
    }
    engine_put_position(out, d, s->told, s->of->views, p->kept, &p->room);
    s->begun = true;
    s->told = d->past ? d->past->count : 0;
    bl_json_putf(out, "{'t':'go','id':%u,'ms':%u", ++p->asked, (uint64_t)terms->ms);
    if (terms->iterations > 0)
        bl_json_putf(out, "'iterations':%u", (uint64_t)terms->iterations);
    bl_json_putf(out, "'opinions':%t,'seed':'%u'}", opinions, d->rng->key);
    bl_put_char(out, '\n');
}

/* Waits for a line, and says stop when the time is up or somebody has lost patience. It is late however
 * much it says, unless it says it in time. */
static enum child_news hear(const struct sitting *s, const struct bl_decision *d, double *budget,
                            double *until, char **line, size_t *size)
{
    struct child *child = s->player->child;
    for (;;) {
        double now = bl_now(), end = *budget > 0 ? *budget : *until;
        if (d->patience && end > now + SLICE)
            end = now + SLICE;
        enum child_news news = child_hear(child, end, line, size);
        bool over = d->patience && d->patience->over(d->patience->of);
        now = bl_now();
        if (news != CHILD_LATE && news != CHILD_SAID)
            return news;
        if (*budget <= 0 && now >= *until)
            return CHILD_LATE;
        if (*budget > 0 && (over || now >= *budget)) {
            static const char stop[] = "{\"t\":\"stop\"}\n";
            *budget = 0;
            *until = now + s->of->terms.grace * 1e-3;
            child_send(child, stop, sizeof stop - 1, *until);
        }
        if (news == CHILD_SAID)
            return news;
    }
}

/* A move by its text, or by its action number; what it says is put on to the end of `words`. */
static void read_move(struct sitting *s, const struct bl_decision *d, struct bl_json *in,
                      struct bl_text *words, struct bl_play *out)
{
    *out = (struct bl_play){.seat = (int8_t)d->seat, .move = BL_NO_MOVE};
    if (bl_json_has(in, "move")) {
        struct bl_json move = bl_json_member(in, "move");
        const char *text = bl_json_to_string(&move);
        const struct bl_fact *fault =
            in->doc->failed ? NULL : d->game->notation->read_move(d->view, d->seat, text, out, words);
        if (fault) {
            BL_LOCAL struct bl_text why = bl_text_heap();
            bl_put_fact(&why, fault, NULL);
            bl_json_fault(&move, "'%s': %s", text, why.s);
        }
        out->seat = (int8_t)d->seat;
    } else {
        const struct bl_setup *setup = &bl_head(d->view)->setup;
        out->move = bl_action_move(d->game, setup, (uint32_t)bl_json_int(in, "action", 0, INT32_MAX));
    }
    if (!in->doc->failed && !engine_allows(d, out, sitting_scratch(s)))
        bl_json_fault(in, "the move is not legal");
}

/* Data that lies in a text which may grow is told by its place, until all is read. */
static void keep_place(const struct bl_text *words, const void **data)
{
    *data = *data ? (const void *)((uintptr_t)*data - (uintptr_t)words->s + 1) : NULL;
}

static void find_place(const struct bl_text *words, const void **data)
{
    *data = *data ? words->s + ((uintptr_t)*data - 1) : NULL;
}

static void read_opinions(struct sitting *s, const struct bl_decision *d, struct bl_json *in,
                          struct answer *a)
{
    struct bl_json list = bl_json_member(in, "opinions");
    size_t n = bl_json_count(&list, a->most), open = 0;
    for (size_t i = 0; i < n && !in->doc->failed; i++) {
        struct bl_json item = bl_json_item(&list, i);
        struct bl_opinion *o = &a->list[a->count + 1];   /* the first is what it plays */
        struct bl_play play;
        read_move(s, d, &item, a->words, &play);
        struct bl_json value = bl_json_member(&item, "value");
        *o = (struct bl_opinion){play.move, play.size, play.data, 1, bl_json_to_real(&value, 0, 1)};
        if (bl_json_has(&item, "visits"))
            o->visits = (uint64_t)bl_json_int(&item, "visits", 0, INT64_MAX);
        keep_place(a->words, &o->words);
        a->count++;
        if (play.data && ++open == BL_MORE_OPINIONS)
            bl_json_fault(&item, "there are more than %d opinions on moves with words", BL_MORE_OPINIONS - 1);
    }
}

/* False: it answers something else, and so will its next. */
static bool read_answer(struct sitting *s, const struct bl_decision *d, struct bl_json *in,
                        struct answer *a)
{
    if ((uint64_t)bl_json_int(in, "id", 0, INT64_MAX) != s->player->asked) {
        bl_json_fault(in, "this answers no question that was asked");
        return false;
    }
    read_move(s, d, in, a->words, &a->play);
    keep_place(a->words, &a->play.data);
    if (a->list && bl_json_has(in, "opinions"))
        read_opinions(s, d, in, a);
    find_place(a->words, &a->play.data);
    for (uint32_t i = 1; a->list && i <= a->count; i++)
        find_place(a->words, &a->list[i].words);
    return true;
}

/* One line: 1 the answer, 0 not yet, -1 a fault, of which `why` tells. */
static int take_line(struct sitting *s, const struct bl_decision *d, const char *line, size_t size,
                     struct answer *a, struct bl_text *why, bool *lost)
{
    struct bl_json_doc doc;
    int taken = 0;
    *lost = true;
    if (bl_json_parse(&doc, line, size)) {
        struct bl_json in = bl_json_root(&doc);
        const char *kind = bl_json_string(&in, "t");
        if (strcmp(kind, "bestmove") == 0) {
            *lost = !read_answer(s, d, &in, a);
            taken = 1;
        } else if (strcmp(kind, "error") == 0) {
            bl_json_fault(&in, "it says: %s", bl_json_string(&in, "text"));
        } else if (strcmp(kind, "info") != 0) {
            bl_json_fault(&in, "it says '%s', which was not asked", kind);
        }
    }
    if (doc.failed)
        bl_put(why, doc.why);
    bl_json_free(&doc);
    return doc.failed ? -1 : taken;
}

bool engine_ask(struct sitting *s, const struct bl_decision *d, struct answer *a, struct bl_text *why,
                bool *lost)
{
    *lost = true;
    if (!s->player) {
        s->player = player_take(s->of, why);
        s->begun = false;
    }
    if (!s->player)
        return false;
    put_question(s, d, a->list != NULL);
    const struct terms *terms = &s->of->terms;
    double budget = bl_now() + terms->ms * 1e-3, until = budget + terms->grace * 1e-3;
    /* Where it does not listen, it will say nothing either. */
    child_send(s->player->child, s->player->line.s, s->player->line.len, until);
    for (int lines = 0; lines < LINES_MOST; lines++) {
        char *line;
        size_t size;
        enum child_news news = hear(s, d, &budget, &until, &line, &size);
        if (news != CHILD_SAID) {
            player_put_silence(why, s->player, news, terms->ms + terms->grace);
            return false;
        }
        int taken = take_line(s, d, line, size, a, why, lost);
        if (taken != 0)
            return taken > 0;
    }
    bl_putf(why, "it said %d lines and gave no answer", LINES_MOST);
    return false;
}
