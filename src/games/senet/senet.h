/* SPDX-License-Identifier: MIT */
/* senet.h - Senet: the table of its two rule sets.  The board is in senet_board.h, the
   rules are in senet_houses.h and senet_blockade.h.

   The macros below fill a struct lus_rules (core/rules.h) from names with the prefix of the
   rule set: SENET_RULES(houses, ...) takes houses_count, houses_moves, houses_play, ... */
#ifndef GAMES_SENET_H
#define GAMES_SENET_H

#include "games/senet/senet_blockade.h"
#include "games/senet/senet_houses.h"

/* senet.c, senet_refuse.c, senet_draw.c, senet_scene.c: the members of the same names of
   struct lus_rules and struct game_text; their contracts are in core/rules.h.  Scores are
   pieces that are off the board. */
bool senet_valid(const lus_rules *r, const lus_pos *p);
void senet_score(const lus_rules *r, const lus_pos *p, int score[2]);
int senet_classic(const lus_rules *r, const lus_pos *p, int me);
/* Writes the terms of senet_classic, whose sum is its value: exits, advancement, safety,
   special squares, blocking.  `own` and `enemy` are masks of squares, own_off and enemy_off
   the pieces that are off. */
enum { SENET_TERMS = 5 };
void senet_classic_terms(uint64_t own, uint64_t enemy, int own_off, int enemy_off,
                         int terms[SENET_TERMS]);

/* The texts of refusals are string constants that begin with the number of a rule. */
const char *houses_refuse(const lus_rules *r, const lus_pos *p, int throw, lus_move m);
const char *blockade_refuse(const lus_rules *r, const lus_pos *p, int throw, lus_move m);
void senet_draw(const lus_rules *r, const lus_pos *p, const lus_look *look,
                struct text *out);
void senet_scene(const lus_rules *r, const lus_pos *p, struct scene *out);
struct scene_point senet_square_centre(const lus_rules *r, int side, int square);
void houses_motions(const lus_rules *r, const lus_pos *p, int throw, lus_move m,
                    struct motions *out);
void blockade_motions(const lus_rules *r, const lus_pos *p, int throw, lus_move m,
                      struct motions *out);
extern const struct game_text houses_text, blockade_text;
extern const char *const senet_symbols[];
extern const struct level houses_levels[N_LEVELS], blockade_levels[N_LEVELS];
extern const struct level_strength houses_strength, blockade_strength;
extern const struct game_info senet_game;

/* Pieces on the board of the side that has more of them.  Tables of this size and larger ones
   contain the position. */
static inline int senet_material(const lus_rules *r, const lus_pos *p)
{
    int own = bits_count(p->w[0]), enemy = bits_count(p->w[1]);
    (void)r;
    return own > enemy ? own : enemy;
}

/* Learned weights, in net_houses.c and net_blockade.c.  In blockade a piece can reach an
   enemy piece 1 to 6 squares ahead, unless neighbours protect it (B4, B5): hence far
   pairs. */
extern const int16_t senet_houses_weights[], senet_blockade_weights[];
static const struct net houses_net = {30, 7, 0, senet_houses_weights, 0, 0};
static const struct net blockade_net = {30, 5, 0, senet_blockade_weights, 6, 2};

#define SENET_RULES(id, what)                                                            \
    .name = "senet:" #id, .about = what, .title = "Senet", .params = &id##_set,          \
    .text = &id##_text, .start = senet_start, .valid = senet_valid, .count = id##_count, \
    .moves = id##_moves, .play = id##_play, .pass = id##_pass, .result = senet_result,   \
    .score = senet_score,                                                                \
    .search = {.classic = senet_classic,                                                 \
               .classic_bound = 1000000,                                                 \
               .net = &id##_net,                                                         \
               .material = senet_material,                                               \
               .levels = id##_levels,                                                    \
               .strength = &id##_strength,                                               \
               .mean_plies = 280}
/* Four sticks: as many points as marked sides, `most` for none. */
#define SENET_DICE(most)                                                                 \
    .n_throws = 5, .weight_sum = 16,                                                     \
    .throws = {{1, 4}, {2, 6}, {3, 4}, {4, 1}, {most, 1}}, .by_weight = {1, 0, 2, 3, 4}, \
    .sticks = 4, .value_of_marked = {most, 1, 2, 3, 4}

static const lus_rules senet_rules[] = {
    {SENET_RULES(houses, "7 pieces, swaps everywhere, five houses at the end"),
     .index = 0, .sides = "WB", .side_name = {"White", "Black"},
     .win_reason = "the last piece is off", .dice = {SENET_DICE(5)},
     .layout = {.squares = 31}},
    {SENET_RULES(blockade, "5 pieces, blocks, safe squares, throws of 1, 4, 6 go on"),
     .index = 1, .sides = "LD", .side_name = {"Light", "Dark"},
     .win_reason = "the last piece is off",
     .dice = {SENET_DICE(6), .rolloff = 1, .rolloff_winner = 1},
     .layout = {.squares = 31, .chain_first = 25}},
};

#define GAME_RULES   senet_rules
#define GAME_SETS(X) X(0) X(1)

#endif
