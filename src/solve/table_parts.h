/* SPDX-License-Identifier: MIT */
/* table_parts.h - what the files of a table share: the table itself. */
#ifndef SOLVE_TABLE_PARTS_H
#define SOLVE_TABLE_PARTS_H

#include <pthread.h>
#include <stdatomic.h>
#include "solve/frame.h"
#include "solve/table.h"

/* A value's block is near[rank / NEAR], or one of those behind it. */
enum { NEAR = 2048 };

struct place {
    uint64_t first, offset, checksum;
    uint32_t bytes, values;
};

struct section {
    struct table_layer layer;
    uint64_t offset;
    int models;
    struct model *model[SHAPE_PARTS];
    struct place *block;
    uint32_t *near; /* the block of every NEAR-th value */
    uint64_t first; /* number of its first block among all */
};

struct slot {
    pthread_mutex_t lock;
    uint64_t block; /* number among all blocks + 1; 0: nothing here */
    uint8_t *values;
};

/* Tools for unpacking, as many as threads were at it at once. */
struct tool {
    struct tool *next;
    struct frame *frame;
    uint8_t packed[FRAME_ROOM];
};

struct table {
    struct table_info info;
    int fd;
    char *path, *text;
    struct section *section;
    struct slot *slot;
    uint64_t slots;
    uint32_t most;        /* values of a block */
    pthread_mutex_t lock; /* of the tools */
    struct tool *tools;
    atomic_bool damaged;
};

/* Exactly n bytes, or false; a file cut short while it is open is no signal. */
bool table_read(int fd, void *bytes, size_t n, uint64_t offset);
/* Bytes of the largest block, unpacked. */
size_t table_room(const struct table *t);

#endif
