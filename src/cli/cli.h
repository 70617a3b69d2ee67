/* cli.h - what the subcommands share.
 *
 * One file a subcommand, with its cmd_NAME, which gives the exit status; commands.def says what it
 * takes. main.c reads the call. */
#ifndef BYLAW_CLI_H
#define BYLAW_CLI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/alloc.h"
#include "bylaw/bot.h"
#include "bylaw/catalogue.h"
#include "bylaw/game.h"
#include "bylaw/text.h"

/* The exit status of every subcommand. */
enum cli_status {
    CLI_DONE = 0,
    CLI_NO = 1,      /* the answer is no: a refused move, a failed check */
    CLI_WRONG = 2    /* the call or the input is wrong */
};

#define CLI_MANY SIZE_MAX

struct cli_option {
    const char *name;    /* without the dashes */
    const char *value;   /* what it takes, for people; NULL: it is a switch */
    const char *text;    /* one line for people */
};

struct cli_given {
    const struct cli_option *option;
    const char *value;
};

/* A call, read: the options as they came, and the other words. */
struct cli_args {
    const struct command *command;
    size_t given_count, word_count;
    const struct cli_given *given;
    const char *const *words;
};

/* A row of commands.def. */
struct command {
    const char *name;
    const char *usage;      /* what follows "bylaw NAME" */
    const char *summary;    /* one line of `bylaw --help` */
    size_t least, most;     /* words that are not options; CLI_MANY: no limit */
    void (*more_help)(struct bl_text *out);   /* what --help says at the end; or NULL */
    const char *about;      /* the rest of its --help: paragraphs, a newline after each */
    const struct cli_option *options;         /* ends with a row without a name */
    int (*run)(const struct cli_args *args);
};

#define COMMAND(name, ...) int cmd_##name(const struct cli_args *args);
#include "commands.def"
#undef COMMAND

extern const struct command cli_commands[];                /* ends with a row without a name */
const struct command *cli_find_command(const char *name);  /* ends the program if there is none */
void cli_show_help(const struct command *command);         /* NULL: of the program */
void cli_put_bots(struct bl_text *out);   /* for `more_help`: the bots there are */
void cli_put_row(struct bl_text *out, const char *left, const char *text, int indent);
void serve_put_limits(struct bl_text *out);

/* ---- options -------------------------------------------------------------- */

/* The value given last; NULL if the option was not given ("" for a switch). */
const char *cli_value(const struct cli_args *args, const char *name);
bool cli_has(const struct cli_args *args, const char *name);
/* Refuses a call that has one of these options, which ends with NULL: "--NAME: " and why. */
void cli_refuse(const struct cli_args *args, const char *const *names, const char *why);
/* A number of an option, or `otherwise` when it was not given. */
uint64_t cli_number(const struct cli_args *args, const char *name, uint64_t min, uint64_t max,
                    uint64_t otherwise);
uint64_t cli_random_seed(void);   /* a fresh one from the system */
/* --seed, or a fresh one. */
uint64_t cli_seed(const struct cli_args *args);
/* The words from number `from` on, with spaces between: a move need not be quoted. */
const char *cli_words_from(const struct cli_args *args, size_t from);

/* ---- games ---------------------------------------------------------------- */

const struct bl_game *cli_game(const char *id);   /* ends the program if there is none */
/* The pack of a game's cards; NULL: it has none of the usual ones. */
struct bl_pack;
const struct bl_pack *cli_pack(const struct bl_game *game);
/* " 7H 8S": the cards of a seat, as far as a state shows them; false: the game has no hands. */
struct bl_look;
bool cli_put_hand(struct bl_text *out, const struct bl_game *game, const void *state, int seat, const struct bl_look *look);
/* A clause by its id, in any letter case, the § left out or not; 0: there is none. */
bl_cite cli_find_clause(const struct bl_game *game, const char *id);
/* Set-up from --set, --preset and --ruling; --players too unless `players` is above 0. */
void cli_setup(const struct cli_args *args, const struct bl_game *game, int64_t players,
               struct bl_setup *setup);
/* The same with the defaults not yet filled in. */
void cli_setup_asked(const struct cli_args *args, const struct bl_game *game, int64_t players,
                     struct bl_setup *setup);

/* The position on standard input; ends the program if it is not one. */
void *cli_read_position(const struct bl_game *game);
/* The same of a file ("-" is standard input); where `*game` is NULL, of the game that it names. */
void *cli_read_position_of(const struct bl_game **game, const char *path);
void cli_write_position(const struct bl_game *game, void *state);   /* and frees it */
/* The move in `text` as `seat` would make it; ends the program if it is not in the notation. */
struct bl_play cli_read_move(const struct bl_game *game, const void *state, int seat,
                             const char *text);
/* --seat, or the seat to move. */
int cli_seat(const struct cli_args *args, const void *state);

/* ---- bots ----------------------------------------------------------------- */

/* The bot of a name, settings and all; ends the program if there is none. `where` says where the
 * name was given: "--players". */
const struct bl_bot *cli_bot(const char *where, const char *name);
/* The same as bl_ask_bot for what the user has typed, who may name commands too: "cmd:python3 my.py". */
const struct bl_bot *cli_ask_bot(const char *name, struct bl_text *why);
/* "greedy,random": the bots of a list, at most BL_MAX_SEATS; gives how many. A comma in quotes is part
 * of a command. */
int cli_bots(const char *where, const char *list, const struct bl_bot **bots);
bool cli_is_list(const char *bots);   /* of two at least */
/* Says what a bot lacks at such a table, if it lacks anything. */
void cli_warn_of(const struct bl_bot *bot, const struct bl_game *game, const struct bl_setup *setup);

static inline const char *hint_bot(const struct bl_game *game)
{
    return game->advice->propose ? BL_HINT_BOT_WRITING : BL_HINT_BOT;
}

/* The `top` best moves by a bot that weighs them, as lines for people or as JSON. */
void hint_put(struct bl_text *out, const struct bl_bot *bot, const struct bl_decision *d,
              uint32_t top, bool json);

/* ---- input, output, errors ------------------------------------------------ */

/* What a text is that is no position where one is expected, or else no transcript, and what takes it; NULL: it
 * may be one. */
const char *cli_mistaken(const char *text, bool for_position);
#define CLI_MAX_INPUT (16u << 20)   /* bytes of a position */

/* Everything there is; ends the program when that is more than `max` bytes. */
struct bl_text cli_slurp(FILE *from, const char *name, size_t max);
/* The same of a file by its path; "-" is standard input. */
struct bl_text cli_slurp_file(const char *path, size_t max);
/* The same added to a text; false: `why` says why not, the path first. */
bool cli_read_file(const char *path, size_t max, struct bl_text *all, struct bl_text *why);

/* Says one line on standard error ("bylaw: …") and ends the program with status 2. */
_Noreturn void cli_wrong(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The same with the letters of facts, in the reader's language. */
_Noreturn void cli_wrong_said(const char *format, ...);
/* The same line without ending the program. */
void cli_complain(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Writes and frees; a write that fails ends the program with status 2, a closed pipe quietly. */
void cli_write(struct bl_text *text);
void cli_flush(void);
/* The path of a file of the user's own, below a folder of theirs ("XDG_STATE_HOME", or else
 * ".local/state" at home), with the folders on the way made; false: there is no place for it. */
/* A word as the shell takes it. */
void cli_put_quoted(struct bl_text *out, const char *word);
/* What is to be typed: this program as it was started, which need not be on the PATH, and the rest. */
void cli_started_as(const char *name);
void cli_put_call(struct bl_text *out, const char *rest);
bool cli_own_file(struct bl_text *path, const char *variable, const char *under, const char *name);
/* What leaves for a terminal has no controls in it but those in `but`. */
void cli_plain(struct bl_text *text, const char *but);
_Noreturn void cli_write_failed(const char *name);

/* The columns of standard output, or of another: those of the terminal, or 80. */
int cli_columns(void);
int cli_columns_of(int terminal);
/* The same for what is one line each: without limit unless it is a terminal. */
int cli_line_columns(void);
/* Whether the terminal knows UTF-8, by what the environment says of its locale. */
bool cli_knows_utf8(void);
/* Whether signs of suits may be shown: at a terminal that knows UTF-8. */
bool cli_shows_signs(void);
/* Writes `text` in lines of at most `columns`, each after the first with `indent` spaces. The
 * first begins at column `at`. Ends with a newline. */
void cli_put_wrapped(struct bl_text *out, const char *text, int at, int indent, int columns);
/* The same of a formatted text, from where `out` ends once it has `begin`. */
void cli_put_paragraph(struct bl_text *out, const char *begin, int indent, int columns,
                       const char *format, ...) __attribute__((format(printf, 5, 6)));
void cli_put_begun(struct bl_text *out, const char *begin, int indent, int columns, const char *text);
/* The columns that a UTF-8 text takes. */
int cli_width(const char *text);
void cli_put_spaces(struct bl_text *out, int n);
void cli_put_padded(struct bl_text *out, const char *text, int columns);

/* ---- the reader's language (language.c) ------------------------------------ */

struct cli_language {
    const char *name;
    const unsigned char *catalogue;   /* NULL: there is none */
    size_t size;
};
extern const struct cli_language cli_languages[];   /* English first; ends with a row without a name */
extern const struct bl_catalogue *cli_catalogue;    /* of the reader's language; NULL: English */
extern const char *cli_language;                    /* its name */

/* As --language says; otherwise, with a terminal at both ends, as the locale does. */
void cli_speak(const struct cli_args *args);
/* False: there is no such language, and `why` says which there are. */
bool cli_speak_in(const char *language, struct bl_text *why);
/* What is said to the reader: a text as it is; or with the letters of facts, put at the end of `out`,
 * and the same wrapped, as cli_put_paragraph does it. */
const char *cli_said(const char *english);
/* The columns for the widest of some words, as they are said, and a gap. */
int cli_column(const char *const *words, size_t count);
/* How somebody stands who can expect that score: "53 %", the chance to win; where more than two play, "1.8",
 * the place. */
struct cli_standing {
    char text[16];
};
struct cli_standing cli_standing(int players, double score);
void cli_tell(struct bl_text *out, const char *format, ...);
void cli_tell_paragraph(struct bl_text *out, const char *begin, int indent, int columns,
                        const char *format, ...);
void cli_tellv(struct bl_text *out, const char *format, va_list args);

/* Of the names, which end with NULL, the one nearest to what was typed; NULL if none is near. */
const char *cli_nearest(const char *typed, const char *(*name)(size_t));
/* Ends the program: `typed` is no name. Says the nearest, or what there is otherwise. */
_Noreturn void cli_unknown(const char *where, const char *what, const char *typed,
                           const char *(*name)(size_t), const char *otherwise);

#endif
