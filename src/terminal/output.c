/* SPDX-License-Identifier: MIT */
/* output.c - see output.h.

       lusoria: position, byte 7: expected 'x' or '-' for each square of the path
         7--x---
                ^                                                       print_fault
       lusoria: there is no game 'senett'; did you mean 'senet:houses'? find_rules
       {"schema":"lusoria.error/1",...}                                 after --json

   Standard output is flushed before a message, so that the two streams appear in order. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "terminal/output.h"
#include "os/files.h"
#include "report/analysis_json.h"
#include "text/nearest.h"
#include "text/sanitise.h"

enum { MAX_MESSAGE = 1024 };

static bool as_json;
static const char *program = "lusoria";

const char *program_name(void)
{
    return program;
}

void program_name_set(const char *argv0)
{
    if (argv0 && *argv0)
        program = argv0;
}

void print_errors_as_json(void)
{
    as_json = true;
}

/* ---- messages ---- */

/* Every message of the program except progress and warnings.  `at` is the byte of a fault,
   -1: none. */
static void print_message(const char *code, int64_t at, const char *expected,
                          char message[MAX_MESSAGE])
{
    struct buffer out = {0};
    if (as_json) {
        error_json(&out, code, at, expected, message);
        print_buffer(&out);
        return;
    }
    sanitise_message(message);
    fflush(stdout);
    fprintf(stderr, "lusoria: %s\n", message);
}

/* A message from printf arguments. */
static void print_formatted(const char *code, const char *format, va_list args)
{
    char message[MAX_MESSAGE];
    vsnprintf(message, sizeof message, format, args);
    print_message(code, -1, NULL, message);
}

int print_failure(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    print_formatted("EFAILED", format, args);
    va_end(args);
    return EXIT_FAILED;
}

int print_usage_error(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    print_formatted("EUSAGE", format, args);
    va_end(args);
    return EXIT_USAGE;
}

int print_error_code(int code)
{
    char message[MAX_MESSAGE];
    snprintf(message, sizeof message, "%s", lus_error_text(code));
    print_message(lus_error_name(code), -1, NULL, message);
    return EXIT_FAILED;
}

/* The text is shown with a caret only if it is short and has no characters that move the
   cursor. */
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
    print_message(lus_error_name(fault->code), (int64_t)fault->at, fault->expected,
                  message);
    if (!as_json && !illegal && strlen(text) < 200 && !strpbrk(text, "\n\r\t\033"))
        fprintf(stderr, "  %s\n  %*s^\n", text, (int)fault->at, "");
    return EXIT_FAILED;
}

/* ---- finished texts ---- */

/* A buffer that ran out of memory is reported here, once, not at each append. */
int print_buffer(struct buffer *b)
{
    size_t n;
    char *text = buffer_take(b, &n);
    if (!text)
        return print_error_code(LUS_EMEMORY);
    fwrite(text, 1, n, stdout);
    free(text);
    return EXIT_DONE;
}

int write_buffer(struct buffer *b, const char *path)
{
    size_t n;
    char *text = buffer_take(b, &n);
    if (!text)
        return print_error_code(LUS_EMEMORY);
    bool written = file_write(path, text, n, 0644);
    free(text);
    return written ? EXIT_DONE : print_failure("%s: %s", path, strerror(errno));
}

/* ---- names and positions typed by the user ---- */

/* Writes the names of all rule sets with `before` in front of each. */
static void list_rules(char out[MAX_MESSAGE], const char *before)
{
    const lus_rules *r;
    struct text t = text_on(out, MAX_MESSAGE);
    for (int i = 0; (r = lus_rules_at(i)); i++) {
        text_str(&t, i || *before == '\n' ? before : "");
        text_str(&t, lus_rules_name(r));
    }
}

/* The rule set that was probably meant, or NULL: names are compared whole ("ur:finkle"),
   by their game ("senett") and by their rules ("blockade"). */
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
    list_rules(names, as_json ? ", " : "\n  ");
    const char *similar = similar_rules(name);
    if (similar)
        snprintf(message, sizeof message, "there is no game '%.200s'; did you mean '%s'?",
                 name, similar);
    else if (as_json)
        snprintf(message, sizeof message, "there is no game '%.200s'", name);
    else
        snprintf(message, sizeof message, "there is no game '%.200s'; all games:%.700s",
                 name, names);
    print_message(lus_error_name(LUS_ERULES), 0, names, message);
    return NULL;
}

bool read_position(const lus_rules *r, const char *text, lus_pos *p, int *throw)
{
    lus_fault fault;
    if (!strcmp(text, "start")) {
        lus_start(r, p);
        *throw = lus_has_dice(r) ? LUS_ANY_THROW : 0;
        return true;
    }
    if (lus_pos_parse(r, text, p, throw, &fault) >= 0)
        return true;
    print_fault("position", text, &fault);
    return false;
}
