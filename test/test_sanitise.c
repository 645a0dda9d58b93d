/* SPDX-License-Identifier: MIT */
/* test_sanitise.c - untrusted text for terminals, HTML and CSV: one list of unsafe
   characters, and nothing unsafe is left. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "text/buffer.h"
#include "text/markup.h"
#include "text/sanitise.h"
#include "text/utf8.h"

static void encode(unsigned c, char out[5])
{
    size_t n = 0;
    if (c < 0x80) {
        out[n++] = (char)c;
    } else if (c < 0x800) {
        out[n++] = (char)(0xc0 | c >> 6);
    } else if (c < 0x10000) {
        out[n++] = (char)(0xe0 | c >> 12);
        out[n++] = (char)(0x80 | (c >> 6 & 63));
    } else {
        out[n++] = (char)(0xf0 | c >> 18);
        out[n++] = (char)(0x80 | (c >> 12 & 63));
        out[n++] = (char)(0x80 | (c >> 6 & 63));
    }
    if (c >= 0x80)
        out[n++] = (char)(0x80 | (c & 63));
    out[n] = '\0';
}

/* First and last of each range, and their visible neighbours. */
static const unsigned unsafe[] = {
    1,      0x1b,   0x1f,    0x7f,    0x80,    0x9b,    0x9f,    0xad,    0x34f,  0x61c,
    0x115f, 0x1160, 0x17b4,  0x17b5,  0x180b,  0x180e,  0x180f,  0x200b,  0x200d, 0x200f,
    0x2028, 0x202a, 0x202e,  0x2060,  0x2066,  0x206f,  0x3164,  0xfeff,  0xffa0, 0xfff0,
    0xfff9, 0xfffb, 0x1bca0, 0x1bca3, 0x1d173, 0x1d17a, 0xe0000, 0xe0001, 0xe0fff};
static const unsigned safe[] = {
    ' ',     '~',     0xa0,    0xac,    0xae,    0x34e,   0x350,   0x61b,
    0x61d,   0x115e,  0x1161,  0x17b3,  0x17b6,  0x180a,  0x1810,  0x200a,
    0x2010,  0x2027,  0x202f,  0x205f,  0x2070,  0x3163,  0x3165,  0xfe0f,
    0xfefe,  0xff00,  0xff9f,  0xffa1,  0xffef,  0xfffc,  0xfffd,  0x1bc9f,
    0x1bca4, 0x1d172, 0x1d17b, 0x1f600, 0xdffff, 0xe1000, 0x10ffff};

static void both_writers_know_the_same_characters(void **state)
{
    char text[5], out[SANITISED_BYTES];
    size_t size;
    (void)state;
    for (size_t i = 0; i < sizeof unsafe / sizeof unsafe[0]; i++) {
        struct buffer html = {0};
        struct markup m = markup_on(&html);
        encode(unsafe[i], text);
        if (utf8_is_visible(text, strlen(text), &size))
            fail_msg("U+%04X is shown", unsafe[i]);
        assert_int_equal(size, strlen(text));
        assert_string_equal(sanitise(out, text, 9), "?");
        markup_text(&m, text);
        assert_int_equal(html.len, 3);
        assert_memory_equal(html.bytes, "\xef\xbf\xbd", 3);
        free(html.bytes);
        sanitise_message(text);
        assert_string_equal(text, "?");
    }
    for (size_t i = 0; i < sizeof safe / sizeof safe[0]; i++) {
        encode(safe[i], text);
        if (!utf8_is_visible(text, strlen(text), &size))
            fail_msg("U+%04X is not shown", safe[i]);
        assert_string_equal(sanitise(out, text, 9), text);
    }
}

#define ZWNJ "\xe2\x80\x8c"
#define ZWJ  "\xe2\x80\x8d"
#define BAD  "\xef\xbf\xbd"
#define MAN  "\xf0\x9f\x91\xa8"
#define GIRL "\xf0\x9f\x91\xa7"
#define MEEM "\xd9\x85"

/* In HTML between two characters outside ASCII; in a terminal never. */
static void joiners_are_shown_in_html_where_they_join(void **state)
{
    static const struct {
        const char *text, *html, *terminal;
    } cases[] = {
        {MAN ZWJ GIRL, MAN ZWJ GIRL, MAN "?" GIRL},
        {MEEM ZWNJ MEEM, MEEM ZWNJ MEEM, MEEM "?" MEEM},
        {"A" ZWJ "da", "A" BAD "da", "A?da"},
        {MAN ZWJ, MAN BAD, MAN "?"},
        {ZWNJ MEEM, BAD MEEM, "?" MEEM},
        {MAN ZWJ ZWJ GIRL, MAN BAD BAD GIRL, MAN "??" GIRL},
        {MAN ZWJ "<" MAN, MAN BAD "&lt;" MAN, MAN "?<" MAN},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char out[SANITISED_BYTES];
        struct buffer html = {0};
        struct markup m = markup_on(&html);
        size_t n;
        markup_text(&m, cases[i].text);
        char *text = buffer_take(&html, &n);
        assert_string_equal(text, cases[i].html);
        assert_string_equal(sanitise(out, cases[i].text, 20), cases[i].terminal);
        free(text);
    }
}

static void bytes_that_are_not_utf8_are_replaced(void **state)
{
    static const char *const bad[] = {"\xff",         "\x80",         "\xc0\x80",
                                      "\xe0\x80\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80",
                                      "\xe2\x80",     "\xf8\x88"};
    char out[SANITISED_BYTES];
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        sanitise(out, bad[i], 99);
        assert_int_equal(strlen(out), strlen(bad[i]));
        assert_int_equal(strspn(out, "?"), strlen(bad[i]));
        assert_int_equal(utf8_width(bad[i]), strlen(bad[i]));
    }
}

static void texts_are_cut_and_padded(void **state)
{
    char out[SANITISED_BYTES], message[] = "a\033[2J\nb\xe2\x80\xae"
                                           "c";
    char longer[600];
    (void)state;
    assert_string_equal(sanitise(out, "abcdef", 6), "abcdef");
    assert_string_equal(sanitise(out, "abcdef", 5), "abcd~");
    assert_string_equal(sanitise(out, "\xc3\xa9\xc3\xa9\xc3\xa9", 2), "\xc3\xa9~");
    assert_string_equal(sanitise_padded(out, "ab", 4), "ab  ");
    assert_string_equal(sanitise_padded(out, "abcdef", 4), "abc~");
    sanitise_message(message);
    assert_string_equal(message, "a?[2J\nb?c");
    memset(longer, 'x', sizeof longer - 1);
    longer[sizeof longer - 1] = '\0';
    sanitise(out, longer, 1000);
    assert_int_equal(out[strlen(out) - 1], '~');
    assert_true(strlen(out) > 240);
    sanitise_padded(out, "x", 1000);
    assert_int_equal(strlen(out), SANITISED_BYTES - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_writers_know_the_same_characters),
        cmocka_unit_test(joiners_are_shown_in_html_where_they_join),
        cmocka_unit_test(bytes_that_are_not_utf8_are_replaced),
        cmocka_unit_test(texts_are_cut_and_padded),
    };
    return cmocka_run_group_tests_name("sanitise", tests, NULL, NULL);
}
