/* SPDX-License-Identifier: MIT */
/* agent.h - a player that is another program: the referee's half of lusoria-engine(5).

   Whatever the program does, a call returns within its limits; what went wrong is its
   fault, and from then on every call fails at once.  Each turn it is sent the whole
   position and all legal moves. */
#ifndef ARENA_AGENT_H
#define ARENA_AGENT_H

#include <stdatomic.h>
#include <stdbool.h>
#include "lusoria.h"

enum agent_fault {
    AGENT_FINE,
    AGENT_CRASH,    /* it ended, or closed its output */
    AGENT_TIMEOUT,  /* no handshake or no move in time */
    AGENT_PROTOCOL, /* a line that cannot be one, no move text, a flood */
    AGENT_ILLEGAL,  /* a move the rules do not allow */
    AGENT_RESIGNED,
    AGENT_FAULTS
};
extern const char *const agent_fault_name[AGENT_FAULTS]; /* "crash", ... */

enum { AGENT_SAID = 160, AGENT_MOVE_MS = 10000, AGENT_HELLO_MS = 10000 };

struct agent;

/* Starts it and waits for its `ready`.  Fails only if no program can be started at all:
   LUS_ETEXT (the command), LUS_EFILE, LUS_EMEMORY. */
int agent_open(struct agent **a, const char *command, int hello_ms, int move_ms);
void agent_close(struct agent *a); /* NULL: nothing */
/* Set from a signal handler, it makes a choice that waits fail; NULL: none. */
void agent_stop_at(struct agent *a, const _Atomic bool *flag);

/* LUS_ESTATE: it has a fault. */
int agent_choose(struct agent *a, const lus_game *g, int throw, lus_move *m);

enum agent_fault agent_fault(const struct agent *a); /* NULL: it is fine */
/* The last it wrote, of its errors if it wrote any; printable ASCII. */
const char *agent_said(const struct agent *a);

#endif
