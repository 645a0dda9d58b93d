/* SPDX-License-Identifier: MIT */
/* line_queue.h - input lines on their way from the reading thread to the working thread.

       reader --- put --->  [ go | legal? | value? ]  --- take ---> worker
          \--- stop, quit: end every search read so far, queued or begun
           \-- ping, isready: answered during a search if no line is queued

   There is one reader, one worker and one lock.  The reader blocks while more than
   LINE_QUEUE_MAX bytes are queued. */
#ifndef ENGINE_LINE_QUEUE_H
#define ENGINE_LINE_QUEUE_H

#include <stdatomic.h>
#include "core/lines.h"
#include "os/mutex.h"

enum { LINE_QUEUE_MAX = 1 << 20 };

/* A line in the queue, allocated by line_queue_put. */
struct queued_line {
    struct queued_line *next;
    enum line_fault fault;
    int search; /* the number of this `go` or `value?`, from 1; 0: another line */
    size_t n;
    char line[];
};

/* Answers a line that does not have to wait for the search to end.  Returns false, and
   does nothing, for every other line. */
typedef bool immediate_answer_fn(void *arg, const char *line);

struct line_queue {
    struct mutex lock;
    struct condition changed;
    struct queued_line *first, *last; /* the oldest line and the newest; NULL: none */
    size_t bytes;                     /* of all lines in the queue */
    bool closed;                      /* the input has ended */
    int last_search;                  /* number of the last search that was read */
    int last_stopped;                 /* number of the last search that was stopped */
    int searching;                    /* number of the current search; 0: none */
    bool until_stop;   /* that search answers only after stop or the end of the input */
    _Atomic bool stop; /* set: that search must stop */
    immediate_answer_fn *answer;
    void *arg;
};

/* Initialises the queue.  `answer` is called with the lock held, by either thread. */
void line_queue_init(struct line_queue *q, immediate_answer_fn *answer, void *arg);
/* Appends a copy of the line.  Returns false after `quit` and when out of memory: the
   reader then stops reading. */
bool line_queue_put(struct line_queue *q, const struct lines *l);
/* Says that no line follows. */
void line_queue_close(struct line_queue *q);
/* Waits for the next line, which the caller frees.  NULL: the queue is closed and empty. */
struct queued_line *line_queue_take(struct line_queue *q);
/* To be called before and after a search, with its number.  line_queue_end_search waits for
   stop or the end of the input if the search was started with `until_stop`. */
void line_queue_begin_search(struct line_queue *q, int search, bool until_stop);
void line_queue_end_search(struct line_queue *q);

#endif
