/* state.c - set-up, positions, and what no longer matters, of both versions. */
#include "core/sight.h"
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
        return FACT("dealer: there is no such seat");
    if (players * o[PROPRE_HAND] + 1 > 52 * o[PROPRE_DECKS])
        return FACT("hand: not enough cards: players * hand + 1 must be at most 52 * decks");
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

/* A stream by value, and sets that are not in the state yet: the compiler then knows that no byte
 * that is written here is part of them. */
void propre_deal_cards(struct propre *s, const struct bl_setup *setup, struct bl_stream deal)
{
    int32_t each = setup->options[PROPRE_HAND];
    memset(s, 0, sizeof *s);
    s->head.setup = *setup;
    unsigned n = bl_fill_pack(s->stock, PROPRE_PACK, (unsigned)setup->options[PROPRE_DECKS]);
    bl_shuffle8(&deal, s->stock, n);
    for (unsigned seat = 0; seat < setup->players; seat++) {
        uint64_t once = 0, twice = 0;
        for (int32_t k = 0; k < each; k++) {
            uint64_t bit = UINT64_C(1) << s->stock[--n];
            twice |= once & bit;
            once |= bit;
        }
        s->hand[seat][0] = once;
        s->hand[seat][1] = twice;
        s->count[seat] = (uint8_t)each;
    }
    s->printed[0] = s->lies[0] = s->stock[--n];
    memset(s->stock + n, 0, PROPRE_CARDS - n);
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

static unsigned decks(const struct bl_setup *setup)
{
    return (unsigned)setup->options[PROPRE_DECKS];
}

/* ---- members that have no kind ----------------------------------------------- */

/* The pile: a card is written as printed, and if it was altered also as it lies there. */
static void put_pile(const void *state, struct bl_text *out)
{
    const struct propre *s = state;
    bl_json_open(out, '[');
    for (unsigned i = 0; i < s->pile_n; i++) {
        char room[8];
        struct bl_text card = BL_TEXT_FIXED(room);
        bl_putf(&card, s->lies[i] == s->printed[i] ? "%F" : "%F>%F", s->printed[i], s->lies[i]);
        bl_json_put_string(out, room);
    }
    bl_json_close(out, ']');
}

static void read_pile_card(struct bl_json *at, struct propre *s, struct bl_seen *seen)
{
    const char *text = bl_json_to_string(at);
    size_t size = strlen(text);
    char name[3] = {text[0], size > 0 ? text[1] : '\0', '\0'};
    bl_card printed = bl_read_card(at, name, PROPRE_PACK, seen);
    bl_card lies = size == 5 && text[2] == '>' ? bl_card_read(&bl_french_pack, text + 3) : printed;
    unsigned rank = bl_french_rank(printed);
    bool turned = propre_numeric(rank) && lies == propre_across(printed);
    bool renamed = rank == BL_ACE && lies != BL_NO_CARD && bl_french_rank(lies) == BL_ACE;
    if (size != 2 && (lies == printed || (!turned && !renamed)))
        bl_json_fault(at, "no card can lie like that: %s", text);
    if (at->doc->failed)
        return;
    s->printed[s->pile_n] = printed;
    s->lies[s->pile_n++] = lies;
}

static void read_pile(struct bl_json *array, void *state, struct bl_seen *seen)
{
    size_t n = bl_json_count(array, 52u * seen->copies);
    if (n == 0)
        bl_json_fault(array, "must hold the starter at least");
    for (size_t i = 0; i < n; i++) {
        struct bl_json item = bl_json_item(array, i);
        read_pile_card(&item, state, seen);
    }
}

static void meet_pile(const void *state, struct bl_seen *seen)
{
    const struct propre *s = state;
    bl_meet(seen, s->printed, s->pile_n);
}

/* The cards on top as they lie, and as printed where that differs; how many of a rank lie there; the
 * cards of the pile as printed. */
enum { SEEN_DEEP = 4, SEEN_RUN = 16 };
BL_INTO void see_pile(const void *view, struct bl_sight *sight)
{
    static const char *const places[SEEN_DEEP] = {"topmost", "second", "third", "fourth"};
    const struct propre *s = view;
    struct bl_seen seen = {.pack = &bl_french_pack};
    for (unsigned k = 0; k < SEEN_DEEP; k++) {
        unsigned at = s->pile_n - 1u - k;
        bool there = k < s->pile_n, altered = there && s->lies[at] != s->printed[at];
        bl_see_card(sight, places[k], there ? s->lies[at] : BL_NO_CARD);
        bl_see_card(sight, "printed", altered ? s->printed[at] : BL_NO_CARD);
    }
    bl_see_number(sight, "of a rank", 1, SEEN_RUN, s->pile_n > 0 ? propre_run(s) : 0);
    bl_meet(&seen, s->printed, s->pile_n);
    bl_see_cards(sight, "", PROPRE_PACK, seen.once);
    if (decks(&s->head.setup) > 1)
        bl_see_cards(sight, "twice ", PROPRE_PACK, seen.twice);
}

static const struct bl_own pile = {put_pile, read_pile, meet_pile, "string[]", see_pile, NULL};

static void put_vote(const void *state, struct bl_text *out)
{
    const struct propre *s = state;
    if (s->vote)
        bl_json_putf(out, "{'speaker':%d,'what':%s,'objections':%d,'heard':%d}", s->speaker,
                     propre_talk_words[s->vote], s->objections, s->heard);
    else
        bl_json_put_null(out);
}

static void read_vote(struct bl_json *at, void *state, struct bl_seen *seen)
{
    struct propre *s = state;
    int players = s->head.setup.players;
    (void)seen;
    if (bl_json_is_null(at))
        return;
    s->speaker = (uint8_t)bl_json_int(at, "speaker", 0, players - 1);
    int what = bl_find_name(propre_talk_words, bl_json_string(at, "what"));
    bl_must(at, what > 0, "what", "must be last-card or mispronounced");
    s->vote = (uint8_t)what;
    s->objections = (uint8_t)bl_json_int(at, "objections", 0, players - 1);
    s->heard = (uint8_t)bl_json_int(at, "heard", 0, players - 1);
    bl_json_done(at);
    if (s->objections > s->heard)
        bl_json_fault(at, "more objections than votes heard");
}

static void read_no_vote(struct bl_json *at, void *state, struct bl_seen *seen)
{
    (void)state, (void)seen;
    if (!bl_json_is_null(at))
        bl_json_fault(at, "must be null: this version has no votes");
}

#define VOTE_TYPE "{ speaker: number; what: string; objections: number; heard: number } | null"
BL_INTO void see_vote(const void *view, struct bl_sight *sight)
{
    const struct propre *s = view;
    bl_see_one(sight, "is put", PROPRE_MISPRONOUNCED + 1, s->vote ? s->vote : -1);
    bl_see_one(sight, "objections", PROPRE_SEATS, s->vote ? s->objections : -1);
    bl_see_one(sight, "heard", PROPRE_SEATS, s->vote ? s->heard : -1);
}

BL_INTO void see_speaker(const void *view, int seat, struct bl_sight *sight)
{
    const struct propre *s = view;
    bl_see_one(sight, "speaker", 1, s->vote && s->speaker == seat ? 0 : -1);
}

static const struct bl_own vote = {put_vote, read_vote, NULL, VOTE_TYPE, see_vote, see_speaker};
static const struct bl_own no_vote = {put_vote, read_no_vote, NULL, VOTE_TYPE, NULL, NULL};

/* ---- what holds between the members -------------------------------------------- */

/* The cards of option 2 that were placed already lie on top, as printed. */
static void check_placing(struct bl_json *in, const struct propre *s, bool second)
{
    int placed = s->placing - s->count[s->active];
    bl_must(in, placed >= 0 && placed < s->pile_n && s->count[s->active] > 0, "placing",
            "is the hand that option 2 began with, of which some must be left");
    for (int i = 1; i <= placed && i < s->pile_n; i++)
        bl_must(in, s->lies[s->pile_n - i] == s->printed[s->pile_n - i], "placing",
                "the cards that were placed lie there as printed");
    bl_must(in, s->fc && !s->vote && s->winner < 0 && s->rm && !(second && s->av != 0) && !s->pw,
            "placing", "option 2 cannot be going on like that");
}

/* At every decision and at the end. In the second version PW is never true. */
static void check_whole(struct bl_json *in, const struct propre *s, bool second)
{
    int players = s->head.setup.players;
    bool won = s->winner >= 0, empty = s->count[s->active] == 0;
    int due = won ? -1 : s->vote ? (s->speaker + 1 + s->heard) % players : s->active;
    bl_must(in, !won || s->head.to_move < 0, "to_move", "must be null: the game is won");
    bl_must(in, s->head.to_move == due, "to_move", "is not the seat whose decision is due");
    for (int seat = 0; seat < players; seat++)
        bl_must(in, seat == s->active || s->count[seat] > 0, "hands",
                "a player who is not active cannot have an empty hand");
    bl_must(in, !won || (s->winner == s->active && empty), "winner",
            "must be the active player, with an empty hand");
    bl_must(in, won || !empty || !s->fc || s->pw, "hands",
            "a player with an empty hand at the start of a turn has won");
    bl_must(in, !(s->counts & ~s->said), "counts", "what was not said cannot count");
    bl_must(in, won || !s->fc || !s->b, "b", "is false at the start of a turn");
    bl_must(in, won || !empty || s->fc || s->av == 0 || s->pw, "av",
            "a player who emptied the hand under attack has drawn, or PW is true");
    bl_must(in, won || !empty || s->fc || !s->pw || s->mv <= 0, "mv", "is 0 while a win is prevented");
    bl_must(in, !won || (!s->vote && !s->pw), "winner",
            "nobody wins during a vote, or while PW is true");
    bl_must(in, won || s->fc || s->played >= 2, "played",
            "a card was played in this turn, and the starter before it");
    bl_must(in, s->played >= s->pile_n, "played",
            "must be at least the number of cards on the pile");
    if (s->placing)
        check_placing(in, s, second);
}

static void finish_first(struct bl_json *in, void *state)
{
    check_whole(in, state, false);
}

static void finish_second(struct bl_json *in, void *state)
{
    check_whole(in, state, true);
}

/* ---- forgetting ----------------------------------------------------------------- */

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
    bl_sort_cards(s->printed, n);
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
static void forget(void *state)
{
    struct propre *s = state;
    uint32_t least = s->played < 2 ? s->played : 2;
    s->played = s->pile_n > least ? s->pile_n : least;
    forget_buried(s);
}

/* ---- the tables ------------------------------------------------------------------ */

#define FAR 1000000   /* no number of this game gets as far */
#define STATE struct propre
static const struct bl_field first[] = {
#define VOTE &no_vote
#include "fields.def"
#undef VOTE
};
static const struct bl_field second[] = {
#define SECOND
#define VOTE &vote
#include "fields.def"
};

BL_OBSERVER(observe_first, first, decks(&bl_head(view)->setup), BL_FRENCH_SHAPE)
BL_OBSERVER(observe_second, second, decks(&bl_head(view)->setup), BL_FRENCH_SHAPE)

const struct bl_fields propre_first_fields = {
    .rows = first, .count = sizeof first / sizeof *first, .pack = &bl_french_pack, .copies = decks,
    .observe = BL_OBSERVED_BY(observe_first), .finish = finish_first, .forget = forget,
};
const struct bl_fields propre_second_fields = {
    .rows = second, .count = sizeof second / sizeof *second, .pack = &bl_french_pack,
    .copies = decks, .observe = BL_OBSERVED_BY(observe_second), .finish = finish_second, .forget = forget,
};
