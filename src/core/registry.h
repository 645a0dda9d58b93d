/* SPDX-License-Identifier: MIT */
/* registry.h - the games of games.def. */
#ifndef CORE_REGISTRY_H
#define CORE_REGISTRY_H

#include "core/rules.h"

/* The game on line i of games.def, from 0; NULL if there is none. */
const struct game_info *game_info_at(int i);

/* The line of games.def of a rule set, from 0; -1 if it belongs to no game there. */
int game_index(const lus_rules *r);

/* The game of a rule set; NULL if it belongs to none. */
const struct game_info *game_info_of(const lus_rules *r);

/* The game whose record_format or protocol this is; NULL if there is none. */
const struct game_info *game_with_record_format(const char *format);
const struct game_info *game_with_protocol(const char *protocol);

#endif
