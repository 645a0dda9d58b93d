/* SPDX-License-Identifier: MIT */
/* crosstable.h - a tournament: its matches, and the table of all against all. */
#ifndef CLI_CROSSTABLE_H
#define CLI_CROSSTABLE_H

#include "arena/ladder.h"
#include "cli/contest.h"
#include "cli/entries.h"

struct pairing {
    int player[2]; /* places in the entries */
    struct contest contest;
};

struct tournament {
    const struct entries *entries;
    int n;
    struct pairing *pairing;
};

/* The matches, the players read; NULL: said what is wrong. */
struct tournament *tournament_new(const struct entries *e, int jobs);
void tournament_free(struct tournament *t);

/* The table as it stands; best first. */
int crosstable_write(struct buffer *b, const struct tournament *t);
int crosstable_json(struct json *j, const struct tournament *t);
void crosstable_csv(struct buffer *b, const struct tournament *t);

#endif
