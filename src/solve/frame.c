/* SPDX-License-Identifier: MIT */
/* frame.c - see frame.h. */
#include <stdlib.h>
#include <string.h>
#include "lusoria.h"
#include "solve/frame.h"

#ifdef WITH_TABLES
#include <xxhash.h>
#include <zstd.h>

/* Awari, 14 stones: 3.71 bits a value; level 12 has 1 in 100 less in three times the
 * time. */
enum { LEVEL = 7, MIDDLE = 32768 };

struct frame {
    ZSTD_CCtx *pack; /* made when it is first needed: readers never do */
    ZSTD_DCtx *unpack;
    struct shape shape;
    uint8_t k[FRAME_VALUES + SHAPE_ROWS];
    int16_t number[FRAME_VALUES + LINE], left[FRAME_VALUES + LINE];
    uint8_t bits[FRAME_ROOM + RICE_SLACK];
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
    f->unpack = ZSTD_createDCtx();
    if (f->unpack)
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
    shape_free(&f->shape);
    free(f);
}

struct shape *frame_shape(struct frame *f)
{
    shape_clear(&f->shape);
    return &f->shape;
}

static int pack_bytes(struct frame *f, const void *values, int n, void *packed)
{
    if (!f->pack && !(f->pack = ZSTD_createCCtx()))
        return LUS_EMEMORY;
    size_t size =
        ZSTD_compressCCtx(f->pack, packed, FRAME_ROOM, values, (size_t)n, LEVEL);
    return ZSTD_isError(size) ? LUS_EMEMORY : (int)size;
}

int frame_pack(struct frame *f, const struct model *m, const void *values, int n,
               void *packed)
{
    const uint16_t *value = values;
    if (!m)
        return pack_bytes(f, values, n, packed);
    if (f->shape.failed)
        return LUS_EMEMORY;
    for (int i = 0; i < n; i++)
        f->number[i] = (int16_t)(value[i] - MIDDLE);
    model_take(m, &f->shape, f->number, f->left);
    model_spread(m, &f->shape, f->k);
    return (int)rice_pack(f->left, f->k, n, packed);
}

static int unpack_bytes(struct frame *f, const void *packed, size_t bytes, void *values,
                        int n)
{
    size_t size = ZSTD_decompressDCtx(f->unpack, values, (size_t)n, packed, bytes);
    return ZSTD_isError(size) || size != (size_t)n ? LUS_EFILE : 0;
}

int frame_unpack(struct frame *f, const struct model *m, const void *packed, size_t bytes,
                 void *values, int n)
{
    uint16_t *value = values;
    if (!m)
        return unpack_bytes(f, packed, bytes, values, n);
    if (f->shape.failed)
        return LUS_EMEMORY;
    if (bytes > FRAME_ROOM)
        return LUS_EFILE;
    memcpy(f->bits, packed, bytes);
    memset(f->bits + bytes, 0, RICE_SLACK);
    model_spread(m, &f->shape, f->k);
    if (!rice_unpack(f->left, f->k, n, f->bits, bytes))
        return LUS_EFILE;
    model_give(m, &f->shape, f->left, f->number);
    for (int i = 0; i < n; i++)
        value[i] = (uint16_t)(f->number[i] + MIDDLE);
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

struct shape *frame_shape(struct frame *f)
{
    (void)f;
    return NULL;
}

int frame_pack(struct frame *f, const struct model *m, const void *values, int n,
               void *packed)
{
    (void)f, (void)m, (void)values, (void)n, (void)packed;
    return LUS_ESTATE;
}

int frame_unpack(struct frame *f, const struct model *m, const void *packed, size_t bytes,
                 void *values, int n)
{
    (void)f, (void)m, (void)packed, (void)bytes, (void)values, (void)n;
    return LUS_ESTATE;
}

#endif
