/* SPDX-License-Identifier: MIT */
/* test_facts.c - published numbers, found again by brute force: how many positions
   there are (texts that are read), and how often the side to throw wins with perfect
   play when each side has one piece left.  The perft numbers are in test/spec. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "core/rules.h"

static bool is_position(const lus_rules *r, const char *text, lus_pos *p)
{
    int throw;
    return lus_pos_parse(r, text, p, &throw, NULL) == 0;
}

static uint64_t choose(int n, int k)
{
    uint64_t ways = 1;
    for (int i = 1; i <= k; i++)
        ways = ways * (uint64_t)(n - k + i) / (uint64_t)i;
    return ways;
}

/* ---- Ur: states of n pieces each, neither side finished ---- */

enum { UR_SQUARES = 14, UR_PIECES = 7, UR_HALVES = 2100 };

/* All texts of one side with at most n pieces not home; returns their number. */
static int ur_halves(int n, char half[][UR_SQUARES + 3])
{
    int made = 0;
    for (unsigned mask = 0; mask < 1u << UR_SQUARES; mask++) {
        int on_board = __builtin_popcount(mask);
        for (int hand = 0; hand + on_board <= n; hand++, made++) {
            char *text = half[made];
            *text++ = (char)('0' + hand);
            for (int s = 0; s < UR_SQUARES; s++)
                *text++ = mask >> s & 1 ? 'x' : '-';
            *text++ = (char)('0' + UR_PIECES - hand - on_board);
            *text = '\0';
        }
    }
    return made;
}

static void ur_states(void **state)
{
    static const int published[] = {0, 217, 12869, 263121, 2602822};
    static char half[UR_HALVES][UR_SQUARES + 3];
    const lus_rules *r = lus_rules_find("ur:finkel");
    (void)state;
    for (int n = 1; n <= 4; n++) {
        int halves = ur_halves(n, half), found = 0;
        for (int light = 0; light < halves; light++)
            for (int dark = 0; dark < halves; dark++) {
                char text[LUS_MAX_TEXT];
                lus_pos p;
                snprintf(text, sizeof text, "%.16s:%.16s:L", half[light], half[dark]);
                found += is_position(r, text, &p) && lus_result(r, &p) == LUS_ONGOING;
            }
        assert_int_equal(found, published[n]);
    }
}

/* ---- Senet: C(29, i) C(29 - i, j), since 27 is never occupied ---- */

static uint64_t senet_count(const lus_rules *r, char *text, int from, int own, int enemy)
{
    lus_pos p;
    uint64_t found = 0;
    if (own == 0 && enemy == 0)
        return is_position(r, text, &p);
    for (int s = from; s < 30; s++) {
        if (own) {
            text[s] = r->sides[0];
            found += senet_count(r, text, own > 1 ? s + 1 : 0, own - 1, enemy);
            text[s] = '-';
        } else if (text[s] == '-') {
            text[s] = r->sides[1];
            found += senet_count(r, text, s + 1, 0, enemy - 1);
            text[s] = '-';
        }
    }
    return found;
}

static void senet_positions(void **state)
{
    static const char *const sets[] = {"senet:houses", "senet:blockade"};
    (void)state;
    for (int set = 0; set < 2; set++) {
        const lus_rules *r = lus_rules_find(sets[set]);
        for (int i = 0; i <= 3; i++)
            for (int j = i == 0; j <= 2; j++) {
                char text[LUS_MAX_TEXT] = "------------------------------:";
                strncat(text, r->sides, 1);
                assert_int_equal(senet_count(r, text, 0, i, j),
                                 choose(29, i) * choose(29 - i, j));
            }
    }
}

/* The number up to 3 against 3 that the rules quote, by the same formula. */
static void senet_sum(void **state)
{
    uint64_t sum = 0;
    (void)state;
    for (int i = 1; i <= 3; i++)
        for (int j = 1; j <= 3; j++)
            sum += choose(29, i) * choose(29 - i, j);
    assert_int_equal(sum, 12230750);
}

/* ---- Awari: C(n + 11, 11) boards of n stones ---- */

static uint64_t awari_count(const lus_rules *r, int *pits, int pit, int stones)
{
    char text[LUS_MAX_TEXT] = "";
    lus_pos p;
    uint64_t found = 0;
    for (pits[pit] = 0; pit < 11 && pits[pit] <= stones; pits[pit]++)
        found += awari_count(r, pits, pit + 1, stones - pits[pit]);
    if (pit < 11)
        return found;
    pits[11] = stones;
    for (int i = 0; i < 12; i++)
        snprintf(text + strlen(text), 8, "%d-", pits[i]);
    strcat(text, "0-0-S");
    return is_position(r, text, &p);
}

static void awari_boards(void **state)
{
    const lus_rules *r = lus_rules_find("awari");
    int pits[12] = {0};
    (void)state;
    for (int n = 1; n <= 6; n++)
        assert_int_equal(awari_count(r, pits, 0, n), choose(n + 11, 11));
}

/* ---- perfect play with one piece each: value iteration to the last digit ---- */

enum { MAX_STATES = 4096 };

struct game_value {
    const lus_rules *rules;
    int n;
    lus_pos pos[MAX_STATES];
    double value[MAX_STATES]; /* wins of the side to throw */
};

/* The number of a position, seen by the side to throw; new ones are added. */
static int state_of(struct game_value *v, lus_pos p)
{
    p.w[3] = 0;
    for (int i = 0; i < v->n; i++)
        if (!memcmp(&v->pos[i], &p, sizeof p))
            return i;
    assert_true(v->n < MAX_STATES);
    v->pos[v->n] = p;
    v->value[v->n] = 0.5;
    return v->n++;
}

static double value_after(struct game_value *v, lus_pos p, int throw, lus_move m)
{
    int mover = lus_side(&p);
    lus_play(v->rules, &p, throw, m);
    bool same = lus_side(&p) == mover;
    int result = lus_result(v->rules, &p);
    double value = result == LUS_WIN ? 1 : 0;
    if (result == LUS_ONGOING)
        value = v->value[state_of(v, p)];
    return same ? value : 1 - value;
}

static double value_now(struct game_value *v, const lus_pos *p)
{
    const lus_rules *r = v->rules;
    double sum = 0;
    for (int t = 0; t < lus_throws(r); t++) {
        lus_move list[LUS_MAX_MOVES];
        int throw = lus_throw_value(r, t), n = lus_moves(r, p, throw, list);
        double best = n ? 0 : value_after(v, *p, throw, LUS_PASS);
        for (int i = 0; i < n; i++) {
            double value = value_after(v, *p, throw, list[i]);
            best = value > best ? value : best;
        }
        sum += lus_throw_weight(r, t) * best;
    }
    return sum / lus_throw_weight_sum(r);
}

static double perfect_value(const lus_rules *r, const char *text)
{
    static struct game_value v;
    lus_pos p;
    double change = 1;
    assert_true(is_position(r, text, &p));
    v = (struct game_value){.rules = r};
    state_of(&v, p);
    while (change > 1e-14) {
        change = 0;
        for (int i = 0; i < v.n; i++) {
            double value = value_now(&v, &v.pos[i]), by = value - v.value[i];
            change = by * by > change * change ? (by < 0 ? -by : by) : change;
            v.value[i] = value;
        }
    }
    return v.value[0];
}

static void one_piece_each(void **state)
{
    static const struct {
        const char *rules, *text;
        double value;
    } published[] = {
        {"ur:finkel", "0-------------x6:0-------------x6:L", 4 / 7.0},
        {"ur:finkel", "0------------x-6:0-------------x6:L", 116 / 161.0},
        {"ur:finkel", "0-------------x6:0------------x-6:L", 74 / 161.0},
        {"senet:houses", "------------------------BW----:W", 0.5976348303},
        {"senet:houses", "---------------------------WB-:W", 0.4901935152},
        {"senet:houses", "-------------BW---------------:W", 0.5124128325},
        {"senet:blockade", "------------------------DL----:L", 0.7222985520},
        {"senet:blockade", "-------------DL---------------:L", 0.5581581390},
        {"senet:blockade", "---------------------------LD-:L", 0.3757516805},
    };
    (void)state;
    for (size_t i = 0; i < sizeof published / sizeof published[0]; i++) {
        double got = perfect_value(lus_rules_find(published[i].rules), published[i].text);
        double by = got - published[i].value;
        if (by > 5.1e-11 || by < -5.1e-11)
            fail_msg("%s %s: %.10f", published[i].rules, published[i].text, got);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ur_states),      cmocka_unit_test(senet_positions),
        cmocka_unit_test(senet_sum),      cmocka_unit_test(awari_boards),
        cmocka_unit_test(one_piece_each),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
