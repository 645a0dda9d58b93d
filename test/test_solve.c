/* SPDX-License-Identifier: MIT */
/* test_solve.c - tables: the index, the values against a solver that shares nothing with
   them but the rules, and files that are whole, resumed, cut short or damaged. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>
#include "core/random.h"
#include "solve/frame.h"
#include "solve/table.h"

static const char *const all_ur[] = {"ur:finkel", "ur:blitz", "ur:masters", "ur:aseb"};

/* ---- the judge: a map from position texts to numbers, no index, no layers ---- */

enum { MAP = 1 << 17, MAX_POSITIONS = 60000, MAX_NEXT = 40 };

struct judge {
    const lus_rules *r;
    int n;
    char *text[MAP]; /* open addressing */
    int number[MAP];
    lus_pos pos[MAX_POSITIONS];
    double value[MAX_POSITIONS];
    /* After each throw: the positions one can choose from; ~i: the other side throws. */
    int next[MAX_POSITIONS][LUS_MAX_THROWS][8], n_next[MAX_POSITIONS][LUS_MAX_THROWS];
};

static unsigned text_hash(const char *text)
{
    unsigned h = 2166136261u;
    for (; *text; text++)
        h = (h ^ (unsigned char)*text) * 16777619u;
    return h;
}

/* Dark to throw is told as Light: side 0 throws in every text of the map. */
static int judge_number(struct judge *j, lus_pos p, int add)
{
    char text[LUS_MAX_TEXT];
    p.w[3] = 0;
    lus_pos_format(j->r, &p, LUS_ANY_THROW, text);
    unsigned at = text_hash(text) % MAP;
    while (j->text[at] && strcmp(j->text[at], text) != 0)
        at = (at + 1) % MAP;
    if (!j->text[at]) {
        assert_true(add && j->n < MAX_POSITIONS);
        j->text[at] = strdup(text);
        j->number[at] = j->n;
        j->pos[j->n++] = p;
    }
    return j->number[at];
}

/* Every half of a text: hand, path, home. */
static int halves(const lus_rules *r, int length, int pieces, char half[][32])
{
    lus_pos start;
    int all, n = 0;
    lus_start(r, &start);
    all = (int)(start.w[2] & 0xff);
    for (unsigned mask = 0; mask < 1u << length; mask++) {
        int on = __builtin_popcount(mask);
        for (int hand = 0; hand + on <= pieces; hand++) {
            char *at = half[n];
            if (hand + on == 0)
                continue;
            *at++ = (char)('0' + hand);
            for (int s = 0; s < length; s++)
                *at++ = mask >> s & 1 ? 'x' : '-';
            *at++ = (char)('0' + all - hand - on);
            *at = '\0';
            n++;
        }
    }
    return n;
}

static void judge_fill(struct judge *j, int pieces)
{
    static char half[4096][32];
    int length = j->r->set == NULL ? 0 : 14, n;
    if (strcmp(j->r->name, "ur:finkel") != 0)
        length = 16;
    n = halves(j->r, length, pieces, half);
    for (int a = 0; a < n; a++)
        for (int b = 0; b < n; b++) {
            char text[LUS_MAX_TEXT];
            lus_pos p;
            int throw;
            lus_fault fault;
            snprintf(text, sizeof text, "%.31s:%.31s:L", half[a], half[b]);
            if (lus_pos_parse(j->r, text, &p, &throw, &fault) >= 0)
                judge_number(j, p, 1);
        }
}

static void judge_link(struct judge *j, int i)
{
    for (int t = 0; t < lus_throws(j->r); t++) {
        lus_move list[LUS_MAX_MOVES];
        int throw = lus_throw_value(j->r, t),
            n = lus_moves(j->r, &j->pos[i], throw, list);
        if (n == 0)
            list[n++] = LUS_PASS;
        for (int k = 0; k < n; k++) {
            lus_pos next = j->pos[i];
            int to;
            assert_true(lus_play(j->r, &next, throw, list[k]) >= 0);
            if (lus_result(j->r, &next) == LUS_ONGOING)
                to = judge_number(j, next, 0);
            else /* the mover has won; it is seen by the other side, who lost */
                to = MAX_POSITIONS;
            j->next[i][t][k] = lus_side(&next) ? ~to : to;
        }
        j->n_next[i][t] = n;
    }
}

static double judge_update(const struct judge *j, int i)
{
    double sum = 0;
    for (int t = 0; t < lus_throws(j->r); t++) {
        double best = 0;
        for (int k = 0; k < j->n_next[i][t]; k++) {
            int to = j->next[i][t][k], number = to < 0 ? ~to : to;
            double v = number == MAX_POSITIONS ? 1
                       : to < 0                ? 1 - j->value[number]
                                               : j->value[number];
            best = v > best ? v : best;
        }
        sum += best * lus_throw_weight(j->r, t);
    }
    return sum / lus_throw_weight_sum(j->r);
}

static struct judge *judge_new(const lus_rules *r, int pieces)
{
    struct judge *j = calloc(1, sizeof *j);
    double change = 1;
    assert_non_null(j);
    j->r = r;
    judge_fill(j, pieces);
    for (int i = 0; i < j->n; i++) {
        judge_link(j, i);
        j->value[i] = 0.5;
    }
    while (change > 1e-14) {
        change = 0;
        for (int i = 0; i < j->n; i++) {
            double v = judge_update(j, i);
            change = fmax(change, fabs(v - j->value[i]));
            j->value[i] = v;
        }
    }
    return j;
}

static void judge_free(struct judge *j)
{
    for (int i = 0; i < MAP; i++)
        free(j->text[i]);
    free(j);
}

/* ---- the index ---- */

static void sizes(void **state)
{
    static const struct {
        const char *name;
        int pieces;
        uint64_t positions;
    } want[] = {{"ur:finkel", 1, 217},        {"ur:finkel", 2, 12869},
                {"ur:finkel", 3, 263121},     {"ur:finkel", 4, 2602822},
                {"ur:finkel", 7, 137870097},  {"ur:blitz", 5, 41243781},
                {"ur:masters", 7, 500929993}, {"ur:aseb", 5, 41243781}};
    (void)state;
    for (size_t i = 0; i < sizeof want / sizeof want[0]; i++) {
        const lus_rules *r = lus_rules_find(want[i].name);
        const struct solver *s = solver_of(r);
        void *index = s->index_new(r, want[i].pieces);
        uint64_t sum = 0;
        for (int layer = 0; layer < s->layers(index); layer++)
            sum += s->layer_size(index, layer);
        assert_int_equal(sum, want[i].positions);
        s->index_free(index);
    }
}

/* unrank gives a position that can be written and read; rank gives the number back. */
static void check_rank(const struct solver *s, const void *index, const lus_rules *r,
                       int layer, uint64_t rank)
{
    lus_pos p, read;
    int there, throw;
    uint64_t back;
    char text[LUS_MAX_TEXT];
    lus_fault fault;
    s->unrank(index, layer, rank, &p);
    assert_true(s->rank(index, &p, &there, &back));
    assert_int_equal(there, layer);
    assert_int_equal(back, rank);
    lus_pos_format(r, &p, LUS_ANY_THROW, text);
    assert_true(lus_pos_parse(r, text, &read, &throw, &fault) >= 0);
    assert_memory_equal(&p, &read, sizeof p);
}

static void ranks(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        const lus_rules *r = lus_rules_find(all_ur[i]);
        const struct solver *s = solver_of(r);
        void *index = s->index_new(r, s->largest(r));
        for (int layer = 0; layer < s->layers(index); layer++) {
            uint64_t size = s->layer_size(index, layer);
            uint64_t step = size < 100000 ? 1 : size / 20011; /* small layers whole */
            for (uint64_t rank = 0; rank < size; rank += step)
                check_rank(s, index, r, layer, rank);
            check_rank(s, index, r, layer, size - 1);
        }
        s->index_free(index);
    }
}

/* ---- values ---- */

/* Every position of the judge against the job, layer by layer. */
static int compare(const struct judge *j, const struct solver *s, const void *index,
                   const void *job, int layer)
{
    int seen = 0;
    for (int i = 0; i < j->n; i++) {
        int there;
        uint64_t rank;
        assert_true(s->rank(index, &j->pos[i], &there, &rank));
        if (there != layer)
            continue;
        assert_true(fabs(s->exact(job, layer, rank) - j->value[i]) < 1e-10);
        seen++;
    }
    assert_int_equal(seen, s->layer_size(index, layer));
    return seen;
}

static void against_judge(const lus_rules *r, int pieces, int threads)
{
    const struct solver *s = solver_of(r);
    void *index = s->index_new(r, pieces), *job = s->job_new(index, threads);
    struct judge *j = judge_new(r, pieces);
    struct solve_progress progress = {0};
    double residual;
    int seen = 0;
    for (int layer = 0; layer < s->layers(index); layer++) {
        assert_int_equal(s->solve(job, layer, &progress, &residual), 0);
        assert_true(residual <= 1e-12);
        seen += compare(j, s, index, job, layer);
    }
    assert_int_equal(seen, j->n);
    judge_free(j);
    s->job_free(job);
    s->index_free(index);
}

static void brute_force(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        against_judge(lus_rules_find(all_ur[i]), 1, 1);
        against_judge(lus_rules_find(all_ur[i]), 2, 3);
    }
}

/* The published fractions, to 12 digits. */
static void fractions(void **state)
{
    static const struct {
        const char *text;
        double value;
    } want[] = {{"0-------------x6:0-------------x6:L", 4.0 / 7},
                {"0------------x-6:0-------------x6:L", 116.0 / 161},
                {"0-------------x6:0------------x-6:L", 74.0 / 161}};
    const lus_rules *r = lus_rules_find("ur:finkel");
    const struct solver *s = solver_of(r);
    void *index = s->index_new(r, 1), *job = s->job_new(index, 1);
    struct solve_progress progress = {0};
    double residual;
    (void)state;
    assert_int_equal(s->solve(job, 0, &progress, &residual), 0);
    for (int i = 0; i < 3; i++) {
        lus_pos p;
        int layer, throw;
        uint64_t rank;
        lus_fault fault;
        assert_true(lus_pos_parse(r, want[i].text, &p, &throw, &fault) >= 0);
        assert_true(s->rank(index, &p, &layer, &rank));
        assert_true(fabs(s->exact(job, layer, rank) - want[i].value) < 1e-12);
    }
    s->job_free(job);
    s->index_free(index);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes),
        cmocka_unit_test(ranks),
        cmocka_unit_test(brute_force),
        cmocka_unit_test(fractions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
