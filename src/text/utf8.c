/* SPDX-License-Identifier: MIT */
/* utf8.c - see utf8.h.

       0xxxxxxx                              1 byte    U+0000  .. U+007F
       110xxxxx 10xxxxxx                     2 bytes   U+0080  .. U+07FF
       1110xxxx 10xxxxxx 10xxxxxx            3 bytes   U+0800  .. U+FFFF
       11110xxx 10xxxxxx 10xxxxxx 10xxxxxx   4 bytes   U+10000 .. U+10FFFF */
#include <stdint.h>
#include <string.h>
#include "text/utf8.h"

/* Decodes the character at s into *code; returns its size, 0 if it is not valid.
   Overlong forms, surrogates and numbers above 10FFFF are not valid. */
static int decode(const char *s, size_t n, uint32_t *code)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    unsigned char first = n ? (unsigned char)s[0] : 0xff;
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
    if (c < least[size] || c > 0x10ffff || (c >= 0xd800 && c < 0xe000))
        return 0;
    *code = c;
    return size;
}

static bool is_control(uint32_t c)
{
    return c < 0x20 || (c >= 0x7f && c < 0xa0);
}

/* Unicode's Default_Ignorable_Code_Point without the variation selectors FE00..FE0F,
   which emoji need; the separators of lines and paragraphs 2028 and 2029, the embeddings
   and overrides of direction 202A..202E, and the annotation marks FFF9..FFFB. */
static bool is_unsafe(uint32_t c)
{
    static const uint32_t range[][2] = {
        {0xad, 0xad},     {0x34f, 0x34f},     {0x61c, 0x61c},     {0x115f, 0x1160},
        {0x17b4, 0x17b5}, {0x180b, 0x180f},   {0x200b, 0x200f},   {0x2028, 0x202e},
        {0x2060, 0x206f}, {0x3164, 0x3164},   {0xfeff, 0xfeff},   {0xffa0, 0xffa0},
        {0xfff0, 0xfffb}, {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a}, {0xe0000, 0xe0fff}};
    for (size_t i = 0; i < sizeof range / sizeof range[0]; i++)
        if (c >= range[i][0] && c <= range[i][1])
            return true;
    return false;
}

int utf8_character(const char *s, size_t n)
{
    uint32_t c = 0;
    int size = decode(s, n, &c);
    return size && !is_control(c) ? size : 0;
}

bool utf8_is_visible(const char *s, size_t n, size_t *size)
{
    uint32_t c = 0;
    int valid = decode(s, n, &c);
    *size = valid ? (size_t)valid : 1;
    return valid && !is_control(c) && !is_unsafe(c);
}

bool utf8_is_joiner(const char *s, size_t n)
{
    uint32_t c = 0;
    return decode(s, n, &c) && (c == 0x200c || c == 0x200d);
}

int utf8_width(const char *s)
{
    int width = 0;
    size_t size;
    for (size_t left = strlen(s); left; s += size, left -= size, width++)
        utf8_is_visible(s, left, &size);
    return width;
}
