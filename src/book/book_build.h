/* SPDX-License-Identifier: MIT */
/* book_build.h - makes an opening book by best-first expansion.

   A round takes the BOOK_ROUND most interesting moves that lead out of the book and searches
   the positions after them.  The cost of a position is what both players have lost on the way
   to it, by the values of the book, and a tenth of a stone for each ply: the cheapest ones are
   searched next.  When the book is large enough, every position that a player of the book can
   meet is searched again with more nodes, until there is none left: so a move is never played
   because of the short search alone.

   A search has a fixed number of nodes, one thread and an empty table.  What a round does
   depends on the book alone.  So the result depends neither on the number of threads nor on
   interruptions between rounds. */
#ifndef BOOK_BOOK_BUILD_H
#define BOOK_BOOK_BUILD_H

#include <stdatomic.h>
#include "book/book.h"

enum { BOOK_ROUND = 32 };

struct book_options {
    const lus_rules *rules; /* without dice */
    int positions;          /* to expand the book to */
    int nodes, deeper;      /* of a search; of a second one */
    int threads;
};

/* What the build does now. */
struct book_progress {
    int done, todo; /* positions that were expanded, or verified */
    bool verifies;
};

/* A new book with nothing in it; NULL: no memory. */
struct book *book_new(const struct book_options *o);
/* Plays one round.  Returns 1 if the book has changed, 0 if it is finished, or a negative
   error. */
int book_round(struct book *b, const struct book_options *o, struct book_progress *p);

#endif
