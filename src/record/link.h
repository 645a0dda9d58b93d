/* SPDX-License-Identifier: MIT */
/* link.h - a game or a position as the fragment of a web address.

       #g=ur:finkel                                            the start
       #g=ur:finkel&p=6---x----------0:7--------------0:D:2    a position with its throw
       #g=awari:abapa&m=F.f.B.e                                a game from its start
       #g=ur:finkel&p=POSITION&m=4/0-4.2/0-2                   a game from a position
       #g=senet:blockade&r=2.3.1&m=2/9-12                      r: the roll-off

   The moves are those of a record, THROW/MOVE or MOVE, joined by dots.  All characters
   are allowed in a fragment.  The parts may have any order, each occurs once; parts with
   other names are ignored: a page may use them. */
#ifndef RECORD_LINK_H
#define RECORD_LINK_H

#include "record/record.h"

/* Reads a link; anything before '#' is skipped.  Sets *r, which the caller frees, and
   returns 0; otherwise the code of *fault. */
int link_parse(const char *text, struct record **r, lus_fault *fault);
/* "#g=...", which the caller frees; NULL: out of memory. */
char *link_format(const struct record *r);
/* Writes "#g=...&p=..." of a position (LUS_ANY_THROW: before the throw); returns the
   length. */
enum { LINK_MAX_POSITION = LUS_MAX_TEXT + 64 };
int link_format_position(const lus_rules *r, const lus_pos *p, int throw,
                         char text[LINK_MAX_POSITION]);

#endif
