/* SPDX-License-Identifier: MIT */
/* awari_reference.c - see awari_reference.h.  Captures lead to smaller boards, which are
   already solved.
   For t = n .. 1 two sets grow until nothing changes: boards where the mover can force t
   or more, and boards where it cannot avoid -t or less; a board in neither for any t is
   worth 0. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "support/awari_reference.h"

enum { PITS = 12, NEVER = 127 };

static int compare(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(lus_pos));
}

static void add_boards(struct awari_reference_layer *l, unsigned char *pits, int pit,
                       int stones)
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

static int find(const struct awari_reference_layer *l, const lus_pos *p)
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
static void add_moves(struct awari_reference_layer **layers, const lus_rules *r,
                      int stones, int i)
{
    struct awari_reference_layer *l = layers[stones];
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
        const struct awari_reference_layer *below = layers[stones - taken];
        int at = find(below, &next);
        l->next[i][m] = taken ? -1 : at;
        l->exit[i][m] = (signed char)(taken ? taken - below->value[at] : 0);
    }
}

/* Is board i worth t or more (sign 1), or -t or less (sign -1), by what is known? */
static bool reaches(const struct awari_reference_layer *l, const signed char *known,
                    int i, int t, int sign)
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

static void grow_sets(struct awari_reference_layer *l, int t)
{
    static signed char known[REFERENCE_BOARDS]; /* 1: t or more, -1: -t or less */
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

void awari_reference_solve(const lus_rules *r,
                           struct awari_reference_layer *layers[REFERENCE_STONES + 1])
{
    for (int stones = 0; stones <= REFERENCE_STONES; stones++) {
        unsigned char pits[PITS];
        struct awari_reference_layer *l = layers[stones] = calloc(1, sizeof *l);
        assert_non_null(l);
        add_boards(l, pits, 0, stones);
        qsort(l->board, (size_t)l->n, sizeof l->board[0], compare);
        for (int i = 0; i < l->n; i++)
            add_moves(layers, r, stones, i);
        for (int t = stones; t > 0; t--)
            grow_sets(l, t);
    }
}

void awari_reference_free(struct awari_reference_layer *layers[REFERENCE_STONES + 1])
{
    for (int stones = 0; stones <= REFERENCE_STONES; stones++)
        free(layers[stones]);
}
