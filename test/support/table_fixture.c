/* SPDX-License-Identifier: MIT */
/* table_fixture.c - see table_fixture.h. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>
#include "support/table_fixture.h"

char fixture_folder[] = "/tmp/lusoria-test-XXXXXX";

int fixture_setup(void **state)
{
    (void)state;
    memset(fixture_folder + sizeof fixture_folder - 7, 'X', 6); /* used before */
    return mkdtemp(fixture_folder) ? 0 : -1;
}

int fixture_teardown(void **state)
{
    char command[64];
    (void)state;
    snprintf(command, sizeof command, "rm -r %s", fixture_folder);
    return system(command);
}

const char *fixture_table(const char *game, int size, const char *name, int threads,
                          void (*report)(const struct solve_progress *))
{
    static char path[4096];
    char where[128], why[256];
    snprintf(where, sizeof where, "%s/%s", fixture_folder, name);
    struct solve_options o = {.r = lus_rules_find(game),
                              .size = size,
                              .threads = threads,
                              .folder = where,
                              .command = "test",
                              .report = report};
    if (solve_run(&o, path, sizeof path, why) < 0)
        fail_msg("%s", why);
    return path;
}

static int last_layer, last_sweep;

static void kill_in_sweep(const struct solve_progress *p)
{
    if (p->layer == last_layer && p->sweep == last_sweep)
        raise(SIGKILL);
}

void fixture_killed_build(const char *game, int size, const char *name, int layer,
                          int sweep)
{
    int status;
    pid_t child = fork();
    if (child == 0) {
        last_layer = layer;
        last_sweep = sweep;
        fixture_table(game, size, name, 2, kill_in_sweep);
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
}

uint8_t *file_bytes(const char *path, size_t *n)
{
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    fseek(f, 0, SEEK_END);
    *n = (size_t)ftell(f);
    rewind(f);
    uint8_t *bytes = malloc(*n + 1);
    assert_int_equal(fread(bytes, 1, *n, f), *n);
    fclose(f);
    return bytes;
}

void file_put(const char *path, const uint8_t *bytes, size_t n)
{
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, n, f), n);
    fclose(f);
}

void assert_same_file(uint8_t *bytes, size_t n, const char *path)
{
    size_t m;
    uint8_t *others = file_bytes(path, &m);
    assert_int_equal(n, m);
    assert_memory_equal(bytes, others, n);
    free(bytes);
    free(others);
}
