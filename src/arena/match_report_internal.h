/* SPDX-License-Identifier: MIT */
/* match_report_internal.h - what match_report.c and match_export.c share. */
#ifndef ARENA_MATCH_REPORT_INTERNAL_H
#define ARENA_MATCH_REPORT_INTERNAL_H

#include "arena/match.h"

/* The size of the tablebase a player uses, in pieces or stones; 0: none. */
int match_table_size(const struct match *m, int who);

#endif
