/* SPDX-License-Identifier: MIT */
/* test_cave_table.c - tables of Magnetic Cave: the index, values and proofs against a
   reference solver that shares nothing with them, not even the rules
   (support/cave_reference.h).

   Every board of 5x3 is compared and a few of the larger ones; LUSORIA_WHOLE="6x3 5x4"
   names sizes of which every board is compared, in a minute or two; with a small
   LUSORIA_POSITIONS a fortieth of all boards is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>
#include "retro/cave_index.h"
#include "retro/cave_proof.h"
#include "solve/frame.h"
#include "solve/table.h"
#include "support/cave_games.h"
#include "support/cave_reference.h"

static const char *const fitting[] = {"cave:5x3", "cave:5x4", "cave:5x5",
                                      "cave:6x3", "cave:6x4", "cave:6x5",
                                      "cave:6x6", "cave:7x3", "cave:8x3"};

/* ---- every board of a table, compared ---- */

struct compared {
    const lus_rules *r;
    const struct solver *s;
    void *index, *job;
    struct cave_reference *reference;
    int every; /* one board in so many is compared; all are ranked */
    uint64_t boards, compared;
    uint8_t *seen[CAVE_MAX_BRICKS + 1]; /* by layer, then rank */
};

static void compare_board(void *arg, const char *text, bool position)
{
    struct compared *t = arg;
    lus_pos p;
    lus_fault fault;
    int throw, layer;
    uint64_t rank;
    t->boards++;
    assert_int_equal(lus_pos_parse(t->r, text, &p, &throw, &fault) >= 0, position);
    if (!position)
        return;
    assert_true(t->s->index.rank(t->index, &p, &layer, &rank));
    assert_true(rank < t->s->index.layer_size(t->index, layer));
    assert_int_equal(t->seen[layer][rank]++, 0);
    if (t->boards % (uint64_t)t->every)
        return;
    int value = cave_reference_value(t->reference, text);
    t->compared++;
    if ((int)(2 * t->s->job.unrounded(t->job, layer, rank)) - 1 != value)
        fail_msg("%s %s: %d, the reference solver says %d", t->r->name, text,
                 (int)(2 * t->s->job.unrounded(t->job, layer, rank)) - 1, value);
}

/* The reference solver makes the boards itself, so this also checks that every board has a
   rank. */
static void check_table(const char *name, int every)
{
    const lus_rules *r = lus_rules_find(name);
    const struct solver *s = solver_of(r);
    int bricks = s->max_size(r);
    struct compared t = {.r = r, .s = s, .every = every};
    struct solve_progress progress = {0};
    double residual;
    uint64_t boards = 0;
    t.index = s->index.create(r, bricks);
    t.job = s->job.create(t.index, 2);
    t.reference = cave_reference_new(cave_set(r)->size, cave_set(r)->length);
    for (int layer = 0; layer <= bricks; layer++) {
        uint64_t size = s->index.layer_size(t.index, layer);
        assert_int_equal(s->job.solve(t.job, layer, &progress, &residual), 0);
        assert_non_null(t.seen[layer] = calloc(size, 1));
        boards += size;
    }
    for (int i = 0; i <= bricks; i++)
        cave_reference_boards(t.reference, i, compare_board, &t);
    assert_int_equal(t.boards, boards);
    assert_true(t.compared >= boards / (uint64_t)every / 4);
    if (every == 1)
        print_message("# %s: %llu boards, %llu of them positions, all equal; "
                      "%llu answers\n",
                      name, (unsigned long long)boards, (unsigned long long)t.compared,
                      (unsigned long long)cave_reference_solved(t.reference));
    for (int layer = 0; layer <= bricks; layer++)
        free(t.seen[layer]);
    cave_reference_free(t.reference);
    s->job.destroy(t.job);
    s->index.destroy(t.index);
}

/* `every` n-th board is compared, 0: none; all boards of the sizes that LUSORIA_WHOLE names
   ("5x4 5x5"), which takes hours. */
static void tables_match_reference(void **state)
{
    static const struct {
        const char *name;
        int every;
    } size[] = {{"cave:5x3", 1},      {"cave:6x3", 20000}, {"cave:7x3", 300000},
                {"cave:8x3", 170000}, {"cave:5x4", 0},     {"cave:5x5", 0}};
    const char *whole = getenv("LUSORIA_WHOLE"), *few = getenv("LUSORIA_POSITIONS");
    (void)state;
    for (size_t i = 0; i < sizeof size / sizeof size[0]; i++) {
        int every = few && atoi(few) < 100000 ? size[i].every * 40 : size[i].every;
        if (whole && strstr(whole, size[i].name + 5))
            every = 1;
        if (every)
            check_table(size[i].name, every);
    }
}

/* ---- the boards behind a table ---- */

/* Boards from so many bricks on, of every number up to the last but one; the proofs made
   with one memory.  Results and both questions about a side that only blocks are compared.
   Where neither side forces a line, the board is a draw. */
static void late_boards(void **state)
{
    static const struct {
        const char *name;
        int bricks, boards;
    } late[] = {{"cave:5x3", 9, 5000}, {"cave:5x4", 12, 2000}, {"cave:5x5", 12, 1000},
                {"cave:6x3", 9, 1000}, {"cave:6x4", 18, 1000}, {"cave:6x5", 20, 1000},
                {"cave:6x6", 20, 500}, {"cave:7x3", 8, 200},   {"cave:8x3", 8, 50},
                {"cave:7x4", 34, 200}, {"cave:7x5", 34, 200},  {"cave:8x4", 48, 50},
                {"cave", 48, 50}};
    struct random g = random_stream(11, 0);
    (void)state;
    for (size_t i = 0; i < sizeof late / sizeof late[0]; i++) {
        const lus_rules *r = lus_rules_find(late[i].name);
        const struct cave_set *set = cave_set(r);
        struct cave_reference *reference = cave_reference_new(set->size, set->length);
        struct cave_proof proof;
        int seen = 0, draws = 0, blocked = 0, most = set->size * set->size - 1;
        uint64_t nodes = 0;
        assert_true(cave_proof_make(&proof, r, 12)); /* small: slots are fought for */
        for (int round = 0; round < 40 * late[i].boards; round++) {
            char text[LUS_MAX_TEXT];
            lus_pos p;
            int bricks = late[i].bricks + round % (most - late[i].bricks + 1);
            if (seen >= late[i].boards || !cave_play_out(r, &g, bricks, &p))
                continue;
            lus_pos_format(r, &p, LUS_ANY_THROW, text);
            int value = cave_reference_value(reference, text);
            bool own = cave_forces_line(&proof, p.w[0], p.w[1], true, &nodes);
            bool enemy = cave_forces_line(&proof, p.w[0], p.w[1], false, &nodes);
            assert_int_equal(cave_prove(&proof, p.w[0], p.w[1], &nodes), value);
            assert_int_equal(own, cave_reference_forces(reference, text, true));
            assert_int_equal(enemy, cave_reference_forces(reference, text, false));
            assert_true(own || enemy || value == 0);
            draws += value == 0;
            blocked += !own && !enemy;
            seen++;
        }
        assert_int_equal(seen, late[i].boards);
        assert_true(2 * blocked >= draws);
        print_message("# %s: %d of %d draws are held by blocking alone\n", r->name,
                      blocked, draws);
        cave_proof_free(&proof);
        cave_reference_free(reference);
    }
}

/* ---- the index ---- */

/* Each number is one board. */
static void ranks(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof fitting / sizeof fitting[0]; i++) {
        const lus_rules *r = lus_rules_find(fitting[i]);
        const struct solver *s = solver_of(r);
        void *index = s->index.create(r, s->max_size(r));
        for (int layer = 0; layer < s->index.layers(index); layer++) {
            uint64_t size = s->index.layer_size(index, layer);
            for (uint64_t rank = 0; rank < size; rank += size < 100000 ? 1 : 37) {
                lus_pos p;
                int there;
                uint64_t back;
                s->index.unrank(index, layer, rank, &p);
                assert_true(s->index.rank(index, &p, &there, &back));
                assert_int_equal(there, layer);
                assert_int_equal(back, rank);
            }
        }
        s->index.destroy(index);
    }
}

/* Whatever a random game comes to has a number. */
static void games(void **state)
{
    struct random g = random_stream(12, 0);
    (void)state;
    for (int round = 0; round < 3000; round++) {
        const lus_rules *r =
            lus_rules_find(fitting[(size_t)round % (sizeof fitting / sizeof fitting[0])]);
        const struct solver *s = solver_of(r);
        void *index = s->index.create(r, s->max_size(r));
        lus_pos p, back;
        int layer, bricks = (int)random_below(&g, (uint32_t)s->max_size(r) + 1);
        uint64_t rank;
        if (cave_play_out(r, &g, bricks, &p)) {
            assert_true(s->index.rank(index, &p, &layer, &rank));
            assert_int_equal(layer, s->max_size(r) - bricks);
            assert_true(rank < s->index.layer_size(index, layer));
            s->index.unrank(index, layer, rank, &back);
            assert_memory_equal(&p, &back, sizeof p);
        }
        s->index.destroy(index);
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
    assert_int_equal(table_verify(t, &(struct verify_options){.threads = 2}, &v), 0);
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
        cmocka_unit_test(late_boards), cmocka_unit_test(tables_match_reference),
        cmocka_unit_test(whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
