/* SPDX-License-Identifier: MIT */
/* plot_svg.h - numbers that change over time: one SVG file of line plots, or a small plot of
   characters for a terminal.  Every plot of the program is drawn here: `stats`, `train`,
   `solve` and `plot`, which tools/strength uses. */
#ifndef REPORT_PLOT_SVG_H
#define REPORT_PLOT_SVG_H

#include "text/buffer.h"

enum { PLOT_COLOURS = 8 };

/* One line of a plot; the arrays are the caller's. */
struct plot_series {
    const char *name;
    int n;               /* points, sorted by x */
    const double *x, *y; /* finite; those of y above 0 if the plot has log_y */
};

/* Points that are added one by one.  A zeroed struct is empty; the caller frees x and y. */
struct plot_points {
    int n;
    double *x, *y;
    size_t cap_x, cap_y;
};
/* False: out of memory, and nothing was added. */
bool plot_points_add(struct plot_points *p, double x, double y);

/* Texts and series; nothing of it is copied. */
struct plot {
    const char *title, *x_label, *y_label;
    bool log_y; /* powers of ten */
    /* From the ninth on, series repeat the colours, and there is no legend. */
    int n;
    const struct plot_series *series;
};

/* Appends a self-contained SVG file with the plots below each other. */
void plot_svg(struct buffer *out, const struct plot *plots, int n);
/* Appends the first series as lines of characters, with the axes: at most `columns` wide,
   `rows` of them for the points.  ASCII unless `unicode`. */
void plot_text(struct buffer *out, const struct plot *p, int columns, int rows,
               bool unicode);

#endif
