/* SPDX-License-Identifier: MIT */
/* book.h - an opening book: positions with a searched value for every move; see
   lusoria-book(5).

   A book belongs to one rule set without dice.  Its file has the values of searches; what a
   move is worth in the book is derived from them: the value of the position after it, if that
   is in the book, too, otherwise the searched value.  So a deep line corrects the moves that
   lead to it. */
#ifndef BOOK_BOOK_H
#define BOOK_BOOK_H

#include "core/rules.h"
#include "text/buffer.h"

enum {
    BOOK_BYTES = 200 * 1000, /* the largest file */
    BOOK_PLIES = 200,        /* the largest distance from the start */
    BOOK_PATH = 4096
};

struct book_entry {
    lus_pos pos;
    int ply;   /* moves from the start on the way by which it was found */
    int depth; /* of the search; 0: the position has one move only */
    int nodes; /* of the search */
    int n;     /* legal moves */
    lus_move move[LUS_MAX_MOVES];
    int searched[LUS_MAX_MOVES]; /* values for the side to move, search/value.h */
    int value[LUS_MAX_MOVES]; /* book_link: the same, corrected by the positions below */
    int next
        [LUS_MAX_MOVES]; /* book_link: index of the position after the move; -1: it is not
                                in the book, or was found nearer to the start */
    bool known[LUS_MAX_MOVES]; /* book_link: the position after the move is in the book */
};

struct book {
    const lus_rules *rules;
    int nodes, deeper; /* of a search, and of one that verifies it */
    int n, cap;
    struct book_entry *entry; /* sorted by the bytes of pos */
};

/* Reads a book of these rules (NULL: of any).  Returns 0 and sets *made, which book_free
   frees, or LUS_ETEXT, LUS_ERULES, LUS_EMEMORY: then *fault says what was expected at which
   byte. */
int book_read(const lus_rules *r, const char *text, size_t n, struct book **made,
              lus_fault *fault);
/* Appends the text of the book. */
void book_write(struct buffer *out, const struct book *b);
/* NULL is allowed. */
void book_free(struct book *b);

/* The index of a position; -1: it is not in the book. */
int book_find(const struct book *b, const lus_pos *p);
/* Adds an entry, after which book_link is needed.  Returns 0 or LUS_EMEMORY. */
int book_add(struct book *b, const struct book_entry *e);
/* Derives `value`, `next` and `known` of all entries. */
void book_link(struct book *b);

/* The value of the best move of an entry. */
int book_best(const struct book_entry *e);
/* What a player of the book may lose with a move: a quarter of a stone, or half a per cent of
   the winning chances. */
int book_margin(const lus_rules *r);
/* Chooses one of the moves within the margin; the seed decides which one.  The position of
   the game must be in the book, otherwise false is returned. */
bool book_choose(const struct book *b, const lus_game *g, uint64_t seed, lus_move *m);

#endif
