/* SPDX-License-Identifier: MIT */
/* signals.c - see signals.h.

   The handlers of Ctrl-C are installed without SA_RESTART, so that a blocked read
   returns. */
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>
#include "os/clock.h"
#include "os/signals.h"

/* Lock-free, because a handler sets them. */
static _Atomic bool interrupted;
static _Atomic int64_t first_interrupt_ms; /* 0: none yet */

/* What interrupt_exit was called with. */
static struct {
    const char *message;
    size_t length;
    int code, failed;
} last_words;

/* One Ctrl-C may arrive as several signals: timeout(1), for example, signals its child and
   then its process group.  Only a later signal ends the program, by the default action. */
static void on_interrupt(int signal_number)
{
    enum { SAME_INTERRUPT_MS = 1000 };
    int64_t now = 1 + (int64_t)clock_ms(), first = 0;
    interrupted = true;
    if (atomic_compare_exchange_strong(&first_interrupt_ms, &first, now) ||
        now - first < SAME_INTERRUPT_MS)
        return;
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

/* If another thread gets a second signal meanwhile, the first one exits. */
static void on_interrupt_exit(int signal_number)
{
    static atomic_flag seen = ATOMIC_FLAG_INIT;
    (void)signal_number;
    if (atomic_flag_test_and_set(&seen))
        return;
    _exit(write(STDERR_FILENO, last_words.message, last_words.length) < 0
              ? last_words.failed
              : last_words.code);
}

/* Installs a handler, unless Ctrl-C was ignored before. */
static void set_interrupt(void (*handler)(int signal_number))
{
    struct sigaction action = {.sa_handler = handler}, before;
    sigemptyset(&action.sa_mask);
    if (sigaction(SIGINT, &action, &before) == 0 && before.sa_handler == SIG_IGN)
        sigaction(SIGINT, &before, NULL);
}

void interrupt_catch(void)
{
    set_interrupt(on_interrupt);
}

bool interrupt_seen(void)
{
    return interrupted;
}

_Atomic bool *interrupt_flag(void)
{
    return &interrupted;
}

void interrupt_exit(const char *message, int code, int failed)
{
    last_words.message = message;
    last_words.length = strlen(message);
    last_words.code = code;
    last_words.failed = failed;
    set_interrupt(on_interrupt_exit);
}

/* A handler and not SIG_IGN, which programs that are run would inherit. */
static void on_file_limit(int signal_number)
{
    (void)signal_number;
}

static sigset_t end_signals(void)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    return set;
}

void end_signals_block(void)
{
    sigset_t set = end_signals();
    pthread_sigmask(SIG_BLOCK, &set, NULL);
}

void end_signals_wait(void)
{
    sigset_t set = end_signals();
    int signal;
    sigwait(&set, &signal);
}

void file_limit_catch(void)
{
    struct sigaction action = {.sa_handler = on_file_limit, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(SIGXFSZ, &action, NULL);
}
