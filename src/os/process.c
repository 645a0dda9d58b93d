/* SPDX-License-Identifier: MIT */
/* process.c - see process.h.

   Between fork and exec, and in the guards, only async-signal-safe functions are called
   (signal-safety(7)), because other threads may have held any lock during the fork. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "os/process.h"
#include "os/process_tree.h"
#include "lusoria.h"

/* A guard that does not end within GUARD_MS was stopped by its program; then there are
   KILL_MS to kill what is below it.  KILLED is the exit code of a guard that ended its
   program.  With two guards a program that kills its parent is still contained. */
enum { GUARD_MS = 200, KILL_MS = 1000, MAX_ENV = 16, KILLED = 255, GUARDS = 2 };

/* ---- the program ---- */

/* Everything that is prepared before the fork. */
struct process_setup {
    char *const *argv;
    char *env[MAX_ENV];
    int theirs[3], hold;  /* the program's ends of the pipes; the guards' end of hold */
    struct rlimit memory; /* rlim_max 0: no limit */
};

static void reset_signals(void)
{
    struct sigaction standard = {.sa_handler = SIG_DFL};
    sigset_t none;
    for (int s = 1; s < NSIG; s++)
        sigaction(s, &standard, NULL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

/* Ends the child with a message on its standard error. */
static void fail_start(const char *what, const char *name, int code)
{
    ssize_t n = write(STDERR_FILENO, what, strlen(what));
    n += write(STDERR_FILENO, name, strlen(name));
    n += write(STDERR_FILENO, "\n", 1);
    _exit(n > 0 ? code : 126);
}

/* The program is killed together with its guard. */
static void run_program(const struct process_setup *s)
{
    static const struct rlimit none = {0, 0};
    prctl(PR_SET_PDEATHSIG, (unsigned long)SIGKILL, 0L, 0L, 0L);
    setsid();
    reset_signals();
    setrlimit(RLIMIT_CORE, &none);
    if (s->memory.rlim_max)
        setrlimit(RLIMIT_DATA, &s->memory);
    for (int i = 0; i < 3; i++)
        dup2(s->theirs[i], i);
    if (close_range(3, ~0U, 0) < 0)
        fail_start("lusoria: cannot close descriptors before running ", s->argv[0], 126);
    execvpe(s->argv[0], s->argv, s->env);
    fail_start("lusoria: cannot run ", s->argv[0], 127);
}

/* ---- the guard ---- */

/* A guard that cannot do its work ends; the referee then kills what it guarded. */
static void give_up(void)
{
    kill(getpid(), SIGKILL);
}

/* Sends SIGKILL to every child; the file contains their numbers. */
static void kill_children(void)
{
    char bytes[4096];
    ssize_t n;
    pid_t pid = 0;
    int fd = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        give_up();
    while ((n = read(fd, bytes, sizeof bytes)) > 0)
        for (ssize_t i = 0; i < n; i++) {
            if (bytes[i] >= '0' && bytes[i] <= '9') {
                pid = 10 * pid + (bytes[i] - '0');
                continue;
            }
            if (pid > 0)
                kill(pid, SIGKILL);
            pid = 0;
        }
    if (n < 0)
        give_up();
    close(fd);
}

/* Empty: a signal with a handler interrupts pselect. */
static void on_child(int signal)
{
    (void)signal;
}

/* Waits until the program ends or `hold`, descriptor 0, is closed.  Returns the exit code
   of the program, or KILLED. */
static int wait_for_end(pid_t program)
{
    sigset_t none;
    pid_t dead;
    fd_set fds;
    int status;
    sigemptyset(&none);
    for (;;) {
        while ((dead = waitpid(-1, &status, WNOHANG)) > 0)
            if (dead == program)
                return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
        FD_ZERO(&fds);
        FD_SET(0, &fds);
        if (pselect(1, &fds, NULL, NULL, NULL, &none) > 0)
            return KILLED;
    }
}

/* SIGCHLD is unblocked only during pselect, so that none is missed. */
static void become_guard(void)
{
    struct sigaction child = {.sa_handler = on_child};
    sigset_t blocked;
    setsid();
    reset_signals();
    prctl(PR_SET_CHILD_SUBREAPER, 1L, 0L, 0L, 0L);
    sigaction(SIGCHLD, &child, NULL);
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGCHLD);
    sigprocmask(SIG_BLOCK, &blocked, NULL);
}

/* The program may kill the guard that is its parent: its children then fall to the other
   guard. */
static void run_guards(const struct process_setup *s)
{
    pid_t child = 0;
    int code = KILLED;
    for (int i = 0; i < GUARDS && child == 0; i++) {
        become_guard();
        child = fork();
    }
    if (child == 0)
        run_program(s);
    dup2(s->hold, 0);
    if (close_range(1, ~0U, 0) < 0)
        give_up();
    if (child > 0)
        code = wait_for_end(child);
    do
        kill_children();
    while (waitpid(-1, NULL, 0) > 0 || errno == EINTR);
    _exit(code);
}

/* ---- the referee ---- */

/* The environment variables the program gets: no LD_PRELOAD, no keys and tokens of other
   programs. */
static void choose_env(char *env[MAX_ENV])
{
    static const char *const names[] = {
        "PATH=", "HOME=",     "USER=",   "LOGNAME=", "LANG=", "LC_ALL=",
        "TZ=",   "LC_CTYPE=", "TMPDIR=", "TERM=",    NULL};
    int n = 0;
    for (char **e = environ; e && *e; e++)
        for (int i = 0; names[i]; i++)
            if (n < MAX_ENV - 1 && !strncmp(*e, names[i], strlen(names[i])))
                env[n++] = *e;
    env[n] = NULL;
}

/* Moves a descriptor above 2, because 0 to 2 become the program's. */
static int move_above_2(int fd)
{
    if (fd < 0 || fd > 2)
        return fd;
    int moved = fcntl(fd, F_DUPFD_CLOEXEC, 3);
    close(fd);
    return moved;
}

enum { IN, OUT, ERR, HOLD, PIPES };

static bool make_pipes(int pipes[PIPES][2])
{
    bool good = true;
    for (int i = 0; i < PIPES; i++) {
        good = good && pipe2(pipes[i], O_CLOEXEC) == 0;
        for (int end = 0; end < 2; end++)
            pipes[i][end] = good ? move_above_2(pipes[i][end]) : -1;
    }
    return good && pipes[HOLD][1] >= 0;
}

/* Closes both ends, or only the program's: we write to IN and HOLD and read the others. */
static void close_pipes(int pipes[PIPES][2], bool all)
{
    for (int i = 0; i < PIPES; i++)
        for (int end = 0; end < 2; end++)
            if (pipes[i][end] >= 0 && (all || end == (i == OUT || i == ERR)))
                close(pipes[i][end]);
}

const char *process_unsupported(void)
{
    if (!process_tree_init())
        return "/proc cannot be read, so the processes of a program could not be ended";
    if (close_range(~0U, ~0U, 0) < 0)
        return "the system call close_range is missing (it needs Linux 5.9)";
    return NULL;
}

int process_start(struct process *p, char *const argv[], int memory_mb)
{
    int pipes[PIPES][2];
    rlim_t bytes = (rlim_t)memory_mb << 20;
    struct process_setup s = {.argv = argv, .memory = {bytes, bytes}};
    if (process_unsupported())
        return LUS_EFILE;
    bool good = make_pipes(pipes);
    choose_env(s.env);
    s.hold = pipes[HOLD][0];
    s.theirs[0] = pipes[IN][0];
    s.theirs[1] = pipes[OUT][1];
    s.theirs[2] = pipes[ERR][1];
    prctl(PR_SET_DUMPABLE, 0L, 0L, 0L, 0L);
    pid_t pid = good ? process_tree_fork() : -1;
    if (pid == 0)
        run_guards(&s);
    close_pipes(pipes, pid < 0);
    if (pid < 0)
        return LUS_EFILE;
    *p =
        (struct process){pid, pipes[HOLD][1], pipes[IN][1], pipes[OUT][0], pipes[ERR][0]};
    fcntl(p->in, F_SETFL, O_NONBLOCK);
    fcntl(p->out, F_SETFL, O_NONBLOCK);
    fcntl(p->err, F_SETFL, O_NONBLOCK);
    return 0;
}

/* Waits for the guard and forgets it; false: it did not end within that time. */
static bool wait_guard(pid_t pid, int within_ms, int *status)
{
    static const struct timespec millisecond = {0, 1000000};
    for (; waitpid(pid, status, WNOHANG) == 0; within_ms--) {
        if (within_ms <= 0)
            return false;
        nanosleep(&millisecond, NULL);
    }
    process_tree_forget(pid);
    return true;
}

/* A guard that ended by itself has killed everything below it.  One that was stopped or
   killed has not: then it is done here. */
int process_end(struct process *p, int patience_ms)
{
    int status = 0;
    if (p->in >= 0)
        close(p->in);
    bool ended = wait_guard(p->guard, patience_ms, &status);
    close(p->out);
    if (p->err >= 0)
        close(p->err);
    close(p->hold);
    ended = ended || wait_guard(p->guard, GUARD_MS, &status);
    if (ended && WIFEXITED(status))
        return WEXITSTATUS(status) != KILLED ? WEXITSTATUS(status) : PROCESS_KILLED;
    bool killed = process_tree_kill(ended ? 0 : p->guard, KILL_MS);
    if (!ended)
        killed = wait_guard(p->guard, GUARD_MS, &status) && killed;
    return killed ? PROCESS_KILLED : PROCESS_LEFT;
}
