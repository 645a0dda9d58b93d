/* SPDX-License-Identifier: MIT */
/* walk.h - random positions of any rule set.

   A walk plays random moves with random throws, and now and then changes some
   bytes of the position's text into another text that is a position: positions
   that random games rarely reach, with few pieces left or unusual counts.  Half
   of the walks only remove pieces.  It contains no rules. */
#ifndef TEST_WALK_H
#define TEST_WALK_H

#include <stdbool.h>
#include "core/random.h"

/* Each value alike: tests want the rare throws too. */
int any_throw(struct random *random, const lus_rules *r);

struct walk {
    const lus_rules *rules;
    struct random random;
    lus_pos pos;
    int steps, changes; /* left in this walk; the changes come first */
    bool thin;          /* no change may lower the score */
};

struct walk walk_on(const lus_rules *r, uint64_t seed);
/* The next position; it may be the end of a game. */
void walk_next(struct walk *w);
/* One to three random edits of a text that has room for LUS_MAX_TEXT bytes. */
void text_scramble(struct random *random, const lus_rules *r, char text[LUS_MAX_TEXT]);

/* Fails the test that runs, with the rule set and the position's text. */
void fail_at(const lus_rules *r, const lus_pos *p, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Runs the tests for every rule set of the registry; their state is the rule set. */
struct rules_test {
    const char *name;
    void (*run)(void **state);
};
int run_for_rule_sets(const struct rules_test *tests, int n);

#endif
