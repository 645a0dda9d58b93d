/* SPDX-License-Identifier: MIT */
/* book_files.c - see book_files.h. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "book/book_files.h"
#include "os/files.h"
#include "os/folders.h"
#include "os/mutex.h"

bool book_path(const lus_rules *r, char *path, size_t size)
{
    char name[128];
    snprintf(name, sizeof name, "books/%s.book", lus_rules_name(r));
    for (char *c = name; *c; c++)
        *c = (char)(*c == ':' ? '-' : *c);
    return folder_path(FOLDER_DATA, name, path, size);
}

/* ---- one file ---- */

/* The line of a byte, from 1. */
static int line_of(const char *text, size_t at)
{
    int line = 1;
    for (size_t i = 0; i < at && text[i]; i++)
        line += text[i] == '\n';
    return line;
}

/* A longer file is read as far as the limit and one byte, which book_read then refuses. */
int book_load(const char *path, const lus_rules *r, struct book **b, char why[BOOK_WHY])
{
    size_t n;
    char *text = file_read(path, BOOK_BYTES, &n);
    if (!text && errno == ENOENT)
        return LUS_ESTATE;
    if (!text) {
        snprintf(why, BOOK_WHY, "%.300s: %s", path,
                 errno == EFBIG ? "a book has at most 200000 bytes" : strerror(errno));
        return LUS_EFILE;
    }
    lus_fault fault;
    int status = book_read(r, text, n, b, &fault);
    if (status < 0)
        snprintf(why, BOOK_WHY, "%.300s, line %d: expected %s", path,
                 line_of(text, fault.at), fault.expected);
    free(text);
    return status;
}

int book_save(const char *path, const struct book *b, char why[BOOK_WHY])
{
    struct buffer out = {0};
    size_t n;
    book_write(&out, b);
    char *text = buffer_take(&out, &n);
    if (!text) {
        snprintf(why, BOOK_WHY, "%s", lus_error_text(LUS_EMEMORY));
        return LUS_EMEMORY;
    }
    bool written = file_write(path, text, n, 0666);
    if (!written)
        snprintf(why, BOOK_WHY, "%.300s: %s", path, strerror(errno));
    free(text);
    return written ? 0 : LUS_EFILE;
}

/* ---- the book of a rule set ---- */

static int find_book(const lus_rules *r, struct book **b, char why[BOOK_WHY])
{
    char path[BOOK_PATH];
    int status =
        book_path(r, path, sizeof path) ? book_load(path, r, b, why) : LUS_ESTATE;
    return status == LUS_ESTATE ? 0 : status;
}

int book_of_rules(const lus_rules *r, const struct book **b, char why[BOOK_WHY])
{
    enum { MOST_RULES = 64 };
    static struct {
        bool loaded;
        struct book *book;
    } shelf[MOST_RULES];
    static struct mutex lock = MUTEX_STATIC;
    int i = 0, status = 0;
    while (lus_rules_at(i) && lus_rules_at(i) != r)
        i++;
    *b = NULL;
    if (i >= MOST_RULES || lus_has_dice(r))
        return 0;
    mutex_lock(&lock);
    if (!shelf[i].loaded)
        status = find_book(r, &shelf[i].book, why);
    shelf[i].loaded = status == 0;
    *b = shelf[i].book;
    mutex_unlock(&lock);
    return status;
}
