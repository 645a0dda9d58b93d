/* SPDX-License-Identifier: MIT */
/* ur_order.c - in which order the blocks of two layers are swept.

   The level of a block is how far both sides' pieces are behind square 4.  Without a
   capture every move from a block leads to a higher level (or stays in the block), so
   highest levels first, in place, one sweep carries every value as far as it goes: only
   captures and passes need more sweeps.

   In a level blocks do not read each other but for one case: a piece enters on square
   5..8 and takes the one there, which changes the owner of that tile and keeps the sum.
   It changes the parity of the tiles 5..8 that the first side owns, so even blocks come
   first, then odd ones.  Where own = enemy a block and its turned one are the same work,
   seen from the side that is ahead behind square 8; if neither is, parity does not help
   and those few blocks are one chunk. */
#include <stdatomic.h>
#include <stdlib.h>
#include "os/parallel.h"
#include "solve/pages.h"
#include "solve/ur_sweep.h"

enum {
    ENTRY = 0xf,     /* squares 5..8 in a lane mask */
    PER_CHUNK = 16,  /* blocks: about 80 microseconds */
    MAX_LEVEL = 156, /* all squares from 5 to 16, both sides */
    SERIAL = 2,      /* a step done by one thread */
    PER_TURN = 2048, /* blocks a thread takes at once to begin with */
    STEPS = 3,       /* of a level: even, odd, serial */
    NO_STEP = 0xffff,
};

static int bits(uint32_t mask)
{
    return __builtin_popcount(mask);
}

static int progress(uint32_t lane)
{
    int sum = 0;
    for (; lane; lane &= lane - 1)
        sum += __builtin_ctz(lane) + 1;
    return sum;
}

bool ur_lanes_make(const struct ur_index *x, uint16_t *lane[2])
{
    lane[0] = calloc(x->blocks, sizeof *lane[0]);
    lane[1] = calloc(x->blocks, sizeof *lane[1]);
    if (!lane[0] || !lane[1])
        return false;
    for (uint32_t id = 0; id < x->blocks; id++) {
        uint32_t rest = id;
        for (int d = 0; d < x->digits; d++) {
            int own = x->digit[d].own, enemy = x->digit[d].enemy;
            uint32_t radix = own && enemy ? 3 : 2, digit = rest % radix;
            rest /= radix;
            if (digit == 1 && own)
                lane[0][id] |= (uint16_t)(1u << (own - UR_LANE));
            else if (digit)
                lane[1][id] |= (uint16_t)(1u << (enemy - UR_LANE));
        }
    }
    return true;
}

static int level_of(uint16_t *const lane[2], uint32_t id)
{
    return progress(lane[0][id]) + progress(lane[1][id]);
}

/* Cells of a block; 0: it has too many pieces. */
static uint32_t block_cells(uint16_t *const lane[2], const struct ur_half *h, uint32_t id)
{
    int own = h->own - bits(lane[0][id]), enemy = h->enemy - bits(lane[1][id]);
    if (own < 0 || enemy < 0)
        return 0;
    return (uint32_t)(ur_start_count(own) * ur_row_cells(ur_start_count(enemy)));
}

bool ur_base_make(const struct ur_index *x, uint16_t *const lane[2], struct ur_half *h)
{
    uint32_t at[MAX_LEVEL + 1] = {0}; /* where the next block of a level begins */
    h->base = malloc(x->blocks * sizeof *h->base);
    if (!h->base)
        return false;
    for (uint32_t id = 0; id < x->blocks; id++)
        at[level_of(lane, id)] += block_cells(lane, h, id);
    h->cells = 0;
    for (int level = MAX_LEVEL; level >= 0; level--) {
        uint32_t cells = at[level];
        at[level] = (uint32_t)h->cells;
        h->cells += cells;
    }
    for (uint32_t id = 0; id < x->blocks; id++) {
        uint32_t cells = block_cells(lane, h, id);
        h->base[id] = cells ? at[level_of(lane, id)] : UR_NO_BLOCK;
        at[level_of(lane, id)] += cells;
    }
    return true;
}

/* Which step of the sweep a block is in; NO_STEP: too many pieces, or it comes along
   with the turned block. */
static unsigned step_of(const struct ur_sweep *s, uint32_t id)
{
    uint32_t own = s->lane[0][id], enemy = s->lane[1][id];
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

/* Sorts the blocks by step, the highest first, and cuts the steps into chunks. */
static bool fill(struct ur_order *o, const uint16_t *step, uint32_t blocks,
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
    return true;
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

/* What the pieces of a start and the hand can do with a throw. */
static struct ur_hop hop_make(const struct ur_set *u, unsigned start, int throw)
{
    struct ur_hop h = {0};
    unsigned on = (unsigned)ur_start_mask[start] << 1;
    for (int from = UR_LANE - 1; from >= 0; from--) {
        int to = from + throw, n = h.moves + h.entering;
        unsigned next = on & ~UR_BIT(from);
        if (from && !(on & UR_BIT(from)))
            continue;
        if (to < UR_LANE) {
            if (on & UR_BIT(to))
                continue;
            next |= UR_BIT(to);
            h.kind[n] = u->rosettes & UR_BIT(to) ? UR_STAY_AGAIN : UR_STAY;
        } else {
            h.kind[n] = (uint8_t)(UR_ENTER + to - UR_LANE);
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
    double *value = pages_new((size_t)h->cells * sizeof *value), *to = value;
    for (uint32_t id = 0; value && id < s->x->blocks; id++) {
        if (h->base[id] == UR_NO_BLOCK)
            continue;
        int rows = ur_start_count(h->own - bits(s->lane[0][id]));
        int lanes = ur_start_count(h->enemy - bits(s->lane[1][id]));
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

/* Which throws pass, for every row of a block. */
static void pass_block(const struct ur_sweep *s, struct ur_half *h, uint32_t id)
{
    uint64_t own = (uint64_t)s->lane[0][id] << UR_LANE;
    uint64_t enemy = (uint64_t)s->lane[1][id] << UR_LANE;
    int left = h->own - bits((uint32_t)own);
    for (int row = 0; row < ur_start_count(left); row++) {
        uint64_t start = ur_start_mask[row];
        uint64_t hand = (uint64_t)(left - bits((uint32_t)start));
        lus_pos p = {{own | start << 1, enemy, hand, 0}};
        for (int t = 0; t < s->r->dice.n_throws; t++)
            if (!ur_targets(s->r, &p, s->r->dice.throws[t].value))
                h->pass[id][row] |= (uint8_t)(1u << t);
    }
}

bool ur_pass_make(const struct ur_sweep *s, struct ur_half *h)
{
    h->pass = calloc(s->x->blocks, sizeof *h->pass);
    if (h->pass)
        ur_each_block(s, h, pass_block);
    return h->pass;
}

bool ur_sweep_make(struct ur_sweep *s)
{
    for (unsigned start = 0; start < UR_STARTS; start++)
        for (int pips = 1; pips <= 4; pips++)
            s->hop[start][pips] = hop_make(s->x->set, start, pips);
    for (int t = 0; t < s->r->dice.n_throws; t++) {
        double chance = (double)s->r->dice.throws[t].weight / s->r->dice.weight_sum;
        s->chance[s->r->dice.throws[t].value] = chance;
        for (int set = 0; set < 1 << LUS_MAX_THROWS; set++)
            s->pass_chance[set] += set >> t & 1 ? chance : 0;
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
