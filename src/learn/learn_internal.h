/* SPDX-License-Identifier: MIT */
/* learn_internal.h - the function that actor_hot.c compiles for each rule set. */
#ifndef LEARN_LEARN_INTERNAL_H
#define LEARN_LEARN_INTERNAL_H

#include "learn/learn.h"

/* The NET_HIDDEN weights of one input, or values of the hidden units. */
struct float_row {
    float unit[NET_HIDDEN];
};

/* One step of an actor: plays one ply of each of its games and adds up the gradient.  Does
   nothing if the rule set has no network. */
typedef void actor_step_fn(const struct learner *l, struct learn_actor *a);

/* learn.c: the exact value of a position, if it is known (learn_exact_fn).  The call
   through a pointer is outside the hot code. */
bool learn_exact(const struct learner *l, const lus_pos *p, int *value);

#endif
