/* SPDX-License-Identifier: MIT */
/* test_review.c - a review adds up exactly; its luck and losses are those of a solver by
   brute force; with a table the luck of all throws of a position cancels out. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>
#include "analyse/tablebase_values.h"
#include "analyse/review.h"
#include "search/levels.h"
#include "solve/frame.h"
#include "support/brute.h"
#include "support/random_game.h"

static struct review *reviewed(const lus_game *g, struct review_limits limits)
{
    struct review *v;
    limits.first_throw = LUS_ANY_THROW;
    assert_int_equal(review(g, &limits, &v), 0);
    return v;
}

/* ---- what holds of every review ---- */

static void check_ply(const struct review *v, int i)
{
    const struct review_ply *ply = &v->ply[i];
    int64_t next = review_curve(v, i + 1);
    assert_true(ply->luck == ply->best - ply->before);
    assert_true(ply->loss == ply->best - ply->played && ply->loss >= 0);
    assert_true((ply->loss == 0) == (ply->best_move == ply->move));
    assert_true((ply->n_moves < 2) == (ply->verdict == VERDICT_FORCED));
    assert_true(ply->n_moves > 1 || ply->loss == 0);
    assert_true(ply->exact || ply->depth > 0);
    assert_true(ply->exact || !ply->luck_exact);
    assert_true(ply->depth == 0 || !ply->exact ||
                (ply->best % REVIEW_ONE == 0 && v->unit == UNIT_WIN));
    if (i + 1 < v->n || (!v->player[0].forfeit && !v->player[1].forfeit))
        assert_true(next ==
                    (ply->player ? review_for_other(v, ply->played) : ply->played));
}

/* The numbers of a player follow from the plies. */
static void check_player(const struct review *v, int k)
{
    const struct review_player *p = &v->player[k], *other = &v->player[!k];
    int64_t luck = 0, loss = 0, largest = 0;
    int plies = 0, unforced = 0;
    for (int i = 0; i < v->n; i++) {
        const struct review_ply *ply = &v->ply[i];
        if (ply->player != k)
            continue;
        luck += ply->luck;
        loss += ply->loss;
        largest = ply->loss > largest ? ply->loss : largest;
        plies++;
        unforced += ply->n_moves > 1;
    }
    assert_true(luck == p->luck && loss + p->forfeit == p->loss && p->forfeit >= 0);
    assert_true(plies == p->plies && unforced == p->unforced);
    assert_true(p->result - p->start ==
                (p->luck - other->luck) - (p->loss - other->loss));
    assert_true(p->adjusted == p->start - (p->loss - other->loss));
    assert_true(p->result == review_for_other(v, other->result));
    bool study =
        largest > 0 && largest >= verdict_threshold(v->rules, VERDICT_INACCURACY);
    assert_true(study ? v->ply[p->moment[0]].loss == largest : p->n_moments == 0);
    for (int i = 0; i < p->n_moments; i++)
        assert_true(v->ply[p->moment[i]].verdict >= VERDICT_INACCURACY);
    for (int i = 1; i < p->n_moments; i++)
        assert_true(v->ply[p->moment[i]].loss <= v->ply[p->moment[i - 1]].loss);
}

/* ---- verdicts and grades, in every rule set ---- */

/* A player whose decisions lose `loss` each; the first `bad` of them are inaccuracies. */
static struct review_player player_with(int decisions, int bad, int64_t loss)
{
    struct review_player p = {.unforced = decisions, .mean_loss = loss, .random_loss = 1};
    p.verdicts[VERDICT_INACCURACY] = bad;
    p.verdicts[VERDICT_GOOD] = decisions - bad;
    return p;
}

static void check_grades(const lus_rules *r)
{
    int64_t inaccuracy = verdict_threshold(r, VERDICT_INACCURACY);
    bool stones = move_values_unit(r) == UNIT_STONES;
    assert_true(inaccuracy > 0 && inaccuracy <= (stones ? REVIEW_ONE : REVIEW_ONE / 20));
    assert_true(verdict_threshold(r, VERDICT_MISTAKE) == 2 * inaccuracy);
    assert_true(verdict_threshold(r, VERDICT_BLUNDER) == 4 * inaccuracy);
    assert_true(grade_limit(r, N_GRADES - 1) == 0);
    for (int grade = 0; grade < N_GRADES; grade++) { /* the level that loses as much */
        int64_t mean =
            r->search.strength->loss[N_LEVELS - 1 - grade] * (REVIEW_ONE / 1000000);
        struct review_player p = player_with(100, 100, mean);
        assert_int_equal(grade_of_player(r, &p), grade);
        assert_string_equal(grade_name(grade), level_title(N_LEVELS - grade));
        assert_true(grade == 0 || grade == N_GRADES - 1 ||
                    grade_limit(r, grade) > grade_limit(r, grade - 1));
    }
    for (int n = 20; n < 200;
         n++) { /* 156 good moves of 157, whatever the last one lost */
        struct review_player p = player_with(n, 1, inaccuracy + REVIEW_ONE / n);
        assert_true(grade_of_player(r, &p) <= GRADE_GOOD_PLAY);
    }
    struct review_player bad = player_with(19, 1, 30 * REVIEW_ONE);
    assert_int_equal(grade_of_player(r, &bad), N_GRADES - 1);
}

static void grades_follow_the_levels(void **state)
{
    (void)state;
    for (int i = 0; lus_rules_at(i); i++)
        check_grades(lus_rules_at(i));
}

/* The smallest and the largest depth of the plies that are not exact. */
static void check_depths(const struct review *v)
{
    int least = 0, most = 0, exact = 0;
    for (int i = 0; i < v->n; i++) {
        int depth = v->ply[i].depth;
        exact += v->ply[i].exact;
        if (v->ply[i].exact)
            continue;
        least = !least || depth < least ? depth : least;
        most = depth > most ? depth : most;
    }
    assert_int_equal(v->n_exact, exact);
    assert_int_equal(v->depth_min, least);
    assert_int_equal(v->depth_max, most);
}

static void check_sums(const struct review *v)
{
    check_depths(v);
    for (int i = 0; i < v->n; i++)
        check_ply(v, i);
    for (int k = 0; k < 2; k++)
        check_player(v, k);
}

enum { GAMES = 12, DEPTH = 2, LONG = 400 };

/* Finished, unfinished and resigned games of every rule set, by the search. */
static void adds_up(void **state)
{
    const lus_rules *r = *state;
    for (int seed = 0; seed < GAMES; seed++) {
        lus_game *g = random_game(r, seed, seed % 3 ? 30 : LONG);
        if (seed % 3 == 1)
            lus_game_resign(g, seed & 1);
        struct review *v = reviewed(g, (struct review_limits){.search.depth = DEPTH});
        lus_end end = lus_game_end(g);
        assert_int_equal(v->n, lus_game_plies(g));
        assert_int_equal(v->over, end.over);
        if (end.over && end.winner >= 0)
            assert_int_equal(v->winner, lus_game_player(g, end.winner));
        if (end.over && end.winner >= 0 && v->unit == UNIT_WIN)
            assert_true(v->player[v->winner].result == REVIEW_ONE);
        check_sums(v);
        free(v);
        lus_game_free(g);
    }
}

/* The value before the first throw is the mean of all throws. */
static void check_start(const struct review *v, const lus_game *g,
                        const struct search_limits *limits)
{
    struct analysis *a;
    int64_t sum = 0;
    int weights = 0;
    if (!v->rules->dice.sticks)
        return;
    assert_int_equal(analyse(g, LUS_ANY_THROW, limits, &a), 0);
    for (int i = 0; i < a->n_throws; i++) {
        sum += a->throws[i].weight * value_millionths(a, a->throws[i].value);
        weights += a->throws[i].weight;
    }
    assert_int_equal(v->ply[0].before * 1000000 / REVIEW_ONE, sum / weights);
    free(a);
}

/* Every ply has the values an analysis of its position has, to the digit. */
static void as_analysed(void **state)
{
    const lus_rules *r = *state;
    lus_game *g = random_game(r, 2, 25);
    struct review *v = reviewed(g, (struct review_limits){.search.depth = DEPTH});
    struct search_limits limits = {.depth = DEPTH, .table_mb = 1};
    for (int i = v->n - 1; i >= 0; i--) {
        const struct review_ply *ply = &v->ply[i];
        struct analysis *a;
        int k = 0;
        lus_game_undo(g);
        assert_int_equal(analyse(g, ply->throw, &limits, &a), 0);
        while (a->move[k].move != ply->move)
            k++;
        int64_t played = value_millionths(a, a->move[k].value) * (REVIEW_ONE / 1000000);
        int64_t best = value_millionths(a, a->value) * (REVIEW_ONE / 1000000);
        if (!r->score_counts ||
            !value_is_decided(a, a->value)) { /* see value_ends() in move_values.c */
            assert_true(ply->played == played);
            assert_true(ply->best == (best > played ? best : played));
        }
        free(a);
    }
    check_start(v, g, &limits);
    free(v);
    lus_game_free(g);
}

/* The first position is the end of the game: nothing is reviewed. */
static void over_at_the_start(void **state)
{
    const lus_rules *r = lus_rules_find("ur:finkel");
    lus_pos p;
    int throw;
    (void)state;
    assert_true(
        lus_pos_parse(r, "0--------------7:7--------------0:D", &p, &throw, NULL) >= 0);
    lus_game *g = lus_game_new(r, &p);
    struct review *v = reviewed(g, (struct review_limits){.search.depth = 1});
    assert_int_equal(v->n, 0);
    assert_true(v->over);
    free(v);
    lus_game_free(g);
}

/* A game decided by something else than its rules: what it was worth is given up. */
static void decided(void **state)
{
    const lus_rules *r = lus_rules_find("ur:finkel");
    lus_game *g = random_game(r, 3, 20);
    struct review_limits limits = {
        .search.depth = DEPTH, .decided = true, .winner = 1, .reason = "time"};
    (void)state;
    struct review *v = reviewed(g, limits);
    assert_true(v->over && v->winner == 1 && !strcmp(v->reason, "time"));
    assert_true(v->player[0].forfeit > 0 && v->player[1].forfeit == 0);
    assert_true(v->player[0].result == 0);
    check_sums(v);
    free(v);
    lus_game_free(g);
}

/* A throw that is part of the start position does not count as luck. */
static void first_throw(void **state)
{
    const lus_rules *r = lus_rules_find("ur:finkel");
    struct review_limits limits = {.search.depth = DEPTH};
    (void)state;
    lus_game *g = random_game(r, 5, 12);
    struct review *v, *free_throw;
    limits.first_throw = lus_game_throw_at(g, 0);
    assert_int_equal(review(g, &limits, &v), 0);
    free_throw = reviewed(g, limits);
    assert_true(v->ply[0].luck == 0 && free_throw->ply[0].luck != 0);
    assert_true(v->ply[1].luck == free_throw->ply[1].luck);
    check_sums(v);
    free(v);
    free(free_throw);
    lus_game_free(g);
}

/* ---- brute force: Ur with two pieces, the values of the solver before rounding ---- */

struct solved {
    const struct solver *s;
    void *index;
    double **value; /* by layer and rank */
};

static struct solved solve_all(const lus_rules *r, int pieces)
{
    struct solved all = {.s = solver_of(r)};
    const struct solver *s = all.s;
    struct solve_progress progress = {0};
    all.index = s->index.create(r, pieces);
    int layers = s->index.layers(all.index);
    all.value = calloc((size_t)layers, sizeof *all.value);
    void *job = s->job.create(all.index, 1);
    for (int layer = 0; layer < layers; layer++) {
        double residual;
        uint64_t size = s->index.layer_size(all.index, layer);
        assert_int_equal(s->job.solve(job, layer, &progress, &residual), 0);
        all.value[layer] = malloc(size * sizeof(double));
        for (uint64_t i = 0; i < size; i++)
            all.value[layer][i] = s->job.unrounded(job, layer, i);
    }
    s->job.destroy(job);
    return all;
}

static void solved_free(struct solved *all)
{
    for (int layer = 0; layer < all->s->index.layers(all->index); layer++)
        free(all->value[layer]);
    free(all->value);
    all->s->index.destroy(all->index);
}

static bool solved_value(const void *context, const lus_rules *r, const lus_pos *p,
                         double *value)
{
    const struct solved *all = context;
    int layer;
    uint64_t rank;
    (void)r;
    if (!all->s->index.rank(all->index, p, &layer, &rank))
        return false;
    *value = all->value[layer][rank];
    return true;
}

/* The chance of the mover after a move, by brute force. */
static double brute_move(struct brute *b, const lus_pos *p, int throw, lus_move m)
{
    lus_pos next = *p;
    assert_true(lus_play(b->r, &next, throw, m) >= 0);
    if (lus_result(b->r, &next) != LUS_ONGOING)
        return 1;
    double value = brute_value(b, &next);
    return lus_side(&next) == lus_side(p) ? value : 1 - value;
}

static double brute_best(struct brute *b, const lus_pos *p, int throw)
{
    lus_move list[LUS_MAX_MOVES] = {LUS_PASS};
    int n = lus_moves(b->r, p, throw, list);
    double best = 0;
    for (int i = 0; i < (n ? n : 1); i++)
        best = fmax(best, brute_move(b, p, throw, list[i]));
    return best;
}

/* The mean loss of a random move. */
static double brute_random_loss(struct brute *b, const lus_pos *p, int throw, double best)
{
    lus_move list[LUS_MAX_MOVES] = {LUS_PASS};
    int n = lus_moves(b->r, p, throw, list);
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += best - brute_move(b, p, throw, list[i]);
    return n ? sum / n : 0;
}

static void check_brute(struct brute *b, const struct review *v)
{
    for (int i = 0; i < v->n; i++) {
        const struct review_ply *ply = &v->ply[i];
        double best = brute_best(b, &ply->pos, ply->throw);
        double luck = best - brute_value(b, &ply->pos);
        double loss = best - brute_move(b, &ply->pos, ply->throw, ply->move);
        assert_true(ply->exact && ply->luck_exact && ply->depth == 0);
        assert_true(fabs((double)ply->luck / (double)REVIEW_ONE - luck) < 1e-9);
        assert_true(fabs((double)ply->loss / (double)REVIEW_ONE - loss) < 1e-9);
        double random_loss = brute_random_loss(b, &ply->pos, ply->throw, best);
        assert_true(fabs((double)ply->random_loss / (double)REVIEW_ONE - random_loss) <
                    1e-9);
    }
}

/* A random game from `start`, to its end. */
static lus_game *game_from(const lus_rules *r, const lus_pos *start, struct random *rng)
{
    lus_game *g = lus_game_new(r, start);
    lus_move list[LUS_MAX_MOVES];
    while (!lus_game_end(g).over) {
        int throw = random_throw(r, rng), n = lus_moves(r, lus_game_pos(g), throw, list);
        lus_move m = n ? list[random_below(rng, (uint32_t)n)] : LUS_PASS;
        assert_true(lus_game_play(g, throw, m) >= 0);
    }
    return g;
}

static void brute_force(void **state)
{
    static const char *const names[] = {"ur:finkel", "ur:masters"};
    (void)state;
    for (int i = 0; i < 2; i++) {
        const lus_rules *r = lus_rules_find(names[i]);
        struct brute *b = brute_new(r, 2);
        struct solved all = solve_all(r, 2);
        struct review_limits limits = {
            .tablebase = {.context = &all, .unrounded = solved_value}};
        struct random rng = random_stream(6, (uint64_t)i);
        lus_pos start;
        all.s->index.start(all.index, &start);
        for (int game = 0; game < 200; game++) {
            lus_game *g = game_from(r, &start, &rng);
            struct review *v = reviewed(g, limits);
            assert_true(v->exact && v->depth_max == 0);
            check_sums(v);
            check_brute(b, v);
            free(v);
            lus_game_free(g);
        }
        solved_free(&all);
        brute_free(b);
    }
}

/* ---- tables ---- */

static char folder[] = "/tmp/lusoria-test-XXXXXX";

static struct tables *table_of(const char *game, int size)
{
    char path[4096], why[256];
    struct solve_options o = {.r = lus_rules_find(game),
                              .size = size,
                              .threads = 1,
                              .folder = folder,
                              .command = "test"};
    assert_non_null(mkdtemp(strcpy(folder, "/tmp/lusoria-test-XXXXXX")));
    if (solve_run(&o, path, sizeof path, why) < 0)
        fail_msg("%s", why);
    return tables_open(folder);
}

static void table_gone(struct tables *ts)
{
    char command[64];
    tables_close(ts);
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
}

/* The luck of all throws of a position, weighted: in a table's quanta. */
static double mean_luck(const lus_rules *r, const lus_pos *p, struct review_limits limits)
{
    int64_t sum = 0;
    for (int t = 0; t < lus_throws(r); t++) {
        lus_move list[LUS_MAX_MOVES] = {LUS_PASS};
        lus_game *g = lus_game_new(r, p);
        lus_moves(r, p, lus_throw_value(r, t), list);
        assert_true(lus_game_play(g, lus_throw_value(r, t), list[0]) >= 0);
        struct review *v = reviewed(g, limits);
        assert_true(v->ply[0].luck_exact);
        sum += lus_throw_weight(r, t) * v->ply[0].luck;
        free(v);
        lus_game_free(g);
    }
    return (double)sum / lus_throw_weight_sum(r) / (double)REVIEW_ONE * 65535;
}

static void luck_cancels_out(void **state)
{
    const lus_rules *r = lus_rules_find("ur:blitz");
    struct random rng = random_stream(8, 0);
    lus_pos start;
    (void)state;
    if (!frame_able())
        skip();
    struct tables *ts = table_of("ur:blitz", 2);
    struct review_limits limits = {.tablebase = tablebase_source_of(ts)};
    const struct table_info *info = table_info(tables_at(ts, 0));
    info->solver->index.start(info->index, &start);
    for (int game = 0; game < 20; game++) {
        lus_game *g = game_from(r, &start, &rng);
        struct review *v = reviewed(g, limits);
        assert_true(v->exact);
        check_sums(v);
        for (int i = 0; i < v->n; i++)
            assert_true(fabs(mean_luck(r, &v->ply[i].pos, limits)) <= 1);
        free(v);
        lus_game_free(g);
    }
    table_gone(ts);
}

/* A move of the last ply would end the game. */
static bool can_end(lus_game *g)
{
    lus_move list[LUS_MAX_MOVES], played = lus_game_move_at(g, lus_game_plies(g) - 1);
    bool over = false;
    lus_game_undo(g);
    int n = lus_moves(lus_game_rules(g), lus_game_pos(g), 0, list);
    for (int i = 0; i < n; i++) {
        assert_true(lus_game_play(g, 0, list[i]) >= 0);
        over = over || lus_game_end(g).over;
        lus_game_undo(g);
    }
    assert_true(lus_game_play(g, 0, played) >= 0);
    return over;
}

/* Awari: nothing is left to chance, and perfect values stay what they are. */
static void no_luck_without_dice(void **state)
{
    const lus_rules *r = lus_rules_find("awari:abapa");
    struct random rng = random_stream(9, 0);
    int played = 0;
    (void)state;
    if (!frame_able())
        skip();
    struct tables *ts = table_of("awari:abapa", 8);
    struct review_limits limits = {.tablebase = tablebase_source_of(ts)};
    for (int game = 0; game < 100; game++) {
        char text[LUS_MAX_TEXT];
        lus_pos start;
        int throw, own = (int)random_below(&rng, 4), enemy = 4 - own;
        snprintf(text, sizeof text, "%d-0-1-0-1-0-0-%d-1-0-1-0-20-20-S", own, enemy);
        assert_true(lus_pos_parse(r, text, &start, &throw, NULL) >= 0);
        lus_game *g = game_from(r, &start, &rng);
        struct review *v = reviewed(g, limits);
        check_sums(v);
        assert_true(v->exact);
        for (int i = v->n - 1; i >= 0; i--, lus_game_undo(g))
            if (!can_end(g)) {
                assert_true(v->ply[i].luck == 0);
                played++;
            }
        free(v);
        lus_game_free(g);
    }
    assert_true(played > 200);
    table_gone(ts);
}

enum { MOST = 64 };

int main(void)
{
    struct CMUnitTest tests[MOST] = {
        cmocka_unit_test(grades_follow_the_levels),
        cmocka_unit_test(decided),
        cmocka_unit_test(over_at_the_start),
        cmocka_unit_test(first_throw),
        cmocka_unit_test(brute_force),
        cmocka_unit_test(luck_cancels_out),
        cmocka_unit_test(no_luck_without_dice),
    };
    static char name[MOST][64];
    const lus_rules *r;
    int n = 0;
    while (tests[n].name)
        n++;
    for (int i = 0; (r = lus_rules_at(i)) && n + 2 <= MOST; i++, n += 2) {
        snprintf(name[n], sizeof name[n], "%s: adds_up", r->name);
        tests[n] = (struct CMUnitTest){name[n], adds_up, NULL, NULL, (void *)r};
        snprintf(name[n + 1], sizeof name[n], "%s: as_analysed", r->name);
        tests[n + 1] =
            (struct CMUnitTest){name[n + 1], as_analysed, NULL, NULL, (void *)r};
    }
    return _cmocka_run_group_tests("review", tests, (size_t)n, NULL, NULL);
}
