/* position.c - games, positions and moves as they are given to the program. */
#include "bylaw/position.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/utf8.h"
#include "cli.h"

static const char *game_name(size_t i)
{
    return bl_games()[i] ? bl_games()[i]->id : NULL;
}

const struct bl_game *cli_game(const char *id)
{
    const struct bl_game *game = bl_find_game(id);
    if (!game)
        cli_unknown("", "game", id, game_name, "; see bylaw games");
    return game;
}

bl_cite cli_find_clause(const struct bl_game *game, const char *id)
{
    bl_cite found = bl_find_clause(game, id);
    for (bl_cite c = 1; !found && c < game->clause_count; c++)
        if (strcasecmp(game->clauses[c].id, id) == 0)
            found = c;
    return found;
}

/* Whose position a text is. */
static const struct bl_game *game_of(const char *name, const struct bl_text *text)
{
    struct bl_json_doc doc;
    const struct bl_game *game = NULL;
    if (bl_json_parse(&doc, text->s, text->len)) {
        struct bl_json root = bl_json_root(&doc), id = bl_json_member(&root, "game");
        const char *given = bl_json_to_string(&id);
        game = doc.failed ? NULL : cli_game(given);
    }
    bl_json_free(&doc);
    if (!game)
        cli_wrong("%s: %s", name, doc.why);
    return game;
}

void *cli_read_position_of(const struct bl_game **game, const char *path)
{
    BL_LOCAL struct bl_text text = cli_slurp_file(path, CLI_MAX_INPUT);
    const char *name = strcmp(path, "-") == 0 ? "standard input" : path;
    if (text.len == 0)
        cli_wrong("%s: empty; a position of %s is expected", name, *game ? (*game)->id : "a game");
    if (cli_mistaken(text.s, true))
        cli_wrong("%s: %s", name, cli_said(cli_mistaken(text.s, true)));
    *game = *game ? *game : game_of(name, &text);
    void *state = bl_new(1, (*game)->state_size);
    struct bl_json_doc doc;
    const char *why = bl_read_position(*game, text.s, text.len, state, &doc);
    if (why)
        cli_wrong("%s: %s", name, why);
    return state;
}

void *cli_read_position(const struct bl_game *game)
{
    return cli_read_position_of(&game, "-");
}

void cli_write_position(const struct bl_game *game, void *state)
{
    struct bl_text out = bl_text_heap();
    bl_put_position(&out, game, state);
    bl_put_char(&out, '\n');
    cli_write(&out);
    free(state);
}

/* A move of the notation that is written like `text` but for letter case; "" if none is found
 * among those that are legal here and the first of all others. */
static void find_spelling(const struct bl_game *game, const void *state, int seat,
                          const char *text, struct bl_text *found)
{
    enum { FIRST = 100000 };
    const struct bl_setup *setup = &bl_head(state)->setup;
    bl_move *moves = bl_new(game->max_moves, sizeof *moves);
    uint32_t count = bl_head(state)->to_move < 0 ? 0 : game->rules->moves(state, moves);
    uint32_t all = count + bl_action_count(game, setup);
    bool same = false;
    for (uint32_t i = 0; i < all && i < count + FIRST && !same; i++) {
        bl_move move = i < count ? moves[i] : bl_action_move(game, setup, i - count);
        bl_text_clear(found);
        if (!(move & BL_OPEN))
            game->notation->put_move(state, &(struct bl_play){.move = move, .seat = (int8_t)seat}, found);
        same = found->len > 0 && strcasecmp(found->s, text) == 0;
    }
    if (!same)
        bl_text_clear(found);
    free(moves);
}

/* A text, or so much of it as a message has room for. */
static void put_beginning(struct bl_text *out, const char *text)
{
    enum { MOST = 200 };
    size_t size = strlen(text);
    if (size > MOST)
        for (size = MOST; !bl_utf8_begins(text[size]);)
            size--;
    bl_put_bytes(out, text, size);
    bl_put(out, text[size] ? "…" : "");
}

struct bl_play cli_read_move(const struct bl_game *game, const void *state, int seat,
                             const char *text)
{
    static struct bl_text words;   /* what the move says: as long as the program runs */
    struct bl_play play = {0};
    words = bl_text_heap();
    const struct bl_fact *wrong = game->notation->read_move(state, seat, text, &play, &words);
    if (wrong) {
        struct bl_text near = bl_text_heap(), quoted = bl_text_heap(), why = bl_text_heap();
        bl_put_fact(&why, wrong, NULL);
        put_beginning(&quoted, text);
        find_spelling(game, state, seat, text, &near);
        if (near.len > 0)
            cli_wrong("the move '%s': letter case matters here; did you mean '%s'?", quoted.s,
                      near.s);
        cli_wrong("the move '%s': %s", quoted.s, why.s);
    }
    play.seat = (int8_t)seat;
    return play;
}

int cli_seat(const struct cli_args *args, const void *state)
{
    const struct bl_head *head = bl_head(state);
    int players = head->setup.players;
    if (cli_has(args, "seat"))
        return (int)cli_number(args, "seat", 0, (uint64_t)players - 1, 0);
    return head->to_move < 0 ? 0 : head->to_move;
}
