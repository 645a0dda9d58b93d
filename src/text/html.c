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

/* Marks and overrides of direction: U+061C, U+200E, U+200F, U+202A..U+202E and
   U+2066..U+2069; also the separators of lines, U+2028 and U+2029. */
static bool turns(const char *s, int size)
{
    const unsigned char *c = (const unsigned char *)s;
    if (size == 2)
        return c[0] == 0xd8 && c[1] == 0x9c;
    if (size != 3 || c[0] != 0xe2)
        return false;
    return (c[1] == 0x80 &&
            (c[2] == 0x8e || c[2] == 0x8f || (c[2] >= 0xa8 && c[2] <= 0xae))) ||
           (c[1] == 0x81 && c[2] >= 0xa6 && c[2] <= 0xa9);
}

static void put_safe(struct buffer *out, const char *s, bool lines)
{
    for (size_t left = strlen(s); left;) {
        bool feed = lines && *s == '\n';
        int size = feed ? 1 : utf8_character(s, left);
        const char *instead = entity(*s);
        if (size == 0 || turns(s, size))
            instead = "\xef\xbf\xbd";
        if (instead)
            buffer_str(out, instead);
        else
            buffer_bytes(out, s, (size_t)size);
        s += size ? size : 1;
        left -= size ? (size_t)size : 1;
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
