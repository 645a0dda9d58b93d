/* SPDX-License-Identifier: MIT */
/* test_awari_values.c - all boards of 3 to 7 stones solved in the simplest way, and
   the published numbers of won, drawn and lost ones found again.

   The value is the stones the mover still captures minus the enemy's, with best
   play; play without end is worth 0.  Captures lead to smaller boards, solved
   before.  For t = n .. 1 two sets grow until nothing changes: boards where the
   mover can force t or more, and boards where it cannot avoid -t or less; a board
   in neither for any t is worth 0. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "core/rules.h"

enum { MAX_STONES = 7, MAX_BOARDS = 31824, PITS = 12, NEVER = 127 };

struct layer {
    int n;
    lus_pos board[MAX_BOARDS]; /* by memcmp */
    signed char value[MAX_BOARDS];
    signed char no_move[MAX_BOARDS]; /* worth without a move; NEVER: there is one */
    int moves[MAX_BOARDS];
    int next[MAX_BOARDS][6]; /* a board of this layer; -1: a capture, worth exit[] */
    signed char exit[MAX_BOARDS][6];
};

static struct layer layers[MAX_STONES + 1];

static int compare(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(lus_pos));
}

static void add_boards(struct layer *l, unsigned char *pits, int pit, int stones)
{
    if (pit == PITS - 1) {
        lus_pos p = {{0}};
        pits[pit] = (unsigned char)stones;
        for (int i = 0; i < PITS; i++)
            p.w[i / 6] |= (uint64_t)pits[i] << 8 * (i % 6);
        l->board[l->n++] = p;
        return;
    }
    for (int k = 0; k <= stones; k++) {
        pits[pit] = (unsigned char)k;
        add_boards(l, pits, pit + 1, stones - k);
    }
}

static int find(const struct layer *l, const lus_pos *p)
{
    const lus_pos *at = bsearch(p, l->board, (size_t)l->n, sizeof *p, compare);
    assert_non_null(at);
    return (int)(at - l->board);
}

static int stones_won(const lus_pos *p, int enemy)
{
    return (int)(p->w[2] >> 8 * enemy & 0xff);
}

/* Fills in the moves of board i; the majority (A6) plays no part in a value. */
static void add_moves(const lus_rules *r, int stones, int i)
{
    struct layer *l = &layers[stones];
    lus_move list[LUS_MAX_MOVES];
    lus_pos end = l->board[i];
    int n = r->moves(r, &end, 0, list);
    l->moves[i] = n;
    l->no_move[i] = NEVER;
    if (n == 0) {
        r->settle(r, &end, LUS_BY_NO_MOVE);
        l->no_move[i] = (signed char)(stones_won(&end, 0) - stones_won(&end, 1));
    }
    for (int m = 0; m < n; m++) {
        lus_pos next = l->board[i];
        r->play(r, &next, 0, list[m]);
        int taken = stones_won(&next, 1);
        next.w[2] = next.w[3] = 0;
        const struct layer *below = &layers[stones - taken];
        int at = find(below, &next);
        l->next[i][m] = taken ? -1 : at;
        l->exit[i][m] = (signed char)(taken ? taken - below->value[at] : 0);
    }
}

/* Is board i worth t or more (sign 1), or -t or less (sign -1), by what is known? */
static bool reaches(const struct layer *l, const signed char *known, int i, int t,
                    int sign)
{
    if (l->no_move[i] != NEVER)
        return sign * l->no_move[i] >= t;
    for (int m = 0; m < l->moves[i]; m++) {
        bool good = l->next[i][m] >= 0 ? known[l->next[i][m]] == -sign
                                       : sign * l->exit[i][m] >= t;
        if (good == (sign > 0))
            return good;
    }
    return sign < 0;
}

static void grow_sets(struct layer *l, int t)
{
    static signed char known[MAX_BOARDS]; /* 1: t or more, -1: -t or less */
    bool changed = true;
    memset(known, 0, sizeof known);
    while (changed) {
        changed = false;
        for (int i = 0; i < l->n; i++)
            for (int sign = -1; sign <= 1 && !known[i]; sign += 2)
                if (reaches(l, known, i, t, sign)) {
                    known[i] = (signed char)sign;
                    changed = true;
                }
    }
    for (int i = 0; i < l->n; i++)
        if (known[i] && !l->value[i])
            l->value[i] = (signed char)(known[i] * t);
}

static void solve(const lus_rules *r, int stones)
{
    struct layer *l = &layers[stones];
    unsigned char pits[PITS];
    memset(l, 0, sizeof *l);
    add_boards(l, pits, 0, stones);
    qsort(l->board, (size_t)l->n, sizeof l->board[0], compare);
    for (int i = 0; i < l->n; i++)
        add_moves(r, stones, i);
    for (int t = stones; t > 0; t--)
        grow_sets(l, t);
}

static void wins_draws_losses(void **state)
{
    static const int published[][3] = {{8, 355, 1},
                                       {442, 602, 321},
                                       {1912, 1122, 1334},
                                       {5095, 3997, 3284},
                                       {13089, 10970, 7765}};
    const lus_rules *r = lus_rules_find("awari:abapa");
    (void)state;
    for (int stones = 0; stones <= MAX_STONES; stones++) {
        const struct layer *l = &layers[stones];
        int count[3] = {0};
        solve(r, stones);
        for (int i = 0; i < l->n; i++)
            count[l->value[i] > 0 ? 0 : l->value[i] == 0 ? 1 : 2]++;
        if (stones >= 3)
            assert_memory_equal(count, published[stones - 3], sizeof count);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(wins_draws_losses)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
