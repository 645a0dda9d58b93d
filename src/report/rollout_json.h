/* SPDX-License-Identifier: MIT */
/* rollout_json.h - a rollout as JSON: lusoria.rollout/1. */
#ifndef REPORT_ROLLOUT_JSON_H
#define REPORT_ROLLOUT_JSON_H

#include "analyse/rollout.h"
#include "text/buffer.h"

/* Appends one line; out->failed is set if memory runs out. */
void rollout_json(struct buffer *out, const struct rollout *r);

#endif
