/* SPDX-License-Identifier: MIT */
/* cmd_analyse.c - lusoria analyse: what every legal move of a position is worth. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "analyse/exact.h"
#include "cli/analysis.h"
#include "cli/cli.h"
#include "cli/output.h"
#include "os/files.h"
#include "os/clock.h"
#include "report/analysis.h"

/* Unless told otherwise: as many nodes as take half a second, the same on every
   machine, so that the answer is the same too. */
enum { DEFAULT_NODES = 2000000, TREE_DEPTH = 2 };

struct request {
    struct analyse_limits limits;
    int nodes;
    const char *search, *tree;
    struct table_options tables;
    struct answer_wish as;
    bool no_table;
};

/* ---- the limits ---- */

static bool is_either(const char *word, const char *a, const char *b)
{
    return !strcmp(word, a) || !strcmp(word, b);
}

static int settle_limits(struct request *q)
{
    struct search_limits *s = &q->limits.search;
    if (q->search && !is_either(q->search, "plain", "full"))
        return print_usage_error("--search takes full or plain, not '%s'", q->search);
    if (s->eval && !is_either(s->eval, "default", "classic"))
        return print_usage_error("--eval takes default or classic, not '%s'", s->eval);
    s->plain = q->search && !strcmp(q->search, "plain");
    if (s->eval && !strcmp(s->eval, "default"))
        s->eval = NULL;
    if (q->no_table)
        s->table_mb = -1;
    s->nodes = (uint64_t)q->nodes;
    if (q->tree && !s->depth)
        s->depth = TREE_DEPTH;
    if (!s->depth && !s->time_ms && !s->nodes)
        s->nodes = DEFAULT_NODES;
    s->now_ms = clock_ms;
    return 0;
}

static int print_json(const struct analysis *a)
{
    struct buffer out = {0};
    analysis_write(&out, a);
    return print_buffer(&out);
}

/* Whoever asks about the search is not answered from a table. */
static bool tables_wanted(const struct request *q, struct tables **tables)
{
    const struct search_limits *s = &q->limits.search;
    struct table_options wish = q->tables;
    wish.none = wish.none || q->tree || q->search || q->no_table || s->eval ||
                s->no_order || s->no_star2;
    return tablebase_open(&wish, tables);
}

static int answer(const struct request *q, const lus_game *g, int throw)
{
    struct analysis *a;
    struct terminal terminal;
    int status = terminal_open(&terminal, q->as.color, q->as.ascii);
    if (status)
        return status;
    struct analyse_limits limits = q->limits;
    struct tables *tables;
    if (!tables_wanted(q, &tables))
        return EXIT_FAILED;
    limits.search.tablebase = exact_known(tables, lus_game_rules(g));
    status = analyse(g, throw, &limits, &a);
    tablebase_close(tables);
    if (status < 0)
        return print_error_code(status);
    status = EXIT_DONE;
    if (q->as.json)
        status = print_json(a);
    else
        show_analysis(&terminal, a);
    if (status == EXIT_DONE && q->tree)
        status = draw_tree(q->tree, g, &q->limits.search, a);
    free(a);
    return status;
}

int cmd_analyse(const struct command *self, int argc, char **argv)
{
    struct request q = {0};
    struct search_limits *s = &q.limits.search;
    const struct option options[] = {
        {"depth", 'd', OPTION_INT, &s->depth, 1, 63, "N", "plies to look ahead"},
        {"time", 't', OPTION_INT, &s->time_ms, 1, 1 << 30, "MS", "milliseconds"},
        {"nodes", 'n', OPTION_INT, &q.nodes, 1, 1 << 30, "N", "nodes to look at"},
        {"threads", 'j', OPTION_INT, &s->threads, 1, 256, "N", "threads"},
        {"table-mb", 0, OPTION_INT, &s->table_mb, 1, 1 << 16, "N",
         "memory of the transposition table (1 to 16)"},
        {"eval", 'e', OPTION_TEXT, &s->eval, 0, 0, "NAME", "default or classic"},
        {"search", 0, OPTION_TEXT, &q.search, 0, 0, "NAME",
         "full, or plain: no pruning, no table, no order"},
        {"no-table", 0, OPTION_FLAG, &q.no_table, 0, 0, NULL, "no transposition table"},
        {"no-order", 0, OPTION_FLAG, &s->no_order, 0, 0, NULL,
         "moves as they are listed"},
        {"no-star2", 0, OPTION_FLAG, &s->no_star2, 0, 0, NULL,
         "no probing at chance nodes"},
        TABLE_OPTIONS(&q.tables),
        {"tree", 0, OPTION_TEXT, &q.tree, 0, 0, "FILE.svg",
         "draw the tree of the search; depth 2 unless told"},
        ANSWER_OPTIONS(&q.as, "lusoria.analysis/1"),
        {0},
    };
    lus_game *g;
    int throw, status = game_asked(self, options, argc, argv, &g, &throw);
    if (!g)
        return status;
    status = settle_limits(&q);
    if (status == EXIT_DONE)
        status = answer(&q, g, throw);
    lus_game_free(g);
    return status;
}
