/* SPDX-License-Identifier: MIT */
/* motion.h - what moves on the board during one move, in order, so that a page can animate
   it without knowing the rules.

   Squares are numbered as a move of `side` names them: 0 is its hand, LUS_OFF its tray or
   store (square_centre of core/rules.h says where they are drawn).

       walk    a piece of `side` stands on square[0] and visits all others
       place   a new piece of `side` appears on square[0]
       sow     the stones of square[0] are dropped, one in each of the others
       take    all stones of the squares go to the last one, a store */
#ifndef CORE_MOTION_H
#define CORE_MOTION_H

#include "core/rules.h"

enum motion_kind { MOTION_WALK, MOTION_PLACE, MOTION_SOW, MOTION_TAKE };
enum { MOTION_SQUARES = 52, MAX_MOTIONS = 8 };

struct motion {
    enum motion_kind kind;
    int side, n;
    uint8_t square[MOTION_SQUARES];
};

struct motions {
    int n;
    struct motion list[MAX_MOTIONS];
};

/* Adds a motion without squares and returns it.  There is room for MAX_MOTIONS of them and
   for MOTION_SQUARES of each, which is not checked: a chain of four steps needs five
   motions, the sowing of 48 stones 49 squares. */
static inline struct motion *motion_add(struct motions *m, enum motion_kind kind,
                                        int side)
{
    struct motion *added = &m->list[m->n++];
    *added = (struct motion){.kind = kind, .side = side};
    return added;
}

static inline void motion_visit(struct motion *m, int square)
{
    m->square[m->n++] = (uint8_t)square;
}

/* Visits every square from `first` to `last`, up or down. */
static inline void motion_visit_all(struct motion *m, int first, int last)
{
    int step = last < first ? -1 : 1;
    for (int square = first; square != last; square += step)
        motion_visit(m, square);
    motion_visit(m, last);
}

#endif
