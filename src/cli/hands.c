/* hands.c - the cards that a seat holds, told where they are no secret any more. */
#include "bylaw/fields.h"
#include "bylaw/json.h"
#include "bylaw/position.h"
#include "cli.h"
#include "core/cards.h"

/* " 7♥", as the table has it. */
static void put_card(struct bl_text *out, const struct bl_game *game, const char *text, const struct bl_look *look)
{
    const struct bl_pack *pack = cli_pack(game);
    int card = pack ? game->notation->read_card(text) : -1;
    struct bl_look plain = *look;
    plain.colour = false;
    bl_put_char(out, ' ');
    if (card >= 0)
        bl_pen_card(&(struct bl_pen){.out = out, .look = &plain}, pack, (bl_card)card);
    else
        bl_put(out, text);
}

bool cli_put_hand(struct bl_text *out, const struct bl_game *game, const void *state, int seat, const struct bl_look *look)
{
    struct bl_json_doc doc;
    bool any = false;
    BL_LOCAL struct bl_text written = bl_text_heap();
    bl_put_state(game, state, &written);
    if (!bl_json_parse(&doc, written.s, written.len))
        return false;
    struct bl_json root = bl_json_root(&doc);
    const struct bl_fields *fields = game->fields;
    for (const struct bl_field *f = fields->rows; f < fields->rows + fields->count; f++) {
        if (f->kind != BL_FIELD_HANDS)
            continue;
        any = true;
        struct bl_json hands = bl_json_member(&root, f->name), hand = bl_json_item(&hands, (size_t)seat);
        size_t n = bl_json_count(&hand, 1000);
        for (size_t i = 0; i < n; i++) {
            struct bl_json card = bl_json_item(&hand, i);
            if (bl_json_is_string(&card))   /* one that nobody has shown is none */
                put_card(out, game, bl_json_to_string(&card), look);
        }
    }
    bl_json_free(&doc);
    return any;
}
