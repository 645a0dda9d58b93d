/* SPDX-License-Identifier: MIT */
/* player_spec.h - the description of a player, as read from text.

       random      any legal move                       ai            the default limits
       greedy      the best classic value at depth 1    ai:LEVEL      1..6 or a name
       ai:depth=4,nodes=N,time=MS,eval=classic,noise=N,table=MB       any of these
       exec:COMMAND                                                   agent.h

   player.h opens a described player and asks it for moves. */
#ifndef PLAYER_PLAYER_SPEC_H
#define PLAYER_PLAYER_SPEC_H

#include "player/agent.h"
#include "search/levels.h"

enum player_kind {
    PLAYER_HUMAN, /* chosen by the caller: neither reader below accepts "human" */
    PLAYER_RANDOM,
    PLAYER_GREEDY,
    PLAYER_AI,
    PLAYER_EXEC
};

enum {
    PLAYER_NAME = 512,   /* bytes of a description, with its NUL */
    PLAYER_DEPTH = 6,    /* plies of an ai that names no limit */
    PLAYER_TABLE_MB = 2, /* its transposition table */
    PLAYER_MAX_NODES = 2000000000
};

struct player_spec {
    enum player_kind kind;
    struct search_limits limits; /* GREEDY and AI; of an EXEC only time_ms is used */
    int noise;                   /* AI: see struct level */
    struct agent_limits agent;   /* EXEC */
    char name[PLAYER_NAME];      /* the text it was read from */
};

/* Reads a built-in player: every form above except exec:COMMAND.  For texts of unknown
   origin, for example a tag of a record.  Returns 0, or LUS_ETEXT: then *spec is
   untouched and *fault (may be NULL) says what was expected where. */
int player_spec_read(const lus_rules *r, const char *text, struct player_spec *spec,
                     lus_fault *fault);
/* The same, and exec:COMMAND too: only for what the user typed on the command line or
   wrote into a tournament file, because COMMAND will be run. */
int player_spec_read_typed(const lus_rules *r, const char *text, struct player_spec *spec,
                           lus_fault *fault);

/* Whether this player uses tablebases: an ai without noise and with the default
   evaluation.  The caller then sets limits.tablebase. */
bool player_uses_tables(const struct player_spec *spec);
/* Whether its moves depend on the seed of the game: random players and noisy levels. */
bool player_uses_seed(const struct player_spec *spec);

#endif
