/* SPDX-License-Identifier: MIT */
/* socket_team.h - a team of processes (race/team.h) on one machine, connected by sockets: a
   test of distributed solving without MPI. */
#ifndef TEST_SUPPORT_SOCKET_TEAM_H
#define TEST_SUPPORT_SOCKET_TEAM_H

#include "race/team.h"

/* Exit codes of a rank: another rank has ended or sent something else; another rank sent nothing
   for a minute. */
enum { SOCKET_TEAM_BROKEN = 3, SOCKET_TEAM_SILENT = 4 };

/* Runs work(team, arg) in `ranks` processes, at most 8, and waits for all of them.  `work`
   returns an exit code.  Returns the wait status of rank 0, or -1 if another rank failed
   although rank 0 did not. */
int socket_team_run(int ranks, int (*work)(struct solve_team *t, void *arg), void *arg);

#endif
