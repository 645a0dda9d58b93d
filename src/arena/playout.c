/* SPDX-License-Identifier: MIT */
/* playout.c - see playout.h. */
#include "arena/playout.h"

#define HOT_SELECT      playout
#define HOT_SELECT_TYPE playout_fn *const
#include "core/hot_select.h"

playout_fn *playout_of(const lus_rules *r)
{
    return *select_playout(r);
}
