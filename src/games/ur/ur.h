/* SPDX-License-Identifier: MIT */
/* ur.h - the Royal Game of Ur: four rule sets, rules U1..U6 of doc/rules/ur.md.

   A side is a mask of its own path squares; bit s is square s, 1..L.  Bit 0 stands for
   the hand while moves are generated, so that entering is a move like any other (U2) and
   one shift by the throw moves all pieces at once:

       hand 1 2 3 4 5 6 7 8 ... L off
         0  1 2 3 4 5 6 7 8     L L+1        w[0] own, w[1] enemy
                                             w[2] own hand, enemy hand << 8

   The boards with Light's numbers; * is a rosette.  Dark's path is the mirror image: row C
   instead of A and A instead of C.

       finkel         A   4* 3  2  1        14*13
                      B   5  6  7  8* 9 10  11 12
       blitz,         A   4* 3  2  1        16*15
       masters        B   5  6  7  8* 9 10  11 14
                      C                     12*13
       aseb           A   4* 3  2  1
                      B   5  6  7  8* 9 10  11 12*13 14 15 16*

   Each side numbers the squares along its own path.  Squares same_first..same_last are
   the same tile with the same number for both; on the long path the sides walk squares
   turn_first..L in opposite directions: the tile of own square s is the enemy's square
   turn_first + L - s.  Pieces in neither mask nor hand have been borne off. */
#ifndef GAMES_UR_H
#define GAMES_UR_H

#include "core/bits.h"
#include "core/rules.h"

/* The numbers in which the rule sets differ; doc/rules/ur.md has the same table. */
struct ur_set {
    int pieces, length;                    /* per side; squares of a path */
    int same_first, same_last, turn_first; /* turn_first = 0: no such part */
    uint32_t rosettes;                     /* own path squares */
    int safe_rosettes, extra_on_capture;   /* U3; after a capture too (U5) */
    const char *path; /* Light's tiles, two characters each, column 12 as 'c' */
};

#define UR_BIT(s) (UINT32_C(1) << (s))
/* Squares a..b. */
#define UR_SPAN(a, b) ((UR_BIT((b) + 1) - 1) & ~(UR_BIT(a) - 1))

static const struct ur_set ur_finkel = {
    .pieces = 7,
    .length = 14,
    .same_first = 5,
    .same_last = 12,
    .rosettes = UR_BIT(4) | UR_BIT(8) | UR_BIT(14),
    .safe_rosettes = 1,
    .path = "A4A3A2A1B1B2B3B4B5B6B7B8A8A7",
};

static const struct ur_set ur_blitz = {
    .pieces = 5,
    .length = 16,
    .same_first = 5,
    .same_last = 11,
    .turn_first = 12,
    .rosettes = UR_BIT(4) | UR_BIT(8) | UR_BIT(12) | UR_BIT(16),
    .extra_on_capture = 1,
    .path = "A4A3A2A1B1B2B3B4B5B6B7C7C8B8A8A7",
};

static const struct ur_set ur_masters = {
    .pieces = 7,
    .length = 16,
    .same_first = 5,
    .same_last = 11,
    .turn_first = 12,
    .rosettes = UR_BIT(4) | UR_BIT(8) | UR_BIT(12) | UR_BIT(16),
    .path = "A4A3A2A1B1B2B3B4B5B6B7C7C8B8A8A7",
};

static const struct ur_set ur_aseb = {
    .pieces = 5,
    .length = 16,
    .same_first = 5,
    .same_last = 16,
    .rosettes = UR_BIT(4) | UR_BIT(8) | UR_BIT(12) | UR_BIT(16),
    .safe_rosettes = 1,
    .path = "A4A3A2A1B1B2B3B4B5B6B7B8B9BaBbBc",
};

static inline const struct ur_set *ur_set(const lus_rules *r)
{
    return r->params;
}

/* The enemy's number of own square s; 0 if the enemy never stands there. */
static inline int ur_meet(const struct ur_set *u, int s)
{
    if (s >= u->same_first && s <= u->same_last)
        return s;
    return u->turn_first && s >= u->turn_first ? u->turn_first + u->length - s : 0;
}

/* The bit of a target as the enemy numbers it; 0 if the enemy never stands there. */
static inline uint32_t ur_met(const struct ur_set *u, uint32_t to)
{
    uint32_t met = to & UR_SPAN(u->same_first, u->same_last);
    if (u->turn_first && to >> u->turn_first && to <= UR_BIT(u->length))
        met = UR_BIT(u->turn_first + u->length - __builtin_ctz(to));
    return met;
}

/* The enemy's pieces on shared tiles, as own squares. */
static inline uint32_t ur_seen(const struct ur_set *u, uint32_t enemy)
{
    uint32_t seen = enemy & UR_SPAN(u->same_first, u->same_last);
    if (u->turn_first)
        for (int s = u->turn_first; s <= u->length; s++)
            seen |= (enemy >> (u->turn_first + u->length - s) & 1) << s;
    return seen;
}

static inline int ur_hand(const lus_pos *p)
{
    return (int)(p->w[2] & 0xff);
}

/* Targets of all legal moves, bit L + 1 for bearing off (U2..U4).  With a throw of 0 every
   target is occupied by the piece itself. */
static inline uint32_t ur_targets(const lus_rules *r, const lus_pos *p, int throw)
{
    const struct ur_set *u = ur_set(r);
    uint32_t own = (uint32_t)p->w[0], blocked = own;
    if (u->safe_rosettes)
        blocked |= ur_seen(u, (uint32_t)p->w[1]) & u->rosettes;
    uint32_t movers = own | (ur_hand(p) ? 1u : 0u);
    return movers << throw &~blocked & UR_SPAN(1, u->length + 1);
}

static inline int ur_count(const lus_rules *r, const lus_pos *p, int throw)
{
    return bits_count(ur_targets(r, p, throw));
}

/* By rising target, which is also by rising from-square: all pieces move equally far. */
static inline int ur_moves(const lus_rules *r, const lus_pos *p, int throw, lus_move *out)
{
    int n = 0, off = ur_set(r)->length + 1;
    for (uint32_t t = ur_targets(r, p, throw); t; t &= t - 1) {
        int to = __builtin_ctz(t);
        out[n++] = move_step(to - throw, to == off ? LUS_OFF : to);
    }
    return n;
}

static inline int ur_pass(const lus_rules *r, lus_pos *p, int throw)
{
    (void)r, (void) throw;
    pos_turn(p);
    return 0;
}

/* Moves a piece from a square to a target, both as bits; no bits: a pass.  There are no
   branches, because captures, extra throws and entering pieces cannot be predicted. */
static inline int ur_carry(const struct ur_set *u, lus_pos *p, uint32_t from, uint32_t to)
{
    uint64_t own = p->w[0], enemy = p->w[1], hands = p->w[2];
    uint32_t hit = ur_met(u, to) & (uint32_t)enemy;
    uint64_t again = (to & u->rosettes) || (u->extra_on_capture && hit);
    own = (own ^ (from & ~1u)) | (to & UR_SPAN(1, u->length));
    enemy ^= hit;
    hands += (uint64_t)(hit != 0) << 8;
    hands -= from & 1;
    uint64_t turn = again - 1, side = (own ^ enemy) & turn;
    uint64_t hand = (hands ^ hands >> 8) & turn & 0xff;
    *p = (lus_pos){
        {own ^ side, enemy ^ side, hands ^ (hand | hand << 8), p->w[3] ^ (turn & 1)}};
    return (int)again;
}

static inline int ur_play(const lus_rules *r, lus_pos *p, int throw, lus_move m)
{
    int from = move_from(m, 0), to = move_to(m, 0);
    (void) throw;
    to = to == LUS_OFF ? ur_set(r)->length + 1 : to;
    return ur_carry(ur_set(r), p, UR_BIT(from), UR_BIT(to));
}

/* Plays move k of the list without writing the list.  All targets are computed, which is
   faster than a loop that ends after k. */
static inline void ur_play_random(const lus_rules *r, lus_pos *p, int throw,
                                  uint32_t random)
{
    uint32_t t = ur_targets(r, p, throw), rest[8]; /* without the first i */
    int k = random_pick(random, bits_count(t));
    for (int i = 0; i < ur_set(r)->pieces; i++) {
        rest[i] = t;
        t &= t - 1;
    }
    /* cppcheck-suppress uninitvar ; k < pieces */
    uint32_t to = rest[k] & -rest[k];
    ur_carry(ur_set(r), p, to >> throw, to);
}

/* U6: a side without pieces in hand and on the board has won. */
static inline int ur_result(const lus_rules *r, const lus_pos *p)
{
    (void)r;
    if (!(p->w[0] | (p->w[2] & 0xff)))
        return LUS_WIN;
    return p->w[1] | (p->w[2] & 0xff00) ? LUS_ONGOING : LUS_LOSS;
}

static inline void ur_start(const lus_rules *r, lus_pos *p)
{
    uint64_t pieces = (uint64_t)ur_set(r)->pieces;
    *p = (lus_pos){{0, 0, pieces | pieces << 8, 0}};
}

/* The usual start with fewer pieces: see start_with in core/rules.h. */
static inline int ur_start_with(const lus_rules *r, int pieces, lus_pos *p)
{
    int most = ur_set(r)->pieces;
    if (pieces >= 1 && pieces <= most)
        *p = (lus_pos){{0, 0, (uint64_t)(pieces | pieces << 8), 0}};
    return most;
}

/* ur.c, ur_draw.c, ur_scene.c: the members of the same names of struct lus_rules and struct
   game_text; their contracts are in core/rules.h.  Scores are pieces that are home. */
bool ur_valid(const lus_rules *r, const lus_pos *p);
void ur_score(const lus_rules *r, const lus_pos *p, int score[2]);
int ur_classic(const lus_rules *r, const lus_pos *p, int me);
void ur_draw(const lus_rules *r, const lus_pos *p, const lus_look *look,
             struct text *out);
void ur_scene(const lus_rules *r, const lus_pos *p, struct scene *out);
struct scene_point ur_square_centre(const lus_rules *r, int side, int square);
void ur_motions(const lus_rules *r, const lus_pos *p, int throw, lus_move m,
                struct motions *out);
extern const struct game_text ur_text;
extern const char *const ur_symbols[];
extern const struct level ur_levels[N_LEVELS];
extern const struct level_strength ur_finkel_strength, ur_blitz_strength,
    ur_masters_strength, ur_aseb_strength;
extern const struct game_info ur_game;

/* Learned weights, in net_finkel.c, net_blitz.c, net_masters.c, net_aseb.c. */
extern const int16_t ur_finkel_weights[], ur_blitz_weights[], ur_masters_weights[],
    ur_aseb_weights[];
#define UR_NET(id, length, pieces)                                                       \
    static const struct net ur_##id##_net = {length, pieces, 1, ur_##id##_weights, 0, 0}
UR_NET(finkel, 14, 7);
UR_NET(blitz, 16, 5);
UR_NET(masters, 16, 7);
UR_NET(aseb, 16, 5);

/* Pieces in hand and on the board of the side that has more of them. */
static inline int ur_material(const lus_rules *r, const lus_pos *p)
{
    int own = ur_hand(p) + bits_count(p->w[0]);
    int enemy = (int)(p->w[2] >> 8) + bits_count(p->w[1]);
    (void)r;
    return own > enemy ? own : enemy;
}

/* Four two-sided dice: 0..4 marked sides.  Three (masters): 1..3, and 4 for none. */
#define UR_FOUR_BINARY                                                                   \
    .n_throws = 5, .weight_sum = 16, .throws = {{0, 1}, {1, 4}, {2, 6}, {3, 4}, {4, 1}}, \
    .by_weight = {2, 1, 3, 0, 4}, .sticks = 4, .value_of_marked = {0, 1, 2, 3, 4}
#define UR_THREE_BINARY                                                                  \
    .n_throws = 4, .weight_sum = 8, .throws = {{1, 3}, {2, 3}, {3, 1}, {4, 1}},          \
    .by_weight = {0, 1, 2, 3}, .sticks = 3, .value_of_marked = {4, 1, 2, 3}
/* The members that all rule sets have in common; the rows below add dice and index. */
#define UR_RULES(id, what)                                                               \
    .name = "ur:" #id, .about = what, .params = &ur_##id, .title = "Royal Game of Ur",   \
    .sides = "LD", .side_name = {"Light", "Dark"},                                       \
    .win_reason = "the last piece is off", .text = &ur_text, .start = ur_start,          \
    .start_with = ur_start_with, .valid = ur_valid, .count = ur_count,                   \
    .moves = ur_moves, .play = ur_play, .pass = ur_pass, .result = ur_result,            \
    .score = ur_score,                                                                   \
    .search = {.classic = ur_classic,                                                    \
               .classic_bound = 10000,                                                   \
               .net = &ur_##id##_net,                                                    \
               .material = ur_material,                                                  \
               .play_random = ur_play_random,                                            \
               .levels = ur_levels,                                                      \
               .strength = &ur_##id##_strength,                                          \
               .mean_plies = 180}

static const lus_rules ur_rules[] = {
    {UR_RULES(finkel, "7 pieces, 14 squares, safe rosettes (after I. Finkel)"),
     .index = 0, .dice = {UR_FOUR_BINARY}, .layout = {.squares = 15}},
    {UR_RULES(blitz, "5 pieces, the Masters path, captures throw again (RoyalUr)"),
     .index = 1, .dice = {UR_FOUR_BINARY}, .layout = {.squares = 17}},
    {UR_RULES(masters, "7 pieces, the Masters path, three dice (J. Masters)"), .index = 2,
     .dice = {UR_THREE_BINARY}, .layout = {.squares = 17}},
    {UR_RULES(aseb, "5 pieces on the board of twenty squares with a long lane (RoyalUr)"),
     .index = 3, .dice = {UR_FOUR_BINARY}, .layout = {.squares = 17}},
};

#define GAME_RULES   ur_rules
#define GAME_SETS(X) X(0) X(1) X(2) X(3)

#endif
