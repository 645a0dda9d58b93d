/* SPDX-License-Identifier: MIT */
/* test_cave.c - Cave: its evaluation and the features that `lusoria train` fits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "games/cave/cave.h"
#include "support/walk.h"

/* The evaluation is a curve of the weighted sum of the features, unless a brick that may be
   placed decides the game. */
static void features_add_up(void **state)
{
    static const int weight[] = {1, 2, 4, CAVE_THREAT, CAVE_REACHED};
    const lus_rules *r;
    int curved = 0, decided = 0;
    (void)state;
    for (int i = 0; (r = lus_rules_at(i)); i++) {
        if (strncmp(r->name, "cave:", 5) != 0)
            continue;
        struct walk w = walk_on(r, 11);
        for (int k = 0; k < 300; k++) {
            int count[MAX_FEATURES], sum = 0;
            walk_next(&w);
            int value = r->search.evaluate(r, &w.pos);
            r->search.features->count(r, &w.pos, count);
            for (int f = 0; f < r->search.features->n; f++)
                sum += weight[f] * count[f];
            if (abs(value) == CAVE_DECIDED) {
                decided++;
                continue;
            }
            if (value != sum * (1 << 20) / (abs(sum) + CAVE_BEND))
                fail_at(r, &w.pos, "the features add up to %d, the value is %d", sum,
                        value);
            curved++;
        }
    }
    assert_true(curved > 500 && decided > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(features_add_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
