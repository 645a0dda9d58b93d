/* SPDX-License-Identifier: MIT */
/* engine_server.c - the commands of the engine protocol and its two threads: see engine.h.

   Thread 0 reads (read_lines), thread 1 executes (`execute`):

       input -> read_lines -> line_queue -> work -> execute -> engine_send -> output
                    `-> stop and quit, and ping during a search, act at once

   After `uci` or `ugi` lines are passed on to engine_uci.c.  lusoria-engine(5) describes
   all lines with examples. */
#include <stdlib.h>
#include <string.h>
#include "core/game_clock.h"
#include "engine/engine.h"
#include "engine/engine_internal.h"
#include "os/console.h"
#include "os/parallel.h"
#include "record/protocol.h"

/* Answers ping or isready, also during a search; returns false for other lines. */
static bool answer_ping(void *arg, const char *line)
{
    const struct engine *e = arg;
    const char *args = line_after(line, e->dialect ? "isready" : "ping");
    struct buffer out = {0};
    if (!args)
        return false;
    if (e->dialect) {
        buffer_str(&out, "readyok");
        engine_send(e, &out);
        return true;
    }
    buffer_str(&out, *args ? "pong " : "pong");
    buffer_bytes(&out, args, strcspn(args, " "));
    engine_send(e, &out);
    return true;
}

/* ---- options ---- */

/* "lusoria 1": name, options with their values, ready. */
static void identify(struct engine *e, const char *args)
{
    struct buffer out = {0};
    char lines[256];
    if (strcmp(args, "1") != 0) {
        engine_error(e, "ERANGE", "this engine speaks version 1 only");
        return;
    }
    snprintf(lines, sizeof lines,
             "id name lusoria " LUS_VERSION "\noption eval text %s\noption nodes int %d\n"
             "option table_mb int %d\noption threads int %d\nready",
             e->classic ? "classic" : "default", e->nodes, e->table_mb, e->threads);
    buffer_str(&out, lines);
    engine_send(e, &out);
}

/* Options may change values of the search, so the transposition table is cleared. */
static void set_option(struct engine *e, const char *args)
{
    const char *value;
    engine_clear_table(e);
    if ((value = line_after(args, "eval")))
        engine_set_eval(e, value);
    else if ((value = line_after(args, "nodes")))
        engine_set_number(e, value, MAX_NODES, &e->nodes);
    else if ((value = line_after(args, "table_mb")))
        engine_set_number(e, value, MAX_TABLE_MB, &e->table_mb);
    else if ((value = line_after(args, "threads")))
        engine_set_number(e, value, MAX_THREADS, &e->threads);
    else
        engine_error(e, "ETEXT", "there is no such option");
}

/* ---- games and positions ---- */

static void new_game(struct engine *e, const char *args)
{
    const lus_rules *r = lus_rules_find(args);
    if (r)
        engine_new_game(e, r);
    else
        engine_error(e, "ERULES", lus_error_text(LUS_ERULES));
}

static void go(struct engine *e, const char *args, int number)
{
    struct search_limits limits = engine_limits(e);
    lus_fault fault;
    int moves = e->game ? game_clock_moves(e->game) : 1;
    if (protocol_go(args, moves, &limits, &fault) < 0)
        engine_fault(e, &fault);
    else
        engine_go(e, limits, number, false);
}

/* ---- queries ---- */

/* legal?: without a throw only if the game is over, where the list is empty. */
static void send_legal(const struct engine *e)
{
    struct buffer out = {0};
    bool over = e->game && lus_game_end(e->game).over;
    if (!engine_ready(e, !over))
        return;
    protocol_legal(&out, e->game, e->throw);
    engine_send(e, &out);
}

static void send_info(const struct engine *e, enum analysis_unit unit, int value,
                      bool exact)
{
    struct buffer out = {0};
    buffer_str(&out, "info");
    protocol_value(&out, unit, value);
    buffer_str(&out, exact ? " exact true" : " exact false");
    engine_send(e, &out);
}

/* A table that has the position itself: the moves of the largest boards in a table of Magnetic
   Cave lead out of it, so an analysis would search them and only estimate the value.  Where
   throws or the game so far (A7) count, the moves of every position in a table are in it. */
static bool position_value(const struct engine *e, const struct search_limits *limits,
                           int *value)
{
    const struct search_tablebase *t = &limits->tablebase;
    return t->probe && !e->classic && !lus_has_dice(e->rules) &&
           !e->rules->repetition_limit && !lus_game_end(e->game).over &&
           t->probe(t->context, e->rules, lus_game_pos(e->game), value);
}

/* An analysis of the position that stop and quit end: then its value is that of the last
   finished iteration.  Returns 0 or a negative error. */
static int analyse_until_stop(struct engine *e, struct search_limits *limits, int number,
                              struct analysis **a)
{
    int status = player_lend(&e->player, e->rules, limits);
    if (status < 0)
        return status;
    limits->stop = &e->queue.stop;
    line_queue_begin_search(&e->queue, number, false);
    status = analyse(e->game, e->throw, limits, a);
    line_queue_end_search(&e->queue);
    return status;
}

/* value?: from a table, or an analysis of the position, before the throw as well. */
static void send_value(struct engine *e, int number)
{
    struct search_limits limits = engine_limits(e);
    struct analysis *a;
    int value;
    if (!engine_ready(e, false))
        return;
    if (position_value(e, &limits, &value)) {
        send_info(e, UNIT_WIN, value, true);
        return;
    }
    int status = analyse_until_stop(e, &limits, number, &a);
    if (status < 0) {
        engine_error(e, lus_error_name(status), lus_error_text(status));
        return;
    }
    send_info(e, a->unit, a->value, a->exact);
    free(a);
}

/* ---- the two threads ---- */

/* Unknown lines are ignored, and so is "legal": the engine knows the rules. */
static void execute(struct engine *e, const struct queued_line *queued)
{
    const char *args, *line = queued->line;
    if (queued->fault)
        engine_error(e, "ETEXT",
                     queued->fault == LINE_IS_LONG ? "the line has more than 65536 bytes"
                                                   : "the line has a NUL byte");
    else if (line_after(line, "uci"))
        uci_identify(e, DIALECT_UCI);
    else if (line_after(line, "ugi"))
        uci_identify(e, DIALECT_UGI);
    else if (answer_ping(e, line))
        return;
    else if (e->dialect)
        uci_execute(e, queued);
    else if ((args = line_after(line, "lusoria")))
        identify(e, args);
    else if ((args = line_after(line, "newgame")))
        new_game(e, args);
    else if ((args = line_after(line, "setoption")))
        set_option(e, args);
    else if ((args = line_after(line, "position")))
        engine_set_position(e, args);
    else if ((args = line_after(line, "go")))
        go(e, args, queued->search);
    else if (line_after(line, "legal?"))
        send_legal(e);
    else if (line_after(line, "value?"))
        send_value(e, queued->search);
    else if ((args = line_after(line, "query")))
        engine_query(e, args);
}

/* The reading thread: until `quit`, the end of the input or a read error. */
static void read_lines(struct engine *e)
{
    struct lines *l = calloc(1, sizeof *l);
    char bytes[4096];
    long n;
    bool more = l;
    while (more && (n = console_read(e->input, bytes, sizeof bytes)) > 0)
        for (size_t at = 0; more && at < (size_t)n;) {
            at += lines_take(l, bytes + at, (size_t)n - at);
            if (l->whole)
                more = line_queue_put(&e->queue, l);
        }
    line_queue_close(&e->queue);
    free(l);
}

static void work(void *arg, int thread)
{
    struct engine *e = arg;
    struct queued_line *queued;
    if (thread == 0) {
        read_lines(e);
        return;
    }
    while ((queued = line_queue_take(&e->queue))) {
        execute(e, queued);
        free(queued);
    }
}

bool engine_run(struct tables *tables, int input, FILE *output)
{
    static struct engine e;
    e = (struct engine){.input = input,
                        .output = output,
                        .threads = 1,
                        .table_mb = DEFAULT_TABLE_MB,
                        .nodes = DEFAULT_NODES,
                        .spec = {.kind = PLAYER_AI},
                        .tables = tables};
    line_queue_init(&e.queue, answer_ping, &e);
    player_open(&e.player, &e.spec, 0, &e.queue.stop);
    bool run = parallel_run_pair(work, &e);
    engine_set_game(&e, NULL, 0);
    player_close(&e.player);
    return run;
}
