/* SPDX-License-Identifier: MIT */
/* frame.h - packs and unpacks one frame of a table; the only file that uses zstd and
   xxHash.  A program built without them (make TABLES=no) has no tables.

   A frame is up to FRAME_VALUES values of one or two bytes.  For winning chances the
   residuals of the predictor (predictor.h) are packed as bits (rice.h); all other values are
   bytes, packed by zstd. */
#ifndef SOLVE_FRAME_H
#define SOLVE_FRAME_H

#include <stddef.h>
#include "solve/predictor.h"
#include "solve/rice.h"

enum {
    FRAME_VALUES = 4096, /* values of a frame, at most */
    FRAME_MAX_BYTES = 2 * FRAME_VALUES,
    FRAME_ROOM = RICE_ROOM(FRAME_VALUES), /* bytes of a packed frame, at most */
};

/* Whether the program was built with zstd and xxHash. */
bool frame_able(void);
/* XXH3, 64 bits. */
uint64_t frame_checksum(const void *bytes, size_t n);
/* The same of n bytes of a file from `offset` on.  Returns 0, LUS_EFILE if they cannot be read, or
   LUS_EMEMORY: then the file may be intact. */
int frame_checksum_file(int fd, uint64_t offset, uint64_t n, uint64_t *sum);

struct frame;
/* The buffers of one thread, to be freed with frame_free; NULL: out of memory, or a program
   without tables. */
struct frame *frame_new(void);
/* NULL is allowed. */
void frame_free(struct frame *f);
/* An empty layout, owned by f, for the caller to fill before winning chances are packed or
   unpacked. */
struct value_layout *frame_layout(struct frame *f);
/* Packs into `packed`, which has room for FRAME_ROOM bytes: n bytes without a predictor, n
   values of two bytes in the layout of f with one.  Returns the number of bytes, or
   LUS_EMEMORY. */
int frame_pack(struct frame *f, const struct predictor *p, const void *values, int n,
               void *packed);
/* Unpacks exactly n bytes, or n values.  Returns 0, or LUS_EFILE or LUS_EMEMORY; `values` is then
   undefined. */
int frame_unpack(struct frame *f, const struct predictor *p, const void *packed,
                 size_t bytes, void *values, int n);

#endif
