/* SPDX-License-Identifier: MIT */
/* senet_like.h - which positions of Senet are alike, for packing (shape.h).

   A stand is a row, with a lane for each colour.  Of its pieces that can go a cell lower,
   the lowest, the second and the third are axes: a stand is like the one where that piece
   is a cell lower. */
#ifndef SOLVE_SENET_LIKE_H
#define SOLVE_SENET_LIKE_H

#include "solve/senet_index.h"

enum { SENET_AXES = 3 };

struct shape;
/* How the n values of a half of a layer from rank `first` on lie; false: these are no
   whole rows. */
bool senet_shape(const struct senet_index *x, int own, int enemy, uint64_t first, int n,
                 struct shape *s);

#endif
