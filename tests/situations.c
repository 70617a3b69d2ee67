/* situations.c - runs a game's situations: positions, moves and what the rulebook
 * says of them. tests/games/README.md describes the format.
 *
 * Each case is a test. Then: every *requires* clause must have been
 * seen to hold and to refuse, every *effects* clause to happen; and each place that requires
 * something or asks a definition, when it is muted, must turn some case red. */
#define _DEFAULT_SOURCE   /* strsep */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bylaw/position.h"
#include "files.h"

#define MAX_LINES 4000
#define MAX_CASES 600

struct book {
    const struct bl_game *game;
    struct file file;
    char *lines[MAX_LINES];
    int numbers[MAX_LINES];        /* where each stands in the file, from 1 */
    int line_count;
    bool german;
    bool no_pack;                  /* states are patches of the deal, `then` compares with patches */
    struct { const char *member; json_t *value; } fill[4];
    int fill_count;
    json_t *defaults;
    struct { const char *member, *ranks; } rest[4];
    int rest_count;
    const char *harmless[8];       /* words of requirements that no situation can notice */
    int harmless_count;
    bool held[512], refused[512], applied[512];   /* by clause, over all cases */
    struct bl_text words;          /* what the move says that was read last */
    void *scratch;
};

struct one_case {
    struct book *book;
    int from, to;                  /* lines, without the title */
    char title[160];
};

struct table {
    struct bl_setup setup;
    char *state;
    bool placed, refused;          /* the last move was */
    struct bl_trace trace;         /* of the last `do`, … */
    char *before;                  /* … what it was made on, and as what it was read */
    struct bl_play play;
    struct bl_chance_event drawn[4];
    struct bl_chance_log script;   /* what chance gives to the next `do`; empty: as seed 1 has it */
};

static struct bl_trace scratch;

/* ---- a position from a partial state --------------------------------------- */

static void count_cards(const struct book *b, json_t *value, int *seen)
{
    size_t i;
    const char *key;
    json_t *v;
    if (json_is_string(value) && strlen(json_string_value(value)) >= 2) {
        char two[3] = {json_string_value(value)[0], json_string_value(value)[1], 0};
        int item = b->game->notation->read_card(two);
        if (item >= 0 && (json_string_length(value) == 2 || json_string_value(value)[2] == '>'))
            seen[item]++;
    }
    json_array_foreach(value, i, v) count_cards(b, v, seen);
    json_object_foreach(value, key, v) count_cards(b, v, seen);
}

/* Puts the cards that were not seen into a list, from place `at` on, in pack order. */
static void add_rest(const struct book *b, const struct bl_setup *setup, const char *ranks, int *seen,
                     json_t *list, size_t at)
{
    const char *all = b->german ? "789XUOKA" : "A23456789TJQK", *suits = b->german ? "ABHL" : "CDHS";
    int decks = b->game->option_count > 0 && strcmp(b->game->options[0].name, "decks") == 0
                    ? setup->options[0] : 1;
    for (int deck = 1; deck <= decks; deck++)
        for (const char *s = suits; *s; s++)
            for (const char *r = all; *r; r++) {
                char card[3] = {*r, *s, 0};
                int item = b->game->notation->read_card(card);
                if ((*ranks == '*' || strchr(ranks, *r)) && seen[item] < deck) {
                    seen[item]++;
                    json_array_insert_new(list, at++, json_string(card));
                }
            }
}

/* Puts them in the place of a "*" in some list. */
static void fill_star(const struct book *b, const struct bl_setup *setup, json_t *value, int *seen)
{
    const char *key;
    json_t *v;
    json_object_foreach(value, key, v) fill_star(b, setup, v, seen);
    for (size_t i = 0; i < json_array_size(value); i++) {
        v = json_array_get(value, i);
        if (json_is_string(v) && strcmp(json_string_value(v), "*") == 0) {
            json_array_remove(value, i);
            add_rest(b, setup, "*", seen, value, i);
            return;
        }
        fill_star(b, setup, v, seen);
    }
}

/* A patch: in objects each member is patched, in arrays each element that the patch names by its
 * number; anything else is replaced. An object in the place of null begins as `fill` says. */
static json_t *patched(const struct book *b, const char *member, json_t *old, json_t *patch)
{
    const char *key;
    json_t *v;
    if (!json_is_object(patch))
        return json_deep_copy(patch);
    json_t *made = json_is_array(old) || json_is_object(old) ? json_deep_copy(old) : json_object();
    for (int i = 0; i < b->fill_count && json_is_null(old); i++)
        if (strcmp(b->fill[i].member, member) == 0)
            json_object_update(made, b->fill[i].value);
    json_object_foreach(patch, key, v) {
        if (json_is_array(made)) {
            size_t at = (size_t)strtoul(key, NULL, 10);
            json_array_set_new(made, at, patched(b, member, json_array_get(made, at), v));
        } else {
            json_object_set_new(made, key, patched(b, key, json_object_get(made, key), v));
        }
    }
    return made;
}

/* Whether a value is as a patch has it. */
static bool is_as(json_t *value, json_t *patch)
{
    const char *key;
    json_t *v;
    if (!json_is_object(patch) || json_is_null(value))
        return json_equal(value, patch);
    json_object_foreach(patch, key, v) {
        json_t *part = json_is_array(value) ? json_array_get(value, (size_t)strtoul(key, NULL, 10))
                                            : json_object_get(value, key);
        if (!part || !is_as(part, v))
            return false;
    }
    return true;
}

/* The deal, patched. */
static json_t *patched_deal(const struct book *b, const struct bl_setup *setup, json_t *given)
{
    struct bl_context cx;
    struct bl_text text = bl_text_heap();
    void *state = calloc(1, b->game->state_size);
    bl_context_init(&cx, b->game, 0);
    cx.trace = &scratch;
    bl_trace_clear(&scratch);
    b->game->traced->deal(state, setup, &cx);
    bl_put_state(b->game, state, &text);
    json_t *dealt = json_loads(text.s, 0, NULL), *made = patched(b, "state", dealt, given);
    json_decref(dealt);
    bl_text_free(&text);
    free(state);
    return made;
}

static json_t *whole_state(const struct book *b, const struct bl_setup *setup, json_t *given)
{
    json_t *state = json_deep_copy(b->defaults);
    const char *key;
    json_t *v;
    json_object_update(state, given);
    json_object_foreach(b->defaults, key, v) {
        if (!json_is_array(v) || json_array_size(v) != 1)
            continue;
        json_t *list = json_deep_copy(json_object_get(state, key));   /* a member a seat */
        while (json_array_size(list) < setup->players)
            json_array_append_new(list, json_deep_copy(json_array_get(v, 0)));
        json_object_set_new(state, key, list);
    }
    for (int i = 0; i < b->rest_count; i++)
        if (!json_object_get(given, b->rest[i].member))
            json_object_set_new(state, b->rest[i].member, json_array());
    int seen[256] = {0};
    count_cards(b, state, seen);
    fill_star(b, setup, state, seen);
    for (int i = 0; i < b->rest_count; i++)
        if (!json_object_get(given, b->rest[i].member))
            add_rest(b, setup, b->rest[i].ranks, seen, json_object_get(state, b->rest[i].member), 0);
    return state;
}

/* Reads the merged state; NULL or the fault. */
static const char *place(const struct book *b, struct table *t, const char *partial, struct bl_json_doc *doc)
{
    json_t *given = json_loads(partial, 0, NULL);
    if (!given)
        return "not JSON";
    json_t *state = b->no_pack ? patched_deal(b, &t->setup, given) : whole_state(b, &t->setup, given);
    char *dumped = json_dumps(state, JSON_COMPACT);
    struct bl_text position = bl_text_heap();
    bl_json_open(&position, '{');
    bl_json_key(&position, "game");
    bl_json_put_string(&position, b->game->id);
    bl_put_setup(&position, b->game, &t->setup);
    bl_json_key(&position, "state");
    bl_json_put_raw(&position, dumped);
    bl_json_close(&position, '}');
    const char *fault = bl_read_position(b->game, position.s, position.len, t->state, doc);
    bl_text_free(&position);
    free(dumped);
    json_decref(state);
    json_decref(given);
    return fault;
}

/* ---- one line -------------------------------------------------------------- */

static char why[2048];

static const char *failed(const struct book *b, int line, const char *what, const char *detail)
{
    static char place[4096];   /* `what` may stand in `why` */
    snprintf(place, sizeof place, "%s:%d: %s: %s: %s %s", b->file.path, b->numbers[line], b->game->id,
             b->lines[line], what, detail ? detail : "");
    return place;
}

static const char *told(const struct book *b, int line, const char *fault)
{
    return fault ? failed(b, line, fault, NULL) : NULL;
}

static void note(struct book *b, const struct bl_trace *t)
{
    for (uint32_t i = 0; i < t->count; i++) {
        const struct bl_trace_entry *e = &t->entries[i];
        b->held[e->clause] |= e->mark == BL_HELD;
        b->refused[e->clause] |= e->mark == BL_REFUSED;
        b->applied[e->clause] |= e->mark == BL_APPLIED;
    }
}

static bl_cite verdict(struct book *b, struct table *t, const struct bl_play *play,
                       const struct bl_site *muted, struct bl_trace *trace)
{
    struct bl_context cx;
    bl_context_init(&cx, b->game, 0);
    cx.trace = trace;
    cx.scratch = b->scratch;
    bl_trace_clear(trace);
    bl_cite answer = b->game->traced->check(t->state, play, &cx);
    if (!muted)
        note(b, trace);
    return answer;
}

static bool cited(const struct bl_trace *t, bl_cite clause)
{
    bl_cite cites[BL_TRACE_MAX];
    uint32_t n = bl_cites(t, cites, BL_TRACE_MAX);
    for (uint32_t i = 0; i < n; i++)
        if (cites[i] == clause)
            return true;
    return false;
}

/* cites only: these clauses, in any order, and no other. */
static const char *cites_only(struct book *b, struct table *t, int line, char *args)
{
    bl_cite cites[BL_TRACE_MAX];
    uint32_t n = bl_cites(&t->trace, cites, BL_TRACE_MAX);
    for (char *id = strtok(args, " "); id; id = strtok(NULL, " ")) {
        bl_cite clause = bl_find_clause(b->game, id);
        uint32_t at = 0;
        while (at < n && cites[at] != clause)
            at++;
        if (at == n)
            return failed(b, line, clause ? "is not cited" : "no such clause", id);
        cites[at] = cites[--n];
    }
    return n > 0 ? failed(b, line, "is cited too", b->game->clauses[cites[0]].id) : NULL;
}

/* says: one of the facts of the last move, of a refusal the one that refused it. */
static const char *says(struct book *b, struct table *t, int line, const char *words)
{
    const struct bl_trace *trace = t->refused ? &scratch : &t->trace;
    BL_LOCAL struct bl_text out = bl_text_heap();
    for (uint32_t i = trace->count; i-- > 0;) {
        struct bl_fact fact = bl_trace_fact(trace, &trace->entries[i]);
        bl_text_clear(&out);
        bl_put_fact(&out, &fact, NULL);
        if (strcmp(out.s, words) == 0)
            return NULL;
        if (t->refused)
            break;
    }
    return failed(b, line, t->refused ? "it says" : "not said, but last", out.s);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static const char *compare_moves(struct book *b, struct table *t, int line, char *expected)
{
    char *want[512], *got[512], texts[512][96];
    int wanted = 0;
    for (char *m = strtok(expected, "|"); m; m = strtok(NULL, "|")) {
        while (*m == ' ')
            m++;
        char *end = m + strlen(m);
        while (end > m && end[-1] == ' ')
            *--end = '\0';
        want[wanted++] = m;
    }
    bl_move *list = calloc(b->game->max_moves, sizeof *list);
    uint32_t n = b->game->traced->moves(t->state, list);
    for (uint32_t i = 0; i < n; i++) {
        struct bl_text out = {texts[i], 0, sizeof texts[i], NULL};
        struct bl_play play = {.move = list[i], .seat = bl_head(t->state)->to_move};
        b->game->notation->put_move(t->state, &play, &out);
        got[i] = texts[i];
    }
    free(list);
    qsort(want, (size_t)wanted, sizeof *want, by_text);
    qsort(got, n, sizeof *got, by_text);
    for (int i = 0; i < wanted || i < (int)n; i++) {
        if (i >= wanted || (i < (int)n && strcmp(got[i], want[i]) < 0))
            return failed(b, line, "also legal:", got[i]);
        if (i >= (int)n || strcmp(got[i], want[i]) > 0)
            return failed(b, line, "not legal:", want[i]);
    }
    return NULL;
}

static const char *compare_state(struct book *b, struct table *t, int line, const char *expected)
{
    struct bl_text out = bl_text_heap();
    bl_put_state(b->game, t->state, &out);
    json_error_t error;
    json_t *want = json_loads(expected, 0, &error), *got = json_loads(out.s, 0, &error), *v;
    bl_text_free(&out);
    const char *key, *fault = want ? NULL : failed(b, line, "not JSON", NULL);
    json_object_foreach(want, key, v)
        if (!fault && !(b->no_pack ? is_as(json_object_get(got, key), v)
                                   : json_equal(v, json_object_get(got, key)))) {
            char *is = json_dumps(json_object_get(got, key), JSON_COMPACT | JSON_ENCODE_ANY);
            char detail[400];
            snprintf(detail, sizeof detail, "%s is %s", key, is ? is : "missing");
            fault = failed(b, line, detail, NULL);
            free(is);
        }
    json_decref(want);
    json_decref(got);
    return fault;
}

static const char *compare_end(struct book *b, struct table *t, int line, char *expected)
{
    struct bl_result r;
    char got[200];
    b->game->traced->result(t->state, &r);
    int n = r.winner < 0 ? snprintf(got, sizeof got, "-") : snprintf(got, sizeof got, "%d", r.winner);
    n += snprintf(got + n, sizeof got - (size_t)n, " %s", b->game->clauses[r.why].id);
    for (int i = 0; i < r.ranked; i++)
        n += snprintf(got + n, sizeof got - (size_t)n, " %d", r.ranking[i]);
    if (bl_head(t->state)->to_move >= 0)
        return failed(b, line, "the game is not over", NULL);
    return strcmp(got, expected) ? failed(b, line, "the end is", got) : NULL;
}

/* ---- what is told of it --------------------------------------------------------- */

static struct bl_story story;

/* A story in the words of people called A, B, C …, one of whom reads it. */
static const char *compare_story(struct book *b, int line, int reader, const char *expected)
{
    static const char *const names[BL_MAX_SEATS] = {"A", "B", "C", "D", "E", "F", "G", "H"};
    static char got[4000];
    struct bl_text out = BL_TEXT_FIXED(got);
    got[0] = '\0';
    bl_put_story(&out, &story, &(struct bl_voice){.names = names, .you = reader});
    return strcmp(got, expected) ? failed(b, line, "it is told so:", got) : NULL;
}

/* told / due: a reader (a seat; - for a spectator) and the sentences. */
static const char *compare_told(struct book *b, struct table *t, int line, char *args, bool due)
{
    static struct bl_account account;
    int reader = *args == '-' ? BL_SPECTATOR : (int)strtol(args, NULL, 10);
    args += strcspn(args, " ");
    args += strspn(args, " ");
    char *before = calloc(1, b->game->state_size), *after = calloc(1, b->game->state_size);
    bl_view(b->game, t->before, reader, before);
    bl_view(b->game, t->state, reader, after);
    struct bl_play play = reader == t->play.seat ? t->play : bl_told(b->game, t->before, &t->play);
    account.count = t->trace.count;
    for (uint32_t i = 0; i < t->trace.count; i++)
        account.reasons[i] = (struct bl_reason){t->trace.entries[i].clause,
                                                (enum bl_mark)t->trace.entries[i].mark, {"", NULL}};
    if (due)
        bl_tell_due(b->game, after, &story);
    else
        bl_tell_move(b->game, before, after, &play, &account, &story);
    free(before);
    free(after);
    return compare_story(b, line, reader, args);
}

/* offers / way / reason: a move of the seat to move, " = " and what it does, also under the name of its
 * card, or what speaks for it. */
static const char *compare_offer(struct book *b, struct table *t, int line, char *args,
                                 void (*tell)(const struct bl_game *, const void *, const struct bl_play *,
                                              struct bl_story *))
{
    char *words = strstr(args, " = ");
    struct bl_play play;
    if (!words)
        return failed(b, line, "offers (or way, reason) MOVE = WORDS", NULL);
    *words = '\0';
    bl_text_clear(&b->words);
    const struct bl_fact *fault = b->game->notation->read_move(t->state, bl_head(t->state)->to_move, args, &play,
                                                           &b->words);
    if (fault)
        return failed(b, line, fault->format, NULL);
    play.seat = bl_head(t->state)->to_move;
    tell(b->game, t->state, &play, &story);
    return compare_story(b, line, play.seat, words + 3);
}

/* legal / refused / do: a seat and a move. */
static const char *run_move(struct book *b, struct table *t, int line, char *args, const char *verb,
                            const struct bl_site *muted)
{
    int seat = (int)strtol(args, &args, 10);
    bl_cite expected = 0;
    args += strspn(args, " ");
    if (strcmp(verb, "refused") == 0) {
        char *end = strchr(args, ' ');
        if (!end)
            return failed(b, line, "refused SEAT CLAUSE MOVE", NULL);
        *end = '\0';
        expected = bl_find_clause(b->game, args);
        if (!expected)
            return failed(b, line, "no such clause", args);
        args = end + 1;
    }
    struct bl_play play;
    bl_text_clear(&b->words);
    const struct bl_fact *fault = b->game->notation->read_move(t->state, seat, args, &play, &b->words);
    if (strcmp(verb, "bad") == 0)
        return fault ? NULL : failed(b, line, "is in the notation", NULL);
    if (fault)
        return failed(b, line, fault->format, NULL);
    bool doing = strcmp(verb, "do") == 0;
    t->refused = !doing;
    struct bl_trace *trace = doing ? &t->trace : &scratch;
    bl_cite answer = verdict(b, t, &play, muted, trace);
    if (answer != expected)
        return failed(b, line, "the answer is", answer ? b->game->clauses[answer].id : "legal");
    if (doing) {
        bl_copy(b->game, t->before, t->state);
        t->play = play;
        struct bl_context cx;
        bl_context_init(&cx, b->game, 1);
        cx.trace = &t->trace;
        cx.scratch = b->scratch;
        if (t->script.count > 0)
            cx.chance.script = &t->script;
        b->game->traced->apply(t->state, &play, &cx);
        note(b, &t->trace);
        if (cx.chance.misfit || (t->script.count > 0 && cx.chance.script_at < t->script.count))
            return failed(b, line, "chance is not asked for what was given", NULL);
        t->script.count = 0;
    }
    return NULL;
}

/* deal: a start of its own, by seed; what it cites counts as that of a `do`. */
static const char *run_deal(struct book *b, struct table *t, uint64_t seed)
{
    struct bl_context cx;
    bl_context_init(&cx, b->game, seed);
    cx.trace = &t->trace;
    bl_trace_clear(&t->trace);
    b->game->traced->deal(t->state, &t->setup, &cx);
    note(b, &t->trace);
    t->placed = true;
    return b->game->traced->is_start(t->state) ? NULL : "what was dealt is not a start";
}

static char starter_rank(const struct book *b, const struct table *t)
{
    struct bl_text out = bl_text_heap();
    bl_put_state(b->game, t->state, &out);
    json_t *state = json_loads(out.s, 0, NULL);
    const char *card = json_string_value(json_array_get(json_object_get(state, "pile"), 0));
    char rank = card ? *card : '\0';
    json_decref(state);
    bl_text_free(&out);
    return rank;
}

/* starter: deals with one seed after another until the first card of the pile has the rank. */
static const char *run_starter(struct book *b, struct table *t, char rank)
{
    const char *fault = NULL;
    for (uint64_t seed = 0; seed < 10000 && !fault; seed++) {
        fault = run_deal(b, t, seed);
        if (!fault && starter_rank(b, t) == rank)
            return NULL;
    }
    return fault ? fault : "no deal has such a starter";
}

/* chance WHAT ITEM…: what the next `do` draws. */
static const char *run_chance(struct book *b, struct table *t, int line, char *args)
{
    char *what = strsep(&args, " ");
    uint16_t kind = 0;
    while (kind < b->game->chance_count && strcmp(b->game->chances[kind].what, what) != 0)
        kind++;
    if (kind == b->game->chance_count || t->script.count == sizeof t->drawn / sizeof *t->drawn)
        return failed(b, line, "no such chance", what);
    t->script.events = t->drawn;
    t->script.room = sizeof t->drawn / sizeof *t->drawn;
    struct bl_chance_event *e = &t->drawn[t->script.count++];
    *e = (struct bl_chance_event){.kind = kind};
    bool cards = b->game->chances[kind].items == BL_ITEMS_CARDS;
    for (char *item; args && (item = strsep(&args, " ")) && *item;) {
        int number = cards ? b->game->notation->read_card(item) : atoi(item);
        if (number < 0)
            return failed(b, line, "no such card", item);
        e->items[e->count++] = (uint16_t)number;
    }
    return NULL;
}

static const char *run_line(struct book *b, struct table *t, int line, const struct bl_site *muted)
{
    char copy[16384], *args = copy;
    struct bl_text reason = {why, 0, sizeof why, NULL};
    snprintf(copy, sizeof copy, "%s", b->lines[line]);
    char *verb = strsep(&args, " ");
    if (!args)
        args = copy + strlen(copy);
    bool setting = strcmp(verb, "set") == 0, ruling = strcmp(verb, "ruling") == 0;
    if (strcmp(verb, "players") == 0)
        return told(b, line, bl_setup_players(&t->setup, b->game, atoi(args), &reason));
    if (setting || ruling) {
        char *value = strchr(args, '=');
        if (!value)
            return failed(b, line, "NAME=VALUE", NULL);
        *value++ = '\0';
        return told(b, line, setting ? bl_setup_option(&t->setup, b->game, args, value, &reason)
                                     : bl_setup_ruling(&t->setup, b->game, args, value, &reason));
    }
    if (strcmp(verb, "preset") == 0)
        return told(b, line, bl_setup_preset(&t->setup, b->game, args, &reason));
    struct bl_json_doc doc = {0};
    if (strcmp(verb, "state") == 0 || strcmp(verb, "badstate") == 0) {
        const char *fault = bl_resolve(b->game, &t->setup);
        t->placed = true;
        if (verb[0] == 's')
            return told(b, line, fault ? fault : place(b, t, args, &doc));
        char *member = strrchr(args, ' ');
        *member++ = '\0';
        fault = fault ? fault : place(b, t, args, &doc);
        if (!fault)
            return failed(b, line, "is accepted", NULL);
        return strstr(fault, member) ? NULL : failed(b, line, "the fault is", fault);
    }
    bool dealt = strcmp(verb, "deal") == 0, starter = strcmp(verb, "starter") == 0;
    if (dealt || starter) {
        const char *fault = bl_resolve(b->game, &t->setup);
        if (!fault)
            fault = dealt ? run_deal(b, t, strtoull(args, NULL, 0)) : run_starter(b, t, *args);
        return told(b, line, fault);
    }
    if (!t->placed)
        return failed(b, line, "a state must come first", NULL);
    if (strcmp(verb, "then") == 0)
        return compare_state(b, t, line, args);
    if (strcmp(verb, "chance") == 0)
        return run_chance(b, t, line, args);
    if (strcmp(verb, "moves") == 0)
        return compare_moves(b, t, line, args);
    if (strcmp(verb, "end") == 0)
        return compare_end(b, t, line, args);
    if (strcmp(verb, "told") == 0 || strcmp(verb, "due") == 0)
        return compare_told(b, t, line, args, *verb == 'd');
    if (strcmp(verb, "offers") == 0)
        return compare_offer(b, t, line, args, bl_tell_offer);
    if (strcmp(verb, "way") == 0)
        return compare_offer(b, t, line, args, bl_tell_way);
    if (strcmp(verb, "reason") == 0)
        return compare_offer(b, t, line, args, bl_tell_reason);
    if (strcmp(verb, "says") == 0)
        return says(b, t, line, args);
    if (strcmp(verb, "cites") == 0 && strncmp(args, "only ", 5) == 0)
        return cites_only(b, t, line, args + 5);
    if (strcmp(verb, "cites") == 0 || strcmp(verb, "uncited") == 0) {
        for (char *id = strtok(args, " "); id; id = strtok(NULL, " ")) {
            bl_cite clause = bl_find_clause(b->game, id);
            if (!clause || cited(&t->trace, clause) != (verb[0] == 'c'))
                return failed(b, line, clause ? "is not so for" : "no such clause", id);
        }
        return NULL;
    }
    if (strcmp(verb, "legal") && strcmp(verb, "refused") && strcmp(verb, "bad") && strcmp(verb, "do"))
        return failed(b, line, "what is that?", NULL);
    return run_move(b, t, line, args, verb, muted);
}

/* NULL, or what was wrong. */
static const char *run_case(const struct one_case *c, const struct bl_site *muted)
{
    struct book *b = c->book;
    struct table *t = calloc(1, sizeof *t);
    t->state = calloc(1, b->game->state_size);
    t->before = calloc(1, b->game->state_size);
    bl_setup_init(&t->setup, b->game);
    t->trace.muted = scratch.muted = muted;
    const char *fault = NULL;
    for (int line = c->from; line < c->to && !fault; line++)
        fault = run_line(b, t, line, muted);
    if (t->trace.muted_clause)
        scratch.muted_clause = t->trace.muted_clause;
    free(t->state);
    free(t->before);
    free(t);
    return fault;
}

static void test_case(void **state)
{
    const char *fault = run_case(*state, NULL);
    if (fault)
        fail_msg("%s", fault);
}

/* ---- what the cases of a file must have shown ------------------------------ */

static struct one_case *cases;
static int case_count;

static void test_clauses_seen(void **state)
{
    struct book *b = *state;
    int missing = 0;
    for (int c = 1; c < b->game->clause_count; c++) {
        const struct bl_clause *clause = &b->game->clauses[c];
        const char *lacks = NULL;
        if (*clause->dead)
            continue;
        if (clause->kind == BL_REQUIRES && !(b->held[c] && b->refused[c]))
            lacks = b->held[c] ? "was never seen to refuse" : "was never seen to hold";
        if (clause->kind == BL_EFFECTS && !b->applied[c])
            lacks = "was never seen to happen";
        if (lacks)
            print_error("%s: %s: %s %s\n", b->file.path, b->game->id, clause->id, lacks);
        missing += lacks != NULL;
    }
    assert_int_equal(missing, 0);
}

extern const struct bl_site *const __start_bl_sites[], *const __stop_bl_sites[];

/* Every place in the rules that asks a clause is left out once, or said the contrary of: some
 * situation must notice. */
static void test_muting_shows(void **state)
{
    struct book *b = *state;
    int unnoticed = 0, sites = 0;
    char folder[64];
    snprintf(folder, sizeof folder, "games/%s/", b->game->id);
    for (const struct bl_site *const *s = __start_bl_sites; s < __stop_bl_sites; s++) {
        if (!strstr((*s)->of, folder))
            continue;
        bool red = false;
        scratch.muted_clause = 0;
        for (int i = 0; i < case_count && !red; i++)
            red = run_case(&cases[i], *s) != NULL;
        red = red || *b->game->clauses[scratch.muted_clause].dead;
        for (int i = 0; i < b->harmless_count; i++)
            red = red || strstr((*s)->words, b->harmless[i]);
        if (!red)
            print_error("%s: nothing turns red when %s:%d is %s: %s\n", b->file.path, (*s)->file,
                        (*s)->line, (*s)->required ? "left out" : "taken for its contrary",
                        (*s)->words);
        unnoticed += !red;
        sites++;
    }
    assert_true(sites > 0);
    assert_int_equal(unnoticed, 0);
}

/* ---- files ----------------------------------------------------------------- */

static void read_header(struct book *b, char *line, int number)
{
    char *args = line;
    char *verb = strsep(&args, " ");
    if (strcmp(verb, "pack") == 0) {
        b->german = strcmp(args, "german") == 0;
        b->no_pack = strcmp(args, "none") == 0;
    } else if (strcmp(verb, "fill") == 0) {
        b->fill[b->fill_count].member = strsep(&args, " ");
        b->fill[b->fill_count++].value = json_loads(args, 0, NULL);
    } else if (strcmp(verb, "default") == 0) {
        b->defaults = json_loads(args, 0, NULL);
    } else if (strcmp(verb, "rest") == 0) {
        b->rest[b->rest_count].member = strsep(&args, " ");
        b->rest[b->rest_count++].ranks = args;
    } else if (strcmp(verb, "harmless") == 0 && b->harmless_count < 8) {
        b->harmless[b->harmless_count++] = args;
    } else {
        print_error("%s:%d: what is '%s'?\n", b->file.path, number, verb);
        exit(1);
    }
}

static void read_book(struct book *b, const struct bl_game *game)
{
    b->game = game;
    b->file = read_game_file(game->id, "situations.txt");
    if (!b->file.text) {
        print_error("%s: %s has no situations\n", b->file.path, game->id);
        exit(1);
    }
    struct one_case *open = NULL;
    int number = 0;
    for (char *rest = b->file.text, *line; (line = strsep(&rest, "\n"));) {
        number++;
        if (!*line || *line == '#')
            continue;
        if (strncmp(line, "== ", 3) == 0) {
            open = &cases[case_count++];
            open->book = b;
            open->from = open->to = b->line_count;
            snprintf(open->title, sizeof open->title, "%s: %s", game->id, line + 3);
        } else if (!open) {
            read_header(b, line, number);
        } else {
            b->numbers[b->line_count] = number;
            b->lines[b->line_count++] = line;
            open->to = b->line_count;
        }
    }
}

int main(int argc, char **argv)
{
    static struct book book;
    const struct bl_game *game = bl_find_game(argc > 1 ? argv[1] : "");
    if (!game) {
        print_error("usage: situations GAME\n");
        return 2;
    }
    struct CMUnitTest *tests = calloc(MAX_CASES + 2, sizeof *tests);
    cases = calloc(MAX_CASES, sizeof *cases);
    book.words = bl_text_heap();
    book.scratch = bl_scratch_new(game);
    read_book(&book, game);
    size_t n = 0;
    for (int i = 0; i < case_count; i++)
        tests[n++] = (struct CMUnitTest){cases[i].title, test_case, NULL, NULL, &cases[i]};
    tests[n++] = (struct CMUnitTest){"every clause was seen", test_clauses_seen, NULL, NULL, &book};
    tests[n++] = (struct CMUnitTest){"muting shows", test_muting_shows, NULL, NULL, &book};
    int result = _cmocka_run_group_tests("situations", tests, n, NULL, NULL);
    bl_text_free(&book.words);
    bl_scratch_free(game, book.scratch);
    json_decref(book.defaults);
    for (int k = 0; k < book.fill_count; k++)
        json_decref(book.fill[k].value);
    free(book.file.text);
    free(cases);
    free(tests);
    return result;
}
