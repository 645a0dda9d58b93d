/* SPDX-License-Identifier: MIT */
/* test_table_files.c - table files that are damaged, cut short, forged, or built with other
   rules are refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>
#include "fuzz/fuzz.h"
#include "solve/fingerprint.h"
#include "solve/format.h"
#include "solve/frame.h"
#include "solve/table.h"
#include "support/table_fixture.h"

/* Reads all of a file: 1 whole, 0 refused or found damaged; never other numbers. */
static int reads(const char *path, uint16_t *const *want)
{
    char why[256];
    static uint16_t values[FRAME_VALUES];
    struct table *t = table_open(path, why);
    int good = t != NULL;
    for (int layer = 0; good && layer < table_info(t)->layers; layer++)
        for (uint64_t b = 0; good && b < table_layer(t, layer).blocks; b++) {
            int n = table_block(t, layer, b, values);
            good = n >= 0;
            if (good)
                assert_memory_equal(values, want[layer] + table_block_first(t, layer, b),
                                    (size_t)n * sizeof(uint16_t));
        }
    table_close(t);
    return good;
}

/* A flipped bit anywhere, a file cut anywhere, rubbish: refused. */
static void damaged(void **state)
{
    char copy[128], why[256];
    uint16_t **want;
    size_t n;
    (void)state;
    if (!frame_able())
        skip();
    const char *path = fixture_table("ur:finkel", 2, "damaged", 1, NULL);
    uint8_t *bytes = file_bytes(path, &n);
    struct table *t = table_open(path, why);
    assert_int_equal(table_load(t, 1, &want), 0);
    snprintf(copy, sizeof copy, "%s/copy.lut", fixture_folder);
    file_put(copy, bytes, n);
    assert_int_equal(reads(copy, want), 1);
    for (size_t at = 0; at < n; at += at < 600 ? 1 : 97) {
        bytes[at] ^= (uint8_t)(1u << at % 8);
        file_put(copy, bytes, n);
        assert_int_equal(reads(copy, want), 0);
        bytes[at] ^= (uint8_t)(1u << at % 8);
    }
    for (size_t cut = 0; cut < n; cut += cut < 600 ? 7 : 331) {
        file_put(copy, bytes, cut);
        assert_int_equal(reads(copy, want), 0);
    }
    table_unload(t, want);
    table_close(t);
    free(bytes);
}

/* Numbers that would overflow, with a correct checksum. */
static void hostile(void **state)
{
    static const uint64_t numbers[] = {
        0, 1, UINT32_MAX, UINT64_MAX, UINT64_MAX - 47, (uint64_t)1 << 63};
    char copy[128], why[256];
    size_t n;
    (void)state;
    if (!frame_able())
        skip();
    uint8_t *bytes = file_bytes(fixture_table("ur:finkel", 1, "hostile", 1, NULL), &n);
    size_t text = bytes[12] | (size_t)bytes[13] << 8, head = TABLE_HEAD + text + 32;
    snprintf(copy, sizeof copy, "%s/hostile.lut", fixture_folder);
    for (size_t at = 8; at < head; at += at < 40               ? 4
                                         : at < TABLE_HEAD - 8 ? 8
                                         : at < TABLE_HEAD     ? text + 8
                                                               : 8)
        for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
            uint8_t bad[4096];
            assert_true(n < sizeof bad);
            memcpy(bad, bytes, n);
            for (int k = 0; k < (at < 24 ? 4 : 8); k++)
                bad[at + (size_t)k] = (uint8_t)(numbers[i] >> (8 * k));
            memset(bad + 40, 0, 8);
            uint64_t sum = frame_checksum(bad, head);
            for (int k = 0; k < 8; k++)
                bad[40 + k] = (uint8_t)(sum >> (8 * k));
            if (!memcmp(bad, bytes, n) || at == head - 8)
                continue; /* unchanged, or the residual, which may have any value */
            file_put(copy, bad, n);
            struct table *t = table_open(copy, why);
            assert_null(t);
        }
    free(bytes);
}

/* The file is cut while it is open: an error, no signal, no value.  It stays an error when
   the same block is read again, also for the first block of the file. */
static void cut_while_open(void **state)
{
    char why[256];
    int number = -7;
    (void)state;
    if (!frame_able())
        skip();
    const char *path = fixture_table("ur:finkel", 2, "cut", 1, NULL);
    struct table *t = table_open(path, why);
    assert_non_null(t);
    assert_string_equal(table_info(t)->path, path);
    assert_int_equal(truncate(path, TABLE_HEAD), 0);
    for (int i = 0; i < 2; i++) {
        assert_true(table_number(t, 2, 9000, &number) < 0);
        assert_true(table_number(t, 0, 0, &number) < 0);
    }
    assert_int_equal(number, -7);
    table_close(t);
}

/* The second block of the first layer, read before any other: single numbers are those of
   the whole block. */
static void second_block_of_the_first_layer(void **state)
{
    static uint8_t values[FRAME_VALUES * 2];
    char why[256];
    (void)state;
    if (!frame_able())
        skip();
    struct table *t = table_open(fixture_table("cave:5x3", 6, "second", 1, NULL), why);
    assert_non_null(t);
    assert_true(table_layer(t, 0).blocks > 1);
    uint64_t first = table_block_first(t, 0, 1);
    int n = table_block(t, 0, 1, values);
    assert_true(n > 0);
    for (int i = 0; i < n; i += 97) {
        int number = -7;
        assert_int_equal(table_number(t, 0, first + (unsigned)i, &number), 0);
        assert_int_equal(number, values[i]);
    }
    table_close(t);
}

/* A folder that does not exist is empty; one that cannot be read is reported, once. */
static void folders_that_cannot_be_read(void **state)
{
    char file[128], inside[160], missing[160];
    (void)state;
    snprintf(file, sizeof file, "%s/file", fixture_folder);
    snprintf(inside, sizeof inside, "%s/tables", file);
    snprintf(missing, sizeof missing, "%s/missing", fixture_folder);
    file_put(file, (const uint8_t *)"", 0);
    struct tables *ts = tables_open(inside);
    assert_non_null(tables_refused(ts, 0));
    assert_non_null(
        strstr(tables_refused(ts, 0), "/file/tables: cannot open the folder of tables"));
    assert_null(tables_refused(ts, 1));
    tables_close(ts);
    ts = tables_open(missing);
    assert_null(tables_refused(ts, 0));
    tables_close(ts);
}

/* A damaged block is an error of table_load, for values of one and of two bytes; reading
   another block does not mark the table as damaged. */
static void damaged_blocks(void **state)
{
    static const char *const names[] = {"ur:finkel", "awari:abapa", "cave:5x3"};
    char copy[128], why[256];
    (void)state;
    if (!frame_able())
        skip();
    snprintf(copy, sizeof copy, "%s/block.lut", fixture_folder);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        uint16_t **value = NULL;
        size_t n;
        int number;
        uint8_t *bytes = file_bytes(fixture_table(names[i], 2, "blocks", 1, NULL), &n);
        bytes[n - 1] ^= 1;
        file_put(copy, bytes, n);
        struct table *t = table_open(copy, why);
        assert_non_null(t);
        assert_int_equal(table_number(t, 0, 0, &number), 0);
        assert_false(table_damaged(t));
        assert_int_equal(table_load(t, 1, &value), LUS_EFILE);
        assert_null(value);
        assert_true(table_damaged(t));
        table_close(t);
        free(bytes);
    }
}

/* ---- the fingerprint of the rules ---- */

static const lus_rules *real_rules;

/* Rules that forbid moves of three steps: rare ones (B9). */
static int few_steps(const lus_rules *r, const lus_pos *p, int throw, lus_move *out)
{
    int n = real_rules->moves(real_rules, p, throw, out), kept = 0;
    (void)r;
    for (int i = 0; i < n; i++)
        if (!(out[i] >> 32))
            out[kept++] = out[i];
    return kept;
}

/* Rules without extra throws. */
static int once_only(const lus_rules *r, lus_pos *p, int throw, lus_move m)
{
    (void)r;
    real_rules->play(real_rules, p, throw, m);
    return 0;
}

static uint64_t fingerprint(const lus_rules *r, int size)
{
    const struct solver *s = solver_of(real_rules);
    void *index = s->index.create(real_rules, size);
    uint64_t print = rules_fingerprint(s, r, index);
    s->index.destroy(index);
    return print;
}

static void fingerprints(void **state)
{
    lus_rules other;
    (void)state;
    if (!frame_able())
        skip();
    real_rules = lus_rules_find("senet:blockade");
    uint64_t print = fingerprint(real_rules, 3);
    assert_true(print == fingerprint(real_rules, 3));
    assert_true(print != fingerprint(real_rules, 2));
    other = *real_rules;
    assert_true(print == fingerprint(&other, 3));
    other.moves = few_steps;
    assert_true(print != fingerprint(&other, 3));
    other = *real_rules;
    other.play = once_only;
    assert_true(print != fingerprint(&other, 3));
    other = *real_rules;
    other.dice.throws[0].weight++;
    assert_true(print != fingerprint(&other, 3));
}

/* A table of other rules is refused, even with all checksums right. */
static void other_rules(void **state)
{
    char copy[128], why[256];
    size_t n;
    (void)state;
    if (!frame_able())
        skip();
    uint8_t *bytes = file_bytes(fixture_table("ur:finkel", 1, "print", 1, NULL), &n);
    snprintf(copy, sizeof copy, "%s/print.lut", fixture_folder);
    for (int at = TABLE_FINGERPRINT; at < TABLE_FINGERPRINT + 8; at++) {
        bytes[at] ^= 64;
        fuzz_table_fix(bytes, n, FUZZ_FIX_ALL);
        file_put(copy, bytes, n);
        assert_null(table_open(copy, why));
        assert_non_null(
            strstr(why, "built with other rules of ur:finkel; build it again"));
        bytes[at] ^= 64;
    }
    fuzz_table_fix(bytes, n, FUZZ_FIX_ALL);
    file_put(copy, bytes, n);
    struct table *t = table_open(copy, why);
    assert_non_null(t);
    table_close(t);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(damaged),
        cmocka_unit_test(hostile),
        cmocka_unit_test(cut_while_open),
        cmocka_unit_test(fingerprints),
        cmocka_unit_test(other_rules),
        cmocka_unit_test(damaged_blocks),
        cmocka_unit_test(folders_that_cannot_be_read),
        cmocka_unit_test(second_block_of_the_first_layer),
    };
    return cmocka_run_group_tests(tests, fixture_setup, fixture_teardown);
}
