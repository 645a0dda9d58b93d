/* SPDX-License-Identifier: MIT */
/* awari_retro.c - see awari_retro.h and awari_retro_internal.h.

       scan_layer     every board once: value of its best capture, number of other moves
       propagate      for t = n, n - 1, ..., 1: boards that can get t (or cannot avoid -t)
                      are solved, and so are, step by step, the boards that lead to them
       store_values   what is left is 0: neither side can get a stone by force

   With bounds a board has two nodes (node_role), otherwise one.  A board is solved at the threshold t if a capture or a move to a board lost by t gives it
   t, or if all its moves lead to boards won by t.  Threads share the nodes by compare and
   swap; the order does not change the values. */
#include <stdatomic.h>
#include "core/array.h"
#include "os/memory.h"
#include "os/parallel.h"
#include "retro/awari_retro_internal.h"

enum { CHUNK = 1 << 14 }; /* nodes that a thread takes at a time; even */

/* What the threads that solve a layer share. */
struct retro_run {
    const struct awari_retro *a;
    int n, t;
    int numbers;    /* per board: 1, its value, or 2, its bounds */
    uint64_t nodes; /* boards x numbers */
    _Atomic uint16_t *node;
    atomic_ullong next;
    atomic_int status;
};

int awari_numbers(const lus_rules *r)
{
    return awari_set(r)->repeated == AWARI_OWN_ROWS ? 2 : 1;
}

/* Takes the next range of nodes; false: there is none, or a thread failed. */
static bool next_range(struct retro_run *run, uint64_t *first, uint64_t *end)
{
    *first = atomic_fetch_add(&run->next, CHUNK);
    if (*first >= run->nodes || atomic_load_explicit(&run->status, memory_order_relaxed))
        return false;
    *end = run->nodes - *first < CHUNK ? run->nodes : *first + CHUNK;
    return true;
}

bool stack_push(struct board_stack *s, struct awari_board b, bool lost)
{
    if (!array_reserve(&s->board, &s->room, s->n + 1, sizeof *s->board))
        return false;
    b.own |= lost ? BOARD_LOST : 0;
    s->board[s->n++] = b;
    return true;
}

/* ---- the first scan: captures, and the number of moves that stay ---- */

/* Sets the nodes of a board before any propagation: first[0], or first[0] and first[1]. */
static void scan_board(const struct retro_run *run, struct awari_board b,
                       _Atomic uint16_t *first)
{
    struct awari_capture list[AWARI_PITS];
    uint16_t node[2];
    int numbers = run->numbers, n = list_captures(run->a->r, b, list, &node[0]);
    node[1] = node[0];
    for (int i = 0; i < n; i++) {
        uint64_t after = (uint64_t)numbers * awari_rank(run->a->x, list[i].after);
        nodes_with_capture(node, numbers, list[i].taken,
                           run->a->value[run->n - list[i].taken] + after);
    }
    for (int i = 0; i < numbers; i++)
        atomic_store_explicit(&first[i], node[i], memory_order_relaxed);
}

/* Boards of a range follow each other by awari_next: only the first is unranked. */
static void scan_layer(void *arg, int thread)
{
    struct retro_run *run = arg;
    uint64_t first, end;
    (void)thread;
    while (next_range(run, &first, &end)) {
        uint64_t step = (uint64_t)run->numbers;
        struct awari_board b = awari_unrank(run->a->x, run->n, first / step);
        for (uint64_t i = first;; awari_next(&b)) {
            scan_board(run, b, &run->node[i]);
            if ((i += step) == end)
                break;
        }
    }
}

/* ---- retrograde steps ---- */

static bool swap_node(struct retro_run *run, uint64_t node, uint16_t *was, uint16_t now)
{
    return atomic_compare_exchange_weak_explicit(
        &run->node[node], was, now, memory_order_relaxed, memory_order_relaxed);
}

/* A move of the board was found to win or to lose (for it).  False: out of memory. */
static bool update_predecessor(struct retro_run *run, struct board_stack *s,
                               struct awari_board b, uint64_t node, bool wins)
{
    uint16_t was = atomic_load_explicit(&run->node[node], memory_order_relaxed), now;
    do {
        now = node_after_child(was, wins, run->t);
        if (now == was)
            return true;
    } while (!swap_node(run, node, &was, now));
    return node_open(now) != NODE_SOLVED || stack_push(s, b, !wins);
}

/* A compare-and-swap stalls until its node arrives, so all nodes are prefetched first. */
static bool update_predecessors(struct retro_run *run, struct board_stack *s,
                                struct awari_board b, bool wins)
{
    struct awari_board list[MAX_PREDECESSORS];
    uint64_t node[MAX_PREDECESSORS];
    int n = list_predecessors(run->a->r, run->n, b, list);
    for (int i = 0; i < n; i++) {
        node[i] = node_of_move(run->numbers, awari_rank(run->a->x, list[i]), wins);
        __builtin_prefetch((const void *)&run->node[node[i]], 1);
    }
    for (int i = 0; i < n; i++)
        if (!update_predecessor(run, s, list[i], node[i], wins))
            return false;
    return true;
}

/* Updates predecessors until no board on the stack is left. */
static bool drain_stack(struct retro_run *run, struct board_stack *s)
{
    while (s->n) {
        bool lost;
        struct awari_board b = stack_pop(s, &lost);
        if (!update_predecessors(run, s, b, lost))
            return false;
    }
    return true;
}

/* Solves a board that reaches the threshold by itself, and everything that follows. */
static bool start_node(struct retro_run *run, struct board_stack *s, uint64_t node)
{
    enum node_role role = node_role(run->numbers, node);
    uint16_t was = atomic_load_explicit(&run->node[node], memory_order_relaxed), now;
    do {
        now = node_at_threshold(was, role, run->t);
        if (now == was)
            return true;
    } while (!swap_node(run, node, &was, now));
    struct awari_board b = awari_unrank(run->a->x, run->n, node / (uint64_t)run->numbers);
    return stack_push(s, b, node_is_lost(now, role)) && drain_stack(run, s);
}

/* The work of one thread at one threshold. */
static void propagate(void *arg, int thread)
{
    struct retro_run *run = arg;
    struct board_stack s = {0};
    uint64_t first, end;
    bool good = true;
    (void)thread;
    while (good && next_range(run, &first, &end))
        for (uint64_t i = first; good && i < end; i++)
            good = start_node(run, &s, i);
    if (!good)
        atomic_store(&run->status, LUS_EMEMORY);
    free(s.board);
}

/* ---- a layer ---- */

/* The values of all boards, once no threshold is left. */
static void store_values(void *arg, int thread)
{
    struct retro_run *run = arg;
    int8_t *value = run->a->value[run->n];
    uint64_t first, end;
    (void)thread;
    while (next_range(run, &first, &end))
        for (uint64_t i = first; i < end; i++)
            value[i] =
                node_value(atomic_load_explicit(&run->node[i], memory_order_relaxed),
                           node_role(run->numbers, i), run->n);
}

static void run_parallel(struct retro_run *run, void (*work)(void *arg, int thread))
{
    /* One thread finishes a small layer faster than several. */
    int threads = run->nodes <= 4 * CHUNK ? 1 : run->a->threads;
    atomic_store(&run->next, 0);
    parallel_run(threads, work, run);
}

/* Per number, 2 bytes while the layer is solved and 1 byte for the result. */
int awari_retro_solve(struct awari_retro *a, int n)
{
    struct retro_run run = {.a = a, .n = n, .numbers = awari_numbers(a->r)};
    int scans = 0;
    run.nodes = awari_boards(n) * (uint64_t)run.numbers;
    run.node = huge_alloc((size_t)run.nodes * sizeof *run.node);
    if (!run.node)
        return LUS_EMEMORY;
    run_parallel(&run, scan_layer);
    for (run.t = n; run.t > threshold_last(run.numbers, n) && !atomic_load(&run.status);
         run.t -= threshold_step(run.numbers)) {
        if (a->report)
            a->report(a->arg, ++scans);
        run_parallel(&run, propagate);
    }
    run_parallel(&run, store_values);
    if (a->report)
        a->report(a->arg, ++scans);
    free((void *)run.node);
    return atomic_load(&run.status);
}
