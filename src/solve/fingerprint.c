/* SPDX-License-Identifier: MIT */
/* fingerprint.c - see fingerprint.h.

   Hashed are the throws and, for about 4,096 fixed positions (at least 64 of each layer), all
   moves with the positions they lead to.  A changed rule that none of these positions shows
   is not noticed; `table verify` would find it.  The hashes of moves are added, so the order
   in which a game lists them does not matter. */
#include <string.h>
#include "solve/fingerprint.h"
#include "solve/frame.h"

enum { SAMPLES = 4096, MIN_PER_LAYER = 64, EDGE = 4096 };

/* What is hashed of one move; all bytes are defined. */
struct move_effect {
    lus_pos next;
    lus_move move;
    int32_t throw, again, result, unused;
};

/* The hash of one move: throw, move, position after it, result, who throws next. */
static uint64_t hash_effect(const lus_rules *r, const lus_pos *p, int throw, lus_move m)
{
    struct move_effect e;
    memset(&e, 0, sizeof e);
    e.next = *p;
    e.move = m;
    e.throw = throw;
    if (m == LUS_PASS && r->no_move_ends)
        r->settle(r, &e.next, LUS_BY_NO_MOVE);
    else
        e.again =
            m == LUS_PASS ? r->pass(r, &e.next, throw) : r->play(r, &e.next, throw, m);
    e.result = r->result(r, &e.next);
    return frame_checksum(&e, sizeof e);
}

/* All moves with all throws, and the pass where there is no move. */
static uint64_t hash_position(const lus_rules *r, const lus_pos *p)
{
    uint64_t sum = frame_checksum(p, sizeof *p);
    int result = r->result(r, p);
    if (result != LUS_ONGOING)
        return sum + (uint64_t)(unsigned)result;
    for (int t = 0; t < r->dice.n_throws; t++) {
        lus_move list[LUS_MAX_MOVES];
        int throw = r->dice.throws[t].value, n = r->moves(r, p, throw, list);
        if (n == 0)
            list[n++] = LUS_PASS;
        for (int i = 0; i < n; i++)
            sum += hash_effect(r, p, throw, list[i]);
    }
    return sum;
}

/* Pseudo-random ranks of a layer, always the same: half of them from the whole layer, the
   others near its beginning and its end, where pieces have hardly moved or are almost
   home. */
static uint64_t hash_layer(const struct solver *s, const lus_rules *r, const void *index,
                           int layer, int samples)
{
    uint64_t size = s->index.layer_size(index, layer), sum = size;
    uint64_t edge = size < EDGE ? size : EDGE;
    uint64_t random = UINT64_C(0x9e3779b97f4a7c15) * (uint64_t)(layer + 1);
    for (int i = 0; i < samples; i++) {
        random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        uint64_t rank = (random >> 11) % (i % 2 ? size : edge);
        if (i % 4 == 0)
            rank = size - 1 - rank;
        lus_pos p;
        s->index.unrank(index, layer, rank, &p);
        uint64_t pair[2] = {rank, hash_position(r, &p)};
        sum += frame_checksum(pair, sizeof pair);
    }
    return sum;
}

uint64_t rules_fingerprint(const struct solver *s, const lus_rules *r, const void *index)
{
    int layers = s->index.layers(index);
    int samples = SAMPLES / layers > MIN_PER_LAYER ? SAMPLES / layers : MIN_PER_LAYER;
    uint64_t sum = 0;
    for (int t = 0; t < r->dice.n_throws; t++)
        sum = sum * 31 +
              (uint64_t)(r->dice.throws[t].value * 256 + r->dice.throws[t].weight);
    for (int layer = 0; layer < layers; layer++) {
        uint64_t pair[2] = {sum, hash_layer(s, r, index, layer, samples)};
        sum = frame_checksum(pair, sizeof pair);
    }
    return sum;
}
