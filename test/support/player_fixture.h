/* SPDX-License-Identifier: MIT */
/* player_fixture.h - players from their descriptions; include it after cmocka.h. */
#ifndef SUPPORT_PLAYER_FIXTURE_H
#define SUPPORT_PLAYER_FIXTURE_H

#include "player/player_spec.h"

/* The player that a text describes; the test fails if the text is not understood. */
static inline struct player_spec bot(const lus_rules *r, const char *text)
{
    struct player_spec b;
    lus_fault fault = {0};
    if (player_spec_read(r, text, &b, &fault) < 0)
        fail_msg("'%s': expected %s at %zu", text, fault.expected, fault.at);
    return b;
}

#endif
