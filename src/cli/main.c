/* main.c - how a call is read. */
#include "cli.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "bylaw/tournament.h"
#include "logic.h"

#define COMMAND(name, usage, summary, least, most, more_help, about, ...)            \
    {#name, usage, summary, least, most, more_help, about,                           \
     (const struct cli_option[]){__VA_ARGS__}, cmd_##name},
const struct command cli_commands[] = {
#include "commands.def"
    {0},
};

static const char *command_name(size_t i)
{
    return cli_commands[i].name;
}

const struct command *cli_find_command(const char *name)
{
    const struct command *c = cli_commands;
    while (c->name && strcmp(c->name, name) != 0)
        c++;
    if (!c->name)
        cli_unknown("", "subcommand", name, command_name, "; see bylaw --help");
    return c;
}

static const struct cli_option *find_option(const struct command *command, const char *name,
                                            size_t length)
{
    for (const struct cli_option *o = command->options; o->name; o++)
        if (strlen(o->name) == length && strncmp(o->name, name, length) == 0)
            return o;
    BL_LOCAL struct bl_text option = bl_text_heap();
    bl_put_bytes(&option, name, length);
    cli_wrong_said("%s: there is no option --%s; see bylaw %s --help", command->name, option.s, command->name);
}

/* Reads the option at argv[at] and gives the place of the next word. */
static int take_option(struct cli_args *args, struct cli_given *given, int argc, char **argv,
                       int at)
{
    const struct command *command = args->command;
    const char *name = argv[at] + 2;
    const char *equals = strchr(name, '=');
    size_t length = equals ? (size_t)(equals - name) : strlen(name);
    const struct cli_option *option = find_option(command, name, length);
    const char *value = equals ? equals + 1 : "";
    if (!option->value && equals)
        cli_wrong_said("%s: --%s takes no value", command->name, option->name);
    if (option->value && !equals) {
        if (++at >= argc)
            cli_wrong_said("%s: --%s needs a value (%s)", command->name, option->name, option->value);
        value = argv[at];
    }
    given[args->given_count++] = (struct cli_given){option, value};
    return at + 1;
}

static void take_word(struct cli_args *args, const char **words, const char *word)
{
    const struct command *command = args->command;
    if (args->word_count >= command->most)
        cli_wrong_said("%s: '%s' is one word too many; see bylaw %s --help", command->name, word,
                  command->name);
    words[args->word_count++] = word;
}

static bool asks_help(int argc, char **argv)
{
    for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
            return true;
    return false;
}

/* Before anything else is told of the call: what is wrong with it is said in that language. */
static void speak_first(const struct command *command, int argc, char **argv)
{
    struct cli_given given = {0};
    struct cli_args args = {.command = command, .given = &given};
    const struct cli_option *o = command->options;
    while (o->name && strcmp(o->name, "language") != 0)
        o++;
    for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; i++) {
        bool apart = strcmp(argv[i], "--language") == 0 && i + 1 < argc;
        if (apart || strncmp(argv[i], "--language=", 11) == 0) {
            given = (struct cli_given){o, apart ? argv[i + 1] : argv[i] + 11};
            args.given_count = 1;
        }
    }
    if (o->name)
        cli_speak(&args);
}

static int run_command(const struct command *command, int argc, char **argv)
{
    if (asks_help(argc, argv)) {
        cli_show_help(command);
        return CLI_DONE;
    }
    struct cli_given *given = bl_new((size_t)argc + 1, sizeof *given);
    const char **words = bl_new((size_t)argc + 1, sizeof *words);
    struct cli_args args = {.command = command, .given = given, .words = words};
    bool only_words = false;
    speak_first(command, argc, argv);
    for (int at = 0; at < argc;) {
        const char *word = argv[at];
        if (!only_words && strcmp(word, "--") == 0) {
            only_words = true;
            at++;
        } else if (!only_words && strncmp(word, "--", 2) == 0) {
            at = take_option(&args, given, argc, argv, at);
        } else if (!only_words && word[0] == '-' && word[1] != '\0') {
            cli_wrong_said("%s: there is no option %s; see bylaw %s --help", command->name, word,
                      command->name);
        } else {
            take_word(&args, words, word);
            at++;
        }
    }
    if (args.word_count < command->least)
        cli_wrong_said("%s: too few words; the call is: bylaw %s %s", command->name, command->name,
                  command->usage);
    if (cli_has(&args, "json"))
        cli_refuse(&args, (const char *const[]){"language", NULL}, FACT("is for words; --json has none"));
    int status = command->run(&args);
    free(given);
    free(words);
    return status;
}

int main(int argc, char **argv)
{
    signal(SIGXFSZ, SIG_IGN);   /* a file that may not grow is a fault, to be told like others */
    cli_started_as(argv[0]);
    if (argc < 2)
        cli_wrong("a subcommand is needed; see bylaw --help");
    int status = CLI_DONE;
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        cli_show_help(NULL);
    } else if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0) {
        printf("bylaw %s\n", BYLAW_VERSION);
    } else if (argv[1][0] == '-') {
        cli_wrong("there is no option %s; see bylaw --help", argv[1]);
    } else {
        status = run_command(cli_find_command(argv[1]), argc - 2, argv + 2);
    }
    cli_flush();
    return status;
}
