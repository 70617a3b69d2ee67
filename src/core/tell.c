/* tell.c - stories: sentences and the clauses behind them; see tell.h. */
#include "bylaw/tell.h"

#include <string.h>

#include "bylaw/game.h"

/* ---- writing them ------------------------------------------------------------- */

static const struct bl_telling *begin(struct bl_story *s, const struct bl_game *game,
                                      const struct bl_account *account)
{
    s->count = s->arg_count = s->clause_count = 0;
    s->texts = (struct bl_text)BL_TEXT_FIXED(s->room);
    s->account = account;
    return s->telling = game->telling;
}

void bl_tell(struct bl_story *s, const char *format, ...)
{
    uint32_t first = s->arg_count;
    va_list args;
    if (s->count == BL_SENTENCES)
        return;
    va_start(args, format);
    bool kept = bl_keep_args(format, &args, s->args, &s->arg_count, BL_STORY_ARGS, &s->texts);
    va_end(args);
    if (!kept)
        return;
    s->sentences[s->count++] =
        (struct bl_sentence){{format, s->args + first}, s->clauses + s->clause_count, 0};
}

/* What was asked and did not apply is not what a move rests on. */
static bool is_met(const struct bl_reason *r)
{
    return r->mark != BL_FALSE && r->mark != BL_REFUSED;
}

const struct bl_reason *bl_met(const struct bl_story *s, bl_cite clause)
{
    for (uint32_t i = 0; s->account && i < s->account->count; i++)
        if (s->account->reasons[i].clause == clause && is_met(&s->account->reasons[i]))
            return &s->account->reasons[i];
    return NULL;
}

static bool names(const bl_cite *list, uint32_t n, bl_cite clause)
{
    for (uint32_t i = 0; i < n; i++)
        if (list[i] == clause)
            return true;
    return false;
}

static void rest_on(struct bl_story *s, struct bl_sentence *sentence, bl_cite clause)
{
    if (s->clause_count == sizeof s->clauses / sizeof *s->clauses ||
        names(sentence->clauses, sentence->clause_count, clause))
        return;
    s->clauses[s->clause_count++] = clause;
    sentence->clause_count++;
}

void bl_rests(struct bl_story *s, const bl_cite *clauses)
{
    for (; *clauses && s->count > 0; clauses++)
        if (!s->account || bl_met(s, *clauses))
            rest_on(s, &s->sentences[s->count - 1], *clauses);
}

/* The first sentence also rests on what none claims. */
static void claim_rest(struct bl_story *s)
{
    if (s->count == 0)
        return;
    const bl_cite *had = s->sentences[0].clauses;
    uint32_t claimed = s->clause_count, had_count = s->sentences[0].clause_count;
    s->sentences[0].clauses = s->clauses + claimed;
    s->sentences[0].clause_count = 0;
    for (uint32_t i = 0; i < had_count; i++)
        rest_on(s, &s->sentences[0], had[i]);
    for (uint32_t i = 0; i < s->account->count; i++)
        if (is_met(&s->account->reasons[i]) &&
            !names(s->clauses, claimed, s->account->reasons[i].clause))
            rest_on(s, &s->sentences[0], s->account->reasons[i].clause);
}

/* ---- what games tell --------------------------------------------------------- */

void bl_tell_move(const struct bl_game *game, const void *before, const void *after,
                  const struct bl_play *play, const struct bl_account *account,
                  struct bl_story *out)
{
    begin(out, game, account)->move(before, after, play, out);
    claim_rest(out);
}

void bl_tell_offer(const struct bl_game *game, const void *view, const struct bl_play *play,
                   struct bl_story *out)
{
    begin(out, game, NULL)->offer(view, play, out);
}

void bl_tell_way(const struct bl_game *game, const void *view, const struct bl_play *play,
                 struct bl_story *out)
{
    const struct bl_telling *telling = begin(out, game, NULL);
    if (telling->way)
        telling->way(view, play, out);
}

void bl_tell_reason(const struct bl_game *game, const void *view, const struct bl_play *play,
                    struct bl_story *out)
{
    begin(out, game, NULL);
    if (game->advice->reason)
        game->advice->reason(view, play, out);
    out->count = out->count < 2 ? out->count : 2;
}

void bl_tell_due(const struct bl_game *game, const void *view, struct bl_story *out)
{
    const struct bl_telling *telling = begin(out, game, NULL);
    if (bl_head(view)->to_move >= 0)
        telling->due(view, out);
}

const char *bl_call(const struct bl_game *game, const void *view)
{
    bool asks = game->telling->call && bl_head(view)->to_move >= 0;
    const char *call = asks ? game->telling->call(view) : NULL;
    return call ? call : "";
}

void bl_tell_end(const struct bl_game *game, const void *view, struct bl_story *out)
{
    const struct bl_telling *telling = begin(out, game, NULL);
    if (bl_head(view)->to_move < 0)
        telling->end(view, out);
}

void bl_tell_left(const struct bl_game *game, const void *view, int seat, struct bl_story *out)
{
    begin(out, game, NULL)->left(view, seat, out);
}

unsigned bl_standing(const struct bl_game *game, const void *view, const struct bl_result *result,
                     uint8_t seats[BL_MAX_SEATS])
{
    static const struct bl_story none;
    struct bl_story aside = none;
    int left[BL_MAX_SEATS];
    unsigned players = bl_head(view)->setup.players, ranked = result->ranked, n = ranked;
    memcpy(seats, result->ranking, ranked);
    for (unsigned seat = 0; seat < players; seat++) {
        if (memchr(seats, (int)seat, ranked))
            continue;
        begin(&aside, game, NULL);
        int has = game->telling->left(view, (int)seat, &aside);
        unsigned at = n++;
        for (; at > ranked && left[at - 1] > has; at--) {
            seats[at] = seats[at - 1];
            left[at] = left[at - 1];
        }
        seats[at] = (uint8_t)seat;
        left[at] = has;
    }
    return n;
}

/* ---- reading them ------------------------------------------------------------ */

/* The reader's voice, which says statements as the story's game does. */
static struct bl_voice voice_of(const struct bl_story *s, const struct bl_voice *voice)
{
    struct bl_voice v = voice ? *voice : (struct bl_voice){0};
    v.plain = s->telling ? s->telling->plain : NULL;
    return v;
}

void bl_put_story(struct bl_text *out, const struct bl_story *s, const struct bl_voice *voice)
{
    struct bl_voice v = voice_of(s, voice);
    for (uint32_t i = 0; i < s->count; i++) {
        bl_put(out, i > 0 ? " " : "");
        bl_put_fact(out, &s->sentences[i].fact, &v);
    }
}

void bl_json_put_story(struct bl_text *out, const struct bl_game *game, const struct bl_story *s,
                       const struct bl_voice *voice)
{
    struct bl_voice v = voice_of(s, voice);
    bl_json_open(out, '[');
    for (uint32_t i = 0; i < s->count; i++) {
        const struct bl_sentence *sentence = &s->sentences[i];
        bl_json_open(out, '{');
        bl_json_put_words(out, &sentence->fact, &v);
        bl_json_putf(out, "'clauses':[");
        for (uint32_t k = 0; k < sentence->clause_count; k++)
            bl_json_put_string(out, game->clauses[sentence->clauses[k]].id);
        bl_put(out, "]}");
    }
    bl_json_close(out, ']');
}
