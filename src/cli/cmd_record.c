/* SPDX-License-Identifier: MIT */
/* cmd_record.c - lusoria record: checks the games of a file, or writes them in another
   format.  All are converted before the first is printed. */
#include <stdio.h>
#include <stdlib.h>
#include "cli/cli.h"
#include "cli/formats.h"
#include "cli/records.h"

static int convert(const struct record_format *f, struct record **list, int count)
{
    struct buffer all = {0};
    int status = EXIT_DONE;
    for (int i = 0; i < count && status == EXIT_DONE; i++)
        status = format_add(f, &all, list[i], i + 1);
    if (status == EXIT_DONE && all.column)
        buffer_str(&all, "\n");
    if (status == EXIT_DONE && !all.failed)
        fwrite(all.bytes, 1, all.len, stdout);
    free(all.bytes);
    return status == EXIT_DONE && all.failed ? print_error_code(LUS_EMEMORY) : status;
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
    const struct record_format *format = NULL;
    const struct option options[] = {
        {"to", 't', OPTION_TEXT, &to, 0, 0, "FORMAT", "lusoria, rgn, ogn, moves or link"},
        {0},
    };
    struct record **list;
    int count, status = EXIT_DONE,
               n = options_read(self, options, argc, argv, &path, 1, 1);
    if (n < 0)
        return -1 - n;
    if (to && !(format = format_named("to", to)))
        return EXIT_USAGE;
    if (!records_load(path, &list, &count))
        return EXIT_FAILED;
    for (int i = 0; !format && i < count; i++)
        report(i + 1, list[i]);
    if (format)
        status = convert(format, list, count);
    record_list_free(list, count);
    return status;
}
