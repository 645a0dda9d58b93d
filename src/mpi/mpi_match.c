/* SPDX-License-Identifier: MIT */
/* mpi_match.c - lusoria-mpi match and tournament: the pairs are played on all ranks.

   Rank 0 runs the command of lusoria, with its store, its progress and its report.  Its
   --jobs threads play pairs; its main thread gives blocks of pairs to the threads of the
   other ranks and adds their results, which the tally counts in order (arena/match_run.h):

       rank 0: serve                                     other ranks: help
       for each match   -- struct remote_match ------->  open players and tables
                        <- result of a block, or empty   each of --jobs threads
                        -- struct pair_block --------->  play it
                        -- block without pairs ------->  the match is over
       at the end       -- remote_match, 0 pairs ----->  end

   A block takes about BLOCK_MS, so that messages cost little and the last blocks end at
   about the same time.  mpi_match: see mpi_commands.h. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "arena/remote_pairs.h"
#include "cli/match_cli.h"
#include "mpi/mpi_commands.h"
#include "os/clock.h"
#include "os/parallel.h"
#include "solve/table.h"

/* Tags of messages.  A thread of a helper has the tag TAG_THREAD + its number. */
enum { TAG_MATCH = 1, TAG_THREAD = 2 };
enum { BLOCK_MS = 100, BLOCK_PAIRS = 256, BLOCK_BATCH = 1 << 16 };

/* Waits for a message without using a core: MPI itself would spin.  `from` and `tag` may be
   MPI_ANY_SOURCE and MPI_ANY_TAG.  Returns its length. */
static int wait_message(int from, int tag, MPI_Status *status)
{
    int here = 0, n;
    for (MPI_Iprobe(from, tag, MPI_COMM_WORLD, &here, status); !here;
         MPI_Iprobe(from, tag, MPI_COMM_WORLD, &here, status))
        clock_sleep(1);
    MPI_Get_count(status, MPI_BYTE, &n);
    return n;
}

/* Ends all ranks. */
static void fail(int rank, const char *why)
{
    fprintf(stderr, "lusoria-mpi: rank %d: %s\n", rank, why);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

/* ---- rank 0 ---- */

/* The context of serve. */
struct rank_team {
    int ranks;
    int threads_allowed;      /* MPI_THREAD_... */
    int64_t pairs;            /* that the other ranks have played */
    int64_t received, blocks; /* bytes and number of their results */
};

/* The number of pairs of the next block of a thread whose last block is described by
   `last`: as many as take BLOCK_MS, at most twice as many as before, and not more than the
   half of its share of what is left. */
static int64_t block_size(struct match_run *run, const struct remote_head *last,
                          int threads)
{
    int64_t most = match_in_batches(match_run_match(run)) ? BLOCK_BATCH : BLOCK_PAIRS;
    int64_t n = 2 * last->block.n, share = match_run_left(run) / (2 * threads);
    double pair_ms = last->block.n ? last->ms / (double)last->block.n : 0;
    if (pair_ms > 0 && (double)n > BLOCK_MS / pair_ms)
        n = (int64_t)(BLOCK_MS / pair_ms);
    n = n < most ? n : most;
    n = n < share ? n : share;
    return n > 1 ? n : 1;
}

/* Receives one result and answers with the next block.  Returns false if the answer has no
   pairs: the match is over for that thread. */
static bool answer(struct rank_team *t, struct match_run *run, int threads)
{
    MPI_Status from;
    struct remote_head head = {0};
    struct pair_block next;
    int n = wait_message(MPI_ANY_SOURCE, MPI_ANY_TAG, &from);
    char *bytes = malloc((size_t)n + 1);
    if (!bytes)
        fail(0, lus_error_text(LUS_EMEMORY));
    MPI_Recv(bytes, n, MPI_BYTE, from.MPI_SOURCE, from.MPI_TAG, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    match_run_end(run, remote_pairs_add(run, bytes, (size_t)n, &head));
    free(bytes);
    t->pairs += head.block.n;
    t->blocks += head.block.n > 0;
    t->received += n;
    if (!match_run_take(run, block_size(run, &head, threads), &next))
        next.n = 0;
    MPI_Send(&next, sizeof next, MPI_BYTE, from.MPI_SOURCE, from.MPI_TAG, MPI_COMM_WORLD);
    return next.n > 0;
}

static void send_to_all(const struct rank_team *t, const struct remote_match *d)
{
    for (int rank = 1; rank < t->ranks; rank++)
        MPI_Send(d, sizeof *d, MPI_BYTE, rank, TAG_MATCH, MPI_COMM_WORLD);
}

/* Callback of match_play.  It waits for all threads of all helpers, so the helpers are ready
   for the next match when it returns. */
static int serve(void *arg, struct match_run *run)
{
    struct rank_team *t = arg;
    const struct match *m = match_run_match(run);
    struct remote_match *d = malloc(sizeof *d);
    int status = d ? remote_match_describe(d, m) : LUS_EMEMORY;
    if (status == 0 && t->threads_allowed < MPI_THREAD_MULTIPLE)
        d->jobs = 1; /* a rank then has one thread that may call MPI */
    int threads = status == 0 ? (t->ranks - 1) * d->jobs : 0;
    if (status == 0)
        send_to_all(t, d);
    free(d);
    for (int busy = threads; busy > 0;)
        busy -= !answer(t, run, threads + m->jobs);
    return status;
}

/* The commands of lusoria that are run on rank 0. */
static const struct command commands[] = {
    {"match", "GAME[:RULES]", "play many games between two players", cmd_match,
     "$ mpirun -n 4 lusoria-mpi match ur --first ai:4 --second ai:3 --games 2000\n"},
    {"tournament", "[FILE]", "all against all, or a gauntlet", cmd_tournament,
     "$ mpirun -n 4 lusoria-mpi tournament FILE --db results.db\n"},
};

/* Rank 0: the command, then the end of the helpers; its exit code. */
static int lead(struct rank_team *t, int argc, char **argv)
{
    struct match_helpers helpers = {t, serve};
    const struct command *c = &commands[!strcmp(argv[1], "tournament")];
    struct remote_match *end = calloc(1, sizeof *end);
    if (!end)
        fail(0, lus_error_text(LUS_EMEMORY));
    match_cli_use(t->ranks > 1 ? &helpers : NULL);
    int status = c->run(c, argc - 1, argv + 1);
    fflush(stdout);
    if (t->pairs)
        fprintf(stderr, "other ranks: %lld pairs in %lld blocks, %.3f MB\n",
                (long long)t->pairs, (long long)t->blocks, (double)t->received / 1e6);
    send_to_all(t, end);
    free(end);
    return status;
}

/* ---- the other ranks ---- */

/* What the threads of a helper share. */
struct match_helper {
    int rank;
    const struct remote_match *description;
    const struct match *match;
};

/* One thread: asks for blocks and plays them until it gets one without pairs. */
static void help_thread(void *arg, int thread)
{
    const struct match_helper *h = arg;
    struct pair_block block = {0};
    struct remote_head none = {0};
    int tag = TAG_THREAD + thread;
    MPI_Send(&none, sizeof none, MPI_BYTE, 0, tag, MPI_COMM_WORLD);
    for (;;) {
        MPI_Status status;
        struct buffer out = {0};
        wait_message(0, tag, &status);
        MPI_Recv(&block, sizeof block, MPI_BYTE, 0, tag, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
        if (!block.n)
            return;
        remote_pairs_play(h->match, h->description, &block, &out);
        if (out.failed || out.len > INT32_MAX)
            fail(h->rank, lus_error_text(LUS_EMEMORY));
        MPI_Send(out.bytes, (int)out.len, MPI_BYTE, 0, tag, MPI_COMM_WORLD);
        free(out.bytes);
    }
}

/* Plays pairs of one match. */
static void help_match(int rank, const struct remote_match *d)
{
    char why[REMOTE_WHY];
    struct match m;
    struct tables *tables;
    if (remote_match_open(d, &m, &tables, why) < 0)
        fail(rank, why);
    struct match_helper h = {rank, d, &m};
    parallel_run(d->jobs, help_thread, &h);
    tables_close(tables);
}

/* All matches, until a description has no pairs. */
static int help(int rank)
{
    struct remote_match *d = malloc(sizeof *d);
    if (!d)
        fail(rank, lus_error_text(LUS_EMEMORY));
    for (;;) {
        MPI_Status status;
        wait_message(0, TAG_MATCH, &status);
        MPI_Recv(d, sizeof *d, MPI_BYTE, 0, TAG_MATCH, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (!d->pairs)
            break;
        help_match(rank, d);
    }
    free(d);
    return 0;
}

int mpi_match(int argc, char **argv)
{
    struct rank_team t = {0};
    int rank;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &t.threads_allowed);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &t.ranks);
    return rank ? help(rank) : lead(&t, argc, argv);
}
