/* SPDX-License-Identifier: MIT */
/* solve_cli.c - see solve_cli.h. */
#include <stdio.h>
#include <string.h>
#include "cli/solve_cli.h"
#include "core/registry.h"
#include "solve/needs.h"

/* --memory is at least 16 pages of a window (race/window.h). */
enum { MIN_WINDOW = 1 << 20 };

/* Names the rule sets of the game that can be solved instead. */
static int say_unsolvable(const lus_rules *r)
{
    const struct game_info *kind = game_info_at(game_index(r));
    char names[200] = "";
    for (int i = 0; i < kind->n_sets; i++) {
        size_t n = strlen(names);
        if (solver_of(&kind->sets[i]))
            snprintf(names + n, sizeof names - n, "%s%s", n ? ", " : "",
                     lus_rules_name(&kind->sets[i]));
    }
    return print_failure("%s cannot be solved: %s; these can: %s", lus_rules_name(r),
                         solver_refusal(r), names);
}

/* The command that builds the table again. */
static void write_command(struct solve_request *q)
{
    char sized[64] = "";
    if (q->size)
        snprintf(sized, sizeof sized, " --%s %d", solver_of(q->r)->size_name, q->size);
    snprintf(q->command, sizeof q->command, "lusoria solve %s%s%s", lus_rules_name(q->r),
             sized, q->precision == 32 ? " --precision 32" : "");
}

/* The disk space of the largest table with 32 bits and a window of 8 GiB; 0: not known. */
static double largest_disk(const lus_rules *r, const struct solver *s)
{
    void *index = s->windowed ? s->index.create(r, s->max_size(r)) : NULL;
    if (!index)
        return 0;
    struct solve_needs need = solve_needs(s, r, index, 32, UINT64_C(8) << 30);
    s->index.destroy(index);
    return need.disk;
}

/* The whole game is too large for a default: names the option, a table of a few minutes, and
   what the largest one needs; an exit code. */
static int ask_size(const lus_rules *r, const struct solver *s)
{
    bool stones = value_kind_stones(s->kind);
    double disk = largest_disk(r, s);
    char bytes[32], largest[120] = "";
    if (disk > 0)
        snprintf(largest, sizeof largest,
                 "; the largest table, '--%s %d --precision 32 --memory 8G', needs %s of "
                 "disk space",
                 s->size_name, s->max_size(r), bytes_text(disk, bytes));
    return print_usage_error(
        "give --%s N, the number of %s %s (1 to %d), for example 'lusoria solve %s --%s "
        "%d'%s",
        s->size_name, s->size_name, stones ? "on a board" : "per side", s->max_size(r),
        lus_rules_name(r), s->size_name, stones ? 16 : 4, largest);
}

/* Sets the size of the table; EXIT_DONE, or the exit code after a message. */
static int check_size(struct solve_request *q)
{
    const struct solver *s = solver_of(q->r);
    if (!s)
        return say_unsolvable(q->r);
    q->size = size_asked(s, q->pieces, q->stones);
    if (q->size < 0)
        return EXIT_USAGE;
    if (q->size > s->max_size(q->r))
        return print_usage_error("%s: a table has at most %d %s", lus_rules_name(q->r),
                                 s->max_size(q->r), s->size_name);
    return s->size_required && !q->size ? ask_size(q->r, s) : EXIT_DONE;
}

/* The options that do not depend on the game are checked first, and everything before the
   index is made: for a large table that alone takes seconds. */
int solve_request_check(struct solve_request *q, const char *game)
{
    if (q->folder && !*q->folder)
        return print_usage_error("--table-dir needs the name of a folder");
    if (q->precision && q->precision != 32 && q->precision != 64)
        return print_usage_error("--precision is 32 or 64");
    q->seconds = q->seconds ? q->seconds : -1;
    q->bytes = q->memory ? bytes_from_text(q->memory) : 0;
    if (q->memory && q->bytes < MIN_WINDOW)
        return print_usage_error("--memory needs a size of at least 1M, like 8G or 500M");
    if (!(q->r = find_rules(game)))
        return EXIT_FAILED;
    int status = check_size(q);
    if (status == EXIT_DONE)
        write_command(q);
    return status;
}

struct solve_options solve_request_options(const struct solve_request *q)
{
    return (struct solve_options){.r = q->r,
                                  .size = q->size,
                                  .threads = q->threads,
                                  .precision = q->precision,
                                  .memory = q->bytes,
                                  .checkpoint_seconds = q->seconds,
                                  .folder = q->folder,
                                  .command = q->command};
}
