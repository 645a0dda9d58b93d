/* SPDX-License-Identifier: MIT */
/* awari_retro.c - see awari_retro.h. */
#include <stdatomic.h>
#include <stdlib.h>
#include "os/parallel.h"
#include "games/awari/awari.h"
#include "solve/awari_retro.h"
#include "solve/pages.h"

/* What is known of a board of the layer, in 16 bits so that threads can swap it whole.
   Low byte: the value if it is known, until then the worth of the best capture (NONE: no
   capture).  High byte: KNOWN, or the moves that stay in the layer and are not yet known
   to lose. */
enum {
    KNOWN = 0xff,
    NONE = -128,
    PER_TURN = 1 << 14,
    MAX_BEFORE = AWARI_PITS * AWARI_MOST /* moves that lead to one board */
};

struct run {
    const struct awari_retro *a;
    int n, t;
    uint32_t last; /* boards - 1: the number of boards itself might not fit */
    _Atomic uint16_t *node;
    atomic_ullong next;
    atomic_int status;
};

/* Boards whose predecessors wait to be told, in 60 bits, and whether they are lost.  To
   find a board by its rank took a quarter of the time. */
struct stack {
    uint64_t *board;
    size_t n, room;
};

struct before {
    struct awari_board b;
    uint32_t rank;
};

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

/* A range of ranks nobody has taken yet. */
static bool take_range(struct run *run, uint32_t *first, uint32_t *last)
{
    uint64_t at = atomic_fetch_add(&run->next, PER_TURN);
    if (at > run->last || atomic_load_explicit(&run->status, memory_order_relaxed))
        return false;
    *first = (uint32_t)at;
    *last = run->last - *first < PER_TURN ? run->last : *first + PER_TURN - 1;
    return true;
}

/* ---- the first pass: captures, and how many moves stay ---- */

/* A5: without a move the stones left go where the rule set says. */
static int worth_without_move(const struct run *run, lus_pos p)
{
    awari_settle(run->a->r, &p, LUS_BY_NO_MOVE);
    return awari_store(&p, 0) - awari_store(&p, 1);
}

static uint16_t first_look(const struct run *run, struct awari_board b)
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

static void look_first(void *arg, int thread)
{
    struct run *run = arg;
    uint32_t first, last;
    (void)thread;
    while (take_range(run, &first, &last)) {
        struct awari_board b = awari_unrank(run->a->x, run->n, first);
        for (uint32_t i = first;; i++) {
            atomic_store_explicit(&run->node[i], first_look(run, b),
                                  memory_order_relaxed);
            if (i == last)
                break;
            awari_next(&b);
        }
    }
}

/* ---- backwards ---- */

/* Six pits of at most AWARI_MOST stones: five bits each, and back. */
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
_Static_assert(AWARI_MOST < 32, "a pit has five bits");

static bool push(struct stack *s, struct awari_board b, bool lost)
{
    if (s->n == s->room) {
        size_t room = s->room ? 2 * s->room : 4096;
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

/* What a board becomes when one of its moves is found to win (the enemy then is lost)
   or to lose; itself if it is known already. */
static uint16_t node_told(uint16_t node, bool wins, int t)
{
    if (node_open(node) == KNOWN)
        return node;
    if (wins)
        return node_make(KNOWN, t);
    int open = node_open(node) - 1;
    return open == 0 && node_worth(node) <= -t ? node_make(KNOWN, -t)
                                               : node_make(open, node_worth(node));
}

/* What it becomes by itself when t is reached. */
static uint16_t node_due(uint16_t node, int t)
{
    if (node_open(node) == KNOWN)
        return node;
    if (node_worth(node) >= t)
        return node_make(KNOWN, t);
    return node_open(node) == 0 && node_worth(node) <= -t ? node_make(KNOWN, -t) : node;
}

static bool swap_node(struct run *run, uint32_t rank, uint16_t *was, uint16_t now)
{
    return atomic_compare_exchange_weak_explicit(
        &run->node[rank], was, now, memory_order_relaxed, memory_order_relaxed);
}

static bool tell_node(struct run *run, struct stack *s, const struct before *p, bool wins)
{
    uint16_t was = atomic_load_explicit(&run->node[p->rank], memory_order_relaxed), now;
    do {
        now = node_told(was, wins, run->t);
        if (now == was)
            return true;
    } while (!swap_node(run, p->rank, &was, now));
    return node_open(now) != KNOWN || push(s, p->b, !wins);
}

/* Lists every board with a move to b that captures nothing.  Such a move came from a pit
   that is empty now and put a stone into each of the pits behind it. */
static int list_before(const struct run *run, struct awari_board b,
                       struct before before[MAX_BEFORE])
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
                break; /* a pit would have held less than nothing */
            uint64_t taken = awari_taken(b.own, sow->run);
            if (taken && (awari_set(r)->slam_captures || taken != b.own))
                continue;
            const lus_pos p = {{own ^ AWARI_TOP, enemy ^ AWARI_TOP, 0, 0}};
            if (!(awari_movers(r, &p) >> (8 * pit + 7) & 1))
                continue;
            struct awari_board board = {p.w[0], p.w[1]};
            before[n] = (struct before){board, awari_rank(run->a->x, board)};
            __builtin_prefetch((const void *)&run->node[before[n++].rank], 1);
        }
    }
    return n;
}

/* A swap waits for its node and nothing behind it begins, so all are fetched before. */
static bool tell_before(struct run *run, struct stack *s, struct awari_board b, bool wins)
{
    struct before before[MAX_BEFORE];
    int n = list_before(run, b, before);
    for (int i = 0; i < n; i++)
        if (!tell_node(run, s, &before[i], wins))
            return false;
    return true;
}

static bool empty_stack(struct run *run, struct stack *s)
{
    while (s->n) {
        uint64_t board = s->board[--s->n];
        struct awari_board b = {row_unpacked(board), row_unpacked(board >> ROW_BITS)};
        if (!tell_before(run, s, b, board >> LOST_BIT))
            return false;
    }
    return true;
}

static bool begin_node(struct run *run, struct stack *s, uint32_t rank)
{
    uint16_t was = atomic_load_explicit(&run->node[rank], memory_order_relaxed), now;
    do {
        now = node_due(was, run->t);
        if (now == was)
            return true;
    } while (!swap_node(run, rank, &was, now));
    struct awari_board b = awari_unrank(run->a->x, run->n, rank);
    return push(s, b, node_worth(now) < 0) && empty_stack(run, s);
}

static void grow_sets(void *arg, int thread)
{
    struct run *run = arg;
    struct stack s = {0};
    uint32_t first, last;
    bool good = true;
    (void)thread;
    while (good && take_range(run, &first, &last))
        for (uint32_t i = 0; good && i <= last - first; i++)
            good = begin_node(run, &s, first + i);
    if (!good)
        atomic_store(&run->status, LUS_EMEMORY);
    free(s.board);
}

/* ---- a layer ---- */

static void keep_values(void *arg, int thread)
{
    struct run *run = arg;
    int8_t *value = run->a->value[run->n];
    uint32_t first, last;
    (void)thread;
    while (take_range(run, &first, &last))
        for (uint32_t i = 0; i <= last - first; i++) {
            uint16_t node =
                atomic_load_explicit(&run->node[first + i], memory_order_relaxed);
            value[first + i] = (int8_t)(node_open(node) == KNOWN ? node_worth(node) : 0);
        }
}

static void pass(struct run *run, void (*work)(void *arg, int thread))
{
    /* A small layer is over before a second thread has begun. */
    int threads = run->last < 4 * PER_TURN ? 1 : run->a->threads;
    atomic_store(&run->next, 0);
    parallel_run(threads, work, run);
}

int awari_retro_solve(struct awari_retro *a, int n)
{
    uint64_t boards = awari_boards(n);
    struct run run = {.a = a, .n = n, .last = (uint32_t)(boards - 1)};
    run.node = pages_new((size_t)boards * sizeof *run.node);
    if (!run.node)
        return LUS_EMEMORY;
    pass(&run, look_first);
    for (run.t = n; run.t > 0 && !atomic_load(&run.status); run.t--) {
        if (a->tell)
            a->tell(a->arg, n - run.t + 1);
        pass(&run, grow_sets);
    }
    pass(&run, keep_values);
    if (a->tell)
        a->tell(a->arg, n + 1);
    free((void *)run.node);
    return atomic_load(&run.status);
}
