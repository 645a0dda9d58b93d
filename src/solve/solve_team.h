/* SPDX-License-Identifier: MIT */
/* solve_team.h - the connection of several processes that solve a table together.

   src/mpi connects them by MPI, test/support/socket_team.c by sockets. */
#ifndef SOLVE_SOLVE_TEAM_H
#define SOLVE_SOLVE_TEAM_H

#include <stdint.h>

/* Bytes for or from one rank. */
struct team_message {
    char *bytes;
    uint64_t n, room;
    int rank;
};

/* The connection of the ranks.  All functions are REQUIRED and called by all ranks in the
   same order; a failure ends all of them. */
struct solve_team {
    int rank, ranks;
    /* The largest of all numbers, on all ranks. */
    double (*max)(struct solve_team *t, double mine);
    /* Collects n bytes of each rank, in the order of ranks. */
    void (*gather)(struct solve_team *t, const uint8_t *mine, uint64_t n, uint8_t *all);
    /* Sends and receives messages; those of no bytes and those of the own rank are left
       out.  Two ranks list the messages between them in the same order, with the same
       lengths. */
    void (*exchange)(struct solve_team *t, const struct team_message *send,
                     uint64_t n_send, struct team_message *receive, uint64_t n_receive);
    /* A number of rank 0, on all ranks. */
    int (*broadcast)(struct solve_team *t, int number);
    uint64_t bytes_sent;
    uint64_t passes; /* over the chunks of a layer of Ur or Senet, so far */
};

/* What rank 0 broadcasts instead of the number of a layer, at the end. */
enum { TEAM_QUIT = -1 };

#endif
