/* SPDX-License-Identifier: MIT */
/* tui_setup.c - asks what to play: see tui.h. */
#include "tui/tui_internal.h"

bool tui_ask_game(struct tui *t, struct tui_request *request)
{
    (void)t, (void)request;
    return false;
}
