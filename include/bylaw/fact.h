/* fact.h - facts: what a clause met with, as data.
 *
 * A fact is its format, which is its name, and its arguments, recorded as they are. It becomes
 * words only when somebody reads it, in the reader's language: the English format is the key of
 * the catalogues. The letters of a format:
 *
 *     %d  a number              %t  a truth
 *     %p  a seat                %w  a word that catalogues have too ("hearts", "power")
 *     %F  a French card         %f  a French suit
 *     %G  a German card         %g  a German suit
 *     %C  French cards: 7H 9C   %D  German cards, as text with a space between
 *     %i  a written card: #4    %l  a statement        %s  any other text, as it is
 *     %%  a per cent sign
 *
 * {one|more} chooses by a number: 1, or another; {one|few|many}, as some languages need it: 1, 2 to
 * 4, or another. {you|%p} chooses by a seat: whether it is the reader's. What chooses is the number
 * or seat inside, or else the last one before: "{You draw|%p draws} {a card|%d cards}".
 *
 * A translation has the letters of its key, each once, or numbered in another order: "%2$d of %1$p".
 * In languages with cases it says by a star that cards are the object of a verb, "položiť %*F", for
 * those who say cards in words.
 * One that has others, or a choice that nothing chooses, is not used.
 *
 * Numbers, truths, seats, cards and suits are given as int, the rest as text. */
#ifndef BYLAW_FACT_H
#define BYLAW_FACT_H

#include <stdarg.h>

#include "bylaw/catalogue.h"
#include "bylaw/text.h"

BL_BEGIN
struct bl_arg {
    char kind;           /* the letter of its format */
    int32_t number;
    const char *text;    /* of %w, %l, %s, %C and %D */
};

struct bl_fact {
    const char *format;           /* "": there is none */
    const struct bl_arg *args;    /* one for each letter, in order */
};

/* How facts are told; NULL: in English, as files have it. */
struct bl_voice {
    const struct bl_catalogue *catalogue;   /* NULL: English */
    bool signs;                             /* French cards with the signs of their suits: 7♥ */
    /* What the seats are called, as many as there are; one without a name is "Player 1", counted
     * from 1. NULL: seats are told as files have them, and nobody is spoken to. */
    const char *const *names;
    int you;                                /* with names: the reader's seat; -1: none of them */
    /* A statement in words; false: it keeps its signs, as all do where this is NULL. */
    bool (*plain)(struct bl_text *out, const char *statement, const struct bl_voice *voice);
};

/* Marks a format or a word that stands apart from its use, for those who look for what to
 * translate. */
#define FACT(english) english

/* The facts of numbers that change: a name, from, to; and the same of a seat. */
#define BL_FACT_CHANGE FACT("%w: %d to %d")
#define BL_FACT_CHANGE_OF FACT("{your|%p's} %w: %d to %d")

bool bl_same_fact(const struct bl_fact *a, const struct bl_fact *b);
void bl_put_fact(struct bl_text *out, const struct bl_fact *fact, const struct bl_voice *voice);
/* {"text":…,"format":…,"args":[…]}: numbers and seats as numbers, truths as truths, cards, suits,
 * words and statements as text. To a voice also "parts", the text in pieces: cards, suits, seats
 * and statements apart, {"F":"7H"}, {"p":0}, {"l":"tT","plain":…} where it is in words, for those
 * who draw them; a card that is the object of a verb has "object":true. */
void bl_json_put_fact(struct bl_text *out, const struct bl_fact *fact, const struct bl_voice *voice);
/* "text" and "parts" alone, as members. */
void bl_json_put_words(struct bl_text *out, const struct bl_fact *fact, const struct bl_voice *voice);

/* Compact JSON as the format has it, with ' for ": "{'id':%s,'seat':%p". A comma comes first where
 * one is due, which is not before a bracket that closes; brackets may be left open. %s is a string,
 * NULL is null, %d a number, %u a uint64_t, %r a double with six places, %t a truth, %p a seat, which
 * is null below 0, %F and %G a card. */
void bl_json_putf(struct bl_text *out, const char *format, ...);

/* The next letter of a format after a per cent sign, from `*at` on, which moves behind it; '\0':
 * there is none. "%%" is passed over. */
char bl_format_letter(const char **at);
/* The argument of a letter. */
struct bl_arg bl_format_arg(char letter, va_list *args);
/* All of a format, put on to the end of a list of `*count` that has room for `most`; texts that are
 * not the program's own words are copied into `texts`, and cut where that is full. False: there is
 * no room for so many, and the list is as it was. */
bool bl_keep_args(const char *format, va_list *args, struct bl_arg *list, uint32_t *count,
                  uint32_t most, struct bl_text *texts);

/* Writes with the letters of facts: in English; to a voice. */
void bl_putf(struct bl_text *t, const char *format, ...);
void bl_tellfv(struct bl_text *t, const struct bl_voice *voice, const char *format, va_list args);

BL_END
#endif
