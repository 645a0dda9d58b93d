/* SPDX-License-Identifier: MIT */
/* cmd_book.c - lusoria book: builds an opening book and shows its progress.

       $ lusoria book awari:oware --positions 500
       awari:oware: 96 of 500 positions                      on a terminal, redrawn
       awari:oware: 500 positions, 212 to verify
       ~/.local/share/lusoria/books/awari-oware.book         standard output

   The file is replaced after every round, so Ctrl-C may end the process at once and the same
   command resumes. */
#include <stdio.h>
#include <string.h>
#include "book/book_build.h"
#include "book/book_files.h"
#include "cli/cli.h"
#include "os/clock.h"
#include "os/console.h"
#include "os/folders.h"
#include "os/parallel.h"
#include "os/signals.h"

static const char interrupt_message[] =
    "\nlusoria: interrupted; the same command resumes after the last finished round\n";

/* Reads the file if it is there, else begins a new book.  NULL: a message was printed. */
static struct book *open_book(const struct book_options *o, const char *path)
{
    char why[BOOK_WHY];
    struct book *b = NULL;
    int status = book_load(path, o->rules, &b, why);
    if (status == LUS_ESTATE) {
        b = book_new(o);
        if (!b)
            print_error_code(LUS_EMEMORY);
        return b;
    }
    if (status < 0) {
        print_failure("%s", why);
        return NULL;
    }
    if (b->nodes == o->nodes && b->deeper == o->deeper)
        return b;
    print_failure(
        "%s was built with --nodes %d --deeper %d: use the same, or another file "
        "(-o)",
        path, b->nodes, b->deeper);
    book_free(b);
    return NULL;
}

/* On a terminal one line that is redrawn, elsewhere a line per ten seconds. */
static void show_progress(const struct book *b, const struct book_progress *p,
                          bool finished, double *shown_ms)
{
    bool terminal = console_is_terminal(CONSOLE_ERR);
    double now = clock_ms();
    if (!finished && now - *shown_ms < (terminal ? 200 : 10000))
        return;
    *shown_ms = now;
    fprintf(stderr, "%s%s: %d ", terminal ? "\r\033[K" : "", lus_rules_name(b->rules),
            b->n);
    if (p->verifies)
        fprintf(stderr, "positions, %d to verify", p->todo);
    else
        fprintf(stderr, "of %d positions", p->todo);
    fputs(terminal && !finished ? "" : "\n", stderr);
}

/* Plays rounds until the book is finished; an exit code. */
static int build(struct book *b, const struct book_options *o, const char *path)
{
    struct book_progress progress;
    char why[BOOK_WHY];
    double shown_ms = clock_ms();
    int status;
    while ((status = book_round(b, o, &progress)) > 0) {
        if (book_save(path, b, why) < 0)
            return print_failure("%s", why);
        show_progress(b, &progress, false, &shown_ms);
    }
    if (status < 0)
        return print_error_code(status);
    show_progress(b, &progress, true, &shown_ms);
    puts(path);
    return EXIT_DONE;
}

/* Makes the folder of the default path. */
static bool default_path(const lus_rules *r, char path[BOOK_PATH])
{
    char folder[BOOK_PATH];
    if (!book_path(r, path, BOOK_PATH)) {
        print_failure("there is no home folder for the book; use -o FILE");
        return false;
    }
    memcpy(folder, path, BOOK_PATH);
    *strrchr(folder, '/') = '\0';
    if (folder_make(folder, 0777))
        return true;
    print_failure("the folder '%s' cannot be created; use -o FILE", folder);
    return false;
}

int cmd_book(const struct command *self, int argc, char **argv)
{
    const char *words[1], *file = NULL;
    char path[BOOK_PATH];
    struct book_options o = {.positions = 1000,
                             .nodes = 200000,
                             .deeper = 800000,
                             .threads = parallel_cores()};
    const struct option options[] = {
        {"positions", 'p', OPTION_INT, &o.positions, 1, BOOK_BYTES, "N",
         "positions of the book (1000); at most 200 KB"},
        {"nodes", 'n', OPTION_INT, &o.nodes, 100, 2000000000, "N",
         "nodes of the search of a position (200000)"},
        {"deeper", 0, OPTION_INT, &o.deeper, 100, 2000000000, "N",
         "nodes to verify the positions it plays from (800000)"},
        {"jobs", 'j', OPTION_INT, &o.threads, 1, 256, "N",
         "searches at the same time (default: all processors)"},
        {"output", 'o', OPTION_TEXT, &file, 0, 0, "FILE",
         "the file (books/GAME-RULES.book in the data folder)"},
        {0},
    };
    int n = options_read(self, options, argc, argv, words, 1, 1);
    if (n < 0)
        return -1 - n;
    if (!(o.rules = find_rules(words[0])))
        return EXIT_FAILED;
    if (lus_has_dice(o.rules))
        return print_usage_error("%s has dice: books are for games without dice",
                                 lus_rules_name(o.rules));
    if (!file && !default_path(o.rules, path))
        return EXIT_FAILED;
    interrupt_exit(interrupt_message, EXIT_INTERRUPTED, EXIT_FAILED);
    struct book *b = open_book(&o, file ? file : path);
    int status = b ? build(b, &o, file ? file : path) : EXIT_FAILED;
    book_free(b);
    return status;
}
