/* SPDX-License-Identifier: MIT */
/* exact.h - the tables as a source of perfect values: for a review, for a search. */
#ifndef ANALYSE_EXACT_H
#define ANALYSE_EXACT_H

#include "analyse/analyse.h"
#include "solve/table.h"

/* The tables stay the caller's; NULL gives a source that knows nothing. */
struct exact_source exact_tables(const struct tables *tables);

/* What a search of these rules knows by the largest of their tables, which holds what the
   smaller ones do; nothing, if there is none or tables is NULL. */
struct search_tablebase exact_known(const struct tables *tables, const lus_rules *r);

#endif
