/* SPDX-License-Identifier: MIT */
/* text.c - see text.h. */
#include <string.h>
#include "core/rules.h"
#include "core/text.h"

struct text text_on(char *buf, size_t cap)
{
    buf[0] = '\0';
    return (struct text){.buf = buf, .cap = cap};
}

void text_bytes(struct text *t, const char *s, size_t n)
{
    if (n >= t->cap - t->len) {
        n = t->cap - t->len - 1;
        t->full = true;
    }
    memcpy(t->buf + t->len, s, n);
    t->len += n;
    t->buf[t->len] = '\0';
}

void text_char(struct text *t, char c)
{
    text_bytes(t, &c, 1);
}

void text_str(struct text *t, const char *s)
{
    text_bytes(t, s, strlen(s));
}

void text_int(struct text *t, int64_t v)
{
    text_right(t, v, 0);
}

void text_right(struct text *t, int64_t v, int width)
{
    char digits[24];
    size_t n = sizeof digits;
    uint64_t u = v < 0 ? -(uint64_t)v : (uint64_t)v;
    do
        digits[--n] = (char)('0' + u % 10);
    while (u /= 10);
    if (v < 0)
        digits[--n] = '-';
    text_fill(t, ' ', width - (int)(sizeof digits - n));
    text_bytes(t, digits + n, sizeof digits - n);
}

void text_fill(struct text *t, char c, int n)
{
    for (; n > 0; n--)
        text_char(t, c);
}

struct scan scan_on(const char *text, lus_fault *fault)
{
    return (struct scan){.text = text, .len = strlen(text), .fault = fault};
}

int scan_peek(const struct scan *s)
{
    return s->at < s->len ? (unsigned char)s->text[s->at] : -1;
}

bool scan_take(struct scan *s, char c)
{
    if (scan_peek(s) != (unsigned char)c)
        return false;
    s->at++;
    return true;
}

int scan_int(struct scan *s, int max)
{
    size_t at = s->at;
    int v = 0;
    while (at < s->len && s->text[at] >= '0' && s->text[at] <= '9') {
        int digit = s->text[at] - '0';
        if (digit > max || v > (max - digit) / 10)
            return -1;
        v = v * 10 + digit;
        at++;
    }
    if (at == s->at || (s->text[s->at] == '0' && at > s->at + 1))
        return -1;
    s->at = at;
    return v;
}

int scan_fault(struct scan *s, int code, size_t at, const char *expected)
{
    if (s->fault) {
        struct text t = text_on(s->fault->expected, sizeof s->fault->expected);
        text_str(&t, expected);
        s->fault->code = code;
        s->fault->at = at;
    }
    return code;
}

int scan_expect(struct scan *s, const char *expected)
{
    return scan_fault(s, LUS_ETEXT, s->at, expected);
}

int argument_fault(lus_fault *fault, const char *expected)
{
    struct scan s = scan_on("", fault);
    return scan_fault(&s, LUS_ERANGE, 0, expected);
}

int memory_fault(lus_fault *fault)
{
    struct scan s = scan_on("", fault);
    return scan_fault(&s, LUS_EMEMORY, 0, "memory");
}

int scan_end(struct scan *s)
{
    return s->at == s->len ? 0 : scan_expect(s, "the end of the text");
}

static int scan_square(struct scan *s, int squares)
{
    if (s->len - s->at >= 3 && !memcmp(s->text + s->at, "off", 3)) {
        s->at += 3;
        return LUS_OFF;
    }
    return scan_int(s, squares);
}

int scan_steps(struct scan *s, int squares, int max_steps, lus_move *m)
{
    lus_move steps = 0;
    for (int i = 0; i < max_steps; i++) {
        int from = scan_int(s, squares);
        if (from < 0)
            return scan_expect(s, "the square a piece stands on (0 is the hand)");
        if (!scan_take(s, '-'))
            return scan_expect(s, "'-' between the two squares of a step");
        size_t target = s->at;
        int to = scan_square(s, squares);
        if (to <= 0)
            return scan_fault(s, LUS_ETEXT, target,
                              "the square the piece goes to, or 'off'");
        steps |= move_step(from, to) << (16 * i);
        if (!scan_take(s, ',')) {
            *m = steps;
            return 0;
        }
    }
    return scan_expect(s, "no further step");
}

void text_steps(struct text *t, lus_move m)
{
    for (int i = 0; i < move_steps(m); i++) {
        if (i)
            text_char(t, ',');
        text_int(t, move_from(m, i));
        text_char(t, '-');
        if (move_to(m, i) == LUS_OFF)
            text_str(t, "off");
        else
            text_int(t, move_to(m, i));
    }
}

void text_ink(struct text *t, const lus_look *look, enum ink ink)
{
    static const char *const sgr[] = {
        [INK_PLAIN] = "\033[0m",     [INK_FIRST] = "\033[1;33m",
        [INK_SECOND] = "\033[1;36m", [INK_MARK] = "\033[1;35m",
        [INK_FAINT] = "\033[2m",     [INK_BOLD] = "\033[1m",
    };
    if (look->color)
        text_str(t, sgr[ink]);
}

void text_symbol(struct text *t, const lus_look *look, const char *unicode,
                 const char *ascii)
{
    text_str(t, look->unicode ? unicode : ascii);
}
