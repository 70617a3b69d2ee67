/* deeds.c - what a statement says, and what a proof of it would do, in words. */
#include "draft.h"

void bl_draft_put_plain(struct bl_text *out, const struct bl_logic *l, const struct bl_statement *s,
                        const struct bl_voice *voice)
{
    uint8_t packed[BL_PACKED_MAX];
    if (bl_term_is_wff(l, s->term))
        pw_put_plain(out, packed, packed + bl_statement_pack(l, s, packed), voice);
}

/* One after another, a space between them. */
static void put(struct bl_text *out, const char *format, const struct bl_arg *args,
                const struct bl_voice *voice)
{
    bl_put(out, out->len > 0 ? " " : "");
    bl_put_fact(out, &(struct bl_fact){format, args}, voice);
}

/* A.2: nothing is put where nobody gets the card. */
static void put_claim(struct bl_text *out, const struct bl_draft *d, struct pw_deed deed,
                      const struct bl_voice *voice)
{
    int card = pw_claimed(&d->proof.values, deed, d->view->turn);
    if (card < 0)
        return;
    int64_t price = pw_far_claim_price(d->view->cards[card].cost);
    const struct bl_arg args[3] = {
        {'p', deed.seat, NULL}, {'i', card, NULL}, {'d', (int32_t)price, NULL}};
    put(out, FACT("%p gives up %i for %d power."), args, voice);
}

void bl_draft_put_deeds(struct bl_text *out, const struct bl_draft *d, uint32_t number,
                        const struct bl_voice *voice)
{
    static const struct {
        const char *says;
        int32_t most;
    } kinds[] = {
        [BL_ATK - BL_CLAIM] = {FACT("{You lose|%p loses} %d health."), PW_ATK_MOST},
        [BL_HEAL - BL_CLAIM] = {FACT("{You gain|%p gains} %d health."), PW_HEAL_MOST},
        [BL_ADDPOWER - BL_CLAIM] = {FACT("{You gain|%p gains} %d power."), PW_ADDPOWER_MOST},
        [BL_SUBPOWER - BL_CLAIM] = {FACT("{You lose|%p loses} %d power."), PW_SUBPOWER_MOST},
    };
    bl_term condition, action = pw_effect_action(d->l, bl_draft_term(d, number), &condition);
    struct pw_deed deeds[PW_SEATS];
    unsigned n = action ? pw_deeds(&d->proof.values, d->l, action, condition, deeds) : 0;
    for (unsigned i = 0; i < n; i++) {
        unsigned kind = bl_term_left(d->l, action) - BL_CLAIM;
        const struct bl_arg args[2] = {
            {'p', deeds[i].seat, NULL}, {'d', pw_at_most(deeds[i].much, kinds[kind].most), NULL}};
        if (kind == 0)
            put_claim(out, d, deeds[i], voice);
        else
            put(out, kinds[kind].says, args, voice);
    }
    if (out->len == 0)
        put(out, FACT("Nothing would happen."), NULL, voice);
}
