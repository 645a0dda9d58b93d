/* SPDX-License-Identifier: MIT */
/* player_spec.h - the description of a player, as read from text.

       random      any legal move                       ai            the default limits
       greedy      the best classic value at depth 1    ai:LEVEL      1..6 or a name
       ai:depth=4,nodes=N,time=MS,eval=classic,noise=N,table=MB,book=yes
       exec:COMMAND, uci:COMMAND, ugi:COMMAND                         agent_command.h

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
    PLAYER_EXEC /* another program, whatever its protocol */
};

enum {
    PLAYER_NAME = 512,   /* bytes of a description, with its NUL */
    PLAYER_DEPTH = 6,    /* plies of an ai that names no limit */
    PLAYER_TABLE_MB = 2, /* its transposition table */
    PLAYER_MAX_NODES = 2000000000
};

/* Where a player finds moves without a search (book/book.h); the book must outlive it.
   choose: false if it does not know the position.  NULL: no book. */
struct player_book {
    bool (*choose)(const void *context, const lus_game *g, uint64_t seed, lus_move *m);
    const void *context;
};

struct player_spec {
    enum player_kind kind;
    struct search_limits limits; /* GREEDY and AI; of an EXEC only time_ms is used */
    int noise;                   /* AI: see struct level */
    bool wants_book;             /* AI: the highest level, or book=yes */
    struct player_book book;     /* AI: set by player_take_book */
    struct agent_limits agent;   /* EXEC */
    const lus_rules *rules;      /* EXEC: the rules it was read for; NULL: not known */
    char name[PLAYER_NAME];      /* the text it was read from */
};

/* Reads a built-in player: every form above except the last.  For texts of unknown
   origin, for example a tag of a record.  Returns 0, or LUS_ETEXT: then *spec is
   untouched and *fault (may be NULL) says what was expected where. */
int player_spec_read(const lus_rules *r, const char *text, struct player_spec *spec,
                     lus_fault *fault);
/* The same, and programs too: only for what the user typed on the command line or
   wrote into a tournament file, because COMMAND will be run. */
int player_spec_read_typed(const lus_rules *r, const char *text, struct player_spec *spec,
                           lus_fault *fault);

/* Whether this player uses tablebases: an ai without noise and with the default
   evaluation.  The caller then sets limits.tablebase. */
bool player_uses_tables(const struct player_spec *spec);
/* Whether its moves depend on the seed of the game: random players, noisy levels, and books. */
bool player_uses_seed(const struct player_spec *spec);

#endif
