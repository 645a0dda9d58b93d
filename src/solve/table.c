/* SPDX-License-Identifier: MIT */
/* table.c - an open table, asked: see table.h. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include "solve/table_parts.h"

const struct table_info *table_info(const struct table *t)
{
    return &t->info;
}

struct table_layer table_layer(const struct table *t, int layer)
{
    return t->section[layer].layer;
}

static struct tool *tool_take(struct table *t)
{
    pthread_mutex_lock(&t->lock);
    struct tool *tool = t->tools;
    if (tool)
        t->tools = tool->next;
    pthread_mutex_unlock(&t->lock);
    if (tool || !(tool = calloc(1, sizeof *tool)))
        return tool;
    if ((tool->frame = frame_new()))
        return tool;
    free(tool);
    return NULL;
}

static void tool_give(struct table *t, struct tool *tool)
{
    pthread_mutex_lock(&t->lock);
    tool->next = t->tools;
    t->tools = tool;
    pthread_mutex_unlock(&t->lock);
}

/* Whether numbers of one byte can be values of the layer. */
static bool is_possible(const struct table *t, int layer, const uint8_t *number, int n)
{
    const struct solver *s = t->info.solver;
    bool sign = s->kind == VALUE_KIND_STONES8, good = true;
    int most = s->most                         ? s->most(t->info.index, layer)
               : s->kind == VALUE_KIND_RESULT8 ? 2
                                               : INT_MAX;
    for (int i = 0; i < n; i++) {
        int v = sign ? (int8_t)number[i] : number[i];
        good &= v <= most && v >= -most;
    }
    return good;
}

/* Reads and unpacks a block with these tools. */
static int unpack(struct table *t, struct tool *tool, int layer, const struct place *at,
                  void *values)
{
    const struct section *s = &t->section[layer];
    const struct model *m = NULL;
    int n = (int)at->values;
    if (!table_read(t->fd, tool->packed, at->bytes, at->offset) ||
        frame_checksum(tool->packed, at->bytes) != at->checksum)
        return LUS_EFILE;
    if (s->models) {
        struct shape *shape = frame_shape(tool->frame);
        if (!t->info.solver->shape(t->info.index, layer, at->first, n, shape))
            return LUS_EFILE;
        m = s->model[shape->part];
    }
    int status = frame_unpack(tool->frame, m, tool->packed, at->bytes, values, n);
    if (status == 0 && !m && !is_possible(t, layer, values, n))
        status = LUS_EFILE;
    return status;
}

int table_block(struct table *t, int layer, uint64_t block, void *values)
{
    const struct place *at = &t->section[layer].block[block];
    struct tool *tool = tool_take(t);
    if (!tool)
        return LUS_EMEMORY;
    int status = unpack(t, tool, layer, at, values);
    tool_give(t, tool);
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

/* With the slot locked: the block is in it, or an error. */
static int slot_fill(struct table *t, struct slot *slot, int layer, uint64_t block)
{
    uint64_t number = t->section[layer].first + block + 1;
    if (slot->block == number)
        return 0;
    slot->block = 0;
    if (!slot->values && !(slot->values = malloc(table_room(t))))
        return LUS_EMEMORY;
    int status = table_block(t, layer, block, slot->values);
    if (status < 0)
        return status;
    slot->block = number;
    return 0;
}

/* The block that holds a value. */
static uint64_t block_of(const struct section *s, uint64_t rank)
{
    uint64_t block = s->near[rank / NEAR];
    while (rank - s->block[block].first >= s->block[block].values)
        block++;
    return block;
}

int table_number(struct table *t, int layer, uint64_t rank, int *number)
{
    const struct section *s = &t->section[layer];
    uint64_t block = block_of(s, rank), place = rank - s->block[block].first;
    struct slot *slot = &t->slot[(s->first + block) % t->slots];
    pthread_mutex_lock(&slot->lock);
    int status = slot_fill(t, slot, layer, block);
    if (status == 0) {
        if (t->info.solver->kind == VALUE_KIND_WIN16) {
            uint16_t v;
            memcpy(&v, slot->values + 2 * place, 2);
            *number = v;
        } else {
            *number = t->info.solver->kind == VALUE_KIND_STONES8
                          ? (int8_t)slot->values[place]
                          : slot->values[place];
        }
    }
    pthread_mutex_unlock(&slot->lock);
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

int table_value(struct table *t, const lus_pos *p, double *value)
{
    const struct table_info *info = &t->info;
    int layer, number;
    uint64_t rank;
    if (!info->solver->rank(info->index, p, &layer, &rank))
        return 0;
    int status = table_number(t, layer, rank, &number);
    if (status < 0)
        return status;
    *value = value_of_number(info->solver->kind, number);
    return 1;
}
