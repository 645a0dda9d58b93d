/* SPDX-License-Identifier: MIT */
/* cmd_plot.c - lusoria plot: draws the columns of a CSV file as lines.

       $ cat ladder.csv
       level,senet:houses,ur:finkel
       0,0,0
       1,85,96
       $ lusoria plot ladder.csv --y Elo -o ladder.svg

   The first column is x; every other column is a line.  A cell may be empty: the line has no
   point there.  Several files are plots below each other.  Without -o the first line of
   every file is drawn with characters. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cli/cli.h"
#include "terminal/terminal.h"
#include "os/files.h"
#include "report/plot_svg.h"

enum { MOST_FILES = 8, MOST_COLUMNS = 64, MOST_BYTES = 16 << 20, TEXT_ROWS = 11 };

/* A file: its text, cut into cells, and its columns without the first. */
struct plot_table {
    char *text;
    int n;
    const char *x_name;
    struct plot_points points[MOST_COLUMNS];
    struct plot_series series[MOST_COLUMNS];
};

/* The options; NULL: not given. */
struct plot_options {
    const char *title, *x, *y, *out, *color;
    bool log, ascii;
};

/* ---- reading ---- */

/* Ends the cell at *at and moves *at to the next one; NULL: the row has no more cells. */
static char *next_cell(char **at)
{
    char *cell = *at;
    if (!cell)
        return NULL;
    char *comma = strchr(cell, ',');
    if (comma)
        *comma = '\0';
    *at = comma ? comma + 1 : NULL;
    return cell;
}

/* Ends the line at *at, with or without a carriage return, and moves *at behind it. */
static char *next_line(char **at)
{
    char *line = *at, *end = line + strcspn(line, "\n");
    *at = *end ? end + 1 : end;
    *end = '\0';
    if (end > line && end[-1] == '\r')
        end[-1] = '\0';
    return line;
}

/* The names of the columns; an exit code. */
static int read_head(struct plot_table *t, const char *path, char *line)
{
    t->x_name = next_cell(&line);
    for (char *name; (name = next_cell(&line));) {
        if (t->n == MOST_COLUMNS)
            return print_failure("%s: more than %d columns", path, MOST_COLUMNS + 1);
        t->series[t->n++].name = name;
    }
    return t->n ? EXIT_DONE
                : print_failure("%s, line 1: expected the names of at least two columns, "
                                "separated by commas",
                                path);
}

/* A number, above 0 if `log`.  The difference of two must be finite, too. */
static bool read_number(const char *cell, bool log, double *value)
{
    char *end;
    *value = strtod(cell, &end);
    return end != cell && !*end && fabs(*value) <= 1e300 && (!log || *value > 0);
}

/* Adds the points of a row; an exit code. */
static int read_row(struct plot_table *t, const struct plot_options *o, const char *path,
                    int number, char *line)
{
    double x, y;
    char *cell = next_cell(&line);
    if (!read_number(cell, false, &x))
        return print_failure("%s, line %d: expected a number, not '%s'", path, number,
                             cell);
    for (int i = 0; i < t->n && (cell = next_cell(&line)); i++) {
        if (!*cell)
            continue;
        if (!read_number(cell, o->log, &y))
            return print_failure("%s, line %d, column %d: expected %s, not '%s'", path,
                                 number, i + 2, o->log ? "a number above 0" : "a number",
                                 cell);
        if (!plot_points_add(&t->points[i], x, y))
            return print_error_code(LUS_EMEMORY);
    }
    return EXIT_DONE;
}

/* Reads a file; an exit code.  The table is to be freed in any case. */
static int read_table(struct plot_table *t, const struct plot_options *o,
                      const char *path)
{
    size_t bytes;
    t->text = file_read(path, MOST_BYTES, &bytes);
    if (!t->text)
        return print_failure("%s: %s", path,
                             errno == EFBIG ? "more than 16 MiB" : strerror(errno));
    char *at = t->text;
    int status = read_head(t, path, next_line(&at));
    for (int number = 2; *at && status == EXIT_DONE; number++) {
        char *line = next_line(&at);
        if (*line)
            status = read_row(t, o, path, number, line);
    }
    int numbers = 0;
    for (int i = 0; i < t->n; i++) {
        numbers += t->points[i].n;
        t->series[i].n = t->points[i].n;
        t->series[i].x = t->points[i].x;
        t->series[i].y = t->points[i].y;
    }
    if (status == EXIT_DONE && !numbers)
        status = print_failure("%s: there are no numbers below the names", path);
    return status;
}

/* Frees what read_table has allocated, not the table itself. */
static void table_free(struct plot_table *t)
{
    for (int i = 0; i < t->n; i++) {
        free(t->points[i].x);
        free(t->points[i].y);
    }
    free(t->text);
}

/* ---- drawing ---- */

/* The SVG file, or characters on standard output; an exit code. */
static int draw(const struct plot_options *o, const struct plot *plots, int n)
{
    struct buffer out = {0};
    struct terminal terminal;
    if (o->out) {
        plot_svg(&out, plots, n);
        return write_buffer(&out, o->out);
    }
    int status = terminal_open(&terminal, o->color, o->ascii);
    if (status)
        return status;
    for (int i = 0; i < n; i++) {
        buffer_str(&out, plots[i].title);
        buffer_str(&out, "\n");
        plot_text(&out, &plots[i], terminal_columns(), TEXT_ROWS, terminal.look.unicode);
    }
    return print_buffer(&out);
}

/* The plot of a table; nothing is copied. */
static struct plot plot_of(const struct plot_table *t, const struct plot_options *o,
                           const char *path)
{
    return (struct plot){.title = o->title ? o->title : path,
                         .x_label = o->x ? o->x : t->x_name,
                         .y_label = o->y        ? o->y
                                    : t->n == 1 ? t->series[0].name
                                                : "",
                         .log_y = o->log,
                         .n = t->n,
                         .series = t->series};
}

/* All files are read before anything is drawn. */
int cmd_plot(const struct command *self, int argc, char **argv)
{
    const char *path[MOST_FILES];
    struct plot_options o = {0};
    struct plot plots[MOST_FILES];
    const struct option options[] = {
        {"out", 'o', OPTION_TEXT, &o.out, 0, 0, "FILE", "write an SVG file"},
        {"title", 0, OPTION_TEXT, &o.title, 0, 0, "TEXT", "above each plot (the file)"},
        {"x", 0, OPTION_TEXT, &o.x, 0, 0, "TEXT", "label of x (the first column)"},
        {"y", 0, OPTION_TEXT, &o.y, 0, 0, "TEXT", "label of y"},
        {"log", 0, OPTION_FLAG, &o.log, 0, 0, NULL, "powers of ten on the y axis"},
        LOOK_OPTIONS(&o),
        {0},
    };
    int n = options_read(self, options, argc, argv, path, 1, MOST_FILES);
    if (n < 0)
        return -1 - n;
    struct plot_table *tables = calloc((size_t)n, sizeof *tables);
    if (!tables)
        return print_error_code(LUS_EMEMORY);
    int status = EXIT_DONE;
    for (int i = 0; i < n && status == EXIT_DONE; i++) {
        status = read_table(&tables[i], &o, path[i]);
        plots[i] = plot_of(&tables[i], &o, path[i]);
    }
    if (status == EXIT_DONE)
        status = draw(&o, plots, n);
    for (int i = 0; i < n; i++)
        table_free(&tables[i]);
    free(tables);
    return status;
}
