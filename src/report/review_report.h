/* SPDX-License-Identifier: MIT */
/* review_report.h - the reviews of the games of a file, as JSON and as CSV (review_html.h
   writes them as a page).

   {"schema":"lusoria.review/1","games":[{...}],"fault":null}

   A game: game, first, second (names, null if there are none), result ("1-0", "0-1",
   "1/2-1/2", "*"), reason, unit ("win" or "stones"), exact, depth {min, max} of the
   estimates (null: none), verdicts and grades with their thresholds, players (the first,
   the second) and plies, numbered from 1.  Values are those of the player; the sums of
   analyse/review.h are exact to the last digit:

       result - start = (luck - other's luck) - (loss - other's loss)

   A fault ends the reading of the file: code, line, at (the byte), expected, message. */
#ifndef REPORT_REVIEW_REPORT_H
#define REPORT_REVIEW_REPORT_H

#include "analyse/review.h"
#include "text/buffer.h"
#include "record/record.h"
#include "text/sanitise.h"

struct reviewed_game {
    struct review *review; /* NULL: the roll-off is not over, nothing to review */
    const struct record *record;
};

/* All games of a file.  The caller owns games, reviews and records; the writers below only
   read them. */
struct review_report {
    int n;
    struct reviewed_game *game;
    bool faulty; /* the file has a fault after these games: */
    long line;
    lus_fault fault;
    char message[256]; /* the fault in words */
    const char *back;  /* OPTIONAL: the page links to this page of a tournament */
};

/* Both append to a buffer; out->failed is set if memory runs out. */
void review_json(struct buffer *out, const struct review_report *file);
/* One row for each ply of all games; values are rounded to millionths. */
void review_csv(struct buffer *out, const struct review_report *file);

/* Sets the members of the limits that depend on the record: the first throw and how the
   game ended.  Points into the record. */
void review_limits_of(const struct record *r, struct review_limits *limits);
/* The name of player 0 or 1, sanitised, at most 40 characters; "?" without a name.
   Returns `shown`. */
const char *review_player_name(const struct record *r, int player,
                               char shown[SANITISED_BYTES]);

#endif
