/* SPDX-License-Identifier: MIT */
/* awari_team.h - retrograde analysis of a layer by several processes ("ranks").

   Each rank owns a range of the boards of every layer and holds only their nodes and values.
   What concerns a board of another rank is a message of 8 bytes to its owner; messages are
   collected and exchanged in rounds:

       scan         question: the value of the board after a capture, or its two bounds;
                    answer: one byte each
       propagate    news: one of your boards has a move that wins, or one less that can save it

   A threshold ends after the first round in which no rank has boards left to process; all
   messages have arrived by then.  The values do not depend on the order of messages, so they
   are the same for any number of ranks. */
#ifndef RETRO_AWARI_TEAM_H
#define RETRO_AWARI_TEAM_H

#include "retro/awari_retro.h"
#include "solve/solve_team.h"

/* The first board of layer n that a rank owns; with rank == ranks the number of boards. */
uint64_t awari_team_first(int n, int rank, int ranks);
/* The rank that owns a board of layer n: the last one whose first board is not behind it. */
int awari_team_owner(int n, uint64_t rank, int ranks);

/* Fills in value[n], which the caller has allocated for the boards of this rank; value[i] of
   smaller layers has the boards of this rank, too.  All ranks of a->team call it.  Returns 0
   or, on all ranks, LUS_EMEMORY. */
int awari_team_solve(struct awari_retro *a, int n);

#endif
