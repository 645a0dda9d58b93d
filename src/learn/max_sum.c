/* SPDX-License-Identifier: MIT */
/* max_sum.c - see max_sum.h.

   For each chunk of four squares: the largest sum of any set of pieces with so many own
   and so many enemy pieces.  Then dynamic programming over the chunks, and finally over
   the pieces in hand and at home. */
#include "learn/max_sum.h"

enum { IMPOSSIBLE = -1000000, COUNTS = 8 }; /* 0 to 7 pieces of each side */

/* A hidden unit; sign -1 looks for the smallest sum. */
struct signed_unit {
    const struct net *n;
    int number, sign;
};

static int weight(struct signed_unit u, int input)
{
    return u.sign * u.n->weights[input * NET_HIDDEN + u.number];
}

/* best[own][enemy]: the largest sum of a set with so many pieces on the chunk. */
static void max_of_chunk(struct signed_unit u, int chunk, int best[5][5])
{
    int sum[NET_SETS] = {0};
    for (int i = 0; i < 25; i++)
        best[i / 5][i % 5] = i ? IMPOSSIBLE : 0;
    for (int set = 1; set < NET_SETS; set++) {
        int b = 31 - __builtin_clz((unsigned)set), square = 4 * chunk + (b & 3);
        int own = __builtin_popcount((unsigned)set & 15),
            enemy = __builtin_popcount((unsigned)set >> 4);
        sum[set] = IMPOSSIBLE;
        if (square >= u.n->squares)
            continue;
        sum[set] = sum[set ^ 1 << b] + weight(u, (b >> 2) * u.n->squares + square);
        for (int a = 0; a < b; a++)
            sum[set] += set >> a & 1 ? weight(u, net_pair(u.n, chunk, a, b)) : 0;
        if (sum[set] > best[own][enemy])
            best[own][enemy] = sum[set];
    }
}

/* Adds a chunk to best[own][enemy], the largest sum of so many pieces. */
static void add_chunk(int best[COUNTS][COUNTS], int chunk[5][5])
{
    for (int own = COUNTS - 1; own >= 0; own--)
        for (int enemy = COUNTS - 1; enemy >= 0; enemy--) {
            int most = IMPOSSIBLE;
            for (int i = 0; i <= own && i < 5; i++)
                for (int k = 0; k <= enemy && k < 5; k++)
                    if (best[own - i][enemy - k] + chunk[i][k] > most)
                        most = best[own - i][enemy - k] + chunk[i][k];
            best[own][enemy] = most;
        }
}

/* The largest sum of the pieces that are not on the board, in hand or at home. */
static int max_of_counts(struct signed_unit u, int side, int on_board)
{
    const struct net *n = u.n;
    int off = n->pieces - on_board, each = n->pieces + 1, best = IMPOSSIBLE;
    for (int hand = 0; hand <= (n->hands ? off : 0); hand++) {
        int sum = weight(u, net_homes_at(n) + side * each + off - hand);
        if (n->hands)
            sum += weight(u, net_hands_at(n) + side * each + hand);
        best = sum > best ? sum : best;
    }
    return best;
}

/* The largest sum over all positions; also over some that cannot occur, with both sides on
   one square, so the result may be too large but not too small. */
static int max_signed_sum(struct signed_unit u)
{
    int best[COUNTS][COUNTS], chunk[5][5], most = IMPOSSIBLE;
    for (int i = 0; i < COUNTS * COUNTS; i++)
        best[i / COUNTS][i % COUNTS] = i ? IMPOSSIBLE : 0;
    for (int c = 0; c < net_chunks(u.n); c++) {
        max_of_chunk(u, c, chunk);
        add_chunk(best, chunk);
    }
    for (int own = 0; own <= u.n->pieces; own++)
        for (int enemy = 0; enemy <= u.n->pieces; enemy++) {
            int sum =
                best[own][enemy] + max_of_counts(u, 0, own) + max_of_counts(u, 1, enemy);
            most = sum > most ? sum : most;
        }
    return most;
}

int net_max_sum(const struct net *n, int unit)
{
    int up = max_signed_sum((struct signed_unit){n, unit, 1});
    int down = max_signed_sum((struct signed_unit){n, unit, -1});
    return up > down ? up : down;
}
