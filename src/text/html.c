/* SPDX-License-Identifier: MIT */
/* html.c - see html.h. */
#include <string.h>
#include "core/sha256.h"
#include "text/html.h"
#include "text/utf8.h"

static const char *entity(char c)
{
    switch (c) {
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '&':
        return "&amp;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    }
    return NULL;
}

static void put_safe(struct buffer *out, const char *s, bool lines)
{
    size_t size;
    for (size_t left = strlen(s); left; s += size, left -= size) {
        bool visible = utf8_is_visible(s, left, &size);
        if (entity(*s))
            buffer_str(out, entity(*s));
        else if (visible || (lines && *s == '\n'))
            buffer_bytes(out, s, size);
        else
            buffer_str(out, "\xef\xbf\xbd");
    }
}

void html_text(struct buffer *out, const char *s)
{
    put_safe(out, s, false);
}

void html_lines(struct buffer *out, const char *s)
{
    put_safe(out, s, true);
}

void html_number(struct buffer *out, const char *before, int64_t n)
{
    buffer_str(out, before);
    buffer_int(out, n);
}

static void put_base64(struct buffer *out, const uint8_t *bytes, size_t n)
{
    static const char digits[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < n; i += 3) {
        uint32_t three = (uint32_t)bytes[i] << 16;
        three |= i + 1 < n ? (uint32_t)bytes[i + 1] << 8 : 0;
        three |= i + 2 < n ? bytes[i + 2] : 0;
        for (size_t k = 0; k < 4; k++)
            buffer_bytes(out, i + k > n ? "=" : &digits[three >> (18 - 6 * k) & 63], 1);
    }
}

void html_allow(struct buffer *out, const char *const *parts)
{
    struct sha256 sum;
    uint8_t digest[SHA256_BYTES];
    sha256_begin(&sum);
    for (; *parts; parts++)
        sha256_add(&sum, *parts, strlen(*parts));
    sha256_end(&sum, digest);
    buffer_str(out, "'sha256-");
    put_base64(out, digest, sizeof digest);
    buffer_str(out, "'");
}
