/* SPDX-License-Identifier: MIT */
/* ur_layout.c - the layout of frames of Ur (see ur_index.h).

   A value is predicted from those of similar positions that come before it in the frame, its
   contexts (solve/layout.h).  Here a context lacks one piece of the track: the block with
   one digit set to 0.

       block     0 2 1 0 1      this block
       context   0 2 1 0 0      digit 0 set to 0
                 0 2 0 0 1      digit 2 set to 0
                 0 0 1 0 1      digit 3 set to 0

   The ranks of a block and of its contexts differ by a number that is computed once per
   block (distance). */
#include "solve/layout.h"
#include "race/ur_index.h"

/* A block, and the pieces available for the digits below each of its digits. */
struct digit_block {
    const struct ur_index *x;
    int digit[UR_MAX_DIGITS]; /* 0 none, 1 own, 2 enemy */
    int own[UR_MAX_DIGITS + 1], enemy[UR_MAX_DIGITS + 1];
    uint64_t skip[UR_MAX_DIGITS]; /* positions with a smaller digit here */
    uint32_t nonzero;             /* digits that are not 0 */
};

/* Positions with digit i less than d, given the pieces for it and the digits below. */
static uint64_t skipped(const struct ur_index *x, int i, int d, int own, int enemy)
{
    uint64_t none = x->weight[i][own][enemy];
    if (d == 0)
        return 0;
    return d == 2 && x->digit[i].own && own ? none + x->weight[i][own - 1][enemy] : none;
}

/* Sets digit i, given the pieces that the higher digits leave. */
static void set_digit(struct digit_block *b, int i, int d)
{
    b->digit[i] = d;
    b->skip[i] = skipped(b->x, i, d, b->own[i + 1], b->enemy[i + 1]);
    b->own[i] = b->own[i + 1] - (d == 1);
    b->enemy[i] = b->enemy[i + 1] - (d == 2);
    b->nonzero = (b->nonzero & ~(1u << i)) | (uint32_t)(d != 0) << i;
}

/* Finds the block of a rank; returns the place in it. */
static uint64_t find_block(struct digit_block *b, const struct ur_index *x, int own,
                           int enemy, uint64_t rank)
{
    b->x = x;
    b->nonzero = 0;
    b->own[x->digits] = own;
    b->enemy[x->digits] = enemy;
    for (int i = x->digits - 1; i >= 0; i--) {
        int d = 0;
        if (rank >= x->weight[i][b->own[i + 1]][b->enemy[i + 1]]) {
            uint64_t two = skipped(x, i, 2, b->own[i + 1], b->enemy[i + 1]);
            bool can_be_own = x->digit[i].own && b->own[i + 1];
            d = can_be_own && rank < two ? 1 : 2;
        }
        set_digit(b, i, d);
        rank -= b->skip[i];
    }
    return rank;
}

/* Whether digit i can be d: the tile exists for that side, and a piece is left for it. */
static bool can_be(const struct digit_block *b, int i, int d)
{
    return d == 1 ? b->x->digit[i].own && b->own[i + 1]
                  : b->x->digit[i].enemy && b->enemy[i + 1];
}

/* Advances to the next block, if there is one. */
static void next_block(struct digit_block *b)
{
    int i = 0, d = 0;
    for (; i < b->x->digits; i++) {
        d = b->digit[i] + 1;
        while (d <= 2 && !can_be(b, i, d))
            d++;
        if (d <= 2)
            break;
    }
    for (; i >= 0 && i < b->x->digits; i--, d = 0)
        set_digit(b, i, d);
}

/* The distance from the block with digit i set to 0 to this block; `lower` is the distance
   from the block with all digits below i set to 0. */
static uint64_t distance(const struct digit_block *b, int i, uint64_t lower)
{
    int own = b->digit[i] == 1, enemy = !own;
    uint64_t far = b->skip[i] + lower;
    for (uint32_t rest = b->nonzero & ((1u << i) - 1); rest; rest &= rest - 1) {
        int j = __builtin_ctz(rest);
        far -=
            skipped(b->x, j, b->digit[j], b->own[j + 1] + own, b->enemy[j + 1] + enemy);
    }
    return far;
}

/* The contexts of a block's rows in the block with digit i set to 0, `far` before it. */
static void context_block(struct value_layout *s, const struct digit_block *b, int i,
                          int far)
{
    int rows = ur_start_count(b->own[0]), lanes = ur_start_count(b->enemy[0]);
    int kind = b->digit[i] - 1, wider = ur_start_count(b->enemy[0] + kind) - lanes;
    if (!wider)
        layout_add_context(s, i, kind, s->n, rows * lanes, far);
    for (int r = 0; wider && r < rows; r++)
        layout_add_context(s, i, kind, s->n + (uint32_t)(r * lanes), lanes,
                           far - r * wider);
}

bool ur_layout(const struct ur_index *x, int own, int enemy, uint64_t first, int n,
               struct value_layout *s)
{
    struct digit_block b;
    uint32_t begin = s->n, end = begin + (uint32_t)n;
    if (find_block(&b, x, own, enemy, first))
        return false;
    for (; s->n < end && !s->failed; next_block(&b)) {
        uint64_t lower = 0, before = s->n - begin;
        int axes = 0;
        for (uint32_t rest = b.nonzero; rest && lower < before; rest &= rest - 1) {
            int i = __builtin_ctz(rest);
            uint64_t far = distance(&b, i, lower);
            lower += b.skip[i]; /* contexts of higher digits are further away */
            if (far > before)
                continue;
            context_block(s, &b, i, (int)far);
            axes++;
        }
        layout_add_tile(s, ur_start_count(b.own[0]), ur_start_count(b.enemy[0]), axes);
    }
    return s->failed || s->n == end;
}

/* Groups of blocks that differ only in low digits, as many as fit. */
int ur_frame_values(const struct ur_index *x, int own, int enemy, uint64_t first,
                    int most)
{
    uint64_t size = ur_layer_size(x, own, enemy), n = 0;
    while (first + n < size) {
        struct digit_block b;
        int i = 0;
        find_block(&b, x, own, enemy, first + n);
        while (i < x->digits && !b.digit[i] &&
               x->weight[i + 1][b.own[i + 1]][b.enemy[i + 1]] <= (uint64_t)most)
            i++;
        uint64_t more = x->weight[i][b.own[i]][b.enemy[i]];
        if (n && n + more > (uint64_t)most)
            break;
        n += more;
    }
    return (int)n;
}
