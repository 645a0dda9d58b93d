/* SPDX-License-Identifier: MIT */
/* own_games.c - see own_games.h. */
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include "arena/archive.h"
#include "os/folders.h"
#include "play/own_games.h"

bool own_games_path(char path[PATH_MAX])
{
    char folder[PATH_MAX];
    if (!store_default_path(path, PATH_MAX))
        return false;
    memcpy(folder, path, sizeof folder);
    *strrchr(folder, '/') = '\0';
    folder_make(folder, 0700); /* store_open says what is wrong */
    return true;
}

int own_games_open(struct store **s, enum store_mode mode)
{
    char path[PATH_MAX];
    *s = NULL;
    if (mode == STORE_WRITE ? !own_games_path(path)
                            : !store_default_path(path, sizeof path))
        return LUS_ESTATE;
    return store_open(s, path, mode);
}

bool own_games_add(const struct play *p, char why[STORE_ERROR])
{
    const struct player_spec *spec = p->options->player;
    const bool person[2] = {spec[0].kind == PLAYER_HUMAN, spec[1].kind == PLAYER_HUMAN};
    struct store *s;
    why[0] = '\0';
    if (!play_over(p) || !(person[0] || person[1]))
        return true;
    int status = own_games_open(&s, STORE_WRITE);
    if (status == 0)
        status = archive_add(s, p->record, person);
    if (status < 0 && status != LUS_ESTATE)
        snprintf(why, STORE_ERROR, "%s",
                 status == LUS_EFILE ? store_error(s) : lus_error_text(status));
    store_close(s);
    return !why[0];
}
