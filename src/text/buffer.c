/* SPDX-License-Identifier: MIT */
/* buffer.c - see buffer.h.  The capacity at least doubles, so appending n bytes one by one
   takes O(n). */
#include <stdlib.h>
#include <string.h>
#include "core/text.h"
#include "text/buffer.h"

enum { LINE_WIDTH = 80 };

/* Makes room for n bytes and a NUL; false: memory ran out, now or earlier. */
static bool reserve(struct buffer *b, size_t n)
{
    if (!b->failed && b->cap - b->len <= n) {
        size_t cap = 2 * b->cap + n + 256;
        char *more = realloc(b->bytes, cap);
        b->failed = !more;
        if (more) {
            b->bytes = more;
            b->cap = cap;
        }
    }
    return !b->failed;
}

/* The number of characters: bytes that continue a UTF-8 sequence do not count. */
static int count_characters(const char *s, size_t n)
{
    int w = 0;
    for (size_t i = 0; i < n; i++)
        w += ((unsigned char)s[i] & 0xc0) != 0x80;
    return w;
}

void buffer_bytes(struct buffer *b, const char *s, size_t n)
{
    if (!reserve(b, n))
        return;
    memcpy(b->bytes + b->len, s, n);
    b->len += n;
    size_t line = n;
    while (line && s[line - 1] != '\n')
        line--;
    b->column = (line ? 0 : b->column) + count_characters(s + line, n - line);
}

void buffer_str(struct buffer *b, const char *s)
{
    buffer_bytes(b, s, strlen(s));
}

void buffer_int(struct buffer *b, int64_t v)
{
    char digits[24];
    struct text t = text_on(digits, sizeof digits);
    text_int(&t, v);
    buffer_bytes(b, digits, t.len);
}

void buffer_word(struct buffer *b, const char *s, size_t n)
{
    if (b->column)
        buffer_str(b, b->column + 1 + count_characters(s, n) > LINE_WIDTH ? "\n" : " ");
    buffer_bytes(b, s, n);
}

char *buffer_take(struct buffer *b, size_t *n)
{
    if (!reserve(b, 0)) {
        free(b->bytes);
        return NULL;
    }
    b->bytes[b->len] = '\0';
    if (n)
        *n = b->len;
    return b->bytes;
}
