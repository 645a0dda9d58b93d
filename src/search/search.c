/* SPDX-License-Identifier: MIT */
/* search.c - the root: iterative deepening over the root moves, on threads, within
   limits.

   Without dice all threads search the same iteration of the same tree, sharing
   the table and putting off what another has begun (busy.h); the first to finish
   ends the iteration.  With dice every (root move, throw) is a task of its own and
   the values are summed in a fixed order: the answer is the same for any number
   of threads. */
#include <stdlib.h>
#include <string.h>
#include "os/parallel.h"
#include "search/busy.h"
#include "search/instance.h"
#include "search/known.h"
#include "search/root.h"
#include "search/trace.h"

#define HOT_SELECT      search
#define HOT_SELECT_TYPE const struct search_instance
#include "core/hot_select.h"

const struct search_instance *search_instance_of(const lus_rules *r)
{
    return select_search(r);
}

/* Between two looks at the clock: about 0.3 ms, or 32 packed blocks. */
enum { TANK = 1000, ASKS = 32 };

bool search_pause(struct search *s)
{
    struct search_shared *shared = s->shared;
    const struct search_limits *limits = shared->limits;
    uint64_t spent = (uint64_t)(s->tank - s->fuel);
    uint64_t nodes =
        atomic_fetch_add_explicit(&shared->nodes, spent, memory_order_relaxed);
    nodes += spent;
    s->tank = s->fuel = TANK;
    if ((limits->nodes && nodes >= limits->nodes) ||
        limits_reached(limits, shared->deadline))
        atomic_store_explicit(&shared->stop, true, memory_order_relaxed);
    s->stopped |= atomic_load_explicit(&shared->stop, memory_order_relaxed);
    if (limits->nodes && limits->nodes - nodes < TANK && !s->stopped)
        s->tank = s->fuel = (int)(limits->nodes - nodes);
    return s->stopped;
}

bool search_ask(struct search *s, const lus_rules *r, const lus_pos *p, int *v)
{
    struct search_shared *shared = s->shared;
    bool known = s->known->value(s->known->of, r, p, v);
    if (!(++s->asks % ASKS) && limits_reached(shared->limits, shared->deadline)) {
        atomic_store_explicit(&shared->stop, true, memory_order_relaxed);
        s->stopped = true;
    }
    s->stats.known += known;
    return known;
}

/* ---- one iteration on one thread: windows around the best move so far ---- */

/* The value of a root move within the window that matters: exact if it beats
   `alpha`, otherwise no more than known not to. */
static int scout(struct root *root, struct search *s, lus_move m, int depth, int alpha,
                 bool first)
{
    search_move_fn *value = root->instance->move;
    if (first || root->limits->plain)
        return value(s, root->pos, root->throw, m, depth, alpha, VALUE_MAX);
    int v = value(s, root->pos, root->throw, m, depth, alpha, alpha + 1);
    if (v <= alpha || s->stopped)
        return v;
    return value(s, root->pos, root->throw, m, depth, alpha, VALUE_MAX);
}

/* A window around the last iteration's value, opened where it fails. */
static int aspire(struct root *root, struct search *s, lus_move m, int depth, int guess)
{
    search_move_fn *value = root->instance->move;
    for (int width = VALUE_WIN / 256; width < VALUE_WIN / 4; width *= 4) {
        int low = guess - width, high = guess + width;
        int v = value(s, root->pos, root->throw, m, depth, low, high);
        if (s->stopped || (v > low && v < high))
            return v;
    }
    return value(s, root->pos, root->throw, m, depth, -VALUE_MAX, VALUE_MAX);
}

/* The name of a root move among those being searched (busy.h). */
static uint64_t root_hash(const struct root *root, lus_move m)
{
    lus_pos next = *root->pos;
    root->rules->play(root->rules, &next, root->throw, m);
    return pos_hash(&next);
}

/* Among equal values the move listed first wins: such a move needs to reach the
   best value only, a later one must exceed it.  A move that another thread has begun
   is put off. */
static void iterate(struct root *root, struct search *s, int depth,
                    struct search_line *line, const uint8_t *listed)
{
    struct busy *busy = root->shared.busy;
    int best = -VALUE_MAX, best_listed = 0, n_late = 0;
    uint8_t late[LUS_MAX_MOVES];
    bool all = root->limits->all_values || root->limits->plain;
    for (int k = 0; k < root->n + n_late && !s->stopped; k++) {
        int i = k < root->n ? k : late[k - root->n];
        uint64_t hash = busy ? root_hash(root, line[i].move) : 0;
        if (k > 0 && k < root->n && busy_is(busy, hash, depth)) {
            late[n_late++] = (uint8_t)i;
            continue;
        }
        int alpha = all ? -VALUE_MAX : best - (k && listed[i] < best_listed);
        busy_enter(busy, hash, depth);
        int v = !all && i == 0 && depth > 3 && !root->rules->dice.sticks
                    ? aspire(root, s, line[i].move, depth, line[i].value)
                    : scout(root, s, line[i].move, depth, alpha, all || i == 0);
        busy_leave(busy, hash, depth);
        if (s->stopped)
            return;
        line[i].value = v;
        line[i].bound = !all && i && v <= alpha;
        if (v > best || (v == best && listed[i] < best_listed)) {
            best = v;
            best_listed = listed[i];
        }
    }
}

/* ---- threads ---- */

/* All threads search the same tree; the first to finish provides the result.  It goes
   into `finished_line`: a thread that starts late still reads `line`. */
static void share_tree(void *arg, int thread)
{
    struct root *root = arg;
    struct search *s = &root->searches[thread];
    struct search_line line[LUS_MAX_MOVES];
    memcpy(line, root->line, sizeof line);
    iterate(root, s, root->depth, line, root->listed);
    if (!s->stopped && !atomic_exchange(&root->finished, true)) {
        memcpy(root->finished_line, line, sizeof line);
        atomic_store(&root->shared.stop, true);
    }
}

/* Nothing is thrown behind this root move: it is the last ply, over, or known. */
static bool is_end(const struct root *root, const lus_pos *next)
{
    const lus_rules *r = root->rules;
    const struct search *s = &root->searches[0];
    int v;
    return root->depth == 1 || r->result(r, next) != LUS_ONGOING ||
           (s->known_below && s->known->value(s->known->of, r, next, &v));
}

/* A task is a throw after a root move; a move that ends the game has none. */
static void share_throws(void *arg, int thread)
{
    struct root *root = arg;
    const lus_rules *r = root->rules;
    struct search *s = &root->searches[thread];
    int k;
    while ((k = atomic_fetch_add(&root->next_task, 1)) < root->n * r->dice.n_throws) {
        int i = k / r->dice.n_throws, t = k % r->dice.n_throws;
        lus_pos next = *root->pos;
        int again = r->play(r, &next, root->throw, root->line[i].move);
        if (is_end(root, &next)) {
            if (t == 0)
                root->task[k] =
                    root->instance->move(s, root->pos, root->throw, root->line[i].move,
                                         root->depth, -VALUE_MAX, VALUE_MAX);
            continue;
        }
        int v =
            root->instance->thrown(s, &next, r->dice.throws[t].value, root->depth - 1);
        root->task[k] = again ? v : -v;
        if (s->stopped)
            return;
    }
}

static void sum_throws(struct root *root)
{
    const lus_rules *r = root->rules;
    for (int i = 0; i < root->n; i++) {
        int64_t sum = 0;
        lus_pos next = *root->pos;
        r->play(r, &next, root->throw, root->line[i].move);
        for (int t = 0; t < r->dice.n_throws; t++)
            sum +=
                (int64_t)r->dice.throws[t].weight * root->task[i * r->dice.n_throws + t];
        root->line[i].bound = false;
        root->line[i].value = is_end(root, &next) ? root->task[i * r->dice.n_throws]
                                                  : (int)(sum / r->dice.weight_sum);
    }
}

static bool iteration(struct root *root)
{
    atomic_store(&root->finished, false);
    atomic_store(&root->next_task, 0);
    for (int i = 0; i < root->threads; i++)
        root->searches[i].root_depth = root->depth;
    if (root->threads == 1)
        iterate(root, &root->searches[0], root->depth, root->line, root->listed);
    else if (root->rules->dice.sticks)
        parallel_run(root->threads, share_throws, root);
    else
        parallel_run(root->threads, share_tree, root);
    bool done = root->threads > 1 && !root->rules->dice.sticks
                    ? atomic_load(&root->finished)
                    : true;
    for (int i = 0; i < root->threads; i++)
        if (root->threads == 1 || root->rules->dice.sticks)
            done = done && !root->searches[i].stopped;
    if (done && root->threads > 1 && root->rules->dice.sticks)
        sum_throws(root);
    if (done && root->threads > 1 && !root->rules->dice.sticks) {
        /* The other threads were stopped because one has finished: continue. */
        memcpy(root->line, root->finished_line, sizeof root->line);
        atomic_store(&root->shared.stop, false);
        for (int i = 0; i < root->threads; i++)
            root->searches[i].stopped = false;
    }
    return done;
}

/* Best first; equal values as listed, so do refuted moves. */
static void sort_lines(struct root *root)
{
    for (int i = 1; i < root->n; i++) {
        struct search_line line = root->line[i];
        uint8_t listed = root->listed[i];
        int j = i;
        for (; j > 0 && (root->line[j - 1].value < line.value ||
                         (root->line[j - 1].value == line.value &&
                          (root->line[j - 1].bound > line.bound ||
                           (root->line[j - 1].bound == line.bound &&
                            root->listed[j - 1] > listed))));
             j--) {
            root->line[j] = root->line[j - 1];
            root->listed[j] = root->listed[j - 1];
        }
        root->line[j] = line;
        root->listed[j] = listed;
    }
}

/* A forced end was found: looking deeper cannot change who wins. */
static bool is_decided(const struct root *root)
{
    int v = root->line[0].value;
    return !root->rules->dice.sticks && !root->searches[0].classic &&
           (v >= VALUE_WIN || -v >= VALUE_WIN);
}

static int deepen(struct root *root, struct search_report *report)
{
    const struct search_limits *limits = root->limits;
    int most =
        limits->depth > 0 && limits->depth < MAX_DEPTH ? limits->depth : MAX_DEPTH - 1;
    struct search_line good[LUS_MAX_MOVES];
    uint8_t listed[LUS_MAX_MOVES];
    for (root->depth = 1; root->depth <= most; root->depth++) {
        memcpy(good, root->line, sizeof good);
        memcpy(listed, root->listed, sizeof listed);
        /* Plain searches have nothing to learn from shallower ones. */
        if (limits->plain && root->depth < most && !limits->time_ms && !limits->nodes)
            continue;
        if (limits->trace)
            trace_begin(limits->trace, root->pos, root->throw, root->depth);
        if (!iteration(root)) {
            memcpy(root->line, good, sizeof good);
            memcpy(root->listed, listed, sizeof listed);
            report->timed_out = true;
            break;
        }
        sort_lines(root);
        if (limits->trace)
            trace_end(limits->trace, root->line[0].value);
        report->depth = root->depth;
        if (!limits->depth && is_decided(root))
            break;
    }
    return 0;
}

/* ---- the door ---- */

bool search_is_classic(const struct search_limits *limits)
{
    return limits->eval && !strcmp(limits->eval, "classic");
}

static bool wants_rows(const lus_rules *r, const struct search_limits *limits)
{
    return r->search.net && !search_is_classic(limits);
}

int search_rows(const lus_rules *r, struct search_limits *limits, void **rows)
{
    *rows = wants_rows(r, limits) ? net_expanded(r->search.net) : NULL;
    limits->rows = *rows;
    return *rows || !wants_rows(r, limits) ? 0 : LUS_EMEMORY;
}

static void fill_search(struct root *root, struct search *s, const lus_game *g)
{
    const struct search_limits *limits = root->limits;
    int plies = lus_game_plies(g);
    s->shared = &root->shared;
    s->tt = root->shared.tt;
    s->tank = s->fuel = limits->nodes && limits->nodes < TANK ? (int)limits->nodes : TANK;
    s->plain = limits->plain;
    s->reduce = limits->reduce && !limits->plain;
    s->order = !limits->plain && !limits->no_order;
    s->star2 = !limits->plain && !limits->no_star2;
    s->classic = search_is_classic(limits);
    s->bound = s->classic ? root->rules->search.classic_bound + MAX_DEPTH : VALUE_WIN;
    s->known = &limits->known;
    s->known_below = limits->known.value && !s->classic ? limits->known.most + 1 : 0;
    s->rows = limits->rows ? limits->rows : root->rows;
    s->trace = limits->trace;
    s->root_side = pos_side(root->pos);
    if (root->rules->repetition_limit)
        for (int i = plies > MAX_PATH ? plies - MAX_PATH : 0; i < plies; i++)
            s->path[s->path_len++] = pos_hash(lus_game_pos_at(g, i));
}

/* Clearing 16 MB takes two to four ms, more than a shallow search. */
int search_table_mb(const lus_rules *r, const struct search_limits *limits)
{
    int shallow = r->dice.sticks ? 5 : 8;
    if (limits->table_mb > 0)
        return limits->table_mb;
    if (limits->depth > 0 && limits->depth <= shallow)
        return 1;
    return limits->depth == shallow + 1 ? 4 : 16;
}

static int open_root(struct root *root, const lus_game *g, int throw,
                     const struct search_limits *limits)
{
    lus_move list[LUS_MAX_MOVES];
    root->rules = lus_game_rules(g);
    root->pos = lus_game_pos(g);
    root->throw = throw;
    root->limits = limits;
    root->instance = limits->trace ? &traced_search : search_instance_of(root->rules);
    root->threads =
        limits->threads > 1 && !limits->plain && !limits->trace ? limits->threads : 1;
    root->n = lus_game_end(g).over ? 0 : lus_moves(root->rules, root->pos, throw, list);
    if (root->n == 0 && limits->passes && root->rules->dice.sticks &&
        !lus_game_end(g).over) {
        list[root->n++] = LUS_PASS;
        root->threads = 1; /* the tasks of share_throws are moves */
    }
    if (root->n <= 0)
        return root->n < 0 ? root->n : LUS_ESTATE;
    for (int i = 0; i < root->n; i++) {
        root->line[i] = (struct search_line){.move = list[i]};
        root->listed[i] = (uint8_t)i;
    }
    root->searches = calloc((size_t)root->threads, sizeof *root->searches);
    if (root->threads > 1)
        root->shared.busy = calloc(1, sizeof *root->shared.busy);
    if (limits->table)
        tt_next(root->shared.tt = limits->table);
    else if (limits->table_mb >= 0 && !limits->plain)
        root->shared.tt = tt_new(search_table_mb(root->rules, limits));
    root->shared.limits = limits;
    if (!limits->rows && wants_rows(root->rules, limits) &&
        !(root->rows = net_expanded(root->rules->search.net)))
        return LUS_EMEMORY;
    return root->searches ? 0 : LUS_EMEMORY;
}

static void close_root(struct root *root)
{
    if (!root->limits->table)
        tt_free(root->shared.tt);
    free(root->shared.busy);
    free(root->searches);
    free(root->rows);
}

static int search(const lus_game *g, int throw, const struct search_limits *limits,
                  struct search_report *report, double begin)
{
    struct root *root = calloc(1, sizeof *root);
    if (!root)
        return LUS_EMEMORY;
    int status = open_root(root, g, throw, limits);
    if (status == 0) {
        *report = (struct search_report){.n = root->n, .how = "search"};
        root->shared.deadline = limits_deadline(limits, begin);
        for (int i = 0; i < root->threads; i++)
            fill_search(root, &root->searches[i], g);
        report->classic = root->searches[0].classic;
        if (root->n == 1 && !limits->all_values)
            report->how = "only move";
        else
            deepen(root, report);
        memcpy(report->line, root->line, sizeof report->line);
        for (int i = 0; i < root->threads; i++)
            search_stats_add(&report->stats, &root->searches[i].stats);
    }
    if (root->limits)
        close_root(root);
    free(root);
    return status;
}

int search_run(const lus_game *g, int throw, const struct search_limits *limits,
               struct search_report *report)
{
    double begin = limits->now_ms ? limits->now_ms() : 0;
    int status = 0;
    if (search_is_classic(limits) || !known_answer(g, throw, limits, report))
        status = search(g, throw, limits, report, begin);
    if (status == 0)
        report->time_ms = limits->now_ms ? limits->now_ms() - begin : 0;
    return status;
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
