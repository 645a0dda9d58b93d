/* SPDX-License-Identifier: MIT */
/* solve_cli.h - the options of a build, which lusoria solve and lusoria-mpi solve share. */
#ifndef CLI_SOLVE_CLI_H
#define CLI_SOLVE_CLI_H

#include "cli/cli.h"

/* What the user asked for.  SOLVE_DEFAULTS initialises it, the rows of SOLVE_OPTIONS set the
   first members (NULL and 0: not given), solve_request_check the others.  It changes 0
   seconds, a checkpoint after every sweep, to -1. */
struct solve_request {
    const char *folder, *memory;
    int pieces, stones, threads, precision, seconds;

    const lus_rules *r;
    int size;          /* of the table; 0: the whole game */
    uint64_t bytes;    /* of --memory; 0: not given */
    char command[200]; /* is stored in the table as the way to build it again */
};
/* clang-format off */
#define SOLVE_DEFAULTS {.seconds = 600}
#define SOLVE_OPTIONS(q, threads_help, memory_help)                                      \
    {"pieces", 0, OPTION_INT, &(q)->pieces, 1, 64, "N",                                  \
     "solve only up to N pieces per side"},                                              \
    {"stones", 0, OPTION_INT, &(q)->stones, 1, 48, "N",                                  \
     "solve only boards with up to N stones"},                                           \
    {"threads", 0, OPTION_INT, &(q)->threads, 1, 256, "N", threads_help},                \
    {"memory", 0, OPTION_TEXT, &(q)->memory, 0, 0, "SIZE", memory_help},                 \
    {"precision", 0, OPTION_INT, &(q)->precision, 32, 64, "BITS",                        \
     "bits of a value while it is being solved: 64 (default) or 32, half the memory"},   \
    {"checkpoint", 0, OPTION_INT, &(q)->seconds, 0, 86400, "S",                          \
     "seconds between two checkpoints from which it resumes (default 600)"},             \
    {"table-dir", 0, OPTION_TEXT, &(q)->folder, 0, 0, "DIR", "folder of the tables"}
/* clang-format on */

/* Checks everything that the user may have got wrong, and sets the rest of the request.
   Returns EXIT_DONE, or the exit code after a message. */
int solve_request_check(struct solve_request *q, const char *game);
/* The request as options of solve_run; they refer to it.  The caller adds callbacks and, if
   none was given, the folder. */
struct solve_options solve_request_options(const struct solve_request *q);

#endif
