/* SPDX-License-Identifier: MIT */
/* search_hot.c - the search of one game: alphabeta.h without dice, star.h with. */
#include "core/hot.h"
#include "search/alphabeta.h"
#include "search/instance.h"
#include "search/star.h"

HOT_INLINE int node_body(const lus_rules *r, node_fn *self, struct search *s,
                         const lus_pos *p, uint64_t hash, int depth, int alpha, int beta)
{
    return r->sticks ? star_body(r, self, s, p, hash, depth, alpha, beta)
                     : alphabeta_body(r, self, s, p, hash, depth, alpha, beta);
}

HOT_INLINE int move_body(const lus_rules *r, node_fn *node, struct search *s,
                         const lus_pos *p, int throw, lus_move m, int depth, int alpha,
                         int beta)
{
    lus_pos next = *p;
    int again = m == LUS_PASS ? r->pass(r, &next, throw) : r->play(r, &next, throw, m);
    s->path[s->path_len++] = pos_hash(p);
    uint64_t hash = pos_hash(&next);
    int v = again ? node(s, &next, hash, depth - 1, alpha, beta)
                  : -node(s, &next, hash, depth - 1, -beta, -alpha);
    s->path_len--;
    return v;
}

/* Depth counts the throw's own move: at least 1. */
HOT_INLINE int thrown_body(const lus_rules *r, node_fn *node, struct search *s,
                           const lus_pos *p, int throw, int depth)
{
    struct choices c;
    int place = 0;
    if (!r->sticks)
        return 0;
    if (depth == 1)
        return star_leaves(r, s, p, throw, VALUE_MAX);
    make_choices(r, s, p, throw, LUS_MAX_MOVES, &c);
    return star_decide(node, s, p, &c, depth, -VALUE_MAX, VALUE_MAX, LUS_MAX_MOVES,
                       &place);
}

#define INSTANCE(i)                                                                      \
    static int node_##i(struct search *s, const lus_pos *p, uint64_t hash, int depth,    \
                        int alpha, int beta)                                             \
    {                                                                                    \
        return node_body(&GAME_RULES[i], node_##i, s, p, hash, depth, alpha, beta);      \
    }                                                                                    \
    static int move_##i(struct search *s, const lus_pos *p, int throw, lus_move m,       \
                        int depth, int alpha, int beta)                                  \
    {                                                                                    \
        return move_body(&GAME_RULES[i], node_##i, s, p, throw, m, depth, alpha, beta);  \
    }                                                                                    \
    static int thrown_##i(struct search *s, const lus_pos *p, int throw, int depth)      \
    {                                                                                    \
        return thrown_body(&GAME_RULES[i], node_##i, s, p, throw, depth);                \
    }
GAME_SETS(INSTANCE)

#define ENTRY(i) {move_##i, thrown_##i},
extern const struct search_instance HOT_NAME(search)[];
const struct search_instance HOT_NAME(search)[] = {GAME_SETS(ENTRY)};
