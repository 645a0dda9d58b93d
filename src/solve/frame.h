/* SPDX-License-Identifier: MIT */
/* frame.h - one block of a table, packed and unpacked; the only file that knows zstd and
   xxHash.  Built without them (make TABLES=no) frame_able() is false and there are no
   tables.

   A block is up to FRAME_VALUES numbers of 1 or 2 bytes.  Numbers of 2 bytes are replaced
   by their difference from a guess made of numbers before them (struct frame_guide),
   small differences of either sign become small numbers (0, -1, 1, -2, ... are 0, 1, 2,
   3), the low bytes come first, then the high bytes, and zstd packs that. */
#ifndef SOLVE_FRAME_H
#define SOLVE_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    FRAME_VALUES = 8192, /* 16 KiB: a cold probe unpacks one */
    FRAME_MAX_BYTES = 2 * FRAME_VALUES,
    FRAME_ROOM = FRAME_MAX_BYTES + FRAME_MAX_BYTES / 8 + 512, /* of a packed block */
};

/* Which numbers of the same block a number is guessed from: those so far back on three
   axes, 0 where there is none, as if all lay on a plane (or its like with more axes):

       lane alone       v[lane]
       lane and row     v[lane] + v[row] - v[lane + row]
       all three        the same + v[block] - v[block + lane] - v[block + block_row]
                        + v[block + block_row + lane]

   A row may be longer in the block looked back on, so it has its own distance there. With
   no axis at all the guess is the number before, and 0 for the first. */
struct frame_guide {
    uint16_t lane, row, block, block_row;
};

bool frame_able(void);
uint64_t frame_checksum(const void *bytes, size_t n);

/* Tools of one thread. */
struct frame;
struct frame *frame_new(void);
void frame_free(struct frame *f);
/* Room for FRAME_VALUES guides, for the caller to fill. */
struct frame_guide *frame_guides(struct frame *f);
/* Bytes written to `packed` (room FRAME_ROOM); negative: an error. */
int frame_pack(struct frame *f, const struct frame_guide *g, const void *values, int n,
               int value_bytes, void *packed);
/* Exactly n values, or an error and nothing to rely on in `values`. */
int frame_unpack(struct frame *f, const struct frame_guide *g, const void *packed,
                 size_t bytes, void *values, int n, int value_bytes);

#endif
