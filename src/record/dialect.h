/* SPDX-License-Identifier: MIT */
/* dialect.h - the lines of two protocols older than ours, lusoria-engine(5).

       UCI   as the oware engine Aalina speaks it      position startpos moves FfBe
                                                       info depth 9 score cp 25 pv CdFa
       UGI   for any game                              position fen 8/8/8/8/8/8/8/8 moves
   A1 query p1turn

   Only what differs from record/protocol.h is here. */
#ifndef RECORD_DIALECT_H
#define RECORD_DIALECT_H

#include "analyse/analyse.h"
#include "text/buffer.h"

enum dialect { DIALECT_NONE, DIALECT_UCI, DIALECT_UGI };

/* The arguments of `position` as protocol_position takes them. */
void dialect_position(enum dialect d, const char *args, struct buffer *out);

/* The arguments of `go`; `first`: the player who began is to move.  Sets the limits it
   names and clears the others; leaves all alone if it names none.  *forever: no answer
   before `stop`.  Words that are not known are skipped. */
int dialect_go(const char *args, bool first, struct search_limits *limits, bool *forever,
               lus_fault *fault);

/* A value as " score cp N": hundredths of a stone, or points; for a chance to win the
   distance from even, -1000 lost to 1000 won. */
void dialect_score(struct buffer *out, const struct analysis *a, int value);

#endif
