/* SPDX-License-Identifier: MIT */
/* root.c - see root_internal.h.  Iterative deepening over the root moves, on threads.

   Without dice all threads search the same iteration of the same tree.  They share the
   transposition table and defer what another thread is searching (abdada_internal.h);
   the first to finish ends the iteration.  With dice every (root move, throw) is a task,
   and the values are summed in a fixed order: the result is the same for any number of
   threads. */
#include <string.h>
#include "os/parallel.h"
#include "search/abdada_internal.h"
#include "search/instance_internal.h"
#include "search/root_internal.h"
#include "search/search_tree.h"

/* ---- one iteration on one thread ---- */

/* The value of a root move: exact if it is above alpha, otherwise an upper bound. */
static int search_root_move(struct search_root *root, struct search *s, lus_move m,
                            int depth, int alpha, bool first)
{
    move_value_fn *value = root->instance->move_value;
    if (first || root->limits->plain)
        return value(s, root->pos, root->throw, m, depth, alpha, VALUE_MAX);
    int v = value(s, root->pos, root->throw, m, depth, alpha, alpha + 1);
    if (v <= alpha || s->stopped)
        return v;
    return value(s, root->pos, root->throw, m, depth, alpha, VALUE_MAX);
}

/* Aspiration: a window around the value of the last iteration, widened if it fails. */
static int search_aspiration(struct search_root *root, struct search *s, lus_move m,
                             int depth, int last_value)
{
    move_value_fn *value = root->instance->move_value;
    for (int width = VALUE_WIN / 256; width < VALUE_WIN / 4; width *= 4) {
        int alpha = last_value - width, beta = last_value + width;
        int v = value(s, root->pos, root->throw, m, depth, alpha, beta);
        if (s->stopped || (v > alpha && v < beta))
            return v;
    }
    return value(s, root->pos, root->throw, m, depth, -VALUE_MAX, VALUE_MAX);
}

static uint64_t hash_after(const struct search_root *root, lus_move m)
{
    lus_pos next = *root->pos;
    root->rules->play(root->rules, &next, root->throw, m);
    return pos_hash(&next);
}

/* Searches all root moves.  Of moves with equal values the first in the list wins: it
   needs to reach the best value only, a later one must exceed it. */
static void iterate(struct search_root *root, struct search *s, int depth,
                    struct root_move *moves, const uint8_t *list_index)
{
    struct abdada *abdada = root->shared.abdada;
    int best = -VALUE_MAX, best_index = 0, n_deferred = 0;
    uint8_t deferred[LUS_MAX_MOVES];
    bool all = root->limits->all_values || root->limits->plain;
    for (int k = 0; k < root->n + n_deferred && !s->stopped; k++) {
        int i = k < root->n ? k : deferred[k - root->n];
        uint64_t hash = abdada ? hash_after(root, moves[i].move) : 0;
        if (k > 0 && k < root->n && abdada_defer(abdada, hash, depth)) {
            deferred[n_deferred++] = (uint8_t)i;
            continue;
        }
        int alpha = all ? -VALUE_MAX : best - (k && list_index[i] < best_index);
        abdada_start(abdada, hash, depth);
        int v =
            !all && i == 0 && depth > 3 && !root->rules->dice.sticks
                ? search_aspiration(root, s, moves[i].move, depth, moves[i].value)
                : search_root_move(root, s, moves[i].move, depth, alpha, all || i == 0);
        abdada_finish(abdada, hash, depth);
        if (s->stopped)
            return;
        moves[i].value = v;
        moves[i].bound = !all && i && v <= alpha;
        if (v > best || (v == best && list_index[i] < best_index)) {
            best = v;
            best_index = list_index[i];
        }
    }
}

/* ---- threads ---- */

/* Without dice: all threads search the same tree; the first to finish provides the
   result.  It is copied to `finished`, because a thread that starts late reads `moves`. */
static void work_on_tree(void *arg, int thread)
{
    struct search_root *root = arg;
    struct search *s = &root->searches[thread];
    struct root_move moves[LUS_MAX_MOVES];
    memcpy(moves, root->moves, sizeof moves);
    iterate(root, s, root->depth, moves, root->list_index);
    if (!s->stopped && !atomic_exchange(&root->is_finished, true)) {
        memcpy(root->finished, moves, sizeof moves);
        atomic_store(&root->shared.stop, true);
    }
}

static bool iterate_on_tree(struct search_root *root)
{
    parallel_run(root->threads, work_on_tree, root);
    if (!atomic_load(&root->is_finished))
        return false;
    memcpy(root->moves, root->finished, sizeof root->moves);
    /* The other threads were stopped because one has finished, or one has reached a limit:
       then there is no next iteration. */
    bool expired = atomic_load(&root->shared.expired);
    atomic_store(&root->shared.stop, expired);
    for (int i = 0; i < root->threads; i++)
        root->searches[i].stopped = expired;
    return true;
}

/* No throw follows this root move: it is the last ply, ends the game, or leads into the
   tablebase. */
static bool is_leaf(const struct search_root *root, const lus_pos *next)
{
    const lus_rules *r = root->rules;
    const struct search *s = &root->searches[0];
    int v;
    return root->depth == 1 || r->result(r, next) != LUS_ONGOING ||
           (s->probe_below && s->tablebase->probe(s->tablebase->context, r, next, &v));
}

/* With dice: a task is a throw after a root move.  The value of a root move that is a
   leaf is stored in its first task. */
static void work_on_throws(void *arg, int thread)
{
    struct search_root *root = arg;
    const lus_rules *r = root->rules;
    struct search *s = &root->searches[thread];
    int k;
    while ((k = atomic_fetch_add(&root->next_task, 1)) < root->n * r->dice.n_throws) {
        int i = k / r->dice.n_throws, t = k % r->dice.n_throws;
        lus_pos next = *root->pos;
        int again = r->play(r, &next, root->throw, root->moves[i].move);
        if (is_leaf(root, &next)) {
            if (t == 0)
                root->task[k] = root->instance->move_value(
                    s, root->pos, root->throw, root->moves[i].move, root->depth,
                    -VALUE_MAX, VALUE_MAX);
            continue;
        }
        int v = root->instance->throw_value(s, &next, r->dice.throws[t].value,
                                            root->depth - 1);
        root->task[k] = again ? v : -v;
        if (s->stopped)
            return;
    }
}

/* The value of each root move from the values of its throws, in a fixed order. */
static void sum_throws(struct search_root *root)
{
    const lus_rules *r = root->rules;
    for (int i = 0; i < root->n; i++) {
        const int *task = &root->task[i * r->dice.n_throws];
        int64_t sum = 0;
        lus_pos next = *root->pos;
        r->play(r, &next, root->throw, root->moves[i].move);
        for (int t = 0; t < r->dice.n_throws; t++)
            sum += (int64_t)r->dice.throws[t].weight * task[t];
        root->moves[i].bound = false;
        root->moves[i].value =
            is_leaf(root, &next) ? task[0] : (int)(sum / r->dice.weight_sum);
    }
}

static bool iterate_on_throws(struct search_root *root)
{
    parallel_run(root->threads, work_on_throws, root);
    for (int i = 0; i < root->threads; i++)
        if (root->searches[i].stopped)
            return false;
    sum_throws(root);
    return true;
}

/* ---- iterative deepening ---- */

/* Returns true if the iteration was completed. */
static bool run_iteration(struct search_root *root)
{
    atomic_store(&root->is_finished, false);
    atomic_store(&root->next_task, 0);
    for (int i = 0; i < root->threads; i++)
        root->searches[i].root_depth = root->depth;
    if (root->threads > 1)
        return root->rules->dice.sticks ? iterate_on_throws(root) : iterate_on_tree(root);
    iterate(root, &root->searches[0], root->depth, root->moves, root->list_index);
    return !root->searches[0].stopped;
}

/* Does move a, of index i in the list, come before move b of index j?  Best value first,
   then exact values before bounds, then in list order. */
static bool comes_before(const struct root_move *a, int i, const struct root_move *b,
                         int j)
{
    if (a->value != b->value)
        return a->value > b->value;
    return a->bound != b->bound ? a->bound < b->bound : i < j;
}

/* Insertion sort; the best move is then searched first in the next iteration. */
static void sort_root_moves(struct search_root *root)
{
    for (int i = 1; i < root->n; i++) {
        struct root_move move = root->moves[i];
        uint8_t index = root->list_index[i];
        int j = i;
        for (; j > 0 &&
               comes_before(&move, index, &root->moves[j - 1], root->list_index[j - 1]);
             j--) {
            root->moves[j] = root->moves[j - 1];
            root->list_index[j] = root->list_index[j - 1];
        }
        root->moves[j] = move;
        root->list_index[j] = index;
    }
}

/* A forced win or loss was found: a deeper search cannot change the winner. */
static bool is_decided(const struct search_root *root)
{
    int v = root->moves[0].value;
    return !root->rules->dice.sticks && !root->searches[0].classic &&
           (v >= VALUE_WIN || -v >= VALUE_WIN);
}

/* An iteration that is interrupted is discarded: the moves of the last complete one are
   restored. */
void search_deepen(struct search_root *root, struct search_report *report)
{
    const struct search_limits *limits = root->limits;
    int last =
        limits->depth > 0 && limits->depth < MAX_DEPTH ? limits->depth : MAX_DEPTH - 1;
    struct root_move moves[LUS_MAX_MOVES];
    for (root->depth = 1; root->depth <= last; root->depth++) {
        memcpy(moves, root->moves, sizeof moves);
        /* A plain search gains nothing from shallower iterations. */
        if (limits->plain && root->depth < last && !limits->time_ms && !limits->nodes)
            continue;
        if (limits->tree)
            search_tree_begin(limits->tree, root->pos, root->throw, root->depth);
        if (!run_iteration(root)) {
            memcpy(root->moves, moves, sizeof moves);
            report->timed_out = true;
            break;
        }
        sort_root_moves(root);
        if (limits->tree)
            search_tree_end(limits->tree, root->moves[0].value);
        report->depth = root->depth;
        if (!limits->depth && is_decided(root))
            break;
    }
}
