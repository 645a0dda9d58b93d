/* SPDX-License-Identifier: MIT */
/* api_learning.c - calls of the functions on actions, observations, batches, rollouts and
   puzzles: see api.h. */
#include <math.h>
#include <string.h>
#include "api.h"

enum { BATCH = 3, MAX_ACTIONS = 1 << 20, MAX_OBSERVATION = 2 * LUS_OFF + 16 };

/* ---- actions and observations ---- */

CALL(lus_squares)
{
    api_check(lus_squares(api_rule_set(a)), LUS_OFF);
}

CALL(lus_action_count)
{
    api_check(lus_action_count(api_rule_set(a)), MAX_ACTIONS);
}

CALL(lus_action_of)
{
    const lus_rules *r = api_rule_set(a);
    lus_pos *p = api_position(a);
    api_check(lus_action_of(r, api_move(a, r, p, api_throw(a))), MAX_ACTIONS);
}

CALL(lus_action_move)
{
    lus_move m = 0;
    const lus_rules *r = api_rule_set(a);
    lus_pos *p = api_position(a);
    int thrown = api_throw(a), action = api_int(a);
    if (api_below(a, 2))
        action = lus_action_of(r, api_move(a, r, p, thrown));
    int status = lus_action_move(r, p, thrown, action, api_null(a) ? NULL : &m);
    api_check(status, 0);
    REQUIRE(status < 0 ||
            (!lus_move_refuse(r, p, thrown, m) && lus_action_of(r, m) == action));
}

CALL(lus_observation_size)
{
    api_check(lus_observation_size(api_rule_set(a)), MAX_OBSERVATION);
}

CALL(lus_observe)
{
    float out[MAX_OBSERVATION];
    const lus_rules *r = api_rule_set(a);
    lus_pos *p = api_position(a);
    int n = lus_observe(r, p, api_throw(a), api_null(a) ? NULL : out);
    api_check(n, MAX_OBSERVATION);
    REQUIRE(n < 0 || n == lus_observation_size(r));
}

/* ---- batches ---- */

/* Arrays that all batch functions use.  `n` may be out of range, but is never more than
   there are elements. */
struct batch {
    int n;
    lus_pos positions[BATCH];
    int32_t thrown[BATCH], actions[BATCH][LUS_MAX_MOVES], counts[BATCH], chosen[BATCH];
    int32_t results[BATCH], sides[BATCH];
    float out[BATCH * MAX_OBSERVATION];
};

static lus_random random_of(struct api *a)
{
    lus_random random = {{0}};
    REQUIRE(lus_random_seed(&random, api_byte(a), api_byte(a)) == 0);
    return random;
}

static struct batch batch_of(struct api *a)
{
    struct batch b = {.n = (int)api_below(a, BATCH + 2) - 1};
    for (int i = 0; i < BATCH; i++) {
        lus_pos *p = api_position(a);
        b.positions[i] = p ? *p : a->pos;
        b.thrown[i] = api_throw(a);
        b.chosen[i] = api_int(a);
        b.counts[i] = api_int(a);
        b.results[i] = api_int(a);
    }
    return b;
}

CALL(lus_random_seed)
{
    lus_random random;
    api_check(lus_random_seed(api_null(a) ? NULL : &random, api_byte(a), 0), 0);
}

CALL(lus_batch_start)
{
    struct batch b = batch_of(a);
    const lus_rules *r = api_rule_set(a);
    api_check(lus_batch_start(r, b.n, b.positions, api_null(a) ? NULL : b.results), b.n);
}

CALL(lus_batch_throw)
{
    struct batch b = batch_of(a);
    lus_random random = random_of(a);
    const lus_rules *r = api_rule_set(a);
    int n = lus_batch_throw(r, b.n, api_null(a) ? NULL : &random, b.thrown);
    api_check(n, b.n);
    for (int i = 0; i < n; i++)
        REQUIRE(lus_is_throw(r, b.thrown[i]));
}

CALL(lus_batch_actions)
{
    struct batch b = batch_of(a);
    const lus_rules *r = api_rule_set(a);
    int n = lus_batch_actions(r, b.n, b.positions, api_null(a) ? NULL : b.thrown,
                              b.actions, b.counts);
    api_check(n, b.n);
    for (int i = 0; i < n; i++)
        REQUIRE(b.counts[i] >= 0 && b.counts[i] <= LUS_MAX_MOVES);
}

CALL(lus_batch_choose)
{
    struct batch b = batch_of(a);
    lus_random random = random_of(a);
    api_check(lus_batch_choose(b.n, api_null(a) ? NULL : &random,
                               (const int32_t(*)[LUS_MAX_MOVES])b.actions, b.counts,
                               b.chosen),
              b.n);
}

CALL(lus_batch_step)
{
    struct batch b = batch_of(a), before;
    const lus_rules *r = api_rule_set(a);
    for (int i = 0; i < BATCH && api_below(a, 4); i++)
        b.chosen[i] = lus_action_of(r, api_move(a, r, &b.positions[i], b.thrown[i]));
    before = b;
    int n = lus_batch_step(r, b.n, b.positions, b.thrown, b.chosen,
                           api_null(a) ? NULL : b.results, api_null(a) ? NULL : b.sides);
    api_check(n, b.n);
    for (int i = 0; i < BATCH; i++)
        REQUIRE(i < n ? lus_pos_check(r, &b.positions[i]) == 0
                      : !memcmp(&b.positions[i], &before.positions[i], sizeof(lus_pos)));
}

CALL(lus_batch_observe)
{
    struct batch b = batch_of(a);
    const lus_rules *r = api_rule_set(a);
    api_check(lus_batch_observe(r, b.n, b.positions, api_null(a) ? NULL : b.thrown,
                                api_null(a) ? NULL : b.out),
              b.n);
}

/* ---- rollouts ---- */

/* A rollout of two plies, which takes some milliseconds; NULL if it is refused. */
static lus_rollout *rollout(struct api *a)
{
    lus_rollout *x = NULL;
    const lus_rules *r = api_rule_set(a);
    lus_pos *p = api_position(a);
    int thrown = api_null(a) ? LUS_ANY_THROW : api_throw(a);
    lus_rollout_limits limits = {.games = 1, .truncate = 2, .error = 1};
    if (a->searches-- <= 0)
        return NULL;
    if (api_byte(a) < 16)
        limits.games = -1;
    if (api_byte(a) < 16)
        limits.reserved[api_below(a, 4)] = 1;
    int status = lus_rollout_new(r, p, thrown, &limits, api_null(a) ? NULL : &x);
    api_check(status, 0);
    REQUIRE(!x == (status < 0));
    return x;
}

CALL(lus_rollout_new)
{
    lus_rollout_free(rollout(a));
}

CALL(lus_rollout_free)
{
    (void)a;
    lus_rollout_free(NULL);
}

CALL(lus_rollout_games)
{
    lus_rollout *x = rollout(a);
    api_check(lus_rollout_games(x), 1 << 20);
    lus_rollout_free(x);
}

CALL(lus_rollout_count)
{
    lus_rollout *x = rollout(a);
    api_check(lus_rollout_count(x), LUS_MAX_MOVES);
    lus_rollout_free(x);
}

CALL(lus_rollout_at)
{
    lus_rollout_move m;
    lus_rollout *x = rollout(a);
    int status = lus_rollout_at(x, api_int(a), api_null(a) ? NULL : &m);
    api_check(status, 0);
    REQUIRE(status < 0 || (isfinite(m.win) && m.error >= 0 && m.plies > 0));
    lus_rollout_free(x);
}

CALL(lus_rollout_json)
{
    size_t n = 0;
    lus_rollout *x = rollout(a);
    char *text = lus_rollout_json(x, &n);
    REQUIRE(!x == !text && (!text || n == strlen(text)));
    lus_free(text);
    lus_rollout_free(x);
}

/* ---- puzzles ---- */

static lus_puzzle_limits puzzle_limits(struct api *a)
{
    lus_puzzle_limits limits = {.tables = api_null(a) ? a->tables : NULL,
                                .nodes = 1 + api_below(a, 50)};
    unsigned b = api_byte(a);
    if (b < 16)
        limits.level = api_int(a);
    if (b == 16)
        limits.reserved[api_below(a, 3)] = api_int(a);
    return limits;
}

static void check_puzzle(const lus_puzzle *z, int status)
{
    api_check(status, LUS_PUZZLE_DECIDED);
    REQUIRE(!z == (status != 0));
}

/* The judgement of a position; NULL if it is not a puzzle. */
static lus_puzzle *puzzle(struct api *a)
{
    lus_puzzle *z = NULL;
    const lus_rules *r = api_rule_set(a);
    lus_pos *p = api_position(a);
    lus_puzzle_limits limits = puzzle_limits(a);
    if (a->searches-- > 0)
        check_puzzle(z, lus_puzzle_judge(r, p, api_throw(a), &limits, NULL));
    if (a->searches > 0) {
        int status = lus_puzzle_judge(r, p, api_throw(a), &limits, &z);
        check_puzzle(z, status);
    }
    return z;
}

/* Slow: one input in about 16 generates one. */
CALL(lus_puzzle_generate)
{
    lus_puzzle *z = NULL;
    const lus_rules *r = api_rule_set(a);
    lus_puzzle_limits limits = puzzle_limits(a);
    bool refused = !api_null(a) || a->searches-- <= 0;
    uint64_t seed = refused ? UINT64_C(1) << 53 : api_byte(a);
    int status = lus_puzzle_generate(r, seed, &limits, &z);
    check_puzzle(z, status);
    lus_puzzle_free(z);
}

CALL(lus_puzzle_judge)
{
    lus_puzzle_free(puzzle(a));
}

CALL(lus_puzzle_of_record)
{
    lus_puzzle *z = NULL;
    const lus_record *r = api_null(a) ? NULL : a->record;
    lus_puzzle_limits limits = puzzle_limits(a);
    if (a->searches-- <= 0)
        return;
    int status =
        lus_puzzle_of_record(r, api_int(a), api_int(a), &limits, api_null(a) ? NULL : &z);
    check_puzzle(z, status);
    lus_puzzle_free(z);
}

CALL(lus_puzzle_free)
{
    (void)a;
    lus_puzzle_free(NULL);
}

CALL(lus_puzzle_info_of)
{
    lus_puzzle_info info;
    lus_puzzle *z = puzzle(a);
    int status = lus_puzzle_info_of(z, api_null(a) ? NULL : &info);
    api_check(status, 0);
    REQUIRE(status < 0 || (info.margin > 0 && info.level >= 0 && info.player == -1));
    lus_puzzle_free(z);
}

CALL(lus_puzzle_count)
{
    lus_puzzle *z = puzzle(a);
    api_check(lus_puzzle_count(z), LUS_MAX_MOVES);
    lus_puzzle_free(z);
}

CALL(lus_puzzle_at)
{
    lus_move m;
    double value;
    lus_puzzle *z = puzzle(a);
    int i = api_int(a);
    api_check(lus_puzzle_at(z, i, &m, api_null(a) ? NULL : &value), 0);
    lus_puzzle_free(z);
}

CALL(lus_puzzle_json)
{
    size_t n = 0;
    lus_puzzle *z = puzzle(a);
    char *text = lus_puzzle_json(z, &n);
    REQUIRE(!z == !text && (!text || n == strlen(text)));
    lus_free(text);
    lus_puzzle_free(z);
}

const struct api_function api_learning[] = {
    CALLED(lus_squares),          CALLED(lus_action_count),
    CALLED(lus_action_of),        CALLED(lus_action_move),
    CALLED(lus_observation_size), CALLED(lus_observe),
    CALLED(lus_random_seed),      CALLED(lus_batch_start),
    CALLED(lus_batch_throw),      CALLED(lus_batch_actions),
    CALLED(lus_batch_choose),     CALLED(lus_batch_step),
    CALLED(lus_batch_observe),    CALLED(lus_rollout_new),
    CALLED(lus_rollout_free),     CALLED(lus_rollout_games),
    CALLED(lus_rollout_count),    CALLED(lus_rollout_at),
    CALLED(lus_rollout_json),     CALLED(lus_puzzle_generate),
    CALLED(lus_puzzle_judge),     CALLED(lus_puzzle_of_record),
    CALLED(lus_puzzle_free),      CALLED(lus_puzzle_info_of),
    CALLED(lus_puzzle_count),     CALLED(lus_puzzle_at),
    CALLED(lus_puzzle_json),      {NULL, NULL},
};
