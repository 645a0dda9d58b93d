/* SPDX-License-Identifier: MIT */
/* section.h - packs a finished layer into its section of the table file (format.h). */
#ifndef SOLVE_SECTION_H
#define SOLVE_SECTION_H

#include "solve/layer_files.h"

/* Packs the values of the layer just solved on all threads and writes FOLDER/N.layer.
   Returns 0, LUS_EMEMORY, or LUS_EFILE with errno set. */
int section_write(const struct layer_store *s, int layer, double residual);
/* Whether FOLDER/N.layer is a complete section of this table: all checksums are right and
   the length is the sum of its parts.  Sets its size and residual.  Returns 1 or 0; LUS_EMEMORY,
   or LUS_EFILE if a file that exists cannot be opened: then the section may be intact. */
int section_valid(const struct layer_store *s, int layer, uint64_t *bytes,
                  double *residual);

#endif
