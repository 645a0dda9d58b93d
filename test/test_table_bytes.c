/* SPDX-License-Identifier: MIT */
/* test_table_bytes.c - small tables are the same on every machine: what the build prints,
   the header, the values and, except for zstd's frames, the bytes.

   test/table_bytes.txt has them; after an intended change `UPDATE=1
   build/test/test_table_bytes`, then read the difference.  Other tests compare the values
   with references (test_solve, test_senet_table, test_awari_table, test_cave_table). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>
#include "solve/format.h"
#include "solve/frame.h"
#include "solve/kernels.h"
#include "solve/table.h"
#include "support/golden.h"
#include "support/table_fixture.h"

static const struct small_table {
    const char *game;
    int size, precision;
} small_tables[] = {
    {"ur:finkel", 2, 64},      {"ur:finkel", 2, 32},      {"ur:masters", 2, 64},
    {"ur:aseb", 1, 64},        {"senet:houses", 2, 64},   {"senet:houses", 1, 32},
    {"senet:blockade", 2, 64}, {"senet:blockade", 2, 32}, {"awari:abapa", 7, 0},
    {"cave:5x3", 5, 0},
};
enum { SMALL_TABLES = sizeof small_tables / sizeof small_tables[0] };

static char text[1 << 15];
static size_t text_size;

static void write_text(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    text_size +=
        (size_t)vsnprintf(text + text_size, sizeof text - text_size, format, args);
    va_end(args);
    assert_true(text_size < sizeof text);
}

/* What a build prints, except the line with the name of the kernel. */
static char kernel_line[80];

static void write_log(void *arg, const char *line)
{
    (void)arg;
    if (!strncmp(line, "kernel ", 7))
        snprintf(kernel_line, sizeof kernel_line, "%s", line);
    else
        write_text("    %s\n", line);
}

/* Builds a table in a new folder, whose path is valid until the next call. */
static const char *build(const struct small_table *s, int threads, const char *name,
                         void (*log)(void *arg, const char *line))
{
    static char path[4096];
    char folder[128], why[256];
    snprintf(folder, sizeof folder, "%s/%s", fixture_folder, name);
    struct solve_options o = {.r = lus_rules_find(s->game),
                              .size = s->size,
                              .threads = threads,
                              .precision = s->precision,
                              .folder = folder,
                              .command = "test",
                              .log = log};
    if (solve_run(&o, path, sizeof path, why) < 0)
        fail_msg("%s", why);
    return path;
}

/* The lines of the header, except the version of the program. */
static void write_header(const char *lines)
{
    for (const char *line = lines, *end; (end = strchr(line, '\n')); line = end + 1)
        if (strncmp(line, "program ", 8) != 0)
            write_text("    %.*s\n", (int)(end - line), line);
}

static void write_values(struct table *t)
{
    uint16_t **value;
    assert_int_equal(table_load(t, 1, &value), 0);
    for (int i = 0; i < table_info(t)->layers; i++) {
        struct table_layer l = table_layer(t, i);
        write_text("    values %d: %016llx, residual %.3g\n", i,
                   (unsigned long long)frame_checksum(value[i], (size_t)l.positions *
                                                                    sizeof(uint16_t)),
                   l.residual);
    }
    table_unload(t, value);
}

/* Everything behind the header and its text, without the packing of zstd. */
static void write_bytes(struct table *t, const char *path)
{
    size_t n;
    uint8_t *bytes = file_bytes(path, &n);
    size_t head = TABLE_HEAD + (size_t)get_number(bytes + 12, 4);
    if (table_info(t)->solver->kind == VALUE_KIND_WIN16)
        write_text("    bytes: %zu, %016llx\n", n - head,
                   (unsigned long long)frame_checksum(bytes + head, n - head));
    free(bytes);
}

static void small_tables_are_those_of_the_file(void **state)
{
    char why[256], want[80];
    (void)state;
    if (!frame_able())
        skip();
    for (int i = 0; i < SMALL_TABLES; i++) {
        const struct small_table *s = &small_tables[i];
        char name[16];
        snprintf(name, sizeof name, "small%d", i);
        write_text("%s, size %d, precision %d\n", s->game, s->size, s->precision);
        const char *path = build(s, 1 + i % 2, name, write_log);
        snprintf(want, sizeof want, "kernel %s, %s", kernel_default()->name,
                 i % 2 ? "2 threads" : "1 thread");
        assert_string_equal(kernel_line, want);
        struct table *t = table_open(path, why);
        assert_non_null(t);
        write_header(table_info(t)->text);
        write_values(t);
        write_bytes(t, path);
        table_close(t);
        assert_string_equal(build(s, 1, name, write_log), path); /* it is there already */
    }
    assert_golden("test/table_bytes.txt", text, text_size);
}

/* Every kernel and every number of threads writes the same file. */
static void kernels_write_the_same_tables(void **state)
{
    (void)state;
    if (!frame_able())
        skip();
    for (int i = 0; i < SMALL_TABLES; i++) {
        char name[32];
        size_t n;
        if (small_tables[i].precision == 0)
            continue;
        snprintf(name, sizeof name, "default%d", i);
        uint8_t *want = file_bytes(build(&small_tables[i], 3, name, NULL), &n);
        for (int k = 1; kernel_at(k); k++) {
            size_t m;
            setenv("LUSORIA_ISA", kernel_at(k)->name, 1);
            snprintf(name, sizeof name, "%s%d", kernel_at(k)->name, i);
            uint8_t *bytes = file_bytes(build(&small_tables[i], k, name, NULL), &m);
            assert_int_equal(m, n);
            assert_memory_equal(bytes, want, n);
            free(bytes);
        }
        unsetenv("LUSORIA_ISA");
        free(want);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_tables_are_those_of_the_file),
        cmocka_unit_test(kernels_write_the_same_tables),
    };
    return cmocka_run_group_tests(tests, fixture_setup, fixture_teardown);
}
