/* position.h - a whole position as one JSON object: game, players, options,
 * rulings, state. The referee's view: everything is in it. */
#ifndef BYLAW_POSITION_H
#define BYLAW_POSITION_H

#include "bylaw/game.h"

BL_BEGIN
/* {"name":value} of each option and of each ruling of the game, as elements. */
void bl_put_options(struct bl_text *out, const struct bl_game *game, const int32_t *options);
void bl_put_rulings(struct bl_text *out, const struct bl_game *game, const uint8_t *rulings);
/* A state's set-up: "players":N,"options":{…},"rulings":{…} as members. */
void bl_put_setup(struct bl_text *out, const struct bl_game *game, const struct bl_setup *setup);
/* Reads the same members from an object; faults are left in the reader. */
void bl_read_setup(struct bl_json *object, const struct bl_game *game, struct bl_setup *setup);

/* {"game":ID,"players":N,"options":{…},"rulings":{…},"state":{…}} */
void bl_put_position(struct bl_text *out, const struct bl_game *game, const void *state);

/* Reads a position of `game` into `state` (game->state_size bytes). NULL, or what
 * is wrong, which lives in doc->why. */
const char *bl_read_position(const struct bl_game *game, const char *text, size_t size, void *state,
                             struct bl_json_doc *doc);

/* The same of a game that is played with fewer cards: the position may leave cards of the pack
 * out, where the game can do without. For searches of small instances. */
const char *bl_read_small_position(const struct bl_game *game, const char *text, size_t size,
                                   void *state, struct bl_json_doc *doc);

/* Reads what a seat knows of a position, as bl_put_state writes a view: what is hidden is not there. */
const char *bl_read_view(const struct bl_game *game, const struct bl_setup *setup, const char *text,
                         size_t size, void *state, struct bl_json_doc *doc);

/* Clauses of a trace that made a move legal or changed the state, each once, in
 * the order in which they were first applied. Returns how many (at most room). */
uint32_t bl_cites(const struct bl_trace *trace, bl_cite *out, uint32_t room);

BL_END
#endif
