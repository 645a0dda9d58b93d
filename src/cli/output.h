/* SPDX-License-Identifier: MIT */
/* output.h - a finished text to standard output or to a file. */
#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H

#include "text/buffer.h"

/* Prints and frees what was written; an exit code. */
int print_buffer(struct buffer *b);
/* Writes it to a file and frees it; an exit code. */
int write_buffer(struct buffer *b, const char *path);

#endif
