/* SPDX-License-Identifier: MIT */
/* cmd_review.c - lusoria review: every game of a file looked back upon.  A file with a
   fault is reviewed up to it, and the fault is told. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "analyse/exact.h"
#include "cli/cli.h"
#include "cli/files.h"
#include "cli/records.h"
#include "cli/review.h"
#include "core/clock.h"
#include "search/tt.h"
#include "text/review_html.h"

enum { TABLE_MB = 64, PATIENCE_MS = 500 };

struct request {
    struct review_limits limits;
    const char *html, *color, *table_dir;
    bool json, text, no_tables, ascii;
};

/* ---- how far it is, where somebody waits ---- */

struct progress {
    double begin;
    int game, games;
    bool shown;
};

static void tell(void *of, int ply, int plies)
{
    struct progress *p = of;
    if (clock_ms() - p->begin < PATIENCE_MS)
        return;
    p->shown = true;
    fprintf(stderr, "\rgame %d of %d, ply %d of %d ", p->game, p->games, ply, plies);
}

static void untell(const struct progress *p)
{
    if (p->shown)
        fputs("\r\033[K", stderr);
}

/* ---- the games ---- */

static struct tables *tables_wanted(const struct request *q)
{
    char folder[4096];
    if (q->no_tables)
        return NULL;
    if (q->table_dir)
        return tables_open(q->table_dir);
    return tables_folder(folder, sizeof folder) ? tables_open(folder) : NULL;
}

static int review_games(const struct request *q, struct reviewed_file *file)
{
    struct progress progress = {.begin = clock_ms(), .games = file->n};
    struct tables *tables = tables_wanted(q);
    struct tt *tt = tt_new(TABLE_MB);
    int status = tt ? 0 : LUS_EMEMORY;
    for (int i = 0; status == 0 && i < file->n; i++) {
        struct review_limits limits = q->limits;
        struct reviewed *game = &file->game[i];
        progress.game = i + 1;
        limits.exact = exact_tables(tables);
        limits.search.table = tt;
        limits.search.now_ms = clock_ms;
        limits.progress = isatty(STDERR_FILENO) ? tell : NULL;
        limits.progress_of = &progress;
        review_limits_of(game->record, &limits);
        status = review(record_game(game->record), &limits, &game->review);
        status = status == LUS_ESTATE ? 0 : status; /* before the roll-off is over */
    }
    untell(&progress);
    tt_free(tt);
    tables_close(tables);
    return status;
}

/* ---- what comes out ---- */

static int print_json(const struct reviewed_file *file)
{
    struct buffer out = {0};
    size_t n;
    review_write(&out, file);
    char *text = buffer_take(&out, &n);
    if (!text)
        return say_error(LUS_EMEMORY);
    fwrite(text, 1, n, stdout);
    free(text);
    return EXIT_DONE;
}

static int save_html(const char *path, const struct reviewed_file *file)
{
    struct buffer out = {0};
    size_t n;
    review_html(&out, file);
    char *page = buffer_take(&out, &n);
    if (!page)
        return say_error(LUS_EMEMORY);
    bool saved = file_write(path, page, n, 0644);
    free(page);
    return saved ? EXIT_DONE : say_failed("'%s' cannot be written", path);
}

static int print(const struct request *q, const struct terminal *t,
                 const struct reviewed_file *file)
{
    if (q->json)
        return print_json(file);
    if (q->html)
        return save_html(q->html, file);
    for (int i = 0; i < file->n; i++) {
        if (i)
            putchar('\n');
        show_review(t, &file->game[i], i + 1, file->n);
    }
    return EXIT_DONE;
}

static int answer(const struct request *q, const char *path)
{
    struct terminal terminal;
    struct reviewed_file file = {0};
    struct record **list;
    struct records_fault fault;
    int status = terminal_open(&terminal, q->color, q->ascii);
    if (status)
        return status;
    int read = records_load_some(path, &list, &file.n, &fault);
    if (read == LUS_EFILE)
        return EXIT_FAILED;
    file.game = calloc((size_t)(file.n ? file.n : 1), sizeof *file.game);
    for (int i = 0; file.game && i < file.n; i++)
        file.game[i].record = list[i];
    if (read < 0) {
        file.faulty = true;
        file.line = fault.line;
        file.fault = fault.fault;
        memcpy(file.message, fault.message, sizeof file.message);
    }
    int done = file.game ? review_games(q, &file) : LUS_EMEMORY;
    status = done < 0 ? say_error(done) : print(q, &terminal, &file);
    for (int i = 0; file.game && i < file.n; i++)
        free(file.game[i].review);
    free(file.game);
    record_list_free(list, file.n);
    if (read < 0 && !q->json)
        say_failed("'%s', %s%s", path, file.message,
                   file.n ? "; reviewed up to there" : "");
    return read < 0 ? EXIT_FAILED : status;
}

int cmd_review(const struct command *self, int argc, char **argv)
{
    const char *path;
    struct request q = {0};
    struct search_limits *s = &q.limits.search;
    const struct option options[] = {
        {"depth", 'd', OPTION_INT, &s->depth, 1, 63, "N",
         "plies to look ahead (4 with dice, 8 without)"},
        {"time", 't', OPTION_INT, &s->time_ms, 1, 1 << 30, "MS",
         "milliseconds a decision"},
        {"threads", 'j', OPTION_INT, &s->threads, 1, 256, "N", "threads"},
        {"no-tables", 0, OPTION_FLAG, &q.no_tables, 0, 0, NULL,
         "search even where a table knows"},
        {"table-dir", 0, OPTION_TEXT, &q.table_dir, 0, 0, "DIR", "where tables live"},
        {"text", 0, OPTION_FLAG, &q.text, 0, 0, NULL, "for people (usual)"},
        {"json", 0, OPTION_FLAG, &q.json, 0, 0, NULL, "lusoria.review/1"},
        {"html", 0, OPTION_TEXT, &q.html, 0, 0, "FILE", "a page for a browser"},
        {"ascii", 0, OPTION_FLAG, &q.ascii, 0, 0, NULL, "no signs beyond ASCII"},
        {"color", 0, OPTION_TEXT, &q.color, 0, 0, "WHEN", "auto, always or never"},
        {0},
    };
    json_wanted(argc, argv);
    int n = options_read(self, options, argc, argv, &path, 1, 1);
    if (n < 0)
        return -1 - n;
    if (q.json + q.text + (q.html != NULL) > 1)
        return say_usage("one of --text, --json and --html");
    return answer(&q, path);
}
