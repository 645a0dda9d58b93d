/* SPDX-License-Identifier: MIT */
/* agent.c - see agent.h.

       agent_open     starts the process, sends "lusoria 1", waits for "ready"
       agent_choose   sends newgame, position, legal and go; waits for "bestmove"
       agent_close    sends "quit", waits a moment, kills what is left

   A UCI or UGI engine differs in the lines of the first two (agent_uci.h).

   All pipes are non-blocking, and every wait is a poll with a deadline, so no agent can make
   this process hang.  What is sent and received goes to the transcript; after a fault its
   last lines show the cause. */
#include <stdlib.h>
#include <string.h>
#include "player/agent.h"
#include "os/process.h"
#include "player/agent_position.h"
#include "player/agent_uci.h"
#include "os/clock.h"
#include "core/lines.h"
#include "core/text.h"

/* GRACE_MS is added to the time of a move for delays on a busy machine; QUIT_MS is how long
   an agent may take to end by itself.  A signal wakes up only one thread, so a wait is
   interrupted every STOP_CHECK_MS to look at the flag.  OUTPUT_MAX bytes and OUTPUT_LINES
   lines are allowed per turn. */
enum {
    STOP_CHECK_MS = 50,
    GRACE_MS = 500,
    QUIT_MS = 200,
    OUTPUT_MAX = 1 << 20,
    OUTPUT_LINES = 10000
};

const char *const agent_fault_name[AGENT_FAULTS] = {
    "none", "crash", "timeout", "protocol", "illegal", "resigned", "time"};

struct agent {
    struct process process;
    struct agent_limits limits;
    const _Atomic bool *stop;
    const lus_rules *rules; /* of the last newgame; NULL: none yet */
    struct uci_engine uci;  /* PROTOCOL_LUSORIA: only `protocol` is used */
    enum agent_fault fault;
    enum agent_fault late; /* the fault if the answer to this turn comes too late */
    bool ended;            /* no process is left; exit_code is valid */
    int exit_code;
    size_t output;  /* bytes received in this turn */
    int lines_seen; /* lines received in this turn */
    size_t at, n;   /* the part of `bytes` that was not yet split into lines */
    char bytes[4096];
    struct lines lines, errors;
    char message[2 * LINES_MAX]; /* the lines of a turn */
    struct transcript transcript;
    char last_lines[AGENT_LAST_LINES]; /* set with the fault */
};

static _Atomic int not_ended;

int agents_not_ended(void)
{
    return atomic_load(&not_ended);
}

enum agent_fault agent_fault(const struct agent *a)
{
    return a ? a->fault : AGENT_NO_FAULT;
}

const char *agent_last_lines(const struct agent *a)
{
    return a->last_lines;
}

const char *agent_lines_heading(const char *last_lines)
{
    return last_lines[0] ? "; its last lines:\n" : "; it sent nothing";
}

const struct transcript *agent_transcript(const struct agent *a)
{
    return &a->transcript;
}

/* ---- receiving ---- */

static void add_to_transcript(struct agent *a, enum transcript_mark mark,
                              const struct lines *l)
{
    transcript_add(&a->transcript, mark, l->text, l->n < LINES_MAX ? l->n : LINES_MAX);
}

/* Reads at most one block of its standard error, so that endless output cannot block us. */
static bool read_stderr(struct agent *a)
{
    char bytes[4096];
    int n = process_read_err(&a->process, bytes, sizeof bytes);
    for (size_t at = 0; n > 0 && at < (size_t)n;) {
        at += lines_take(&a->errors, bytes + at, (size_t)n - at);
        if (a->errors.whole && a->errors.n)
            add_to_transcript(a, TRANSCRIPT_STDERR, &a->errors);
    }
    return n > 0;
}

/* Sets the fault.  The rest of its standard error and unfinished lines belong to its last
   lines. */
static int fail(struct agent *a, enum agent_fault fault)
{
    for (int i = 0; i < 16 && read_stderr(a); i++)
        ;
    if (!a->errors.whole && a->errors.n)
        add_to_transcript(a, TRANSCRIPT_STDERR, &a->errors);
    if (!a->lines.whole && a->lines.n)
        add_to_transcript(a, TRANSCRIPT_RECEIVED, &a->lines);
    transcript_last(&a->transcript, TRANSCRIPT_STDERR, AGENT_LAST, a->last_lines,
                    sizeof a->last_lines);
    if (!a->last_lines[0])
        transcript_last(&a->transcript, TRANSCRIPT_RECEIVED, AGENT_LAST, a->last_lines,
                        sizeof a->last_lines);
    a->fault = fault;
    return LUS_ESTATE;
}

static int read_output(struct agent *a)
{
    int n = process_read_out(&a->process, a->bytes, sizeof a->bytes);
    if (n <= 0)
        return n ? fail(a, AGENT_CRASH) : 0;
    a->at = 0;
    a->n = (size_t)n;
    a->output += (size_t)n;
    return a->output > OUTPUT_MAX ? fail(a, AGENT_PROTOCOL) : 0;
}

static int ms_until(double deadline)
{
    double left = deadline - clock_ms();
    return left > 0 ? (int)left + 1 : 0;
}

static bool is_stopped(const struct agent *a)
{
    return a->stop && atomic_load(a->stop);
}

/* The time to wait: not longer than until the next look at the flag. */
static int patience(const struct agent *a, int within_ms)
{
    return a->stop && within_ms > STOP_CHECK_MS ? STOP_CHECK_MS : within_ms;
}

/* Waits for output until the deadline and reads what there is.  0, also if nothing came
   yet; LUS_ESTATE: the agent has a fault. */
static int wait_output(struct agent *a, double deadline)
{
    int left = ms_until(deadline);
    if (left == 0 || is_stopped(a))
        return fail(a, a->late);
    struct process_ready ready = process_wait_output(&a->process, patience(a, left));
    if (ready.err)
        read_stderr(a);
    return ready.out ? read_output(a) : 0;
}

/* The next line; NULL: the agent has a fault. */
static const char *next_line(struct agent *a, double deadline)
{
    for (;;) {
        while (a->at < a->n) {
            a->at += lines_take(&a->lines, a->bytes + a->at, a->n - a->at);
            if (!a->lines.whole)
                continue;
            add_to_transcript(a, TRANSCRIPT_RECEIVED, &a->lines);
            if (!a->lines.fault && ++a->lines_seen <= OUTPUT_LINES)
                return a->lines.text;
            fail(a, AGENT_PROTOCOL);
            return NULL;
        }
        if (wait_output(a, deadline) < 0)
            return NULL;
    }
}

/* ---- sending ---- */

/* Sends bytes, waiting while the pipe is full.  0, or LUS_ESTATE after a fault. */
static int send_text(struct agent *a, const char *text, size_t n, double deadline)
{
    transcript_add(&a->transcript, TRANSCRIPT_SENT, text, n);
    while (n > 0) {
        int written = process_write(&a->process, text, n);
        if (written < 0)
            return fail(a, AGENT_CRASH);
        if (written > 0) {
            text += written;
            n -= (size_t)written;
        } else if (ms_until(deadline) == 0 || is_stopped(a)) {
            return fail(a, a->late);
        } else {
            process_wait_input(&a->process, patience(a, ms_until(deadline)));
        }
    }
    return 0;
}

/* Sends text and waits for a line that begins with `word`.  False: the agent has a fault. */
static bool ask(struct agent *a, const char *text, const char *word, double deadline)
{
    const char *line;
    if (send_text(a, text, strlen(text), deadline) < 0)
        return false;
    while ((line = next_line(a, deadline))) {
        if (line_after(line, word))
            return true;
        if (a->uci.protocol)
            uci_note_option(&a->uci, line);
    }
    return false;
}

/* ---- a turn ---- */

/* The lines of a turn; newgame is included only if the rules changed. */
static struct text turn_lines(struct agent *a, const lus_game *g, int throw)
{
    struct text t = text_on(a->message, sizeof a->message);
    bool new_game = a->rules != lus_game_rules(g);
    a->rules = lus_game_rules(g);
    if (a->uci.protocol)
        uci_write_position(&t, &a->uci, g, throw, new_game);
    else
        agent_position_write(&t, g, throw, new_game);
    return t;
}

/* "go movetime 10000" or "go clock 300000 298500 3000". */
static void add_go(struct text *t, const struct agent *a, const lus_game *g,
                   const struct agent_clock *clock)
{
    if (a->uci.protocol) {
        uci_write_go(t, &a->uci, g, a->limits.move_ms, clock);
        return;
    }
    text_str(t, clock ? "go clock " : "go movetime ");
    text_int(t, clock ? clock->own_ms : a->limits.move_ms);
    if (clock) {
        text_char(t, ' ');
        text_int(t, clock->other_ms);
        text_char(t, ' ');
        text_int(t, clock->increment_ms);
    }
    text_char(t, '\n');
}

static int send_turn(struct agent *a, const lus_game *g, int throw,
                     const struct agent_clock *clock, double deadline)
{
    struct text t = turn_lines(a, g, throw);
    add_go(&t, a, g, clock);
    return t.full ? LUS_ESPACE : send_text(a, t.buf, t.len, deadline);
}

int agent_read_move(const struct agent *a, const lus_game *g, int throw, const char *text,
                    lus_move *m, lus_fault *fault)
{
    char word[LUS_MAX_TEXT];
    struct text t = text_on(word, sizeof word);
    text_bytes(&t, text, a->uci.protocol ? strcspn(text, " ") : strlen(text));
    return lus_move_parse(lus_game_rules(g), lus_game_pos(g), throw, t.full ? text : word,
                          m, fault);
}

/* A text that is not a move is a fault of the protocol, an illegal one a fault of its own. */
static int read_move(struct agent *a, const lus_game *g, int throw, const char *text,
                     lus_move *m)
{
    lus_fault fault;
    int status = agent_read_move(a, g, throw, text, m, &fault);
    if (status < 0)
        return fail(a, status == LUS_EILLEGAL ? AGENT_ILLEGAL : AGENT_PROTOCOL);
    return 0;
}

static void new_turn(struct agent *a)
{
    a->output = 0;
    a->lines_seen = 0;
    a->late = AGENT_TIMEOUT;
}

/* A clock has no grace: the opponent's time does not get longer either. */
int agent_choose(struct agent *a, const lus_game *g, int throw,
                 const struct agent_clock *clock, lus_move *m)
{
    int within_ms = clock ? clock->own_ms + 1 : a->limits.move_ms + GRACE_MS;
    double deadline = clock_ms() + within_ms;
    const char *line, *move;
    if (a->fault)
        return LUS_ESTATE;
    new_turn(a);
    if (!agent_plays(a, lus_game_rules(g)))
        return fail(a, AGENT_PROTOCOL);
    if (clock)
        a->late = AGENT_OUT_OF_TIME;
    int status = send_turn(a, g, throw, clock, deadline);
    if (status < 0)
        return status;
    while ((line = next_line(a, deadline))) {
        if ((move = line_after(line, "bestmove")))
            return read_move(a, g, throw, move, m);
        if (!a->uci.protocol && line_after(line, "resign"))
            return fail(a, AGENT_RESIGNED);
    }
    return LUS_ESTATE;
}

/* ---- single steps ---- */

bool agent_plays(const struct agent *a, const lus_rules *r)
{
    return !a->uci.protocol || uci_plays(&a->uci, r);
}

bool agent_chooses_rules(const struct agent *a)
{
    return !a->uci.protocol || a->uci.games[0];
}

int agent_send(struct agent *a, const char *lines, int within_ms)
{
    new_turn(a);
    return a->fault ? LUS_ESTATE
                    : send_text(a, lines, strlen(lines), clock_ms() + within_ms);
}

const char *agent_receive(struct agent *a, int within_ms)
{
    return a->fault ? NULL : next_line(a, clock_ms() + within_ms);
}

int agent_prepare(struct agent *a, const lus_rules *r)
{
    struct text t = text_on(a->message, sizeof a->message);
    if (a->fault || !a->uci.protocol)
        return a->fault ? LUS_ESTATE : 0;
    new_turn(a);
    a->rules = r;
    uci_write_new_game(&t, &a->uci, r);
    text_str(&t, "isready\n");
    return ask(a, t.buf, "readyok", clock_ms() + a->limits.handshake_ms) ? 0 : LUS_ESTATE;
}

int agent_send_position(struct agent *a, const lus_game *g, int throw)
{
    struct text t = turn_lines(a, g, throw);
    return t.full ? LUS_ESPACE : agent_send(a, t.buf, GRACE_MS);
}

int agent_send_go(struct agent *a, const lus_game *g)
{
    char line[128];
    struct text t = text_on(line, sizeof line);
    add_go(&t, a, g, NULL);
    return agent_send(a, line, GRACE_MS);
}

/* ---- start and end ---- */

/* uci, uciok, the options of the user, ucinewgame, isready, readyok: so an engine prepares its
   tables before its clock runs. */
static void greet_uci(struct agent *a, const struct agent_command *c, double deadline)
{
    struct text t = text_on(a->message, sizeof a->message);
    text_str(&t, uci_greeting(c->protocol));
    text_char(&t, '\n');
    if (!ask(a, t.buf, uci_greeting_end(c->protocol), deadline))
        return;
    t = text_on(a->message, sizeof a->message);
    uci_write_options(&t, c);
    if (a->rules)
        uci_write_new_game(&t, &a->uci, a->rules);
    text_str(&t, "isready\n");
    ask(a, t.buf, "readyok", deadline);
}

static void do_handshake(struct agent *a, const struct agent_command *c)
{
    double deadline = clock_ms() + a->limits.handshake_ms;
    if (c->protocol)
        greet_uci(a, c, deadline);
    else
        ask(a, "lusoria 1\n", "ready", deadline);
}

static size_t count_words(char *const *words)
{
    size_t n = 0;
    while (words && words[n])
        n++;
    return n;
}

/* Starts the words of the sandbox command (NULL: none) followed by those of the program. */
static int start(struct process *p, char *const *wrap, char *const *program,
                 int memory_mb)
{
    size_t before = count_words(wrap), n = count_words(program) + 1;
    char **argv = malloc((before + n) * sizeof *argv);
    if (!argv)
        return LUS_EMEMORY;
    if (before)
        memcpy(argv, wrap, before * sizeof *argv);
    memcpy(argv + before, program, n * sizeof *argv);
    int status = process_start(p, argv, memory_mb);
    free(argv);
    return status;
}

static int open_command(struct agent **made, const struct agent_command *c,
                        const lus_rules *r, const struct agent_limits *limits,
                        const _Atomic bool *stop)
{
    char **wrap = limits->wrap ? command_split(limits->wrap) : NULL;
    struct agent *a = calloc(1, sizeof *a);
    int status =
        limits->wrap && !wrap ? LUS_ETEXT
        : !a                  ? LUS_EMEMORY
             : start(&a->process, wrap, c->words + c->settings, limits->memory_mb);
    free(wrap);
    if (status < 0) {
        free(a);
        return status;
    }
    a->limits = *limits;
    a->stop = stop;
    a->uci = (struct uci_engine){.protocol = c->protocol,
                                 .depth = c->depth,
                                 .nodes = c->nodes,
                                 .game_is_set = agent_command_sets(c, "Game")};
    a->rules = c->protocol ? r : NULL;
    new_turn(a);
    do_handshake(a, c);
    *made = a;
    return 0;
}

int agent_open(struct agent **made, const char *text, const lus_rules *r,
               const struct agent_limits *limits, const _Atomic bool *stop)
{
    struct agent_command c;
    int status = agent_command_read(text, &c, NULL);
    if (status < 0)
        return status;
    status = open_command(made, &c, r, limits, stop);
    free(c.words);
    return status;
}

/* "= fault: timeout, killed" and the transcript, appended to the log file. */
static void append_log(const struct agent *a)
{
    char head[64];
    struct text t = text_on(head, sizeof head);
    text_str(&t, "= fault: ");
    text_str(&t, agent_fault_name[a->fault]);
    text_str(&t, a->exit_code == PROCESS_LEFT ? ", processes could not be killed"
                 : a->exit_code < 0           ? ", killed"
                                              : ", exit code ");
    if (a->exit_code >= 0)
        text_int(&t, a->exit_code);
    text_char(&t, '\n');
    transcript_append_to(&a->transcript, head, a->limits.log);
}

bool agent_wait_end(struct agent *a, int within_ms)
{
    a->exit_code = process_end(&a->process, within_ms);
    if (a->exit_code == PROCESS_LEFT)
        atomic_fetch_add(&not_ended, 1);
    a->ended = true;
    return a->exit_code >= 0;
}

int agent_exit_code(const struct agent *a)
{
    return a->exit_code;
}

/* After a crash the exit code is worth a short wait; after other faults it is killed at
   once. */
void agent_close(struct agent *a)
{
    if (!a)
        return;
    if (!a->fault && !a->ended)
        process_write(&a->process, "quit\n", 5);
    if (!a->ended)
        agent_wait_end(a, a->fault && a->fault != AGENT_CRASH ? 0 : QUIT_MS);
    if (a->limits.log[0])
        append_log(a);
    free(a);
}
