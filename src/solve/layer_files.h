/* SPDX-License-Identifier: MIT */
/* layer_files.h - the files of finished layers while a table is being built.

       FOLDER/N.layer   the packed section of layer N (section.h)
       FOLDER/N.state   the arrays later layers need, removed once no layer needs them
       FOLDER/N.start   the unrounded value of the start, if it is in layer N

   A file is written to N.SUFFIX.new, synchronised with the disk and renamed, so that after a
   crash it is complete or missing.  Symbolic links are refused. */
#ifndef SOLVE_LAYER_FILES_H
#define SOLVE_LAYER_FILES_H

#include "os/files.h"
#include "solve/solve.h"

struct layer_store {
    const struct solver *solver;
    const void *index;
    void *job;
    int threads;
    uint64_t fingerprint; /* of the rules (fingerprint.h) */
    char folder[4000];
};

/* FOLDER/N.SUFFIX */
void layer_path(const struct layer_store *s, int layer, const char *suffix,
                char path[4096]);
/* Creates FOLDER/N.SUFFIX through N.SUFFIX.new: write to w->stream, then call file_commit or
   file_abandon.  False: errno says why, ELOOP if N.SUFFIX.new is a symbolic link. */
bool layer_create(const struct layer_store *s, struct file_writer *w, int layer,
                  const char *suffix);
/* Removes FOLDER/N.SUFFIX if it exists; keeps errno. */
void layer_remove(const struct layer_store *s, int layer, const char *suffix);

/* The checksum of a state file: sum[1..] are those of its arrays, the rest zero; sum[0] is
   set.  It includes the program's version: another one may rank positions differently. */
uint64_t state_checksum(uint64_t sum[SOLVE_MAX_STATES + 1]);
/* Writes the state of a layer.  Returns 0, LUS_EMEMORY, or LUS_EFILE with errno set. */
int state_write(const struct layer_store *s, int layer);
/* Reads it into the job.  Returns 0, LUS_EMEMORY, LUS_EFILE with errno set, or
   SOLVE_UNUSABLE. */
int state_read(const struct layer_store *s, int layer);

#endif
