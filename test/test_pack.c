/* SPDX-License-Identifier: MIT */
/* test_pack.c - packing: every step can be inverted, for any numbers and weights; contexts
   are what layout.h says; invalid bit streams are refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "core/random.h"
#include "solve/frame.h"
#include "race/senet_index.h"
#include "solve/solve.h"
#include "support/predict_portable.h"
#include "race/ur_index.h"

/* ---- bits ---- */

enum { ROOM = RICE_ROOM(FRAME_VALUES) };

/* Numbers of one kind: all extremes, small ones, anything, one outlier. */
static void fill(int16_t *x, uint8_t *k, int n, int kind, struct random *g)
{
    for (int i = 0; i < n; i++) {
        int any = (int)(random_next(g) >> 40) - 8388608;
        x[i] = (int16_t)(kind == 0    ? i & 1 ? 32767 : -32768
                         : kind == 1  ? any % 64
                         : kind == 2  ? any
                         : i == n / 2 ? -32768
                                      : 0);
        k[i] = (uint8_t)(kind == 3 ? 0 : random_below(g, 16));
    }
}

static const int sizes[] = {1, 2, 255, 256, 257, 1000, FRAME_VALUES};

/* Packed into exactly `size` bytes of memory and RICE_SLACK zeros, so that sanitizers
   see what is read behind them. */
static bool unpack(int16_t *x, const uint8_t *k, int n, const uint8_t *bytes, size_t size)
{
    uint8_t *exact = calloc(1, size + RICE_SLACK), ks[FRAME_VALUES];
    memcpy(exact, bytes, size);
    memcpy(ks, k, (size_t)n);
    bool good = rice_unpack(x, ks, n, exact, size);
    free(exact);
    return good;
}

static void bits_back(void **state)
{
    static int16_t x[FRAME_VALUES], y[FRAME_VALUES];
    uint8_t k[FRAME_VALUES], used[FRAME_VALUES], bytes[ROOM];
    struct random g = random_stream(4, 1);
    (void)state;
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++)
        for (int kind = 0; kind < 4; kind++) {
            int n = sizes[s];
            fill(x, k, n, kind, &g);
            memcpy(used, k, sizeof k);
            size_t size = rice_pack(x, used, n, bytes);
            assert_true(size <= (size_t)(4 + n * 17 / 8 + n / RICE_GROUP + 1));
            assert_true(unpack(y, k, n, bytes, size));
            assert_memory_equal(x, y, (size_t)n * sizeof *x);
        }
}

/* Bits of a group with the shift s, as lusoria-table(5) describes them. */
static size_t bits_with_shift(const int16_t *x, const uint8_t *k, int n, int s)
{
    size_t bits = 4;
    for (int i = 0; i < n; i++) {
        int shifted = k[i] + s - 7;
        unsigned z = x[i] < 0 ? -2u * (unsigned)x[i] - 1 : 2u * (unsigned)x[i];
        shifted = shifted < 0 ? 0 : shifted > 15 ? 15 : shifted;
        bits += (size_t)(1 + shifted) + ((z & 0xffff) >> shifted);
    }
    return bits;
}

/* A group is packed with the best of its 15 shifts: numbers of every size, k from 0 to 15. */
static void bits_are_few(void **state)
{
    int16_t x[RICE_GROUP];
    uint8_t k[RICE_GROUP], used[RICE_GROUP], bytes[ROOM];
    struct random g = random_stream(4, 9);
    (void)state;
    for (int size = 0; size < 8; size++)
        for (int same = 0; same < 16; same++) {
            size_t best = SIZE_MAX;
            for (int i = 0; i < RICE_GROUP; i++) {
                x[i] = (int16_t)(random_below(&g, 1u << size) - (1u << size) / 2);
                k[i] = (uint8_t)same;
            }
            memcpy(used, k, sizeof k);
            for (int s = 0; s < 15; s++) {
                size_t bits = bits_with_shift(x, k, RICE_GROUP, s);
                best = bits < best ? bits : best;
            }
            /* a length of two bytes, and both streams end at a byte */
            assert_true(rice_pack(x, used, RICE_GROUP, bytes) <= 2 + best / 8 + 2);
        }
}

/* Reads one bit at a time; false behind the last byte. */
struct bit_reader {
    const uint8_t *bytes;
    size_t at, end;
};

static bool next_bit(struct bit_reader *r, unsigned *bit)
{
    if (r->at == r->end)
        return false;
    *bit = r->bytes[r->at / 8] >> r->at % 8 & 1;
    r->at++;
    return true;
}

static bool next_bits(struct bit_reader *r, int n, unsigned *value)
{
    unsigned bit;
    *value = 0;
    for (int i = 0; i < n; i++) {
        if (!next_bit(r, &bit))
            return false;
        *value |= bit << i;
    }
    return true;
}

/* Less than a byte is left, all zero. */
static bool only_padding(struct bit_reader *r)
{
    unsigned bit;
    if (r->end - r->at >= 8)
        return false;
    while (next_bit(r, &bit))
        if (bit)
            return false;
    return true;
}

/* rice_unpack again, from its description in lusoria-table(5). */
static bool plain_unpack(int16_t *x, const uint8_t *k, int n, const uint8_t *bytes,
                         size_t size)
{
    size_t low_bytes = size < 2 ? 0 : bytes[0] | (size_t)bytes[1] << 8;
    if (size < 2 || low_bytes > size - 2)
        return false;
    struct bit_reader low = {bytes + 2, 0, 8 * low_bytes};
    struct bit_reader unary = {bytes + 2 + low_bytes, 0, 8 * (size - 2 - low_bytes)};
    unsigned s = 0, rest, bit, q;
    for (int i = 0; i < n; i++) {
        if (i % RICE_GROUP == 0 && !next_bits(&low, 4, &s))
            return false;
        int shifted = k[i] + (int)s - 7;
        shifted = s == 15 ? 16 : shifted < 0 ? 0 : shifted > 15 ? 15 : shifted;
        if (!next_bits(&low, shifted, &rest))
            return false;
        for (q = 0, bit = 0; !bit; q += !bit)
            if (!next_bit(&unary, &bit))
                return false;
        uint64_t z = (uint64_t)q << shifted | rest;
        if (z > 65535)
            return false;
        x[i] = (int16_t)(z & 1 ? -(int)((z + 1) / 2) : (int)(z / 2));
    }
    return only_padding(&low) && only_padding(&unary);
}

/* Cut anywhere, longer by a byte, or without meaning: refused.  A bit changed gives other
   numbers or none, never the same.  Random bytes are accepted only if a plain reader
   accepts them with the same numbers. */
static void bits_hostile(void **state)
{
    static int16_t x[FRAME_VALUES], y[FRAME_VALUES];
    uint8_t k[FRAME_VALUES], used[FRAME_VALUES], bytes[ROOM + 1] = {0};
    struct random g = random_stream(4, 2);
    int n = 300, accepted = 0;
    (void)state;
    fill(x, k, n, 1, &g);
    memcpy(used, k, sizeof k);
    size_t size = rice_pack(x, used, n, bytes);
    for (size_t cut = 0; cut < size; cut++)
        assert_false(unpack(y, k, n, bytes, cut));
    bytes[size] = 0;
    assert_false(unpack(y, k, n, bytes, size + 1));
    assert_false(unpack(y, k, n + 1, bytes, size));
    assert_false(unpack(y, k, n - 1, bytes, size));
    for (size_t bit = 0; bit < 8 * size; bit++) {
        bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
        if (unpack(y, k, n, bytes, size))
            assert_memory_not_equal(x, y, (size_t)n * sizeof *x);
        bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    for (int i = 0; i < 20000; i++) {
        size_t length = random_below(&g, 80);
        for (size_t b = 0; b < length; b++)
            bytes[b] = (uint8_t)random_next(&g);
        if (length > 2)
            bytes[0] = (uint8_t)random_below(&g, (uint32_t)length), bytes[1] = 0;
        bool good = unpack(y, k, 1 + i % 40, bytes, length);
        assert_true(good == plain_unpack(x, k, 1 + i % 40, bytes, length));
        if (good)
            assert_memory_equal(x, y, (size_t)(1 + i % 40) * sizeof *x);
        accepted += good;
    }
    assert_in_range(accepted, 1, 1000);
}

/* Bits that make a number of more than 16: s = 7 leaves k = 15, and there are 15 zeros.
 */
static void too_large(void **state)
{
    uint8_t one[] = {3, 0, 7, 0, 0, 2}, two[] = {3, 0, 7, 0, 0, 4}, k = 15;
    int16_t x;
    (void)state;
    assert_true(unpack(&x, &k, 1, one, sizeof one));
    assert_int_equal(x, 16384);
    assert_false(unpack(&x, &k, 1, two, sizeof two));
}

/* ---- predict_lines ---- */

/* By the definition, one number at a time. */
static void plain_restore(int16_t (*line)[PREDICT_WIDTH], int n, const int16_t *weight)
{
    for (int i = 0; i < n; i++)
        for (int c = 0; c < PREDICT_WIDTH; c++) {
            int64_t sum = 256 * weight[predict_weights_at(i)] + 128;
            for (int j = 0; j < i; j++)
                sum += weight[predict_weights_at(i) + 1 + (size_t)j] * line[j][c];
            line[i][c] = (int16_t)(line[i][c] + ((int32_t)(uint32_t)sum >> 8));
        }
}

static void predict_lines(void **state)
{
    static struct predict_lines l, back;
    static int16_t line[PREDICT_LINES + 1][PREDICT_WIDTH],
        plain[PREDICT_LINES + 1][PREDICT_WIDTH];
    static int16_t weight[PREDICT_LINES * (PREDICT_LINES + 1) / 2];
    struct random g = random_stream(4, 3);
    (void)state;
    for (int n = 1; n <= PREDICT_LINES; n += n < 20 ? 1 : 58)
        for (int extreme = 0; extreme < 2; extreme++) {
            for (size_t i = 0; i < predict_weights_at(n); i++)
                weight[i] = (int16_t)(extreme ? i % 3 ? -32768 : 32767
                                              : (int)random_below(&g, 1000) - 500);
            for (int i = 0; i < n; i++)
                for (int c = 0; c < PREDICT_WIDTH; c++)
                    line[i][c] = (int16_t)(extreme ? -32768 : (int)random_next(&g));
            for (int width = 3; width <= PREDICT_WIDTH; width += 13) {
                memcpy(plain, line, sizeof line);
                plain_restore(plain, n, weight);
                memset(&l, 1, sizeof l);
                predict_restore(&l, line[0], PREDICT_WIDTH, n, width, weight);
                for (int i = 0; i < n; i++)
                    assert_memory_equal(l.line[i], plain[i], (size_t)width * 2);
                memset(&back, 1, sizeof back);
                predict_subtract(&back, l.line[0], PREDICT_WIDTH, n, width, weight);
                for (int i = 0; i < n; i++)
                    assert_memory_equal(back.line[i], line[i], (size_t)width * 2);
                memset(&back, 1, sizeof back);
                portable_subtract(&back, l.line[0], PREDICT_WIDTH, n, width, weight);
                for (int i = 0; i < n; i++)
                    assert_memory_equal(back.line[i], line[i], (size_t)width * 2);
                memset(&l, 1, sizeof l);
                portable_restore(&l, line[0], PREDICT_WIDTH, n, width, weight);
                for (int i = 0; i < n; i++)
                    assert_memory_equal(l.line[i], plain[i], (size_t)width * 2);
            }
        }
}

static void turns(void **state)
{
    static int16_t from[16 * 70], to[70 * 16], portable[70 * 16];
    (void)state;
    for (int i = 0; i < 16 * 70; i++)
        from[i] = (int16_t)(3 * i);
    for (int rows = 1; rows <= 16; rows++)
        for (int columns = 1; columns <= 70; columns++) {
            memset(to, 1, sizeof to);
            predict_transpose(from, columns, rows, columns, to, 16);
            for (int r = 0; r < 16; r++)
                for (int c = 0; c < 70; c++)
                    assert_int_equal(to[c * 16 + r], r < rows && c < columns
                                                         ? from[r * columns + c]
                                                         : 0x0101);
            memset(portable, 1, sizeof portable);
            portable_transpose(from, columns, rows, columns, portable, 16);
            assert_memory_equal(portable, to, sizeof to);
        }
}

/* ---- shapes of whole layers ---- */

static const struct {
    const char *game;
    int size;
} games[] = {{"ur:finkel", 3}, {"ur:masters", 2},   {"ur:aseb", 2},
             {"ur:blitz", 2},  {"senet:houses", 2}, {"senet:blockade", 2}};

struct layer {
    const struct solver *s;
    void *index;
    int number;
};

/* Calls for every frame of every layer of every game. */
static void each_frame(void (*call)(const struct layer *l, uint64_t first, int n))
{
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        const lus_rules *r = lus_rules_find(games[i].game);
        struct layer l = {solver_of(r), NULL, 0};
        l.index = l.s->index.create(r, games[i].size);
        for (; l.number < l.s->index.layers(l.index); l.number++) {
            uint64_t size = l.s->index.layer_size(l.index, l.number), first = 0;
            while (first < size) {
                int n = l.s->packing->frame_values(l.index, l.number, first);
                assert_true(n >= 1 && n <= FRAME_VALUES && (uint64_t)n <= size - first);
                call(&l, first, n);
                first += (uint64_t)n;
            }
        }
        l.s->index.destroy(l.index);
    }
}

/* What differs between two positions: pieces that left the board or went one square back,
   squares 1 to 26 and 28 to 30 counting as neighbours (Senet). */
static void is_context(const struct layer *l, uint64_t rank, uint64_t like)
{
    lus_pos p, q;
    l->s->index.unrank(l->index, l->number, rank, &p);
    l->s->index.unrank(l->index, l->number, like, &q);
    int side = p.w[0] == q.w[0];
    uint64_t gone = p.w[side] & ~q.w[side], new = q.w[side] & ~p.w[side];
    assert_true(p.w[!side] == q.w[!side]);
    assert_int_equal(__builtin_popcountll(gone), 1);
    if (l->s->size_name[0] == 'p' && !new) { /* Ur: gone from a digit into the hand */
        assert_true(gone >= UR_BIT(UR_TRACK));
        return;
    }
    assert_int_equal(__builtin_popcountll(new), 1);
    assert_int_equal(senet_cell(__builtin_ctzll(gone)),
                     senet_cell(__builtin_ctzll(new)) + 1);
}

static void check_layout(const struct layer *l, uint64_t first, int n)
{
    struct value_layout s = {0};
    struct layout_size size[2];
    uint32_t tiles = 0;
    int parts = l->s->packing->sizes(l->index, l->number, size);
    assert_true(l->s->packing->layout(l->index, l->number, first, n, &s));
    assert_false(s.failed);
    assert_true(s.part < parts);
    assert_int_equal(s.n, n);
    for (int i = 0; i < s.tiles; i++) {
        assert_true(s.tile[i].lanes <= size[s.part].lanes &&
                    s.tile[i].rows <= LAYOUT_ROWS);
        assert_true(size[s.part].rows == 1 || s.tile[i].rows <= size[s.part].rows);
        tiles += (uint32_t)(s.tile[i].rows * s.tile[i].lanes);
    }
    assert_int_equal(tiles, n);
    for (int a = 0; a < LAYOUT_AXES; a++)
        for (int i = 0; i < s.axis[a].n; i++) {
            struct layout_context f = s.axis[a].context[i];
            assert_true(f.at + f.n <= s.n && f.back >= f.n && f.back <= f.at);
            assert_true(a < size[s.part].axes && f.kind < LAYOUT_KINDS);
            assert_true(i == 0 || f.at > s.axis[a].context[i - 1].at);
            is_context(l, first + f.at, first + f.at - f.back);
            is_context(l, first + f.at + f.n - 1, first + f.at + f.n - 1 - f.back);
        }
    struct layout_tile begin = s.tile[0], end = s.tile[s.tiles - 1];
    bool ur = size[s.part].rows > 1;
    int row = ur ? begin.rows * begin.lanes : begin.lanes;
    layout_clear(&s);
    if (n > 1 && row > 1) /* not from the beginning of a tile or row */
        assert_false(l->s->packing->layout(l->index, l->number, first + 1, n - 1, &s));
    layout_clear(&s);
    if (end.rows * end.lanes > 1) /* nor to its end */
        assert_false(l->s->packing->layout(l->index, l->number, first, n - 1, &s));
    layout_free(&s);
}

static void shapes(void **state)
{
    (void)state;
    each_frame(check_layout);
}

/* A frame of two parts of a layer is none. */
static void halves_apart(void **state)
{
    const lus_rules *r = lus_rules_find("ur:finkel");
    const struct solver *s = solver_of(r);
    void *index = s->index.create(r, 2);
    uint64_t half = s->index.layer_size(index, 1) / 2, first = 0, before = 0;
    struct value_layout shape = {0};
    (void)state;
    for (; first < half; first += (uint64_t)s->packing->frame_values(index, 1, first))
        before = first;
    assert_int_equal(first, half);
    assert_true(s->packing->layout(index, 1, before, (int)(half - before), &shape));
    layout_clear(&shape);
    int n = (int)(half - before) + 25;
    assert_true(n <= FRAME_VALUES);
    assert_false(s->packing->layout(index, 1, before, n, &shape));
    layout_free(&shape);
    s->index.destroy(index);
}

/* ---- predictors ---- */

static struct random predictor_random;

static struct predictor *random_predictor(struct layout_size size)
{
    struct predictor *m = predictor_new(size);
    size_t n = predictor_bytes(size);
    uint8_t *bytes = malloc(n), *again = malloc(n);
    assert_true(m && bytes && again);
    for (size_t i = 0; i < n; i++)
        bytes[i] = (uint8_t)(random_next(&predictor_random) & 15);
    assert_true(predictor_read(m, bytes));
    predictor_write(m, again);
    assert_memory_equal(bytes, again, n);
    bytes[n - 1] = PREDICTOR_MAX_K + 1;
    assert_false(predictor_read(m, bytes));
    predictor_read(m, again);
    for (int i = 0; i < LAYOUT_AXES * LAYOUT_KINDS; i++)
        m->weight[i] = (int16_t)random_next(&predictor_random);
    free(bytes);
    free(again);
    return m;
}

/* There and back with any weights; and packed with those that suit. */
static void check_predictor(const struct layer *l, uint64_t first, int n)
{
    static int16_t x[FRAME_VALUES + PREDICT_WIDTH], kept[FRAME_VALUES],
        left[FRAME_VALUES + PREDICT_WIDTH];
    uint16_t value[FRAME_VALUES], back[FRAME_VALUES];
    static uint8_t packed[FRAME_ROOM];
    static int turn;
    struct layout_size size[2];
    struct frame *f = frame_new();
    struct value_layout *s = f ? frame_layout(f) : NULL;
    l->s->packing->sizes(l->index, l->number, size);
    if (!f) /* without tables */
        return;
    assert_true(l->s->packing->layout(l->index, l->number, first, n, s));
    struct predictor *m = random_predictor(size[s->part]);
    int kind = turn++ % 4; /* extremes, equal values, smooth values, random values */
    for (int i = 0; i < n; i++) {
        value[i] = (uint16_t)(kind == 0   ? i & 1 ? 65535 : 0
                              : kind == 1 ? 40000
                              : kind == 2 ? 3 * i
                                          : (int)(random_next(&predictor_random) >> 48));
        x[i] = kept[i] = (int16_t)(value[i] - 32768);
    }
    predictor_residuals(m, s, x, left);
    memset(x, 0, sizeof x);
    predictor_restore(m, s, left, x);
    assert_memory_equal(x, kept, (size_t)n * sizeof *x);
    assert_true(predictor_fit(m, s, x));
    int bytes = frame_pack(f, m, value, n, packed);
    assert_true(bytes > 0 && bytes <= FRAME_ROOM);
    assert_int_equal(frame_unpack(f, m, packed, (size_t)bytes, back, n), 0);
    assert_memory_equal(value, back, (size_t)n * sizeof *value);
    assert_true(frame_unpack(f, m, packed, (size_t)bytes - 1, back, n) < 0);
    if (kind == 1 && n > 500) /* nothing is left to say but that */
        assert_true(bytes < n / 4);
    predictor_free(m);
    frame_free(f);
}

static void predictors(void **state)
{
    (void)state;
    predictor_random = random_stream(4, 5);
    each_frame(check_predictor);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bits_back),     cmocka_unit_test(bits_are_few),
        cmocka_unit_test(bits_hostile),  cmocka_unit_test(too_large),
        cmocka_unit_test(predict_lines), cmocka_unit_test(turns),
        cmocka_unit_test(shapes),        cmocka_unit_test(halves_apart),
        cmocka_unit_test(predictors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
