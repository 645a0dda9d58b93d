/* SPDX-License-Identifier: MIT */
/* frame.c - see frame.h. */
#include <stdlib.h>
#include <string.h>
#include "lusoria.h"
#include "solve/frame.h"

#ifdef WITH_TABLES
#include <xxhash.h>
#include <zstd.h>

enum { LEVEL = 12 };

struct frame {
    ZSTD_CCtx *pack;
    ZSTD_DCtx *unpack;
    uint8_t plain[FRAME_MAX_BYTES];
    struct frame_guide guide[FRAME_VALUES];
};

bool frame_able(void)
{
    return true;
}

uint64_t frame_checksum(const void *bytes, size_t n)
{
    return XXH3_64bits(bytes, n);
}

struct frame *frame_new(void)
{
    struct frame *f = calloc(1, sizeof *f);
    if (!f)
        return NULL;
    f->pack = ZSTD_createCCtx();
    f->unpack = ZSTD_createDCtx();
    if (f->pack && f->unpack)
        return f;
    frame_free(f);
    return NULL;
}

void frame_free(struct frame *f)
{
    if (!f)
        return;
    ZSTD_freeCCtx(f->pack);
    ZSTD_freeDCtx(f->unpack);
    free(f);
}

/* 0, -1, 1, -2, ... as 0, 1, 2, 3, ... and back, of 8 or 16 bits. */
static unsigned fold(int d)
{
    return d < 0 ? (unsigned)(-2 * d - 1) : (unsigned)(2 * d);
}

static int unfold(unsigned u)
{
    return u & 1 ? -(int)((u + 1) / 2) : (int)(u / 2);
}

struct frame_guide *frame_guides(struct frame *f)
{
    return f->guide;
}

/* What v is expected to be, from the numbers before it; g NULL: no axes. */
static inline int guess(const uint16_t *v, const struct frame_guide *g, int i)
{
    if (!g || !(g->lane | g->row | g->block))
        return i ? v[-1] : 0;
    int sum = 0, lane = g->lane, row = g->row;
    if (lane)
        sum += v[-lane];
    if (row)
        sum += v[-row];
    if (lane && row)
        sum -= v[-lane - row];
    if (!g->block)
        return sum;
    const uint16_t *b = v - g->block;
    sum += b[0];
    if (lane)
        sum -= b[-lane];
    if (row)
        sum -= b[-g->block_row];
    if (lane && row)
        sum += b[-g->block_row - lane];
    return sum;
}

int frame_pack(struct frame *f, const struct frame_guide *g, const void *values, int n,
               int value_bytes, void *packed)
{
    const uint16_t *value = values;
    if (value_bytes == 1)
        memcpy(f->plain, values, (size_t)n);
    for (int i = 0; value_bytes == 2 && i < n; i++) {
        int d = value[i] - guess(value + i, g ? g + i : NULL, i);
        unsigned u = fold((int16_t)(uint16_t)d);
        f->plain[i] = (uint8_t)u;
        f->plain[n + i] = (uint8_t)(u >> 8);
    }
    size_t size = ZSTD_compressCCtx(f->pack, packed, FRAME_ROOM, f->plain,
                                    (size_t)(n * value_bytes), LEVEL);
    return ZSTD_isError(size) ? LUS_EMEMORY : (int)size;
}

int frame_unpack(struct frame *f, const struct frame_guide *g, const void *packed,
                 size_t bytes, void *values, int n, int value_bytes)
{
    uint16_t *value = values;
    size_t size =
        ZSTD_decompressDCtx(f->unpack, f->plain, sizeof f->plain, packed, bytes);
    if (ZSTD_isError(size) || size != (size_t)(n * value_bytes))
        return LUS_EFILE;
    if (value_bytes == 1)
        memcpy(values, f->plain, (size_t)n);
    for (int i = 0; value_bytes == 2 && i < n; i++) {
        unsigned u = f->plain[i] | (unsigned)f->plain[n + i] << 8;
        value[i] = (uint16_t)(guess(value + i, g ? g + i : NULL, i) + unfold(u));
    }
    return 0;
}

#else

bool frame_able(void)
{
    return false;
}

uint64_t frame_checksum(const void *bytes, size_t n)
{
    (void)bytes;
    return n;
}

struct frame *frame_new(void)
{
    return NULL;
}

void frame_free(struct frame *f)
{
    (void)f;
}

struct frame_guide *frame_guides(struct frame *f)
{
    (void)f;
    return NULL;
}

int frame_pack(struct frame *f, const struct frame_guide *g, const void *values, int n,
               int value_bytes, void *packed)
{
    (void)f, (void)g, (void)values, (void)n, (void)value_bytes, (void)packed;
    return LUS_ESTATE;
}

int frame_unpack(struct frame *f, const struct frame_guide *g, const void *packed,
                 size_t bytes, void *values, int n, int value_bytes)
{
    (void)f, (void)g, (void)packed, (void)bytes, (void)values, (void)n, (void)value_bytes;
    return LUS_ESTATE;
}

#endif
