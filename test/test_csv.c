/* SPDX-License-Identifier: MIT */
/* test_csv.c - tables for spreadsheets, and the numbers of JSON. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "text/csv.h"
#include "text/json.h"

static void expect_text(struct buffer *b, const char *wanted)
{
    size_t n;
    char *text = buffer_take(b, &n);
    assert_non_null(text);
    assert_string_equal(text, wanted);
    free(text);
    *b = (struct buffer){0};
}

static void cells(void **state)
{
    struct buffer b = {0};
    (void)state;
    csv_text(&b, "plain");
    csv_text(&b, "a \"quoted\", one");
    csv_text(&b, NULL);
    csv_int(&b, -12);
    csv_real(&b, -0.25);
    csv_real(&b, 1e300 * 1e300);
    csv_end(&b);
    csv_int(&b, 1);
    csv_text(&b, " two");
    csv_end(&b);
    expect_text(
        &b, "\"plain\",\"a \"\"quoted\"\", one\",\"\",-12,-0.25,\"\"\r\n1,\" two\"\r\n");
}

/* What a spreadsheet would run is text; numbers of our own stay numbers. */
static void no_formulas(void **state)
{
    static const char *const strangers[] = {"=1+1",     "+1",   "-1",
                                            "@SUM(A1)", "\t=1", "\r=1"};
    (void)state;
    for (size_t i = 0; i < sizeof strangers / sizeof strangers[0]; i++) {
        struct buffer b = {0};
        size_t n;
        csv_text(&b, strangers[i]);
        char *text = buffer_take(&b, &n);
        assert_memory_equal(text, "\"'", 2);
        assert_null(strpbrk(text, "\t\r\n"));
        free(text);
    }
}

static void only_utf_8(void **state)
{
    struct buffer b = {0};
    (void)state;
    csv_text(&b, "a\033[2J\xff\xc3\xa9\n");
    expect_text(&b, "\"a [2J?\xc3\xa9 \"");
}

static void real_numbers(void **state)
{
    struct buffer b = {0};
    struct json j = json_on(&b);
    (void)state;
    json_open(&j, NULL, '[');
    json_real(&j, NULL, 0.1 + 0.2);
    json_real(&j, NULL, -2.5e-7);
    json_real(&j, NULL, -1.0000005);
    json_real(&j, NULL, 123456789.5);
    json_real(&j, NULL, 1e12);
    json_real(&j, NULL, -1e300 * 1e300);
    json_real(&j, NULL, (1e300 * 1e300) * 0);
    json_close(&j, ']');
    expect_text(&b, "[0.3,0,-1.000001,123456789.5,null,null,null]");
}

static void strings(void **state)
{
    struct buffer b = {0};
    struct json j = json_on(&b);
    (void)state;
    json_open(&j, NULL, '[');
    json_string(&j, NULL, " a\x1f\"\\\xff\xc3\xa9");
    json_close(&j, ']');
    expect_text(&b, "[\" a\\u001f\\\"\\\\\xef\xbf\xbd\xc3\xa9\"]");
}

/* Lines of up to 80 characters. */
static void words_are_wrapped(void **state)
{
    char word[101], wanted[300];
    (void)state;
    for (int n = 76; n <= 80; n++) {
        struct buffer b = {0};
        memset(word, 'x', sizeof word);
        word[n] = '\0';
        buffer_word(&b, word, (size_t)n);
        buffer_word(&b, "\xc3\xa9z", 3); /* two characters */
        strcpy(wanted, word);
        strcat(strcat(wanted, n + 3 <= 80 ? " " : "\n"), "\xc3\xa9z");
        expect_text(&b, wanted);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cells),      cmocka_unit_test(no_formulas),
        cmocka_unit_test(only_utf_8), cmocka_unit_test(real_numbers),
        cmocka_unit_test(strings),    cmocka_unit_test(words_are_wrapped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
