/* SPDX-License-Identifier: MIT */
/* frame.c - see frame.h.

       winning chances   minus 32768, minus their prediction (predictor.h), Rice codes (rice.h)
       bytes             zstd

   zstd and xxHash are used in this file only: without them (WITH_TABLES not defined) every
   function fails and the program has no tables. */
#include <stdlib.h>
#include <string.h>
#include "lusoria.h"
#include "os/work_file.h"
#include "solve/frame.h"

#ifdef WITH_TABLES
#include <xxhash.h>
#include <zstd.h>

/* Awari with 14 stones: 3.71 bits per value; level 12 saves 1 % and takes three times as
   long. */
enum { LEVEL = 7, MIDDLE = 32768 };

struct frame {
    ZSTD_CCtx *pack; /* created when first needed: readers never need it */
    ZSTD_DCtx *unpack;
    struct value_layout layout;
    uint8_t k[FRAME_VALUES + LAYOUT_ROWS];
    int16_t number[FRAME_VALUES + PREDICT_WIDTH], residual[FRAME_VALUES + PREDICT_WIDTH];
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

/* In pieces of 1 MB: state files have gigabytes. */
int frame_checksum_file(int fd, uint64_t offset, uint64_t n, uint64_t *sum)
{
    enum { BYTES = 1 << 20 };
    char *bytes = malloc(BYTES);
    XXH3_state_t *state = XXH3_createState();
    int status = bytes && state && XXH3_64bits_reset(state) == XXH_OK ? 0 : LUS_EMEMORY;
    while (status == 0 && n) {
        uint64_t some = n < BYTES ? n : BYTES;
        if (!work_file_read(fd, bytes, some, offset) ||
            XXH3_64bits_update(state, bytes, some) != XXH_OK)
            status = LUS_EFILE;
        offset += some;
        n -= some;
    }
    *sum = status == 0 ? XXH3_64bits_digest(state) : 0;
    XXH3_freeState(state);
    free(bytes);
    return status;
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
    layout_free(&f->layout);
    free(f);
}

struct value_layout *frame_layout(struct frame *f)
{
    layout_clear(&f->layout);
    return &f->layout;
}

/* Bytes with zstd.  Returns the number of bytes or LUS_EMEMORY. */
static int pack_bytes(struct frame *f, const void *values, int n, void *packed)
{
    if (!f->pack && !(f->pack = ZSTD_createCCtx()))
        return LUS_EMEMORY;
    size_t size =
        ZSTD_compressCCtx(f->pack, packed, FRAME_ROOM, values, (size_t)n, LEVEL);
    return ZSTD_isError(size) ? LUS_EMEMORY : (int)size;
}

int frame_pack(struct frame *f, const struct predictor *p, const void *values, int n,
               void *packed)
{
    const uint16_t *value = values;
    if (!p)
        return pack_bytes(f, values, n, packed);
    if (f->layout.failed)
        return LUS_EMEMORY;
    for (int i = 0; i < n; i++)
        f->number[i] = (int16_t)(value[i] - MIDDLE);
    predictor_residuals(p, &f->layout, f->number, f->residual);
    predictor_spread_k(p, &f->layout, f->k);
    return (int)rice_pack(f->residual, f->k, n, packed);
}

/* LUS_EFILE: not a zstd frame of exactly n bytes. */
static int unpack_bytes(struct frame *f, const void *packed, size_t bytes, void *values,
                        int n)
{
    size_t size = ZSTD_decompressDCtx(f->unpack, values, (size_t)n, packed, bytes);
    return ZSTD_isError(size) || size != (size_t)n ? LUS_EFILE : 0;
}

/* The packed bytes are copied, because rice_unpack reads beyond their end. */
int frame_unpack(struct frame *f, const struct predictor *p, const void *packed,
                 size_t bytes, void *values, int n)
{
    uint16_t *value = values;
    if (!p)
        return unpack_bytes(f, packed, bytes, values, n);
    if (f->layout.failed)
        return LUS_EMEMORY;
    if (bytes > FRAME_ROOM)
        return LUS_EFILE;
    memcpy(f->bits, packed, bytes);
    memset(f->bits + bytes, 0, RICE_SLACK);
    predictor_spread_k(p, &f->layout, f->k);
    if (!rice_unpack(f->residual, f->k, n, f->bits, bytes))
        return LUS_EFILE;
    predictor_restore(p, &f->layout, f->residual, f->number);
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

int frame_checksum_file(int fd, uint64_t offset, uint64_t n, uint64_t *sum)
{
    (void)fd, (void)offset, (void)n, (void)sum;
    return LUS_EFILE;
}

struct frame *frame_new(void)
{
    return NULL;
}

void frame_free(struct frame *f)
{
    (void)f;
}

struct value_layout *frame_layout(struct frame *f)
{
    (void)f;
    return NULL;
}

int frame_pack(struct frame *f, const struct predictor *p, const void *values, int n,
               void *packed)
{
    (void)f, (void)p, (void)values, (void)n, (void)packed;
    return LUS_ESTATE;
}

int frame_unpack(struct frame *f, const struct predictor *p, const void *packed,
                 size_t bytes, void *values, int n)
{
    (void)f, (void)p, (void)packed, (void)bytes, (void)values, (void)n;
    return LUS_ESTATE;
}

#endif
