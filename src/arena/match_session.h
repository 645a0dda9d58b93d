/* SPDX-License-Identifier: MIT */
/* match_session.h - a match with everything around it: players read from text, games
   recorded in a store, progress shown, a result to report. */
#ifndef ARENA_MATCH_SESSION_H
#define ARENA_MATCH_SESSION_H

#include "arena/match.h"
#include "store/store.h"

/* Reads a player (player_spec.h) into m->bot[who] and sets its name: the text, or the
   title of its level.  m->rules must be set.  An exec player gets `limits`.  Returns 0, or
   LUS_ETEXT: then *fault says what was expected where. */
int match_set_player(struct match *m, int who, const char *text,
                     const struct agent_limits *limits, lus_fault *fault);

/* The result of a match that was played, complete or interrupted. */
struct match_result {
    struct match_tally tally;
    int64_t recalled; /* games that were in the store before */
    int64_t stored;   /* games that were added to it */
};

/* Is called with the current tally, at most once in `every_ms`, by any thread but one at a
   time. */
struct match_progress {
    void *arg;
    void (*show)(void *arg, const struct match *m, const struct match_tally *t,
                 int64_t stored); /* REQUIRED */
    double every_ms;
};

/* Plays the match until it is complete or *stop is set.  With a store (may be NULL) the
   games are recorded, and those of earlier runs are not played again.  `progress` may be
   NULL.  Returns 0 or a negative error; LUS_EFILE: store_error(store) says why.  *result is
   set in both cases. */
int match_session_run(const struct match *m, struct store *store,
                      const struct match_progress *progress, _Atomic bool *stop,
                      struct match_result *result);

#endif
