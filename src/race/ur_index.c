/* SPDX-License-Identifier: MIT */
/* ur_index.c - see ur_index.h.

   A rank counts the positions that come before, digit by digit from the most significant
   one.  weight[i][own][enemy] is how many ways there are to fill the lower i digits, the
   starts and the hands with so many pieces:

       weight[0][own][enemy]      starts of both sides
       weight[i + 1][own][enemy]  digit i is empty:   weight[i][own][enemy]
                                  or has an own piece: + weight[i][own - 1][enemy]
                                  or an enemy one:     + weight[i][own][enemy - 1]

   The layer size is the weight of all digits. */
#include "race/ur_index.h"

const uint8_t ur_start_mask[UR_STARTS] = {0, 1,  2,  4, 8,  3,  5,  6,
                                          9, 10, 12, 7, 11, 13, 14, 15};
const uint8_t ur_start_rank[UR_STARTS] = {0, 1, 2, 5,  3,  6,  7,  11,
                                          4, 8, 9, 12, 10, 13, 14, 15};

static int bits(uint32_t mask)
{
    return __builtin_popcount(mask);
}

/* The tiles of the track; the one nearest to home is the least significant. */
static void make_digits(struct ur_index *x)
{
    const struct ur_set *u = x->set;
    for (int s = u->length; s >= UR_TRACK; s--) {
        int meet = ur_meet(u, s);
        x->digit[x->digits++] = (struct ur_digit){(int8_t)s, (int8_t)meet};
        if (!meet)
            x->digit[x->digits++] = (struct ur_digit){0, (int8_t)s};
    }
}

/* The number of a block is a number in a mixed radix: own and enemy track add up to it. */
static void make_ids(struct ur_index *x)
{
    uint32_t place = 1;
    for (int d = 0; d < x->digits; d++) {
        int own = x->digit[d].own, enemy = x->digit[d].enemy;
        for (uint32_t track = 0; track < UR_MAX_TRACK; track++) {
            if (own && track >> (own - UR_TRACK) & 1)
                x->own_id[track] += place;
            if (enemy && track >> (enemy - UR_TRACK) & 1)
                x->enemy_id[track] += own ? 2 * place : place;
        }
        place *= own && enemy ? 3 : 2;
    }
    x->blocks = place;
}

/* From no digit to all of them, as above. */
static void make_weights(struct ur_index *x)
{
    for (int own = 0; own <= UR_MAX_PIECES; own++)
        for (int enemy = 0; enemy <= UR_MAX_PIECES; enemy++)
            x->weight[0][own][enemy] =
                (uint64_t)ur_start_count(own) * (uint64_t)ur_start_count(enemy);
    for (int i = 0; i < x->digits; i++)
        for (int own = 0; own <= UR_MAX_PIECES; own++)
            for (int enemy = 0; enemy <= UR_MAX_PIECES; enemy++) {
                uint64_t sum = x->weight[i][own][enemy];
                if (x->digit[i].own && own)
                    sum += x->weight[i][own - 1][enemy];
                if (x->digit[i].enemy && enemy)
                    sum += x->weight[i][own][enemy - 1];
                x->weight[i + 1][own][enemy] = sum;
            }
}

void ur_index_make(struct ur_index *x, const struct ur_set *set)
{
    *x = (struct ur_index){.set = set};
    make_digits(x);
    make_ids(x);
    make_weights(x);
}

uint64_t ur_layer_size(const struct ur_index *x, int own, int enemy)
{
    return x->weight[x->digits][own][enemy];
}

void ur_left(const lus_pos *p, int *own, int *enemy)
{
    *own = ur_hand(p) + bits((uint32_t)p->w[0]);
    *enemy = (int)(p->w[2] >> 8) + bits((uint32_t)p->w[1]);
}

/* `own` and `enemy` are the pieces that are left for the lower digits, starts and hands. */
uint64_t ur_rank(const struct ur_index *x, const lus_pos *p)
{
    uint32_t own_mask = (uint32_t)p->w[0], enemy_mask = (uint32_t)p->w[1];
    uint64_t rank = 0;
    int own, enemy;
    ur_left(p, &own, &enemy);
    for (int i = x->digits - 1; i >= 0; i--) {
        int s = x->digit[i].own, e = x->digit[i].enemy;
        int mine = s && own_mask >> s & 1, theirs = e && enemy_mask >> e & 1;
        if (mine || theirs) { /* the digit 0 comes first */
            rank += x->weight[i][own][enemy];
            if (theirs && s && own) /* then 1 */
                rank += x->weight[i][own - 1][enemy];
        }
        own -= mine;
        enemy -= theirs;
    }
    return rank +
           (uint64_t)ur_start_rank[own_mask >> 1 & 15] * (uint64_t)ur_start_count(enemy) +
           ur_start_rank[enemy_mask >> 1 & 15];
}

/* The inverse: each digit is the largest one before which at most `rank` positions come. */
void ur_unrank(const struct ur_index *x, int own, int enemy, uint64_t rank, lus_pos *p)
{
    uint64_t own_mask = 0, enemy_mask = 0;
    for (int i = x->digits - 1; i >= 0; i--) {
        int s = x->digit[i].own, e = x->digit[i].enemy;
        if (rank < x->weight[i][own][enemy])
            continue;
        rank -= x->weight[i][own][enemy];
        uint64_t ones = s && own ? x->weight[i][own - 1][enemy] : 0;
        if (rank < ones) {
            own_mask |= UR_BIT(s);
            own--;
        } else {
            rank -= ones;
            enemy_mask |= UR_BIT(e);
            enemy--;
        }
    }
    unsigned starts = (unsigned)ur_start_count(enemy);
    unsigned mine = ur_start_mask[rank / starts], theirs = ur_start_mask[rank % starts];
    uint64_t hand = (uint64_t)(own - bits(mine)),
             other = (uint64_t)(enemy - bits(theirs));
    *p =
        (lus_pos){{own_mask | mine << 1, enemy_mask | theirs << 1, hand | other << 8, 0}};
}
