/* SPDX-License-Identifier: MIT */
/* agent.h - a player that is another program: the referee's half of lusoria-engine(5).

   Whatever the program does, a call returns within its limits; what went wrong is its
   fault, and from then on every call fails at once.  Each turn it is sent the whole
   position and all legal moves. */
#ifndef ARENA_AGENT_H
#define ARENA_AGENT_H

#include <stdatomic.h>
#include <stdbool.h>
#include "arena/talk.h"
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

enum {
    AGENT_LAST = 4, /* lines that are told of a fault */
    AGENT_SAID = AGENT_LAST * (TALK_LINE + 8),
    AGENT_MOVE_MS = 10000,
    AGENT_HELLO_MS = 10000,
    AGENT_MEMORY_MB = 2048,
    AGENT_PATH = 512
};

struct agent_limits {
    int hello_ms, move_ms;
    int memory_mb;        /* of each of its processes; 0: no limit */
    const char *wrap;     /* words before the command, as of a jailer; NULL: none */
    char log[AGENT_PATH]; /* a file the dialogue is added to; "": none */
};

struct agent;

/* Starts it and waits for its `ready`.  Fails only if no program can be started at all:
   LUS_ETEXT (the command), LUS_EFILE, LUS_EMEMORY. */
int agent_open(struct agent **a, const char *command, const struct agent_limits *limits);
void agent_close(struct agent *a); /* NULL: nothing */
/* Set from a signal handler, it makes a choice that waits fail; NULL: none. */
void agent_stop_at(struct agent *a, const _Atomic bool *flag);

/* LUS_ESTATE: it has a fault. */
int agent_choose(struct agent *a, const lus_game *g, int throw, lus_move *m);

enum agent_fault agent_fault(const struct agent *a); /* NULL: it is fine */
/* The last lines it wrote, of its errors if it wrote any; printable ASCII, line feeds
   between them. */
const char *agent_said(const struct agent *a);
const struct talk *agent_talk(const struct agent *a);

/* ---- for those who ask more than a move: see check.h ---- */

/* Lines with their line feeds; negative: it has a fault. */
int agent_tell(struct agent *a, const char *lines, int within_ms);
/* Its next line, valid until the next call; NULL: a fault. */
const char *agent_hear(struct agent *a, int within_ms);
/* The lines of a turn, "go" not among them. */
int agent_tell_position(struct agent *a, const lus_game *g, int throw);
/* Its input is closed; true if it then ends by itself.  Only agent_close may follow. */
bool agent_ends(struct agent *a, int within_ms);
/* The exit code of a program that has ended, 128 + N for signal N; -1: it was killed. */
int agent_status(const struct agent *a);

#endif
