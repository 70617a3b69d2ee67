/* fuzz_saved.c - any bytes as a saved game. It is taken up again, and then everybody can be told all
 * of it, it can be taken back, played on and saved; or refused with the reason. */
#include <assert.h>
#include <string.h>

#include "bylaw/match.h"
#include "fuzz.h"

static void look(struct bl_match *m)
{
    static struct bl_event event;
    int players = bl_match_setup(m)->players;
    for (uint32_t i = 0; i < bl_match_count(m); i++)
        for (int reader = BL_SPECTATOR; reader < players; reader++)
            bl_match_event(m, i, reader, &event);
    const bl_move *moves;
    bl_match_moves(m, &moves);
}

/* What is saved of it is taken up as the same. */
static void save_again(struct bl_match *m)
{
    struct bl_text text = bl_text_heap(), why = bl_text_heap();
    const struct bl_text *saved = bl_match_transcript(m);
    bl_put_bytes(&text, saved->s, saved->len);
    struct bl_match *again = bl_match_resume(NULL, text.s, text.len, &why);
    assert(again && bl_match_count(again) == bl_match_count(m));
    assert(strcmp(bl_match_transcript(again)->s, text.s) == 0);
    bl_match_free(again);
    bl_text_free(&text);
    bl_text_free(&why);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bl_text why = bl_text_heap();
    struct bl_match *m = bl_match_resume(NULL, (const char *)data, size, &why);
    assert(m ? why.len == 0 : why.len > 0);
    if (m) {
        look(m);
        save_again(m);
        for (int seat = 0; seat < bl_match_setup(m)->players; seat++) {
            bl_match_seat(m, seat, bl_find_bot("random"));
            bl_text_clear(&why);
            bl_match_undo(m, seat, NULL, &why);
        }
        for (int i = 0; i < 3; i++)
            bl_match_bot_move(m);
        save_again(m);
    }
    bl_match_free(m);
    bl_text_free(&why);
    return 0;
}
