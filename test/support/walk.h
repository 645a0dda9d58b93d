/* SPDX-License-Identifier: MIT */
/* walk.h - random positions of any rule set.

   A walk plays random moves with random throws, and now and then changes some
   bytes of the position's text into another text that is a position: set-ups no
   random game comes to soon, with few pieces left or odd counts.  Half of the
   walks only thin the board out.  It knows nothing of any game. */
#ifndef TEST_WALK_H
#define TEST_WALK_H

#include <stdbool.h>
#include "core/rules.h"

uint64_t random_next(uint64_t *state);
int random_below(uint64_t *state, int n);
int random_throw(uint64_t *state, const lus_rules *r);

struct walk {
    const lus_rules *rules;
    uint64_t random;
    lus_pos pos;
    int steps, changes; /* left in this walk; the changes come first */
    bool thin;          /* no change may lower the score */
};

struct walk walk_on(const lus_rules *r, uint64_t seed);
/* The next position; it may be the end of a game. */
void walk_next(struct walk *w);
/* One to three random edits of a text that has room for LUS_MAX_TEXT bytes. */
void text_scramble(uint64_t *random, const lus_rules *r, char text[LUS_MAX_TEXT]);

/* The rule sets of the registry as an array of tests, named after them; the state
   is the rule set.  Returns the number. */
struct CMUnitTest;
int tests_of_rule_sets(struct CMUnitTest *tests, int most, void (*test)(void **state));

#endif
