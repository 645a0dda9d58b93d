/* SPDX-License-Identifier: MIT */
/* engine_queue.c - see engine_queue.h. */
#ifdef WITH_SERVE

#include "serve/engine_queue.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "os/clock.h"
#include "os/parallel.h"
#include "os/socket.h"

bool engine_verb(const char *verb)
{
    static const char *const verbs[] = {"choose", "analyse", "review", "puzzle"};
    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++)
        if (!strcmp(verb, verbs[i]))
            return true;
    return false;
}

/* ---- jobs ---- */

struct engine_job *engine_job_new(struct MHD_Connection *c, const char *verb,
                                  const char *query, const char *client)
{
    struct engine_job *job = calloc(1, sizeof *job);
    if (!job)
        return NULL;
    job->connection = c;
    job->verb = strdup(verb);
    job->query = strdup(query);
    snprintf(job->client, sizeof job->client, "%s", client);
    if (job->verb && job->query)
        return job;
    engine_job_free(job);
    return NULL;
}

void engine_job_free(struct engine_job *job)
{
    if (!job)
        return;
    free(job->verb);
    free(job->query);
    free(job->out.bytes);
    free(job);
}

/* ---- threads ---- */

/* Takes the next job; with the lock.  NULL: the queue is closing. */
static struct engine_job *take(struct engine_queue *q)
{
    while (!q->first && !q->closing)
        condition_wait(&q->changed, &q->lock);
    struct engine_job *job = q->closing ? NULL : q->first;
    if (!job)
        return NULL;
    q->first = job->next;
    if (!q->first)
        q->last = NULL;
    q->waiting--;
    q->running++;
    return job;
}

/* The client may have left while the job waited. */
static bool is_wanted(const struct engine_job *job)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(job->connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return !info || !socket_is_closed(info->connect_fd);
}

/* Searches, unless the client has left.  Returns the milliseconds. */
static double run_job(struct engine_queue *q, struct engine_job *job)
{
    double began = clock_ms();
    if (is_wanted(job))
        job->status = api_call(q->host, job->verb, job->query, &job->out);
    else
        job->refused = true;
    double ms = clock_ms() - began;
    client_end_work(q->clients, job->client, ms);
    return ms;
}

/* Counts first: the job belongs to its connection as soon as that is resumed, and the client
   may ask for the numbers at once. */
static void run_jobs(void *arg)
{
    struct engine_queue *q = arg;
    struct engine_job *job;
    mutex_lock(&q->lock);
    while ((job = take(q))) {
        mutex_unlock(&q->lock);
        double ms = run_job(q, job);
        mutex_lock(&q->lock);
        q->running--;
        q->done_jobs++;
        q->busy_ms += ms;
        job->done = true;
        MHD_resume_connection(job->connection);
    }
    mutex_unlock(&q->lock);
}

/* ---- the queue ---- */

bool engine_queue_start(struct engine_queue *q, const struct api_host *host,
                        struct client_limits *clients, int max_waiting)
{
    int cores = parallel_cores();
    *q = (struct engine_queue){
        .host = host, .clients = clients, .max_waiting = max_waiting};
    mutex_init(&q->lock);
    condition_init(&q->changed);
    int wanted = cores < ENGINE_MAX_THREADS ? cores : ENGINE_MAX_THREADS;
    while (q->threads < wanted && thread_start(&q->thread[q->threads], run_jobs, q))
        q->threads++;
    return q->threads > 0;
}

/* The connection is suspended with the lock, so that no thread can resume it before. */
bool engine_queue_put(struct engine_queue *q, struct engine_job *job)
{
    mutex_lock(&q->lock);
    bool room = q->waiting < q->max_waiting && !q->closing;
    if (room) {
        MHD_suspend_connection(job->connection);
        if (q->last)
            q->last->next = job;
        else
            q->first = job;
        q->last = job;
        q->waiting++;
        condition_signal(&q->changed);
    }
    mutex_unlock(&q->lock);
    return room;
}

void engine_queue_stop(struct engine_queue *q)
{
    mutex_lock(&q->lock);
    q->closing = true;
    condition_broadcast(&q->changed);
    mutex_unlock(&q->lock);
    for (int i = 0; i < q->threads; i++)
        thread_join(&q->thread[i]);
    for (struct engine_job *job = q->first, *next; job; job = next) {
        next = job->next;
        job->refused = job->done = true;
        MHD_resume_connection(job->connection);
    }
    q->first = q->last = NULL;
    condition_destroy(&q->changed);
    mutex_destroy(&q->lock);
}

#else

typedef int engine_queue_is_empty_here;

#endif
