/* SPDX-License-Identifier: MIT */
/* match_game.h - plays one pair of games of a match; match.c and remote_pairs.c call it. */
#ifndef ARENA_MATCH_GAME_H
#define ARENA_MATCH_GAME_H

#include "arena/match.h"

enum { MATCH_STOPPED = 1 }; /* returned instead of an error code */

/* A pair that was played.  The games are freed by finished_pair_free; NULL: only the
   outcomes are known. */
struct finished_pair {
    lus_game *game[2];
    struct game_outcome outcome[2];
};

/* Plays both games of a pair.  Returns 0, MATCH_STOPPED if *m->stop was set meanwhile, or a
   negative error that is not the fault of an agent; *p has games only after 0. */
int match_play_pair(const struct match *m, int64_t pair, struct finished_pair *p);
/* Frees the games and sets them to NULL. */
void finished_pair_free(struct finished_pair *p);
/* The start of every game of a match, freed by lus_game_free; NULL: out of memory. */
lus_game *match_new_game(const lus_rules *r);
/* Whether *m->stop is set. */
bool match_is_stopped(const struct match *m);

#endif
