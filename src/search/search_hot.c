/* SPDX-License-Identifier: MIT */
/* search_hot.c - the search of one game: alphabeta.h without dice, star.h with. */
#include "core/hot.h"
#include "search/alphabeta.h"
#include "search/instance.h"
#include "search/star.h"

HOT_INLINE int star_move(const lus_rules *r, star_fn *chance, struct search *s,
                         const lus_pos *p, int throw, lus_move m, int depth, int alpha,
                         int beta)
{
    lus_pos next = *p;
    int again = m == LUS_PASS ? r->pass(r, &next, throw) : r->play(r, &next, throw, m);
    return again ? chance(s, &next, depth - 1, alpha, beta)
                 : -chance(s, &next, depth - 1, -beta, -alpha);
}

HOT_INLINE int plain_move(const lus_rules *r, alphabeta_fn *node, struct search *s,
                          const lus_pos *p, lus_move m, int depth, int alpha, int beta)
{
    lus_pos next = *p;
    r->play(r, &next, 0, m);
    s->path[s->path_len++] = pos_hash(p);
    int v = -node(s, &next, pos_hash(&next), depth - 1, -beta, -alpha);
    s->path_len--;
    return v;
}

#define WITH_DICE (GAME_RULES[0].sticks > 0)

#define INSTANCE(i)                                                                      \
    static int chance_##i(struct search *s, const lus_pos *p, int depth, int alpha,      \
                          int beta)                                                      \
    {                                                                                    \
        return WITH_DICE                                                                 \
                   ? star_body(&GAME_RULES[i], chance_##i, s, p, depth, alpha, beta)     \
                   : 0;                                                                  \
    }                                                                                    \
    static int node_##i(struct search *s, const lus_pos *p, uint64_t hash, int depth,    \
                        int alpha, int beta)                                             \
    {                                                                                    \
        return WITH_DICE ? 0                                                             \
                         : alphabeta_body(&GAME_RULES[i], node_##i, s, p, hash, depth,   \
                                          alpha, beta);                                  \
    }                                                                                    \
    static int move_##i(struct search *s, const lus_pos *p, int throw, lus_move m,       \
                        int depth, int alpha, int beta)                                  \
    {                                                                                    \
        return WITH_DICE                                                                 \
                   ? star_move(&GAME_RULES[i], chance_##i, s, p, throw, m, depth, alpha, \
                               beta)                                                     \
                   : plain_move(&GAME_RULES[i], node_##i, s, p, m, depth, alpha, beta);  \
    }                                                                                    \
    static int thrown_##i(struct search *s, const lus_pos *p, int throw, int depth)      \
    {                                                                                    \
        int place = 0;                                                                   \
        return !WITH_DICE ? 0                                                            \
                          : star_decide(&GAME_RULES[i], chance_##i, s, p, throw, depth,  \
                                        -VALUE_MAX, VALUE_MAX, LUS_MAX_MOVES,            \
                                        LUS_MAX_MOVES, &place);                          \
    }
GAME_SETS(INSTANCE)

#define ENTRY(i) {move_##i, thrown_##i},
extern const struct search_instance HOT_NAME(search)[];
const struct search_instance HOT_NAME(search)[] = {GAME_SETS(ENTRY)};
