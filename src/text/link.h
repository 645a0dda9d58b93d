/* SPDX-License-Identifier: MIT */
/* link.h - a game or a position as the end of an address.

       #g=ur:finkel                                     the start
       #g=ur:finkel&p=6---x----------0:7--------------0:D:2   a position, its throw made
       #g=awari:abapa&m=F.f.B.e                         a game from its start
       #g=ur:finkel&p=POSITION&m=4/0-4.2/0-2            a game from a position

   MOVES are what a record has, THROW/MOVE or MOVE, joined by dots.  blockade's roll-off
   is a first part of bare throws ended by '~': m=2.3.1~2/9-11... */
#ifndef TEXT_LINK_H
#define TEXT_LINK_H

#include "text/record.h"

/* Reads a link; anything before '#' is skipped.  *r is the caller's. */
int link_parse(const char *text, struct record **r, lus_fault *fault);
/* "#g=...&p=...&m=...", to be freed; NULL: out of memory. */
char *link_format(const struct record *r);
/* The same without moves, for a position alone (LUS_ANY_THROW: no throw made). */
int link_format_position(const lus_rules *r, const lus_pos *p, int throw,
                         char text[2 * LUS_MAX_TEXT]);

#endif
