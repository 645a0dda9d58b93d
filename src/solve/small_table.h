/* SPDX-License-Identifier: MIT */
/* small_table.h - a small table that is solved in memory when it is first probed.

   The strongest levels have it without any file: Awari with up to 10 stones takes 0.1 to 0.2
   seconds and 0.7 or 1.3 MB.  All functions but small_table_free are thread-safe; a thread
   that probes while another one is solving waits for it. */
#ifndef SOLVE_SMALL_TABLE_H
#define SOLVE_SMALL_TABLE_H

#include "solve/table.h"

struct small_table;

/* A table that is not solved yet, to be freed with small_table_free; NULL: the rule set has
   none (solver.small_size), or out of memory. */
struct small_table *small_table_new(const lus_rules *r);
/* NULL is allowed. */
void small_table_free(struct small_table *t);
/* The largest number of pieces, stones or bricks in it. */
int small_table_size(const struct small_table *t);
/* Whether it has bounds, not only exact values. */
bool small_table_has_bounds(const struct small_table *t);
/* As table_bounds; LUS_EMEMORY if it cannot be solved. */
int small_table_bounds(struct small_table *t, const lus_pos *p,
                       struct value_bounds *bounds);

#endif
