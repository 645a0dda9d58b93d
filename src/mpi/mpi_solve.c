/* SPDX-License-Identifier: MIT */
/* mpi_solve.c - lusoria-mpi solve: tables of Ur, Senet and Awari on several processes.

   Rank 0 builds the table as lusoria solve does; the others help with its layers:

       rank 0                                              other ranks
       lead: solve_run      -- the number of a layer -->   help: team_work
                            <--- cells, changes ------->
                            -- TEAM_QUIT ------------->    end

   If a rank is killed, mpirun ends the others, and the same command continues from the last
   checkpoint, with any number of ranks.  mpi_solve: see mpi_commands.h. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cli/solve_cli.h"
#include "mpi/mpi_commands.h"
#include "os/clock.h"
#include "os/memory.h"
#include "race/team.h"
#include "solve/table.h"

enum { PIECE = 1 << 30 }; /* bytes of one message, at most: MPI counts in int */

/* What a rank has sent and waited for.  A plain value, which rank 0 collects. */
struct traffic {
    unsigned long long bytes, messages; /* sent */
    unsigned long long exchanges;       /* rounds of messages, one per step of a pass */
    unsigned long long passes, peak;    /* peak: memory_peak */
    double mpi_ms, cpu_ms;              /* in calls of MPI; of the processor */
};

/* A rank of the job. */
struct mpi_team {
    struct solve_team team; /* the first member: callbacks get a pointer to it */
    struct traffic sent;
    struct traffic logged; /* `sent` at the last line of -v */
    double logged_ms;
    bool verbose;
};

/* ---- the connection: the functions of struct solve_team (race/team.h).  All ranks call the
   same one at the same time ---- */

/* The largest of the numbers of all ranks. */
static double team_max(struct solve_team *t, double mine)
{
    struct mpi_team *m = (struct mpi_team *)t;
    double most, started = clock_ms();
    MPI_Allreduce(&mine, &most, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    m->sent.mpi_ms += clock_ms() - started;
    return most;
}

/* Every rank gets the n bytes of each rank, in the order of the ranks. */
static void team_gather(struct solve_team *t, const uint8_t *mine, uint64_t n,
                        uint8_t *all)
{
    (void)t;
    MPI_Allgather(mine, (int)n, MPI_BYTE, all, (int)n, MPI_BYTE, MPI_COMM_WORLD);
}

/* Starts to send or receive a message in pieces; returns their number. */
static int start(char *bytes, uint64_t n, int rank, bool sending, MPI_Request *request)
{
    int pieces = 0;
    for (uint64_t at = 0; at < n; at += PIECE, pieces++) {
        int some = n - at < PIECE ? (int)(n - at) : PIECE;
        if (sending)
            MPI_Isend(bytes + at, some, MPI_BYTE, rank, 0, MPI_COMM_WORLD, request++);
        else
            MPI_Irecv(bytes + at, some, MPI_BYTE, rank, 0, MPI_COMM_WORLD, request++);
    }
    return pieces;
}

/* Whether a message is left out. */
static bool no_message(const struct solve_team *t, const struct team_message *m)
{
    return m->rank == t->rank || m->n == 0;
}

/* The receives are posted first, so that no message needs a copy. */
static void team_exchange(struct solve_team *t, const struct team_message *send,
                          uint64_t n_send, struct team_message *receive,
                          uint64_t n_receive)
{
    struct mpi_team *m = (struct mpi_team *)t;
    double started = clock_ms();
    uint64_t pieces = 0;
    int n = 0;
    for (uint64_t i = 0; i < n_send; i++)
        pieces += send[i].n / PIECE + 1;
    for (uint64_t i = 0; i < n_receive; i++)
        pieces += receive[i].n / PIECE + 1;
    MPI_Request *request = malloc((size_t)pieces * sizeof *request + 1);
    if (!request)
        MPI_Abort(MPI_COMM_WORLD, 1);
    for (uint64_t i = 0; i < n_receive; i++)
        if (!no_message(t, &receive[i]))
            n += start(receive[i].bytes, receive[i].n, receive[i].rank, false,
                       request + n);
    for (uint64_t i = 0; i < n_send; i++)
        if (!no_message(t, &send[i])) {
            int sent = start(send[i].bytes, send[i].n, send[i].rank, true, request + n);
            n += sent;
            m->sent.messages += (unsigned)sent;
            t->bytes_sent += send[i].n;
        }
    MPI_Waitall(n, request, MPI_STATUSES_IGNORE);
    free(request);
    m->sent.exchanges++;
    m->sent.mpi_ms += clock_ms() - started;
}

/* Every rank gets the number of rank 0. */
static int team_broadcast(struct solve_team *t, int number)
{
    (void)t;
    MPI_Bcast(&number, 1, MPI_INT, 0, MPI_COMM_WORLD);
    return number;
}

/* ---- the command ---- */

/* Fills in what is not counted by the callbacks. */
static void update_traffic(struct mpi_team *m)
{
    m->sent.bytes = m->team.bytes_sent;
    m->sent.passes = m->team.passes;
    m->sent.peak = memory_peak();
    m->sent.cpu_ms = clock_cpu_ms();
}

/* "  rank 0: 53 passes, 1.25 MB in 371 messages per pass, 53 exchanges, ..." */
static void log_traffic(struct mpi_team *m)
{
    const struct traffic *now = &m->sent, *last = &m->logged;
    update_traffic(m);
    unsigned long long passes = now->passes - last->passes;
    double per = passes ? 1.0 / (double)passes : 1;
    fprintf(
        stderr,
        "  rank 0: %llu passes of %.3f MB in %.1f messages and %.1f exchanges; %.2f s, "
        "%.2f s of CPU, %.2f s in MPI\n",
        passes, per * (double)(now->bytes - last->bytes) / 1e6,
        per * (double)(now->messages - last->messages),
        per * (double)(now->exchanges - last->exchanges),
        (clock_ms() - m->logged_ms) / 1e3, (now->cpu_ms - last->cpu_ms) / 1e3,
        (now->mpi_ms - last->mpi_ms) / 1e3);
    m->logged = *now;
    m->logged_ms = clock_ms();
}

/* Callback of solve_run: progress, on rank 0 only. */
static void log_line(void *arg, const char *line)
{
    struct mpi_team *m = arg;
    fprintf(stderr, "%s\n", line);
    if (m->verbose && !strncmp(line, "layer ", 6))
        log_traffic(m);
}

static const struct command mpi_solve_command = {
    "solve", "GAME[:RULES] --table-dir DIR",
    "build a table of Ur, Senet or Awari on several processes", NULL,
    "$ mpirun -n 4 lusoria-mpi solve senet:blockade --pieces 4 --table-dir /shared\n"
    "$ mpirun -n 4 lusoria-mpi solve awari --stones 17 --table-dir /shared -v\n"};

enum { PROCEED = -1 };

/* Reads the command line.  Returns PROCEED, or the exit code after a message or --help. */
static int read_options(int argc, char **argv, struct solve_request *q, bool *verbose)
{
    const char *words[1];
    const struct option options[] = {
        SOLVE_OPTIONS(q, "threads of each rank (1)",
                      "Ur, Senet: values that a rank keeps in memory (8G, 500M); others "
                      "are sent again"),
        {"verbose", 'v', OPTION_FLAG, verbose, 0, 0, NULL,
         "print what each rank sent, waited and used"},
        {0},
    };
    *q = (struct solve_request)SOLVE_DEFAULTS;
    q->threads = 1;
    int n = options_read(&mpi_solve_command, options, argc - 1, argv + 1, words, 1, 1);
    if (n < 0)
        return -1 - n;
    if (!q->folder)
        return print_usage_error("give --table-dir DIR, a folder that all ranks see");
    int status = solve_request_check(q, words[0]);
    if (status == EXIT_DONE && !solver_of(q->r)->team_work)
        status = print_failure("lusoria-mpi solves Ur, Senet and Awari only");
    return status == EXIT_DONE ? PROCEED : status;
}

/* The same for all ranks, which have the same command line: rank 0 reads it first and prints
   what is wrong. */
static int read_on_ranks(int argc, char **argv, int rank, struct solve_request *q,
                         bool *verbose)
{
    int status = rank ? 0 : read_options(argc, argv, q, verbose);
    MPI_Bcast(&status, 1, MPI_INT, 0, MPI_COMM_WORLD);
    return rank && status == PROCEED ? read_options(argc, argv, q, verbose) : status;
}

/* Rank 0: builds the table.  The command is that of lusoria: the file is the same. */
static int lead(const struct solve_request *q, struct mpi_team *t)
{
    char path[4096], why[256];
    struct solve_options o = solve_request_options(q);
    o.team = &t->team;
    o.log = log_line;
    o.arg = t;
    int status = solve_run(&o, path, sizeof path, why);
    if (status < 0) {
        fprintf(stderr, "lusoria-mpi: %s\n", why);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    team_broadcast(&t->team, TEAM_QUIT);
    printf("%s\n", path);
    return 0;
}

/* The other ranks: work on the layers until rank 0 broadcasts TEAM_QUIT; an exit code. */
static int help(const struct solve_request *q, struct solve_team *t)
{
    char folder[4096];
    const struct solver *s = solver_of(q->r);
    int size = q->size ? q->size : s->max_size(q->r);
    if (!table_path(q->folder, q->r, size, ".work", folder, sizeof folder))
        return 1;
    struct solve_work work = {.folder = folder,
                              .checkpoint_seconds = q->seconds,
                              .team = t,
                              .memory = q->bytes,
                              .precision = q->precision};
    int status = s->team_work(s, q->r, size, &work, q->threads);
    if (status == LUS_ERANGE) /* on all ranks: rank 0 says it and ends the job */
        MPI_Barrier(MPI_COMM_WORLD);
    if (status < 0) {
        fprintf(stderr, "lusoria-mpi: rank %d: %s\n", t->rank, lus_error_text(status));
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return 0;
}

/* Rank 0 prints how much all ranks have sent, with -v for each rank. */
static void report_messages(struct mpi_team *m)
{
    const struct solve_team *t = &m->team;
    struct traffic *all = calloc((unsigned)t->ranks, sizeof *all);
    unsigned long long bytes = 0;
    if (!all)
        MPI_Abort(MPI_COMM_WORLD, 1);
    update_traffic(m);
    MPI_Gather(&m->sent, sizeof *all, MPI_BYTE, all, sizeof *all, MPI_BYTE, 0,
               MPI_COMM_WORLD);
    for (int i = 0; i < t->ranks && t->rank == 0; i++) {
        const struct traffic *r = &all[i];
        bytes += r->bytes;
        if (m->verbose)
            fprintf(
                stderr,
                "rank %d: sent %.1f MB in %llu messages, %llu exchanges; %.1f s of CPU, "
                "%.1f s in MPI; at most %.0f MB of memory\n",
                i, (double)r->bytes / 1e6, r->messages, r->exchanges, r->cpu_ms / 1e3,
                r->mpi_ms / 1e3, (double)r->peak / 1e6);
    }
    free(all);
    if (t->rank == 0)
        fprintf(stderr, "%d ranks sent %.1f MB\n", t->ranks, (double)bytes / 1e6);
}

int mpi_solve(int argc, char **argv)
{
    struct solve_request q;
    struct mpi_team t = {.team = {.max = team_max,
                                  .gather = team_gather,
                                  .exchange = team_exchange,
                                  .broadcast = team_broadcast},
                         .logged_ms = clock_ms()};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &t.team.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &t.team.ranks);
    int status = read_on_ranks(argc, argv, t.team.rank, &q, &t.verbose);
    if (status != PROCEED)
        return status;
    status = t.team.rank ? help(&q, &t.team) : lead(&q, &t);
    report_messages(&t);
    return status;
}
