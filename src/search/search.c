/* SPDX-License-Identifier: MIT */
/* search.c - see search.h: set-up of a search, limits, and the report.

       search_run
         search_exact          all moves in the tablebase (tablebase_root.h), or searched to
                               the end of the game (ending.h): no other search
         open_root             list of moves, transposition table, network, threads
         init_search           the state of each thread
         search_deepen         iterative deepening (root.c)
           node functions      compiled for the rule set (search_hot.c)
         close_root

   Limits are checked every 1,000 nodes (must_stop): a flag, the clock, the node count. */
#include <stdlib.h>
#include <string.h>
#include "search/abdada_internal.h"
#include "search/ending.h"
#include "search/instance_internal.h"
#include "search/root_internal.h"
#include "search/search_tree.h"
#include "search/tablebase_root.h"

#define HOT_SELECT      search
#define HOT_SELECT_TYPE const struct search_instance
#include "core/hot_select.h"

const struct search_instance *search_instance_of(const lus_rules *r)
{
    return select_search(r);
}

/* ---- limits ---- */

/* Between two checks of the clock: about 0.3 ms, or 32 blocks to unpack. */
enum { CHECK_NODES = 1000, CHECK_PROBES = 32 };

static void set_check_interval(struct search *s, int nodes)
{
    s->check_interval = s->nodes_to_check = nodes;
}

static void set_expired(struct search_shared *shared)
{
    atomic_store_explicit(&shared->expired, true, memory_order_relaxed);
    atomic_store_explicit(&shared->stop, true, memory_order_relaxed);
}

/* Adds the nodes since the last check to the common counter.  Near the node limit the next
   check comes sooner, so that the limit is not exceeded. */
bool check_limits(struct search *s)
{
    struct search_shared *shared = s->shared;
    const struct search_limits *limits = shared->limits;
    uint64_t spent = (uint64_t)(s->check_interval - s->nodes_to_check);
    uint64_t nodes =
        atomic_fetch_add_explicit(&shared->nodes, spent, memory_order_relaxed);
    nodes += spent;
    set_check_interval(s, CHECK_NODES);
    if ((limits->nodes && nodes >= limits->nodes) ||
        limits_reached(limits, shared->deadline))
        set_expired(shared);
    s->stopped |= atomic_load_explicit(&shared->stop, memory_order_relaxed);
    if (limits->nodes && limits->nodes - nodes < CHECK_NODES && !s->stopped)
        set_check_interval(s, (int)(limits->nodes - nodes));
    return s->stopped;
}

bool probe_tablebase(struct search *s, const lus_rules *r, const lus_pos *p,
                     struct value_range *range)
{
    struct search_shared *shared = s->shared;
    const struct search_tablebase *t = s->tablebase;
    bool hit;
    if (t->bounds)
        hit = t->bounds(t->context, r, p, &range->lower, &range->upper);
    else if ((hit = t->probe(t->context, r, p, &range->lower)))
        range->upper = range->lower;
    if (!(++s->probes % CHECK_PROBES) &&
        limits_reached(shared->limits, shared->deadline)) {
        set_expired(shared);
        s->stopped = true;
    }
    s->stats.tablebase_hits += hit;
    return hit;
}

/* ---- what the limits ask for ---- */

bool search_is_classic(const struct search_limits *limits)
{
    return limits->eval && !strcmp(limits->eval, "classic");
}

bool search_has_own_evaluation(const lus_rules *r)
{
    return r->search.net || r->search.evaluate;
}

static bool needs_network(const lus_rules *r, const struct search_limits *limits)
{
    return r->search.net && !search_is_classic(limits);
}

int search_expand_network(const lus_rules *r, struct search_limits *limits,
                          void **network)
{
    *network = needs_network(r, limits) ? net_expanded(r->search.net) : NULL;
    limits->network = *network;
    return *network || !needs_network(r, limits) ? 0 : LUS_EMEMORY;
}

/* Clearing 16 MB takes 2 to 4 ms, more than a shallow search. */
int search_table_mb(const lus_rules *r, const struct search_limits *limits)
{
    int shallow = r->dice.sticks ? 5 : 8;
    if (limits->table_mb > 0)
        return limits->table_mb;
    if (limits->depth > 0 && limits->depth <= shallow)
        return 1;
    return limits->depth == shallow + 1 ? 4 : 16;
}

/* ---- set-up ---- */

/* Positions with less material than this are probed; 0: none.  Bounds are those of a position
   without a history, as after a capture: on the way from the root to the next capture a
   position of the game or of the line may be repeated, and the game ends there (A7).
   tablebase_root.h applies the bounds of the root moves. */
static int probe_below(const struct search_root *root)
{
    const struct search_tablebase *t = &root->limits->tablebase;
    const lus_rules *r = root->rules;
    int below = t->probe && !search_is_classic(root->limits) ? t->max_material + 1 : 0;
    int stones = below && t->bounds ? r->search.material(r, root->pos) : below;
    return stones < below ? stones : below;
}

/* The state of one thread.  `path` begins with the positions of the game, because a
   repetition may reach back into it (A7). */
static void init_search(struct search_root *root, struct search *s, const lus_game *g)
{
    const struct search_limits *limits = root->limits;
    int plies = lus_game_plies(g);
    s->shared = &root->shared;
    s->tt = root->shared.tt;
    set_check_interval(s, limits->nodes && limits->nodes < CHECK_NODES
                              ? (int)limits->nodes
                              : CHECK_NODES);
    s->plain = limits->plain;
    s->selective = limits->selective && !limits->plain;
    s->order = !limits->plain && !limits->no_order;
    s->star2 = !limits->plain && !limits->no_star2;
    s->classic = search_is_classic(limits);
    s->bound = s->classic ? root->rules->search.classic_bound + MAX_DEPTH : VALUE_WIN;
    s->tablebase = &limits->tablebase;
    s->probe_below = probe_below(root);
    s->network = limits->network ? limits->network : root->network;
    if (!s->network && root->rules->search.score_net)
        s->network = root->rules->search.score_net->weights;
    s->tree = limits->tree;
    s->root_side = pos_side(root->pos);
    if (root->rules->repetition_limit)
        for (int i = plies > MAX_PATH ? plies - MAX_PATH : 0; i < plies; i++)
            s->path[s->path_len++] = pos_hash(lus_game_pos_at(g, i));
}

/* Sets root->moves.  Returns 0 or a negative error. */
static int list_root_moves(struct search_root *root, const lus_game *g)
{
    lus_move list[LUS_MAX_MOVES];
    bool over = lus_game_end(g).over;
    root->n = over ? 0 : lus_moves(root->rules, root->pos, root->throw, list);
    if (root->n == 0 && root->limits->allow_pass && root->rules->dice.sticks && !over) {
        list[root->n++] = LUS_PASS;
        root->threads = 1; /* work_on_throws plays moves only */
    }
    for (int i = 0; i < root->n; i++) {
        root->moves[i] = (struct root_move){.move = list[i]};
        root->list_index[i] = (uint8_t)i;
    }
    return root->n < 0 ? root->n : root->n == 0 ? LUS_ESTATE : 0;
}

/* What is allocated here is freed by close_root, also after an error. */
static int open_root(struct search_root *root, const lus_game *g, int throw,
                     const struct search_limits *limits)
{
    root->rules = lus_game_rules(g);
    root->pos = lus_game_pos(g);
    root->throw = throw;
    root->limits = limits;
    root->shared.limits = limits;
    root->instance = limits->tree ? &recorded_search : search_instance_of(root->rules);
    root->threads =
        limits->threads > 1 && !limits->plain && !limits->tree ? limits->threads : 1;
    int status = list_root_moves(root, g);
    if (status < 0)
        return status;
    root->searches = calloc((size_t)root->threads, sizeof *root->searches);
    if (root->threads > 1)
        root->shared.abdada = calloc(1, sizeof *root->shared.abdada);
    if (limits->table)
        tt_new_search(root->shared.tt = limits->table, root->rules);
    else if (limits->table_mb >= 0 && !limits->plain)
        root->shared.tt = tt_new(search_table_mb(root->rules, limits));
    if (!limits->network && needs_network(root->rules, limits) &&
        !(root->network = net_expanded(root->rules->search.net)))
        return LUS_EMEMORY;
    return root->searches ? 0 : LUS_EMEMORY;
}

static void close_root(struct search_root *root)
{
    if (!root->limits->table)
        tt_free(root->shared.tt);
    free(root->shared.abdada);
    free(root->searches);
    free(root->network);
}

/* ---- the interface ---- */

static int search(const lus_game *g, int throw, const struct search_limits *limits,
                  struct search_report *report, double start)
{
    struct search_root *root = calloc(1, sizeof *root);
    if (!root)
        return LUS_EMEMORY;
    int status = open_root(root, g, throw, limits);
    if (status == 0) {
        *report = (struct search_report){.n = root->n, .how = "search"};
        root->shared.deadline = limits_deadline(limits, start);
        for (int i = 0; i < root->threads; i++)
            init_search(root, &root->searches[i], g);
        report->classic = root->searches[0].classic;
        if (root->n == 1 && !limits->all_values)
            report->how = "only move";
        else
            search_deepen(root, report);
        memcpy(report->moves, root->moves, sizeof report->moves);
        for (int i = 0; i < root->threads; i++)
            search_stats_add(&report->stats, &root->searches[i].stats);
    }
    close_root(root);
    free(root);
    return status;
}

int search_exact(const lus_game *g, int throw, const struct search_limits *limits,
                 struct search_report *report)
{
    return tablebase_answer(g, throw, limits, report) ? 1
                                                      : ending_answer(g, limits, report);
}

int search_run(const lus_game *g, int throw, const struct search_limits *limits,
               struct search_report *report)
{
    double start = limits->now_ms ? limits->now_ms() : 0;
    int status = search_is_classic(limits) ? 0 : search_exact(g, throw, limits, report);
    if (status == 0)
        status = search(g, throw, limits, report, start);
    if (status < 0)
        return status;
    if (!report->exact && !report->classic)
        tablebase_apply_bounds(g, throw, limits, report);
    report->time_ms = limits->now_ms ? limits->now_ms() - start : 0;
    return 0;
}

int search_at_least_one_ply(const lus_game *g, int throw,
                            const struct search_limits *limits,
                            struct search_report *report)
{
    struct search_limits one_ply = *limits;
    int status = search_run(g, throw, limits, report);
    if (status < 0 || report->depth > 0 || !report->timed_out)
        return status;
    one_ply.depth = 1;
    one_ply.nodes = 0;
    one_ply.time_ms = 0;
    one_ply.stop = NULL;
    return search_run(g, throw, &one_ply, report);
}
