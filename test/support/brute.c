/* SPDX-License-Identifier: MIT */
/* brute.c - see brute.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "support/brute.h"

static unsigned hash(const lus_pos *p)
{
    uint64_t h = 0;
    for (int i = 0; i < 3; i++)
        h = (h ^ p->w[i]) * UINT64_C(0x9e3779b97f4a7c15) ^ h >> 29;
    return (unsigned)(h >> 32) % MAP;
}

/* Side 1 to throw is told as side 0: it throws in every position of the map. */
static int brute_number(struct brute *j, lus_pos p, int add)
{
    p.w[3] = 0;
    unsigned at = hash(&p);
    while (j->number[at] && memcmp(&j->pos[j->number[at] - 1], &p, sizeof p) != 0)
        at = (at + 1) % MAP;
    if (!j->number[at]) {
        assert_true(add && j->n < MAX_POSITIONS);
        j->pos[j->n++] = p;
        j->number[at] = j->n;
    }
    return j->number[at] - 1;
}

static void brute_add(struct brute *j, const char *text)
{
    lus_pos p;
    int throw;
    lus_fault fault;
    if (lus_pos_parse(j->r, text, &p, &throw, &fault) >= 0 &&
        lus_result(j->r, &p) == LUS_ONGOING)
        brute_number(j, p, 1);
}

/* ---- all positions of Ur ---- */

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

static void fill_ur(struct brute *j, int pieces)
{
    static char half[4096][32];
    int length = strcmp(j->r->name, "ur:finkel") == 0 ? 14 : 16;
    int n = halves(j->r, length, pieces, half);
    for (int a = 0; a < n; a++)
        for (int b = 0; b < n; b++) {
            char text[LUS_MAX_TEXT];
            snprintf(text, sizeof text, "%.31s:%.31s:L", half[a], half[b]);
            brute_add(j, text);
        }
}

/* ---- of Senet ---- */

/* Both sides' squares from `at` on chosen in every way. */
static void fill_senet(struct brute *j, int at, int first, int second, char text[40])
{
    if (at == 30)
        brute_add(j, text);
    else
        fill_senet(j, at + 1, first, second, text);
    for (int side = 0; at < 30 && side < 2; side++) {
        if (!(side ? second : first))
            continue;
        text[at] = j->r->sides[side];
        fill_senet(j, at + 1, first - !side, second - side, text);
        text[at] = '-';
    }
}

/* ---- all of them ---- */

static void brute_fill(struct brute *j, int pieces)
{
    char text[40];
    if (strncmp(j->r->name, "senet", 5) != 0) {
        fill_ur(j, pieces);
        return;
    }
    snprintf(text, sizeof text, "------------------------------:%c", j->r->sides[0]);
    fill_senet(j, 0, pieces, pieces, text);
}

static void brute_link(struct brute *j, int i)
{
    for (int t = 0; t < lus_throws(j->r); t++) {
        lus_move list[LUS_MAX_MOVES];
        int throw = lus_throw_value(j->r, t),
            n = lus_moves(j->r, &j->pos[i], throw, list);
        if (n == 0)
            list[n++] = LUS_PASS;
        assert_true(n <= MAX_CHOICES);
        for (int k = 0; k < n; k++) {
            lus_pos next = j->pos[i];
            int to;
            assert_true(lus_play(j->r, &next, throw, list[k]) >= 0);
            if (lus_result(j->r, &next) == LUS_ONGOING)
                to = brute_number(j, next, 0);
            else /* the mover has won; it is seen by the other side, who lost */
                to = MAX_POSITIONS;
            j->next[i][t][k] = lus_side(&next) ? ~to : to;
        }
        j->n_next[i][t] = n;
    }
}

static double brute_update(const struct brute *j, int i)
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

struct brute *brute_new(const lus_rules *r, int pieces)
{
    struct brute *j = calloc(1, sizeof *j);
    double change = 1;
    assert_non_null(j);
    j->r = r;
    brute_fill(j, pieces);
    for (int i = 0; i < j->n; i++) {
        brute_link(j, i);
        j->value[i] = 0.5;
    }
    while (change > 1e-14) {
        change = 0;
        for (int i = 0; i < j->n; i++) {
            double v = brute_update(j, i);
            change = fmax(change, fabs(v - j->value[i]));
            j->value[i] = v;
        }
    }
    return j;
}

void brute_free(struct brute *j)
{
    free(j);
}

double brute_value(struct brute *j, const lus_pos *p)
{
    return j->value[brute_number(j, *p, 0)];
}
