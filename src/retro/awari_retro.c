/* SPDX-License-Identifier: MIT */
/* awari_retro.c - see awari_retro.h and awari_retro_internal.h.

       scan_layer     every board once: value of its best capture, number of other moves
       propagate      for t = n, n - 1, ..., 1: boards that can get t (or cannot avoid -t)
                      are solved, and so are, step by step, the boards that lead to them
       store_values   what is left is 0: neither side can get a stone by force

   A board is solved at the threshold t if a capture or a move to a board lost by t gives it
   t, or if all its moves lead to boards won by t.  Threads share the nodes by compare and
   swap; the order does not change the values. */
#include <stdatomic.h>
#include "os/memory.h"
#include "os/parallel.h"
#include "retro/awari_retro_internal.h"

enum { CHUNK = 1 << 14 }; /* boards that a thread takes at a time */

/* What the threads that solve a layer share. */
struct retro_run {
    const struct awari_retro *a;
    int n, t;
    uint64_t boards;
    _Atomic uint16_t *node;
    atomic_ullong next;
    atomic_int status;
};

/* Takes the next range of ranks; false: there is none, or a thread failed. */
static bool next_range(struct retro_run *run, uint64_t *first, uint64_t *end)
{
    *first = atomic_fetch_add(&run->next, CHUNK);
    if (*first >= run->boards || atomic_load_explicit(&run->status, memory_order_relaxed))
        return false;
    *end = run->boards - *first < CHUNK ? run->boards : *first + CHUNK;
    return true;
}

bool stack_push(struct board_stack *s, struct awari_board b, bool lost)
{
    if (s->n == s->room) {
        size_t room = s->room ? 2 * s->room : 16;
        struct awari_board *more = realloc(s->board, room * sizeof *more);
        if (!more)
            return false;
        s->board = more;
        s->room = room;
    }
    b.own |= lost ? BOARD_LOST : 0;
    s->board[s->n++] = b;
    return true;
}

/* ---- the first scan: captures, and the number of moves that stay ---- */

/* The state of a board before any propagation. */
static uint16_t node_first(const struct retro_run *run, struct awari_board b)
{
    struct awari_capture list[AWARI_PITS];
    uint16_t node;
    int n = list_captures(run->a->r, b, list, &node);
    for (int i = 0; i < n; i++) {
        uint64_t rank = awari_rank(run->a->x, list[i].after);
        int lost = run->a->value[run->n - list[i].taken][rank];
        node = node_with_capture(node, list[i].taken - lost);
    }
    return node;
}

/* Boards of a range follow each other by awari_next: only the first is unranked. */
static void scan_layer(void *arg, int thread)
{
    struct retro_run *run = arg;
    uint64_t first, end;
    (void)thread;
    while (next_range(run, &first, &end)) {
        struct awari_board b = awari_unrank(run->a->x, run->n, first);
        for (uint64_t i = first;; awari_next(&b)) {
            atomic_store_explicit(&run->node[i], node_first(run, b),
                                  memory_order_relaxed);
            if (++i == end)
                break;
        }
    }
}

/* ---- retrograde steps ---- */

static bool swap_node(struct retro_run *run, uint64_t rank, uint16_t *was, uint16_t now)
{
    return atomic_compare_exchange_weak_explicit(
        &run->node[rank], was, now, memory_order_relaxed, memory_order_relaxed);
}

/* A move of the board was found to win or to lose (for it).  False: out of memory. */
static bool update_predecessor(struct retro_run *run, struct board_stack *s,
                               struct awari_board b, uint64_t rank, bool wins)
{
    uint16_t was = atomic_load_explicit(&run->node[rank], memory_order_relaxed), now;
    do {
        now = node_after_child(was, wins, run->t);
        if (now == was)
            return true;
    } while (!swap_node(run, rank, &was, now));
    return node_open(now) != NODE_SOLVED || stack_push(s, b, !wins);
}

/* A compare-and-swap stalls until its node arrives, so all nodes are prefetched first. */
static bool update_predecessors(struct retro_run *run, struct board_stack *s,
                                struct awari_board b, bool wins)
{
    struct awari_board list[MAX_PREDECESSORS];
    uint64_t rank[MAX_PREDECESSORS];
    int n = list_predecessors(run->a->r, run->n, b, list);
    for (int i = 0; i < n; i++) {
        rank[i] = awari_rank(run->a->x, list[i]);
        __builtin_prefetch((const void *)&run->node[rank[i]], 1);
    }
    for (int i = 0; i < n; i++)
        if (!update_predecessor(run, s, list[i], rank[i], wins))
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
static bool start_node(struct retro_run *run, struct board_stack *s, uint64_t rank)
{
    uint16_t was = atomic_load_explicit(&run->node[rank], memory_order_relaxed), now;
    do {
        now = node_at_threshold(was, run->t);
        if (now == was)
            return true;
    } while (!swap_node(run, rank, &was, now));
    struct awari_board b = awari_unrank(run->a->x, run->n, rank);
    return stack_push(s, b, node_worth(now) < 0) && drain_stack(run, s);
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
                node_value(atomic_load_explicit(&run->node[i], memory_order_relaxed));
}

static void run_parallel(struct retro_run *run, void (*work)(void *arg, int thread))
{
    /* One thread finishes a small layer faster than several. */
    int threads = run->boards <= 4 * CHUNK ? 1 : run->a->threads;
    atomic_store(&run->next, 0);
    parallel_run(threads, work, run);
}

/* 2 bytes per board while the layer is solved, 1 byte for its values. */
int awari_retro_solve(struct awari_retro *a, int n)
{
    struct retro_run run = {.a = a, .n = n, .boards = awari_boards(n)};
    run.node = huge_alloc((size_t)run.boards * sizeof *run.node);
    if (!run.node)
        return LUS_EMEMORY;
    run_parallel(&run, scan_layer);
    for (run.t = n; run.t > 0 && !atomic_load(&run.status); run.t--) {
        if (a->report)
            a->report(a->arg, n - run.t + 1);
        run_parallel(&run, propagate);
    }
    run_parallel(&run, store_values);
    if (a->report)
        a->report(a->arg, n + 1);
    free((void *)run.node);
    return atomic_load(&run.status);
}
