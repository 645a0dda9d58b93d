/* SPDX-License-Identifier: MIT */
/* utf8.c - see utf8.h.  Overlong forms, surrogates and numbers beyond 10FFFF are not
   valid (RFC 3629). */
#include <stdint.h>
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
