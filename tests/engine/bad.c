/* bad.c - an engine that does what engines must not do: `bad HOW [FILE]`.
 *
 * It says hello, and plays the first legal move, until it is asked for its third move; then it goes wrong
 * in the way that is named. With a file it writes its process number into it, and that of a process of
 * its own in a session of its own, which outlives it if it can. */
#define _POSIX_C_SOURCE 200809L
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define GOOD_MOVES 2

static void write_down(const char *path)
{
    FILE *file = fopen(path, "a");
    pid_t helper = fork();
    if (helper == 0) {
        signal(SIGTERM, SIG_IGN);
        setsid();
        for (;;)
            pause();
    }
    fprintf(file, "%d %d\n", (int)getpid(), (int)helper);
    fclose(file);
}

static void say_much(const char *text, size_t times)
{
    for (size_t i = 0; i < times; i++)
        fputs(text, stdout);
    fflush(stdout);
}

static void say_forever(const char *text, size_t times, int ms)
{
    for (;; poll(NULL, 0, ms))
        say_much(text, times);
}

/* Takes so much memory that it needs a while to end, also when it is killed. */
static void grow(void)
{
    enum { MUCH = 256 << 20 };
    char *much = malloc(MUCH);
    for (size_t i = 0; much && i < MUCH; i += 4096)
        much[i] = 1;
}

/* Stops its keeper, once, or whenever that goes on. */
static void stop_keeper(int times)
{
    for (int i = 0; i < times; i++) {
        kill(getppid(), SIGSTOP);
        poll(NULL, 0, 0);
    }
    for (;;)
        pause();
}

static void do_wrong(const char *how, long long id)
{
    if (strcmp(how, "crash") == 0) {
        fprintf(stderr, "something is broken\n");
        abort();
    } else if (strcmp(how, "end") == 0) {
        exit(3);
    } else if (strcmp(how, "hang") == 0) {
        for (;;)
            pause();
    } else if (strcmp(how, "illegal") == 0) {
        printf("{\"t\":\"bestmove\",\"id\":%lld,\"action\":99999}\n", id);
    } else if (strcmp(how, "nonsense") == 0) {
        printf("{\"t\":\"bestmove\",\"id\":%lld,\"move\":\"castle\"}\n", id);
    } else if (strcmp(how, "garbage") == 0) {
        printf("\001\377 what?\n");
    } else if (strcmp(how, "wrong-id") == 0) {
        printf("{\"t\":\"bestmove\",\"id\":%lld,\"action\":0}\n", id + 1);
    } else if (strcmp(how, "error") == 0) {
        printf("{\"t\":\"error\",\"text\":\"I do not like this\"}\n");
    } else if (strcmp(how, "long") == 0) {
        say_much("0123456789abcdef", 1 << 18);
        for (;;)
            pause();
    } else if (strcmp(how, "flood") == 0) {
        say_forever("{\"t\":\"info\",\"text\":\"still thinking\"}\n", 1000, 0);
    } else if (strcmp(how, "drip") == 0) {
        say_forever("x", 1, 1);
    } else if (strcmp(how, "chat") == 0) {
        say_forever("{\"t\":\"info\"}\n", 1, 5);
    } else if (strcmp(how, "stop") == 0) {
        stop_keeper(1);
    } else if (strcmp(how, "stop-again") == 0) {
        pid_t keeper = getppid();
        grow();
        for (int i = 0; i < 4; i++)   /* one of them is always at work */
            if (fork() == 0)
                for (;;)
                    kill(keeper, SIGSTOP);
        stop_keeper(1 << 30);
    } else if (strcmp(how, "close") == 0) {
        fclose(stdout);
        close(STDOUT_FILENO);
        for (;;)
            pause();
    }
    fflush(stdout);
}

/* What follows a member's name, in its last place. */
static const char *after(const char *line, const char *name)
{
    const char *found = NULL;
    for (const char *at = line; (at = strstr(at, name)) != NULL; at += strlen(name))
        found = at + strlen(name);
    return found;
}

int main(int argc, char **argv)
{
    char *line = NULL, move[200] = "";
    size_t room = 0;
    int asked = 0, games = 0;
    signal(SIGTERM, SIG_IGN);
    if (argc > 2)
        write_down(argv[2]);
    while (getline(&line, &room, stdin) > 0) {
        if (strstr(line, "{\"t\":\"hello\"") == line) {
            printf("{\"t\":\"hello\",\"bylaw\":1,\"name\":\"Bad\"}\n");
        } else if (strstr(line, "{\"t\":\"newgame\"") == line) {
            if (++games > 1 && argc > 1 && strcmp(argv[1], "one-game") == 0)
                break;
        } else if (strstr(line, "{\"t\":\"position\"") == line) {
            sscanf(after(line, "\"legal\":["), "%199[^]]", move);
            *strstr(move + 1, "\"") = '\0';
        } else if (strstr(line, "{\"t\":\"go\"") == line) {
            long long id = atoll(after(line, "\"id\":"));
            if (++asked > GOOD_MOVES)
                do_wrong(argc > 1 ? argv[1] : "", id);
            if (asked <= GOOD_MOVES || argc <= 1 || strcmp(argv[1], "good") == 0 ||
                strcmp(argv[1], "one-game") == 0)
                printf("{\"t\":\"bestmove\",\"id\":%lld,\"move\":%s\"}\n", id, move);
        }
        fflush(stdout);
        if (asked == GOOD_MOVES && argc > 1 && strcmp(argv[1], "quit") == 0)
            break;
    }
    free(line);
    return 0;
}
