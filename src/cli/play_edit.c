/* play_edit.c - lines that can be edited and recalled, where libedit is there. */
#include <string.h>

#include "play.h"

#ifdef HAVE_LIBEDIT

#include <histedit.h>
#include <wchar.h>

#include "base/utf8.h"

enum { REMEMBERED = 200, CTRL_D = 4 };

static EditLine *editor;
static History *history_of_lines;
static const char *asked;
static enum line_got stopped_by;   /* why a line was not read to its end */
static bool begun;                 /* the first character of this line was asked for */
static size_t ahead;               /* bytes that were typed before that */

/* ---- while a line is typed ------------------------------------------------ */

static const struct play_live *watching;
static int row;                            /* columns of the screen */
static char choice[256];                   /* what Tab could mean, until the next key */
static wchar_t held;                       /* a character beyond the keys that can be bound */
static bool quiet;                         /* the line is done: nothing is said above it any more */

/* Keys of nobody's: one stands for what is held, one comes before the end of a line. */
enum { HELD_KEY = 30, QUIET_KEY = 29 };

/* A text cut or filled to one row: a prompt cannot end a line but by being as wide. */
static void put_row(struct bl_text *out, const char *text)
{
    size_t bytes = bl_utf8_bytes(text, row > 1 ? (size_t)row - 1 : 0);
    bl_put_bytes(out, text, bytes);
    for (int left = row - (int)bl_utf8_count(text, bytes); left > 0; left--)
        bl_put_char(out, ' ');
}

/* What is said about the line stands above it, in the prompt, which libedit draws anew whenever
 * the line changes; a prompt to the right would be gone as soon as the line is long. */
static char *prompt_text(EditLine *e)
{
    static char text[2048];
    struct bl_text out = BL_TEXT_FIXED(text);
    BL_LOCAL struct bl_text typed = bl_text_heap(), status = bl_text_heap();
    const LineInfo *line = el_line(e);
    text[0] = '\0';
    bl_put_bytes(&typed, line->buffer, (size_t)(line->lastchar - line->buffer));
    typed.s[strcspn(typed.s, "\n")] = '\0';
    if (watching->status && !quiet)
        watching->status(watching->of, typed.s, &status);
    if (status.len > 0 || choice[0])
        put_row(&out, choice[0] ? choice : status.s);
    bl_put(&out, asked);
    return text;
}

/* As libedit's own, but that everything is drawn anew; not for every character of a long text that
 * comes at once. */
static unsigned char insert_key(EditLine *e, int key)
{
    enum { AT_ONCE = 200 };
    wchar_t wide[2] = {key == HELD_KEY ? held : (wchar_t)key, 0};
    choice[0] = '\0';
    if (!wide[0] || el_winsertstr(e, wide) != 0)
        return CC_ERROR;
    return play_bytes_waiting() > AT_ONCE ? CC_NORM : CC_REFRESH;
}

/* The row above the line goes: what it told of the line is about to be told in full. */
static unsigned char end_key(EditLine *e, int key)
{
    (void)e, (void)key;
    choice[0] = '\0';
    return CC_REFRESH;
}

static unsigned char complete_key(EditLine *e, int key)
{
    struct play_completion c = {0, bl_text_heap(), bl_text_heap(), 0};
    struct bl_text list = BL_TEXT_FIXED(choice);
    BL_LOCAL struct bl_text before = bl_text_heap();
    const LineInfo *line = el_line(e);
    bool found = false;
    (void)key;
    choice[0] = '\0';
    bl_put_bytes(&before, line->buffer, (size_t)(line->cursor - line->buffer));
    if (watching->complete && watching->complete(watching->of, before.s, &c)) {
        el_deletestr(e, (int)c.remove);
        found = el_insertstr(e, c.insert.s) == 0;
        bl_put(&list, c.list.s);
    }
    bl_text_free(&c.insert);
    bl_text_free(&c.list);
    return found ? CC_REFRESH : CC_REFRESH_BEEP;
}

/* Keys that put a character in, and Tab. */
static void bind_keys(void)
{
    el_set(editor, EL_ADDFN, "bylaw-insert", "puts a character in", insert_key);
    el_set(editor, EL_ADDFN, "bylaw-complete", "completes a name", complete_key);
    for (unsigned key = 32; key < 127; key++) {
        char octal[8];
        snprintf(octal, sizeof octal, "\\%03o", key);
        el_set(editor, EL_BIND, octal, "bylaw-insert", NULL);
    }
    el_set(editor, EL_BIND, "\\036", "bylaw-insert", NULL);
    el_set(editor, EL_ADDFN, "bylaw-end", "ends what is said above the line", end_key);
    el_set(editor, EL_BIND, "\\035", "bylaw-end", NULL);
    el_set(editor, EL_BIND, "\\t", "bylaw-complete", NULL);
}

/* ---- reading -------------------------------------------------------------- */

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
    if (quiet) {
        *out = '\n';
        return 1;
    }
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
            break;
    }
    if (*out > 255 && watching->status) {
        held = *out;
        *out = HELD_KEY;
    } else if (*out == HELD_KEY) {
        held = 0;
    } else if (*out == '\n' || *out == '\r') {
        quiet = true;
        *out = QUIET_KEY;
    }
    return 1;
}

/* The shell has set the terminal its own way meanwhile. */
static void draw_again(void)
{
    el_set(editor, EL_PREP_TERM, 0);
    el_set(editor, EL_PREP_TERM, 1);
    el_set(editor, EL_REFRESH);
}

/* What is on the screen was broken for another width: all of it is drawn anew. */
static void fit_screen(void)
{
    row = cli_columns();
    el_resize(editor);
    printf("\033[H\033[2J");
    watching->redraw(watching->of);
    cli_flush();
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
    bind_keys();
    el_source(editor, NULL);
    return true;
}

void play_forget_lines(void)
{
    HistEvent event;
    if (history_of_lines)
        history(history_of_lines, &event, H_CLEAR);
}

/* Whether Ctrl-C came while something was typed: then only that goes, as in a shell. */
static bool only_the_line(void)
{
    const LineInfo *line = el_line(editor);
    return stopped_by == LINE_INTERRUPTED && line->lastchar > line->buffer;
}

static const char *read_edited(int *count)
{
    const char *typed;
    do {
        stopped_by = LINE_READ;
        begun = quiet = false;
        choice[0] = '\0';
        el_resize(editor);
        typed = el_gets(editor, count);
        if (!only_the_line())
            return typed;
        play_forget_interrupt();
        printf("^C\n");
        cli_flush();
    } while (!play_signal(0));
    return typed;
}

enum line_got play_edit(const char *prompt, const struct play_live live[static 1], char line[PLAY_MAX_LINE])
{
    int count = 0;
    HistEvent event;
    if (!start())
        return play_read_line(prompt, line);
    cli_flush();
    asked = prompt;
    watching = live;
    row = cli_columns();
    play_continued = draw_again;
    play_resized = fit_screen;
    const char *typed = read_edited(&count);
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

enum line_got play_edit(const char *prompt, const struct play_live live[static 1], char line[PLAY_MAX_LINE])
{
    (void)live;
    return play_read_line(prompt, line);
}

#endif
