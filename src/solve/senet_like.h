/* SPDX-License-Identifier: MIT */
/* senet_like.h - which positions of Senet are alike, for packing (frame.h).

   A stand is like the one with its lowest piece a square lower, which is the row before
   it, and like the one with its second piece a square lower, x - 1 rows before it if that
   piece is on cell x: the row and the block axis of a guess. */
#ifndef SOLVE_SENET_LIKE_H
#define SOLVE_SENET_LIKE_H

#include "solve/senet_index.h"

struct frame_row;
extern const int8_t senet_lane_back[SENET_MAX_COLOURS];
/* How the n values of a half of a layer from rank `first` on lie; returns the rows. */
int senet_like(const struct senet_index *x, int own, int enemy, uint64_t first, int n,
               struct frame_row *row);

#endif
