/* fuzz_logic_kernel.c - any bytes as calls of the kernel: terms, axioms, subproofs, inferences,
 * questions. Nothing that comes in may break it, and what it offers it must accept. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

#include "bylaw/logic.h"

#define TERMS 256
#define PROOFS 8

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const uint8_t *at, *end;

static uint32_t byte(void)
{
    return at < end ? *at++ : 0;
}

/* Mostly sensible, sometimes anything. */
static uint32_t number(uint32_t below)
{
    uint32_t n = byte();
    return n == 255 ? byte() << 24 | byte() << 16 | byte() << 8 | byte() : n % (below ? below : 1);
}

static void ask(struct bl_logic *l, struct bl_proof *p, const struct bl_proof *using,
                enum bl_logic_ruling ruling)
{
    struct bl_question q = {.rule = (enum bl_rule)(1 + byte() % (BL_RULES - 1)), .ruling = ruling};
    struct bl_answer *a = malloc(sizeof *a);
    uint32_t least;
    bl_rule_premises(q.rule, &least, &q.premises);
    if (bl_proof_lines(p) == 0)
        q.premises = least;
    for (uint32_t i = 0; i < q.premises && bl_proof_lines(p) > 0; i++)
        q.premise[i] = bl_proof_line(p, 1 + byte() % bl_proof_lines(p))->s;
    q.subproof = bl_rule_uses_subproof(q.rule) ? using : NULL;
    if ((q.premises == 0 || bl_proof_lines(p) > 0) &&
        (!bl_rule_uses_subproof(q.rule) || q.subproof)) {
        bl_infer(l, &q, a);
        struct bl_proof *again = bl_proof_new(l, ruling);
        if (q.subproof)
            bl_proof_own(again, q.subproof);
        for (uint32_t i = 0; i < q.premises; i++)
            assert(bl_proof_axiom(again, &q.premise[i]));
        for (uint32_t i = 0; i < a->count; i++) {
            struct bl_inference step = {.rule = q.rule, .c = a->conclusions[i], .premise = {1, 2},
                                        .premises = q.premises, .subproof = q.subproof};
            assert(bl_proof_follows(again, &step) == 0);
        }
    }
    free(a);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bl_logic *l = bl_logic_new();
    bl_term terms[TERMS] = {0};
    struct bl_proof *proofs[PROOFS];
    uint32_t made = 1, calls = 0;
    at = data;
    end = data + size;
    enum bl_logic_ruling ruling = byte() & 1 ? BL_SOUND : BL_AS_WRITTEN;
    for (int i = 0; i < PROOFS; i++)
        proofs[i] = bl_proof_new(l, ruling);
    while (at < end && calls++ < 4000) {
        struct bl_proof *p = proofs[byte() % PROOFS], *z = proofs[byte() % PROOFS];
        switch (byte() % 8) {
        case 0: case 1: case 2: {
            enum bl_shape shape = (enum bl_shape)(byte() % (BL_SHAPES + 1));
            bool leaf = shape == BL_LETTER || shape == BL_VARIABLE || shape == BL_BOUND ||
                        shape == BL_NUMBER;
            bool named = shape == BL_ATOM || shape == BL_APPLY;
            uint32_t a = leaf || named ? number(75) : terms[number(made) % TERMS];
            uint32_t b = leaf ? 0 : shape == BL_FORALL || shape == BL_EXISTS ? number(26)
                                                                              : terms[number(made) % TERMS];
            bl_term t = bl_term_make(l, shape, a, b);
            if (t && made < TERMS)
                terms[made++] = t;
            break;
        }
        case 3: {
            struct bl_statement s = {.term = terms[number(made) % TERMS], .names = number(4)};
            if (bl_term_is_wff(l, s.term) && bl_term_closed(l, s.term))
                s = bl_statement_of(l, s.term);
            bl_proof_axiom(p, &s);
            break;
        }
        case 4: bl_proof_own(p, z); break;
        case 5: ask(l, p, z, ruling); break;
        case 6: bl_symbol_make(l, (char)("xPfQ"[byte() % 4]), (int64_t)number(8)); break;
        default: {
            struct bl_inference i = {.rule = (enum bl_rule)number(BL_RULES),
                                     .premises = number(4), .premise = {number(9), number(9)},
                                     .subproof = byte() & 1 ? z : NULL};
            i.c.term = terms[number(made) % TERMS];
            if (bl_term_is_wff(l, i.c.term) && bl_term_closed(l, i.c.term))
                i.c = bl_statement_of(l, i.c.term);
            uint32_t before = bl_proof_lines(p);
            enum bl_why why = bl_proof_infer(p, &i);
            assert(bl_proof_lines(p) == before + (why == 0));
        }
        }
    }
    bl_logic_free(l);
    return 0;
}
