/* state.c - positions as JSON, and what of them no longer matters. */
#include <string.h>

#include "pharaoh.h"

/* ---- writing -------------------------------------------------------------- */

static void put_card(struct bl_text *out, bl_card c)
{
    char name[3];
    struct bl_text t = BL_TEXT_FIXED(name);
    bl_german_put(&t, c);
    bl_json_put_string(out, name);
}

static void put_hand(struct bl_text *out, pharaoh_set hand, unsigned unseen)
{
    bl_json_open(out, '[');
    for (unsigned rank = 0; rank < PHARAOH_CARDS; rank++)
        if (hand & pharaoh_card(pharaoh_ranked(rank)))
            put_card(out, pharaoh_ranked(rank));
    for (; unseen > 0; unseen--)
        put_card(out, BL_NO_CARD);
    bl_json_close(out, ']');
}

static void put_piles(struct bl_text *out, const struct pharaoh *s)
{
    bl_json_key(out, "pile");
    bl_json_open(out, '[');
    for (unsigned i = 0; i < s->pile_count; i++)
        put_card(out, s->pile[i]);
    bl_json_close(out, ']');
    bl_json_key(out, "stock");
    bl_json_open(out, '[');
    for (unsigned i = s->stock_count; i > 0; i--)
        put_card(out, s->stock[i - 1]);
    bl_json_close(out, ']');
}

void pharaoh_put_state(const void *state, struct bl_text *out)
{
    const struct pharaoh *s = state;
    const char suit[2] = {bl_german_suits[s->suit], '\0'};
    bl_json_open(out, '{');
    bl_json_key(out, "to_move");
    bl_json_put_seat(out, s->head.to_move);
    bl_json_key(out, "a");
    bl_json_put_int(out, s->a);
    bl_json_key(out, "suit");
    bl_json_put_string(out, suit);
    bl_json_key(out, "cnt");
    bl_json_put_int(out, s->cnt);
    put_piles(out, s);
    bl_json_key(out, "hands");
    bl_json_open(out, '[');
    for (unsigned seat = 0; seat < s->head.setup.players; seat++)
        put_hand(out, s->hands[seat], s->unseen[seat]);
    bl_json_close(out, ']');
    bl_json_key(out, "out");
    bl_json_open(out, '[');
    for (unsigned i = 0; i < s->out_count; i++)
        bl_json_put_int(out, s->out[i]);
    bl_json_close(out, ']');
    bl_json_key(out, "loser");
    bl_json_put_seat(out, s->loser);
    bl_json_close(out, '}');
}

/* ---- reading -------------------------------------------------------------- */

/* Reads an array of cards, none of them in `seen`, into `cards`; returns how many. */
static unsigned read_cards(struct bl_json *array, pharaoh_set *seen, bl_card *cards)
{
    unsigned n = (unsigned)bl_json_count(array, PHARAOH_CARDS);
    for (unsigned i = 0; i < n; i++) {
        struct bl_json item = bl_json_item(array, i);
        const char *name = bl_json_to_string(&item);
        int c = item.doc->failed ? -1 : pharaoh_read_card(name);
        if (c < 0) {
            bl_json_fault(&item, "no such card: %s", name);
            return 0;
        }
        if (*seen & pharaoh_card((bl_card)c))
            bl_json_fault(&item, "%s is there twice", name);
        *seen |= pharaoh_card((bl_card)c);
        cards[i] = (bl_card)c;
    }
    return n;
}

static void read_variables(struct bl_json *in, struct pharaoh *s)
{
    s->head.to_move = (int8_t)bl_json_seat(in, "to_move", s->head.setup.players);
    s->a = (uint8_t)bl_json_int(in, "a", 0, 4);
    struct bl_json suit = bl_json_member(in, "suit");
    const char *letter = bl_json_to_string(&suit);
    const char *at = letter[0] && !letter[1] ? strchr(bl_german_suits, letter[0]) : NULL;
    if (at)
        s->suit = (uint8_t)(at - bl_german_suits);
    else
        bl_json_fault(&suit, "must be A, B, H or L");
    struct bl_json cnt = bl_json_member(in, "cnt");
    s->cnt = (uint8_t)bl_json_to_int(&cnt, 1, 12);
    if (s->cnt != 1 && s->cnt % 3 != 0)
        bl_json_fault(&cnt, "must be 1, 3, 6, 9 or 12");
}

/* D2: every card is somewhere, and only there; or it is not in the game, where that is allowed. */
static void read_all_cards(struct bl_json *in, struct pharaoh *s)
{
    pharaoh_set seen = 0;
    bl_card cards[PHARAOH_CARDS];
    struct bl_json pile = bl_json_member(in, "pile");
    s->pile_count = (uint8_t)read_cards(&pile, &seen, s->pile);
    if (s->pile_count == 0)
        bl_json_fault(&pile, "must have a top card");

    struct bl_json stock = bl_json_member(in, "stock");
    s->stock_count = (uint8_t)read_cards(&stock, &seen, cards);
    for (unsigned i = 0; i < s->stock_count; i++)
        s->stock[s->stock_count - 1 - i] = cards[i];

    struct bl_json hands = bl_json_member(in, "hands");
    unsigned n = (unsigned)bl_json_count(&hands, PHARAOH_SEATS);
    if (n != s->head.setup.players)
        bl_json_fault(&hands, "there are %d players, so there must be %d hands",
                      s->head.setup.players, s->head.setup.players);
    for (unsigned seat = 0; seat < n && !in->doc->failed; seat++) {
        struct bl_json hand = bl_json_item(&hands, seat);
        unsigned held = read_cards(&hand, &seen, cards);
        for (unsigned i = 0; i < held; i++)
            s->hands[seat] |= pharaoh_card(cards[i]);
        if (held > 0)
            s->holding |= (uint8_t)(1u << seat);
    }
    for (unsigned rank = 0; rank < PHARAOH_CARDS && !in->doc->small_pack; rank++)
        if (!(seen & pharaoh_card(pharaoh_ranked(rank))))
            bl_json_fault(&stock, "%G is neither here nor in the pile nor in a hand",
                          pharaoh_ranked(rank));
}

/* Those without cards, each once. */
static void read_out(struct bl_json *in, struct pharaoh *s)
{
    unsigned players = s->head.setup.players, seen = s->holding;
    struct bl_json out = bl_json_member(in, "out");
    unsigned n = (unsigned)bl_json_count(&out, players);
    for (unsigned i = 0; i < n && !in->doc->failed; i++) {
        struct bl_json item = bl_json_item(&out, i);
        unsigned seat = (unsigned)bl_json_to_int(&item, 0, players - 1);
        if (s->holding >> seat & 1u)
            bl_json_fault(&item, "seat %d holds cards", (int)seat);
        else if (seen >> seat & 1u)
            bl_json_fault(&item, "seat %d is there twice", (int)seat);
        seen |= 1u << seat;
        s->out[s->out_count++] = (uint8_t)seat;
    }
    for (unsigned seat = 0; seat < players; seat++)
        if (!(seen >> seat & 1u))
            bl_json_fault(&out, "seat %d holds no cards, so it must be here", (int)seat);
}

/* D10: one hand left is the loser's, and ends the game. */
static void read_end(struct bl_json *in, struct pharaoh *s)
{
    struct bl_json loser = bl_json_member(in, "loser");
    s->loser = bl_json_is_null(&loser)
                   ? -1 : (int8_t)bl_json_to_int(&loser, 0, s->head.setup.players - 1);
    if (s->holding == 0)
        bl_json_fault(&loser, "somebody must hold cards");
    bool over = (s->holding & (s->holding - 1)) == 0;
    if (over && (s->loser < 0 || !(s->holding >> s->loser & 1)))
        bl_json_fault(&loser, "must be the only seat that holds cards");
    if (!over && s->loser >= 0)
        bl_json_fault(&loser, "must be null while two hold cards");
    struct bl_json to_move = bl_json_member(in, "to_move");
    if (over != (s->head.to_move < 0))
        bl_json_fault(&to_move, over ? "must be null: the game is over"
                                     : "must be a seat: the game is not over");
    else if (!over && !(s->holding >> s->head.to_move & 1))
        bl_json_fault(&to_move, "seat %d holds no cards", s->head.to_move);
}

/* What is pending was played, and lies on the pile since: a draw would have ended it. */
static void check_pending(struct bl_json *in, const struct pharaoh *s)
{
    unsigned aces = 0, sevens = 0;
    for (unsigned i = 0; i < s->pile_count; i++) {
        aces += bl_german_value(s->pile[i]) == BL_GERMAN_ACE;
        sevens += bl_german_value(s->pile[i]) == BL_VII;
    }
    struct bl_json a = bl_json_member(in, "a"), cnt = bl_json_member(in, "cnt");
    if (s->a > aces)
        bl_json_fault(&a, "must not be more than the %d aces on the pile", (int)aces);
    if (s->cnt > 1 && s->cnt > 3 * sevens)
        bl_json_fault(&cnt, "must not be more than 3 for each of the %d sevens on the pile",
                      (int)sevens);
}

void pharaoh_read_state(struct bl_json *in, const struct bl_setup *setup, void *state)
{
    struct pharaoh *s = state;
    memset(s, 0, sizeof *s);
    s->head.setup = *setup;
    read_variables(in, s);
    read_all_cards(in, s);
    if (!in->doc->failed)
        read_out(in, s);
    if (!in->doc->failed)
        read_end(in, s);
    if (!in->doc->failed)
        check_pending(in, s);
    bl_json_done(in);
}

/* ---- forgetting ----------------------------------------------------------- */

/* No rule looks below TOP, and what lies there is shuffled when it comes back. */
void pharaoh_forget(void *state)
{
    struct pharaoh *s = state;
    pharaoh_set below = 0;
    for (unsigned i = 0; i + 1u < s->pile_count; i++)
        below |= pharaoh_card(s->pile[i]);
    for (unsigned i = 0; below; i++, below &= below - 1)
        s->pile[i] = (bl_card)__builtin_ctz(below);
}
