/* SPDX-License-Identifier: MIT */
/* tournament_file.h - the description of a tournament: a file as in lusoria-tournament(5),
   or a list of players. */
#ifndef TOURNAMENT_TOURNAMENT_FILE_H
#define TOURNAMENT_TOURNAMENT_FILE_H

#include "arena/opening.h"
#include "player/player.h"

enum {
    MAX_ENTRANTS = 64,
    ENTRANT_NAME = 64,
    TOURNAMENT_BYTES = 1 << 20, /* of a file */
    TOURNAMENT_GAMES = 100      /* of each two players, if not given */
};

/* One player of a tournament. */
struct entrant {
    char name[ENTRANT_NAME];
    char player[PLAYER_NAME]; /* as read by player_spec_read_typed */
    size_t at;                /* byte of the player in the file */
};

/* A tournament as described; tournament_new makes the matches. */
struct tournament_spec {
    const lus_rules *rules;
    bool gauntlet; /* the first against all others; false: all against all */
    int games;     /* of each two players; even */
    struct opening_rule opening; /* -1 plies: the default of the game */
    bool has_seed;
    uint64_t seed;
    struct time_control clock; /* zero: no clocks */
    struct agent_limits agent; /* of exec players; `wrap` may point into `text` */
    int n;
    struct entrant entrant[MAX_ENTRANTS];
    char *text; /* the file */
};

/* A description with default values, freed by tournament_spec_free.  NULL: no memory. */
struct tournament_spec *tournament_spec_new(void);
void tournament_spec_free(struct tournament_spec *s);
/* Reads the text of a file.  Returns 0, LUS_ETEXT or LUS_EMEMORY; after LUS_ETEXT *fault
   has the byte and what was expected there. */
int tournament_spec_read(struct tournament_spec *s, const char *text, size_t n,
                         lus_fault *fault);
/* Reads "random,ai:depth=2,nodes=500,greedy": a comma separates two players if the text
   after it starts one.  Returns 0 or LUS_ETEXT; then fault->at is the byte in `players`. */
int tournament_spec_read_players(struct tournament_spec *s, const char *players,
                                 lus_fault *fault);

#endif
