/* SPDX-License-Identifier: MIT */
/* awari.h - Awari: three rule sets, rules A1..A7 of doc/rules/awari.md.

   A row is one word, a byte a pit; the mover's pits are 0..5 from its left, and
   sowing runs up the own row and on into the enemy's:

       enemy   5  4  3  2  1  0    w[1]      w[2] own store, enemy store << 8
       own     0  1  2  3  4  5    w[0]      (48 stones at most in all)

   A byte is at most 48, so bit 7 is free: adding 0x80 - k to every byte sets it
   exactly where a pit holds k stones or more, six comparisons in one addition.

   A move is one step: from = the pit, 1..6, to = the pit the last stone falls
   into, 1..6 own and 7..12 enemy.  The first alone tells moves apart. */
#ifndef GAMES_AWARI_H
#define GAMES_AWARI_H

#include "core/rules.h"

enum awari_left { AWARI_FORFEIT, AWARI_OWN_ROWS, AWARI_WAITER_TAKES };

struct awari_set {
    int slam_captures; /* A3; A4 then looks at what a move leaves */
    enum awari_left no_move, repeated;
};

static const struct awari_set awari_abapa = {0, AWARI_FORFEIT, AWARI_FORFEIT};
static const struct awari_set awari_oware = {0, AWARI_OWN_ROWS, AWARI_OWN_ROWS};
static const struct awari_set awari_olympiad = {1, AWARI_WAITER_TAKES, AWARI_FORFEIT};

enum { AWARI_PITS = 6, AWARI_STONES = 48 };

#define AWARI_BYTES(b) ((uint64_t)(b)*0x010101010101)
#define AWARI_TOP      AWARI_BYTES(0x80)
/* Added to a row: bit 7 says the pit has a stone, or enough to pass pit 5. */
#define AWARI_SOME  AWARI_BYTES(0x7f)
#define AWARI_REACH UINT64_C(0x7f7e7d7c7b7a)

/* What sowing n stones of a pit adds to both rows (A1), by [pit][n]: the table
   and the naive loop agree in test/test_awari.c. */
struct awari_sow {
    uint64_t own, enemy;
    uint64_t run; /* enemy pits up to the last stone's, if it falls there (A2) */
};
extern const struct awari_sow awari_sow[AWARI_PITS][AWARI_STONES + 1];

static inline const struct awari_set *awari_set(const lus_rules *r)
{
    return r->set;
}

/* The sum of a row's bytes, up to 255. */
static inline int awari_sum(uint64_t row)
{
    return (int)(row * UINT64_C(0x0101010101010101) >> 56);
}

static inline int awari_stones(const lus_pos *p, int pit)
{
    return (int)(p->w[0] >> 8 * pit & 0xff);
}

static inline int awari_store(const lus_pos *p, int enemy)
{
    return (int)(p->w[2] >> 8 * enemy & 0xff);
}

/* A2: the stones captured from a row just sown: twos and threes of `run`, back
   from its end.  Bit 7 of a byte stands for its pit; bit 0 is below them all. */
static inline uint64_t awari_taken(uint64_t row, uint64_t run)
{
    uint64_t odd = (row ^ AWARI_BYTES(2)) & AWARI_BYTES(0xfe);
    uint64_t fit = (AWARI_TOP - odd) & AWARI_TOP & run;
    uint64_t stop = (fit ^ AWARI_TOP) & run;
    fit &= ~UINT64_C(0) << (63 - __builtin_clzll(stop | 1));
    return row & (fit - (fit >> 7));
}

/* Both rows after a move, still as the mover sees them; returns the stones taken. */
static inline uint64_t awari_sown(const lus_rules *r, uint64_t *own, uint64_t *enemy,
                                  int pit)
{
    const struct awari_sow *s = &awari_sow[pit][*own >> 8 * pit & 0xff];
    *own += s->own;
    *enemy += s->enemy;
    uint64_t taken = awari_taken(*enemy, s->run);
    if (!awari_set(r)->slam_captures && taken == *enemy)
        return 0; /* A3 */
    *enemy -= taken;
    return taken;
}

/* A4, Olympiad: the pits whose move leaves the enemy a stone, as bits 7. */
static inline uint64_t awari_leaving(const lus_rules *r, const lus_pos *p)
{
    uint64_t leaving = 0;
    for (int pit = 0; pit < AWARI_PITS; pit++) {
        uint64_t own = p->w[0], enemy = p->w[1];
        awari_sown(r, &own, &enemy, pit);
        if (enemy && awari_stones(p, pit))
            leaving |= UINT64_C(0x80) << 8 * pit;
    }
    return leaving;
}

/* The pits that may be played (A1, A4), as bits 7. */
static inline uint64_t awari_movers(const lus_rules *r, const lus_pos *p)
{
    uint64_t some = (p->w[0] + AWARI_SOME) & AWARI_TOP;
    if (!awari_set(r)->slam_captures)
        return p->w[1] ? some : (p->w[0] + AWARI_REACH) & AWARI_TOP;
    if (p->w[1] & AWARI_BYTES(0xfc))
        return some; /* a pit of four or more is never captured */
    uint64_t leaving = awari_leaving(r, p);
    return leaving ? leaving : some;
}

static inline int awari_count(const lus_rules *r, const lus_pos *p, int throw)
{
    (void) throw;
    return awari_sum(awari_movers(r, p) >> 7);
}

/* The pit the last stone falls into, 1..12; a lap is 11 pits, the origin skipped. */
static inline int awari_last(int pit, int stones)
{
    return (pit + (stones ? (stones - 1) % 11 + 1 : 0)) % 12 + 1;
}

static inline int awari_moves(const lus_rules *r, const lus_pos *p, int throw,
                              lus_move *out)
{
    int n = 0;
    (void) throw;
    for (uint64_t t = awari_movers(r, p); t; t &= t - 1) {
        int pit = __builtin_ctzll(t) >> 3;
        out[n++] = move_step(pit + 1, awari_last(pit, awari_stones(p, pit)));
    }
    return n;
}

static inline int awari_play(const lus_rules *r, lus_pos *p, int throw, lus_move m)
{
    (void) throw;
    p->w[2] +=
        (unsigned)awari_sum(awari_sown(r, &p->w[0], &p->w[1], move_from(m, 0) - 1));
    pos_turn(p);
    return 0;
}

static inline int awari_pass(const lus_rules *r, lus_pos *p, int throw)
{
    (void)r, (void) throw;
    pos_turn(p);
    return 0;
}

/* A6: a lead larger than what is left in the pits is a majority of all stones. */
static inline int awari_result(const lus_rules *r, const lus_pos *p)
{
    int lead = awari_store(p, 0) - awari_store(p, 1);
    int left = awari_sum(p->w[0] + p->w[1]);
    (void)r;
    if (lead > left || -lead > left)
        return lead > 0 ? LUS_WIN : LUS_LOSS;
    return left ? LUS_ONGOING : LUS_DRAW;
}

static inline void awari_start(const lus_rules *r, lus_pos *p)
{
    (void)r;
    *p = (lus_pos){{AWARI_BYTES(4), AWARI_BYTES(4), 0, 0}};
}

/* Captures first: the stones the move took. */
static inline int awari_liking(const lus_rules *r, const lus_pos *p, lus_move m,
                               const lus_pos *next)
{
    (void)r, (void)m;
    return awari_store(next, 1) - awari_store(p, 0);
}

void awari_settle(const lus_rules *r, lus_pos *p, int reason);
void awari_score(const lus_rules *r, const lus_pos *p, int score[2]);
int awari_classic(const lus_rules *r, const lus_pos *p, int me);
extern const struct game_text awari_text;
extern const struct game_kind awari_game;

#define AWARI_RULES(id, what)                                                            \
    .name = "awari:" #id, .about = what, .set = &awari_##id, .title = "Awari",           \
    .sides = "SN", .side_name = {"South", "North"},                                      \
    .won_by = "more than half of the stones",                                            \
    .drawn_by = "the stones are shared equally", .text = &awari_text, .n_throws = 1,     \
    .weight_sum = 1, .throws = {{0, 1}}, .no_move_ends = 1, .start = awari_start,        \
    .count = awari_count, .moves = awari_moves, .play = awari_play, .pass = awari_pass,  \
    .result = awari_result, .settle = awari_settle, .score = awari_score,                \
    .classic = awari_classic, .classic_bound = AWARI_STONES, .stones = 1,                \
    .liking = awari_liking

static const lus_rules awari_rules[] = {
    {AWARI_RULES(abapa, "a grand slam captures nothing, stones left are forfeit (Abapa)"),
     .number = 0, .repeats = 3},
    {AWARI_RULES(oware, "a grand slam captures nothing, each side keeps its own row"),
     .number = 1, .repeats = 2},
    {AWARI_RULES(olympiad, "no grand slam while another move leaves a stone (Olympiad)"),
     .number = 2, .repeats = 3},
};

#define GAME_RULES   awari_rules
#define GAME_SETS(X) X(0) X(1) X(2)

#endif
