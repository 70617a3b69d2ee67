/* name.c - statements: the only place where one is made. A walk checks the names of its bound variables,
 * or chooses them, and counts points. A name that is no variable's, would be captured, or would
 * capture, gives way. */
#include "logic/kernel/term.h"

#include <string.h>

struct naming {
    struct bl_logic *l;
    const bl_symbol *given;           /* names to be used; NULL: the hints of the nodes */
    uint32_t given_count, binders;
    bl_symbol around[BL_BRACKETS_MAX];
    uint32_t quantifiers, points;
    bl_symbol chosen[BL_TOKENS_MAX];  /* the names used, outermost first */
};

void bl_symbol_print(const struct bl_logic *l, bl_symbol s, struct bl_text *out)
{
    if (s < BL_RAND_PLAYER) {
        bl_put_char(out, (char)(s < BL_A_PREDICATE ? 'a' + s : 'A' + (s - BL_A_PREDICATE)));
    } else if (s < BL_NAMES) {
        bl_put(out, bl_game_name(s));
    } else {
        bl_put_char(out, l->distinct[s - BL_NAMES].letter);
        bl_put_char(out, '_');
        bl_put_uint(out, l->distinct[s - BL_NAMES].index);
    }
}

/* Whether the variable `level` quantifiers out occurs in t. */
static bool refers(const struct bl_logic *l, bl_term t, uint32_t level)
{
    const struct node *n = &l->nodes[t];
    if (n->loose <= level)
        return false;
    if (n->shape == BL_BOUND)
        return n->a == level;
    return refers(l, node_left(n), level + shape_is_quantifier(n->shape)) ||
           refers(l, node_right(n), level);
}

/* Whether a quantifier before `body` may be written with this name. */
static bool can_name(const struct naming *w, bl_term body, bl_symbol s)
{
    bl_term variable = s < BL_A_PREDICATE ? 0 : bl_term_make(w->l, BL_VARIABLE, s, 0);
    if (s < BL_A_PREDICATE ? w->l->nodes[body].free >> s & 1
                           : !variable || term_occurs(w->l, body, variable))
        return false;
    for (uint32_t i = 0; i < w->quantifiers; i++)
        if (w->around[i] == s && refers(w->l, body, w->quantifiers - i))
            return false;
    return true;
}

static bool around(const struct naming *w, bl_symbol s)
{
    for (uint32_t i = 0; i < w->quantifiers; i++)
        if (w->around[i] == s)
            return true;
    return false;
}

/* The name that is asked for, or the next letter that is neither free nor in use around it, or
 * a distinct variable if a statement has used up the letters: it has fewer than there are. */
static bl_symbol choose(const struct naming *w, bl_term body, bl_symbol asked)
{
    if (can_name(w, body, asked))
        return asked;
    bl_symbol from = asked < 26 ? asked : 23;
    for (bl_symbol i = 1;; i++) {
        bl_symbol s = i <= 26 ? (from + i) % 26 : bl_symbol_make(w->l, 'x', i - 27);
        if (!around(w, s) && can_name(w, body, s))
            return s;
    }
}

static void walk(struct naming *w, bl_term t);

static void walk_quantified(struct naming *w, const struct node *n)
{
    bl_symbol asked = w->binders < w->given_count ? w->given[w->binders] : n->b;
    bl_symbol name = choose(w, n->a, asked);
    if (w->binders < BL_TOKENS_MAX)
        w->chosen[w->binders] = name;
    w->binders++;
    w->points += symbol_points(name) - 1;
    w->around[w->quantifiers++] = name;
    walk(w, n->a);
    w->quantifiers--;
}

/* Counts what names take beyond a letter's point: that point is in the node's already. */
static void walk(struct naming *w, bl_term t)
{
    const struct node *n = &w->l->nodes[t];
    if (n->loose == 0 && n->binders == 0)
        return;
    if (n->shape == BL_BOUND)
        w->points += symbol_points(w->around[w->quantifiers - 1 - n->a]) - 1;
    if (shape_is_quantifier(n->shape)) {
        walk_quantified(w, n);
    } else {
        walk(w, node_left(n));
        walk(w, node_right(n));
    }
}

static void keep_names(struct bl_logic *l, const bl_symbol *names, uint32_t count)
{
    if (l->name_room - l->name_count < count) {
        while (l->name_room - l->name_count < count)
            l->name_room *= 2;
        l->names = l->arena.resize(l->names, l->name_room, sizeof *l->names);
    }
    for (uint32_t i = 0; i < count; i++)   /* few: too few for memcpy */
        l->names[l->name_count++] = names[i];
}

static void keep_written(struct bl_logic *l, const struct naming *w, struct bl_statement *out)
{
    if (l->written_count == l->written_room) {
        l->written_room *= 2;
        l->written = l->arena.resize(l->written, l->written_room, sizeof *l->written);
    }
    l->written[l->written_count] = (struct written){out->term, l->name_count, (uint16_t)w->points};
    out->names = l->written_count++;
    out->binders = (uint16_t)w->binders;
    out->points = (uint16_t)w->points;
    keep_names(l, w->chosen, w->binders);
}

/* Member by member, into memory: returned whole it would be read before it is written. */
static void name_all(struct bl_logic *l, bl_term t, const bl_symbol *names, size_t count,
                     struct bl_statement *out)
{
    struct naming w;   /* its lists are written before they are read */
    w.l = l;
    w.given = names;
    w.given_count = (uint32_t)count;
    w.binders = w.quantifiers = 0;
    w.points = l->nodes[t].points;
    walk(&w, t);
    keep_written(l, &w, out);
}

void statement_make(struct bl_logic *l, bl_term t, const bl_symbol *names, size_t count,
                    struct bl_statement *out)
{
    out->term = t;
    out->names = 0;
    out->binders = 0;
    out->points = t < l->count ? l->nodes[t].points : 0;
    if (t < l->count && l->nodes[t].binders > 0 && l->nodes[t].loose == 0)
        name_all(l, t, names, count, out);
}

struct bl_statement bl_statement_named(struct bl_logic *l, bl_term t, const bl_symbol *names,
                                       size_t count)
{
    struct bl_statement s;
    statement_make(l, t, names, count, &s);
    return s;
}

struct bl_statement bl_statement_of(struct bl_logic *l, bl_term t)
{
    return bl_statement_named(l, t, NULL, 0);
}
