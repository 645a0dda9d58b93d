/* SPDX-License-Identifier: MIT */
/* request_guard.h - which requests are answered at all: the host, the origin, the client.

   A web page of another site can let its own name point to 127.0.0.1 ("DNS rebinding"), so
   the name in the header Host must be one that the operator knows.  Names are needed for
   that attack: a numeric host is accepted if the server listens on more than loopback. */
#ifndef SERVE_REQUEST_GUARD_H
#define SERVE_REQUEST_GUARD_H

#include <microhttpd.h>
#include <stdbool.h>
#include "os/socket.h"

struct request_guard {
    const char *hosts; /* names that are accepted, separated by commas; NULL: none */
    bool numeric;      /* numeric hosts are accepted: the server is not only local */
    bool trust_proxy;  /* the header X-Forwarded-For names the client */
};

/* Whether the header Host (NULL: missing) has a name of this server, with or without a port:
   127.0.0.1, localhost, [::1], or as described above. */
bool guard_host(const struct request_guard *g, const char *host);
/* Whether a request comes from the page of this server itself or from a program, which sends
   no Origin.  Browsers send it with every POST, and "Sec-Fetch-Site: cross-site" with every
   request of another site. */
bool guard_origin(const char *origin, const char *fetch_site, const char *host);
/* Whether the length of a request is clear: a POST has one Content-Length or a
   Transfer-Encoding, other methods have at most one of them.  libmicrohttpd 0.9.75 loses all
   headers after a line that begins with ':', and would read the body as the next request. */
bool guard_length(struct MHD_Connection *c, bool post);
/* Writes the client of a connection: its address or, behind a proxy that is trusted, the last
   address of X-Forwarded-For, which that proxy has added. */
void guard_client(const struct request_guard *g, struct MHD_Connection *c,
                  char client[SOCKET_CLIENT]);

#endif
