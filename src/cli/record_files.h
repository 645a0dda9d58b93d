/* SPDX-License-Identifier: MIT */
/* record_files.h - files of games for the commands, read game by game. */
#ifndef CLI_RECORD_FILES_H
#define CLI_RECORD_FILES_H

#include <stdbool.h>
#include <stdio.h>
#include "record/record_reader.h"

struct record_file {
    const char *path; /* as given; "-" is standard input */
    FILE *stream;
    struct record_reader *reader;
    lus_fault fault;   /* after a fault: what, */
    long line;         /* where, */
    char message[256]; /* and both in words: "line 3, byte 41: expected ..." */
};

/* Opens a file; false: it cannot be read, and a message was printed. */
bool record_file_open(struct record_file *f, const char *path);
void record_file_close(struct record_file *f);
/* As record_reader_next.  Prints nothing; on a fault fills the members above. */
int record_file_next(struct record_file *f, struct record **game);
/* Prints the fault; returns an exit code. */
int record_file_report(const struct record_file *f);

/* All games of a file, to be freed with record_list_free.  False: a message was printed,
   and there is no list. */
bool record_file_load(const char *path, struct record ***list, int *count);

#endif
