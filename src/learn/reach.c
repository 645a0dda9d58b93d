/* SPDX-License-Identifier: MIT */
/* reach.c - how far a hidden unit's sum can go: it must stay within an int16.

   Chunk by chunk, the largest sum of any set with so many own and so many enemy
   pieces; then the best way to spread the pieces over the chunks, hands and homes. */
#include "learn/learn.h"

enum { NEVER = -1000000, MOST = 8 }; /* up to 7 pieces a side */

/* One unit with a sign; best[own][enemy]. */
struct unit {
    const struct net *n;
    int number, sign;
};

static int weight(struct unit u, int input)
{
    return u.sign * u.n->weights[input * NET_HIDDEN + u.number];
}

/* Sums of the sets as in net_expand, the largest by number of pieces. */
static void best_sets(struct unit u, int chunk, int best[5][5])
{
    int sum[NET_SETS] = {0};
    for (int i = 0; i < 25; i++)
        best[i / 5][i % 5] = i ? NEVER : 0;
    for (int set = 1; set < NET_SETS; set++) {
        int b = 31 - __builtin_clz((unsigned)set), square = 4 * chunk + (b & 3);
        int own = __builtin_popcount((unsigned)set & 15),
            enemy = __builtin_popcount((unsigned)set >> 4);
        sum[set] = NEVER;
        if (square >= u.n->squares)
            continue;
        sum[set] = sum[set ^ 1 << b] + weight(u, (b >> 2) * u.n->squares + square);
        for (int a = 0; a < b; a++)
            sum[set] += set >> a & 1 ? weight(u, net_pair(u.n, chunk, a, b)) : 0;
        if (sum[set] > best[own][enemy])
            best[own][enemy] = sum[set];
    }
}

/* best[own][enemy] with one more chunk. */
static void spread(int best[MOST][MOST], int chunk[5][5])
{
    for (int own = MOST - 1; own >= 0; own--)
        for (int enemy = MOST - 1; enemy >= 0; enemy--) {
            int most = NEVER;
            for (int i = 0; i <= own && i < 5; i++)
                for (int k = 0; k <= enemy && k < 5; k++)
                    if (best[own - i][enemy - k] + chunk[i][k] > most)
                        most = best[own - i][enemy - k] + chunk[i][k];
            best[own][enemy] = most;
        }
}

/* The most that the pieces not on the board add, by hand and home. */
static int best_counts(struct unit u, int side, int on_board)
{
    const struct net *n = u.n;
    int off = n->pieces - on_board, each = n->pieces + 1, best = NEVER;
    for (int hand = 0; hand <= (n->hands ? off : 0); hand++) {
        int sum = weight(u, net_homes_at(n) + side * each + off - hand);
        if (n->hands)
            sum += weight(u, net_hands_at(n) + side * each + hand);
        best = sum > best ? sum : best;
    }
    return best;
}

static int reach_up(struct unit u)
{
    int best[MOST][MOST], chunk[5][5], most = NEVER;
    for (int i = 0; i < MOST * MOST; i++)
        best[i / MOST][i % MOST] = i ? NEVER : 0;
    for (int c = 0; c < net_chunks(u.n); c++) {
        best_sets(u, c, chunk);
        spread(best, chunk);
    }
    for (int own = 0; own <= u.n->pieces; own++)
        for (int enemy = 0; enemy <= u.n->pieces; enemy++) {
            int sum =
                best[own][enemy] + best_counts(u, 0, own) + best_counts(u, 1, enemy);
            most = sum > most ? sum : most;
        }
    return most;
}

int net_reach(const struct net *n, int unit)
{
    int up = reach_up((struct unit){n, unit, 1});
    int down = reach_up((struct unit){n, unit, -1});
    return up > down ? up : down;
}
