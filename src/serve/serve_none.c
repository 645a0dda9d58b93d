/* SPDX-License-Identifier: MIT */
/* serve_none.c - a program built without libmicrohttpd or jansson cannot serve: see serve.h. */
#ifndef WITH_SERVE

#include <stddef.h>
#include "serve/serve.h"

const bool serve_is_built_in = false;

struct serve *serve_start(const struct serve_config *config, char why[], size_t size)
{
    (void)config, (void)why, (void)size;
    return NULL;
}

int serve_descriptors(const struct serve_config *config)
{
    (void)config;
    return 0;
}

bool serve_has_file(const char *path)
{
    (void)path;
    return false;
}

int serve_port(const struct serve *s)
{
    (void)s;
    return 0;
}

void serve_stop(struct serve *s)
{
    (void)s;
}

#else

typedef int serve_none_is_empty_here;

#endif
