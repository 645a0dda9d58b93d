/* SPDX-License-Identifier: MIT */
/* say.c - the one way to say an error. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "cli/cli.h"

static void say(const char *format, va_list args)
{
    fflush(stdout);
    fputs("lusoria: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
}

int say_failed(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say(format, args);
    va_end(args);
    return EXIT_FAILED;
}

int say_usage(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say(format, args);
    va_end(args);
    return EXIT_USAGE;
}

int say_fault(const char *what, const char *text, const lus_fault *fault)
{
    if (fault->code == LUS_EILLEGAL)
        return say_failed("%s '%s' is not legal: %s", what, text, fault->expected);
    say_failed("%s, byte %zu: expected %s", what, fault->at, fault->expected);
    if (strlen(text) < 200 && !strpbrk(text, "\n\r\t\033"))
        fprintf(stderr, "  %s\n  %*s^\n", text, (int)fault->at, "");
    return EXIT_FAILED;
}

const lus_rules *rules_named(const char *name)
{
    const lus_rules *r = lus_rules_find(name);
    if (r)
        return r;
    say_failed("there is no game '%s'; there are:", name);
    for (int i = 0; (r = lus_rules_at(i)); i++)
        fprintf(stderr, "  %s\n", lus_rules_name(r));
    return NULL;
}

bool position_read(const lus_rules *r, const char *text, lus_pos *p, int *throw)
{
    lus_fault fault;
    if (lus_pos_parse(r, text, p, throw, &fault) >= 0)
        return true;
    say_fault("position", text, &fault);
    return false;
}
