/* SPDX-License-Identifier: MIT */
/* fuzz_book.c - reads an opening book.  The hash in its last line is corrected first: a book
   with a wrong one is refused at its end.  A book that is read is written, read again and
   compared, and every position of it chooses a legal move. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "book/book.h"
#include "core/hash.h"
#include "fuzz.h"

/* Puts the hash of everything between the comments and the last "end " behind it. */
static void fix_hash(char *text)
{
    char *end = NULL, hash[17], *from = text;
    for (char *at = text; (at = strstr(at, "\nend ")); at++)
        end = at + 1;
    while (*from == '#' && strchr(from, '\n'))
        from = strchr(from, '\n') + 1;
    if (!end || end < from || strlen(end) < 20)
        return;
    snprintf(hash, sizeof hash, "%016" PRIx64,
             hash_bytes(HASH_START, from, (size_t)(end - from)));
    memcpy(end + 4, hash, 16);
}

static void check_choices(const struct book *b)
{
    for (int i = 0; i < b->n; i++) {
        lus_move m;
        lus_game *g = lus_game_new(b->rules, &b->entry[i].pos);
        REQUIRE(g);
        REQUIRE(book_choose(b, g, (uint64_t)i, &m));
        REQUIRE(lus_game_play(g, 0, m) >= 0);
        lus_game_free(g);
    }
}

static void check_written(const struct book *b)
{
    struct buffer out = {0};
    struct book *again;
    size_t n;
    book_write(&out, b);
    char *text = buffer_take(&out, &n);
    REQUIRE(text && book_read(b->rules, text, n, &again, NULL) == 0);
    REQUIRE(again->n == b->n && again->nodes == b->nodes && again->deeper == b->deeper);
    REQUIRE(!b->n || !memcmp(again->entry, b->entry, (size_t)b->n * sizeof *b->entry));
    book_free(again);
    free(text);
}

int fuzz_book(const uint8_t *data, size_t size)
{
    struct book *b = NULL;
    lus_fault fault = {0};
    char *text = malloc(size + 1); /* of the exact size: see test_corpus.c */
    REQUIRE(text);
    if (size)
        memcpy(text, data, size);
    text[size] = '\0';
    fix_hash(text);
    int status = book_read(NULL, text, size, &b, &fault);
    if (status < 0) {
        fuzz_check_fault(&fault, status, size);
        REQUIRE(!b);
    } else {
        check_choices(b);
        check_written(b);
    }
    book_free(b);
    free(text);
    return 0;
}
