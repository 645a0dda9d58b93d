/* SPDX-License-Identifier: MIT */
/* rice.h - small numbers as bits: Rice's code.

   A number x of either sign becomes z = 2 x, or -2 x - 1 if it is negative; of z the k
   lower bits are stored as they are, the rest, q, as q zeros and a one.  Every 256
   numbers say whether they are larger or smaller than was expected: 4 bits s, and k
   becomes k + s - 7, at least 0 and at most 15; s = 15 makes every k 16, so that no frame
   is larger than 17 bits a number.

       0    2   bytes of the lower bits
       2   ..   for every 256 numbers: s, and the lower bits of each
           ..   the zeros and ones of all numbers

   Bits are taken from the lowest of each byte on; what is left of a last byte is 0. */
#ifndef SOLVE_RICE_H
#define SOLVE_RICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { RICE_GROUP = 256, RICE_SLACK = 16 };

/* The most bytes n numbers take. */
#define RICE_ROOM(n) (2 + (n)*17 / 8 + (n) / RICE_GROUP + 2 * RICE_SLACK)

/* Both change k.  Returns the bytes. */
size_t rice_pack(const int16_t *x, uint8_t *k, int n, uint8_t *bytes);
/* False: these are not n numbers.  RICE_SLACK bytes behind them are there, and 0. */
bool rice_unpack(int16_t *x, uint8_t *k, int n, const uint8_t *bytes, size_t size);

#endif
