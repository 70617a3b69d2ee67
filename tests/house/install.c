/* install.c - a program of somebody who uses the installed library. */
#include <bylaw/bylaw.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    const struct bl_game *game = bl_find_game("pharaoh");
    struct bl_setup setup;
    struct bl_context cx;
    struct bl_text out = bl_text_heap();
    if (!game)
        return 1;
    bl_setup_init(&setup, game);
    void *state = calloc(1, game->state_size);
    if (!state || bl_resolve(game, &setup))
        return 1;
    bl_context_init(&cx, game, 1);
    game->rules->deal(state, &setup, &cx);
    if (!game->rules->is_start(state))
        return 1;
    bl_put(&out, "four of spades: ");
    bl_card_put(&bl_french_pack, BL_FRENCH(BL_SPADES, BL_FOUR), &out);
    puts(out.s);
    bl_text_free(&out);
    free(state);
    return 0;
}
