/* SPDX-License-Identifier: MIT */
/* site.h - the files of the page, built into the program: web/ and the WebAssembly module.
   tools/site_files generates the list; without libmicrohttpd it is not linked. */
#ifndef SERVE_SITE_H
#define SERVE_SITE_H

#include <stddef.h>

struct site_file {
    const char *path; /* "index.html", "views/home.js" */
    const char *type; /* of its content, "text/javascript; charset=utf-8" */
    const char *etag; /* a quoted hash of the bytes */
    const unsigned char *begin, *end;
};

/* Sorted by path; a NULL path ends the list. */
extern const struct site_file site_files[];

#endif
