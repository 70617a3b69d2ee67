/* notation.h - how moves, cards and tables of a game are written and read.
 *
 * A member that a game has no use for is NULL. */
#ifndef BYLAW_NOTATION_H
#define BYLAW_NOTATION_H

#include "bylaw/catalogue.h"
#include "bylaw/fact.h"
#include "bylaw/rules.h"
#include "bylaw/text.h"

BL_BEGIN
/* How text for people may look. */
struct bl_look {
    bool unicode, colour;
    int columns;
    const char *const *names;   /* of the seats, as in a voice; NULL: they are "seat 0" */
    const struct bl_catalogue *catalogue;   /* NULL: English */
};

/* For what reads moves: says what is wrong with a text, whatever the text is. */
#define BL_WRONG(english)                                            \
    do {                                                             \
        static const struct bl_fact what_is_wrong = {english, NULL}; \
        return &what_is_wrong;                                       \
    } while (0)

struct bl_notation {
    /* The closed moves that can be written, legal or not, are numbered from 0 without gaps, by the
     * set-up; the numbers never change. Called through bl_action_move and bl_action_of, which ask
     * only for numbers below the count, and take an answer to the other question for what it is
     * worth: of a move that has no number it may be any. */
    uint32_t actions;                                       /* how many there are … */
    uint32_t (*action_count)(const struct bl_setup *setup);   /* … or where that depends on it */
    bl_move (*action_move)(const struct bl_setup *setup, uint32_t action);
    uint32_t (*action_of)(const struct bl_setup *setup, bl_move move);
    /* Whether a move without a number can be written all the same: the form of an open one, or one
     * that the numbers leave out since it is always refused. NULL: none can. */
    bool (*is_written)(const struct bl_setup *setup, bl_move move);

    /* Takes the whole of a NUL-terminated text and answers NULL, or what is wrong with it. What an
     * open move says, and what there is to say of this very text, is put on to the end of `room`
     * and lasts as long as that does; the text lies elsewhere. */
    const struct bl_fact *(*read_move)(const void *state, int seat, const char *text,
                                       struct bl_play *out, struct bl_text *room);
    void (*put_move)(const void *state, const struct bl_play *play, struct bl_text *out);
    /* A move as the reader of the view may know it, as members of a JSON object, "kind" the first:
     * what its text says, for those who draw it. NULL: the words of its text say it all. */
    void (*put_parts)(const void *view, const struct bl_play *play, struct bl_text *out);
    /* Takes out of a play, made in `state`, what only its maker may know: the move, which is then
     * BL_NO_MOVE, or what is written in it. NULL: everybody knows all of every move. */
    void (*hide)(const void *state, struct bl_play *play);
    /* What a move's notation leaves to the table and people want to be told with it, such as the
     * card that lay there to be placed; writes nothing if there is nothing. NULL: never. */
    void (*put_note)(const void *view, const struct bl_play *play, struct bl_text *out);
    void (*put_card)(uint16_t item, struct bl_text *out);   /* an item of BL_ITEMS_CARDS */
    int (*read_card)(const char *text);                     /* the item; -1: no card */
    /* What a card named alone means, where no move with it is legal: the one whose refusal tells why.
     * NULL: it is the card as put_move has it, the words of its other cards before it. */
    bl_move (*meant)(const void *view, int card);

    /* The table as `seat` sees it, for people; `view` is that seat's. */
    void (*put_table)(const void *view, int seat, const struct bl_look *look,
                      struct bl_text *out);
    /* Words typed at the table: true if they are a move that counts as said. NULL: nothing that
     * is said counts. */
    bool (*hear)(const void *state, int seat, const char *words, struct bl_play *out);
};

BL_END
#endif
