/* SPDX-License-Identifier: MIT */
/* test_cave_proof.c - proofs of Magnetic Cave: mirror images, zugzwang, and the number of
   boards that fixed proofs search, compared with test/proof_counts.txt (support/golden.h).

   test_cave_table shows that the results are right.  This test shows that a proof is as short
   as before: a change of move ordering, of the reduced boards or of the transposition table
   changes a line.  After an intended one: UPDATE=1 build/test/test_cave_proof */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <cmocka.h>
#include "retro/cave_proof.h"
#include "support/cave_games.h"
#include "support/golden.h"

/* ---- mirror images ---- */

/* The cells of a board of n x n, moved one by one. */
static uint64_t image_of(uint64_t cells, int n, bool mirrored, bool turned)
{
    uint64_t image = 0;
    for (int row = 0; row < n; row++)
        for (int column = 0; column < n; column++)
            if (cells >> (8 * row + column) & 1)
                image |= UINT64_C(1) << (8 * (turned ? n - 1 - row : row) +
                                         (mirrored ? n - 1 - column : column));
    return image;
}

/* The smallest of the four images, and the same one for each of them. */
static void canonical_boards(void **state)
{
    struct random g = random_stream(21, 0);
    (void)state;
    for (int size = 5; size <= 8; size++)
        for (int round = 0; round < 2000; round++) {
            uint64_t board = image_of(~UINT64_C(0), size, false, false);
            uint64_t own = random_next(&g) & random_next(&g) & board;
            uint64_t enemy = random_next(&g) & random_next(&g) & board & ~own;
            uint64_t least_own = own, least = enemy;
            for (int i = 1; i < 4; i++) {
                uint64_t a = image_of(own, size, i & 1, i & 2);
                uint64_t b = image_of(enemy, size, i & 1, i & 2);
                if (a < least_own || (a == least_own && b < least)) {
                    least_own = a;
                    least = b;
                }
            }
            for (int i = 0; i < 4; i++) {
                uint64_t a = image_of(own, size, i & 1, i & 2);
                uint64_t b = image_of(enemy, size, i & 1, i & 2);
                cave_canonical(size, &a, &b);
                assert_true(a == least_own && b == least);
            }
        }
}

/* Boards whose own bricks are their own image: the other side's bricks decide. */
static void canonical_by_enemy(void **state)
{
    (void)state;
    for (int size = 5; size <= 8; size++)
        for (int i = 0; i < 4; i++) {
            uint64_t own = 0, enemy = image_of(2, size, i & 1, i & 2);
            cave_canonical(size, &own, &enemy);
            assert_int_equal(own, 0);
            assert_int_equal(enemy, 2);
        }
}

/* ---- zugzwang ---- */

/* 7x3: one row is empty, and a brick of the side to move in column a or b of it completes a
   line of three; every other cell has a brick of the enemy, who only blocks.

       oxooxoo    a = 1, b = 4
       oxooxoo
       -------

   A spare cell elsewhere (`spare`) leaves an even number of empty cells: the side to move
   waits and wins.  Without it, it wins if the number of columns from a to b is odd. */
static void far_cells(void **state)
{
    const lus_rules *r = lus_rules_find("cave:7x3");
    const uint64_t board = cave_set(r)->board, row = UINT64_C(0x7f) << 16;
    const uint64_t corner = UINT64_C(1) << 48, column = UINT64_C(0x101);
    struct cave_proof proof;
    uint64_t nodes = 0;
    (void)state;
    assert_true(cave_proof_make(&proof, r, 12));
    for (int a = 1; a <= 5; a++)
        for (int b = a; b <= 5; b++)
            for (int spare = 0; spare < 2; spare++) {
                uint64_t own = column << a | column << b;
                uint64_t enemy = board & ~own & ~row & ~(spare ? corner : 0);
                bool forces = cave_forces_line(&proof, own, enemy, true, &nodes);
                assert_int_equal(forces, spare || (b - a) % 2 == 1);
            }
    cave_proof_free(&proof);
}

/* ---- the length of proofs ---- */

enum { BOARDS = 24, MAX_WRITTEN = 4000 };

/* Results and nodes of one size with one transposition table of 2^bits entries. */
static int write_line(char *to, const lus_rules *r, int bricks, int bits)
{
    struct random g = random_stream(22, (uint64_t)r->index);
    struct cave_proof proof;
    int results[3] = {0}, boards = 0;
    uint64_t nodes = 0, square = 0;
    assert_true(cave_proof_make(&proof, r, bits));
    while (boards < BOARDS) {
        lus_pos p;
        if (!cave_play_out(r, &g, bricks + boards % 2, &p))
            continue;
        uint64_t before = nodes;
        results[1 + cave_prove(&proof, p.w[0], p.w[1], &nodes)]++;
        square += (nodes - before) * (nodes - before);
        boards++;
    }
    cave_proof_free(&proof);
    return sprintf(to,
                   "%s, %d bricks, %d bits: won %d, drawn %d, lost %d, nodes %llu, "
                   "squared %llu\n",
                   r->name, bricks, bits, results[2], results[1], results[0],
                   (unsigned long long)nodes, (unsigned long long)square);
}

/* A table that is too small, whose entries are replaced, and one that holds everything. */
static void lengths(void **state)
{
    static const struct {
        const char *name;
        int bricks;
    } sizes[] = {{"cave:5x3", 2},  {"cave:5x4", 7},  {"cave:5x5", 8},
                 {"cave:6x3", 2},  {"cave:6x4", 14}, {"cave:6x5", 18},
                 {"cave:6x6", 14}, {"cave:7x3", 2},  {"cave:8x3", 2}};
    char text[MAX_WRITTEN];
    int n = 0;
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        for (int bits = 6; bits <= 18; bits += 12)
            n += write_line(text + n, lus_rules_find(sizes[i].name), sizes[i].bricks,
                            bits);
    assert_golden("test/proof_counts.txt", text, (size_t)n);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(canonical_boards),
        cmocka_unit_test(canonical_by_enemy),
        cmocka_unit_test(far_cells),
        cmocka_unit_test(lengths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
