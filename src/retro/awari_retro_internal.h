/* SPDX-License-Identifier: MIT */
/* awari_retro_internal.h - nodes, captures and predecessors of boards: what one process
   (awari_retro.c) and several (awari_team.c) share. */
#ifndef RETRO_AWARI_RETRO_INTERNAL_H
#define RETRO_AWARI_RETRO_INTERNAL_H

#include <stdbool.h>
#include <stdlib.h>
#include "games/awari/awari.h"
#include "retro/awari_retro.h"

/* The state of a board of the layer, in 16 bits for atomic compare-and-swap.  Low byte: the
   value if the board is solved, otherwise the value of the best capture (NODE_NONE: there is
   no capture).  High byte: NODE_SOLVED, or the number of moves that stay in the layer and are
   not proved to lose. */
enum {
    NODE_SOLVED = 0xff,
    NODE_NONE = -128,
    MAX_PREDECESSORS = AWARI_PITS * AWARI_MAX_STONES /* moves that lead to one board */
};

/* The two bytes of a node, and what they contain. */
static inline uint16_t node_make(int open, int worth)
{
    return (uint16_t)(open << 8 | (worth & 0xff));
}

static inline int node_open(uint16_t node)
{
    return node >> 8;
}

static inline int node_worth(uint16_t node)
{
    return (int8_t)(node & 0xff);
}

/* The new state of a board after one of its moves was found to win or to lose; unchanged if
   the board is solved. */
static inline uint16_t node_after_child(uint16_t node, bool wins, int t)
{
    if (node_open(node) == NODE_SOLVED)
        return node;
    if (wins)
        return node_make(NODE_SOLVED, t);
    int open = node_open(node) - 1;
    return open == 0 && node_worth(node) <= -t ? node_make(NODE_SOLVED, -t)
                                               : node_make(open, node_worth(node));
}

/* What a node is about.  A board has one node for its value, or two for its bounds: the one
   of its lower bound, then the one of its upper bound. */
enum node_role { NODE_LOWER, NODE_UPPER, NODE_EXACT };

static inline enum node_role node_role(int numbers, uint64_t node)
{
    return numbers == 1 ? NODE_EXACT : node & 1 ? NODE_UPPER : NODE_LOWER;
}

/* The node that a move of a board concerns which was found to win, or to lose. */
static inline uint64_t node_of_move(int numbers, uint64_t rank, bool wins)
{
    return numbers == 1 ? rank : 2 * rank + !wins;
}

/* The new state of a board when the threshold t is reached. */
static inline uint16_t node_at_threshold(uint16_t node, enum node_role role, int t)
{
    if (node_open(node) == NODE_SOLVED)
        return node;
    if (role != NODE_UPPER && node_worth(node) >= t)
        return node_make(NODE_SOLVED, t);
    return role != NODE_LOWER && node_open(node) == 0 && node_worth(node) <= -t
               ? node_make(NODE_SOLVED, -t)
               : node;
}

/* Whether a node that node_at_threshold has just solved is one that the mover loses. */
static inline bool node_is_lost(uint16_t node, enum node_role role)
{
    return role == NODE_UPPER || (role == NODE_EXACT && node_worth(node) < 0);
}

/* The number of a board of n stones once no threshold is left. */
static inline int8_t node_value(uint16_t node, enum node_role role, int n)
{
    if (node_open(node) == NODE_SOLVED)
        return (int8_t)node_worth(node);
    return (int8_t)(role == NODE_LOWER ? -n : role == NODE_UPPER ? n : 0);
}

/* The thresholds of a layer are n, n - step, ... above `last`. */
static inline int threshold_step(int numbers)
{
    return numbers;
}

static inline int threshold_last(int numbers, int n)
{
    return numbers == 1 ? 0 : -n;
}

/* ---- moves ---- */

/* A move that captures `taken` stones; the board is seen by the side to move after it. */
struct awari_capture {
    int taken;
    struct awari_board after;
};

/* Lists the captures of a board.  *node becomes its state without them: the moves that stay,
   or the value of a board without a move (A5: the rule set distributes the stones). */
static inline int list_captures(const lus_rules *r, struct awari_board b,
                                struct awari_capture list[AWARI_PITS], uint16_t *node)
{
    lus_pos p = {{b.own, b.enemy, 0, 0}};
    int open = 0, n = 0;
    uint64_t movers = awari_movers(r, &p);
    if (!movers) {
        awari_settle(r, &p, LUS_BY_NO_MOVE);
        *node = node_make(0, awari_store(&p, 0) - awari_store(&p, 1));
        return 0;
    }
    for (; movers; movers &= movers - 1) {
        lus_pos next = p;
        awari_sown(r, &next, (unsigned)__builtin_ctzll(movers) >> 3);
        int taken = awari_store(&next, 0);
        if (taken)
            list[n++] = (struct awari_capture){taken, {next.w[1], next.w[0]}};
        else
            open++;
    }
    *node = node_make(open, NODE_NONE);
    return n;
}

/* The state of a board after the value of one of its captures is known. */
static inline uint16_t node_with_capture(uint16_t node, int worth)
{
    return worth > node_worth(node) ? node_make(node_open(node), worth) : node;
}

/* The nodes of a board after the numbers of the board after one of its captures are known.
   What a capture can force depends on the upper bound after it, and the other way round. */
static inline void nodes_with_capture(uint16_t node[2], int numbers, int taken,
                                      const int8_t after[2])
{
    node[0] = node_with_capture(node[0], taken - after[numbers - 1]);
    if (numbers == 2)
        node[1] = node_with_capture(node[1], taken - after[0]);
}

/* Lists every board with a move to b, of n stones, that captures nothing.  Such a move came
   from a pit that is empty now and put a stone into each of the following pits. */
static inline int list_predecessors(const lus_rules *r, int stones, struct awari_board b,
                                    struct awari_board list[MAX_PREDECESSORS])
{
    int n = 0;
    for (int pit = 0; pit < AWARI_PITS; pit++) {
        if (b.enemy >> 8 * pit & 0xff)
            continue;
        for (int k = 1; k <= stones; k++) {
            const struct awari_sow *sow = &awari_sow[pit][k];
            uint64_t own = b.enemy + AWARI_TOP - sow->own;
            uint64_t enemy = b.own + AWARI_TOP - sow->enemy;
            if ((own & enemy & AWARI_TOP) != AWARI_TOP)
                break; /* a pit would have had fewer than 0 stones */
            uint64_t taken = awari_taken(b.own, sow->run);
            if (taken && (awari_set(r)->slam_captures || taken != b.own))
                continue;
            const lus_pos p = {{own ^ AWARI_TOP, enemy ^ AWARI_TOP, 0, 0}};
            if (awari_movers(r, &p) >> (8 * pit + 7) & 1)
                list[n++] = (struct awari_board){p.w[0], p.w[1]};
        }
    }
    return n;
}

/* ---- the stack ---- */

/* Boards whose predecessors are to be updated; the top bit of `own` says that the board is
   lost.  Storing ranks instead and unranking took a quarter of the time.  A stack instead of
   recursion: chains have thousands of boards. */
struct board_stack {
    struct awari_board *board;
    size_t n, room;
};
#define BOARD_LOST (UINT64_C(1) << 63)

/* Appends a board.  False: out of memory.  The caller frees s->board. */
bool stack_push(struct board_stack *s, struct awari_board b, bool lost);

/* Removes the last board of a stack that is not empty; *lost: whether it is lost. */
static inline struct awari_board stack_pop(struct board_stack *s, bool *lost)
{
    struct awari_board b = s->board[--s->n];
    *lost = b.own & BOARD_LOST;
    b.own &= ~BOARD_LOST;
    return b;
}

#endif
