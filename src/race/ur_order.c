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
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include "os/memory.h"
#include "os/parallel.h"
#include "race/race_internal.h"
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

void ur_tracks_free(void *tracks)
{
    struct ur_tracks *t = tracks;
    free(t->of[0]);
    free(t->of[1]);
    free(t);
}

static void tracks_fill(const struct ur_index *x, struct ur_tracks *t)
{
    for (uint32_t id = 0; id < x->blocks; id++) {
        uint32_t rest = id;
        for (int d = 0; d < x->digits; d++) {
            int own = x->digit[d].own, enemy = x->digit[d].enemy;
            uint32_t radix = own && enemy ? 3 : 2, digit = rest % radix;
            rest /= radix;
            if (digit == 1 && own)
                t->of[0][id] |= (uint16_t)(1u << (own - UR_TRACK));
            else if (digit)
                t->of[1][id] |= (uint16_t)(1u << (enemy - UR_TRACK));
        }
    }
}

void *ur_tracks_new(const void *index, int pieces)
{
    const struct ur_index *x = index;
    struct ur_tracks *t = calloc(1, sizeof *t);
    (void)pieces;
    if (!t)
        return NULL;
    t->blocks = x->blocks;
    t->of[0] = calloc(x->blocks, sizeof *t->of[0]);
    t->of[1] = calloc(x->blocks, sizeof *t->of[1]);
    if (t->of[0] && t->of[1]) {
        tracks_fill(x, t);
        return t;
    }
    ur_tracks_free(t);
    return NULL;
}

static int level_of(uint16_t *const track[2], uint32_t id)
{
    return progress(track[0][id]) + progress(track[1][id]);
}

/* Cells of a block; 0: the block has too many pieces. */
static uint32_t block_cells(uint16_t *const track[2], const struct race_half *h,
                            uint32_t id)
{
    int own = h->own - bits(track[0][id]), enemy = h->enemy - bits(track[1][id]);
    if (own < 0 || enemy < 0)
        return 0;
    return (uint32_t)(ur_start_count(own) * ur_row_cells(ur_start_count(enemy)));
}

bool ur_half_make(const void *index, const void *tracks, struct race_half *h)
{
    const struct ur_index *x = index;
    uint16_t *const *track = ((const struct ur_tracks *)tracks)->of;
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
static void fill(struct ur_sweep *s, const uint16_t *step, uint32_t blocks,
                 uint32_t *count, unsigned most)
{
    struct ur_order *o = &s->order;
    struct race_order *chunks = &s->race.order;
    uint32_t at = 0;
    for (unsigned k = most + 1; k-- > 0;) {
        uint32_t n = count[k], per = k % STEPS == SERIAL ? n : PER_CHUNK;
        uint32_t before = chunks->n_chunks;
        for (uint32_t first = 0; first < n; first += per) {
            o->chunk[chunks->n_chunks] = at + first;
            chunks->after[chunks->n_chunks++] = before;
        }
        count[k] = at;
        at += n;
    }
    o->chunk[chunks->n_chunks] = o->n_blocks = at;
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
    s->race.order.after = malloc(blocks * sizeof(uint32_t));
    bool made = count && step && o->block && o->change && o->chunk && s->race.order.after;
    for (uint32_t id = 0; made && id < blocks; id++) {
        step[id] = (uint16_t)step_of(s, id);
        if (step[id] == NO_STEP)
            continue;
        count[step[id]]++;
        most = step[id] > most ? step[id] : most;
    }
    if (made)
        fill(s, step, blocks, count, most);
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

/* ---- values ---- */

/* The block that contains a rank: ranks are in the order of blocks. */
static uint32_t block_at(const struct race_half *h, uint32_t blocks, uint64_t rank)
{
    uint32_t low = 0, high = blocks;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (h->first_rank[middle] <= rank)
            low = middle;
        else
            high = middle;
    }
    return low;
}

void ur_values(const struct race_values *v, uint64_t rank, uint64_t n, double *out)
{
    const struct ur_tracks *t = v->data;
    const struct race_half *h = v->half;
    double block[UR_STARTS * UR_STARTS];
    for (uint32_t id = block_at(h, t->blocks, rank); n; id++) {
        if (h->base[id] == UR_NO_BLOCK)
            continue;
        int lanes = ur_start_count(h->enemy - bits(t->of[1][id]));
        int stride = ur_row_cells(lanes);
        bool good = race_rows_cells(v->job, h, RACE_THROWING, h->base[id],
                                    block_cells(t->of, h, id), block);
        uint64_t end = h->first_rank[id + 1];
        for (; n && rank < end; rank++, n--) {
            int place = (int)(rank - h->first_rank[id]);
            *out++ = good ? block[place / lanes * stride + place % lanes] : NAN;
        }
    }
}

/* Sets the first rank of each block. */
static bool first_ranks_make(const struct ur_sweep *s, struct race_half *h)
{
    uint32_t rank = 0, blocks = s->x->blocks;
    if (h->first_rank)
        return true;
    h->first_rank = malloc((blocks + 1) * sizeof *h->first_rank);
    for (uint32_t id = 0; h->first_rank && id < blocks; id++) {
        h->first_rank[id] = rank;
        if (h->base[id] != UR_NO_BLOCK)
            rank += (uint32_t)(ur_start_count(h->own - bits(s->track[0][id])) *
                               ur_start_count(h->enemy - bits(s->track[1][id])));
    }
    if (h->first_rank)
        h->first_rank[blocks] = rank;
    return h->first_rank;
}

/* ---- blocks ---- */

struct each {
    const struct ur_sweep *s;
    struct race_half *h;
    void (*work)(const struct ur_sweep *s, struct race_half *h, uint32_t block);
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

void ur_each_block(const struct ur_sweep *s, struct race_half *h,
                   void (*work)(const struct ur_sweep *s, struct race_half *h,
                                uint32_t block))
{
    struct each e = {.s = s, .h = h, .work = work};
    parallel_run(s->race.it.threads > 1 ? s->race.it.threads : 1, each_work, &e);
}

/* The throws without a legal move, for every row of a block. */
static void no_moves_block(const struct ur_sweep *s, struct race_half *h, uint32_t id)
{
    uint64_t own = (uint64_t)s->track[0][id] << UR_TRACK;
    uint64_t enemy = (uint64_t)s->track[1][id] << UR_TRACK;
    int left = h->own - bits((uint32_t)own);
    for (int row = 0; row < ur_start_count(left); row++) {
        uint64_t start = ur_start_mask[row];
        uint64_t hand = (uint64_t)(left - bits((uint32_t)start));
        lus_pos p = {{own | start << 1, enemy, hand, 0}};
        for (int t = 0; t < s->race.r->dice.n_throws; t++)
            if (!ur_targets(s->race.r, &p, s->race.r->dice.throws[t].value))
                h->no_move_throws[id][row] |= (uint8_t)(1u << t);
    }
}

static bool no_moves_make(const struct ur_sweep *s, struct race_half *h)
{
    if (h->no_move_throws)
        return true;
    h->no_move_throws = calloc(s->x->blocks, sizeof *h->no_move_throws);
    if (h->no_move_throws)
        ur_each_block(s, h, no_moves_block);
    return h->no_move_throws;
}

/* ---- the sweep ---- */

/* A half of an earlier layer; NULL: one side has no pieces left. */
static struct race_half *earlier(const struct race_sweep *s, int own, int enemy)
{
    return own && enemy ? &s->half[own][enemy] : NULL;
}

static void halves_set(struct ur_sweep *s)
{
    const struct race_sweep *race = &s->race;
    for (int i = 0; i < 2; i++) {
        int own = i ? race->enemy : race->own, enemy = i ? race->own : race->enemy;
        s->half[i] = &race->half[own][enemy];
        s->off[i] = earlier(race, own - 1, enemy);
        s->less[i] = earlier(race, own, enemy - 1);
    }
}

static void chances_set(struct ur_sweep *s)
{
    const struct dice_rules *dice = &s->race.r->dice;
    for (int t = 0; t < dice->n_throws; t++) {
        double chance = (double)dice->throws[t].weight / dice->weight_sum;
        s->chance[dice->throws[t].value] = chance;
        for (int set = 0; set < 1 << LUS_MAX_THROWS; set++)
            s->no_move_chance[set] += set >> t & 1 ? chance : 0;
    }
}

bool ur_sweep_make(struct race_sweep *race)
{
    struct ur_sweep *s = (struct ur_sweep *)race;
    const struct ur_tracks *tracks = race->data;
    s->x = race->x;
    s->track[0] = tracks->of[0];
    s->track[1] = tracks->of[1];
    halves_set(s);
    for (unsigned start = 0; start < UR_STARTS; start++)
        for (int pips = 1; pips <= 4; pips++)
            s->start_moves[start][pips] = start_moves_make(s->x->set, start, pips);
    chances_set(s);
    for (int i = 0; i < 2; i++)
        if (!no_moves_make(s, s->half[i]) || !first_ranks_make(s, s->half[i]))
            return false;
    return order_make(s);
}

void ur_sweep_free(struct race_sweep *race)
{
    struct ur_sweep *s = (struct ur_sweep *)race;
    free(s->order.block);
    free(s->order.change);
    free(s->order.chunk);
    free(race->order.after);
    s->order = (struct ur_order){0};
    race->order = (struct race_order){0};
}
