/* SPDX-License-Identifier: MIT */
/* agent.h - a player that is another program: the referee's side of lusoria-engine(5), UCI and
   UGI.

   Every call returns within its time limit, whatever the program does.  The first thing
   that goes wrong is the agent's fault; all later calls then fail at once.  At each turn
   the agent is sent the whole position and all legal moves. */
#ifndef PLAYER_AGENT_H
#define PLAYER_AGENT_H

#include <stdatomic.h>
#include <stdbool.h>
#include "player/transcript.h"
#include "lusoria.h"

enum agent_fault {
    AGENT_NO_FAULT,
    AGENT_CRASH,    /* it ended or closed its output */
    AGENT_TIMEOUT,  /* no handshake or no move in time */
    AGENT_PROTOCOL, /* an invalid line, an unreadable move, or too much output */
    AGENT_ILLEGAL,  /* a move the rules do not allow */
    AGENT_RESIGNED,
    AGENT_OUT_OF_TIME, /* its clock has run out: lost on time, not counted as a fault */
    AGENT_FAULTS       /* the number of the above */
};
extern const char *const agent_fault_name[AGENT_FAULTS]; /* "none", "crash", ... */

enum {
    AGENT_LAST = 4, /* lines that are kept of a fault */
    AGENT_LAST_LINES = AGENT_LAST * (TRANSCRIPT_LINE + 8), /* their bytes */
    AGENT_MOVE_MS = 10000,
    AGENT_HANDSHAKE_MS = 10000,
    AGENT_MEMORY_MB = 2048,
    AGENT_PATH = 512
};

/* What an agent may use; times in milliseconds. */
struct agent_limits {
    int handshake_ms, move_ms;
    int memory_mb;        /* of each of its processes; 0: no limit */
    const char *wrap;     /* OPTIONAL: a sandbox command that runs the agent's command */
    char log[AGENT_PATH]; /* OPTIONAL: the file transcripts are appended to; "": none */
};

/* The clocks before a move, in milliseconds: the agent's own, its opponent's, and what a
   move adds. */
struct agent_clock {
    int own_ms, other_ms, increment_ms;
};

struct agent;

/* Starts the program of the text (agent_command.h) and waits for its `ready`, or `uciok` and
   `readyok`.  `r` (NULL: not known yet) are the rules of its games: a UCI engine prepares for
   them before it is ready.  When *stop (NULL: none; it must outlive
   the agent) becomes true, every function that waits fails within 50 ms, as after a
   timeout.  Returns 0 and sets *a, which agent_close frees, also if the handshake failed:
   then the agent has a fault.  Returns a negative error if no process could be started:
   LUS_ETEXT (invalid text), LUS_EFILE, LUS_EMEMORY. */
int agent_open(struct agent **a, const char *text, const lus_rules *r,
               const struct agent_limits *limits, const _Atomic bool *stop);
/* Ends the program and everything it started.  NULL is allowed. */
void agent_close(struct agent *a);
/* Number of agents of which processes could not be killed, since the program started. */
int agents_not_ended(void);

/* Asks for a move; there must be a legal one.  With a clock (NULL: none) the agent has the
   time left on it, and AGENT_OUT_OF_TIME follows; otherwise it has limits.move_ms.  Returns
   0, LUS_ESTATE if the agent has a fault, or LUS_ESPACE if the lines of the turn do not
   fit. */
int agent_choose(struct agent *a, const lus_game *g, int throw,
                 const struct agent_clock *clock, lus_move *m);

/* NULL is allowed and has no fault. */
enum agent_fault agent_fault(const struct agent *a);
/* After a fault: the last lines of its standard error, or else of its output; printable
   ASCII, separated by line feeds. */
const char *agent_last_lines(const struct agent *a);
/* The words between a fault and these lines in a message: a constant text. */
const char *agent_lines_heading(const char *last_lines);
/* The dialogue so far, which belongs to the agent. */
const struct transcript *agent_transcript(const struct agent *a);

/* ---- single steps, for agent_check.h ---- */

/* Sends lines, which include their line feeds.  Returns 0, or LUS_ESTATE after a fault. */
int agent_send(struct agent *a, const char *lines, int within_ms);
/* The next line of its output, valid until the next call.  NULL: the agent has a fault. */
const char *agent_receive(struct agent *a, int within_ms);
/* Sends ucinewgame to a UCI or UGI engine and waits for its readyok; other agents need no
   preparation.  Returns 0, or LUS_ESTATE after a fault. */
int agent_prepare(struct agent *a, const lus_rules *r);
/* Sends the lines of a turn without `go`. */
int agent_send_position(struct agent *a, const lus_game *g, int throw);
/* Sends `go` with the time of a move. */
int agent_send_go(struct agent *a, const lus_game *g);
/* Reads the move of `bestmove`, as lus_move_parse does; in UCI and UGI other words may follow
   it. */
int agent_read_move(const struct agent *a, const lus_game *g, int throw, const char *text,
                    lus_move *m, lus_fault *fault);
/* Whether it plays these rules, as far as it says (uci_plays), and whether it can be told
   which rules to play: every agent except a UCI or UGI engine without an option Game. */
bool agent_plays(const struct agent *a, const lus_rules *r);
bool agent_chooses_rules(const struct agent *a);
/* Closes the agent's input.  Returns whether the agent then ended without being killed.
   Only agent_exit_code and agent_close may follow. */
bool agent_wait_end(struct agent *a, int within_ms);
/* The exit code of an agent that has ended, 128 + N for signal N; -1: it was killed. */
int agent_exit_code(const struct agent *a);

#endif
