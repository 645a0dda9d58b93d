/* SPDX-License-Identifier: MIT */
/* cmd_analyse.c - lusoria analyse: the value of every legal move, and the search tree.

       lusoria analyse GAME[:RULES] [POSITION | LINK]
         check_limits    the options as search limits
         open_tables     tablebases, unless an option asks for a particular search
         analyse         src/analyse: searches every move with a full window
         print_analysis, print_json
         draw_tree       --tree FILE: a second search that records its nodes

   The tree needs its own search because an analysis gives every move of the root a full
   window, so that all values are exact; a tree should show the cut-offs of a search as it
   is used in play. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "analyse/tablebase_values.h"
#include "terminal/analysis_screen.h"
#include "book/book_files.h"
#include "cli/cli.h"
#include "terminal/output.h"
#include "os/clock.h"
#include "report/analysis_json.h"
#include "report/tree_svg.h"

/* The default limit takes about half a second.  It is a number of nodes, so that the
   answer is the same on every machine. */
enum { DEFAULT_NODES = 2000000, TREE_DEPTH = 2 };

/* 1,500 nodes are about 30 screens and half a megabyte. */
enum { MAX_TREE_NODES = 1500, BOOK_LINE = 1024 };

/* The options of the command; a member of `limits` that was not given stays 0. */
struct analyse_options {
    struct search_limits limits;
    int nodes;
    const char *search, *tree;
    struct table_options tables;
    struct answer_options as;
    bool no_tt;
};

/* ---- the limits ---- */

/* Whether a word is one of two spellings. */
static bool is_either(const char *word, const char *a, const char *b)
{
    return !strcmp(word, a) || !strcmp(word, b);
}

static bool ends_with(const char *text, const char *tail)
{
    size_t n = strlen(text), m = strlen(tail);
    return n >= m && !strcmp(text + n - m, tail);
}

/* Turns the options into search limits.  A tree gets depth 2 unless --depth is given: from
   the start of Ur it has 64 nodes, with depth 3 it has 396.  Returns an exit code. */
static int check_limits(struct analyse_options *q)
{
    struct search_limits *s = &q->limits;
    if (q->search && !is_either(q->search, "plain", "full"))
        return print_usage_error("--search takes full or plain, not '%s'", q->search);
    if (s->eval && !is_either(s->eval, "default", "classic"))
        return print_usage_error("--eval takes default or classic, not '%s'", s->eval);
    s->plain = q->search && !strcmp(q->search, "plain");
    if (s->eval && !strcmp(s->eval, "default"))
        s->eval = NULL;
    if (q->no_tt)
        s->table_mb = -1;
    s->nodes = (uint64_t)q->nodes;
    if (q->tree && !ends_with(q->tree, ".svg"))
        return print_usage_error(
            "--tree writes SVG: name a file that ends in .svg, not '%s'", q->tree);
    if (q->tree && !s->depth)
        s->depth = TREE_DEPTH;
    if (!s->depth && !s->time_ms && !s->nodes)
        s->nodes = DEFAULT_NODES;
    s->now_ms = clock_ms;
    return 0;
}

/* lusoria.analysis/1 on standard output; an exit code. */
static int print_json(const struct analysis *a)
{
    struct buffer out = {0};
    analysis_json(&out, a);
    return print_buffer(&out);
}

/* Options about the search turn the tablebases off. */
static bool open_tables(const struct analyse_options *q, struct tables **tables)
{
    const struct search_limits *s = &q->limits;
    struct table_options tables_of = q->tables;
    tables_of.none = tables_of.none || q->tree || q->search || q->no_tt || s->eval ||
                     s->no_order || s->no_star2;
    return tablebase_open(&tables_of, tables);
}

/* ---- the tree ---- */

/* One search as in play: with windows at the root, too. */
static int record_search(const lus_game *g, int throw, const struct search_limits *limits,
                         struct search_tree *t)
{
    struct search_report report;
    struct search_limits own = *limits;
    lus_move list[LUS_MAX_MOVES];
    own.tree = t;
    own.allow_pass = true;
    own.all_values = lus_moves(t->rules, lus_game_pos(g), throw, list) <= 1;
    return search_run(g, throw, &own, &report);
}

/* Before the throw: a chance node as the root, and one recorded search below it for each
   throw.  Its value is that of the analysis. */
static int record_throws(const lus_game *g, const struct search_limits *limits,
                         const struct analysis *a, struct search_tree *t)
{
    int status = 0;
    search_tree_add_chance(t, &a->pos, limits->depth);
    t->node[0].value = a->value;
    for (int i = 0; i < lus_throws(t->rules) && status >= 0; i++) {
        status = record_search(g, lus_throw_value(t->rules, i), limits, t);
        search_tree_keep(t);
    }
    return status;
}

/* Prints the numbers of the drawing.  They differ from those of the analysis, which gives
   every move of the root a full window. */
static void print_tree_size(const char *path, int nodes, int cut_offs)
{
    char message[PATH_MAX + 120];
    snprintf(message, sizeof message,
             "%s: %d nodes, %d cut-offs, searched as in play; the analysis above has no "
             "cut-offs at the root",
             path, nodes, cut_offs);
    print_wrapped(message);
}

/* Writes the SVG file and, unless the answer is JSON, prints what was drawn. */
static int write_tree(const struct analyse_options *q, const struct search_tree *t,
                      const struct analysis *a)
{
    struct buffer out = {0};
    int cut_offs;
    if (!tree_svg(&out, t, a, &cut_offs)) {
        free(out.bytes);
        return print_error_code(LUS_EMEMORY);
    }
    int status = write_buffer(&out, q->tree);
    if (!status && !q->as.json)
        print_tree_size(q->tree, t->n, cut_offs);
    return status;
}

/* --tree: searches again with recording and draws the nodes; an exit code. */
static int draw_tree(const struct analyse_options *q, const lus_game *g,
                     const struct analysis *a)
{
    const struct search_limits *limits = &q->limits;
    if (a->end.over)
        return print_failure("the game is over: there is no search tree to draw");
    struct search_tree *t = search_tree_new(a->rules, MAX_TREE_NODES);
    if (!t)
        return print_error_code(LUS_EMEMORY);
    int status = a->throw == LUS_ANY_THROW ? record_throws(g, limits, a, t)
                                           : record_search(g, a->throw, limits, t);
    status = status < 0 ? print_error_code(status) : write_tree(q, t, a);
    search_tree_free(t);
    return status;
}

/* ---- the opening book ---- */

/* "Book: F -0.25, D -0.50": the moves that a player of the book may choose, the best first in
   the order of the list.  The values are estimates, as those of the analysis. */
static void print_book_moves(const struct book *b, const struct book_entry *e)
{
    struct analysis scale = {.rules = b->rules, .depth = e->depth};
    char line[BOOK_LINE], move[LUS_MAX_TEXT];
    struct text t = text_on(line, sizeof line);
    scale.unit = b->rules->score_counts ? UNIT_STONES : UNIT_WIN;
    text_str(&t, "Book:");
    for (int i = 0, n = 0; i < e->n; i++) {
        if (e->value[i] < book_best(e) - book_margin(b->rules))
            continue;
        lus_move_format(b->rules, &e->pos, e->move[i], move);
        text_str(&t, n++ ? ", " : " ");
        text_str(&t, move);
        text_char(&t, ' ');
        text_value(&t, &scale, e->value[i]);
    }
    text_char(&t, '.');
    print_wrapped(line);
}

/* A book that cannot be read is reported; the analysis does not need it. */
static void print_book(const lus_game *g)
{
    const struct book *b;
    char why[BOOK_WHY];
    if (book_of_rules(lus_game_rules(g), &b, why) < 0) {
        print_failure("%s", why);
        return;
    }
    int at = b ? book_find(b, lus_game_pos(g)) : -1;
    if (at >= 0)
        print_book_moves(b, &b->entry[at]);
}

/* ---- the command ---- */

/* Analyses and prints; an exit code. */
static int answer(const struct analyse_options *q, const lus_game *g, int throw)
{
    struct analysis *a;
    struct terminal terminal;
    int status = terminal_open(&terminal, q->as.color, q->as.ascii);
    if (status)
        return status;
    struct search_limits limits = q->limits;
    struct tables *tables;
    if (!open_tables(q, &tables))
        return EXIT_FAILED;
    limits.tablebase = tablebase_for_search(tables, lus_game_rules(g));
    status = analyse(g, throw, &limits, &a);
    tablebase_close(tables);
    if (status < 0)
        return print_error_code(status);
    status = EXIT_DONE;
    if (q->as.json)
        status = print_json(a);
    else {
        print_analysis(&terminal, a);
        print_book(g);
    }
    if (status == EXIT_DONE && q->tree)
        status = draw_tree(q, g, a);
    free(a);
    return status;
}

/* --no-table is the old name of --no-tt; --no-tables is about tables of perfect play. */
int cmd_analyse(const struct command *self, int argc, char **argv)
{
    struct analyse_options q = {0};
    struct search_limits *s = &q.limits;
    const struct option options[] = {
        {"depth", 'd', OPTION_INT, &s->depth, 1, 63, "N", "search depth in plies"},
        {"time", 't', OPTION_INT, &s->time_ms, 1, 1 << 30, "MS",
         "time limit in milliseconds"},
        {"nodes", 'n', OPTION_INT, &q.nodes, 1, 1 << 30, "N", "node limit (2000000)"},
        {"threads", 'j', OPTION_INT, &s->threads, 1, 256, "N", "threads"},
        {"table-mb", 0, OPTION_INT, &s->table_mb, 1, 1 << 16, "N",
         "size of the transposition table in MiB (1 to 16)"},
        {"eval", 'e', OPTION_TEXT, &s->eval, 0, 0, "NAME",
         "evaluation: default or classic"},
        {"search", 0, OPTION_TEXT, &q.search, 0, 0, "NAME",
         "full, or plain: no pruning, no ordering, no tables"},
        {"no-tt", 0, OPTION_FLAG, &q.no_tt, 0, 0, NULL, "no transposition table"},
        {"no-table", 0, OPTION_FLAG, &q.no_tt, 0, 0, NULL, "old name of --no-tt"},
        {"no-order", 0, OPTION_FLAG, &s->no_order, 0, 0, NULL, "no move ordering"},
        {"no-star2", 0, OPTION_FLAG, &s->no_star2, 0, 0, NULL,
         "no Star2 probing at chance nodes"},
        TABLE_OPTIONS(&q.tables),
        {"tree", 0, OPTION_TEXT, &q.tree, 0, 0, "FILE.svg",
         "draw the search tree (depth 2 by default)"},
        ANSWER_OPTIONS(&q.as, "lusoria.analysis/1"),
        {0},
    };
    lus_game *g;
    int throw, status = position_args(self, options, argc, argv, &g, &throw);
    if (!g)
        return status;
    status = check_limits(&q);
    if (status == EXIT_DONE)
        status = answer(&q, g, throw);
    lus_game_free(g);
    return status;
}
