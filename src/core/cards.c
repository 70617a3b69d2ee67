/* cards.c - cards, hands and seats on a table for people. */
#include "cards.h"

#include "base/utf8.h"

void bl_pen_put(struct bl_pen *pen, const char *text)
{
    bl_put(pen->out, text);
    pen->at += (int)bl_utf8_count(text, strlen(text));
}

void bl_look_tell(struct bl_text *out, const struct bl_look *look, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    bl_tellfv(out, &(struct bl_voice){.catalogue = look->catalogue}, format, args);
    va_end(args);
}

void bl_pen_piece(struct bl_pen *pen, int gap, const char *format, ...)
{
    char room[128] = "";
    struct bl_text text = BL_TEXT_FIXED(room);
    va_list args;
    va_start(args, format);
    bl_tellfv(&text, &(struct bl_voice){.catalogue = pen->look->catalogue, .names = pen->look->names,
                                        .you = pen->viewer}, format, args);
    va_end(args);
    int width = (int)bl_utf8_count(room, strlen(room));
    if (gap > 0)
        bl_pen_room(pen, pen->at > 0 ? gap : 0, width);
    if (pen->at + width > pen->look->columns)
        bl_pen_words(pen, room, strlen(room));
    else
        bl_pen_put(pen, room);
}

void bl_pen_title(struct bl_pen *pen, int column, const char *title)
{
    bl_pen_put(pen, bl_say(pen->look->catalogue, title));
    bl_pen_to(pen, column);
    pen->indent = column;
}

void bl_pen_end(struct bl_pen *pen)
{
    bl_put_char(pen->out, '\n');
    pen->at = 0;
}

void bl_pen_to(struct bl_pen *pen, int column)
{
    while (pen->at < column)
        bl_pen_put(pen, " ");
}

void bl_pen_room(struct bl_pen *pen, int gap, int width)
{
    if (pen->at > pen->indent && pen->at + gap + width > pen->look->columns) {
        bl_pen_end(pen);
        gap = pen->indent;
    }
    bl_pen_to(pen, pen->at + gap);
}

/* The bytes of the longest beginning of a word that fits in `room` columns: up to a sign after which
 * a part of a statement may begin, or else as much as fits. */
static size_t piece_of(const char *word, size_t bytes, int room)
{
    size_t at = 0, best = 0;
    for (int width = 0; at < bytes && width < room; width++) {
        size_t next = at + bl_utf8_bytes(word + at, 1);
        if (strchr(",)", word[at]) || (unsigned char)word[at] >= 0x80)
            best = next;
        at = next;
    }
    return at == bytes || best == 0 ? at : best;
}

void bl_pen_words(struct bl_pen *pen, const char *words, size_t size)
{
    int gap = 0;
    for (const char *end = words + size; words < end; words += gap) {
        size_t left = strcspn(words, " \n");
        left = left < (size_t)(end - words) ? left : (size_t)(end - words);
        bl_pen_room(pen, gap, (int)bl_utf8_count(words, left));
        while (left > 0) {
            size_t piece = piece_of(words, left, pen->look->columns - pen->at);
            bl_put_bytes(pen->out, words, piece);
            pen->at += (int)bl_utf8_count(words, piece);
            words += piece;
            left -= piece;
            if (left > 0) {
                bl_pen_end(pen);
                bl_pen_to(pen, pen->indent);
            }
        }
        gap = (int)strspn(words, " ");
    }
}

void bl_pen_number(struct bl_pen *pen, int number, int width)
{
    char digits[16];
    struct bl_text text = BL_TEXT_FIXED(digits);
    bl_put_int(&text, number);
    bl_pen_to(pen, pen->at + width - (int)text.len);
    bl_pen_put(pen, digits);
}

void bl_pen_colour(struct bl_pen *pen, const char *code)
{
    if (pen->look->colour)
        bl_putf(pen->out, "\033[%sm", code);
}

void bl_pen_card(struct bl_pen *pen, const struct bl_pack *pack, bl_card c)
{
    unsigned suit = bl_suit_of(pack, c);
    if (pen->look->colour)
        bl_put(pen->out, pack->colours[suit]);
    if (pack->plain || !pen->look->unicode) {
        bl_card_put(pack, c, pen->out);
    } else {
        bl_put_char(pen->out, pack->rank_letters[bl_rank_of(pack, c)]);
        bl_put(pen->out, pack->signs[suit]);
    }
    pen->at += 2;
    bl_pen_colour(pen, "0");
}

void bl_pen_suit(struct bl_pen *pen, const struct bl_pack *pack, unsigned suit)
{
    if (pen->look->colour)
        bl_put(pen->out, pack->colours[suit]);
    if (pen->look->unicode && !pack->plain)
        bl_pen_putf(pen, "%s ", pack->signs[suit]);
    bl_pen_put(pen, bl_suit_say(pen->look->catalogue, pack, suit));
    bl_pen_colour(pen, "0");
}

void bl_pen_seat(struct bl_pen *pen, int seat)
{
    int viewer = pen->viewer;
    const char *const *names = pen->look->names;
    if (seat == viewer && names)
        bl_pen_putf(pen, "you");
    else if (names && names[seat])
        bl_pen_put(pen, names[seat]);
    else
        bl_pen_putf(pen, names ? FACT("player %d") : seat == viewer ? FACT("seat %d (you)") : FACT("seat %d"),
                    names ? seat + 1 : seat);
}

static void put_count(struct bl_pen *pen, int place, int cards)
{
    if (place > 0)
        bl_pen_putf(pen, "out (%d)", place);
    else
        bl_pen_putf(pen, "%d", cards);
}

static void put_seat(struct bl_pen *pen, int seat, int place, int cards, bool moves)
{
    if (seat == pen->viewer)
        bl_pen_putf(pen, "you");
    else
        bl_pen_seat(pen, seat);
    bl_pen_put(pen, ": ");
    put_count(pen, place, cards);
    bl_pen_put(pen, moves ? " <" : "");
}

void bl_put_seats(struct bl_pen *pen, const struct bl_head *head, const uint8_t *cards,
                  const uint8_t *outs, unsigned out_count)
{
    enum { A_LINE = 4, GAP = 3 };
    int in_line = 0;
    for (int seat = 0; seat < head->setup.players; seat++) {
        unsigned place = 0;
        while (place < out_count && outs[place] != seat)
            place++;
        char room[128] = "";
        struct bl_text text = BL_TEXT_FIXED(room);
        struct bl_pen trial = {.out = &text, .look = pen->look, .viewer = pen->viewer};
        put_seat(&trial, seat, place < out_count ? (int)place + 1 : 0, cards[seat], true);
        bool fits = seat > 0 && in_line < A_LINE && pen->at + GAP + trial.at <= pen->look->columns;
        in_line = fits ? in_line + 1 : 1;
        if (seat == 0)
            bl_pen_title(pen, BL_TITLE, "Cards");
        else if (!fits)
            bl_pen_end(pen);
        bl_pen_to(pen, fits ? pen->at + GAP : BL_TITLE);
        put_seat(pen, seat, place < out_count ? (int)place + 1 : 0, cards[seat], seat == head->to_move);
    }
    bl_pen_end(pen);
}

void bl_put_set(struct bl_text *out, const struct bl_pack *pack, uint64_t set)
{
    const char *gap = "";
    for (unsigned place = 0; place < (unsigned)pack->ranks * pack->suits; place++) {
        bl_card c = bl_card_at(pack, place);
        if (!(set >> c & 1))
            continue;
        bl_put(out, gap);
        bl_card_put(pack, c, out);
        gap = " ";
    }
}

void bl_put_hand(struct bl_pen *pen, const struct bl_pack *pack, uint64_t hand)
{
    bl_pen_title(pen, BL_TITLE - 1, "Your hand");
    pen->indent = pen->at;
    for (unsigned suit = 0; suit < pack->suits; suit++) {
        bl_card of_suit[16];
        unsigned n = 0;
        for (unsigned rank = 0; rank < pack->ranks; rank++) {
            bl_card c = bl_card_at(pack, suit * pack->ranks + rank);
            if (hand >> c & 1)
                of_suit[n++] = c;
        }
        /* Suits without signs are named, so that their letters are learned. */
        const char *name = n > 0 && pack->plain ? bl_suit_say(pen->look->catalogue, pack, suit) : "";
        if (n > 0 && pen->at > pen->indent)
            bl_pen_room(pen, 2, 3 * (int)n + (*name ? (int)bl_utf8_count(name, strlen(name)) + 1 : 0));
        if (*name) {
            bl_pen_put(pen, " ");
            bl_pen_put(pen, name);
        }
        for (unsigned i = 0; i < n; i++) {
            bl_pen_put(pen, " ");
            bl_pen_card(pen, pack, of_suit[i]);
        }
    }
    bl_pen_end(pen);
}

void bl_race(const float *left, unsigned seats, unsigned players, float *out)
{
    float all = (float)(players - 1);
    for (unsigned i = 0; i < players; i++)
        out[i] = 0;
    for (unsigned i = 0; i < players; i++)
        for (unsigned j = 0; j < i; j++) {
            if (!(seats >> i & seats >> j & 1))
                continue;
            float first = left[j] / (left[i] + left[j]);
            out[i] += first / all;
            out[j] += (1 - first) / all;
        }
}

