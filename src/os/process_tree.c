/* SPDX-License-Identifier: MIT */
/* process_tree.c - see process_tree.h.

   A round of killing (kill_round):

       read_processes   every process of the system, from /proc/PID/stat
       mark_doomed      the guard, the orphans, and everything below them
       kill_entry       SIGKILL to each that is alive

   Between reading and killing a process may start another one, so rounds are repeated until
   one finds none alive.  A process that is killed cannot start more, so this ends unless a
   program forks faster than it is killed; then the time limit ends it. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "os/clock.h"
#include "os/process_tree.h"

/* ---- the processes of the system ---- */

struct process_entry {
    pid_t pid, parent;
    unsigned long long started; /* with `pid` it identifies a process */
    bool dead;                  /* a zombie */
    bool doomed;                /* to be killed */
};

struct process_list {
    struct process_entry *entry;
    size_t n, cap;
};

/* Reads /proc/PID/stat: "pid (name) state ppid ...", the start time is field 22.  The name
   may contain anything, also ')'. */
static bool read_entry(pid_t pid, struct process_entry *e)
{
    char path[32], text[1024];
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    FILE *f = fopen(path, "re");
    size_t n = f ? fread(text, 1, sizeof text - 1, f) : 0;
    if (f)
        fclose(f);
    text[n] = '\0';
    char *rest = strrchr(text, ')'), state;
    int parent;
    *e = (struct process_entry){.pid = pid};
    if (!rest || sscanf(rest + 1,
                        " %c %d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d "
                        "%*d %*d %*d %llu",
                        &state, &parent, &e->started) != 3)
        return false;
    e->parent = parent;
    e->dead = state == 'Z' || state == 'X';
    return true;
}

static bool append_entry(struct process_list *l, const struct process_entry *e)
{
    if (l->n == l->cap) {
        size_t cap = l->cap ? 2 * l->cap : 256;
        struct process_entry *more = realloc(l->entry, cap * sizeof *more);
        if (!more)
            return false;
        l->entry = more;
        l->cap = cap;
    }
    l->entry[l->n++] = *e;
    return true;
}

/* Processes that end meanwhile are left out.  The caller frees l->entry in any case. */
static bool read_processes(struct process_list *l)
{
    DIR *dir = opendir("/proc");
    struct dirent *d;
    bool good = dir;
    *l = (struct process_list){0};
    while (good && (d = readdir(dir))) {
        struct process_entry e;
        long pid = strtol(d->d_name, NULL, 10);
        if (pid > 0 && read_entry((pid_t)pid, &e))
            good = append_entry(l, &e);
    }
    if (dir)
        closedir(dir);
    return good && l->n > 0;
}

/* ---- guards ---- */

enum { MAX_GUARDS = 1024, MAX_FOREIGN = 256 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of all below */
static pid_t guards[MAX_GUARDS];
static int n_guards;
static pid_t foreign[MAX_FOREIGN]; /* children from before: a shell may have exec'ed us.
                                      They are never waited for, so their numbers are not
                                      used again */
static int n_foreign;
static bool initialised;

static bool contains(const pid_t *list, int n, pid_t pid)
{
    for (int i = 0; i < n; i++)
        if (list[i] == pid)
            return true;
    return false;
}

/* Remembers the children from before and becomes a subreaper.  False: errno says why. */
static bool initialise(void)
{
    struct process_list l;
    bool good = read_processes(&l);
    int error = good ? 0 : errno;
    for (size_t i = 0; good && i < l.n; i++)
        if (l.entry[i].parent == getpid()) {
            if (n_foreign == MAX_FOREIGN) {
                error = EAGAIN;
                good = false;
            } else {
                foreign[n_foreign++] = l.entry[i].pid;
            }
        }
    free(l.entry);
    if (good && prctl(PR_SET_CHILD_SUBREAPER, 1L, 0L, 0L, 0L) == 0)
        return true;
    n_foreign = 0;
    errno = error ? error : errno ? errno : ENOSYS;
    return false;
}

bool process_tree_init(void)
{
    pthread_mutex_lock(&lock);
    if (!initialised)
        initialised = initialise();
    bool good = initialised;
    pthread_mutex_unlock(&lock);
    return good;
}

pid_t process_tree_fork(void)
{
    pid_t pid = -1;
    pthread_mutex_lock(&lock);
    if (n_guards < MAX_GUARDS)
        pid = fork();
    else
        errno = EAGAIN;
    if (pid == 0)
        return 0; /* the guard never uses the lock */
    if (pid > 0)
        guards[n_guards++] = pid;
    pthread_mutex_unlock(&lock);
    return pid;
}

void process_tree_forget(pid_t guard)
{
    pthread_mutex_lock(&lock);
    for (int i = 0; i < n_guards; i++)
        if (guards[i] == guard)
            guards[i] = guards[--n_guards];
    pthread_mutex_unlock(&lock);
}

/* ---- killing ---- */

static bool is_orphan(const struct process_entry *e)
{
    return e->parent == getpid() && !contains(guards, n_guards, e->pid) &&
           !contains(foreign, n_foreign, e->pid);
}

/* Marks the guard, the orphans and all their descendants: children of marked processes,
   until a sweep finds no more. */
static void mark_doomed(struct process_list *l, pid_t guard)
{
    bool changed = true;
    for (size_t i = 0; i < l->n; i++)
        l->entry[i].doomed = l->entry[i].pid == guard || is_orphan(&l->entry[i]);
    while (changed) {
        changed = false;
        for (size_t i = 0; i < l->n; i++)
            for (size_t k = 0; k < l->n && !l->entry[i].doomed; k++)
                if (l->entry[k].doomed && l->entry[k].pid == l->entry[i].parent)
                    changed = l->entry[i].doomed = true;
    }
}

/* The pidfd is opened first and the process compared afterwards, so that a number that was
   given to another process meanwhile is not killed. */
static void kill_entry(const struct process_entry *e)
{
    struct process_entry now;
    int fd = (int)syscall(SYS_pidfd_open, e->pid, 0);
    if (!read_entry(e->pid, &now) || now.started != e->started) {
        if (fd >= 0)
            close(fd);
        return;
    }
    if (fd < 0) { /* a kernel before 5.3 */
        kill(e->pid, SIGKILL);
        return;
    }
    syscall(SYS_pidfd_send_signal, fd, SIGKILL, NULL, 0);
    close(fd);
}

/* One round.  Returns the number of doomed processes that were alive; -1: failed. */
static int kill_round(pid_t guard)
{
    struct process_list l;
    int alive = 0;
    pthread_mutex_lock(&lock);
    bool good = read_processes(&l);
    if (good)
        mark_doomed(&l, guard);
    for (size_t i = 0; good && i < l.n; i++) {
        const struct process_entry *e = &l.entry[i];
        if (e->doomed && !e->dead) {
            kill_entry(e);
            alive++;
        } else if (e->dead && is_orphan(e)) {
            waitpid(e->pid, NULL, WNOHANG);
        }
    }
    pthread_mutex_unlock(&lock);
    free(l.entry);
    return good ? alive : -1;
}

bool process_tree_kill(pid_t guard, int within_ms)
{
    static const struct timespec pause = {0, 2000000};
    double deadline = clock_ms() + within_ms;
    int alive;
    while ((alive = kill_round(guard)) > 0 && clock_ms() < deadline)
        nanosleep(&pause, NULL);
    return alive == 0;
}
