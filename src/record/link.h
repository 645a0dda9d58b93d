/* SPDX-License-Identifier: MIT */
/* link.h - a game or a position as the end of an address.

       #g=ur:finkel                                            the start
       #g=ur:finkel&p=6---x----------0:7--------------0:D:2    a position, its throw made
       #g=awari:abapa&m=F.f.B.e                                a game from its start
       #g=ur:finkel&p=POSITION&m=4/0-4.2/0-2                   a game from a position
       #g=senet:blockade&r=2.3.1&m=2/9-12                      r: the roll-off

   MOVES are those of a record, THROW/MOVE or MOVE, joined by dots.  All characters are
   such as an address may have in its fragment.  The parts come in any order, each once;
   parts of another name are left alone, for the page's own use. */
#ifndef RECORD_LINK_H
#define RECORD_LINK_H

#include "record/record.h"

/* Reads a link; anything before '#' is skipped.  *r is the caller's. */
int link_parse(const char *text, struct record **r, lus_fault *fault);
/* "#g=...", to be freed; NULL: out of memory. */
char *link_format(const struct record *r);
/* "#g=...&p=..." of a position alone (LUS_ANY_THROW: no throw made); its length. */
enum { LINK_MAX_POSITION = LUS_MAX_TEXT + 64 };
int link_format_position(const lus_rules *r, const lus_pos *p, int throw,
                         char text[LINK_MAX_POSITION]);

#endif
