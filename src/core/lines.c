/* SPDX-License-Identifier: MIT */
/* lines.c - see lines.h. */
#include <string.h>
#include "core/lines.h"

static void begin(struct lines *l)
{
    l->whole = false;
    l->fault = LINE_IS_GOOD;
    l->n = 0;
}

static void add(struct lines *l, const char *bytes, size_t n)
{
    if (memchr(bytes, '\0', n))
        l->fault = LINE_HAS_NUL;
    else if (n > LINES_MAX - l->n && l->fault == LINE_IS_GOOD)
        l->fault = LINE_IS_LONG;
    if (n > LINES_MAX - l->n)
        n = LINES_MAX - l->n;
    memcpy(l->text + l->n, bytes, n);
    l->n += n;
}

size_t lines_take(struct lines *l, const char *bytes, size_t n)
{
    const char *feed = memchr(bytes, '\n', n);
    size_t part = feed ? (size_t)(feed - bytes) : n;
    if (l->whole)
        begin(l);
    add(l, bytes, part);
    if (!feed)
        return part;
    l->n -= l->n > 0 && l->text[l->n - 1] == '\r';
    l->text[l->n] = '\0';
    l->whole = true;
    return part + 1;
}

const char *line_after(const char *line, const char *word)
{
    size_t n = strlen(word);
    if (strncmp(line, word, n) != 0 || (line[n] && line[n] != ' '))
        return NULL;
    return line + n + strspn(line + n, " ");
}
