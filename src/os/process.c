/* SPDX-License-Identifier: MIT */
/* process.c - see process.h.  Between fork and exec, and in all of the guard, only what
   signal-safety(7) allows is called: other threads may have held any lock. */
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
#include "lusoria.h"

enum { GUARD_PATIENCE_MS = 5000, MAX_ENV = 16, KILLED = 255, GUARDS = 2 };

/* ---- words ---- */

static const char blanks[] = " \t\n";

/* Copies one word to *out; false: a quote without its end. */
static bool copy_word(const char **text, char **out)
{
    char quote = '\0';
    for (; **text && (quote || !strchr(blanks, **text)); ++*text) {
        char c = **text;
        if (c == '\\' && quote != '\'' && (*text)[1])
            *(*out)++ = *++*text;
        else if (c == quote)
            quote = '\0';
        else if (!quote && (c == '\'' || c == '"'))
            quote = c;
        else
            *(*out)++ = c;
    }
    *(*out)++ = '\0';
    return !quote;
}

char **command_split(const char *text)
{
    size_t bytes = strlen(text) + 2, most = bytes / 2 + 2, n = 0;
    char **words = malloc(most * sizeof *words + bytes);
    char *out = (char *)(words + most);
    bool good = words;
    while (good && *(text += strspn(text, blanks))) {
        words[n++] = out;
        good = copy_word(&text, &out);
    }
    if (!good || n == 0) {
        free(words);
        return NULL;
    }
    words[n] = NULL;
    return words;
}

/* ---- the program ---- */

/* What is decided before the fork. */
struct start {
    char *const *argv;
    char *env[MAX_ENV];
    int theirs[3], hold;
    struct rlimit memory; /* rlim_max 0: no limit */
};

static void clean_signals(void)
{
    struct sigaction usual = {.sa_handler = SIG_DFL};
    sigset_t none;
    for (int s = 1; s < NSIG; s++)
        sigaction(s, &usual, NULL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

/* The parts of a message that are not known when it is compiled. */
static void say_not_run(const char *name)
{
    static const char before[] = "lusoria: cannot run ", after[] = "\n";
    ssize_t n = write(STDERR_FILENO, before, sizeof before - 1);
    n += write(STDERR_FILENO, name, strlen(name));
    n += write(STDERR_FILENO, after, 1);
    _exit(n > 0 ? 127 : 126);
}

/* A program that kills its guard goes with it. */
static void run(const struct start *s)
{
    static const struct rlimit none = {0, 0};
    prctl(PR_SET_PDEATHSIG, (unsigned long)SIGKILL, 0L, 0L, 0L);
    setsid();
    clean_signals();
    setrlimit(RLIMIT_CORE, &none);
    if (s->memory.rlim_max)
        setrlimit(RLIMIT_DATA, &s->memory);
    for (int i = 0; i < 3; i++)
        dup2(s->theirs[i], i);
    close_range(3, ~0U, 0);
    execvpe(s->argv[0], s->argv, s->env);
    say_not_run(s->argv[0]);
}

/* ---- the guard ---- */

/* Sends SIGKILL to every child; their numbers are words of a file. */
static void kill_children(void)
{
    char bytes[4096];
    ssize_t n;
    pid_t pid = 0;
    int fd = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
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
    close(fd);
}

static void on_child(int signal)
{
    (void)signal;
}

/* Until the program ends or `hold`, descriptor 0, is closed; its exit code. */
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

/* SIGCHLD is blocked but for the time in pselect, so none is missed. */
static void become_guard(void)
{
    struct sigaction child = {.sa_handler = on_child};
    sigset_t blocked;
    setsid();
    clean_signals();
    prctl(PR_SET_CHILD_SUBREAPER, 1L, 0L, 0L, 0L);
    sigaction(SIGCHLD, &child, NULL);
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGCHLD);
    sigprocmask(SIG_BLOCK, &blocked, NULL);
}

/* A program can kill its parent: behind the guard stands another, to whom the children
   fall then. */
static void guard(const struct start *s)
{
    pid_t child = 0;
    int code = KILLED;
    for (int i = 0; i < GUARDS && child == 0; i++) {
        become_guard();
        child = fork();
    }
    if (child == 0)
        run(s);
    dup2(s->hold, 0);
    close_range(1, ~0U, 0);
    if (child > 0)
        code = wait_for_end(child);
    do
        kill_children();
    while (waitpid(-1, NULL, 0) > 0 || errno == EINTR);
    _exit(code);
}

/* ---- our side ---- */

/* The environment a program may see.  Nothing of a game is ever put into ours. */
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

/* Descriptors 0 to 2 are to be the program's: ours lie above. */
static int above(int fd)
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
            pipes[i][end] = good ? above(pipes[i][end]) : -1;
    }
    return good && pipes[HOLD][1] >= 0;
}

/* Both ends, or the ends that are not ours: we write to in and hold, read the others. */
static void close_pipes(int pipes[PIPES][2], bool all)
{
    for (int i = 0; i < PIPES; i++)
        for (int end = 0; end < 2; end++)
            if (pipes[i][end] >= 0 && (all || end == (i == OUT || i == ERR)))
                close(pipes[i][end]);
}

int process_start(struct process *p, char *const argv[], int memory_mb)
{
    int pipes[PIPES][2];
    rlim_t bytes = (rlim_t)memory_mb << 20;
    struct start s = {.argv = argv, .memory = {bytes, bytes}};
    bool good = make_pipes(pipes);
    choose_env(s.env);
    s.hold = pipes[HOLD][0];
    s.theirs[0] = pipes[IN][0];
    s.theirs[1] = pipes[OUT][1];
    s.theirs[2] = pipes[ERR][1];
    prctl(PR_SET_DUMPABLE, 0L, 0L, 0L, 0L);
    pid_t pid = good ? fork() : -1;
    if (pid == 0)
        guard(&s);
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

static bool guard_ends(pid_t pid, int patience_ms, int *status)
{
    static const struct timespec millisecond = {0, 1000000};
    for (; waitpid(pid, status, WNOHANG) == 0; patience_ms--) {
        if (patience_ms <= 0)
            return false;
        nanosleep(&millisecond, NULL);
    }
    return true;
}

/* A guard that does not end was itself attacked: then it goes too. */
int process_end(struct process *p, int patience_ms)
{
    int status = 0;
    if (p->in >= 0)
        close(p->in);
    bool ended = guard_ends(p->guard, patience_ms, &status);
    close(p->out);
    close(p->err);
    close(p->hold);
    if (!ended && !guard_ends(p->guard, GUARD_PATIENCE_MS, &status)) {
        kill(p->guard, SIGKILL);
        waitpid(p->guard, &status, 0);
    }
    return WIFEXITED(status) && WEXITSTATUS(status) != KILLED ? WEXITSTATUS(status) : -1;
}
