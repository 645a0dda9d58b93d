/* SPDX-License-Identifier: MIT */
/* engine_queue.h - searches for requests of the API, on threads of their own.

       on_request  --- engine_queue_put: the connection is suspended ---+
                                                                        v
                     a bounded queue  --->  `threads` threads: api_call
                                                                        |
       on_request  <--- the connection is resumed, the job is done -----+

   A thread of libmicrohttpd serves many connections, so it must not search itself.  If the
   queue is full the request is refused (503) instead of being answered ever later. */
#ifndef SERVE_ENGINE_QUEUE_H
#define SERVE_ENGINE_QUEUE_H

#include <microhttpd.h>
#include "api/api_call.h"
#include "os/thread.h"
#include "serve/client_limits.h"

enum { ENGINE_MAX_THREADS = 8, ENGINE_MAX_WAITING = 64 };

/* One search; part of its request. */
struct engine_job {
    struct MHD_Connection *connection;
    char *verb, *query; /* owned */
    char client[SOCKET_CLIENT];
    struct buffer out; /* the answer */
    int status;        /* of api_call */
    bool done;         /* set before the connection is resumed */
    bool refused;      /* the server ended before the job was begun */
    struct engine_job *next;
};

struct engine_queue {
    const struct api_host *host;
    struct client_limits *clients;
    struct mutex lock;
    struct condition changed;
    struct engine_job *first, *last;
    int waiting, running, threads, max_waiting;
    int64_t done_jobs;
    double busy_ms; /* of all jobs */
    bool closing;
    struct thread thread[ENGINE_MAX_THREADS];
};

/* Whether a verb of the API searches. */
bool engine_verb(const char *verb);

/* Starts the threads: one for each core, at most ENGINE_MAX_THREADS.  The host and the
   clients must outlive the queue.  False: the system allows no threads. */
bool engine_queue_start(struct engine_queue *q, const struct api_host *host,
                        struct client_limits *clients, int max_waiting);
/* Adds a job and suspends its connection; the job must stay until it is done.  False: the
   queue is full, and nothing has happened. */
bool engine_queue_put(struct engine_queue *q, struct engine_job *job);
/* Lets running searches end, refuses those that wait, and resumes all connections: before
   MHD_stop_daemon, which must not find a suspended connection. */
void engine_queue_stop(struct engine_queue *q);

/* A job with copies of the texts, which engine_job_free frees; NULL: no memory. */
struct engine_job *engine_job_new(struct MHD_Connection *c, const char *verb,
                                  const char *query, const char *client);
void engine_job_free(struct engine_job *job); /* NULL is allowed */

#endif
