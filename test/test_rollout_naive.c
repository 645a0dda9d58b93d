/* SPDX-License-Identifier: MIT */
/* test_rollout_naive.c - a rollout compared with a second one written for this test: the
   same dice, players that use the plain reference search, and the formulas of a stratified
   sample as a textbook has them.  Every number of every move must agree. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "analyse/rollout.h"
#include "core/random.h"
#include "search/value.h"
#include "support/reference_search.h"

enum { MAX_GAMES = 1024, STRATA = 25 };

/* A game as chances of the side to move at the root, times two, minus one. */
struct naive_game {
    double adjusted, unadjusted;
    int plies, stratum;
    bool truncated;
};

struct naive_rollout {
    struct reference_search search;
    int depth, truncate, games, side;
    uint64_t seed;
    lus_move list[LUS_MAX_MOVES];
    struct naive_game game[LUS_MAX_MOVES][MAX_GAMES];
};

/* The best value after a throw, and its move. */
static int best_value(struct naive_rollout *n, const lus_pos *p, int throw, lus_move *m)
{
    const lus_rules *r = n->search.r;
    lus_move list[LUS_MAX_MOVES] = {LUS_PASS};
    int moves = lus_moves(r, p, throw, list), best = -VALUE_MAX;
    n->search.root_side = pos_side(p);
    for (int i = 0; i < (moves ? moves : 1); i++) {
        int v;
        if (moves) {
            v = reference_move_value(&n->search, p, throw, list[i], n->depth);
        } else {
            lus_pos next = *p; /* a pass is played like a move */
            int again = r->pass(r, &next, throw);
            v = reference_position_value(&n->search, &next, n->depth - 1);
            v = again ? v : -v;
        }
        if (v > best) {
            best = v;
            *m = list[i];
        }
    }
    return best;
}

/* The mean of the best values of all throws. */
static double expected_value(struct naive_rollout *n, const lus_pos *p)
{
    const lus_rules *r = n->search.r;
    double sum = 0;
    for (int t = 0; t < r->dice.n_throws; t++) {
        lus_move ignored;
        sum += r->dice.throws[t].weight *
               (double)best_value(n, p, r->dice.throws[t].value, &ignored);
    }
    return sum / r->dice.weight_sum;
}

static int count_bits(int bits)
{
    int n = 0;
    for (; bits; bits /= 2)
        n += bits % 2;
    return n;
}

/* Game i: its first two throws are the digits of i, the others are drawn; the stream is
   the same for all moves, and a number is drawn for the first two throws as well. */
static struct naive_game play_game(struct naive_rollout *n, lus_pos p, int i)
{
    const lus_rules *r = n->search.r;
    int w = r->dice.weight_sum, marked[2] = {count_bits(i / w % w), count_bits(i % w)};
    struct random stream = random_stream(n->seed, (uint64_t)i);
    struct naive_game g = {.stratum = marked[0] * 5 + marked[1]};
    double luck = 0;
    while (lus_result(r, &p) == LUS_ONGOING && g.plies < n->truncate) {
        int throw = random_throw(r, &stream);
        if (g.plies < 2)
            throw = r->dice.value_of_marked[marked[g.plies]];
        lus_move m = LUS_PASS;
        double gain = best_value(n, &p, throw, &m) - expected_value(n, &p);
        luck += pos_side(&p) == n->side ? gain : -gain;
        lus_play(r, &p, throw, m);
        g.plies++;
    }
    int result = lus_result(r, &p);
    g.truncated = result == LUS_ONGOING;
    double value = result == LUS_WIN ? VALUE_WIN : -VALUE_WIN;
    if (g.truncated)
        value = expected_value(n, &p);
    g.unadjusted = (pos_side(&p) == n->side ? value : -value) / VALUE_WIN;
    g.adjusted = g.unadjusted - luck / VALUE_WIN;
    return g;
}

/* The mean of x and its standard error: the strata are sampled in proportion to their
   size, so the variance is the sum over strata of (n_k / n)^2 s_k^2 / n_k. */
static struct estimate stratified(const struct naive_rollout *n, const double *x)
{
    double mean = 0, variance = 0;
    for (int k = 0; k < STRATA; k++) {
        double count = 0, sum = 0, squares = 0;
        for (int i = 0; i < n->games; i++)
            if (n->game[0][i].stratum == k) {
                count++;
                sum += x[i];
            }
        for (int i = 0; i < n->games; i++)
            if (n->game[0][i].stratum == k)
                squares += pow(x[i] - sum / count, 2);
        mean += sum / n->games;
        if (count > 1)
            variance += pow(count / n->games, 2) * squares / (count - 1) / count;
    }
    return (struct estimate){mean, sqrt(variance)};
}

static void check_estimate(struct estimate found, struct estimate naive, double offset)
{
    assert_true(fabs(found.mean - (offset + naive.mean / 2)) < 1e-9);
    assert_true(fabs(found.error - naive.error / 2) < 1e-9);
}

static void check_rollout(struct naive_rollout *n, const struct rollout *out, int moves)
{
    double x[3][MAX_GAMES];
    int best = 0;
    assert_int_equal(out->n, moves);
    assert_int_equal(out->games, n->games);
    while (n->list[best] != out->move[0].move)
        best++;
    for (int k = 0; k < moves; k++) {
        const struct rollout_move *found = &out->move[k];
        int m = 0;
        double plies = 0, truncated = 0;
        while (n->list[m] != found->move)
            m++;
        for (int i = 0; i < n->games; i++) {
            const struct naive_game *g = &n->game[m][i];
            x[0][i] = g->adjusted;
            x[1][i] = g->unadjusted;
            x[2][i] = n->game[best][i].adjusted - g->adjusted;
            plies += g->plies;
            truncated += g->truncated;
        }
        check_estimate(found->win, stratified(n, x[0]), 0.5);
        check_estimate(found->unadjusted, stratified(n, x[1]), 0.5);
        check_estimate(found->loss, stratified(n, x[2]), 0);
        assert_true(fabs(found->plies - plies / n->games) < 1e-9);
        assert_true(fabs(found->truncated - truncated / n->games) < 1e-9);
        assert_true(k == 0 || found->win.mean <= found[-1].win.mean);
        double ratio = rollout_variance_ratio(found),
               expected = found->win.error > 0
                              ? pow(found->unadjusted.error / found->win.error, 2)
                              : 0;
        assert_true(fabs(ratio - expected) < 1e-9 * (1 + expected));
    }
}

static void rollouts_agree_with_the_naive_one(void **state)
{
    static const struct {
        const char *rules, *position; /* with a throw, or without */
        int games, depth, truncate;
    } cases[] = {
        {"ur:finkel", "1--x-x----x----3:4---x---x------1:D:2", 300, 0, 5},
        {"ur:finkel", "0-----------x--6:0-------------x6:L", 513, 1, 0},
        {"ur:finkel", "0-----------x--6:0-------------x6:L:0", 512, 1, 0},
        {"ur:finkel", "0---------x--x-5:1-----------x--5:L:1", 512, 2, 3},
        {"ur:masters", "4x---x-----------1:6-----x----------0:L:2", 100, 1, 4},
        {"senet:houses", NULL, 512, 1, 3},
    };
    static struct naive_rollout n;
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const lus_rules *r = lus_rules_find(cases[i].rules);
        struct rollout_limits limits = {.games = cases[i].games,
                                        .depth = cases[i].depth,
                                        .truncate = cases[i].truncate,
                                        .seed = 77 + i};
        struct rollout *out;
        lus_pos p;
        int throw = LUS_ANY_THROW;
        void *network = reference_network(r);
        lus_start(r, &p);
        if (cases[i].position)
            assert_true(lus_pos_parse(r, cases[i].position, &p, &throw, NULL) >= 0);
        assert_int_equal(rollout_run(r, &p, throw, &limits, &out), 0);
        int batch = r->dice.weight_sum * r->dice.weight_sum,
            batches = (cases[i].games + batch - 1) / batch;
        n.search = (struct reference_search){r, false, 0, network};
        n.depth = cases[i].depth ? cases[i].depth : 1;
        n.truncate = cases[i].truncate ? cases[i].truncate : ROLLOUT_MAX_PLIES;
        n.games = (batches < 2 ? 2 : batches) * batch;
        n.side = pos_side(&p);
        n.seed = limits.seed;
        n.list[0] = LUS_PASS;
        assert_true(n.games <= MAX_GAMES);
        int moves = throw == LUS_ANY_THROW ? 0 : lus_moves(r, &p, throw, n.list);
        for (int m = 0; m < (moves ? moves : 1); m++) {
            lus_pos start = p;
            if (throw != LUS_ANY_THROW)
                lus_play(r, &start, throw, n.list[m]);
            for (int k = 0; k < n.games; k++)
                n.game[m][k] = play_game(&n, start, k);
        }
        check_rollout(&n, out, moves ? moves : 1);
        free(out);
        free(network);
    }
}

/* ---- rounds ---- */

struct rounds {
    int n, games[16];
    double time[16];
};

static void add_round(const struct rollout *so_far, void *arg)
{
    struct rounds *rounds = arg;
    rounds->time[rounds->n] = so_far->time_ms;
    rounds->games[rounds->n++] = so_far->games;
}

static double clock_ms;

static double read_clock(void)
{
    return clock_ms += 3;
}

/* Each round adds a quarter in whole batches of 256 games, at least two of them; the last
   one adds what is left.  Without an error or a progress there is one round. */
static void rounds_grow_by_a_quarter(void **state)
{
    static const int games[] = {512,  1024, 1536, 2048, 2560, 3072,
                                3840, 4608, 5632, 6912, 8192};
    enum { ROUNDS = sizeof games / sizeof games[0] };
    struct rounds rounds = {0};
    struct rollout_limits limits = {.games = 8000,
                                    .truncate = 1,
                                    .now_ms = read_clock,
                                    .progress = add_round,
                                    .arg = &rounds};
    struct rollout *out;
    lus_pos p;
    const lus_rules *r = lus_rules_find("ur");
    (void)state;
    lus_start(r, &p);
    assert_int_equal(rollout_run(r, &p, LUS_ANY_THROW, &limits, &out), 0);
    assert_int_equal(rounds.n, ROUNDS);
    for (int i = 0; i < ROUNDS; i++) {
        assert_int_equal(rounds.games[i], games[i]);
        assert_true(rounds.time[i] == 3 * (i + 1));
    }
    assert_true(out->time_ms == 3 * ROUNDS && out->batch == 256 && !out->by_error);
    assert_int_equal(out->limits.games, 8192);
    free(out);
    limits = (struct rollout_limits){.games = 2000,
                                     .truncate = 1,
                                     .error = 0.4,
                                     .progress = add_round,
                                     .arg = &rounds};
    rounds.n = 0;
    assert_int_equal(rollout_run(r, &p, LUS_ANY_THROW, &limits, &out), 0);
    assert_true(out->by_error && out->games == 512 && rounds.n == 1);
    assert_true(out->time_ms == 0);
    free(out);
    limits = (struct rollout_limits){
        .games = 2000, .truncate = 3, .now_ms = read_clock, .seed = 4};
    assert_int_equal(rollout_run(r, &p, LUS_ANY_THROW, &limits, &out), 0);
    assert_true(out->time_ms == 3 && out->games == 2048); /* one round */
    free(out);
    limits.games = 512;
    assert_int_equal(rollout_run(r, &p, LUS_ANY_THROW, &limits, &out), 0);
    limits.games = 2000;
    limits.error = out->move[0].win.error; /* it suffices to reach the error */
    free(out);
    assert_int_equal(rollout_run(r, &p, LUS_ANY_THROW, &limits, &out), 0);
    assert_true(out->by_error && out->games == 512 && limits.error > 0);
    free(out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rounds_grow_by_a_quarter),
        cmocka_unit_test(rollouts_agree_with_the_naive_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
