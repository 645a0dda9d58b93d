/* SPDX-License-Identifier: MIT */
/* kernels.h - the inner loops of solving, compiled for several instruction sets.

   The files *_kernel.c are compiled once per kernel, with the vector width as a parameter,
   and those of race games also with the type of a cell (kernel_vector.h).  All kernels compute the same numbers bit for bit: the operations of
   a lane and their order do not depend on the width.

       avx512     64-byte vectors, x86-64 with AVX-512 F, VL, DQ and BW
       avx2       32-byte vectors, x86-64 with AVX2 and BMI2
       portable   16-byte vectors, GNU C for any machine (SSE2, NEON)

   The environment variable LUSORIA_ISA selects a kernel by name. */
#ifndef SOLVE_KERNELS_H
#define SOLVE_KERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ur_sweep;
struct senet_sweep;

/* The type of the cells of a race game, which are chances:

       CELL_64   double
       CELL_32   int32_t, in steps of 1 / CELL_32_ONE = 7.7e-9

   A sum of 32-bit cells times the weights of all throws, CELL_32_WEIGHTS together, does not
   overflow, even if rounding makes some of them 3 % too large.  A float would have steps of 6e-8 near 1, whose rounding errors hide changes of
   1e-6: of blockade 5 against 2, where an error shrinks by only 0.98 per sweep, values were
   wrong by up to 4.6e-5. */
enum cell_type { CELL_64, CELL_32, CELL_TYPES };
enum { CELL_32_ONE = 130000000, CELL_32_WEIGHTS = 16 };

/* The nearest 32-bit cell of a chance, and the chance of a cell. */
static inline int32_t cell_32(double chance)
{
    return (int32_t)(chance * CELL_32_ONE + 0.5);
}
static inline double cell_32_chance(int32_t cell)
{
    return (double)cell / CELL_32_ONE;
}

/* All members are REQUIRED. */
struct solve_kernel {
    const char *name;
    /* Whether this machine can run it. */
    bool (*supported)(void);
    /* Updates the blocks of one chunk of Ur; returns the largest change, measured before
       passes are accelerated (ur_sweep.h). */
    double (*ur_chunk[CELL_TYPES])(const struct ur_sweep *s, uint32_t chunk);
    /* Sweeps rows last - 1 down to first of Senet in the mode of the iteration; returns the
       largest change (senet_sweep.h). */
    double (*senet_rows[CELL_TYPES])(const struct senet_sweep *s, uint32_t first,
                                     uint32_t last);
    /* rice.h */
    size_t (*rice_pack)(const int16_t *x, uint8_t *k, int n, uint8_t *bytes);
    bool (*rice_unpack)(int16_t *x, uint8_t *k, int n, const uint8_t *bytes, size_t size);
};

/* The i-th kernel this machine can run, the fastest first; NULL: there are no more.  There
   is at least one. */
const struct solve_kernel *kernel_at(int i);
/* The kernel selected by LUSORIA_ISA, or the fastest one; NULL: the value is not the name
   of a kernel that this machine can run, and `why` says so. */
const struct solve_kernel *kernel_selected(char why[256]);
/* The same, but the fastest one for an invalid value.  Thread-safe as long as no thread
   changes the environment. */
const struct solve_kernel *kernel_default(void);

#endif
