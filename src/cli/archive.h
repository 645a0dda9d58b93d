/* SPDX-License-Identifier: MIT */
/* archive.h - the stored games a user asks for. */
#ifndef CLI_ARCHIVE_H
#define CLI_ARCHIVE_H

#include "store/store.h"
#include "record/record.h"

/* What is asked for: what the store can tell, and a position. */
struct wanted {
    struct store_filter filter;
    const lus_rules *rules; /* with a position */
    bool by_position;
    lus_pos position;
    int throw; /* LUS_ANY_THROW: any */
};

/* A game that was found; `record` is NULL unless it was needed, `ply` where the position
   came first. */
typedef int found_fn(void *arg, const struct store_game *g, const struct record *record,
                     int ply);

/* Gives each game that is wanted to `found`, with its record if `read`; stops at the
   first that returns something else than 0.  An exit code. */
int archive_each(struct store *s, const struct wanted *w, bool read, found_fn *found,
                 void *arg);
/* Adds the games of a file, those that are there aside; says how many. */
int archive_import(struct store *s, const char *path);

#endif
