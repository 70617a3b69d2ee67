/* record.c - what each kind of record does to its table. */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/hex.h"
#include "bylaw/bot.h"
#include "in.h"

/* A record on its way into the table. */
struct folding {
    struct srv_core *core;
    struct table *t;
    struct bl_json in;
    uint64_t at;
    int seat;           /* that it is about; -1: none */
    uint32_t result;    /* for who sends the same again */
    struct bl_text answer;   /* all of it, where it does not follow from that */
};

static struct seat *read_seat(struct folding *f)
{
    f->seat = (int)bl_json_int(&f->in, "seat", 0, f->t->players - 1);
    return &f->t->seats[f->seat];
}

void srv_read_hex(struct bl_json *in, const char *name, void *out, size_t size)
{
    struct bl_json value = bl_json_member(in, name);
    if (!bl_read_hex(bl_json_to_string(&value), out, size))
        bl_json_fault(&value, "must be %d hexadecimal digits", (int)size * 2);
}

const struct bl_bot *srv_read_bot(struct bl_json value)
{
    enum { LETTERS = 32 };   /* of its name: every name that was asked for is kept */
    if (bl_json_is_null(&value))
        return NULL;
    const char *name = bl_json_to_string(&value);
    const struct bl_bot *bot = strlen(name) > LETTERS ? NULL : bl_find_bot(name);
    if (!bot || bot->cheats)
        bl_json_fault(&value, "there is no such bot for this");
    return bot;
}

void srv_put_deal(const struct table *t, struct bl_text *out)
{
    bl_json_putf(out, "{'ask':'deal'");
    bl_json_put_raw(out, t->setup);
    bl_json_putf(out, "'seed':'%u','bots':[", bl_pledge_seed(&t->deal));
    for (int seat = 0; seat < t->players; seat++)
        bl_json_put_string(out, t->seats[seat].bot ? t->seats[seat].bot->name : NULL);
    bl_json_putf(out, "],'names':[");
    for (int seat = 0; seat < t->players; seat++)
        bl_json_put_string(out, t->seats[seat].name);
    bl_json_close(out, ']');
}

int srv_deal(struct srv_core *core, const struct bl_catalogue *catalogue, const struct bl_text *request,
             struct bl_text *why)
{
    const struct bl_asker asker = {UINT32_MAX, catalogue};
    const struct bl_text *answer = bl_service_ask_as(core->service, &asker, request->s, request->len);
    struct bl_json_doc doc;
    int table = 0;
    if (bl_json_parse(&doc, answer->s, answer->len)) {
        struct bl_json root = bl_json_root(&doc);
        if (bl_json_has(&root, "error")) {
            bl_put(why, bl_json_string(&root, "error"));
        } else {
            struct bl_json dealt = bl_json_member(&root, "answer");
            table = (int)bl_json_int(&dealt, "table", 1, INT32_MAX);
        }
    }
    bl_json_free(&doc);
    return table;
}

/* Seats of a rematch, for a while theirs who had them before. */
static void read_held(struct folding *f)
{
    struct bl_json held = bl_json_member(&f->in, "held");
    size_t n = bl_json_count(&held, (size_t)f->t->players);
    for (size_t i = 0; i < n; i++) {
        struct bl_json key = bl_json_item(&held, i);
        if (bl_json_is_null(&key))
            continue;
        f->t->seats[i].held = bl_new(KEY, 1);
        if (!bl_read_hex(bl_json_to_string(&key), f->t->seats[i].held, KEY))
            bl_json_fault(&key, "must be a hash");
    }
    f->t->held_until = f->at + f->core->set.limits.held_ms;
}

static void fold_made(struct folding *f)
{
    struct table *t = f->t;
    struct bl_json setup = bl_json_member(&f->in, "setup"), bots = bl_json_member(&f->in, "bots");
    BL_LOCAL struct bl_text text = bl_text_heap();
    struct bl_text once = BL_TEXT_FIXED(t->made_once);
    bl_put(&once, bl_json_string(&f->in, "once"));
    if (bl_json_has(&f->in, "party"))
        t->party = (uint32_t)bl_json_int(&f->in, "party", 0, PARTIES - 1);
    t->players = t->deal.players = (int)bl_json_int(&setup, "players", 1, BL_MAX_SEATS);
    memcpy(t->deal.table, t->name.s, sizeof t->name.s);
    srv_read_hex(&f->in, "secret", t->deal.secret, KEY);
    bl_pledge_hash(t->deal.secret, KEY, t->deal.hash);
    srv_read_hex(&f->in, "next", t->next, KEY);
    bl_json_put_value(&text, &setup);
    t->setup = text.len < 2 ? bl_new(1, 1) : bl_copy_of(text.s + 1, text.len - 1);
    if (text.len >= 2)
        t->setup[text.len - 2] = '\0';
    size_t n = bl_json_count(&bots, (size_t)t->players);
    for (size_t i = 0; i < n; i++)
        t->seats[i].bot = srv_read_bot(bl_json_item(&bots, i));
    t->open = bl_json_bool(&f->in, "open");
    t->clock_s = (uint32_t)bl_json_int(&f->in, "clock", 0, INT32_MAX);
    t->stand_in = srv_read_bot(bl_json_member(&f->in, "away"));
    if (bl_json_has(&f->in, "held"))
        read_held(f);
}

static void fold_sat(struct folding *f)
{
    struct seat *s = read_seat(f);
    const char *name = bl_json_string(&f->in, "name");
    free(s->name);
    s->name = bl_copy_of(name, strlen(name) + 1);
    srv_read_hex(&f->in, "key", s->key, KEY);
    s->numbered = false;
    f->result = (uint32_t)(s - f->t->seats);
}

static void fold_left(struct folding *f)
{
    struct seat *s = read_seat(f);
    free(s->name);
    s->name = NULL;
    s->numbered = false;
}

static void fold_number(struct folding *f)
{
    struct seat *s = read_seat(f);
    srv_read_hex(&f->in, "number", f->t->deal.numbers[s - f->t->seats], KEY);
    s->numbered = true;
}

/* The cards are dealt by everybody's numbers. */
static void fold_began(struct folding *f)
{
    struct table *t = f->t;
    BL_LOCAL struct bl_text request = bl_text_heap(), why = bl_text_heap();
    for (int seat = 0; seat < t->players; seat++)
        if (!t->seats[seat].numbered) {
            bl_pledge_number(&t->deal, seat, t->deal.numbers[seat]);
            t->deal.bots |= UINT32_C(1) << seat;
        }
    srv_put_deal(t, &request);
    bl_json_close(&request, '}');
    t->match = srv_deal(f->core, NULL, &request, &why);
    if (t->match)
        bl_match_by_consent(srv_match(f->core, t));
    else
        bl_json_fault(&f->in, "it cannot be dealt");
}

/* What was just submitted is on the table already; what is loaded is not. */
static void fold_move(struct folding *f, bool heard)
{
    struct bl_match *m = srv_match(f->core, f->t);
    int seat = (int)(read_seat(f) - f->t->seats);
    uint32_t count = (uint32_t)bl_json_int(&f->in, "count", 0, INT32_MAX);
    const char *text = bl_json_string(&f->in, heard ? "words" : "move");
    if (!m || f->in.doc->failed) {
        bl_json_fault(&f->in, "there is no game");
        return;
    }
    if (bl_match_count(m) == count) {
        struct bl_reply reply;
        (heard ? bl_match_hear : bl_match_submit)(m, seat, text, &reply);
        if (reply.answer != BL_ACCEPTED)
            bl_json_fault(&f->in, "this move is refused");
    }
    if (!f->in.doc->failed && !f->t->seats[seat].bot && bl_json_has(&f->in, "bot"))
        bl_match_by_stand_in(m);
    f->t->over = bl_match_to_move(m) < 0;
    f->t->undo.seat = -1;
    f->result = count + 1;
    if (heard)
        srv_note_words(f->t, seat, text, true);
}

static void fold_moved(struct folding *f)
{
    fold_move(f, false);
}

static void fold_heard(struct folding *f)
{
    fold_move(f, true);
}

static void fold_said(struct folding *f)
{
    int seat = (int)bl_json_int(&f->in, "seat", -1, f->t->players - 1);
    const char *words = bl_json_string(&f->in, "words");
    if (f->in.doc->failed)
        return;
    if (bl_json_has(&f->in, "answer")) {
        struct bl_json answer = bl_json_member(&f->in, "answer");
        bl_json_put_value(&f->answer, &answer);
    }
    srv_note_words(f->t, seat, words, false);
    f->t->spoken[seat + 1]++;
}

static void fold_undone(struct folding *f)
{
    struct bl_match *m = srv_match(f->core, f->t);
    int seat = (int)(read_seat(f) - f->t->seats);
    uint32_t count = (uint32_t)bl_json_int(&f->in, "count", 0, INT32_MAX);
    BL_LOCAL struct bl_text why = bl_text_heap();
    if (!m || (bl_match_count(m) == count && !bl_match_undo(m, seat, NULL, &why)))
        bl_json_fault(&f->in, "nothing can be taken back");
    f->t->over = m && bl_match_to_move(m) < 0;
    f->t->undone = f->t->decided + 1;
    f->t->left_moves += count;
    f->t->thinking = SRV_ASKED;   /* of what is no longer so */
    f->t->undo.seat = -1;
}

/* Of itself somebody has time to come back in; by the clock they have none left for this turn. */
static void fold_away(struct folding *f)
{
    read_seat(f)->away = true;
    if (f->t->clock_s && !bl_json_has(&f->in, "once"))
        f->t->late = f->seat;
}

static void fold_back(struct folding *f)
{
    read_seat(f)->away = false;
}

/* From now on the seat is nobody's. Who has given up is asked for nothing, and wishes for nothing. */
static void fold_quit(struct folding *f)
{
    struct seat *s = read_seat(f);
    s->heir = srv_read_bot(bl_json_member(&f->in, "bot"));
    s->quit = (uint32_t)bl_json_int(&f->in, "count", 0, INT32_MAX);
    s->away = true;
    f->t->undo.seat = -1;
}

static void fold_handed(struct folding *f)
{
    srv_read_hex(&f->in, "key", read_seat(f)->key, KEY);
}

static void fold_again(struct folding *f)
{
    struct bl_text name = BL_TEXT_FIXED(f->t->again.s);
    bl_put(&name, bl_json_string(&f->in, "next"));
}

static void fold_given_up(struct folding *f)
{
    f->t->given_up = true;
}

/* When the clock begins anew: whatever a record is, where it is another's turn after it; otherwise
 * so. Who goes, comes or speaks has and gives no more time than there was. */
enum turn { NEVER, ALWAYS, BY_MOVER };

static const struct record_kind {
    const char *name;
    void (*fold)(struct folding *f);
    enum turn turn;
    bool change;    /* without which the game would go on as well */
} kinds[] = {
    {"made", fold_made, ALWAYS, false}, {"sat", fold_sat, ALWAYS, false},
    {"left", fold_left, ALWAYS, true}, {"number", fold_number, NEVER, false},
    {"began", fold_began, ALWAYS, false}, {"moved", fold_moved, BY_MOVER, false},
    {"heard", fold_heard, NEVER, true}, {"said", fold_said, NEVER, false},
    {"undone", fold_undone, ALWAYS, true},
    {"away", fold_away, NEVER, true}, {"back", fold_back, NEVER, true},
    {"quit", fold_quit, NEVER, false},
    {"handed", fold_handed, NEVER, true}, {"again", fold_again, NEVER, false},
    {"given-up", fold_given_up, NEVER, false},
};

static void set_turn(struct folding *f, enum turn turn)
{
    struct table *t = f->t;
    const struct srv_time *now = &f->core->now;
    const struct bl_match *m = srv_match(f->core, t);
    int to_move = m ? bl_match_to_move(m) : -1;
    t->changed = f->at;
    if (turn == ALWAYS || to_move != t->to_move || (turn == BY_MOVER && f->seat == t->to_move)) {
        /* A clock that jumped back, or was off while nobody looked, makes no turn longer. */
        uint64_t since = now->wall > f->at ? now->wall - f->at : 0;
        t->turn = (int64_t)now->steady - (int64_t)since;
        t->turn_at = f->at;
        t->late = -1;
    }
    t->to_move = to_move;
}

bool srv_fold(struct srv_core *core, struct table *t, const char *record, size_t size)
{
    struct bl_json_doc doc;
    if (!bl_json_parse(&doc, record, size)) {
        bl_json_free(&doc);
        return false;
    }
    struct folding f = {.core = core, .t = t, .in = bl_json_root(&doc), .seat = -1,
                        .answer = bl_text_heap()};
    const char *kind = bl_json_string(&f.in, "t");
    f.at = (uint64_t)bl_json_int(&f.in, "at", 0, INT64_MAX);
    size_t k = 0;
    while (k < sizeof kinds / sizeof *kinds && strcmp(kinds[k].name, kind) != 0)
        k++;
    if (k == sizeof kinds / sizeof *kinds || (t->decided == 0) != (k == 0))
        bl_json_fault(&f.in, "there is no record '%s' here", kind);
    else
        kinds[k].fold(&f);
    if (!doc.failed) {
        set_turn(&f, kinds[k].turn);
        if (kinds[k].change && f.seat >= 0)
            t->seats[f.seat].changes++;
        if (bl_json_has(&f.in, "once")) {
            const char *by = bl_json_has(&f.in, "by") ? "by" : "seat";
            int seat = bl_json_has(&f.in, by) ? (int)bl_json_int(&f.in, by, -1, BL_MAX_SEATS - 1) : -1;
            srv_remember(t, seat, srv_once_key(core, seat, bl_json_string(&f.in, "once")), f.result,
                         f.answer.len ? f.answer.s : NULL);
        }
        t->decided++;
    }
    bool good = !doc.failed;
    bl_text_free(&f.answer);
    bl_json_free(&doc);
    return good;
}
