/* SPDX-License-Identifier: MIT */
/* cave.h - Magnetic Cave: n x n cells, k in a row; rules M1..M5 of doc/rules/cave.md.

   A side is a mask of cells, bit 8 * row + column, row 0 at the top; all sizes
   keep the stride of 8, so a neighbour is always the same shift away:

         0  1  2  3  4  5  6  7      A8 .. H8       -9 -8 -7      w[0] own
         8  9 10 11 12 13 14 15      A7 .. H7       -1  .  1      w[1] enemy
        ..                           ..              7  8  9      w[2] 0
        56 57 58 59 60 61 62 63      A1 .. H1                     w[3] side, 0 = x

   Side 0 is x (shown as a full square) and begins; the number of bricks determines whose
   turn it is.  Only the side that has just moved, the enemy, can have a line (M3).

   A move is one cell: its number, bit + 1, is both `from` and `to`. */
#ifndef GAMES_CAVE_H
#define GAMES_CAVE_H

#include "core/bits.h"
#include "core/rules.h"

/* A board size with the masks that depend on it, all computed by CAVE_SET at compile time. */
struct cave_set {
    int size, length;       /* n, k */
    uint64_t board;         /* the n x n cells */
    uint64_t walls;         /* the outer columns, where a row begins (M2) */
    uint64_t rights, lefts; /* columns a line of k can begin in, going that way */
    uint64_t downs;         /* rows a line of k can begin in, going down */
};

/* One row repeated n times; columns a..b of a row. */
#define CAVE_ROWS(n, row) ((row) * (UINT64_C(0x0101010101010101) >> (8 * (8 - (n)))))
#define CAVE_SPAN(a, b)   (UINT64_C(0xff) >> (7 - (b)) & UINT64_C(0xff) << (a))
#define CAVE_SET(n, k)                                                                   \
    {                                                                                    \
        .size = n, .length = k, .board = CAVE_ROWS(n, CAVE_SPAN(0, (n)-1)),              \
        .walls = CAVE_ROWS(n, CAVE_SPAN(0, 0) | CAVE_SPAN((n)-1, (n)-1)),                \
        .rights = CAVE_ROWS(n, CAVE_SPAN(0, (n) - (k))),                                 \
        .lefts = CAVE_ROWS(n, CAVE_SPAN((k)-1, (n)-1)),                                  \
        .downs = CAVE_ROWS((n) - (k) + 1, UINT64_C(0xff))                                \
    }

static const struct cave_set cave_sets[] = {
    CAVE_SET(8, 5), CAVE_SET(5, 3), CAVE_SET(5, 4), CAVE_SET(5, 5),
    CAVE_SET(6, 3), CAVE_SET(6, 4), CAVE_SET(6, 5), CAVE_SET(7, 3),
    CAVE_SET(7, 4), CAVE_SET(7, 5), CAVE_SET(8, 3), CAVE_SET(8, 4),
};

static inline const struct cave_set *cave_set(const lus_rules *r)
{
    return r->params;
}

/* Free cells at a wall or beside a brick.  A brick shifted across the edge is in an outer
   column or off the board, so no mask is needed. */
static inline uint64_t cave_targets(const lus_rules *r, const lus_pos *p)
{
    uint64_t full = p->w[0] | p->w[1];
    return (cave_set(r)->walls | full << 1 | full >> 1) & cave_set(r)->board & ~full;
}

/* First cells of the runs of `length` bricks, each `shift` cells after the last. */
static inline uint64_t cave_runs(uint64_t bricks, int shift, int length)
{
    uint64_t first = bricks;
    for (int i = 1; i < length; i++)
        first &= bricks >> (i * shift);
    return first;
}

/* First cells of the lines a side has (M3). */
static inline uint64_t cave_lines(const struct cave_set *c, uint64_t bricks)
{
    return (cave_runs(bricks, 1, c->length) & c->rights) |
           cave_runs(bricks, 8, c->length) |
           (cave_runs(bricks, 9, c->length) & c->rights) |
           (cave_runs(bricks, 7, c->length) & c->lefts);
}

static inline int cave_count(const lus_rules *r, const lus_pos *p, int throw)
{
    (void) throw;
    return bits_count(cave_targets(r, p));
}

static inline int cave_moves(const lus_rules *r, const lus_pos *p, int throw,
                             lus_move *out)
{
    int n = 0;
    (void) throw;
    for (uint64_t t = cave_targets(r, p); t; t &= t - 1) {
        int cell = __builtin_ctzll(t) + 1;
        out[n++] = move_step(cell, cell);
    }
    return n;
}

static inline int cave_play(const lus_rules *r, lus_pos *p, int throw, lus_move m)
{
    (void)r, (void) throw;
    p->w[0] |= UINT64_C(1) << (move_to(m, 0) - 1);
    pos_turn(p);
    return 0;
}

/* Never called: only a full board has no legal move, and M4 ends that game. */
static inline int cave_pass(const lus_rules *r, lus_pos *p, int throw)
{
    (void)r, (void) throw;
    pos_turn(p);
    return 0;
}

static inline int cave_result(const lus_rules *r, const lus_pos *p)
{
    if (cave_lines(cave_set(r), p->w[1]))
        return LUS_LOSS;
    return (p->w[0] | p->w[1]) == cave_set(r)->board ? LUS_DRAW : LUS_ONGOING;
}

/* Size and length become constants of straight code; gcc would share loops instead. */
#define CAVE_INLINE static inline __attribute__((always_inline))

/* All cells of lines of this direction that begin in `first`. */
CAVE_INLINE uint64_t cave_spread(uint64_t first, int shift, int length)
{
    uint64_t cells = first;
    for (int i = 1; i < length; i++)
        cells |= first << (i * shift);
    return cells;
}

/* The cells of all lines within these cells: of the lines that a side has, if they are
   its bricks (cave_lines gives only the first cells). */
CAVE_INLINE uint64_t cave_lines_within(const struct cave_set *c, uint64_t cells)
{
    int k = c->length;
    return cave_spread(cave_runs(cells, 1, k) & c->rights, 1, k) |
           cave_spread(cave_runs(cells, 8, k), 8, k) |
           cave_spread(cave_runs(cells, 9, k) & c->rights, 9, k) |
           cave_spread(cave_runs(cells, 7, k) & c->lefts, 7, k);
}

/* Both sides at once: own in lane 0, enemy in lane 1. */
typedef uint64_t cave_both __attribute__((vector_size(16)));

/* Cells that would complete a line: the other k - 1 cells are occupied.  The cells before
   the gap and those behind it are collected from both ends. */
CAVE_INLINE cave_both cave_closing(const struct cave_set *c, cave_both bricks, int shift,
                                   uint64_t first)
{
    cave_both behind[8], before = {first, first}, cells = {0};
    int last = c->length - 1;
    behind[last] = ~(cave_both){0};
    for (int i = last; i > 0; i--)
        behind[i - 1] = behind[i] & bricks >> (i * shift);
    for (int gap = 0; gap <= last; gap++) {
        cells |= (before & behind[gap]) << (gap * shift);
        before &= bricks >> (gap * shift);
    }
    return cells;
}

/* Cells that would complete a line in any of the four directions, for each side; they may
   be occupied or out of reach (M2). */
CAVE_INLINE cave_both cave_wins(const struct cave_set *c, const lus_pos *p)
{
    cave_both bricks = {p->w[0], p->w[1]};
    return cave_closing(c, bricks, 1, c->rights) | cave_closing(c, bricks, 8, c->downs) |
           cave_closing(c, bricks, 9, c->rights & c->downs) |
           cave_closing(c, bricks, 7, c->lefts & c->downs);
}

/* Immediate wins; else, from two plies on, the cells where the enemy would win: every other
   move loses at once, and there is no faster loss. */
CAVE_INLINE int cave_forced_moves(const lus_rules *r, const lus_pos *p, lus_move *list,
                                  int n, int depth)
{
    uint64_t targets = cave_targets(r, p);
    cave_both wins = cave_wins(cave_set(r), p);
    uint64_t cells = wins[0] & targets;
    if (!cells && depth > 1)
        cells = wins[1] & targets;
    if (!cells)
        return n;
    for (n = 0; cells; cells &= cells - 1) {
        int cell = __builtin_ctzll(cells) + 1;
        list[n++] = move_step(cell, cell);
    }
    return n;
}

/* The number of bricks around the cell. */
static inline int cave_order_score(const lus_rules *r, const lus_pos *p, lus_move m,
                                   const lus_pos *next)
{
    uint64_t cell = UINT64_C(1) << (move_to(m, 0) - 1),
             row = cell | cell << 1 | cell >> 1;
    (void)r, (void)next;
    return bits_count((row | row << 8 | row >> 8) & (p->w[0] | p->w[1]));
}

/* ---- the default evaluation ----

   A window is k cells in a line.  It counts for a side as long as it contains no enemy
   brick: CAVE_TWO with two or three bricks, CAVE_FOUR with four or more.  All windows of
   a direction are counted at once: bit c of a mask is the window that begins in cell c.

   lusoria train cave --games 1500 --depth 4 --seed 1
   finds .17 and .82 of log odds (within .01 and .05) for them; so the value, the curve
   n / (|n| + CAVE_BEND), begins with .17 / 2 of a win for a window of two.  It scored 99 %
   of 600 games against the classic evaluation, both at depth 4. */
enum { CAVE_TWO = 1, CAVE_FOUR = 4, CAVE_BEND = 12 };

/* The number of bricks in each open window, in binary: planes of 2 and of 4. */
struct cave_windows {
    cave_both two, four;
};

/* Counts the bricks of every window in one direction: a binary counter of three bits per
   window, `one`, `two`, `four`, to which each of its cells is added. */
CAVE_INLINE struct cave_windows cave_open(const struct cave_set *c, cave_both bricks,
                                          int shift, uint64_t first)
{
    cave_both free = ~(cave_both){bricks[1], bricks[0]}, open = {first, first};
    cave_both one = {0}, two = {0}, four = {0};
    for (int i = 0; i < c->length; i++) {
        cave_both brick = bricks >> (i * shift), carry = one & brick;
        open &= free >> (i * shift);
        one ^= brick;
        four |= two & carry;
        two ^= carry;
    }
    return (struct cave_windows){two & open, four & open};
}

/* Bits in each byte. */
CAVE_INLINE cave_both cave_bytes(cave_both x)
{
    x -= x >> 1 & UINT64_C(0x5555555555555555);
    x = (x & UINT64_C(0x3333333333333333)) + (x >> 2 & UINT64_C(0x3333333333333333));
    return (x + (x >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
}

/* Bits of four masks in each byte: added up in binary before they are counted. */
CAVE_INLINE cave_both cave_add(cave_both a, cave_both b, cave_both c, cave_both d)
{
    cave_both ab = a ^ b, abc = ab ^ c, two = (a & b) | (ab & c), also = abc & d;
    return cave_bytes(abc ^ d) + 2 * (cave_bytes(two) + cave_bytes(also));
}

/* The sum of the bytes, which may exceed 255. */
static inline int cave_sum(uint64_t x)
{
    uint64_t even = UINT64_C(0x00ff00ff00ff00ff);
    return (int)(((x & even) + (x >> 8 & even)) * UINT64_C(0x0001000100010001) >> 48);
}

/* Both sides' windows of two (or three) and of four bricks, in bytes to be added. */
CAVE_INLINE struct cave_windows cave_count_open(const struct cave_set *c,
                                                const lus_pos *p)
{
    cave_both bricks = {p->w[0], p->w[1]};
    struct cave_windows row = cave_open(c, bricks, 1, c->rights),
                        column = cave_open(c, bricks, 8, c->downs),
                        down = cave_open(c, bricks, 9, c->rights & c->downs),
                        up = cave_open(c, bricks, 7, c->lefts & c->downs);
    return (struct cave_windows){
        cave_add(row.two, column.two, down.two, up.two),
        cave_add(row.four, column.four, down.four, up.four),
    };
}

/* The value of the side to move, on the scale of search/value.h (1 << 20 is a win). */
CAVE_INLINE int cave_evaluate(const lus_rules *r, const lus_pos *p)
{
    struct cave_windows n = cave_count_open(cave_set(r), p);
    cave_both sum = CAVE_TWO * n.two + CAVE_FOUR * n.four;
    int ahead = cave_sum(sum[0]) - cave_sum(sum[1]);
    return ahead * (1 << 20) / ((ahead < 0 ? -ahead : ahead) + CAVE_BEND);
}

static inline void cave_start(const lus_rules *r, lus_pos *p)
{
    (void)r;
    *p = (lus_pos){{0}};
}

/* cave.c, cave_scene.c: the members of the same names of struct lus_rules and struct
   game_text; their contracts are in core/rules.h.  Scores are always 0. */
bool cave_valid(const lus_rules *r, const lus_pos *p);
void cave_score(const lus_rules *r, const lus_pos *p, int score[2]);
int cave_classic(const lus_rules *r, const lus_pos *p, int me);
extern const struct eval_features cave_features;
void cave_scene(const lus_rules *r, const lus_pos *p, struct scene *out);
struct scene_point cave_square_centre(const lus_rules *r, int side, int square);
void cave_motions(const lus_rules *r, const lus_pos *p, int throw, lus_move m,
                  struct motions *out);
extern const struct game_text cave_text;
extern const struct level cave_levels[N_LEVELS];
extern const struct level_strength cave_standard_strength, cave_study_strength;
extern const struct game_info cave_game;

#define CAVE_SEARCH(i)                                                                   \
    .classic = cave_classic, .classic_bound = 100000, .evaluate = cave_evaluate,         \
    .features = &cave_features, .order_score = cave_order_score,                         \
    .forced_moves = cave_forced_moves, .levels = cave_levels,                            \
    .strength = (i) ? &cave_study_strength : &cave_standard_strength, .mean_plies = 54
/* One row of cave_rules: n x n cells; `k` is the length of a line in words, for win_reason.
   The last cell is number 9 n - 8. */
#define CAVE_RULES(i, n, id, what, k)                                                    \
    {                                                                                    \
        .name = "cave:" id, .about = what, .params = &cave_sets[i], .index = i,          \
        .title = "Magnetic Cave", .sides = "xo", .side_name = {"Solid", "Hollow"},       \
        .win_reason = k " in a row", .draw_reason = "the cave is full and has no line",  \
        .text = &cave_text,                                                              \
        .dice = {.n_throws = 1, .weight_sum = 1, .throws = {{0, 1}}},                    \
        .start = cave_start, .valid = cave_valid, .count = cave_count,                   \
        .moves = cave_moves, .play = cave_play, .pass = cave_pass,                       \
        .result = cave_result, .score = cave_score, .search = {CAVE_SEARCH(i)},          \
        .layout = {                                                                      \
            .squares = 9 * (n)-7,                                                        \
            .first = 1                                                                   \
        }                                                                                \
    }
#define CAVE_SMALL(i, n, k)                                                              \
    CAVE_RULES(i, n, #n "x" #k, #n " x " #n " cells, " #k " in a row (study size)", #k)

static const lus_rules cave_rules[] = {
    CAVE_RULES(0, 8, "standard", "8 x 8 cells, five in a row (the classic course game)",
               "five"),
    CAVE_SMALL(1, 5, 3),
    CAVE_SMALL(2, 5, 4),
    CAVE_SMALL(3, 5, 5),
    CAVE_SMALL(4, 6, 3),
    CAVE_SMALL(5, 6, 4),
    CAVE_SMALL(6, 6, 5),
    CAVE_SMALL(7, 7, 3),
    CAVE_SMALL(8, 7, 4),
    CAVE_SMALL(9, 7, 5),
    CAVE_SMALL(10, 8, 3),
    CAVE_SMALL(11, 8, 4),
};

#define GAME_RULES   cave_rules
#define GAME_SETS(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11)

#endif
