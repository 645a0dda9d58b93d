/* SPDX-License-Identifier: MIT */
/* cmd_review.c - lusoria review: reviews every game of a file, or the last finished game.  A
   file with a fault is reviewed up to it, and the fault is reported.

       read_games        all games into memory, up to the first fault
       take_last_game    without a file
       review_games      src/analyse/review.h for each, with one transposition table
       print             --text (src/terminal), --json, --csv or --html (src/report)

   All games are reviewed before the first is printed, because a page or a JSON document is
   one text.  A game whose roll-off is not over has no review (NULL); the outputs say so. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "analyse/tablebase_values.h"
#include "cli/cli.h"
#include "terminal/analysis_screen.h"
#include "cli/line_mode.h"
#include "terminal/output.h"
#include "cli/record_files.h"
#include "os/clock.h"
#include "os/console.h"
#include "search/tt.h"
#include "report/review_html.h"

/* MiB of the transposition table; milliseconds without a progress line. */
enum { TABLE_MB = 64, PROGRESS_AFTER_MS = 500 };

/* The options; at most one of csv, text, html and as.json. */
struct review_options {
    struct review_limits limits;
    const char *html;
    struct table_options tables;
    struct answer_options as;
    bool csv, text;
};

/* ---- progress, shown on a terminal after half a second ---- */

/* The context of show_progress. */
struct review_progress {
    double begin; /* when the first game began, in milliseconds */
    int game, games;
    bool shown;
};

/* Callback of review, after each ply. */
static void show_progress(void *context, int ply, int plies)
{
    struct review_progress *p = context;
    if (clock_ms() - p->begin < PROGRESS_AFTER_MS)
        return;
    p->shown = true;
    fprintf(stderr, "\rgame %d of %d, ply %d of %d ", p->game, p->games, ply, plies);
}

/* Removes the progress line, if it was shown. */
static void clear_progress(const struct review_progress *p)
{
    if (p->shown)
        fputs("\r\033[K", stderr);
}

/* ---- the games ---- */

/* Fills file->game[i].review for every game.  Returns 0 or a negative error. */
static int review_games(const struct review_options *q, const struct tables *tables,
                        struct review_report *file)
{
    struct review_progress progress = {.begin = clock_ms(), .games = file->n};
    struct tt *tt = tt_new(TABLE_MB);
    int status = tt ? 0 : LUS_EMEMORY;
    for (int i = 0; status == 0 && i < file->n; i++) {
        struct review_limits limits = q->limits;
        struct reviewed_game *game = &file->game[i];
        progress.game = i + 1;
        limits.tablebase = tablebase_source_of(tables);
        limits.search.tablebase =
            tablebase_for_search(tables, lus_game_rules(record_game(game->record)));
        limits.search.table = tt;
        limits.search.now_ms = clock_ms;
        limits.progress = console_is_terminal(CONSOLE_ERR) ? show_progress : NULL;
        limits.progress_context = &progress;
        review_limits_of(game->record, &limits);
        status = review(record_game(game->record), &limits, &game->review);
        status = status == LUS_ESTATE ? 0 : status; /* before the roll-off is over */
    }
    clear_progress(&progress);
    tt_free(tt);
    return status;
}

/* ---- output ---- */

typedef void write_fn(struct buffer *out, const struct review_report *file);

/* JSON and CSV go to standard output, HTML to a file; exit codes. */
static int print_as(write_fn *write, const struct review_report *file)
{
    struct buffer out = {0};
    write(&out, file);
    return print_buffer(&out);
}

/* Writes the page; an exit code. */
static int save_html(const char *path, const struct review_report *file)
{
    struct buffer out = {0};
    review_html(&out, file);
    return write_buffer(&out, path);
}

/* Prints in the format that was asked for; an exit code. */
static int print(const struct review_options *q, const struct terminal *t,
                 const struct review_report *file)
{
    if (q->as.json || q->csv)
        return print_as(q->as.json ? review_json : review_csv, file);
    if (q->html)
        return save_html(q->html, file);
    for (int i = 0; i < file->n; i++) {
        if (i)
            putchar('\n');
        print_review(t, &file->game[i], i + 1, file->n);
    }
    return EXIT_DONE;
}

/* Reads the games of a file, up to its first fault.  LUS_EFILE: it cannot be opened, and
   a message was printed; LUS_EMEMORY.  The list and file->game are to be freed. */
static int read_games(const char *path, struct review_report *file, struct record ***list)
{
    struct record_file f;
    struct record *game = NULL;
    int status, added = 0;
    if (!record_file_open(&f, path))
        return LUS_EFILE;
    do {
        status = record_file_next(&f, &game);
        if (game && (added = record_list_add(list, file->n, game)) < 0)
            record_free(game);
        file->n += game && added == 0;
    } while (status > 0 && added == 0);
    file->faulty = status < 0;
    file->line = f.line;
    file->fault = f.fault;
    memcpy(file->message, f.message, sizeof file->message);
    record_file_close(&f);
    file->game = calloc((size_t)file->n + 1, sizeof *file->game);
    for (int i = 0; file->game && i < file->n; i++)
        file->game[i].record = (*list)[i];
    return added < 0 || !file->game || status == LUS_EMEMORY ? LUS_EMEMORY : 0;
}

/* Without a file: the game that was finished last.  Returns as read_games; LUS_EFILE: there is
   none, and a message was printed. */
static int take_last_game(struct review_report *file, struct record ***list)
{
    struct record *last = last_finished_game();
    if (!last) {
        print_usage_error("which file? You have not finished a game yet");
        return LUS_EFILE;
    }
    if (record_list_add(list, 0, last) < 0) {
        record_free(last);
        return LUS_EMEMORY;
    }
    file->n = 1;
    file->game = calloc(1, sizeof *file->game);
    if (file->game)
        file->game[0].record = last;
    return file->game ? 0 : LUS_EMEMORY;
}

/* Frees the reviews, the games and their list. */
static void reviews_free(struct review_report *file, struct record **list)
{
    for (int i = 0; file->game && i < file->n; i++)
        free(file->game[i].review);
    free(file->game);
    record_list_free(list, file->n);
}

/* Reads, reviews and prints; path NULL: the last game.  EXIT_FAILED after a fault in the
   file, also when the games before it were reviewed and printed. */
static int answer(const struct review_options *q, const struct terminal *t,
                  const struct tables *tables, const char *path)
{
    struct review_report file = {0};
    struct record **list = NULL;
    int done = path ? read_games(path, &file, &list) : take_last_game(&file, &list);
    if (done == LUS_EFILE)
        return path ? EXIT_FAILED : EXIT_USAGE;
    if (done == 0)
        done = review_games(q, tables, &file);
    int status = done < 0 ? print_error_code(done) : print(q, t, &file);
    if (path && file.faulty && done == 0 && !q->as.json)
        print_failure("%s, %s%s", strcmp(path, "-") ? path : "standard input",
                      file.message, file.n ? "; reviewed up to there" : "");
    reviews_free(&file, list);
    return file.faulty ? EXIT_FAILED : status;
}

int review_last_game(const struct terminal *t, const struct tables *tables)
{
    const struct review_options without = {0};
    return answer(&without, t, tables, NULL);
}

int cmd_review(const struct command *self, int argc, char **argv)
{
    const char *path = NULL;
    struct review_options q = {0};
    struct search_limits *s = &q.limits.search;
    const struct option options[] = {
        {"depth", 'd', OPTION_INT, &s->depth, 1, 63, "N",
         "search depth in plies (4 with dice, 8 without)"},
        {"time", 't', OPTION_INT, &s->time_ms, 1, 1 << 30, "MS",
         "time limit for each decision"},
        {"threads", 'j', OPTION_INT, &s->threads, 1, 256, "N", "threads"},
        TABLE_OPTIONS(&q.tables),
        {"text", 0, OPTION_FLAG, &q.text, 0, 0, NULL, "plain text (default)"},
        {"csv", 0, OPTION_FLAG, &q.csv, 0, 0, NULL, "CSV, one row for each ply"},
        {"html", 0, OPTION_TEXT, &q.html, 0, 0, "FILE", "write a page for a browser"},
        ANSWER_OPTIONS(&q.as, "lusoria.review/1"),
        {0},
    };
    json_if_asked(argc, argv);
    int n = options_read(self, options, argc, argv, &path, 0, 1);
    if (n < 0)
        return -1 - n;
    if (q.as.json + q.csv + q.text + (q.html != NULL) > 1)
        return print_usage_error("use only one of --text, --json, --csv and --html");
    struct terminal terminal;
    int status = terminal_open(&terminal, q.as.color, q.as.ascii);
    if (status)
        return status;
    struct tables *tables;
    if (!tablebase_open(&q.tables, &tables))
        return EXIT_FAILED;
    status = answer(&q, &terminal, tables, path);
    tablebase_close(tables);
    return status;
}
