/* SPDX-License-Identifier: MIT */
/* rollout.h - a rollout as JSON: lusoria.rollout/1, one line. */
#ifndef REPORT_ROLLOUT_H
#define REPORT_ROLLOUT_H

#include "analyse/rollout.h"
#include "text/buffer.h"

void rollout_write(struct buffer *out, const struct rollout *r);

#endif
