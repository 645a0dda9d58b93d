/* SPDX-License-Identifier: MIT */
/* search_tree.c - see search_tree.h and search_tree_internal.h.

   Nodes are stored in the order in which the search enters them, parents before children;
   `open` is the innermost node that was entered and not left.  If the array is full, nodes
   are only counted (`unrecorded`), so that entering and leaving stay balanced. */
#define SEARCH_RECORD_TREE
#include <stdlib.h>
#include "search/search_internal.h"
#include "search/search_tree_internal.h"
#include "search/value.h"

struct search_tree *search_tree_new(const lus_rules *r, int capacity)
{
    struct search_tree *t = calloc(1, sizeof *t);
    struct search_tree_node *node = malloc((size_t)capacity * sizeof *node);
    if (!t || !node) {
        free(t);
        free(node);
        return NULL;
    }
    *t = (struct search_tree){
        .rules = r, .node = node, .capacity = capacity, .parent = -1, .open = -1};
    return t;
}

void search_tree_free(struct search_tree *t)
{
    if (t)
        free(t->node);
    free(t);
}

/* Opens a node below the open one.  Returns NULL if there is no capacity: then the node is
   only counted. */
static struct search_tree_node *open_node(struct search_tree *t, const lus_pos *p)
{
    if (t->unrecorded || t->n == t->capacity) {
        if (t->open >= 0)
            t->node[t->open].incomplete = true;
        t->unrecorded++;
        t->truncated = true;
        return NULL;
    }
    struct search_tree_node *node = &t->node[t->n];
    *node = (struct search_tree_node){.parent = t->open, .pos = *p, .move = t->move};
    t->open = t->n++;
    return node;
}

/* Closes the innermost node.  NULL: it was not recorded. */
static struct search_tree_node *close_node(struct search_tree *t, int value)
{
    if (t->unrecorded) {
        t->unrecorded--;
        return NULL;
    }
    struct search_tree_node *node = &t->node[t->open];
    node->value = value;
    t->open = node->parent;
    return node;
}

void search_tree_add_chance(struct search_tree *t, const lus_pos *p, int depth)
{
    struct search_tree_node *node = open_node(t, p);
    if (node) {
        node->kind = TREE_CHANCE;
        node->depth = depth;
        node->alpha = -VALUE_MAX;
        node->beta = VALUE_MAX;
        t->parent = t->open;
    }
    search_tree_keep(t);
}

void search_tree_keep(struct search_tree *t)
{
    t->kept = t->n;
}

static int weight_of(const lus_rules *r, int throw)
{
    for (int i = 0; i < r->dice.n_throws; i++)
        if (r->dice.throws[i].value == throw)
            return r->dice.throws[i].weight;
    return 0;
}

/* Starts again behind the kept nodes: each iteration replaces the tree of the last one. */
void search_tree_begin(struct search_tree *t, const lus_pos *p, int throw, int depth)
{
    t->n = t->kept;
    t->open = t->parent;
    t->unrecorded = 0;
    t->truncated = t->truncated && t->kept == t->capacity;
    struct search_tree_node *node = open_node(t, p);
    if (node) {
        node->kind = TREE_CHOICE;
        node->throw = throw;
        node->weight = t->parent < 0 ? 0 : weight_of(t->rules, throw);
        node->depth = depth;
        node->alpha = -VALUE_MAX;
        node->beta = VALUE_MAX;
    }
}

void search_tree_end(struct search_tree *t, int value)
{
    close_node(t, value);
}

/* ---- the hooks ---- */

void tree_enter(struct search *s, const lus_pos *p, int depth, int alpha, int beta)
{
    const lus_rules *r = s->tree->rules;
    struct search_tree_node *node = open_node(s->tree, p);
    if (!node)
        return;
    node->kind = r->result(r, p) != LUS_ONGOING ? TREE_END
                 : depth == 0                   ? TREE_LEAF
                 : r->dice.sticks               ? TREE_CHANCE
                                                : TREE_CHOICE;
    node->depth = depth;
    node->alpha = alpha;
    node->beta = beta;
    node->hits_before = s->stats.hits;
}

/* A node without children that counted a table hit was answered by the table. */
void tree_leave(struct search *s, int value)
{
    struct search_tree *t = s->tree;
    bool childless = t->open == t->n - 1; /* no children were recorded */
    struct search_tree_node *node = close_node(t, value);
    if (node)
        node->hit = childless && s->stats.hits > node->hits_before;
}

void tree_throw(struct search *s, const lus_pos *p, int t, int depth, int alpha, int beta,
                bool probe)
{
    struct search_tree_node *node = open_node(s->tree, p);
    if (!node)
        return;
    node->kind = TREE_CHOICE;
    node->throw = s->tree->rules->dice.throws[t].value;
    node->weight = s->tree->rules->dice.throws[t].weight;
    node->depth = depth;
    node->alpha = alpha;
    node->beta = beta;
    node->probe = probe;
    node->hits_before = s->stats.hits;
}

void tree_leaf(struct search *s, const lus_pos *p, int value)
{
    const lus_rules *r = s->tree->rules;
    struct search_tree_node *node = open_node(s->tree, p);
    if (node)
        node->kind = r->result(r, p) != LUS_ONGOING ? TREE_END : TREE_LEAF;
    close_node(s->tree, value);
}

void tree_move(struct search *s, lus_move m)
{
    s->tree->move = m;
}

/* The move list is made again: a search with dice knows only the index of a move. */
void tree_move_at(struct search *s, int index)
{
    struct search_tree *t = s->tree;
    lus_move list[LUS_MAX_MOVES];
    if (t->unrecorded)
        return;
    const struct search_tree_node *node = &t->node[t->open];
    int n = t->rules->moves(t->rules, &node->pos, node->throw, list);
    t->move = index < n ? list[index] : LUS_PASS;
}
