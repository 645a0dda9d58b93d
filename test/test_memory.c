/* SPDX-License-Identifier: MIT */
/* test_memory.c - records when memory runs out: the k-th allocation fails, for every k.
   Nothing crashes, the error is LUS_EMEMORY, and under the sanitizers nothing leaks.
   The Makefile has the linker send the allocations of this program here. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "search/tt.h"
#include "record/link.h"
#include "record/ogn.h"
#include "report/review.h"
#include "record/rgn.h"

void *__real_malloc(size_t n);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *p, size_t n);
void *__wrap_malloc(size_t n);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *p, size_t n);

/* The number of the allocation that fails; 0: none, or it is over. */
static int failing;

static bool runs_out(void)
{
    return failing > 0 && --failing == 0;
}

void *__wrap_malloc(size_t n)
{
    return runs_out() ? NULL : __real_malloc(n);
}

void *__wrap_calloc(size_t n, size_t size)
{
    return runs_out() ? NULL : __real_calloc(n, size);
}

void *__wrap_realloc(void *p, size_t n)
{
    return runs_out() ? NULL : __real_realloc(p, n);
}

static const char file[] =
    "[Game \"ur:finkel\"]\n[First \"A\"]\n[B1 \"\"]\n[B2 \"\"]\n[B3 \"\"]\n[B4 \"\"]\n"
    "[B5 \"\"]\n[B6 \"\"]\n[B7 \"\"]\n[B8 \"\"]\n[Reason \"time\"]\n\n"
    "1. 4/0-4 {hi there} 2/0-2 1... 0/pass 2. 1/2-3 {quiet} 2... 3/0-3 1-0\n\n"
    "[Rules finkel]\n[Light \"x\"]\n[Result \"0-1\"]\n[Reason crash]\n1. A@A1 * A@A3 / 0 "
    "--\n"
    "[StartTime now]\n1. A@A3 / C@C4 2. A3B1 / C4C1 * C1B4 * B4A7 *\n"
    "[Variant \"Oware Abapa\"]\n[South \"x\"]\n[Result \"20-28\"]\n1. F f {c} "
    "20-28\nFfBe\n"
    "[Variant \"awari:abapa\"]\n[FEN \"1-0-0-0-0-0-1-0-0-0-0-0-23-23-S\"]\nA a";

typedef int write_fn(const struct record *r, char **text, size_t *n);

/* True unless memory ran out. */
static bool written(write_fn *write, const struct record *r)
{
    char *text = NULL;
    size_t n;
    int status = write(r, &text, &n);
    free(text);
    assert_true(status == 0 || status == LUS_EMEMORY || status == LUS_ERULES ||
                status == LUS_ESTATE);
    return status != LUS_EMEMORY;
}

static bool linked(const struct record *r)
{
    struct record *again = NULL;
    char *link = link_format(r);
    int status = link ? link_parse(link, &again, NULL) : LUS_EMEMORY;
    assert_true(status == 0 || status == LUS_EMEMORY);
    record_free(again);
    free(link);
    return status == 0;
}

static bool reviewed(const struct record *r)
{
    struct review *v = NULL;
    struct reviewed game = {.record = r};
    struct reviewed_file made = {.n = 1, .game = &game};
    struct review_limits limits = {.search.depth = 1};
    limits.search.table = tt_new(1);
    review_limits_of(r, &limits);
    int status = limits.search.table ? review(record_game(r), &limits, &v) : LUS_EMEMORY;
    assert_true(status == 0 || status == LUS_EMEMORY || status == LUS_ESTATE);
    game.review = v;
    struct buffer out = {0};
    review_write(&out, &made);
    review_csv(&out, &made);
    size_t n;
    char *text = buffer_take(&out, &n);
    bool well = text && status != LUS_EMEMORY;
    free(text);
    free(v);
    tt_free(limits.search.table);
    return well;
}

static bool use_record(const struct record *r)
{
    size_t n;
    char *ours = record_write(r, &n);
    bool well = ours != NULL;
    free(ours);
    well &= written(rgn_write, r);
    well &= written(ogn_write, r);
    well &= written(ogn_write_moves, r);
    well &= linked(r);
    well &= reviewed(r);
    return well;
}

static bool use_file(void)
{
    struct record **list = NULL;
    lus_fault fault = {0};
    int count = 0, status = record_read(file, strlen(file), &list, &count, &fault);
    bool well = status == 0;
    assert_true(well || (status == LUS_EMEMORY && fault.code == LUS_EMEMORY && !list));
    for (int i = 0; i < count; i++)
        well &= use_record(list[i]);
    record_list_free(list, count);
    return well;
}

static void memory_may_run_out_anywhere(void **state)
{
    int k = 0;
    bool reached = true;
    (void)state;
    while (reached) {
        failing = ++k;
        bool well = use_file();
        reached = failing == 0;
        failing = 0;
        assert_true(well != reached); /* no failure is swallowed */
    }
    assert_true(k > 100); /* there were that many allocations to fail */
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(memory_may_run_out_anywhere)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
