/* SPDX-License-Identifier: MIT */
/* plain.c - see plain.h. */
#include <stdbool.h>
#include <string.h>
#include "cli/plain.h"
#include "text/utf8.h"

/* The invisible and the turning ones: U+00AD, U+061C, U+180E, U+200B..200F,
   U+2028..202E, U+2060..206F, U+FEFF, U+FFF9..FFFB, and the tags beyond U+E0000. */
static bool unseen(const char *s, size_t n)
{
    const unsigned char *u = (const unsigned char *)s;
    if (n == 2)
        return (u[0] == 0xc2 && u[1] == 0xad) || (u[0] == 0xd8 && u[1] == 0x9c);
    if (n == 4)
        return u[0] == 0xf3 && u[1] == 0xa0;
    if (n != 3)
        return false;
    unsigned c = (u[0] & 15u) << 12 | (u[1] & 63u) << 6 | (u[2] & 63u);
    return c == 0x180e || (c >= 0x200b && c <= 0x200f) || (c >= 0x2028 && c <= 0x202e) ||
           (c >= 0x2060 && c <= 0x206f) || c == 0xfeff || (c >= 0xfff9 && c <= 0xfffb);
}

/* Bytes of the character at s; at least 1. */
static size_t step(const char *s)
{
    int n = utf8_character(s, strlen(s));
    return n ? (size_t)n : 1;
}

int plain_width(const char *s)
{
    int width = 0;
    for (; *s; s += step(s))
        width++;
    return width;
}

static int fill(char out[PLAIN_TEXT], const char *s, int width, size_t *len)
{
    int done = 0;
    *len = 0;
    for (size_t n; *s && done < width && *len + 8 < PLAIN_TEXT; s += n, done++) {
        n = step(s);
        bool last = done + 1 == width && s[n];
        if (last || !utf8_character(s, strlen(s)) || unseen(s, n)) {
            out[(*len)++] = last ? '~' : '?';
        } else {
            memcpy(out + *len, s, n);
            *len += n;
        }
    }
    out[*len] = '\0';
    return done;
}

const char *plain(char out[PLAIN_TEXT], const char *s, int width)
{
    size_t len;
    fill(out, s, width, &len);
    return out;
}

const char *plain_wide(char out[PLAIN_TEXT], const char *s, int width)
{
    size_t len;
    for (int done = fill(out, s, width, &len); done < width && len + 1 < PLAIN_TEXT;
         done++)
        out[len++] = ' ';
    out[len] = '\0';
    return out;
}
