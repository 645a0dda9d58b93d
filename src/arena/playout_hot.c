/* SPDX-License-Identifier: MIT */
/* playout_hot.c - random games of one game, an instance a rule set.  The same moves
   as two random bots of match.c make. */
#include <string.h>
#include "arena/playout.h"
#include "core/hot.h"

enum { MAX_SEEN = 512 };

/* Positions since the last capture, where repetition (A7) ends a game. */
struct seen {
    int n;
    lus_pos pos[MAX_SEEN];
};

/* Adds the position; true if it came often enough to end the game. */
HOT_INLINE bool seen_often(const lus_rules *r, struct seen *seen, const lus_pos *p)
{
    int times = 1;
    if (seen->n && (seen->pos[0].w[2] & 0xff) + (seen->pos[0].w[2] >> 8) !=
                       (p->w[2] & 0xff) + (p->w[2] >> 8))
        seen->n = 0;
    for (int i = 0; i < seen->n; i++)
        times += !memcmp(&seen->pos[i], p, sizeof *p);
    if (seen->n < MAX_SEEN)
        seen->pos[seen->n++] = *p;
    return times >= r->repeats;
}

HOT_INLINE int points_of(const lus_rules *r, const lus_pos *p, int result, int began)
{
    (void)r;
    if (result == LUS_DRAW || result == LUS_ONGOING)
        return 1;
    return (result == LUS_WIN) == (pos_side(p) == began) ? 2 : 0;
}

HOT_INLINE struct played settled(const lus_rules *r, lus_pos *p, int reason, int began,
                                 int plies)
{
    if (r->settle)
        r->settle(r, p, reason);
    return (struct played){points_of(r, p, r->result(r, p), began), plies};
}

/* The move a lot falls on; LUS_PASS if there is none. */
HOT_INLINE lus_move drawn(const lus_rules *r, const lus_pos *p, int throw, uint32_t lot)
{
    lus_move list[LUS_MAX_MOVES];
    int n = r->pick ? r->count(r, p, throw) : r->moves(r, p, throw, list);
    if (n == 0)
        return LUS_PASS;
    int k = lot_below(lot, n);
    return r->pick ? r->pick(r, p, throw, k) : list[k];
}

HOT_INLINE struct played playout_body(const lus_rules *r, struct random chance,
                                      int second, int opening)
{
    struct seen seen;
    lus_pos p;
    seen.n = 0;
    r->start(r, &p);
    int began = pos_side(&p), ply = 0, result = LUS_ONGOING;
    for (; ply < MAX_PLIES; ply++) {
        uint64_t number = random_next(&chance);
        int throw = throw_of(r, number);
        lus_move m = drawn(r, &p, throw, lot_of(number, second && ply >= opening));
        if (r->repeats && seen_often(r, &seen, &p))
            return settled(r, &p, LUS_BY_REPETITION, began, ply);
        if (m == LUS_PASS && r->no_move_ends)
            return settled(r, &p, LUS_BY_NO_MOVE, began, ply);
        if (m == LUS_PASS)
            r->pass(r, &p, throw);
        else
            r->play(r, &p, throw, m);
        if ((result = r->result(r, &p)) != LUS_ONGOING)
            return (struct played){points_of(r, &p, result, began), ply + 1};
    }
    return (struct played){1, ply};
}

#define INSTANCE(i)                                                                      \
    static struct played playout_##i(struct random chance, int second, int opening)      \
    {                                                                                    \
        return playout_body(&GAME_RULES[i], chance, second, opening);                    \
    }
GAME_SETS(INSTANCE)

#define ENTRY(i) playout_##i,
extern playout_fn *const HOT_NAME(playout)[];
playout_fn *const HOT_NAME(playout)[] = {GAME_SETS(ENTRY)};
