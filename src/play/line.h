/* line.h - the lines of a transcript: how each is written, and how it is read. */
#ifndef BYLAW_PLAY_LINE_H
#define BYLAW_PLAY_LINE_H

#include "bylaw/game.h"
#include "bylaw/lines.h"
#include "bylaw/step.h"
#include "pledge.h"

/* ---- writing --------------------------------------------------------------- */

/* The header and the start. */
void bl_put_start_lines(struct bl_text *out, const struct bl_game *game, uint64_t seed,
                        const void *state);
/* The line of a move as far as the state before it says what it is; `full`: with the legal moves … */
void bl_put_move_head(struct bl_text *out, const struct bl_game *game, const void *state,
                      const struct bl_play *play, bool full);
/* … and all lines of it: what chance did, then `head`, what was cited, and the state after it unless
 * that is NULL. */
void bl_put_move_lines(struct bl_text *out, const struct bl_game *game, const struct bl_text *head,
                       const struct bl_step *step, const void *state);
/* By the state's result, or "cap" if the game is not over. */
void bl_put_end_line(struct bl_text *out, const struct bl_game *game, const void *state);

/* ---- reading --------------------------------------------------------------- */

enum bl_line_kind {
    BL_LINE_HEADER, BL_LINE_DEALT, BL_LINE_START, BL_LINE_CHANCE, BL_LINE_MOVE, BL_LINE_END
};

/* What a line says. */
struct bl_line {
    enum bl_line_kind kind;
    struct bl_json_doc doc;              /* what the others below are part of */
    uint64_t seed;                       /* of a header … */
    struct bl_pledge pledge;             /* … and what that came of */
    struct bl_chance_event chance;
    int seat;                            /* of a move … */
    const char *move;
    bool has_legal, has_state;
    struct bl_json legal, cites, state;  /* … and of a start */
    struct bl_result result;             /* of an end, without its clause … */
    const char *why;                     /* … whose id or "cap" this is */
};

/* Reads lines one by one, and knows which may follow. Zero but for `verdict` to begin with. */
struct bl_line_reader {
    struct bl_verdict *verdict;          /* gets the first fault */
    uint64_t number;                     /* of the line at hand, from 1 */
    enum { BL_DUE_HEADER, BL_DUE_DEAL, BL_DUE_START, BL_DUE_PLAY } due;   /* DEAL: or the start */
    const struct bl_game *game;          /* as the last header has it */
    struct bl_setup setup;
};

/* The next line: false at the end and after a fault. What it says lasts until it is freed. */
bool bl_read_line(struct bl_line_reader *r, struct bl_lines *lines, struct bl_line *out);
void bl_free_line(struct bl_line *line);

/* Both note a fault unless there was one, in the format of bl_putf, and answer false. */
bool bl_line_fails(struct bl_line_reader *r, uint64_t line, const char *format, ...);
bool bl_line_unreadable(struct bl_line_reader *r, const char *why);

#endif
