/* SPDX-License-Identifier: MIT */
/* client_limits.h - what one client may use: requests, engine time and event streams.

   A client is an address (os/socket.h).  Two accounts are filled at a constant rate up to a
   maximum and emptied by use:

       requests      `rate` per second, at most CLIENT_BURST seconds of them
       engine time   CLIENT_WORK_SHARE of the time, at most CLIENT_WORK_MS

   The table has a fixed size.  If it is full, the client that was seen least recently is
   forgotten, which only gives it full accounts again; clients with open streams or running
   searches stay. */
#ifndef SERVE_CLIENT_LIMITS_H
#define SERVE_CLIENT_LIMITS_H

#include <stdbool.h>
#include <stdint.h>
#include "os/mutex.h"
#include "os/socket.h"

enum {
    CLIENT_BURST = 5,       /* seconds of requests that may come at once */
    CLIENT_WORK_MS = 60000, /* engine time that may be used at once */
    CLIENT_WORK_SHARE = 2,  /* afterwards 1 / CLIENT_WORK_SHARE of one core */
    CLIENT_MAX_JOBS = 4,    /* searches that run or wait */
    CLIENT_MAX_STREAMS = 64 /* open event streams */
};

/* One client; all members are protected by the lock of the table. */
struct client {
    char address[SOCKET_CLIENT]; /* "": unused */
    double requests, work_ms;    /* the accounts */
    double at;                   /* when they were filled last: os/clock.h */
    int jobs, streams;
};

enum { CLIENT_SETS = 1024, CLIENT_WAYS = 8 };

struct client_limits {
    struct mutex lock;
    int rate;        /* requests per second; 0: no limit */
    int max_streams; /* of one client */
    uint64_t key;    /* of the hash, so that no one can choose addresses that collide */
    double (*now_ms)(void);
    struct client client[CLIENT_SETS][CLIENT_WAYS];
};

/* An empty table; client_limits_destroy frees it.  `now_ms` is a clock that never goes back. */
void client_limits_init(struct client_limits *l, int rate, int max_streams,
                        double (*now_ms)(void));
void client_limits_destroy(struct client_limits *l);

/* Takes one request from the account.  False: it is empty. */
bool client_take_request(struct client_limits *l, const char *address);
/* Begins a search.  False: too many run or wait, or the engine time is used up. */
bool client_begin_work(struct client_limits *l, const char *address);
/* Ends a search that took so many milliseconds. */
void client_end_work(struct client_limits *l, const char *address, double ms);
/* Opens an event stream.  False: too many are open. */
bool client_open_stream(struct client_limits *l, const char *address);
void client_close_stream(struct client_limits *l, const char *address);

#endif
