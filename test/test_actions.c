/* SPDX-License-Identifier: MIT */
/* test_actions.c - actions, observations and batches of every rule set on random positions;
   a new game is tested without a change here. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "naive/naive.h"
#include "support/sample_size.h"
#include "support/walk.h"

enum { POSITIONS = 3000, GAMES = 50, ROUNDS = 20000 };

/* ---- actions ---- */

/* Every legal move has its own action, from which it is found again. */
static void check_actions(const lus_rules *r, const lus_pos *p, int thrown,
                          uint8_t *legal)
{
    lus_move list[LUS_MAX_MOVES], m = 1;
    int n = lus_moves(r, p, thrown, list), pass = lus_action_count(r) - 1;
    memset(legal, 0, (size_t)pass + 1);
    for (int i = 0; i < n; i++) {
        int action = lus_action_of(r, list[i]);
        if (action < 0 || action >= pass)
            fail_at(r, p, "a move has action %d", action);
        if (legal[action]++)
            fail_at(r, p, "two moves have action %d", action);
        assert_int_equal(lus_action_move(r, p, thrown, action, &m), 0);
        assert_true(m == list[i]);
    }
    int over = lus_result(r, p) != LUS_ONGOING;
    int status = lus_action_move(r, p, thrown, pass, &m);
    assert_int_equal(status, over ? LUS_ESTATE : n ? LUS_EILLEGAL : 0);
    if (status == 0)
        assert_true(m == LUS_PASS);
    for (int action = 0; action < pass && !over; action += 1 + pass / 100)
        if (!legal[action])
            assert_int_equal(lus_action_move(r, p, thrown, action, &m), LUS_EILLEGAL);
}

static void actions_identify_moves(void **state)
{
    const lus_rules *r = *state;
    struct walk w = walk_on(r, 7);
    uint8_t *legal = malloc((size_t)lus_action_count(r));
    for (int i = 0; i < sample_size(POSITIONS); i++) {
        walk_next(&w);
        for (int t = 0; t < lus_throws(r); t++)
            check_actions(r, &w.pos, lus_throw_value(r, t), legal);
    }
    free(legal);
}

static void actions_are_small(void **state)
{
    const lus_rules *r = *state;
    assert_in_range(lus_action_count(r), 8, 8030);
    assert_int_equal(lus_action_of(r, LUS_PASS), lus_action_count(r) - 1);
    assert_int_equal(lus_action_of(r, move_step(lus_squares(r) - 1, LUS_OFF)),
                     lus_squares(r) - 1);
    assert_int_equal(lus_action_of(r, move_step(lus_squares(r), LUS_OFF)), LUS_ERANGE);
    assert_int_equal(lus_action_of(NULL, 1), LUS_ERANGE);
}

/* ---- observations ---- */

/* The squares of the pieces by the naive rules, in a text of the position. */
static void check_observed_pieces(const lus_rules *r, const lus_pos *p, const float *seen)
{
    char text[LUS_MAX_TEXT];
    lus_pos_format(r, p, LUS_ANY_THROW, text);
    for (int other = 0; other < 2; other++) {
        char letter = lus_rules_sides(r)[lus_side(p) ^ other];
        uint64_t naive = naive_pieces(lus_rules_name(r), text, letter), mine = 0;
        for (int s = 0; s < lus_squares(r) && s < 64; s++)
            mine |= (uint64_t)(seen[other * lus_squares(r) + s] != 0) << s;
        if (naive && naive != mine)
            fail_at(r, p, "side %d is observed as %llx", other, (unsigned long long)mine);
    }
}

/* Pieces or stones are neither lost nor made: squares, hands and scores add up. */
static int observed_material(const lus_rules *r, const float *seen)
{
    float sum = 0;
    for (int i = 0; i < 2 * lus_squares(r); i++)
        sum += seen[i];
    const float *counts = seen + 2 * lus_squares(r);
    sum += counts[2] + counts[3];
    return (int)(r->score_counts ? sum : sum + counts[0] + counts[1]);
}

static void observations_show_the_position(void **state)
{
    const lus_rules *r = *state;
    struct walk w = walk_on(r, 8);
    int size = lus_observation_size(r), score[2];
    float *seen = malloc(sizeof *seen * (size_t)size), *start = seen;
    lus_pos p;
    lus_start(r, &p);
    assert_int_equal(lus_observe(r, &p, LUS_ANY_THROW, start), size);
    int material = observed_material(r, start);
    for (int i = 0; i < sample_size(POSITIONS); i++) {
        int thrown = any_throw(&w.random, r);
        walk_next(&w);
        assert_int_equal(lus_observe(r, &w.pos, thrown, seen), size);
        check_observed_pieces(r, &w.pos, seen);
        r->score(r, &w.pos, score);
        const float *counts = seen + 2 * lus_squares(r);
        assert_true((int)counts[2] == score[0] && (int)counts[3] == score[1]);
        for (int t = 0; t < lus_throws(r); t++)
            assert_int_equal(counts[4 + t], lus_throw_value(r, t) == thrown);
        if (r->dice.sticks)
            assert_int_equal(observed_material(r, seen), material);
    }
    assert_int_equal(lus_observe(r, &w.pos, 99, seen), LUS_ERANGE);
    free(seen);
}

/* ---- batches ---- */

struct batch {
    lus_random random;
    lus_pos positions[GAMES], before[GAMES];
    int32_t thrown[GAMES], actions[GAMES][LUS_MAX_MOVES], counts[GAMES], chosen[GAMES];
    int32_t results[GAMES], sides[GAMES];
    float *seen, *one;
};

/* The legal actions of a position are those of its moves, in ascending order. */
static void check_list(const lus_rules *r, const struct batch *b, int i)
{
    lus_move list[LUS_MAX_MOVES];
    int n = lus_moves(r, &b->positions[i], b->thrown[i], list);
    int over = lus_result(r, &b->positions[i]) != LUS_ONGOING;
    assert_int_equal(b->counts[i], over ? 0 : n ? n : 1);
    for (int k = 0; k < b->counts[i]; k++) {
        lus_move m;
        assert_true(k == 0 || b->actions[i][k] > b->actions[i][k - 1]);
        assert_int_equal(
            lus_action_move(r, &b->positions[i], b->thrown[i], b->actions[i][k], &m), 0);
    }
}

/* A step of the batch is lus_play of the chosen action. */
static void check_step(const lus_rules *r, struct batch *b, int i)
{
    lus_move m;
    lus_pos *p = &b->before[i];
    if (b->chosen[i] >= 0) {
        assert_int_equal(lus_action_move(r, p, b->thrown[i], b->chosen[i], &m), 0);
        assert_in_range(lus_play(r, p, b->thrown[i], m), 0, 1);
    }
    assert_memory_equal(p, &b->positions[i], sizeof *p);
    assert_int_equal(b->results[i], lus_result(r, p));
    assert_int_equal(b->sides[i], lus_side(p));
}

static void check_observations(const lus_rules *r, struct batch *b)
{
    int size = lus_observation_size(r);
    assert_int_equal(lus_batch_observe(r, GAMES, b->positions, b->thrown, b->seen),
                     GAMES);
    for (int i = 0; i < GAMES; i++) {
        lus_observe(r, &b->positions[i], b->thrown[i], b->one);
        assert_memory_equal(b->one, b->seen + i * size, sizeof *b->one * (size_t)size);
    }
}

static void play_round(const lus_rules *r, struct batch *b)
{
    assert_int_equal(lus_batch_throw(r, GAMES, &b->random, b->thrown), GAMES);
    assert_int_equal(
        lus_batch_actions(r, GAMES, b->positions, b->thrown, b->actions, b->counts),
        GAMES);
    for (int i = 0; i < GAMES; i++)
        check_list(r, b, i);
    check_observations(r, b);
    assert_int_equal(lus_batch_choose(GAMES, &b->random,
                                      (const int32_t(*)[LUS_MAX_MOVES])b->actions,
                                      b->counts, b->chosen),
                     GAMES);
    memcpy(b->before, b->positions, sizeof b->before);
    assert_int_equal(lus_batch_step(r, GAMES, b->positions, b->thrown, b->chosen,
                                    b->results, b->sides),
                     GAMES);
    for (int i = 0; i < GAMES; i++)
        check_step(r, b, i);
}

static int unfinished(const struct batch *b)
{
    int n = 0;
    for (int i = 0; i < GAMES; i++)
        n += b->results[i] == LUS_ONGOING;
    return n;
}

/* Random games end; the calls do what the functions for one position do. */
static void batches_play_games(void **state)
{
    const lus_rules *r = *state;
    struct batch *b = calloc(1, sizeof *b);
    size_t size = sizeof *b->seen * (size_t)lus_observation_size(r);
    b->seen = malloc(size * GAMES);
    b->one = malloc(size);
    lus_random_seed(&b->random, 5, 0);
    assert_int_equal(lus_batch_start(r, GAMES, b->positions, NULL), GAMES);
    for (int i = 0; i < ROUNDS && unfinished(b); i++)
        play_round(r, b);
    assert_int_equal(unfinished(b), 0);
    memcpy(b->before, b->positions, sizeof b->before);
    b->results[1] = LUS_ONGOING;
    assert_int_equal(lus_batch_start(r, GAMES, b->positions, b->results), GAMES);
    assert_memory_equal(&b->positions[1], &b->before[1], sizeof(lus_pos));
    lus_start(r, &b->before[0]);
    assert_memory_equal(&b->positions[0], &b->before[0], sizeof(lus_pos));
    assert_int_equal(unfinished(b), GAMES);
    free(b->seen);
    free(b->one);
    free(b);
}

/* The first fault ends a call: what is behind it is untouched. */
static void batches_stop_at_faults(void **state)
{
    const lus_rules *r = *state;
    lus_pos p[3], start;
    int32_t thrown[3], actions[3][LUS_MAX_MOVES], counts[3], chosen[3];
    lus_random random;
    lus_random_seed(&random, 1, 0);
    lus_start(r, &start);
    lus_batch_start(r, 3, p, NULL);
    for (int i = 0; i < 3; i++)
        thrown[i] = lus_throw_value(r, lus_throws(r) - 1);
    assert_int_equal(lus_batch_actions(r, 3, p, thrown, actions, counts), 3);
    lus_batch_choose(3, &random, (const int32_t(*)[LUS_MAX_MOVES])actions, counts,
                     chosen);
    chosen[1] = lus_action_count(r) - 1;
    assert_int_equal(lus_batch_step(r, 3, p, thrown, chosen, NULL, NULL), 1);
    assert_int_not_equal(memcmp(&p[0], &start, sizeof start), 0);
    assert_memory_equal(&p[1], &start, sizeof start);
    assert_memory_equal(&p[2], &start, sizeof start);
    thrown[2] = 99;
    assert_int_equal(lus_batch_actions(r, 3, p, thrown, actions, counts), 2);
    counts[0] = LUS_MAX_MOVES + 1;
    assert_int_equal(lus_batch_choose(3, &random,
                                      (const int32_t(*)[LUS_MAX_MOVES])actions, counts,
                                      chosen),
                     0);
    assert_int_equal(lus_batch_start(r, -1, p, NULL), LUS_ERANGE);
}

int main(void)
{
    static const struct rules_test tests[] = {
        {"actions identify moves", actions_identify_moves},
        {"actions are small", actions_are_small},
        {"observations show the position", observations_show_the_position},
        {"batches play games", batches_play_games},
        {"batches stop at faults", batches_stop_at_faults},
    };
    return run_for_rule_sets(tests, sizeof tests / sizeof tests[0]);
}
