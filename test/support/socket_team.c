/* SPDX-License-Identifier: MIT */
/* socket_team.c - see socket_team.h.

   Each two ranks have a pair of sockets.  All ranks handle the pairs in the same order, and
   the lower rank of a pair sends first: no two ranks wait for each other. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>
#include "support/socket_team.h"

enum { MAX_RANKS = 8, PATIENCE = 60 };

static int line[MAX_RANKS][MAX_RANKS]; /* line[i][j]: the socket of rank i to rank j */

/* Sends or receives n bytes; a rank whose connection is broken ends. */
static void transfer(struct solve_team *t, int with, char *bytes, uint64_t n,
                     bool sending)
{
    int fd = line[t->rank][with];
    for (uint64_t done = 0; done < n;) {
        ssize_t some = sending ? send(fd, bytes + done, n - done, MSG_NOSIGNAL)
                               : recv(fd, bytes + done, n - done, 0);
        if (some <= 0)
            _exit(some < 0 && errno == EAGAIN ? SOCKET_TEAM_SILENT : SOCKET_TEAM_BROKEN);
        done += (uint64_t)some;
    }
}

/* Sends or receives the messages of a list for or from one rank.  The lengths are compared:
   both ranks must expect the same. */
static void transfer_all(struct solve_team *t, int with, const struct team_message *m,
                         uint64_t n, bool sending)
{
    for (uint64_t i = 0; i < n; i++) {
        uint64_t bytes = m[i].n;
        if (m[i].rank != with || bytes == 0)
            continue;
        transfer(t, with, (char *)&bytes, sizeof bytes, sending);
        if (bytes != m[i].n)
            _exit(SOCKET_TEAM_BROKEN);
        transfer(t, with, m[i].bytes, bytes, sending);
        t->bytes_sent += sending ? bytes : 0;
    }
}

static void exchange(struct solve_team *t, const struct team_message *send_list,
                     uint64_t n_send, struct team_message *receive, uint64_t n_receive)
{
    for (int low = 0; low < t->ranks; low++)
        for (int high = low + 1; high < t->ranks; high++)
            if (t->rank == low || t->rank == high) {
                int with = t->rank == low ? high : low;
                if (t->rank == low)
                    transfer_all(t, with, send_list, n_send, true);
                transfer_all(t, with, receive, n_receive, false);
                if (t->rank == high)
                    transfer_all(t, with, send_list, n_send, true);
            }
}

static void gather(struct solve_team *t, const uint8_t *mine, uint64_t n, uint8_t *all)
{
    struct team_message to[MAX_RANKS], from[MAX_RANKS];
    for (int i = 0; i < t->ranks; i++) {
        to[i] = (struct team_message){(char *)mine, n, n, i};
        from[i] = (struct team_message){(char *)all + (uint64_t)i * n, n, n, i};
    }
    memcpy(all + (uint64_t)t->rank * n, mine, n);
    uint64_t sent = t->bytes_sent; /* counts messages only, as in src/mpi */
    exchange(t, to, (uint64_t)t->ranks, from, (uint64_t)t->ranks);
    t->bytes_sent = sent;
}

static double max(struct solve_team *t, double mine)
{
    double all[MAX_RANKS], most = mine;
    gather(t, (const uint8_t *)&mine, sizeof mine, (uint8_t *)all);
    for (int i = 0; i < t->ranks; i++)
        most = all[i] > most ? all[i] : most;
    return most;
}

static int broadcast(struct solve_team *t, int number)
{
    int all[MAX_RANKS];
    gather(t, (const uint8_t *)&number, sizeof number, (uint8_t *)all);
    return all[0];
}

/* ---- processes ---- */

static void connect_ranks(int ranks)
{
    struct timeval patience = {PATIENCE, 0};
    for (int low = 0; low < ranks; low++)
        for (int high = low + 1; high < ranks; high++) {
            int pair[2];
            assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
            line[low][high] = pair[0];
            line[high][low] = pair[1];
            for (int i = 0; i < 2; i++)
                setsockopt(pair[i], SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
        }
}

/* Closes the sockets of all ranks but one, so that the end of a rank is noticed. */
static void close_others(int ranks, int rank)
{
    for (int i = 0; i < ranks; i++)
        for (int j = 0; j < ranks; j++)
            if (i != j && i != rank)
                close(line[i][j]);
}

/* exit, not _exit: the counters of a coverage build are written. */
int socket_team_run(int ranks, int (*work)(struct solve_team *t, void *arg), void *arg)
{
    pid_t child[MAX_RANKS];
    int status[MAX_RANKS];
    connect_ranks(ranks);
    fflush(NULL);
    for (int i = 0; i < ranks; i++) {
        struct solve_team t = {i, ranks, max, gather, exchange, broadcast, 0, 0};
        child[i] = fork();
        if (child[i] == 0) {
            close_others(ranks, i);
            exit(work(&t, arg));
        }
    }
    close_others(ranks, -1);
    for (int i = 0; i < ranks; i++)
        assert_int_equal(waitpid(child[i], &status[i], 0), child[i]);
    for (int i = 1; i < ranks; i++)
        if (status[0] == 0 && status[i] != 0)
            return -1;
    return status[0];
}
