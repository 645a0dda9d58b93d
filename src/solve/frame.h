/* SPDX-License-Identifier: MIT */
/* frame.h - one frame of a table, packed and unpacked; the only file that knows zstd and
   xxHash.  Built without them (make TABLES=no) frame_able() is false and there are no
   tables.

   A frame is up to FRAME_VALUES numbers of 1 or 2 bytes.  Those of 1 byte are packed by
   zstd.  Of those of 2 bytes the model of their part of the layer takes away what is
   expected (model.h), and what is left is packed as bits (rice.h). */
#ifndef SOLVE_FRAME_H
#define SOLVE_FRAME_H

#include <stddef.h>
#include "solve/model.h"
#include "solve/rice.h"

enum {
    FRAME_VALUES = 4096, /* the most a frame of a file may hold */
    FRAME_MAX_BYTES = 2 * FRAME_VALUES,
    FRAME_ROOM = RICE_ROOM(FRAME_VALUES), /* of a packed frame */
};

bool frame_able(void);
uint64_t frame_checksum(const void *bytes, size_t n);

/* Tools of one thread. */
struct frame;
struct frame *frame_new(void);
void frame_free(struct frame *f);
/* For the caller to fill before values of 2 bytes are packed or unpacked. */
struct shape *frame_shape(struct frame *f);
/* Bytes written to `packed` (room FRAME_ROOM); negative: an error.  Without a model they
   are n values of 1 byte, with one those of the shape. */
int frame_pack(struct frame *f, const struct model *m, const void *values, int n,
               void *packed);
/* Exactly n values, or an error and nothing to rely on in `values`. */
int frame_unpack(struct frame *f, const struct model *m, const void *packed, size_t bytes,
                 void *values, int n);

#endif
