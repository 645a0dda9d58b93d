/* SPDX-License-Identifier: MIT */
/* console.c - see console.h. */
#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>
#include "os/console.h"

void console_open_closed(void)
{
    int fd;
    do
        fd = open("/dev/null", O_RDONLY); /* the lowest number that is free */
    while (fd >= 0 && fd <= CONSOLE_ERR);
    if (fd > CONSOLE_ERR)
        close(fd);
}

bool console_is_terminal(enum console_stream s)
{
    return isatty((int)s);
}

struct console_size console_size(enum console_stream s)
{
    struct winsize w = {0};
    if (ioctl((int)s, TIOCGWINSZ, &w) < 0 || !w.ws_col || !w.ws_row)
        return (struct console_size){80, 24};
    return (struct console_size){w.ws_col, w.ws_row};
}

bool console_use_locale(void)
{
    setlocale(LC_CTYPE, "");
    return !strcmp(nl_langinfo(CODESET), "UTF-8");
}

long console_read(int fd, char *bytes, size_t n)
{
    ssize_t got;
    do
        got = read(fd, bytes, n);
    while (got < 0 && errno == EINTR);
    return (long)got;
}

bool console_wait(int fd, int ms)
{
    struct pollfd input = {.fd = fd, .events = POLLIN};
    return poll(&input, 1, ms) > 0;
}

bool console_keys(bool on)
{
    static struct termios before;
    struct termios keys;
    if (!on)
        return tcsetattr(STDIN_FILENO, TCSANOW, &before) == 0;
    if (tcgetattr(STDIN_FILENO, &before) < 0)
        return false;
    keys = before;
    keys.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    keys.c_cc[VMIN] = 1;
    keys.c_cc[VTIME] = 0;
    return tcsetattr(STDIN_FILENO, TCSANOW, &keys) == 0;
}

/* ---- a terminal that must be given back ---- */

static FILE *held_errors;
static int real_errors = -1; /* -1: nothing is held */
static const char *crash_escape;
static struct termios crash_modes;
static const int crash_signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTERM};
enum { N_CRASH_SIGNALS = sizeof crash_signals / sizeof crash_signals[0] };

/* Only calls that are safe in a handler.  The default action then ends the process. */
static void on_crash(int signal_number)
{
    const char *escape = crash_escape;
    if (real_errors >= 0) /* the report of a sanitizer must be seen */
        dup2(real_errors, STDERR_FILENO);
    if (escape && write(STDOUT_FILENO, escape, strlen(escape)) > 0)
        tcsetattr(STDIN_FILENO, TCSANOW, &crash_modes);
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

void console_restore_on_crash(const char *escape)
{
    static bool modes_known;
    struct sigaction action = {.sa_handler = escape ? on_crash : SIG_DFL};
    sigemptyset(&action.sa_mask);
    if (!modes_known)
        modes_known = tcgetattr(STDIN_FILENO, &crash_modes) == 0;
    crash_escape = escape;
    for (int i = 0; i < N_CRASH_SIGNALS; i++)
        sigaction(crash_signals[i], &action, NULL);
}

void console_hold_errors(void)
{
    fflush(stderr);
    held_errors = tmpfile();
    real_errors = held_errors ? dup(STDERR_FILENO) : -1;
    if (real_errors >= 0)
        dup2(fileno(held_errors), STDERR_FILENO);
}

void console_release_errors(void)
{
    int c;
    if (real_errors < 0)
        return;
    fflush(stderr);
    dup2(real_errors, STDERR_FILENO);
    close(real_errors);
    real_errors = -1;
    rewind(held_errors);
    while ((c = getc(held_errors)) != EOF)
        putc(c, stderr);
    fclose(held_errors);
}

/* The default action, not the handler that ncurses installs. */
void console_suspend(void)
{
    struct sigaction stop = {.sa_handler = SIG_DFL}, before;
    sigemptyset(&stop.sa_mask);
    sigaction(SIGTSTP, &stop, &before);
    raise(SIGTSTP);
    sigaction(SIGTSTP, &before, NULL);
}
