/* SPDX-License-Identifier: MIT */
/* cmd_record.c - lusoria record: checks the games of a file, or writes them in another
   format.  All are converted before the first is printed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cli/cli.h"
#include "cli/records.h"
#include "text/buffer.h"
#include "text/link.h"
#include "text/ogn.h"
#include "text/rgn.h"

typedef int write_fn(const struct record *r, char **text, size_t *n);

static int write_ours(const struct record *r, char **text, size_t *n)
{
    char *made = record_write(r, n);
    if (made)
        *text = made;
    return made ? 0 : LUS_EMEMORY;
}

static int write_link(const struct record *r, char **text, size_t *n)
{
    char *made = link_format(r);
    if (!made)
        return LUS_EMEMORY;
    *text = made;
    *n = strlen(made);
    return 0;
}

static const struct format {
    const char *name;
    write_fn *write;
    const char *between; /* two games */
    const char *holds;
} formats[] = {
    {"lusoria", write_ours, "\n", "every game"},
    {"rgn", rgn_write, "\n", "games of Ur"},
    {"ogn", ogn_write, "\n", "games of Awari"},
    {"moves", ogn_write_moves, "", "games of Awari from the usual start"},
    {"link", write_link, "\n", "every game"},
};
enum { N_FORMATS = sizeof formats / sizeof formats[0] };

static int convert(const struct format *f, struct record **list, int count)
{
    struct buffer all = {0};
    for (int i = 0; i < count; i++) {
        char *text;
        size_t n;
        int status = f->write(list[i], &text, &n);
        if (status < 0) {
            free(all.bytes);
            if (status == LUS_EMEMORY)
                return say_failed("%s", lus_error_text(status));
            return say_failed("game %d: %s holds %s", i + 1, f->name, f->holds);
        }
        buffer_str(&all, i ? f->between : "");
        buffer_bytes(&all, text, n);
        free(text);
    }
    buffer_str(&all, all.column ? "\n" : "");
    if (!all.failed)
        fwrite(all.bytes, 1, all.len, stdout);
    free(all.bytes);
    return all.failed ? say_failed("out of memory") : EXIT_DONE;
}

static void report(int number, const struct record *r)
{
    static const char *const results[] = {"unfinished", "the first player won",
                                          "the second player won", "drawn"};
    const lus_game *g = record_game(r);
    const char *why = record_reason(r);
    printf("game %d: %s, %d plies, %s%s%s%s\n", number, lus_rules_name(lus_game_rules(g)),
           lus_game_plies(g), results[record_result(r)], why ? " (" : "", why ? why : "",
           why ? ")" : "");
}

int cmd_record(const struct command *self, int argc, char **argv)
{
    const char *path, *to = NULL;
    const struct format *format = NULL;
    const struct option options[] = {
        {"to", 't', OPTION_TEXT, &to, 0, 0, "FORMAT", "lusoria, rgn, ogn, moves or link"},
        {0},
    };
    struct record **list;
    int count, status = EXIT_DONE,
               n = options_read(self, options, argc, argv, &path, 1, 1);
    if (n < 0)
        return -1 - n;
    for (int i = 0; to && i < N_FORMATS; i++)
        if (!strcmp(to, formats[i].name))
            format = &formats[i];
    if (to && !format)
        return say_usage("--to takes lusoria, rgn, ogn, moves or link, not '%s'", to);
    if (!records_load(path, &list, &count))
        return EXIT_FAILED;
    for (int i = 0; !format && i < count; i++)
        report(i + 1, list[i]);
    if (format)
        status = convert(format, list, count);
    record_list_free(list, count);
    return status;
}
