/* SPDX-License-Identifier: MIT */
/* review.h - the reviews of a file of games as JSON, and their plies as CSV.

   {"schema":"lusoria.review/1","games":[{...}],"fault":null}

   A game: game, first, second (names, null if not told), result ("1-0", "0-1",
   "1/2-1/2", "*"), reason, unit ("win" or "stones"), exact, depth {min, max} of the
   estimates (null: none), verdicts and grades with their thresholds, players (the first,
   the second) and plies, numbered from 1.  Values are the player's; every sum of
   analyse/review.h holds to the last digit written:

       result - start = (luck - other's luck) - (loss - other's loss)

   A fault: the games were reviewed up to it; line, at (the byte), expected, message. */
#ifndef REPORT_REVIEW_H
#define REPORT_REVIEW_H

#include "analyse/review.h"
#include "text/buffer.h"
#include "record/record.h"
#include "text/sanitise.h"

struct reviewed {
    struct review *review; /* NULL: nothing to review, its roll-off is not over */
    const struct record *record;
};

struct reviewed_file {
    int n;
    struct reviewed *game;
    bool faulty; /* something is wrong with it, here: */
    long line;
    lus_fault fault;
    char message[256];
};

void review_write(struct buffer *out, const struct reviewed_file *file);
/* A row a ply, all games one after the other; values rounded to millionths. */
void review_csv(struct buffer *out, const struct reviewed_file *file);

/* How the game of a record is to be reviewed: its first throw and its end; the limits
   of the search are left as they are. */
void review_limits_of(const struct record *r, struct review_limits *limits);
/* "Ada", "?": a player's name fit to be shown, at most 40 characters. */
const char *review_name(const struct record *r, int player, char shown[SANITISED_BYTES]);

#endif
