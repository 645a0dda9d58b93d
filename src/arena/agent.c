/* SPDX-License-Identifier: MIT */
/* agent.c - see agent.h. */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "arena/agent.h"
#include "arena/process.h"
#include "core/clock.h"
#include "core/lines.h"
#include "core/rules.h"
#include "core/text.h"

/* The grace covers a busy machine; an agent that uses its time in full needs it. */
enum { GRACE_MS = 500, QUIT_MS = 200, OUTPUT_MAX = 1 << 20 };

const char *const agent_fault_name[AGENT_FAULTS] = {"none",     "crash",   "timeout",
                                                    "protocol", "illegal", "resigned"};

struct agent {
    struct process process;
    int move_ms;
    const _Atomic bool *stop;
    const lus_rules *rules; /* of the last newgame */
    enum agent_fault fault;
    char said[2][AGENT_SAID]; /* the last line of its output, of its errors */
    size_t output;            /* bytes of this turn */
    size_t at, n;             /* of `bytes`: not yet made lines */
    char bytes[4096];
    struct lines lines, errors;
    char turn[2 * LINES_MAX]; /* what it is sent */
};

enum agent_fault agent_fault(const struct agent *a)
{
    return a ? a->fault : AGENT_FINE;
}

const char *agent_said(const struct agent *a)
{
    return a->said[1][0] ? a->said[1] : a->said[0];
}

static int fail(struct agent *a, enum agent_fault fault)
{
    a->fault = fault;
    return LUS_ESTATE;
}

/* ---- what it writes ---- */

static void remember(char said[AGENT_SAID], const struct lines *l)
{
    size_t n = l->n < AGENT_SAID ? l->n : AGENT_SAID - 1;
    for (size_t i = 0; i < n; i++)
        said[i] = (char)(l->text[i] < 0x20 || l->text[i] > 0x7e ? '?' : l->text[i]);
    said[n] = '\0';
}

/* Some of its errors, if there are any: a flood of them must not keep us. */
static void read_errors(struct agent *a)
{
    char bytes[4096];
    ssize_t n = read(a->process.err, bytes, sizeof bytes);
    if (n == 0) {
        close(a->process.err);
        a->process.err = -1;
    }
    for (size_t at = 0; n > 0 && at < (size_t)n;) {
        at += lines_take(&a->errors, bytes + at, (size_t)n - at);
        if (a->errors.whole && a->errors.n)
            remember(a->said[1], &a->errors);
    }
}

static int read_output(struct agent *a)
{
    ssize_t n = read(a->process.out, a->bytes, sizeof a->bytes);
    if (n < 0)
        return errno == EAGAIN || errno == EINTR ? 0 : fail(a, AGENT_CRASH);
    if (n == 0) {
        read_errors(a);
        return fail(a, AGENT_CRASH);
    }
    a->at = 0;
    a->n = (size_t)n;
    a->output += (size_t)n;
    return a->output > OUTPUT_MAX ? fail(a, AGENT_PROTOCOL) : 0;
}

static int left_of(double deadline)
{
    double left = deadline - clock_ms();
    return left > 0 ? (int)left + 1 : 0;
}

static int wait_output(struct agent *a, double deadline)
{
    struct pollfd fds[2] = {{a->process.out, POLLIN, 0}, {a->process.err, POLLIN, 0}};
    int left = left_of(deadline);
    if (left == 0 || (a->stop && atomic_load(a->stop)))
        return fail(a, AGENT_TIMEOUT);
    if (poll(fds, 2, left) <= 0)
        return 0;
    if (fds[1].revents)
        read_errors(a);
    return fds[0].revents ? read_output(a) : 0;
}

/* The next line; NULL: a fault. */
static const char *next_line(struct agent *a, double deadline)
{
    for (;;) {
        while (a->at < a->n) {
            a->at += lines_take(&a->lines, a->bytes + a->at, a->n - a->at);
            if (!a->lines.whole)
                continue;
            remember(a->said[0], &a->lines);
            if (!a->lines.fault)
                return a->lines.text;
            fail(a, AGENT_PROTOCOL);
            return NULL;
        }
        if (wait_output(a, deadline) < 0)
            return NULL;
    }
}

/* ---- what it reads ---- */

/* A write to a program that is gone must not end us: SIGPIPE is taken back. */
static ssize_t write_quietly(int fd, const char *text, size_t n)
{
    static const struct timespec now = {0, 0};
    sigset_t pipe, before, pending;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    sigpending(&pending);
    pthread_sigmask(SIG_BLOCK, &pipe, &before);
    ssize_t written = write(fd, text, n);
    int error = errno;
    if (written < 0 && error == EPIPE && !sigismember(&pending, SIGPIPE))
        sigtimedwait(&pipe, NULL, &now);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return written;
}

static int send_text(struct agent *a, const char *text, size_t n, double deadline)
{
    struct pollfd fd = {a->process.in, POLLOUT, 0};
    while (n > 0) {
        ssize_t written = write_quietly(a->process.in, text, n);
        if (written < 0 && errno != EAGAIN && errno != EINTR) {
            read_errors(a);
            return fail(a, AGENT_CRASH);
        }
        if (written > 0) {
            text += written;
            n -= (size_t)written;
        } else if (left_of(deadline) == 0) {
            return fail(a, AGENT_TIMEOUT);
        } else {
            poll(&fd, 1, left_of(deadline));
        }
    }
    return 0;
}

/* ---- the turn ---- */

/* The ply from which moves are told: where repetition counts (A7), the last capture. */
static int base_ply(const lus_game *g)
{
    const lus_rules *r = lus_game_rules(g);
    int ply = lus_game_plies(g), now[2], then[2];
    if (!r->repeats)
        return ply;
    lus_score(r, lus_game_pos(g), now);
    for (; ply > 0; ply--) {
        lus_score(r, lus_game_pos_at(g, ply - 1), then);
        if (then[0] != now[0] || then[1] != now[1])
            break;
    }
    return ply;
}

static void add_move(struct text *t, const lus_rules *r, const lus_pos *p, lus_move m)
{
    char text[LUS_MAX_TEXT];
    lus_move_format(r, p, m, text);
    text_char(t, ' ');
    text_str(t, text);
}

static void add_position(struct text *t, const lus_game *g, int throw)
{
    const lus_rules *r = lus_game_rules(g);
    char text[LUS_MAX_TEXT];
    int plies = lus_game_plies(g), base = base_ply(g);
    const lus_pos *from = base < plies ? lus_game_pos_at(g, base) : lus_game_pos(g);
    lus_pos_format(r, from, LUS_ANY_THROW, text);
    text_str(t, "position ");
    text_str(t, text);
    for (int ply = base; ply < plies; ply++) {
        text_str(t, ply == base ? " moves" : "");
        add_move(t, r, lus_game_pos_at(g, ply), lus_game_move_at(g, ply));
    }
    if (lus_has_dice(r)) {
        text_str(t, " throw ");
        text_int(t, throw);
    }
}

static int send_turn(struct agent *a, const lus_game *g, int throw, double deadline)
{
    const lus_rules *r = lus_game_rules(g);
    struct text t = text_on(a->turn, sizeof a->turn);
    lus_move list[LUS_MAX_MOVES];
    int n = lus_moves(r, lus_game_pos(g), throw, list);
    if (a->rules != r) {
        text_str(&t, "newgame ");
        text_str(&t, lus_rules_name(r));
        text_char(&t, '\n');
        a->rules = r;
    }
    add_position(&t, g, throw);
    text_str(&t, "\nlegal");
    for (int i = 0; i < n; i++)
        add_move(&t, r, lus_game_pos(g), list[i]);
    text_str(&t, "\ngo movetime ");
    text_int(&t, a->move_ms);
    text_char(&t, '\n');
    return t.full ? LUS_ESPACE : send_text(a, t.buf, t.len, deadline);
}

/* The words behind the first one of a line, if it is this. */
static const char *after(const char *line, const char *word)
{
    size_t n = strlen(word);
    if (strncmp(line, word, n) != 0 || (line[n] && line[n] != ' '))
        return NULL;
    return line + n + strspn(line + n, " ");
}

static int read_move(struct agent *a, const lus_game *g, int throw, const char *text,
                     lus_move *m)
{
    lus_fault fault;
    int status =
        lus_move_parse(lus_game_rules(g), lus_game_pos(g), throw, text, m, &fault);
    if (status < 0)
        return fail(a, status == LUS_EILLEGAL ? AGENT_ILLEGAL : AGENT_PROTOCOL);
    return 0;
}

int agent_choose(struct agent *a, const lus_game *g, int throw, lus_move *m)
{
    double deadline = clock_ms() + a->move_ms + GRACE_MS;
    const char *line, *move;
    if (a->fault)
        return LUS_ESTATE;
    a->output = 0;
    int status = send_turn(a, g, throw, deadline);
    if (status < 0)
        return status;
    while ((line = next_line(a, deadline))) {
        if ((move = after(line, "bestmove")))
            return read_move(a, g, throw, move, m);
        if (after(line, "resign"))
            return fail(a, AGENT_RESIGNED);
    }
    return LUS_ESTATE;
}

/* ---- beginning and end ---- */

static void shake_hands(struct agent *a, int hello_ms)
{
    static const char hello[] = "lusoria 1\n";
    double deadline = clock_ms() + hello_ms;
    const char *line;
    if (send_text(a, hello, sizeof hello - 1, deadline) < 0)
        return;
    while ((line = next_line(a, deadline)))
        if (after(line, "ready"))
            return;
}

int agent_open(struct agent **made, const char *command, int hello_ms, int move_ms)
{
    char **argv = command_split(command);
    struct agent *a = argv ? calloc(1, sizeof *a) : NULL;
    int status = !argv ? LUS_ETEXT : !a ? LUS_EMEMORY : process_start(&a->process, argv);
    free(argv);
    if (status < 0) {
        free(a);
        return status;
    }
    a->move_ms = move_ms;
    shake_hands(a, hello_ms);
    *made = a;
    return 0;
}

void agent_stop_at(struct agent *a, const _Atomic bool *flag)
{
    a->stop = flag;
}

void agent_close(struct agent *a)
{
    if (!a)
        return;
    if (!a->fault)
        write_quietly(a->process.in, "quit\n", 5);
    process_end(&a->process, a->fault ? 0 : QUIT_MS);
    free(a);
}
