/* SPDX-License-Identifier: MIT */
/* tree_svg.h - a recorded search tree as one self-contained SVG file.

   The root is at the left.  All values and windows are the root player's: MAX nodes are
   its choices (pointed at the top), MIN nodes the other player's (pointed at the bottom),
   chance nodes are ellipses, leaves rectangles.  Each node shows its value and its
   window; branches that were not searched are listed beside a dashed line. */
#ifndef REPORT_TREE_SVG_H
#define REPORT_TREE_SVG_H

#include "analyse/analyse.h"
#include "search/search_tree.h"
#include "text/buffer.h"

/* Appends the tree.  The analysis of the same position supplies the unit of the values
   and the name of the evaluation.  Sets *cut_offs to the number of cut-offs drawn.  False:
   the tree is empty, or memory ran out. */
bool tree_svg(struct buffer *out, const struct search_tree *t, const struct analysis *a,
              int *cut_offs);

#endif
