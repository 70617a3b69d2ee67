/* fuzz_messages.c - any bytes as one message to the server's core, from somebody who plays at a table of one
 * of the games; $T in it is the table, $C how many moves were made.
 *
 * It is answered once. What is wrong with it stores nothing, and nobody else hears of it; what was decided by
 * it is answered in the same way when it comes again, and decided once. */
#include "crowd.h"
#include "fuzz.h"

enum { SENDER = 1, OTHER, WATCHER };

/* A table of each game; made anew where something was decided by the last message. */
static struct place {
    struct house h;
    struct srv_name table;
    bool open;
} places[32];

static struct place *place_of(const struct bl_game *game)
{
    size_t number = 0;
    while (bl_games()[number] != game)
        number++;
    assert(number < sizeof places / sizeof *places);
    struct place *p = &places[number];
    if (p->open)
        return p;
    p->open = true;
    house_open(&p->h, 1);
    for (uint64_t who = SENDER; who <= WATCHER; who++)
        house_connect(&p->h, who);
    int players = game->min_players > 2 ? game->min_players : 2;
    p->table = house_make(&p->h, SENDER, game->id, players, PLAIN_TABLE ",\"casual\":true");
    for (int seat = 0; seat < players; seat++)
        house_sit(&p->h, seat == 0 ? SENDER : OTHER, p->table.s, seat);
    json_decref(HOUSE_ASK(&p->h, WATCHER, "watch", "\"table\":\"%s\"", p->table.s));
    return p;
}

static uint32_t stored(const struct house *h)
{
    uint32_t records = 0;
    for (int i = 0; i < h->log_count; i++)
        records += h->logs[i].count;
    return records;
}

/* Sends it; its one answer, or NULL if the sender was cut off. */
static json_t *sent(struct house *h, const struct bl_text *text)
{
    json_t *line, *found = NULL;
    bool answer = false;
    for (int i = 0; i < PEOPLE; i++)
        bl_text_clear(&h->inbox[i]);
    srv_message(h->core, SENDER, text->s, text->len);
    house_run(h);
    for (const char *at = h->inbox[SENDER].s; (line = crowd_line(&at, &answer)); json_decref(line)) {
        if (answer && found)
            abort();
        if (answer)
            found = json_incref(line);
    }
    if (!found && !h->dropped[SENDER])
        abort();
    return found;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    BL_LOCAL struct bl_text text = bl_text_heap();
    struct place *p = place_of(fuzz_game(&data, &size));
    struct house *h = &p->h;
    crowd_put(&text, h, p->table.s, (const char *)data, size);
    uint32_t before = stored(h);
    json_t *first = sent(h, &text);
    uint32_t after = stored(h);
    bool wrong = !first || json_object_get(first, "error");
    if (wrong && (after != before || h->inbox[OTHER].len > 0 || h->inbox[WATCHER].len > 0))
        abort();
    if (after != before) {
        json_t *again = sent(h, &text);
        if (!json_equal(first, again) || stored(h) != after)
            abort();
        json_decref(again);
    }
    if (after != before) {   /* the next one finds everything as it was */
        house_close(h);
        p->open = false;
    } else if (!first || !wrong) {
        srv_disconnect(h->core, SENDER);
        h->dropped[SENDER] = false;
        house_connect(h, SENDER);
        json_decref(HOUSE_ASK(h, SENDER, "take", "\"table\":\"%s\",\"secret\":\"%032d\"", p->table.s, 1));
    }
    json_decref(first);
    return 0;
}
