/* SPDX-License-Identifier: MIT */
/* frame.c - see frame.h. */
#include <stdlib.h>
#include <string.h>
#include "lusoria.h"
#include "solve/frame.h"

#ifdef WITH_TABLES
#include <xxhash.h>
#include <zstd.h>

/* 10.03 bits a value of aseb at 163 microseconds a block; level 12 has 9.93 at 540. */
enum { LEVEL = 7, FRAME_MAX_LANES = 256 };

struct frame {
    ZSTD_CCtx *pack; /* made when it is first needed: readers never do */
    ZSTD_DCtx *unpack;
    uint8_t plain[FRAME_MAX_BYTES];
    uint16_t number[FRAME_VALUES];
    struct frame_row row[FRAME_VALUES];
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
    free(f);
}

struct frame_row *frame_rows(struct frame *f)
{
    return f->row;
}

/* What v is expected to be, from the numbers before it, of which there are `room`. */
static int guess(const uint16_t *v, const struct frame_row *row, int lane, int room)
{
    int up = row->up, sum = 0;
    if (lane + up > room) {
        up = 0; /* the lane alone, or if that is too far, the row */
        if (lane > room) {
            lane = 0;
            up = row->up <= room ? row->up : 0;
        }
    }
    if (!(lane | up | row->block))
        return room ? v[-1] : 0;
    sum += lane ? v[-lane] : 0;
    sum += up ? v[-up] : 0;
    sum -= lane && up ? v[-lane - up] : 0;
    if (!row->block)
        return sum;
    v -= row->block;
    sum += v[0];
    sum -= lane ? v[-lane] : 0;
    sum -= up ? v[-row->block_up] : 0;
    sum += lane && up ? v[-lane - row->block_up] : 0;
    return sum;
}

/* Differences for values, row by row. */
static void difference(const struct frame_shape *s, const uint16_t *value, uint16_t *d)
{
    int at = 0;
    for (int r = 0; r < s->rows; r++)
        for (int i = 0; i < s->row[r].n; i++, at++)
            d[at] = (uint16_t)(value[at] - guess(value + at, &s->row[r],
                                                 s->back[s->row[r].lane + i], at));
}

/* A whole row, all it looks back to being there.  With c the guess without the lane, the
   rest e = v - c obeys e[lane] = e[lane before] + d[lane]: no seven terms a number. */
static void sum_row(uint16_t *v, const struct frame_row *row, const int8_t *back,
                    int room)
{
    uint16_t c[FRAME_MAX_LANES], e[FRAME_MAX_LANES];
    int n = row->n;
    for (int i = 0; i < n; i++)
        c[i] = row->up ? v[i - row->up] : 0;
    if (row->block)
        for (int i = 0; i < n; i++) {
            const uint16_t *b = v + i - row->block;
            c[i] = (uint16_t)(c[i] + b[0] - (row->up ? b[-row->block_up] : 0));
        }
    e[0] = v[0];
    for (int i = 1; i < n; i++)
        e[i] = (uint16_t)(v[i] + (back[i] ? e[i - back[i]] : 0));
    if (!row->up && !row->block) { /* no axis but the lane */
        uint16_t before = room ? v[-1] : 0;
        for (int i = 0; i < n; i++)
            c[i] = before;
    }
    for (int i = 0; i < n; i++)
        v[i] = (uint16_t)(c[i] + e[i]);
}

/* Values out of differences, in place. */
static void sum(const struct frame_shape *s, uint16_t *v)
{
    int at = 0;
    for (int r = 0; r < s->rows; r++) {
        const struct frame_row *row = &s->row[r];
        if (row->lane == 0 && row->up <= at && row->n <= FRAME_MAX_LANES &&
            (row->n == 1 || row->up || row->block || s->back[1])) {
            sum_row(v + at, row, s->back, at);
            at += row->n;
            continue;
        }
        for (int i = 0; i < row->n; i++, at++)
            v[at] = (uint16_t)(v[at] + guess(v + at, row, s->back[row->lane + i], at));
    }
}

int frame_pack(struct frame *f, const struct frame_shape *shape, const void *values,
               int n, int value_bytes, void *packed)
{
    if (!f->pack && !(f->pack = ZSTD_createCCtx()))
        return LUS_EMEMORY;
    if (value_bytes == 1)
        memcpy(f->plain, values, (size_t)n);
    else
        difference(shape, values, f->number);
    for (int i = 0; value_bytes == 2 && i < n; i++) {
        unsigned d = f->number[i], u = (d << 1 ^ (d & 0x8000 ? 0xffff : 0)) & 0xffff;
        f->plain[i] = (uint8_t)u;
        f->plain[n + i] = (uint8_t)(u >> 8);
    }
    size_t size = ZSTD_compressCCtx(f->pack, packed, FRAME_ROOM, f->plain,
                                    (size_t)n * (size_t)value_bytes, LEVEL);
    return ZSTD_isError(size) ? LUS_EMEMORY : (int)size;
}

int frame_unpack(struct frame *f, const struct frame_shape *shape, const void *packed,
                 size_t bytes, void *values, int n, int value_bytes)
{
    uint16_t *value = values;
    size_t size =
        ZSTD_decompressDCtx(f->unpack, f->plain, sizeof f->plain, packed, bytes);
    if (ZSTD_isError(size) || size != (size_t)n * (size_t)value_bytes)
        return LUS_EFILE;
    if (value_bytes == 1) {
        memcpy(values, f->plain, (size_t)n);
        return 0;
    }
    for (int i = 0; i < n; i++) {
        unsigned u = f->plain[i] | (unsigned)f->plain[n + i] << 8;
        value[i] = (uint16_t)(u >> 1 ^ (0u - (u & 1)));
    }
    sum(shape, value);
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

struct frame_row *frame_rows(struct frame *f)
{
    (void)f;
    return NULL;
}

int frame_pack(struct frame *f, const struct frame_shape *shape, const void *values,
               int n, int value_bytes, void *packed)
{
    (void)f, (void)shape, (void)values, (void)n, (void)value_bytes, (void)packed;
    return LUS_ESTATE;
}

int frame_unpack(struct frame *f, const struct frame_shape *shape, const void *packed,
                 size_t bytes, void *values, int n, int value_bytes)
{
    (void)f, (void)shape, (void)packed, (void)bytes, (void)values, (void)n,
        (void)value_bytes;
    return LUS_ESTATE;
}

#endif
