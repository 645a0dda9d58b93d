/* SPDX-License-Identifier: MIT */
/* senet_layout.h - the layout of frames of Senet (layout.h).

   An occupancy is a row with one lane per colouring.  The three axes are the lowest, second
   and third lowest of the pieces that can move down by one cell: the context of a row is
   the row in which that piece is one cell lower. */
#ifndef RACE_SENET_LAYOUT_H
#define RACE_SENET_LAYOUT_H

#include "race/senet_index.h"

enum { SENET_AXES = 3 };

struct value_layout;
/* Appends the layout of n values of a half of a layer from rank `first` on; false: they
   are not complete rows. */
bool senet_layout(const struct senet_index *x, int own, int enemy, uint64_t first, int n,
                  struct value_layout *s);

#endif
