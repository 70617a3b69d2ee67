/* cards.h - the helper pack of games that are played with cards: piles, seats, and how cards,
 * hands and seats look on a table for people. */
#ifndef BYLAW_CORE_CARDS_H
#define BYLAW_CORE_CARDS_H

#include <string.h>

#include "bylaw/card.h"
#include "bylaw/notation.h"
#include "bylaw/tell.h"
#include "core/cite.h"

/* ---- piles, for rules -------------------------------------------------------- */

/* The whole pack in the order of its numbers, each card `copies` times; returns how many. */
static inline unsigned bl_fill_pack(bl_card *pile, uint64_t all, unsigned copies)
{
    unsigned n = 0;
    for (; copies > 0; copies--)
        for (uint64_t left = all; left; left &= left - 1)
            pile[n++] = (bl_card)__builtin_ctzll(left);
    return n;
}

/* The next card of a pile, which is its last one. */
static inline bl_card bl_take(bl_card *pile, uint8_t *count)
{
    bl_card c = pile[--*count];
    pile[*count] = 0;
    return c;
}

/* All but the topmost `keep` cards of a pile are shuffled, as chance of this kind, and become the
 * stock, which is empty. Returns how many they are. */
static inline unsigned bl_recycle(bl_card *pile, uint8_t *count, unsigned keep, bl_card *stock,
                                  uint8_t *stock_count, unsigned kind, struct bl_context *cx)
{
    unsigned n = *count > keep ? *count - keep : 0;
    if (n == 0)
        return 0;
    memcpy(stock, pile, n);
    memmove(pile, pile + n, keep);
    memset(pile + keep, 0, n);
    *count = (uint8_t)keep;
    *stock_count = (uint8_t)n;
    bl_chance_shuffle(&cx->chance, kind, stock, n);
    return n;
}

/* ---- seats -------------------------------------------------------------------- */

/* The next seat of a set round the table; the seat itself if it is the only one. */
static inline unsigned bl_next_of(unsigned seats, unsigned seat)
{
    unsigned round = (unsigned)((uint64_t)seats * 0x10001u >> (seat + 1));
    return (seat + 1 + (unsigned)__builtin_ctz(round)) & 15u;
}

/* The lowest seat of a set; -1: it is empty. */
static inline int bl_lowest(unsigned seats)
{
    return seats ? __builtin_ctz(seats) : -1;
}

static inline unsigned bl_all_seats(const struct bl_head *head)
{
    return (1u << head->setup.players) - 1;
}

/* What each seat of a set may hope for, as bl_scores counts, where of two the one that has less left
 * tends to be done first: against another it has the other's share of what both have left. */
void bl_race(const float *left, unsigned seats, unsigned players, float *out);

/* What is left of a hand when the game is over, as a game tells it. */
static inline int bl_tell_hand(int cards, struct bl_story *out)
{
    if (cards > 0)
        bl_tell(out, "%d {card|cards} left", cards);
    else
        bl_tell(out, "no cards left");
    return cards;
}

/* ---- the table for people ------------------------------------------------------ */

/* Writes with the letters of facts, in the reader's language. */
void bl_look_tell(struct bl_text *out, const struct bl_look *look, const char *format, ...);

/* A line that knows how wide it is, and goes on below, indented, where the screen ends. */
struct bl_pen {
    struct bl_text *out;
    const struct bl_look *look;
    int at, indent;
    int viewer;   /* the seat that reads, which pieces may speak to: "{you|%p}" */
};

void bl_pen_put(struct bl_pen *pen, const char *text);
/* What a line is about, in the reader's language, and then up to a column, where it goes on below. */
enum { BL_TITLE = 11 };
void bl_pen_title(struct bl_pen *pen, int column, const char *title);
/* A piece that is kept together, in that language too, `gap` spaces after what is there if anything
 * is; with a gap of 0 it is put where the pen is. One that is longer than a line is wrapped. */
void bl_pen_piece(struct bl_pen *pen, int gap, const char *format, ...);
#define bl_pen_putf(pen, ...) bl_pen_piece(pen, 0, __VA_ARGS__)
/* Makes room for a piece, `gap` spaces after what is there. */
void bl_pen_room(struct bl_pen *pen, int gap, int width);
/* Words with the spaces between them, wrapped. One that is longer than a line is broken where a part
 * of a statement ends, or else where the line does. */
void bl_pen_words(struct bl_pen *pen, const char *words, size_t size);
void bl_pen_number(struct bl_pen *pen, int number, int width);   /* to the right of the width */
void bl_pen_to(struct bl_pen *pen, int column);
void bl_pen_end(struct bl_pen *pen);
/* A card in its colour, with its sign where there are signs; the name of a suit likewise. */
void bl_pen_card(struct bl_pen *pen, const struct bl_pack *pack, bl_card c);
void bl_pen_suit(struct bl_pen *pen, const struct bl_pack *pack, unsigned suit);
void bl_pen_colour(struct bl_pen *pen, const char *code);   /* "1" bold, "0" none … */

/* "seat 1", "seat 0 (you)"; where seats have names "Bruno", "player 2", "you". */
void bl_pen_seat(struct bl_pen *pen, int seat);
/* "Cards      seat 0: 4   you: out (1)   seat 2: 3 <": `outs` are those who went out, in order. */
void bl_put_seats(struct bl_pen *pen, const struct bl_head *head, const uint8_t *cards,
                  const uint8_t *outs, unsigned out_count);
/* "7H 9H KL": a set of cards in pack order. */
void bl_put_set(struct bl_text *out, const struct bl_pack *pack, uint64_t set);
/* "Your hand  7♥ 9♥   K♠", "Your hand  hearts 7H 9H   leaves KL": in pack order; a suit that does not fit begins
 * a new line. */
void bl_put_hand(struct bl_pen *pen, const struct bl_pack *pack, uint64_t hand);

#endif
