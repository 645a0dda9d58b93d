/* SPDX-License-Identifier: MIT */
/* test_heap.c - the allocator of the browser engine (os/heap.h), on an array. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>
#include "core/random.h"
#include "os/heap.h"

enum { ARENA = 1 << 20, BLOCKS = 64, STEPS = 20000 };

static _Alignas(HEAP_UNIT) unsigned char arena[ARENA];
static size_t used;

/* Gives the array in parts, each behind the one before. */
static void *grow(size_t bytes, size_t *got)
{
    *got = (bytes + 4095) & ~(size_t)4095;
    if (*got > ARENA - used)
        return NULL;
    used += *got;
    return arena + used - *got;
}

struct block {
    unsigned char *at;
    size_t bytes;
    unsigned char fill;
};

static bool is_intact(const struct block *b)
{
    for (size_t i = 0; i < b->bytes; i++)
        if (b->at[i] != b->fill)
            return false;
    return true;
}

/* Blocks keep their bytes, are aligned, and all memory can be used again in the end. */
static void test_random(void **state)
{
    struct heap heap = {.grow = grow};
    struct block block[BLOCKS] = {0};
    struct random g = random_stream(7, 0);
    (void)state;
    used = 0;
    for (int step = 0; step < STEPS; step++) {
        struct block *b = &block[random_next(&g) % BLOCKS];
        if (b->at) {
            assert_true(is_intact(b));
            heap_free(&heap, b->at);
            *b = (struct block){0};
            continue;
        }
        size_t align = (size_t)HEAP_UNIT << random_next(&g) % 4;
        b->bytes = random_next(&g) % 5000;
        b->fill = (unsigned char)random_next(&g);
        b->at = heap_alloc(&heap, b->bytes, align);
        assert_non_null(b->at);
        assert_int_equal((uintptr_t)b->at % align, 0);
        assert_true(heap_size(b->at) >= b->bytes);
        memset(b->at, b->fill, b->bytes);
    }
    for (int i = 0; i < BLOCKS; i++)
        heap_free(&heap, block[i].at);
    assert_ptr_equal(heap_alloc(&heap, used - HEAP_UNIT, HEAP_UNIT), arena + HEAP_UNIT);
}

static void test_out_of_memory(void **state)
{
    struct heap heap = {.grow = grow};
    (void)state;
    used = 0;
    assert_null(heap_alloc(&heap, ARENA, HEAP_UNIT));
    assert_null(heap_alloc(&heap, SIZE_MAX - 5, HEAP_UNIT));
    assert_non_null(heap_alloc(&heap, 100, HEAP_UNIT));
    heap_free(&heap, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_out_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
