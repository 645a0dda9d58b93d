/* SPDX-License-Identifier: MIT */
/* rice_kernel.c - Rice codes (rice.h) for several instruction sets: see kernel_vector.h.

   Shifts by a variable number of bits take one instruction with BMI2, three without. */
#include <string.h>
#include "solve/format.h"
#include "solve/kernel_vector.h"
#include "solve/rice.h"

size_t KERNEL_NAME(rice_pack)(const int16_t *x, uint8_t *k, int n, uint8_t *bytes);
bool KERNEL_NAME(rice_unpack)(int16_t *x, uint8_t *k, int n, const uint8_t *bytes,
                              size_t size);

/* The shift that changes nothing; the one for numbers as they are, and their k; the largest
   other k; bits of a shift. */
enum { MIDDLE = 7, RAW = 15, RAW_K = 16, MAX_K = 15, SHIFT_BITS = 4 };

/* ---- bits ---- */

struct bits {
    uint8_t *bytes;
    size_t n; /* bits written; all later bits are zero */
};

/* Appends at most 16 bits. */
static inline void put_bits(struct bits *b, unsigned value, int n)
{
    uint8_t *at = b->bytes + b->n / 8;
    put_number(at, 4, get_number(at, 4) | (uint64_t)value << b->n % 8);
    b->n += (size_t)n;
}

/* Eight bytes as a number in one instruction; get_number takes eight. */
static inline uint64_t word_at(const uint8_t *bytes)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return word;
#else
    return get_number(bytes, 8);
#endif
}

/* At least 57 bits from a bit on. */
static inline uint64_t bits_at(const uint8_t *bytes, size_t bit)
{
    return word_at(bytes + bit / 8) >> bit % 8;
}

static size_t whole_bytes(size_t bits)
{
    return (bits + 7) / 8;
}

/* Applies the shift of a group to its k; RAW stores numbers as they are. */
static void shift_all(uint8_t *k, int n, int s)
{
    for (int i = 0; i < n; i++) {
        int shifted = k[i] + s - MIDDLE;
        shifted = shifted < 0 ? 0 : shifted > MAX_K ? MAX_K : shifted;
        k[i] = (uint8_t)(s == RAW ? RAW_K : shifted);
    }
}

/* ---- packing ---- */

/* Bits of a group with shift s: the k low bits, the unary part and its end. */
static size_t cost(const uint16_t *z, const uint8_t *k, int n, int s)
{
    size_t bits = 0;
    for (int i = 0; i < n; i++) {
        int shifted = k[i] + s - MIDDLE;
        shifted = shifted < 0 ? 0 : shifted > MAX_K ? MAX_K : shifted;
        bits += (size_t)(1 + shifted + (z[i] >> shifted));
    }
    return bits;
}

/* The shift with the lowest cost, searched upwards and downwards from the middle. */
static int best_shift(const uint16_t *z, const uint8_t *k, int n)
{
    int best = MIDDLE;
    size_t least = cost(z, k, n, MIDDLE);
    for (int step = 1; step >= -1; step -= 2)
        for (int s = MIDDLE + step; s >= 0 && s < RAW; s += step) {
            size_t bits = cost(z, k, n, s);
            if (bits >= least)
                break;
            least = bits;
            best = s;
        }
    return least > (size_t)n * (RAW_K + 1) ? RAW : best;
}

size_t KERNEL_NAME(rice_pack)(const int16_t *x, uint8_t *k, int n, uint8_t *bytes)
{
    uint16_t z[RICE_GROUP];
    size_t lower = 0, room = RICE_ROOM((size_t)n);
    struct bits b = {bytes + 2, 0};
    memset(bytes, 0, room);
    for (int first = 0; first < n; first += RICE_GROUP) {
        int group = n - first < RICE_GROUP ? n - first : RICE_GROUP;
        for (int i = 0; i < group; i++)
            z[i] = (uint16_t)(x[first + i] * 2 ^ x[first + i] >> 15);
        int s = best_shift(z, k + first, group);
        shift_all(k + first, group, s);
        put_bits(&b, (unsigned)s, SHIFT_BITS);
        for (int i = 0; i < group; i++) {
            int width = k[first + i];
            put_bits(&b, z[i] & ((1u << width) - 1), width);
        }
    }
    lower = whole_bytes(b.n);
    put_number(bytes, 2, lower);
    b = (struct bits){bytes + 2 + lower, 0};
    for (int i = 0; i < n; i++) {
        b.n += (size_t)((uint16_t)(x[i] * 2 ^ x[i] >> 15) >> k[i]);
        put_bits(&b, 1, 1);
    }
    return 2 + lower + whole_bytes(b.n);
}

/* ---- unpacking ---- */

/* Reads the low bits of all numbers; false: there are too few or too many. */
static bool read_low_bits(uint16_t *x, uint8_t *k, int n, const uint8_t *bytes,
                          size_t size)
{
    size_t at = 0, end = 8 * size;
    for (int first = 0; first < n; first += RICE_GROUP) {
        int group = n - first < RICE_GROUP ? n - first : RICE_GROUP;
        size_t needed = SHIFT_BITS;
        if (end - at < needed)
            return false;
        shift_all(k + first, group, (int)(bits_at(bytes, at) & RAW));
        for (int i = first; i < first + group; i++)
            needed += k[i];
        if (end - at < needed)
            return false;
        at += SHIFT_BITS;
        for (int i = first; i < first + group; i++) {
            x[i] = (uint16_t)(bits_at(bytes, at) & ((1u << k[i]) - 1));
            at += k[i];
        }
    }
    return whole_bytes(at) == size && !(bits_at(bytes, at) & ((1u << (end - at)) - 1));
}

/* Adds the unary part and restores the sign: q is the distance between two ones.  False: too
   few ones, too many, or a number beyond 16 bits. */
static bool add_unary(int16_t *x, const uint8_t *k, int n, const uint8_t *bytes,
                      size_t size)
{
    uint64_t word = 0;
    size_t next = 0, before = (size_t)-1, all = 0; /* bit number of the next word */
    for (int i = 0; i < n; i++) {
        while (!word) {
            if (next >= 8 * size)
                return false;
            word = word_at(bytes + next / 8);
            next += 64;
        }
        size_t one = next - 64 + (size_t)__builtin_ctzll(word), q = one - before - 1;
        word &= word - 1;
        before = one;
        size_t z = q << k[i] | (uint16_t)x[i];
        all |= z;
        x[i] = (int16_t)(z >> 1 ^ (0 - (z & 1)));
    }
    return !word && all <= UINT16_MAX && whole_bytes(before + 1) == size;
}

bool KERNEL_NAME(rice_unpack)(int16_t *x, uint8_t *k, int n, const uint8_t *bytes,
                              size_t size)
{
    size_t lower = size < 2 ? 0 : (size_t)get_number(bytes, 2);
    return size >= 2 && lower <= size - 2 &&
           read_low_bits((uint16_t *)x, k, n, bytes + 2, lower) &&
           add_unary(x, k, n, bytes + 2 + lower, size - 2 - lower);
}
