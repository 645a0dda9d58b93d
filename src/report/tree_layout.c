/* SPDX-License-Identifier: MIT */
/* tree_layout.c - the labels of a drawn search tree and the places of its nodes.

   The tree grows to the right: a column for each ply, all as wide as the longest label of
   an edge requires.  The rows of a node are those of its children, one after the other,
   and a last row for the text about children that were not searched (the stub); the node
   is in the middle of its rows.

       root --+-- child 1 --+-- leaf
              |             +-- leaf
              |             +- - cut off: 3-5, 4-6     the stub
              +-- child 2 ----- leaf

   One pass from the leaves to the root (place_rows) is enough: every node is visited once,
   but a label of a stub is written twice, here and when it is drawn. */
#include <stdlib.h>
#include <string.h>
#include "report/tree_internal.h"

enum {
    LEAF_ROW = 24, /* heights of rows */
    NODE_ROW = 54,
    STUB_ROW = 20,
    LETTER_WIDTH = 7, /* on average */
    MIN_WIDTH = 820,  /* of the title and the legend */
};

/* ---- labels ---- */

/* The move is searched a second time because its null window failed. */
static bool is_re_search(const struct tree_layout *l, const struct search_tree_node *n)
{
    int c = l->place[n->parent].first;
    for (; &l->t->node[c] != n; c = l->place[c].next)
        if (l->t->node[c].move == n->move)
            return true;
    return false;
}

/* "2: 6/16" for a throw with its chance, "2: 6/16 probe" if Star2 probed it, "4-6" for a
   move, "4-6 again" if it was searched a second time. */
void tree_edge_label(const struct tree_layout *l, const struct search_tree_node *n,
                     char label[TREE_LABEL])
{
    struct text t = text_on(label, TREE_LABEL);
    char move[LUS_MAX_TEXT];
    if (n->parent < 0)
        return;
    if (n->weight && n->kind == TREE_CHOICE) {
        text_int(&t, n->throw);
        text_str(&t, ": ");
        text_int(&t, n->weight);
        text_char(&t, '/');
        text_int(&t, l->t->rules->dice.weight_sum);
        text_str(&t, n->probe ? " probe" : "");
        return;
    }
    lus_move_format(l->t->rules, &l->t->node[n->parent].pos, n->move, move);
    text_str(&t, move);
    text_str(&t, is_re_search(l, n) ? " again" : "");
}

/* Lists the moves of a node that were not searched; false: all were. */
static bool list_skipped_moves(const struct tree_layout *l, int i, struct text *t)
{
    const struct search_tree_node *node = l->t->node, *n = &node[i];
    lus_move list[LUS_MAX_MOVES];
    char move[LUS_MAX_TEXT];
    int count = l->t->rules->moves(l->t->rules, &n->pos, n->throw, list);
    bool any = false;
    for (int k = 0; k < count; k++) {
        int child = l->place[i].first;
        while (child && node[child].move != list[k])
            child = l->place[child].next;
        if (child)
            continue;
        lus_move_format(l->t->rules, &n->pos, list[k], move);
        text_str(t, any ? ", " : "");
        text_str(t, move);
        any = true;
    }
    return any;
}

/* The same for the throws of a chance node; a Star2 probe does not count as searched. */
static bool list_skipped_throws(const struct tree_layout *l, int i, struct text *t)
{
    const lus_rules *r = l->t->rules;
    bool any = false;
    for (int k = 0; k < r->dice.n_throws; k++) {
        int child = l->place[i].first;
        while (child && (l->t->node[child].throw != r->dice.throws[k].value ||
                         l->t->node[child].probe))
            child = l->place[child].next;
        if (child)
            continue;
        text_str(t, any ? ", " : "");
        text_int(t, r->dice.throws[k].value);
        any = true;
    }
    return any;
}

/* "cut off: 3-5, 4-6", "not probed: 0, 4", or why a node has no children. */
bool tree_stub_label(const struct tree_layout *l, int i, char label[TREE_STUB])
{
    const struct search_tree_node *n = &l->t->node[i];
    struct text t = text_on(label, TREE_STUB);
    if (n->kind == TREE_LEAF || n->kind == TREE_END)
        return false;
    if (n->hit || n->incomplete) {
        text_str(&t, n->hit ? "in the transposition table" : "more nodes, not drawn");
        return true;
    }
    text_str(&t, n->probe ? "not probed: " : "cut off: ");
    return n->kind == TREE_CHANCE ? list_skipped_throws(l, i, &t)
                                  : list_skipped_moves(l, i, &t);
}

/* ---- places ---- */

/* From the last node to the first, so that each list of children is in the order of the
   search. */
static void link_children(struct tree_layout *l)
{
    for (int i = l->t->n - 1; i > 0; i--) {
        int parent = l->t->node[i].parent;
        if (parent < 0)
            continue;
        l->place[i].next = l->place[parent].first;
        l->place[parent].first = i;
    }
}

/* The distance of two columns from the longest label, 7 pixels per letter. */
static void measure_edges(struct tree_layout *l)
{
    char label[TREE_LABEL] = "";
    size_t longest = 6;
    for (int i = 1; i < l->t->n; i++) {
        tree_edge_label(l, &l->t->node[i], label);
        longest = strlen(label) > longest ? strlen(label) : longest;
    }
    l->column = 2 * TREE_HALF + TREE_CURVE + LETTER_WIDTH * (int)longest + 12;
}

/* Places node i and its descendants into rows from `top`; returns their height. */
static int place_rows(struct tree_layout *l, int i, int x, int top)
{
    const struct search_tree_node *n = &l->t->node[i];
    char label[TREE_STUB];
    int own = n->kind == TREE_LEAF || n->kind == TREE_END ? LEAF_ROW : NODE_ROW;
    int height = 0;
    for (int c = l->place[i].first; c; c = l->place[c].next)
        height += place_rows(l, c, x + l->column, top + height);
    l->place[i].stub_y = top + (height ? height : own - STUB_ROW) + STUB_ROW / 2;
    if (tree_stub_label(l, i, label))
        height += STUB_ROW;
    height = height > own ? height : own;
    l->place[i].x = x;
    l->place[i].y = top + height / 2;
    return height;
}

/* The largest x of all nodes. */
static int last_column(const struct tree_layout *l)
{
    int x = 0;
    for (int i = 0; i < l->t->n; i++)
        x = l->place[i].x > x ? l->place[i].x : x;
    return x;
}

/* 20 pixels below the last row and 260 beside the last column, for labels of stubs. */
bool tree_lay_out(struct tree_layout *l, const struct search_tree *t)
{
    *l = (struct tree_layout){.t = t};
    l->place = calloc((size_t)t->n + 1, sizeof *l->place);
    if (!l->place)
        return false;
    link_children(l);
    measure_edges(l);
    l->height = TREE_TOP + place_rows(l, 0, TREE_LEFT, TREE_TOP) + 20;
    l->width = last_column(l) + TREE_HALF + 260;
    l->width = l->width > MIN_WIDTH ? l->width : MIN_WIDTH;
    return true;
}
