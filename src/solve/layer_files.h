/* SPDX-License-Identifier: MIT */
/* layer_files.h - the files of finished layers while a table is being built.

       FOLDER/N.layer   the packed section of layer N (section.h)
       FOLDER/N.state   the arrays later layers need, removed once no layer needs them
       FOLDER/N.start   the unrounded value of the start, if it is in layer N

   A file is written to N.SUFFIX.new, synchronised with the disk and renamed, so that after a
   crash it is complete or missing.  Symbolic links are refused. */
#ifndef SOLVE_LAYER_FILES_H
#define SOLVE_LAYER_FILES_H

#include <stdio.h>
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
/* Creates PATH.new for writing, replacing a file that an interrupted build left; NULL: an
   error in errno, ELOOP if it is a symbolic link.  Close it with new_file_commit, which
   synchronises it and renames it to `target` in the same file system; false: an error in
   errno, and PATH.new is removed. */
FILE *new_file_create(const char *path);
bool new_file_commit(FILE *f, const char *path, const char *target);
/* Closes and removes PATH.new; keeps errno. */
void new_file_abandon(FILE *f, const char *path);
/* The same for FOLDER/N.SUFFIX. */
FILE *layer_create(const struct layer_store *s, int layer, const char *suffix);
bool layer_commit(const struct layer_store *s, FILE *f, int layer, const char *suffix);

/* Writes the state of a layer.  Returns 0, LUS_EMEMORY, or LUS_EFILE with errno set. */
int state_write(const struct layer_store *s, int layer);
/* Reads it into the job.  Returns 0, LUS_EMEMORY, or LUS_EFILE if the file is missing,
   damaged, or was written by another version of the program. */
int state_read(const struct layer_store *s, int layer);

#endif
