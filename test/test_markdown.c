/* SPDX-License-Identifier: MIT */
/* test_markdown.c - blocks of Markdown and the plain text they become. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "text/markdown.h"

/* Renders the lines of `text` in 24 columns and compares. */
static void check(char *text, bool bold, const char *expected)
{
    const char *line[40];
    struct buffer b = {0};
    size_t length;
    int n = 0;
    for (char *rest = text; rest;) {
        char *end = strchr(rest, '\n');
        line[n++] = rest;
        if (end)
            *end++ = '\0';
        rest = end;
    }
    line[n] = NULL;
    markdown_render(&b, line, 24, bold);
    char *got = buffer_take(&b, &length);
    assert_string_equal(got, expected);
    free(got);
}

#define CHECK(text, expected)                                                            \
    do {                                                                                 \
        char copy[] = text;                                                              \
        check(copy, false, expected);                                                    \
    } while (0)

static void paragraphs(void **state)
{
    (void)state;
    CHECK("one two three four five six\nseven `eight`",
          "one two three four five\nsix seven eight\n");
    CHECK("a\n\n\nb", "a\n\nb\n");
    CHECK("one \ntwo", "one two\n");
    CHECK("ééééé ééééé ééééé éééééé x", "ééééé ééééé ééééé éééééé\nx\n");
    CHECK("abcdefghijklmnopqrstuvwxyz z", "abcdefghijklmnopqrstuvwxyz\nz\n");
}

static void headings(void **state)
{
    char bold[] = "## A `b`\ntext";
    (void)state;
    CHECK("# A\ntext\n### B", "A\n\ntext\n\nB\n");
    check(bold, true, "\033[1mA b\033[0m\n\ntext\n");
}

static void items(void **state)
{
    (void)state;
    CHECK("- one two three four five six\n- two\n  lines",
          "- one two three four\n  five six\n- two lines\n");
    CHECK("H1.  one two three four five six\n\nH10. b\n     c",
          "H1.  one two three four\n     five six\nH10. b c\n");
    CHECK("H1 is a rule.", "H1 is a rule.\n");
}

static void blocks(void **state)
{
    (void)state;
    CHECK("a\n\n      +--+  wider than the width\n\n      +--+\n\nb",
          "a\n\n    +--+  wider than the width\n\n    +--+\n\nb\n");
    CHECK("    x\n\n\n    y\n\n\n\nb", "  x\n\n\n  y\n\nb\n");
    /* blocks of different kinds without a blank line between them */
    CHECK("# A\n    x\n| a |\n- b\nH1. c\nd", "A\n\n  x\n\n  a\n\n- b\n\nH1.  c d\n");
}

static void tables(void **state)
{
    (void)state;
    CHECK("| a | word |\n| - | --- |\n| `long` | é |\n| x | |",
          "  a     word\n  ----  ----\n  long  é\n  x     \n");
    CHECK("| a | b |\n| - | - |\n| x | one two three four five six |",
          "  a  b\n  -  -------------------\n  x  one two three four\n     five six\n");
    CHECK("| | b |\n| - | - |\n| | c |", "    b\n    -\n    c\n");
    /* eight columns at most; the ruler of the last is at least 12 wide */
    CHECK("|1|2|3|4|5|6|7|8|9|\n|-|-|-|-|-|-|-|-|-|",
          "  1  2  3  4  5  6  7  8\n  -  -  -  -  -  -  -  -\n");
    CHECK("| aaaaaaaaaaaaaaaa | bbbbbbbbbbbbbbb |\n| - | - |",
          "  aaaaaaaaaaaaaaaa  bbbbbbbbbbbbbbb\n  ----------------  ------------\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paragraphs), cmocka_unit_test(headings), cmocka_unit_test(items),
        cmocka_unit_test(blocks),     cmocka_unit_test(tables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
