/* SPDX-License-Identifier: MIT */
/* remote_pairs.h - pairs of a match that another process plays: their results as bytes.

       helper:   remote_pairs_play(block) -> bytes -> sender: remote_pairs_add(bytes)

   The bytes have the numbers of the machine (no byte order): both processes run on machines
   of one kind.

       struct remote_head      block, status, time
       batches                 struct match_tally
       otherwise, each game    struct remote_game, last lines of the agent at fault,
                               and, if the sender records games, struct remote_ply * plies */
#ifndef ARENA_REMOTE_PAIRS_H
#define ARENA_REMOTE_PAIRS_H

#include "arena/match_run.h"
#include "arena/remote_match.h"
#include "text/buffer.h"

/* The beginning of every result. */
struct remote_head {
    struct pair_block block; /* n 0: the helper only asks for pairs */
    double ms;               /* that the block took */
    int64_t status;          /* 0, MATCH_STOPPED or an error: then nothing follows */
};

/* Plays a block of the match that `d` describes and writes its result.  If memory runs out,
   out->failed is set. */
void remote_pairs_play(const struct match *m, const struct remote_match *d,
                       const struct pair_block *block, struct buffer *out);
/* Adds a result of n bytes to the match; an error of the helper ends it.  Sets *head.
   Returns 0, or LUS_ETEXT if the bytes are not a result, or LUS_EMEMORY. */
int remote_pairs_add(struct match_run *run, const char *bytes, size_t n,
                     struct remote_head *head);

#endif
