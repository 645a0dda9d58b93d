/* SPDX-License-Identifier: MIT */
/* awari_index.c - see awari_index.h: boards of n stones in 12 pits as arrangements of n stones
   and 11 bars (AWARI_BARS) in a row.  bar[j][s] is the number of boards that come before all
   boards whose bar j has s stones in front of it. */
#include "retro/awari_index.h"

/* n over k; every intermediate quotient is a whole number. */
static uint64_t choose(int n, int k)
{
    uint64_t c = 1;
    for (int i = 1; i <= k; i++)
        c = c * (uint64_t)(n - k + i) / (uint64_t)i;
    return c;
}

uint64_t awari_boards(int n)
{
    return choose(n + AWARI_BARS, AWARI_BARS);
}

void awari_index_make(struct awari_index *x)
{
    for (int j = 0; j < AWARI_BARS; j++)
        for (int s = 0; s <= AWARI_MAX_STONES; s++)
            x->bar[j][s] = s ? choose(s + j, j + 1) : 0;
}

/* The last bar first, each as far to the right as the rank allows. */
struct awari_board awari_unrank(const struct awari_index *x, int n, uint64_t rank)
{
    uint64_t row[2] = {0};
    int behind = n;
    for (int j = AWARI_BARS - 1; j >= 0; j--) {
        int before = behind;
        while (x->bar[j][before] > rank)
            before--;
        rank -= x->bar[j][before];
        int pit = j + 1;
        row[pit / 6] |= (uint64_t)(behind - before) << 8 * (pit % 6);
        behind = before;
    }
    return (struct awari_board){row[0] | (uint64_t)behind, row[1]};
}

/* The first bar that a stone follows moves over that stone; the bars before it move back to
   the beginning, so that all stones up to it are in one pit. */
void awari_next(struct awari_board *b)
{
    uint64_t moved = (b->own & 0xff) + 1, rest = b->own & ~UINT64_C(0xff);
    uint64_t *row = rest ? &b->own : &b->enemy;
    b->own = rest;
    int pit = __builtin_ctzll(*row) / 8;
    *row -= UINT64_C(1) << 8 * pit;
    if (pit)
        *row += moved << 8 * (pit - 1);
    else
        b->own += moved << 40; /* the enemy's first pit follows the last own one */
}
