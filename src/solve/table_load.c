/* SPDX-License-Identifier: MIT */
/* table_load.c - reads a whole table into memory (see table.h), one layer after another, its
   blocks on all threads. */
#include <stdatomic.h>
#include <stdlib.h>
#include "os/memory.h"
#include "os/parallel.h"
#include "solve/frame.h"
#include "solve/table.h"

struct table_loader {
    struct table *t;
    uint16_t **value;
    int layer;
    atomic_ullong next;
    atomic_int status;
};

/* One-byte numbers are widened to two bytes, with their sign for stones; bounds become one
   little-endian number. */
static int load_block(const struct table_loader *l, uint64_t block, uint16_t *value)
{
    enum value_kind kind = table_info(l->t)->solver->kind;
    uint8_t bytes[FRAME_MAX_BYTES];
    if (kind == VALUE_KIND_WIN16)
        return table_block(l->t, l->layer, block, value);
    int n = table_block(l->t, l->layer, block, bytes);
    for (int i = 0; i < n; i++)
        value[i] =
            (uint16_t)(kind == VALUE_KIND_BOUNDS8   ? bytes[2 * i] | bytes[2 * i + 1] << 8
                       : kind == VALUE_KIND_STONES8 ? (int8_t)bytes[i]
                                                    : bytes[i]);
    return n;
}

static void load_blocks(void *arg, int thread)
{
    struct table_loader *l = arg;
    struct table_layer layer = table_layer(l->t, l->layer);
    (void)thread;
    for (;;) {
        uint64_t block = atomic_fetch_add(&l->next, 1);
        if (block >= layer.blocks || atomic_load(&l->status))
            return;
        int n = load_block(l, block,
                           l->value[l->layer] + table_block_first(l->t, l->layer, block));
        if (n < 0)
            atomic_store(&l->status, n);
    }
}

int table_load(struct table *t, int threads, uint16_t ***value)
{
    int layers = table_info(t)->layers;
    struct table_loader l = {.t = t, .value = calloc((size_t)layers, sizeof *l.value)};
    if (!l.value)
        return LUS_EMEMORY;
    for (l.layer = 0; l.layer < layers && !atomic_load(&l.status); l.layer++) {
        size_t n = (size_t)table_layer(t, l.layer).positions;
        if (!(l.value[l.layer] = huge_alloc(n * sizeof(uint16_t)))) {
            atomic_store(&l.status, LUS_EMEMORY);
            break;
        }
        atomic_store(&l.next, 0);
        parallel_run(threads, load_blocks, &l);
    }
    if (!atomic_load(&l.status)) {
        *value = l.value;
        return 0;
    }
    table_unload(t, l.value);
    return atomic_load(&l.status);
}

void table_unload(const struct table *t, uint16_t **value)
{
    for (int i = 0; value && i < table_info(t)->layers; i++)
        free(value[i]);
    free(value);
}
