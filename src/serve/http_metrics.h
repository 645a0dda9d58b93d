/* SPDX-License-Identifier: MIT */
/* http_metrics.h - counters of a server, as Prometheus text: GET /metrics.

   Only requests of this machine are answered (http_router.c): the numbers say how busy the
   server is.  Counters are atomic and never decrease. */
#ifndef SERVE_HTTP_METRICS_H
#define SERVE_HTTP_METRICS_H

#include <stdint.h>
#include "text/buffer.h"

struct serve;

enum { METRICS_CLASSES = 6, METRICS_BUCKETS = 9 };

struct http_metrics {
    _Atomic int64_t answers[METRICS_CLASSES]; /* by the first digit of the status */
    _Atomic int64_t bucket[METRICS_BUCKETS]; /* durations, the last one without a limit */
    _Atomic int64_t microseconds;            /* the sum of all durations */
    double started;                          /* seconds since 1970 */
};

/* Counts an answer that took so many milliseconds; a negative time is not counted (event
   streams stay open). */
void metrics_count(struct http_metrics *m, unsigned status, double ms);
/* Appends all numbers of the server. */
void metrics_write(struct serve *s, struct buffer *out);

#endif
