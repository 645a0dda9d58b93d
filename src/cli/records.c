/* SPDX-License-Identifier: MIT */
/* records.c - see records.h. */
#include <stdlib.h>
#include <string.h>
#include "cli/cli.h"
#include "cli/files.h"
#include "cli/records.h"

bool records_load(const char *path, struct record ***list, int *count)
{
    lus_fault fault;
    size_t n;
    char *text = file_read(strcmp(path, "-") ? path : "/dev/stdin", RECORD_MAX_BYTES, &n);
    if (!text) {
        say_failed("'%s' cannot be read, or has more than 16 MiB", path);
        return false;
    }
    int status = record_read(text, n, list, count, &fault);
    if (status == LUS_EILLEGAL)
        say_failed("'%s', line %d, byte %zu: the move is not legal: %s", path,
                   record_line(text, fault.at), fault.at, fault.expected);
    else if (status < 0)
        say_failed("'%s', line %d, byte %zu: expected %s", path,
                   record_line(text, fault.at), fault.at, fault.expected);
    free(text);
    return status >= 0;
}
