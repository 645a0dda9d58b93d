/* SPDX-License-Identifier: MIT */
/* cmd_engine.c - lusoria engine: the engine protocol, lusoria-engine(5), on standard
   input and output. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "cli/cli.h"
#include "cli/engine.h"
#include "os/parallel.h"
#include "record/protocol.h"

/* Lines that are answered while it thinks: whether the line is one. */
static bool answer_at_once(void *of, const char *line)
{
    const struct engine *e = of;
    const char *args = line_after(line, e->dialect ? "isready" : "ping");
    struct buffer out = {0};
    if (!args)
        return false;
    if (e->dialect) {
        buffer_str(&out, "readyok");
        engine_send(&out);
        return true;
    }
    buffer_str(&out, *args ? "pong " : "pong");
    buffer_bytes(&out, args, strcspn(args, " "));
    engine_send(&out);
    return true;
}

/* ---- options ---- */

static void hello(struct engine *e, const char *args)
{
    struct buffer out = {0};
    char lines[256];
    if (strcmp(args, "1") != 0) {
        engine_error(e, "ERANGE", "version 1 is spoken here");
        return;
    }
    snprintf(lines, sizeof lines,
             "id name lusoria " LUS_VERSION "\noption eval text %s\noption nodes int %d\n"
             "option table_mb int %d\noption threads int %d\nready",
             e->classic ? "classic" : "default", e->nodes, e->table_mb, e->threads);
    buffer_str(&out, lines);
    engine_send(&out);
}

static void set_option(struct engine *e, const char *args)
{
    const char *value;
    engine_forget(e);
    if ((value = line_after(args, "eval")))
        engine_eval(e, value);
    else if ((value = line_after(args, "nodes")))
        engine_number(e, value, 2000000000, &e->nodes);
    else if ((value = line_after(args, "table_mb")))
        engine_number(e, value, 65536, &e->table_mb);
    else if ((value = line_after(args, "threads")))
        engine_number(e, value, 256, &e->threads);
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
    if (protocol_go(args, &limits, &fault) < 0)
        engine_fault(e, &fault);
    else
        engine_go(e, limits, number, false);
}

/* ---- questions ---- */

static void tell_legal(const struct engine *e)
{
    struct buffer out = {0};
    bool over = e->game && lus_game_end(e->game).over;
    if (!engine_ready(e, !over))
        return;
    protocol_legal(&out, e->game, e->throw);
    engine_send(&out);
}

static void tell_value(struct engine *e)
{
    struct analyse_limits limits = {.search = engine_limits(e)};
    struct analysis *a;
    struct buffer out = {0};
    if (!engine_ready(e, false))
        return;
    int status = player_lend(&e->player, e->rules, &limits.search);
    if (status == 0)
        status = analyse(e->game, e->throw, &limits, &a);
    if (status < 0) {
        engine_error(e, lus_error_name(status), lus_error_text(status));
        return;
    }
    buffer_str(&out, "info");
    protocol_value(&out, a, a->value);
    buffer_str(&out, a->exact ? " exact true" : " exact false");
    free(a);
    engine_send(&out);
}

/* ---- the two threads ---- */

/* Lines it does not know are ignored, and so is "legal": the engine knows its rules. */
static void obey(struct engine *e, const struct letter *letter)
{
    const char *args, *line = letter->line;
    if (letter->fault)
        engine_error(e, "ETEXT",
                     letter->fault == LINE_IS_LONG ? "the line has more than 65536 bytes"
                                                   : "the line has a NUL byte");
    else if (line_after(line, "uci"))
        dialect_hello(e, DIALECT_UCI);
    else if (line_after(line, "ugi"))
        dialect_hello(e, DIALECT_UGI);
    else if (answer_at_once(e, line))
        return;
    else if (e->dialect)
        dialect_obey(e, letter);
    else if ((args = line_after(line, "lusoria")))
        hello(e, args);
    else if ((args = line_after(line, "newgame")))
        new_game(e, args);
    else if ((args = line_after(line, "setoption")))
        set_option(e, args);
    else if ((args = line_after(line, "position")))
        engine_position(e, args);
    else if ((args = line_after(line, "go")))
        go(e, args, letter->go);
    else if (line_after(line, "legal?"))
        tell_legal(e);
    else if (line_after(line, "value?"))
        tell_value(e);
    else if ((args = line_after(line, "query")))
        engine_query(e, args);
}

static void read_all(struct inbox *b)
{
    struct lines *l = calloc(1, sizeof *l);
    char bytes[4096];
    ssize_t n = 0;
    bool more = l;
    while (more && ((n = read(STDIN_FILENO, bytes, sizeof bytes)) > 0 ||
                    (n < 0 && errno == EINTR)))
        for (size_t at = 0; more && n > 0 && at < (size_t)n;) {
            at += lines_take(l, bytes + at, (size_t)n - at);
            if (l->whole)
                more = inbox_put(b, l);
        }
    inbox_close(b);
    free(l);
}

static void work(void *arg, int thread)
{
    struct engine *e = arg;
    struct letter *letter;
    if (thread == 0) {
        read_all(&e->inbox);
        return;
    }
    while ((letter = inbox_take(&e->inbox))) {
        obey(e, letter);
        free(letter);
    }
}

int cmd_engine(const struct command *self, int argc, char **argv)
{
    static struct engine e;
    struct table_options wish = {0};
    const struct option options[] = {TABLE_OPTIONS(&wish), {0}};
    int n = options_read(self, options, argc, argv, NULL, 0, 0);
    if (n < 0)
        return -1 - n;
    e = (struct engine){.threads = 1,
                        .table_mb = DEFAULT_TABLE_MB,
                        .nodes = DEFAULT_NODES,
                        .spec = {.kind = PLAYER_AI}};
    if (!tablebase_open(&wish, &e.tables))
        return EXIT_FAILED;
    inbox_open(&e.inbox, answer_at_once, &e);
    player_open(&e.player, &e.spec, 0, &e.inbox.stop);
    parallel_run(2, work, &e);
    engine_set_game(&e, NULL, 0);
    player_close(&e.player);
    tablebase_close(e.tables);
    return EXIT_DONE;
}
