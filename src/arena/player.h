/* SPDX-License-Identifier: MIT */
/* player.h - players that are part of the program, and the seat any player takes.

       random      any legal move                       ai            the default limits
       greedy      the best classic value at once       ai:LEVEL      1..6 or a name
       ai:depth=4,nodes=N,time=MS,eval=classic,noise=N,table=MB       any of these
       exec:COMMAND                                                   agent.h

   A seat is one player in one game.  It is asked for a move with everything that
   may decide it: the game, the throw and a number drawn by lot for this turn, so
   that a game can be repeated on any thread. */
#ifndef ARENA_BOT_H
#define ARENA_BOT_H

#include "arena/agent.h"
#include "arena/levels.h"

enum player_kind { PLAYER_RANDOM, PLAYER_GREEDY, PLAYER_AI, PLAYER_EXEC };
enum { PLAYER_NAME = 512, PLAYER_DEPTH = 6, PLAYER_TABLE_MB = 2 };

struct player_spec {
    enum player_kind kind;
    struct search_limits limits;
    int noise;                 /* see struct level */
    struct agent_limits agent; /* PLAYER_EXEC; limits.time_ms is its time a move */
    char name[PLAYER_NAME];       /* as it was read */
};

/* LUS_ETEXT and a fault if the text is no built-in player. */
int player_spec_read(const lus_rules *r, const char *text, struct player_spec *b, lus_fault *fault);
/* Also exec:COMMAND: for what a user typed, or wrote into a tournament file to be run;
   never for what a record says. */
int player_spec_read_typed(const lus_rules *r, const char *text, struct player_spec *b, lus_fault *fault);

/* Does this player use the tables there are?  Whoever errs by noise or counts points does
   not; the strongest use all there is.  limits.known is the caller's to set. */
bool player_uses_tables(const struct player_spec *b);

struct seat {
    int (*choose)(struct seat *s, const lus_game *g, int throw, uint32_t lot,
                  lus_move *m);
    const struct player_spec *bot;
    struct tt *table;    /* of this game alone: no game depends on those before it */
    uint64_t seed;       /* of the noise */
    struct agent *agent; /* of PLAYER_EXEC, started for this game; else NULL */
    void *rows;          /* the network, expanded with the first move */
};

/* The program of a PLAYER_EXEC. */
int bot_agent(const struct player_spec *b, struct agent **a);
int seat_open(struct seat *s, const struct player_spec *b, uint64_t seed);
void seat_close(struct seat *s);

#endif
