/* table.c - set-up, notation and what no longer matters, the same for both versions. */
#include "table.h"

const struct bl_option propre_options[PROPRE_OPTIONS] = {
    [PROPRE_DECKS] = {"decks", "packs of 52 cards; 1 up to 7 players, 2 from 8", 1, 2, NULL},
    [PROPRE_HAND] = {"hand", "cards dealt to each player", 1, PROPRE_CARDS, NULL},
    [PROPRE_DEALER] = {"dealer", "the dealer's seat; by default the last", 0, PROPRE_SEATS - 1, NULL},
};

const struct bl_chance_kind propre_chances[1] = {
    [PROPRE_RECYCLE] = {"recycle", "cards", BL_ITEMS_CARDS},
};

const char *propre_resolve(struct bl_setup *setup)
{
    int32_t *o = setup->options, players = setup->players;
    if (o[PROPRE_DECKS] == BL_UNSET)
        o[PROPRE_DECKS] = players <= 7 ? 1 : 2;
    if (o[PROPRE_HAND] == BL_UNSET)
        o[PROPRE_HAND] = 7;
    if (o[PROPRE_DEALER] == BL_UNSET)
        o[PROPRE_DEALER] = players - 1;
    if (o[PROPRE_DEALER] >= players)
        return "dealer: there is no such seat";
    if (players * o[PROPRE_HAND] + 1 > 52 * o[PROPRE_DECKS])
        return "hand: not enough cards: players * hand + 1 must be at most 52 * decks";
    return NULL;
}

/* §1 of the second version, the first sentence of the first: everything but cards. */
static void first_values(struct propre *s)
{
    unsigned left = (unsigned)s->head.setup.options[PROPRE_DEALER] + 1;
    s->active = (uint8_t)(left == s->head.setup.players ? 0 : left);
    s->av = s->mv = s->rs = 0;
    s->cw = s->fc = s->rm = true;
    s->b = s->pw = false;
    s->placing = s->vote = s->speaker = s->objections = s->heard = 0;
    s->said = s->counts = 0;
    s->winner = -1;
    s->played = 1;
}

#define SUIT(s)                                                                                \
    BL_FRENCH(s, 0), BL_FRENCH(s, 1), BL_FRENCH(s, 2), BL_FRENCH(s, 3), BL_FRENCH(s, 4),       \
        BL_FRENCH(s, 5), BL_FRENCH(s, 6), BL_FRENCH(s, 7), BL_FRENCH(s, 8), BL_FRENCH(s, 9),   \
        BL_FRENCH(s, 10), BL_FRENCH(s, 11), BL_FRENCH(s, 12)
static const bl_card pack[52] = {SUIT(0), SUIT(1), SUIT(2), SUIT(3)};

void propre_deal_cards(struct propre *s, const struct bl_setup *setup, struct bl_stream *deal)
{
    memset(s, 0, sizeof *s);
    s->head.setup = *setup;
    uint32_t n = 52 * (uint32_t)setup->options[PROPRE_DECKS];
    memcpy(s->stock, pack, 52);
    if (n > 52)
        memcpy(s->stock + 52, pack, 52);
    bl_shuffle8(deal, s->stock, n);
    for (unsigned seat = 0; seat < setup->players; seat++) {
        for (int32_t k = 0; k < setup->options[PROPRE_HAND]; k++) {
            propre_take(s, seat, s->stock[--n]);
            s->stock[n] = 0;
        }
    }
    s->printed[0] = s->lies[0] = s->stock[--n];
    s->stock[n] = 0;
    s->pile_n = 1;
    s->stock_n = (uint8_t)n;
    first_values(s);
}

bool propre_is_start(const struct propre *s, void (*open)(struct propre *, struct bl_context *))
{
    struct propre again;
    struct bl_trace trace = {0};
    struct bl_context cx = {.trace = &trace};
    for (int seat = 0; seat < s->head.setup.players; seat++)
        if (s->count[seat] != s->head.setup.options[PROPRE_HAND])
            return false;
    if (s->pile_n != 1 || s->printed[0] != s->lies[0])
        return false;
    bl_trace_clear(&trace);
    memcpy(&again, s, sizeof again);
    first_values(&again);
    open(&again, &cx);
    return memcmp(&again, s, sizeof again) == 0;
}

void propre_result(const struct propre *s, bl_cite why, struct bl_result *out)
{
    *out = (struct bl_result){.winner = s->winner};
    if (s->winner >= 0) {
        out->ranked = 1;
        out->ranking[0] = (uint8_t)s->winner;
        out->why = why;
    }
}

/* ---- actions --------------------------------------------------------------- */

/* Moves without a card, then those with one: by what they are, by variant, by card in pack order. */
static const bl_move without[] = {
    PROPRE_MOVE(PROPRE_1, 0, 0), PROPRE_MOVE(PROPRE_2, 0, 0), PROPRE_MOVE(PROPRE_SAY, 0, 0),
    PROPRE_MOVE(PROPRE_TALK, 0, PROPRE_LAST_CARD),
    PROPRE_MOVE(PROPRE_TALK, 0, PROPRE_MISPRONOUNCED), PROPRE_MOVE(PROPRE_UPHOLD, 0, 0),
    PROPRE_MOVE(PROPRE_OBJECT, 0, 0)};
static const struct { uint8_t what, variants; } with_card[] = {
    {PROPRE_PLACE, 1}, {PROPRE_3, 1}, {PROPRE_4, 2}, {PROPRE_5, 2},
    {PROPRE_6, 1},     {PROPRE_7, 4}, {PROPRE_8, 2}};
enum { WITHOUT = sizeof without / sizeof *without, KINDS = sizeof with_card / sizeof *with_card,
       WITH = 52 * 13 };

uint32_t propre_action_count(const struct bl_setup *setup)
{
    (void)setup;
    return WITHOUT + WITH;
}

bl_move propre_action_move(const struct bl_setup *setup, uint32_t action)
{
    (void)setup;
    if (action < WITHOUT)
        return without[action];
    unsigned k = (action - WITHOUT) / 52, place = (action - WITHOUT) % 52, i = 0;
    for (; k >= with_card[i].variants; i++)
        k -= with_card[i].variants;
    return PROPRE_MOVE(with_card[i].what, bl_card_at(&bl_french_pack, place), k);
}

uint32_t propre_action_of(const struct bl_setup *setup, bl_move m)
{
    (void)setup;
    uint32_t k = WITHOUT;
    for (unsigned i = 0; i < WITHOUT; i++)
        if (without[i] == m)
            return i;
    for (unsigned i = 0; i < KINDS && with_card[i].what != propre_what(m); i++)
        k += 52u * with_card[i].variants;
    return k + 52 * propre_variant(m) + bl_place_of(&bl_french_pack, propre_card(m));
}

bool propre_aside(bl_move move)
{
    return propre_what(move) == PROPRE_SAY || propre_what(move) == PROPRE_TALK;
}

/* ---- forgetting ----------------------------------------------------------- */

static void sort_cards(bl_card *cards, unsigned n)
{
    for (unsigned i = 1; i < n; i++)
        for (unsigned k = i; k > 0 && cards[k - 1] > cards[k]; k--) {
            bl_card held = cards[k];
            cards[k] = cards[k - 1];
            cards[k - 1] = held;
        }
}

/* Rules look at the topmost run and at two cards at least; what lies below comes back as printed,
 * shuffled. The card right below a run must not prolong it: one that does not, as printed, is put
 * there; if there is none, the one that lies there stays. */
static void forget_buried(struct propre *s)
{
    unsigned run = propre_run(s), kept = run < 2 ? 2 : run;
    if (s->pile_n <= kept)
        return;
    unsigned n = s->pile_n - kept, rank = propre_top_rank(s), last = n - 1;
    bl_card limit = s->lies[last], under = s->printed[last];
    sort_cards(s->printed, n);
    unsigned at = 0;
    while (at < n && bl_french_rank(s->printed[at]) == rank)
        at++;
    bool found = at < n;
    if (!found)
        for (at = 0; s->printed[at] != under;)
            at++;
    bl_card moved = s->printed[at];
    memmove(s->printed + at, s->printed + at + 1, last - at);
    s->printed[last] = moved;
    memcpy(s->lies, s->printed, n);
    if (!found)
        s->lies[last] = limit;
}

/* The rules ask of the number of cards played only whether it is at least 2, and it is never less
 * than those on the pile. */
void propre_forget(void *state)
{
    struct propre *s = state;
    uint32_t least = s->played < 2 ? s->played : 2;
    s->played = s->pile_n > least ? s->pile_n : least;
    forget_buried(s);
}
