/* SPDX-License-Identifier: MIT */
/* site.h - the files of the page, built into the program: web/, the rules of each game as
   JSON and the WebAssembly module.  tools/site_files generates the list. */
#ifndef SERVE_SITE_H
#define SERVE_SITE_H

#include <stddef.h>

/* A file of the page; its bytes are part of the program. */
struct site_file {
    const char *path; /* "index.html", "views/home.js" */
    const char *type; /* of its content, "text/javascript; charset=utf-8" */
    const char *etag; /* a quoted hash of the bytes */
    const unsigned char *begin, *end;
};

/* Sorted by path; a NULL path ends the list. */
extern const struct site_file site_files[];

/* Returns the file of a path, NULL if there is none. */
const struct site_file *site_find(const char *path);

/* The member rules_page of struct api_host (api/api_call.h): rules-GAME.json. */
const char *site_rules_page(const char *game, size_t *n);

#endif
