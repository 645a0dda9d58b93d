/* SPDX-License-Identifier: MIT */
/* entropy.c - see entropy.h. */
#include <errno.h>
#include <sys/random.h>
#include "core/dice.h"
#include "core/sha256.h"
#include "os/entropy.h"

int entropy_fill(uint8_t *bytes, size_t n)
{
    while (n) {
        ssize_t got = getrandom(bytes, n, 0);
        if (got < 0 && errno != EINTR)
            return LUS_EFILE;
        if (got > 0) {
            bytes += got;
            n -= (size_t)got;
        }
    }
    return 0;
}

int dice_from_system(struct dice *d)
{
    uint8_t bytes[24];
    int status = entropy_fill(bytes, sizeof bytes);
    if (status < 0)
        return status;
    bytes_to_hex(bytes, 16, d->seed);
    bytes_to_hex(bytes + 16, 8, d->nonce);
    return 0;
}

int random_from_system(uint64_t *seed)
{
    uint8_t bytes[7];
    uint64_t bits = 0;
    int status = entropy_fill(bytes, sizeof bytes);
    if (status < 0)
        return status;
    for (size_t i = 0; i < sizeof bytes; i++)
        bits = bits << 8 | bytes[i];
    *seed = bits >> 3;
    return 0;
}
