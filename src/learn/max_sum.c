/* SPDX-License-Identifier: MIT */
/* max_sum.c - see max_sum.h.

   For each chunk of four squares: the largest sum of any set of pieces with so many own
   and so many enemy pieces.  Then dynamic programming over the chunks, and finally over
   the pieces in hand and at home.

   Far pairs connect chunks: there, dynamic programming over the squares, in the direction of
   play.  The state is the pieces on the last WINDOW squares, d squares behind the next one
   at bit d - 1: own pieces in the lower half of its bits, enemy ones in the upper half. */
#include "learn/max_sum.h"

enum {
    IMPOSSIBLE = -1000000,
    COUNTS = 8, /* 0 to 7 pieces of each side */
    WINDOW = 6, /* not less than reach, near and 3 */
    WINDOWS = 1 << (2 * WINDOW),
};

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

/* The largest sums of so many pieces of each side on the first squares of the track. */
struct track_sums {
    int best[WINDOWS][COUNTS][COUNTS];
};

/* What a piece of `side` on `square` adds to the sum with another one of side `other` that is
   d squares behind it. */
static int pair_gain(struct signed_unit u, int square, int side, int other, int d)
{
    const struct net *n = u.n;
    int k = other != side ? d - 1 : n->reach + d - 1, sum = 0;
    int at = (square - 1) % 4, bit = at + 4 * side, behind = at - d + 4 * other;
    if (d <= (other != side ? n->reach : n->near))
        sum += weight(u, net_far_at(n) + NET_FAR * k + 32 * other + square - d);
    if (d <= at)
        sum += weight(u, net_pair(n, (square - 1) / 4, bit < behind ? bit : behind,
                                  bit < behind ? behind : bit));
    return sum;
}

/* What the pieces `content` (bit 0 own, bit 1 enemy) on a square add to the sum. */
static int square_gain(struct signed_unit u, int square, int content, int window)
{
    int sum = 0, at = (square - 1) % 4;
    for (int side = 0; side < 2; side++) {
        if (!(content >> side & 1))
            continue;
        sum += weight(u, side * u.n->squares + square - 1);
        for (int k = 0; k < 2 * WINDOW; k++)
            if (window >> k & 1)
                sum += pair_gain(u, square, side, k / WINDOW, k % WINDOW + 1);
    }
    return content == 3 ? sum + weight(u, net_pair(u.n, (square - 1) / 4, at, 4 + at))
                        : sum;
}

/* The window after a square with this content. */
static int next_window(int window, int content)
{
    int low = (1 << WINDOW) - 1;
    int own = (window << 1 | (content & 1)) & low,
        enemy = (window >> WINDOW << 1 | content >> 1) & low;
    return own | enemy << WINDOW;
}

/* Adds the positions with `window` before a square and `content` on it. */
static void extend(const struct net *n, const struct track_sums *from, int window,
                   int content, int gain, struct track_sums *to)
{
    int next = next_window(window, content), o = content & 1, e = content >> 1;
    for (int own = 0; own + o <= n->pieces; own++)
        for (int enemy = 0; enemy + e <= n->pieces; enemy++) {
            int sum = from->best[window][own][enemy] + gain;
            int *best = &to->best[next][own + o][enemy + e];
            *best = sum > *best ? sum : *best;
        }
}

static void no_sums(struct track_sums *s)
{
    int *best = &s->best[0][0][0];
    for (int i = 0; i < WINDOWS * COUNTS * COUNTS; i++)
        best[i] = IMPOSSIBLE;
}

/* best[own][enemy]: the largest sum of so many pieces on the board, with far pairs.  A window
   with more pieces than a side has is skipped. */
static void max_of_track(struct signed_unit u, int best[COUNTS][COUNTS])
{
    static struct track_sums sums[2]; /* 2 MB: too large for a stack */
    const int low = (1 << WINDOW) - 1;
    no_sums(&sums[0]);
    sums[0].best[0][0][0] = 0;
    for (int square = 1; square <= u.n->squares; square++) {
        const struct track_sums *from = &sums[(square - 1) & 1];
        no_sums(&sums[square & 1]);
        for (int window = 0; window < WINDOWS; window++)
            for (int content = 0; content < 4; content++)
                if (__builtin_popcount((unsigned)(window & low)) <= u.n->pieces &&
                    __builtin_popcount((unsigned)(window >> WINDOW)) <= u.n->pieces)
                    extend(u.n, from, window, content,
                           square_gain(u, square, content, window), &sums[square & 1]);
    }
    for (int i = 0; i < WINDOWS * COUNTS * COUNTS; i++) {
        int sum = (&sums[u.n->squares & 1].best[0][0][0])[i], k = i % (COUNTS * COUNTS);
        int *most = &best[k / COUNTS][k % COUNTS];
        *most = sum > *most ? sum : *most;
    }
}

/* best[own][enemy]: the same without far pairs; also over positions that cannot occur, with
   both sides on one square, so the result may be too large but not too small. */
static void max_of_chunks(struct signed_unit u, int best[COUNTS][COUNTS])
{
    int chunk[5][5];
    for (int c = 0; c < net_chunks(u.n); c++) {
        max_of_chunk(u, c, chunk);
        add_chunk(best, chunk);
    }
}

/* The largest sum over all positions. */
static int max_signed_sum(struct signed_unit u)
{
    int best[COUNTS][COUNTS], most = IMPOSSIBLE;
    for (int i = 0; i < COUNTS * COUNTS; i++)
        best[i / COUNTS][i % COUNTS] = i ? IMPOSSIBLE : 0;
    if (u.n->reach)
        max_of_track(u, best);
    else
        max_of_chunks(u, best);
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
