/* SPDX-License-Identifier: MIT */
/* output.c - see output.h. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cli/cli.h"
#include "cli/output.h"
#include "os/files.h"

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
    return written ? EXIT_DONE
                   : print_failure("'%s' cannot be written: %s", path, strerror(errno));
}
