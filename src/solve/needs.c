/* SPDX-License-Identifier: MIT */
/* needs.c - see needs.h. */
#include "solve/needs.h"
#include <stdio.h>

const char *bytes_text(double n, char out[32])
{
    static const char *const unit[] = {"KB", "MB", "GB", "TB"};
    int i = 0;
    for (n /= 1e3; n >= 999.5 && i < 3; i++)
        n /= 1e3;
    snprintf(out, 32, n < 9.95 ? "%.1f %s" : "%.0f %s", n, unit[i]);
    return out;
}

/* A layer that is solved through a window or for longer than ten minutes has two files with
   all its arrays; the earlier layers it needs have state files. */
struct solve_needs solve_needs(const struct solver *s, const lus_rules *r,
                               const void *index, uint64_t window)
{
    struct solve_estimate e = s->estimate(r);
    struct solve_needs need = {0, 1000, 0};
    for (int layer = 0; layer < s->index.layers(index); layer++) {
        double size = (double)s->index.layer_size(index, layer), kept = 0;
        for (int i = 0; i < layer; i++)
            if (s->index.last_use(index, i) >= layer)
                kept += e.kept * (double)s->index.layer_size(index, i);
        need.file += e.packed * size;
        double memory = e.solving * size + kept;
        double work = kept + e.kept * size + need.file;
        if (s->job.configure)
            work += 2 * e.solving * size;
        need.memory = memory > need.memory ? memory : need.memory;
        need.work = work > need.work ? work : need.work;
    }
    if (window && need.memory > (double)window)
        need.memory = (double)window;
    need.memory += e.fixed + 30e6; /* packing, writing and the program itself */
    return need;
}
