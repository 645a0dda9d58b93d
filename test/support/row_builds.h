/* SPDX-License-Identifier: MIT */
/* row_builds.h - builds of race tables through a window of memory, with checkpoints or by
   several processes, and what was seen while they ran. */
#ifndef TEST_SUPPORT_ROW_BUILDS_H
#define TEST_SUPPORT_ROW_BUILDS_H

#include "race/team.h"
#include "solve/solve.h"

enum { EVERY_SWEEP = -1 };

extern int row_precision; /* of the next builds: 64 at first */

/* One build; in memory and without checkpoints if the last three members are 0. */
struct row_build {
    const char *game;
    int size;
    const char *name; /* of its folder */
    int threads;
    uint64_t memory;
    double checkpoint_seconds;
    int ranks;
};

/* What the last build of this process reported. */
extern struct row_seen {
    int watched_layer, first_sweep; /* set before; the first sweep of that layer */
    int last_sweep;                 /* the last one of any layer */
    int first_layer;                /* the first layer that is solved */
    int most_sweeps;                /* of one layer */
    int sweep_limit; /* set before; a team that needs more ends with a failure; 0: none */
    const char *work_folder; /* set before: whose files of solved layers must be gone */
    void (*on_sweep)(int layer, int sweep); /* set before; called after every sweep */
} row_seen;

/* The folder of a build and its work folder; valid until the next call. */
const char *row_folder(const struct row_build *b);
const char *row_work_folder(const struct row_build *b);
/* Builds alone or as rank 0 of a team.  Returns the status of solve_run. */
int row_run(const struct row_build *b, struct solve_team *team, char path[4096],
            char why[256]);
/* Work for socket_team_run, whose argument is the build: rank 0 builds, the others help. */
int row_work_as_rank(struct solve_team *t, void *build);
/* Bytes that a rank of the last team has sent; the passes over a layer of all its sweeps. */
struct row_traffic {
    uint64_t bytes_sent, passes;
};
struct row_traffic row_traffic(int rank);
/* The bytes of the table, to be freed. */
uint8_t *row_built(const struct row_build *b, size_t *n);
/* Builds: the table has these bytes, and the work folder is gone. */
void row_expect_bytes(const struct row_build *b, const uint8_t *want, size_t n);
/* Builds until that sweep of a layer, then the process (of rank 0) is killed. */
void row_killed(const struct row_build *b, int layer, int sweep);
/* Removes the finished table of a build, so that it can be built again. */
void row_remove(const struct row_build *b);

#endif
