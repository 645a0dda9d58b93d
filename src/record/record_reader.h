/* SPDX-License-Identifier: MIT */
/* record_reader.h - reads a file of games one game at a time.

   A file may be of any size; only a window of 2 MiB of it is in memory.  A game may have
   at most RECORD_MAX_BYTES.  Each game has its own format: ours, RGN, OGN or bare moves
   of Awari. */
#ifndef RECORD_RECORD_READER_H
#define RECORD_RECORD_READER_H

#include "record/record.h"

/* Reads at most n bytes; returns their number, 0 at the end of the file, negative if the
   file cannot be read. */
typedef long record_source_fn(void *context, char *to, size_t n);

struct record_reader;

/* A reader of a source, which is called with `context`; it must outlive the reader.  NULL:
   out of memory.  To be freed with record_reader_free. */
struct record_reader *record_reader_new(record_source_fn *source, void *context);
void record_reader_free(struct record_reader *r);

/* Reads the next game: returns 1 and sets *game, which the caller frees; 0 at the end.  A
   file without any game is a fault.

   On a fault returns its code and fills *fault; *game is then the game up to the fault,
   or NULL if it has no plies.  LUS_EMEMORY: memory ran out; LUS_EFILE: the source
   failed; LUS_ESPACE: something is larger than its limit; otherwise the text is wrong at
   the byte fault->at of the file.  After a fault the reader must not be used again. */
int record_reader_next(struct record_reader *r, struct record **game, lus_fault *fault);

/* The line of the byte at which the last fault is, from 1. */
long record_reader_line(const struct record_reader *r);

#endif
