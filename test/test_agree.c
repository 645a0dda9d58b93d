/* SPDX-License-Identifier: MIT */
/* test_agree.c - the engine and the reference rules of test/naive agree, for every
   rule set, on 100,000 random positions: which texts are positions, the result,
   and with every throw the moves in their order and the positions after them.

   The two share nothing but text.  LUSORIA_POSITIONS sets another number. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "core/registry.h"
#include "naive/naive_game.h"
#include "support/walk.h"

static void check_reference(const lus_rules *r)
{
    const char *id = game_info_of(r)->id;
    char start[NAIVE_TEXT];
    if (!naive_find(r->name))
        fail_msg("%s: no reference rules: write test/naive/naive_%s.c "
                 "(doc/HACKING.md, Adding a game)",
                 r->name, id);
    if (naive_start(r->name, start) < 0)
        fail_msg("%s: test/naive/naive_%s.c does not know this rule set", r->name, id);
}

static void agree_throws(const lus_rules *r)
{
    int values[8], weights[8];
    int n = naive_throws(lus_rules_name(r), values, weights);
    assert_int_equal(n, lus_throws(r));
    for (int i = 0; i < n; i++) {
        assert_int_equal(values[i], lus_throw_value(r, i));
        assert_int_equal(weights[i], lus_throw_weight(r, i));
    }
}

static void agree_start(const lus_rules *r)
{
    char naive[NAIVE_TEXT], engine[LUS_MAX_TEXT];
    lus_pos p;
    lus_start(r, &p);
    lus_pos_format(r, &p, LUS_ANY_THROW, engine);
    assert_int_equal(naive_start(lus_rules_name(r), naive), 0);
    assert_string_equal(engine, naive);
}

/* A text near a position's is refused by both or by neither. */
static void agree_text(const lus_rules *r, struct random *random, const char *text)
{
    char near[LUS_MAX_TEXT], result[8];
    lus_pos p;
    int throw;
    strcpy(near, text);
    text_scramble(random, r, near);
    bool engine = lus_pos_parse(r, near, &p, &throw, NULL) == 0;
    if (engine && r->dice.sticks && throw != LUS_ANY_THROW)
        return; /* the reference rules do not read ":N" */
    bool naive = naive_result(lus_rules_name(r), near, result) == 0;
    if (engine != naive)
        fail_msg("%s %s: %s", lus_rules_name(r), near,
                 engine ? "accepted by the engine only"
                        : "accepted by the reference rules only");
}

static void agree_result(const lus_rules *r, const lus_pos *p, const char *text)
{
    char naive[8], engine[8] = "";
    int result = lus_result(r, p), side = lus_side(p);
    if (naive_result(lus_rules_name(r), text, naive) < 0)
        fail_at(r, p, "refused by the reference rules");
    if (result == LUS_DRAW)
        strcpy(engine, "draw");
    else if (result != LUS_ONGOING)
        engine[0] = r->sides[result == LUS_WIN ? side : !side];
    if (strcmp(naive, engine) != 0)
        fail_at(r, p, "result '%s', reference rules '%s'", engine, naive);
}

static void after_text(const lus_rules *r, const lus_pos *p, int throw, lus_move m,
                       char text[LUS_MAX_TEXT])
{
    lus_pos next = *p;
    if (lus_result(r, p) == LUS_ONGOING)
        lus_play(r, &next, throw, m);
    else if (r->no_move_ends && r->result(r, p) == LUS_ONGOING)
        r->settle(r, &next, LUS_BY_NO_MOVE);
    lus_pos_format(r, &next, LUS_ANY_THROW, text);
}

static void agree_moves(const lus_rules *r, const lus_pos *p, const char *text, int throw)
{
    struct naive_move naive[NAIVE_MOVES];
    lus_move list[LUS_MAX_MOVES];
    char pass_after[NAIVE_TEXT], move[LUS_MAX_TEXT], after[LUS_MAX_TEXT];
    int n = naive_moves(lus_rules_name(r), text, throw, naive, pass_after);
    int engine = lus_moves(r, p, throw, list);
    if (n != engine)
        fail_at(r, p, "throw %d: %d moves, reference rules %d", throw, engine, n);
    for (int i = 0; i < n; i++) {
        lus_move_format(r, p, list[i], move);
        after_text(r, p, throw, list[i], after);
        if (strcmp(move, naive[i].move) != 0 || strcmp(after, naive[i].after) != 0)
            fail_at(r, p, "throw %d: %s %s\n#   reference rules: %s %s", throw, move,
                    after, naive[i].move, naive[i].after);
    }
    after_text(r, p, throw, LUS_PASS, after);
    if (n == 0 && strcmp(after, pass_after) != 0)
        fail_at(r, p, "throw %d: pass %s\n#   reference rules: %s", throw, after,
                pass_after);
}

static void agree(void **state)
{
    const lus_rules *r = *state;
    const char *number = getenv("LUSORIA_POSITIONS");
    int positions = number ? atoi(number) : 100000;
    struct walk w = walk_on(r, 1);
    char text[LUS_MAX_TEXT];
    check_reference(r);
    agree_throws(r);
    agree_start(r);
    for (int i = 0; i < positions; i++) {
        walk_next(&w);
        lus_pos_format(r, &w.pos, LUS_ANY_THROW, text);
        agree_text(r, &w.random, text);
        agree_result(r, &w.pos, text);
        for (int t = 0; t < lus_throws(r); t++)
            agree_moves(r, &w.pos, text, lus_throw_value(r, t));
    }
}

int main(void)
{
    const struct rules_test test = {"agrees with the reference rules", agree};
    return run_for_rule_sets(&test, 1);
}
