/* SPDX-License-Identifier: MIT */
/* player.h - an open player: the one implementation of "choose a move" for play, match,
   tournament and engine.

   An open player keeps what is expensive to make: its transposition table, its expanded
   network and the process of an exec player.  Its moves depend on its description, the
   game, the throw, `seed` and `bits`, so a game can be repeated on any thread.  (Exec
   players and limits of time are exceptions.) */
#ifndef PLAYER_PLAYER_H
#define PLAYER_PLAYER_H

#include "core/game_clock.h"
#include "player/player_spec.h"

struct player {
    const struct player_spec *spec; /* the caller's; must stay valid until player_close */
    uint64_t seed;                  /* of the noise of a level */
    _Atomic bool *stop;             /* the caller's; NULL: nothing stops a search */
    struct tt *table;               /* made with the first search; NULL: none */
    void *network;                  /* expanded with the first search */
    struct agent *agent;            /* PLAYER_EXEC: its process; else NULL */
    /* Set by the caller after player_open if the game may be resumed by another process:
       then a fixed-depth search starts with an empty table where its result would depend
       on the table, which takes 0.4 ms more a move in Awari. */
    bool resumable;
    /* Set by the caller after player_open if the game has clocks; the caller starts and
       stops them. */
    const struct game_clock *clock; /* the caller's; NULL: none */
    int seat;                       /* the player of `clock` that this is, 0 or 1 */
};

struct player_choice {
    lus_move move;
    /* PLAYER_GREEDY and PLAYER_AI only: the search, and the index in report.moves of the
       move, which is not 0 if noise preferred another one.  A move of the book is the only
       one of the report, without a value. */
    int index;
    struct search_report report;
};

/* Opens a player for one game, or for several games of one rule set.  *stop (NULL: none)
   ends a search or the wait for an agent when it becomes true.  Starts the process of an
   exec player and waits for its handshake; a handshake that fails is not an error here but
   the agent's fault (agent_fault).  Returns 0 or a negative error: LUS_ETEXT (the
   command), LUS_EFILE, LUS_EMEMORY.  Call player_close in either case. */
int player_open(struct player *p, const struct player_spec *spec, uint64_t seed,
                _Atomic bool *stop);
void player_close(struct player *p);

/* Chooses a move where there is at least one.  `bits` is a random number of PICK_BITS bits
   for this turn, used by PLAYER_RANDOM.  With a clock a search ends after the share of one
   move (game_clock_share), whatever its other limits are.  Returns 0 or a negative error; LUS_ESTATE of an
   exec player means that agent_fault(p->agent) says why.  *c is set only by success. */
int player_choose(struct player *p, const lus_game *g, int throw, uint32_t bits,
                  struct player_choice *c);

/* Sets table, table_mb and network of the limits to the player's own, making them if it has
   none yet; without memory for a table the search has none.  They stay the player's.
   Returns 0 or LUS_EMEMORY. */
int player_lend(struct player *p, const lus_rules *r, struct search_limits *limits);
/* Makes the table of a search with these limits and writes to all of its memory, which takes
   the system 0.1 s for 64 MB: before the clock of the first move runs.  The table is empty
   afterwards. */
void player_prepare(struct player *p, const lus_rules *r, struct search_limits limits);
/* player_lend, then search_at_least_one_ply with these limits and the player's `stop`.
   Returns as search_run does; limits->stop is NULL afterwards. */
int player_search(struct player *p, const lus_game *g, int throw,
                  struct search_limits *limits, struct search_report *report);

#endif
