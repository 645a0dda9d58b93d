/* SPDX-License-Identifier: MIT */
/* player_book.c - see player_book.h. */
#include <stdio.h>
#include "book/book_files.h"
#include "player/player_book.h"

static bool choose(const void *context, const lus_game *g, uint64_t seed, lus_move *m)
{
    return book_choose(context, g, seed, m);
}

int player_take_book(const lus_rules *r, struct player_spec *spec, lus_fault *fault)
{
    const struct book *book;
    char why[BOOK_WHY];
    if (!spec->wants_book)
        return 0;
    int status = book_of_rules(r, &book, why);
    if (status < 0) {
        *fault = (lus_fault){.code = LUS_ETEXT};
        snprintf(fault->expected, sizeof fault->expected, "a readable book; %.100s", why);
        return LUS_ETEXT;
    }
    if (book)
        spec->book = (struct player_book){choose, book};
    return 0;
}
