/* fuzz_position.c - any bytes as a position of any game: refused with a reason, or
 * a position that can be written again and played on. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "bylaw/position.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct bl_game *game = fuzz_game(&data, &size);
    void *state = calloc(1, game->state_size), *again = calloc(1, game->state_size);
    bl_move *moves = calloc(game->max_moves, sizeof *moves);
    struct bl_json_doc doc;
    if (bl_read_position(game, (const char *)data, size, state, &doc)) {
        assert(doc.why[0]);
    } else {
        struct bl_text text = bl_text_heap();
        bl_put_position(&text, game, state);
        assert(!bl_read_position(game, text.s, text.len, again, &doc));
        assert(memcmp(state, again, game->state_size) == 0);
        bl_text_free(&text);
        fuzz_play_on(game, state, moves, size, 50);
    }
    free(state);
    free(again);
    free(moves);
    return 0;
}
