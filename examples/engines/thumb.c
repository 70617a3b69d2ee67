/* thumb.c - an engine in C, without a library: a rule of thumb for any game of Bylaw.
 *
 *     cc -O2 -o thumb thumb.c && bylaw tournament pharaoh cmd:./thumb random
 *
 * It plays the move that is written with the most words, so the one that rids it of the most cards;
 * moves of one word (draw, pass, stand) come last. docs/engine-protocol.md has the messages. They are
 * compact JSON, with members in the order that is written there, so that it is enough to look for what
 * is wanted. */
#define _POSIX_C_SOURCE 200809L
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *position;   /* the last one; its moves are looked for when it has to choose */

/* Where a member's value begins, looked for from the end of the line: the state comes first, may be
 * long, and might have the same words in it. NULL: there is none. */
static const char *member(const char *line, const char *name)
{
    char key[40];
    size_t size = (size_t)snprintf(key, sizeof key, "\"%s\":", name);
    for (const char *at = line + strlen(line); at > line; at--)
        if (*at == '"' && strncmp(at, key, size) == 0)
            return at + size;
    return NULL;
}

/* Past the end of the string that begins at a quotation mark; counts its words. */
static const char *skip_string(const char *at, int *words)
{
    for (*words = 1, at++; *at && *at != '"'; at++) {
        *words += *at == ' ';
        at += *at == '\\' && at[1];
    }
    return *at ? at + 1 : at;
}

/* Calls `each` for the moves that have a number. */
static void for_moves(void (*each)(const char *move, int length, int words))
{
    const char *move = member(position, "legal"), *action = member(position, "actions");
    while (move && action && *++move == '"') {
        int words;
        const char *end = skip_string(move, &words);
        action++;                                /* past the bracket or the comma */
        if (*action != 'n')                      /* null: a form that wants words of our own */
            each(move, (int)(end - move), words);
        action += strcspn(action, ",]");
        move = end;
    }
}

static const char *best;
static int best_length, best_words;

static void take_better(const char *move, int length, int words)
{
    if (best && words <= best_words)
        return;
    best = move;
    best_length = length;
    best_words = words;
}

static bool after_another;

static void say_opinion(const char *move, int length, int words)
{
    printf("%s{\"move\":%.*s,\"value\":%.3f}", after_another ? "," : "", length, move, 1 - 1.0 / words);
    after_another = true;
}

static void go(const char *line)
{
    best = NULL;
    for_moves(take_better);
    if (!best) {
        printf("{\"t\":\"error\",\"text\":\"every move wants words, and it has none\"}\n");
        return;
    }
    printf("{\"t\":\"bestmove\",\"id\":%lld,\"move\":%.*s", atoll(member(line, "id")), best_length, best);
    if (strstr(line, "\"opinions\":true")) {
        printf(",\"opinions\":[");
        after_another = false;
        for_moves(say_opinion);
        printf("]");
    }
    printf("}\n");
}

static bool is(const char *line, const char *kind)
{
    return strncmp(line, "{\"t\":\"", 6) == 0 && strncmp(line + 6, kind, strlen(kind)) == 0;
}

int main(void)
{
    char *line = NULL;
    size_t room = 0, position_room = 0;
    setvbuf(stdin, NULL, _IOFBF, 1 << 16);       /* a long line is read at once */
    while (getline(&line, &room, stdin) > 0 && !is(line, "bye\"")) {
        if (is(line, "hello\"")) {
            printf("{\"t\":\"hello\",\"bylaw\":1,\"name\":\"Thumb (C)\",\"author\":\"Bylaw's examples\","
                   "\"options\":{}}\n");
        } else if (is(line, "position\"")) {
            char *old = position;                /* the two lines change places */
            size_t old_room = position_room;
            position = line;
            position_room = room;
            line = old;
            room = old_room;
        } else if (is(line, "go\"") && position) {
            go(line);
        }                                        /* newgame and stop want nothing from it */
        fflush(stdout);
    }
    free(line);
    free(position);
    return 0;
}
