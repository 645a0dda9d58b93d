/* SPDX-License-Identifier: MIT */
/* sanitise.c - see sanitise.h.

       "Ada\033[2J"                 ->  "Ada?[2J"
       "a name that is too long"    ->  "a name tha~"   (width 11) */
#include <string.h>
#include "text/sanitise.h"
#include "text/utf8.h"

/* Copies what is visible and returns the number of characters written; *len is the number
   of bytes. */
static int copy_visible(char out[SANITISED_BYTES], const char *s, int width, size_t *len)
{
    int done = 0;
    size_t size, left = strlen(s);
    *len = 0;
    for (; left && done < width; s += size, left -= size, done++) {
        bool visible = utf8_is_visible(s, left, &size);
        if (*len + 8 >= SANITISED_BYTES) /* no room for two more of four bytes */
            width = done + 1;
        bool cut = done + 1 == width && left > size;
        if (cut || !visible) {
            out[(*len)++] = cut ? '~' : '?';
        } else {
            memcpy(out + *len, s, size);
            *len += size;
        }
    }
    out[*len] = '\0';
    return done;
}

const char *sanitise(char out[SANITISED_BYTES], const char *s, int width)
{
    size_t len;
    copy_visible(out, s, width, &len);
    return out;
}

const char *sanitise_padded(char out[SANITISED_BYTES], const char *s, int width)
{
    size_t len;
    int done = copy_visible(out, s, width, &len);
    for (; done < width && len + 1 < SANITISED_BYTES; done++)
        out[len++] = ' ';
    out[len] = '\0';
    return out;
}

void sanitise_message(char *s)
{
    size_t size, left = strlen(s);
    char *to = s;
    for (; left; s += size, left -= size) {
        if (utf8_is_visible(s, left, &size) || *s == '\n') {
            memmove(to, s, size);
            to += size;
        } else {
            *to++ = '?';
        }
    }
    *to = '\0';
}
