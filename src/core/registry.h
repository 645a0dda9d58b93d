/* SPDX-License-Identifier: MIT */
/* registry.h - the games of games.def. */
#ifndef CORE_REGISTRY_H
#define CORE_REGISTRY_H

#include "core/rules.h"

const struct game_kind *game_kind_at(int i); /* NULL at the end */
int game_number(const lus_rules *r);         /* line of games.def, from 0 */

#endif
