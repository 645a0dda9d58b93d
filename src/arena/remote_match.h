/* SPDX-License-Identifier: MIT */
/* remote_match.h - the description of a match that is sent to the processes which help to
   play it.

   A helper reads the same players from their texts and opens the same table, so its pairs
   are those of the sender.  `settings` is the key of the match in a store, which has the
   version, the network and the table: a helper for which it differs refuses the match. */
#ifndef ARENA_REMOTE_MATCH_H
#define ARENA_REMOTE_MATCH_H

#include "arena/match.h"
#include "arena/recorder.h"

enum { REMOTE_PATH = 4096, REMOTE_WHY = 512 };

/* A plain value without pointers.  All processes run on machines of one kind. */
struct remote_match {
    char rules[64];
    char player[2][PLAYER_NAME], name[2][PLAYER_NAME];
    struct agent_limits agent[2]; /* without `wrap` */
    char wrap[2][REMOTE_PATH];    /* "": none */
    char table[REMOTE_PATH];      /* the file of the table; "": none */
    char settings[MATCH_SETTINGS];
    int64_t pairs; /* 0: no match, the helper ends */
    uint64_t seed;
    struct time_control clock;
    struct opening_rule opening;
    int jobs;
    bool records; /* the sender needs the moves of each game */
    bool batches; /* match_in_batches */
};

/* Describes a match.  Returns 0, or LUS_ESPACE: a path or command has 4,096 bytes or more. */
int remote_match_describe(struct remote_match *d, const struct match *m);
/* The match of a description, which must stay valid, and its tables (NULL: none), to be
   closed by tables_close.  Returns 0 or a negative error with *why set and nothing open. */
int remote_match_open(const struct remote_match *d, struct match *m,
                      struct tables **tables, char why[REMOTE_WHY]);

#endif
