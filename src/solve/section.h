/* SPDX-License-Identifier: MIT */
/* section.h - one finished layer on disk, while a table is being built.

       WORK/N.layer   its section of the table, ready to be copied
       WORK/N.state   the memory later layers need, removed once none does

   Both are written under another name and renamed, so what is there is whole; both are
   checked before they are used. */
#ifndef SOLVE_SECTION_H
#define SOLVE_SECTION_H

#include <stdio.h>
#include "solve/solve.h"

struct work {
    const struct solver *solver;
    const void *index;
    void *job;
    int threads;
    char folder[4000];
};

/* FOLDER/N.SUFFIX */
void work_path(const struct work *w, int layer, const char *suffix, char path[4096]);
/* Opens WORK/N.SUFFIX under another name; work_commit gives it its own (false: errno). */
FILE *work_create(const struct work *w, int layer, const char *suffix);
bool work_commit(const struct work *w, FILE *f, int layer, const char *suffix);

/* Packs the layer just solved on all threads and writes it; an error leaves errno. */
int section_write(const struct work *w, int layer, double residual);
/* Whether a whole section is there; its bytes and residual. */
bool section_there(const struct work *w, int layer, uint64_t *bytes, double *residual);

int state_write(const struct work *w, int layer);
int state_read(const struct work *w, int layer);

#endif
