/* SPDX-License-Identifier: MIT */
/* inbox.h - lines that wait for the engine, and the few that overtake the others.

       reader ---- put --->  [ go 1 | legal? | go 2 ]  --- take ---> thinker
          \---- stop, quit: every go read so far, waiting or at work, ends at once
           \--- ping, isready: answered while the thinker thinks and nothing waits

   Two threads, one lock.  The reader waits while WAITING_MAX bytes wait. */
#ifndef CLI_INBOX_H
#define CLI_INBOX_H

#include <pthread.h>
#include <stdatomic.h>
#include "core/lines.h"

enum { WAITING_MAX = 1 << 20 };

struct letter {
    struct letter *next;
    enum line_fault fault;
    int go; /* the number of a go, from 1; 0: another line */
    size_t n;
    char line[];
};

struct inbox {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct letter *first, *last;
    size_t bytes;
    bool closed;       /* nothing more will come */
    int read, stopped; /* the last go that was read, and that was stopped */
    int thinking;      /* the go at work; 0: none */
    bool forever;      /* it ends when it is stopped, or the input ends */
    _Atomic bool stop; /* for the search */
    bool (*answer)(void *of, const char *line);
    void *of;
};

/* `answer` answers a line that need not wait; false: the line is another. */
void inbox_open(struct inbox *b, bool (*answer)(void *of, const char *line), void *of);
/* False: quit was read, or there is no memory. */
bool inbox_put(struct inbox *b, const struct lines *l);
void inbox_close(struct inbox *b);
/* The next line, to be freed; NULL: there is none and none will come. */
struct letter *inbox_take(struct inbox *b);
/* Around the work of a go.  One that is forever rests when it is stopped. */
void inbox_think(struct inbox *b, int go, bool forever);
void inbox_rest(struct inbox *b);

#endif
