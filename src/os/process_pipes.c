/* SPDX-License-Identifier: MIT */
/* process_pipes.c - the pipes of a running program: see process.h. */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>
#include "os/process.h"

struct process_ready process_wait_output(const struct process *p, int within_ms)
{
    struct pollfd fds[2] = {{p->out, POLLIN, 0}, {p->err, POLLIN, 0}};
    if (poll(fds, 2, within_ms) <= 0)
        return (struct process_ready){false, false};
    return (struct process_ready){fds[0].revents, fds[1].revents};
}

void process_wait_input(const struct process *p, int within_ms)
{
    struct pollfd fd = {p->in, POLLOUT, 0};
    poll(&fd, 1, within_ms);
}

static int read_pipe(int fd, char *bytes, size_t n)
{
    ssize_t got = read(fd, bytes, n);
    if (got > 0)
        return (int)got;
    return got < 0 && (errno == EAGAIN || errno == EINTR) ? 0 : -1;
}

int process_read_out(const struct process *p, char *bytes, size_t n)
{
    return read_pipe(p->out, bytes, n);
}

int process_read_err(struct process *p, char *bytes, size_t n)
{
    int got = p->err < 0 ? -1 : read_pipe(p->err, bytes, n);
    if (got < 0 && p->err >= 0) {
        close(p->err);
        p->err = -1;
    }
    return got;
}

/* Without SIGPIPE, which would end this process if the program has ended. */
int process_write(const struct process *p, const char *bytes, size_t n)
{
    static const struct timespec now = {0, 0};
    sigset_t pipe, before, pending;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    sigpending(&pending);
    pthread_sigmask(SIG_BLOCK, &pipe, &before);
    ssize_t written = write(p->in, bytes, n);
    int error = errno;
    if (written < 0 && error == EPIPE && !sigismember(&pending, SIGPIPE))
        sigtimedwait(&pipe, NULL, &now);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (written >= 0)
        return (int)written;
    return error == EAGAIN || error == EINTR ? 0 : -1;
}
