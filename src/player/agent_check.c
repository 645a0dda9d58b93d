/* SPDX-License-Identifier: MIT */
/* agent_check.c - see agent_check.h.

   Each check is a function try_*.  It sends lines, reads answers with check_receive and
   reports one result.  check_receive inspects every line on the way (note_line), so lines
   that are not in the protocol and answers without a question are found in all checks. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "player/agent_check_internal.h"
#include "os/clock.h"
#include "core/lines.h"

/* The time the bot is given for a search that is stopped at once. */
enum { STOP_SEARCH_MS = 60000 };

/* ---- results ---- */

void check_print(char text[CHECK_TEXT], const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(text, CHECK_TEXT, format, args);
    va_end(args);
}

void check_pass(struct agent_check *c, const char *what)
{
    struct check_result v = {.state = CHECK_PASSED};
    check_print(v.what, "%s", what);
    c->report(c->arg, &v);
}

void check_fail(struct agent_check *c, const char *what, const char *expected,
                const char *received)
{
    struct check_result v = {.state = CHECK_FAILED,
                             .transcript = agent_transcript(c->agent)};
    check_print(v.what, "%s", what);
    check_print(v.expected, "%s", expected);
    check_print(v.received, "%s", received);
    c->failed++;
    c->report(c->arg, &v);
}

void check_skip(struct agent_check *c, const char *what)
{
    struct check_result v = {.state = CHECK_SKIPPED};
    check_print(v.what, "%s", what);
    c->report(c->arg, &v);
}

void check_describe_fault(struct agent_check *c, char text[CHECK_TEXT])
{
    enum agent_fault fault = agent_fault(c->agent);
    if (fault == AGENT_TIMEOUT) {
        check_print(text, "no answer in time");
    } else if (fault == AGENT_PROTOCOL) {
        check_print(
            text, "a line with a NUL byte or more than 65536 bytes, or too much output");
    } else if (!agent_wait_end(c->agent, CHECK_ANSWER_MS)) {
        check_print(text, "it closed its output but did not end");
    } else {
        int code = agent_exit_code(c->agent);
        check_print(text,
                    code > 128 ? "it was killed by signal %d"
                               : "it ended with exit code %d",
                    code > 128 ? code - 128 : code);
    }
}

/* ---- talking to the program ---- */

void check_restart(struct agent_check *c)
{
    agent_close(c->agent);
    c->agent = NULL;
    if (agent_open(&c->agent, c->command, NULL, c->limits, NULL) < 0)
        c->agent = NULL;
}

bool check_running(struct agent_check *c)
{
    if (c->agent && !agent_fault(c->agent))
        return true;
    check_restart(c);
    return c->agent && !agent_fault(c->agent);
}

/* Only the first unexpected line of each kind is reported, with the transcript so far. */
static void note_unknown(struct agent_check *c, const char *line)
{
    if (!c->unknown_lines++)
        check_fail(c, "its output contains only protocol lines",
                   "other lines on standard error, not on standard output", line);
}

static void note_extra(struct agent_check *c, const char *line)
{
    if (!c->extra_answers++)
        check_fail(c, "it answers each go once", "no bestmove before the next go", line);
}

/* Remembers what later checks report: the last line, the name, the last error. */
static void note_line(struct agent_check *c, const char *line)
{
    /* Those of lusoria-engine(5), then those of UCI and UGI. */
    static const char *const words[2][8] = {
        {"id", "option", "ready", "info", "bestmove", "resign", "pong", "error"},
        {"id", "option", "uciok", "ugiok", "readyok", "info", "bestmove", "response"}};
    const char *name = line_after(line, "id");
    check_print(c->last_line, "%.200s", line);
    if (name && (name = line_after(name, "name")))
        check_print(c->name, "%.80s", name);
    if (line_after(line, "error"))
        check_print(c->last_error, "%.200s", line);
    for (int i = 0; i < 8; i++)
        if (line_after(line, words[c->protocol != PROTOCOL_LUSORIA][i]))
            return;
    note_unknown(c, c->last_line);
}

/* Inspects the lines before ready, which agent_open skipped. */
static void note_handshake(struct agent_check *c)
{
    const struct transcript *t = agent_transcript(c->agent);
    char line[CHECK_TEXT];
    for (size_t at = 0, n; at < t->n; at += n + 1) {
        n = (size_t)((const char *)memchr(t->text + at, '\n', t->n - at) - t->text) - at;
        check_print(line, "%.*s", (int)(n < 200 ? n - 2 : 198), t->text + at + 2);
        if (t->text[at] == TRANSCRIPT_RECEIVED)
            note_line(c, line);
    }
}

const char *check_receive(struct agent_check *c, const char *word, const char *other,
                          int within_ms)
{
    double deadline = clock_ms() + within_ms;
    const char *line;
    int left = within_ms;
    while ((line = agent_receive(c->agent, left))) {
        note_line(c, line);
        if (line_after(line, word) || (other && line_after(line, other)))
            return line;
        if (line_after(line, "bestmove"))
            note_extra(c, line);
        left = (int)(deadline - clock_ms());
        left = left > 0 ? left : 0;
    }
    return NULL;
}

/* UCI's ping has no number. */
static bool check_isready(struct agent_check *c)
{
    return agent_send(c->agent, "isready\n", CHECK_ANSWER_MS) == 0 &&
           check_receive(c, "readyok", NULL, CHECK_ANSWER_MS);
}

bool check_ping(struct agent_check *c)
{
    char line[32], wanted[32];
    if (c->protocol)
        return check_isready(c);
    snprintf(line, sizeof line, "ping %d\n", ++c->last_ping);
    snprintf(wanted, sizeof wanted, "%d", c->last_ping);
    if (agent_send(c->agent, line, CHECK_ANSWER_MS) < 0)
        return false;
    const char *pong = check_receive(c, "pong", NULL, CHECK_ANSWER_MS);
    return pong && !strcmp(line_after(pong, "pong"), wanted);
}

/* ---- the checks ---- */

/* What is expected of its start. */
static void expect_start(const struct agent_check *c, char expected[CHECK_TEXT])
{
    static const char *const sent[] = {"lusoria 1", "uci", "ugi"}, *const answer[] = {
                                                                       "ready", "uciok",
                                                                       "ugiok"};
    check_print(expected, "a line '%s'%s within %d ms of '%s'", answer[c->protocol],
                c->protocol ? ", and 'readyok' after 'isready'," : "",
                c->limits->handshake_ms, sent[c->protocol]);
}

/* Starts the program.  False: it cannot be checked any further. */
static bool try_start(struct agent_check *c)
{
    const char *ready = c->protocol ? "readyok" : "ready";
    char what[CHECK_TEXT], expected[CHECK_TEXT], received[CHECK_TEXT];
    double started = clock_ms();
    check_restart(c);
    if (!c->agent)
        return false;
    double after_ms = clock_ms() - started;
    note_handshake(c);
    if (!agent_fault(c->agent)) {
        check_print(what, "it starts and sends %s after %.0f ms; its name: %.80s", ready,
                    after_ms, c->name[0] ? c->name : "none");
        check_pass(c, what);
        return true;
    }
    expect_start(c, expected);
    check_print(what, "it starts and sends %s", ready);
    check_describe_fault(c, received);
    check_fail(c, what, expected, received);
    return false;
}

static void try_ping(struct agent_check *c)
{
    const char *what = c->protocol ? "it answers isready" : "it answers ping";
    c->answers_ping = check_ping(c);
    if (c->answers_ping) {
        check_pass(c, what);
        return;
    }
    char expected[CHECK_TEXT], received[CHECK_TEXT];
    if (c->protocol)
        check_print(expected, "readyok");
    else
        check_print(expected, "pong %d", c->last_ping);
    if (agent_fault(c->agent))
        check_describe_fault(c, received);
    else
        check_print(received, "%s", c->last_line);
    check_fail(c, what, expected, received);
}

/* Protocols grow: a bot has to skip lines it does not know. */
static void try_unknown(struct agent_check *c)
{
    static const char what[] = "it ignores unknown lines";
    char received[CHECK_TEXT];
    if (!c->answers_ping || !check_running(c))
        return;
    if (agent_send(c->agent, "xyzzy 1 2 3\n\n", CHECK_ANSWER_MS) == 0 && check_ping(c)) {
        check_pass(c, what);
        return;
    }
    check_describe_fault(c, received);
    check_fail(c, what,
               c->protocol ? "readyok, as if the line had not been sent"
                           : "pong, as if the line had not been sent",
               received);
}

/* Sends the start of a rule set that it plays and then `line`: bestmove must follow within
   `wait_ms`, as `expected` says. */
static void try_go(struct agent_check *c, const char *line, int wait_ms, const char *what,
                   const char *expected)
{
    char received[CHECK_TEXT];
    lus_pos start_pos;
    if (!c->plays || !check_running(c))
        return;
    lus_start(c->plays, &start_pos);
    lus_game *g = lus_game_new(c->plays, &start_pos);
    int throw = lus_has_dice(c->plays) ? 1 : 0;
    bool answered = g && agent_send_position(c->agent, g, throw) == 0 &&
                    agent_send(c->agent, line, CHECK_ANSWER_MS) == 0 &&
                    check_receive(c, "bestmove", "resign", wait_ms);
    lus_game_free(g);
    if (answered) {
        check_pass(c, what);
        return;
    }
    check_describe_fault(c, received);
    check_fail(c, what, expected, received);
}

/* A game with clocks: it must move before its own clock has run out. */
static void try_clock(struct agent_check *c)
{
    enum { CLOCK_MS = 2000 };
    static const char *const lines[] = {"go clock 2000 2000 0\n",
                                        "go wtime 2000 btime 2000 winc 0 binc 0\n",
                                        "go p1time 2000 p2time 2000 p1inc 0 p2inc 0\n"};
    try_go(c, lines[c->protocol], CLOCK_MS + CHECK_GRACE_MS,
           c->protocol ? "it answers go with clocks" : "it answers go clock",
           "bestmove before its clock of 2 seconds has run out");
}

/* A long search and `stop` in one write: bestmove must follow at once. */
static void try_stop(struct agent_check *c)
{
    char line[48];
    snprintf(line, sizeof line, "go movetime %d\nstop\n", STOP_SEARCH_MS);
    try_go(c, line, CHECK_ANSWER_MS, "it answers stop",
           "bestmove at once, without using its remaining time");
}

/* Passes the checks that note_unknown and note_extra did not fail. */
static void try_output(struct agent_check *c)
{
    if (c->answers_ping && check_running(c))
        check_ping(c);
    if (!c->unknown_lines)
        check_pass(c, "its output contains only protocol lines");
    if (!c->extra_answers)
        check_pass(c, "it answers each go once");
}

/* Sends `line`; NULL: closes its input instead. */
static void try_end(struct agent_check *c, const char *line, const char *what)
{
    if (!check_running(c))
        return;
    bool ends;
    if (line) {
        agent_send(c->agent, line, CHECK_ANSWER_MS);
        while (agent_receive(c->agent, CHECK_ANSWER_MS))
            ;
        ends = agent_fault(c->agent) == AGENT_CRASH &&
               agent_wait_end(c->agent, CHECK_ANSWER_MS);
    } else {
        ends = agent_wait_end(c->agent, CHECK_ANSWER_MS);
    }
    if (ends)
        check_pass(c, what);
    else
        check_fail(c, what, "it ends within 2 seconds", "it did not end and was killed");
    check_restart(c);
}

/* Whether `game` is the name of the rule set or of its game. */
static bool belongs_to(const lus_rules *r, const char *game)
{
    size_t n = strlen(game);
    const char *name = lus_rules_name(r);
    return !strncmp(name, game, n) && (!name[n] || name[n] == ':');
}

/* A UCI engine that cannot be told which game to play is checked in the one of --game. */
static void try_games(struct agent_check *c, const char *game)
{
    const lus_rules *r;
    if (!game && !agent_chooses_rules(c->agent)) {
        check_fail(c, "its game is known", "an option Game of the engine, or --game GAME",
                   "no line 'option name Game ...' before uciok");
        return;
    }
    for (int i = 0; (r = lus_rules_at(i)); i++)
        if (!game || belongs_to(r, game))
            check_rules(c, r, game != NULL);
    if (!c->plays && !game)
        check_fail(c, "it plays a game", "at least one rule set", "faults or refusals");
}

static void try_all(struct agent_check *c, const char *game)
{
    try_ping(c);
    try_unknown(c);
    if (check_running(c))
        try_games(c, game);
    try_clock(c);
    try_stop(c);
    try_output(c);
    try_end(c, "quit\n", "it ends after quit");
    try_end(c, NULL, "it ends at the end of its input");
}

int agent_check(const char *command, const struct agent_limits *limits, const char *game,
                check_report_fn *report, void *arg, lus_fault *fault)
{
    struct agent_check c = {
        .command = command, .limits = limits, .report = report, .arg = arg};
    struct agent_command read;
    int status = agent_command_read(command, &read, fault);
    if (status < 0)
        return status;
    c.protocol = read.protocol;
    free(read.words);
    bool running = try_start(&c);
    if (!c.agent)
        return LUS_EFILE;
    if (running)
        try_all(&c, game);
    agent_close(c.agent);
    return c.failed;
}
