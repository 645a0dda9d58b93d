/* SPDX-License-Identifier: MIT */
/* search_tree.h - the recorded tree of a search.

       choice --move--> chance --throw--> choice --move--> leaf     with dice
       choice --move--> choice --move--> ... leaf                   without dice

   Values and windows are those of the side to move at the node. */
#ifndef SEARCH_SEARCH_TREE_H
#define SEARCH_SEARCH_TREE_H

#include <stdbool.h>
#include "core/rules.h"

enum search_tree_kind { TREE_CHOICE, TREE_CHANCE, TREE_LEAF, TREE_END };

struct search_tree_node {
    int parent; /* index; -1: none */
    enum search_tree_kind kind;
    lus_pos pos;
    lus_move move;     /* the move that led here */
    int throw, weight; /* of a choice; the weight is 0 if no chance node is above it */
    int depth, alpha, beta, value;
    bool probe;           /* searched by a Star2 probe */
    bool hit;             /* answered by the transposition table */
    bool incomplete;      /* some nodes below it were not recorded */
    uint64_t hits_before; /* table hits of the search when the node was entered */
};

struct search_tree {
    const lus_rules *rules;
    struct search_tree_node *node; /* parents before children */
    int n, capacity;               /* nodes */
    int parent;     /* of the next search: the node of search_tree_add_chance; -1: none */
    int kept;       /* nodes that the next search does not overwrite */
    int open;       /* the node being searched; -1: none */
    int unrecorded; /* open nodes that were not recorded, for lack of capacity */
    lus_move move;  /* that leads to the next node */
    bool truncated; /* not all nodes were recorded */
};

/* A tree with memory for so many nodes, to be freed with search_tree_free; NULL: out of
   memory. */
struct search_tree *search_tree_new(const lus_rules *r, int capacity);
void search_tree_free(struct search_tree *t); /* t may be NULL */

/* Adds a chance node; the searches that follow are recorded below it. */
void search_tree_add_chance(struct search_tree *t, const lus_pos *p, int depth);
/* The next search is recorded beside the previous ones and does not overwrite them. */
void search_tree_keep(struct search_tree *t);

/* Called by the root: each iteration overwrites the one before. */
void search_tree_begin(struct search_tree *t, const lus_pos *p, int throw, int depth);
void search_tree_end(struct search_tree *t, int value);

#endif
