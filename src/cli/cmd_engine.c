/* SPDX-License-Identifier: MIT */
/* cmd_engine.c - lusoria engine: the engine protocol, lusoria-engine(5), on standard
   input and output.

   One thread reads, one answers and thinks (inbox.h).  Every answer is one write of
   whole lines, flushed, so that a referee behind a pipe sees it at once. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "cli/cli.h"
#include "cli/inbox.h"
#include "core/clock.h"
#include "core/parallel.h"
#include "search/tt.h"
#include "text/protocol.h"

/* A go without limits looks at as many nodes as take half a second. */
enum { DEFAULT_NODES = 2000000, DEFAULT_TABLE_MB = 64, LINE_NODES = 20000 };

struct engine {
    struct inbox inbox;
    const lus_rules *rules; /* NULL before newgame */
    lus_game *game;
    int throw;
    int threads, table_mb, nodes;
    bool classic;
    struct tt *table; /* of this game; NULL: not made yet */
};

/* ---- answers ---- */

static void send(struct buffer *out)
{
    size_t n;
    buffer_str(out, "\n");
    char *text = buffer_take(out, &n);
    if (text)
        fwrite(text, 1, n, stdout);
    fflush(stdout);
    free(text);
}

static void send_error(const char *code, const char *text)
{
    struct buffer out = {0};
    buffer_str(&out, "error ");
    buffer_str(&out, code);
    buffer_str(&out, " ");
    buffer_str(&out, text);
    send(&out);
}

static void send_fault(const lus_fault *f)
{
    char text[sizeof f->expected + 64];
    snprintf(text, sizeof text, "byte %zu: %s%s", f->at,
             f->code == LUS_EILLEGAL ? "" : "expected ", f->expected);
    send_error(lus_error_name(f->code), text);
}

static void pong(const char *args)
{
    struct buffer out = {0};
    buffer_str(&out, *args ? "pong " : "pong");
    buffer_bytes(&out, args, strcspn(args, " "));
    send(&out);
}

/* ---- options ---- */

static void forget_table(struct engine *e)
{
    tt_free(e->table);
    e->table = NULL;
}

static void hello(struct engine *e, const char *args)
{
    struct buffer out = {0};
    char lines[256];
    if (strcmp(args, "1") != 0) {
        send_error("ERANGE", "version 1 is spoken here");
        return;
    }
    snprintf(lines, sizeof lines,
             "id name lusoria " LUS_VERSION "\noption eval text %s\noption nodes int %d\n"
             "option table_mb int %d\noption threads int %d\nready",
             e->classic ? "classic" : "default", e->nodes, e->table_mb, e->threads);
    buffer_str(&out, lines);
    send(&out);
}

static void set_eval(struct engine *e, const char *value)
{
    if (strcmp(value, "classic") != 0 && strcmp(value, "default") != 0) {
        send_error("ETEXT", "expected eval default or eval classic");
        return;
    }
    e->classic = !strcmp(value, "classic");
}

static void set_number(const char *value, int most, int *into)
{
    lus_fault fault;
    struct scan s = scan_on(value, &fault);
    int n = scan_int(&s, most);
    if (n < 1 || s.at < s.len)
        send_error("ERANGE", "expected a whole number, not 0 and not too large");
    else
        *into = n;
}

static void set_option(struct engine *e, const char *args)
{
    const char *value;
    forget_table(e);
    if ((value = line_after(args, "eval")))
        set_eval(e, value);
    else if ((value = line_after(args, "nodes")))
        set_number(value, 2000000000, &e->nodes);
    else if ((value = line_after(args, "table_mb")))
        set_number(value, 65536, &e->table_mb);
    else if ((value = line_after(args, "threads")))
        set_number(value, 256, &e->threads);
    else
        send_error("ETEXT", "there is no such option");
}

/* ---- games and positions ---- */

static void set_game(struct engine *e, lus_game *g, int throw)
{
    lus_game_free(e->game);
    e->game = g;
    e->throw = throw;
}

static void new_game(struct engine *e, const char *args)
{
    const lus_rules *r = lus_rules_find(args);
    lus_pos start; /* a start that is given needs no roll-off (B1) */
    if (!r) {
        send_error("ERULES", lus_error_text(LUS_ERULES));
        return;
    }
    lus_start(r, &start);
    forget_table(e);
    e->rules = r;
    set_game(e, lus_game_new(r, &start), lus_has_dice(r) ? LUS_ANY_THROW : 0);
}

static void set_position(struct engine *e, const char *args)
{
    lus_fault fault;
    lus_game *g;
    int throw;
    if (!e->rules)
        send_error("ESTATE", "newgame comes first");
    else if (protocol_position(e->rules, args, &g, &throw, &fault) < 0)
        send_fault(&fault);
    else
        set_game(e, g, throw);
}

/* There is a game, and what is asked can be answered; says what is missing. */
static bool ready_to(const struct engine *e, bool decide)
{
    const char *missing = NULL;
    if (!e->game)
        missing = "newgame comes first";
    else if (decide && lus_game_end(e->game).over)
        missing = "the game is over";
    else if (decide && e->throw == LUS_ANY_THROW)
        missing = "the throw is not told";
    if (missing)
        send_error("ESTATE", missing);
    return !missing;
}

/* ---- thinking ---- */

static struct search_limits usual_limits(struct engine *e)
{
    if (!e->table)
        e->table = tt_new(e->table_mb);
    return (struct search_limits){.nodes = (uint64_t)e->nodes,
                                  .threads = e->threads,
                                  .table = e->table,
                                  .table_mb = e->table ? e->table_mb : -1,
                                  .eval = e->classic ? "classic" : NULL,
                                  .now_ms = clock_ms};
}

static void add_number(struct buffer *out, const char *name, int64_t v)
{
    buffer_str(out, name);
    buffer_int(out, v);
}

static void add_line(struct engine *e, struct buffer *out, const struct analysis *a,
                     const struct search_limits *limits, lus_move first)
{
    struct ply line[MAX_LINE_PLIES];
    char text[MAX_PLY];
    lus_pos p = a->pos;
    int64_t budget = LINE_NODES;
    int n = search_line(e->game, e->throw, first, a->depth, limits, &budget, line,
                        MAX_LINE_PLIES);
    buffer_str(out, " pv");
    for (int i = 0; i < n; i++) {
        ply_format(a, &p, &line[i], i == 0, text);
        buffer_str(out, " ");
        buffer_str(out, text);
    }
}

static void add_info(struct engine *e, struct buffer *out,
                     const struct search_limits *limits,
                     const struct search_report *report)
{
    const struct search_stats *s = &report->stats;
    struct analysis a = {.rules = e->rules, .pos = *lus_game_pos(e->game)};
    a.depth = report->depth;
    a.throw = e->throw;
    a.unit = report->classic ? UNIT_POINTS : e->rules->stones ? UNIT_STONES : UNIT_WIN;
    add_number(out, "info depth ", report->depth);
    add_number(out, " nodes ", (int64_t)(s->nodes[0] + s->nodes[1] + s->chance));
    add_number(out, " time ", (int64_t)report->time_ms);
    protocol_value(out, &a, report->line[0].value);
    add_line(e, out, &a, limits, report->line[0].move);
    buffer_str(out, "\n");
}

/* Of an only move nothing was found out. */
static void send_found(struct engine *e, const struct search_limits *limits,
                       const struct search_report *report)
{
    struct buffer out = {0};
    char move[LUS_MAX_TEXT];
    if (report->depth)
        add_info(e, &out, limits, report);
    lus_move_format(e->rules, lus_game_pos(e->game), report->line[0].move, move);
    buffer_str(&out, "bestmove ");
    buffer_str(&out, move);
    send(&out);
}

/* However early it is stopped, one ply is looked at. */
static int search(struct engine *e, struct search_limits *limits,
                  struct search_report *report)
{
    limits->stop = &e->inbox.stop;
    int status = search_run(e->game, e->throw, limits, report);
    limits->stop = NULL;
    if (status < 0 || report->depth > 0)
        return status;
    limits->depth = 1;
    limits->nodes = 0;
    limits->time_ms = 0;
    return search_run(e->game, e->throw, limits, report);
}

static void go(struct engine *e, const char *args, int number)
{
    lus_move list[LUS_MAX_MOVES];
    struct search_report report;
    lus_fault fault;
    struct buffer out = {0};
    struct search_limits limits = usual_limits(e);
    if (protocol_go(args, &limits, &fault) < 0) {
        send_fault(&fault);
        return;
    }
    if (!ready_to(e, true))
        return;
    if (!lus_moves(e->rules, lus_game_pos(e->game), e->throw, list)) {
        buffer_str(&out, "bestmove pass");
        send(&out);
        return;
    }
    inbox_think(&e->inbox, number);
    int status = search(e, &limits, &report);
    inbox_rest(&e->inbox);
    if (status < 0)
        send_error(lus_error_name(status), lus_error_text(status));
    else
        send_found(e, &limits, &report);
}

/* ---- questions ---- */

static void tell_legal(const struct engine *e)
{
    struct buffer out = {0};
    bool over = e->game && lus_game_end(e->game).over;
    if (!ready_to(e, !over))
        return;
    protocol_legal(&out, e->game, e->throw);
    send(&out);
}

static void tell_value(struct engine *e)
{
    struct analyse_limits limits = {.search = usual_limits(e)};
    struct analysis *a;
    struct buffer out = {0};
    if (!ready_to(e, false))
        return;
    int status = analyse(e->game, e->throw, &limits, &a);
    if (status < 0) {
        send_error(lus_error_name(status), lus_error_text(status));
        return;
    }
    buffer_str(&out, "info");
    protocol_value(&out, a, a->value);
    buffer_str(&out, a->exact ? " exact true" : " exact false");
    free(a);
    send(&out);
}

/* p1 is whoever begins at the usual start. */
static const char *answer_to(const struct engine *e, const char *question)
{
    lus_end end = lus_game_end(e->game);
    lus_pos start;
    lus_start(e->rules, &start);
    int p1 = lus_side(&start);
    if (!strcmp(question, "gameover"))
        return end.over ? "response true" : "response false";
    if (!strcmp(question, "p1turn"))
        return lus_side(lus_game_pos(e->game)) == p1 ? "response true" : "response false";
    if (strcmp(question, "result") != 0)
        return NULL;
    if (!end.over)
        return "response none";
    return end.winner < 0     ? "response draw"
           : end.winner == p1 ? "response p1win"
                              : "response p2win";
}

static void query(const struct engine *e, const char *question)
{
    struct buffer out = {0};
    if (!ready_to(e, false))
        return;
    const char *answer = answer_to(e, question);
    if (!answer) {
        send_error("ETEXT", "expected query gameover, p1turn or result");
        return;
    }
    buffer_str(&out, answer);
    send(&out);
}

/* ---- the two threads ---- */

/* Lines it does not know are ignored, and so is "legal": the engine knows its rules. */
static void obey(struct engine *e, const struct letter *letter)
{
    const char *args, *line = letter->line;
    if (letter->fault)
        send_error("ETEXT", letter->fault == LINE_IS_LONG
                                ? "the line has more than 65536 bytes"
                                : "the line has a NUL byte");
    else if ((args = line_after(line, "lusoria")))
        hello(e, args);
    else if ((args = line_after(line, "newgame")))
        new_game(e, args);
    else if ((args = line_after(line, "setoption")))
        set_option(e, args);
    else if ((args = line_after(line, "position")))
        set_position(e, args);
    else if ((args = line_after(line, "go")))
        go(e, args, letter->go);
    else if ((args = line_after(line, "ping")))
        pong(args);
    else if (line_after(line, "legal?"))
        tell_legal(e);
    else if (line_after(line, "value?"))
        tell_value(e);
    else if ((args = line_after(line, "query")))
        query(e, args);
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
    const struct option options[] = {{0}};
    int n = options_read(self, options, argc, argv, NULL, 0, 0);
    if (n < 0)
        return -1 - n;
    e = (struct engine){
        .threads = 1, .table_mb = DEFAULT_TABLE_MB, .nodes = DEFAULT_NODES};
    inbox_open(&e.inbox, pong);
    parallel_run(2, work, &e);
    set_game(&e, NULL, 0);
    forget_table(&e);
    return EXIT_DONE;
}
