/* SPDX-License-Identifier: MIT */
/* live_json.h - a live game as JSON: lusoria.game/1 of doc/api.md. */
#ifndef LIVE_LIVE_JSON_H
#define LIVE_LIVE_JSON_H

#include "live/live_game.h"
#include "text/json.h"

/* For whom the game is written. */
struct live_view {
    int you;         /* player 0 or 1; LIVE_NO_PLAYER: a spectator */
    bool online[2];  /* the player is connected */
    int64_t now;     /* seconds since 1970 */
    double now_ms;   /* the same in milliseconds, for the clocks */
    int64_t absence; /* seconds after which a game can be claimed */
};

/* Appends the members of the object, without its brackets and its schema. */
void live_write(struct json *j, const struct live_game *g, const struct live_view *v);

#endif
