/* SPDX-License-Identifier: MIT */
/* format.h - the bytes of a table file, documented in lusoria-table(5).

   All numbers are little-endian; checksums are XXH3, 64 bits.

       0   8  magic 89 4c 55 54 0d 0a 1a 0a         a section, one per layer:
       8   4  version, 3                            0   8  positions
      12   4  bytes of the text                     8   4  bytes of the predictors
      16   4  layers                               12   4  frames
      20   4  kind of value (enum value_kind)      16   8  residual, IEEE double
      24   8  positions                            24   8  checksum of everything before
      32   8  bytes of the file                            the frames, this field zero
      40   8  checksum of everything before the    32   4  version of the section, 2
              sections, this field zero            36   4  zero
      48   8  fingerprint of the rules             40  ..  the predictors (predictor.h)
      56   4  precision: bits of the arithmetic        ..  index, per frame: 4 its bytes,
      60   4  zero                                         4 its values, 8 its checksum
      64  ..  text, lines "key value"                  ..  the frames, in order
          ..  per layer: 8 offset and 8 bytes of
              its section, 8 positions, 8 residual
          ..  the sections */
#ifndef SOLVE_FORMAT_H
#define SOLVE_FORMAT_H

#include <stdint.h>
#include <string.h>

#define TABLE_SUFFIX ".lut"

static const uint8_t table_magic[8] = {0x89, 'L', 'U', 'T', '\r', '\n', 0x1a, '\n'};

enum {
    TABLE_VERSION = 3,
    TABLE_HEAD = 64,     /* bytes of the header */
    TABLE_HEAD_2 = 48,   /* of version 2 */
    TABLE_CHECKSUM = 40, /* offsets in the header */
    TABLE_FINGERPRINT = 48,
    TABLE_PRECISION = 56,
    TABLE_ENTRY = 32, /* bytes of a layer in the directory */
    TABLE_MAX_TEXT = 4096,
    TABLE_MAX_LAYERS = 4096,
    SECTION_HEAD = 40,
    SECTION_CHECKSUM = 24,
    SECTION_VERSION_AT = 32,
    SECTION_VERSION = 2,
    SECTION_ENTRY = 16,
};

static inline uint64_t get_number(const uint8_t *at, int bytes)
{
    uint64_t v = 0;
    for (int i = bytes - 1; i >= 0; i--)
        v = v << 8 | at[i];
    return v;
}

static inline void put_number(uint8_t *at, int bytes, uint64_t v)
{
    for (int i = 0; i < bytes; i++, v >>= 8)
        at[i] = (uint8_t)v;
}

static inline uint64_t double_bits(double d)
{
    uint64_t bits;
    memcpy(&bits, &d, sizeof bits);
    return bits;
}

static inline double bits_double(uint64_t bits)
{
    double d;
    memcpy(&d, &bits, sizeof d);
    return d;
}

#endif
