/* SPDX-License-Identifier: MIT */
/* mpi_main.c - lusoria-mpi: tables and matches on several processes (doc/cluster.md).

       mpirun -n 4 lusoria-mpi solve senet:blockade --pieces 4 --table-dir DIR
       mpirun -n 4 lusoria-mpi match ur --first ai:4 --second ai:3 --games 2000

   It uses Open MPI.  The results are those of lusoria, for every number of ranks.  MPI
   itself ends all ranks when a call of it fails (MPI_ERRORS_ARE_FATAL), and mpirun when a
   rank is killed. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>
#include "mpi/mpi_commands.h"
#include "terminal/output.h"

/* Without a command all ranks must still initialise MPI: mpirun expects it. */
static int no_command(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        fputs("usage: mpirun -n N lusoria-mpi solve GAME --table-dir DIR ...\n"
              "       mpirun -n N lusoria-mpi match GAME ...      as lusoria match\n"
              "       mpirun -n N lusoria-mpi tournament ...      as lusoria tournament\n"
              "Each of them has --help; lusoria-mpi(1) has the rest.\n",
              stderr);
    return EXIT_USAGE;
}

int main(int argc, char **argv)
{
    const char *command = argc > 1 ? argv[1] : "";
    program_name_set("lusoria-mpi");
    int status;
    if (!strcmp(command, "solve"))
        status = mpi_solve(argc, argv);
    else if (!strcmp(command, "match") || !strcmp(command, "tournament"))
        status = mpi_match(argc, argv);
    else
        status = no_command(argc, argv);
    MPI_Finalize();
    return status;
}
