/* child.h - a process that speaks in lines. It has a keeper, a process of ours beside it, which ends it
 * and all that it has started when we go, however we go. */
#ifndef BYLAW_ENGINE_CHILD_H
#define BYLAW_ENGINE_CHILD_H

#include <stdbool.h>
#include <stddef.h>

#include "bylaw/text.h"

#define CHILD_LINE_MOST (1u << 20)   /* bytes of a line that it may say */

struct child;
/* Runs a command of the shell. NULL: there is no room for it, and errno says of what. */
struct child *child_start(const char *command);
/* Ends it at once. */
void child_end(struct child *c);
/* Lets go of one that the process has which we were forked from: it speaks with that. */
void child_leave(struct child *c);

/* False: it does not listen. Times are those of bl_now. */
bool child_send(struct child *c, const char *text, size_t size, double until);

enum child_news { CHILD_SAID, CHILD_LATE, CHILD_LONG, CHILD_GONE };
/* The next line, without its end, and with a NUL in its place; it lasts until the next is asked for. */
enum child_news child_hear(struct child *c, double until, char **line, size_t *size);
/* The last of what it wrote to standard error, in one line; nothing if it wrote nothing. */
void child_put_last_words(struct child *c, struct bl_text *out);

#endif
