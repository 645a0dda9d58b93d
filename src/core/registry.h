/* SPDX-License-Identifier: MIT */
/* registry.h - the games of games.def. */
#ifndef CORE_REGISTRY_H
#define CORE_REGISTRY_H

#include "core/rules.h"

const struct game_info *game_info_at(int i); /* NULL at the end */
int game_index(const lus_rules *r);          /* line of games.def, from 0 */

#endif
