/* SPDX-License-Identifier: MIT */
/* test_cave_table.c - tables of Magnetic Cave: the index, proofs against a plain search
   with a map of positions that shares nothing with them but the rules, and play. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>
#include "core/random.h"
#include "solve/cave_index.h"
#include "solve/cave_proof.h"
#include "solve/frame.h"
#include "solve/table.h"

static const char *const fitting[] = {"cave:5x3", "cave:5x4", "cave:5x5",
                                      "cave:6x3", "cave:7x3", "cave:8x3"};

/* ---- the judge: all moves to the end, by the rules; a map of boards seen ---- */

enum { MAP = 1 << 22 };

struct seen {
    lus_pos pos;
    int value; /* 2 + result; 0: empty */
};

static struct seen *map;
static int in_map;

static void map_clear(void)
{
    memset(map, 0, MAP * sizeof *map);
    in_map = 0;
}

static struct seen *place_of(const lus_pos *p)
{
    uint64_t at = p->w[0] * UINT64_C(0x9e3779b97f4a7c15) ^ p->w[1];
    at = at * UINT64_C(0x9e3779b97f4a7c15) >> 42;
    while (map[at].value && memcmp(&map[at].pos, p, sizeof *p) != 0)
        at = (at + 1) % MAP;
    return &map[at];
}

static int judge(const lus_rules *r, const lus_pos *p);

/* All moves, those that end the game first. */
static int judge_moves(const lus_rules *r, const lus_pos *p)
{
    lus_move list[LUS_MAX_MOVES];
    int n = lus_moves(r, p, 0, list), best = -1;
    for (int ends = 1; ends >= 0; ends--)
        for (int i = 0; i < n && best < 1; i++) {
            lus_pos next = *p;
            lus_play(r, &next, 0, list[i]);
            if ((lus_result(r, &next) != LUS_ONGOING) != ends)
                continue;
            int value = -judge(r, &next);
            best = value > best ? value : best;
        }
    return best;
}

static int judge(const lus_rules *r, const lus_pos *p)
{
    int result = lus_result(r, p), value;
    if (result != LUS_ONGOING)
        return result == LUS_LOSS ? -1 : 0;
    if (place_of(p)->value)
        return place_of(p)->value - 2;
    value = judge_moves(r, p);
    assert_true(++in_map < MAP / 2);
    *place_of(p) = (struct seen){*p, value + 2};
    return value;
}

static int map_new(void **state)
{
    (void)state;
    map = calloc(MAP, sizeof *map);
    return map ? 0 : -1;
}

static int map_free(void **state)
{
    (void)state;
    free(map);
    return 0;
}

/* A random game up to so many bricks; false: it was over before. */
static bool play_out(const lus_rules *r, struct random *g, int bricks, lus_pos *p)
{
    lus_move list[LUS_MAX_MOVES];
    lus_start(r, p);
    for (int i = 0; i < bricks; i++) {
        int n = lus_moves(r, p, 0, list);
        lus_play(r, p, 0, list[random_below(g, (uint32_t)n)]);
        if (lus_result(r, p) != LUS_ONGOING)
            return false;
    }
    return true;
}

/* Late boards of every size, the proofs made with one memory. */
static void late_boards(void **state)
{
    static const struct {
        const char *name;
        int bricks, least;
    } late[] = {{"cave:5x3", 9, 150}, {"cave:5x4", 17, 200}, {"cave:5x5", 18, 200},
                {"cave:6x3", 12, 10}, {"cave:7x3", 13, 5},   {"cave:8x3", 14, 3}};
    struct random g = random_stream(11, 0);
    (void)state;
    for (size_t i = 0; i < sizeof late / sizeof late[0]; i++) {
        const lus_rules *r = lus_rules_find(late[i].name);
        struct cave_proof proof;
        int seen = 0;
        assert_true(cave_proof_make(&proof, r, 12)); /* small: slots are fought for */
        map_clear();
        for (int round = 0; round < 5000 && seen < late[i].least; round++) {
            lus_pos p;
            if (!play_out(r, &g, late[i].bricks, &p))
                continue;
            assert_int_equal(cave_prove(&proof, p.w[0], p.w[1]), judge(r, &p));
            seen++;
        }
        assert_true(seen >= late[i].least);
        cave_proof_free(&proof);
    }
}

/* Boards of 5x3 with 8 bricks, through the solver; those with fewer follow from them, and
   every one of those is looked at by whole(). */
static void brute_force(void **state)
{
    const lus_rules *r = lus_rules_find("cave:5x3");
    const struct solver *s = solver_of(r);
    void *index = s->index_new(r, 8), *job = s->job_new(index, 2);
    struct solve_progress progress = {0};
    double residual;
    int seen = 0;
    (void)state;
    map_clear();
    assert_int_equal(s->solve(job, 0, &progress, &residual), 0);
    for (uint64_t rank = 5; rank < s->layer_size(index, 0); rank += 5003) {
        lus_pos p;
        s->unrank(index, 0, rank, &p);
        if (lus_result(r, &p) != LUS_ONGOING || cave_lines(cave_set(r), p.w[0]))
            continue;
        if (in_map > MAP / 4)
            map_clear();
        assert_int_equal((int)(2 * s->exact(job, 0, rank)) - 1, judge(r, &p));
        seen++;
    }
    assert_true(seen > 100);
    s->job_free(job);
    s->index_free(index);
}

/* ---- the index ---- */

/* Each number is one board. */
static void ranks(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof fitting / sizeof fitting[0]; i++) {
        const lus_rules *r = lus_rules_find(fitting[i]);
        const struct solver *s = solver_of(r);
        void *index = s->index_new(r, s->largest(r));
        for (int layer = 0; layer < s->layers(index); layer++) {
            uint64_t size = s->layer_size(index, layer);
            for (uint64_t rank = 0; rank < size; rank += size < 100000 ? 1 : 37) {
                lus_pos p;
                int there;
                uint64_t back;
                s->unrank(index, layer, rank, &p);
                assert_true(s->rank(index, &p, &there, &back));
                assert_int_equal(there, layer);
                assert_int_equal(back, rank);
            }
        }
        s->index_free(index);
    }
}

/* Whatever a random game comes to has a number. */
static void games(void **state)
{
    struct random g = random_stream(12, 0);
    (void)state;
    for (int round = 0; round < 3000; round++) {
        const lus_rules *r = lus_rules_find(fitting[round % 6]);
        const struct solver *s = solver_of(r);
        void *index = s->index_new(r, s->largest(r));
        lus_pos p, back;
        int layer, bricks = (int)random_below(&g, (uint32_t)s->largest(r) + 1);
        uint64_t rank;
        if (play_out(r, &g, bricks, &p)) {
            assert_true(s->rank(index, &p, &layer, &rank));
            assert_int_equal(layer, s->largest(r) - bricks);
            assert_true(rank < s->layer_size(index, layer));
            s->unrank(index, layer, rank, &back);
            assert_memory_equal(&p, &back, sizeof p);
        }
        s->index_free(index);
    }
}

/* ---- a file: verified, and its moves win ---- */

static void whole(void **state)
{
    char folder[] = "/tmp/lusoria-cave-XXXXXX", path[4096], why[256], command[64];
    const lus_rules *r = lus_rules_find("cave:5x3");
    (void)state;
    if (!frame_able())
        skip();
    assert_non_null(mkdtemp(folder));
    struct solve_options o = {.r = r, .size = 7, .threads = 2, .folder = folder};
    assert_int_equal(solve_run(&o, path, sizeof path, why), 0);
    struct table *t = table_open(path, why);
    struct verify_result v;
    assert_non_null(t);
    assert_int_equal(table_verify(t, 2, &v), 0);
    assert_int_equal(v.wrong, 0);
    assert_true(v.positions > 100000);
    table_close(t);
    struct tables *ts = tables_open(folder);
    lus_pos p;
    double value;
    lus_start(r, &p);
    assert_int_equal(tables_value(ts, r, &p, &value), 1);
    assert_true(value == 1); /* Solid wins, which 9 plies of search show too */
    tables_close(ts);
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ranks),       cmocka_unit_test(games),
        cmocka_unit_test(late_boards), cmocka_unit_test(brute_force),
        cmocka_unit_test(whole),
    };
    return cmocka_run_group_tests(tests, map_new, map_free);
}
