/* SPDX-License-Identifier: MIT */
/* tablebase_values.h - tablebases as a source of exact values, for reviews and searches. */
#ifndef ANALYSE_TABLEBASE_VALUES_H
#define ANALYSE_TABLEBASE_VALUES_H

#include "analyse/analyse.h"
#include "solve/table.h"

/* A source that probes all tables.  The tables stay the caller's and must outlive it; NULL
   gives a source without positions. */
struct tablebase_source tablebase_source_of(const struct tables *tables);

/* One table, for the leaves of a search; it must outlive the search. */
struct search_tablebase tablebase_for_table(struct table *t);

/* The largest table of a rule set, for the leaves of a search; it contains the positions
   of the smaller ones.  A table in memory (solve/small_table.h) if no file has as many.  Empty
   if there is none or tables is NULL. */
struct search_tablebase tablebase_for_search(const struct tables *tables,
                                             const lus_rules *r);

#endif
