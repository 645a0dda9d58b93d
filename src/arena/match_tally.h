/* SPDX-License-Identifier: MIT */
/* match_tally.h - the result of a game and the sums over the games of a match. */
#ifndef ARENA_MATCH_TALLY_H
#define ARENA_MATCH_TALLY_H

#include "player/agent.h"
#include "arena/sprt.h"

/* The result of one game.  Arrays are indexed by player, 0 or 1, not by side. */
struct game_outcome {
    int points; /* of player 0: 0, 1 or 2 half points */
    int plies;
    int moves[2];                      /* decisions of each player */
    double time_ms[2];                 /* time they took */
    enum agent_fault fault;            /* AGENT_OUT_OF_TIME: of a built-in player, too */
    int at_fault;                      /* the player whose fault it was */
    char last_lines[AGENT_LAST_LINES]; /* of the agent at fault */
};

/* The sums of a match.  Not thread-safe: see ordered_tally.h. */
struct match_tally {
    uint64_t pairs[5];    /* by the half points of player 0, as in elo.h */
    uint64_t games[2][3]; /* [player 0 began][lost, drawn, won], seen from player 0 */
    uint64_t plies;
    uint64_t moves[2]; /* decisions of each player */
    double time_ms[2]; /* time they took */
    /* Games forfeited by each exec player, by the kind of fault, and its last lines in the
       first of them; faults[][AGENT_OUT_OF_TIME]: games lost on time by any player. */
    uint64_t faults[2][AGENT_FAULTS];
    char last_lines[2][AGENT_LAST_LINES];
    enum sprt_decision decision;
};

/* Adds both games of a pair; player 0 began the first of them. */
void match_tally_add(struct match_tally *t, const struct game_outcome game[2]);
/* The number of pairs and of games that were added. */
int64_t match_tally_pairs(const struct match_tally *t);
int64_t match_tally_games(const struct match_tally *t);
/* Games of player 0 with this result: 0 lost, 1 drawn, 2 won. */
int64_t match_tally_results(const struct match_tally *t, int result);
/* Games a player forfeited, without those lost on time, and the latter. */
int64_t match_tally_forfeits(const struct match_tally *t, int player);
int64_t match_tally_time_losses(const struct match_tally *t, int player);
/* The score, 0..1, of the side that began. */
double match_tally_beginner_score(const struct match_tally *t);
/* Means; 0 if nothing was played.  Milliseconds of one decision. */
double match_tally_mean_plies(const struct match_tally *t);
double match_tally_ms_per_move(const struct match_tally *t, int player);

#endif
