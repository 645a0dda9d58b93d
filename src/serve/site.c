/* SPDX-License-Identifier: MIT */
/* site.c - see site.h.  The list is sorted by tools/site_files, so files are found by
   bisection; there are about 60. */
#include "serve/site.h"
#include <stdlib.h>
#include <string.h>
#include "core/text.h"

static int by_path(const void *path, const void *file)
{
    return strcmp(path, ((const struct site_file *)file)->path);
}

const struct site_file *site_find(const char *path)
{
    size_t n = 0;
    while (site_files[n].path)
        n++;
    return bsearch(path, site_files, n, sizeof *site_files, by_path);
}

/* "ur" -> the file rules-ur.json; a name that does not fit is not found. */
const char *site_rules_page(const char *game, size_t *n)
{
    char path[64];
    struct text t = text_on(path, sizeof path);
    text_str(&t, "rules-");
    text_str(&t, game);
    text_str(&t, ".json");
    const struct site_file *f = site_find(path);
    if (!f)
        return NULL;
    *n = (size_t)(f->end - f->begin);
    return (const char *)f->begin;
}
