/* apply.c - `bylaw apply`: the position after a move. */
#include <stdlib.h>

#include "bylaw/position.h"
#include "bylaw/step.h"
#include "cli.h"

int cmd_apply(const struct cli_args *args)
{
    const struct bl_game *game = cli_game(args->words[0]);
    const char *text = cli_words_from(args, 1);
    uint64_t seed = cli_seed(args);
    void *state = cli_read_position(game);
    struct bl_play play = cli_read_move(game, state, cli_seat(args, state), text);
    struct bl_chance chance = {.seed = seed, .game = game->code};
    static struct bl_step step;
    void *scratch = bl_scratch_new(game);
    bool legal = bl_step(game, state, &play, &chance, scratch, &step);
    bl_scratch_free(game, scratch);
    if (legal) {
        cli_write_position(game, state);
    } else {
        const struct bl_clause *clause = &game->clauses[step.refused];
        struct bl_fact fact = bl_refusing_fact(&step.trace, step.refused);
        BL_LOCAL struct bl_text words = bl_text_heap();
        bl_put_fact(&words, &fact, NULL);
        cli_complain(words.len > 0 ? "refused by %s: %s (%s)" : "refused by %s: %s%s", clause->id,
                     clause->text, words.s);
        free(state);
    }
    return legal ? CLI_DONE : CLI_NO;
}
