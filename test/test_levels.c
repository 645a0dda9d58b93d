/* SPDX-License-Identifier: MIT */
/* test_levels.c - levels of strength: their names, and the distribution, the unit and the
   limits of their noise. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>
#include "search/levels.h"
#include "search/value.h"

static void levels_have_everyday_names(void **state)
{
    static const char *const names[] = {NULL,   NULL,     "easy",    "medium",
                                        "hard", "expert", "perfect", NULL};
    lus_rules without_levels = *lus_rules_find("awari");
    (void)state;
    for (int i = 0; i <= N_LEVELS + 1; i++) {
        const char *name = level_everyday_title(i);
        assert_int_equal(!name, !names[i]);
        if (name) {
            assert_string_equal(name, names[i]);
            assert_int_equal(level_number(name), i);
        }
    }
    assert_string_equal(level_title(1), "novice");
    assert_string_equal(level_title(N_LEVELS), "master");
    assert_int_equal(level_number("novice"), 1);
    assert_int_equal(level_number("4"), 4);
    static const char *const others[] = {"", "0", "7", "x", "12", "1x", "nov", "easyy"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        assert_int_equal(level_number(others[i]), 0);
    assert_int_equal(level_at(&without_levels, 1).depth,
                     without_levels.search.levels[0].depth);
    without_levels.search.levels = NULL;
    assert_int_equal(level_at(&without_levels, 3).depth, 3);
    assert_int_equal(level_at(&without_levels, 3).noise, 0);
}

/* The strength of the levels was measured with these numbers: doc/strength.md has a section
   "## RULES" for most rule sets, with a row "| 2 beginner | DEPTH | NOISE |" for each level. */
static void levels_are_those_measured(void **state)
{
    char line[512], name[32];
    int checked = 0, number, depth, noise;
    const lus_rules *r = NULL;
    FILE *f = fopen("doc/strength.md", "r");
    (void)state;
    assert_non_null(f);
    while (fgets(line, sizeof line, f)) {
        if (sscanf(line, "## %31s", name) == 1)
            r = lus_rules_find(name);
        if (!r ||
            sscanf(line, "| %d %31[a-z] | %d | %d |", &number, name, &depth, &noise) != 4)
            continue;
        assert_string_equal(name, level_title(number));
        assert_int_equal(level_at(r, number).depth, depth);
        assert_int_equal(level_at(r, number).noise, noise);
        checked++;
    }
    fclose(f);
    assert_true(checked >= 10 * N_LEVELS);
}

/* A normal error of the given deviation on both of two moves: the worse one is chosen with
   the probability Q(difference / (sqrt 2 x deviation)), Q the upper tail. */
static void noise_is_normal(void **state)
{
    enum { SEEDS = 20000 };
    static const struct {
        const char *rules;
        int noise;
        double deviation;
    } cases[] = {{"ur", 50, 0.05 * 2 * VALUE_WIN}, {"awari", 150, 1.5 * VALUE_STONE}};
    (void)state;
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++)
        for (int apart = 0; apart <= 2; apart++) {
            int difference = (int)(apart * cases[k].deviation), wrong = 0;
            const struct search_report report = {
                .n = 2, .depth = 3, .moves = {{1, difference, false}, {2, 0, false}}};
            const lus_pos p = {{1, 2, 3, 0}};
            for (uint64_t seed = 0; seed < SEEDS; seed++)
                wrong += level_choose(lus_rules_find(cases[k].rules), &report, &p,
                                      cases[k].noise, seed * 0x9e3779b97f4a7c15u);
            double expected = 0.5 * erfc(apart / 2.0);
            assert_true(fabs((double)wrong / SEEDS - expected) < 0.015);
        }
}

/* From this lead on, the first of two moves is chosen in spite of the noise. */
static int lead_needed(const char *rules, int noise, uint64_t seed)
{
    const lus_pos p = {{1, 2, 3, 0}};
    int below = -(1 << 29), lead = 1 << 29;
    while (below + 1 < lead) {
        int middle = below + (lead - below) / 2;
        const struct search_report report = {
            .n = 2, .depth = 1, .moves = {{1, middle, false}, {2, 0, false}}};
        if (level_choose(lus_rules_find(rules), &report, &p, noise, seed))
            below = middle;
        else
            lead = middle;
    }
    return lead;
}

/* The same noise in hundredths of a stone and in thousandths of the winning chances. */
static void noise_has_the_unit_of_the_game(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++) {
        double stones = lead_needed("awari", 20000, seed),
               chances = lead_needed("ur", 20000, seed);
        assert_true(fabs(chances / (2 * VALUE_WIN / 1000) -
                         stones / ((double)VALUE_STONE / 100)) < 3);
    }
}

/* Of three moves, the first wins, the second loses and the third is open.  From two plies
   on only moves that are decided as the best one is are chosen. */
static void noise_keeps_what_is_decided(void **state)
{
    static const int values[][3] = {{VALUE_WIN, VALUE_WIN - 1, VALUE_WIN - 2},
                                    {0, -1, -VALUE_WIN},
                                    {-VALUE_WIN, -VALUE_WIN - 1, -VALUE_WIN - 2}};
    static const int possible[] = {1, 3, 7}; /* bits of the indexes */
    const lus_rules *r = lus_rules_find("cave:5x3");
    (void)state;
    for (int k = 0; k < 3; k++)
        for (int depth = 1; depth <= 2; depth++) {
            struct search_report report = {.n = 3, .depth = depth};
            const lus_pos p = {{1, 2, 3, 0}};
            int chosen = 0;
            for (int i = 0; i < 3; i++)
                report.moves[i] =
                    (struct root_move){(lus_move)i + 1, values[k][i], false};
            for (uint64_t seed = 0; seed < 300; seed++)
                chosen |= 1 << level_choose(r, &report, &p, 2000, seed);
            assert_int_equal(chosen, depth == 1 ? 7 : possible[k]);
        }
}

/* The error depends on every part of the position, on the move and on the seed. */
static void noise_depends_on_the_position(void **state)
{
    const lus_rules *r = lus_rules_find("ur");
    struct search_report report = {.n = 16, .depth = 1};
    (void)state;
    for (int i = 0; i < 16; i++)
        report.moves[i].move = (lus_move)i + 1;
    for (int word = 0; word < 4; word++) {
        int different = 0;
        for (uint64_t i = 0; i < 64; i++) {
            lus_pos p = {{11, 12, 13, 14}}, q = p;
            q.w[word] ^= i + 1;
            different += level_choose(r, &report, &p, 100, i) !=
                         level_choose(r, &report, &q, 100, i);
        }
        assert_in_range(different, 50, 64); /* 60 on average */
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(levels_have_everyday_names),
        cmocka_unit_test(levels_are_those_measured),
        cmocka_unit_test(noise_is_normal),
        cmocka_unit_test(noise_has_the_unit_of_the_game),
        cmocka_unit_test(noise_keeps_what_is_decided),
        cmocka_unit_test(noise_depends_on_the_position),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
