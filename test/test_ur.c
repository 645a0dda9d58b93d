/* SPDX-License-Identifier: MIT */
/* test_ur.c - Ur: the kinds of moves. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>
#include "core/rules.h"
#include "support/walk.h"

/* What a move is, from the pieces before and after it alone. */
static const char *expected_kind(const lus_rules *r, const lus_pos *p, int throw,
                                 lus_move m)
{
    lus_pos next = *p;
    int again = r->play(r, &next, throw, m);
    if (move_to(m, 0) == LUS_OFF)
        return "exit";
    if (__builtin_popcountll(next.w[again ? 1 : 0]) < __builtin_popcountll(p->w[1]))
        return "capture";
    return again ? "rosette" : move_from(m, 0) ? "move" : "enter";
}

/* Random positions of all rule sets; every kind occurs. */
static void kinds_follow_from_the_pieces(void **state)
{
    static const char *const kinds[] = {"exit", "capture", "rosette", "enter", "move"};
    const lus_rules *r;
    int seen[5] = {0};
    (void)state;
    for (int i = 0; (r = lus_rules_at(i)); i++) {
        if (strncmp(r->name, "ur:", 3) != 0)
            continue;
        struct walk w = walk_on(r, 3);
        for (int k = 0; k < 1000; k++) {
            lus_move list[LUS_MAX_MOVES];
            walk_next(&w);
            if (lus_result(r, &w.pos) != LUS_ONGOING)
                continue;
            int throw = any_throw(&w.random, r), n = lus_moves(r, &w.pos, throw, list);
            for (int j = 0; j < n; j++) {
                const char *kind = lus_move_kind(r, &w.pos, throw, list[j]),
                           *expected = expected_kind(r, &w.pos, throw, list[j]);
                if (strcmp(kind, expected) != 0)
                    fail_at(r, &w.pos, "throw %d, move %d is a %s, not a %s", throw, j,
                            expected, kind);
                for (int f = 0; f < 5; f++)
                    seen[f] += !strcmp(kind, kinds[f]);
            }
        }
    }
    for (int f = 0; f < 5; f++)
        assert_true(seen[f] > 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kinds_follow_from_the_pieces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
