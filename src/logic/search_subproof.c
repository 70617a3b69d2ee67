/* search_subproof.c - conditional and indirect proof by the subproofs at hand. */
#include "logic/build.h"
#include "logic/search.h"

static bl_term axiom_of(const struct bl_proof *z)
{
    return bl_proof_line(z, 1)->s.term;
}

/* The next subproof that can be used at all, from that number on; NULL: there is none. */
static const struct bl_proof *usable(const struct search *k, uint32_t *n)
{
    const struct bl_proof *z = bl_proof_owned(k->s->from, *n);
    for (; z && match_subproof(k->l, z, bl_proof_ruling(k->s->from)); (*n)++)
        z = bl_proof_owned(k->s->from, *n + 1);
    return z;
}

/* The lemmas of z for a universal statement that is its axiom renamed. */
static void conclude(struct search *k, uint32_t entry, const struct bl_proof *z, uint32_t number)
{
    struct renaming r;
    r.count = 0;
    if (!match_renamed(k->l, axiom_of(z), k->entries[entry].t, &r))
        return;
    for (uint32_t i = 2, first = r.count; i <= bl_proof_lines(z); i++, r.count = first) {
        bl_term t = bl_proof_line(z, i)->s.term;
        if (shape(k, t) == BL_FORALL)
            search_suggest(k, rename_all(k->l, &r, t), BL_CONDITIONAL_PROOF, entry, NO_ENTRY,
                           number + 1, 0);
    }
}

void search_conditional(struct search *k, uint32_t entry)
{
    const struct bl_proof *z;
    for (uint32_t n = 0; (z = usable(k, &n)) != NULL; n++)
        conclude(k, entry, z, n);
}

/* Wants the axiom of z renamed, where a lemma of z renamed is what is wanted. Only that renaming
 * is tried that changes nothing else. */
static void want_axiom(struct search *k, const struct bl_proof *z, bl_term wanted)
{
    struct renaming r;
    for (uint32_t i = 2; i <= bl_proof_lines(z); i++) {
        bl_term t = bl_proof_line(z, i)->s.term;
        r.count = 0;
        if (shape(k, t) == BL_FORALL && match_renamed(k->l, t, wanted, &r))
            search_want(k, rename_all(k->l, &r, axiom_of(z)), search_slot(k, wanted)->depth + 1u);
    }
}

/* Denies t, if that is the axiom of z renamed. */
static void deny(struct search *k, const struct bl_proof *z, uint32_t number, bl_term t)
{
    struct renaming r;
    r.count = 0;
    if (shape(k, t) == BL_FORALL && match_renamed(k->l, axiom_of(z), t, &r))
        search_suggest(k, rename_denied(k->l, t, bl_proof_ruling(k->s->from)), BL_INDIRECT_PROOF,
                       NO_ENTRY, NO_ENTRY, number + 1, 0);
}

/* The universal statement that c denies as an indirect proof does; 0: none. */
static bl_term undenied(struct search *k, bl_term c)
{
    struct node n = k->l->nodes[c];
    if (k->sound)
        return n.shape == BL_NOT ? n.a : 0;
    if (n.shape != BL_FORALL || shape(k, n.a) != BL_NOT)
        return 0;
    return bl_term_make(k->l, BL_FORALL, k->l->nodes[n.a].a, n.b);
}

void search_subproofs(struct search *k, bl_term t)
{
    const struct bl_proof *z;
    for (uint32_t n = 0; (z = usable(k, &n)) != NULL; n++) {
        if (search_slot(k, t)->wanted && shape(k, t) == BL_FORALL)
            want_axiom(k, z, t);
        if (!match_contradiction(k->l, z))
            continue;
        deny(k, z, n, t);
        if (undenied(k, t))
            deny(k, z, n, undenied(k, t));
    }
}

void search_start_subproofs(struct search *k)
{
    const struct bl_proof *z;
    for (uint32_t n = 0; (z = usable(k, &n)) != NULL; n++) {
        if (match_contradiction(k->l, z))
            deny(k, z, n, axiom_of(z));
        search_want(k, axiom_of(z), 0);
    }
}
