/* SPDX-License-Identifier: MIT */
/* learn_checkpoint.h - the complete state of a learner in a file. */
#ifndef LEARN_LEARN_CHECKPOINT_H
#define LEARN_LEARN_CHECKPOINT_H

#include "learn/learn.h"

/* Replaces the file atomically.  Returns 0, LUS_EMEMORY, or LUS_EFILE if it cannot be
   written, with errno set. */
int learner_save(struct learner *l, const char *path);

/* Returns 0; LUS_ESTATE if there is no file; LUS_EFILE if it cannot be read, is damaged,
   or belongs to another rule set or seed; LUS_EMEMORY.  After an error *l is what it
   was. */
int learner_load(struct learner *l, const char *path);

#endif
