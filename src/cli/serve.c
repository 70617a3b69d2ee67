/* serve.c - `bylaw serve`: tables for people in other places. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"

#ifdef HAVE_SERVER
#include "engine/engine.h"
#include "server/event.h"
#include "server/serve.h"

enum { MOST_LIMITS = 64, MOST_LANGUAGES = 16 };

void serve_put_limits(struct bl_text *out)
{
    char name[64];
    const char *text;
    bl_put(out, "\nLimits:\n");
    for (size_t i = 0; (text = srv_usual_limit(i, name)) != NULL; i++)
        cli_put_row(out, name, text, 30);
}

static const char *site_of(const struct cli_args *args)
{
    const char *asked = cli_value(args, "site");
    if (asked)
        return strcmp(asked, "none") ? asked : NULL;
    if (access(BYLAW_SITE "/index.html", R_OK))
        cli_wrong("serve: there is no page in " BYLAW_SITE "; `make web` builds it into "
                  "build-web/site: say --site DIR, or --site none");
    return BYLAW_SITE;
}

/* Without the slash at its end. */
static const char *address_of(const struct cli_args *args, struct bl_text *out)
{
    const char *address = cli_value(args, "address");
    if (!address)
        return NULL;
    size_t scheme = !strncmp(address, "http://", 7) ? 7 : !strncmp(address, "https://", 8) ? 8 : 0;
    if (!scheme || strspn(address + scheme, "/?#@ ") || !address[scheme] || strpbrk(address, "?#@ "))
        cli_wrong("--address: '%s' is no address like https://cards.example", address);
    bl_put_bytes(out, address, strlen(address) - (address[strlen(address) - 1] == '/'));
    return out->s;
}

static unsigned languages(struct srv_language *out, struct bl_catalogue *catalogues)
{
    unsigned count = 0;
    for (const struct cli_language *l = cli_languages; l->name && count < MOST_LANGUAGES; l++) {
        struct bl_catalogue *c = &catalogues[count];
        bool spoken = l->catalogue && bl_catalogue_open(c, l->catalogue, l->size);
        if (spoken || l == cli_languages)
            out[count++] = (struct srv_language){l->name, spoken ? c : NULL};
    }
    return count;
}

/* Whether nobody but this machine can come. */
static bool is_private(const struct srv_serving *s)
{
    static const char *const own[] = {"127.", "localhost:", "[::1]:"};
    bool here = !s->listen;
    for (size_t i = 0; s->listen && i < sizeof own / sizeof *own; i++)
        here |= !strncmp(s->listen, own[i], strlen(own[i]));
    return here && !s->address;
}

static void ready(void *with, const char *address)
{
    const struct srv_serving *s = with;
    struct bl_text out = bl_text_heap();
    bl_putf(&out, "The tables are set at %s/ (end with Ctrl-C)\n", address);
    if (s->site)
        bl_put(&out, "Open it, choose \"With friends\", make a table, and send its link to those who are to play.\n");
    if (is_private(s))
        bl_putf(&out, "Only this machine can come there; for others in your network say make serve HOST=0.0.0.0 "
                "(bylaw serve --listen 0.0.0.0:%s)\n", s->listen ? strrchr(s->listen, ':') + 1 : "8080");
    cli_write(&out);
    cli_flush();
}

static void log_engine(const char *line)
{
    BL_LOCAL struct bl_text event = bl_text_heap();
    srv_put_event(&event, "engine", "text", line);
    bl_json_close(&event, '}');
    srv_log_to(stderr, event.s);
}

/* "NAME=cmd:…": a program that plays at tables under that name. People can ask for the name alone. */
static char *add_engine(const char *given)
{
    BL_LOCAL struct bl_text why = bl_text_heap();
    const char *command = strchr(given, '=');
    if (!command || strncmp(command + 1, ENGINE_KIND, strlen(ENGINE_KIND)))
        cli_wrong("--engine: '%s' is not NAME=cmd:COMMAND", given);
    char *name = bl_new((size_t)(command - given) + 1, 1);
    memcpy(name, given, (size_t)(command - given));
    if (!engine_add(name, command + 1, &why))
        cli_wrong("--engine: %s: %s", given, why.s);
    return name;
}

int cmd_serve(const struct cli_args *args)
{
    BL_LOCAL struct bl_text data = bl_text_heap(), why = bl_text_heap(), address = bl_text_heap();
    struct srv_language spoken[MOST_LANGUAGES];
    struct bl_catalogue catalogues[MOST_LANGUAGES];
    const char *limits[MOST_LIMITS + 1] = {NULL};
    char **engines = bl_new(args->given_count + 1, sizeof *engines);
    size_t n = 0, m = 0;
    if (cli_has(args, "data") && cli_has(args, "store"))
        cli_wrong("serve: --data is a file, --store a database: there can be one of them");
    struct srv_serving s = {.listen = cli_value(args, "listen"), .metrics = cli_value(args, "metrics"),
        .data = cli_value(args, cli_has(args, "store") ? "store" : "data"),
        .address = address_of(args, &address), .site = site_of(args), .hints = cli_value(args, "nats"),
        .proxied = cli_has(args, "proxied"), .languages = spoken, .log = stderr, .ready = ready,
        .limits = limits, .engines = (const char *const *)engines, .engine_faults = engine_faults};
    s.with = &s;
    if (!s.data && !cli_own_file(&data, "XDG_DATA_HOME", ".local/share", "tables.db"))
        cli_wrong("serve: there is no home for the tables; say --data FILE");
    s.data = s.data ? s.data : data.s;
    s.language_count = languages(spoken, catalogues);
    for (size_t i = 0; i < args->given_count && n < MOST_LIMITS; i++)
        if (!strcmp(args->given[i].option->name, "limit"))
            limits[n++] = args->given[i].value;
    for (size_t i = 0; i < args->given_count; i++)
        if (!strcmp(args->given[i].option->name, "engine"))
            engines[m++] = add_engine(args->given[i].value);
    engine_tells = log_engine;
    if (!srv_serve(&s, &why))
        cli_wrong("serve: %s", why.s);
    while (m > 0)
        free(engines[--m]);
    free(engines);
    return CLI_DONE;
}

#else

void serve_put_limits(struct bl_text *out)
{
    bl_put(out, "\nThis program was built without the libraries that a server needs.\n");
}

int cmd_serve(const struct cli_args *args)
{
    (void)args;
    cli_wrong("serve: this program was built without libuv, http-parser, wslay, SQLite or libsodium; "
              "`tools/setup.sh serve` installs them, then build again");
}

#endif
