/* SPDX-License-Identifier: MIT */
/* check.c - see check.h. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "arena/check_parts.h"
#include "os/clock.h"
#include "core/lines.h"

enum { LONG_MS = 60000 };

/* ---- verdicts ---- */

void check_print(char text[CHECK_TEXT], const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(text, CHECK_TEXT, format, args);
    va_end(args);
}

void check_good(struct check *c, const char *what)
{
    struct verdict v = {.state = CHECK_GOOD};
    check_print(v.what, "%s", what);
    c->tell(c->to, &v);
}

void check_bad(struct check *c, const char *what, const char *expected, const char *came)
{
    struct verdict v = {.state = CHECK_BAD, .talk = agent_talk(c->agent)};
    check_print(v.what, "%s", what);
    check_print(v.expected, "%s", expected);
    check_print(v.came, "%s", came);
    c->bad++;
    c->tell(c->to, &v);
}

void check_left_out(struct check *c, const char *what)
{
    struct verdict v = {.state = CHECK_LEFT_OUT};
    check_print(v.what, "%s", what);
    c->tell(c->to, &v);
}

/* How a program that has a fault ended, in words. */
void check_fault(struct check *c, char came[CHECK_TEXT])
{
    enum agent_fault fault = agent_fault(c->agent);
    if (fault == AGENT_TIMEOUT) {
        check_print(came, "nothing in time");
    } else if (fault == AGENT_PROTOCOL) {
        check_print(came,
                    "a line with a NUL byte or of more than 65536 bytes, or too much");
    } else if (!agent_ends(c->agent, ANSWER_MS)) {
        check_print(came, "it closed its output and went on");
    } else {
        int code = agent_status(c->agent);
        check_print(
            came, code > 128 ? "it was ended by signal %d" : "it ended with exit code %d",
            code > 128 ? code - 128 : code);
    }
}

/* ---- the program ---- */

void check_start(struct check *c)
{
    agent_close(c->agent);
    c->agent = NULL;
    if (agent_open(&c->agent, c->command, c->limits) < 0)
        c->agent = NULL;
}

/* After a fault the next question is for a new one; false: it does not even start. */
bool check_is_up(struct check *c)
{
    if (c->agent && !agent_fault(c->agent))
        return true;
    check_start(c);
    return c->agent && !agent_fault(c->agent);
}

/* The first line of each kind that should not be is told as soon as it comes, with the
   dialogue that led to it. */
static void note_stray(struct check *c, const char *line)
{
    if (!c->strays++)
        check_bad(c, "it writes nothing but the protocol",
                  "such lines on standard error, not on standard output", line);
}

static void note_double(struct check *c, const char *line)
{
    if (!c->doubles++)
        check_bad(c, "it answers each go once", "nothing before the next go", line);
}

static void note(struct check *c, const char *line)
{
    static const char *const known[] = {"id",       "option", "ready", "info",
                                        "bestmove", "resign", "pong",  "error"};
    const char *name = line_after(line, "id");
    check_print(c->said, "%.200s", line);
    if (name && (name = line_after(name, "name")))
        check_print(c->name, "%.80s", name);
    if (line_after(line, "error"))
        check_print(c->refusal, "%.200s", line);
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (line_after(line, known[i]))
            return;
    note_stray(c, c->said);
}

/* What it wrote before it said ready, which agent_open did not look at. */
static void note_hello(struct check *c)
{
    const struct talk *t = agent_talk(c->agent);
    char line[CHECK_TEXT];
    for (size_t at = 0, n; at < t->n; at += n + 1) {
        n = (size_t)((const char *)memchr(t->text + at, '\n', t->n - at) - t->text) - at;
        check_print(line, "%.*s", (int)(n < 200 ? n - 2 : 198), t->text + at + 2);
        if (t->text[at] == TALK_CAME)
            note(c, line);
    }
}

/* Waits for a line of one of two words (the second may be NULL); NULL: a fault. */
const char *check_hear(struct check *c, const char *word, const char *other, int ms)
{
    double deadline = clock_ms() + ms;
    const char *line;
    int left = ms;
    while ((line = agent_hear(c->agent, left))) {
        note(c, line);
        if (line_after(line, word) || (other && line_after(line, other)))
            return line;
        if (line_after(line, "bestmove"))
            note_double(c, line);
        left = (int)(deadline - clock_ms());
        left = left > 0 ? left : 0;
    }
    return NULL;
}

/* Everything before it has been read and answered. */
bool check_ping(struct check *c)
{
    char line[32], wanted[32];
    snprintf(line, sizeof line, "ping %d\n", ++c->pings);
    snprintf(wanted, sizeof wanted, "%d", c->pings);
    if (agent_tell(c->agent, line, ANSWER_MS) < 0)
        return false;
    const char *pong = check_hear(c, "pong", NULL, ANSWER_MS);
    return pong && !strcmp(line_after(pong, "pong"), wanted);
}

/* ---- the checks ---- */

static bool try_start(struct check *c)
{
    char what[CHECK_TEXT], expected[CHECK_TEXT], came[CHECK_TEXT];
    double begin = clock_ms();
    check_start(c);
    if (!c->agent)
        return false;
    double after_ms = clock_ms() - begin;
    note_hello(c);
    if (!agent_fault(c->agent)) {
        check_print(what, "it starts and says ready after %.0f ms; its name: %.80s",
                    after_ms, c->name[0] ? c->name : "none");
        check_good(c, what);
        return true;
    }
    check_print(expected, "a line 'ready' within %d ms of 'lusoria 1'",
                c->limits->hello_ms);
    check_fault(c, came);
    check_bad(c, "it starts and says ready", expected, came);
    return false;
}

static void try_ping(struct check *c)
{
    c->pongs = check_ping(c);
    if (c->pongs) {
        check_good(c, "it answers ping");
        return;
    }
    char expected[CHECK_TEXT], came[CHECK_TEXT];
    check_print(expected, "pong %d", c->pings);
    if (agent_fault(c->agent))
        check_fault(c, came);
    else
        check_print(came, "%s", c->said);
    check_bad(c, "it answers ping", expected, came);
}

static void try_unknown(struct check *c)
{
    static const char what[] = "it ignores lines it does not know";
    char came[CHECK_TEXT];
    if (!c->pongs || !check_is_up(c))
        return;
    if (agent_tell(c->agent, "xyzzy 1 2 3\n\n", ANSWER_MS) == 0 && check_ping(c)) {
        check_good(c, what);
        return;
    }
    check_fault(c, came);
    check_bad(c, what, "pong, as if the line had not been there", came);
}

/* ---- the end ---- */

static void try_stop(struct check *c)
{
    char line[48], what[] = "it answers stop", came[CHECK_TEXT];
    lus_pos start_pos;
    if (!c->plays || !check_is_up(c))
        return;
    lus_start(c->plays, &start_pos);
    lus_game *g = lus_game_new(c->plays, &start_pos);
    int throw = lus_has_dice(c->plays) ? 1 : 0;
    snprintf(line, sizeof line, "go movetime %d\nstop\n", LONG_MS);
    bool answered = g && agent_tell_position(c->agent, g, throw) == 0 &&
                    agent_tell(c->agent, line, ANSWER_MS) == 0 &&
                    check_hear(c, "bestmove", "resign", ANSWER_MS);
    lus_game_free(g);
    if (answered) {
        check_good(c, what);
        return;
    }
    check_fault(c, came);
    check_bad(c, what, "bestmove at once, whatever time it has left", came);
}

static void try_output(struct check *c)
{
    if (c->pongs && check_is_up(c))
        check_ping(c);
    if (!c->strays)
        check_good(c, "it writes nothing but the protocol");
    if (!c->doubles)
        check_good(c, "it answers each go once");
}

/* `line` NULL: its input ends. */
static void try_end(struct check *c, const char *line, const char *what)
{
    if (!check_is_up(c))
        return;
    bool ends;
    if (line) {
        agent_tell(c->agent, line, ANSWER_MS);
        while (agent_hear(c->agent, ANSWER_MS))
            ;
        ends = agent_fault(c->agent) == AGENT_CRASH && agent_ends(c->agent, ANSWER_MS);
    } else {
        ends = agent_ends(c->agent, ANSWER_MS);
    }
    if (ends)
        check_good(c, what);
    else
        check_bad(c, what, "that it ends within 2 seconds", "it went on and was killed");
    check_start(c);
}

/* "ur" is every rule set of Ur. */
static bool is_of(const lus_rules *r, const char *game)
{
    size_t n = strlen(game);
    const char *name = lus_rules_name(r);
    return !strncmp(name, game, n) && (!name[n] || name[n] == ':');
}

int check_agent(const char *command, const struct agent_limits *limits, const char *only,
                check_told *tell, void *to)
{
    struct check c = {.command = command, .limits = limits, .tell = tell, .to = to};
    const lus_rules *r;
    bool up = try_start(&c);
    if (!c.agent)
        return LUS_EFILE;
    if (up) {
        try_ping(&c);
        try_unknown(&c);
        for (int i = 0; (r = lus_rules_at(i)); i++)
            if (!only || is_of(r, only))
                check_rules(&c, r, only != NULL);
        if (!c.plays && !only)
            check_bad(&c, "it plays a game", "one rule set at least",
                      "faults or refusals");
        try_stop(&c);
        try_output(&c);
        try_end(&c, "quit\n", "it ends after quit");
        try_end(&c, NULL, "it ends with its input");
    }
    agent_close(c.agent);
    return c.bad;
}
