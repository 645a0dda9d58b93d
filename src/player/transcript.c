/* SPDX-License-Identifier: MIT */
/* transcript.c - see transcript.h.

   The text is one array.  When it is full, a quarter of it is dropped at once: a program
   that sends a million lines would otherwise move the array for each of them. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "os/files.h"
#include "os/folders.h"
#include "player/transcript.h"
#include "core/text.h"

/* Drops the oldest lines until there is room for `n` bytes. */
static void make_room(struct transcript *t, size_t n)
{
    size_t cut = 0;
    if (t->n + n <= TRANSCRIPT_MAX)
        return;
    while (cut < t->n && t->n - cut + n > TRANSCRIPT_MAX / 4 * 3)
        cut =
            (size_t)((const char *)memchr(t->text + cut, '\n', t->n - cut) - t->text) + 1;
    memmove(t->text, t->text + cut, t->n - cut);
    t->n -= cut;
}

/* Written in place without a copy: an agent may send a million lines. */
static void add_line(struct transcript *t, enum transcript_mark mark, const char *bytes,
                     size_t n)
{
    static const char cut[] = " ...";
    size_t kept = n < TRANSCRIPT_LINE ? n : TRANSCRIPT_LINE;
    make_room(t, kept + sizeof cut + 3);
    char *out = t->text + t->n;
    *out++ = (char)mark;
    *out++ = ' ';
    for (size_t i = 0; i < kept; i++)
        *out++ = (char)(bytes[i] < 0x20 || bytes[i] > 0x7e ? '?' : bytes[i]);
    for (size_t i = 0; kept < n && cut[i]; i++)
        *out++ = cut[i];
    *out++ = '\n';
    t->n = (size_t)(out - t->text);
}

void transcript_add(struct transcript *t, enum transcript_mark mark, const char *bytes,
                    size_t n)
{
    const char *end;
    for (; n && (end = memchr(bytes, '\n', n)); bytes = end + 1) {
        add_line(t, mark, bytes, (size_t)(end - bytes));
        n -= (size_t)(end - bytes) + 1;
    }
    if (n)
        add_line(t, mark, bytes, n);
}

/* The start of the line before the one that starts at `at`. */
static size_t line_before(const struct transcript *t, size_t at)
{
    while (at > 1 && t->text[at - 2] != '\n')
        at--;
    return at ? at - 1 : 0;
}

const char *transcript_tail(const struct transcript *t, int lines, size_t *n)
{
    size_t at = t->n;
    for (; at > 0 && lines > 0; lines--)
        at = line_before(t, at);
    *n = t->n - at;
    return t->text + at;
}

void transcript_last(const struct transcript *t, enum transcript_mark mark, int lines,
                     char *out, size_t cap)
{
    struct text copy = text_on(out, cap);
    size_t at = t->n, first = t->n;
    while (at > 0 && lines > 0) {
        at = line_before(t, at);
        if (t->text[at] != (char)mark)
            continue;
        first = at;
        lines--;
    }
    for (at = first; at < t->n;) {
        size_t n =
            (size_t)((const char *)memchr(t->text + at, '\n', t->n - at) - t->text);
        if (t->text[at] == (char)mark) {
            text_str(&copy, copy.len ? "\n" : "");
            text_bytes(&copy, t->text + at + 2, n - at - 2);
        }
        at = n + 1;
    }
}

int transcript_file(const char *dir, const char *name, char *path, size_t cap)
{
    int n = snprintf(path, cap, "%s/%s.log", dir, name);
    if (n < 0 || (size_t)n >= cap) {
        errno = ENAMETOOLONG;
        return LUS_EFILE;
    }
    return folder_make(dir, 0700) && file_append(path, "", 0, 0600) ? 0 : LUS_EFILE;
}

void transcript_append_to(const struct transcript *t, const char *head, const char *path)
{
    size_t room = strlen(head) + TRANSCRIPT_MAX + 1;
    char *block = malloc(room);
    if (!block)
        return;
    struct text all = text_on(block, room);
    text_str(&all, head);
    text_bytes(&all, t->text, t->n);
    (void)!file_append(path, block, all.len, 0600);
    free(block);
}
