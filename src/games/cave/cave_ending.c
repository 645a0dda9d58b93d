/* SPDX-License-Identifier: MIT */
/* cave_ending.c - endings of Magnetic Cave, searched to the full board; see cave.h.

   The result is win, draw or loss, without a number of plies.  A line is open to a side while
   the other side has no brick in it.  This makes the search small:

       a side without an open line cannot win: a bound, and without any open line a draw
       a brick in no open line of its own side loses its colour
       a row whose empty cells are in no open line only offers spare moves, and two of them
       cancel: one such move is searched if their number is odd, none if it is even

   Positions that are equal in these terms share a slot.  Nodes of 29 endings with 20 empty
   cells: median 54,000 with the bounds alone, 5,800 with all three. */
#include "core/hash.h"
#include "games/cave/cave.h"

int cave_plies_left(const lus_rules *r, const lus_pos *p)
{
    return bits_count(cave_set(r)->board & ~(p->w[0] | p->w[1]));
}

/* What a node needs to know about its position. */
struct cave_ending {
    uint64_t own_lines, enemy_lines; /* cells of open lines */
    uint64_t spare;                  /* empty cells of rows that only offer spare moves */
    uint64_t hash;
};

static struct cave_ending examine(const struct cave_set *c, const lus_pos *p)
{
    uint64_t full = p->w[0] | p->w[1], empty = c->board & ~full;
    struct cave_ending e = {.own_lines = cave_lines_within(c, p->w[0] | empty),
                            .enemy_lines = cave_lines_within(c, p->w[1] | empty)};
    e.spare = empty & ~cave_rows_of(empty & (e.own_lines | e.enemy_lines));
    const lus_pos bricks = {{p->w[0] & e.own_lines, p->w[1] & e.enemy_lines, 0,
                             (uint64_t)bits_count(e.spare) & 1}};
    const lus_pos all = {{pos_hash(&bricks), full | e.spare}};
    e.hash = pos_hash(&all);
    return e;
}

/* ---- slots: hash, least result + 1 and greatest result + 1 in two bits each ---- */

enum { SLOT_BITS = 15 };

static uint64_t *slot_of(const struct ending_work *w, uint64_t hash)
{
    return &w->slots[hash >> 20 & w->slot_mask];
}

/* Narrows the bounds by those of the slot. */
static void read_slot(const struct ending_work *w, uint64_t hash, int *least, int *most)
{
    uint64_t slot = *slot_of(w, hash);
    int low = (int)(slot & 3) - 1, high = (int)(slot >> 2 & 3) - 1;
    if ((slot ^ hash) & ~(uint64_t)SLOT_BITS || !slot)
        return;
    *least = low > *least ? low : *least;
    *most = high < *most ? high : *most;
}

static void write_slot(struct ending_work *w, uint64_t hash, int least, int most)
{
    *slot_of(w, hash) =
        (hash & ~(uint64_t)SLOT_BITS) | (uint64_t)(least + 1) | (uint64_t)(most + 1) << 2;
}

/* ---- the search ---- */

/* A cell and its move-ordering score. */
struct ending_move {
    uint64_t cell;
    int score;
};

static lus_pos after(const lus_pos *p, uint64_t cell)
{
    lus_pos next = *p;
    next.w[0] |= cell;
    pos_turn(&next);
    return next;
}

/* Lists the cells, best evaluation first. */
static int order_cells(const lus_rules *r, const lus_pos *p, uint64_t cells,
                       struct ending_move list[LUS_MAX_MOVES])
{
    int n = 0;
    for (; cells; cells &= cells - 1) {
        lus_pos next = after(p, cells & -cells);
        struct ending_move m = {cells & -cells, -cave_evaluate(r, &next)};
        int i = n++;
        /* cppcheck-suppress uninitvar ; the moves before i are set */
        for (; i > 0 && list[i - 1].score < m.score; i--)
            list[i] = list[i - 1];
        list[i] = m;
    }
    return n;
}

/* The cells worth searching if neither side can complete a line at once. */
static uint64_t quiet_cells(uint64_t targets, uint64_t spare)
{
    uint64_t one = targets & spare;
    return (targets & ~spare) | (bits_count(spare) & 1 ? one & -one : 0);
}

/* Searches the cells; the result is exact or a bound, as that of cave_solve_ending. */
static int best_of(const lus_rules *r, const lus_pos *p, uint64_t cells,
                   struct ending_work *w, int alpha, int beta)
{
    struct ending_move list[LUS_MAX_MOVES];
    int n = order_cells(r, p, cells, list), best = -1;
    for (int i = 0; i < n && best < beta && w->nodes < w->max_nodes; i++) {
        lus_pos next = after(p, list[i].cell);
        int from = best > alpha ? best : alpha;
        int v = -cave_solve_ending(r, &next, w, -beta, -from);
        best = v > best ? v : best;
    }
    return best;
}

int cave_solve_ending(const lus_rules *r, const lus_pos *p, struct ending_work *w,
                      int alpha, int beta)
{
    const struct cave_set *c = cave_set(r);
    uint64_t targets = cave_targets(r, p);
    if (cave_lines(c, p->w[1]))
        return -1;
    struct cave_ending e = examine(c, p);
    int most = e.own_lines != 0, least = -(e.enemy_lines != 0);
    cave_both wins = cave_wins(c, p);
    uint64_t blocks = wins[1] & targets;
    if (wins[0] & targets)
        return 1;
    if (blocks & (blocks - 1))
        return -1;
    read_slot(w, e.hash, &least, &most);
    if (most <= alpha || most == least)
        return most;
    if (least >= beta)
        return least;
    w->nodes++;
    beta = most < beta ? most : beta;
    int best =
        best_of(r, p, blocks ? blocks : quiet_cells(targets, e.spare), w, alpha, beta);
    if (w->nodes < w->max_nodes)
        write_slot(w, e.hash, best > alpha ? best : least, best < beta ? best : most);
    return best;
}
