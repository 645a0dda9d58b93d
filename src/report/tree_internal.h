/* SPDX-License-Identifier: MIT */
/* tree_internal.h - the layout of a drawn search tree, in pixels:

       |<------------ column ------------->|
       ( node )----curve----[ edge label ]( child )
         [window]                            [window] */
#ifndef REPORT_TREE_INTERNAL_H
#define REPORT_TREE_INTERNAL_H

#include "report/tree_svg.h"

enum {
    TREE_HALF = 38,  /* half the width of a node */
    TREE_LEFT = 70,  /* x of the centre of the root */
    TREE_TOP = 120,  /* y of the first row */
    TREE_CURVE = 56, /* width of the curve between a node and the label of the edge */
    TREE_LABEL = 64, /* bytes of a label */
    TREE_STUB = 256, /* bytes of the label of a stub */
};

/* Where a node is drawn.  A recorded node knows its parent only; first and next make the
   lists of children. */
struct tree_place {
    int x, y;        /* the centre */
    int stub_y;      /* of the label of the branches that were not searched */
    int first, next; /* first child and next sibling; 0: none, since 0 is the root */
};

struct tree_layout {
    const struct search_tree *t;
    struct tree_place *place; /* of each node of the tree */
    int column;               /* distance between two columns */
    int width, height;
};

/* Places all nodes.  False if memory runs out; place is freed by the caller. */
bool tree_lay_out(struct tree_layout *l, const struct search_tree *t);

/* The label of the edge that leads to a node: a move, or a throw and its chance. */
void tree_edge_label(const struct tree_layout *l, const struct search_tree_node *n,
                     char label[TREE_LABEL]);
/* The label of the dashed line below node i, which lists the branches that were not
   searched.  False: all were, there is no such line. */
bool tree_stub_label(const struct tree_layout *l, int i, char label[TREE_STUB]);

#endif
