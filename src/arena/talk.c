/* SPDX-License-Identifier: MIT */
/* talk.c - see talk.h. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "arena/talk.h"
#include "core/text.h"

/* Forgets whole lines from the beginning until `n` bytes are free. */
static void make_room(struct talk *t, size_t n)
{
    size_t cut = 0;
    if (t->n + n <= TALK_MAX)
        return;
    while (cut < t->n && t->n - cut + n > TALK_MAX / 4 * 3)
        cut =
            (size_t)((const char *)memchr(t->text + cut, '\n', t->n - cut) - t->text) + 1;
    memmove(t->text, t->text + cut, t->n - cut);
    t->n -= cut;
}

/* Straight into its place: a flood is a million lines. */
static void add_line(struct talk *t, enum talk_mark mark, const char *bytes, size_t n)
{
    static const char cut[] = " ...";
    size_t kept = n < TALK_LINE ? n : TALK_LINE;
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

void talk_add(struct talk *t, enum talk_mark mark, const char *bytes, size_t n)
{
    const char *end;
    for (; n && (end = memchr(bytes, '\n', n)); bytes = end + 1) {
        add_line(t, mark, bytes, (size_t)(end - bytes));
        n -= (size_t)(end - bytes) + 1;
    }
    if (n)
        add_line(t, mark, bytes, n);
}

/* Where the line before the one at `at` begins. */
static size_t line_before(const struct talk *t, size_t at)
{
    while (at > 1 && t->text[at - 2] != '\n')
        at--;
    return at ? at - 1 : 0;
}

const char *talk_tail(const struct talk *t, int lines, size_t *n)
{
    size_t at = t->n;
    for (; at > 0 && lines > 0; lines--)
        at = line_before(t, at);
    *n = t->n - at;
    return t->text + at;
}

void talk_last(const struct talk *t, enum talk_mark mark, int lines, char *out,
               size_t cap)
{
    struct text said = text_on(out, cap);
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
            text_str(&said, said.len ? "\n" : "");
            text_bytes(&said, t->text + at + 2, n - at - 2);
        }
        at = n + 1;
    }
}

void talk_keep(const struct talk *t, const char *head, const char *path)
{
    size_t n = strlen(head);
    char *block = malloc(n + TALK_MAX);
    int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (block && fd >= 0) {
        memcpy(block, head, n);
        memcpy(block + n, t->text, t->n);
        while (write(fd, block, n + t->n) < 0 && errno == EINTR)
            ;
    }
    if (fd >= 0)
        close(fd);
    free(block);
}
