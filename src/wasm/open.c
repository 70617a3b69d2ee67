/* open.c - tables that are opened: dealt anew, or taken up from a transcript. */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/number.h"
#include "bylaw/position.h"
#include "bylaw/transcript.h"
#include "table.h"

const char *ENTRY(bw_deal)(const char *wish);
const char *ENTRY(bw_resume)(const char *transcript);
const char *ENTRY(bw_verify)(const char *transcript);
void ENTRY(bw_close)(struct table *t);

/* "yes", "3" and 3 are all fit as a value. */
static const char *value_text(struct bl_json *value, struct bl_text *room)
{
    bl_text_clear(room);
    struct bl_json_doc quiet = *value->doc;
    struct bl_json again = *value;
    again.doc = &quiet;
    bl_put_int(room, bl_json_to_int(&again, -999999999, 999999999));
    return quiet.failed ? bl_json_to_string(value) : room->s;
}

typedef const char *set_by_name(struct bl_setup *, const struct bl_game *, const char *,
                                const char *, struct bl_text *);

/* Every member of the object `name`, if there is one, goes to `set`. */
static void read_choices(struct bl_json *wish, const char *name, const struct bl_game *game,
                         struct bl_setup *setup, set_by_name *set)
{
    char number[16], room[200];
    struct bl_text digits = BL_TEXT_FIXED(number);
    if (!bl_json_has(wish, name))
        return;
    struct bl_json object = bl_json_member(wish, name);
    const char *key;
    for (size_t i = 0; (key = bl_json_name(&object, i)) != NULL; i++) {
        struct bl_text why = BL_TEXT_FIXED(room);
        struct bl_json value = bl_json_member(&object, key);
        const char *text = value_text(&value, &digits);
        const char *wrong = value.doc->failed ? NULL : set(setup, game, key, text, &why);
        if (wrong)
            bl_json_fault(&value, "%s", wrong);
    }
}

static void read_bots(struct bl_json *wish, int players, const struct bl_bot **bots)
{
    struct bl_json list = bl_json_member(wish, "bots");
    int n = (int)bl_json_count(&list, BL_MAX_SEATS);
    for (int seat = 0; seat < n && seat < players; seat++) {
        struct bl_json item = bl_json_item(&list, (size_t)seat);
        if (bl_json_is_null(&item))
            continue;
        const char *name = bl_json_to_string(&item);
        bots[seat] = bl_find_bot(name);
        if (!bots[seat])
            bl_json_fault(&item, "there is no bot '%s'", name);
    }
}

static struct table *new_table(struct bl_match *m, bool open)
{
    struct table *t = bl_new(1, sizeof *t);
    t->m = m;
    t->open = open;
    return t;
}

static const char *opened(struct table *t)
{
    struct bl_text *out = answer();
    bl_json_open(out, '{');
    put_number(out, "table", (int64_t)(uintptr_t)t);
    put_seating(out, t);
    bl_json_close(out, '}');
    return done();
}

static struct bl_match *read_wish(struct bl_json *wish)
{
    struct bl_json id = bl_json_member(wish, "game");
    const char *name = bl_json_to_string(&id);
    const struct bl_game *game = wish->doc->failed ? NULL : bl_find_game(name);
    if (!game) {
        bl_json_fault(&id, "there is no game '%s'", name);
        return NULL;
    }
    struct bl_setup setup;
    const struct bl_bot *bots[BL_MAX_SEATS] = {NULL};
    uint64_t seed = 0;
    bl_setup_init(&setup, game);
    setup.players = (uint8_t)bl_json_int(wish, "players", game->min_players, game->max_players);
    read_choices(wish, "options", game, &setup, bl_setup_option);
    read_choices(wish, "rulings", game, &setup, bl_setup_ruling);
    struct bl_json digits = bl_json_member(wish, "seed");
    if (!bl_read_number(bl_json_to_string(&digits), &seed))
        bl_json_fault(&digits, "must be a decimal or 0x number of 64 bits");
    read_bots(wish, setup.players, bots);
    bl_json_done(wish);
    char room[200];
    struct bl_text why = BL_TEXT_FIXED(room);
    const char *wrong = bl_setup_resolve(&setup, game, &why);
    if (wrong)
        bl_json_fault(wish, "%s", wrong);
    return wish->doc->failed ? NULL : bl_match_new(NULL, game, &setup, seed, bots);
}

/* {"game","players","options":{…},"rulings":{…},"seed":"…","bots":[name or null, …]} */
const char *bw_deal(const char *text)
{
    struct bl_json_doc doc;
    struct bl_match *m = NULL;
    if (bl_json_parse(&doc, text, strlen(text))) {
        struct bl_json wish = bl_json_root(&doc);
        m = read_wish(&wish);
    }
    const char *said = m ? opened(new_table(m, false)) : mistake(doc.why);
    bl_json_free(&doc);
    return said;
}

/* Who hands over a transcript has everything that is in it: this table is an open book. */
const char *bw_resume(const char *transcript)
{
    char room[640] = "";
    struct bl_text why = BL_TEXT_FIXED(room);
    struct bl_match *m = bl_match_resume(NULL, transcript, strlen(transcript), &why);
    return m ? opened(new_table(m, true)) : mistake(room);
}

void bw_close(struct table *t)
{
    bl_match_free(t->m);
    free(t);
}

/* {"ok","games","moves","line","why"} */
const char *bw_verify(const char *transcript)
{
    struct bl_verdict verdict;
    struct bl_memory memory = {transcript, transcript + strlen(transcript)};
    struct bl_lines lines = bl_memory_lines(&memory);
    bl_verify(&lines, &verdict);
    struct bl_text *out = answer();
    bl_json_open(out, '{');
    put_truth(out, "ok", verdict.ok);
    put_number(out, "games", (int64_t)verdict.games);
    put_number(out, "moves", (int64_t)verdict.moves);
    put_number(out, "line", (int64_t)verdict.line);
    put_member(out, "why", verdict.ok ? "" : verdict.why);
    bl_json_close(out, '}');
    return done();
}
