/* SPDX-License-Identifier: MIT */
/* test_store_memory.c - the store when memory runs out: the k-th allocation fails, for every k.
   Nothing crashes, the error says so, and what was stored before is there.  A server that has no
   memory for a batch of changes commits them one by one.  The Makefile makes the linker wrap the
   allocations of this program. */
#ifdef WITH_STORE
#include "live/live_commit.h"
#include "store/store_live.h"
#include "support/store_fixture.h"

void *__real_malloc(size_t n);
void *__real_calloc(size_t n, size_t size);
char *__real_strdup(const char *text);
void *__wrap_malloc(size_t n);
void *__wrap_calloc(size_t n, size_t size);
char *__wrap_strdup(const char *text);

/* Allocations until the one that fails; 0: none fails any more. */
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

char *__wrap_strdup(const char *text)
{
    return runs_out() ? NULL : __real_strdup(text);
}

/* Opens the store, adds a game and reads all of them.  Returns the first error. */
static int use_store(struct store **s, int *games)
{
    struct store_game one = game(0, 0, 0, "one");
    struct store_live row;
    *games = 0;
    int status = store_open(s, path, STORE_WRITE);
    if (status == 0)
        status = store_add(*s, &one, 1);
    if (status == 0)
        status = store_live_get(*s, "none", &row);
    if (status == 0)
        status = store_games(*s, &(struct store_filter){0}, count_game, games);
    return status;
}

static void a_store_runs_out_of_memory(void **state)
{
    struct store *s;
    int k, games, stored = 0;
    (void)state;
    store_close(opened(STORE_WRITE));
    for (k = 1;; k++) {
        failing = k;
        int status = use_store(&s, &games);
        bool reached = failing == 0;
        failing = 0;
        if (!reached) {
            assert_int_equal(status, 0);
            break;
        }
        if (k == 1)
            assert_null(s);
        if (status != LUS_EMEMORY)
            expect_error(s, status, "there is no memory");
        store_close(s);
    }
    store_close(s);
    assert_true(k > 8);
    stored = (int)query_number("SELECT count(*) FROM games");
    assert_int_equal(games, stored);
    assert_true(stored >= 1);
}

/* The second change shows that the connection was given back. */
static void without_memory_for_a_batch_changes_are_committed(void **state)
{
    struct live_commit c;
    struct store_game one = game(0, 0, 0, "one");
    char why[256];
    (void)state;
    assert_int_equal(commit_open(&c, path, why, sizeof why), 0);
    for (int i = 1; i <= 2; i++) {
        struct store *s = commit_enter(&c);
        assert_int_equal(store_add(s, &one, 1), 0);
        assert_int_equal(query_number("SELECT count(*) FROM games"), i - 1);
        failing = 1;
        assert_int_equal(commit_leave(&c, s), 0);
        assert_int_equal(failing, 0);
        assert_int_equal(query_number("SELECT count(*) FROM games"), i);
        assert_false(c.failed);
    }
    commit_close(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_store_runs_out_of_memory),
        TEST(without_memory_for_a_batch_changes_are_committed), /* SQLite only */
    };
    return run_on_both(tests, 2, 1);
}

#else

#include <stdio.h>

int main(void)
{
    puts("1..0 # SKIP built without SQLite");
    return 0;
}

#endif
