/* SPDX-License-Identifier: MIT */
/* listing.h - lists of what is stored: lines, JSON, and CSV if a file is named. */
#ifndef CLI_LISTING_H
#define CLI_LISTING_H

#include "cli/archive.h"
#include "text/json.h"

/* Both return an exit code. */
int listing_games(struct store *s, const struct wanted *w, bool json, const char *csv);
int listing_matches(struct store *s, const struct wanted *w, bool json, const char *csv);
/* One game as an object, with its record if it has one. */
void listing_game(struct json *j, const struct store_game *g, int ply, bool by_position);

#endif
