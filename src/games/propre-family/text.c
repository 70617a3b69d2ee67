/* text.c - moves and states of both versions as text. */
#include <string.h>

#include "table.h"

/* ---- moves ---------------------------------------------------------------- */

static const char *const talk_words[] = {"", "last-card", "mispronounced"};

static const struct { const char *words; bl_move move; } plain_moves[] = {
    {"1", PROPRE_MOVE(PROPRE_1, 0, 0)},
    {"2", PROPRE_MOVE(PROPRE_2, 0, 0)},
    {"say", PROPRE_MOVE(PROPRE_SAY, 0, 0)},
    {"talk last-card", PROPRE_MOVE(PROPRE_TALK, 0, PROPRE_LAST_CARD)},
    {"talk mispronounced", PROPRE_MOVE(PROPRE_TALK, 0, PROPRE_MISPRONOUNCED)},
    {"uphold", PROPRE_MOVE(PROPRE_UPHOLD, 0, 0)},
    {"object", PROPRE_MOVE(PROPRE_OBJECT, 0, 0)},
};

/* Which variant the words after the card mean; -1: none. */
static int read_variant(unsigned what, const char *rest)
{
    const char *suit = strlen(rest) == 2 && rest[0] == ' ' ? strchr(bl_french_suits, rest[1]) : NULL;
    switch (what) {
    case PROPRE_4: return !*rest ? 0 : strcmp(rest, " clear") == 0 ? PROPRE_CLEAR : -1;
    case PROPRE_5:
        return strcmp(rest, " +") == 0 ? 0 : strcmp(rest, " -") == 0 ? PROPRE_MINUS : -1;
    case PROPRE_7: return suit ? (int)(suit - bl_french_suits) : -1;
    case PROPRE_8: return !*rest ? 0 : strcmp(rest, " h") == 0 ? PROPRE_HORIZONTAL : -1;
    default: return !*rest ? 0 : -1;
    }
}

const char *propre_read_move(const void *state, int seat, const char *text, struct bl_play *out,
                             struct bl_text *why)
{
    (void)state, (void)why;
    *out = (struct bl_play){.seat = (int8_t)seat};
    for (size_t i = 0; i < sizeof plain_moves / sizeof *plain_moves; i++) {
        if (strcmp(plain_moves[i].words, text) == 0) {
            out->move = plain_moves[i].move;
            return NULL;
        }
    }
    unsigned what;
    const char *card;
    if (strncmp(text, "place ", 6) == 0) {
        what = PROPRE_PLACE;
        card = text + 6;
    } else if (text[0] >= '3' && text[0] <= '8' && text[1] == ' ') {
        what = (unsigned)(text[0] - '0');
        card = text + 2;
    } else {
        return "not a move: 1, 2, place CARD, 3 CARD, 4 CARD [clear], 5 CARD +|-, 6 CARD, "
               "7 CARD SUIT, 8 CARD [h], say, talk last-card, talk mispronounced, uphold, object";
    }
    bl_card c = bl_french_read(card);
    if (c == BL_NO_CARD)
        return "a card is a rank A 2 3 4 5 6 7 8 9 T J Q K and a suit C D H S, as in TH";
    int variant = read_variant(what, card + 2);
    if (variant < 0)
        return what == PROPRE_5   ? "option 5 is written 5 CARD + or 5 CARD -"
               : what == PROPRE_7 ? "option 7 is written 7 CARD SUIT, the suit being C, D, H or S"
                                  : "there is something after the card that does not belong there";
    out->move = PROPRE_MOVE(what, c, variant);
    return NULL;
}

void propre_put_move(const void *state, const struct bl_play *play, struct bl_text *out)
{
    (void)state;
    bl_move m = play->move;
    unsigned what = propre_what(m), variant = propre_variant(m);
    for (size_t i = 0; i < sizeof plain_moves / sizeof *plain_moves; i++) {
        if (plain_moves[i].move == m) {
            bl_put(out, plain_moves[i].words);
            return;
        }
    }
    if (what == PROPRE_PLACE)
        bl_put(out, "place ");
    else
        bl_putf(out, "%d ", (int)what);
    bl_french_put(out, propre_card(m));
    if (what == PROPRE_4 && variant == PROPRE_CLEAR)
        bl_put(out, " clear");
    else if (what == PROPRE_5)
        bl_put(out, variant == PROPRE_MINUS ? " -" : " +");
    else if (what == PROPRE_7)
        bl_putf(out, " %s", (const char *[]){"C", "D", "H", "S"}[variant]);
    else if (what == PROPRE_8 && variant == PROPRE_HORIZONTAL)
        bl_put(out, " h");
}

void propre_put_card(uint16_t item, struct bl_text *out)
{
    bl_french_put(out, (bl_card)item);
}

int propre_read_card(const char *text)
{
    bl_card c = strlen(text) == 2 ? bl_french_read(text) : BL_NO_CARD;
    return c == BL_NO_CARD ? -1 : c;
}

/* ---- states, written ------------------------------------------------------ */

static void put_card_element(struct bl_text *out, bl_card printed, bl_card lies)
{
    char room[8];
    struct bl_text card = BL_TEXT_FIXED(room);
    bl_french_put(&card, printed);
    if (lies != printed) {
        bl_put_char(&card, '>');
        bl_french_put(&card, lies);
    }
    bl_json_put_string(out, room);
}

static void put_hand(struct bl_text *out, const struct propre *s, int seat)
{
    unsigned shown = 0;
    bl_json_open(out, '[');
    for (uint64_t left = s->hand[seat][0]; left; left &= left - 1) {
        bl_card c = (bl_card)__builtin_ctzll(left);
        for (unsigned copy = 0; copy <= (s->hand[seat][1] >> c & 1); copy++, shown++)
            put_card_element(out, c, c);
    }
    for (; shown < s->count[seat]; shown++)   /* cards that may not be seen */
        bl_json_put_string(out, "??");
    bl_json_close(out, ']');
}

static void put_flags(struct bl_text *out, const char *name, unsigned set, int players)
{
    bl_json_key(out, name);
    bl_json_open(out, '[');
    for (int seat = 0; seat < players; seat++)
        bl_json_put_bool(out, set >> seat & 1);
    bl_json_close(out, ']');
}

static void put_vote(struct bl_text *out, const struct propre *s)
{
    bl_json_key(out, "vote");
    if (!s->vote) {
        bl_json_put_null(out);
        return;
    }
    bl_json_open(out, '{');
    bl_json_key(out, "speaker");
    bl_json_put_int(out, s->speaker);
    bl_json_key(out, "what");
    bl_json_put_string(out, talk_words[s->vote]);
    bl_json_key(out, "objections");
    bl_json_put_int(out, s->objections);
    bl_json_key(out, "heard");
    bl_json_put_int(out, s->heard);
    bl_json_close(out, '}');
}

static void put_state(const struct propre *s, bool second, struct bl_text *out)
{
    int players = s->head.setup.players;
    bl_json_open(out, '{');
    bl_json_key(out, "to_move");
    bl_json_put_seat(out, s->head.to_move);
    bl_json_key(out, "active");
    bl_json_put_int(out, s->active);
    bl_json_key(out, "av");
    bl_json_put_int(out, s->av);
    bl_json_key(out, "mv");
    bl_json_put_int(out, s->mv);
    bl_json_key(out, "cw");
    bl_json_put_bool(out, s->cw);
    bl_json_key(out, "fc");
    bl_json_put_bool(out, s->fc);
    bl_json_key(out, "rm");
    bl_json_put_bool(out, s->rm);
    bl_json_key(out, "b");
    bl_json_put_bool(out, s->b);
    bl_json_key(out, second ? "rs" : "pw");
    if (second)
        bl_json_put_int(out, s->rs);
    else
        bl_json_put_bool(out, s->pw);
    bl_json_key(out, "played");
    bl_json_put_int(out, s->played);
    bl_json_key(out, "pile");
    bl_json_open(out, '[');
    for (int i = 0; i < s->pile_n; i++)
        put_card_element(out, s->printed[i], s->lies[i]);
    bl_json_close(out, ']');
    bl_json_key(out, "stock");
    bl_json_open(out, '[');
    for (int i = s->stock_n; i-- > 0;)
        put_card_element(out, s->stock[i], s->stock[i]);
    bl_json_close(out, ']');
    bl_json_key(out, "hands");
    bl_json_open(out, '[');
    for (int seat = 0; seat < players; seat++)
        put_hand(out, s, seat);
    bl_json_close(out, ']');
    put_flags(out, "said", s->said, players);
    put_flags(out, "counts", s->counts, players);
    bl_json_key(out, "placing");
    bl_json_put_seat(out, s->placing ? s->placing : -1);
    put_vote(out, s);
    bl_json_key(out, "winner");
    bl_json_put_seat(out, s->winner);
    bl_json_close(out, '}');
}

void propre_put_state_1(const void *state, struct bl_text *out)
{
    put_state(state, false, out);
}

void propre_put_state_2(const void *state, struct bl_text *out)
{
    put_state(state, true, out);
}

/* ---- states, read --------------------------------------------------------- */

#define FAR 1000000   /* no number of this game gets as far */

struct counted {
    uint8_t copies[64];
    int decks;
};

/* A card as printed; each may occur as often as there are decks. */
static bl_card read_printed(struct bl_json *at, const char *text, struct counted *seen)
{
    bl_card c = bl_french_read(text);
    if (c == BL_NO_CARD) {
        bl_json_fault(at, "no such card: %s", text);
        return 0;
    }
    if (++seen->copies[c] > seen->decks)
        bl_json_fault(at, "%F is there too often", (int)c);
    return c;
}

static bl_card read_whole_card(struct bl_json *at, struct counted *seen)
{
    const char *text = bl_json_to_string(at);
    if (at->doc->failed)
        return 0;
    if (strlen(text) != 2) {
        bl_json_fault(at, "no such card: %s", text);
        return 0;
    }
    return read_printed(at, text, seen);
}

/* A card on the pile: printed>effective if it was altered. */
static void read_pile_card(struct bl_json *at, struct propre *s, struct counted *seen)
{
    const char *text = bl_json_to_string(at);
    if (at->doc->failed)
        return;
    bl_card printed = read_printed(at, text, seen), lies = printed;
    if (strlen(text) == 5 && text[2] == '>')
        lies = bl_french_read(text + 3);
    else if (strlen(text) != 2)
        lies = BL_NO_CARD;
    unsigned rank = bl_french_rank(printed);
    bool altered = lies != printed;
    bool turned = propre_numeric(rank) && lies == propre_across(printed);
    bool renamed = rank == BL_ACE && lies != BL_NO_CARD && bl_french_rank(lies) == BL_ACE;
    if ((altered && !turned && !renamed) || (!altered && strlen(text) != 2))
        bl_json_fault(at, "no card can lie like that: %s", text);
    if (at->doc->failed)
        return;
    s->printed[s->pile_n] = printed;
    s->lies[s->pile_n++] = lies;
}

static void read_cards(struct bl_json *in, struct propre *s)
{
    struct counted seen = {.decks = s->head.setup.options[PROPRE_DECKS]};
    size_t total = 52u * (size_t)seen.decks;
    struct bl_json pile = bl_json_member(in, "pile");
    size_t n = bl_json_count(&pile, total);
    if (n == 0)
        bl_json_fault(&pile, "must hold the starter at least");
    for (size_t i = 0; i < n; i++) {
        struct bl_json at = bl_json_item(&pile, i);
        read_pile_card(&at, s, &seen);
    }
    struct bl_json stock = bl_json_member(in, "stock");
    n = bl_json_count(&stock, total);
    for (size_t i = 0; i < n; i++) {
        struct bl_json at = bl_json_item(&stock, i);
        s->stock[n - 1 - i] = read_whole_card(&at, &seen);
    }
    s->stock_n = (uint8_t)n;
    struct bl_json hands = bl_json_member(in, "hands");
    if (bl_json_count(&hands, PROPRE_SEATS) != s->head.setup.players)
        bl_json_fault(&hands, "must hold a hand for each of %d players", (int)s->head.setup.players);
    for (unsigned seat = 0; seat < s->head.setup.players; seat++) {
        struct bl_json hand = bl_json_item(&hands, seat);
        n = bl_json_count(&hand, total);
        for (size_t i = 0; i < n; i++) {
            struct bl_json at = bl_json_item(&hand, i);
            bl_card c = read_whole_card(&at, &seen);
            if (!in->doc->failed)
                propre_take(s, seat, c);
        }
    }
    for (unsigned suit = 0; suit < 4 && !in->doc->small_pack; suit++)
        for (unsigned rank = 0; rank < 13; rank++)
            if (seen.copies[BL_FRENCH(suit, rank)] < seen.decks)
                bl_json_fault(in, "%F is missing from pile, stock and hands", (int)BL_FRENCH(suit, rank));
}

static uint16_t read_flags(struct bl_json *in, const char *name, int players)
{
    struct bl_json array = bl_json_member(in, name);
    unsigned set = 0;
    if (bl_json_count(&array, PROPRE_SEATS) != (size_t)players)
        bl_json_fault(&array, "must hold a boolean for each of %d players", players);
    for (int seat = 0; seat < players; seat++) {
        struct bl_json at = bl_json_item(&array, (size_t)seat);
        set |= (unsigned)bl_json_to_bool(&at) << seat;
    }
    return (uint16_t)set;
}

static void read_vote(struct bl_json *in, struct propre *s, bool second)
{
    struct bl_json at = bl_json_member(in, "vote");
    if (bl_json_is_null(&at))
        return;
    if (!second)
        bl_json_fault(&at, "must be null: this version has no votes");
    int players = s->head.setup.players;
    s->speaker = (uint8_t)bl_json_int(&at, "speaker", 0, players - 1);
    struct bl_json what = bl_json_member(&at, "what");
    const char *words = bl_json_to_string(&what);
    s->vote = strcmp(words, talk_words[PROPRE_LAST_CARD]) == 0       ? PROPRE_LAST_CARD
              : strcmp(words, talk_words[PROPRE_MISPRONOUNCED]) == 0 ? PROPRE_MISPRONOUNCED
                                                                     : PROPRE_NO_TALK;
    if (!s->vote)
        bl_json_fault(&what, "must be last-card or mispronounced");
    s->objections = (uint8_t)bl_json_int(&at, "objections", 0, players - 1);
    s->heard = (uint8_t)bl_json_int(&at, "heard", 0, players - 1);
    bl_json_done(&at);
    if (s->objections > s->heard)
        bl_json_fault(&at, "more objections than votes heard");
}

/* Faults name a member of the state. */
static void fault_at(struct bl_json *in, const char *member, const char *why)
{
    struct bl_json at = bl_json_member(in, member);
    bl_json_fault(&at, "%s", why);
}

/* The cards of option 2 that were placed already lie on top, as printed. */
static void check_placing(struct bl_json *in, const struct propre *s, bool second)
{
    int placed = s->placing - s->count[s->active];
    if (placed < 0 || placed >= s->pile_n || s->count[s->active] == 0)
        fault_at(in, "placing", "is the hand that option 2 began with, of which some must be left");
    for (int i = 1; i <= placed && i < s->pile_n; i++)
        if (s->lies[s->pile_n - i] != s->printed[s->pile_n - i])
            fault_at(in, "placing", "the cards that were placed lie there as printed");
    if (!s->fc || s->vote || s->winner >= 0 || !s->rm || (second && s->av != 0) || s->pw)
        fault_at(in, "placing", "option 2 cannot be going on like that");
}

/* What holds between the members at every decision and at the end. */
static void check_whole(struct bl_json *in, const struct propre *s, bool second)
{
    int players = s->head.setup.players, due = s->active;
    if (s->vote)
        due = (s->speaker + 1 + s->heard) % players;
    if (s->winner >= 0)
        due = -1;
    if (s->head.to_move != due)
        fault_at(in, "to_move", s->winner >= 0 ? "must be null: the game is won"
                                               : "is not the seat whose decision is due");
    for (int seat = 0; seat < players; seat++)
        if (seat != s->active && s->count[seat] == 0)
            fault_at(in, "hands", "a player who is not active cannot have an empty hand");
    bool empty = s->count[s->active] == 0;
    if (s->winner >= 0 && (s->winner != s->active || !empty))
        fault_at(in, "winner", "must be the active player, with an empty hand");
    if (s->winner < 0 && empty && s->fc && (second || !s->pw))
        fault_at(in, "hands", "a player with an empty hand at the start of a turn has won");
    if (s->counts & ~s->said)
        fault_at(in, "counts", "what was not said cannot count");
    if (s->fc && s->b && s->winner < 0)
        fault_at(in, "b", "is false at the start of a turn");
    if (s->winner < 0 && empty && !s->fc && s->av > 0 && (second || !s->pw))
        fault_at(in, "av", "a player who emptied the hand under attack has drawn, or PW is true");
    if (s->winner < 0 && empty && !s->fc && s->pw && s->mv > 0)
        fault_at(in, "mv", "is 0 while a win is prevented");
    if (s->winner >= 0 && (s->vote || s->pw))
        fault_at(in, "winner", "nobody wins during a vote, or while PW is true");
    if (!s->fc && s->winner < 0 && s->played < 2)
        fault_at(in, "played", "a card was played in this turn, and the starter before it");
    if (s->played < s->pile_n)
        fault_at(in, "played", "must be at least the number of cards on the pile");
    if (s->placing)
        check_placing(in, s, second);
}

static void read_state(struct bl_json *in, const struct bl_setup *setup, struct propre *s, bool second)
{
    int players = setup->players;
    memset(s, 0, sizeof *s);
    s->head.setup = *setup;
    s->head.to_move = (int8_t)bl_json_seat(in, "to_move", players);
    s->active = (uint8_t)bl_json_int(in, "active", 0, players - 1);
    s->av = (int32_t)bl_json_int(in, "av", 0, FAR);
    s->mv = (int32_t)bl_json_int(in, "mv", -FAR, FAR);
    s->cw = bl_json_bool(in, "cw");
    s->fc = bl_json_bool(in, "fc");
    s->rm = bl_json_bool(in, "rm");
    s->b = bl_json_bool(in, "b");
    if (second)
        s->rs = (int32_t)bl_json_int(in, "rs", 0, 30);
    else
        s->pw = bl_json_bool(in, "pw");
    s->played = (uint32_t)bl_json_int(in, "played", 1, 1000 * FAR);
    read_cards(in, s);
    s->said = read_flags(in, "said", players);
    s->counts = read_flags(in, "counts", players);
    struct bl_json placing = bl_json_member(in, "placing");
    if (!bl_json_is_null(&placing))
        s->placing = (uint8_t)bl_json_to_int(&placing, 1, PROPRE_CARDS);
    read_vote(in, s, second);
    s->winner = (int8_t)bl_json_seat(in, "winner", players);
    bl_json_done(in);
    if (!in->doc->failed)
        check_whole(in, s, second);
}

void propre_read_state_1(struct bl_json *in, const struct bl_setup *setup, void *state)
{
    read_state(in, setup, state, false);
}

void propre_read_state_2(struct bl_json *in, const struct bl_setup *setup, void *state)
{
    read_state(in, setup, state, true);
}
