/* SPDX-License-Identifier: MIT */
/* test_table_heads.c - why a table file is refused: every reason has its message.  The
   checksums of all forged files are right.  Also: what a build needs (needs.h). */
#include <setjmp.h>
#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "fuzz/fuzz.h"
#include "solve/format.h"
#include "solve/frame.h"
#include "solve/needs.h"
#include "solve/table.h"
#include "support/table_fixture.h"

/* ---- forged files ---- */

static uint8_t *table_bytes, *forged;
static size_t table_size, directory, section;

/* ur:finkel with one piece: one layer. */
static int build_table(void **state)
{
    fixture_setup(state);
    if (!frame_able())
        return 0;
    table_bytes =
        file_bytes(fixture_table("ur:finkel", 1, "heads", 1, NULL), &table_size);
    forged = malloc(table_size);
    directory = TABLE_HEAD + get_number(table_bytes + 12, 4);
    section = get_number(table_bytes + directory, 8);
    return forged ? 0 : -1;
}

static int free_table(void **state)
{
    free(table_bytes);
    free(forged);
    return fixture_teardown(state);
}

/* The message of the first n bytes of `forged`, without the path; "" if it is opened. */
static const char *refusal(size_t n)
{
    static char why[256];
    char path[128];
    snprintf(path, sizeof path, "%s/forged.lut", fixture_folder);
    file_put(path, forged, n);
    struct table *t = table_open(path, why);
    if (t)
        snprintf(why, sizeof why, "%s: ", path);
    table_close(t);
    assert_memory_equal(why, path, strlen(path));
    return why + strlen(path) + 2;
}

/* With a number replaced and right checksums. */
static const char *with_number(size_t at, int bytes, uint64_t number)
{
    memcpy(forged, table_bytes, table_size);
    put_number(forged + at, bytes, number);
    fuzz_table_fix(forged, table_size, FUZZ_FIX_ALL);
    return refusal(table_size);
}

/* With a piece of the text replaced by another of the same length. */
static const char *with_text(const char *old, const char *new)
{
    memcpy(forged, table_bytes, table_size);
    for (size_t at = TABLE_HEAD; at + strlen(old) <= directory; at++)
        if (!memcmp(forged + at, old, strlen(old))) {
            memcpy(forged + at, new, strlen(new));
            break;
        }
    assert_memory_not_equal(forged, table_bytes, table_size);
    fuzz_table_fix(forged, table_size, FUZZ_FIX_ALL);
    return refusal(table_size);
}

#define OTHER_VERSION "format version %d; this program reads version 3"

static void heads(void **state)
{
    char wanted[128];
    (void)state;
    if (!frame_able())
        skip();
    uint64_t positions = get_number(table_bytes + 24, 8);
    assert_string_equal(with_number(24, 8, positions), "");
    assert_string_equal(with_number(0, 1, 0x88), "not a table");
    assert_string_equal(refusal(TABLE_HEAD - 1), "not a table");
    snprintf(wanted, sizeof wanted, OTHER_VERSION, 4);
    assert_string_equal(with_number(8, 4, 4), wanted);
    assert_string_equal(with_number(12, 4, TABLE_MAX_TEXT + 1), "cut short or damaged");
    assert_string_equal(with_number(16, 4, 0), "cut short or damaged");
    assert_string_equal(with_number(16, 4, TABLE_MAX_LAYERS + 1), "cut short or damaged");
    assert_string_equal(with_number(16, 4, TABLE_MAX_LAYERS), "cut short");
    assert_string_equal(with_number(16, 4, 2), "unexpected number of layers: 2");
    assert_string_equal(with_number(20, 4, 2),
                        "unexpected kind 2 of values for ur:finkel");
    assert_string_equal(with_number(24, 8, positions + 1), "the sizes do not add up");
    assert_string_equal(with_number(32, 8, table_size + 1), "cut short or damaged");
    assert_string_equal(with_number(TABLE_PRECISION, 4, 11),
                        "unexpected precision of the values");
    memcpy(forged, table_bytes, table_size);
    forged[TABLE_CHECKSUM] ^= 1;
    assert_string_equal(refusal(table_size), "the header is damaged");
}

static void texts(void **state)
{
    (void)state;
    if (!frame_able())
        skip();
    assert_string_equal(with_text("game ", "gone "), "the header has no game or no size");
    assert_string_equal(with_text("game ", "game\t"),
                        "the header's text is not lines of ASCII");
    assert_string_equal(with_text("\nsize ", "\nsise "),
                        "the header has no game or no size");
    assert_string_equal(with_text("ur:finkel", "ur:finkex"),
                        "this program has no tables of the game 'ur:finkex'");
    assert_string_equal(with_text("\nsize 1", "\nsize 0"), "size 0 is out of range");
    assert_string_equal(with_text("\nsize 1", "\nsize 8"), "size 8 is out of range");
    assert_string_equal(with_text("\nsize 1", "\nsize x"), "size x is out of range");
    assert_string_equal(with_text("\nsize 1", "\nsize 7"),
                        "unexpected number of layers: 1");
    memcpy(forged, table_bytes, table_size); /* the last line without its end */
    forged[directory - 1] = ' ';
    fuzz_table_fix(forged, table_size, FUZZ_FIX_ALL);
    assert_string_equal(refusal(table_size), "the header's text is not lines of ASCII");
}

static void sections(void **state)
{
    const char *outside = "layer 0 is outside the file",
               *size = "layer 0 has the wrong size", *damaged = "layer 0 is damaged";
    (void)state;
    if (!frame_able())
        skip();
    uint64_t positions = get_number(table_bytes + section, 8);
    uint64_t predictors = get_number(table_bytes + section + 8, 4);
    uint64_t frames = get_number(table_bytes + section + 12, 4);
    size_t entry = section + SECTION_HEAD + predictors;
    uint64_t bytes = get_number(table_bytes + entry, 4);
    assert_string_equal(with_number(directory, 8, section + 1), outside);
    assert_string_equal(with_number(directory + 8, 8, table_size), outside);
    assert_string_equal(with_number(directory + 8, 8, SECTION_HEAD - 1), size);
    assert_string_equal(with_number(directory + 16, 8, positions + 1), size);
    assert_string_equal(with_number(section, 8, positions + 1), damaged);
    assert_string_equal(with_number(section + 8, 4, predictors + 1), size);
    assert_string_equal(with_number(section + 12, 4, UINT32_MAX), size);
    assert_string_equal(with_number(section + 12, 4, frames + 1), damaged);
    assert_string_equal(with_number(section + SECTION_VERSION_AT, 4, 1), damaged);
    assert_string_equal(with_number(entry, 4, bytes + 1), damaged);
    assert_string_equal(with_number(entry, 4, bytes - 1), damaged);
    assert_string_equal(with_number(entry + 4, 4, 0), damaged);
    assert_string_equal(with_number(entry + 4, 4, positions - 1), damaged);
    assert_string_equal(with_number(entry + 4, 4, positions + 1), damaged);
}

/* A file of version 2, whose text is 16 bytes earlier, is named with its command. */
static void older_versions(void **state)
{
    static const char text[] = "game ur:finkel\nsize 3\nsizename pieces\n";
    char wanted[128];
    (void)state;
    if (!frame_able())
        skip();
    memset(forged, 0, table_size);
    memcpy(forged, table_magic, sizeof table_magic);
    put_number(forged + 8, 4, 2);
    put_number(forged + 12, 4, strlen(text));
    memcpy(forged + TABLE_HEAD_2, text, strlen(text));
    assert_string_equal(refusal(table_size), "made by an older version; build it again: "
                                             "lusoria solve ur:finkel --pieces 3");
    assert_string_equal(refusal(TABLE_HEAD), "format version 2; this program reads "
                                             "version 3");
    put_number(forged + 12, 4, 22);
    assert_string_equal(refusal(table_size), "made by an older version");
    snprintf(wanted, sizeof wanted, OTHER_VERSION, 2);
    put_number(forged + 12, 4, 0);
    assert_string_equal(refusal(table_size), wanted);
    put_number(forged + 12, 4, TABLE_MAX_TEXT + 1);
    assert_string_equal(refusal(table_size), wanted);
}

/* Of a long path the last 150 bytes are shown. */
static void long_paths(void **state)
{
    char path[201], why[256], wanted[512];
    (void)state;
    if (!frame_able())
        skip();
    memset(path, 'x', sizeof path);
    path[200] = '\0';
    snprintf(wanted, sizeof wanted, "...%s: ", path + 50);
    assert_null(table_open(path, why));
    assert_memory_equal(why, wanted, strlen(wanted));
    path[151] = '\0';
    snprintf(wanted, sizeof wanted, "...%s: No such file or directory", path + 1);
    assert_null(table_open(path, why));
    assert_string_equal(why, wanted);
    path[150] = '\0';
    snprintf(wanted, sizeof wanted, "%s: No such file or directory", path);
    assert_null(table_open(path, why));
    assert_string_equal(why, wanted);
}

/* ---- what a build needs ---- */

static struct solve_estimate invented_estimate(const lus_rules *r, int precision)
{
    (void)r;
    return (struct solve_estimate){.solving = 100,
                                   .kept = 10,
                                   .packed = 2,
                                   .fixed = 7,
                                   .checkpoint = precision == 32 ? 30 : 0};
}

static int three(const void *index)
{
    (void)index;
    return 3;
}

/* 1000, 5000 and 2000 positions; layer 0 is used by layer 1 only. */
static uint64_t invented_size(const void *index, int layer)
{
    (void)index;
    return layer == 0 ? 1000 : layer == 1 ? 5000 : 2000;
}

static int invented_last_use(const void *index, int layer)
{
    (void)index;
    return layer == 0 ? 1 : 2;
}

static void needs(void **state)
{
    struct solver s = {.estimate = invented_estimate,
                       .index = {.layers = three,
                                 .layer_size = invented_size,
                                 .last_use = invented_last_use}};
    double program = 30e6 + 7;
    (void)state;
    struct solve_needs n = solve_needs(&s, NULL, NULL, 64, 0);
    assert_true(n.file == 1000 + 2 * 8000);
    assert_true(n.memory == 500000 + 10000 + program); /* layer 1, and layer 0 is kept */
    assert_true(n.disk == 10000 + 50000 + 13000);      /* layer 1 and its state */
    n = solve_needs(&s, NULL, NULL, 32, 0);
    assert_true(n.disk == 10000 + 50000 + 13000 + 2 * 150000);
    n = solve_needs(&s, NULL, NULL, 32, 300000); /* its checkpoint becomes its state */
    assert_true(n.disk == 10000 + 3000 + 2 * 150000);
    assert_true(n.memory == 300000 + program);
    assert_true(solve_needs(&s, NULL, NULL, 64, 900000).memory == 510000 + program);
}

static void amounts(void **state)
{
    static const struct {
        double bytes;
        const char *text;
    } cases[] = {{0, "0.0 KB"},         {1234, "1.2 KB"},   {9949, "9.9 KB"},
                 {9950, "10 KB"},       {999499, "999 KB"}, {999500, "1.0 MB"},
                 {168.4e6, "168 MB"},   {2.55e9, "2.5 GB"}, {999.6e9, "1.0 TB"},
                 {12345e12, "12345 TB"}};
    char out[32];
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_string_equal(bytes_text(cases[i].bytes, out), cases[i].text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(heads),      cmocka_unit_test(texts),
        cmocka_unit_test(sections),   cmocka_unit_test(older_versions),
        cmocka_unit_test(long_paths), cmocka_unit_test(needs),
        cmocka_unit_test(amounts),
    };
    return cmocka_run_group_tests(tests, build_table, free_table);
}
