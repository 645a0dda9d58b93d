/* SPDX-License-Identifier: MIT */
/* live_routes.h - the addresses of games between people.

       POST /api/v1/game               a new game
       GET  /api/v1/game/ID            how it stands
       GET  /api/v1/game/ID/record     its record
       GET  /api/v1/game/ID/events     its changes (event_stream.h)
       POST /api/v1/game/ID/ACTION     join, throw, move, resign, draw, undo, rematch, claim

   The token is in the header Authorization ("Bearer TOKEN"), so that no address contains
   it and no other site can send it. */
#ifndef SERVE_LIVE_ROUTES_H
#define SERVE_LIVE_ROUTES_H

#include <microhttpd.h>
#include <stdbool.h>
#include "serve/event_stream.h"

/* Whether a path below /api/v1/ is one of these. */
bool live_route_is(const char *path);
/* Answers it; the query is url-encoded and is decoded in place.  `streams` is NULL if the
   server has no store; `client` is that of client_limits.h. */
enum MHD_Result live_route(struct MHD_Connection *c, struct event_streams *streams,
                           const char *client, const char *path, bool get, char *query);

#endif
