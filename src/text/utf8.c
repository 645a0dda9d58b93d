/* SPDX-License-Identifier: MIT */
/* utf8.c - see utf8.h.  Overlong forms, surrogates and numbers beyond 10FFFF are not
   valid (RFC 3629). */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include "core/text.h"
#include "text/utf8.h"

int utf8_character(const char *s, size_t n)
{
    static const uint32_t least[] = {0, 0x20, 0xa0, 0x800, 0x10000};
    unsigned char first = n ? (unsigned char)s[0] : 0;
    int size = first < 0x80   ? 1
               : first < 0xc0 ? 0
               : first < 0xe0 ? 2
               : first < 0xf0 ? 3
               : first < 0xf8 ? 4
                              : 0;
    if (size == 0 || (size_t)size > n)
        return 0;
    uint32_t c = size == 1 ? first : first & (0x7fu >> size);
    for (int i = 1; i < size; i++) {
        if (((unsigned char)s[i] & 0xc0) != 0x80)
            return 0;
        c = c << 6 | ((unsigned char)s[i] & 0x3fu);
    }
    if (c < least[size] || c == 0x7f || c > 0x10ffff || (c >= 0xd800 && c < 0xe000))
        return 0;
    return size;
}

/* U+061C, U+200B..200F, U+2028..202E, U+2060..206F and U+FEFF: marks of direction,
   ends of lines and characters without width. */
static bool is_unseen(const char *s, int size)
{
    if (size == 2)
        return !memcmp(s, "\xd8\x9c", 2);
    if (size != 3)
        return false;
    unsigned char last = (unsigned char)s[2];
    if (!memcmp(s, "\xe2\x80", 2))
        return (last >= 0x8b && last <= 0x8f) || (last >= 0xa8 && last <= 0xae);
    if (!memcmp(s, "\xe2\x81", 2))
        return last >= 0xa0 && last <= 0xaf;
    return !memcmp(s, "\xef\xbb\xbf", 3);
}

int utf8_shown(const char *s, int most, char *out, size_t size)
{
    struct text t = text_on(out, size);
    size_t left = strlen(s);
    for (int i = 0; left; i++) {
        int n = utf8_character(s, left);
        if (i == most || t.len + 8 > t.cap) {
            text_str(&t, "...");
            break;
        }
        if (n && !is_unseen(s, n))
            text_bytes(&t, s, (size_t)n);
        else
            text_char(&t, '?');
        s += n ? n : 1;
        left -= n ? (size_t)n : 1;
    }
    return (int)t.len;
}
