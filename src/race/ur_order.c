/* SPDX-License-Identifier: MIT */
/* ur_order.c - the order in which the blocks of two layers of Ur are swept
   (see ur_sweep.h).

   The level of a block is the number of squares that the pieces of both sides have advanced
   beyond square 4.  Without a capture every move leads to a higher level or stays in the
   block.  With the highest levels first, in place, one sweep carries every value as far as
   it goes; only captures and passes need more sweeps.

   Blocks of one level do not read each other, with one exception: a piece that enters on
   squares 5..8 and captures changes the owner of that tile and keeps the level.  It changes
   the parity of the tiles 5..8 owned by the first side, so even blocks come first, then odd
   ones.  Where own = enemy, a block and its turned block (sides exchanged) are updated
   together, seen from the side that is ahead behind square 8; if neither is, parity does
   not help, and those few blocks form one chunk. */
#include <stdatomic.h>
#include <stdlib.h>
#include "os/memory.h"
#include "os/parallel.h"
#include "race/ur_sweep.h"

enum {
    ENTRY = 0xf,     /* squares 5..8 of a track */
    PER_CHUNK = 16,  /* blocks: about 80 microseconds */
    MAX_LEVEL = 156, /* all squares from 5 to 16, both sides */
    SERIAL = 2,      /* a step of one chunk */
    PER_TURN = 2048, /* blocks a thread takes at a time */
    STEPS = 3,       /* of a level: even, odd, serial */
    NO_STEP = 0xffff,
};

static int bits(uint32_t mask)
{
    return __builtin_popcount(mask);
}

static int progress(uint32_t track)
{
    int sum = 0;
    for (; track; track &= track - 1)
        sum += __builtin_ctz(track) + 1;
    return sum;
}

bool ur_tracks_make(const struct ur_index *x, uint16_t *track[2])
{
    track[0] = calloc(x->blocks, sizeof *track[0]);
    track[1] = calloc(x->blocks, sizeof *track[1]);
    if (!track[0] || !track[1])
        return false;
    for (uint32_t id = 0; id < x->blocks; id++) {
        uint32_t rest = id;
        for (int d = 0; d < x->digits; d++) {
            int own = x->digit[d].own, enemy = x->digit[d].enemy;
            uint32_t radix = own && enemy ? 3 : 2, digit = rest % radix;
            rest /= radix;
            if (digit == 1 && own)
                track[0][id] |= (uint16_t)(1u << (own - UR_TRACK));
            else if (digit)
                track[1][id] |= (uint16_t)(1u << (enemy - UR_TRACK));
        }
    }
    return true;
}

static int level_of(uint16_t *const track[2], uint32_t id)
{
    return progress(track[0][id]) + progress(track[1][id]);
}

/* Cells of a block; 0: the block has too many pieces. */
static uint32_t block_cells(uint16_t *const track[2], const struct ur_half *h,
                            uint32_t id)
{
    int own = h->own - bits(track[0][id]), enemy = h->enemy - bits(track[1][id]);
    if (own < 0 || enemy < 0)
        return 0;
    return (uint32_t)(ur_start_count(own) * ur_row_cells(ur_start_count(enemy)));
}

bool ur_base_make(const struct ur_index *x, uint16_t *const track[2], struct ur_half *h)
{
    uint32_t at[MAX_LEVEL + 1] = {0}; /* the first cell of the next block of a level */
    h->base = malloc(x->blocks * sizeof *h->base);
    if (!h->base)
        return false;
    for (uint32_t id = 0; id < x->blocks; id++)
        at[level_of(track, id)] += block_cells(track, h, id);
    h->cells = 0;
    for (int level = MAX_LEVEL; level >= 0; level--) {
        uint32_t cells = at[level];
        at[level] = (uint32_t)h->cells;
        h->cells += cells;
    }
    for (uint32_t id = 0; id < x->blocks; id++) {
        uint32_t cells = block_cells(track, h, id);
        h->base[id] = cells ? at[level_of(track, id)] : UR_NO_BLOCK;
        at[level_of(track, id)] += cells;
    }
    return true;
}

/* The step in which a block is updated; NO_STEP: it has too many pieces, or is updated
   together with the turned block. */
static unsigned step_of(const struct ur_sweep *s, uint32_t id)
{
    uint32_t own = s->track[0][id], enemy = s->track[1][id];
    uint32_t rest = own & ~(uint32_t)ENTRY, other = enemy & ~(uint32_t)ENTRY;
    unsigned level = (unsigned)(progress(own) + progress(enemy)) * STEPS;
    if (s->half[0]->base[id] == UR_NO_BLOCK)
        return NO_STEP;
    if (s->half[0] == s->half[1]) {
        if (rest < other || (rest == other && own < enemy))
            return NO_STEP;
        if (rest == other)
            return level + SERIAL;
    }
    return level + (unsigned)(bits(own & ENTRY) & 1);
}

/* Sorts the blocks by step, the highest first, and divides the steps into chunks. */
static void fill(struct ur_order *o, const uint16_t *step, uint32_t blocks,
                 uint32_t *count, unsigned most)
{
    uint32_t at = 0;
    for (unsigned k = most + 1; k-- > 0;) {
        uint32_t n = count[k], per = k % STEPS == SERIAL ? n : PER_CHUNK;
        uint32_t before = o->n_chunks;
        for (uint32_t first = 0; first < n; first += per) {
            o->chunk[o->n_chunks] = at + first;
            o->after[o->n_chunks++] = before;
        }
        count[k] = at;
        at += n;
    }
    o->chunk[o->n_chunks] = o->n_blocks = at;
    for (uint32_t id = 0; id < blocks; id++)
        if (step[id] != NO_STEP)
            o->block[count[step[id]]++] = id;
}

static bool order_make(struct ur_sweep *s)
{
    struct ur_order *o = &s->order;
    uint32_t blocks = s->x->blocks, *count = calloc(NO_STEP, sizeof *count);
    uint16_t *step = malloc(blocks * sizeof *step);
    unsigned most = 0;
    o->block = malloc(blocks * sizeof *o->block);
    o->change = calloc(blocks, sizeof *o->change);
    o->chunk = malloc((blocks + 1) * sizeof *o->chunk);
    o->after = malloc(blocks * sizeof *o->after);
    bool made = count && step && o->block && o->change && o->chunk && o->after;
    for (uint32_t id = 0; made && id < blocks; id++) {
        step[id] = (uint16_t)step_of(s, id);
        if (step[id] == NO_STEP)
            continue;
        count[step[id]]++;
        most = step[id] > most ? step[id] : most;
    }
    if (made)
        fill(o, step, blocks, count, most);
    free(count);
    free(step);
    return made;
}

/* The moves of the pieces on squares 1..4 and in hand with a throw. */
static struct ur_start_moves start_moves_make(const struct ur_set *u, unsigned start,
                                              int throw)
{
    struct ur_start_moves h = {0};
    unsigned on = (unsigned)ur_start_mask[start] << 1;
    for (int from = UR_TRACK - 1; from >= 0; from--) {
        int to = from + throw, n = h.moves + h.entering;
        unsigned next = on & ~UR_BIT(from);
        if (from && !(on & UR_BIT(from)))
            continue;
        if (to < UR_TRACK) {
            if (on & UR_BIT(to))
                continue;
            next |= UR_BIT(to);
            h.kind[n] = u->rosettes & UR_BIT(to) ? UR_STAY_AGAIN : UR_STAY;
        } else {
            h.kind[n] = (uint8_t)(UR_ENTER + to - UR_TRACK);
        }
        h.next[n] = ur_start_rank[next >> 1];
        if (from)
            h.moves++;
        else
            h.entering++;
    }
    return h;
}

bool ur_half_pack(const struct ur_sweep *s, struct ur_half *h)
{
    double *value = huge_alloc((size_t)h->cells * sizeof *value), *to = value;
    for (uint32_t id = 0; value && id < s->x->blocks; id++) {
        if (h->base[id] == UR_NO_BLOCK)
            continue;
        int rows = ur_start_count(h->own - bits(s->track[0][id]));
        int lanes = ur_start_count(h->enemy - bits(s->track[1][id]));
        const double *cell = h->to_move + h->base[id];
        for (int row = 0; row < rows; row++, cell += ur_row_cells(lanes))
            for (int i = 0; i < lanes; i++)
                *to++ = cell[i];
    }
    if (!value)
        return false;
    free(h->to_move);
    h->to_move = value;
    return true;
}

struct each {
    const struct ur_sweep *s;
    struct ur_half *h;
    void (*work)(const struct ur_sweep *s, struct ur_half *h, uint32_t block);
    atomic_uint next;
};

static void each_work(void *arg, int thread)
{
    struct each *e = arg;
    uint32_t blocks = e->s->x->blocks;
    (void)thread;
    for (;;) {
        uint32_t id = atomic_fetch_add(&e->next, PER_TURN);
        if (id >= blocks)
            return;
        for (uint32_t end = id + PER_TURN; id < end && id < blocks; id++)
            if (e->h->base[id] != UR_NO_BLOCK)
                e->work(e->s, e->h, id);
    }
}

void ur_each_block(const struct ur_sweep *s, struct ur_half *h,
                   void (*work)(const struct ur_sweep *s, struct ur_half *h,
                                uint32_t block))
{
    struct each e = {.s = s, .h = h, .work = work};
    parallel_run(s->it.threads > 1 ? s->it.threads : 1, each_work, &e);
}

/* The throws without a legal move, for every row of a block. */
static void no_moves_block(const struct ur_sweep *s, struct ur_half *h, uint32_t id)
{
    uint64_t own = (uint64_t)s->track[0][id] << UR_TRACK;
    uint64_t enemy = (uint64_t)s->track[1][id] << UR_TRACK;
    int left = h->own - bits((uint32_t)own);
    for (int row = 0; row < ur_start_count(left); row++) {
        uint64_t start = ur_start_mask[row];
        uint64_t hand = (uint64_t)(left - bits((uint32_t)start));
        lus_pos p = {{own | start << 1, enemy, hand, 0}};
        for (int t = 0; t < s->r->dice.n_throws; t++)
            if (!ur_targets(s->r, &p, s->r->dice.throws[t].value))
                h->no_move_throws[id][row] |= (uint8_t)(1u << t);
    }
}

bool ur_no_moves_make(const struct ur_sweep *s, struct ur_half *h)
{
    h->no_move_throws = calloc(s->x->blocks, sizeof *h->no_move_throws);
    if (h->no_move_throws)
        ur_each_block(s, h, no_moves_block);
    return h->no_move_throws;
}

bool ur_sweep_make(struct ur_sweep *s)
{
    if (!s->kernel)
        s->kernel = kernel_default();
    for (unsigned start = 0; start < UR_STARTS; start++)
        for (int pips = 1; pips <= 4; pips++)
            s->start_moves[start][pips] = start_moves_make(s->x->set, start, pips);
    for (int t = 0; t < s->r->dice.n_throws; t++) {
        double chance = (double)s->r->dice.throws[t].weight / s->r->dice.weight_sum;
        s->chance[s->r->dice.throws[t].value] = chance;
        for (int set = 0; set < 1 << LUS_MAX_THROWS; set++)
            s->no_move_chance[set] += set >> t & 1 ? chance : 0;
    }
    return order_make(s);
}

void ur_sweep_free(struct ur_sweep *s)
{
    free(s->order.block);
    free(s->order.change);
    free(s->order.chunk);
    free(s->order.after);
    s->order = (struct ur_order){0};
}
