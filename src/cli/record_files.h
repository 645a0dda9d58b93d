/* SPDX-License-Identifier: MIT */
/* record_files.h - files of games for the commands: read game by game, written in a format
   that an option names. */
#ifndef CLI_RECORD_FILES_H
#define CLI_RECORD_FILES_H

#include <stdbool.h>
#include <stdio.h>
#include "record/record_format.h"
#include "record/record_reader.h"

/* ---- reading ---- */

/* An open file of games.  The members after `reader` are set by record_file_next. */
struct record_file {
    const char *path; /* as given; "-" is standard input */
    FILE *stream;
    struct record_reader *reader;
    lus_fault fault;   /* after a fault: what is wrong, */
    long line;         /* its line, from 1, */
    char message[256]; /* and both in words: "line 3, byte 41: expected ..." */
};

/* Opens a file, to be closed with record_file_close.  False: it cannot be read, a message
   was printed, and there is nothing to close.  `path` must outlive the file. */
bool record_file_open(struct record_file *f, const char *path);
/* Frees the reader and closes the stream, unless it is standard input. */
void record_file_close(struct record_file *f);
/* As record_reader_next.  Prints nothing; on a fault fills the members above. */
int record_file_next(struct record_file *f, struct record **game);
/* Prints the fault; returns an exit code. */
int record_file_report(const struct record_file *f);

/* All games of a file, to be freed with record_list_free.  False: a message was printed, and
   the list is NULL with the count 0. */
bool record_file_load(const char *path, struct record ***list, int *count);

/* ---- writing ---- */

/* The format that the value of an option names; otherwise prints a message that names the
   option and returns NULL. */
const struct record_format *format_named(const char *option, const char *name);
/* Appends a game to `all`; `number` is its number in messages.  Returns an exit code; on
   failure a message was printed. */
int format_add(const struct record_format *f, struct buffer *all, const struct record *r,
               long long number);

#endif
