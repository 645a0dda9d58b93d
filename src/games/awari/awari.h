/* SPDX-License-Identifier: MIT */
/* awari.h - Awari: three rule sets, rules A1..A7 of doc/rules/awari.md.

   A row is one word, a byte a pit; the mover's pits are 0..5 from its left, and
   sowing runs up the own row and on into the enemy's:

       enemy   5  4  3  2  1  0    w[1]      w[2] own store, enemy store << 8
       own     0  1  2  3  4  5    w[0]      (48 stones at most in all)

   A move is one step: `from` is the pit, 1..6, and `to` the pit of the last stone, 1..6
   own and 7..12 enemy.  `from` alone identifies a move. */
#ifndef GAMES_AWARI_H
#define GAMES_AWARI_H

#include "core/rules.h"
#include "games/awari/awari_net.h"

/* Who gets the stones that are left in the pits when a game ends early: no player, each side
   those of its own row, or the side that is not to move all of them. */
enum awari_left { AWARI_FORFEIT, AWARI_OWN_ROWS, AWARI_OPPONENT_TAKES };

struct awari_set {
    int slam_captures; /* A3: a grand slam captures; A4 then depends on what a move leaves */
    enum awari_left no_move, repeated; /* A5, A7 */
};

static const struct awari_set awari_abapa = {0, AWARI_FORFEIT, AWARI_FORFEIT};
static const struct awari_set awari_oware = {0, AWARI_OWN_ROWS, AWARI_OWN_ROWS};
static const struct awari_set awari_olympiad = {1, AWARI_OPPONENT_TAKES, AWARI_FORFEIT};

enum { AWARI_PITS = 6, AWARI_STONES = 48 };

/* Added to a row they set bit 7 of pits with a stone, or with enough to pass pit 5. */
#define AWARI_SOME  AWARI_BYTES(0x7f)
#define AWARI_REACH UINT64_C(0x7f7e7d7c7b7a)

/* What sowing n stones of a pit does (A1), by [pit][n]; n is 0..48, and 64 rows a pit
   make the index a shift. */
struct awari_sow {
    uint64_t own, enemy; /* added to the rows */
    uint64_t run;        /* bits 7 of the enemy's pits up to the last stone's (A2) */
    lus_move move;
};
extern const struct awari_sow awari_sow[AWARI_PITS][64];

static inline const struct awari_set *awari_set(const lus_rules *r)
{
    return r->params;
}

/* Stones of an own pit, 0..5; awari_store: of the own (0) or the enemy's (1) store. */
static inline int awari_stones(const lus_pos *p, int pit)
{
    return (int)(p->w[0] >> 8 * pit & 0xff);
}

static inline int awari_store(const lus_pos *p, int enemy)
{
    return (int)(p->w[2] >> 8 * enemy & 0xff);
}

/* A2: the stones captured from a row just sown: the twos and threes of `run`, back
   from its end to the first pit that stops them.  `fit` and `stop` share out the
   bits of `run`, so the larger one holds its end; bit 0 is below every pit. */
static inline uint64_t awari_taken(uint64_t row, uint64_t run)
{
    uint64_t odd = (row ^ AWARI_BYTES(2)) & AWARI_BYTES(0xfe);
    uint64_t fit = (AWARI_TOP - odd) & run, stop = fit ^ run;
    if (fit <= stop)
        return 0; /* more than 80 % of all moves */
    fit &= ~UINT64_C(0) << (63 ^ __builtin_clzll(stop | 1));
    return row & (fit - (fit >> 7));
}

/* A1..A3, before the turn passes. */
static inline void awari_sown(const lus_rules *r, lus_pos *p, unsigned pit)
{
    const struct awari_sow *s = &awari_sow[pit][p->w[0] >> 8 * pit & 0xff];
    p->w[0] += s->own;
    p->w[1] += s->enemy;
    uint64_t taken = awari_taken(p->w[1], s->run);
    if (taken && (awari_set(r)->slam_captures || taken != p->w[1])) {
        p->w[1] -= taken;
        p->w[2] += (unsigned)awari_sum(taken);
    }
}

/* A4, Olympiad: of the pits in `some` (bit 7 of the byte of each pit) those whose move
   leaves the enemy a stone.  Only a move that reaches as `far` as the enemy's last stone can
   capture all of them; if the row is empty, a move must reach it to leave a stone. */
static inline uint64_t awari_leaving(const lus_rules *r, const lus_pos *p, uint64_t some)
{
    uint64_t last = (63u ^ (unsigned)__builtin_clzll(p->w[1] | 1)) >> 3;
    uint64_t far = (p->w[0] + AWARI_REACH - AWARI_BYTES(last)) & AWARI_TOP;
    uint64_t leaving = p->w[1] ? some : far;
    for (; far; far &= far - 1) {
        lus_pos next = *p;
        awari_sown(r, &next, (unsigned)__builtin_ctzll(far) >> 3);
        if (!next.w[1])
            leaving ^= far & -far;
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
    uint64_t leaving = awari_leaving(r, p, some);
    return leaving ? leaving : some;
}

static inline int awari_count(const lus_rules *r, const lus_pos *p, int throw)
{
    (void) throw;
    return awari_sum(awari_movers(r, p) >> 7);
}

/* Writes every pit and keeps the legal ones: 10 % faster than with a branch. */
static inline int awari_moves(const lus_rules *r, const lus_pos *p, int throw,
                              lus_move *out)
{
    uint64_t movers = awari_movers(r, p);
    int n = 0;
    (void) throw;
    for (int pit = 0; pit < AWARI_PITS; pit++) {
        out[n] = awari_sow[pit][awari_stones(p, pit)].move;
        n += (int)(movers >> (8 * pit + 7) & 1);
    }
    return n;
}

static inline int awari_play(const lus_rules *r, lus_pos *p, int throw, lus_move m)
{
    (void) throw;
    awari_sown(r, p, (unsigned)(m & 0xff) - 1);
    pos_turn(p);
    return 0;
}

/* Having no move ends a game (A5, no_move_ends), so no game contains a pass. */
static inline int awari_pass(const lus_rules *r, lus_pos *p, int throw)
{
    (void)r, (void) throw;
    pos_turn(p);
    return 0;
}

/* A6: a lead larger than the stones left in the pits is a majority of all stones. */
static inline int awari_result(const lus_rules *r, const lus_pos *p)
{
    int lead = awari_store(p, 0) - awari_store(p, 1);
    int left = awari_sum(p->w[0] + p->w[1]);
    (void)r;
    if (left && (unsigned)(lead + left) <= 2 * (unsigned)left)
        return LUS_ONGOING;
    return lead > 0 ? LUS_WIN : lead < 0 ? LUS_LOSS : LUS_DRAW;
}

static inline void awari_start(const lus_rules *r, lus_pos *p)
{
    (void)r;
    *p = (lus_pos){{AWARI_BYTES(4), AWARI_BYTES(4), 0, 0}};
}

/* Captures first: the number of stones captured by the move. */
static inline int awari_order_score(const lus_rules *r, const lus_pos *p, lus_move m,
                                    const lus_pos *next)
{
    (void)r, (void)m;
    return awari_store(next, 1) - awari_store(p, 0);
}

/* The default evaluation, in hundredths of a stone (search/value.h): the stones in the
   stores, and what the learned network expects of the others. */
static inline int awari_evaluate_with(const lus_rules *r, const int16_t *weights,
                                      const lus_pos *p)
{
    (void)r;
    return 100 * (awari_store(p, 0) - awari_store(p, 1)) + awari_net_value(weights, p);
}

static inline int awari_evaluate(const lus_rules *r, const lus_pos *p)
{
    return awari_evaluate_with(r, r->search.score_net->weights, p);
}

/* Stones in the pits: tables of n stones contain all positions with at most n. */
static inline int awari_material(const lus_rules *r, const lus_pos *p)
{
    (void)r;
    return awari_sum(p->w[0] + p->w[1]);
}

/* awari.c: the members of the same names of struct lus_rules; their contracts are in
   core/rules.h.  Scores are captured stones. */
bool awari_valid(const lus_rules *r, const lus_pos *p);
void awari_settle(const lus_rules *r, lus_pos *p, int reason);
void awari_score(const lus_rules *r, const lus_pos *p, int score[2]);
int awari_classic(const lus_rules *r, const lus_pos *p, int me);
extern const struct score_net awari_abapa_net, awari_oware_net, awari_olympiad_net;
extern const struct game_text awari_text;
extern const struct level awari_levels[N_LEVELS];
extern const struct level_strength awari_abapa_strength, awari_oware_strength,
    awari_olympiad_strength;
extern const struct game_info awari_game;

#define AWARI_RULES(id, what)                                                            \
    .name = "awari:" #id, .about = what, .params = &awari_##id, .title = "Awari",        \
    .sides = "SN", .side_name = {"South", "North"},                                      \
    .win_reason = "more than half of the stones",                                        \
    .draw_reason = "the stones are shared equally", .text = &awari_text,                 \
    .dice = {.n_throws = 1, .weight_sum = 1, .throws = {{0, 1}}}, .no_move_ends = 1,     \
    .start = awari_start, .valid = awari_valid, .count = awari_count,                    \
    .moves = awari_moves, .play = awari_play, .pass = awari_pass,                        \
    .result = awari_result, .settle = awari_settle, .score = awari_score,                \
    .score_counts = 1, .layout = {.squares = AWARI_PITS + 1, .first = 1, .bits = 8},     \
    .search = {.classic = awari_classic,                                                 \
               .classic_bound = AWARI_STONES,                                            \
               .evaluate = awari_evaluate,                                               \
               .score_net = &awari_##id##_net,                                           \
               .evaluate_with = awari_evaluate_with,                                     \
               .order_score = awari_order_score,                                         \
               .material = awari_material,                                               \
               .levels = awari_levels,                                                   \
               .strength = &awari_##id##_strength,                                       \
               .mean_plies = 100}

static const lus_rules awari_rules[] = {
    {AWARI_RULES(abapa, "a grand slam captures nothing, stones left are forfeit (Abapa)"),
     .index = 0, .repetition_limit = 3},
    {AWARI_RULES(oware, "a grand slam captures nothing, each side keeps its own row"),
     .index = 1, .repetition_limit = 2, .record_name = "Oware Abapa"},
    {AWARI_RULES(olympiad, "no grand slam while another move leaves a stone (Olympiad)"),
     .index = 2, .repetition_limit = 3},
};

#define GAME_RULES   awari_rules
#define GAME_SETS(X) X(0) X(1) X(2)

#endif
