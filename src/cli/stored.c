/* SPDX-License-Identifier: MIT */
/* stored.c - the store of the user: see stored.h. */
#include <limits.h>
#include <signal.h>
#include <string.h>
#include "cli/cli.h"
#include "cli/stored.h"
#include "os/folders.h"

/* The folder of the usual store is made; one that was named must be there. */
static bool usual_path(char path[PATH_MAX], enum store_mode mode)
{
    char folder[PATH_MAX];
    if (!store_default_path(path, PATH_MAX)) {
        say_failed("there is no home folder for the store; use --db FILE");
        return false;
    }
    memcpy(folder, path, PATH_MAX);
    *strrchr(folder, '/') = '\0';
    if (mode == STORE_WRITE && !folder_make(folder, 0700)) {
        say_failed("the folder '%s' of the store cannot be made; use --db FILE", folder);
        return false;
    }
    return true;
}

struct store *stored_open(const char *path, enum store_mode mode)
{
    char usual[PATH_MAX];
    struct store *s;
    if (!path && !usual_path(usual, mode))
        return NULL;
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error, not the end */
    if (store_open(&s, path ? path : usual, mode) == 0)
        return s;
    say_failed("%s", store_why(s));
    store_close(s);
    return NULL;
}
