/* SPDX-License-Identifier: MIT */
/* console.c - see console.h. */
#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include "os/console.h"

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
