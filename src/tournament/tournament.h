/* SPDX-License-Identifier: MIT */
/* tournament.h - a tournament: its matches and the standings.

   All matches have the same seed, so pair k of each match has the same dice, or the same
   opening, as pair k of all others. */
#ifndef TOURNAMENT_TOURNAMENT_H
#define TOURNAMENT_TOURNAMENT_H

#include "tournament/bradley_terry.h"
#include "arena/match_session.h"
#include "tournament/tournament_file.h"
#include "text/json.h"

/* One match of a tournament. */
struct pairing {
    int player[2]; /* indices of the entrants */
    struct match match;
    struct match_result result; /* zero until it was played */
};

/* The matches in the order in which they are played. */
struct tournament {
    const struct tournament_spec *spec; /* the caller's */
    int n;                              /* number of matches */
    struct pairing *pairing;
};

/* The matches of a tournament with `jobs` threads each, freed by tournament_free; the spec
   must stay valid.  Returns 0, LUS_EMEMORY, or LUS_ETEXT: then *entrant is the entrant
   whose player is invalid, and *fault says what was expected. */
int tournament_new(struct tournament **made, const struct tournament_spec *s, int jobs,
                   int *entrant, lus_fault *fault);
/* NULL is allowed. */
void tournament_free(struct tournament *t);
/* Appends exec players' transcripts to DIR/player-N.log, N the number of the entrant; the
   paths must fit AGENT_PATH.  Returns 0 or LUS_EFILE (errno says why). */
int tournament_set_log(struct tournament *t, const char *dir);
/* Gives all matches this seed; before the first of them is played. */
void tournament_set_seed(struct tournament *t, uint64_t seed);
/* The seed of the first match of this tournament that is unfinished in the store.
   Returns 1 and sets *seed, 0 if there is none, or a negative error. */
int tournament_unfinished_seed(const struct tournament *t, struct store *store,
                               uint64_t *seed);
/* Number of games that were in the store before. */
int64_t tournament_recalled(const struct tournament *t);

struct standings {
    struct rating rating[MAX_ENTRANTS];
    int order[MAX_ENTRANTS]; /* indices of the entrants, best first */
};
/* The standings from all games so far.  Returns 0 or LUS_EMEMORY. */
int tournament_standings(const struct tournament *t, struct standings *s);

/* ---- tournament_report.c: each appends to its buffer ---- */

/* The share of the points that one entrant scored against another; -1: no games. */
double tournament_score(const struct tournament *t, int one, int other);
/* The crosstable as text.  Returns 0 or LUS_EMEMORY. */
int tournament_report_text(struct buffer *b, const struct tournament *t);
/* lusoria.tournament/1.  Returns 0 or LUS_EMEMORY. */
int tournament_report_json(struct json *j, const struct tournament *t);
/* One row per match. */
void tournament_report_csv(struct buffer *b, const struct tournament *t);

#endif
