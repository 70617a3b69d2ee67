/* rules.c - `bylaw rules`: a rulebook in our words. */
#include <string.h>

#include "base/utf8.h"
#include "citations.h"
#include "cli.h"

#define INDENT 2

/* ---- who names whom ----------------------------------------------------------- */

static bool is_word(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           ((unsigned char)c & 0x80) != 0;
}

/* Whether `text` has `id` in it as a word of its own: not §4.4 in §4.4.1, not 2.1 in §2.1. */
static bool names(const char *text, const char *id)
{
    size_t n = strlen(id);
    for (const char *at = text; (at = strstr(at, id)) != NULL; at++) {
        bool begins = at == text || !(is_word(at[-1]) || at[-1] == '.' || at[-1] == '-');
        bool ends = !is_word(at[n]) && at[n] != '-' && !(at[n] == '.' && is_word(at[n + 1]));
        if (begins && ends)
            return true;
    }
    return false;
}

static const char *bare(const char *id)
{
    return strncmp(id, "§", strlen("§")) == 0 ? id + strlen("§") : id;
}

/* With its sign, or without it where that cannot be taken for a number. */
static bool names_clause(const char *text, const char *id)
{
    return names(text, id) || (strchr(id, '.') && names(text, bare(id)));
}

static bool bears_on(const struct bl_game *game, const struct bl_ruling *r, bl_cite clause)
{
    const struct bl_clause *c = &game->clauses[clause];
    return r->clause == clause || names(c->reading, r->name) || names(c->text, r->name);
}

/* ---- for people ----------------------------------------------------------------- */

/* Set in under the clause. */
#define put_under(out, indent, ...)                                                                 \
    (cli_put_spaces(out, indent),                                                                  \
     cli_tell_paragraph(out, "", (indent) + INDENT, cli_columns(), __VA_ARGS__))

static void put_ruling(struct bl_text *out, const struct bl_ruling *r, int indent)
{
    BL_LOCAL struct bl_text values = bl_text_heap();
    for (int i = 1; r->values[i]; i++)
        cli_tell(&values, ", or %s", r->values[i]);
    put_under(out, indent, "Ruling %s: %s by default%s. %w", r->name, r->values[0], values.s, r->text);
}

static void put_notes(struct bl_text *out, const struct bl_game *game, bl_cite clause, bool all,
                      int indent)
{
    const struct bl_clause *c = &game->clauses[clause];
    if (*c->reading)
        put_under(out, indent, "Reading: %w", c->reading);
    for (int i = 0; i < game->ruling_count; i++) {
        const struct bl_ruling *r = &game->rulings[i];
        if (r->clause == clause || (all && bears_on(game, r, clause)))
            put_ruling(out, r, indent);
    }
    if (*c->dead)
        put_under(out, indent, "Dead: %w", c->dead);
}

static int id_columns(const struct bl_game *game)
{
    int widest = 0;
    for (uint16_t i = 1; i < game->clause_count; i++) {
        int width = cli_width(game->clauses[i].id);
        widest = width > widest ? width : widest;
    }
    return widest + 2;
}

static void put_rulebook(struct bl_text *out, const struct bl_game *game)
{
    int at = id_columns(game);
    cli_tell(out, "%w, %d to %d players\n\n", game->title, game->min_players, game->max_players);
    for (uint16_t i = 1; i < game->clause_count; i++) {
        const struct bl_clause *c = &game->clauses[i];
        cli_put_padded(out, c->id, at);
        cli_put_wrapped(out, cli_said(c->text), at, at, cli_columns());
        put_notes(out, game, i, false, at + INDENT);
    }
}

static void put_parts(struct bl_text *out, const struct bl_game *game, const struct bl_clause *c)
{
    BL_LOCAL struct bl_text list = bl_text_heap();
    size_t n = strlen(c->id);
    for (uint16_t i = 1; i < game->clause_count; i++) {
        const char *id = game->clauses[i].id;
        if (strncmp(id, c->id, n) == 0 && id[n] == '.')
            bl_putf(&list, list.len > 0 ? ", %s" : "%s", id);
    }
    if (list.len > 0)
        put_under(out, INDENT, "Under it: %s", list.s);
}

static void put_citing_clauses(struct bl_text *out, const struct bl_game *game,
                               const struct bl_clause *c)
{
    for (uint16_t i = 1; i < game->clause_count; i++) {
        const struct bl_clause *other = &game->clauses[i];
        if (other != c &&
            (names_clause(other->text, c->id) || names_clause(other->reading, c->id) ||
             names_clause(other->dead, c->id)))
            put_under(out, INDENT, "Cited by: %s: %w", other->id, other->text);
    }
}

static void put_applications(struct bl_text *out, const struct bl_game *game,
                             const struct bl_clause *c)
{
    static const char *const ways[] = {
        [CITED_REQUIREMENT] = FACT("asked for"), [CITED_REFUSAL] = FACT("refuses by it"),
        [CITED_DEFINITION] = FACT("decided"), [CITED_EFFECT] = FACT("carried out"),
        [CITED_OTHERWISE] = FACT("named")};
    BL_LOCAL struct bl_text list = bl_text_heap();
    for (const struct citation *at = citations; at->game; at++)
        if (strcmp(at->game, game->id) == 0 && strcmp(at->clause, c->id) == 0)
            bl_putf(&list, list.len > 0 ? ", %s (%s)" : "%s (%s)", at->function, cli_said(ways[at->as]));
    if (list.len > 0)
        put_under(out, INDENT, "Applied in: %s", list.s);
}

static void put_clause(struct bl_text *out, const struct bl_game *game, bl_cite clause)
{
    const struct bl_clause *c = &game->clauses[clause];
    bl_putf(out, "%s  ", c->id);
    cli_tell_paragraph(out, "", cli_width(c->id) + 2, cli_columns(), "(%w) %w", bl_kind_name(c->kind),
                       c->text);
    put_notes(out, game, clause, true, INDENT);
    put_parts(out, game, c);
    put_citing_clauses(out, game, c);
    put_applications(out, game, c);
}

/* ---- near matches ---------------------------------------------------------------- */

/* First the clauses that begin so, then those that are one slip of the finger away. */
static bool is_near(const char *typed, const char *id, int pass)
{
    size_t n = strlen(typed);
    bool begins = n > 0 && strncmp(bare(id), typed, n) == 0;
    return pass == 0 ? begins : !begins && bl_distance(typed, bare(id)) <= 1;
}

static _Noreturn void no_such_clause(const struct bl_game *game, const char *given)
{
    struct bl_text list = bl_text_heap();
    int found = 0;
    for (int pass = 0; pass < 2; pass++)
        for (uint16_t i = 1; i < game->clause_count && found < 8; i++)
            if (is_near(bare(given), game->clauses[i].id, pass))
                bl_putf(&list, found++ > 0 ? ", %s" : "%s", game->clauses[i].id);
    if (found > 0)
        cli_wrong("%s has no clause '%s'; near it: %s", game->id, given, list.s);
    cli_wrong("%s has no clause '%s'; see bylaw rules %s", game->id, given, game->id);
}

/* ---- the subcommand --------------------------------------------------------------- */

/* "rulings":{name:[values, the default first]} of those that bear on a clause, if any do. */
static void put_json_rulings(struct bl_text *out, const struct bl_game *game, bl_cite clause)
{
    bool any = false;
    for (int i = 0; i < game->ruling_count; i++) {
        const struct bl_ruling *r = &game->rulings[i];
        if (!bears_on(game, r, clause))
            continue;
        bl_json_putf(out, any ? "%s:" : "'rulings':{%s:", r->name);
        bl_json_put_strings(out, r->values);
        any = true;
    }
    bl_put(out, any ? "}" : "");
}

static void put_json(struct bl_text *out, const struct bl_game *game, bl_cite from, bl_cite to)
{
    bl_json_open(out, '[');
    for (bl_cite i = from; i < to; i++) {
        const struct bl_clause *c = &game->clauses[i];
        bl_json_putf(out, "{'id':%s,'kind':%s,'text':%s", c->id, bl_kind_name(c->kind), c->text);
        if (*c->reading)
            bl_json_putf(out, "'reading':%s", c->reading);
        put_json_rulings(out, game, i);
        bl_json_close(out, '}');
    }
    bl_put(out, "]\n");
}

int cmd_rules(const struct cli_args *args)
{
    const struct bl_game *game = cli_game(args->words[0]);
    bl_cite clause = 0;
    if (args->word_count > 1 && !(clause = cli_find_clause(game, args->words[1])))
        no_such_clause(game, args->words[1]);
    struct bl_text out = bl_text_heap();
    if (cli_has(args, "json"))
        put_json(&out, game, clause ? clause : 1,
                 clause ? (bl_cite)(clause + 1) : game->clause_count);
    else if (clause)
        put_clause(&out, game, clause);
    else
        put_rulebook(&out, game);
    cli_write(&out);
    return CLI_DONE;
}
