/* SPDX-License-Identifier: MIT */
/* tree.c - lusoria analyse --tree FILE: searches once more, recording, and draws. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "cli/analysis.h"
#include "cli/cli.h"
#include "cli/output.h"
#include "os/files.h"
#include "report/tree_svg.h"

/* A page of 1,500 nodes is some thirty screens long and half a megabyte. */
enum { MOST_NODES = 1500 };

/* One search, as play would do it: with windows at the root too. */
static int record(const lus_game *g, int throw, const struct search_limits *limits,
                  struct search_tree *t)
{
    struct search_report report;
    struct search_limits own = *limits;
    own.tree = t;
    own.allow_pass = true;
    own.all_values = t->rules->count(t->rules, lus_game_pos(g), throw) <= 1;
    return search_run(g, throw, &own, &report);
}

static int record_throws(const lus_game *g, const struct search_limits *limits,
                         const struct analysis *a, struct search_tree *t)
{
    int status = 0;
    search_tree_add_chance(t, &a->pos, limits->depth);
    t->node[0].value = a->value;
    for (int i = 0; i < t->rules->dice.n_throws && status >= 0; i++) {
        status = record(g, t->rules->dice.throws[i].value, limits, t);
        search_tree_keep(t);
    }
    return status;
}

static int write_tree(const char *path, const struct search_tree *t, const struct analysis *a)
{
    struct buffer out = {0};
    if (tree_svg(&out, t, a))
        return write_buffer(&out, path);
    free(out.bytes);
    return print_error_code(LUS_EMEMORY);
}

int draw_tree(const char *path, const lus_game *g, const struct search_limits *limits,
              const struct analysis *a)
{
    if (a->end.over)
        return print_failure("the game is over: there is no tree to draw");
    struct search_tree *t = search_tree_new(a->rules, MOST_NODES);
    if (!t)
        return print_error_code(LUS_EMEMORY);
    int status = a->throw == LUS_ANY_THROW ? record_throws(g, limits, a, t)
                                           : record(g, a->throw, limits, t);
    status = status < 0 ? print_error_code(status) : write_tree(path, t, a);
    search_tree_free(t);
    return status;
}
