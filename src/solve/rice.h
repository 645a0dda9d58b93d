/* SPDX-License-Identifier: MIT */
/* rice.h - Rice codes for small numbers.

   A signed number x becomes z = 2 x, or -2 x - 1 if it is negative.  The k low bits of z
   are stored as they are; the rest q is stored in unary, as q zeros and a one.  Every
   group of 256 numbers adapts k: it begins with 4 bits s, and k becomes k + s - 7, at
   least 0 and at most 15; s = 15 sets every k to 16, so that a frame never takes more
   than 17 bits per number.

   With k = 1:

       x    z   low bit   q   unary
       0    0      0      0   1
      -1    1      1      0   1
       1    2      0      1   01
      -3    5      1      2   001

   A group of numbers that are mostly between -2^k and 2^k takes about k + 2 bits for each.
   The packed bytes:

       0    2   number of bytes with low bits
       2   ..   for every group: s, and the low bits of each number
           ..   the unary codes of all numbers

   Bits fill each byte from the lowest on; unused bits of a last byte are 0. */
#ifndef SOLVE_RICE_H
#define SOLVE_RICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Numbers that share one shift; bytes that a reader may load behind the end. */
enum { RICE_GROUP = 256, RICE_SLACK = 16 };

/* Bytes of n packed numbers, at most. */
#define RICE_ROOM(n) (2 + (n)*17 / 8 + (n) / RICE_GROUP + 2 * RICE_SLACK)

/* Packs n numbers into RICE_ROOM(n) bytes and returns how many are used; overwrites k. */
size_t rice_pack(const int16_t *x, uint8_t *k, int n, uint8_t *bytes);
/* Unpacks n numbers from exactly `size` bytes, which RICE_SLACK zero bytes must follow;
   overwrites k.  False: the bytes are not n packed numbers. */
bool rice_unpack(int16_t *x, uint8_t *k, int n, const uint8_t *bytes, size_t size);

#endif
