/* SPDX-License-Identifier: MIT */
/* plot_svg.c - see plot_svg.h.

       WIDTH x HEIGHT of a plot:      title
                                   y  |  .       name     legend, if there are 2 to
                                      | . .  .   name     PLOT_COLOURS series
                                      +--------
                                         x

   The axes begin and end at multiples of a round step: 1, 2 or 5 times a power of ten. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "report/plot_svg.h"
#include "core/array.h"
#include "text/markup.h"

/* Of a plot in pixels, with its margins; about so many ticks on an axis. */
enum {
    WIDTH = 640,
    HEIGHT = 320,
    LEFT = 72,
    RIGHT = 20,
    LEGEND = 120, /* width, right of the axes */
    TOP = 44,
    BOTTOM = 48,
    TICKS = 5
};

/* An axis from `low` to `high`; with `log` both are exponents of ten. */
struct plot_axis {
    double low, high, step;
    bool log;
    int pixels; /* its length */
};

/* ---- points ---- */

bool plot_points_add(struct plot_points *p, double x, double y)
{
    if (!array_reserve(&p->x, &p->cap_x, (size_t)p->n + 1, sizeof *p->x) ||
        !array_reserve(&p->y, &p->cap_y, (size_t)p->n + 1, sizeof *p->y))
        return false;
    p->x[p->n] = x;
    p->y[p->n++] = y;
    return true;
}

/* ---- axes ---- */

/* 1, 2 or 5 times a power of ten, at least `span` / TICKS. */
static double round_step(double span)
{
    double step = span / TICKS, power = pow(10, floor(log10(step)));
    double digit = step / power;
    return power * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
}

/* A value as a number of the axis. */
static double on_axis(const struct plot_axis *a, double value)
{
    return a->log ? log10(value) : value;
}

/* An axis that contains low and high and begins and ends at multiples of its step; it spans
   at least `least`, and enough for numbers of this size to differ. */
static struct plot_axis axis_over(double low, double high, double least, bool log)
{
    struct plot_axis a = {.log = log};
    if (log) {
        a.low = floor(log10(low));
        a.high = ceil(log10(high));
        a.high = a.high > a.low ? a.high : a.low + 1;
        a.step = ceil((a.high - a.low) / TICKS);
        return a;
    }
    least = fmax(least, fabs(low) * 1e-9);
    high = high - low < least ? low + least : high;
    a.step = round_step(high - low);
    a.low = floor(low / a.step) * a.step;
    a.high = ceil(high / a.step) * a.step;
    return a;
}

static bool has_legend(const struct plot *p)
{
    return p->n > 1 && p->n <= PLOT_COLOURS;
}

/* The axes of all points; the y axis without logarithms contains 0. */
static void find_axes(const struct plot *p, struct plot_axis *x, struct plot_axis *y)
{
    double low[2] = {INFINITY, p->log_y ? INFINITY : 0}, high[2] = {-INFINITY, -INFINITY};
    for (int s = 0; s < p->n; s++)
        for (int i = 0; i < p->series[s].n; i++) {
            low[0] = fmin(low[0], p->series[s].x[i]);
            high[0] = fmax(high[0], p->series[s].x[i]);
            low[1] = fmin(low[1], p->series[s].y[i]);
            high[1] = fmax(high[1], p->series[s].y[i]);
        }
    if (low[0] > high[0]) /* no points */
        low[0] = high[0] = low[1] = high[1] = 1;
    *x = axis_over(low[0], high[0], 5, false);
    *y = axis_over(low[1], high[1], 0.1, p->log_y);
    x->pixels = WIDTH - LEFT - RIGHT - (has_legend(p) ? LEGEND : 0);
    y->pixels = HEIGHT - TOP - BOTTOM;
}

/* The label of a tick: "0.5", "120", "1e-6"; a number between two multiples of the step may
   need one decimal more. */
static void write_tick(const struct plot_axis *a, double at, char label[24])
{
    int decimals = a->step < 0.01 ? 3 : a->step < 0.1 ? 2 : a->step < 1 ? 1 : 0;
    double scaled = at * pow(10, decimals);
    bool between = fabs(scaled - round(scaled)) > 0.001;
    if (a->log && !between)
        snprintf(label, 24, "1e%d", (int)lround(at));
    else if (a->log)
        snprintf(label, 24, "%.0e", pow(10, at));
    else if (fabs(at) >= 1e12)
        snprintf(label, 24, "%.6g", at);
    else
        snprintf(label, 24, "%.*f", decimals + between, at);
}

/* ---- SVG ---- */

/* The pixel of a value, and below that of a number of the axis. */
static int place_x(const struct plot_axis *a, double value)
{
    double share = (on_axis(a, value) - a->low) / (a->high - a->low);
    return LEFT + (int)lround(share * a->pixels);
}

static int place_y(const struct plot_axis *a, double at)
{
    double share = (at - a->low) / (a->high - a->low);
    return HEIGHT - BOTTOM - (int)lround(share * a->pixels);
}

static void put_label(struct markup *m, const char *class, int x, int y, const char *text)
{
    markup_open_class(m, "text", class);
    markup_attr_int(m, "x", x);
    markup_attr_int(m, "y", y);
    markup_text(m, text);
    markup_close(m);
}

/* A line of the grid. */
static void put_line(struct markup *m, int x1, int y1, int x2, int y2)
{
    markup_open_path(m, "grid");
    markup_raw_int(m, "M", x1);
    markup_raw_int(m, " ", y1);
    markup_raw_int(m, "L", x2);
    markup_raw_int(m, " ", y2);
    markup_close_path(m);
}

/* The number of steps from the lower end of an axis to its upper end. */
static int axis_steps(const struct plot_axis *a)
{
    return (int)lround((a->high - a->low) / a->step);
}

/* Horizontal lines with their numbers, the numbers of x, and the three texts. */
static void put_axes(struct markup *m, const struct plot *p, const struct plot_axis *x,
                     const struct plot_axis *y)
{
    char label[24];
    for (int i = 0; i <= axis_steps(y); i++) {
        double at = y->low + i * y->step;
        write_tick(y, at, label);
        put_line(m, LEFT, place_y(y, at), LEFT + x->pixels, place_y(y, at));
        put_label(m, "tick y", LEFT - 8, place_y(y, at) + 4, label);
    }
    for (int i = 0; i <= axis_steps(x); i++) {
        double at = x->low + i * x->step;
        write_tick(x, at, label);
        put_label(m, "tick x", place_x(x, at), HEIGHT - BOTTOM + 18, label);
    }
    put_label(m, "title", LEFT, 18, p->title);
    put_label(m, "tick", LEFT, 34, p->y_label);
    put_label(m, "tick x", LEFT + x->pixels / 2, HEIGHT - 8, p->x_label);
}

/* A line, and a dot for each point unless there are too many. */
static void put_series(struct markup *m, const struct plot_series *s, int number,
                       const struct plot_axis *x, const struct plot_axis *y)
{
    char class[8] = "line s0", dot[8] = "dot s0";
    class[6] = dot[5] = (char)('0' + number % PLOT_COLOURS);
    markup_open_path(m, class);
    for (int i = 0; i < s->n; i++) {
        markup_raw_int(m, i ? "L" : "M", place_x(x, s->x[i]));
        markup_raw_int(m, " ", place_y(y, on_axis(y, s->y[i])));
    }
    markup_close_path(m);
    for (int i = 0; i < s->n && s->n <= 100; i++) {
        markup_open_class(m, "circle", dot);
        markup_attr_int(m, "cx", place_x(x, s->x[i]));
        markup_attr_int(m, "cy", place_y(y, on_axis(y, s->y[i])));
        markup_attr_int(m, "r", 3);
        markup_close_empty(m);
    }
}

/* The names of the series below each other, right of the axes. */
static void put_legend(struct markup *m, const struct plot *p, const struct plot_axis *x)
{
    for (int i = 0; i < p->n && has_legend(p); i++) {
        char class[10] = "name s0";
        class[6] = (char)('0' + i);
        put_label(m, class, LEFT + x->pixels + 14, TOP + 14 + 18 * i, p->series[i].name);
    }
}

/* Plot `number`, from 0, below the others. */
static void put_plot(struct markup *m, const struct plot *p, int number)
{
    struct plot_axis x, y;
    find_axes(p, &x, &y);
    markup_open(m, "g");
    markup_attr_begin(m, "transform");
    markup_raw_int(m, "translate(0 ", number * HEIGHT);
    markup_raw(m, ")");
    markup_attr_end(m);
    put_axes(m, p, &x, &y);
    for (int i = 0; i < p->n; i++)
        put_series(m, &p->series[i], i, &x, &y);
    put_legend(m, p, &x);
    markup_close(m);
    markup_raw(m, "\n");
}

/* PLOT_COLOURS colours; each has a contrast of at least 4.5 to white. */
static const char style[] =
    "<style>svg{background:#fff;font:12px sans-serif}text{fill:#333}"
    ".title{font-size:15px;font-weight:bold}.y{text-anchor:end}.x{text-anchor:"
    "middle}"
    ".grid{stroke:#ddd}.line{fill:none;stroke-width:2}"
    ".line.s0{stroke:#0b62a4}.s0.dot,.s0.name{fill:#0b62a4}"
    ".line.s1{stroke:#b3400f}.s1.dot,.s1.name{fill:#b3400f}"
    ".line.s2{stroke:#256b2c}.s2.dot,.s2.name{fill:#256b2c}"
    ".line.s3{stroke:#7a3f98}.s3.dot,.s3.name{fill:#7a3f98}"
    ".line.s4{stroke:#8a6d00}.s4.dot,.s4.name{fill:#8a6d00}"
    ".line.s5{stroke:#00706e}.s5.dot,.s5.name{fill:#00706e}"
    ".line.s6{stroke:#a0266d}.s6.dot,.s6.name{fill:#a0266d}"
    ".line.s7{stroke:#555}.s7.dot,.s7.name{fill:#555}</style>\n";

void plot_svg(struct buffer *out, const struct plot *plots, int n)
{
    struct markup m = markup_on(out);
    markup_open(&m, "svg");
    markup_attr(&m, "xmlns", "http://www.w3.org/2000/svg");
    markup_attr(&m, "role", "img");
    markup_attr(&m, "aria-label", n ? plots[0].title : "");
    markup_attr_begin(&m, "viewBox");
    markup_raw_int(&m, "0 0 ", WIDTH);
    markup_raw_int(&m, " ", (n ? n : 1) * HEIGHT);
    markup_attr_end(&m);
    markup_raw(&m, style);
    for (int i = 0; i < n; i++)
        put_plot(&m, &plots[i], i);
    markup_close(&m);
    markup_raw(&m, "\n");
}

/* ---- characters ---- */

enum { TICK_COLUMNS = 8, MOST_COLUMNS = 100, MOST_ROWS = 24 };

/* Writes one row: the tick of the axis in the first, middle and last one, then the points. */
static void put_row(struct buffer *out, const char *points, int columns, const char *tick,
                    bool unicode)
{
    for (int i = (int)strlen(tick); i < TICK_COLUMNS; i++)
        buffer_str(out, " ");
    buffer_str(out, tick);
    buffer_str(out, unicode ? " │" : " |");
    while (columns > 0 && points[columns - 1] == ' ')
        columns--;
    for (int i = 0; i < columns; i++)
        buffer_str(out, points[i] == ' ' ? " " : unicode ? "•" : "*");
    buffer_str(out, "\n");
}

/* Points that fall on the same character are one. */
void plot_text(struct buffer *out, const struct plot *p, int columns, int rows,
               bool unicode)
{
    char grid[MOST_ROWS][MOST_COLUMNS];
    struct plot_axis x, y;
    const struct plot_series *s = &p->series[0];
    columns = columns - TICK_COLUMNS - 3;
    columns = columns > MOST_COLUMNS ? MOST_COLUMNS : columns < 10 ? 10 : columns;
    rows = rows > MOST_ROWS ? MOST_ROWS : rows < 3 ? 3 : rows;
    memset(grid, ' ', sizeof grid);
    struct plot only_first = *p;
    only_first.n = 1;
    find_axes(&only_first, &x, &y);
    double first = s->n ? s->x[0] : 0, span = s->n > 1 ? s->x[s->n - 1] - first : 1;
    int width = s->n < columns / 2 ? 2 * s->n : columns; /* few points stay together */
    for (int i = 0; i < s->n; i++) {
        double across = span > 0 ? (s->x[i] - first) / span : 0;
        double up = (on_axis(&y, s->y[i]) - y.low) / (y.high - y.low);
        grid[rows - 1 - (int)lround(up * (rows - 1))][(int)lround(across * (width - 1))] =
            '*';
    }
    for (int row = 0; row < rows; row++) {
        char tick[24] = "";
        bool marked = row == 0 || row == rows - 1 || row == rows / 2;
        if (marked)
            write_tick(&y, y.high - (y.high - y.low) * row / (rows - 1), tick);
        put_row(out, grid[row], columns, tick, unicode);
    }
}
