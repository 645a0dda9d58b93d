/* SPDX-License-Identifier: MIT */
/* needs.c - see needs.h. */
#include "solve/needs.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *bytes_text(double n, char out[32])
{
    static const char *const unit[] = {"KB", "MB", "GB", "TB"};
    int i = 0;
    for (n /= 1e3; n >= 999.5 && i < 3; i++)
        n /= 1e3;
    snprintf(out, 32, n < 9.95 ? "%.1f %s" : "%.0f %s", n, unit[i]);
    return out;
}

uint64_t bytes_from_text(const char *text)
{
    static const char unit[] = "KMGT";
    char *end;
    double n = strtod(text, &end);
    for (const char *u = *end ? strchr(unit, *end) : NULL; u && u >= unit; u--)
        n *= 1024;
    return n >= 1 && n < 1e18 && strlen(end) <= 1 && (!*end || strchr(unit, *end))
               ? (uint64_t)n
               : 0;
}

/* While a layer is being solved there are its two checkpoints, the state files of the
   earlier layers it needs and all packed layers.  While it is packed, there is one
   checkpoint, which through a window becomes its state file.  At the end there are the
   packed layers and the table. */
struct solve_needs solve_needs(const struct solver *s, const lus_rules *r,
                               const void *index, int precision, uint64_t window)
{
    struct solve_estimate e = s->estimate(r, precision);
    struct solve_needs need = {0, 1000, 0};
    for (int layer = 0; layer < s->index.layers(index); layer++) {
        double size = (double)s->index.layer_size(index, layer), kept = 0;
        for (int i = 0; i < layer; i++)
            if (s->index.last_use(index, i) >= layer)
                kept += e.kept * (double)s->index.layer_size(index, i);
        double memory = e.solving * size + kept;
        double solving = kept + need.file + 2 * e.checkpoint * size;
        need.file += e.packed * size;
        double disk = kept + need.file + (window ? 1 : 2) * e.checkpoint * size;
        if (!window && s->index.last_use(index, layer) > layer)
            disk += e.kept * size;
        disk = solving > disk ? solving : disk;
        need.memory = memory > need.memory ? memory : need.memory;
        need.disk = disk > need.disk ? disk : need.disk;
    }
    need.disk = 2 * need.file > need.disk ? 2 * need.file : need.disk;
    if (window && need.memory > (double)window)
        need.memory = (double)window;
    need.memory += e.fixed + 30e6; /* packing, writing and the program itself */
    return need;
}
