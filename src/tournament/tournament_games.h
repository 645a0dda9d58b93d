/* SPDX-License-Identifier: MIT */
/* tournament_games.h - the games of a tournament that was played, and a page of review for
   each: what tournament_html.h shows.

       store -> tournament_games_read -> tournament_games_review -> FOLDER/game-1.html ...
                                                                    FOLDER/records.txt

   A review has a board for each ply: about 270 KB in Ur, 500 KB in Senet.  All in one page
   would be too much for a browser, so each review is a file of its own in a folder beside
   the page. */
#ifndef TOURNAMENT_TOURNAMENT_GAMES_H
#define TOURNAMENT_TOURNAMENT_GAMES_H

#include <stdatomic.h>
#include "analyse/review.h"
#include "tournament/tournament.h"

/* The faults of each entrant that the page shows with the agent's last lines. */
enum { SHOWN_FAULTS = 5 };

/* A game.  `first` and `at_fault` are players of the pairing: 0 or 1. */
struct played_game {
    int match; /* index of the pairing */
    int64_t pair;
    int seat;               /* game of the pair: 0 or 1 */
    int first;              /* who is First in the record */
    int winner;             /* -1: a draw */
    enum agent_fault fault; /* AGENT_NO_FAULT: the game was played out */
    int at_fault;
    bool fault_shown; /* one of the first SHOWN_FAULTS of the entrant */
    int plies;
    char *record, *last_lines; /* last_lines NULL: none */
    /* The review: */
    bool reviewed;
    enum analysis_unit unit;
    int64_t
        loss[2]; /* of both players: sum over the unforced decisions, and their number */
    int unforced[2];
};

struct tournament_games {
    int n;
    struct played_game *game; /* by match, pair and seat */
};

/* Reads the games of all matches from the store; zeroed games are filled, and freed with
   tournament_games_free in any case.  Returns 0, LUS_EMEMORY or LUS_EFILE (store_error). */
int tournament_games_read(struct tournament_games *games, const struct tournament *t,
                          struct store *store);
void tournament_games_free(struct tournament_games *games);

/* How games are reviewed. */
struct tournament_review {
    const char *folder; /* REQUIRED: where the pages go; it is created */
    const char *back;   /* REQUIRED: address of the page, from the folder */
    int most;           /* games that are reviewed, equally many of each match; forfeited
                           games with fault_shown are reviewed in addition */
    int jobs;           /* threads */
    const struct tables *tables; /* OPTIONAL */
    _Atomic bool *stop;          /* OPTIONAL: ends the reviewing */
    void (*progress)(void *arg, int n,
                     int of); /* OPTIONAL: by any thread, one at a time */
    void *progress_arg;
};
/* Writes records.txt with all games and the pages of the reviews, and sets the members of
   the review of each game.  Returns 0, LUS_EMEMORY or LUS_EFILE (errno). */
int tournament_games_review(struct tournament_games *games, const struct tournament *t,
                            const struct tournament_review *how);
/* The name of the page of game i in the folder: "game-12.html". */
enum { REVIEW_FILE = 32 };
const char *tournament_review_file(char out[REVIEW_FILE], int i);

#endif
