/* SPDX-License-Identifier: MIT */
/* weights_file.h - learned weights as a C file for src/games/. */
#ifndef LEARN_WEIGHTS_FILE_H
#define LEARN_WEIGHTS_FILE_H

#include "core/rules.h"

/* Returns true if `path` can be written; an absent file stays absent.  Checked before minutes
   of work.  False: errno says why. */
bool weights_can_write(const char *path);

/* Writes n weights to `path` (NULL: standard output) as a whole: "ur:finkel" becomes
   ur_finkel_weights in games/ur/.  `order` is the header that explains their order, `command`
   is what made them.  Returns 0, or LUS_EFILE with errno set. */
int weights_write(const lus_rules *r, const char *order, const char *command,
                  const int16_t *weights, int n, const char *path);

#endif
