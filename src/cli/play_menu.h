/* play_menu.h - the first menu: what its files share. */
#ifndef BYLAW_CLI_PLAY_MENU_H
#define BYLAW_CLI_PLAY_MENU_H

#include <time.h>

#include "play.h"

enum { MOST_SAVED = 9, MOST_CHOSEN = 64 };

struct saved {
    char *file;
    const struct bl_game *game;
    time_t at;
};

struct menu {
    struct session s;                /* only its screen and page are used */
    const struct cli_args *call;     /* as the program was called */
    struct cli_args args;            /* the same, and what was chosen */
    struct cli_given given[MOST_CHOSEN];
    char *values[MOST_CHOSEN];       /* of those that were chosen; NULL: of the call */
    const char *word;                /* of the game, as the one word of the call */
    struct saved saved[MOST_SAVED + 1];
    size_t game_count, saved_count;
    const struct bl_game *game;      /* that is being set up; NULL: none is chosen yet */
    bool going, leaving;
    bool new_here;                   /* nobody has played anything here yet */
    char line[PLAY_MAX_LINE];
};

/* A word that can be typed in the menu. */
struct menu_word {
    const char *name;
    bool follows;   /* something comes after it */
    bool alias;     /* another name: Tab does not offer it */
};
/* The word that a text begins with, whole; or, `cut`, the first of those that begin like its first word.
 * NULL: none. What follows it is `rest`. */
const char *menu_word(const struct menu_word *words, const char *text, bool cut, const char **rest);
void menu_complete_words(const struct menu_word *words, const char *typed, struct play_completion *out);

/* An option of the call, in place of what was chosen before; NULL: none of it. */
void menu_choose(struct menu *m, const char *name, const char *value);
/* One more, beside those of that name. */
void menu_add(struct menu *m, const char *name, const char *value);
/* All that was chosen is forgotten; the call stands. */
void menu_forget(struct menu *m);
/* A game's lesson, or why there is none. */
void menu_lesson(struct menu *m, const struct bl_game *game);
/* What can be typed now. */
void menu_help(struct menu *m);

/* ---- how it is played (play_plan.c) ----------------------------------------- */

extern const struct menu_word plan_words[];
/* Good defaults, where the call says nothing else. */
void plan_begin(struct menu *m);
void plan_put(struct menu *m);
void plan_obey(struct menu *m);
void plan_complete(const struct menu *m, const char *typed, struct play_completion *out);

#endif
