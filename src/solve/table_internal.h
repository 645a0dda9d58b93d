/* SPDX-License-Identifier: MIT */
/* table_internal.h - an open table, as the files that implement table.h see it.

       table_open.c     reads headers: struct table_section for each layer, its blocks
       table.c          position -> block -> cache_slot -> number
       table_load.c     all blocks at once, without the cache

   A block is a frame in the file (frame.h).  The cache has a fixed number of slots; block b
   goes to slot b % slots and replaces what is there. */
#ifndef SOLVE_TABLE_INTERNAL_H
#define SOLVE_TABLE_INTERNAL_H

#include <stdatomic.h>
#include <string.h>
#include "os/files.h"
#include "os/mutex.h"
#include "solve/frame.h"
#include "solve/table.h"

/* The block of a rank is block_hint[rank / HINT_STEP] or one of those after it. */
enum { HINT_STEP = 2048 };

struct block_entry {
    uint64_t first;         /* rank of its first value */
    uint64_t offset;        /* in the file */
    uint64_t checksum;      /* of the packed bytes */
    uint32_t bytes, values; /* packed bytes; values of one or two bytes */
};

/* One layer. */
struct table_section {
    struct table_layer layer;
    uint64_t offset; /* of its header in the file */
    int predictors;  /* 0: not winning chances, but bytes */
    struct predictor *predictor[LAYOUT_PARTS];
    struct block_entry *block; /* layer.blocks of them */
    uint32_t *block_hint;
    uint64_t first_block; /* the number of its first block in the whole table */
};

/* An unpacked block. */
struct cache_slot {
    struct mutex lock;
    uint64_t block;  /* number in the whole table + 1; 0: the slot is empty */
    uint8_t *values; /* allocated when the slot is first used */
};

/* Buffers for unpacking a block; as many exist as threads used them at the same time. */
struct unpacker {
    struct unpacker *next;
    struct frame *frame;
    uint8_t packed[FRAME_ROOM];
};

struct table {
    struct table_info info;
    struct file_reader file;
    char *path, *text;
    struct table_section *section;
    struct cache_slot *slot;
    uint64_t slots;
    uint32_t max_values; /* values of the largest block */
    struct mutex lock;   /* of the list of unpackers */
    struct unpacker *unpackers;
    atomic_bool damaged;
};

/* The number of value `place` of unpacked values; *upper is another one for bounds, else the same. */
static inline int number_at(enum value_kind kind, const uint8_t *values, uint64_t place,
                            int *upper)
{
    uint16_t pair;
    if (value_kind_bytes(kind) == 1)
        return *upper =
                   kind == VALUE_KIND_STONES8 ? (int8_t)values[place] : values[place];
    if (kind == VALUE_KIND_BOUNDS8) {
        *upper = (int8_t)values[2 * place + 1];
        return (int8_t)values[2 * place];
    }
    memcpy(&pair, values + 2 * place, 2);
    return *upper = pair;
}

/* Bytes of the largest block when unpacked. */
size_t table_block_bytes(const struct table *t);

#endif
