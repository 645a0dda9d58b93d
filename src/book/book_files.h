/* SPDX-License-Identifier: MIT */
/* book_files.h - the books of a user: files in books/ of the data folder. */
#ifndef BOOK_BOOK_FILES_H
#define BOOK_BOOK_FILES_H

#include "book/book.h"

enum { BOOK_WHY = 512 };

/* ${XDG_DATA_HOME:-~/.local/share}/lusoria/books/GAME-RULES.book; false: there is no home
   folder. */
bool book_path(const lus_rules *r, char *path, size_t size);
/* Reads a file.  Returns 0 and sets *b; LUS_ESTATE if there is no such file; or another error,
   and `why` is a sentence that names the file and the line. */
int book_load(const char *path, const lus_rules *r, struct book **b, char why[BOOK_WHY]);
/* Replaces the file atomically; its folder must exist.  Returns 0 or a negative error, and
   `why` says what is wrong. */
int book_save(const char *path, const struct book *b, char why[BOOK_WHY]);

/* The book of a rule set.  Loaded once, for the life of the process; thread-safe.  Returns 0 and sets *b (NULL: there is none),
   or an error of book_load. */
int book_of_rules(const lus_rules *r, const struct book **b, char why[BOOK_WHY]);

#endif
