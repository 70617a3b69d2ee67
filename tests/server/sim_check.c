/* sim_check.c - what must be so, whatever went wrong in the simulator's world. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bylaw/position.h"
#include "bylaw/transcript.h"
#include "sim.h"

/* Nothing that is sent tells of a record that is not stored. */
void check_sent(const char *text)
{
    const char *table = strstr(text, "\"table\":\""), *v = strstr(text, "\"v\":");
    if (strncmp(text, "{\"news\":\"", 9) != 0 || !table || !v || v < table || v - table > 40)
        return;
    struct srv_name name = {""};
    memcpy(name.s, table + 9, SRV_NAME);
    const struct model_log *log = model_find(&w.db, name.s);
    if (!log || atoi(v + 4) > (int)log->count)
        wrong("told of record %d, but %d are stored", atoi(v + 4), log ? (int)log->count : 0);
}

/* ---- what must be so in the end ------------------------------------------------------------------ */

static bool has_once(const struct model_log *log, const struct ack *a, int *times)
{
    *times = 0;
    for (uint32_t i = 0; i < log->count; i++) {
        json_t *r = json_loads(log->records[i], 0, NULL);
        const char *once = json_string_value(json_object_get(r, "once"));
        *times += once && strcmp(once, a->once) == 0;
        json_decref(r);
    }
    return *times > 0;
}

/* The clock, as docs/protocol.md has it, reckoned without the core. */
struct clock {
    int64_t patience;       /* of a turn, in milliseconds */
    bool timed;
    int64_t turn;           /* when it began */
    int to_move, late;      /* whose it is; whose time for it is up */
    uint32_t away, quit, bots;
};

/* Before the record: whether it may be there. After it: whose turn it is, and since when. */
static void check_clock(struct clock *c, const char *t, struct bl_json *in, int seat, const char *record)
{
    int64_t at = bl_json_int(in, "at", 0, INT64_MAX);
    bool by_itself = strcmp(t, "away") == 0 && !bl_json_has(in, "once");
    uint32_t bit = UINT32_C(1) << seat;
    if (by_itself && (seat != c->to_move || (c->away & bit)))
        wrong("nobody waits for seat %d: %.150s", seat, record);
    if (by_itself && !w.jumps && at - c->turn < c->patience)
        wrong("seat %d had %d ms of its %d: %.150s", seat, (int)(at - c->turn), (int)c->patience, record);
    if (strcmp(t, "moved") == 0 && bl_json_has(in, "bot") && !((c->bots | c->away | c->quit) & bit) && c->late != seat)
        wrong("a bot plays for seat %d, who is there: %.150s", seat, record);
    if (c->quit & bit && bl_json_has(in, "seat") && !bl_json_has(in, "bot"))
        wrong("seat %d gave up before %.150s", seat, record);
    if (by_itself && c->timed)
        c->late = seat;
    if (strcmp(t, "away") == 0)
        c->away |= bit;
    if (strcmp(t, "back") == 0)
        c->away &= ~bit;
    if (strcmp(t, "quit") == 0)
        c->quit |= bit;
}

static void turn_clock(struct clock *c, const char *t, struct bl_json *in, int seat, const struct bl_match *m)
{
    int to_move = m ? bl_match_to_move(m) : -1;
    bool anew = strcmp(t, "began") == 0 || strcmp(t, "undone") == 0 || to_move != c->to_move ||
                (strcmp(t, "moved") == 0 && seat == c->to_move);
    if (anew) {
        c->turn = bl_json_int(in, "at", 0, INT64_MAX);
        c->late = -1;
    }
    c->to_move = to_move;
}

/* When everything has settled, nobody waits for somebody whose time is up. */
static void check_late(const struct clock *c, enum srv_stage stage)
{
    uint32_t bit = c->to_move < 0 ? 0 : UINT32_C(1) << c->to_move;
    int64_t now = (int64_t)w.now + 1700000000000;
    if (stage == SRV_RUNNING && c->timed && !w.jumps && bit && !((c->bots | c->away | c->quit) & bit) &&
        c->late != c->to_move && now - c->turn > c->patience + 5000)
        wrong("seat %d has had %d ms of its %d, and nobody plays on", c->to_move, (int)(now - c->turn), (int)c->patience);
}

/* What the log comes to, reckoned without the core. */
static struct bl_match *replay(const struct model_log *log, struct bl_pledge *p)
{
    struct bl_match *m = NULL;
    const struct bl_game *game = bl_find_game(w.game);
    struct bl_setup setup;
    bool casual = false;
    struct clock clock = {.to_move = -1, .late = -1, .bots = ~UINT32_C(0) << w.people};
    *p = (struct bl_pledge){.players = w.players, .bots = UINT32_MAX >> (32 - w.players)};
    snprintf(p->table, sizeof p->table, "%s", log->name.s);
    for (uint32_t i = 0; i < log->count; i++) {
        struct bl_json_doc doc;
        struct bl_reply reply = {.answer = BL_ACCEPTED};
        BL_LOCAL struct bl_text why = bl_text_heap();
        bl_json_parse(&doc, log->records[i], strlen(log->records[i]));
        struct bl_json in = bl_json_root(&doc);
        const char *t = bl_json_string(&in, "t");
        int seat = bl_json_has(&in, "seat") ? (int)bl_json_int(&in, "seat", -1, 15) : 0;
        if (seat >= 0)
            check_clock(&clock, t, &in, seat, log->records[i]);
        if (strcmp(t, "made") == 0) {
            struct bl_json wish = bl_json_member(&in, "setup");
            srv_read_hex(&in, "secret", p->secret, KEY);
            bl_pledge_hash(p->secret, KEY, p->hash);
            casual = bl_json_bool(&wish, "casual");
            clock.timed = bl_json_int(&in, "clock", 0, INT32_MAX) > 0;
            clock.patience = clock.timed ? bl_json_int(&in, "clock", 0, INT32_MAX) * 1000 : (int64_t)srv_usual_limits.away_ms;
        } else if (strcmp(t, "number") == 0) {
            srv_read_hex(&in, "number", p->numbers[seat], KEY);
            p->bots &= ~(UINT32_C(1) << seat);
        } else if (strcmp(t, "sat") == 0 || strcmp(t, "left") == 0) {
            p->bots |= UINT32_C(1) << seat;
        } else if (strcmp(t, "began") == 0) {
            for (seat = 0; seat < w.players; seat++)
                if (p->bots >> seat & 1)
                    bl_pledge_number(p, seat, p->numbers[seat]);
            bl_setup_init(&setup, game);
            setup.players = (uint8_t)w.players;
            bl_resolve(game, &setup);
            m = bl_match_new(NULL, game, &setup, bl_pledge_seed(p), NULL);
            bl_match_by_consent(m);
            if (casual)
                bl_match_be_casual(m);
        } else if (strcmp(t, "moved") == 0) {
            bl_match_submit(m, seat, bl_json_string(&in, "move"), &reply);
        } else if (strcmp(t, "heard") == 0) {
            bl_match_hear(m, seat, bl_json_string(&in, "words"), &reply);
        } else if (strcmp(t, "undone") == 0 && !bl_match_undo(m, seat, NULL, &why)) {
            wrong("record %d: %s", (int)i, why.s);
        }
        turn_clock(&clock, t, &in, seat, m);
        if (reply.answer != BL_ACCEPTED)
            wrong("record %d is refused: %.150s", (int)i, log->records[i]);
        bl_json_free(&doc);
    }
    check_late(&clock, log->standing.stage);
    return m;
}

static void check_view(const struct client *c, struct bl_match *m)
{
    BL_LOCAL struct bl_text text = bl_text_heap();
    bl_put_state(bl_match_game(m), bl_match_view(m, c->seat < 0 ? BL_SPECTATOR : c->seat), &text);
    json_t *state = json_loads(text.s, 0, NULL);
    if (!json_equal(state, json_object_get(c->view, "state")))
        wrong("seat %d sees something else than it may", c->seat);
    json_decref(state);
}

static void check_transcript(struct bl_match *m, const struct bl_pledge *p)
{
    struct bl_verdict verdict;
    BL_LOCAL struct bl_text text = bl_text_heap();
    bl_put_pledged(&text, bl_match_transcript(m)->s, p);
    if (bl_match_to_move(m) >= 0)
        bl_match_put_cap(m, &text);
    if (w.transcript && strcmp(text.s, w.transcript) != 0)
        wrong("a server hands out another transcript than that of the log");
    struct bl_memory memory = {text.s, text.s + text.len};
    struct bl_lines lines = bl_memory_lines(&memory);
    bl_verify(&lines, &verdict);
    if (!verdict.ok)
        wrong("line %d of the transcript: %s", (int)verdict.line, verdict.why);
}

void check_end(void)
{
    const struct model_log *log = w.table.s[0] ? model_find(&w.db, w.table.s) : NULL;
    if (!log) {
        if (w.ack_count > 0)
            wrong("the table is gone");
        return;
    }
    for (int i = 0; i < w.ack_count; i++) {
        int times;
        if (!has_once(log, &w.acks[i], &times))
            wrong("lost: %s of seat %d was acknowledged", w.acks[i].once, w.acks[i].seat);
    }
    for (uint32_t i = 0; i < log->count; i++) {
        json_t *r = json_loads(log->records[i], 0, NULL);
        const char *once = json_string_value(json_object_get(r, "once"));
        struct ack a = {0};
        int times;
        if (once) {
            snprintf(a.once, sizeof a.once, "%s", once);
            has_once(log, &a, &times);
            if (times != 1)
                wrong("twice: %s", log->records[i]);
        }
        json_decref(r);
    }
    struct bl_pledge p;
    struct bl_match *m = replay(log, &p);
    if (w.next.s[0] && !model_find(&w.db, w.next.s))
        wrong("the rematch is gone");
    for (int i = 0; i < CLIENTS; i++) {
        const struct client *c = &w.clients[i];
        if (!m || (c->seat >= 0 && !w.clients[c->seat].seated))
            continue;
        if (!c->mine || c->v != (int)log->count || c->count != (int)bl_match_count(m))
            wrong("client %d knows of %d records and %d moves; there are %d and %d%s", i, c->v, c->count,
                  (int)log->count, (int)bl_match_count(m), c->mine ? "" : " (not at the table)");
        else
            check_view(c, m);
    }
    if (m)
        check_transcript(m, &p);
    bl_match_free(m);
}
