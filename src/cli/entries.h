/* SPDX-License-Identifier: MIT */
/* entries.h - who plays in a tournament, and how: a file as lusoria-tournament(5) has
   it, or players named on the command line. */
#ifndef CLI_ENTRIES_H
#define CLI_ENTRIES_H

#include "cli/agents.h"

enum { MAX_ENTRIES = 64, ENTRY_NAME = 64, ENTRIES_BYTES = 1 << 20, DEFAULT_GAMES = 100 };

struct entry {
    char name[ENTRY_NAME];
    char player[PLAYER_NAME]; /* as for --first */
    size_t at;             /* where the file has it */
};

struct entries {
    const lus_rules *rules;
    bool gauntlet; /* the first against all others; else all against all */
    int games;     /* of each two, even */
    int opening;   /* -1: the usual */
    int time_ms;
    struct agent_wish wish; /* its texts are of the file's memory */
    struct seed seed;
    int n;
    struct entry entry[MAX_ENTRIES];
    char *text; /* the file */
};

struct entries *entries_new(void); /* NULL: out of memory */
void entries_free(struct entries *e);
/* Says what is wrong, with the line, and returns an exit code. */
int entries_read(struct entries *e, const char *path);
/* "random,ai:depth=2,nodes=500,greedy": a comma begins a player if one follows. */
int entries_split(struct entries *e, const char *players);

#endif
