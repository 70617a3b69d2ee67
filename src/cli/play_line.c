/* play_line.c - lines from standard input, whatever they hold, and signals. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "base/utf8.h"
#include "play.h"

enum { CTRL_D = 4 };

static volatile sig_atomic_t caught, resized;
static volatile sig_atomic_t suspended;   /* and then continued */
static sigset_t while_waiting;
void (*play_continued)(void), (*play_resized)(void);

static volatile sig_atomic_t at_once;     /* a signal to end does */

static void note_signal(int number)
{
    if (at_once && (number == SIGTERM || number == SIGHUP))
        _exit(128 + number);
    *(number == SIGCONT ? &suspended : number == SIGWINCH ? &resized : &caught) = number;
}

void play_catch_signals(void)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGCONT, SIGWINCH};
    sigset_t ours;
    sigemptyset(&ours);
    struct sigaction action = {.sa_handler = note_signal}, old;
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        sigaction(numbers[i], NULL, &old);
        if (old.sa_handler == SIG_IGN)
            continue;   /* as under nohup */
        sigaddset(&ours, numbers[i]);
        sigaction(numbers[i], &action, NULL);
    }
    /* Nothing comes but while input is waited for: a signal just before that would be slept
     * through, and one in the middle of writing would cut off what is written. */
    sigprocmask(SIG_BLOCK, &ours, &while_waiting);
}

int play_signal(unsigned wait)
{
    struct timespec limit = {wait / 1000, (long)(wait % 1000) * 1000000};
    if (!caught)
        pselect(0, NULL, NULL, NULL, &limit, &while_waiting);
    return caught;
}

void play_end_at_once(bool so)
{
    sigset_t both;
    sigemptyset(&both);
    sigaddset(&both, SIGTERM);
    sigaddset(&both, SIGHUP);
    at_once = so;
    sigprocmask(so ? SIG_UNBLOCK : SIG_BLOCK, &both, NULL);
}

void play_forget_interrupt(void)
{
    if (caught == SIGINT)
        caught = 0;
}

/* Bytes that came and were not read yet. */
static struct {
    char bytes[4096];
    size_t at, end;
} input;

const struct play_beside *play_beside;

/* What has come beside the line is told above it. */
static bool go_beside(void)
{
    BL_LOCAL struct bl_text told = bl_text_heap();
    bool more = play_beside->go(&told);
    if (told.len == 0)
        return more;
    if (play_continued)
        printf(isatty(STDOUT_FILENO) ? "\r\033[K" : "\n");
    show(&told);
    if (play_continued)
        play_continued();
    return more;
}

int play_wait(bool typed)
{
    fd_set reads, writes;
    struct timespec limit;
    int most = typed ? STDIN_FILENO : -1, ms = -1;
    FD_ZERO(&reads);
    FD_ZERO(&writes);
    if (typed)
        FD_SET(STDIN_FILENO, &reads);
    if (play_beside) {
        bool write = false;
        int socket = play_beside->waits(&write, &ms);
        if (socket >= 0) {
            FD_SET(socket, &reads);
            if (write)
                FD_SET(socket, &writes);
            most = socket > most ? socket : most;
        }
        limit = (struct timespec){ms / 1000, (long)(ms % 1000) * 1000000};
    }
    if (pselect(most + 1, &reads, &writes, NULL, ms < 0 ? NULL : &limit, &while_waiting) < 0)
        return errno == EINTR ? 0 : -1;
    if (play_beside && !go_beside())
        return -1;
    return typed && FD_ISSET(STDIN_FILENO, &reads);
}

int play_next_byte(void)
{
    while (input.at == input.end) {
        if (play_signal(0))   /* while input is there all the time, waiting for it lets none in */
            return -2;
        if (suspended && play_continued)
            play_continued();
        suspended = 0;
        if (resized && play_resized)
            play_resized();
        resized = 0;
        int ready = play_wait(true);
        if (ready < 0)
            return -1;
        if (ready == 0)
            continue;
        ssize_t got = read(STDIN_FILENO, input.bytes, sizeof input.bytes);
        if (got < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (got <= 0)
            return -1;
        input.at = 0;
        input.end = (size_t)got;
    }
    unsigned char byte = (unsigned char)input.bytes[input.at++];
    return byte == '\r' && isatty(STDIN_FILENO) ? '\n' : byte;   /* read while lines were edited */
}

size_t play_bytes_waiting(void)
{
    int more = 0;
    return input.end - input.at + (ioctl(STDIN_FILENO, FIONREAD, &more) == 0 ? (size_t)more : 0);
}

static bool is_text(const char *line, size_t length)
{
    if (strlen(line) != length)
        return false;
    for (size_t at = 0, n; at < length; at += n)
        if (!(n = bl_utf8_length(line + at, length - at)) ||
            (line[at] != '\t' && bl_utf8_control(line + at) > 0))
            return false;
    return true;
}

/* The length of what an arrow key or the like sends, at `s`; 0: it is none. */
static size_t key_length(const char *s)
{
    if (s[0] != '\033' || (s[1] != '[' && s[1] != 'O'))
        return 0;
    size_t n = 2 + strspn(s + 2, "0123456789;");
    return s[n] && strchr("ABCDEFHPQRS~", s[n]) ? n + 1 : 0;
}

/* Keys without effect go, before and after what was typed. Within it they say that somebody
 * meant to go back in the line, which then is not what was meant. */
static bool drop_keys(char *line)
{
    size_t text = 0, length;
    bool after = false;
    for (char *from = line; *from;) {
        if ((length = key_length(from)) > 0) {
            from += length;
            after = text > 0;
        } else {
            if (after)
                return false;
            line[text++] = *from++;
        }
    }
    line[text] = '\0';
    return true;
}

enum line_got play_judge_line(char *line, size_t length)
{
    if (length > 0 && line[length - 1] == '\r')
        length--;
    line[length] = '\0';
    if (strlen(line) == length) {
        if (!drop_keys(line))
            return LINE_KEYS;
        length = strlen(line);
    }
    return is_text(line, length) ? LINE_READ : LINE_NOT_TEXT;
}

bool play_odd_line(enum line_got got)
{
    if (got == LINE_TOO_LONG)
        play_say("That line has more than %d bytes; nothing is that long.", PLAY_MAX_LINE - 1);
    else if (got == LINE_NOT_TEXT)
        play_say("That line is not text; `help` says what can be typed.");
    else if (got == LINE_KEYS)
        play_say("Arrow keys do not move in a line here: nothing was done.");
    return got == LINE_TOO_LONG || got == LINE_NOT_TEXT || got == LINE_KEYS;
}

/* ---- lines ---------------------------------------------------------------- */

static char *ahead;   /* typed before it was asked for; NULL: nothing was */

void play_type_ahead(const char *line)
{
    free(ahead);
    ahead = bl_copy_of(line, strlen(line) + 1);
}

bool play_forget_typed(void)
{
    enum { QUIET = 500 };   /* milliseconds */
    bool more;
    do {
        if (play_signal(QUIET))
            return false;
        more = play_bytes_waiting() > 0;
        input.at = input.end = 0;
        tcflush(STDIN_FILENO, TCIFLUSH);
    } while (more);
    free(ahead);
    ahead = NULL;
    return true;
}

enum line_got play_ask(const struct screen *s, const char *prompt, const struct play_live live[static 1],
                       char line[PLAY_MAX_LINE])
{
    if (!ahead)
        return s->terminal ? play_edit(prompt, live, line) : play_read_line(prompt, line);
    strcpy(line, ahead);
    show_line("%s%s", prompt, line);
    free(ahead);
    ahead = NULL;
    return LINE_READ;
}

static const char *asked;

static void ask_again(void)
{
    printf("%s", asked);
    cli_flush();
}

enum line_got play_read_line(const char *prompt, char line[PLAY_MAX_LINE])
{
    size_t length = 0;
    bool cut = false;
    int c;
    asked = prompt;
    ask_again();
    play_continued = ask_again;
    while ((c = play_next_byte()) >= 0 && c != '\n') {
        if (c == CTRL_D && length == 0 && isatty(STDIN_FILENO)) {
            c = -1;   /* typed while lines were edited */
            break;
        }
        if (length + 1 < PLAY_MAX_LINE)
            line[length++] = (char)c;
        else
            cut = true;
    }
    play_continued = NULL;
    if (c == -2)
        return LINE_INTERRUPTED;
    if (c == -1 && length == 0)
        return LINE_END;
    if (cut)
        return LINE_TOO_LONG;
    return play_judge_line(line, length);
}
