/* SPDX-License-Identifier: MIT */
/* records.c - see records.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cli/cli.h"
#include "cli/output.h"
#include "os/files.h"
#include "cli/records.h"

static char *text_of(const char *path, size_t *n)
{
    char *text = file_read(strcmp(path, "-") ? path : "/dev/stdin", RECORD_MAX_BYTES, n);
    if (!text)
        print_failure("'%s' cannot be read, or has more than 16 MiB", path);
    return text;
}

static void tell(const char *text, struct records_fault *f)
{
    f->line = record_line(text, f->fault.at);
    snprintf(f->message, sizeof f->message, "line %d, byte %zu: %s%s", f->line,
             f->fault.at,
             f->fault.code == LUS_EILLEGAL ? "the move is not legal: " : "expected ",
             f->fault.expected);
}

bool records_load(const char *path, struct record ***list, int *count)
{
    struct records_fault f;
    size_t n;
    char *text = text_of(path, &n);
    if (!text)
        return false;
    int status = record_read(text, n, list, count, &f.fault);
    if (status < 0) {
        tell(text, &f);
        print_failure("'%s', %s", path, f.message);
    }
    free(text);
    return status >= 0;
}

int records_load_some(const char *path, struct record ***list, int *count,
                      struct records_fault *f)
{
    size_t n;
    char *text = text_of(path, &n);
    *list = NULL;
    *count = 0;
    if (!text)
        return LUS_EFILE;
    int status = record_read_some(text, n, list, count, &f->fault);
    if (status < 0)
        tell(text, f);
    free(text);
    return status;
}
