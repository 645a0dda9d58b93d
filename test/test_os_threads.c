/* SPDX-License-Identifier: MIT */
/* test_os_threads.c - threads that cannot be created: calls that do not wait for each other
   are made one after the other, calls that do are not begun (src/os/parallel.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>
#include "engine/engine.h"
#include "os/os_calls.h"
#include "os/parallel.h"

enum { THREADS = 5 };

static int allowed; /* threads that can be created before all others fail */

static bool hook(enum os_call call, int fd, const char *name)
{
    (void)fd;
    (void)name;
    return call == OS_THREAD && allowed-- <= 0;
}

static void count(void *arg, int thread)
{
    atomic_int *calls = arg;
    atomic_fetch_add(&calls[thread], 1);
}

static void every_call_is_made_once(void **state)
{
    (void)state;
    for (int n = 0; n < THREADS; n++) {
        atomic_int calls[THREADS] = {0};
        allowed = n;
        os_fault_hook = hook;
        parallel_run(THREADS, count, calls);
        os_fault_hook = NULL;
        for (int i = 0; i < THREADS; i++)
            assert_int_equal(atomic_load(&calls[i]), 1);
    }
}

/* Each call waits until the other one has begun. */
static void meet(void *arg, int thread)
{
    atomic_int *calls = arg;
    atomic_fetch_add(&calls[thread], 1);
    while (!atomic_load(&calls[!thread]))
        ;
}

static void a_pair_runs_together_or_not_at_all(void **state)
{
    (void)state;
    atomic_int calls[2] = {0};
    allowed = 0;
    os_fault_hook = hook;
    assert_false(parallel_run_pair(meet, calls));
    os_fault_hook = NULL;
    assert_int_equal(atomic_load(&calls[0]) + atomic_load(&calls[1]), 0);
    assert_true(parallel_run_pair(meet, calls));
    assert_int_equal(atomic_load(&calls[0]) + atomic_load(&calls[1]), 2);
}

/* Runs the engine on these lines; returns what engine_run returns. */
static bool run_engine(const char *lines, char *answers, size_t size)
{
    int ends[2];
    FILE *out = tmpfile();
    assert_non_null(out);
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], lines, strlen(lines)), (ssize_t)strlen(lines));
    close(ends[1]);
    bool run = engine_run(NULL, ends[0], out);
    close(ends[0]);
    rewind(out);
    answers[fread(answers, 1, size - 1, out)] = '\0';
    fclose(out);
    return run;
}

/* With one thread the engine would answer nothing before the end of its input. */
static void the_engine_needs_two_threads(void **state)
{
    (void)state;
    char answers[256];
    allowed = 0;
    os_fault_hook = hook;
    bool run = run_engine("ping 1\nquit\n", answers, sizeof answers);
    os_fault_hook = NULL;
    assert_false(run);
    assert_string_equal(answers, "");
    assert_true(run_engine("ping 1\nquit\n", answers, sizeof answers));
    assert_string_equal(answers, "pong 1\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_call_is_made_once),
        cmocka_unit_test(a_pair_runs_together_or_not_at_all),
        cmocka_unit_test(the_engine_needs_two_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
