/* SPDX-License-Identifier: MIT */
/* entropy.h - random bytes from the operating system. */
#ifndef OS_ENTROPY_H
#define OS_ENTROPY_H

#include <stddef.h>
#include <stdint.h>

struct dice;

/* Fills `bytes` with n random bytes.  Returns 0, or LUS_EFILE if the system gives none. */
int entropy_fill(uint8_t *bytes, size_t n);
/* Sets a random seed of 128 bits and a nonce of 64, as hexadecimal digits.  Returns 0 or
   LUS_EFILE; then the dice are untouched. */
int dice_from_system(struct dice *d);
/* Sets a random number of 53 bits, which JSON can represent.  Returns 0 or LUS_EFILE; then
   *seed is untouched. */
int random_from_system(uint64_t *seed);

#endif
