/* SPDX-License-Identifier: MIT */
/* table.c - probes an open table (table.h).

       table_value     position -> layer and rank -> number -> value
         table_number  the block of the rank, from the cache or from the file
           slot_fill   reads, checks and unpacks a block

   Thread safety: a slot of the cache has its own lock, so threads that probe different
   blocks do not wait for each other; unpackers (buffers) are taken from a common list. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include "solve/table_internal.h"

const struct table_info *table_info(const struct table *t)
{
    return &t->info;
}

struct table_layer table_layer(const struct table *t, int layer)
{
    return t->section[layer].layer;
}

/* A free unpacker, or a new one; NULL: out of memory. */
static struct unpacker *unpacker_take(struct table *t)
{
    mutex_lock(&t->lock);
    struct unpacker *u = t->unpackers;
    if (u)
        t->unpackers = u->next;
    mutex_unlock(&t->lock);
    if (u || !(u = calloc(1, sizeof *u)))
        return u;
    if ((u->frame = frame_new()))
        return u;
    free(u);
    return NULL;
}

static void unpacker_release(struct table *t, struct unpacker *u)
{
    mutex_lock(&t->lock);
    u->next = t->unpackers;
    t->unpackers = u;
    mutex_unlock(&t->lock);
}

/* Whether numbers of one byte are in the range of the layer, and bounds in order. */
static bool in_range(const struct table *t, int layer, const uint8_t *number, int n)
{
    const struct solver *s = t->info.solver;
    bool sign = value_kind_stones(s->kind), good = true;
    int most = s->index.max_value              ? s->index.max_value(t->info.index, layer)
               : s->kind == VALUE_KIND_RESULT8 ? 2
                                               : INT_MAX;
    for (int i = 0; i < n; i++) {
        int v = sign ? (int8_t)number[i] : number[i];
        good &= v <= most && v >= -most;
    }
    for (int i = 0; s->kind == VALUE_KIND_BOUNDS8 && i < n; i += 2)
        good &= (int8_t)number[i] <= (int8_t)number[i + 1];
    return good;
}

/* Reads and unpacks a block with these unpackers. */
static int unpack(struct table *t, struct unpacker *u, int layer,
                  const struct block_entry *at, void *values)
{
    const struct table_section *s = &t->section[layer];
    const struct predictor *p = NULL;
    int n = (int)at->values;
    if (!file_read_at(&t->file, u->packed, at->bytes, at->offset) ||
        frame_checksum(u->packed, at->bytes) != at->checksum)
        return LUS_EFILE;
    if (s->predictors) {
        struct value_layout *layout = frame_layout(u->frame);
        if (!t->info.solver->packing->layout(t->info.index, layer, at->first, n, layout))
            return LUS_EFILE;
        p = s->predictor[layout->part];
    }
    n = p ? n : n * value_kind_bytes(t->info.solver->kind);
    int status = frame_unpack(u->frame, p, u->packed, at->bytes, values, n);
    if (status == 0 && !p && !in_range(t, layer, values, n))
        status = LUS_EFILE;
    return status;
}

int table_block(struct table *t, int layer, uint64_t block, void *values)
{
    const struct block_entry *at = &t->section[layer].block[block];
    struct unpacker *u = unpacker_take(t);
    if (!u)
        return LUS_EMEMORY;
    int status = unpack(t, u, layer, at, values);
    unpacker_release(t, u);
    if (status == LUS_EFILE)
        atomic_store(&t->damaged, true);
    return status < 0 ? status : (int)at->values;
}

uint64_t table_block_first(const struct table *t, int layer, uint64_t block)
{
    return t->section[layer].block[block].first;
}

bool table_damaged(const struct table *t)
{
    return atomic_load(&t->damaged);
}

/* Brings the block into a slot the caller has locked.  0 is an empty slot, so blocks are
   numbered from 1 here. */
static int slot_fill(struct table *t, struct cache_slot *slot, int layer, uint64_t block)
{
    uint64_t number = t->section[layer].first_block + block + 1;
    if (slot->block == number)
        return 0;
    slot->block = 0;
    if (!slot->values && !(slot->values = malloc(table_block_bytes(t))))
        return LUS_EMEMORY;
    int status = table_block(t, layer, block, slot->values);
    if (status < 0)
        return status;
    slot->block = number;
    return 0;
}

/* The block that contains a rank. */
static uint64_t block_of(const struct table_section *s, uint64_t rank)
{
    uint64_t block = s->block_hint[rank / HINT_STEP];
    while (rank - s->block[block].first >= s->block[block].values)
        block++;
    return block;
}

int table_number(struct table *t, int layer, uint64_t rank, int *number)
{
    int upper;
    return table_numbers(t, layer, rank, number, &upper);
}

int table_numbers(struct table *t, int layer, uint64_t rank, int *lower, int *upper)
{
    const struct table_section *s = &t->section[layer];
    uint64_t block = block_of(s, rank), place = rank - s->block[block].first;
    struct cache_slot *slot = &t->slot[(s->first_block + block) % t->slots];
    mutex_lock(&slot->lock);
    int status = slot_fill(t, slot, layer, block);
    if (status == 0)
        *lower = number_at(t->info.solver->kind, slot->values, place, upper);
    mutex_unlock(&slot->lock);
    return status;
}

double value_of_number(enum value_kind kind, int number)
{
    switch (kind) {
    case VALUE_KIND_WIN16:
        return number / 65535.0;
    case VALUE_KIND_RESULT8:
        return number / 2.0;
    default:
        return number;
    }
}

int table_bounds(struct table *t, const lus_pos *p, struct value_bounds *bounds)
{
    const struct table_info *info = &t->info;
    int layer, lower, upper;
    uint64_t rank;
    if (!info->solver->index.rank(info->index, p, &layer, &rank))
        return 0;
    int status = table_numbers(t, layer, rank, &lower, &upper);
    if (status < 0)
        return status;
    *bounds = (struct value_bounds){value_of_number(info->solver->kind, lower),
                                    value_of_number(info->solver->kind, upper)};
    return 1;
}

int table_value(struct table *t, const lus_pos *p, double *value)
{
    struct value_bounds b;
    int status = table_bounds(t, p, &b);
    return bounds_value(status, &b, value);
}
