/* SPDX-License-Identifier: MIT */
/* exact.h - the tables as a source of perfect values for an analysis. */
#ifndef ANALYSE_EXACT_H
#define ANALYSE_EXACT_H

#include "analyse/analyse.h"
#include "solve/table.h"

/* The tables stay the caller's; NULL gives a source that knows nothing. */
struct exact_source exact_tables(const struct tables *tables);

#endif
