/* SPDX-License-Identifier: MIT */
/* cmd_solve.c - lusoria solve: builds a table and shows its progress.

       $ lusoria solve ur --pieces 2
       ur:finkel, 2 pieces: 12,869 positions                       announce
       needs about ... of memory, and ... of disk space; the table will have ...
       layer 1 of 3, 1 against 1: 217 positions, 12 sweeps, residual 9.7e-15
                                                                   log_line, one per layer
       layer 2 of 3, 2 against 1, sweep 12: residual 1.2e-05, 63.20 M/s, 0:04 left
                                                                   show_line, on a terminal
       ~/.local/share/lusoria/tables/ur-finkel-2.lut               standard output

   --svg draws the residual of every sweep, a line for each layer.  The build itself is solve_run (solve/solve.h), which calls `report` and `log_line`.
   Finished layers are on disk, so Ctrl-C may end the process at once and the same command
   resumes. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cli/solve_cli.h"
#include "terminal/terminal.h"
#include "os/clock.h"
#include "os/console.h"
#include "os/signals.h"
#include "core/array.h"
#include "report/plot_svg.h"
#include "solve/needs.h"
#include "solve/table.h"

/* The residuals of this run, sweep by sweep; `end` is the number of points up to the end of
   each layer. */
struct residual_plot {
    struct plot_points points;
    int n, *end, *layer;
    size_t cap_end, cap_layer;
    bool failed; /* memory ran out */
};

/* The context of the callbacks of solve_run. */
struct solve_display {
    const struct solver *solver;
    void *index;
    bool live;                 /* standard error is a terminal */
    int first;                 /* first layer of this run; -1: none yet */
    double begin_ms, shown_ms; /* of the run; when the line was last drawn */
    const char *svg;           /* NULL: no plot */
    struct residual_plot residuals;
};

/* Positions of layers first .. end - 1. */
static uint64_t layer_sum(const struct solve_display *s, int first, int end)
{
    uint64_t sum = 0;
    for (int i = first; i < end; i++)
        sum += s->solver->index.layer_size(s->index, i);
    return sum;
}

/* ---- what the build needs ---- */

/* "137,870,097" */
static const char *grouped(uint64_t n, char out[32])
{
    char digits[24];
    int all = snprintf(digits, sizeof digits, "%" PRIu64, n), at = 0;
    for (int i = 0; i < all; i++) {
        if (i && (all - i) % 3 == 0)
            out[at++] = ',';
        out[at++] = digits[i];
    }
    out[at] = '\0';
    return out;
}

/* Prints the size of the build before it starts. */
static void announce(const struct solve_display *s, int size,
                     const struct solve_options *o)
{
    struct solve_needs need = solve_needs(s->solver, o->r, s->index,
                                          o->precision ? o->precision : 64, o->memory);
    char count[32], file[32], memory[32], disk[32];
    uint64_t positions = layer_sum(s, 0, s->solver->index.layers(s->index));
    fprintf(stderr,
            "%s, %d %.*s: %s positions\nneeds about %s of memory, and %s of disk space; "
            "the table will have %s\n",
            lus_rules_name(o->r), size, (int)strlen(s->solver->size_name) - (size == 1),
            s->solver->size_name, grouped(positions, count),
            bytes_text(need.memory, memory), bytes_text(need.disk, disk),
            bytes_text(need.file, file));
}

/* ---- the plot of the residuals ---- */

/* Begins the line of a layer. */
static bool residual_layer(struct residual_plot *r, int layer)
{
    if (r->n && r->layer[r->n - 1] == layer)
        return true;
    if (!array_reserve(&r->layer, &r->cap_layer, (size_t)r->n + 1, sizeof *r->layer) ||
        !array_reserve(&r->end, &r->cap_end, (size_t)r->n + 1, sizeof *r->end))
        return false;
    r->layer[r->n++] = layer;
    return true;
}

/* Adds the residual of one sweep. */
static void residual_add(struct residual_plot *r, int layer, double change)
{
    r->failed = r->failed || !residual_layer(r, layer) ||
                !plot_points_add(&r->points, r->points.n + 1, change);
    if (!r->failed)
        r->end[r->n - 1] = r->points.n;
}

/* Writes the plot: a line for each layer, over the sweeps of all layers; an exit code. */
static int residual_write(const struct solve_display *s, const lus_rules *r)
{
    const struct residual_plot *p = &s->residuals;
    struct plot_series *series = calloc((size_t)p->n + 1, sizeof *series);
    char(*name)[32] = calloc((size_t)p->n + 1, sizeof *name), title[80];
    struct buffer out = {0};
    int status = EXIT_DONE;
    for (int i = 0; series && name && i < p->n; i++) {
        int first = i ? p->end[i - 1] : 0;
        s->solver->index.layer_name(s->index, p->layer[i], name[i]);
        series[i] = (struct plot_series){name[i], p->end[i] - first, p->points.x + first,
                                         p->points.y + first};
    }
    snprintf(title, sizeof title, "%s: residuals of %d layers", lus_rules_name(r), p->n);
    struct plot plot = {.title = title,
                        .x_label = "sweep, all layers one after another",
                        .y_label = "largest change of a winning chance",
                        .log_y = true,
                        .n = p->n,
                        .series = series};
    if (!series || !name || p->failed) {
        status = print_error_code(LUS_EMEMORY);
    } else if (!p->n) {
        status = print_failure("no sweep was made: the table was there, so there is no "
                               "plot");
    } else {
        plot_svg(&out, &plot, 1);
        status = write_buffer(&out, s->svg);
    }
    free(series);
    free(name);
    return status;
}

/* Frees what residual_add has allocated. */
static void residual_free(struct residual_plot *r)
{
    free(r->points.x);
    free(r->points.y);
    free(r->end);
    free(r->layer);
}

/* ---- progress ---- */

/* Seconds left at the speed so far.  Iterative solvers update each position once per sweep;
   later layers are assumed to take as many sweeps as those of this run, the first one 50.
   Other solvers update each position once. */
static double seconds_left(const struct solve_display *s, const struct solve_progress *p,
                           double seconds)
{
    uint64_t now = s->solver->index.layer_size(s->index, p->layer);
    double done = (double)layer_sum(s, s->first, p->layer);
    double left = (double)layer_sum(s, p->layer, s->solver->index.layers(s->index));
    double work = left - ((double)p->updates - done);
    if (p->sweep) {
        double here = (double)p->sweep * (double)now;
        double sweeps = done > 0 ? ((double)p->updates - here) / done : 50;
        work = left * sweeps - here;
    }
    return work > 0 ? work * seconds / (double)p->updates : 0;
}

/* "12:03", "1:02:03" */
static const char *in_time(double seconds, char out[32])
{
    int s = seconds < 1e7 ? (int)(seconds + 0.5) : 10000000;
    if (s < 3600)
        snprintf(out, 32, "%d:%02d", s / 60, s % 60);
    else
        snprintf(out, 32, "%d:%02d:%02d", s / 3600, s / 60 % 60, s % 60);
    return out;
}

/* "12.34 M/s", or "56/s" if each position takes a search */
static const char *in_speed(double positions, char out[32])
{
    if (positions < 10000)
        snprintf(out, 32, "%.0f/s", positions);
    else
        snprintf(out, 32, "%.2f M/s", positions / 1e6);
    return out;
}

/* One line that is overwritten and never longer than the terminal is wide. */
static void show_line(const struct solve_display *s, const struct solve_progress *p,
                      double seconds)
{
    int columns = terminal_columns_of(CONSOLE_ERR);
    bool wide = columns >= 80;
    char name[32], left[32], speed[32], sweep[32] = "", residual[32] = "", line[160];
    s->solver->index.layer_name(s->index, p->layer, name);
    if (p->sweep && wide)
        snprintf(sweep, sizeof sweep, ", sweep %d", p->sweep);
    if (p->change > 0)
        snprintf(residual, sizeof residual, "residual %.1e, ", p->change);
    snprintf(line, sizeof line,
             wide ? "layer %d of %d, %s%s: %s%s, %s left" : "%d/%d, %s%s: %s%s, %s left",
             p->layer + 1, s->solver->index.layers(s->index), name, sweep, residual,
             in_speed((double)p->updates / seconds, speed),
             in_time(seconds_left(s, p, seconds), left));
    fprintf(stderr, "\r\033[K%.*s", columns - 1, line);
}

/* Callback of solve_run, after every sweep: redraws the progress line at most five times a
   second. */
static void report(const struct solve_progress *p)
{
    struct solve_display *s = p->arg;
    double now = clock_ms();
    if (s->svg && p->change > 0)
        residual_add(&s->residuals, p->layer, p->change);
    s->first = s->first < 0 ? p->layer : s->first;
    if (!s->live || now - s->shown_ms < 200)
        return;
    s->shown_ms = now;
    show_line(s, p, (now - s->begin_ms) / 1000);
}

/* Callback of solve_run: a line that stays, printed over the progress line. */
static void log_line(void *arg, const char *line)
{
    const struct solve_display *s = arg;
    fprintf(stderr, "%s%s\n", s->live ? "\r\033[K" : "", line);
}

/* Written by the signal handler, which then ends the process: finished layers are on disk. */
static const char interrupt_message[] =
    "\nlusoria: interrupted; the same command resumes after the last finished layer\n";

/* ---- the command ---- */

/* Builds the table and prints its path; an exit code. */
static int run(const struct solve_request *q, const char *svg)
{
    char path[4096], why[256], home[4096];
    struct solve_display s = {.solver = solver_of(q->r),
                              .first = -1,
                              .live = console_is_terminal(CONSOLE_ERR),
                              .svg = svg};
    int whole = q->size ? q->size : s.solver->max_size(q->r);
    if (!q->folder && !tables_folder(home, sizeof home))
        return print_failure("there is no home folder; give --table-dir DIR");
    if (!(s.index = s.solver->index.create(q->r, whole)))
        return print_error_code(LUS_EMEMORY);
    s.begin_ms = s.shown_ms = clock_ms();
    struct solve_options o = solve_request_options(q);
    o.folder = q->folder ? q->folder : home;
    o.log = log_line;
    o.report = report;
    o.arg = &s;
    announce(&s, whole, &o);
    interrupt_exit(interrupt_message, EXIT_INTERRUPTED, EXIT_FAILED);
    int status = solve_run(&o, path, sizeof path, why);
    if (s.live)
        fputs("\r\033[K", stderr);
    int code = status < 0 ? print_failure("%s", why) : EXIT_DONE;
    if (code == EXIT_DONE)
        printf("%s\n", path);
    if (code == EXIT_DONE && svg)
        code = residual_write(&s, q->r);
    s.solver->index.destroy(s.index);
    residual_free(&s.residuals);
    return code;
}

int cmd_solve(const struct command *self, int argc, char **argv)
{
    const char *words[1], *svg = NULL;
    struct solve_request q = SOLVE_DEFAULTS;
    const struct option options[] = {
        SOLVE_OPTIONS(&q, "threads (default: all processors)",
                      "Ur, Senet: at most SIZE (8G, 500M) of values in memory, the rest "
                      "on disk"),
        {"svg", 0, OPTION_TEXT, &svg, 0, 0, "FILE",
         "also draw the residual of every sweep"},
        {0},
    };
    int n = options_read(self, options, argc, argv, words, 1, 1);
    if (n < 0)
        return -1 - n;
    int status = solve_request_check(&q, words[0]);
    if (status)
        return status;
    if (svg && solver_of(q.r)->kind != VALUE_KIND_WIN16)
        return print_usage_error("--svg draws the residuals of sweeps; %s is solved "
                                 "without sweeps",
                                 lus_rules_name(q.r));
    return run(&q, svg);
}
