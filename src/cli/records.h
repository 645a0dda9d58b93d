/* SPDX-License-Identifier: MIT */
/* records.h - files of games for the commands. */
#ifndef CLI_RECORDS_H
#define CLI_RECORDS_H

#include <stdbool.h>
#include "text/record.h"

/* All games of a file ("-" is standard input), or says what is wrong and returns false.
 */
bool records_load(const char *path, struct record ***list, int *count);

#endif
