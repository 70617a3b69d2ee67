/* phases.c - how the game goes on: phases, turns, piles, dying. */
#include <string.h>

#include "rules.h"

static unsigned list_living(const struct pw *s, uint8_t *out)
{
    struct pw_set living = {{pw_living_set(s)}};
    return pw_list(&living, out);
}

void pw_show(struct pw *s, unsigned card, unsigned seats, struct bl_context *cx)
{
    struct pw_card *c = &s->cards[card];
    if (c->kind == PW_BLANK)
        return;
    REVEALS(seats & ~c->seen);
    c->seen = (uint16_t)(c->seen | seats);
}

void pw_pay(struct pw *s, int seat, int64_t amount, bl_cite clause, struct bl_context *cx)
{
    struct pw_seat *p = &s->seats[seat];
    int64_t left = p->power - amount;
    (void)clause;
    SET_OF(clause, seat, "power", p->power, (int32_t)(left > 0 ? left : 0));
}

/* ---- I: creation ---------------------------------------------------------- */

static void begin_creation(struct pw *s)
{
    memset(s->takes, TAKES_NULL, sizeof s->takes);
    pw_begin(s, PHASE_CREATION, pw_first_living(s));
}

static void show_deck(struct pw *s, struct bl_context *cx)
{
    unsigned living = pw_living_set(s), shown = 0;
    for (unsigned i = 0; i < s->deck_count; i++) {
        unsigned card = s->deck[i];
        shown += pw_edited(s, card) && (living & ~s->cards[card].seen);
        pw_show(s, card, living, cx);
    }
    if (shown > 0)
        APPLIES(PW_SHOWN, "cards that some had not seen: %d", (int)shown);
}

/* The topmost blank card of the deck goes to a seat. */
static void take_blank(struct pw *s, unsigned seat)
{
    unsigned place = s->deck_count;
    while (pw_edited(s, s->deck[--place]))
        ;
    pw_add(&s->seats[seat].hand, s->deck[place]);
    pw_take_from_deck(s, place);
}

void pw_hand_out_blanks(struct pw *s, struct bl_context *cx)
{
    uint8_t takers[PW_SEATS];
    unsigned n = 0, blanks = pw_blanks_in_deck(s);
    REVEALS(pw_everybody(s));   /* what the others chose */
    show_deck(s, cx);
    for (unsigned i = 0; i < pw_players(s); i++)
        if (s->takes[i] == TAKES_TRUE)
            takers[n++] = (uint8_t)i;
    if (n > 0 && blanks >= n) {
        APPLIES(PW_ENOUGH, "takers: %d, blank cards: %d", (int)n, (int)blanks);
        for (unsigned i = 0; i < n; i++)
            take_blank(s, takers[i]);
    } else if (n > 0 && blanks > 0) {
        unsigned taker = bl_chance_draw(&cx->chance, CHANCE_TAKER, takers, n);
        APPLIES(PW_SHORT, "takers: %d, blank cards: %d; %p gets one", (int)n, (int)blanks,
                (int)taker);
        take_blank(s, taker);
    }
    memset(s->takes, TAKES_NULL, sizeof s->takes);
    pw_begin(s, PHASE_EDITING, pw_first_living(s));
}

/* ---- II and III: editing, claiming ---------------------------------------- */

static void begin_claiming(struct pw *s, struct bl_context *cx)
{
    uint8_t living[PW_SEATS];
    unsigned n = list_living(s, living);
    unsigned first = bl_chance_draw(&cx->chance, CHANCE_FIRST, living, n);
    REVEALS(pw_everybody(s));
    APPLIES(PW_CLAIMING, "{you begin|%p begins}", (int)first);
    s->first = (int8_t)first;
    s->claims = 0;
    pw_begin(s, PHASE_CLAIMING, (int)first);
}

void pw_finish_editing(struct pw *s, struct bl_context *cx)
{
    int next = pw_later_living(s, s->turn);
    if (next >= 0)
        pw_give_turn(s, next);
    else if (s->phase == PHASE_SETUP)
        begin_creation(s);
    else
        begin_claiming(s, cx);
}

static void begin_playing(struct pw *s, struct bl_context *cx);

void pw_end_claiming(struct pw *s, struct bl_context *cx)
{
    for (unsigned i = 0; i < pw_players(s); i++) {
        int card = s->edited[i];
        if (card >= 0 && pw_in(&s->seats[i].hand, (unsigned)card))
            pw_pay(s, (int)i, pw_keep_price(s->cards[card].cost), PW_EDITOR_PAYS, cx);
        s->edited[i] = -1;
    }
    begin_playing(s, cx);
}

/* ---- IV: playing ---------------------------------------------------------- */

static void end_playing(struct pw *s, struct bl_context *cx);

static bool phase_is_decided(const struct pw *s)
{
    return (s->remaining & (s->remaining - 1u)) == 0;
}

static int next_remaining(const struct pw *s, int seat)
{
    do
        seat = (seat + 1) % (int)pw_players(s);
    while (!(s->remaining >> seat & 1));
    return seat;
}

/* IV.3: who has no cards leaves when the turn comes. */
static void turn_comes_to(struct pw *s, int seat, struct bl_context *cx)
{
    while (!phase_is_decided(s) && pw_size(&s->seats[seat].hand) == 0) {
        APPLIES(PW_REMAINS, "{you have|%p has} no cards left", seat);
        pw_leave(s, (unsigned)seat);
        if (s->remaining)
            seat = next_remaining(s, seat);
    }
    if (phase_is_decided(s))
        end_playing(s, cx);
    else
        pw_begin(s, PHASE_PLAYING, seat);
}

void pw_end_turn(struct pw *s, struct bl_context *cx)
{
    s->played[0] = s->played[1] = -1;
    s->rand_player_count = s->rand_card_count = 0;
    memset(s->rand_players, 0, sizeof s->rand_players);
    memset(s->rand_cards, 0, sizeof s->rand_cards);
    if (phase_is_decided(s))
        end_playing(s, cx);
    else
        turn_comes_to(s, next_remaining(s, s->turn), cx);
}

/* Who stands n-th in the ranking of the last Phase IV. */
static int ranked(const struct pw *s, unsigned n)
{
    unsigned stayed = s->remaining ? 1 : 0;
    if (n < stayed)
        return __builtin_ctz(s->remaining);
    return s->left[s->left_count - 1 - (n - stayed)];
}

static void begin_playing(struct pw *s, struct bl_context *cx)
{
    int seat = pw_fought(s) ? ranked(s, 0) : s->first;
    if (!s->seats[seat].alive)
        seat = pw_next_living(s, seat);
    for (unsigned i = 0; i < pw_players(s); i++)
        if (s->seats[i].alive)
            s->seats[i].proving = s->seats[i].potency;
    APPLIES(PW_PROVING_POWER, "proving power is potency again");
    s->first = -1;
    s->claims = 0;
    s->remaining = (uint16_t)pw_living_set(s);
    s->left_count = 0;
    memset(s->left, 0, sizeof s->left);
    turn_comes_to(s, seat, cx);
}

/* The random values of a play: G.2, G.3. */
void pw_draw_values(struct pw *s, struct bl_context *cx)
{
    struct pw_set owned = pw_owned(s);
    s->rand_player_count = (uint8_t)list_living(s, s->rand_players);
    s->rand_card_count = (uint8_t)pw_list(&owned, s->rand_cards);
    bl_chance_order(&cx->chance, CHANCE_RAND_PLAYERS, s->rand_players, s->rand_player_count);
    bl_chance_order(&cx->chance, CHANCE_RAND_CARDS, s->rand_cards, s->rand_card_count);
    REVEALS(pw_everybody(s));
    APPLIES(PW_RAND_PLAYER, "the first is %p", s->rand_players[0]);
    if (s->rand_card_count > 0)
        APPLIES(PW_RAND_CARD, "the first is %i", s->rand_cards[0]);
}

/* IV.9 */
void pw_bury_the_dead(struct pw *s, struct bl_context *cx)
{
    for (unsigned i = 0; i < pw_players(s); i++) {
        struct pw_seat *p = &s->seats[i];
        if (!p->alive || p->health > 0)
            continue;
        APPLIES(PW_DEATH, "{you are|%p is} out, with health %d", (int)i, (int)p->health);
        p->alive = 0;
        s->drop_count = (uint8_t)(s->drop_count + pw_list(&p->hand, s->drop + s->drop_count));
        p->hand = (struct pw_set){{0}};
        s->dead[s->dead_count++] = (uint8_t)i;
        if (s->remaining >> i & 1)
            pw_leave(s, i);
    }
}

/* ---- V: finalization ------------------------------------------------------ */

static void return_piles(struct pw *s, struct bl_context *cx)
{
    uint8_t deck[PW_CARDS];
    unsigned n = 0;
    for (unsigned i = s->drop_count; i > 0; i--)
        deck[n++] = s->drop[i - 1];
    for (unsigned i = s->discard_count; i > 0; i--)
        deck[n++] = s->discard[i - 1];
    if (n + s->deck_count > 0)
        APPLIES(PW_RETURN, "cards that return: %d", (int)n);
    memcpy(deck + n, s->deck, s->deck_count);
    n += s->deck_count;
    memset(s->discard, 0, sizeof s->discard);
    memset(s->drop, 0, sizeof s->drop);
    s->drop_count = s->discard_count = 0;
    s->deck_count = (uint8_t)n;
    memcpy(s->deck, deck, n);
    if (n > 0)
        bl_chance_shuffle(&cx->chance, CHANCE_SHUFFLE, s->deck, n);
    REVEALS(pw_everybody(s));
}

static void reward(struct pw *s, struct bl_context *cx)
{
    unsigned fought = (unsigned)__builtin_popcount(s->remaining) + s->left_count;
    unsigned half = fought / 2, rewarded = 0;
    for (unsigned i = 0; i < fought && rewarded < half; i++) {
        int seat = ranked(s, i);
        struct pw_seat *p = &s->seats[seat];
        if (!p->alive)
            continue;
        int32_t gain = rewarded++ == 0 ? PW_REWARD_FIRST : PW_REWARD_NEXT;
        SET_OF(PW_REWARD, seat, "potency", p->potency, pw_plus(p->potency, gain));
    }
}

static void end_game(struct pw *s, struct bl_context *cx)
{
    s->phase = PHASE_OVER;
    s->turn = s->head.to_move = -1;
    if (pw_living(s) == 1)
        s->winner = (int8_t)pw_first_living(s);
    APPLIES(PW_WINS, s->winner < 0 ? "nobody is left" : "{you are|%p is} left", s->winner);
}

static void end_playing(struct pw *s, struct bl_context *cx)
{
    s->previous_main = -1;
    if (pw_living(s) < 2) {
        end_game(s, cx);
        return;
    }
    return_piles(s, cx);
    reward(s, cx);
    pw_begin(s, PHASE_PROOFS, pw_first_living(s));
}

void pw_next_in_turn(struct pw *s, struct bl_context *cx)
{
    int next = pw_later_living(s, s->turn);
    if (next >= 0) {
        pw_give_turn(s, next);
    } else if (s->phase == PHASE_DROPS) {
        SET(PW_NEW_ROUND, "round", s->round, pw_plus(s->round, 1));
        begin_creation(s);
    } else {
        pw_begin(s, s->phase == PHASE_PROOFS ? PHASE_RULES : PHASE_DROPS, pw_first_living(s));
    }
}
