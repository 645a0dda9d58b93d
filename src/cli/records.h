/* SPDX-License-Identifier: MIT */
/* records.h - files of games for the commands. */
#ifndef CLI_RECORDS_H
#define CLI_RECORDS_H

#include <stdbool.h>
#include "record/record.h"

/* All games of a file ("-" is standard input), or says what is wrong and returns false.
 */
bool records_load(const char *path, struct record ***list, int *count);

/* What is wrong with a file, and where. */
struct records_fault {
    lus_fault fault;
    int line;
    char message[256]; /* "line 3, byte 41: expected ..." */
};
/* What can be read of it; a negative error if that is not all, LUS_EFILE (said) if it is
   nothing because there is no such file.  The list is set in every case. */
int records_load_some(const char *path, struct record ***list, int *count,
                      struct records_fault *fault);

#endif
