/* play_edit.c - lines that can be edited and recalled, where libedit is there. */
#include <string.h>

#include "play.h"

#ifdef HAVE_LIBEDIT

#include <histedit.h>
#include <wchar.h>

enum { REMEMBERED = 200, CTRL_D = 4 };

static EditLine *editor;
static History *history_of_lines;
static const char *asked;
static enum line_got stopped_by;   /* why a line was not read to its end */
static bool begun;                 /* the first character of this line was asked for */
static size_t ahead;               /* bytes that were typed before that */

static char *prompt_text(EditLine *e)
{
    static char text[128];
    (void)e;
    snprintf(text, sizeof text, "%s", asked);
    return text;
}

/* A Ctrl-D that was typed before the editor had the terminal has become a NUL; a NUL that is typed
 * later is one. */
static int next_key(void)
{
    if (!begun)
        ahead = play_bytes_waiting();
    begun = true;
    int c = play_next_byte();
    bool early = ahead > 0;
    ahead -= early;
    return c == 0 && early ? CTRL_D : c;
}

/* libedit's own reading would not see signals that come just before it. */
static int next_character(EditLine *e, wchar_t *out)
{
    mbstate_t state = {0};
    (void)e;
    for (;;) {
        int c = next_key();
        char byte = (char)c;
        if (c < 0) {
            stopped_by = c == -2 ? LINE_INTERRUPTED : LINE_END;
            return c == -2 ? -1 : 0;
        }
        size_t got = mbrtowc(out, &byte, 1, &state);
        if (got == (size_t)-1)
            memset(&state, 0, sizeof state);   /* no character: it is left out */
        else if (got != (size_t)-2)
            return 1;
    }
}

/* The shell has set the terminal its own way meanwhile. */
static void draw_again(void)
{
    el_set(editor, EL_PREP_TERM, 0);
    el_set(editor, EL_PREP_TERM, 1);
    el_set(editor, EL_REFRESH);
}

static void fit_screen(void)
{
    el_resize(editor);
    el_set(editor, EL_REFRESH);
}

static bool start(void)
{
    HistEvent event;
    if (editor)
        return true;
    editor = el_init("bylaw", stdin, stdout, stderr);
    history_of_lines = history_init();
    if (!editor || !history_of_lines)
        return false;
    history(history_of_lines, &event, H_SETSIZE, REMEMBERED);
    history(history_of_lines, &event, H_SETUNIQUE, 1);
    el_set(editor, EL_PROMPT, prompt_text);
    el_set(editor, EL_EDITOR, "emacs");
    el_set(editor, EL_HIST, history, history_of_lines);
    el_set(editor, EL_GETCFN, next_character);
    el_source(editor, NULL);
    return true;
}

void play_forget_lines(void)
{
    HistEvent event;
    if (history_of_lines)
        history(history_of_lines, &event, H_CLEAR);
}

enum line_got play_ask(const struct screen *s, const char *prompt, char line[PLAY_MAX_LINE])
{
    int count = 0;
    HistEvent event;
    if (play_typed_ahead(line)) {
        show_line("%s%s", prompt, line);
        return LINE_READ;
    }
    if (!s->terminal || !start())
        return play_read_line(prompt, line);
    cli_flush();
    asked = prompt;
    stopped_by = LINE_READ;
    begun = false;
    play_continued = draw_again;
    play_resized = fit_screen;
    el_resize(editor);
    const char *typed = el_gets(editor, &count);
    play_continued = play_resized = NULL;
    if (stopped_by != LINE_READ)
        return stopped_by;
    if (!typed || count <= 0)
        return LINE_END;   /* Ctrl-D */
    size_t length = (size_t)count - (typed[count - 1] == '\n');
    if (length >= PLAY_MAX_LINE)
        return LINE_TOO_LONG;
    memcpy(line, typed, length);
    enum line_got got = play_judge_line(line, length);
    if (got == LINE_READ && line[strspn(line, " \t")])
        history(history_of_lines, &event, H_ENTER, line);
    return got;
}

#else

void play_forget_lines(void)
{
}

enum line_got play_ask(const struct screen *s, const char *prompt, char line[PLAY_MAX_LINE])
{
    (void)s;
    if (play_typed_ahead(line)) {
        show_line("%s%s", prompt, line);
        return LINE_READ;
    }
    return play_read_line(prompt, line);
}

#endif
