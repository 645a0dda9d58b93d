/* SPDX-License-Identifier: MIT */
/* cave_proof.c - see cave_proof.h.

   Two questions instead of one value: does the side to move get at least a draw, and does it
   win?  Each is a search of yes and no (`prove`) with a transposition table, in which the
   four mirror images of a board are one entry.  Measured choices: doc/performance.md.

   What `prove` tries, the cheapest first:

       no open line is left            decided (M4)
       a line can be completed         yes
       two lines must be prevented     no
       a side wins by waiting          decided (zugzwang)
       the transposition table         decided, if its bounds say so
       a move makes two threats        yes
       a child is proved in the table  yes
       all children, by order_score    recursion with the other question: a side wins if its
                                       opponent does not get a draw

   Where lines are long, most boards are draws that each side holds by blocking alone.  This
   is asked first: the lines of the side that blocks do not count, so many more boards are
   the same (cave_reduced.h).  5x5 0.4 s of CPU instead of 3.5, the start of 6x6 2 s instead
   of more than 9; 5x4, where blocking alone often fails, 16 s instead of 10: not there. */
#include <stdlib.h>
#include <string.h>
#include "os/memory.h"
#include "retro/cave_proof.h"
#include "retro/cave_reduced.h"

/* ---- mirror images ---- */

/* Reverses the cells of every row by exchanging bits, pairs and halves of a byte. */
static uint64_t mirror(uint64_t x, int size)
{
    x = (x >> 1 & 0x5555555555555555) | (x & 0x5555555555555555) << 1;
    x = (x >> 2 & 0x3333333333333333) | (x & 0x3333333333333333) << 2;
    x = (x >> 4 & 0x0f0f0f0f0f0f0f0f) | (x & 0x0f0f0f0f0f0f0f0f) << 4;
    return x >> (8 - size);
}

/* Reverses the order of the rows. */
static uint64_t upside_down(uint64_t x, int size)
{
    return __builtin_bswap64(x) >> 8 * (8 - size);
}

/* Keeps the smaller of two boards. */
static void keep_less(uint64_t *own, uint64_t *enemy, uint64_t a, uint64_t b)
{
    if (a < *own || (a == *own && b < *enemy)) {
        *own = a;
        *enemy = b;
    }
}

void cave_canonical(int size, uint64_t *own, uint64_t *enemy)
{
    uint64_t a = *own, b = *enemy, c = mirror(a, size), d = mirror(b, size);
    keep_less(own, enemy, c, d);
    keep_less(own, enemy, upside_down(a, size), upside_down(b, size));
    keep_less(own, enemy, upside_down(c, size), upside_down(d, size));
}

/* ---- the transposition table ----

   An entry: 56 bits of a key, the effort of the search (log4 of its nodes), the upper and
   the lower bound of the result, two bits each.  Four entries form a bucket; the one with
   the least effort is replaced.  Bucket and key come from two hashes, so with 2^26 entries
   two boards are confused with probability 4 / 2^80. */

enum { BUCKET = 4, WORK = 4, MOST = 2 };
static const uint64_t key_bits = ~UINT64_C(0xff);

/* One of the four mirror images of a board. */
struct image {
    uint64_t own, enemy, full;
};

/* Where a board belongs in the table; `key` is never 0. */
struct proof_entry {
    _Atomic uint64_t *bucket;
    uint64_t key;
};

static bool is_less(const struct image *a, const struct image *b)
{
    if (a->own != b->own)
        return a->own < b->own;
    return a->enemy != b->enemy ? a->enemy < b->enemy : a->full < b->full;
}

static struct image image_of(const struct image *i, int size, bool turned)
{
    struct image image = {mirror(i->own, size), mirror(i->enemy, size),
                          mirror(i->full, size)};
    if (turned)
        image = (struct image){upside_down(i->own, size), upside_down(i->enemy, size),
                               upside_down(i->full, size)};
    return image;
}

static uint64_t mix(uint64_t h)
{
    h = (h ^ h >> 32) * UINT64_C(0xd6e8feb86659fd93);
    h = (h ^ h >> 32) * UINT64_C(0xd6e8feb86659fd93);
    return h ^ h >> 32;
}

static inline struct proof_entry entry_of(const struct cave_proof *c,
                                          const struct cave_reduced *s, int size)
{
    struct image i[4] = {{s->own, s->enemy, s->full}}, *least = i;
    i[1] = image_of(&i[0], size, false);
    i[2] = image_of(&i[0], size, true);
    i[3] = image_of(&i[1], size, true);
    for (int k = 1; k < 4; k++)
        least = is_less(&i[k], least) ? &i[k] : least;
    uint64_t own = least->own ^ (s->spare_move ? UINT64_C(0x9e3779b97f4a7c15) : 0) ^
                   (s->own_blocks ? UINT64_C(0xbf58476d1ce4e5b9) : 0) ^
                   (s->enemy_blocks ? UINT64_C(0x94d049bb133111eb) : 0);
    uint64_t at = mix(mix(mix(own) + least->enemy) + least->full);
    uint64_t key = own * UINT64_C(0xff51afd7ed558ccd) + least->enemy;
    key = (key ^ key >> 29) * UINT64_C(0xc4ceb9fe1a85ec53) + least->full;
    key = mix(key * UINT64_C(0x9e3779b97f4a7c15));
    return (struct proof_entry){&c->slot[at & c->mask & ~(uint64_t)(BUCKET - 1)],
                                key & key_bits ? key & key_bits : ~key_bits + 1};
}

/* Of a result: -1 lost, 0 drawn, 1 won. */
struct bounds {
    int least, most;
};

static struct bounds bounds_of(uint64_t slot)
{
    return (struct bounds){(int)(slot & 3) - 1, (int)(slot >> MOST & 3) - 1};
}

static inline struct bounds tt_load(struct proof_entry p)
{
    for (int i = 0; i < BUCKET; i++) {
        uint64_t slot = atomic_load_explicit(&p.bucket[i], memory_order_relaxed);
        if ((slot & key_bits) == p.key)
            return bounds_of(slot);
    }
    return (struct bounds){-1, 1};
}

/* Two threads may write the same entry: each word is complete and correct. */
static inline void tt_store(struct proof_entry p, struct bounds b, uint64_t work)
{
    int least_work = 1 << 30, at = 0, steps = (63 - __builtin_clzll(work | 1)) / 2;
    for (int i = 0; i < BUCKET; i++) {
        uint64_t slot = atomic_load_explicit(&p.bucket[i], memory_order_relaxed);
        int there = slot ? (int)(slot >> WORK & 15) : -1;
        if ((slot & key_bits) == p.key) {
            struct bounds old = bounds_of(slot);
            b.least = old.least > b.least ? old.least : b.least;
            b.most = old.most < b.most ? old.most : b.most;
            at = i;
            break;
        }
        if (there < least_work) {
            least_work = there;
            at = i;
        }
    }
    uint64_t word = p.key | (uint64_t)(steps < 15 ? steps : 15) << WORK |
                    (uint64_t)(b.most + 1) << MOST | (uint64_t)(b.least + 1);
    atomic_store_explicit(&p.bucket[at], word, memory_order_relaxed);
}

/* c->line[cell]: all lines through a cell, for move ordering. */
static void find_lines(struct cave_proof *c)
{
    static const int shift[4] = {1, 8, 9, 7};
    const struct cave_set *set = cave_set(c->r);
    int n[64] = {0};
    for (int way = 0; way < 4; way++)
        for (int first = 0; first < 64; first++) {
            uint64_t line = cave_spread(UINT64_C(1) << first, shift[way], set->length);
            if (!(cave_lines(set, line) >> first & 1) || line & ~set->board)
                continue;
            for (uint64_t rest = line; rest; rest &= rest - 1) {
                int cell = __builtin_ctzll(rest);
                c->line[cell][n[cell]++] = line;
            }
        }
}

bool cave_proof_make(struct cave_proof *c, const lus_rules *r, int bits)
{
    *c = (struct cave_proof){.r = r, .mask = (UINT64_C(1) << bits) - 1};
    size_t bytes = ((size_t)c->mask + 1) * sizeof *c->slot;
    c->slot = huge_alloc(bytes);
    if (!c->slot)
        return false;
    memset((void *)c->slot, 0, bytes);
    find_lines(c);
    return true;
}

void cave_proof_free(struct cave_proof *c)
{
    free((void *)c->slot);
    c->slot = NULL;
}

/* ---- the moves ---- */

/* A move: the board after it, its table entry, its score. */
struct proof_child {
    struct cave_reduced s;
    struct proof_entry place; /* without a bucket: not looked up yet */
    int order_score;
};

struct children {
    struct proof_child child[LUS_MAX_MOVES];
    uint8_t order[LUS_MAX_MOVES];
    int n;
};

/* Move ordering: the open lines through a cell, weighted by their bricks. */
static inline int line_score(const struct cave_proof *c, const struct cave_reduced *s,
                             uint64_t empty, int cell)
{
    int sum = 0;
    for (int i = 0; i < CAVE_MAX_LINES && c->line[cell][i]; i++) {
        uint64_t line = c->line[cell][i];
        if (s->own_open && !(line & ~(s->own | empty)))
            sum += 1 << bits_count(line & s->own);
        if (s->enemy_open && !(line & ~(s->enemy | empty)))
            sum += 1 << bits_count(line & s->enemy);
    }
    return sum;
}

static inline void add_child(struct children *list, struct cave_reduced s,
                             int order_score)
{
    int at = list->n;
    list->child[list->n] = (struct proof_child){.s = s, .order_score = order_score};
    for (; at > 0 && list->child[list->order[at - 1]].order_score < order_score; at--)
        list->order[at] = list->order[at - 1];
    list->order[at] = (uint8_t)list->n++;
}

/* The cells where a side would complete a line after its brick in `cell`. */
struct threats {
    uint64_t near, far; /* where a brick can be placed next, and where it cannot */
    uint64_t behind;    /* those of `far` that a brick on one of `near` opens */
};

CAVE_INLINE struct threats threats_after(const struct cave_set *set, uint64_t bricks,
                                         uint64_t full, uint64_t cell)
{
    const lus_pos next = {{bricks | cell, 0, 0, 0}};
    uint64_t wins = cave_wins(set, &next)[0] & set->board & ~full & ~cell;
    uint64_t near = wins & cave_reduced_cells(set, full | cell), far = wins & ~near;
    return (struct threats){near, far, (near << 1 | near >> 1) & far};
}

static inline bool is_fork(const struct threats *t)
{
    return t->near & (t->near - 1) || t->behind;
}

/* ---- zugzwang ----

   Both neighbours of a far winning cell are empty, and a brick on one of them opens it (M2).
   If the enemy has no open line, the owner of far cells waits and keeps off them and their
   neighbours, and the enemy must open one of them when nothing else is left.  The owner
   always has another move if an odd number of cells is left for it at the owner's turn:

       number of empty cells    far cells needed                  cells to keep off
       even                     one                               3
       odd                      two in different rows             6
                                two in a row, 1, 3, 5 columns     4, 6, 8: all from the first
                                apart                             to the last

   6x4, if Hollow only blocks: 5,475 nodes instead of 4.5 million; 6x5: decided. */

/* `even`: whether an even number of cells is empty at the turn of the owner. */
static inline bool wins_by_waiting(uint64_t far, bool even)
{
    const uint64_t even_columns = UINT64_C(0x5555555555555555);
    uint64_t first = far & -far;
    uint64_t columns = first & even_columns ? even_columns : ~even_columns;
    return even ? far : far & ~(cave_rows_of(first) & columns);
}

/* Whether an even number of cells is empty, rows that were given up included. */
static inline bool has_even_cells(const struct cave_reduced *s, uint64_t empty)
{
    return (bits_count(empty) & 1) == s->spare_move;
}

/* The only cells where a side without an open line can prevent each fork of the enemy and
   each win by waiting: the cell of the enemy's next brick, a cell of the fork, or a cell
   beside the far cell that the brick would add.  `far`: the enemy's far cells now. */
CAVE_INLINE uint64_t defences(const struct cave_set *set, const struct cave_reduced *s,
                              uint64_t cells, uint64_t far, bool even)
{
    uint64_t all = set->board;
    for (; cells; cells &= cells - 1) {
        uint64_t cell = cells & -cells;
        struct threats t = threats_after(set, s->enemy, s->full, cell);
        if (is_fork(&t))
            all &= cell | t.near | t.behind;
        for (uint64_t rest = t.far & ~far; rest; rest &= rest - 1) {
            uint64_t added = rest & -rest;
            if (wins_by_waiting((t.far & far) | added, !even))
                all &= cell | added << 1 | added >> 1;
        }
    }
    return all;
}

/* ---- the list of moves ---- */

/* Lists the moves, best first; false: one of them makes an unstoppable threat. */
CAVE_INLINE bool list_moves(const struct cave_proof *c, const struct cave_set *set,
                            const struct cave_reduced *s, uint64_t cells, bool idle,
                            struct children *list)
{
    enum { THREAT = 24 };
    uint64_t empty = set->board & ~s->full;
    bool even = has_even_cells(s, empty);
    list->n = 0;
    for (; cells; cells &= cells - 1) {
        uint64_t cell = cells & -cells;
        struct threats t = threats_after(set, s->own, s->full, cell);
        if (is_fork(&t) || (!s->enemy_open && wins_by_waiting(t.far, even)))
            return false;
        add_child(list, cave_reduced_after(set, s, cell),
                  line_score(c, s, empty, __builtin_ctzll(cell)) +
                      THREAT * bits_count(t.near | t.far));
    }
    if (idle)
        add_child(list, cave_reduced_after(set, s, 0), 0);
    return true;
}

/* ---- the search ---- */

typedef bool prover(const struct cave_proof *c, const struct proof_child *at, int goal,
                    uint64_t *nodes);

/* Whether the table proves that a move reaches the goal.  All entries are prefetched. */
CAVE_INLINE bool any_proved(const struct cave_proof *c, struct children *list, int size,
                            int goal)
{
    for (int i = 0; i < list->n; i++) {
        list->child[i].place = entry_of(c, &list->child[i].s, size);
        __builtin_prefetch((const void *)list->child[i].place.bucket);
    }
    for (int i = 0; i < list->n; i++) {
        const struct proof_child *child = &list->child[i];
        if (goal == 0 && !child->s.own_open)
            return true;
        if (-tt_load(child->place).most >= goal)
            return true;
    }
    return false;
}

/* Does the side to move get at least `goal`, a draw (0) or a win (1)?  The rule set is a
   constant and `again` the function this becomes: hot.h. */
CAVE_INLINE bool prove(const lus_rules *r, prover *again, const struct cave_proof *c,
                       const struct proof_child *at, int goal, uint64_t *nodes)
{
    enum { LOOK_UP = 8 }; /* empty cells; with fewer it is faster to search */
    const struct cave_set *set = cave_set(r);
    const struct cave_reduced *s = &at->s;
    const lus_pos p = {{s->own, s->enemy, 0, 0}};
    uint64_t empty = set->board & ~s->full, cells = cave_reduced_cells(set, s->full);
    uint64_t before = ++*nodes;
    if (!cells || (goal ? !s->own_open : !s->enemy_open))
        return goal == 0; /* M4 */
    cave_both wins = cave_wins(set, &p);
    uint64_t threats = wins[1] & cells, far = wins[1] & empty & ~cells;
    if (wins[0] & cells)
        return true;
    if (threats & (threats - 1))
        return false;
    bool even = has_even_cells(s, empty), yes = false;
    if (!s->enemy_open && wins_by_waiting(wins[0] & empty, even))
        return true;
    if (!s->own_open && wins_by_waiting(far, !even))
        return false;
    uint64_t moves = (threats ? threats : cells) & ~(far << 1 | far >> 1);
    uint64_t allowed = set->board;
    struct children list;
    struct proof_entry place = at->place;
    struct bounds b = {-1, 1};
    if (!threats) {
        place = place.bucket ? place : entry_of(c, s, set->size);
        b = tt_load(place);
        if (b.least >= goal || b.most < goal)
            return b.least >= goal;
        if (!s->own_open)
            allowed = defences(set, s, cells, far, even);
    }
    bool idle = s->spare_move && !threats && allowed == set->board;
    if (!list_moves(c, set, s, moves & allowed, idle, &list))
        return true;
    if (!threats && bits_count(empty) > LOOK_UP)
        yes = any_proved(c, &list, set->size, goal);
    for (int i = 0; i < list.n && !yes; i++)
        yes = !again(c, &list.child[list.order[i]], 1 - goal, nodes);
    *(yes ? &b.least : &b.most) = yes ? goal : goal - 1;
    if (!threats)
        tt_store(place, b, *nodes - before);
    return yes;
}

#define CAVE_SIZE(i, bricks, bits, block_first)                                          \
    static bool prove_##i(const struct cave_proof *c, const struct proof_child *at,      \
                          int goal, uint64_t *nodes)                                     \
    {                                                                                    \
        return prove(&cave_rules[i], prove_##i, c, at, goal, nodes);                     \
    }
#include "retro/cave_sizes.def"
#undef CAVE_SIZE

/* What is known of a rule set at compile time, by its number. */
static const struct proof_method {
    prover *prove;
    bool block_first;
} method[] = {
#define CAVE_SIZE(i, bricks, bits, block_first) [i] = {prove_##i, block_first},
#include "retro/cave_sizes.def"
#undef CAVE_SIZE
};

/* One question about a board. */
struct question {
    int goal; /* of the side to move: a draw (0) or a win (1) */
    bool own_blocks, enemy_blocks;
};

static bool answer(const struct cave_proof *c, uint64_t own, uint64_t enemy,
                   struct question q, uint64_t *nodes)
{
    struct proof_child root = {.s = {.own = own,
                                     .enemy = enemy,
                                     .full = own | enemy,
                                     .own_blocks = q.own_blocks,
                                     .enemy_blocks = q.enemy_blocks}};
    cave_reduce(cave_set(c->r), &root.s);
    return method[c->r->index].prove(c, &root, q.goal, nodes);
}

bool cave_forces_line(const struct cave_proof *c, uint64_t own, uint64_t enemy,
                      bool by_own, uint64_t *nodes)
{
    static const struct question enemy_blocks = {1, false, true},
                                 own_blocks = {0, true, false};
    return by_own ? answer(c, own, enemy, enemy_blocks, nodes)
                  : !answer(c, own, enemy, own_blocks, nodes);
}

int cave_prove(const struct cave_proof *c, uint64_t own, uint64_t enemy, uint64_t *nodes)
{
    static const struct question draw = {0, false, false}, win = {1, false, false};
    if (method[c->r->index].block_first &&
        !cave_forces_line(c, own, enemy, true, nodes) &&
        !cave_forces_line(c, own, enemy, false, nodes))
        return 0;
    if (!answer(c, own, enemy, draw, nodes))
        return -1;
    return answer(c, own, enemy, win, nodes);
}
