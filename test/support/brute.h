/* SPDX-License-Identifier: MIT */
/* brute.h - Ur and Senet with few pieces solved by brute force: a map from positions to
   numbers, no index, no layers.  It shares the rules with src/solve, and nothing else. */
#ifndef TEST_SUPPORT_BRUTE_H
#define TEST_SUPPORT_BRUTE_H

#include "core/rules.h"

enum { MAP = 1 << 19, MAX_POSITIONS = 170000, MAX_CHOICES = 12 };

struct brute {
    const lus_rules *r;
    int n;
    int number[MAP]; /* of a position, plus one; open addressing */
    lus_pos pos[MAX_POSITIONS];
    double value[MAX_POSITIONS];
    /* After each throw: the positions one can choose from; ~i: the other side throws. */
    int next[MAX_POSITIONS][LUS_MAX_THROWS][MAX_CHOICES];
    int n_next[MAX_POSITIONS][LUS_MAX_THROWS];
};

/* All positions of at most `pieces` a side, to 1e-14. */
struct brute *brute_new(const lus_rules *r, int pieces);
void brute_free(struct brute *j);
/* The chance to win of the side about to throw; the game is not over. */
double brute_value(struct brute *j, const lus_pos *p);

#endif
