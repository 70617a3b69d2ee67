/* answer.c - memory for the page, and answers to it. */
#include <stdlib.h>

#include "wasm.h"

static struct bl_text text;

void *ENTRY(bw_take)(size_t size);
void ENTRY(bw_give)(void *memory);
size_t ENTRY(bw_size)(void);

/* Memory for a text that the page hands over; bw_give takes it back. */
void *bw_take(size_t size)
{
    return malloc(size);
}

void bw_give(void *memory)
{
    free(memory);
}

/* How long the last answer is. */
size_t bw_size(void)
{
    return text.len;
}

struct bl_text *answer(void)
{
    if (text.cap == 0)
        text = bl_text_heap();
    bl_text_clear(&text);
    return &text;
}

const char *done(void)
{
    return text.s;
}

const char *mistake(const char *why)
{
    struct bl_text *out = answer();
    bl_json_open(out, '{');
    put_member(out, "error", why);
    bl_json_close(out, '}');
    return done();
}

void put_member(struct bl_text *out, const char *name, const char *value)
{
    bl_json_key(out, name);
    bl_json_put_string(out, value);
}

void put_number(struct bl_text *out, const char *name, int64_t number)
{
    bl_json_key(out, name);
    bl_json_put_int(out, number);
}

void put_truth(struct bl_text *out, const char *name, bool truth)
{
    bl_json_key(out, name);
    bl_json_put_bool(out, truth);
}

void put_account(struct bl_text *out, const char *name, const struct bl_game *game,
                 const struct bl_account *account)
{
    static const char *const marks[] = {"held", "refused", "true", "false", "applied"};
    bl_json_key(out, name);
    bl_json_open(out, '[');
    for (uint32_t i = 0; i < account->count; i++) {
        bl_json_open(out, '{');
        put_member(out, "clause", game->clauses[account->reasons[i].clause].id);
        put_member(out, "mark", marks[account->reasons[i].mark]);
        struct bl_text words = bl_text_heap();
        bl_put_fact(&words, &account->reasons[i].fact, NULL);
        put_member(out, "fact", words.s);
        bl_text_free(&words);
        bl_json_close(out, '}');
    }
    bl_json_close(out, ']');
}
