/* match.h - a table: who sits where, what happened, and what each may know of it.
 *
 * A match knows nothing of terminals or networks. Moves go in as text, as words
 * or as plays; what comes out for a seat is made from that seat's view. */
#ifndef BYLAW_MATCH_H
#define BYLAW_MATCH_H

#include "bylaw/bot.h"
#include "bylaw/game.h"

BL_BEGIN
struct bl_match;

/* Where matches are worked on: whole states, traces, lists. It is large, and a match is small; so
 * many may share one, of any games, as long as only one thread at a time uses them. What a match
 * gives to look at is good until the next call on a match of the same room. */
struct bl_room;
struct bl_room *bl_room_open(void);
void bl_room_close(struct bl_room *room);   /* after the last of its matches is freed */

#define BL_REFEREE (-2)   /* as a reader of a match: sees everything */

/* ---- the table ------------------------------------------------------------ */

/* Deals. `setup` is resolved; `bots` has one entry a seat, NULL for a person. Without a room
 * (NULL) the match has one of its own. */
struct bl_match *bl_match_new(struct bl_room *room, const struct bl_game *game,
                              const struct bl_setup *setup, uint64_t seed,
                              const struct bl_bot *const *bots);
/* The same from any position, all seats persons. What it has for a transcript begins there, which
 * none may: it is not for keeping. */
struct bl_match *bl_match_at(struct bl_room *room, const struct bl_game *game, const void *state,
                             uint64_t seed);
/* The match that a transcript of one game leads to, all seats persons; it goes on as it
 * would have gone on then. NULL: `why` names the line and what is wrong with it. */
struct bl_match *bl_match_resume(struct bl_room *room, const char *text, size_t size,
                                 struct bl_text *why);
void bl_match_free(struct bl_match *m);
/* Seats a bot, or a person (NULL). */
void bl_match_seat(struct bl_match *m, int seat, const struct bl_bot *bot);

const struct bl_game *bl_match_game(const struct bl_match *m);
const struct bl_setup *bl_match_setup(const struct bl_match *m);
uint64_t bl_match_seed(const struct bl_match *m);
const struct bl_bot *bl_match_bot(const struct bl_match *m, int seat);   /* NULL: a person */
int bl_match_to_move(const struct bl_match *m);                          /* -1: over */
void bl_match_result(const struct bl_match *m, struct bl_result *out);

/* What a reader (a seat, BL_SPECTATOR, BL_REFEREE) may know; a state as far as it is in use. */
const void *bl_match_view(struct bl_match *m, int seat);
/* The same as it was before move `number`, counted from 0; their count: as it is now. */
const void *bl_match_view_at(struct bl_match *m, uint32_t number, int seat);
/* What a seat has seen up to then, for bots that recall. It is kept as the match goes, in the room, for
 * the match last asked; for another it is made anew. */
const struct bl_past *bl_match_past(struct bl_match *m, uint32_t number, int seat);
/* The legal moves of the seat to move; the list is good until the match changes, or another of its
 * room is asked for its own. */
uint32_t bl_match_moves(struct bl_match *m, const bl_move **out);
/* A move as the game writes it for a seat that sees only its own view. */
void bl_match_put_move(struct bl_match *m, int reader, const struct bl_play *play,
                       struct bl_text *out);

/* ---- moves in ------------------------------------------------------------- */

enum bl_match_answer {
    BL_ACCEPTED,     /* carried out */
    BL_FORBIDDEN,    /* refused by `clause`; `fact` is what that met with */
    BL_UNREADABLE,   /* not in the notation; `fact` is what is wrong */
    BL_CHATTER       /* words that mean nothing to the game */
};

struct bl_reply {
    enum bl_match_answer answer;
    bl_cite clause;
    struct bl_fact fact;
};

/* Any seat may submit anything at any time: the rules answer. A refusal changes nothing. */
void bl_match_submit(struct bl_match *m, int seat, const char *text, struct bl_reply *reply);
void bl_match_play(struct bl_match *m, const struct bl_play *play, struct bl_reply *reply);
/* Words said at the table: carried out if they count as a move. */
void bl_match_hear(struct bl_match *m, int seat, const char *words, struct bl_reply *reply);
/* Lets the bot to move choose; false if a person is to move or the game is over. A bot sees only
 * its view, and may be wrong: if its move is refused, a legal one is made in its place … */
bool bl_match_bot_move(struct bl_match *m);
/* From here on bots may be stopped: what was thought then is no move, and bl_match_bot_move gives
 * false; asked again, the bot thinks anew. NULL: without end. */
void bl_match_patience(struct bl_match *m, const struct bl_patience *patience);
/* … and counted here. */
uint32_t bl_match_refused(const struct bl_match *m, int seat);

/* Takes back the last move of a seat (a bot's only where bots sit alone) and all that followed. False:
 * `why` says why not, to the voice. In a game that hides something, nothing goes back once another seat has moved,
 * whatever it did; and what a person has been shown never does. */
bool bl_match_undo(struct bl_match *m, int seat, const struct bl_voice *voice, struct bl_text *why);
/* Whether it would be taken back. */
bool bl_match_may_undo(struct bl_match *m, int seat, const struct bl_voice *voice,
                       struct bl_text *why);

/* A match is strict, unless it is made casual before its first move: then neither of the two holds,
 * and who takes back knows what was shown. Its transcript has every course that was left, as a game
 * of the same header and start, before the one that stands; one without moves if none was left. */
void bl_match_be_casual(struct bl_match *m);
/* Or those who play agree on each move that goes back, which whoever asks here has seen to: then it is
 * the same, but without a mark as long as no move went back. */
void bl_match_by_consent(struct bl_match *m);
bool bl_match_is_casual(const struct bl_match *m);
uint32_t bl_match_taken_back(const struct bl_match *m);   /* moves that were, strict or casual */

/* ---- what happened, and why ----------------------------------------------- */

struct bl_event {
    int seat;
    struct bl_play play;         /* all of it, whoever reads */
    const char *move;            /* as its reader may see it */
    const char *note;            /* what the move's notation leaves unsaid; "": nothing */
    struct bl_account account;   /* what made it legal, and what it changed */
};

uint32_t bl_match_count(const struct bl_match *m);   /* moves made so far */
int bl_match_mover(const struct bl_match *m, uint32_t number);   /* whose it was; from 0 */
/* The last move was made by a bot that plays on for who sits there; whether such a one made it. */
void bl_match_by_stand_in(struct bl_match *m);
bool bl_match_stood_in(const struct bl_match *m, uint32_t number);
/* Move number `number`, counted from 0, as `reader` may know it. The last one made, and those that
 * are told one after another, take a step each; going back, the match is played again. */
void bl_match_event(struct bl_match *m, uint32_t number, int reader, struct bl_event *out);
/* The same, and told in sentences. */
void bl_match_tell(struct bl_match *m, uint32_t number, int reader, struct bl_event *event,
                   struct bl_story *out);

/* What would be allowed in place of what a seat wanted (NULL: of nothing that could be read): up to
 * BL_FEW_MOVES of its legal moves, those first that have most in common with it; what was refused is
 * none of them. Returns how many: 0 where the seat is not to move. */
#define BL_FEW_MOVES 6
uint32_t bl_match_instead(struct bl_match *m, int seat, const struct bl_play *refused,
                          bl_move out[BL_FEW_MOVES]);

/* What the rules say to a move without making it: 0, or the clause that refuses it. For a
 * legal one the account goes on with the effects that are sure, as far as the seat can see. */
bl_cite bl_match_explain(struct bl_match *m, const struct bl_play *play, struct bl_account *out);
/* The same in place of move `number`; their count: now. */
bl_cite bl_match_explain_at(struct bl_match *m, uint32_t number, const struct bl_play *play,
                            struct bl_account *out);
/* What would be due after a legal move in place of move `number`, or what would decide the game, told
 * to the seat that makes it: only what is so whatever that seat cannot see; else nothing. */
void bl_match_foretell(struct bl_match *m, uint32_t number, const struct bl_play *play,
                       struct bl_story *out);
/* Reads a move as `seat` writes it: NULL, or what is wrong with it. */
const struct bl_fact *bl_match_read(struct bl_match *m, int seat, const char *text,
                                    struct bl_play *out);

/* The game so far as a transcript: everything is in it, hidden or not. It is made by playing the
 * match again, and good until another is asked for in the same room. */
const struct bl_text *bl_match_transcript(struct bl_match *m);
/* The line that ends the transcript of a game that is left unfinished ("cap"). */
void bl_match_put_cap(const struct bl_match *m, struct bl_text *out);

BL_END
#endif
