/* play.h - a game at the terminal: what the files of `bylaw play` share. */
#ifndef BYLAW_CLI_PLAY_H
#define BYLAW_CLI_PLAY_H

#include <string.h>

#include "bylaw/match.h"
#include "cli.h"

#define PLAY_MAX_LINE 65536   /* bytes of a line that is typed */

/* What the terminal can do; all false over a pipe. */
struct screen {
    bool typed;      /* somebody sits at standard input */
    bool terminal;   /* standard output shows a screen that can be cleared */
    bool ascii;      /* no signs beyond ASCII: --plain, or a locale without them */
    struct bl_look look;
    int rows;
};

struct session;
struct word;
struct play_completion;
struct learn_words;

/* What a game may add to play at the terminal; every member but `game` may be NULL. */
struct play_extra {
    const char *game;
    const struct word *words;           /* its own commands */
    bool cards_have_numbers;            /* #3 is a card, not the third move of the list */
    /* The whole table, and all moves, in place of the usual ones. */
    void (*put_table)(struct bl_text *out, struct session *s, int reader);
    void (*put_moves)(struct bl_text *out, struct session *s);
    /* The table and the moves of a turn, in place of the usual ones. */
    void (*put_turn)(struct bl_text *out, struct session *s, int seat);
    /* A move that was made, if it takes more than a line; ends with a newline. */
    void (*put_news)(struct bl_text *out, const struct session *s, const char *line);
    /* A text that may have long statements in it; as cli_put_wrapped. */
    void (*put_wrapped)(struct bl_text *out, const struct session *s, const char *text, int at,
                        int indent);
    /* What was typed, before anything else looks at it; false: it is not for this game alone. */
    bool (*obey)(struct session *s, const char *text);
    void (*leave)(struct session *s);   /* frees s->extra */
    /* While a line is typed at the table, as in struct play_live. */
    void (*status)(struct session *s, const char *typed, struct bl_text *out);
    bool (*complete)(struct session *s, const char *before, struct play_completion *out);
    /* What a lesson says before a line is asked for at the table. */
    void (*teach)(struct session *s, struct learn_words *out);
    /* What is said, for this screen. */
    void (*put_text)(struct bl_text *out, const struct session *s, const char *text);
};

extern const struct play_extra wars_extra;
/* What a game adds; one without members where it adds nothing. */
const struct play_extra *play_extra(const struct bl_game *game);
static inline bool play_has_lesson(const struct bl_game *game)
{
    return game->teaching != NULL;
}

/* Whether an option of the call may be given with --tutorial. */
bool goes_with_lesson(const char *option);

struct session {
    struct bl_match *m;
    const struct bl_game *game;
    struct screen screen;
    const char *save;               /* where the game is kept; NULL: nowhere */
    const char *persons, *bots;     /* who sits where, as the call said; NULL: it did not */
    char *kept;                     /* a file of this game that may be written over; or NULL */
    uint32_t saved;                 /* moves that are in it; UINT32_MAX: another game's */
    bool call_shown;                /* it was said how to go on from there */
    bool watched;
    struct tutor *tutor;            /* NULL: no guided game */
    bool taught;                    /* what it says of this turn stands there already */
    bool from_menu;                 /* it was chosen there: a lesson that was saved goes on as one */
    bool from_position;             /* it began there, and is kept as one */
    bool capped;                    /* left unfinished by --cap */
    bool given_up;                  /* by who sits at the keyboard: it is over as it stands */
    struct bl_text refused;         /* what was refused last, of which seat, */
    int refused_seat;
    uint32_t refused_at;            /* and the moves made before it, and one more; 0: nothing was */
    uint32_t told[BL_MAX_SEATS];    /* moves that the person there has been shown */
    const char *names[BL_MAX_SEATS];   /* of the bots; NULL: a person */
    bool terse;                     /* moves are told by their notation alone */
    int at_keyboard;                /* the seat that typed last; -1: nobody yet */
    const char *rest;               /* what it typed after the word of a command */
    bool done;                      /* somebody typed `quit` */
    bool again;                     /* or, when the game was over, `again` */
    bool sure;                      /* who presses Enter again when it is over leaves */
    bool lesson, menu;              /* or `lesson` or `menu`, at any time */
    struct bl_text page;            /* what is about to be shown */
    void *extra;                    /* what the game's own part of play keeps */
    /* At a table of a server, of which `m` has no more than this seat knows: makes a move there. */
    bool (*submit)(struct session *s, const char *move);
    uint32_t before;                /* moves that were made there before `m` begins */
};

/* Whether nothing more is to be done in the game. */
static inline bool play_over(const struct session *s)
{
    return s->given_up || bl_match_to_move(s->m) < 0;
}

/* Moves made so far, wherever. */
static inline uint32_t play_made(const struct session *s)
{
    return s->before + bl_match_count(s->m);
}

/* Whether nobody has played it here before; from now on somebody has (play_first.c). */
bool play_is_first(const struct bl_game *game);
/* Whether nobody has played anything here before. */
bool play_knows_nothing(void);

/* ---- a guided game (play_learn.c) ------------------------------------------ */

struct bl_draft;
struct bl_draft_card;
/* What a lesson says: why, in paragraphs, and what to type. The texts are the caller's, and empty. */
struct learn_words {
    struct bl_text why, type;
    int rows;   /* that the second takes: it is not wrapped but by the terminal, and may be copied */
};
void learn_begin(struct session *s);
/* The lesson for what is asked for now: at the table, or at a place in what the pupil writes. */
void learn_prompt(struct session *s, unsigned place, const struct bl_draft *draft,
                  const struct bl_draft_card *card, struct learn_words *out);
/* Shows it, and frees the texts. */
void learn_show(struct learn_words *words);
/* What was told when a line was asked for last is told again the next time. */
void learn_forget(struct session *s);
/* What the rule of the pupil's last move meant, if nothing has happened since; and when the game is
 * over, what is left to say. */
void learn_meant(struct session *s);
/* Leaves a suggestion out; false: there is no guided game. */
bool learn_skip(struct session *s);

/* ---- input (play_line.c) -------------------------------------------------- */

enum line_got {
    LINE_READ,
    LINE_END,           /* nothing more will come */
    LINE_INTERRUPTED,   /* by a signal: see play_signal */
    LINE_TOO_LONG,      /* left out */
    LINE_NOT_TEXT,      /* left out: control bytes, or not UTF-8 */
    LINE_KEYS           /* left out: arrow keys within what was typed, and no editor */
};

/* From here on signals only count while the program waits for input. */
void play_catch_signals(void);
/* The signal that came, 0 for none; lets one come if it is due, after at most `wait` ms. */
int play_signal(unsigned wait);
/* Whether SIGTERM and SIGHUP end the program where it is: nothing is being written then. */
void play_end_at_once(bool so);
/* Forgets Ctrl-C, when that has stopped what it was meant to stop. */
void play_forget_interrupt(void);
/* Reads a line from standard input into `line`, without its newline, after a prompt. */
enum line_got play_read_line(const char *prompt, char line[PLAY_MAX_LINE]);
/* Whether a line was left out; it is said why. */
bool play_odd_line(enum line_got got);
/* The next byte of standard input; -1 at the end, -2 on a signal. */
int play_next_byte(void);
/* What else is waited for while somebody may type: a table of a server. */
struct play_beside {
    /* The socket, or -1; whether it waits to write; the milliseconds until it is to go on anyway. */
    int (*waits)(bool *write, int *ms);
    /* Goes on; what is to be told comes into `out`. False: nothing more is to be read. */
    bool (*go)(struct bl_text *out);
};
extern const struct play_beside *play_beside;   /* NULL: nothing */
/* Waits until something comes; 1: it is input, which counts if `typed` says so; -1: there is none any
 * more; 0: anything else, or a signal. */
int play_wait(bool typed);
size_t play_bytes_waiting(void);   /* bytes that can be read at once */
/* What to make of `length` bytes of a line. */
enum line_got play_judge_line(char *line, size_t length);
/* Called when the program goes on after it was suspended, and when the screen has another size;
 * NULL: nobody is. */
extern void (*play_continued)(void), (*play_resized)(void);
/* Throws away what was typed, until nobody has typed for a while: a key may be pressed twice, or held
 * down. False: a signal came. */
bool play_forget_typed(void);
/* The next line that is asked for has been typed already. */
void play_type_ahead(const char *line);

/* ---- input with an editor, if there is one (play_edit.c) ------------------ */

void play_forget_lines(void);

/* What Tab makes of what stands before the cursor: its last `remove` characters go, `insert` comes.
 * If there is a choice, `list` has it. Both texts are the caller's, and empty. */
struct play_completion {
    size_t remove;
    struct bl_text insert, list;
    unsigned count;   /* of the choices there are */
};
/* What is said about a line while it is typed; only where there is an editor. `status` and `complete`
 * may be NULL. */
struct play_live {
    struct session *of;
    /* Stands above the line; at most a row is shown. */
    void (*status)(struct session *of, const char *typed, struct bl_text *out);
    bool (*complete)(struct session *of, const char *before, struct play_completion *out);
    /* Shows again what stands above the line, on an empty screen of another size. */
    void (*redraw)(struct session *of);
};
/* The same as play_read_line with an editor: earlier lines can be recalled. */
enum line_got play_edit(const char *prompt, const struct play_live live[static 1], char line[PLAY_MAX_LINE]);
/* The line that was typed ahead; otherwise one that is edited at a terminal, or read. */
enum line_got play_ask(const struct screen *s, const char *prompt, const struct play_live live[static 1],
                       char line[PLAY_MAX_LINE]);

/* Asks for a line at the table, shows what a terminal would have shown of it, and cuts white space
 * off both ends. */
enum line_got ask_line(const struct session *s, const char *prompt, const struct play_live live[static 1],
                       char typed[PLAY_MAX_LINE]);
/* The same with all of the prompt, which may change while it stands there. */
enum line_got ask_line_at(const struct session *s, const char *prompt, const struct play_live live[static 1],
                          char typed[PLAY_MAX_LINE]);

/* The match of a saved game; NULL: `why` says why not, the file's name first. */
struct bl_match *play_saved_match(const char *file, struct bl_text *why);

/* ---- the menu (play_menu.c) ------------------------------------------------ */

/* Asks which game and against whom; the answers become options of the call. False: nothing is to be
 * played. */
bool play_menu(const struct cli_args *args, const struct screen *screen, struct cli_args *chosen);
/* What a game is about, and what its moves mean; or what stands on the table (play_words.c): under its
 * title, or without it. */
void put_game_guide(struct bl_text *out, const struct session *s, const struct bl_game *game,
                    bool terms);
void put_guide(struct bl_text *out, const struct session *s, const struct bl_game *game, bool terms);
/* Says that a game has no lesson, and how it is played. */
void put_no_lesson(struct session *s, const struct bl_game *game);

/* ---- what Tab does (play_complete.c) --------------------------------------- */

/* A choice, if it begins with what is typed, in any letter case; and when all are added: false,
 * there was none. */
void completion_add(struct play_completion *c, const char *typed, const char *choice);
bool completion_done(struct play_completion *c);
/* The same of a command, in the reader's language where that begins so; something `follows` it. */
void completion_add_command(struct play_completion *c, const char *typed, const char *command, bool follows);
/* As `complete` of struct play_live: of a file's name, and of a line at the table. */
bool complete_file(struct session *s, const char *before, struct play_completion *out);
bool complete_line(struct session *s, const char *before, struct play_completion *out);
/* The same where somebody is asked yes or no; and whether to leave, where `save FILE` is an answer too. */
bool complete_answer(struct session *s, const char *before, struct play_completion *out);
bool complete_leaving(struct session *s, const char *before, struct play_completion *out);
/* The clauses that begin so, with the sign or without it. */
void complete_clause(const struct session *s, const char *typed, struct play_completion *out);
/* What may follow `language`; false: that is not typed. */
bool complete_language(const char *typed, struct play_completion *out);

/* ---- while a bot thinks (play_think.c) ------------------------------------ */

typedef void play_thought(struct session *s, const struct bl_patience *patience, void *of);
/* Does what takes thinking, with a sign of it at a terminal once it takes a while ("NAME thinks").
 * False: a signal stopped it. */
bool play_think(struct session *s, const char *who, play_thought *about, void *of);

/* ---- output (play_show.c, play_list.c, play_fold.c) ------------------------------------ */

enum style { STYLE_STRONG, STYLE_FAINT, STYLE_BAD, STYLE_GOOD };

void screen_init(struct screen *s, bool plain);
/* How large the screen is now. */
void screen_measure(struct screen *s);
void put_styled(struct bl_text *out, const struct screen *s, enum style style, const char *text);
/* Writes a text and empties it; in pages if somebody sits there and it is long. */
void show(struct bl_text *out);
bool show_paged(const struct screen *s, struct bl_text *out);   /* false: it was not read to its end */
/* Lines that were shown since somebody typed. */
extern int play_rows_shown;
/* Waits until somebody has read what is there: what comes would push it off the screen. What else is
 * typed is meant for the table. */
enum line_got wait_for_reader(const char *prompt);
/* The end of it, as far as it fits above a line that is being typed. */
void show_last(const struct screen *s, struct bl_text *out);
/* What is said, as cli_tell does: in one line; in lines of the screen's width. */
void show_line(const char *format, ...);
void play_say(const char *format, ...);
/* The next move of a plan and what it is for, where moves are alike to a bot; false: there is none. */
bool play_put_plan(struct session *s);
/* As cli_tell_paragraph, in the columns of the screen. */
#define put_paragraph(out, s, begin, indent, ...)                                                  \
    cli_tell_paragraph(out, begin, indent, (s)->screen.look.columns, __VA_ARGS__)
/* What can be typed and what it does, which begins at `indent`: below it where that is too long. */
void put_two_columns(struct bl_text *out, const char *left, const char *right, int indent,
                     int columns);
int count_lines(const char *text);
void clear_screen(struct screen *s);   /* or scrolls it empty */

int count_persons(const struct session *s);
/* Names for the bots; persons are "you", or "player 1" where there are several. */
void name_seats(struct session *s);
/* "Bruno", "you", "player 2". */
void put_seat(struct bl_text *out, const struct session *s, int seat);
void put_table(struct bl_text *out, struct session *s, int reader);
/* "Bruno: L s0 (8S)" */
void put_made(struct bl_text *out, const struct session *s, const struct bl_event *event,
              bool strong);
/* The story of a move, or its notation where moves are told tersely. The
 * other has both, and every clause that they rest on. */
void put_move_line(struct bl_text *out, struct session *s, uint32_t number, int reader);
void put_move_whole(struct bl_text *out, struct session *s, uint32_t number, int reader);
/* With signs for suits where the terminal has any signs. */
void put_fact(struct bl_text *out, const struct session *s, const struct bl_fact *fact);
void put_account(struct bl_text *out, const struct session *s, const struct bl_account *account,
                 bool refused);
/* A clause with the sentence it belongs to, or with a text of the caller's. */
void put_clause(struct bl_text *out, const struct session *s, bl_cite clause);
/* What was met, in words, then what may be done instead, and the clause; each may be "" or 0. */
void put_refusal(struct bl_text *out, const struct session *s, const char *fact, const char *instead,
                 bl_cite clause);
void put_clause_as(struct bl_text *out, const struct session *s, bl_cite clause, const char *text);
void put_result(struct bl_text *out, struct session *s, int reader);
/* The sentences of a story, wrapped after `begin`. */
void put_story(struct bl_text *out, const struct session *s, const struct bl_story *story,
               const char *begin, int reader);
/* As cli_put_wrapped, by the game's own way where it has one. */
void put_wrapped(struct bl_text *out, const struct session *s, const char *text, int at, int indent);
/* What is asked of the seat to move. */
void put_due(struct bl_text *out, struct session *s, const char *begin);

/* Whether a text is a place in the list of moves: "7" or "#7". */
bool is_place(const char *text);
static inline const char *skip_spaces(const char *s)
{
    return s + strspn(s, " \t");
}
/* Whether moves of the list are asked for as #3, in every position, since 3 alone may be a move
 * of the game. */
bool needs_hash(const struct session *s);
/* A legal move as the list has it. */
void put_listed(struct bl_text *out, const struct session *s, bl_move move);
/* What it does, in words. */
void put_offer(struct bl_text *out, const struct session *s, bl_move move);
/* The list of legal moves in at most `rows` lines; 0: all of them. With what each does, where that is
 * asked for. */
void put_moves(struct bl_text *out, const struct session *s, int rows, bool offers);
/* The same of moves as texts, and what they do (NULL: that is not told); `ways`: under the name of the card,
 * `cards`, where it has several (NULL: none has). */
struct move_list {
    const char *hash;   /* stands before the numbers */
    uint32_t count;
    struct bl_text *texts, *offers, *ways, *cards;
    uint32_t *places;   /* their numbers, where some were left out; NULL: 1, 2, … */
};
void put_list(struct bl_text *out, const struct screen *screen, const struct bl_game *game,
              const struct move_list *l, int rows);
/* In so many lines moves that do the same share their words: "lay … – #3: 6♦  #4: 9♠" (play_fold.c). */
void put_folded(struct bl_text *out, const struct screen *screen, const struct bl_game *game,
                const struct move_list *l, int rows);
void free_list(struct move_list *l);
/* The number of a move in the list that was shown, with its sign. */
void put_list_number(struct bl_text *out, const struct move_list *l, uint32_t i);
/* Those of the legal moves of which that is so, of their words and a text; the texts are the list's. */
struct move_list list_offered(const struct session *s, bool (*is_so)(const char *offer, const char *text),
                              const char *text);
/* Whether what a move does, in words, also says how it is written: it begins so, or names the same cards. */
bool says_move(const struct session *s, const char *words, const char *move);
/* The one legal move whose offer has all these words, `attack 5C`, or these and no others, `lay 5C`; -1: none,
 * or several. */
int64_t find_said(const struct session *s, const char *text);
/* The first `most` legal moves that have a word in them, as they are written; returns how many have. */
unsigned put_moves_with(struct bl_text *out, const struct session *s, const char *word,
                        unsigned most);
/* The legal move that a text asks for by its number in the list, or that it writes in other
 * letter case or spacing; -1: none. */
int64_t find_move(const struct session *s, const char *text);
/* The legal moves that a text may mean though it does not write them: its words in another order, or
 * cut short, or the cards alone, which count most in that order. Gives how many, the first of them,
 * and the first few as they are written. */
uint32_t find_loosely(const struct session *s, const char *text, struct bl_text *choices,
                      bl_move *found);
/* The same among moves that are written so ("": none); `found` is the first one's place. */
uint32_t find_like(const struct bl_game *game, const char *text, const struct bl_text *moves,
                   uint32_t n, struct bl_text *choices, uint32_t *found);
/* Equal but for letter case and the number of spaces. */
bool is_alike(const char *a, const char *b);
/* How many of the legal moves name cards, and the last of them. */
uint32_t count_card_moves(const struct session *s, bl_move *last);
bool is_bare_cards(const struct session *s, const char *text);
/* The move that cards named alone mean where none with them is legal: NULL, or why there is none. */
const struct bl_fact *read_bare_cards(struct session *s, int seat, const char *text, struct bl_play *play);
bool begins_with_card(const struct session *s, const char *text);
/* The only move, legal or not, that is about just these cards, or is written so from its first card
 * on; -1: none, or several are; -2: the moves of this game are about no cards. */
int64_t find_with_cards(const struct session *s, const char *text);
/* Any closed move that can be written, legal or not, as find_move reads it; -1: none. */
int64_t find_written(const struct session *s, const char *text);

/* ---- the course of play (play_turn.c) ------------------------------------- */

/* Plays until the end, the end of input or a signal; gives the exit status. */
int play_on(struct session *s);
int watch(struct session *s, unsigned pace, uint64_t cap);
void show_news(struct session *s, int seat);
void skip_old_news(struct session *s);
/* Whether two seats may know different things now. */
bool secrets_between(const struct session *s, int a, int b);
/* A file has the game as it is. */
void mark_saved(struct session *s, const char *file);
bool save_game(const struct session *s, const char *file);
/* How to call the program to go on with a game that was saved. */
void show_how_to_go_on(struct session *s, const char *begin, const char *file);
/* Saves to a file that is free or this game's, and says how to go on; false: it was said why not. */
bool keep_game(struct session *s, const char *file);

/* ---- what is typed (play_obey.c, play_words.c) ---------------------------- */

/* Whether a text is that word, in any case of letters. */
bool text_is(const char *text, const char *word);
/* Whether it is that word, or the beginning of it. */
bool text_cuts(const char *text, const char *word);
/* The words that mean it, the one that Tab makes first; cli_said has the reader's. */
extern const char *const answer_yes, *const answer_no;
/* The answers to a question: in English, or in the reader's language, whole or by their letter. */
bool is_yes(const char *text);
bool is_no(const char *text);
/* The word that a text begins with, in any case of letters, and what follows it; false: another
 * word. */
bool text_begins(const char *text, const char *word, const char **rest);

/* Signs of suits become letters, "10" the letter of a ten. */
void spell_cards(const struct bl_game *game, char *text);
/* Cards that are named become those letters, "queen of hearts", and the suit behind a card: "8c hearts". */
void spell_names(const struct bl_game *game, char *text);
/* A command, and the same in the reader's language, which may have no word of its own for it. */
struct spelling {
    char english[16], own[32];
};
/* One after the other; NULL: there are no more. */
const struct spelling *nth_spelling(size_t n);
/* That of a command; which is its own where no language has another word for it. */
struct spelling spelling_of(const char *command);
/* The one of both that begins like the first bytes of a text, the reader's own if both do; NULL: none. */
const char *begun_as(const struct spelling *s, const char *text, size_t length);
/* A command that is typed in the reader's language becomes the one that it means. */
void spell_command(char text[PLAY_MAX_LINE]);
/* "2: rest" or "as 2 rest": the seat, and `text` moved on; SEAT_NOT_NAMED: it begins with neither. */
enum { SEAT_NOT_NAMED = -2 };
int named_seat(const char **text);
/* Carries out what the person at the keyboard typed, which is changed on the way. */
void obey(struct session *s, char *typed);
/* The same of a command alone, which may be cut short; false: it is none. */
bool obey_word(struct session *s, const char *text);
/* Makes a move of the person at the keyboard and shows what came of it; false: it was refused. */
bool make_play(struct session *s, const struct bl_play *play);
/* Reads what `speaker` typed as a move: by number, in the notation, or nearly so. NULL, or
 * what is wrong with it. */
const struct bl_fact *read_play(struct session *s, int speaker, const char *text, struct bl_play *play);
/* The same of what only one move can be meant by: its cards alone, in another order, cut short. */
bool read_loosely(struct session *s, int speaker, const char *text, struct bl_play *play);
/* Whose words these are: `text` may begin with another person's seat. False: it was said
 * why that seat cannot speak here. */
bool find_speaker(const struct session *s, const char **text, int *speaker);
/* Speaks another language from here on; or says that there is none of that name. */
void play_language(const char *name);
/* The one that somebody asked for, by the call or since; NULL: nobody has. */
extern const char *play_language_asked;
/* Whether somebody who is asked says yes; at a pipe nobody is asked. The question stays until then. */
bool play_is_sure(struct session *s, const char *prompt, const char *question);
/* Says that a text is no move of the game. */
void shrug(const struct session *s, const char *text, const struct bl_fact *wrong);

struct word {
    const char *name;
    const char *takes;   /* what follows it, for people */
    const char *text;   /* NULL: it is another name of one that is listed */
    void (*run)(struct session *s);   /* what follows it is s->rest */
    enum { WORD_ALWAYS, WORD_IN_TURN, WORD_AFTERWARDS } when;   /* it is of use, for `help` */
};

extern const struct word play_words[];   /* ends with a row without a name */

/* ---- afterwards (play_review.c) --------------------------------------------- */

/* The moves of the persons here, and who was ahead; Ctrl-C shows what is thought so far. */
void play_review(struct session *s);

#endif
