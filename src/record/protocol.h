/* SPDX-License-Identifier: MIT */
/* protocol.h - the lines of the engine protocol, lusoria-engine(5).

       newgame ur:finkel
       position 7--------------0:7--------------0:L throw 2
       go depth 4
                                   info depth 4 nodes 119 ... value 0.51 ...
                                   bestmove 0-2

   Lines have no line feed here.  A fault points to a byte of the arguments. */
#ifndef RECORD_PROTOCOL_H
#define RECORD_PROTOCOL_H

#include "analyse/analyse.h"
#include "core/lines.h"
#include "text/buffer.h"

/* Reads "POSITION|start [moves [N/]M ...] [throw N]".  Sets *game, which the caller frees,
   and *throw (LUS_ANY_THROW: none); returns 0, or the code of *fault. */
int protocol_position(const lus_rules *r, const char *args, lus_game **game, int *throw,
                      lus_fault *fault);
/* Reads "[depth N] [nodes N] [movetime MS] [clock OWN OTHER INCREMENT]": sets the limits
   given and clears the others; without any limit all keep their values.  A clock limits the
   time to the share of one of `moves` moves (game_clock_moves), movetime if that is less.
   0, or the code of *fault. */
int protocol_go(const char *args, int moves, struct search_limits *limits,
                lus_fault *fault);

/* Appends "legal M ..." with every legal move, "legal pass" if there is none, "legal" if
   the game is over. */
void protocol_legal(struct buffer *out, const lus_game *g, int throw);
/* Appends " value 0.5312 unit win"; the units are win, stones and points, as in
   lusoria.analysis/1. */
void protocol_value(struct buffer *out, enum analysis_unit unit, int value);

#endif
