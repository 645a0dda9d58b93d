/* SPDX-License-Identifier: MIT */
/* dialect.h - the lines of UCI and UGI, two older engine protocols; see lusoria-engine(5).

       UCI   as in the oware engine Aalina   position startpos moves FfBe
                                             info depth 9 score cp 25 pv CdFa
       UGI   for any game                    position fen 8/8/8/8/8/8/8/8 moves A1
                                             query p1turn

   Only the differences from record/protocol.h are here. */
#ifndef RECORD_DIALECT_H
#define RECORD_DIALECT_H

#include "analyse/analyse.h"
#include "text/buffer.h"

enum dialect { DIALECT_NONE, DIALECT_UCI, DIALECT_UGI };

/* Appends the arguments of `position` in the form that protocol_position reads. */
void dialect_position(enum dialect d, const char *args, struct buffer *out);

/* Reads the arguments of `go`; `first`: the player who started is to move; `moves`: the
   moves for which a clock has to last without movestogo (game_clock_moves).  Sets the
   limits given and clears the others; without any limit all keep their values.  *forever:
   no answer before `stop`.  Unknown words are skipped.  0, or the code of *fault. */
int dialect_go(const char *args, bool first, int moves, struct search_limits *limits,
               bool *forever, lus_fault *fault);

/* Appends a value as " score cp N": hundredths of a stone, or points; a chance to win as
   -1000 (lost) to 1000 (won). */
void dialect_score(struct buffer *out, const struct analysis *a, int value);

#endif
