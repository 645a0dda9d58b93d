/* SPDX-License-Identifier: MIT */
/* book_text.c - the file of a book: book_read and book_write, see book.h.

       lusoria-book 1 awari:oware nodes 200000 deeper 800000 positions 2
       4-4-4-4-4-4-4-4-4-4-4-4-0-0-S 0 800000 15 A=-75 B=-50 ...
       0-5-5-5-5-4-4-4-4-4-4-4-0-0-N 1 200000 14 a=25 b=0 ...
       end 2f1c0a9b8e7d6c5b

   An entry is a position, its distance from the start, the nodes and the depth of its search,
   and all of its legal moves in their order.  Entries are sorted by the bytes of the position
   text.  The last line has the FNV-1a hash of everything before it.  Lines before the first
   that begin with '#' are comments. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "book/book.h"
#include "core/hash.h"
#include "core/text.h"
#include "search/value.h"

enum { MAX_NODES = 2000000000, MAX_DEPTH = 255, MAX_ENTRIES = BOOK_BYTES / 20 };

/* ---- writing ---- */

/* An entry and the text by which it is sorted. */
struct named_entry {
    char text[LUS_MAX_TEXT];
    const struct book_entry *entry;
};

static int compare_names(const void *a, const void *b)
{
    return strcmp(((const struct named_entry *)a)->text,
                  ((const struct named_entry *)b)->text);
}

static void write_number(struct buffer *out, const char *before, int64_t n)
{
    buffer_str(out, before);
    buffer_int(out, n);
}

static void write_entry(struct buffer *out, const lus_rules *r,
                        const struct named_entry *named)
{
    const struct book_entry *e = named->entry;
    char move[LUS_MAX_TEXT];
    buffer_str(out, named->text);
    write_number(out, " ", e->ply);
    write_number(out, " ", e->nodes);
    write_number(out, " ", e->depth);
    for (int i = 0; i < e->n; i++) {
        lus_move_format(r, &e->pos, e->move[i], move);
        buffer_str(out, " ");
        buffer_str(out, move);
        write_number(out, "=", e->searched[i]);
    }
    buffer_str(out, "\n");
}

void book_write(struct buffer *out, const struct book *b)
{
    struct named_entry *named = malloc(((size_t)b->n + 1) * sizeof *named);
    size_t from = out->len;
    char end[32];
    out->failed |= !named;
    if (out->failed) {
        free(named);
        return;
    }
    for (int i = 0; i < b->n; i++) {
        named[i].entry = &b->entry[i];
        lus_pos_format(b->rules, &b->entry[i].pos, 0, named[i].text);
    }
    qsort(named, (size_t)b->n, sizeof *named, compare_names);
    buffer_str(out, "lusoria-book 1 ");
    buffer_str(out, lus_rules_name(b->rules));
    write_number(out, " nodes ", b->nodes);
    write_number(out, " deeper ", b->deeper);
    write_number(out, " positions ", b->n);
    buffer_str(out, "\n");
    for (int i = 0; i < b->n; i++)
        write_entry(out, b->rules, &named[i]);
    free(named);
    if (out->failed)
        return;
    snprintf(end, sizeof end, "end %016" PRIx64 "\n",
             hash_bytes(HASH_START, out->bytes + from, out->len - from));
    buffer_str(out, end);
}

/* ---- reading ---- */

/* Skips the text; false: another one follows. */
static bool take(struct scan *s, const char *text)
{
    size_t n = strlen(text);
    if (strncmp(s->text + s->at, text, n) != 0)
        return false;
    s->at += n;
    return true;
}

/* Reads `before` and a number from min to max. */
static int take_number(struct scan *s, const char *before, int min, int max, int *into,
                       const char *expected)
{
    if (!take(s, before))
        return scan_expect(s, expected);
    size_t at = s->at;
    bool minus = min < 0 && scan_take(s, '-');
    int n = scan_int(s, max);
    *into = minus ? -n : n;
    return n < 0 || *into < min || (minus && !n) ? scan_fault(s, LUS_ETEXT, at, expected)
                                                 : 0;
}

/* The bytes of the comments at the start.  The last one may be all that the file has. */
static size_t comment_bytes(const char *text)
{
    size_t n = 0;
    while (text[n] == '#') {
        n += strcspn(text + n, "\n");
        n += text[n] == '\n';
    }
    return n;
}

/* Copies the word at the scanner, up to a blank or '='. */
static void copy_word(struct scan *s, char word[LUS_MAX_TEXT])
{
    size_t n = strcspn(s->text + s->at, " =\n");
    struct text t = text_on(word, LUS_MAX_TEXT);
    text_bytes(&t, s->text + s->at, n);
    s->at += n;
}

static int read_head(struct scan *s, const lus_rules *r, struct book *b, int *positions)
{
    char name[LUS_MAX_TEXT];
    s->at = comment_bytes(s->text);
    if (!take(s, "lusoria-book 1 "))
        return scan_expect(s, "lusoria-book 1: a book of this version");
    size_t at = s->at;
    copy_word(s, name);
    b->rules = lus_rules_find(name);
    if (!b->rules || strcmp(lus_rules_name(b->rules), name) != 0 ||
        lus_has_dice(b->rules) || (r && b->rules != r))
        return scan_fault(s, LUS_ERULES, at,
                          r ? lus_rules_name(r) : "a rule set without dice");
    int status = take_number(s, " nodes ", 1, MAX_NODES, &b->nodes, "nodes and a number");
    if (status == 0)
        status =
            take_number(s, " deeper ", 1, MAX_NODES, &b->deeper, "deeper and a number");
    if (status == 0)
        status = take_number(s, " positions ", 0, MAX_ENTRIES, positions,
                             "positions and their number");
    if (status == 0 && !scan_take(s, '\n'))
        status = scan_expect(s, "the end of the line");
    return status;
}

static int read_moves(struct scan *s, const lus_rules *r, struct book_entry *e)
{
    for (int i = 0; i < e->n; i++) {
        char move[LUS_MAX_TEXT];
        lus_move_format(r, &e->pos, e->move[i], move);
        if (!scan_take(s, ' ') || !take(s, move))
            return scan_expect(s, "the next legal move of the position");
        int status = take_number(s, "=", -VALUE_MAX, VALUE_MAX, &e->searched[i],
                                 "a value behind the move");
        if (status < 0)
            return status;
    }
    return scan_take(s, '\n') ? 0 : scan_expect(s, "the end of the line");
}

/* Positions that are over have no moves to choose from. */
static int read_position(struct scan *s, const lus_rules *r, struct book_entry *e)
{
    char text[LUS_MAX_TEXT];
    size_t at = s->at;
    int throw;
    lus_fault inner;
    copy_word(s, text);
    if (lus_pos_parse(r, text, &e->pos, &throw, &inner) < 0)
        return scan_fault(s, LUS_ETEXT, at + inner.at, inner.expected);
    e->n = r->result(r, &e->pos) == LUS_ONGOING ? r->moves(r, &e->pos, 0, e->move) : 0;
    return e->n ? 0 : scan_fault(s, LUS_ETEXT, at, "a position with a legal move");
}

static int read_entry(struct scan *s, struct book *b)
{
    struct book_entry e = {0};
    int status = read_position(s, b->rules, &e);
    if (status == 0)
        status = take_number(s, " ", 0, BOOK_PLIES, &e.ply, "plies from 0 to 200");
    if (status == 0)
        status = take_number(s, " ", 1, MAX_NODES, &e.nodes, "a number of nodes");
    if (status == 0)
        status = take_number(s, " ", 0, MAX_DEPTH, &e.depth, "a depth from 0 to 255");
    if (status == 0)
        status = read_moves(s, b->rules, &e);
    if (status == 0 && book_find(b, &e.pos) >= 0)
        status = scan_expect(s, "a position that is not in the book yet");
    return status < 0 ? status : book_add(b, &e);
}

static int read_all(struct scan *s, const lus_rules *r, struct book *b)
{
    int positions = 0, status = read_head(s, r, b, &positions);
    size_t from = comment_bytes(s->text);
    for (int i = 0; status == 0 && i < positions; i++)
        status = read_entry(s, b);
    if (status < 0)
        return status;
    char end[32];
    snprintf(end, sizeof end, "end %016" PRIx64 "\n",
             hash_bytes(HASH_START, s->text + from, s->at - from));
    return take(s, end) ? scan_end(s)
                        : scan_expect(s, "the end and its hash: the file is damaged");
}

int book_read(const lus_rules *r, const char *text, size_t n, struct book **made,
              lus_fault *fault)
{
    struct scan s = scan_on(text, fault);
    if (n != s.len)
        return scan_fault(&s, LUS_ETEXT, s.len, "text without a NUL byte");
    if (n > BOOK_BYTES)
        return scan_fault(&s, LUS_ETEXT, BOOK_BYTES, "a book of at most 200000 bytes");
    struct book *b = calloc(1, sizeof *b);
    int status = b ? read_all(&s, r, b) : LUS_EMEMORY;
    if (status < 0) {
        book_free(b);
        return status == LUS_EMEMORY ? memory_fault(fault) : status;
    }
    book_link(b);
    *made = b;
    return 0;
}
