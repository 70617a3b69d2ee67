/* seats.c - messages of those who come, sit down, get up and go. */
#include <sodium.h>
#include <string.h>

#include "talk.h"

/* Where to go on telling from: what somebody has seen is still so if nothing was taken back since. */
static int64_t seen_before(struct talk *k)
{
    const struct bl_match *m = srv_match(k->core, k->t);
    uint32_t from = 0, v = 0;
    if (bl_json_has(&k->in, "from"))
        from = (uint32_t)bl_json_int(&k->in, "from", 0, INT32_MAX);
    if (bl_json_has(&k->in, "v"))
        v = (uint32_t)bl_json_int(&k->in, "v", 0, INT32_MAX);
    if (!m)
        return -1;
    return v >= k->t->undone && v <= k->t->decided && from <= bl_match_count(m) ? from : 0;
}

/* What everybody may know of a table, without coming to it. */
void talk_look(struct talk *k)
{
    srv_put_look(k->core, k->t, &k->out);
}

void talk_watch(struct talk *k)
{
    k->tell_moves = seen_before(k);
    talk_check_credit(k);
    if (!k->guest && k->t->guest_count >= GUESTS)
        talk_refuse(k, "too many watch this table");
    if (!talk_failed(k) && talk_attend(k))
        k->tell_table = k->tell_me = true;
}

void talk_take(struct talk *k)
{
    uint8_t key[KEY];
    struct guest shown = {.keys = &key, .key_count = 1};
    talk_check_credit(k);
    if (!talk_key(k, key))
        return;
    if (srv_seats_of(k->t, &shown) == 0)
        talk_refuse(k, "no seat at this table has that secret");
    k->tell_moves = seen_before(k);
    if (talk_failed(k) || !talk_attend(k))
        return;
    talk_show(k, key);
    if (talk_failed(k))
        return;
    bl_json_open(&k->out, '{');
    srv_put_set(&k->out, "seats", k->mine);
    bl_json_close(&k->out, '}');
    talk_come_back(k, k->mine);
    k->tell_table = k->tell_me = true;
}

void talk_bye(struct talk *k)
{
    if (k->guest)
        srv_part(k->core, k->t, k->conn);
    k->guest = NULL;
}

void talk_sit(struct talk *k)
{
    struct table *t = k->t;
    uint8_t key[KEY];
    const char *name = talk_words(k, "name", k->core->set.limits.name_letters);
    int seat = k->seat;
    if (!talk_key(k, key))
        return;
    struct seat *s = &t->seats[seat];
    bool theirs = s->name && sodium_memcmp(s->key, key, KEY) == 0;
    k->result = (uint32_t)seat;
    if (srv_stage(t) != SRV_WAITING && !theirs)
        talk_refuse(k, "the game has begun");
    else if (s->bot || (s->name && !theirs))
        talk_refuse(k, "this seat is taken");
    else if (!theirs && s->held && k->core->now.wall < t->held_until && sodium_memcmp(s->held, key, KEY) != 0)
        talk_refuse(k, "this seat is held for who had it in the last game");
    else if (k->core->draining)
        talk_refuse(k, "this server is about to stop");
    for (int other = 0; other < t->players && !talk_failed(k); other++)
        if (other != seat && t->seats[other].name && strcmp(t->seats[other].name, name) == 0)
            talk_refuse(k, "name: somebody here is called so");
    if (talk_failed(k) || !talk_attend(k))
        return;
    talk_show(k, key);
    if (talk_failed(k) || theirs)
        return;
    BL_LOCAL struct bl_text record = bl_text_heap();
    srv_record(k->core, &record, "sat", k->once);
    bl_json_putf(&record, "'seat':%d,'name':%s", seat, name);
    srv_put_hex(&record, "key", key, KEY);
    srv_decide(k->core, t, &record);
    k->tell_table = true;
}

void talk_sit_again(struct talk *k)
{
    uint8_t key[KEY];
    const struct seat *s = &k->t->seats[k->seat];
    if (talk_key(k, key) && s->name && sodium_memcmp(s->key, key, KEY) == 0 && talk_attend(k))
        talk_show(k, key);
}

void talk_hand_over(struct talk *k)
{
    uint8_t key[KEY];
    talk_check_changes(k);
    if (!talk_key(k, key))
        return;
    talk_show(k, key);
    if (talk_failed(k))
        return;
    BL_LOCAL struct bl_text record = bl_text_heap();
    talk_record(k, &record, "handed", k->seat);
    srv_put_hex(&record, "key", key, KEY);
    srv_decide(k->core, k->t, &record);
    const struct bl_match *m = srv_match(k->core, k->t);
    k->tell_table = true;
    k->tell_moves = m ? (int64_t)bl_match_count(m) : -1;   /* who had the old one sees less now */
}

void talk_number(struct talk *k)
{
    uint8_t bytes[KEY];
    srv_read_hex(&k->in, "number", bytes, KEY);
    const struct table *t = k->t;
    if (!talk_failed(k) && t->seats[k->seat].numbered && memcmp(t->deal.numbers[k->seat], bytes, KEY) == 0)
        return;   /* the very number once more, however long ago it came */
    if (srv_stage(k->t) != SRV_WAITING)
        talk_refuse(k, "the game has begun");
    else if (k->t->seats[k->seat].numbered)
        talk_refuse(k, "this seat has sent its number");
    if (talk_failed(k))
        return;
    BL_LOCAL struct bl_text record = bl_text_heap();
    talk_record(k, &record, "number", k->seat);
    srv_put_hex(&record, "number", bytes, KEY);
    srv_decide(k->core, k->t, &record);
    k->tell_table = true;
}

void talk_leave(struct talk *k)
{
    enum srv_stage stage = srv_stage(k->t);
    talk_check_changes(k);
    if (talk_failed(k))
        return;
    if (stage == SRV_WAITING)
        talk_decide(k, "left", k->seat);
    else if (stage == SRV_RUNNING && k->t->stand_in && !k->t->seats[k->seat].away)
        talk_decide(k, "away", k->seat);
    else if (stage == SRV_RUNNING && !k->t->stand_in)
        talk_refuse(k, "nobody plays on for who leaves this table");
}

/* A bot has the seat for good: the one that plays on for who is away, where there is one. */
void talk_give_up(struct talk *k)
{
    const struct table *t = k->t;
    const struct bl_match *m = srv_match(k->core, t);
    if (srv_stage(t) != SRV_RUNNING)
        talk_refuse(k, m ? "the game is over" : "the game has not begun");
    if (talk_failed(k))
        return;
    BL_LOCAL struct bl_text record = bl_text_heap();
    talk_record(k, &record, "quit", k->seat);
    bl_json_putf(&record, "'bot':%s,'count':%d", t->stand_in ? t->stand_in->name : "greedy", (int)bl_match_count(m));
    srv_decide(k->core, k->t, &record);
    k->tell_table = true;
    k->tell_moves = bl_match_count(m);   /* who gave up sees less now */
}

void talk_back(struct talk *k)
{
    if (!k->t->seats[k->seat].away)
        return;
    talk_check_changes(k);
    if (!talk_failed(k))
        talk_decide(k, "back", k->seat);
}
