/* SPDX-License-Identifier: MIT */
/* awari_retro.c - see awari_retro.h.

       scan_layer     every board once: value of its best capture, number of other moves
       propagate      for t = n, n - 1, ..., 1: boards that can get t (or cannot avoid -t)
                      are solved, and so are, step by step, the boards that lead to them
       store_values   what is left is 0: neither side can get a stone by force

   A board is solved at the threshold t if a capture or a move to a board lost by t gives it
   t, or if all its moves lead to boards won by t.  Threads share the nodes by compare and
   swap; the order does not change the values. */
#include <stdatomic.h>
#include <stdlib.h>
#include "os/memory.h"
#include "os/parallel.h"
#include "games/awari/awari.h"
#include "solve/awari_retro.h"

/* The state of a board of the layer, in 16 bits for atomic compare-and-swap.  Low byte: the
   value if the board is solved, otherwise the value of the best capture (NONE: there is no
   capture).  High byte: SOLVED, or the number of moves that stay in the layer and are not
   proved to lose. */
enum {
    SOLVED = 0xff,
    NONE = -128,
    CHUNK = 1 << 14,
    MAX_PREDECESSORS = AWARI_PITS * AWARI_MAX_STONES /* moves that lead to one board */
};

/* What the threads that solve a layer share. */
struct retro_run {
    const struct awari_retro *a;
    int n, t;
    uint32_t last; /* boards - 1: the number of boards may not fit */
    _Atomic uint16_t *node;
    atomic_ullong next;
    atomic_int status;
};

/* Boards whose predecessors are to be updated, in 60 bits, and whether they are lost.
   Storing ranks instead and unranking took a quarter of the time. */
struct board_stack {
    uint64_t *board;
    size_t n, room;
};

/* A board with a move to another one. */
struct predecessor {
    struct awari_board b;
    uint32_t rank;
};

/* The two bytes of a node, and what they contain. */
static uint16_t node_make(int open, int worth)
{
    return (uint16_t)(open << 8 | (worth & 0xff));
}

static int node_open(uint16_t node)
{
    return node >> 8;
}

static int node_worth(uint16_t node)
{
    return (int8_t)(node & 0xff);
}

/* Takes the next range of ranks; false: there is none, or a thread failed. */
static bool next_range(struct retro_run *run, uint32_t *first, uint32_t *last)
{
    uint64_t at = atomic_fetch_add(&run->next, CHUNK);
    if (at > run->last || atomic_load_explicit(&run->status, memory_order_relaxed))
        return false;
    *first = (uint32_t)at;
    *last = run->last - *first < CHUNK ? run->last : *first + CHUNK - 1;
    return true;
}

/* ---- the first scan: captures, and the number of moves that stay ---- */

/* A5: without a legal move the rule set distributes the remaining stones. */
static int worth_without_move(const struct retro_run *run, lus_pos p)
{
    awari_settle(run->a->r, &p, LUS_BY_NO_MOVE);
    return awari_store(&p, 0) - awari_store(&p, 1);
}

/* The state of a board before any propagation. */
static uint16_t node_first(const struct retro_run *run, struct awari_board b)
{
    const lus_rules *r = run->a->r;
    const lus_pos p = {{b.own, b.enemy, 0, 0}};
    int open = 0, best = NONE;
    uint64_t movers = awari_movers(r, &p);
    if (!movers)
        return node_make(0, worth_without_move(run, p));
    for (; movers; movers &= movers - 1) {
        lus_pos next = p;
        awari_sown(r, &next, (unsigned)__builtin_ctzll(movers) >> 3);
        int taken = awari_store(&next, 0);
        if (!taken) {
            open++;
            continue;
        }
        struct awari_board after = {next.w[1], next.w[0]};
        int worth = taken - run->a->value[run->n - taken][awari_rank(run->a->x, after)];
        best = worth > best ? worth : best;
    }
    return node_make(open, best);
}

/* Boards of a range follow each other by awari_next: only the first is unranked. */
static void scan_layer(void *arg, int thread)
{
    struct retro_run *run = arg;
    uint32_t first, last;
    (void)thread;
    while (next_range(run, &first, &last)) {
        struct awari_board b = awari_unrank(run->a->x, run->n, first);
        for (uint32_t i = first;; i++) {
            atomic_store_explicit(&run->node[i], node_first(run, b),
                                  memory_order_relaxed);
            if (i == last)
                break;
            awari_next(&b);
        }
    }
}

/* ---- retrograde steps ---- */

/* Six pits of at most AWARI_MAX_STONES stones in five bits each, and back. */
static uint64_t row_packed(uint64_t row)
{
    row = (row & UINT64_C(0x001f001f001f)) | (row & UINT64_C(0x1f001f001f00)) >> 3;
    return (row & 0x3ff) | (row >> 6 & 0xffc00) | (row >> 12 & 0x3ff00000);
}

static uint64_t row_unpacked(uint64_t row)
{
    row = (row & 0x3ff) | (row & 0xffc00) << 6 | (row & 0x3ff00000) << 12;
    return (row & UINT64_C(0x001f001f001f)) | (row & UINT64_C(0x03e003e003e0)) << 3;
}

enum { ROW_BITS = 30, LOST_BIT = 63 };
_Static_assert(AWARI_MAX_STONES < 32, "a pit has five bits");

/* False: out of memory. */
static bool push(struct board_stack *s, struct awari_board b, bool lost)
{
    if (s->n == s->room) {
        size_t room = s->room ? 2 * s->room : 16;
        uint64_t *more = realloc(s->board, room * sizeof *more);
        if (!more)
            return false;
        s->board = more;
        s->room = room;
    }
    s->board[s->n++] =
        row_packed(b.own) | row_packed(b.enemy) << ROW_BITS | (uint64_t)lost << LOST_BIT;
    return true;
}

/* The new state of a board after one of its moves was found to win or to lose; unchanged if
   the board is solved. */
static uint16_t node_after_child(uint16_t node, bool wins, int t)
{
    if (node_open(node) == SOLVED)
        return node;
    if (wins)
        return node_make(SOLVED, t);
    int open = node_open(node) - 1;
    return open == 0 && node_worth(node) <= -t ? node_make(SOLVED, -t)
                                               : node_make(open, node_worth(node));
}

/* The new state of a board when the threshold t is reached. */
static uint16_t node_at_threshold(uint16_t node, int t)
{
    if (node_open(node) == SOLVED)
        return node;
    if (node_worth(node) >= t)
        return node_make(SOLVED, t);
    return node_open(node) == 0 && node_worth(node) <= -t ? node_make(SOLVED, -t) : node;
}

static bool swap_node(struct retro_run *run, uint32_t rank, uint16_t *was, uint16_t now)
{
    return atomic_compare_exchange_weak_explicit(
        &run->node[rank], was, now, memory_order_relaxed, memory_order_relaxed);
}

/* A move of the predecessor was found to win or to lose (for it).  False: out of memory. */
static bool update_predecessor(struct retro_run *run, struct board_stack *s,
                               const struct predecessor *p, bool wins)
{
    uint16_t was = atomic_load_explicit(&run->node[p->rank], memory_order_relaxed), now;
    do {
        now = node_after_child(was, wins, run->t);
        if (now == was)
            return true;
    } while (!swap_node(run, p->rank, &was, now));
    return node_open(now) != SOLVED || push(s, p->b, !wins);
}

/* Lists every board with a move to b that captures nothing.  Such a move came from a pit
   that is empty now and put a stone into each of the following pits. */
static int list_predecessors(const struct retro_run *run, struct awari_board b,
                             struct predecessor list[MAX_PREDECESSORS])
{
    const lus_rules *r = run->a->r;
    int n = 0;
    for (int pit = 0; pit < AWARI_PITS; pit++) {
        if (b.enemy >> 8 * pit & 0xff)
            continue;
        for (int k = 1; k <= run->n; k++) {
            const struct awari_sow *sow = &awari_sow[pit][k];
            uint64_t own = b.enemy + AWARI_TOP - sow->own;
            uint64_t enemy = b.own + AWARI_TOP - sow->enemy;
            if ((own & enemy & AWARI_TOP) != AWARI_TOP)
                break; /* a pit would have had fewer than 0 stones */
            uint64_t taken = awari_taken(b.own, sow->run);
            if (taken && (awari_set(r)->slam_captures || taken != b.own))
                continue;
            const lus_pos p = {{own ^ AWARI_TOP, enemy ^ AWARI_TOP, 0, 0}};
            if (!(awari_movers(r, &p) >> (8 * pit + 7) & 1))
                continue;
            struct awari_board board = {p.w[0], p.w[1]};
            list[n] = (struct predecessor){board, awari_rank(run->a->x, board)};
            __builtin_prefetch((const void *)&run->node[list[n++].rank], 1);
        }
    }
    return n;
}

/* A compare-and-swap stalls until its node arrives, so all nodes are prefetched first. */
static bool update_predecessors(struct retro_run *run, struct board_stack *s,
                                struct awari_board b, bool wins)
{
    struct predecessor list[MAX_PREDECESSORS];
    int n = list_predecessors(run, b, list);
    for (int i = 0; i < n; i++)
        if (!update_predecessor(run, s, &list[i], wins))
            return false;
    return true;
}

/* Updates predecessors until no board on the stack is left.  A stack instead of recursion:
   chains have thousands of boards. */
static bool drain_stack(struct retro_run *run, struct board_stack *s)
{
    while (s->n) {
        uint64_t board = s->board[--s->n];
        struct awari_board b = {row_unpacked(board), row_unpacked(board >> ROW_BITS)};
        if (!update_predecessors(run, s, b, board >> LOST_BIT))
            return false;
    }
    return true;
}

/* Solves a board that reaches the threshold by itself, and everything that follows. */
static bool start_node(struct retro_run *run, struct board_stack *s, uint32_t rank)
{
    uint16_t was = atomic_load_explicit(&run->node[rank], memory_order_relaxed), now;
    do {
        now = node_at_threshold(was, run->t);
        if (now == was)
            return true;
    } while (!swap_node(run, rank, &was, now));
    struct awari_board b = awari_unrank(run->a->x, run->n, rank);
    return push(s, b, node_worth(now) < 0) && drain_stack(run, s);
}

/* The work of one thread at one threshold. */
static void propagate(void *arg, int thread)
{
    struct retro_run *run = arg;
    struct board_stack s = {0};
    uint32_t first, last;
    bool good = true;
    (void)thread;
    while (good && next_range(run, &first, &last))
        for (uint32_t i = 0; good && i <= last - first; i++)
            good = start_node(run, &s, first + i);
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
    uint32_t first, last;
    (void)thread;
    while (next_range(run, &first, &last))
        for (uint32_t i = 0; i <= last - first; i++) {
            uint16_t node =
                atomic_load_explicit(&run->node[first + i], memory_order_relaxed);
            value[first + i] = (int8_t)(node_open(node) == SOLVED ? node_worth(node) : 0);
        }
}

static void run_parallel(struct retro_run *run, void (*work)(void *arg, int thread))
{
    /* One thread finishes a small layer faster than several. */
    int threads = run->last < 4 * CHUNK ? 1 : run->a->threads;
    atomic_store(&run->next, 0);
    parallel_run(threads, work, run);
}

/* 2 bytes per board while the layer is solved, 1 byte for its values. */
int awari_retro_solve(struct awari_retro *a, int n)
{
    uint64_t boards = awari_boards(n);
    struct retro_run run = {.a = a, .n = n, .last = (uint32_t)(boards - 1)};
    run.node = huge_alloc((size_t)boards * sizeof *run.node);
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
