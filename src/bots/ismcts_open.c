/* ismcts_open.c - moves that are written: there are too many to list, so the game is asked for
 * them. A node begins with the move that the game decides on; the more often it is visited, the
 * more others are looked for: closed ones as the game likes them, and whatever else the game thinks
 * worth a thought. */
#include "ismcts.h"

enum { PROPOSED = 8,          /* one try in so many is at random */
       BELOW = 16 };          /* visits below the root that count as one at it */

/* The edge of a move at a node, made if there is none; *fresh says which. */
static uint32_t edge_of(struct ismcts_searcher *s, uint32_t node, const struct bl_play *play,
                        bool *fresh)
{
    struct ismcts_tree *t = &s->tree;
    uint32_t edge = tree_find_edge(t, node, play);
    *fresh = edge == 0;
    if (edge)
        return edge;
    edge = tree_new_edge(t, node, play->move, play->seat);
    tree_keep_words(t, edge, play->data, play->size);
    t->edges[edge].available = 1;
    return edge;
}

/* A form of the listed ones, with what the game proposes for it. */
static bool proposed_move(struct ismcts_searcher *s, const struct ismcts_place *p,
                          struct bl_stream *rng, struct bl_play *out)
{
    bl_move form = s->moves[bl_below(rng, p->n)];
    bl_text_clear(&s->words);
    return (form & BL_OPEN) &&
           s->game->advice->propose(p->seen, p->seat, form, rng, s->scratch, &s->words, out);
}

bool open_decided(struct ismcts_searcher *s, const void *seen, int seat, enum bl_thought how,
                  struct bl_stream *rng, struct bl_play *out)
{
    const struct bl_advice *advice = s->game->advice;
    bl_text_clear(&s->words);
    return advice->decide && advice->decide(seen, seat, how, rng, s->scratch, &s->words, out);
}

/* Below the root it is mostly the game that decides: what is tried there besides makes moves that
 * lead there look worse than they are. */
static bool may_try(const struct ismcts_searcher *s, uint32_t node, bool is_root)
{
    const struct ismcts_node *at = &s->tree.nodes[node];
    uint64_t tries = at->tries, visits = is_root ? at->visits : at->visits / BELOW;
    return tries == 0 || (tries < BL_MORE_OPINIONS && tries * tries < s->set.open * visits);
}

uint32_t open_candidate(struct ismcts_searcher *s, const struct ismcts_place *p, bool is_root,
                        struct bl_stream *rng)
{
    struct bl_play play;
    bool fresh, found;
    if (!may_try(s, p->node, is_root))
        return 0;
    uint32_t number = s->tree.nodes[p->node].tries++;
    if (number == 0)
        found = open_decided(s, p->seen, p->seat, BL_GLANCE, rng, &play);
    else if (number % PROPOSED == 0)
        found = proposed_move(s, p, rng, &play);
    else
        found = (number % 2 == 1 && ismcts_liked(s, p, rng, &play)) ||
                open_decided(s, p->seen, p->seat, BL_WHIM, rng, &play) ||
                ismcts_liked(s, p, rng, &play);
    if (!found)
        return 0;
    uint32_t edge = edge_of(s, p->node, &play, &fresh);
    return fresh ? edge : 0;
}

void open_begin(struct ismcts_searcher *s, const struct bl_decision *d, struct bl_stream rng)
{
    struct bl_play play;
    bool fresh;
    if (!open_decided(s, d->view, d->seat, BL_CARE, &rng, &play))
        return;
    edge_of(s, s->tree.root, &play, &fresh);
    if (s->tree.nodes[s->tree.root].tries == 0)
        s->tree.nodes[s->tree.root].tries = 1;
}
