/* SPDX-License-Identifier: MIT */
/* draw.c - the board of Senet. */
#include "games/senet/senet.h"

void senet_draw(const lus_rules *r, const lus_pos *p, const lus_look *look,
                struct text *out)
{
    (void)look;
    r->text->format(r, p, out);
}
