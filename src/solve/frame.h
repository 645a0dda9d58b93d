/* SPDX-License-Identifier: MIT */
/* frame.h - one block of a table, packed and unpacked; the only file that knows zstd and
   xxHash.  Built without them (make TABLES=no) frame_able() is false and there are no
   tables.

   A block is up to FRAME_VALUES numbers of 1 or 2 bytes.  Numbers of 2 bytes are replaced
   by their difference from a guess made of numbers before them (struct frame_shape),
   small differences of either sign become small numbers (0, -1, 1, -2, ... are 0, 1, 2,
   3), the low bytes come first, then the high bytes, and zstd packs that. */
#ifndef SOLVE_FRAME_H
#define SOLVE_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    FRAME_VALUES = 8192, /* the most a block of a file may hold */
    FRAME_MAX_BYTES = 2 * FRAME_VALUES,
    FRAME_ROOM = FRAME_MAX_BYTES + FRAME_MAX_BYTES / 8 + 512, /* of a packed block */
};

/* A block is rows of lanes.  A number is guessed from numbers so far back in the same
   block on three axes, 0 where there is none, as if all lay on a plane (or its like):

       lane alone       v[lane]
       lane and row     v[lane] + v[up] - v[lane + up]
       all three        the same + v[block] - v[block + lane] - v[block + block_up]
                        + v[block + block_up + lane]

   A row may be longer where one looks back to, so `up` has its own distance there.  With
   no axis at all the guess is the number before, and 0 for the first. */
struct frame_row {
    uint16_t n, lane;             /* so many numbers, from this lane on */
    uint16_t up, block, block_up; /* the same for all of them */
};

/* How a game's values are laid out: its rows, and how far back each lane looks. */
struct frame_shape {
    const struct frame_row *row;
    int rows;
    const int8_t *back;
};

bool frame_able(void);
uint64_t frame_checksum(const void *bytes, size_t n);

/* Tools of one thread. */
struct frame;
struct frame *frame_new(void);
void frame_free(struct frame *f);
/* Room for FRAME_VALUES rows, for the caller to fill. */
struct frame_row *frame_rows(struct frame *f);
/* Bytes written to `packed` (room FRAME_ROOM); negative: an error. */
int frame_pack(struct frame *f, const struct frame_shape *shape, const void *values,
               int n, int value_bytes, void *packed);
/* Exactly n values, or an error and nothing to rely on in `values`. */
int frame_unpack(struct frame *f, const struct frame_shape *shape, const void *packed,
                 size_t bytes, void *values, int n, int value_bytes);

#endif
