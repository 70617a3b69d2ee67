/* open.c - tables that are opened: dealt anew, or taken up from a transcript. */
#include "service.h"

#include <string.h>

#include "base/alloc.h"
#include "base/number.h"
#include "base/utf8.h"
#include "bylaw/position.h"
#include "bylaw/transcript.h"

/* "yes", "3" and 3 are all fit as a value. */
static const char *value_text(struct bl_json *value, struct bl_text *room)
{
    bl_text_clear(room);
    if (bl_json_is_string(value))
        return bl_json_to_string(value);
    bl_put_int(room, bl_json_to_int(value, -999999999, 999999999));
    return room->s;
}

typedef const char *set_by_name(struct bl_setup *, const struct bl_game *, const char *,
                                const char *, struct bl_text *);

static void complain_of_name(struct bl_json *value, const char *given, const char *const *names)
{
    BL_LOCAL struct bl_text list = bl_text_heap();
    for (; *names; names++)
        bl_putf(&list, list.len ? ", %s" : "%s", *names);
    bl_json_fault(value, FACT("'%s' is none of its values: %s"), given, list.s);
}

/* What is wrong with a choice, in the reader's language. */
static void complain(struct bl_json *value, const struct bl_game *game, const char *key, const char *given, bool option)
{
    for (int i = 0; option && i < game->option_count; i++) {
        const struct bl_option *o = &game->options[i];
        if (strcmp(o->name, key) != 0)
            continue;
        if (o->names)
            complain_of_name(value, given, o->names);
        else
            bl_json_fault(value, FACT("must be from %d to %d"), (int)o->min, (int)o->max);
        return;
    }
    for (int i = 0; !option && i < game->ruling_count; i++)
        if (strcmp(game->rulings[i].name, key) == 0)
            complain_of_name(value, given, game->rulings[i].values);
    /* Nothing is added to a fault that was told. */
    bl_json_fault(value, option ? FACT("this game has no option '%s'") : FACT("this game has no ruling '%s'"), key);
}

/* Every member of the object `name`, if there is one, goes to `set`. */
static void read_choices(struct bl_json *wish, const char *name, const struct bl_game *game,
                         struct bl_setup *setup, set_by_name *set)
{
    BL_LOCAL struct bl_text digits = bl_text_heap(), why = bl_text_heap();
    if (!bl_json_has(wish, name))
        return;
    struct bl_json object = bl_json_member(wish, name);
    const char *key;
    for (size_t i = 0; (key = bl_json_name(&object, i)) != NULL; i++) {
        struct bl_json value = bl_json_member(&object, key);
        const char *text = value_text(&value, &digits);
        if (!value.doc->failed && set(setup, game, key, text, &why))
            complain(&value, game, key, text, set == bl_setup_option);
    }
}

static void read_bots(struct bl_json *wish, int players, const struct bl_bot **bots)
{
    if (!bl_json_has(wish, "bots"))
        return;
    struct bl_json list = bl_json_member(wish, "bots");
    int n = (int)bl_json_count(&list, BL_MAX_SEATS);
    for (int seat = 0; seat < n && seat < players; seat++) {
        struct bl_json item = bl_json_item(&list, (size_t)seat);
        bots[seat] = bl_json_is_null(&item) ? NULL : service_bot(item);
    }
}

enum { NAME_MOST = 32 };

/* Names are for people to read: not too long, and nothing that a screen would act on. They are only
 * looked at where `names` is NULL. */
static void read_names(struct bl_json *in, unsigned players, char **names)
{
    if (!bl_json_has(in, "names"))
        return;
    struct bl_json list = bl_json_member(in, "names");
    size_t n = bl_json_count(&list, players);
    for (size_t i = 0; i < n; i++) {
        struct bl_json item = bl_json_item(&list, i);
        const char *name = bl_json_is_null(&item) ? "" : bl_json_to_string(&item);
        if (names && *name)
            names[i] = bl_copy_of(name, strlen(name) + 1);
        if (bl_utf8_count(name, strlen(name)) > NAME_MOST)
            bl_json_fault(&item, "a name has at most %d characters", NAME_MOST);
        for (; *name; name++)
            if (bl_utf8_begins(*name) && bl_utf8_control(name) > 0)
                bl_json_fault(&item, "a name is letters and signs on one line");
    }
}

/* {"table":…} and how it is seated. */
static void put_opened(struct request *r, struct bl_match *m, bool open)
{
    struct table *t = service_add_table(r->service, m, open);
    read_names(&r->in, bl_match_setup(m)->players, t->names);
    service_use_table(r, t);
    bl_json_putf(r->out, "{'table':%d", t->id);
    service_put_seating(r);
    bl_json_close(r->out, '}');
}

/* The match that is wished for, without a move; NULL: there cannot be such a one. */
static struct bl_match *new_match(struct request *r, struct bl_room *room)
{
    struct bl_json *in = &r->in;
    const struct bl_game *game = service_game(r);
    struct bl_setup setup;
    const struct bl_bot *bots[BL_MAX_SEATS] = {NULL};
    if (!game)
        return NULL;
    bl_setup_init(&setup, game);
    setup.players = (uint8_t)bl_json_int(in, "players", game->min_players, game->max_players);
    read_choices(in, "options", game, &setup, bl_setup_option);
    read_choices(in, "rulings", game, &setup, bl_setup_ruling);
    uint64_t seed = service_seed(r);
    read_bots(in, setup.players, bots);
    read_names(in, setup.players, NULL);
    const char *wrong = service_failed(r) ? NULL : bl_resolve(game, &setup);
    if (wrong)
        bl_json_fault(in, "%w", wrong);
    return service_failed(r) ? NULL : bl_match_new(room, game, &setup, seed, bots);
}

/* [seat,"move"], or a move as it was kept: its text, and whose it is. */
static const char *read_made(struct bl_json *item, const struct bl_match *m, uint32_t number,
                             struct bl_text *room, int *seat)
{
    if (!bl_json_is_string(item)) {
        struct bl_json who = bl_json_item(item, 0), what = bl_json_item(item, 1);
        *seat = (int)bl_json_to_int(&who, 0, bl_match_setup(m)->players - 1);
        return bl_json_to_string(&what);
    }
    uint64_t who = 0;
    bool good = service_read_kept(bl_json_to_string(item), m, number, room);
    const char *at = good ? room->s : "";
    if (!good || !bl_take_number(&at, bl_match_setup(m)->players - 1u, &who) || *at++ != ' ')
        bl_json_fault(item, "this is not a kept move of this game");
    *seat = (int)who;
    return at;
}

/* [seat]: its last move went back, and what came after. */
static void take_back(struct bl_json *item, struct bl_match *m)
{
    struct bl_json who = bl_json_item(item, 0);
    int seat = (int)bl_json_to_int(&who, 0, bl_match_setup(m)->players - 1);
    BL_LOCAL struct bl_text why = bl_text_heap();
    if (!item->doc->failed && !bl_match_undo(m, seat, NULL, &why))
        bl_json_fault(item, "%s", why.s);
}

/* Made one after another, whoever's they are. */
static void make_moves(struct request *r, struct bl_match *m)
{
    struct bl_json list = bl_json_member(&r->in, "moves");
    size_t count = bl_json_count(&list, INT32_MAX);
    BL_LOCAL struct bl_text room = bl_text_heap();
    for (size_t i = 0; i < count && !service_failed(r); i++) {
        struct bl_json item = bl_json_item(&list, i);
        if (!bl_json_is_string(&item) && bl_json_count(&item, 2) == 1) {
            take_back(&item, m);
            continue;
        }
        int seat = 0;
        const char *move = read_made(&item, m, bl_match_count(m), &room, &seat);
        struct bl_reply reply = {0};
        BL_LOCAL struct bl_text why = bl_text_heap();
        if (!service_failed(r))
            bl_match_submit(m, seat, move, &reply);
        if (reply.answer == BL_UNREADABLE)
            bl_put_fact(&why, &reply.fact, NULL);
        if (reply.answer != BL_ACCEPTED)
            bl_json_fault(&r->in, "move %d (seat %d: %s) is not legal: %s", (int)i + 1, seat, move,
                          reply.clause ? bl_match_game(m)->clauses[reply.clause].id : why.s);
    }
}

static void deal(struct request *r)
{
    struct bl_match *m = new_match(r, r->service->room);
    if (m && bl_json_has(&r->in, "casual") && bl_json_bool(&r->in, "casual"))
        bl_match_be_casual(m);
    if (m && bl_json_has(&r->in, "moves"))
        make_moves(r, m);
    if (m && !service_failed(r))
        put_opened(r, m, false);
    else
        bl_match_free(m);
}

/* Whether dealing what is wished for and making the same moves leads to this very table. */
static void comes_from(struct request *r)
{
    struct bl_match *m = r->table->m, *other = new_match(r, NULL);
    struct bl_event *event = &r->service->event;
    bool same = other != NULL;
    for (uint32_t i = 0; same && i < bl_match_count(m); i++) {
        struct bl_reply reply;
        bl_match_event(m, i, BL_REFEREE, event);
        bl_match_submit(other, event->seat, event->move, &reply);
        same = reply.answer == BL_ACCEPTED;
    }
    same = same && strcmp(bl_match_transcript(m)->s, bl_match_transcript(other)->s) == 0;
    bl_json_put_bool(r->out, same);
    bl_match_free(other);
}

/* Who hands over a transcript has everything that is in it: this table is an open book. */
static void resume(struct request *r)
{
    BL_LOCAL struct bl_text why = bl_text_heap();
    const char *text = bl_json_string(&r->in, "transcript");
    struct bl_match *m = bl_match_resume(r->service->room, text, strlen(text), &why);
    if (m)
        read_names(&r->in, bl_match_setup(m)->players, NULL);
    if (!m)
        service_fail(r, why.s);
    else if (service_failed(r))
        bl_match_free(m);
    else
        put_opened(r, m, true);
}

static void close_table(struct request *r)
{
    service_remove_table(r->service, r->table);
    bl_json_put_bool(r->out, true);
}

/* {"ok","games","moves","casual","taken_back","line","why"} */
static void verify(struct request *r)
{
    struct bl_verdict verdict;
    const char *transcript = bl_json_string(&r->in, "transcript");
    struct bl_memory memory = {transcript, transcript + strlen(transcript)};
    struct bl_lines lines = bl_memory_lines(&memory);
    bl_verify(&lines, &verdict);
    bl_json_putf(r->out, "{'ok':%t,'games':%d,'moves':%d,'casual':%t,'taken_back':%d,'dealt':%t,'line':%d,"
                 "'why':%s}", verdict.ok, (int)verdict.games, (int)verdict.moves,
                 verdict.courses > 0, (int)verdict.taken_back, verdict.games > 0 && verdict.dealt == verdict.games, (int)verdict.line,
                 verdict.ok ? "" : verdict.why);
}

const struct request_kind service_open[] = {
    {"deal", NO_TABLE, "game players options? rulings? seed bots? names? moves? casual?", deal},
    {"comes-from", WHOLE, "table game players options? rulings? seed bots?", comes_from},
    {"resume", NO_TABLE, "transcript names?", resume},
    {"close", TABLE, "table", close_table},
    {"verify", NO_TABLE, "transcript", verify},
    {0},
};
