/* SPDX-License-Identifier: MIT */
/* awari_bounds_reference.c - see awari_bounds_reference.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "support/awari_bounds_reference.h"

enum { PITS = BOUNDS_PITS };

static int compare(const void *a, const void *b)
{
    return memcmp(a, b, PITS);
}

/* All ways to put `stones` into the pits from `pit` on, in ascending order. */
static void add_boards(struct bounds_layer *l, unsigned char *pits, int pit, int stones)
{
    if (pit == PITS - 1) {
        pits[pit] = (unsigned char)stones;
        memcpy(l->board[l->n++].pit, pits, PITS);
        return;
    }
    for (int k = 0; k <= stones; k++) {
        pits[pit] = (unsigned char)k;
        add_boards(l, pits, pit + 1, stones - k);
    }
}

static int sum(const unsigned char *pits)
{
    int n = 0;
    for (int i = 0; i < 6; i++)
        n += pits[i];
    return n;
}

/* Sows the stones of an own pit and captures; returns how many stones were captured. */
static int sow(unsigned char *pits, int from)
{
    unsigned char after[PITS];
    int left = pits[from], at = from, taken = 0;
    pits[from] = 0;
    while (left > 0) {
        at = (at + 1) % PITS;
        if (at == from)
            continue;
        pits[at]++;
        left--;
    }
    memcpy(after, pits, PITS);
    for (; at >= 6 && (after[at] == 2 || after[at] == 3); at--) {
        taken += after[at];
        after[at] = 0;
    }
    if (taken == 0 || sum(after + 6) == 0)
        return 0; /* a grand slam captures nothing */
    memcpy(pits, after, PITS);
    return taken;
}

/* If the other side has no stone, a move must give it one. */
static void add_moves(struct bounds_layer **layers, int stones, struct bounds_board *b)
{
    for (int from = 0; from < 6; from++) {
        unsigned char pits[PITS], turned[PITS];
        if (!b->pit[from] || (!sum(b->pit + 6) && from + b->pit[from] < 6))
            continue;
        memcpy(pits, b->pit, PITS);
        int taken = sow(pits, from);
        memcpy(turned, pits + 6, 6);
        memcpy(turned + 6, pits, 6);
        const struct bounds_layer *l = layers[stones - taken];
        const struct bounds_board *at =
            bsearch(turned, l->board, (size_t)l->n, sizeof *at, compare);
        assert_non_null(at);
        b->taken[b->moves] = taken;
        b->next[b->moves++] = (int)(at - l->board);
    }
}

/* The best of the moves by what is known now; 1 if a bound has changed. */
static int improve(struct bounds_layer **layers, int stones, struct bounds_board *b)
{
    int lower = sum(b->pit) - sum(b->pit + 6), upper = lower; /* no move: own rows */
    for (int i = 0; i < b->moves; i++) {
        int taken = b->taken[i];
        const struct bounds_board *next = &layers[stones - taken]->board[b->next[i]];
        lower = i == 0 || taken - next->upper > lower ? taken - next->upper : lower;
        upper = i == 0 || taken - next->lower > upper ? taken - next->lower : upper;
    }
    int changed = lower != b->lower || upper != b->upper;
    b->lower = (signed char)lower;
    b->upper = (signed char)upper;
    return changed;
}

void bounds_reference_solve(struct bounds_layer *layers[BOUNDS_STONES + 1])
{
    for (int stones = 0; stones <= BOUNDS_STONES; stones++) {
        unsigned char pits[PITS];
        struct bounds_layer *l = layers[stones] = calloc(1, sizeof *l);
        int changed = 1;
        assert_non_null(l);
        add_boards(l, pits, 0, stones);
        for (int i = 0; i < l->n; i++) {
            add_moves(layers, stones, &l->board[i]);
            l->board[i].lower = (signed char)-stones;
            l->board[i].upper = (signed char)stones;
        }
        while (changed) {
            changed = 0;
            for (int i = 0; i < l->n; i++)
                changed |= improve(layers, stones, &l->board[i]);
        }
    }
}

void bounds_reference_free(struct bounds_layer *layers[BOUNDS_STONES + 1])
{
    for (int stones = 0; stones <= BOUNDS_STONES; stones++)
        free(layers[stones]);
}
