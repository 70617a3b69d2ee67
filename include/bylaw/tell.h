/* tell.h - what happens at a table, told in sentences.
 *
 * A story is made for one reader, of what that reader may see, and of nothing else: the views before
 * and after a move, the move as the reader may know it, and the account of it. Its sentences are
 * facts, so that they become words in the reader's language (bl_put_fact, with a voice that has the
 * names of the seats and says who the reader is); each names the clauses that it rests on. */
#ifndef BYLAW_TELL_H
#define BYLAW_TELL_H

#include "bylaw/rules.h"
#include "bylaw/text.h"

BL_BEGIN
/* ---- what the rules said ---------------------------------------------------- */

struct bl_reason {
    bl_cite clause;
    enum bl_mark mark;
    struct bl_fact fact;   /* none, or none that the reader may know, has the format "" */
};

struct bl_account {
    uint32_t count;
    struct bl_reason reasons[BL_TRACE_MAX];
};

/* ---- stories ------------------------------------------------------------------ */

#define BL_SENTENCES 24
#define BL_STORY_ARGS 96

struct bl_sentence {
    struct bl_fact fact;
    const bl_cite *clauses;
    uint32_t clause_count;
};

/* Sentences point into their story: it is not copied. */
struct bl_story {
    uint32_t count, arg_count, clause_count;
    struct bl_sentence sentences[BL_SENTENCES];
    struct bl_arg args[BL_STORY_ARGS];
    bl_cite clauses[BL_TRACE_MAX + 256];
    struct bl_text texts;              /* what arguments say; over `room` */
    char room[8192];
    const struct bl_account *account;  /* of the move that is told; NULL: it is no move */
    const struct bl_telling *telling;  /* whose it is */
};

/* How a game is told; a part of its contract. */
struct bl_telling {
    /* A move that was made, in the past tense, what matters first. `before` and `after` are the
     * reader's views, `play` what the reader may know of it (its move may be BL_NO_MOVE). */
    void (*move)(const void *before, const void *after, const struct bl_play *play,
                 struct bl_story *out);
    /* A legal move as what it does, for whoever may make it: "end the turn and draw 5". */
    void (*offer)(const void *view, const struct bl_play *play, struct bl_story *out);
    /* The same in a few words, for a list under the name of its card: "across: counts as 3D". Moves that
     * come to the same are told alike, by `offer` too. Nothing is told of a move without a card; NULL: a
     * card is played in one way, or in ways that need all their words. */
    void (*way)(const void *view, const struct bl_play *play, struct bl_story *out);
    /* What is asked of the seat to move. */
    void (*due)(const void *view, struct bl_story *out);
    /* In a word or two, where it is no ordinary turn: "Your vote"; NULL: it is one. And where it never
     * is, there is no such function. */
    const char *(*call)(const void *view);
    /* What decided a game that is over. */
    void (*end)(const void *view, struct bl_story *out);
    /* What a seat has when the game is over, in words without a full stop: "3 cards left". Gives how much
     * that is, less being better, to put those in order whom the rules do not. */
    int (*left)(const void *view, int seat, struct bl_story *out);
    /* How the statements in its sentences are said, as in a voice; NULL: it has none. */
    bool (*plain)(struct bl_text *out, const char *statement, const struct bl_voice *voice);
};

/* For a game's telling: adds a sentence, in the letters of facts; and says what the last one rests
 * on. Of a move only those clauses are kept that its account has, and those that no sentence claims
 * go with the first. */
void bl_tell(struct bl_story *s, const char *format, ...);
void bl_rests(struct bl_story *s, const bl_cite *clauses);   /* 0 ends them */
#define BL_RESTS(s, ...) bl_rests(s, (const bl_cite[]){__VA_ARGS__, 0})
/* What the account of the move says of a clause: its first reason; NULL: the clause had no part. */
const struct bl_reason *bl_met(const struct bl_story *s, bl_cite clause);

/* ---- for those who read them --------------------------------------------------- */

struct bl_game;

void bl_tell_move(const struct bl_game *game, const void *before, const void *after,
                  const struct bl_play *play, const struct bl_account *account,
                  struct bl_story *out);
/* All of these are made from a view; an offer from that of the seat to move. */
void bl_tell_offer(const struct bl_game *game, const void *view, const struct bl_play *play,
                   struct bl_story *out);
/* Without a sentence where the game tells nothing. */
void bl_tell_way(const struct bl_game *game, const void *view, const struct bl_play *play,
                 struct bl_story *out);
/* What speaks for a move that may be made, in two sentences at most; there may be none. */
void bl_tell_reason(const struct bl_game *game, const void *view, const struct bl_play *play,
                    struct bl_story *out);
void bl_tell_due(const struct bl_game *game, const void *view, struct bl_story *out);
/* In a word or two, not translated yet; "": it is a turn like any other, or the game is over. */
const char *bl_call(const struct bl_game *game, const void *view);
void bl_tell_end(const struct bl_game *game, const void *view, struct bl_story *out);
void bl_tell_left(const struct bl_game *game, const void *view, int seat, struct bl_story *out);
/* Everybody at the end of a game: first those that its result ranks, then the others, who has least left
 * first. Returns how many there are. */
unsigned bl_standing(const struct bl_game *game, const void *view, const struct bl_result *result,
                     uint8_t seats[BL_MAX_SEATS]);

/* The sentences one after another, a space between them. */
void bl_put_story(struct bl_text *out, const struct bl_story *s, const struct bl_voice *voice);
/* [{"text","parts","clauses":[…]}] */
void bl_json_put_story(struct bl_text *out, const struct bl_game *game, const struct bl_story *s,
                       const struct bl_voice *voice);

BL_END
#endif
