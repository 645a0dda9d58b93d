/* SPDX-License-Identifier: MIT */
/* say.c - the one way to say an error: in words on standard error, or, once a command
   was asked for JSON, as one object on standard output. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cli/cli.h"
#include "text/nearest.h"
#include "report/analysis.h"

enum { MAX_MESSAGE = 1024 };

static bool in_json;

void print_errors_as_json(void)
{
    in_json = true;
}

static void say(const char *code, int64_t at, const char *expected, const char *message)
{
    struct buffer out = {0};
    size_t n;
    if (!in_json) {
        fflush(stdout);
        fprintf(stderr, "lusoria: %s\n", message);
        return;
    }
    error_write(&out, code, at, expected, message);
    char *text = buffer_take(&out, &n);
    if (text)
        fwrite(text, 1, n, stdout);
    free(text);
}

int print_failure(const char *format, ...)
{
    char message[MAX_MESSAGE];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    say("EFAILED", -1, NULL, message);
    return EXIT_FAILED;
}

int print_usage_error(const char *format, ...)
{
    char message[MAX_MESSAGE];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    say("EUSAGE", -1, NULL, message);
    return EXIT_USAGE;
}

int print_error_code(int code)
{
    say(lus_error_name(code), -1, NULL, lus_error_text(code));
    return EXIT_FAILED;
}

int print_fault(const char *what, const char *text, const lus_fault *fault)
{
    char message[MAX_MESSAGE];
    bool illegal = fault->code == LUS_EILLEGAL;
    if (illegal)
        snprintf(message, sizeof message, "%s '%s' is not legal: %s", what, text,
                 fault->expected);
    else
        snprintf(message, sizeof message, "%s, byte %zu: expected %s", what, fault->at,
                 fault->expected);
    say(lus_error_name(fault->code), (int64_t)fault->at, fault->expected, message);
    if (!in_json && !illegal && strlen(text) < 200 && !strpbrk(text, "\n\r\t\033"))
        fprintf(stderr, "  %s\n  %*s^\n", text, (int)fault->at, "");
    return EXIT_FAILED;
}

/* The names, with `before` each; returns how many bytes they would need. */
static size_t list_rules(char *out, size_t room, const char *before)
{
    const lus_rules *r;
    size_t n = 0;
    for (int i = 0; (r = lus_rules_at(i)); i++)
        n += (size_t)snprintf(out + (n < room ? n : room - 1), n < room ? room - n : 1,
                              "%s%s", i || *before == '\n' ? before : "",
                              lus_rules_name(r));
    return n;
}

/* The rule set that was probably meant: names are compared whole ("ur:finkle"), by their
   game ("senett") and by their rules ("blockade"). */
static const char *similar_rules(const char *typed)
{
    const lus_rules *r;
    struct nearest n = nearest_to(typed);
    for (int i = 0; (r = lus_rules_at(i)); i++) {
        const char *name = lus_rules_name(r), *rules = strchr(name, ':') + 1;
        char game[32];
        snprintf(game, sizeof game, "%.*s", (int)(rules - 1 - name), name);
        nearest_try(&n, name, name);
        nearest_try(&n, game, name);
        nearest_try(&n, rules, name);
    }
    return n.best;
}

const lus_rules *find_rules(const char *name)
{
    char message[MAX_MESSAGE], names[MAX_MESSAGE];
    const lus_rules *r = lus_rules_find(name);
    if (r)
        return r;
    list_rules(names, sizeof names, in_json ? ", " : "\n  ");
    const char *similar = similar_rules(name);
    if (similar)
        snprintf(message, sizeof message, "there is no game '%.200s'; did you mean '%s'?",
                 name, similar);
    else if (in_json)
        snprintf(message, sizeof message, "there is no game '%.200s'", name);
    else
        snprintf(message, sizeof message, "there is no game '%.200s'; there are:%.700s",
                 name, names);
    say(lus_error_name(LUS_ERULES), 0, names, message);
    return NULL;
}

bool read_position(const lus_rules *r, const char *text, lus_pos *p, int *throw)
{
    lus_fault fault;
    if (lus_pos_parse(r, text, p, throw, &fault) >= 0)
        return true;
    print_fault("position", text, &fault);
    return false;
}
