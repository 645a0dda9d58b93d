/* SPDX-License-Identifier: MIT */
/* tree.h - a recorded search tree as one SVG file that needs nothing else.

   The root is at the left.  All values and windows are the root player's: MAX nodes are
   its choices (roof above), MIN nodes the other player's (point below), chance nodes
   ellipses, leaves plain.  Each node shows its value and its window; branches never
   looked at are listed beside a dashed line. */
#ifndef REPORT_TREE_H
#define REPORT_TREE_H

#include "analyse/analyse.h"
#include "search/trace.h"
#include "text/buffer.h"

/* The analysis gives the scale of the values and the title.  False: no memory. */
bool tree_write(struct buffer *out, const struct trace *t, const struct analysis *a);

#endif
