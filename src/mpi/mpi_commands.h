/* SPDX-License-Identifier: MIT */
/* mpi_commands.h - the commands of lusoria-mpi.  Every rank calls the one that its
   command line names; each initialises MPI, main finalises it. */
#ifndef MPI_MPI_COMMANDS_H
#define MPI_MPI_COMMANDS_H

/* mpi_solve.c: builds a table.  Returns an exit code, the same on all ranks. */
int mpi_solve(int argc, char **argv);
/* mpi_match.c: lusoria match and lusoria tournament; argv[1] is one of these words.  Returns
   the exit code of the command on rank 0, and 0 on the others. */
int mpi_match(int argc, char **argv);

#endif
