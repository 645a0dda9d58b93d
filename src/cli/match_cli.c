/* SPDX-License-Identifier: MIT */
/* match_cli.c - see match_cli.h.

   Progress on a terminal, redrawn in place every 200 ms:

            player        Elo ...                       of a tournament: its table
       match 2 of 3: greedy - random, game 40 of 100
         71.2 % (60.1 to 80.3), Elo +73 to +244

   and elsewhere, every ten seconds, the same in one line. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "arena/buffer_printf.h"
#include "arena/elo.h"
#include "arena/match_report.h"
#include "cli/match_cli.h"
#include "terminal/terminal.h"
#include "os/entropy.h"
#include "os/folders.h"
#include "os/parallel.h"
#include "os/process.h"
#include "player/agent_command.h"
#include "text/sanitise.h"

/* ---- options of games ---- */

bool read_opening(const struct opening_options *o, const lus_rules *r,
                  struct opening_rule *rule)
{
    lus_fault fault;
    struct scan s = scan_on(o->plies ? o->plies : "", &fault);
    if (o->plies && opening_read(&s, rule) < 0) {
        print_usage_error("--opening %s: expected %s", o->plies, fault.expected);
        return false;
    }
    rule->balance = o->balance ? o->balance : rule->balance;
    if (rule->balance && lus_has_dice(r)) {
        print_usage_error("balanced openings are for games without dice: in the others "
                          "both games of a pair have the same throws");
        return false;
    }
    return true;
}

/* The fault is counted from 1 here, as people count: "--clock 5x3, byte 2: expected '+'". */
bool read_clock(const char *text, struct time_control *c)
{
    lus_fault fault;
    if (!text || time_control_parse(text, c, &fault) == 0)
        return true;
    print_usage_error("--clock %s, byte %zu: expected %s; for example --clock 5+3, five "
                      "minutes each and three seconds more per move",
                      text, fault.at + 1, fault.expected);
    return false;
}

/* ---- options of exec players ---- */

bool agent_options_check(const struct agent_options *o)
{
    char **words = o->limits.wrap ? command_split(o->limits.wrap) : NULL;
    free(words);
    if (!o->limits.wrap || words)
        return true;
    print_usage_error("--wrap takes a command with balanced quotes");
    return false;
}

int agent_log_failed(const char *dir)
{
    return print_usage_error("--agent-log: '%s' cannot be written: %s", dir,
                             strerror(errno));
}

/* A program that cannot be started is reported before the first game.  A --wrap command
   may find programs where this one does not; `agent check` (no name) reports it itself. */
static bool check_command(const struct agent_options *o, const struct player_spec *player)
{
    struct agent_command command;
    if (o->limits.wrap || !agent_command_begins(player->name) ||
        agent_command_read(player->name, &command, NULL) < 0)
        return true;
    bool found = program_exists(command.words[command.settings]);
    free(command.words);
    if (!found)
        print_failure("%s: there is no such program, or it may not be executed",
                      player->name);
    return found;
}

/* Everything is checked before the first game: a match of hours should not fail later. */
bool agent_options_apply(const struct agent_options *o, const char *log_name,
                         struct player_spec *player)
{
    if (player->kind != PLAYER_EXEC)
        return true;
    const char *unsupported = process_unsupported();
    if (unsupported)
        print_usage_error("exec players cannot be run: %s", unsupported);
    if (unsupported || !agent_options_check(o) || !check_command(o, player))
        return false;
    player->agent = o->limits;
    if (!o->log_dir ||
        transcript_file(o->log_dir, log_name, player->agent.log, AGENT_PATH) == 0)
        return true;
    agent_log_failed(o->log_dir);
    return false;
}

/* ---- the store ---- */

/* The default path.  For writing, its folder is created. */
static bool default_path(char path[PATH_MAX], enum store_mode mode)
{
    char folder[PATH_MAX];
    if (!store_default_path(path, PATH_MAX)) {
        print_failure("there is no home folder for the store; use --db FILE");
        return false;
    }
    memcpy(folder, path, PATH_MAX);
    *strrchr(folder, '/') = '\0';
    if (mode == STORE_WRITE && !folder_make(folder, 0700)) {
        print_failure("the folder '%s' of the store cannot be created: %s; use --db FILE",
                      folder, strerror(errno));
        return false;
    }
    return true;
}

/* A store that could not be opened still has the message, so it is closed here. */
struct store *store_open_cli(const char *path, enum store_mode mode)
{
    char standard[PATH_MAX];
    struct store *s;
    if (!path && !default_path(standard, mode))
        return NULL;
    int status = store_open(&s, path ? path : standard, mode);
    if (status == 0)
        return s;
    store_failed(s, status);
    store_close(s);
    return NULL;
}

int store_failed(const struct store *s, int status)
{
    return print_failure("%s", status == LUS_EMEMORY ? lus_error_text(status)
                               : status == LUS_EFILE || status == LUS_ESTATE
                                   ? store_error(s)
                                   : lus_error_text(status));
}

/* ---- results ---- */

int print_with_table(struct buffer *text, struct buffer *table, const char *csv)
{
    int status = EXIT_DONE;
    if (csv)
        status = write_buffer(table, csv);
    else
        free(table->bytes);
    if (status == EXIT_DONE)
        return print_buffer(text);
    free(text->bytes);
    return status;
}

/* ---- progress ---- */

struct match_display match_display_open(void)
{
    return (struct match_display){.terminal = console_is_terminal(CONSOLE_ERR)};
}

/* ESC [ n A moves the cursor n lines up, ESC [ J clears to the end of the screen. */
void match_display_clear(struct match_display *d)
{
    if (d->drawn)
        fprintf(stderr, "\033[%dA\033[J", d->drawn);
    d->drawn = 0;
}

/* "match 2 of 3: greedy - random, game 40 of 100, 20 stored" */
static void write_head(struct buffer *b, const struct match_display *d,
                       const struct match *m, const struct match_tally *t, int64_t stored)
{
    char first[SANITISED_BYTES], second[SANITISED_BYTES];
    if (d->number)
        buffer_printf(b, "match %d of %d: ", d->number, d->matches);
    if (d->terminal || d->number)
        buffer_printf(b, "%s - %s, ", sanitise(first, m->name[0], 20),
                      sanitise(second, m->name[1], 20));
    buffer_printf(b, "game %lld of %lld", (long long)match_tally_games(t),
                  2 * (long long)m->pairs);
    if (stored)
        buffer_printf(b, ", %lld stored", (long long)stored);
}

/* "71.2 % (60.1 to 80.3), Elo +73 to +244, LLR +0.52 of +-2.94" */
static void write_score(struct buffer *b, const struct match *m,
                        const struct match_tally *t)
{
    struct score_estimate e = score_estimate(t->pairs);
    char low[ELO_TEXT], high[ELO_TEXT];
    buffer_printf(b, "%.1f %% (%.1f to %.1f), Elo %s to %s", 100 * e.score, 100 * e.low,
                  100 * e.high, elo_format(low, elo_from_score(e.low)),
                  elo_format(high, elo_from_score(e.high)));
    if (m->sprt)
        buffer_printf(b, ", LLR %+.2f of +-%.2f", sprt_llr(m->sprt, t->pairs),
                      sprt_bound());
}

/* Draws only what fits: a line that wraps, or scrolls out of the window, could not be
   redrawn in its place. */
static void draw(struct match_display *d, const struct buffer *b)
{
    int columns = terminal_columns_of(CONSOLE_ERR), rows = console_size(CONSOLE_ERR).rows;
    int lines = 0, column = 0;
    for (size_t i = 0; i < b->len; i++)
        lines += b->bytes[i] == '\n';
    match_display_clear(d);
    for (size_t i = 0; i < b->len; i++) {
        char byte = b->bytes[i];
        bool shown = lines < rows;
        column += ((unsigned char)byte & 0xc0) != 0x80;
        if (shown && (byte == '\n' || column < columns))
            fputc(byte, stderr);
        if (byte == '\n') {
            d->drawn += shown;
            lines--;
            column = 0;
        }
    }
}

/* Callback of match_session_run. */
static void show(void *arg, const struct match *m, const struct match_tally *t,
                 int64_t stored)
{
    struct match_display *d = arg;
    struct buffer b = {0};
    if (d->terminal && d->tournament)
        tournament_report_text(&b, d->tournament);
    write_head(&b, d, m, t, stored);
    buffer_str(&b, d->terminal ? "\n  " : ": ");
    write_score(&b, m, t);
    buffer_str(&b, "\n");
    if (!b.failed && d->terminal)
        draw(d, &b);
    else if (!b.failed)
        fwrite(b.bytes, 1, b.len, stderr);
    free(b.bytes);
}

/* ---- running a match ---- */

static const struct match_helpers *helpers; /* set once, by lusoria-mpi */

void match_cli_use(const struct match_helpers *h)
{
    helpers = h;
}

int match_default_jobs(void)
{
    return helpers ? 1 : parallel_cores();
}

/* Agents whose processes survive are reported in every case: the user must end them. */
int match_run_cli(const struct match *m, struct store *store, struct match_display *d,
                  struct match_result *result)
{
    struct match_progress progress = {d, show, d->terminal ? 200 : 10000};
    struct match helped = *m;
    helped.helpers = helpers;
    int status = match_session_run(&helped, store, &progress, interrupt_flag(), result);
    if (agents_not_ended())
        fprintf(stderr, "lusoria: processes of %d agent%s could not be killed\n",
                agents_not_ended(), agents_not_ended() == 1 ? "" : "s");
    if (status == 0)
        return EXIT_DONE;
    const char *why =
        store && status == LUS_EFILE ? store_error(store) : lus_error_text(status);
    if (!store)
        return print_failure("the match stopped: %s", why);
    return print_failure("the match stopped: %s; %lld games of it are stored", why,
                         (long long)result->recalled + (long long)result->stored);
}

/* Called after the result was printed: an interrupted match has one, too. */
int match_exit_code(int status, bool stored)
{
    if (status != EXIT_DONE || !interrupt_seen())
        return status;
    fflush(stdout);
    fprintf(stderr, "lusoria: interrupted%s\n",
            stored ? "; the same command continues it" : "");
    return EXIT_INTERRUPTED;
}

/* 53 bits: every program that reads JSON can represent it. */
int random_seed(uint64_t *seed)
{
    return random_from_system(seed) < 0
               ? print_failure("the system provides no random numbers; use --seed")
               : EXIT_DONE;
}
