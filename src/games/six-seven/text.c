/* text.c - moves, cards and states of Six-Seven written as text, and moves read from it. */
#include <string.h>

#include "six-seven.h"

/* ---- moves ---------------------------------------------------------------- */

/* Takes `word` off the front of a text. */
static bool take(const char **text, const char *word)
{
    size_t n = strlen(word);
    if (strncmp(*text, word, n) != 0)
        return false;
    *text += n;
    return true;
}

/* 0 to 11 without leading zeros; -1: none. */
static int take_stack_number(const char **text)
{
    const char *p = *text;
    size_t digits = strspn(p, "0123456789");
    if (digits == 0 || digits > 2 || (digits == 2 && p[0] == '0'))
        return -1;
    int n = digits == 1 ? p[0] - '0' : (p[0] - '0') * 10 + p[1] - '0';
    *text += digits;
    return n < MAX_STACKS ? n : -1;
}

/* The whole text names an announcement that a move to this place can have; -1: it does not. */
static int read_announcement(const char *text, int place)
{
    int last = place == TO_MATCH ? BY_SEVEN_SEVEN : BY_SIX_SEVEN;
    for (int by = BY_SIX_SIX; by <= last; by++)
        if (strcmp(text, six_seven_by_names[by]) == 0)
            return by;
    return -1;
}

const char *six_seven_read_move(const void *state, int seat, const char *text, struct bl_play *out,
                                struct bl_text *why)
{
    (void)state, (void)why;
    *out = (struct bl_play){.seat = (int8_t)seat};
    if (strcmp(text, "keep") == 0) {
        out->move = SIX_SEVEN_KEEP;
        return NULL;
    }
    int place = take(&text, "L s")   ? TO_LEFT
                : take(&text, "R s") ? TO_RIGHT
                : take(&text, "M s") ? TO_MATCH
                                     : -1;
    if (place < 0)
        return "a move is L, R or M and a stack, as in 'L s3', or 'keep'";
    int id = take_stack_number(&text);
    if (id < 0)
        return "stacks are s0 to s11";
    int by = BY_NOTHING;
    if (*text != '\0') {
        by = take(&text, " ") ? read_announcement(text, place) : -1;
        if (by < 0)
            return place == TO_MATCH
                       ? "a Match can be announced as six-six or seven-seven, or without a word"
                       : "what can be announced is six-six, seven-seven, zero or six-seven";
    }
    out->move = SIX_SEVEN_MOVE(place, by, id);
    return NULL;
}

void six_seven_put_move(const void *state, const struct bl_play *play, struct bl_text *out)
{
    (void)state;
    static const char *const letters[] = {"L", "R", "M"};
    unsigned place = move_place(play->move), by = move_by(play->move);
    if (place == TO_HAND) {
        bl_put(out, "keep");
        return;
    }
    bl_putf(out, "%s s%d", letters[place], (int)move_stack(play->move));
    if (by != BY_NOTHING)
        bl_putf(out, " %s", six_seven_by_names[by]);
}

/* The card that is placed lies on the table already; a move does not name it. */
void six_seven_put_note(const void *view, const struct bl_play *play, struct bl_text *out)
{
    const struct six_seven *v = view;
    (void)play;
    bl_french_put(out, v->flipped);
}

/* ---- cards ---------------------------------------------------------------- */

void six_seven_put_card(uint16_t item, struct bl_text *out)
{
    bl_french_put(out, (bl_card)item);
}

int six_seven_read_card(const char *text)
{
    bl_card c = bl_french_read(text);
    return c == BL_NO_CARD || text[2] != '\0' ? -1 : c;
}

/* ---- the state ------------------------------------------------------------ */

static void put_card(struct bl_text *out, bl_card c)
{
    char name[4];
    struct bl_text text = BL_TEXT_FIXED(name);
    bl_french_put(&text, c);
    bl_json_put_string(out, name);
}

static void put_card_or_null(struct bl_text *out, const char *key, bl_card c)
{
    bl_json_key(out, key);
    if (c == BL_NO_CARD)
        bl_json_put_null(out);
    else
        put_card(out, c);
}

static void put_cards(struct bl_text *out, const char *key, const bl_card *cards, unsigned n)
{
    bl_json_key(out, key);
    bl_json_open(out, '[');
    for (unsigned i = 0; i < n; i++)
        put_card(out, cards[i]);
    bl_json_close(out, ']');
}

/* A deck is stored with its next card last and written with it first. */
static void put_deck(struct bl_text *out, const char *key, const bl_card *cards, unsigned n)
{
    bl_json_key(out, key);
    bl_json_open(out, '[');
    while (n > 0)
        put_card(out, cards[--n]);
    bl_json_close(out, ']');
}

static void put_stacks(struct bl_text *out, const struct six_seven *s)
{
    bl_json_key(out, "stacks");
    bl_json_open(out, '[');
    for (unsigned id = 0; id < MAX_STACKS; id++) {
        if (!(s->row >> id & 1))
            continue;
        const struct six_stack *st = &s->stacks[id];
        char name[8];
        struct bl_text text = BL_TEXT_FIXED(name);
        bl_putf(&text, "s%d", (int)id);
        bl_json_open(out, '{');
        bl_json_key(out, "id");
        bl_json_put_string(out, name);
        bl_json_key(out, "face");
        put_card(out, st->face);
        put_cards(out, "left", st->pile[0], st->size[0]);
        put_cards(out, "right", st->pile[1], st->size[1]);
        bl_json_close(out, '}');
    }
    bl_json_close(out, ']');
}

/* What a seat collected as its number `order`; NULL: not so many. */
static const struct six_take *find_take(const struct six_seven *s, unsigned seat, unsigned order)
{
    for (unsigned f = 0; f < FACE_CARDS; f++) {
        const struct six_take *t = &s->takes[f];
        if (t->count > 0 && t->seat == seat && t->order == order)
            return t;
    }
    return NULL;
}

static void put_collected(struct bl_text *out, const struct six_seven *s)
{
    bl_json_key(out, "collected");
    bl_json_open(out, '[');
    for (unsigned seat = 0; seat < s->head.setup.players; seat++) {
        const struct six_take *t;
        bl_json_open(out, '[');
        for (unsigned i = 0; (t = find_take(s, seat, i)) != NULL; i++) {
            bl_json_open(out, '{');
            put_cards(out, "cards", t->cards, t->count);
            bl_json_key(out, "by");
            bl_json_put_string(out, six_seven_by_names[t->by]);
            bl_json_close(out, '}');
        }
        bl_json_close(out, ']');
    }
    bl_json_close(out, ']');
}

static void put_kept(struct bl_text *out, const struct six_seven *s)
{
    bl_json_key(out, "kept");
    bl_json_open(out, '[');
    for (unsigned seat = 0; seat < s->head.setup.players; seat++) {
        bl_json_open(out, '[');
        if (s->kept[seat] != BL_NO_CARD)
            put_card(out, s->kept[seat]);
        bl_json_close(out, ']');
    }
    bl_json_close(out, ']');
}

void six_seven_put_state(const void *state, struct bl_text *out)
{
    const struct six_seven *s = state;
    struct bl_result result;
    six_seven_result(s, &result);
    bl_json_open(out, '{');
    bl_json_key(out, "to_move");
    bl_json_put_seat(out, s->head.to_move);
    put_card_or_null(out, "flipped", s->flipped);
    put_deck(out, "numbers", s->numbers, s->numbers_left);
    put_deck(out, "faces", s->faces, s->faces_left);
    put_stacks(out, s);
    put_collected(out, s);
    put_kept(out, s);
    bl_json_key(out, "stuck");
    bl_json_put_seat(out, s->stuck);
    bl_json_key(out, "last_placed");
    bl_json_put_seat(out, s->last_placed);
    bl_json_key(out, "ended");
    if (s->ended == 0)
        bl_json_put_null(out);
    else
        bl_json_put_string(out, six_seven_clauses[s->ended].id);
    bl_json_key(out, "winner");
    bl_json_put_seat(out, result.winner);
    bl_json_close(out, '}');
}
