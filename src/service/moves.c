/* moves.c - moves as data: what is done, with which cards, what else is said of it; and texts of
 * moves made from that. Whoever asks need neither take a text apart nor put one together. */
#include "service.h"

#include <string.h>

/* A move is written in words: what is done; then cards, a suit after >, what else there is. */
static void put_words(const struct bl_notation *notation, const char *text, struct bl_text *out)
{
    BL_LOCAL struct bl_text cards = bl_text_heap(), more = bl_text_heap(), word = bl_text_heap();
    for (const char *at = text; *at; at += word.len + (at[word.len] == ' ')) {
        bl_text_clear(&word);
        bl_put_bytes(&word, at, strcspn(at, " "));
        if (at == text)
            bl_json_putf(out, "'kind':%s", word.s);
        else if (*at == '>')
            bl_json_putf(out, "'suit':%s", word.s + 1);
        else
            bl_json_put_string(notation->read_card(word.s) >= 0 ? &cards : &more, word.s);
    }
    bl_json_putf(out, "'cards':[");
    bl_put(out, cards.s);
    bl_json_putf(out, "],'more':[");
    bl_put(out, more.s);
    bl_json_close(out, ']');
}

/* {"text","parts"}: what the move does, for who may make it; and as one of its card's ways. */
static void put_offer(struct request *r, const void *view, const struct bl_play *play)
{
    struct bl_story *story = &r->service->story;
    const struct bl_game *game = bl_match_game(r->table->m);
    struct bl_voice voice = r->voice;
    voice.signs = true;
    bl_tell_offer(game, view, play, story);
    bl_json_putf(r->out, "'offer':{");
    bl_json_put_words(r->out, &story->sentences[0].fact, &voice);
    bl_put_char(r->out, '}');
    bl_tell_way(game, view, play, story);
    if (story->count == 0)
        return;
    bl_json_putf(r->out, "'way':{");
    bl_json_put_words(r->out, &story->sentences[0].fact, &voice);
    bl_put_char(r->out, '}');
}

/* All but the bracket that closes it. */
static void begin_move(struct request *r, const void *view, const struct bl_play *play, bool offered)
{
    struct bl_text *out = r->out;
    const struct bl_notation *notation = bl_match_game(r->table->m)->notation;
    BL_LOCAL struct bl_text text = bl_text_heap();
    notation->put_move(view, play, &text);
    bl_json_putf(out, "{'text':%s,'form':%t", text.s, play->move & BL_OPEN && !play->data);
    if (notation->put_parts)
        notation->put_parts(view, play, out);
    else
        put_words(notation, text.s, out);
    if (offered)
        put_offer(r, view, play);
}

void service_put_move(struct request *r, const void *view, const struct bl_play *play, bool offered)
{
    begin_move(r, view, play, offered);
    bl_json_close(r->out, '}');
}

void service_put_planned(struct request *r, const void *view, const struct bl_play *play,
                         const struct bl_fact *why)
{
    begin_move(r, view, play, true);
    bl_json_putf(r->out, "'why':{");
    bl_json_put_words(r->out, why, &r->voice);
    bl_put(r->out, "}}");
}

void service_put_wrong(struct request *r, const struct bl_fact *wrong)
{
    BL_LOCAL struct bl_text words = bl_text_heap();
    bl_put_fact(&words, wrong, &(struct bl_voice){.catalogue = r->voice.catalogue});
    bl_json_putf(r->out, "'wrong':%s", words.s);
}

void service_put_hint(struct request *r, const void *view, const struct bl_play *play,
                      const struct bl_opinion *const both[2])
{
    struct bl_story *story = &r->service->story;
    r->voice.you = play->seat;   /* whose hint it is */
    begin_move(r, view, play, true);
    bl_tell_reason(bl_match_game(r->table->m), view, play, story);
    service_put_story(r, "reasons");
    if (both) {
        bl_json_putf(r->out, "'value':%r,'next':", both[0]->value);
        begin_move(r, view, (struct bl_play[]){bl_advised(both[1], play->seat)}, true);
        bl_json_putf(r->out, "'value':%r}", both[1]->value);
    }
    bl_json_close(r->out, '}');
}

/* A list of words, or of the numbers of cards, each after a space. */
static void put_list(struct bl_text *text, struct bl_json *parts, const char *name,
                     void (*put)(uint16_t item, struct bl_text *out))
{
    if (!bl_json_has(parts, name))
        return;
    struct bl_json list = bl_json_member(parts, name);
    size_t n = bl_json_count(&list, 16);
    for (size_t i = 0; i < n; i++) {
        struct bl_json item = bl_json_item(&list, i);
        bl_put_char(text, ' ');
        if (bl_json_is_string(&item))
            bl_put(text, bl_json_to_string(&item));
        else
            put((uint16_t)bl_json_to_int(&item, 0, UINT8_MAX), text);
    }
}

static void put_number(uint16_t number, struct bl_text *out)
{
    bl_put_int(out, number);
}

const char *service_read_move(const struct request *r, struct bl_json *move, struct bl_text *room)
{
    bl_text_clear(room);
    if (!bl_json_has(move, "kind"))
        return bl_json_to_string(move);
    bl_put(room, bl_json_string(move, "kind"));
    put_list(room, move, "cards", bl_match_game(r->table->m)->notation->put_card);
    if (bl_json_has(move, "suit"))
        bl_putf(room, " >%s", bl_json_string(move, "suit"));
    put_list(room, move, "more", put_number);
    bl_json_done(move);
    return room->s;
}
