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
    CAVE_SET(8, 5), CAVE_SET(5, 3), CAVE_SET(5, 4), CAVE_SET(5, 5), CAVE_SET(6, 3),
    CAVE_SET(6, 4), CAVE_SET(6, 5), CAVE_SET(6, 6), CAVE_SET(7, 3), CAVE_SET(7, 4),
    CAVE_SET(7, 5), CAVE_SET(8, 3), CAVE_SET(8, 4),
};

static inline const struct cave_set *cave_set(const lus_rules *r)
{
    return r->params;
}

/* Free cells at a wall or beside a brick.  A brick shifted across the edge is in an outer
   column or off the board, so no mask is needed. */
static inline uint64_t cave_set_targets(const struct cave_set *c, const lus_pos *p)
{
    uint64_t full = p->w[0] | p->w[1];
    return (c->walls | full << 1 | full >> 1) & c->board & ~full;
}

static inline uint64_t cave_targets(const lus_rules *r, const lus_pos *p)
{
    return cave_set_targets(cave_set(r), p);
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

/* All cells of the rows of these cells. */
CAVE_INLINE uint64_t cave_rows_of(uint64_t cells)
{
    cells |= cells >> 4;
    cells |= cells >> 2;
    cells |= cells >> 1;
    return (cells & UINT64_C(0x0101010101010101)) * 0xff;
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

   A window is k cells in a column or a diagonal.  It counts for a side as long as it
   contains no enemy brick, by its empty cells: 1 point with four of them, 2 with three, 4
   with two.  Windows along a row do not count: rows fill up from the walls, and the fit
   gives them weights of 0.  If one cell is empty, that cell is a threat, which counts once:
   CAVE_THREAT out of reach (M2), CAVE_REACHED if a brick may be placed there.

   lusoria train cave --games 1500 --depth 4 --seed 1
   finds .081, .171 and .311 of log odds for the windows and 1.06 and .91 for the threats
   (within .009, .016, .027, .07 and .15): the points are their ratios.  A point is about .063
   in games at 3,000 nodes per move, so the value, the curve n / (|n| + CAVE_BEND), begins
   with .063 / 2 of a win.  Matches: doc/performance.md.

   The side to move wins if it can reach a threat of its own, and loses if the enemy can
   reach two: CAVE_DECIDED instead of the curve. */
enum { CAVE_THREAT = 13, CAVE_REACHED = 8, CAVE_BEND = 32, CAVE_DECIDED = 63 << 14 };

/* Open windows of one direction by their number of empty cells: bit c of a mask is the
   window that begins in cell c. */
struct cave_windows {
    cave_both open;                 /* without a brick of the other side */
    uint64_t one, two, three, four; /* so many empty cells */
};

/* Counts the empty cells of every window: a binary counter of three bits per window to which
   each of its cells is added. */
CAVE_INLINE struct cave_windows cave_count_empty(int length, const lus_pos *p, int shift,
                                                 uint64_t first)
{
    cave_both free = {~p->w[1], ~p->w[0]}, open = {first, first};
    uint64_t empty = ~(p->w[0] | p->w[1]), one = 0, two = 0, four = 0;
    for (int i = 0; i < length; i++) {
        uint64_t cell = empty >> (i * shift), carry = one & cell;
        open &= free >> (i * shift);
        one ^= cell;
        four |= two & carry;
        two ^= carry;
    }
    return (struct cave_windows){open, one & ~two & ~four, two & ~one & ~four, one & two,
                                 four & ~one & ~two};
}

/* What the evaluation adds up, for both sides. */
struct cave_counts {
    cave_both four[3], three[3], two[3]; /* windows with so many empty cells */
    cave_both threats;                   /* cells */
};

CAVE_INLINE struct cave_counts cave_count_windows(const struct cave_set *c, int length,
                                                  const lus_pos *p)
{
    const int shift[3] = {8, 9, 7};
    const uint64_t first[3] = {c->downs, c->rights & c->downs, c->lefts & c->downs};
    struct cave_counts n = {.threats = {0}};
    for (int i = 0; i < 3; i++) {
        struct cave_windows w = cave_count_empty(length, p, shift[i], first[i]);
        cave_both threat = w.open & w.one;
        n.four[i] = w.open & w.four;
        n.three[i] = w.open & w.three;
        n.two[i] = w.open & w.two;
        for (int k = 0; k < length; k++)
            n.threats |= threat << (k * shift[i]);
    }
    n.threats &= ~(p->w[0] | p->w[1]);
    return n;
}

/* Bits in each byte. */
CAVE_INLINE cave_both cave_bytes(cave_both x)
{
    x -= x >> 1 & UINT64_C(0x5555555555555555);
    x = (x & UINT64_C(0x3333333333333333)) + (x >> 2 & UINT64_C(0x3333333333333333));
    return (x + (x >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
}

/* Adds three bits: their sum in *sum, returns the carry. */
CAVE_INLINE cave_both cave_add(cave_both a, cave_both b, cave_both c, cave_both *sum)
{
    *sum = a ^ b ^ c;
    return (a & b) | ((a ^ b) & c);
}

/* The points of all windows in each byte, at most 8 x 12: the masks are added up in binary
   before they are counted. */
CAVE_INLINE cave_both cave_points(const struct cave_counts *n)
{
    cave_both bit[5], more;
    cave_both two = cave_add(n->four[0], n->four[1], n->four[2], &bit[0]);
    cave_both four = cave_add(n->three[0], n->three[1], n->three[2], &more);
    cave_both carry = cave_add(two, more, (cave_both){0}, &bit[1]);
    cave_both eight = cave_add(n->two[0], n->two[1], n->two[2], &more);
    carry = cave_add(four, more, carry, &bit[2]);
    bit[4] = cave_add(eight, carry, (cave_both){0}, &bit[3]);
    cave_both sum = {0};
    for (int i = 0; i < 5; i++)
        sum += cave_bytes(bit[i]) << i;
    return sum;
}

/* The sum of the bytes, which may exceed 255. */
static inline int cave_sum(uint64_t x)
{
    uint64_t even = UINT64_C(0x00ff00ff00ff00ff);
    return (int)(((x & even) + (x >> 8 & even)) * UINT64_C(0x0001000100010001) >> 48);
}

CAVE_INLINE int cave_evaluate_length(const struct cave_set *c, const lus_pos *p,
                                     int length)
{
    struct cave_counts n = cave_count_windows(c, length, p);
    cave_both reached = n.threats & cave_set_targets(c, p), points = cave_points(&n);
    if (reached[0])
        return CAVE_DECIDED;
    if (reached[1] & (reached[1] - 1))
        return -CAVE_DECIDED;
    points += CAVE_THREAT * cave_bytes(n.threats & ~reached) +
              CAVE_REACHED * cave_bytes(reached);
    int ahead = cave_sum(points[0]) - cave_sum(points[1]);
    return ahead * (1 << 20) / ((ahead < 0 ? -ahead : ahead) + CAVE_BEND);
}

/* One function for each length, shared by the boards: inlined into the search of every rule
   set, in three places each, it would make the module for browsers 2,400 bytes larger. */
#define CAVE_EVALUATE(k)                                                                 \
    static __attribute__((noinline, unused)) int cave_evaluate_##k(                      \
        const struct cave_set *c, const lus_pos *p)                                      \
    {                                                                                    \
        return cave_evaluate_length(c, p, k);                                            \
    }
CAVE_EVALUATE(3)
CAVE_EVALUATE(4)
CAVE_EVALUATE(5)
CAVE_EVALUATE(6)

/* The value of the side to move, on the scale of search/value.h (1 << 20 is a win). */
CAVE_INLINE int cave_evaluate(const lus_rules *r, const lus_pos *p)
{
    const struct cave_set *c = cave_set(r);
    return c->length == 3   ? cave_evaluate_3(c, p)
           : c->length == 4 ? cave_evaluate_4(c, p)
           : c->length == 5 ? cave_evaluate_5(c, p)
                            : cave_evaluate_6(c, p);
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
/* cave_ending.c: the members of struct search_hints. */
int cave_plies_left(const lus_rules *r, const lus_pos *p);
int cave_solve_ending(const lus_rules *r, const lus_pos *p, struct ending_work *w,
                      int alpha, int beta);
extern const struct level cave_levels[N_LEVELS];
extern const struct level_strength cave_standard_strength, cave_study_strength;
extern const struct game_info cave_game;

#define CAVE_SEARCH(i, plies)                                                            \
    .classic = cave_classic, .classic_bound = 100000, .evaluate = cave_evaluate,         \
    .features = &cave_features, .order_score = cave_order_score,                         \
    .forced_moves = cave_forced_moves, .plies_left = cave_plies_left,                    \
    .solve_ending = cave_solve_ending, .levels = cave_levels,                            \
    .strength = (i) ? &cave_study_strength : &cave_standard_strength,                    \
    .mean_plies = plies
/* One row of cave_rules: n x n cells; `k` is the length of a line in words, for win_reason;
   `plies` is mean_plies, in the study sizes that of 20 games each of levels 3 and 4 against
   themselves.  The last cell is number 9 n - 8. */
#define CAVE_RULES(i, n, id, what, k, plies)                                             \
    {                                                                                    \
        .name = "cave:" id, .about = what, .params = &cave_sets[i], .index = i,          \
        .title = "Magnetic Cave", .sides = "xo", .side_name = {"Solid", "Hollow"},       \
        .win_reason = k " in a row", .draw_reason = "the cave is full and has no line",  \
        .text = &cave_text,                                                              \
        .dice = {.n_throws = 1, .weight_sum = 1, .throws = {{0, 1}}},                    \
        .start = cave_start, .valid = cave_valid, .count = cave_count,                   \
        .moves = cave_moves, .play = cave_play, .pass = cave_pass,                       \
        .result = cave_result, .score = cave_score, .search = {CAVE_SEARCH(i, plies)},   \
        .layout = {                                                                      \
            .squares = 9 * (n)-7,                                                        \
            .first = 1                                                                   \
        }                                                                                \
    }
#define CAVE_SMALL(i, n, k, plies)                                                       \
    CAVE_RULES(i, n, #n "x" #k, #n " x " #n " cells, " #k " in a row (study size)", #k,  \
               plies)

static const lus_rules cave_rules[] = {
    CAVE_RULES(0, 8, "standard", "8 x 8 cells, five in a row (the classic course game)",
               "five", 54),
    CAVE_SMALL(1, 5, 3, 9),
    CAVE_SMALL(2, 5, 4, 23),
    CAVE_SMALL(3, 5, 5, 25),
    CAVE_SMALL(4, 6, 3, 10),
    CAVE_SMALL(5, 6, 4, 29),
    CAVE_SMALL(6, 6, 5, 35),
    CAVE_SMALL(7, 6, 6, 36),
    CAVE_SMALL(8, 7, 3, 12),
    CAVE_SMALL(9, 7, 4, 32),
    CAVE_SMALL(10, 7, 5, 46),
    CAVE_SMALL(11, 8, 3, 10),
    CAVE_SMALL(12, 8, 4, 35),
};

#define GAME_RULES   cave_rules
#define GAME_SETS(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12)

#endif
