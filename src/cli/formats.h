/* SPDX-License-Identifier: MIT */
/* formats.h - the formats of records as the commands name and use them. */
#ifndef CLI_FORMATS_H
#define CLI_FORMATS_H

#include "record/record_format.h"

/* The format that the value of an option names; otherwise prints a message that names the
   option and returns NULL. */
const struct record_format *format_named(const char *option, const char *name);
/* Appends the game of that number; prints a message on failure.  Returns an exit code. */
int format_add(const struct record_format *f, struct buffer *all, const struct record *r,
               long long number);

#endif
